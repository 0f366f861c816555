/* Fuzzes what uses the last step: fronts of any capacity over bodies that jump, contacts that keep
 * their points, measured or made up, and lists that flat pairs are taken out of. */
#include "fuzz/fuzz_pairs.h"
#include "hem/coherence.h"
#include "hem/narrow.h"
#include "leaf_walk.h"

#include <math.h>

enum { STEPS = 5, MOST = 32, LEAF_PAIRS = FUZZ_MOST_TRIANGLES * FUZZ_MOST_TRIANGLES };

/* ---- fronts ---- */

static hem_pair expected[LEAF_PAIRS + 1u];

static void check_front(hem_front *front, const fuzz_two *two, const hem_front_in *in,
                        const fuzz_room *room)
{
    hem_front before = *front;
    hem_front_out out = {.count = 0};
    hem_status status = hem_front_pairs(front, in, &out);
    FUZZ_CHECK(room->arena.used == 0);
    if (!fuzz_two_match(two)) {
        FUZZ_CHECK(status == HEM_BAD_DEFINITION);
    } else if (!isfinite(in->epsilon)) {
        FUZZ_CHECK(status == HEM_NOT_FINITE);
    } else if (!(in->epsilon >= 0.0f && in->epsilon <= HEM_DOMAIN)) {
        FUZZ_CHECK(status == HEM_OUT_OF_RANGE);
    } else if (room->too_small) {
        FUZZ_CHECK(status == HEM_FULL_SCRATCH && out.needed == room->needed);
    } else {
        uint32_t count = leaf_walk(in->a, in->b, in->epsilon, expected, LEAF_PAIRS + 1u);
        FUZZ_CHECK(count <= LEAF_PAIRS);
        FUZZ_CHECK(out.count == count && out.kept == (count < in->room ? count : in->room));
        FUZZ_CHECK(status == (out.kept < count ? HEM_LIMITED : HEM_OK));
        FUZZ_CHECK(out.listed == front->count && out.listed <= front->capacity);
        FUZZ_CHECK(out.kept == 0 || memcmp(in->pairs, expected, out.kept * sizeof *expected) == 0);
        return;
    }
    FUZZ_CHECK(memcmp(&before, front, sizeof before) == 0);
}

static void jump(fuzz_body *body, fuzz_bytes *bytes, fuzz_places places)
{
    fuzz_body_move(body, bytes, places);
    FUZZ_CHECK(hem_tree_refit(body->tree, body->positions, NULL, body->vertex_count) == HEM_OK);
}

static void fuzz_fronts(fuzz_bytes *bytes)
{
    fuzz_two two;
    fuzz_two_take(&two, bytes);
    const uint32_t capacities[4] = {1, 4, 4096, 1u + fuzz_byte(bytes)};
    uint32_t capacity = capacities[fuzz_below(bytes, 4)];
    fuzz_block block = fuzz_block_take((uint32_t)HEM_FRONT_BYTES(capacity));
    hem_arena arena = fuzz_block_arena(&block);
    hem_front *front = NULL;
    FUZZ_CHECK(hem_front_make(&arena, capacity, &front, NULL) == HEM_OK);
    fuzz_places places = fuzz_legal_places(bytes);
    for (uint32_t i = 0; i < STEPS; i++) {
        const float distances[4] = {0.0f, 1e-3f, 1.0f, fuzz_float(bytes)};
        fuzz_room room = fuzz_room_take(bytes, hem_front_pairs_bytes(two.a->tree, two.b->tree));
        hem_front_in in = {.a = two.a->tree,
                           .b = two.b->tree,
                           .epsilon = distances[fuzz_below(bytes, 4)],
                           .refresh_after = fuzz_below(bytes, 4),
                           .pairs = room.first,
                           .room = room.count,
                           .scratch = &room.arena};
        check_front(front, &two, &in, &room);
        fuzz_room_free(&room);
        if (fuzz_one_in(bytes, 2)) {
            jump(&two.first, bytes, places);
        }
    }
    fuzz_block_free(&block);
    fuzz_two_free(&two);
}

/* ---- contacts that keep their points ---- */

typedef struct reuse {
    fuzz_body first, second;
    fuzz_body *a, *b;
    bool quads_a, quads_b;
    hem_face_contact contacts[MOST];
    hem_contact_age ages[MOST];
    hem_pair order[MOST];
    uint32_t count;
    float error; /* of all calls: what the distances may be off */
} reuse;

/* Contacts of pairs that share no vertex, as they are measured. */
static hem_status measure(reuse *of, fuzz_bytes *bytes)
{
    hem_pair pairs[MOST];
    uint32_t wanted = fuzz_below(bytes, MOST + 1u), count = 0;
    for (uint32_t i = 0; i < wanted; i++) {
        hem_pair pair = {fuzz_below(bytes, of->a->triangle_count),
                         fuzz_below(bytes, of->b->triangle_count)};
        if (of->a != of->b || !fuzz_share_vertex(of->a, pair.first, pair.second)) {
            pairs[count++] = pair;
        }
    }
    fuzz_block scratch = fuzz_block_take((uint32_t)HEM_FACE_CONTACTS_BYTES(MOST));
    hem_arena arena = fuzz_block_arena(&scratch);
    hem_face_contacts_in in = {.a = {.mesh = of->a->mesh, .positions = of->a->positions},
                               .b = {.mesh = of->b->mesh, .positions = of->b->positions},
                               .pairs = pairs,
                               .pair_count = count,
                               .quads_a = of->quads_a,
                               .quads_b = of->quads_b,
                               .contacts = of->contacts,
                               .room = MOST,
                               .scratch = &arena};
    hem_face_contacts_out out = {.kept = 0};
    hem_status status = hem_face_contacts(&in, &out);
    of->count = status >= HEM_OK ? out.kept : 0;
    fuzz_block_free(&scratch);
    return status;
}

/* Any bytes in the place of contacts; mostly of faces that there are. */
static void make_up(reuse *of, fuzz_bytes *bytes)
{
    bool bad = fuzz_one_in(bytes, 4);
    of->count = fuzz_below(bytes, MOST + 1u);
    for (uint32_t i = 0; i < of->count; i++) {
        hem_face_contact *contact = &of->contacts[i];
        contact->faces.first = fuzz_below(bytes, of->a->triangle_count + (bad ? 1u : 0u));
        contact->faces.second = fuzz_below(bytes, of->b->triangle_count + (bad ? 1u : 0u));
        contact->faces.first /= of->quads_a ? 2u : 1u;
        contact->faces.second /= of->quads_b ? 2u : 1u;
        contact->distance = fuzz_float(bytes);
        for (uint32_t k = 0; k < 4; k++) {
            contact->weight_a[k] = fuzz_float(bytes);
            contact->weight_b[k] = fuzz_float(bytes);
        }
        of->ages[i] = (hem_contact_age){fuzz_float(bytes), fuzz_u32(bytes)};
    }
}

/* The largest distance between corners of two triangles, or a little more. */
static float extent_of(const hem_closest_faces_in *faces)
{
    hem_vec3 low = faces->a.point[0], high = low;
    for (uint32_t k = 0; k < 6; k++) {
        hem_vec3 p = k < 3 ? faces->a.point[k] : faces->b.point[k - 3u];
        low = (hem_vec3){fminf(low.x, p.x), fminf(low.y, p.y), fminf(low.z, p.z)};
        high = (hem_vec3){fmaxf(high.x, p.x), fmaxf(high.y, p.y), fmaxf(high.z, p.z)};
    }
    return (high.x - low.x) + (high.y - low.y) + (high.z - low.z);
}

/* No less than the distance of the faces, and no farther off than was said. */
static void check_distance(const reuse *of, uint32_t i)
{
    const hem_face_contact *contact = &of->contacts[i];
    hem_closest_faces_in in = {.a = {.count = 3}, .b = {.count = 3}};
    hem_closest_faces_out out;
    for (uint32_t k = 0; k < 3; k++) {
        in.a.point[k] = of->a->positions[of->a->triangles[3u * contact->faces.first + k]];
        in.b.point[k] = of->b->positions[of->b->triangles[3u * contact->faces.second + k]];
    }
    FUZZ_CHECK(hem_closest_faces(&in, &out) >= HEM_NARROW_APART);
    float rounding = (2.0f * HEM_CLOSEST_FACES_ERROR + 1e-6f) * extent_of(&in);
    FUZZ_CHECK(contact->distance >= out.distance - rounding);
    FUZZ_CHECK(contact->distance <= out.distance + of->error + rounding);
    FUZZ_CHECK(of->ages[i].calls > 0 || contact->distance == out.distance);
}

static void check_reused(const reuse *of, bool measured)
{
    for (uint32_t i = 0; i < of->count; i++) {
        if (measured && !of->quads_a && !of->quads_b) {
            check_distance(of, i);
        }
        FUZZ_CHECK(of->order[i].second < of->count);
        FUZZ_CHECK(i == 0 || leaf_walk_compare(&of->order[i - 1u], &of->order[i]) < 0);
    }
}

static void step(reuse *of, fuzz_bytes *bytes, bool measured)
{
    fuzz_body before[2] = {{.vertex_count = of->a->vertex_count},
                           {.vertex_count = of->b->vertex_count}};
    size_t bytes_a = of->a->vertex_count * sizeof(hem_vec3);
    size_t bytes_b = of->b->vertex_count * sizeof(hem_vec3);
    before[0].positions = malloc(bytes_a);
    before[1].positions = malloc(bytes_b);
    memcpy(before[0].positions, of->a->positions, bytes_a);
    memcpy(before[1].positions, of->b->positions, bytes_b);
    for (uint32_t i = fuzz_below(bytes, 8); i-- > 0;) {
        float way = ((float)fuzz_byte(bytes) - 128.0f) / 4096.0f;
        hem_vec3 *p = &of->first.positions[fuzz_below(bytes, of->first.vertex_count)];
        p->z = fabsf(p->z + way) < HEM_DOMAIN ? p->z + way : p->z;
    }
    fuzz_body_snap(&of->first);
    const float tolerances[4] = {0.0f, 1e-3f, 10.0f, fuzz_float(bytes)};
    hem_reuse_contacts_in in = {.a = {.mesh = of->a->mesh, .positions = of->a->positions},
                                .b = {.mesh = of->b->mesh, .positions = of->b->positions},
                                .before_a = before[0].positions,
                                .before_b = before[1].positions,
                                .quads_a = of->quads_a,
                                .quads_b = of->quads_b,
                                .dt = fuzz_one_in(bytes, 8) ? fuzz_float(bytes) : 0.01f,
                                .tolerance = tolerances[fuzz_below(bytes, 4)],
                                .refresh_after = fuzz_below(bytes, 4),
                                .contacts = of->contacts,
                                .ages = of->ages,
                                .count = of->count,
                                .order = of->order};
    uint64_t hash =
        fuzz_hash(of->contacts, sizeof of->contacts) ^ fuzz_hash(of->ages, sizeof of->ages);
    hem_reuse_contacts_out out = {.error = 0.0f};
    hem_status status = hem_reuse_contacts(&in, &out);
    if (status == HEM_OK) {
        FUZZ_CHECK(out.reused + out.measured == of->count && out.error <= in.tolerance);
        of->error = out.error;
        check_reused(of, measured);
    } else {
        FUZZ_CHECK(status == HEM_NOT_FINITE || status == HEM_OUT_OF_RANGE || !measured);
        FUZZ_CHECK(hash == (fuzz_hash(of->contacts, sizeof of->contacts) ^
                            fuzz_hash(of->ages, sizeof of->ages)));
        /* What was not brought up to date is not what the bodies are any more. */
        of->count = 0;
    }
    free(before[0].positions);
    free(before[1].positions);
}

static void fuzz_reuse(fuzz_bytes *bytes)
{
    static reuse of;
    fuzz_places places = fuzz_legal_places(bytes);
    memset(&of, 0, sizeof of);
    of.first = fuzz_body_take_faces(bytes, places);
    of.second = fuzz_body_take_faces(bytes, places);
    of.a = &of.first;
    of.b = fuzz_one_in(bytes, 2) ? &of.first : &of.second;
    of.quads_a = fuzz_one_in(bytes, 2);
    of.quads_b = of.a == of.b ? of.quads_a : fuzz_one_in(bytes, 2);
    bool measured = fuzz_one_in(bytes, 2);
    if (measured) {
        measured = measure(&of, bytes) >= HEM_OK;
    } else {
        make_up(&of, bytes);
    }
    for (uint32_t i = 0; i < STEPS; i++) {
        step(&of, bytes, measured);
    }
    fuzz_body_free(&of.first);
    fuzz_body_free(&of.second);
}

/* ---- flat pairs ---- */

/* What is left is part of what there was, in its order. */
static void check_flat(const hem_drop_flat_in *in, const hem_drop_flat_out *out,
                       const hem_pair *before)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < in->count && next < out->kept; i++) {
        next += memcmp(&in->pairs[next], &before[i], sizeof *before) == 0;
    }
    FUZZ_CHECK(next == out->kept && out->kept + out->dropped == in->count);
}

static void fuzz_flat(fuzz_bytes *bytes)
{
    fuzz_body body = fuzz_body_take(bytes, fuzz_some_places(bytes));
    hem_pair pairs[MOST], before[MOST];
    bool bad = fuzz_one_in(bytes, 4), outside = false;
    const float cosines[4] = {-1.0f, 0.5f, 1.0f, fuzz_float(bytes)};
    hem_drop_flat_in in = {.mesh = body.mesh,
                           .positions = body.positions,
                           .pairs = pairs,
                           .count = fuzz_below(bytes, MOST + 1u),
                           .cosine = cosines[fuzz_below(bytes, 4)]};
    for (uint32_t i = 0; i < in.count; i++) {
        pairs[i].first = fuzz_below(bytes, body.triangle_count + (bad ? 1u : 0u));
        pairs[i].second = fuzz_below(bytes, body.triangle_count);
        outside = outside || pairs[i].first == body.triangle_count;
    }
    memcpy(before, pairs, in.count * sizeof *pairs);
    hem_drop_flat_out out;
    hem_status status = hem_drop_flat_pairs(&in, &out);
    if (status == HEM_OK) {
        FUZZ_CHECK(!outside && in.cosine >= -1.0f && in.cosine <= 1.0f);
        check_flat(&in, &out, before);
    } else {
        FUZZ_CHECK(status == HEM_NOT_FINITE || status == HEM_OUT_OF_RANGE ||
                   (outside && status == HEM_BAD_INDEX));
        FUZZ_CHECK(memcmp(before, pairs, in.count * sizeof *pairs) == 0);
    }
    fuzz_body_free(&body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const parts[3])(fuzz_bytes *) = {fuzz_fronts, fuzz_reuse, fuzz_flat};
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    parts[fuzz_below(&bytes, 3)](&bytes);
    return 0;
}

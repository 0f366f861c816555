/* Fuzzes hem_continuous: two bodies or one, any trees, motions, separations, marks, settings, room
 * and scratch, and sometimes positions that no tree is fitted to. What it finds is in order, each
 * once, with times, weights and normals that make sense. */
#include "fuzz/fuzz_pairs.h"
#include "hem/continuous.h"

#include <math.h>

enum { MOST = 4096 };

static hem_hit hits[MOST];
static hem_vec3 ends[2][FUZZ_MOST_VERTICES];
static uint32_t marks[2][FUZZ_MOST_VERTICES / 32u + 1u];

static bool before(const hem_hit *a, const hem_hit *b)
{
    if (a->time != b->time) {
        return a->time < b->time;
    }
    if (a->kind != b->kind) {
        return a->kind < b->kind;
    }
    return a->first != b->first ? a->first < b->first : a->second < b->second;
}

static void check_hit(const hem_hit *hit, float separation)
{
    bool edges = hit->kind == HEM_CONTACT_EDGE_EDGE;
    const float *w = hit->weight;
    float first = edges ? w[0] + w[1] : w[0], second = edges ? w[2] + w[3] : w[1] + w[2] + w[3];
    FUZZ_CHECK(hit->kind < HEM_CONTACT_KINDS && hit->time >= 0.0f && hit->time <= 1.0f);
    FUZZ_CHECK(hit->separation >= 0.0f && hit->separation <= separation);
    FUZZ_CHECK(first > 0.99999f && first < 1.00001f && second > 0.99999f && second < 1.00001f);
    FUZZ_CHECK(w[0] >= 0.0f && w[1] >= 0.0f && w[2] >= 0.0f && w[3] >= 0.0f);
    hem_vec3 n = hit->normal;
    float length = n.x * n.x + n.y * n.y + n.z * n.z;
    FUZZ_CHECK(length > 0.999f && length < 1.001f);
}

/* A motion to anywhere, all the same way, or none; the tree fitted to it. */
static hem_side side_of(fuzz_bytes *bytes, const fuzz_body *body, uint32_t number,
                        uint32_t first_vertex)
{
    hem_side side = {.mesh = body->mesh,
                     .tree = body->tree,
                     .positions = body->positions,
                     .first_vertex = first_vertex};
    uint32_t how = fuzz_below(bytes, 4);
    fuzz_places places = fuzz_legal_places(bytes);
    for (uint32_t v = 0; v < body->vertex_count; v++) {
        hem_vec3 p = body->positions[v];
        p.z = p.z * 0.5f + (how == 1 ? 0.25f : 0.0f);
        ends[number][v] = how == 0 ? fuzz_position(bytes, places) : p;
    }
    side.ends = how == 3 ? NULL : ends[number];
    FUZZ_CHECK(hem_tree_refit(body->tree, body->positions, side.ends, body->vertex_count) ==
               HEM_OK);
    return side;
}

static const uint32_t *marks_of(fuzz_bytes *bytes, uint32_t number)
{
    for (uint32_t i = 0; i < FUZZ_MOST_VERTICES / 32u + 1u; i++) {
        marks[number][i] = fuzz_u32(bytes);
    }
    return marks[number];
}

/* Moves one position to where no tree is fitted to, perhaps. */
static void spoil(fuzz_bytes *bytes, const fuzz_body *body, const hem_side *side)
{
    const float wrong[6] = {NAN, INFINITY, -INFINITY, 1e38f, -4095.0f, 17.0f};
    uint32_t vertex = fuzz_below(bytes, body->vertex_count);
    uint32_t number = side->ends == ends[0] ? 0 : 1;
    hem_vec3 *at = side->ends == NULL || fuzz_one_in(bytes, 2) ? &body->positions[vertex]
                                                               : &ends[number][vertex];
    float *const axis[3] = {&at->x, &at->y, &at->z};
    *axis[fuzz_below(bytes, 3)] = wrong[fuzz_below(bytes, 6)];
}

static void check_found(const hem_continuous_in *in, const hem_continuous_out *out,
                        hem_status status)
{
    uint64_t all = (uint64_t)out->count[0] + out->count[1] + out->count[2];
    FUZZ_CHECK(out->kept == (all < in->room ? (uint32_t)all : in->room));
    FUZZ_CHECK(status == (out->kept < all ? HEM_LIMITED : HEM_OK));
    FUZZ_CHECK(out->bad_body == HEM_NONE && out->bad_vertex == HEM_NONE);
    FUZZ_CHECK(out->searches >= all && out->by_bound <= all);
    for (uint32_t i = 0; i < out->kept; i++) {
        check_hit(&hits[i], in->separation);
        FUZZ_CHECK(i == 0 || before(&hits[i - 1u], &hits[i]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    fuzz_two two;
    fuzz_two_take(&two, &bytes);
    const uint32_t rooms[4] = {MOST, 1, 0, fuzz_byte(&bytes)};
    const float separations[6] = {0.0f, 1e-3f, 0.1f, 1000.0f, HEM_GRID, 1e-40f};
    bool same = two.a == two.b, spoilt = fuzz_one_in(&bytes, 8);
    hem_continuous_in in = {.a = side_of(&bytes, two.a, 0, 0),
                            .separation = separations[fuzz_below(&bytes, 6)],
                            .hits = hits,
                            .room = rooms[fuzz_below(&bytes, 4)],
                            .every_pair = fuzz_one_in(&bytes, 4),
                            .no_volumes = fuzz_one_in(&bytes, 4),
                            .one_by_one = fuzz_one_in(&bytes, 4)};
    in.b = same ? in.a : side_of(&bytes, two.b, 1, two.a->vertex_count);
    if (fuzz_one_in(&bytes, 3)) {
        in.marked_a = marks_of(&bytes, 0);
        in.marked_b = same ? in.marked_a : marks_of(&bytes, 1);
    }
    if (spoilt) {
        spoil(&bytes, two.b, &in.b);
    }
    uint64_t needed = hem_continuous_bytes(in.a.tree, in.b.tree, in.room);
    fuzz_room scratch = fuzz_room_take(&bytes, needed);
    in.scratch = &scratch.arena;
    hem_continuous_out out = {.kept = 0};
    hem_status status = hem_continuous(&in, &out);
    FUZZ_CHECK(scratch.arena.used == 0);
    if (!fuzz_two_match(&two)) {
        FUZZ_CHECK(status == HEM_BAD_DEFINITION);
    } else if (scratch.too_small) {
        FUZZ_CHECK(status == HEM_FULL_SCRATCH && out.needed == needed);
    } else if (status == HEM_NOT_FINITE || status == HEM_OUT_OF_RANGE) {
        FUZZ_CHECK(spoilt && out.kept == 0 && out.bad_body <= 1u);
        FUZZ_CHECK(out.bad_vertex < two.b->vertex_count);
    } else {
        check_found(&in, &out, status);
    }
    fuzz_room_free(&scratch);
    fuzz_two_free(&two);
    return 0;
}

/* Fuzzes hem_proximity: two bodies or one, any trees, distances, velocities, room and scratch. What
 * it finds is in order, each once, closer than asked for, with weights that add up. */
#include "fuzz/fuzz_pairs.h"
#include "hem/proximity.h"

enum { MOST = 4096 };

static hem_contact contacts[MOST];
static hem_vec3 velocities[2][FUZZ_MOST_VERTICES];

static bool before(const hem_contact *a, const hem_contact *b)
{
    if (a->predicted != b->predicted) {
        return a->predicted < b->predicted;
    }
    if (a->kind != b->kind) {
        return a->kind < b->kind;
    }
    return a->first != b->first ? a->first < b->first : a->second < b->second;
}

static void check_contact(const hem_contact *contact, float epsilon)
{
    bool edges = contact->kind == HEM_CONTACT_EDGE_EDGE;
    const float *w = contact->weight;
    float first = edges ? w[0] + w[1] : w[0], second = edges ? w[2] + w[3] : w[1] + w[2] + w[3];
    FUZZ_CHECK(contact->kind < HEM_CONTACT_KINDS && contact->distance >= 0.0f);
    FUZZ_CHECK(contact->distance <= epsilon);
    FUZZ_CHECK(first > 0.99999f && first < 1.00001f && second > 0.99999f && second < 1.00001f);
    hem_vec3 n = contact->normal;
    float length = n.x * n.x + n.y * n.y + n.z * n.z;
    FUZZ_CHECK(length > 0.999f && length < 1.001f);
}

static hem_side side_of(fuzz_bytes *bytes, const fuzz_body *body, uint32_t number,
                        uint32_t first_vertex)
{
    hem_side side = {.mesh = body->mesh,
                     .tree = body->tree,
                     .positions = body->positions,
                     .first_vertex = first_vertex};
    if (fuzz_one_in(bytes, 2)) {
        for (uint32_t v = 0; v < body->vertex_count; v++) {
            float speed = (float)fuzz_byte(bytes) - 128.0f;
            velocities[number][v] = (hem_vec3){speed, -speed, 0.5f * speed};
        }
        side.velocities = velocities[number];
    }
    return side;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    fuzz_two two;
    fuzz_two_take(&two, &bytes);
    const uint32_t rooms[4] = {MOST, 1, 0, fuzz_byte(&bytes)};
    uint32_t room = rooms[fuzz_below(&bytes, 4)];
    const float distances[4] = {0.0f, 1e-3f, 0.1f, 1000.0f};
    hem_side a = side_of(&bytes, two.a, 0, 0);
    hem_side b = two.a == two.b ? a : side_of(&bytes, two.b, 1, two.a->vertex_count);
    uint64_t needed = hem_proximity_bytes(a.tree, b.tree, room);
    fuzz_room scratch = fuzz_room_take(&bytes, needed);
    hem_proximity_in in = {.a = a,
                           .b = b,
                           .epsilon = distances[fuzz_below(&bytes, 4)],
                           .dt = 0.01f,
                           .contacts = contacts,
                           .room = room,
                           .scratch = &scratch.arena};
    hem_proximity_out out = {.kept = 0};
    hem_status status = hem_proximity(&in, &out);
    FUZZ_CHECK(scratch.arena.used == 0);
    if (!fuzz_two_match(&two)) {
        FUZZ_CHECK(status == HEM_BAD_DEFINITION);
    } else if (scratch.too_small) {
        FUZZ_CHECK(status == HEM_FULL_SCRATCH && out.needed == needed);
    } else {
        uint64_t all = (uint64_t)out.count[0] + out.count[1] + out.count[2];
        FUZZ_CHECK(out.kept == (all < room ? (uint32_t)all : room));
        FUZZ_CHECK(status == (out.kept < all ? HEM_LIMITED : HEM_OK));
        for (uint32_t i = 0; i < out.kept; i++) {
            check_contact(&contacts[i], in.epsilon);
            FUZZ_CHECK(i == 0 || before(&contacts[i - 1u], &contacts[i]));
        }
    }
    fuzz_room_free(&scratch);
    fuzz_two_free(&two);
    return 0;
}

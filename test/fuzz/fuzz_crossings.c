/* Fuzzes hem_crossings: two bodies or one, any trees, numbers, room and scratch. The crossings are
 * those of every edge with every face, by hem_edge_face. */
#include "fuzz/fuzz_pairs.h"

#include "base/vec3.h"
#include "hem/crossings.h"
#include "hem/narrow.h"

enum { ROOM = 2 * 3 * FUZZ_MOST_TRIANGLES * FUZZ_MOST_TRIANGLES };

static hem_pair expected[ROOM];

static bool boxes_meet(const hem_vec3 *a, uint32_t a_count, const hem_vec3 *b, uint32_t b_count)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        bool all_below = true, all_above = true;
        for (uint32_t i = 0; i < a_count * b_count; i++) {
            float of_a = (&a[i / b_count].x)[axis], of_b = (&b[i % b_count].x)[axis];
            all_below = all_below && of_a < of_b;
            all_above = all_above && of_a > of_b;
        }
        if (all_below || all_above) {
            return false;
        }
    }
    return true;
}

static bool crosses(const hem_side *edges, hem_pair ends, const hem_side *faces, const uint32_t *v)
{
    hem_edge_face_in in = {
        .edge = {hem_vec3_snap(edges->positions[ends.first]),
                 hem_vec3_snap(edges->positions[ends.second])},
        .edge_id = {edges->first_vertex + ends.first, edges->first_vertex + ends.second}};
    for (uint32_t k = 0; k < 3; k++) {
        in.face[k] = hem_vec3_snap(faces->positions[v[k]]);
        in.face_id[k] = faces->first_vertex + v[k];
    }
    hem_edge_face_out out;
    return boxes_meet(in.edge, 2, in.face, 3) && hem_edge_face(&in, &out) == HEM_NARROW_MEETING;
}

/* In the order of the pass: edges, and for each its faces. */
static uint32_t brute_force(const hem_side *edges, const hem_side *faces, uint32_t count)
{
    for (uint32_t e = 0; e < edges->mesh->edge_count; e++) {
        hem_pair ends = hem_mesh_edges(edges->mesh)[e];
        for (uint32_t f = 0; f < faces->mesh->triangle_count; f++) {
            const uint32_t *v = hem_mesh_triangles(faces->mesh) + 3u * f;
            bool touches = ends.first == v[0] || ends.first == v[1] || ends.first == v[2] ||
                           ends.second == v[0] || ends.second == v[1] || ends.second == v[2];
            if (!(edges == faces && touches) && crosses(edges, ends, faces, v)) {
                expected[count++] = (hem_pair){e, f};
            }
        }
    }
    return count;
}

static void check(const hem_crossings_in *in, hem_status status, const hem_crossings_out *out)
{
    bool same = in->a.tree == in->b.tree;
    uint32_t of_a = brute_force(&in->a, same ? &in->a : &in->b, 0);
    uint32_t count = same ? of_a : brute_force(&in->b, &in->a, of_a);
    if (in->first_only) {
        FUZZ_CHECK(out->count == (count > 0 ? 1u : 0u) && out->kept <= out->count);
        return;
    }
    uint32_t kept = count < in->room ? count : in->room;
    FUZZ_CHECK(out->count == count && out->kept == kept);
    FUZZ_CHECK(out->kept_edges_a == (of_a < kept ? of_a : kept));
    FUZZ_CHECK(status == (kept < count ? HEM_LIMITED : HEM_OK));
    FUZZ_CHECK(kept == 0 || memcmp(in->crossings, expected, kept * sizeof *expected) == 0);
}

static hem_side side_of(const fuzz_body *body, uint32_t first_vertex)
{
    return (hem_side){.mesh = body->mesh,
                      .tree = body->tree,
                      .positions = body->positions,
                      .first_vertex = first_vertex};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    fuzz_two two;
    fuzz_two_take(&two, &bytes);
    fuzz_room room = fuzz_room_take(&bytes, hem_crossings_bytes(two.a->tree, two.b->tree));
    /* Often one behind the other; sometimes with numbers that both have, or too large ones. */
    uint32_t first = fuzz_one_in(&bytes, 16) ? UINT32_MAX - fuzz_byte(&bytes) : fuzz_byte(&bytes);
    uint32_t second = fuzz_one_in(&bytes, 8) ? fuzz_byte(&bytes) : first + two.a->vertex_count;
    bool same = two.a == two.b;
    hem_crossings_in in = {.a = side_of(two.a, first),
                           .b = side_of(two.b, same ? first : second),
                           .crossings = room.first,
                           .room = room.count,
                           .first_only = fuzz_one_in(&bytes, 4),
                           .scratch = &room.arena};
    uint64_t last_a = (uint64_t)first + two.a->vertex_count - 1u;
    uint64_t last_b = (uint64_t)in.b.first_vertex + two.b->vertex_count - 1u;
    bool numbers = last_a < HEM_NONE && last_b < HEM_NONE &&
                   (same || last_a < in.b.first_vertex || last_b < in.a.first_vertex);
    hem_crossings_out out = {0};
    hem_status status = hem_crossings(&in, &out);
    FUZZ_CHECK(room.arena.used == 0);
    if (!fuzz_two_match(&two)) {
        FUZZ_CHECK(status == HEM_BAD_DEFINITION);
    } else if (!numbers) {
        FUZZ_CHECK(status == HEM_BAD_INDEX);
    } else if (room.too_small) {
        FUZZ_CHECK(status == HEM_FULL_SCRATCH && out.needed == room.needed);
    } else {
        check(&in, status, &out);
    }
    fuzz_room_free(&room);
    fuzz_two_free(&two);
    return 0;
}

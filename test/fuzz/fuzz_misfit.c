/* Fuzzes the passes with positions that no tree was fitted to: moved, infinite, NaN. They are found
 * out, or are never looked at; nothing else may happen. */
#include "fuzz/fuzz_pairs.h"
#include "hem/crossings.h"
#include "hem/near_faces.h"
#include "hem/proximity.h"

#include <math.h>

enum { ROOM = 256 };

static hem_contact contacts[ROOM];

static void spoil(fuzz_body *body, fuzz_bytes *bytes)
{
    const float wrong[8] = {NAN, INFINITY, -INFINITY, 1e38f, -4095.0f, 1e-40f, 0.0f, 17.0f};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t vertex = fuzz_below(bytes, body->vertex_count);
        (&body->positions[vertex].x)[fuzz_below(bytes, 3)] = wrong[fuzz_below(bytes, 8)];
    }
}

static void check(hem_status status, const fuzz_room *room)
{
    FUZZ_CHECK(status == HEM_OK || status == HEM_LIMITED || status == HEM_OUT_OF_RANGE ||
               status == HEM_BAD_DEFINITION || status == HEM_FULL_SCRATCH);
    FUZZ_CHECK(room->arena.used == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    fuzz_two two;
    fuzz_two_take(&two, &bytes);
    spoil(two.a, &bytes);
    spoil(two.b, &bytes);
    const hem_tree *a = two.a->tree, *b = two.b->tree;
    fuzz_room room =
        fuzz_room_take(&bytes, hem_proximity_bytes(a, b, ROOM) + hem_near_faces_bytes(a, b));
    hem_intersect_in meet = {a,          b,     two.a->positions, two.b->positions, room.first,
                             room.count, false, &room.arena};
    hem_intersect_out met;
    check(hem_intersect(&meet, &met), &room);
    hem_near_faces_in near = {a,          b,          two.a->positions, two.b->positions,
                              0.01f,      room.first, room.count,       false,
                              &room.arena};
    hem_near_faces_out found;
    check(hem_near_faces(&near, &found), &room);
    bool same = two.a == two.b;
    hem_side of_a = {.mesh = two.a->mesh, .tree = a, .positions = two.a->positions};
    hem_side of_b = {.mesh = two.b->mesh,
                     .tree = b,
                     .positions = two.b->positions,
                     .first_vertex = same ? 0u : two.a->vertex_count};
    hem_crossings_in cross = {
        .a = of_a, .b = of_b, .crossings = room.first, .room = room.count, .scratch = &room.arena};
    hem_crossings_out crossed;
    check(hem_crossings(&cross, &crossed), &room);
    hem_proximity_in close = {of_a, of_b, 0.01f, 0.01f, contacts, ROOM, &room.arena};
    hem_proximity_out closest;
    check(hem_proximity(&close, &closest), &room);
    fuzz_room_free(&room);
    fuzz_two_free(&two);
    return 0;
}

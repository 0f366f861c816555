/* Fuzzes hem_intersect: two bodies or one, any trees, room for any number of pairs, any scratch.
 * The pairs are those that every triangle against every other gives. */
#include "fuzz/fuzz_pairs.h"
#include "hem/detect.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    fuzz_two two;
    fuzz_two_take(&two, &bytes);
    fuzz_room room = fuzz_room_take(&bytes, hem_intersect_bytes(two.a->tree, two.b->tree));
    hem_intersect_in in = {.a = two.a->tree,
                           .b = two.b->tree,
                           .positions_a = two.a->positions,
                           .positions_b = two.b->positions,
                           .pairs = room.first,
                           .room = room.count,
                           .first_only = fuzz_one_in(&bytes, 4),
                           .scratch = &room.arena};
    hem_intersect_out out = {0};
    fuzz_answer answer = {.status = hem_intersect(&in, &out), .first_only = in.first_only};
    answer.count = out.count;
    answer.kept = out.kept;
    answer.needed = out.needed;
    fuzz_check_answer(&two, &room, &answer, fuzz_triangles_meet, 0.0f);
    fuzz_room_free(&room);
    fuzz_two_free(&two);
    return 0;
}

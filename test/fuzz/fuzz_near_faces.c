/* Fuzzes hem_near_faces: as fuzz_intersect.c, with any distance. Near is what the closest points
 * of features say, one pair after the other. */
#include "triangle_oracle.h"
#include "fuzz/fuzz_pairs.h"
#include "hem/near_faces.h"

#include <math.h>

/* Of the size that the bodies are, mostly, so that some pairs are near and some are not. */
static float some_epsilon(fuzz_bytes *bytes)
{
    if (fuzz_one_in(bytes, 16)) {
        float any = fuzz_float(bytes);
        return any > 0.0f && any < 0.001f ? 0.0f : any;
    }
    return ldexpf((float)fuzz_byte(bytes) / 64.0f, -(int)fuzz_below(bytes, 12));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    fuzz_two two;
    fuzz_two_take(&two, &bytes);
    fuzz_room room = fuzz_room_take(&bytes, hem_near_faces_bytes(two.a->tree, two.b->tree));
    hem_near_faces_in in = {.a = two.a->tree,
                            .b = two.b->tree,
                            .positions_a = two.a->positions,
                            .positions_b = two.b->positions,
                            .epsilon = some_epsilon(&bytes),
                            .pairs = room.first,
                            .room = room.count,
                            .first_only = fuzz_one_in(&bytes, 4),
                            .scratch = &room.arena};
    hem_near_faces_out out = {0};
    fuzz_answer answer = {.status = hem_near_faces(&in, &out), .first_only = in.first_only};
    answer.count = out.count;
    answer.kept = out.kept;
    answer.needed = out.needed;
    if (in.epsilon >= 0.0f && in.epsilon < HEM_DOMAIN) {
        fuzz_check_answer(&two, &room, &answer, triangle_oracle_near, in.epsilon);
    } else {
        FUZZ_CHECK(answer.status < HEM_OK || in.epsilon == HEM_DOMAIN);
    }
    fuzz_room_free(&room);
    fuzz_two_free(&two);
    return 0;
}

/* Soak of hem_intersect: bodies with themselves and with each other, trees of every setting,
 * against all pairs of triangles by the exact test. */
#include "soak/soak_pairs.h"

#include "hem/detect.h"
#include "unity.h"

static uint32_t pass(const soak_body *a, const soak_body *b, float epsilon, hem_pair *pairs,
                     uint32_t room)
{
    (void)epsilon;
    soak_scratch scratch = soak_scratch_take(hem_intersect_bytes(a->tree, b->tree));
    hem_intersect_in in = {.a = a->tree,
                           .b = b->tree,
                           .positions_a = a->start,
                           .positions_b = b->start,
                           .pairs = pairs,
                           .room = room,
                           .scratch = &scratch.arena};
    hem_intersect_out out;
    TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_intersect(&in, &out), a->name);
    soak_scratch_free(&scratch);
    return out.kept;
}

void soak_intersect(test_random *random, soak_tally *tally)
{
    static const soak_pair_set set = {soak_triangles_meet, pass, false, 6};
    soak_pair_round(&set, random, tally);
}

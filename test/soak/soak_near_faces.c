/* Soak of hem_near_faces: as soak_intersect.c, with a distance. Near is what the closest points of
 * features say, one pair after the other. */
#include "soak/soak_pairs.h"

#include "triangle_oracle.h"
#include "hem/near_faces.h"
#include "tree_oracle.h"
#include "unity.h"

static bool triangles_near(const hem_vec3 a[3], const hem_vec3 b[3], float epsilon)
{
    /* Boxes that are this far apart have no features that rounding could bring near. */
    if (tree_oracle_gap(a, b) > 1.01 * (double)epsilon + 0.01) {
        return false;
    }
    return triangle_oracle_near(a, b, epsilon);
}

static uint32_t pass(const soak_body *a, const soak_body *b, float epsilon, hem_pair *pairs,
                     uint32_t room)
{
    soak_scratch scratch = soak_scratch_take(hem_near_faces_bytes(a->tree, b->tree));
    hem_near_faces_in in = {.a = a->tree,
                            .b = b->tree,
                            .positions_a = a->start,
                            .positions_b = b->start,
                            .epsilon = epsilon,
                            .pairs = pairs,
                            .room = room,
                            .scratch = &scratch.arena};
    hem_near_faces_out out;
    TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_near_faces(&in, &out), a->name);
    soak_scratch_free(&scratch);
    return out.kept;
}

void soak_near_faces(test_random *random, soak_tally *tally)
{
    static const soak_pair_set set = {triangles_near, pass, true, 8};
    soak_pair_round(&set, random, tally);
}

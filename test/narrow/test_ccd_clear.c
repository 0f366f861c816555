#include "unity.h"

#include "ccd_cases.h"
#include "narrow/ccd_clear.h"
#include "narrow/ccd_sure.h"
#include "test_scale.h"

#include <math.h>

static const uint32_t order[4] = {0, 1, 2, 3};
static test_random random_state;

void setUp(void)
{
    random_state.state = 3;
}

void tearDown(void)
{
}

static bool ends_at_once(hem_ccd_pair pair, const hem_ccd_in *in, float separation)
{
    hem_ccd_out out;
    hem_ccd_state state =
        pair == HEM_CCD_PAIR_VERTEX_FACE
            ? hem_ccd_sure_vertex_face(in->start, in->end, order, separation, &out)
            : hem_ccd_sure_edge_edge(in->start, in->end, order, separation, &out);
    return state == HEM_CCD_CLEAR && out.iterations == 0;
}

static uint32_t clear_lanes(hem_ccd_pair pair, const hem_ccd_in in[4], float separation)
{
    hem_points_4 start, end;
    for (uint32_t i = 0; i < 4; i++) {
        hem_points_4_set(&start, i, in[i].start);
        hem_points_4_set(&end, i, in[i].end);
    }
    return pair == HEM_CCD_PAIR_VERTEX_FACE ? hem_ccd_clear_vertex_face_4(&start, &end, separation)
                                            : hem_ccd_clear_edge_edge_4(&start, &end, separation);
}

/* Queries of all sets side by side in the lanes. */
void test_a_lane_is_clear_exactly_if_its_query_ends_at_once(void)
{
    static const float separations[3] = {0.0f, 0.0005f, 0.1f};
    uint32_t seen[2] = {0, 0};
    for (uint32_t i = 0; i < hem_test_count(60000); i++) {
        hem_ccd_pair pair = i % 2 == 0 ? HEM_CCD_PAIR_VERTEX_FACE : HEM_CCD_PAIR_EDGE_EDGE;
        float separation = separations[i % 3];
        hem_ccd_in in[4];
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t set = (i + k * (i / 7)) % HEM_CCD_SETS;
            if (set == HEM_CCD_SET_TINY && i % 8 != 0) {
                set = HEM_CCD_SET_HUGE; /* slow to make */
            }
            hem_ccd_case((hem_ccd_set)set, pair, k == 2 ? 100.0f : 0.0f, &random_state, &in[k]);
        }
        uint32_t clear = clear_lanes(pair, in, separation);
        TEST_ASSERT_TRUE(clear < 16u);
        for (uint32_t k = 0; k < 4; k++) {
            bool once = ends_at_once(pair, &in[k], separation);
            TEST_ASSERT_EQUAL(once, (clear >> k & 1u) != 0);
            seen[once ? 1 : 0]++;
        }
    }
    TEST_ASSERT_GREATER_THAN(hem_test_count(1000), seen[0]);
    TEST_ASSERT_GREATER_THAN(hem_test_count(1000), seen[1]);
}

/* The search behind the first proofs, asked with what it has found as the latest time, with a bit
 * more, less, and without one. */
void test_hits_after_the_latest_time_are_clear_and_others_are_the_same(void)
{
    uint32_t hits = 0;
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        hem_ccd_pair pair = i % 2 == 0 ? HEM_CCD_PAIR_VERTEX_FACE : HEM_CCD_PAIR_EDGE_EDGE;
        bool edges = pair == HEM_CCD_PAIR_EDGE_EDGE;
        float separation = i % 3 == 0 ? 0.001f : 0.0f;
        uint32_t set = i % HEM_CCD_SETS == HEM_CCD_SET_TINY ? HEM_CCD_SET_HUGE : i % HEM_CCD_SETS;
        hem_ccd_in in;
        hem_ccd_case((hem_ccd_set)set, pair, 0.0f, &random_state, &in);
        hem_ccd_out sure, out;
        hem_ccd_state state =
            edges ? hem_ccd_sure_edge_edge(in.start, in.end, order, separation, &sure)
                  : hem_ccd_sure_vertex_face(in.start, in.end, order, separation, &sure);
        if (state == HEM_CCD_CLEAR) {
            continue;
        }
        const float latest[5] = {2.0f, sure.time, nextafterf(sure.time, 2.0f),
                                 nextafterf(sure.time, -1.0f), 0.5f * sure.time};
        for (uint32_t k = 0; k < 5; k++) {
            hem_ccd_state again =
                hem_ccd_unclear(in.start, in.end, edges, separation, latest[k], &out);
            if (sure.time > latest[k]) {
                TEST_ASSERT_EQUAL(HEM_CCD_CLEAR, again);
                TEST_ASSERT_LESS_OR_EQUAL(sure.iterations, out.iterations);
            } else {
                TEST_ASSERT_EQUAL_MEMORY(&sure, &out, sizeof out);
            }
        }
        hits++;
    }
    TEST_ASSERT_GREATER_THAN(hem_test_count(1000), hits);
}

void test_nan_clears_no_lane_and_leaves_the_others(void)
{
    for (uint32_t coordinate = 0; coordinate < 24; coordinate++) {
        for (uint32_t lane = 0; lane < 4; lane++) {
            hem_ccd_in in[4];
            for (uint32_t k = 0; k < 4; k++) {
                in[k] = (hem_ccd_in){.start = {{5, 5, 5}, {5, 6, 5}, {1, 0, 0}, {0, 1, 0}},
                                     .end = {{5, 5, 5}, {5, 6, 5}, {1, 0, 0}, {0, 1, 0}}};
            }
            hem_vec3 *point = coordinate < 12 ? &in[lane].start[coordinate / 3]
                                              : &in[lane].end[(coordinate - 12) / 3];
            *(coordinate % 3 == 0 ? &point->x : coordinate % 3 == 1 ? &point->y : &point->z) = NAN;
            TEST_ASSERT_EQUAL(15u & ~(1u << lane), clear_lanes(HEM_CCD_PAIR_EDGE_EDGE, in, 0.0f));
            for (uint32_t k = 0; k < 4; k++) {
                in[k].start[1].y = k == lane ? in[k].start[1].y : 0.0f;
            }
            TEST_ASSERT_EQUAL(0, clear_lanes(HEM_CCD_PAIR_VERTEX_FACE, in, 0.0f) & 1u << lane);
        }
    }
}

#include "unity.h"

#include "base/vec3.h"
#include "ccd_cases.h"
#include "ccd_judge.h"
#include "hem/ccd.h"
#include "narrow/ccd_sure.h"
#include "still_ccd.h"
#include "test_scale.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

static hem_ccd_out out;
static test_random random_state;

void setUp(void)
{
    memset(&out, 0x5A, sizeof out);
    random_state.state = 19;
}

void tearDown(void)
{
    fesetround(FE_TONEAREST);
}

/* ---- what is refused ---- */

static void assert_untouched(void)
{
    hem_ccd_out as_set;
    memset(&as_set, 0x5A, sizeof as_set);
    TEST_ASSERT_EQUAL_MEMORY(&as_set, &out, sizeof out);
}

typedef hem_ccd_state (*any_test)(const hem_ccd_in *, hem_ccd_out *);

static const any_test all_tests[4] = {hem_ccd_vertex_face, hem_ccd_edge_edge,
                                      hem_ccd_cubic_vertex_face, hem_ccd_cubic_edge_edge};

void test_bad_numbers_are_refused(void)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY, 4096.0f, -4096.0f, 3e38f};
    for (uint32_t test = 0; test < 4; test++) {
        for (uint32_t i = 0; i < 6; i++) {
            hem_ccd_state expected = i < 3 ? HEM_CCD_NOT_FINITE : HEM_CCD_OUT_OF_RANGE;
            for (uint32_t k = 0; k < 24; k++) {
                hem_ccd_in in = still_vertex_over_face();
                hem_vec3 *point = k < 12 ? &in.start[k / 3] : &in.end[(k - 12) / 3];
                *(k % 3 == 0 ? &point->x : k % 3 == 1 ? &point->y : &point->z) = bad[i];
                TEST_ASSERT_EQUAL(expected, all_tests[test](&in, &out));
                assert_untouched();
            }
            hem_ccd_in in = still_vertex_over_face();
            in.separation = bad[i];
            TEST_ASSERT_EQUAL(expected, all_tests[test](&in, &out));
        }
        hem_ccd_in in = still_vertex_over_face();
        in.separation = -1e-30f;
        TEST_ASSERT_EQUAL(HEM_CCD_OUT_OF_RANGE, all_tests[test](&in, &out));
        TEST_ASSERT_EQUAL(HEM_CCD_NULL, all_tests[test](NULL, &out));
        TEST_ASSERT_EQUAL(HEM_CCD_NULL, all_tests[test](&in, NULL));
        assert_untouched();
    }
}

/* A number that is not finite outweighs one that is out of range. */
void test_the_worse_fault_is_named(void)
{
    hem_ccd_in in = still_vertex_over_face();
    in.start[0].x = 5000.0f;
    in.end[3].z = NAN;
    TEST_ASSERT_EQUAL(HEM_CCD_NOT_FINITE, hem_ccd_vertex_face(&in, &out));
}

void test_points_are_taken_onto_the_grid(void)
{
    hem_ccd_in in = still_vertex_over_face();
    in.end[0].z = 0.4f * HEM_GRID;
    TEST_ASSERT_GREATER_THAN(HEM_CCD_CLEAR, hem_ccd_vertex_face(&in, &out));
    in.end[0].z = -0.0f;
    TEST_ASSERT_GREATER_THAN(HEM_CCD_CLEAR, hem_ccd_vertex_face(&in, &out));
    /* Still what it is on the grid: at rest. */
    in = still_vertex_on_face();
    in.end[0].z = 0.4f * HEM_GRID;
    assert_ccd_clear(hem_ccd_vertex_face(&in, &out), &out);
}

/* ---- special values ---- */

static float special(void)
{
    static const uint32_t bits[] = {
        0x00000000u, 0x80000000u, 0x00000001u, 0x807FFFFFu, 0x00800000u, 0x2B800000u, 0x2B000000u,
        0x36FFFFFFu, 0x37000000u, 0x3F800000u, 0x3F7FFFFFu, 0xBF800001u, 0x457FFFFFu, 0x45800000u,
        0xC57FFFFFu, 0x7F7FFFFFu, 0x7F800000u, 0xFF800000u, 0x7FC00000u, 0xFFC00001u};
    uint32_t which = random_below(&random_state, 24);
    return which < 20 ? hem_bits_float(bits[which]) : hem_bits_float(random_u32(&random_state));
}

/* Queries in which some numbers are replaced, copied or changed in a bit: each is refused, or its
 * answer is right. */
void test_mutated_queries_are_refused_or_answered_rightly(void)
{
    for (uint32_t i = 0; i < hem_test_count(40000); i++) {
        hem_ccd_pair pair = i % 2 == 0 ? HEM_CCD_PAIR_VERTEX_FACE : HEM_CCD_PAIR_EDGE_EDGE;
        hem_ccd_in in;
        float value[25];
        hem_ccd_case((hem_ccd_set)random_below(&random_state, HEM_CCD_SETS), pair, 0.0f,
                     &random_state, &in);
        memcpy(value, &in, sizeof value);
        uint32_t mutations = 1u + random_below(&random_state, 4);
        for (uint32_t k = 0; k < mutations; k++) {
            float *at = &value[random_below(&random_state, 25)];
            switch (random_below(&random_state, 3)) {
            case 0:
                *at = special();
                break;
            case 1:
                *at = value[random_below(&random_state, 25)];
                break;
            default:
                *at = hem_bits_float(hem_float_bits(*at) ^ 1u << random_below(&random_state, 32));
                break;
            }
        }
        memcpy(&in, value, sizeof value);
        bool finite = true, inside = true;
        for (uint32_t k = 0; k < 25; k++) {
            finite = finite && isfinite(value[k]);
            inside = inside && fabsf(value[k]) < HEM_DOMAIN;
        }
        inside = inside && in.separation >= 0.0f;
        hem_ccd_state state = hem_ccd_ask(pair, &in, &out);
        if (!finite || !inside) {
            TEST_ASSERT_EQUAL(finite ? HEM_CCD_OUT_OF_RANGE : HEM_CCD_NOT_FINITE, state);
            continue;
        }
        for (uint32_t k = 0; k < 4; k++) {
            in.start[k] = hem_vec3_snap(in.start[k]);
            in.end[k] = hem_vec3_snap(in.end[k]);
        }
        TEST_ASSERT_EQUAL(HEM_CCD_RIGHT, hem_ccd_judge(pair, &in, &out));
    }
}

/* Inside the library nothing is checked; even so NaN never makes a pair clear. */
void test_nan_never_clears_a_pair(void)
{
    static const uint32_t order[4] = {0, 1, 2, 3};
    for (uint32_t k = 0; k < 24; k++) {
        for (uint32_t apart = 0; apart < 2; apart++) {
            hem_ccd_in in = still_vertex_over_face();
            hem_vec3 *point = k < 12 ? &in.start[k / 3] : &in.end[(k - 12) / 3];
            *(k % 3 == 0 ? &point->x : k % 3 == 1 ? &point->y : &point->z) = NAN;
            float separation = apart == 0 ? 0.0f : 0.01f;
            TEST_ASSERT_GREATER_THAN(
                HEM_CCD_CLEAR, hem_ccd_sure_vertex_face(in.start, in.end, order, separation, &out));
            TEST_ASSERT_GREATER_THAN(
                HEM_CCD_CLEAR, hem_ccd_sure_edge_edge(in.start, in.end, order, separation, &out));
        }
    }
}

/* ---- the caller's floating-point environment ---- */

void test_the_callers_rounding_changes_nothing_and_is_kept(void)
{
    for (uint32_t i = 0; i < 4000; i++) {
        hem_ccd_pair pair = i % 2 == 0 ? HEM_CCD_PAIR_VERTEX_FACE : HEM_CCD_PAIR_EDGE_EDGE;
        hem_ccd_in in;
        hem_ccd_out nearest, upward;
        memset(&nearest, 0, sizeof nearest);
        memset(&upward, 0, sizeof upward);
        hem_ccd_case((hem_ccd_set)(i / 2 % HEM_CCD_REPORTED_SETS), pair, 0.0f, &random_state, &in);
        fesetround(FE_TONEAREST);
        hem_ccd_ask(pair, &in, &nearest);
        fesetround(FE_UPWARD);
        hem_ccd_ask(pair, &in, &upward);
        TEST_ASSERT_EQUAL(FE_UPWARD, fegetround());
        fesetround(FE_TONEAREST);
        TEST_ASSERT_EQUAL_MEMORY(&nearest, &upward, sizeof nearest);
    }
}

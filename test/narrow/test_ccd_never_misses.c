#include "unity.h"

#include "ccd_cases.h"
#include "ccd_judge.h"
#include "test_scale.h"

#include <string.h>

void setUp(void)
{
}

void tearDown(void)
{
}

/* How many queries of each set: together a million. Where most need exact arithmetic, fewer. */
static const uint32_t bare_counts[HEM_CCD_SETS] = {
    [HEM_CCD_SET_CLOTH] = 60000,     [HEM_CCD_SET_BALL] = 160000,
    [HEM_CCD_SET_THROUGH] = 140000,  [HEM_CCD_SET_SLIVER] = 130000,
    [HEM_CCD_SET_PARALLEL] = 120000, [HEM_CCD_SET_COPLANAR] = 60000,
    [HEM_CCD_SET_ROTATION] = 120000, [HEM_CCD_SET_TOUCHING] = 90000,
    [HEM_CCD_SET_TINY] = 4000,       [HEM_CCD_SET_HUGE] = 50000,
    [HEM_CCD_SET_LATTICE] = 12000,   [HEM_CCD_SET_GRID] = 25000,
    [HEM_CCD_SET_STILL] = 15000,     [HEM_CCD_SET_EQUAL] = 5000,
    [HEM_CCD_SET_LEAVING] = 4000,    [HEM_CCD_SET_SCALES] = 5000,
    [HEM_CCD_SET_INSTANT] = 5000,
};

static const uint32_t apart_counts[HEM_CCD_SETS] = {
    [HEM_CCD_SET_CLOTH] = 10000,    [HEM_CCD_SET_BALL] = 10000,     [HEM_CCD_SET_THROUGH] = 8000,
    [HEM_CCD_SET_SLIVER] = 10000,   [HEM_CCD_SET_PARALLEL] = 10000, [HEM_CCD_SET_COPLANAR] = 10000,
    [HEM_CCD_SET_ROTATION] = 10000, [HEM_CCD_SET_TOUCHING] = 10000, [HEM_CCD_SET_TINY] = 1000,
    [HEM_CCD_SET_HUGE] = 6000,      [HEM_CCD_SET_LATTICE] = 4000,   [HEM_CCD_SET_GRID] = 6000,
    [HEM_CCD_SET_STILL] = 4000,     [HEM_CCD_SET_EQUAL] = 2000,     [HEM_CCD_SET_LEAVING] = 2000,
    [HEM_CCD_SET_SCALES] = 2000,    [HEM_CCD_SET_INSTANT] = 1000,
};

static const float places[3] = {0.0f, 10.0f, 100.0f};

/* Every answer about `count` queries of a set must be right. */
static void check_set(hem_ccd_set set, uint32_t count, float largest_separation)
{
    test_random random = {77u + (uint32_t)set};
    for (uint32_t i = 0; i < count; i++) {
        hem_ccd_pair pair = i % 2 == 0 ? HEM_CCD_PAIR_VERTEX_FACE : HEM_CCD_PAIR_EDGE_EDGE;
        hem_ccd_in in;
        hem_ccd_out out;
        hem_ccd_case(set, pair, places[i % 3], &random, &in);
        if (largest_separation > 0.0f) {
            in.separation = random_float(&random, 0.0f, largest_separation);
        }
        hem_ccd_ask(pair, &in, &out);
        hem_ccd_verdict verdict = hem_ccd_judge(pair, &in, &out);
        if (verdict != HEM_CCD_RIGHT) {
            hem_ccd_print(pair, &in, &out);
        }
        TEST_ASSERT_EQUAL_MESSAGE(HEM_CCD_RIGHT, verdict, hem_ccd_set_names[set]);
    }
}

void test_no_query_of_a_million_is_missed_or_late(void)
{
    for (uint32_t set = 0; set < HEM_CCD_SETS; set++) {
        check_set((hem_ccd_set)set, hem_test_count(bare_counts[set]), 0.0f);
    }
}

void test_no_query_with_a_separation_is_missed_or_late(void)
{
    for (uint32_t set = 0; set < HEM_CCD_SETS; set++) {
        check_set((hem_ccd_set)set, hem_test_count(apart_counts[set]), 0.003f);
    }
}

void test_no_query_with_a_large_separation_is_missed_or_late(void)
{
    for (uint32_t set = 0; set < HEM_CCD_SETS; set++) {
        check_set((hem_ccd_set)set, hem_test_count(apart_counts[set] / 10u), 1.0f);
    }
}

/* Fewer than one false hit in 5,000, over all sets that resemble simulations. */
void test_hardly_a_hit_is_false(void)
{
    uint32_t asked = 0, wrong = 0;
    for (uint32_t set = 0; set < HEM_CCD_REPORTED_SETS; set++) {
        test_random random = {5u + set};
        uint32_t count = hem_test_count(set == HEM_CCD_SET_TINY ? 1000u : 6000u);
        for (uint32_t i = 0; i < count; i++) {
            hem_ccd_pair pair = i % 2 == 0 ? HEM_CCD_PAIR_VERTEX_FACE : HEM_CCD_PAIR_EDGE_EDGE;
            hem_ccd_in in;
            hem_ccd_out out;
            hem_ccd_case((hem_ccd_set)set, pair, places[i % 3], &random, &in);
            if (hem_ccd_ask(pair, &in, &out) > HEM_CCD_CLEAR) {
                wrong += hem_ccd_reaches(pair, &in, 0.0f) ? 0u : 1u;
            }
            asked++;
        }
    }
    TEST_ASSERT_LESS_OR_EQUAL(asked / 5000u + 2u, wrong);
}

/* The times of hits are not much too early either. */
void test_times_of_hits_are_close_to_contact(void)
{
    test_random random = {31};
    for (uint32_t i = 0; i < hem_test_count(2000); i++) {
        hem_ccd_pair pair = i % 2 == 0 ? HEM_CCD_PAIR_VERTEX_FACE : HEM_CCD_PAIR_EDGE_EDGE;
        hem_ccd_in in;
        hem_ccd_out out;
        hem_ccd_case(HEM_CCD_SET_THROUGH, pair, places[i % 3], &random, &in);
        in.separation = i % 4 < 2 ? 0.0f : 0.0005f;
        if (hem_ccd_ask(pair, &in, &out) <= HEM_CCD_CLEAR) {
            continue;
        }
        hem_ccd_question question = {
            .pair = pair, .separation = out.separation, .until = 1.0f, .included = true};
        memcpy(question.start, in.start, sizeof in.start);
        memcpy(question.end, in.end, sizeof in.end);
        question.until = out.time + 0.004f < 1.0f ? out.time + 0.004f : 1.0f;
        TEST_ASSERT_TRUE(hem_ccd_oracle(&question));
    }
}

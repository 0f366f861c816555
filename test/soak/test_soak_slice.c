/* A slice of the soak: the first seeds of every set. `make soak` goes on from there. */
#include "unity.h"

#include "soak/soak.h"
#include "test_scale.h"

#include <stdio.h>
#include <string.h>

void setUp(void)
{
}

void tearDown(void)
{
}

static void run_set(const char *name, uint32_t rounds)
{
    uint32_t set = 0;
    while (set < soak_set_count && strcmp(soak_sets[set].name, name) != 0) {
        set++;
    }
    TEST_ASSERT_TRUE_MESSAGE(set < soak_set_count, name);
    soak_tally tally = {.cases = 0};
    for (uint64_t seed = 1; seed <= hem_test_count(rounds); seed++) {
        soak_round(set, seed, &tally);
        if (tally.misses + tally.extras > 0) {
            char text[320];
            snprintf(text, sizeof text, "%s; make soak SEED=%u", tally.first, (unsigned)seed);
            TEST_FAIL_MESSAGE(text);
        }
    }
    TEST_ASSERT_GREATER_OR_EQUAL_UINT64(hem_test_count(rounds), tally.cases);
}

void test_intersecting_triangles_are_those_of_brute_force(void)
{
    run_set("intersecting triangles", 120);
}

void test_near_triangles_are_those_of_brute_force(void)
{
    run_set("near triangles", 100);
}

void test_crossings_are_those_of_brute_force(void)
{
    run_set("crossings", 60);
}

void test_contacts_of_features_are_those_of_brute_force(void)
{
    run_set("proximity", 50);
}

void test_answered_hits_end_the_same_with_and_without_marks_and_what_is_clear_is_clear(void)
{
    run_set("impacts", 20);
}

void test_fronts_come_to_what_walks_from_the_roots_come_to(void)
{
    run_set("fronts", 25);
}

void test_contacts_that_keep_their_points_are_within_their_bound(void)
{
    run_set("reused contacts", 400);
}

void test_flat_pairs_are_flat(void)
{
    run_set("flat pairs", 100);
}

void test_pairs_of_bodies_are_those_of_brute_force(void)
{
    run_set("bodies", 200);
}

void test_steps_of_any_world_stay_clean_and_do_the_same_in_a_copy(void)
{
    run_set("resolved steps", 40);
}

void test_traversals_come_to_everything_close(void)
{
    run_set("traversal, still", 120);
}

void test_traversals_come_to_everything_close_on_the_way(void)
{
    run_set("traversal, swept", 120);
}

void test_inflated_volumes_come_to_everything_close_ahead(void)
{
    run_set("traversal, inflated", 120);
}

void test_lazy_volumes_come_to_everything_close(void)
{
    run_set("traversal, lazy", 80);
}

void test_two_triangles_meet_when_exact_arithmetic_says_so(void)
{
    run_set("two triangles", 100);
}

void test_an_edge_crosses_a_face_when_exact_arithmetic_says_so(void)
{
    run_set("edge and face", 100);
}

void test_closest_points_are_within_their_bound(void)
{
    run_set("closest points", 100);
}

void test_closest_faces_are_within_their_bound(void)
{
    run_set("closest faces", 100);
}

/* A miss and an extra are told apart, and the first is named. */
void test_lists_that_differ_are_told_apart(void)
{
    const hem_pair expected[3] = {{1, 2}, {1, 5}, {4, 1}}, found[3] = {{1, 2}, {1, 3}, {4, 1}};
    soak_tally tally = {.cases = 0};
    soak_compare(&tally, "same", expected, 3, expected, 3);
    TEST_ASSERT_EQUAL(0, tally.misses + tally.extras);
    soak_compare(&tally, "different", expected, 3, found, 3);
    TEST_ASSERT_EQUAL(1, tally.misses);
    TEST_ASSERT_EQUAL(1, tally.extras);
    TEST_ASSERT_EQUAL_STRING("different: too much: pair 1, 3", tally.first);
    soak_compare(&tally, "short", expected, 3, found, 1);
    TEST_ASSERT_EQUAL(3, tally.misses);
    soak_compare(&tally, "long", expected, 0, found, 2);
    TEST_ASSERT_EQUAL(3, tally.extras);
}

void test_continuous_tests_miss_nothing(void)
{
    run_set("continuous tests", 20);
}

void test_continuous_tests_with_a_separation_miss_nothing(void)
{
    run_set("continuous tests, apart", 20);
}

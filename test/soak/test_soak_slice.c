/* A slice of the soak: the first seeds of every set. `make soak` goes on from there. */
#include "unity.h"

#include "soak/soak.h"
#include "test_scale.h"

#include <stdio.h>
#include <string.h>

TEST_SOURCE_FILE("src/base/arena.c")
TEST_SOURCE_FILE("src/base/orient.c")
TEST_SOURCE_FILE("src/base/real.c")
TEST_SOURCE_FILE("src/base/sort.c")
TEST_SOURCE_FILE("src/mesh/components.c")
TEST_SOURCE_FILE("src/mesh/cover.c")
TEST_SOURCE_FILE("src/mesh/face_groups.c")
TEST_SOURCE_FILE("src/mesh/mesh.c")
TEST_SOURCE_FILE("src/mesh/orphans.c")
TEST_SOURCE_FILE("src/mesh/topology.c")
TEST_SOURCE_FILE("src/tree/chords.c")
TEST_SOURCE_FILE("src/tree/cone.c")
TEST_SOURCE_FILE("src/tree/cones.c")
TEST_SOURCE_FILE("src/tree/fit.c")
TEST_SOURCE_FILE("src/tree/inflate.c")
TEST_SOURCE_FILE("src/tree/lanes.c")
TEST_SOURCE_FILE("src/tree/lazy.c")
TEST_SOURCE_FILE("src/tree/leaf_levels.c")
TEST_SOURCE_FILE("src/tree/leaves.c")
TEST_SOURCE_FILE("src/tree/levels.c")
TEST_SOURCE_FILE("src/tree/patch.c")
TEST_SOURCE_FILE("src/tree/patch_mend.c")
TEST_SOURCE_FILE("src/tree/refit.c")
TEST_SOURCE_FILE("src/tree/split.c")
TEST_SOURCE_FILE("src/tree/split_connected.c")
TEST_SOURCE_FILE("src/tree/split_plane.c")
TEST_SOURCE_FILE("src/tree/traverse.c")
TEST_SOURCE_FILE("src/tree/tree.c")
TEST_SOURCE_FILE("src/tree/volume.c")
TEST_SOURCE_FILE("src/narrow/beyond.c")
TEST_SOURCE_FILE("src/narrow/ccd.c")
TEST_SOURCE_FILE("src/narrow/ccd_certificate.c")
TEST_SOURCE_FILE("src/narrow/ccd_cubic.c")
TEST_SOURCE_FILE("src/narrow/ccd_fine.c")
TEST_SOURCE_FILE("src/narrow/ccd_fine_axes.c")
TEST_SOURCE_FILE("src/narrow/ccd_leave.c")
TEST_SOURCE_FILE("src/narrow/ccd_once.c")
TEST_SOURCE_FILE("src/narrow/ccd_search.c")
TEST_SOURCE_FILE("src/narrow/ccd_sure.c")
TEST_SOURCE_FILE("src/narrow/closest.c")
TEST_SOURCE_FILE("src/narrow/edge_face.c")
TEST_SOURCE_FILE("src/narrow/faces.c")
TEST_SOURCE_FILE("src/narrow/gjk.c")
TEST_SOURCE_FILE("src/narrow/narrow.c")
TEST_SOURCE_FILE("src/narrow/near_4.c")
TEST_SOURCE_FILE("src/narrow/triangle_flat.c")
TEST_SOURCE_FILE("src/narrow/triangle_pairs.c")
TEST_SOURCE_FILE("src/narrow/triangle_triangle.c")
TEST_SOURCE_FILE("src/detect/broad.c")
TEST_SOURCE_FILE("src/detect/broad_loose.c")
TEST_SOURCE_FILE("src/detect/broad_rows.c")
TEST_SOURCE_FILE("src/detect/broad_sort.c")
TEST_SOURCE_FILE("src/detect/broad_sweep.c")
TEST_SOURCE_FILE("src/detect/crossings.c")
TEST_SOURCE_FILE("src/detect/first_contact.c")
TEST_SOURCE_FILE("src/detect/intersect.c")
TEST_SOURCE_FILE("src/detect/leaf_pairs.c")
TEST_SOURCE_FILE("src/detect/near_faces.c")
TEST_SOURCE_FILE("src/detect/near_queue.c")
TEST_SOURCE_FILE("src/detect/pair_list.c")
TEST_SOURCE_FILE("src/detect/patch_cull.c")
TEST_SOURCE_FILE("src/detect/patch_view.c")
TEST_SOURCE_FILE("src/detect/represent.c")
TEST_SOURCE_FILE("src/detect/side.c")
TEST_SOURCE_FILE("ports/posix/port.c")
TEST_SOURCE_FILE("test/soak/soak.c")
TEST_SOURCE_FILE("test/soak/soak_bodies.c")
TEST_SOURCE_FILE("test/soak/soak_body.c")
TEST_SOURCE_FILE("test/soak/soak_ccd.c")
TEST_SOURCE_FILE("test/soak/soak_crossings.c")
TEST_SOURCE_FILE("test/soak/soak_intersect.c")
TEST_SOURCE_FILE("test/soak/soak_lazy.c")
TEST_SOURCE_FILE("test/soak/soak_narrow.c")
TEST_SOURCE_FILE("test/soak/soak_near.c")
TEST_SOURCE_FILE("test/soak/soak_near_faces.c")
TEST_SOURCE_FILE("test/soak/soak_pairs.c")
TEST_SOURCE_FILE("test/soak/soak_traverse.c")
TEST_SOURCE_FILE("test/support/broad_cases.c")
TEST_SOURCE_FILE("test/support/ccd_cases.c")
TEST_SOURCE_FILE("test/support/ccd_filter.c")
TEST_SOURCE_FILE("test/support/ccd_judge.c")
TEST_SOURCE_FILE("test/support/ccd_oracle.c")
TEST_SOURCE_FILE("test/support/ccd_poly.c")
TEST_SOURCE_FILE("test/support/ccd_sheets.c")
TEST_SOURCE_FILE("test/support/closest_oracle.c")
TEST_SOURCE_FILE("test/support/feature_oracle.c")
TEST_SOURCE_FILE("test/support/hull_oracle.c")
TEST_SOURCE_FILE("test/support/mesh_build.c")
TEST_SOURCE_FILE("test/support/mesh_cases.c")
TEST_SOURCE_FILE("test/support/narrow_cases.c")
TEST_SOURCE_FILE("test/support/orient_cases.c")
TEST_SOURCE_FILE("test/support/orient_oracle.c")
TEST_SOURCE_FILE("test/support/scene_oracle.c")
TEST_SOURCE_FILE("test/support/tree_build.c")
TEST_SOURCE_FILE("test/support/tree_cases.c")
TEST_SOURCE_FILE("test/support/tree_oracle.c")
TEST_SOURCE_FILE("test/support/triangle_oracle.c")

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

void test_pairs_of_bodies_are_those_of_brute_force(void)
{
    run_set("bodies", 200);
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

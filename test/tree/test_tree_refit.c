/* Volumes after every way of refitting: what a volume holds, bit for bit, and what it cost. */
#include "unity.h"

#include "hem/tree.h"
#include "scenes/scenes.h"
#include "test_scale.h"
#include "tree/fit.h"
#include "tree/traverse.h"
#include "tree_build.h"

#include <stdlib.h>
#include <string.h>

static tree_case now;
static tree_built built;
static hem_tree *tree;
static hem_vec3 *start, *end;

static void forget(void)
{
    tree_build_forget(&built, &now);
    free(start);
    free(end);
    start = end = NULL;
}

static void take(tree_case made)
{
    forget();
    now = made;
    start = malloc(now.mesh.vertex_count * sizeof *start);
    end = malloc(now.mesh.vertex_count * sizeof *end);
    tree_case_move(&now, 1, 0.05f, start);
    tree_case_move(&now, 2, 0.2f, end);
}

static void build(uint32_t settings)
{
    tree = tree_build_next(&built, &now, settings);
}

void setUp(void)
{
}

void tearDown(void)
{
    forget();
}

/* ------------------------------------------------------------------------------- what is held */

/* The volume of some leaves, point by point. */
static hem_volume direct_fit(uint32_t first, uint32_t last, const hem_fit_points *points)
{
    hem_volume volume = hem_volume_empty();
    const uint32_t *begin = hem_tree_leaf_begin(tree);
    for (uint32_t i = begin[first]; i < begin[last]; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = now.mesh.triangles[3 * hem_tree_order(tree)[i] + k];
            hem_volume_insert(&volume, tree->axis_count, points->start[v]);
            if (points->end != NULL) {
                hem_volume_insert(&volume, tree->axis_count, points->end[v]);
            }
        }
    }
    return volume;
}

static void assert_same_volume(const hem_volume *expected, const hem_volume *actual)
{
    for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
        TEST_ASSERT_EQUAL_HEX32_MESSAGE(hem_float_bits(expected->low[axis]),
                                        hem_float_bits(actual->low[axis]), built.name);
        TEST_ASSERT_EQUAL_HEX32_MESSAGE(hem_float_bits(expected->high[axis]),
                                        hem_float_bits(actual->high[axis]), built.name);
    }
}

/* Every volume of these groups is the one fitted point by point, and unused ones are empty. */
static void assert_fits(uint32_t group_end, const hem_fit_points *points)
{
    for (uint32_t lane = 0; lane < 4u * group_end; lane++) {
        hem_volume expected =
            direct_fit(hem_tree_first_leaf(tree)[lane], hem_tree_end_leaf(tree)[lane], points);
        hem_volume actual = hem_volume_of(tree, lane / 4u, lane % 4u);
        assert_same_volume(&expected, &actual);
    }
    hem_volume root = hem_volume_empty(), expected = direct_fit(0, tree->leaf_count, points);
    memcpy(root.low, tree->root_low, sizeof root.low);
    memcpy(root.high, tree->root_high, sizeof root.high);
    assert_same_volume(&expected, &root);
}

/* Merging what is below gives the same as fitting all points (002-5, 000-10). */
void test_a_refit_gives_every_volume_as_if_fitted_point_by_point(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        take(tree_case_make(c));
        for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
            build(s);
            assert_fits(tree->group_count, &(hem_fit_points){.start = now.positions, .end = NULL});
            TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit(tree, start, NULL, now.mesh.vertex_count));
            assert_fits(tree->group_count, &(hem_fit_points){.start = start, .end = NULL});
            TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit(tree, start, end, now.mesh.vertex_count));
            assert_fits(tree->group_count, &(hem_fit_points){.start = start, .end = end});
        }
    }
    for (uint32_t i = 0; i < hem_test_count(300); i++) {
        take(tree_case_random(i));
        build(i * 7u % TREE_SETTINGS);
        TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit(tree, start, end, now.mesh.vertex_count));
        assert_fits(tree->group_count, &(hem_fit_points){.start = start, .end = end});
    }
}

/* In exact arithmetic, for any point of any triangle on its way: corner axes with room to spare,
 * the others to within the one rounding that keeps order. */
void test_a_volume_holds_every_point_of_a_moving_triangle(void)
{
    test_random random = {5};
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        take(tree_case_make(c));
        for (uint32_t k = 0; k < 4; k++) {
            build(4u * k + 1u);
            TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit(tree, start, end, now.mesh.vertex_count));
            for (uint32_t i = 0; i < hem_test_count(2000); i++) {
                uint32_t lane = random_below(&random, 4u * tree->group_count);
                uint32_t from = hem_tree_first_leaf(tree)[lane], to = hem_tree_end_leaf(tree)[lane];
                if (from == to) {
                    continue;
                }
                const uint32_t *begin = hem_tree_leaf_begin(tree);
                uint32_t at = begin[from] + random_below(&random, begin[to] - begin[from]);
                const uint32_t *v = now.mesh.triangles + 3 * hem_tree_order(tree)[at];
                double t = random_below(&random, 17) / 16.0;
                double weight[3] = {random_below(&random, 5), random_below(&random, 5), 1};
                double sum = weight[0] + weight[1] + weight[2];
                hem_volume volume = hem_volume_of(tree, lane / 4u, lane % 4u);
                for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
                    tree_axis n = tree_axis_at(tree->axis_count, axis);
                    double place = 0;
                    for (uint32_t j = 0; j < 3; j++) {
                        place += weight[j] / sum *
                                 ((1 - t) * tree_case_project(start[v[j]], n.x, n.y, n.z) +
                                  t * tree_case_project(end[v[j]], n.x, n.y, n.z));
                    }
                    bool corner = n.x != 0 && n.y != 0 && n.z != 0;
                    double slack = corner ? 0 : (place < 0 ? -place : place) / 16777216.0;
                    slack += 1e-12;
                    TEST_ASSERT_TRUE_MESSAGE((double)volume.low[axis] - slack <= place &&
                                                 place <= (double)volume.high[axis] + slack,
                                             built.name);
                }
            }
        }
    }
}

/* -0 and 0 are one place, whichever vertex comes first. */
void test_zeros_of_both_signs_give_the_same_bits(void)
{
    take(tree_case_make(TREE_CASE_TWO_JOINED));
    for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
        build(s);
        for (uint32_t v = 0; v < 4; v++) {
            start[v] = (hem_vec3){v % 2u == 0 ? 0.0f : -0.0f, -0.0f, v < 2 ? -0.0f : 0.0f};
            end[v] = (hem_vec3){0.0f, 0.0f, 0.0f};
        }
        TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit(tree, end, NULL, 4));
        uint64_t expected = hem_tree_hash(tree);
        TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit(tree, start, NULL, 4));
        TEST_ASSERT_EQUAL_HEX64_MESSAGE(expected, hem_tree_hash(tree), built.name);
    }
}

/* leaf_extent bounds every leaf; with boxes it is the longest side. */
void test_no_leaf_is_longer_than_the_extent(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        take(tree_case_make(c));
        for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
            build(s);
            TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit(tree, start, end, now.mesh.vertex_count));
            float longest = 0;
            for (uint32_t l = 0; l < tree->leaf_count; l++) {
                hem_volume box = hem_volume_empty();
                const uint32_t *begin = hem_tree_leaf_vertex_begin(tree);
                for (uint32_t i = begin[l]; i < begin[l + 1]; i++) {
                    hem_volume_insert(&box, 3, start[hem_tree_leaf_vertices(tree)[i]]);
                    hem_volume_insert(&box, 3, end[hem_tree_leaf_vertices(tree)[i]]);
                }
                for (uint32_t axis = 0; axis < 3; axis++) {
                    longest = hem_max(longest, box.high[axis] - box.low[axis]);
                }
            }
            if (tree->axis_count == 4) {
                TEST_ASSERT_TRUE_MESSAGE(longest <= tree->leaf_extent, built.name);
            } else {
                TEST_ASSERT_EQUAL_FLOAT_MESSAGE(longest, tree->leaf_extent, built.name);
            }
        }
    }
}

/* ---------------------------------------------------------------------------------- on demand */

/* Whatever is reached is as after a whole refit. */
void test_what_is_fitted_on_demand_is_the_same(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        take(tree_case_make(c));
        hem_fit_points points = {.start = start, .end = c % 2u == 0 ? end : NULL};
        for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
            build(s);
            for (uint32_t mode = HEM_REFIT_TOP_DOWN; mode < HEM_REFITS; mode++) {
                for (uint32_t levels = 1; levels < 5; levels += 3) {
                    hem_fit fit;
                    hem_fit_start(&fit, tree, &points, (hem_tree_refit_mode)mode, levels);
                    for (uint32_t g = 0; g < tree->group_count; g++) {
                        hem_fit_group(&fit, g);
                    }
                    assert_fits(tree->group_count, &points);
                    TEST_ASSERT_EQUAL_MESSAGE(tree->volume_count, fit.volumes_fitted, built.name);
                }
            }
        }
    }
}

void test_a_pass_leaves_what_it_does_not_reach_as_it_was(void)
{
    take(tree_case_make(TREE_CASE_WAVES));
    hem_fit_points points = {.start = start, .end = NULL};
    for (uint32_t s = 16; s < TREE_SETTINGS; s++) {
        build(s);
        hem_fit fit;
        hem_fit_start(&fit, tree, &points, HEM_REFIT_TOP_DOWN, 1);
        TEST_ASSERT_EQUAL(1, fit.volumes_fitted);
        TEST_ASSERT_EQUAL(1, tree->partial);
        hem_fit_group(&fit, 0);
        assert_fits(1, &points);
        for (uint32_t lane = 4u * tree->groups_per_node; lane < 4u * tree->group_count; lane++) {
            hem_volume before =
                direct_fit(hem_tree_first_leaf(tree)[lane], hem_tree_end_leaf(tree)[lane],
                           &(hem_fit_points){.start = now.positions, .end = NULL});
            hem_volume after = hem_volume_of(tree, lane / 4u, lane % 4u);
            assert_same_volume(&before, &after);
        }
        TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit(tree, start, NULL, now.mesh.vertex_count));
        TEST_ASSERT_EQUAL(0, tree->partial);
    }
}

void test_the_upper_half_of_a_hybrid_refit_is_fitted_at_once(void)
{
    take(tree_case_make(TREE_CASE_WAVES));
    hem_fit_points points = {.start = start, .end = end};
    for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
        build(s);
        hem_fit fit;
        hem_fit_start(&fit, tree, &points, HEM_REFIT_HYBRID, 1);
        uint32_t upper = tree->level_begin[tree->depth / 2u];
        assert_fits(upper, &points);
        uint32_t volumes = 1;
        for (uint32_t lane = 0; lane < 4u * upper; lane++) {
            volumes += hem_tree_child(tree)[lane] != HEM_NONE;
        }
        TEST_ASSERT_EQUAL_MESSAGE(volumes, fit.volumes_fitted, built.name);
    }
}

/* When the numbers of passes run out, nothing of the past counts as fitted. */
void test_pass_numbers_may_run_out(void)
{
    take(tree_case_make(TREE_CASE_WAVES));
    build(1);
    hem_fit_points before = {.start = start, .end = NULL}, after = {.start = end};
    hem_fit fit;
    for (uint32_t i = 0; i < 4; i++) {
        tree->pass = i == 0 ? 0 : i == 1 ? UINT32_MAX - 1u : tree->pass;
        hem_fit_points *points = i % 2u == 0 ? &before : &after;
        hem_fit_start(&fit, tree, points, HEM_REFIT_TOP_DOWN, 1);
        for (uint32_t g = 0; g < tree->group_count; g++) {
            hem_fit_group(&fit, g);
        }
        assert_fits(tree->group_count, points);
    }
}

/* E7: sixteen triangles in a row, a binary tree of 31 volumes on five levels, and a triangle that
 * crosses the sixth. Three levels bottom-up, then two volumes on each of the other two (003-5). */
static tree_case scene_body_case(uint32_t body)
{
    tree_case made = {.mesh = mesh_case_empty("E7")};
    scene_body info;
    TEST_ASSERT_TRUE(scene_describe_body(SCENE_E7_HYBRID, SCENE_FULL, body, &info));
    made.mesh.vertex_count = info.vertex_count;
    made.mesh.triangle_count = info.triangle_count;
    free(made.mesh.triangles);
    made.mesh.triangles = malloc(3 * info.triangle_count * sizeof(uint32_t));
    made.positions = malloc(info.vertex_count * sizeof *made.positions);
    scene_mesh mesh = scene_mesh_over(made.positions, info.vertex_count, made.mesh.triangles,
                                      info.triangle_count);
    TEST_ASSERT_TRUE(scene_build_body(SCENE_E7_HYBRID, SCENE_FULL, body, 0.0f, &mesh));
    return made;
}

void test_the_hybrid_example_updates_11_of_31_volumes(void)
{
    tree_case probe = scene_body_case(1);
    now = scene_body_case(0);
    for (uint32_t builder = HEM_BUILD_LONGEST_SIDE; builder < HEM_BUILDERS; builder++) {
        uint32_t s = 16u * builder; /* boxes, two children */
        build(s);
        tree_built other = tree_build(&probe, tree_settings_at(s));
        TEST_ASSERT_EQUAL_MESSAGE(31, tree->volume_count, built.name);
        TEST_ASSERT_EQUAL_MESSAGE(4, tree->depth, built.name);
        uint32_t expected[HEM_REFITS] = {31, 9, 11};
        for (uint32_t mode = 0; mode < HEM_REFITS; mode++) {
            hem_fit fit;
            hem_traversal walk;
            hem_traverse_entry stack[64];
            hem_pair pairs[4];
            hem_fit_start(&fit, tree, &(hem_fit_points){.start = now.positions, .end = NULL},
                          (hem_tree_refit_mode)mode, 1);
            hem_traverse_def def = {.a = tree, .b = other.tree, .fit_a = &fit};
            TEST_ASSERT_LESS_OR_EQUAL_UINT32(64, hem_traverse_room(tree, other.tree));
            hem_traverse_start_with(&walk, &def, stack);
            TEST_ASSERT_EQUAL_MESSAGE(1, hem_traverse_next(&walk, pairs, 4), built.name);
            TEST_ASSERT_EQUAL(5, hem_tree_order(tree)[pairs[0].first]);
            TEST_ASSERT_EQUAL_MESSAGE(expected[mode], fit.volumes_fitted, built.name);
        }
        tree_build_free(&other);
    }
    tree_case_free(&probe);
}

/* -------------------------------------------------------------------------------- bad input */

void test_a_refit_refuses_what_it_must_and_changes_nothing(void)
{
    take(tree_case_make(TREE_CASE_WAVES));
    uint32_t count = now.mesh.vertex_count;
    for (uint32_t s = 0; s < TREE_SETTINGS; s += 5) {
        build(s);
        uint64_t hash = hem_tree_hash(tree);
        TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_refit(NULL, start, NULL, count));
        TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_refit(tree, NULL, end, count));
        TEST_ASSERT_EQUAL(HEM_BAD_COUNT, hem_tree_refit(tree, start, NULL, count - 1));
        TEST_ASSERT_EQUAL(HEM_BAD_COUNT, hem_tree_refit(tree, start, NULL, count + 1));
        static const uint32_t bad[] = {0x7FC00000u, 0x7F800000u, 0xFF800000u, 0x45800000u};
        for (uint32_t i = 0; i < 4u * 3u * count; i += 17) {
            float *at = &start[0].x + i / 4u;
            float kept = *at;
            *at = hem_bits_float(bad[i % 4u]);
            TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_tree_refit(tree, start, NULL, count));
            TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_tree_refit(tree, end, start, count));
            *at = kept;
        }
        TEST_ASSERT_EQUAL_HEX64(hash, hem_tree_hash(tree));
    }
}

void test_the_first_point_that_no_tree_can_be_fitted_to_is_named(void)
{
    take(tree_case_make(TREE_CASE_WAVES));
    build(0);
    uint32_t count = now.mesh.vertex_count;
    hem_detail detail = {5, 5};
    TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_check_points(NULL, start, count, &detail));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_check_points(tree, NULL, count, &detail));
    TEST_ASSERT_EQUAL(HEM_BAD_COUNT, hem_tree_check_points(tree, start, count - 1, &detail));
    TEST_ASSERT_EQUAL_UINT32(HEM_NONE, detail.index);
    TEST_ASSERT_EQUAL(HEM_OK, hem_tree_check_points(tree, start, count, &detail));
    TEST_ASSERT_EQUAL_UINT32(HEM_NONE, detail.index);
    static const uint32_t bad[] = {0x7FC00000u, 0x7F800000u, 0xFF800000u, 0x45800000u, 0xC5800000u};
    start[count - 1u].z = hem_bits_float(bad[0]);
    for (uint32_t i = 0; i < 3u * (count - 1u); i++) {
        float *at = &start[0].x + i;
        float kept = *at;
        *at = hem_bits_float(bad[i % 5u]);
        hem_status status = hem_tree_check_points(tree, start, count, &detail);
        TEST_ASSERT_EQUAL(i % 5u < 3u ? HEM_NOT_FINITE : HEM_OUT_OF_RANGE, status);
        TEST_ASSERT_EQUAL_UINT32(i / 3u, detail.index);
        TEST_ASSERT_EQUAL(status, hem_tree_check_points(tree, start, count, NULL));
        *at = kept;
    }
    TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_tree_check_points(tree, start, count, &detail));
    TEST_ASSERT_EQUAL_UINT32(count - 1u, detail.index);
}

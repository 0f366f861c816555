/* Volumes and motion: inflation by velocity cones holds every path, oriented is no larger than all
 * around, and lazy refits find every pair closer than epsilon - 2 b while leaving volumes alone. */
#include "unity.h"

#include "hem/tree.h"
#include "test_scale.h"
#include "tree/lazy.h"
#include "tree/traverse.h"
#include "tree_build.h"
#include "tree_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static tree_case now;
static tree_built built;
static hem_tree *tree;
static hem_vec3 *positions, *velocities, *previous;
static uint8_t *memory;

static void forget(void)
{
    tree_build_forget(&built, &now);
    free(positions);
    free(velocities);
    free(previous);
    free(memory);
    positions = velocities = previous = NULL;
    memory = NULL;
}

/* A case with velocities: nearly one direction, or any, some at rest. */
static void take(tree_case made, uint32_t seed, float spread)
{
    forget();
    now = made;
    uint32_t count = now.mesh.vertex_count;
    positions = malloc(count * sizeof *positions);
    velocities = malloc(count * sizeof *velocities);
    previous = malloc(count * sizeof *previous);
    memcpy(positions, now.positions, count * sizeof *positions);
    test_random random = {seed};
    hem_vec3 main_way = {random_float(&random, -1, 1), random_float(&random, -1, 1),
                         random_float(&random, -1, 1)};
    for (uint32_t v = 0; v < count; v++) {
        velocities[v] = (hem_vec3){main_way.x + random_float(&random, -spread, spread),
                                   main_way.y + random_float(&random, -spread, spread),
                                   main_way.z + random_float(&random, -spread, spread)};
        if (v % 11u == 5u) {
            velocities[v] = (hem_vec3){0, 0, 0};
        }
    }
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

/* ---------------------------------------------------------------------------------- inflation */

static hem_tree_ahead ahead(float time, hem_tree_inflation inflation)
{
    return (hem_tree_ahead){positions, velocities, now.mesh.vertex_count, time, inflation};
}

/* Every vertex, and so every triangle, at any time of the way, in double. */
static void assert_holds_the_way(float time)
{
    for (uint32_t lane = 0; lane < 4u * tree->group_count; lane++) {
        hem_volume volume = hem_volume_of(tree, lane / 4u, lane % 4u);
        uint32_t first = hem_tree_first_leaf(tree)[lane], end = hem_tree_end_leaf(tree)[lane];
        const uint32_t *begin = hem_tree_leaf_vertex_begin(tree);
        for (uint32_t i = begin[first]; i < begin[end]; i++) {
            uint32_t v = hem_tree_leaf_vertices(tree)[i];
            for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
                tree_axis n = tree_axis_at(tree->axis_count, axis);
                double place = tree_case_project(positions[v], n.x, n.y, n.z);
                double speed = tree_case_project(velocities[v], n.x, n.y, n.z);
                /* One rounding of the position keeps order and is not widened for. */
                double slack = 6e-8 * fabs(place);
                for (uint32_t step = 0; step <= 4; step++) {
                    double at = place + speed * (double)time * step / 4.0;
                    TEST_ASSERT_TRUE_MESSAGE((double)volume.low[axis] - slack <= at &&
                                                 at <= (double)volume.high[axis] + slack,
                                             built.name);
                }
            }
        }
    }
}

void test_inflated_volumes_hold_where_the_velocities_lead(void)
{
    static const float spreads[] = {0.0f, 0.1f, 1.0f, 3.0f};
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        for (uint32_t i = 0; i < 4; i++) {
            take(tree_case_make(c), 10u * c + i, spreads[i]);
            for (uint32_t s = (c + i) % 8u; s < TREE_SETTINGS; s += 8) {
                build(s);
                for (uint32_t inflation = 1; inflation < HEM_INFLATIONS; inflation++) {
                    float time = i == 0 ? 0.0f : 0.01f * (float)(1u << i);
                    hem_tree_ahead in = ahead(time, (hem_tree_inflation)inflation);
                    TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit_ahead(tree, &in));
                    assert_holds_the_way(time);
                }
            }
        }
    }
}

/* What is on demand is inflated alike. */
void test_inflation_on_demand_gives_the_same_volumes(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        take(tree_case_make(c), c, 0.3f);
        for (uint32_t s = c % 8u; s < TREE_SETTINGS; s += 8) {
            build(s);
            hem_tree_ahead in = ahead(0.02f, HEM_INFLATE_ORIENTED);
            TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit_ahead(tree, &in));
            size_t bytes = 8u * (size_t)tree->axis_count * tree->group_count * sizeof(float);
            float *expected = malloc(bytes);
            memcpy(expected, hem_tree_volumes(tree), bytes);
            hem_fit_points points = {.start = positions,
                                     .velocities = velocities,
                                     .time = 0.02f,
                                     .inflation = HEM_INFLATE_ORIENTED};
            for (uint32_t mode = 0; mode < HEM_REFITS; mode++) {
                hem_fit fit;
                TEST_ASSERT_EQUAL(HEM_OK,
                                  hem_tree_refit(tree, positions, NULL, now.mesh.vertex_count));
                hem_fit_start(&fit, tree, &points, (hem_tree_refit_mode)mode, 1);
                for (uint32_t g = 0; g < tree->group_count && tree->partial != 0; g++) {
                    hem_fit_group(&fit, g);
                }
                TEST_ASSERT_EQUAL_MEMORY_MESSAGE(expected, hem_tree_volumes(tree), bytes,
                                                 built.name);
            }
            free(expected);
        }
    }
}

/* Swept volumes can be inflated too: from the end on, the velocities lead further. */
void test_swept_volumes_are_inflated_around_both_ends(void)
{
    take(tree_case_make(TREE_CASE_WAVES), 3, 0.5f);
    tree_case_move(&now, 8, 0.05f, previous);
    for (uint32_t s = 0; s < TREE_SETTINGS; s += 3) {
        build(s);
        hem_fit_points points = {.start = previous,
                                 .end = positions,
                                 .velocities = velocities,
                                 .time = 0.03f,
                                 .inflation = HEM_INFLATE_ORIENTED};
        hem_tree_refit_all(tree, &points);
        assert_holds_the_way(0.03f);
        hem_vec3 *kept = positions;
        positions = previous;
        assert_holds_the_way(0.0f);
        positions = kept;
    }
}

/* Oriented is inside all around; with one direction it leaves the other sides alone (002-4). */
void test_oriented_inflation_is_no_larger_than_all_around(void)
{
    double oriented_sum = 0, around_sum = 0;
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        take(tree_case_make(c), c, 0.1f);
        for (uint32_t s = c % 8u; s < TREE_SETTINGS; s += 8) {
            build(s);
            tree_built other = tree_build(&now, tree_settings_at(s));
            hem_tree_ahead oriented = ahead(0.02f, HEM_INFLATE_ORIENTED);
            hem_tree_ahead around = ahead(0.02f, HEM_INFLATE_ALL_AROUND);
            TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit_ahead(tree, &oriented));
            TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit_ahead(other.tree, &around));
            for (uint32_t lane = 0; lane < 4u * tree->group_count; lane++) {
                hem_volume small = hem_volume_of(tree, lane / 4u, lane % 4u);
                hem_volume large = hem_volume_of(other.tree, lane / 4u, lane % 4u);
                for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
                    TEST_ASSERT_TRUE_MESSAGE(large.low[axis] <= small.low[axis] &&
                                                 small.high[axis] <= large.high[axis],
                                             built.name);
                    if (small.low[axis] <= small.high[axis]) {
                        oriented_sum += (double)small.high[axis] - (double)small.low[axis];
                        around_sum += (double)large.high[axis] - (double)large.low[axis];
                    }
                }
            }
            tree_build_free(&other);
        }
    }
    TEST_ASSERT_TRUE(oriented_sum < around_sum);
}

void test_no_time_or_no_velocity_means_no_inflation(void)
{
    take(tree_case_make(TREE_CASE_WAVES), 1, 0.5f);
    for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
        build(s);
        uint64_t plain = hem_tree_hash(tree);
        hem_tree_ahead in = ahead(0.0f, HEM_INFLATE_ORIENTED);
        TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit_ahead(tree, &in));
        TEST_ASSERT_EQUAL_HEX64_MESSAGE(plain, hem_tree_hash(tree), built.name);
        in = ahead(1.0f, HEM_INFLATE_NONE);
        TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit_ahead(tree, &in));
        TEST_ASSERT_EQUAL_HEX64_MESSAGE(plain, hem_tree_hash(tree), built.name);
        memset(velocities, 0, now.mesh.vertex_count * sizeof *velocities);
        in = ahead(1.0f, HEM_INFLATE_ALL_AROUND);
        TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit_ahead(tree, &in));
        TEST_ASSERT_EQUAL_HEX64_MESSAGE(plain, hem_tree_hash(tree), built.name);
    }
}

void test_a_refit_ahead_refuses_what_it_must(void)
{
    take(tree_case_make(TREE_CASE_WAVES), 1, 0.5f);
    build(1);
    uint64_t hash = hem_tree_hash(tree);
    hem_tree_ahead good = ahead(0.1f, HEM_INFLATE_ORIENTED), in = good;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_refit_ahead(NULL, &in));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_refit_ahead(tree, NULL));
    in.positions = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_refit_ahead(tree, &in));
    in = good;
    in.velocities = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_refit_ahead(tree, &in));
    in = good;
    in.vertex_count--;
    TEST_ASSERT_EQUAL(HEM_BAD_COUNT, hem_tree_refit_ahead(tree, &in));
    in = good;
    in.inflation = HEM_INFLATIONS;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_tree_refit_ahead(tree, &in));
    static const uint32_t bad[] = {0x7FC00000u, 0x7F800000u, 0xFF800000u, 0xBF800000u};
    for (uint32_t i = 0; i < 4; i++) {
        in = good;
        in.time = hem_bits_float(bad[i]);
        TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_tree_refit_ahead(tree, &in));
        if (i < 3) {
            velocities[7].y = hem_bits_float(bad[i]);
            TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_tree_refit_ahead(tree, &good));
            velocities[7].y = 0.0f;
            positions[9].z = hem_bits_float(bad[i]);
            TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_tree_refit_ahead(tree, &good));
            positions[9].z = 0.0f;
        }
    }
    TEST_ASSERT_EQUAL_HEX64(hash, hem_tree_hash(tree));
}

/* --------------------------------------------------------------------------------------- lazy */

static hem_lazy lazy;
static hem_arena arena;

static void take_lazy(void)
{
    free(memory);
    uint32_t bytes = hem_lazy_bytes(tree);
    memory = aligned_alloc(HEM_ALIGN, bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, memory, bytes - 1u));
    TEST_ASSERT_FALSE(hem_lazy_take(&lazy, tree, &arena));
    TEST_ASSERT_EQUAL(0, arena.used);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, memory, bytes));
    TEST_ASSERT_TRUE(hem_lazy_take(&lazy, tree, &arena));
}

/* Every vertex is at most the slack outside of every volume above it. */
static void assert_within_slack(void)
{
    for (uint32_t lane = 0; lane < 4u * tree->group_count; lane++) {
        hem_volume volume = hem_volume_of(tree, lane / 4u, lane % 4u);
        const uint32_t *begin = hem_tree_leaf_vertex_begin(tree);
        uint32_t first = hem_tree_first_leaf(tree)[lane], end = hem_tree_end_leaf(tree)[lane];
        for (uint32_t i = begin[first]; i < begin[end]; i++) {
            uint32_t v = hem_tree_leaf_vertices(tree)[i];
            for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
                tree_axis n = tree_axis_at(tree->axis_count, axis);
                double place = tree_case_project(positions[v], n.x, n.y, n.z);
                double length = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
                double slack = length * (double)lazy.slack + 6e-8 * fabs(place) + 1e-15;
                TEST_ASSERT_TRUE_MESSAGE((double)volume.low[axis] - slack <= place &&
                                             place <= (double)volume.high[axis] + slack,
                                         built.name);
            }
        }
    }
}

static void move_on(float time, test_random *random)
{
    memcpy(previous, positions, now.mesh.vertex_count * sizeof *positions);
    for (uint32_t v = 0; v < now.mesh.vertex_count; v++) {
        positions[v] = hem_vec3_snap(hem_add_scaled(positions[v], time, velocities[v]));
        if (random != NULL) {
            hem_vec3 change = {random_float(random, -0.05f, 0.05f),
                               random_float(random, -0.05f, 0.05f),
                               random_float(random, -0.05f, 0.05f)};
            velocities[v] = hem_add(velocities[v], change);
        }
    }
}

/* Pairs of triangles closer than a distance must be in the leaf pairs of a walk with epsilon. */
static void assert_none_missed(float epsilon, double distance)
{
    uint32_t f = tree->triangle_count;
    bool *met = calloc((size_t)f * f, sizeof *met);
    hem_traversal walk;
    hem_traverse_entry *stack = malloc(hem_traverse_room(tree, tree) * sizeof *stack);
    hem_traverse_start(&walk, tree, tree, epsilon, stack);
    hem_pair pair;
    while (hem_traverse_next(&walk, &pair, 1) == 1) {
        const uint32_t *a = hem_tree_leaf_begin(tree) + pair.first;
        const uint32_t *b = hem_tree_leaf_begin(tree) + pair.second;
        for (uint32_t i = a[0]; i < a[1]; i++) {
            for (uint32_t j = b[0]; j < b[1]; j++) {
                uint32_t s = hem_tree_order(tree)[i], t = hem_tree_order(tree)[j];
                met[(size_t)s * f + t] = met[(size_t)t * f + s] = true;
            }
        }
    }
    for (uint32_t s = 0; s < f; s++) {
        for (uint32_t t = s; t < f; t++) {
            hem_vec3 a[3], b[3];
            for (uint32_t k = 0; k < 3; k++) {
                a[k] = positions[now.mesh.triangles[3 * s + k]];
                b[k] = positions[now.mesh.triangles[3 * t + k]];
            }
            if (!met[(size_t)s * f + t] && tree_oracle_gap(a, b) < distance) {
                TEST_ASSERT_TRUE_MESSAGE(tree_oracle_distance(a, b) >= distance, built.name);
            }
        }
    }
    free(stack);
    free(met);
}

static const uint32_t lazy_cases[] = {TREE_CASE_SINGLE, TREE_CASE_WAVES,  TREE_CASE_FOLDED,
                                      TREE_CASE_LOOSE,  TREE_CASE_SPHERE, TREE_CASE_SOUP};

/* A part of the mesh moves, the rest hardly. */
static void slow_down_most(void)
{
    for (uint32_t v = 0; v < now.mesh.vertex_count; v++) {
        if (v > now.mesh.vertex_count / 5u) {
            velocities[v] = hem_scale(0.01f, velocities[v]);
        }
    }
}

void test_a_measured_lazy_refit_misses_nothing_closer_than_epsilon_less_two_slacks(void)
{
    const float epsilon = 0.02f, slack = 0.006f;
    uint64_t kept = 0;
    for (uint32_t c = 0; c < sizeof lazy_cases / sizeof lazy_cases[0]; c++) {
        for (uint32_t s = c % 9u; s < TREE_SETTINGS; s += 9) {
            take(tree_case_make(lazy_cases[c]), c + s, 0.3f);
            slow_down_most();
            test_random random = {s};
            build(s);
            take_lazy();
            hem_lazy_start(&lazy, slack, positions, NULL);
            for (uint32_t step = 0; step < 12; step++) {
                move_on(0.002f, &random);
                hem_lazy_refit_measured(&lazy, positions, previous);
                assert_within_slack();
                kept += lazy.leaves_kept;
                if (step % 6u == 5u) {
                    assert_none_missed(epsilon, (double)(epsilon - 2.0f * slack));
                }
            }
        }
    }
    TEST_ASSERT_GREATER_THAN(1000, kept);
}

void test_a_lazy_refit_by_speed_misses_nothing_while_speeds_do_not_grow(void)
{
    const float epsilon = 0.02f, slack = 0.006f;
    uint64_t kept = 0, fitted = 0;
    for (uint32_t c = 0; c < sizeof lazy_cases / sizeof lazy_cases[0]; c++) {
        for (uint32_t s = c % 9u; s < TREE_SETTINGS; s += 9) {
            take(tree_case_make(lazy_cases[c]), c + s, 0.3f);
            slow_down_most();
            build(s);
            take_lazy();
            hem_lazy_start(&lazy, slack, positions, velocities);
            for (uint32_t step = 0; step < 20; step++) {
                move_on(0.002f, NULL);
                hem_lazy_refit_by_speed(&lazy, positions, velocities, 0.002f);
                assert_within_slack();
                kept += lazy.leaves_kept;
                fitted += lazy.leaves_fitted;
                if (step % 10u == 9u) {
                    assert_none_missed(epsilon, (double)(epsilon - 2.0f * slack));
                }
            }
        }
    }
    TEST_ASSERT_GREATER_THAN(2 * fitted, kept);
    TEST_ASSERT_GREATER_THAN(0, fitted);
}

/* Whatever was kept or fitted, the volumes above are those of the volumes below. */
void test_lazy_volumes_are_merged_from_those_below(void)
{
    take(tree_case_make(TREE_CASE_WAVES), 4, 0.3f);
    slow_down_most();
    for (uint32_t s = 0; s < TREE_SETTINGS; s += 3) {
        build(s);
        take_lazy();
        hem_lazy_start(&lazy, 0.004f, positions, velocities);
        for (uint32_t step = 0; step < 8; step++) {
            move_on(0.002f, NULL);
            hem_lazy_refit_by_speed(&lazy, positions, velocities, 0.002f);
            for (uint32_t lane = 0; lane < 4u * tree->group_count; lane++) {
                uint32_t child = hem_tree_child(tree)[lane];
                if ((child & HEM_IS_LEAF) == 0) {
                    hem_volume above = hem_volume_of(tree, lane / 4u, lane % 4u);
                    hem_volume below = hem_volume_of_node(tree, child);
                    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(below.low, above.low,
                                                     tree->axis_count * sizeof(float), built.name);
                    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(below.high, above.high,
                                                     tree->axis_count * sizeof(float), built.name);
                }
            }
            hem_volume root = hem_volume_of_node(tree, 0);
            TEST_ASSERT_EQUAL_MEMORY(root.low, tree->root_low, tree->axis_count * sizeof(float));
            TEST_ASSERT_EQUAL_MEMORY(root.high, tree->root_high, tree->axis_count * sizeof(float));
        }
    }
}

void test_what_rests_is_never_fitted_again(void)
{
    take(tree_case_make(TREE_CASE_WAVES), 4, 0.3f);
    memset(velocities, 0, now.mesh.vertex_count * sizeof *velocities);
    for (uint32_t s = 0; s < TREE_SETTINGS; s += 7) {
        build(s);
        take_lazy();
        hem_lazy_start(&lazy, 0.001f, positions, velocities);
        TEST_ASSERT_EQUAL(tree->volume_count, lazy.volumes_fitted);
        for (uint32_t step = 0; step < 100; step++) {
            hem_lazy_refit_by_speed(&lazy, positions, velocities, 1.0f);
            TEST_ASSERT_EQUAL(0, lazy.volumes_fitted);
            TEST_ASSERT_EQUAL(tree->leaf_count, lazy.leaves_kept);
            hem_lazy_refit_measured(&lazy, positions, positions);
            TEST_ASSERT_EQUAL(0, lazy.volumes_fitted);
        }
    }
}

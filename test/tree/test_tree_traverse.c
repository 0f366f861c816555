/* Traversals: the pairs of leaves that come out are those whose volumes overlap, each once, in
 * every combination of k, degree, builder, refit and rule; and no pair of triangles that is closer
 * than epsilon is missed. */
#include "unity.h"

#include "hem/tree.h"
#include "test_scale.h"
#include "tree/traverse.h"
#include "tree_build.h"
#include "tree_oracle.h"

#include <stdlib.h>

/* One side: a case, where its vertices are now, and its tree. */
typedef struct side {
    tree_case made;
    tree_built built;
    hem_vec3 *positions;
} side;

static side a, b;

static void forget_side(side *of)
{
    tree_build_free(&of->built);
    tree_case_free(&of->made);
    free(of->positions);
    of->positions = NULL;
}

static void take(side *of, tree_case made, uint32_t seed, float distance)
{
    forget_side(of);
    of->made = made;
    of->positions = malloc(made.mesh.vertex_count * sizeof *of->positions);
    tree_case_move(&made, seed, distance, of->positions);
}

static void build(side *of, uint32_t settings)
{
    tree_build_free(&of->built);
    of->built = tree_build(&of->made, tree_settings_at(settings));
}

static void refit(const side *of)
{
    TEST_ASSERT_EQUAL(
        HEM_OK, hem_tree_refit(of->built.tree, of->positions, NULL, of->made.mesh.vertex_count));
}

void setUp(void)
{
}

void tearDown(void)
{
    forget_side(&a);
    forget_side(&b);
}

/* -------------------------------------------------------------------------- pairs, both ways */

typedef struct pair_list {
    hem_pair *pairs;
    uint32_t count, room;
} pair_list;

static void add_pair(pair_list *list, hem_pair pair)
{
    if (list->count == list->room) {
        list->room = 2u * list->room + 64u;
        list->pairs = realloc(list->pairs, list->room * sizeof *list->pairs);
    }
    list->pairs[list->count++] = pair;
}

static int by_pair(const void *first, const void *second)
{
    const hem_pair *x = first, *y = second;
    if (x->first != y->first) {
        return x->first < y->first ? -1 : 1;
    }
    return x->second < y->second ? -1 : x->second > y->second;
}

static hem_volume leaf_volume(const hem_tree *tree, uint32_t leaf)
{
    for (uint32_t lane = 0; lane < 4u * tree->group_count; lane++) {
        if (hem_tree_child(tree)[lane] == (leaf | HEM_IS_LEAF)) {
            return hem_volume_of(tree, lane / 4u, lane % 4u);
        }
    }
    TEST_FAIL_MESSAGE("no such leaf");
    return hem_volume_empty();
}

static hem_volume *leaf_volumes(const hem_tree *tree)
{
    hem_volume *volumes = malloc(tree->leaf_count * sizeof *volumes);
    for (uint32_t l = 0; l < tree->leaf_count; l++) {
        volumes[l] = leaf_volume(tree, l);
    }
    return volumes;
}

/* All pairs of leaves by brute force; the trees are wholly fitted. */
static pair_list expected_pairs(const hem_tree *first, const hem_tree *second, float epsilon)
{
    pair_list list = {.count = 0};
    float reach[HEM_AXES];
    uint64_t tests = 0;
    hem_volume_reach(first, second, epsilon, reach);
    hem_volume *of_first = leaf_volumes(first), *of_second = leaf_volumes(second);
    for (uint32_t i = 0; i < first->leaf_count; i++) {
        for (uint32_t j = first == second ? i : 0; j < second->leaf_count; j++) {
            if (hem_volume_overlap(&of_first[i], &of_second[j], first->axis_count, reach, &tests)) {
                add_pair(&list, (hem_pair){i, j});
            }
        }
    }
    free(of_first);
    free(of_second);
    return list;
}

static pair_list walked_pairs(const hem_traverse_def *def, uint32_t batch, hem_traversal *walk)
{
    pair_list list = {.count = 0};
    hem_pair pairs[64];
    uint32_t room = hem_traverse_room(def->a, def->b);
    hem_traverse_entry *stack = malloc(room * sizeof *stack);
    hem_traverse_start_with(walk, def, stack);
    for (;;) {
        uint32_t count = hem_traverse_next(walk, pairs, batch);
        for (uint32_t i = 0; i < count; i++) {
            add_pair(&list, pairs[i]);
        }
        if (count < batch) {
            break;
        }
    }
    TEST_ASSERT_EQUAL(0, hem_traverse_next(walk, pairs, batch));
    free(stack);
    return list;
}

static void assert_same_pairs(const pair_list *expected, const pair_list *actual, const char *name)
{
    if (actual->count > 0) {
        qsort(actual->pairs, actual->count, sizeof *actual->pairs, by_pair);
    }
    TEST_ASSERT_EQUAL_MESSAGE(expected->count, actual->count, name);
    for (uint32_t i = 0; i < expected->count; i++) {
        TEST_ASSERT_EQUAL_MESSAGE(expected->pairs[i].first, actual->pairs[i].first, name);
        TEST_ASSERT_EQUAL_MESSAGE(expected->pairs[i].second, actual->pairs[i].second, name);
    }
}

/* Starts a pass of one way of refitting, walks, and compares. */
static void check_walk(side *second, const pair_list *expected, float epsilon, uint32_t variant)
{
    hem_tree_refit_mode mode = (hem_tree_refit_mode)(variant % HEM_REFITS);
    hem_fit fit_a, fit_b;
    hem_traversal walk;
    hem_fit_start(&fit_a, a.built.tree, &(hem_fit_points){.start = a.positions, .end = NULL}, mode,
                  1u + variant % 4u);
    if (second != &a) {
        hem_fit_start(&fit_b, b.built.tree, &(hem_fit_points){.start = b.positions, .end = NULL},
                      mode, 1);
    }
    hem_traverse_def def = {
        .a = a.built.tree,
        .b = second->built.tree,
        .epsilon = epsilon,
        .fit_a = &fit_a,
        .fit_b = second != &a ? &fit_b : &fit_a,
        .rule = variant / HEM_REFITS % 2u == 0 ? HEM_DESCEND_BOTH : HEM_DESCEND_LONGER,
        .counted = variant / HEM_REFITS / 2u % 2u != 0,
    };
    pair_list actual = walked_pairs(&def, 1u + variant * 13u % 64u, &walk);
    assert_same_pairs(expected, &actual, a.built.name);
    TEST_ASSERT_LESS_OR_EQUAL_UINT64_MESSAGE(a.built.tree->volume_count, fit_a.volumes_fitted,
                                             a.built.name);
    free(actual.pairs);
}

static void check_all_variants(side *second, float epsilon)
{
    refit(&a);
    if (second != &a) {
        refit(second);
    }
    pair_list expected = expected_pairs(a.built.tree, second->built.tree, epsilon);
    for (uint32_t variant = 0; variant < 12; variant++) {
        check_walk(second, &expected, epsilon, variant);
    }
    free(expected.pairs);
}

void test_a_tree_with_itself_gives_the_pairs_of_leaves_that_overlap(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        take(&a, tree_case_make(c), 3, 0.01f);
        for (uint32_t s = c % 3u; s < TREE_SETTINGS; s += 3) {
            build(&a, s);
            check_all_variants(&a, 0.0f);
        }
    }
    for (uint32_t i = 0; i < hem_test_count(150); i++) {
        take(&a, tree_case_random(i), i, 0.1f);
        build(&a, i * 11u % TREE_SETTINGS);
        check_all_variants(&a, i % 2u == 0 ? 0.0f : 0.05f);
    }
}

void test_two_trees_give_the_pairs_of_leaves_that_overlap(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        take(&a, tree_case_make(c), 3, 0.02f);
        take(&b, tree_case_make((c * 5u + 3u) % TREE_CASES), 4, 0.02f);
        for (uint32_t s = c % 3u; s < TREE_SETTINGS; s += 3) {
            build(&a, s);
            /* Another builder and degree, the same directions. */
            build(&b, (s + 16u * (c % 5u) + (s % 4u == 3u ? 0u : 1u)) % TREE_SETTINGS);
            check_all_variants(&b, c % 2u == 0 ? 0.0f : 0.03f);
        }
    }
    for (uint32_t i = 0; i < hem_test_count(150); i++) {
        take(&a, tree_case_random(i), i, 0.1f);
        take(&b, tree_case_random(i + 1000u), i, 0.1f);
        uint32_t s = i * 11u % TREE_SETTINGS;
        build(&a, s);
        build(&b, (s + 16u * (i % 5u)) % TREE_SETTINGS);
        check_all_variants(&b, i % 2u == 0 ? 0.0f : 0.05f);
    }
}

/* ------------------------------------------------------------------------ nothing is missed */

static void triangle_of(const side *of, uint32_t triangle, hem_vec3 points[3])
{
    for (uint32_t k = 0; k < 3; k++) {
        points[k] = of->positions[of->made.mesh.triangles[3 * triangle + k]];
    }
}

/* All pairs of triangles closer than epsilon, as a table. */
static bool *close_pairs(const side *second, double epsilon)
{
    uint32_t rows = a.made.mesh.triangle_count, columns = second->made.mesh.triangle_count;
    bool *near = calloc((size_t)rows * columns, sizeof *near);
    for (uint32_t i = 0; i < rows; i++) {
        for (uint32_t j = 0; j < columns; j++) {
            hem_vec3 of_a[3], of_b[3];
            triangle_of(&a, i, of_a);
            triangle_of(second, j, of_b);
            near[(size_t)i * columns + j] =
                tree_oracle_gap(of_a, of_b) < epsilon && tree_oracle_distance(of_a, of_b) < epsilon;
        }
    }
    return near;
}

/* Every close pair is in a pair of leaves that comes out. */
static void check_none_missed(const side *second, const bool *near, float epsilon)
{
    const hem_tree *first = a.built.tree, *other = second->built.tree;
    uint32_t columns = other->triangle_count;
    bool *met = calloc((size_t)first->triangle_count * columns, sizeof *met);
    hem_traversal walk;
    pair_list pairs =
        walked_pairs(&(hem_traverse_def){.a = first, .b = other, .epsilon = epsilon}, 64, &walk);
    for (uint32_t p = 0; p < pairs.count; p++) {
        const uint32_t *of_a = hem_tree_leaf_begin(first) + pairs.pairs[p].first;
        const uint32_t *of_b = hem_tree_leaf_begin(other) + pairs.pairs[p].second;
        for (uint32_t i = of_a[0]; i < of_a[1]; i++) {
            for (uint32_t j = of_b[0]; j < of_b[1]; j++) {
                uint32_t s = hem_tree_order(first)[i], t = hem_tree_order(other)[j];
                met[(size_t)s * columns + t] = true;
                if (first == other) {
                    met[(size_t)t * columns + s] = true;
                }
            }
        }
    }
    for (size_t i = 0; i < (size_t)first->triangle_count * columns; i++) {
        TEST_ASSERT_TRUE_MESSAGE(met[i] || !near[i], a.built.name);
    }
    free(pairs.pairs);
    free(met);
}

void test_no_pair_of_triangles_closer_than_epsilon_is_missed(void)
{
    static const float epsilons[] = {0.0f, 0.0005f, 0.02f};
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        take(&a, tree_case_make(c), 3, 0.002f);
        for (uint32_t e = 0; e < 3; e++) {
            /* With no epsilon, what meets by a hair, and only that, must be found. */
            bool *near = close_pairs(&a, e == 0 ? 1e-30 : (double)epsilons[e]);
            for (uint32_t s = (c + e) % 4u; s < TREE_SETTINGS; s += 4) {
                build(&a, s / 4u * 4u + (s + s / 4u) % 4u);
                refit(&a);
                check_none_missed(&a, near, epsilons[e]);
            }
            free(near);
        }
    }
}

void test_no_close_pair_of_random_meshes_is_missed(void)
{
    test_random random = {9};
    for (uint32_t i = 0; i < hem_test_count(200); i++) {
        take(&a, tree_case_random(i), i, 0.1f);
        take(&b, tree_case_random(i + 500u), i, 0.1f);
        /* Anywhere in the domain, where rounding is coarse. */
        float far = i % 4u == 0 ? 4000.0f : 0.0f;
        hem_vec3 move = {random_float(&random, -far, far), random_float(&random, -far, far), far};
        for (uint32_t v = 0; v < a.made.mesh.vertex_count; v++) {
            a.positions[v] = hem_vec3_snap(hem_add(a.positions[v], move));
        }
        for (uint32_t v = 0; v < b.made.mesh.vertex_count; v++) {
            b.positions[v] = hem_vec3_snap(hem_add(b.positions[v], move));
        }
        bool in_domain = true;
        for (uint32_t v = 0; v < a.made.mesh.vertex_count; v++) {
            in_domain &= hem_vec3_in_domain(a.positions[v]);
        }
        for (uint32_t v = 0; v < b.made.mesh.vertex_count; v++) {
            in_domain &= hem_vec3_in_domain(b.positions[v]);
        }
        if (!in_domain) {
            continue;
        }
        float epsilon = random_float(&random, 1e-6f, 0.1f);
        bool *near = close_pairs(&b, (double)epsilon);
        for (uint32_t k = 0; k < 4; k++) {
            build(&a, (4u * k + i % 4u + 16u * i) % TREE_SETTINGS);
            build(&b, (4u * k + i / 4u % 4u + 48u * i) % TREE_SETTINGS);
            refit(&a);
            refit(&b);
            check_none_missed(&b, near, epsilon);
        }
        free(near);
    }
}

/* ----------------------------------------------------------------------- order and counting */

void test_pairs_come_in_the_same_order_whatever_the_batch(void)
{
    take(&a, tree_case_make(TREE_CASE_FOLDED), 3, 0.001f);
    for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
        build(&a, s);
        refit(&a);
        hem_traversal walk;
        hem_traverse_def def = {.a = a.built.tree, .b = a.built.tree, .epsilon = 0.001f};
        pair_list whole = walked_pairs(&def, 64, &walk), single = walked_pairs(&def, 1, &walk);
        TEST_ASSERT_EQUAL(whole.count, single.count);
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(whole.pairs, single.pairs, whole.count * sizeof(hem_pair),
                                         a.built.name);
        for (uint32_t i = 0; i < whole.count; i++) {
            TEST_ASSERT_LESS_OR_EQUAL_UINT32(whole.pairs[i].second, whole.pairs[i].first);
        }
        free(whole.pairs);
        free(single.pairs);
    }
}

/* A caller that wants one pair only takes one and goes. */
void test_the_first_pair_costs_less_than_all(void)
{
    take(&a, tree_case_make(TREE_CASE_FOLDED), 3, 0.001f);
    for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
        build(&a, s);
        refit(&a);
        hem_traversal all, first;
        hem_traverse_entry stack[1500];
        hem_pair pair;
        hem_traverse_def def = {.a = a.built.tree, .b = a.built.tree, .counted = true};
        TEST_ASSERT_LESS_OR_EQUAL_UINT32(1500, hem_traverse_room(def.a, def.b));
        pair_list pairs = walked_pairs(&def, 64, &all);
        hem_traverse_start_with(&first, &def, stack);
        TEST_ASSERT_EQUAL(1, hem_traverse_next(&first, &pair, 1));
        TEST_ASSERT_EQUAL(pairs.pairs[0].first, pair.first);
        TEST_ASSERT_EQUAL(pairs.pairs[0].second, pair.second);
        TEST_ASSERT_LESS_THAN_UINT64_MESSAGE(all.volume_tests, first.volume_tests, a.built.name);
        free(pairs.pairs);
    }
}

/* Where only the roots overlap, a tree of degree four makes more comparisons than a binary one, and
 * each takes at most k / 2 intervals (002-2, 002-8). */
void test_comparisons_and_intervals_are_counted(void)
{
    take(&a, tree_case_make(TREE_CASE_ROW), 3, 0.0f);
    take(&b, tree_case_make(TREE_CASE_ROW), 3, 0.0f);
    /* Above the gaps of the first row. */
    for (uint32_t v = 0; v < b.made.mesh.vertex_count; v++) {
        b.positions[v].z += 0.5f;
    }
    for (uint32_t s = 16; s < TREE_SETTINGS; s++) {
        build(&a, s);
        build(&b, s);
        refit(&a);
        refit(&b);
        hem_traversal walk;
        hem_traverse_def def = {.a = a.built.tree, .b = b.built.tree, .counted = true};
        pair_list pairs = walked_pairs(&def, 64, &walk);
        TEST_ASSERT_EQUAL_MESSAGE(0, pairs.count, a.built.name);
        uint32_t axes = a.built.tree->axis_count;
        TEST_ASSERT_TRUE(walk.interval_tests >= walk.volume_tests &&
                         walk.interval_tests <= axes * walk.volume_tests);
        if (axes == 3) {
            /* The roots are apart on z, the third axis. */
            TEST_ASSERT_EQUAL(1, walk.volume_tests);
            TEST_ASSERT_EQUAL(3, walk.interval_tests);
        }
        free(pairs.pairs);
    }
    /* Overlapping pairs take all k / 2. */
    build(&a, 16u * HEM_BUILD_BOX_CENTRE + 12u);
    refit(&a);
    hem_traversal walk;
    hem_traverse_def def = {.a = a.built.tree, .b = a.built.tree, .epsilon = 1.0f, .counted = true};
    pair_list pairs = walked_pairs(&def, 64, &walk);
    TEST_ASSERT_EQUAL(16 * 17 / 2, pairs.count);
    TEST_ASSERT_EQUAL(9 * walk.volume_tests, walk.interval_tests);
    free(pairs.pairs);
}

void test_trees_that_are_apart_cost_one_comparison(void)
{
    take(&a, tree_case_make(TREE_CASE_WAVES), 3, 0.0f);
    take(&b, tree_case_make(TREE_CASE_SPHERE), 3, 0.0f);
    for (uint32_t v = 0; v < b.made.mesh.vertex_count; v++) {
        b.positions[v].x += 50.0f;
    }
    for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
        build(&a, s);
        build(&b, s);
        hem_fit fit_a, fit_b;
        hem_fit_start(&fit_a, a.built.tree, &(hem_fit_points){.start = a.positions, .end = NULL},
                      HEM_REFIT_TOP_DOWN, 1);
        hem_fit_start(&fit_b, b.built.tree, &(hem_fit_points){.start = b.positions, .end = NULL},
                      HEM_REFIT_TOP_DOWN, 1);
        hem_traversal walk;
        hem_traverse_def def = {
            .a = a.built.tree, .b = b.built.tree, .fit_a = &fit_a, .fit_b = &fit_b};
        pair_list pairs = walked_pairs(&def, 64, &walk);
        TEST_ASSERT_EQUAL(0, pairs.count);
        TEST_ASSERT_EQUAL(1, walk.volume_tests);
        TEST_ASSERT_EQUAL(1, fit_a.volumes_fitted);
        TEST_ASSERT_EQUAL(1, fit_b.volumes_fitted);
        free(pairs.pairs);
    }
}

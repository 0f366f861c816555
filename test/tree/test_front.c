/* Fronts: a walk that starts where the last one stopped finds the pairs of leaves that a walk from
 * the roots finds, as a set, in every step of a motion, whatever fits the list. */
#include "unity.h"

#include "test_scale.h"
#include "tree/front.h"
#include "tree_build.h"

#include <stdlib.h>

#define ROOM 60000u

/* One side: a case, where its vertices are now, and its tree. */
typedef struct side {
    tree_case made;
    tree_built built;
    hem_vec3 *positions, *velocities;
} side;

static side a, b;
static hem_traverse_entry list[ROOM + 1u];
static hem_pair *expected, *found;
static uint32_t expected_count;

void setUp(void)
{
    expected = malloc(4u * ROOM * sizeof *expected);
    found = malloc(4u * ROOM * sizeof *found);
}

static void forget(side *of)
{
    tree_build_free(&of->built);
    tree_case_free(&of->made);
    free(of->positions);
    free(of->velocities);
    of->positions = of->velocities = NULL;
}

void tearDown(void)
{
    forget(&a);
    forget(&b);
    free(expected);
    free(found);
}

static void take(side *of, tree_case made, uint32_t settings, uint32_t seed, float speed)
{
    test_random random = {seed};
    forget(of);
    of->made = made;
    of->built = tree_build(&of->made, tree_settings_at(settings));
    of->positions = malloc(made.mesh.vertex_count * sizeof *of->positions);
    of->velocities = malloc(made.mesh.vertex_count * sizeof *of->velocities);
    tree_case_move(&made, seed, 0.0f, of->positions);
    hem_vec3 drift = {random_float(&random, -speed, speed), random_float(&random, -speed, speed),
                      random_float(&random, -speed, speed)};
    for (uint32_t v = 0; v < made.mesh.vertex_count; v++) {
        hem_vec3 own = {random_float(&random, -speed, speed), random_float(&random, -speed, speed),
                        random_float(&random, -speed, speed)};
        of->velocities[v] = hem_add(drift, own);
    }
}

/* To and fro, so that volumes part and come closer; stays in the domain. */
static void move(side *of, uint32_t step)
{
    for (uint32_t v = 0; v < of->made.mesh.vertex_count; v++) {
        float time = step % 8u < 4u ? 1.0f : -1.0f;
        hem_vec3 to = hem_vec3_snap(hem_add_scaled(of->positions[v], time, of->velocities[v]));
        of->positions[v] = hem_vec3_in_domain(to) ? to : of->positions[v];
    }
    TEST_ASSERT_EQUAL(
        HEM_OK, hem_tree_refit(of->built.tree, of->positions, NULL, of->made.mesh.vertex_count));
}

static int by_pair(const void *first, const void *second)
{
    const hem_pair *x = first, *y = second;
    if (x->first != y->first) {
        return x->first < y->first ? -1 : 1;
    }
    return x->second < y->second ? -1 : x->second > y->second;
}

static void sort(hem_pair *pairs, uint32_t count)
{
    if (count > 0) {
        qsort(pairs, count, sizeof *pairs, by_pair);
    }
}

static hem_traverse_entry *new_stack(const hem_tree *first, const hem_tree *second)
{
    return malloc(hem_traverse_room(first, second) * sizeof(hem_traverse_entry));
}

static uint64_t walk_from_roots(const hem_tree *first, const hem_tree *second, float epsilon)
{
    hem_traversal walk;
    hem_traverse_entry *stack = new_stack(first, second);
    hem_traverse_start(&walk, first, second, epsilon, stack);
    expected_count = hem_traverse_next(&walk, expected, 4u * ROOM);
    TEST_ASSERT_TRUE(expected_count < 4u * ROOM);
    sort(expected, expected_count);
    free(stack);
    return walk.volume_tests;
}

/* Walks from the front, `most` pairs at most; the number of pairs. */
static uint32_t walk_from_front(hem_front_walk *front, const hem_tree *first,
                                const hem_tree *second, float epsilon, uint32_t batch,
                                uint32_t most)
{
    uint32_t count = 0;
    hem_traverse_entry *stack = new_stack(first, second), guard = {7, 8, 9};
    front->list[front->room] = guard;
    hem_front_start(front, first, second, epsilon, stack);
    while (count < most) {
        uint32_t more = hem_front_next(front, found + count, batch);
        TEST_ASSERT_TRUE(more <= batch);
        count += more;
        if (more == 0) {
            break;
        }
    }
    hem_front_end(front);
    TEST_ASSERT_TRUE(front->count <= front->room);
    TEST_ASSERT_EQUAL_MEMORY(&guard, &front->list[front->room], sizeof guard);
    free(stack);
    return count;
}

static void check_front(hem_front_walk *front, const side *second, float epsilon, uint32_t batch)
{
    const hem_tree *of_a = a.built.tree, *of_b = second->built.tree;
    uint32_t count = walk_from_front(front, of_a, of_b, epsilon, batch, UINT32_MAX);
    sort(found, count);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(expected_count, count, a.built.name);
    if (count > 0) {
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(expected, found, count * sizeof *found, a.built.name);
    }
}

/* Twelve steps, the same list: with room for all, for some, for hardly any, for none. */
static void check_motion(side *second, float epsilon)
{
    static const uint32_t rooms[] = {ROOM, 300, 20, 1};
    hem_front_walk fronts[4];
    hem_traverse_entry *lists = malloc((300u + 20u + 1u + 3u) * sizeof *lists);
    hem_traverse_entry *at[4] = {list, lists, lists + 301, lists + 322};
    for (uint32_t i = 0; i < 4; i++) {
        fronts[i] = (hem_front_walk){.list = at[i], .room = rooms[i]};
    }
    for (uint32_t step = 0; step < 12; step++) {
        move(&a, step);
        if (second != &a) {
            move(second, step + 3u);
        }
        /* Epsilon may change from step to step. */
        float now = step % 5u == 4u ? 2.0f * epsilon : epsilon;
        walk_from_roots(a.built.tree, second->built.tree, now);
        for (uint32_t i = 0; i < 4; i++) {
            check_front(&fronts[i], second, now, 16u + 11u * step);
        }
        TEST_ASSERT_EQUAL_UINT32(0, fronts[0].left_out);
        if (step % 7u == 6u) {
            fronts[step % 4u].count = 0;
        }
    }
    free(lists);
}

void test_a_moving_body_with_itself_in_every_setting(void)
{
    static const uint32_t cases[] = {TREE_CASE_FOLDED, TREE_CASE_WAVES, TREE_CASE_SOUP,
                                     TREE_CASE_COINCIDENT, TREE_CASE_SCALES};
    for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
        for (uint32_t c = s % 2u; c < 5; c += 2) {
            take(&a, tree_case_make(cases[c]), s, s + c, c == 0 ? 0.002f : 0.02f);
            check_motion(&a, c == 0 ? 0.001f : 0.01f);
        }
    }
}

void test_two_moving_bodies_in_every_setting(void)
{
    for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
        uint32_t c = s * 7u % TREE_CASES;
        take(&a, tree_case_make(c), s, s, 0.02f);
        /* Another builder and degree, the same directions. */
        uint32_t other = (s + 16u * (s % 5u) + (s % 4u == 3u ? 0u : 1u)) % TREE_SETTINGS;
        take(&b, tree_case_make((c * 5u + 3u) % TREE_CASES), other, s + 9u, 0.02f);
        check_motion(&b, s % 2u == 0 ? 0.0f : 0.03f);
    }
}

void test_random_bodies(void)
{
    for (uint32_t i = 0; i < hem_test_count(300); i++) {
        take(&a, tree_case_random(i), i * 11u % TREE_SETTINGS, i, 0.05f);
        take(&b, tree_case_random(i + 700u), (i * 11u + 16u * i) % TREE_SETTINGS, i + 1u, 0.05f);
        check_motion(&b, 0.02f);
        check_motion(&a, 0.02f);
    }
}

void test_bodies_far_apart_that_come_together(void)
{
    for (uint32_t s = 0; s < TREE_SETTINGS; s += 3) {
        take(&a, tree_case_make(TREE_CASE_WAVES), s, 1, 0.0f);
        take(&b, tree_case_make(TREE_CASE_SPHERE), s, 2, 0.0f);
        hem_front_walk front = {.list = list, .room = ROOM};
        uint32_t most = 0;
        for (int32_t step = -20; step <= 20; step++) {
            for (uint32_t v = 0; v < b.made.mesh.vertex_count; v++) {
                b.velocities[v] = (hem_vec3){step == -20 ? 6.0f : -0.3f, 0.0f, 0.0f};
            }
            move(&a, 0);
            move(&b, 0);
            walk_from_roots(a.built.tree, b.built.tree, 0.0f);
            check_front(&front, &b, 0.0f, 64);
            most = expected_count > most ? expected_count : most;
            TEST_ASSERT_TRUE(step > -20 || (expected_count == 0 && front.count > 0));
        }
        TEST_ASSERT_TRUE(most > 0 && expected_count == 0);
    }
}

/* A caller may stop at any time: what was not looked at is still in the list. */
void test_a_walk_that_is_broken_off_leaves_a_whole_list(void)
{
    for (uint32_t s = 0; s < TREE_SETTINGS; s += 2) {
        take(&a, tree_case_make(TREE_CASE_FOLDED), s, 5, 0.002f);
        hem_front_walk front = {.list = list, .room = s % 4u == 0 ? ROOM : 150u};
        for (uint32_t step = 0; step < 30; step++) {
            move(&a, step);
            walk_from_front(&front, a.built.tree, a.built.tree, 0.001f, 16, 3u * step * step);
            if (step % 5u == 4u) {
                walk_from_roots(a.built.tree, a.built.tree, 0.001f);
                check_front(&front, &a, 0.001f, 40);
            }
        }
    }
}

/* What does not move costs one look an entry, and nothing is replaced. */
void test_a_body_at_rest_keeps_its_front(void)
{
    for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
        take(&a, tree_case_make(TREE_CASE_FOLDED), s, 5, 0.0f);
        hem_front_walk front = {.list = list, .room = ROOM};
        move(&a, 0);
        uint64_t from_roots = walk_from_roots(a.built.tree, a.built.tree, 0.001f);
        check_front(&front, &a, 0.001f, 64);
        uint32_t entries = front.count;
        for (uint32_t step = 0; step < 3; step++) {
            check_front(&front, &a, 0.001f, 64);
            TEST_ASSERT_EQUAL_UINT32(entries, front.count);
            TEST_ASSERT_EQUAL_UINT64(16u * (uint64_t)entries, front.walk.volume_tests);
            TEST_ASSERT_TRUE_MESSAGE(front.walk.volume_tests <= from_roots, a.built.name);
        }
    }
}

/* Fronts, as a caller has them: the pairs of leaves of a walk from the roots, in every step, for
 * lists of any size; refreshed when they are old or of other trees; and bad input is refused. */
#include "unity.h"

#include "hem/coherence.h"
#include "pass_scratch.h"
#include "random.h"
#include "tree/traverse.h"
#include "tree_body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOM  40000u
#define LISTS 5u

static tree_body sheet, other;
static uint8_t *memory;
static hem_arena arena;
static hem_pair found[ROOM + 1u], expected[ROOM];
static hem_front_out out;
static uint32_t expected_count;

void setUp(void)
{
    uint32_t bytes = 2u << 20;
    memory = aligned_alloc(16, bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, memory, bytes));
    pass_scratch_start(bytes);
    sheet = tree_body_grid(40, 30, 0.01f);
    other = tree_body_grid(25, 45, 0.01f);
    tree_body_finish(&sheet);
    tree_body_finish(&other);
}

void tearDown(void)
{
    pass_scratch_end();
    free(memory);
    tree_body_free(&sheet);
    tree_body_free(&other);
}

static hem_front *make(uint32_t capacity)
{
    hem_front *front = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_front_make(&arena, capacity, &front, NULL));
    return front;
}

/* Waves that run through a sheet. */
static void move(tree_body *body, float time, float height)
{
    for (uint32_t v = 0; v < body->vertex_count; v++) {
        hem_vec3 *p = &body->positions[v];
        p->z = height + 0.02f * sinf(30.0f * p->x + time) * sinf(40.0f * p->y - 0.5f * time);
    }
    TEST_ASSERT_EQUAL(HEM_OK,
                      hem_tree_refit(body->tree, body->positions, NULL, body->vertex_count));
}

static hem_front_in input(const tree_body *a, const tree_body *b)
{
    return (hem_front_in){.a = a->tree,
                          .b = b->tree,
                          .epsilon = 0.002f,
                          .pairs = found,
                          .room = ROOM,
                          .scratch = &scratch};
}

static int by_pair(const void *first, const void *second)
{
    const hem_pair *x = first, *y = second;
    if (x->first != y->first) {
        return x->first < y->first ? -1 : 1;
    }
    return x->second < y->second ? -1 : x->second > y->second;
}

static void walk_from_roots(const hem_front_in *in)
{
    hem_traversal walk;
    hem_traverse_entry *stack = malloc(hem_traverse_room(in->a, in->b) * sizeof *stack);
    hem_traverse_start(&walk, in->a, in->b, in->epsilon, stack);
    expected_count = hem_traverse_next(&walk, expected, ROOM);
    TEST_ASSERT_TRUE(expected_count > 0 && expected_count < ROOM);
    qsort(expected, expected_count, sizeof *expected, by_pair);
    free(stack);
}

static void check(hem_front *front, const hem_front_in *in)
{
    memset(found, 0x55, expected_count * sizeof *found);
    TEST_ASSERT_EQUAL(HEM_OK, hem_front_pairs(front, in, &out));
    TEST_ASSERT_EQUAL_UINT32(expected_count, out.count);
    TEST_ASSERT_EQUAL_UINT32(expected_count, out.kept);
    TEST_ASSERT_EQUAL_MEMORY(expected, found, expected_count * sizeof *found);
    TEST_ASSERT_TRUE(out.listed <= front->capacity);
    TEST_ASSERT_EQUAL_UINT32(front->count, out.listed);
}

void test_lists_of_any_size_give_the_pairs_of_a_walk_from_the_roots(void)
{
    const uint32_t capacities[LISTS] = {1, 2, 40, 400, 20000};
    for (uint32_t self = 0; self < 2; self++) {
        const tree_body *b = self == 0 ? &other : &sheet;
        hem_front *fronts[LISTS];
        for (uint32_t i = 0; i < LISTS; i++) {
            fronts[i] = make(capacities[i]);
        }
        for (uint32_t step = 0; step < 40; step++) {
            move(&sheet, 0.1f * (float)step, 0.0f);
            move(&other, 0.2f * (float)step, 0.02f - 0.001f * (float)step);
            hem_front_in in = input(&sheet, b);
            in.refresh_after = 13;
            walk_from_roots(&in);
            for (uint32_t i = 0; i < LISTS; i++) {
                check(fronts[i], &in);
                TEST_ASSERT_EQUAL(step % 13u == 0 || out.listed == 0, out.fresh);
                TEST_ASSERT_EQUAL(i<3, out.walked> 0);
            }
        }
    }
}

void test_a_list_is_made_anew_when_it_is_old_or_of_other_trees(void)
{
    hem_front *front = make(20000);
    const uint32_t limits[] = {1, 4, 0};
    for (uint32_t i = 0; i < 3; i++) {
        hem_front_in in = input(&sheet, &sheet);
        in.refresh_after = limits[i];
        TEST_ASSERT_EQUAL(HEM_OK, hem_front_reset(front));
        for (uint32_t step = 0; step < 9; step++) {
            walk_from_roots(&in);
            check(front, &in);
            TEST_ASSERT_EQUAL(step == 0 || (limits[i] != 0 && step % limits[i] == 0), out.fresh);
        }
    }
    uint32_t refreshed = front->refreshed;
    TEST_ASSERT_EQUAL_UINT32(9 + 3 + 1, refreshed);
    const tree_body *bodies[4][2] = {
        {&sheet, &other}, {&other, &sheet}, {&other, &other}, {&sheet, &sheet}};
    move(&other, 0.0f, 0.0f);
    for (uint32_t i = 0; i < 8; i++) {
        hem_front_in in = input(bodies[i / 2][0], bodies[i / 2][1]);
        walk_from_roots(&in);
        check(front, &in);
        TEST_ASSERT_EQUAL(i % 2 == 0, out.fresh);
    }
}

void test_a_list_can_be_moved(void)
{
    hem_front *front = make(20000);
    hem_front_in in = input(&sheet, &sheet);
    walk_from_roots(&in);
    check(front, &in);
    uint32_t bytes = (uint32_t)HEM_FRONT_BYTES(20000u);
    hem_front *copy = aligned_alloc(16, bytes);
    memcpy(copy, front, bytes);
    memset(front, 0, bytes);
    move(&sheet, 1.0f, 0.0f);
    walk_from_roots(&in);
    check(copy, &in);
    TEST_ASSERT_FALSE(out.fresh);
    free(copy);
}

void test_what_rests_costs_less_than_from_the_roots(void)
{
    hem_front *front = make(20000);
    hem_front_in in = input(&sheet, &sheet);
    walk_from_roots(&in);
    check(front, &in);
    uint64_t first = out.volume_tests;
    check(front, &in);
    TEST_ASSERT_TRUE(out.volume_tests < first);
    TEST_ASSERT_EQUAL_UINT64(16u * (uint64_t)out.listed, out.volume_tests);
}

void test_what_does_not_fit_is_counted_and_the_smallest_are_kept(void)
{
    hem_front *front = make(500);
    hem_front_in in = input(&sheet, &sheet);
    walk_from_roots(&in);
    const uint32_t rooms[] = {0, 1, expected_count - 1u, expected_count};
    for (uint32_t i = 0; i < 4; i++) {
        in.room = rooms[i];
        in.pairs = rooms[i] == 0 ? NULL : found;
        found[rooms[i]] = (hem_pair){77, 77};
        TEST_ASSERT_EQUAL(i < 3 ? HEM_LIMITED : HEM_OK, hem_front_pairs(front, &in, &out));
        TEST_ASSERT_EQUAL_UINT32(expected_count, out.count);
        TEST_ASSERT_EQUAL_UINT32(rooms[i], out.kept);
        TEST_ASSERT_EQUAL_UINT32(77, found[rooms[i]].first);
        if (rooms[i] > 0) {
            TEST_ASSERT_EQUAL_MEMORY(expected, found, rooms[i] * sizeof *found);
        }
    }
}

void test_exactly_enough_memory_works_and_one_byte_less_is_refused(void)
{
    hem_detail detail;
    hem_front *front = NULL;
    uint32_t bytes = (uint32_t)HEM_FRONT_BYTES(77u);
    arena.capacity = bytes - 1u;
    TEST_ASSERT_EQUAL(HEM_BLOCK_TOO_SMALL, hem_front_make(&arena, 77, &front, &detail));
    TEST_ASSERT_EQUAL_UINT32(bytes, detail.needed);
    TEST_ASSERT_EQUAL_UINT32(0, arena.used);
    arena.capacity = bytes;
    TEST_ASSERT_EQUAL(HEM_OK, hem_front_make(&arena, 77, &front, &detail));
    TEST_ASSERT_EQUAL_UINT32(0, detail.needed);
    hem_front_in in = input(&sheet, &sheet);
    scratch.capacity = (uint32_t)hem_front_pairs_bytes(in.a, in.b);
    TEST_ASSERT_EQUAL(HEM_OK, hem_front_pairs(front, &in, &out));
    uint32_t steps = front->steps;
    scratch.capacity--;
    TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_front_pairs(front, &in, &out));
    TEST_ASSERT_EQUAL_UINT32(scratch.capacity + 1u, out.needed);
    TEST_ASSERT_EQUAL_UINT32(steps, front->steps);
    TEST_ASSERT_EQUAL_UINT64(0, hem_front_pairs_bytes(NULL, in.b));
    TEST_ASSERT_EQUAL_UINT64(0, hem_front_pairs_bytes(in.a, NULL));
}

void test_what_makes_no_sense_is_refused(void)
{
    hem_front *front = NULL;
    hem_detail *inside = (hem_detail *)(void *)(memory + 4096);
    TEST_ASSERT_EQUAL(HEM_NULL, hem_front_make(NULL, 5, &front, NULL));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_front_make(&arena, 5, NULL, NULL));
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_front_make(&arena, 5, &front, inside));
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_front_make(&arena, 5, (hem_front **)(void *)inside, NULL));
    TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, hem_front_make(&arena, 0, &front, NULL));
    TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, hem_front_make(&arena, UINT32_MAX, &front, NULL));
    front = make(100);
    hem_front wrong = *front;
    wrong.cookie++;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_front_reset(NULL));
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_front_reset(&wrong));
    hem_front_in good = input(&sheet, &sheet), in = good;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_front_pairs(NULL, &in, &out));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_front_pairs(front, NULL, &out));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_front_pairs(front, &in, NULL));
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_front_pairs(&wrong, &in, &out));
    for (uint32_t missing = 0; missing < 4; missing++) {
        in = good;
        in.a = missing == 0 ? NULL : in.a;
        in.b = missing == 1 ? NULL : in.b;
        in.pairs = missing == 2 ? NULL : in.pairs;
        in.scratch = missing == 3 ? NULL : in.scratch;
        TEST_ASSERT_EQUAL(HEM_NULL, hem_front_pairs(front, &in, &out));
    }
    const float epsilons[] = {-1e-9f, 4097.0f, INFINITY, -INFINITY, NAN};
    for (uint32_t i = 0; i < 5; i++) {
        in = good;
        in.epsilon = epsilons[i];
        TEST_ASSERT_EQUAL(i < 2 ? HEM_OUT_OF_RANGE : HEM_NOT_FINITE,
                          hem_front_pairs(front, &in, &out));
    }
    tree_body_free(&other);
    other = tree_body_grid(5, 5, 0.01f);
    tree_body_finish_as(&other, HEM_BUILD_PATCHES, 18, 4);
    in = good;
    in.b = other.tree;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_front_pairs(front, &in, &out));
    in.a = in.b;
    other.tree->partial = 1;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_front_pairs(front, &in, &out));
    TEST_ASSERT_EQUAL_UINT32(0, front->steps);
}

void test_nothing_that_is_given_may_lie_in_the_free_part_of_the_scratch(void)
{
    hem_front *front = make(100);
    hem_front_in good = input(&sheet, &other), in = good;
    uint8_t *inside = (uint8_t *)scratch_memory + 64;
    in.a = (hem_tree *)(void *)inside;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_front_pairs(front, &in, &out));
    in = good;
    in.b = (hem_tree *)(void *)inside;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_front_pairs(front, &in, &out));
    in = good;
    in.pairs = (hem_pair *)(void *)inside;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_front_pairs(front, &in, &out));
    memcpy(inside, front, sizeof *front);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_front_pairs((hem_front *)(void *)inside, &good, &out));
    TEST_ASSERT_EQUAL_UINT32(0, front->steps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_front_pairs(front, &good, &out));
}

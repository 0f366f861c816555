/* Pairs of bodies whose boxes overlap: each once, and those that comparing all boxes finds. */
#include "unity.h"

#include "detect/body_sweep.h"
#include "guarded_block.h"
#include "random.h"
#include "test_scale.h"

#include <float.h>
#include <string.h>

#define MOST 80u

static hem_box boxes[MOST];

void setUp(void)
{
    memset(boxes, 0, sizeof boxes);
}

void tearDown(void)
{
}

static hem_box box_at(float x, float y, float z, float size)
{
    return (hem_box){{x, y, z}, {x + size, y + size, z + size}};
}

static bool close(float low_a, float high_a, float low_b, float high_b, float epsilon)
{
    return (double)low_a - (double)high_b <= (double)epsilon &&
           (double)low_b - (double)high_a <= (double)epsilon;
}

/* How far two boxes are apart along the axis where they are farthest, without rounding. */
static bool overlap(const hem_box *a, const hem_box *b, float epsilon)
{
    return close(a->low.x, a->high.x, b->low.x, b->high.x, epsilon) &&
           close(a->low.y, a->high.y, b->low.y, b->high.y, epsilon) &&
           close(a->low.z, a->high.z, b->low.z, b->high.z, epsilon);
}

/* Every pair at most once, the smaller first; all that overlap, and where differences do not round
 * (`exact`) no others. Returns how many. */
static uint32_t check(uint32_t count, float epsilon, bool exact)
{
    static bool found[MOST][MOST];
    hem_arena arena;
    hem_body_sweep sweep;
    hem_pair pair;
    uint32_t pairs = 0, bytes = (uint32_t)hem_body_sweep_bytes(count);
    memset(found, 0, sizeof found);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, guarded_block_take(bytes), bytes));
    hem_body_sweep_take(&sweep, count, &arena);
    TEST_ASSERT_EQUAL_UINT32(bytes, arena.used);
    memcpy(sweep.boxes, boxes, count * sizeof *boxes);
    hem_body_sweep_start(&sweep, epsilon);
    while (hem_body_sweep_next(&sweep, &pair)) {
        TEST_ASSERT_TRUE(pair.first < pair.second && pair.second < count);
        TEST_ASSERT_FALSE(found[pair.first][pair.second]);
        found[pair.first][pair.second] = true;
        pairs++;
    }
    TEST_ASSERT_FALSE(hem_body_sweep_next(&sweep, &pair));
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = i + 1u; j < count; j++) {
            bool expected = overlap(&boxes[i], &boxes[j], epsilon);
            TEST_ASSERT_TRUE(!expected || found[i][j]);
            TEST_ASSERT_TRUE(!exact || expected || !found[i][j]);
        }
    }
    guarded_block_check_and_free();
    return pairs;
}

void test_one_body_has_no_pair(void)
{
    boxes[0] = box_at(0.0f, 0.0f, 0.0f, 1.0f);
    TEST_ASSERT_EQUAL_UINT32(0, check(1, 0.0f, true));
}

void test_boxes_that_touch_on_a_side_an_edge_or_a_corner_overlap(void)
{
    boxes[0] = box_at(0.0f, 0.0f, 0.0f, 1.0f);
    for (uint32_t at = 0; at < 27; at++) {
        boxes[1] = box_at((float)(at % 3u) - 1.0f, (float)(at / 3u % 3u) - 1.0f,
                          (float)(at / 9u) - 1.0f, 1.0f);
        TEST_ASSERT_EQUAL_UINT32(1, check(2, 0.0f, true));
    }
}

void test_boxes_just_beyond_epsilon_are_apart_on_every_axis_and_side(void)
{
    boxes[0] = box_at(0.0f, 0.0f, 0.0f, 1.0f);
    for (uint32_t side = 0; side < 6; side++) {
        float away = side % 2u == 0 ? 1.25f : -1.25f;
        float x = side / 2u == 0 ? away : 0.0f, y = side / 2u == 1 ? away : 0.0f;
        boxes[1] = box_at(x, y, side / 2u == 2 ? away : 0.0f, 1.0f);
        TEST_ASSERT_EQUAL_UINT32(1, check(2, 0.25f, true));
        TEST_ASSERT_EQUAL_UINT32(0, check(2, 0.25f - 0x1p-20f, true));
    }
}

void test_identical_boxes_all_overlap(void)
{
    for (uint32_t i = 0; i < MOST; i++) {
        boxes[i] = box_at(-2.0f, 3.0f, 0.5f, i % 2u == 0 ? 0.0f : 1.0f);
    }
    TEST_ASSERT_EQUAL_UINT32(MOST * (MOST - 1u) / 2u, check(MOST, 0.0f, true));
}

void test_empty_boxes_overlap_nothing(void)
{
    const hem_vec3 low = {FLT_MAX, FLT_MAX, FLT_MAX}, high = {-FLT_MAX, -FLT_MAX, -FLT_MAX};
    for (uint32_t i = 0; i < 9; i++) {
        boxes[i] = i % 2u == 0 ? box_at(0.0f, 0.0f, 0.0f, 1.0f) : (hem_box){low, high};
    }
    TEST_ASSERT_EQUAL_UINT32(10, check(9, 0.001f, true));
}

void test_random_boxes_as_comparing_all_of_them(void)
{
    test_random random = {93};
    uint32_t seen = 0;
    for (uint32_t round = 0; round < hem_test_count(3000); round++) {
        uint32_t count = 1u + random_below(&random, MOST);
        float size = round % 2u == 0 ? 0.2f : 1.0f, place = round % 5u == 0 ? 3000.0f : 0.0f;
        bool lattice = round % 3u == 0;
        for (uint32_t i = 0; i < count; i++) {
            float at[3], wide[3];
            for (uint32_t k = 0; k < 3; k++) {
                at[k] = lattice ? (float)random_below(&random, 6) : random_float(&random, -1, 1);
                wide[k] =
                    lattice ? (float)random_below(&random, 3) : random_float(&random, 0.0f, size);
            }
            boxes[i] = (hem_box){{place + at[0], at[1], at[2]},
                                 {place + at[0] + wide[0], at[1] + wide[1], at[2] + wide[2]}};
        }
        const float epsilons[] = {0.0f, 0.5f, 0.001f};
        seen += check(count, epsilons[round % 3u], lattice);
    }
    TEST_ASSERT_TRUE(seen > 10000);
}

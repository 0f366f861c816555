#include "unity.h"

#include "base/real.h"
#include "base/sort.h"
#include "random.h"
#include "test_scale.h"

#include <stdlib.h>
#include <string.h>

TEST_SOURCE_FILE("src/base/sort.c")
TEST_SOURCE_FILE("src/base/real.c")

#define MOST 100000u

static hem_pair items[MOST + 1], expected[MOST];

void setUp(void)
{
}

void tearDown(void)
{
}

static int compare(const void *x, const void *y)
{
    const hem_pair *a = x, *b = y;
    if (a->first != b->first) {
        return a->first < b->first ? -1 : 1;
    }
    return a->second < b->second ? -1 : a->second > b->second;
}

static void check_sorted_as_the_standard_library_does(uint32_t count)
{
    hem_pair guard = {0xDEADBEEFu, 0xCAFEF00Du};
    items[count] = guard;
    memcpy(expected, items, count * sizeof *items);
    qsort(expected, count, sizeof *expected, compare);
    hem_sort(items, count);
    if (count > 0) {
        TEST_ASSERT_EQUAL_MEMORY(expected, items, count * sizeof *items);
    }
    TEST_ASSERT_EQUAL_MEMORY(&guard, &items[count], sizeof guard);
}

void test_random_items_of_every_small_length(void)
{
    test_random random = {11};
    for (uint32_t count = 0; count < 300; count++) {
        for (uint32_t i = 0; i < count; i++) {
            items[i] = (hem_pair){random_below(&random, 50), i};
        }
        check_sorted_as_the_standard_library_does(count);
    }
}

void test_many_random_items(void)
{
    test_random random = {12};
    for (uint32_t round = 0; round < hem_test_count(5); round++) {
        for (uint32_t i = 0; i < MOST; i++) {
            items[i] = (hem_pair){random_u32(&random), random_u32(&random)};
        }
        check_sorted_as_the_standard_library_does(MOST);
    }
}

void test_equal_keys_come_out_by_index(void)
{
    for (uint32_t i = 0; i < 1000; i++) {
        items[i] = (hem_pair){7, 999 - i};
    }
    hem_sort(items, 1000);
    for (uint32_t i = 0; i < 1000; i++) {
        TEST_ASSERT_EQUAL(i, items[i].second);
    }
}

void test_inputs_that_hurt_a_quicksort(void)
{
    for (uint32_t shape = 0; shape < 6; shape++) {
        for (uint32_t i = 0; i < MOST; i++) {
            uint32_t key[6] = {i, MOST - i, i % 2, i < MOST / 2 ? i : MOST - i, 5, i ^ (i >> 1)};
            items[i] = (hem_pair){key[shape], i};
        }
        check_sorted_as_the_standard_library_does(MOST);
    }
}

void test_the_result_does_not_depend_on_the_order_of_the_input(void)
{
    test_random random = {13};
    for (uint32_t i = 0; i < 500; i++) {
        items[i] = (hem_pair){random_below(&random, 20), i};
    }
    hem_sort(items, 500);
    memcpy(expected, items, 500 * sizeof *items);
    for (uint32_t round = 0; round < 50; round++) {
        for (uint32_t i = 499; i > 0; i--) {
            uint32_t j = random_below(&random, i + 1);
            hem_pair kept = items[i];
            items[i] = items[j];
            items[j] = kept;
        }
        hem_sort(items, 500);
        TEST_ASSERT_EQUAL_MEMORY(expected, items, 500 * sizeof *items);
    }
}

void test_float_keys_sort_as_floats(void)
{
    const float ordered[] = {-FLT_MAX, -1.0f,     -FLT_MIN, -FLT_MIN / 2.0f, -0.0f, 0.0f,
                             FLT_MIN,  0.999999f, 1.0f,     FLT_MAX};
    for (uint32_t i = 0; i + 1 < sizeof ordered / sizeof ordered[0]; i++) {
        TEST_ASSERT_TRUE(hem_float_key(ordered[i]) < hem_float_key(ordered[i + 1]));
    }
}

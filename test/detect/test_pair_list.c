#include "unity.h"

#include "base/sort.h"
#include "detect/pair_list.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

#define MOST 400u

static hem_pair all[MOST], kept[MOST + 1];

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

void test_a_full_list_keeps_the_smallest_and_counts_the_rest(void)
{
    test_random random = {31};
    for (uint32_t round = 0; round < 2000; round++) {
        uint32_t count = random_below(&random, MOST), room = random_below(&random, MOST);
        hem_pair guard = {0xABABABABu, 0xCDCDCDCDu};
        hem_pair_list list = {.pairs = kept, .room = room};
        kept[room] = guard;
        for (uint32_t i = 0; i < count; i++) {
            all[i] = (hem_pair){random_below(&random, 30), random_below(&random, 1000)};
            hem_pair_list_add(&list, all[i]);
        }
        hem_pair_list_finish(&list);
        qsort(all, count, sizeof *all, compare);
        uint32_t expected = count < room ? count : room;
        TEST_ASSERT_EQUAL_UINT32(count, list.count);
        TEST_ASSERT_EQUAL_UINT32(expected, list.kept);
        if (expected > 0) {
            TEST_ASSERT_EQUAL_MEMORY(all, kept, expected * sizeof *all);
        }
        TEST_ASSERT_EQUAL_MEMORY(&guard, &kept[room], sizeof guard);
    }
}

/* Whether the scratch is large enough, or would be but may not be used, or is too small. */
void test_scratch_does_not_show_in_the_order(void)
{
    HEM_BLOCK(block, 16384);
    const uint32_t counts = HEM_SORT_COUNTS * 4u;
    test_random random = {32};
    for (uint32_t round = 0; round < 500; round++) {
        uint32_t count = random_below(&random, MOST);
        uint32_t needed = counts + (count * 8u + 15u) / 16u * 16u;
        uint32_t sizes[3] = {needed, needed - 16u, 16384};
        uint32_t bytes[3] = {needed, needed, needed - 1u};
        for (uint32_t i = 0; i < count; i++) {
            all[i] = (hem_pair){random_below(&random, 30), random_u32(&random)};
        }
        for (uint32_t k = 0; k < 3; k++) {
            hem_arena scratch;
            TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, block, sizes[k]));
            hem_pair_list list = {.pairs = kept, .room = MOST};
            hem_pair_list_add_all(&list, all, count);
            hem_pair_list_finish_in(&list, &scratch, bytes[k]);
            TEST_ASSERT_EQUAL_UINT32(0, scratch.used);
            TEST_ASSERT_EQUAL_UINT32(k == 0 ? needed : 0, scratch.peak);
            TEST_ASSERT_EQUAL_UINT32(0, scratch.refused);
            for (uint32_t i = 1; i < count; i++) {
                TEST_ASSERT_TRUE(compare(&kept[i - 1], &kept[i]) <= 0);
            }
            qsort(all, count, sizeof *all, compare);
            TEST_ASSERT_EQUAL_UINT32(count, list.kept);
            TEST_ASSERT_TRUE(count == 0 || memcmp(all, kept, count * sizeof *all) == 0);
        }
    }
}

void test_a_list_without_room_only_counts(void)
{
    hem_pair_list list = {.pairs = NULL, .room = 0};
    hem_pair_list_add(&list, (hem_pair){1, 2});
    hem_pair_list_add(&list, (hem_pair){0, 2});
    hem_pair_list_finish(&list);
    TEST_ASSERT_EQUAL_UINT32(2, list.count);
    TEST_ASSERT_EQUAL_UINT32(0, list.kept);
}

void test_the_count_does_not_wrap_around(void)
{
    hem_pair_list list = {.pairs = NULL, .room = 0, .count = UINT32_MAX};
    hem_pair_list_add(&list, (hem_pair){1, 2});
    TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, list.count);
}

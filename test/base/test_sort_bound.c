/* The sort is bounded whatever it is given: an adversary makes items of which its pivots say as
 * little as possible and the bits of the keys no more, and counts the comparisons. The source is
 * compiled into this test with a comparison that counts. */
#include "unity.h"

#include "hem/types.h"
#include "random.h"

#include <math.h>

#define HEM_BASE_SORT_H

#define MOST      65536u
#define UNDECIDED 0xFFFFFFFFu

static uint64_t comparisons;
static uint32_t seen[64],
    seen_count; /* the indices of what was compared, while the adversary looks */
static bool looking;

static bool hem_sort_before(hem_pair a, hem_pair b)
{
    comparisons++;
    if (looking && seen_count + 2u <= sizeof seen / sizeof seen[0]) {
        seen[seen_count++] = a.second;
        seen[seen_count++] = b.second;
    }
    return a.first < b.first || (a.first == b.first && a.second < b.second);
}

void hem_sort(hem_pair *items, uint32_t count);

#include "../../src/base/sort.c"

static hem_pair items[MOST], killer[MOST];

void setUp(void)
{
}

void tearDown(void)
{
}

/* The comparisons that sort.h allows. */
static double allowed(uint32_t count)
{
    return (double)count * (1.25 * log2((double)count) + 90.0);
}

/* Returns the comparisons. */
static uint64_t sort_within_the_bound(uint32_t count)
{
    comparisons = 0;
    hem_sort(items, count);
    uint64_t taken = comparisons;
    TEST_ASSERT_TRUE((double)taken <= allowed(count));
    for (uint32_t i = 1; i < count; i++) {
        TEST_ASSERT_FALSE(hem_sort_before(items[i], items[i - 1]));
    }
    return taken;
}

/* Items from which each pivot splits off but a few: those that choose it get the least values that
 * are not yet given (after McIlroy 1999). Items are (value, index) meanwhile, in the order in which
 * the sort would hold them. Returns how many values were given. */
static uint32_t decide_by_pivots(uint32_t count)
{
    uint32_t given = 0, begin = 0;
    for (uint32_t i = 0; i < count; i++) {
        items[i] = (hem_pair){UNDECIDED, i};
    }
    turn_pairs(items, count);
    for (uint32_t pivot = 0; pivot < pivot_limit(count) && count - begin > SHORT_RANGE; pivot++) {
        hem_pair *range = items + begin;
        seen_count = 0;
        looking = true;
        choose_pivot(range, count - begin);
        looking = false;
        for (uint32_t i = 0; i < count - begin; i++) {
            for (uint32_t k = 0; k < seen_count && range[i].second == UNDECIDED; k++) {
                if (range[i].first == seen[k]) {
                    range[i].second = given++;
                    killer[seen[k]] = (hem_pair){0, range[i].second};
                }
            }
        }
        begin += split_below(range, count - begin, choose_pivot(range, count - begin));
    }
    return given;
}

/* What the pivots leave: equal items, and one more for each higher bit. */
static void decide_by_bits(uint32_t count, uint32_t given)
{
    uint32_t bit = 0;
    while (1u << bit < given) {
        bit++;
    }
    uint64_t equal = (uint64_t)1 << bit;
    for (uint32_t i = 0; i < count; i++) {
        if (items[i].second == UNDECIDED) {
            bit += bit < 64;
            uint64_t key = bit < 64 ? equal | (uint64_t)1 << bit : equal;
            killer[items[i].first] = (hem_pair){(uint32_t)(key >> 32), (uint32_t)key};
        }
    }
}

void test_an_adversary_cannot_make_the_sort_quadratic(void)
{
    for (uint32_t count = 256; count <= MOST; count *= 4) {
        uint32_t given = decide_by_pivots(count);
        decide_by_bits(count, given);
        for (uint32_t i = 0; i < count; i++) {
            items[i] = killer[i];
        }
        double taken = (double)sort_within_the_bound(count);
        /* It does come near: this is no easy input. */
        TEST_ASSERT_TRUE(count < 4096 || taken >= 0.6 * allowed(count));
    }
}

void test_random_items_take_few_comparisons(void)
{
    test_random random = {17};
    for (uint32_t count = 256; count <= MOST; count *= 4) {
        for (uint32_t i = 0; i < count; i++) {
            items[i] = (hem_pair){random_u32(&random), i};
        }
        double taken = (double)sort_within_the_bound(count);
        TEST_ASSERT_TRUE(taken <= (double)count * (1.1 * log2((double)count) + 9.0));
    }
}

void test_items_in_order_are_looked_at_once(void)
{
    for (uint32_t i = 0; i < MOST; i++) {
        items[i] = (hem_pair){i / 3u, i};
    }
    TEST_ASSERT_EQUAL_UINT64(MOST - 1u, sort_within_the_bound(MOST));
}

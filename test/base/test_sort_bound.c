/* The sort is bounded whatever it is given: an adversary answers its comparisons so that they say
 * as little as possible, and counts them. The source is compiled into this test with the adversary
 * in place of the comparison. */
#include "unity.h"

#include "hem/types.h"

#include <math.h>

#define HEM_BASE_SORT_H

#define MOST 262144u

/* Values are decided only when they must be. What is not decided yet is larger than all the rest;
 * of two such the one that seems to be the pivot is decided last (McIlroy 1999). */
static uint32_t value[MOST];
static uint32_t undecided, next_value, candidate;
static uint64_t comparisons;

static bool hem_sort_before(hem_pair a, hem_pair b)
{
    uint32_t x = a.second, y = b.second;
    comparisons++;
    if (x != y && value[x] == undecided && value[y] == undecided) {
        value[x == candidate ? x : y] = next_value++;
    }
    if (value[x] == undecided) {
        candidate = x;
    } else if (value[y] == undecided) {
        candidate = y;
    }
    return value[x] < value[y];
}

void hem_sort(hem_pair *items, uint32_t count);

#include "../../src/base/sort.c"

void setUp(void)
{
}

void tearDown(void)
{
}

void test_an_adversary_cannot_make_the_sort_quadratic(void)
{
    static hem_pair items[MOST];
    for (uint32_t count = 64; count <= MOST; count *= 8) {
        undecided = count;
        next_value = 0;
        candidate = 0;
        comparisons = 0;
        for (uint32_t i = 0; i < count; i++) {
            value[i] = undecided;
            items[i] = (hem_pair){0, i};
        }
        hem_sort(items, count);
        double bound = 4.5 * (double)count * log2((double)count);
        TEST_ASSERT_TRUE((double)comparisons <= bound);
        for (uint32_t i = 1; i < count; i++) {
            TEST_ASSERT_TRUE(value[items[i - 1].second] <= value[items[i].second]);
        }
    }
}

/* The sort against the standard library's, on random items and on those that sorts have trouble
 * with; test_sort_bound.c counts what it does. */
#include "unity.h"

#include "base/real.h"
#include "base/sort.h"
#include "random.h"
#include "test_scale.h"

#include <stdlib.h>
#include <string.h>

#define MOST 100000u

static hem_pair items[MOST + 1], expected[MOST], counted[MOST + 1], room[MOST + 1];
static uint32_t counts[HEM_SORT_COUNTS + 1];

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

/* Of a copy of the items, by counting; nothing behind the room is touched. */
static void check_counted(uint32_t count, hem_pair guard)
{
    memcpy(counted, items, (count + 1u) * sizeof *items);
    memset(counts, 0xA5, sizeof counts);
    room[count] = guard;
    hem_sort_with_room(counted, count, room, counts);
    if (count > 0) {
        TEST_ASSERT_EQUAL_MEMORY(expected, counted, count * sizeof *counted);
    }
    TEST_ASSERT_EQUAL_MEMORY(&guard, &counted[count], sizeof guard);
    TEST_ASSERT_EQUAL_MEMORY(&guard, &room[count], sizeof guard);
    TEST_ASSERT_EQUAL_HEX32(0xA5A5A5A5u, counts[HEM_SORT_COUNTS]);
}

static void check_sorted_as_the_standard_library_does(uint32_t count)
{
    hem_pair guard = {0xDEADBEEFu, 0xCAFEF00Du};
    items[count] = guard;
    memcpy(expected, items, count * sizeof *items);
    qsort(expected, count, sizeof *expected, compare);
    check_counted(count, guard);
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

/* A sort that moves items without looking at how they compare sorts every input if it sorts every
 * arrangement of two keys (the 0-1 principle): what finishes short ranges is such a sort. */
void test_every_arrangement_of_two_keys_up_to_a_short_range(void)
{
    for (uint32_t count = 1; count <= 16; count++) {
        for (uint32_t bits = 0; bits < 1u << count; bits++) {
            uint32_t ones = 0;
            for (uint32_t i = 0; i < count; i++) {
                uint32_t key = bits >> i & 1u;
                ones += key;
                items[i] = (hem_pair){3u * key, 5u - key};
            }
            hem_sort(items, count);
            for (uint32_t i = 0; i < count; i++) {
                uint32_t key = i >= count - ones;
                TEST_ASSERT_EQUAL_UINT32(3u * key, items[i].first);
                TEST_ASSERT_EQUAL_UINT32(5u - key, items[i].second);
            }
        }
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

/* Item i of a list in one of the shapes that sorts have trouble with. */
#define SHAPES 14u
static hem_pair shaped_item(uint32_t shape, uint32_t i, uint32_t count, test_random *random)
{
    uint32_t any = random_u32(random), other = random_u32(random);
    uint32_t bit = any % 64u;
    switch (shape) {
    case 0: /* ordered */
        return (hem_pair){i, i};
    case 1: /* reversed */
        return (hem_pair){count - i, count - i};
    case 2: /* ordered but for the last */
        return (hem_pair){i + 1u < count ? i + 1u : 0, 0};
    case 3: /* ordered but for a few */
        return (hem_pair){any % 50u == 0 ? other % count : i, i};
    case 4: /* up and down */
        return (hem_pair){i < count / 2u ? i : count - i, i};
    case 5: /* two interleaved */
        return (hem_pair){i % 2u, i};
    case 6: /* a Gray code */
        return (hem_pair){i ^ (i >> 1), i};
    case 7: /* teeth */
        return (hem_pair){i % 37u, count - i};
    case 8: /* all equal, the largest there is */
        return (hem_pair){UINT32_MAX, UINT32_MAX};
    case 9: /* the least, again and again, and one that is not */
        return (hem_pair){0, i == count / 3u};
    case 10: /* few different pairs, the ends of both ranges among them */
        return (hem_pair){any % 3u - 1u, other % 3u - 1u};
    case 11: /* keys of one bit: each division by a bit takes away one of them */
        return (hem_pair){bit < 32 ? 0 : 1u << (bit - 32), bit < 32 ? 1u << bit : 0};
    case 12: /* the same, from a wealth of equal ones */
        return i < count / 2u ? (hem_pair){0, 0} : shaped_item(11, i, count, random);
    default: /* differing in the index alone */
        return (hem_pair){0x80000000u, other};
    }
}

static void check_shapes(uint32_t count, test_random *random)
{
    for (uint32_t shape = 0; shape < SHAPES; shape++) {
        for (uint32_t i = 0; i < count; i++) {
            items[i] = shaped_item(shape, i, count, random);
        }
        check_sorted_as_the_standard_library_does(count);
    }
}

/* Lengths up to well past where short and long ranges begin (16 and 128 items). */
void test_shapes_that_hurt_a_sort_at_every_small_length(void)
{
    test_random random = {14};
    for (uint32_t count = 1; count < 300; count++) {
        check_shapes(count, &random);
    }
}

void test_shapes_that_hurt_a_sort_of_many_items(void)
{
    test_random random = {15};
    check_shapes(MOST, &random);
}

/* Triangles patch by patch, each with some of its patch, of the next one and of a layer above. */
void test_pairs_as_a_folded_sheet_gives_them(void)
{
    test_random random = {16};
    uint32_t count = 0, layer = MOST / 12u;
    for (uint32_t patch = 0; count + 96u <= MOST; patch++) {
        for (uint32_t k = 0; k < 32; k++) {
            uint32_t first = patch * 16u % layer + random_below(&random, 16);
            uint32_t near = patch * 16u % layer + random_below(&random, 32);
            items[count++] = (hem_pair){first, near};
            items[count++] = (hem_pair){first, near + layer};
            items[count++] = (hem_pair){near, 2u * layer - first};
        }
    }
    check_sorted_as_the_standard_library_does(count);
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

#include "unity.h"

#include "base/bits.h"
#include "random.h"

#include <string.h>

#define COUNT 133u

static uint32_t words[HEM_BIT_WORDS(COUNT)];
static bool members[COUNT];

void setUp(void)
{
    hem_bits_clear_all(words, COUNT);
    memset(members, 0, sizeof members);
}

void tearDown(void)
{
}

static void check_equal_to_members(void)
{
    uint32_t total = 0;
    uint32_t next = hem_bits_next(words, COUNT, 0);
    for (uint32_t i = 0; i < COUNT; i++) {
        TEST_ASSERT_EQUAL(members[i], hem_bits_has(words, i));
        if (members[i]) {
            TEST_ASSERT_EQUAL(i, next);
            next = hem_bits_next(words, COUNT, i + 1);
            total++;
        }
    }
    TEST_ASSERT_EQUAL(HEM_NONE, next);
    TEST_ASSERT_EQUAL(total, hem_bits_count(words, COUNT));
}

void test_adding_and_removing_agrees_with_a_plain_array(void)
{
    test_random random = {5};
    for (uint32_t round = 0; round < 2000; round++) {
        uint32_t bit = random_below(&random, COUNT);
        members[bit] = random_below(&random, 2) == 0;
        if (members[bit]) {
            hem_bits_add(words, bit);
        } else {
            hem_bits_remove(words, bit);
        }
        check_equal_to_members();
    }
}

void test_the_lowest_bit_of_every_single_bit_word(void)
{
    for (uint32_t bit = 0; bit < 32; bit++) {
        TEST_ASSERT_EQUAL(bit, hem_bits_lowest(1u << bit));
        TEST_ASSERT_EQUAL(bit, hem_bits_lowest(0xFFFFFFFFu << bit));
        TEST_ASSERT_EQUAL(32 - bit, hem_bits_in_word(0xFFFFFFFFu << bit));
    }
}

void test_looking_behind_the_end_finds_nothing(void)
{
    hem_bits_add(words, COUNT - 1);
    TEST_ASSERT_EQUAL(COUNT - 1, hem_bits_next(words, COUNT, COUNT - 1));
    TEST_ASSERT_EQUAL(HEM_NONE, hem_bits_next(words, COUNT, COUNT));
    TEST_ASSERT_EQUAL(HEM_NONE, hem_bits_next(words, 0, 0));
}

#include "unity.h"

#include "base/hash.h"
#include "random.h"

void setUp(void)
{
}

void tearDown(void)
{
}

void test_the_hash_of_known_values_never_changes(void)
{
    const uint32_t values[] = {0, 1, 2, 0xFFFFFFFFu};
    TEST_ASSERT_EQUAL_HEX64(0xFE64E0491FA355B5u, hem_hash_u32_array(HEM_HASH_SEED, values, 4));
    TEST_ASSERT_EQUAL_HEX64(0x95984F054B069335u,
                            hem_hash_vec3(HEM_HASH_SEED, (hem_vec3){1.0f, -2.5f, 0.0f}));
    TEST_ASSERT_EQUAL_HEX64(0xF5184FE4F6359A9Bu, hem_hash_u64(HEM_HASH_SEED, 0x0123456789ABCDEFu));
}

void test_the_sign_of_zero_counts(void)
{
    TEST_ASSERT_TRUE(hem_hash_float(1, 0.0f) != hem_hash_float(1, -0.0f));
}

void test_length_and_order_count(void)
{
    const uint32_t zeros[] = {0, 0, 0};
    const uint32_t ab[] = {1, 2}, ba[] = {2, 1};
    TEST_ASSERT_TRUE(hem_hash_u32_array(1, zeros, 2) != hem_hash_u32_array(1, zeros, 3));
    TEST_ASSERT_TRUE(hem_hash_u32_array(1, ab, 2) != hem_hash_u32_array(1, ba, 2));
    const hem_vec3 origin[2] = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    TEST_ASSERT_TRUE(hem_hash_vec3_array(1, origin, 1) != hem_hash_vec3_array(1, origin, 2));
}

void test_changing_one_bit_anywhere_changes_about_half_the_bits(void)
{
    test_random random = {3};
    uint32_t flipped = 0, rounds = 0;
    for (uint32_t round = 0; round < 200; round++) {
        uint32_t values[3] = {random_u32(&random), random_u32(&random), 0};
        uint64_t before = hem_hash_u32_array(HEM_HASH_SEED, values, 3);
        for (uint32_t bit = 0; bit < 32; bit++) {
            values[0] ^= 1u << bit;
            uint64_t difference = before ^ hem_hash_u32_array(HEM_HASH_SEED, values, 3);
            values[0] ^= 1u << bit;
            TEST_ASSERT_TRUE(difference != 0);
            for (; difference != 0; difference &= difference - 1) {
                flipped++;
            }
            rounds++;
        }
    }
    TEST_ASSERT_UINT_WITHIN(rounds * 4, rounds * 32, flipped);
}

void test_a_hundred_thousand_values_do_not_collide(void)
{
    static uint64_t seen[100000];
    for (uint32_t i = 0; i < 100000; i++) {
        seen[i] = hem_hash_u32(HEM_HASH_SEED, i);
    }
    /* The step is invertible, so equal results would mean equal values. */
    for (uint32_t i = 1; i < 100000; i++) {
        TEST_ASSERT_TRUE(seen[i] != seen[i - 1]);
        TEST_ASSERT_TRUE(seen[i] != seen[i / 2]);
    }
}

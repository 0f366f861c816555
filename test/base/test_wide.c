#include "unity.h"

#include "base/wide.h"
#include "orient_cases.h"
#include "test_scale.h"

#include <gmp.h>
#include <string.h>

static mpz_t left, right, expected, actual;
static uint64_t state;

void setUp(void)
{
    mpz_inits(left, right, expected, actual, NULL);
    state = 3;
}

void tearDown(void)
{
    mpz_clears(left, right, expected, actual, NULL);
}

/* Limbs, lowest first, as a two's complement number. */
static void set_limbs(mpz_t out, const uint32_t *limb, uint32_t count)
{
    mpz_import(out, count, -1, sizeof limb[0], 0, 0, limb);
    if ((limb[count - 1] >> 31) != 0) {
        mpz_t modulus;
        mpz_init_set_ui(modulus, 1);
        mpz_mul_2exp(modulus, modulus, 32 * count);
        mpz_sub(out, out, modulus);
        mpz_clear(modulus);
    }
}

static void set_int64(mpz_t out, int64_t value)
{
    uint32_t limb[2] = {(uint32_t)(uint64_t)value, (uint32_t)((uint64_t)value >> 32)};
    set_limbs(out, limb, 2);
}

/* All lengths, and many numbers whose limbs are all zeros or all ones. */
static uint32_t random_limb(void)
{
    switch (hem_case_random(&state) >> 62) {
    case 0:
        return 0;
    case 1:
        return 0xFFFFFFFFu;
    default:
        return (uint32_t)(hem_case_random(&state) >> 32);
    }
}

/* The two highest bits alike: a number that another like it can be added to or taken from. */
static uint32_t with_room(uint32_t highest)
{
    uint32_t sign = (highest >> 30) & 1u;
    return (highest & 0x7FFFFFFFu) | sign << 31;
}

static int64_t random_int64(void)
{
    uint64_t bits = (uint64_t)random_limb() << 32 | random_limb();
    int64_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static hem_wide128 random_wide128(void)
{
    return (hem_wide128){{random_limb(), random_limb(), random_limb(), random_limb()}};
}

void test_products_of_two_64_bit_numbers_are_exact(void)
{
    uint32_t count = hem_test_count(200000);
    for (uint32_t i = 0; i < count; i++) {
        int64_t a = random_int64();
        int64_t b = random_int64();
        hem_wide128 product = hem_wide128_mul(a, b);
        set_int64(left, a);
        set_int64(right, b);
        mpz_mul(expected, left, right);
        set_limbs(actual, product.limb, 4);
        TEST_ASSERT_EQUAL(0, mpz_cmp(expected, actual));
        TEST_ASSERT_EQUAL(mpz_sgn(expected), hem_wide128_sign(product));
    }
}

void test_the_most_negative_numbers_multiply_too(void)
{
    hem_wide128 square = hem_wide128_mul(INT64_MIN, INT64_MIN);
    const uint32_t two_to_126[4] = {0, 0, 0, 0x40000000u};
    TEST_ASSERT_EQUAL_HEX32_ARRAY(two_to_126, square.limb, 4);

    hem_wide128 least = {{0, 0, 0, 0x80000000u}};
    hem_wide192 product = hem_wide192_mul(least, INT64_MIN);
    const uint32_t two_to_190[6] = {0, 0, 0, 0, 0, 0x40000000u};
    TEST_ASSERT_EQUAL_HEX32_ARRAY(two_to_190, product.limb, 6);
}

void test_products_of_128_and_64_bits_are_exact(void)
{
    uint32_t count = hem_test_count(200000);
    for (uint32_t i = 0; i < count; i++) {
        hem_wide128 a = random_wide128();
        int64_t b = random_int64();
        hem_wide192 product = hem_wide192_mul(a, b);
        set_limbs(left, a.limb, 4);
        set_int64(right, b);
        mpz_mul(expected, left, right);
        set_limbs(actual, product.limb, 6);
        TEST_ASSERT_EQUAL(0, mpz_cmp(expected, actual));
        TEST_ASSERT_EQUAL(mpz_sgn(expected), hem_wide192_sign(product));
    }
}

void test_differences_carry_through_all_limbs(void)
{
    uint32_t count = hem_test_count(200000);
    for (uint32_t i = 0; i < count; i++) {
        hem_wide128 a = random_wide128();
        hem_wide128 b = random_wide128();
        a.limb[3] = with_room(a.limb[3]);
        b.limb[3] = with_room(b.limb[3]);
        hem_wide128 difference = hem_wide128_sub(a, b);
        set_limbs(left, a.limb, 4);
        set_limbs(right, b.limb, 4);
        mpz_sub(expected, left, right);
        set_limbs(actual, difference.limb, 4);
        TEST_ASSERT_EQUAL(0, mpz_cmp(expected, actual));
    }
}

void test_sums_carry_through_all_limbs(void)
{
    uint32_t count = hem_test_count(200000);
    for (uint32_t i = 0; i < count; i++) {
        hem_wide192 a, b;
        for (uint32_t k = 0; k < 6; k++) {
            a.limb[k] = random_limb();
            b.limb[k] = random_limb();
        }
        a.limb[5] = with_room(a.limb[5]);
        b.limb[5] = with_room(b.limb[5]);
        hem_wide192 total = hem_wide192_add(a, b);
        set_limbs(left, a.limb, 6);
        set_limbs(right, b.limb, 6);
        mpz_add(expected, left, right);
        set_limbs(actual, total.limb, 6);
        TEST_ASSERT_EQUAL(0, mpz_cmp(expected, actual));
    }
}

void test_the_sign_sees_every_limb(void)
{
    for (uint32_t k = 0; k < 4; k++) {
        hem_wide128 one_bit = {{0, 0, 0, 0}};
        TEST_ASSERT_EQUAL(0, hem_wide128_sign(one_bit));
        one_bit.limb[k] = 1;
        TEST_ASSERT_EQUAL(1, hem_wide128_sign(one_bit));
    }
    for (uint32_t k = 0; k < 6; k++) {
        hem_wide192 one_bit = {{0, 0, 0, 0, 0, 0}};
        TEST_ASSERT_EQUAL(0, hem_wide192_sign(one_bit));
        one_bit.limb[k] = 1;
        TEST_ASSERT_EQUAL(1, hem_wide192_sign(one_bit));
    }
    TEST_ASSERT_EQUAL(-1, hem_wide128_sign((hem_wide128){{0, 0, 0, 0x80000000u}}));
    TEST_ASSERT_EQUAL(-1, hem_wide192_sign((hem_wide192){{0, 0, 0, 0, 0, 0x80000000u}}));
}

#include "unity.h"

#include "base/real.h"
#include "random.h"
#include "test_scale.h"

#include <math.h>

void setUp(void)
{
}

void tearDown(void)
{
}

static void check_root(float value)
{
    uint32_t expected = hem_float_bits(sqrtf(value));
    TEST_ASSERT_EQUAL_HEX32(expected, hem_float_bits(hem_sqrt_portable(value)));
    TEST_ASSERT_EQUAL_HEX32(expected, hem_float_bits(hem_sqrt(value)));
}

void test_the_square_root_is_rounded_right_over_all_exponents(void)
{
    uint32_t stride = 0x7F800000u / hem_test_count(4000000);
    for (uint64_t bits = 0; bits <= 0x7F800000u; bits += stride) {
        check_root(hem_bits_float((uint32_t)bits));
    }
}

void test_the_square_root_of_squares_and_their_neighbours(void)
{
    for (uint32_t root = 1; root < 4096; root++) {
        uint32_t bits = hem_float_bits((float)(root * root));
        check_root(hem_bits_float(bits - 1));
        check_root(hem_bits_float(bits));
        check_root(hem_bits_float(bits + 1));
    }
}

void test_the_square_root_of_every_small_denormal_and_the_edges(void)
{
    for (uint32_t bits = 0; bits < 5000; bits++) {
        check_root(hem_bits_float(bits));
        check_root(hem_bits_float(0x00800000u - bits));
        check_root(hem_bits_float(0x7F800000u - bits));
    }
}

void test_the_square_root_of_nothing_real_is_not_a_number(void)
{
    TEST_ASSERT_TRUE(isnan(hem_sqrt(-1.0f)));
    TEST_ASSERT_TRUE(isnan(hem_sqrt_portable(-1.0f)));
    TEST_ASSERT_TRUE(isnan(hem_sqrt_portable(-FLT_MIN / 4.0f)));
    TEST_ASSERT_TRUE(isnan(hem_sqrt_portable(NAN)));
    TEST_ASSERT_TRUE(isnan(hem_sqrt_portable(-INFINITY)));
    TEST_ASSERT_EQUAL_HEX32(0x80000000u, hem_float_bits(hem_sqrt_portable(-0.0f)));
    TEST_ASSERT_EQUAL_HEX32(0x80000000u, hem_float_bits(hem_sqrt(-0.0f)));
}

void test_min_and_max_give_their_second_operand_when_nothing_is_smaller(void)
{
    TEST_ASSERT_EQUAL_HEX32(hem_float_bits(-0.0f), hem_float_bits(hem_min(0.0f, -0.0f)));
    TEST_ASSERT_EQUAL_HEX32(hem_float_bits(0.0f), hem_float_bits(hem_min(-0.0f, 0.0f)));
    TEST_ASSERT_EQUAL_HEX32(hem_float_bits(-0.0f), hem_float_bits(hem_max(0.0f, -0.0f)));
    TEST_ASSERT_EQUAL_FLOAT(3.0f, hem_min(NAN, 3.0f));
    TEST_ASSERT_EQUAL_FLOAT(3.0f, hem_max(NAN, 3.0f));
    TEST_ASSERT_TRUE(isnan(hem_min(3.0f, NAN)));
    TEST_ASSERT_TRUE(isnan(hem_max(3.0f, NAN)));
    TEST_ASSERT_EQUAL_FLOAT(1.0f, hem_min(1.0f, 2.0f));
    TEST_ASSERT_EQUAL_FLOAT(2.0f, hem_max(1.0f, 2.0f));
}

void test_the_magnitude_of_minus_zero_is_plus_zero(void)
{
    TEST_ASSERT_EQUAL_HEX32(0, hem_float_bits(hem_abs(-0.0f)));
    TEST_ASSERT_EQUAL_FLOAT(2.0f, hem_abs(-2.0f));
    TEST_ASSERT_EQUAL_FLOAT(2.0f, hem_abs(2.0f));
}

void test_finite_means_neither_infinite_nor_nan(void)
{
    TEST_ASSERT_TRUE(hem_is_finite(FLT_MAX));
    TEST_ASSERT_TRUE(hem_is_finite(-FLT_MIN / 8.0f));
    TEST_ASSERT_FALSE(hem_is_finite(INFINITY));
    TEST_ASSERT_FALSE(hem_is_finite(-INFINITY));
    TEST_ASSERT_FALSE(hem_is_finite(NAN));
}

#include "unity.h"

#include "base/vec3.h"
#include "random.h"
#include "test_scale.h"

#include <math.h>

static test_random random_source;

void setUp(void)
{
    random_source.state = 77;
}

void tearDown(void)
{
}

static hem_vec3 random_vec3(void)
{
    float x = random_float(&random_source, -10.0f, 10.0f);
    float y = random_float(&random_source, -10.0f, 10.0f);
    float z = random_float(&random_source, -10.0f, 10.0f);
    return hem_vec3_make(x, y, z);
}

void test_products_agree_with_double_arithmetic(void)
{
    for (uint32_t i = 0; i < 10000; i++) {
        hem_vec3 a = random_vec3(), b = random_vec3();
        double dot =
            (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
        TEST_ASSERT_DOUBLE_WITHIN(1e-4, dot, (double)hem_dot(a, b));
        hem_vec3 c = hem_cross(a, b);
        TEST_ASSERT_FLOAT_WITHIN(2e-3f, 0.0f, hem_dot(c, a));
        TEST_ASSERT_FLOAT_WITHIN(2e-3f, 0.0f, hem_dot(c, b));
        TEST_ASSERT_DOUBLE_WITHIN(
            1e-5 * 200.0, (double)a.x * (double)b.y - (double)a.y * (double)b.x, (double)c.z);
        TEST_ASSERT_FLOAT_WITHIN(1e-5f, sqrtf(hem_dot(a, a)), hem_length(a));
    }
}

void test_sums_and_multiples_are_by_component(void)
{
    hem_vec3 a = {1.0f, 2.0f, 3.0f}, b = {10.0f, 20.0f, 40.0f};
    hem_vec3 results[] = {hem_add(a, b), hem_sub(b, a), hem_scale(2.0f, a),
                          hem_add_scaled(a, 0.5f, b)};
    const float expected[] = {11.0f, 22.0f, 43.0f, 9.0f, 18.0f, 37.0f,
                              2.0f,  4.0f,  6.0f,  6.0f, 12.0f, 23.0f};
    TEST_ASSERT_EQUAL_FLOAT_ARRAY(expected, (const float *)results, 12);
    hem_vec3 c = {5.0f, -1.0f, 3.0f};
    hem_vec3 low = hem_vec3_min(a, c), high = hem_vec3_max(a, c);
    TEST_ASSERT_EQUAL_FLOAT_ARRAY(((float[]){1.0f, -1.0f, 3.0f}), &low.x, 3);
    TEST_ASSERT_EQUAL_FLOAT_ARRAY(((float[]){5.0f, 2.0f, 3.0f}), &high.x, 3);
}

void test_snapping_rounds_to_the_grid_ties_to_even(void)
{
    for (uint32_t i = 0; i < hem_test_count(2000000); i++) {
        /* exponents from 2^-45 to 2^-14 are where something happens */
        uint32_t exponent = 82 + random_below(&random_source, 32);
        float value = hem_bits_float((random_u32(&random_source) & 0x807FFFFFu) | exponent << 23);
        double expected = ldexp(nearbyint(ldexp((double)value, 40)), -40);
        TEST_ASSERT_TRUE(expected == (double)hem_snap(value));
    }
}

void test_snapping_changes_nothing_from_2_to_the_minus_17_on(void)
{
    const float edge = 1.0f / 131072.0f;
    TEST_ASSERT_EQUAL_HEX32(hem_float_bits(edge), hem_float_bits(hem_snap(edge)));
    for (uint32_t i = 0; i < 100000; i++) {
        float value = random_float(&random_source, edge, 4095.0f);
        TEST_ASSERT_TRUE(hem_snap(value) == value);
        TEST_ASSERT_TRUE(hem_snap(-value) == -value);
    }
}

void test_snapping_is_idempotent_and_leaves_no_minus_zero(void)
{
    const float tiny[] = {-0.0f, -1e-30f, -HEM_GRID / 2.0f, -HEM_GRID / 4.0f, 0.0f, 1e-38f};
    for (uint32_t i = 0; i < sizeof tiny / sizeof tiny[0]; i++) {
        TEST_ASSERT_EQUAL_HEX32(0, hem_float_bits(hem_snap(tiny[i])));
    }
    for (uint32_t i = 0; i < 100000; i++) {
        float once = hem_snap(random_float(&random_source, -1e-5f, 1e-5f));
        TEST_ASSERT_EQUAL_HEX32(hem_float_bits(once), hem_float_bits(hem_snap(once)));
    }
    hem_vec3 snapped = hem_vec3_snap(hem_vec3_make(-0.0f, 1e-20f, 1.0f));
    TEST_ASSERT_EQUAL_FLOAT_ARRAY(((float[]){0.0f, 0.0f, 1.0f}), &snapped.x, 3);
}

void test_the_domain_ends_before_4096_metres(void)
{
    const float inside = hem_bits_float(hem_float_bits(HEM_DOMAIN) - 1u);
    TEST_ASSERT_TRUE(hem_vec3_in_domain(hem_vec3_make(inside, -inside, 0.0f)));
    TEST_ASSERT_FALSE(hem_vec3_in_domain(hem_vec3_make(HEM_DOMAIN, 0.0f, 0.0f)));
    TEST_ASSERT_FALSE(hem_vec3_in_domain(hem_vec3_make(0.0f, -HEM_DOMAIN, 0.0f)));
    TEST_ASSERT_FALSE(hem_vec3_in_domain(hem_vec3_make(0.0f, 0.0f, HEM_DOMAIN)));
    TEST_ASSERT_FALSE(hem_vec3_in_domain(hem_vec3_make(0.0f, 0.0f, INFINITY)));
    TEST_ASSERT_FALSE(hem_vec3_in_domain(hem_vec3_make(0.0f, NAN, 0.0f)));
    TEST_ASSERT_TRUE(hem_vec3_is_finite(hem_vec3_make(1.0f, 2.0f, 3.0f)));
    TEST_ASSERT_FALSE(hem_vec3_is_finite(hem_vec3_make(NAN, 0.0f, 0.0f)));
    TEST_ASSERT_FALSE(hem_vec3_is_finite(hem_vec3_make(0.0f, NAN, 0.0f)));
    TEST_ASSERT_FALSE(hem_vec3_is_finite(hem_vec3_make(0.0f, 0.0f, -INFINITY)));
}

#include "unity.h"

#include "base/sum.h"
#include "random.h"

#define MOST 2000u

static float a[MOST], b[MOST];

void setUp(void)
{
}

void tearDown(void)
{
}

static void fill(uint64_t seed)
{
    test_random random = {seed};
    for (uint32_t i = 0; i < MOST; i++) {
        a[i] = random_float(&random, -1.0f, 1.0f) * (float)(1u << random_below(&random, 20));
        b[i] = random_float(&random, -2.0f, 2.0f);
    }
}

/* The definition, written as it stands: chunks of 256, four strided lanes. */
static float defined_sum(const float *x, const float *y, uint32_t count)
{
    float total = 0.0f;
    for (uint32_t chunk = 0; chunk < count; chunk += 256) {
        volatile float lane[4] = {0.0f, 0.0f, 0.0f, 0.0f};
        for (uint32_t i = 0; i < 256 && chunk + i < count; i++) {
            volatile float term = y == NULL ? x[chunk + i] : x[chunk + i] * y[chunk + i];
            lane[i % 4] = lane[i % 4] + term;
        }
        volatile float low = lane[0] + lane[1];
        volatile float high = lane[2] + lane[3];
        volatile float part = low + high;
        total = total + part;
    }
    return total;
}

void test_a_sum_has_the_defined_shape_for_every_length(void)
{
    fill(1);
    for (uint32_t count = 0; count <= MOST; count++) {
        TEST_ASSERT_EQUAL_HEX32(hem_float_bits(defined_sum(a, NULL, count)),
                                hem_float_bits(hem_sum(a, count)));
    }
}

void test_a_sum_of_products_has_the_defined_shape_for_every_length(void)
{
    fill(2);
    for (uint32_t count = 0; count <= MOST; count++) {
        TEST_ASSERT_EQUAL_HEX32(hem_float_bits(defined_sum(a, b, count)),
                                hem_float_bits(hem_sum_products(a, b, count)));
    }
}

void test_chunks_added_in_order_give_the_whole_sum(void)
{
    fill(3);
    float total = 0.0f;
    for (uint32_t begin = 0; begin < MOST; begin += HEM_SUM_CHUNK) {
        uint32_t left = MOST - begin;
        total = total + hem_sum_chunk(a + begin, left < HEM_SUM_CHUNK ? left : HEM_SUM_CHUNK);
    }
    TEST_ASSERT_EQUAL_HEX32(hem_float_bits(hem_sum(a, MOST)), hem_float_bits(total));
}

void test_a_sum_is_close_to_the_sum_in_double(void)
{
    fill(4);
    double exact = 0.0, size = 0.0;
    for (uint32_t i = 0; i < MOST; i++) {
        exact += (double)a[i];
        size += a[i] < 0.0f ? -(double)a[i] : (double)a[i];
    }
    TEST_ASSERT_DOUBLE_WITHIN(size * 80.0 / 16777216.0, exact, (double)hem_sum(a, MOST));
}

void test_no_values_sum_to_plus_zero(void)
{
    float minus[1] = {-0.0f};
    TEST_ASSERT_EQUAL_HEX32(0, hem_float_bits(hem_sum(minus, 0)));
    TEST_ASSERT_EQUAL_HEX32(0, hem_float_bits(hem_sum(minus, 1)));
}

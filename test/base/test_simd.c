#include "unity.h"

#include "base/bits.h"
#include "base/real.h"
#include "random.h"

#include <math.h>

#define ROUNDS 20000u

static test_random random_source;
static float a[4], b[4], got[4];

void setUp(void)
{
    random_source.state = 5;
}

void tearDown(void)
{
}

/* Any bits at all: NaN, infinities, zeros of both signs and denormals come up often. */
static float nasty(void)
{
    static const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN, FLT_MIN};
    uint32_t choice = random_below(&random_source, 16);
    return choice < 8 ? special[choice] : hem_bits_float(random_u32(&random_source));
}

static void next_case(void)
{
    for (int i = 0; i < 4; i++) {
        a[i] = nasty();
        b[i] = random_below(&random_source, 8) == 0 ? a[i] : nasty();
    }
}

/* The same bits; which NaN it is, is the machine's choice. */
static void check_same(float expected, float actual)
{
    if (isnan(expected)) {
        TEST_ASSERT_TRUE(isnan(actual));
    } else {
        TEST_ASSERT_EQUAL_HEX32(hem_float_bits(expected), hem_float_bits(actual));
    }
}

#define CHECK_LANES(operation, expression)              \
    for (uint32_t round = 0; round < ROUNDS; round++) { \
        next_case();                                    \
        hem_f4_store(got, operation);                   \
        for (int i = 0; i < 4; i++) {                   \
            float x = a[i], y = b[i];                   \
            (void)y;                                    \
            check_same(expression, got[i]);             \
        }                                               \
    }

void test_arithmetic_is_that_of_scalars_in_every_lane(void)
{
    CHECK_LANES(hem_f4_add(hem_f4_load(a), hem_f4_load(b)), x + y)
    CHECK_LANES(hem_f4_sub(hem_f4_load(a), hem_f4_load(b)), x - y)
    CHECK_LANES(hem_f4_mul(hem_f4_load(a), hem_f4_load(b)), x * y)
    CHECK_LANES(hem_f4_div(hem_f4_load(a), hem_f4_load(b)), x / y)
    CHECK_LANES(hem_f4_sqrt(hem_f4_load(a)), hem_sqrt(x))
    CHECK_LANES(hem_f4_abs(hem_f4_load(a)), hem_abs(x))
    CHECK_LANES(hem_f4_splat(a[0]), a[0])
    CHECK_LANES(hem_f4_zero(), 0.0f)
}

void test_min_and_max_take_the_operand_order_of_the_definition(void)
{
    CHECK_LANES(hem_f4_min(hem_f4_load(a), hem_f4_load(b)), x < y ? x : y)
    CHECK_LANES(hem_f4_max(hem_f4_load(a), hem_f4_load(b)), x > y ? x : y)
}

void test_comparisons_are_false_where_an_operand_is_not_a_number(void)
{
    for (uint32_t round = 0; round < ROUNDS; round++) {
        next_case();
        hem_m4 less = hem_f4_lt(hem_f4_load(a), hem_f4_load(b));
        hem_m4 equal_too = hem_f4_le(hem_f4_load(a), hem_f4_load(b));
        uint32_t lt = 0, le = 0;
        for (int i = 0; i < 4; i++) {
            lt |= (uint32_t)(a[i] < b[i]) << i;
            le |= (uint32_t)(a[i] <= b[i]) << i;
        }
        TEST_ASSERT_EQUAL_HEX32(lt, hem_m4_bits(less));
        TEST_ASSERT_EQUAL_HEX32(le, hem_m4_bits(equal_too));
        TEST_ASSERT_EQUAL_HEX32(lt & le, hem_m4_bits(hem_m4_and(less, equal_too)));
        TEST_ASSERT_EQUAL_HEX32(lt | le, hem_m4_bits(hem_m4_or(less, equal_too)));
    }
    CHECK_LANES(
        hem_f4_select(hem_f4_lt(hem_f4_load(a), hem_f4_load(b)), hem_f4_load(a), hem_f4_load(b)),
        x < y ? x : y)
}

void test_four_rows_become_four_columns(void)
{
    float cells[4][4], out[4];
    hem_f4 rows[4];
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            cells[i][j] = (float)(4 * i + j);
        }
        rows[i] = hem_f4_load(cells[i]);
    }
    hem_f4_transpose(rows);
    for (int i = 0; i < 4; i++) {
        hem_f4_store(out, rows[i]);
        for (int j = 0; j < 4; j++) {
            TEST_ASSERT_EQUAL_FLOAT(cells[j][i], out[j]);
        }
    }
}

void test_eight_small_integers(void)
{
    for (uint32_t round = 0; round < ROUNDS; round++) {
        int16_t x[8], y[8], out[8];
        for (int i = 0; i < 8; i++) {
            x[i] = (int16_t)random_u32(&random_source);
            y[i] =
                random_below(&random_source, 4) == 0 ? x[i] : (int16_t)random_u32(&random_source);
        }
        hem_s8 p = hem_s8_load(x), q = hem_s8_load(y);
        uint32_t negative = 0, equal = 0;
        for (int i = 0; i < 8; i++) {
            negative |= (uint32_t)(x[i] < 0) << i;
            equal |= (uint32_t)(x[i] == y[i]) << i;
        }
        TEST_ASSERT_EQUAL_HEX32(negative, hem_s8_negative_bits(p));
        TEST_ASSERT_EQUAL_HEX32(equal, hem_s8_equal_bits(p, q));
        hem_s8_store(out, hem_s8_sub(p, q));
        for (int i = 0; i < 8; i++) {
            TEST_ASSERT_EQUAL_HEX16((uint16_t)(x[i] - y[i]), (uint16_t)out[i]);
        }
        hem_s8_store(out, hem_s8_max(p, q));
        for (int i = 0; i < 8; i++) {
            TEST_ASSERT_EQUAL_INT16(x[i] > y[i] ? x[i] : y[i], out[i]);
        }
        hem_s8_store(out, hem_s8_or(hem_s8_and(p, q), hem_s8_splat(1)));
        for (int i = 0; i < 8; i++) {
            TEST_ASSERT_EQUAL_HEX16((uint16_t)((x[i] & y[i]) | 1), (uint16_t)out[i]);
        }
    }
}

void test_floats_are_cut_to_their_low_sixteen_bits(void)
{
    for (uint32_t round = 0; round < ROUNDS; round++) {
        float values[8];
        int16_t out[8];
        for (int i = 0; i < 8; i++) {
            values[i] = (float)(random_u32(&random_source) >> 1) / 3.0f;
        }
        hem_s8_store(out, hem_s8_cut(hem_f4_load(values), hem_f4_load(values + 4)));
        for (int i = 0; i < 8; i++) {
            TEST_ASSERT_EQUAL_HEX16((uint16_t)(uint32_t)(int32_t)values[i], (uint16_t)out[i]);
        }
    }
}

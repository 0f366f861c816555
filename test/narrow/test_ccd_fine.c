#include "unity.h"

#include "ccd_cases.h"
#include "ccd_oracle.h"
#include "narrow/ccd_fine.h"
#include "test_scale.h"

#include <math.h>
#include <string.h>

static test_random random_state;

void setUp(void)
{
    random_state.state = 8;
}

void tearDown(void)
{
}

/* ---- numbers ---- */

static float some_float(void)
{
    float value = random_float(&random_state, 1.0f, 2.0f);
    int exponent = (int)random_below(&random_state, 50) - 30;
    return (float)ldexp((double)(random_below(&random_state, 2) == 0 ? value : -value), exponent);
}

static double lane(hem_fine a, uint32_t i)
{
    float high[4], low[4];
    hem_f4_store(high, a.high);
    hem_f4_store(low, a.low);
    return (double)high[i] + (double)low[i];
}

static void assert_close(double expected, double actual, double magnitude, double units)
{
    TEST_ASSERT_TRUE(fabs(expected - actual) <= units * magnitude * 0x1p-48);
}

void test_sums_and_products_of_floats_are_exact(void)
{
    for (uint32_t i = 0; i < hem_test_count(200000); i++) {
        float a = some_float(), b = some_float();
        hem_f4 a4 = hem_f4_splat(a), b4 = hem_f4_splat(b);
        TEST_ASSERT_TRUE((double)a * (double)b == lane(hem_fine_of_product(a4, b4), 0));
        if (fabs(log2(fabs((double)a)) - log2(fabs((double)b))) < 24.0) {
            TEST_ASSERT_TRUE((double)a + (double)b == lane(hem_fine_of_sum(a4, b4), 1));
            TEST_ASSERT_TRUE((double)a - (double)b == lane(hem_fine_of_difference(a4, b4), 2));
        }
    }
}

static hem_fine some_fine(double *value)
{
    float high = some_float();
    float low = high * random_float(&random_state, -0x1p-25f, 0x1p-25f);
    *value = (double)high + (double)low;
    return hem_fine_of_sum(hem_f4_splat(high), hem_f4_splat(low));
}

/* To within some units of 2^-48 of the operands: the errors that the bounds in ccd_fine.h are made
 * of. Double has 2^-53. */
void test_operations_on_fine_numbers_lose_little(void)
{
    for (uint32_t i = 0; i < hem_test_count(100000); i++) {
        double a, b;
        hem_fine fine_a = some_fine(&a), fine_b = some_fine(&b);
        float time = random_float(&random_state, 0.0f, 1.0f);
        assert_close(a * b, lane(hem_fine_product(&fine_a, &fine_b), 3), fabs(a * b), 8.5);
        assert_close(a - b, lane(hem_fine_difference(&fine_a, &fine_b), 0), fabs(a) + fabs(b), 6);
        assert_close(a + (double)time * (b - a),
                     lane(hem_fine_mean(&fine_a, &fine_b, hem_f4_splat(time)), 0),
                     fmax(fabs(a), fabs(b)), 31.5);
    }
}

/* ---- certificates ---- */

/* What a step proves is true: nothing comes within the separation between the two times. Looked at
 * by taking the later time as the end of the step. */
void test_what_a_fine_step_proves_is_true(void)
{
    static const uint32_t order[4] = {0, 1, 2, 3};
    static const hem_ccd_set sets[5] = {HEM_CCD_SET_TOUCHING, HEM_CCD_SET_SLIVER,
                                        HEM_CCD_SET_PARALLEL, HEM_CCD_SET_COPLANAR,
                                        HEM_CCD_SET_SCALES};
    uint32_t steps = 0;
    for (uint32_t i = 0; i < hem_test_count(12000); i++) {
        bool edges = i % 2 != 0;
        hem_ccd_in in;
        hem_ccd_case(sets[i % 5], edges ? HEM_CCD_PAIR_EDGE_EDGE : HEM_CCD_PAIR_VERTEX_FACE,
                     i % 3 == 0 ? 10.0f : 0.0f, &random_state, &in);
        const hem_ccd_points points = {in.start, in.end, order};
        float separation = i % 4 == 0 ? random_float(&random_state, 0.0f, 1e-4f) : 0.0f;
        float guess = random_float(&random_state, 0.0f, 1.0f), time = 0.0f;
        hem_vec3 axis;
        if (!hem_ccd_fine_step(&points, edges, separation, guess, 0.0f, &time, &axis)) {
            TEST_ASSERT_EQUAL_FLOAT(0, time);
            continue;
        }
        hem_ccd_question question = {.pair =
                                         edges ? HEM_CCD_PAIR_EDGE_EDGE : HEM_CCD_PAIR_VERTEX_FACE,
                                     .separation = separation,
                                     .until = time,
                                     .included = true};
        memcpy(question.start, in.start, sizeof in.start);
        memcpy(question.end, in.end, sizeof in.end);
        TEST_ASSERT_FALSE(hem_ccd_oracle(&question));
        steps++;
    }
    TEST_ASSERT_GREATER_THAN(hem_test_count(1000), steps);
}

/* A vertex that passes a side by a nanometre, with the coordinates of a metre: float alone cannot
 * tell, as a unit in its last place is a hundred times that. */
void test_a_needles_eye_is_passed(void)
{
    static const uint32_t order[4] = {0, 1, 2, 3};
    const float gap = 1024.0f * HEM_GRID;
    const hem_vec3 start[4] = {{-gap, 0.3f, 0.7f}, {0, 0, 0}, {0, 1, 0}, {1, 0, 0}};
    const hem_vec3 end[4] = {{-gap, 0.4f, -0.9f}, {0, 0, 0}, {0, 1, 0}, {1, 0, 0}};
    const hem_ccd_points points = {start, end, order};
    float time = 0.0f;
    hem_vec3 axis;
    TEST_ASSERT_TRUE(hem_ccd_fine_step(&points, false, 0.0f, 0.4f, 0.0f, &time, &axis));
    TEST_ASSERT_EQUAL_FLOAT(1, time);
    TEST_ASSERT_TRUE(axis.x < 0.0f);
}

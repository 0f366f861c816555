#include "unity.h"

#include "base/real.h"
#include "ccd_cases.h"
#include "hem/ccd.h"
#include "narrow/ccd_cubic.h"
#include "test_scale.h"

#include <math.h>
#include <string.h>

/* Doubles that count what is done with them. */
static uint32_t additions, multiplications;

static double counted_add(double a, double b)
{
    additions++;
    return a + b;
}

static double counted_sub(double a, double b)
{
    additions++;
    return a - b;
}

static double counted_mul(double a, double b)
{
    multiplications++;
    return a * b;
}

#define LANE_REAL       double
#define LANE(name)      counted_##name
#define LANE_NAME(name) name##_counted
#include "narrow/ccd_cubic_kernel.h"

static test_random random_state;
static hem_ccd_out out;

void setUp(void)
{
    random_state.state = 12;
    memset(&out, 0x5A, sizeof out);
}

void tearDown(void)
{
}

/* ---- coefficients (000-16) ---- */

static vector_counted whole_vector(void)
{
    return (vector_counted){(double)random_below(&random_state, 201) - 100.0,
                            (double)random_below(&random_state, 201) - 100.0,
                            (double)random_below(&random_state, 201) - 100.0};
}

void test_the_coefficients_take_48_multiplications_and_50_additions(void)
{
    vector_counted x[4], v[4];
    double a[4];
    for (uint32_t i = 0; i < 4; i++) {
        x[i] = whole_vector();
        v[i] = whole_vector();
    }
    additions = multiplications = 0;
    coplanar_counted(x, v, a);
    TEST_ASSERT_EQUAL(48, multiplications);
    TEST_ASSERT_EQUAL(50, additions);
}

/* Against the determinant of the points as they stand at some whole times: all exact in double. */
void test_the_cubic_is_the_determinant_of_the_moved_points(void)
{
    for (uint32_t i = 0; i < 2000; i++) {
        vector_counted x[4], v[4];
        double a[4];
        for (uint32_t k = 0; k < 4; k++) {
            x[k] = whole_vector();
            v[k] = whole_vector();
        }
        coplanar_counted(x, v, a);
        for (int t = -3; t <= 3; t++) {
            double d[3][3];
            for (uint32_t k = 0; k < 3; k++) {
                d[k][0] = (x[k + 1].x + t * v[k + 1].x) - (x[0].x + t * v[0].x);
                d[k][1] = (x[k + 1].y + t * v[k + 1].y) - (x[0].y + t * v[0].y);
                d[k][2] = (x[k + 1].z + t * v[k + 1].z) - (x[0].z + t * v[0].z);
            }
            double determinant = 0.0;
            for (int k = 0; k < 3; k++) {
                determinant += d[0][k] * (d[1][(k + 1) % 3] * d[2][(k + 2) % 3] -
                                          d[1][(k + 2) % 3] * d[2][(k + 1) % 3]);
            }
            TEST_ASSERT_EQUAL_DOUBLE(determinant, ((a[3] * t + a[2]) * t + a[1]) * t + a[0]);
        }
    }
}

/* ---- roots (000-17) ---- */

static void assert_roots(const float a[4], uint32_t count, const float *expected)
{
    float root[3];
    bool flat;
    TEST_ASSERT_EQUAL(count, hem_ccd_cubic_roots(a, root, &flat));
    TEST_ASSERT_FALSE(flat);
    for (uint32_t i = 0; i < count; i++) {
        TEST_ASSERT_FLOAT_WITHIN(2e-4f, expected[i], root[i]);
    }
}

void test_three_roots_come_in_ascending_order(void)
{
    /* (t - 0.2)(t - 0.5)(t - 0.9) */
    const float a[4] = {-0.09f, 0.73f, -1.6f, 1.0f};
    assert_roots(a, 3, (const float[]){0.2f, 0.5f, 0.9f});
    const float negative[4] = {0.09f, -0.73f, 1.6f, -1.0f};
    assert_roots(negative, 3, (const float[]){0.2f, 0.5f, 0.9f});
}

void test_only_roots_within_the_step_count(void)
{
    /* (t + 1)(t - 0.5)(t - 2) */
    const float a[4] = {1.0f, -1.5f, -1.5f, 1.0f};
    assert_roots(a, 1, (const float[]){0.5f});
    const float none[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    assert_roots(none, 0, NULL);
}

void test_the_ends_of_the_step_are_roots(void)
{
    /* t (t - 1) (t - 3) */
    const float a[4] = {0.0f, 3.0f, -4.0f, 1.0f};
    assert_roots(a, 2, (const float[]){0.0f, 1.0f});
}

void test_lower_degrees_have_their_roots(void)
{
    const float quadratic[4] = {0.08f, -0.6f, 1.0f, 0.0f}; /* 0.2 and 0.4 */
    assert_roots(quadratic, 2, (const float[]){0.2f, 0.4f});
    const float almost_quadratic[4] = {0.08f, -0.6f, 1.0f, 1e-30f};
    assert_roots(almost_quadratic, 2, (const float[]){0.2f, 0.4f});
    const float linear[4] = {-0.25f, 1.0f, 0.0f, 0.0f};
    assert_roots(linear, 1, (const float[]){0.25f});
    const float linear_back[4] = {0.25f, -1.0f, 0.0f, 0.0f};
    assert_roots(linear_back, 1, (const float[]){0.25f});
    const float constant[4] = {1e-20f, 0.0f, 0.0f, 0.0f};
    assert_roots(constant, 0, NULL);
    const float pure[4] = {-0.125f, 0.0f, 0.0f, 1.0f};
    assert_roots(pure, 1, (const float[]){0.5f});
}

void test_double_and_triple_roots_are_found(void)
{
    const float touching[4] = {0.25f, -1.0f, 1.0f, 0.0f}; /* (t - 0.5)^2 */
    assert_roots(touching, 1, (const float[]){0.5f});
    const float triple[4] = {-0.125f, 0.75f, -1.5f, 1.0f}; /* (t - 0.5)^3 */
    assert_roots(triple, 1, (const float[]){0.5f});
    const float double_and_single[4] = {-0.0625f, 0.5f, -1.25f, 1.0f}; /* (t-0.5)^2 (t-0.25) */
    assert_roots(double_and_single, 2, (const float[]){0.25f, 0.5f});
}

void test_a_cubic_that_is_zero_is_flat(void)
{
    float root[3];
    bool flat;
    const float zero[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    TEST_ASSERT_EQUAL(0, hem_ccd_cubic_roots(zero, root, &flat));
    TEST_ASSERT_TRUE(flat);
}

/* Cubics with roots that are known: each is found, in order, and nothing else by much. */
void test_random_roots_are_found(void)
{
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        double r[3], scale = pow(10.0, (double)random_float(&random_state, -12, 3));
        for (uint32_t k = 0; k < 3; k++) {
            r[k] = (double)random_float(&random_state, -1.0f, 2.0f);
        }
        const float a[4] = {(float)(-scale * r[0] * r[1] * r[2]),
                            (float)(scale * (r[0] * r[1] + r[0] * r[2] + r[1] * r[2])),
                            (float)(-scale * (r[0] + r[1] + r[2])), (float)scale};
        float root[3];
        bool flat;
        uint32_t count = hem_ccd_cubic_roots(a, root, &flat);
        TEST_ASSERT_FALSE(flat);
        for (uint32_t k = 0; k < 3; k++) {
            double closest = 10.0;
            bool alone = true;
            for (uint32_t j = 0; j < 3; j++) {
                alone = alone && (j == k || fabs(r[j] - r[k]) > 0.05);
            }
            for (uint32_t j = 0; j < count; j++) {
                closest = fmin(closest, fabs((double)root[j] - r[k]));
            }
            if (alone && r[k] > 0.001 && r[k] < 0.999) {
                TEST_ASSERT_TRUE(closest < 2e-4);
            }
        }
        for (uint32_t j = 0; j + 1 < count; j++) {
            TEST_ASSERT_TRUE(root[j] < root[j + 1]);
        }
    }
}

void test_no_coefficients_break_the_roots(void)
{
    for (uint32_t i = 0; i < hem_test_count(200000); i++) {
        float a[4], root[3];
        bool flat;
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t bits = random_u32(&random_state);
            a[k] = random_below(&random_state, 4) == 0 ? 0.0f : hem_bits_float(bits);
        }
        uint32_t count = hem_ccd_cubic_roots(a, root, &flat);
        TEST_ASSERT_TRUE(count <= 3);
        for (uint32_t k = 0; k < count; k++) {
            TEST_ASSERT_TRUE(root[k] >= 0.0f && root[k] <= 1.0f);
        }
    }
}

/* ---- the test ---- */

void test_the_cubic_finds_plain_hits(void)
{
    hem_ccd_in in = {.start = {{0.25f, 0.25f, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                     .end = {{0.25f, 0.25f, -3}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                     .separation = 1e-4f};
    TEST_ASSERT_EQUAL(HEM_CCD_HIT, hem_ccd_cubic_vertex_face(&in, &out));
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.25f, out.time);
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.5f, out.weight[1]);
    TEST_ASSERT_EQUAL_FLOAT(1, fabsf(out.normal.z));
    TEST_ASSERT_EQUAL(1, out.iterations);
    in.start[0].x = in.end[0].x = 2.0f;
    TEST_ASSERT_EQUAL(HEM_CCD_CLEAR, hem_ccd_cubic_vertex_face(&in, &out));
    TEST_ASSERT_EQUAL(1, out.iterations);
    in = (hem_ccd_in){.start = {{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}},
                      .end = {{-1, 0, -1}, {1, 0, -1}, {0, -1, 0}, {0, 1, 0}},
                      .separation = 1e-4f};
    TEST_ASSERT_EQUAL(HEM_CCD_HIT, hem_ccd_cubic_edge_edge(&in, &out));
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.5f, out.time);
}

/* Among features that turn there are some that are coplanar beside each other first. The sure test
 * agrees that they meet at the later root only. */
void test_the_cubic_looks_at_roots_until_one_hits(void)
{
    uint32_t at_second = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        hem_ccd_in in;
        hem_ccd_out sure;
        hem_ccd_case(HEM_CCD_SET_ROTATION, HEM_CCD_PAIR_EDGE_EDGE, 0.0f, &random_state, &in);
        hem_ccd_state expected = hem_ccd_edge_edge(&in, &sure);
        in.separation = 1e-6f;
        if (hem_ccd_cubic_edge_edge(&in, &out) == HEM_CCD_HIT && out.iterations == 2) {
            TEST_ASSERT_GREATER_THAN(HEM_CCD_CLEAR, expected);
            TEST_ASSERT_FLOAT_WITHIN(0.01f, out.time, sure.time);
            at_second++;
        }
    }
    TEST_ASSERT_GREATER_THAN(20, at_second);
}

void test_points_in_one_plane_are_looked_at_at_the_ends(void)
{
    hem_ccd_in in = {.start = {{2, 2, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                     .end = {{0.25f, 0.25f, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                     .separation = 1e-4f};
    TEST_ASSERT_EQUAL(HEM_CCD_HIT, hem_ccd_cubic_vertex_face(&in, &out));
    TEST_ASSERT_EQUAL_FLOAT(1, out.time);
    TEST_ASSERT_EQUAL(2, out.iterations);
}

/* It is the comparison, not the promise: but near the origin it finds what is well inside. */
void test_the_cubic_agrees_with_the_sure_test_on_plain_crossings(void)
{
    uint32_t agreed = 0, count = hem_test_count(20000);
    for (uint32_t i = 0; i < count; i++) {
        hem_ccd_in in;
        hem_ccd_out sure;
        bool face = i % 2 == 0;
        hem_ccd_case(HEM_CCD_SET_THROUGH, face ? HEM_CCD_PAIR_VERTEX_FACE : HEM_CCD_PAIR_EDGE_EDGE,
                     0.0f, &random_state, &in);
        hem_ccd_state expected =
            face ? hem_ccd_vertex_face(&in, &sure) : hem_ccd_edge_edge(&in, &sure);
        in.separation = 1e-5f;
        hem_ccd_state found =
            face ? hem_ccd_cubic_vertex_face(&in, &out) : hem_ccd_cubic_edge_edge(&in, &out);
        agreed += (expected > HEM_CCD_CLEAR) == (found > HEM_CCD_CLEAR) ? 1u : 0u;
    }
    TEST_ASSERT_GREATER_OR_EQUAL(count - count / 50u, agreed);
}

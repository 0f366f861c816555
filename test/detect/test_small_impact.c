/* Impacts in 32 bytes: what is rounded, and by how much. */
#include "unity.h"

#include "detect/small_impact.h"
#include "random.h"
#include "test_scale.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static hem_impact some_impact(test_random *random)
{
    hem_impact impact = {.vertex = {random_below(random, 100000), 5, 6, 7},
                         .distance = random_float(random, -0.001f, 0.1f),
                         .kind = random_below(random, 2) == 0 ? HEM_CONTACT_VERTEX_FACE
                                                              : HEM_CONTACT_EDGE_EDGE};
    float a = random_float(random, 0.0f, 1.0f), b = random_float(random, 0.0f, 1.0f);
    if (random_below(random, 4) == 0) {
        a = (float)random_below(random, 2);
    }
    if (impact.kind == HEM_CONTACT_EDGE_EDGE) {
        impact.weight[0] = 1.0f - a;
        impact.weight[1] = a;
        impact.weight[2] = b - 1.0f;
        impact.weight[3] = 0.0f - b;
    } else {
        b = b * (1.0f - a);
        impact.weight[0] = 1.0f;
        impact.weight[1] = 0.0f - a;
        impact.weight[2] = 0.0f - b;
        impact.weight[3] = a + b - 1.0f;
    }
    hem_vec3 way = {random_float(random, -1.0f, 1.0f), random_float(random, -1.0f, 1.0f),
                    random_float(random, -1.0f, 1.0f)};
    float length = hem_length(way);
    impact.normal = length > 0.1f ? hem_scale(1.0f / length, way) : (hem_vec3){0.0f, 0.0f, -1.0f};
    return impact;
}

void test_an_impact_comes_back_but_for_rounding(void)
{
    test_random random = {71};
    for (uint32_t i = 0; i < hem_test_count(100000); i++) {
        const hem_impact impact = some_impact(&random);
        const hem_small_impact small = hem_small_of(&impact);
        const hem_impact back = hem_small_open(&small);
        TEST_ASSERT_EQUAL_UINT32_ARRAY(impact.vertex, back.vertex, 4);
        TEST_ASSERT_EQUAL_UINT32(impact.kind, back.kind);
        TEST_ASSERT_EQUAL_FLOAT(impact.distance, back.distance);
        float sum = 0.0f;
        for (uint32_t k = 0; k < 4; k++) {
            TEST_ASSERT_FLOAT_WITHIN(2.0e-5f, impact.weight[k], back.weight[k]);
            TEST_ASSERT_TRUE(impact.weight[k] * back.weight[k] >= 0.0f);
            sum += back.weight[k];
        }
        TEST_ASSERT_FLOAT_WITHIN(1.0e-5f, 0.0f, sum);
        TEST_ASSERT_FLOAT_WITHIN(2.0e-5f, impact.normal.x, back.normal.x);
        TEST_ASSERT_FLOAT_WITHIN(2.0e-5f, impact.normal.y, back.normal.y);
        TEST_ASSERT_FLOAT_WITHIN(2.0e-5f, impact.normal.z, back.normal.z);
    }
}

void test_rounding_twice_is_rounding_once(void)
{
    test_random random = {72};
    for (uint32_t i = 0; i < hem_test_count(10000); i++) {
        const hem_impact impact = some_impact(&random);
        const hem_small_impact small = hem_small_of(&impact);
        const hem_impact back = hem_small_open(&small);
        const hem_small_impact again = hem_small_of(&back);
        TEST_ASSERT_EQUAL_MEMORY(&small, &again, sizeof small);
    }
}

void test_what_lies_outside_is_taken_to_the_border(void)
{
    hem_impact impact = {.vertex = {0, 1, 2, 3},
                         .weight = {1.0f, 0.00001f, -1.00001f, 0.0f},
                         .normal = {1.00001f, -1.00001f, 0.0f},
                         .kind = HEM_CONTACT_VERTEX_FACE};
    const hem_small_impact small = hem_small_of(&impact);
    TEST_ASSERT_EQUAL_UINT16(0, small.weight[0]);
    TEST_ASSERT_EQUAL_UINT16(65535, small.weight[1]);
    TEST_ASSERT_EQUAL_INT16(32767, small.normal[0]);
    TEST_ASSERT_EQUAL_INT16(-32767, small.normal[1]);
}

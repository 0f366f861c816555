/* Springs between points: their force and derivatives, slip, and when they push at all. */
#include "unity.h"

#include "cloth_matrix.h"

#include <math.h>
#include <string.h>

static cloth_body cloth;
static test_random source;
static hem_impact impact;
static hem_cloth_touch touch;

void setUp(void)
{
    source = (test_random){17};
    cloth = cloth_body_sheet(3, 3, 0.02f);
    cloth.body.material = (hem_cloth_material){.bend = 0.0f};
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    touch =
        (hem_cloth_touch){.thickness = 0.001f, .stiffness = 50.0f, .damping = 0.02f, .slip = 0.03f};
    impact = (hem_impact){.vertex = {0, 4, 7, 8},
                          .weight = {1.0f, -0.25f, -0.25f, -0.5f},
                          .normal = {0.6f, 0.0f, 0.8f},
                          .distance = 0.0004f,
                          .kind = HEM_CONTACT_VERTEX_FACE};
    cloth.in.impacts = &impact;
    cloth.in.impact_count = 1;
    cloth.in.touch = &touch;
}

void tearDown(void)
{
    cloth_body_free(&cloth);
}

static double component(hem_vec3 of, uint32_t k)
{
    return (double)(k == 0 ? of.x : k == 1u ? of.y : of.z);
}

static hem_vec3 slip_of(void)
{
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < 4; k++) {
        hem_vec3 fast = cloth.velocities[impact.vertex[k]];
        sum.x += impact.weight[k] * fast.x;
        sum.y += impact.weight[k] * fast.y;
        sum.z += impact.weight[k] * fast.z;
    }
    return sum;
}

/* The force on corner k, by the formula, in double. */
static void formula(double out[9][3], double move[9][3], double fast[9][3])
{
    double way[3] = {0}, speed[3] = {0}, n[3], along = 0.0, gap = (double)impact.distance;
    memset(out, 0, 27 * sizeof(double));
    for (uint32_t k = 0; k < 3; k++) {
        n[k] = component(impact.normal, k);
        for (uint32_t c = 0; c < 4; c++) {
            way[k] += (double)impact.weight[c] * move[impact.vertex[c]][k];
            speed[k] += (double)impact.weight[c] * fast[impact.vertex[c]][k];
        }
        gap += n[k] * way[k];
        along += n[k] * speed[k];
    }
    double press =
        (double)touch.stiffness * ((double)touch.thickness - gap) - (double)touch.damping * along;
    for (uint32_t c = 0; c < 4; c++) {
        for (uint32_t k = 0; k < 3; k++) {
            out[impact.vertex[c]][k] =
                (double)impact.weight[c] *
                (press * n[k] - (double)touch.slip * (speed[k] - along * n[k]));
        }
    }
}

void test_force_and_derivatives_agree_with_differences(void)
{
    cloth_body_shake(&cloth, &source, 0.0f, 0.05f);
    cloth_matrix system = cloth_matrix_make(&cloth, false);
    double dt = (double)cloth.in.motion.dt, move[9][3] = {{0}}, fast[9][3], force[9][3];
    for (uint32_t i = 0; i < 27; i++) {
        fast[i / 3u][i % 3u] = component(cloth.velocities[i / 3u], i % 3u);
    }
    formula(force, move, fast);
    for (uint32_t i = 0; i < 27; i++) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-7, dt * force[i / 3u][i % 3u], system.right[i]);
    }
    for (uint32_t j = 0; j < 27; j++) {
        double ahead[9][3], small = 1e-6;
        move[j / 3u][j % 3u] += dt * dt * small; /* -h^2 dF/dx - h dF/dv, at once */
        fast[j / 3u][j % 3u] += dt * small;
        formula(ahead, move, fast);
        move[j / 3u][j % 3u] -= dt * dt * small;
        fast[j / 3u][j % 3u] -= dt * small;
        for (uint32_t i = 0; i < 27; i++) {
            double mass = i == j ? 1.0 / (double)cloth.inverse_mass[i / 3u] : 0.0;
            double wanted = mass - (ahead[i / 3u][i % 3u] - force[i / 3u][i % 3u]) / small;
            TEST_ASSERT_DOUBLE_WITHIN(1e-8, wanted, system.entry[(size_t)i * 27u + j]);
        }
    }
    cloth_matrix_free(&system);
}

void test_a_spring_parts_what_is_too_close_and_keeps_momentum(void)
{
    double linear[3], spin[3];
    TEST_ASSERT_EQUAL(HEM_OK, cloth_body_step(&cloth));
    TEST_ASSERT_EQUAL(1, cloth.out.touching);
    hem_vec3 apart = slip_of();
    TEST_ASSERT_GREATER_THAN_FLOAT(0.0f, 0.6f * apart.x + 0.8f * apart.z);
    cloth_oracle_momentum(&cloth, linear, spin);
    for (uint32_t k = 0; k < 3; k++) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-7, 0.0, linear[k]); /* of about 1e-4 */
    }
}

void test_what_is_far_enough_or_parts_fast_is_left_alone(void)
{
    impact.distance = 0.0011f;
    TEST_ASSERT_EQUAL(HEM_OK, cloth_body_step(&cloth));
    TEST_ASSERT_EQUAL(0, cloth.out.touching);
    TEST_ASSERT_TRUE(cloth.velocities[0].z == 0.0f);
    impact.distance = 0.0009f;
    cloth.velocities[0] = (hem_vec3){3.0f, 0.0f, 4.0f}; /* away, faster than damping lets push */
    TEST_ASSERT_EQUAL(HEM_OK, cloth_body_step(&cloth));
    TEST_ASSERT_EQUAL(0, cloth.out.touching);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 4.0f, cloth.velocities[0].z);
}

/* 004-2: proportional to the speed of slip, so it decays and never turns round. */
void test_slip_decays_and_never_turns_round(void)
{
    static const float slips[] = {0.0005f, 0.05f, 5.0f, 5000.0f};
    for (uint32_t i = 0; i < 4; i++) {
        touch.slip = slips[i];
        touch.damping = 0.0f;
        touch.stiffness = 1e-5f; /* just touching */
        memset(cloth.velocities, 0, cloth.count * sizeof(hem_vec3));
        cloth.velocities[0] = (hem_vec3){0.0f, 0.5f, 0.0f};
        float last = 0.5f;
        for (uint32_t step = 0; step < 20; step++) {
            TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
            TEST_ASSERT_EQUAL(1, cloth.out.touching);
            float slip = slip_of().y;
            TEST_ASSERT_LESS_OR_EQUAL_FLOAT(last + 1e-6f, slip);
            TEST_ASSERT_GREATER_OR_EQUAL_FLOAT(-1e-6f, slip);
            last = slip;
        }
        TEST_ASSERT_LESS_THAN_FLOAT(0.49f, last);
    }
}

void test_each_impact_has_its_own_touch_if_asked(void)
{
    hem_impact two[2] = {impact, impact};
    hem_cloth_touch touches[2] = {touch, touch};
    touches[0].thickness = 0.0001f;
    cloth.in.impacts = two;
    cloth.in.impact_count = 2;
    cloth.in.touch = touches;
    cloth.in.touch_each = true;
    TEST_ASSERT_EQUAL(HEM_OK, cloth_body_step(&cloth));
    TEST_ASSERT_EQUAL(1, cloth.out.touching);
}

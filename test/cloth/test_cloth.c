/* Steps as a whole: energy, shapes that collapse, turned scenes, several bodies, no bodies. */
#include "unity.h"

#include "cloth_oracle.h"
#include "test_scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static cloth_body cloth, other;
static test_random source;

void setUp(void)
{
    source = (test_random){5};
}

void tearDown(void)
{
    if (cloth.count > 0) {
        cloth_body_free(&cloth);
    }
    if (other.count > 0) {
        cloth_body_free(&other);
    }
}

static void check_finite(void)
{
    for (uint32_t v = 0; v < cloth.count; v++) {
        TEST_ASSERT_TRUE(isfinite(cloth.positions[v].x) && isfinite(cloth.velocities[v].x));
        TEST_ASSERT_TRUE(isfinite(cloth.positions[v].y) && isfinite(cloth.velocities[v].y));
        TEST_ASSERT_TRUE(isfinite(cloth.positions[v].z) && isfinite(cloth.velocities[v].z));
    }
}

/* Runs, and fails if the energy rises above the least that it has had by more than a part of what
 * there was at the start. */
static double run_down(uint32_t steps, double part)
{
    double start = cloth_oracle_energy(&cloth, NULL).total, least = start, energy = start;
    for (uint32_t step = 0; step < steps; step++) {
        TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
        energy = cloth_oracle_energy(&cloth, NULL).total;
        TEST_ASSERT_LESS_OR_EQUAL_DOUBLE(least + part * fabs(start), energy);
        least = fmin(least, energy);
    }
    check_finite();
    return energy / start;
}

void test_energy_only_falls_from_any_start_however_few_iterations_there_are(void)
{
    static const float rates[] = {90.0f, 25.0f};
    static const uint32_t bounds[] = {300, 60, 15, 5};
    for (uint32_t i = 0; i < hem_test_count(16); i++) {
        cloth = cloth_body_sheet(9, 9, 0.02f);
        cloth.body.material.drag = 0.0f;
        cloth.body.material.damping = i % 3u == 0 ? 0.002f : 0.0f;
        cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
        cloth.in.motion.dt = 1.0f / rates[i % 2u];
        cloth.in.iterations = bounds[i / 2u % 4u];
        cloth_body_shake(&cloth, &source, i % 3u == 1 ? 0.03f : 0.004f, i % 5u == 0 ? 3.0f : 0.3f);
        if (i % 4u == 3u) {
            cloth_body_pin(&cloth, 0);
            cloth.velocities[0] = (hem_vec3){0.0f, 0.0f, 0.0f};
        }
        TEST_ASSERT_LESS_THAN_DOUBLE(0.05, run_down(80, cloth.in.iterations >= 60 ? 1e-3 : 5e-3));
        cloth_body_free(&cloth);
    }
}

void test_a_hanging_sheet_loses_energy_until_it_hangs_still(void)
{
    static const float rates[] = {90.0f, 25.0f};
    for (uint32_t i = 0; i < 2; i++) {
        cloth = cloth_body_sheet(13, 13, 0.025f);
        cloth.in.motion.dt = 1.0f / rates[i];
        cloth_body_pin(&cloth, 0);
        cloth_body_pin(&cloth, 12);
        double last = cloth_oracle_energy(&cloth, NULL).total;
        double fall = 0.2 * 0.09 * 9.81 * 0.15; /* of gravity's, about */
        for (uint32_t step = 0; step < (uint32_t)rates[i] * 8u; step++) {
            TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
            double energy = cloth_oracle_energy(&cloth, NULL).total;
            TEST_ASSERT_LESS_OR_EQUAL_DOUBLE(last + 1e-5 * fall, energy);
            last = energy;
        }
        TEST_ASSERT_LESS_THAN_DOUBLE(0.02, cloth_oracle_speed(&cloth));
        TEST_ASSERT_LESS_THAN_FLOAT(-0.2f, cloth.positions[12 * 13 + 6].z);
        cloth_body_free(&cloth);
    }
}

void test_wild_shapes_never_lead_to_what_is_no_number(void)
{
    for (uint32_t i = 0; i < hem_test_count(30); i++) {
        cloth = cloth_body_sheet(6, 6, 0.02f);
        cloth.in.motion.dt = i % 2u == 0 ? 1.0f / 90.0f : 1.0f / 25.0f;
        for (uint32_t v = 0; v < cloth.count; v++) {
            hem_vec3 *x = &cloth.positions[v];
            if (i % 5u == 0) { /* all in one point, or on a line, or in a plane, or anywhere */
                *x = (hem_vec3){0.5f, 0.5f, 0.5f};
            } else if (i % 5u == 1u) {
                *x = (hem_vec3){x->x, 0.0f, 0.0f};
            } else if (i % 5u == 2u) {
                *x = (hem_vec3){-x->x, 2.0f * x->y, 0.0f};
            } else {
                float size = i % 5u == 3u ? 1.0f : 1e-7f;
                *x = (hem_vec3){random_float(&source, -size, size),
                                random_float(&source, -size, size),
                                random_float(&source, -size, size)};
            }
        }
        for (uint32_t step = 0; step < 20; step++) {
            TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
            TEST_ASSERT_EQUAL(0, cloth.out.nonfinite);
        }
        check_finite();
        cloth_body_free(&cloth);
    }
}

void test_slivers_at_rest_are_cloth_as_well(void)
{
    mesh_case shape = mesh_case_grid(6, 6);
    hem_vec3 rest[36];
    for (uint32_t v = 0; v < 36; v++) {
        rest[v] = (hem_vec3){1e-5f * (float)(v % 6u), 0.05f * (float)(v / 6u), 0.0f};
    }
    cloth = cloth_body_make(shape, rest, HEM_CLOTH_FLAT);
    cloth_body_pin(&cloth, 0);
    for (uint32_t step = 0; step < 60; step++) {
        TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
        TEST_ASSERT_EQUAL(0, cloth.out.nonfinite);
    }
    check_finite();
}

static hem_vec3 turned(hem_vec3 a)
{
    return (hem_vec3){0.6f * a.x - 0.8f * a.z, a.y, 0.8f * a.x + 0.6f * a.z};
}

void test_a_turned_scene_goes_the_turned_way(void)
{
    cloth = cloth_body_sheet(9, 9, 0.02f);
    other = cloth_body_sheet(9, 9, 0.02f);
    cloth_body_shake(&cloth, &source, 0.003f, 0.3f);
    cloth_body_pin(&cloth, 0);
    cloth_body_pin(&other, 0);
    cloth.velocities[0] = (hem_vec3){0.0f, 0.0f, 0.0f};
    cloth.in.iterations = other.in.iterations = 400;
    cloth.in.tolerance = other.in.tolerance = 1e-5f;
    other.in.gravity = turned(cloth.in.gravity);
    cloth.in.wind = (hem_vec3){1.0f, 2.0f, 0.5f};
    other.in.wind = turned(cloth.in.wind);
    for (uint32_t v = 0; v < cloth.count; v++) {
        other.positions[v] = turned(cloth.positions[v]);
        other.velocities[v] = turned(cloth.velocities[v]);
    }
    for (uint32_t step = 0; step < 10; step++) {
        TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
        TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&other));
    }
    for (uint32_t v = 0; v < cloth.count; v++) {
        hem_vec3 wanted = turned(cloth.positions[v]);
        TEST_ASSERT_FLOAT_WITHIN(1e-4f, wanted.x, other.positions[v].x);
        TEST_ASSERT_FLOAT_WITHIN(1e-4f, wanted.y, other.positions[v].y);
        TEST_ASSERT_FLOAT_WITHIN(1e-4f, wanted.z, other.positions[v].z);
    }
}

/* Two bodies and loose vertices between them, in one numbering. */
void test_bodies_in_one_numbering_go_as_each_alone(void)
{
    enum { GAP = 3, FIRST = 2 };
    cloth = cloth_body_sheet(7, 7, 0.02f);
    other = cloth_body_sheet(5, 9, 0.03f);
    cloth_body_pin(&cloth, 0);
    cloth_body_pin(&other, 4);
    cloth.in.iterations = other.in.iterations = 600;
    cloth.in.tolerance = other.in.tolerance = 1e-5f;
    uint32_t count = FIRST + cloth.count + GAP + other.count, second = FIRST + cloth.count + GAP;
    hem_vec3 *x = calloc(count, sizeof *x), *fast = calloc(count, sizeof *fast);
    hem_vec3 *ends = calloc(count, sizeof *ends);
    float *inverse = calloc(count, sizeof *inverse);
    inverse[0] = 5.0f; /* a vertex of no body falls; the others are fixed */
    memcpy(x + FIRST, cloth.positions, cloth.count * sizeof *x);
    memcpy(x + second, other.positions, other.count * sizeof *x);
    memcpy(inverse + FIRST, cloth.inverse_mass, cloth.count * sizeof *inverse);
    memcpy(inverse + second, other.inverse_mass, other.count * sizeof *inverse);
    hem_cloth_body bodies[2] = {cloth.body, other.body};
    bodies[0].first_vertex = FIRST;
    bodies[1].first_vertex = second;
    hem_cloth_step_in in = cloth.in;
    in.motion = (hem_motion){x, fast, inverse, count, 1.0f / 90.0f};
    in.ends = ends;
    in.bodies = bodies;
    in.body_count = 2;
    uint32_t bytes = (uint32_t)HEM_CLOTH_SCRATCH_BYTES(
        2, count, cloth.cloth->triangle_count + other.cloth->triangle_count,
        cloth.cloth->edge_count + other.cloth->edge_count, 0);
    uint8_t *memory = aligned_alloc(HEM_ALIGN, bytes);
    hem_arena scratch;
    hem_cloth_out out;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, memory, bytes));
    for (uint32_t step = 0; step < 10; step++) {
        TEST_ASSERT_EQUAL(HEM_OK, hem_cloth_step(&in, &scratch, &out));
        memcpy(x, ends, count * sizeof *x);
        TEST_ASSERT_EQUAL(HEM_OK, cloth_body_step(&cloth));
        TEST_ASSERT_EQUAL(HEM_OK, cloth_body_step(&other));
    }
    for (uint32_t v = 0; v < cloth.count; v++) {
        TEST_ASSERT_FLOAT_WITHIN(1e-5f, cloth.positions[v].z, x[FIRST + v].z);
    }
    for (uint32_t v = 0; v < other.count; v++) {
        TEST_ASSERT_FLOAT_WITHIN(1e-5f, other.positions[v].z, x[second + v].z);
    }
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, -9.81f / 9.0f, fast[0].z);
    TEST_ASSERT_TRUE(fast[1].z == 0.0f && x[1].z == 0.0f);
    TEST_ASSERT_EQUAL(0, scratch.used);
    TEST_ASSERT_LESS_OR_EQUAL(bytes, scratch.peak);
    free(memory);
    free(inverse);
    free(ends);
    free(fast);
    free(x);
}

void test_pins_lead_cloth_along_with_the_velocity_that_they_have(void)
{
    cloth = cloth_body_sheet(7, 7, 0.02f);
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    cloth.body.material.drag = 0.0f;
    for (uint32_t v = 0; v < 7; v++) {
        cloth_body_pin(&cloth, v);
        cloth.velocities[v] = (hem_vec3){0.0f, -1.0f, 0.0f};
    }
    for (uint32_t step = 0; step < 45; step++) {
        TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
    }
    TEST_ASSERT_FLOAT_WITHIN(1e-4f, -0.5f, cloth.positions[3].y);
    TEST_ASSERT_FLOAT_WITHIN(0.003f, -0.5f + 0.12f, cloth.positions[45].y);
}

/* The solve: against elimination in double, its bounds, and what holds wherever it ends. */
#include "unity.h"

#include "cloth_matrix.h"
#include "test_scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static cloth_body cloth;
static test_random source;

void setUp(void)
{
    source = (test_random){3};
}

void tearDown(void)
{
    if (cloth.count > 0) {
        cloth_body_free(&cloth);
    }
}

static double component(const hem_vec3 *vectors, uint32_t i)
{
    hem_vec3 of = vectors[i / 3u];
    return (double)(i % 3u == 0 ? of.x : i % 3u == 1u ? of.y : of.z);
}

/* Makes rows and columns of a matrix those of the identity, for what is given. */
static void give(cloth_matrix *matrix, uint32_t i, double value)
{
    for (uint32_t j = 0; j < matrix->size; j++) {
        matrix->right[j] -= matrix->entry[(size_t)j * matrix->size + i] * value;
    }
    for (uint32_t j = 0; j < matrix->size; j++) {
        matrix->entry[(size_t)i * matrix->size + j] = 0.0;
        matrix->entry[(size_t)j * matrix->size + i] = 0.0;
    }
    matrix->entry[(size_t)i * matrix->size + i] = 1.0;
    matrix->right[i] = value;
}

/* One step with many iterations; the largest error of the change of velocity by the largest change,
 * against a system whose pinned vertices stay. */
static double solve_error(void)
{
    cloth.in.passes = 1;
    cloth.in.iterations = 2000;
    cloth.in.tolerance = 1e-6f;
    cloth.in.still = 0.0f;
    cloth_matrix system = cloth_matrix_make(&cloth, true);
    for (uint32_t i = 0; i < system.size; i++) {
        if (!(cloth.inverse_mass[i / 3u] > 0.0f)) {
            give(&system, i, 0.0);
        }
    }
    for (uint32_t i = 0; i < cloth.in.guide_count; i++) {
        const hem_cloth_guide *guide = &cloth.in.guides[i];
        for (uint32_t k = 0; k < 3; k++) { /* along axes */
            bool along = fabs(component(&guide->direction, k)) > 0.5;
            if (guide->given == 3u || (guide->given == 1u && along) ||
                (guide->given == 2u && !along)) {
                give(&system, 3u * guide->vertex + k, component(&guide->change, k));
            }
        }
    }
    double *wanted = malloc(system.size * sizeof *wanted), error = 0.0, most = 0.0;
    hem_vec3 *before = malloc(cloth.count * sizeof *before);
    memcpy(before, cloth.velocities, cloth.count * sizeof *before);
    cloth_matrix_solve(&system, wanted);
    TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
    for (uint32_t i = 0; i < system.size; i++) {
        double got = component(cloth.velocities, i) - component(before, i);
        error = fmax(error, fabs(got - wanted[i]));
        most = fmax(most, fabs(wanted[i]));
    }
    free(before);
    free(wanted);
    cloth_matrix_free(&system);
    return error / most;
}

void test_the_change_of_velocity_is_that_of_elimination(void)
{
    for (uint32_t i = 0; i < hem_test_count(10); i++) {
        cloth = cloth_body_sheet(4, 4, 0.02f);
        cloth.in.motion.dt = i % 2u == 0 ? 1.0f / 90.0f : 1.0f / 25.0f;
        cloth_body_shake(&cloth, &source, 0.002f * (float)i, i % 3u == 0 ? 0.0f : 0.5f);
        if (i % 4u != 0) {
            cloth_body_pin(&cloth, 0);
            cloth_body_pin(&cloth, 3);
        }
        TEST_ASSERT_LESS_THAN_DOUBLE(5e-3, solve_error());
        cloth_body_free(&cloth);
    }
}

void test_guides_give_exactly_what_they_say_and_the_rest_is_solved(void)
{
    cloth = cloth_body_sheet(4, 4, 0.02f);
    cloth_body_shake(&cloth, &source, 0.003f, 0.5f);
    const hem_cloth_guide guides[] = {
        {.vertex = 1, .given = 1, .direction = {0, 0, 1}, .change = {9.0f, 9.0f, 0.25f}},
        {.vertex = 5, .given = 2, .direction = {0, 1, 0}, .change = {-0.5f, 9.0f, 0.125f}},
        {.vertex = 10, .given = 3, .change = {0.25f, -0.5f, 1.0f}},
        {.vertex = 12, .given = 0, .change = {9.0f, 9.0f, 9.0f}, .shift = {0.001f, 0.0f, 0.002f}},
    };
    cloth.in.guides = guides;
    cloth.in.guide_count = 4;
    hem_vec3 before[16];
    memcpy(before, cloth.velocities, sizeof before);
    TEST_ASSERT_LESS_THAN_DOUBLE(1e-3, solve_error());
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, before[1].z + 0.25f, cloth.velocities[1].z);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, before[5].x - 0.5f, cloth.velocities[5].x);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, before[5].z + 0.125f, cloth.velocities[5].z);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, before[10].x + 0.25f, cloth.velocities[10].x);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, before[10].y - 0.5f, cloth.velocities[10].y);
}

void test_a_slanted_guide_leaves_its_vertex_in_its_plane(void)
{
    cloth = cloth_body_sheet(5, 5, 0.02f);
    const hem_cloth_guide guide = {.vertex = 12, .given = 1, .direction = {0.6f, 0.0f, 0.8f}};
    cloth.in.guides = &guide;
    cloth.in.guide_count = 1;
    TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
    hem_vec3 fast = cloth.velocities[12];
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 0.0f, 0.6f * fast.x + 0.8f * fast.z);
    TEST_ASSERT_GREATER_THAN_FLOAT(1e-4f, fabsf(fast.x));
}

void test_free_fall_needs_no_iterations_and_does_not_lag(void)
{
    cloth = cloth_body_sheet(20, 20, 0.01f);
    cloth.body.material.drag = 0.0f;
    for (uint32_t step = 1; step <= 90; step++) {
        TEST_ASSERT_EQUAL(HEM_OK, cloth_body_step(&cloth));
        TEST_ASSERT_LESS_OR_EQUAL(2, cloth.out.iterations);
        for (uint32_t v = 0; v < cloth.count; v++) {
            TEST_ASSERT_FLOAT_WITHIN(2e-3f, -9.81f * (float)step / 90.0f, cloth.velocities[v].z);
        }
    }
}

void test_momentum_stays_however_few_iterations_there_are(void)
{
    for (uint32_t few = 0; few < 2; few++) {
        cloth = cloth_body_sheet(9, 9, 0.02f);
        cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
        cloth.body.material.drag = 0.0f;
        cloth.in.iterations = few == 0 ? 200 : 20;
        cloth_body_shake(&cloth, &source, 0.004f, 0.3f);
        double linear[3], after[3], spin[3], mass = 0.2 * 0.16 * 0.16;
        cloth_oracle_momentum(&cloth, linear, spin);
        for (uint32_t step = 0; step < 30; step++) {
            TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
        }
        cloth_oracle_momentum(&cloth, after, spin);
        for (uint32_t k = 0; k < 3; k++) {
            TEST_ASSERT_DOUBLE_WITHIN(1e-4 * mass * 0.3, linear[k], after[k]);
        }
        cloth_body_free(&cloth);
    }
}

/* Backward Euler brakes turns by (h w)^2 a step, 2.4 % here; it never speeds them up. */
void test_a_sheet_that_spins_slows_down_gently_and_keeps_its_axis(void)
{
    cloth = cloth_body_sheet(9, 9, 0.02f);
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    cloth.body.material.drag = 0.0f;
    for (uint32_t v = 0; v < cloth.count; v++) {
        cloth.positions[v].x -= 0.08f;
        cloth.positions[v].y -= 0.08f;
        cloth.velocities[v] =
            (hem_vec3){-3.0f * cloth.positions[v].y, 3.0f * cloth.positions[v].x, 0.0f};
    }
    double linear[3], before[3], spin[3], last;
    cloth_oracle_momentum(&cloth, linear, before);
    last = before[2];
    for (uint32_t step = 0; step < 22; step++) {
        TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
        cloth_oracle_momentum(&cloth, linear, spin);
        TEST_ASSERT_LESS_OR_EQUAL_DOUBLE(1.0001 * last, spin[2]);
        last = spin[2];
    }
    TEST_ASSERT_GREATER_THAN_DOUBLE(0.97 * before[2], spin[2]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-3 * before[2], 0.0, spin[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-3 * before[2], 0.0, spin[1]);
}

void test_iterations_are_bounded_and_what_is_left_is_told(void)
{
    cloth = cloth_body_sheet(12, 12, 0.02f);
    cloth_body_shake(&cloth, &source, 0.003f, 0.5f);
    cloth.in.iterations = 5;
    TEST_ASSERT_EQUAL(HEM_LIMITED, cloth_body_step(&cloth));
    TEST_ASSERT_EQUAL(5, cloth.out.iterations);
    TEST_ASSERT_GREATER_THAN_FLOAT(cloth.in.tolerance, cloth.out.error);
    cloth.in.iterations = 0;
    TEST_ASSERT_EQUAL(HEM_LIMITED, cloth_body_step(&cloth));
    cloth.in.iterations = 2000;
    TEST_ASSERT_EQUAL(HEM_OK, cloth_body_step(&cloth));
    TEST_ASSERT_LESS_OR_EQUAL_FLOAT(cloth.in.tolerance, cloth.out.error);
}

void test_a_step_gives_the_same_bits_in_moved_memory(void)
{
    cloth = cloth_body_sheet(8, 8, 0.02f);
    cloth_body_shake(&cloth, &source, 0.003f, 0.5f);
    uint32_t bytes = cloth.arena.used;
    uint8_t *moved = aligned_alloc(HEM_ALIGN, bytes);
    memcpy(moved, cloth.memory, bytes);
    hem_vec3 first[64], velocities[64];
    memcpy(velocities, cloth.velocities, sizeof velocities);
    hem_vec3 positions[64];
    memcpy(positions, cloth.positions, sizeof positions);
    TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
    memcpy(first, cloth.velocities, sizeof first);
    memcpy(cloth.velocities, velocities, sizeof velocities);
    memcpy(cloth.positions, positions, sizeof positions);
    memset(cloth.scratch_memory, 0xFF, cloth.scratch.capacity); /* NaN wherever it is read unset */
    cloth.body.cloth = (const hem_cloth *)(const void *)moved;
    TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
    TEST_ASSERT_EQUAL_MEMORY(first, cloth.velocities, sizeof first);
    free(moved);
}

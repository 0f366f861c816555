/* Stretch and shear: forces and derivatives against energies in double. */
#include "unity.h"

#include "cloth_matrix.h"
#include "test_scale.h"

#include <math.h>
#include <stdlib.h>

static cloth_body cloth;
static test_random source;

void setUp(void)
{
    source = (test_random){7};
}

void tearDown(void)
{
    if (cloth.count > 0) {
        cloth_body_free(&cloth);
    }
}

/* A sheet without bend, air and damping, shaken. */
static void make_shaken(uint32_t columns, uint32_t rows, float way)
{
    cloth = cloth_body_sheet(columns, rows, 0.02f);
    cloth.body.material.bend = 0.0f;
    cloth.body.material.drag = 0.0f;
    cloth.body.material.damping = 0.0f;
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    cloth_body_shake(&cloth, &source, way, 1.0f);
}

void test_forces_are_minus_the_gradient_of_the_energy(void)
{
    for (uint32_t i = 0; i < hem_test_count(20); i++) {
        make_shaken(2u + i % 3u, 3u, 0.001f * (float)(1u + i));
        TEST_ASSERT_LESS_THAN_DOUBLE(2e-5, cloth_matrix_force_error(&cloth));
        cloth_body_free(&cloth);
    }
}

void test_triangles_that_are_turned_over_or_flat_still_pull_by_their_energy(void)
{
    for (uint32_t i = 0; i < hem_test_count(10); i++) {
        make_shaken(3, 3, 0.05f); /* more than twice a cell */
        for (uint32_t v = 0; v < cloth.count; v++) {
            cloth.positions[v].z *= i % 2u == 0 ? 0.0f : 1.0f;
        }
        TEST_ASSERT_LESS_THAN_DOUBLE(2e-5, cloth_matrix_force_error(&cloth));
        cloth_body_free(&cloth);
    }
}

void test_the_system_is_symmetric_and_has_no_negative_eigenvalue(void)
{
    for (uint32_t i = 0; i < hem_test_count(12); i++) {
        make_shaken(3, 3, 0.004f * (float)(i % 6u));
        cloth_matrix made = cloth_matrix_stiffness(&cloth, false);
        double smallest, largest;
        TEST_ASSERT_LESS_THAN_DOUBLE(1e-5, cloth_matrix_asymmetry(&made));
        cloth_matrix_spectrum(&made, &smallest, &largest);
        TEST_ASSERT_GREATER_THAN_DOUBLE(-1e-5 * largest, smallest);
        cloth_matrix_free(&made);
        cloth_body_free(&cloth);
    }
}

void test_derivatives_are_exact_where_cloth_is_stretched_and_not_slanted(void)
{
    make_shaken(3, 3, 0.0f);
    for (uint32_t v = 0; v < cloth.count; v++) {
        cloth.positions[v].x *= 1.1f;
        cloth.positions[v].y *= 1.05f;
    }
    cloth_matrix made = cloth_matrix_stiffness(&cloth, false), exact = cloth_matrix_energy(&cloth);
    cloth_matrix error = cloth_matrix_less(&made, 1.0, &exact);
    TEST_ASSERT_LESS_THAN_DOUBLE(2e-5 * cloth_matrix_size(&exact), cloth_matrix_size(&error));
    cloth_matrix_free(&made);
    cloth_matrix_free(&exact);
    cloth_matrix_free(&error);
}

void test_what_the_system_leaves_out_would_only_soften_it(void)
{
    for (uint32_t i = 0; i < hem_test_count(8); i++) {
        make_shaken(3, 3, 0.003f * (float)(i + 1u));
        cloth_matrix made = cloth_matrix_stiffness(&cloth, false),
                     exact = cloth_matrix_energy(&cloth);
        cloth_matrix left = cloth_matrix_less(&made, 1.0, &exact);
        double smallest, largest;
        cloth_matrix_spectrum(&left, &smallest, &largest);
        TEST_ASSERT_GREATER_THAN_DOUBLE(-5e-5 * cloth_matrix_size(&exact), smallest);
        cloth_matrix_free(&made);
        cloth_matrix_free(&exact);
        cloth_matrix_free(&left);
        cloth_body_free(&cloth);
    }
}

/* b = h (F - K (h v + y)) */
void test_the_right_hand_side_looks_ahead_by_velocity_and_shift(void)
{
    make_shaken(3, 3, 0.004f);
    hem_cloth_guide guides[3] = {{.vertex = 0, .shift = {0.001f, -0.002f, 0.003f}},
                                 {.vertex = 4, .shift = {-0.004f, 0.001f, 0.0f}},
                                 {.vertex = 7, .shift = {0.0f, 0.0f, 0.005f}}};
    cloth.in.guides = guides;
    cloth.in.guide_count = 3;
    cloth_matrix still = cloth_matrix_make(&cloth, false), moving = cloth_matrix_make(&cloth, true);
    cloth_matrix derivative = cloth_matrix_stiffness(&cloth, true);
    double dt = (double)cloth.in.motion.dt, most = 0.0;
    double *way = calloc(still.size, sizeof *way);
    for (uint32_t v = 0; v < cloth.count; v++) {
        way[3u * v] = dt * (double)cloth.velocities[v].x;
        way[3u * v + 1u] = dt * (double)cloth.velocities[v].y;
        way[3u * v + 2u] = dt * (double)cloth.velocities[v].z;
    }
    for (uint32_t i = 0; i < 3; i++) {
        way[3u * guides[i].vertex] += (double)guides[i].shift.x;
        way[3u * guides[i].vertex + 1u] += (double)guides[i].shift.y;
        way[3u * guides[i].vertex + 2u] += (double)guides[i].shift.z;
    }
    for (uint32_t i = 0; i < still.size; i++) {
        most = fmax(most, fabs(moving.right[i]));
    }
    for (uint32_t i = 0; i < still.size; i++) {
        double wanted = still.right[i];
        for (uint32_t j = 0; j < still.size; j++) {
            wanted -= dt * derivative.entry[(size_t)i * still.size + j] * way[j];
        }
        TEST_ASSERT_DOUBLE_WITHIN(1e-5 * most, wanted, moving.right[i]);
    }
    free(way);
    cloth_matrix_free(&still);
    cloth_matrix_free(&moving);
    cloth_matrix_free(&derivative);
}

/* A + h dF/dv, and F, with damping and without. */
void test_damping_resists_the_rate_of_strain_in_force_and_system(void)
{
    make_shaken(3, 3, 0.004f);
    cloth_matrix plain = cloth_matrix_make(&cloth, false);
    cloth.body.material.damping = 0.01f;
    cloth_matrix damped = cloth_matrix_make(&cloth, false);
    cloth_matrix damping = cloth_matrix_less(&damped, 1.0, &plain);
    double smallest, largest, most = 0.0;
    cloth_matrix_spectrum(&damping, &smallest, &largest);
    TEST_ASSERT_GREATER_THAN_DOUBLE(-1e-5 * largest, smallest);
    for (uint32_t i = 0; i < damping.size; i++) {
        most = fmax(most, fabs(damping.right[i]));
    }
    for (uint32_t i = 0; i < damping.size; i++) {
        double wanted = 0.0;
        for (uint32_t j = 0; j < damping.size; j++) {
            hem_vec3 fast = cloth.velocities[j / 3u];
            float by = j % 3u == 0 ? fast.x : j % 3u == 1u ? fast.y : fast.z;
            wanted -= damping.entry[(size_t)i * damping.size + j] * (double)by;
        }
        TEST_ASSERT_DOUBLE_WITHIN(1e-4 * most, wanted, damping.right[i]);
    }
    cloth_matrix_free(&plain);
    cloth_matrix_free(&damped);
    cloth_matrix_free(&damping);
}

void test_forces_far_from_the_origin_come_from_differences(void)
{
    make_shaken(4, 4, 0.0f);
    for (uint32_t v = 0; v < cloth.count; v++) {
        cloth.positions[v].x = 1024.0f + 1.25f * (float)(v % 4u);
        cloth.positions[v].y = -2048.0f + 1.25f * (float)(v / 4u);
        cloth.rest[v] = (hem_vec3){(float)(v % 4u), (float)(v / 4u), 0.0f};
    }
    hem_arena_release(&cloth.arena, 0);
    hem_cloth_def def = hem_default_cloth_def(cloth.built.mesh, cloth.rest);
    TEST_ASSERT_EQUAL(HEM_OK, hem_cloth_build(&cloth.arena, &def, &cloth.cloth, NULL));
    cloth_energy energy = cloth_oracle_energy(&cloth, NULL);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.5 * 9.0 * 1800.0 / 16.0, energy.stretch);
    TEST_ASSERT_LESS_THAN_DOUBLE(2e-5, cloth_matrix_force_error(&cloth));
}

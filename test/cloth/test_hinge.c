/* Bend: forces and derivatives against energies in double, rest angles, damping and scales. */
#include "unity.h"

#include "cloth_matrix.h"
#include "test_scale.h"

#include <math.h>
#include <stdlib.h>

static cloth_body cloth;
static test_random source;

void setUp(void)
{
    source = (test_random){11};
}

void tearDown(void)
{
    if (cloth.count > 0) {
        cloth_body_free(&cloth);
    }
}

/* Nothing but bend. */
static void bend_alone(void)
{
    cloth.body.material = (hem_cloth_material){.bend = 0.01f};
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
}

static void make_flat(uint32_t columns, uint32_t rows, float way)
{
    cloth = cloth_body_sheet(columns, rows, 0.02f);
    bend_alone();
    cloth_body_shake(&cloth, &source, way, 1.0f);
}

static void make_shell(float way)
{
    cloth = cloth_body_arc(4, 3, 0.05f, 2.0f, HEM_CLOTH_SHAPED);
    bend_alone();
    cloth_body_shake(&cloth, &source, way, 1.0f);
}

void test_forces_of_flat_cloth_are_minus_the_gradient_of_the_energy(void)
{
    for (uint32_t i = 0; i < hem_test_count(10); i++) {
        make_flat(3u + i % 2u, 3, 0.002f * (float)(1u + i));
        TEST_ASSERT_EQUAL(0, cloth.cloth->curved);
        TEST_ASSERT_LESS_THAN_DOUBLE(2e-5, cloth_matrix_force_error(&cloth));
        cloth_body_free(&cloth);
    }
}

void test_forces_of_shells_are_minus_the_gradient_of_the_energy(void)
{
    for (uint32_t i = 0; i < hem_test_count(10); i++) {
        make_shell(0.0005f * (float)(1u + i));
        TEST_ASSERT_EQUAL(1, cloth.cloth->curved);
        TEST_ASSERT_LESS_THAN_DOUBLE(1e-4, cloth_matrix_force_error(&cloth));
        cloth_body_free(&cloth);
    }
}

void test_a_shell_has_no_force_in_its_own_shape_and_turned(void)
{
    cloth = cloth_body_arc(5, 4, 0.05f, 3.0f, HEM_CLOTH_SHAPED);
    bend_alone();
    TEST_ASSERT_LESS_THAN_DOUBLE(1e-12, cloth_oracle_energy(&cloth, NULL).elastic);
    hem_vec3 *forces = malloc(cloth.count * sizeof *forces);
    for (int turned = 0; turned < 2; turned++) {
        cloth_body_open(&cloth);
        TEST_ASSERT_EQUAL(HEM_OK, hem_cloth_forces(&cloth.in, &cloth.scratch, forces, &cloth.out));
        for (uint32_t v = 0; v < cloth.count; v++) {
            TEST_ASSERT_FLOAT_WITHIN(1e-4f, 0.0f, fabsf(forces[v].x) + fabsf(forces[v].y));
            TEST_ASSERT_FLOAT_WITHIN(1e-4f, 0.0f, forces[v].z);
            hem_vec3 x = cloth.positions[v];
            cloth.positions[v] = (hem_vec3){x.z, 0.6f * x.x - 0.8f * x.y, 0.8f * x.x + 0.6f * x.y};
        }
    }
    free(forces);
}

void test_a_shell_that_is_pressed_flat_springs_back_to_its_own_side(void)
{
    cloth = cloth_body_arc(7, 4, 0.05f, 1.5f, HEM_CLOTH_SHAPED);
    cloth.body.material.bend = 0.001f;
    cloth.body.material.drag = 0.0f;
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    double curl = 0.0;
    for (uint32_t v = 0; v < cloth.count; v++) {
        cloth.positions[v].z = 0.0f;
    }
    for (uint32_t step = 0; step < 300; step++) {
        TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
    }
    curl = (double)cloth.positions[7 + 3].z - 0.5 * (double)cloth.positions[7].z -
           0.5 * (double)cloth.positions[7 + 6].z;
    double wanted = 0.05 * (1.0 - cos(0.75));
    TEST_ASSERT_DOUBLE_WITHIN(0.05 * wanted, wanted, curl);
}

void test_the_system_of_flat_cloth_is_the_exact_derivative_whatever_the_shape(void)
{
    for (uint32_t i = 0; i < hem_test_count(4); i++) {
        make_flat(3, 3, 0.005f * (float)i);
        cloth_matrix made = cloth_matrix_stiffness(&cloth, false),
                     exact = cloth_matrix_energy(&cloth);
        cloth_matrix error = cloth_matrix_less(&made, 1.0, &exact);
        TEST_ASSERT_LESS_THAN_DOUBLE(1e-4 * cloth_matrix_size(&exact), cloth_matrix_size(&error));
        cloth_matrix_free(&made);
        cloth_matrix_free(&exact);
        cloth_matrix_free(&error);
        cloth_body_free(&cloth);
    }
}

void test_the_system_of_shells_is_symmetric_semidefinite_and_not_softer_than_the_energy(void)
{
    for (uint32_t i = 0; i < hem_test_count(6); i++) {
        make_shell(0.0003f * (float)i);
        cloth_matrix made = cloth_matrix_stiffness(&cloth, false),
                     exact = cloth_matrix_energy(&cloth);
        cloth_matrix left = cloth_matrix_less(&made, 1.0, &exact);
        double smallest, largest;
        TEST_ASSERT_LESS_THAN_DOUBLE(1e-5, cloth_matrix_asymmetry(&made));
        cloth_matrix_spectrum(&made, &smallest, &largest);
        TEST_ASSERT_GREATER_THAN_DOUBLE(-1e-4 * largest, smallest);
        cloth_matrix_spectrum(&left, &smallest, &largest);
        TEST_ASSERT_GREATER_THAN_DOUBLE(-1e-3 * cloth_matrix_size(&exact), smallest);
        cloth_matrix_free(&made);
        cloth_matrix_free(&exact);
        cloth_matrix_free(&left);
        cloth_body_free(&cloth);
    }
}

void test_bend_damping_resists_bending_but_not_turning(void)
{
    cloth = cloth_body_arc(4, 3, 0.05f, 2.0f, HEM_CLOTH_FLAT);
    bend_alone();
    for (uint32_t v = 0; v < cloth.count; v++) { /* turns about the y axis */
        cloth.velocities[v] =
            (hem_vec3){5.0f * cloth.positions[v].z, 0.0f, -5.0f * cloth.positions[v].x};
    }
    cloth_matrix plain = cloth_matrix_make(&cloth, false);
    cloth.body.material.bend_damping = 0.05f;
    cloth_matrix damped = cloth_matrix_make(&cloth, false);
    cloth_matrix damping = cloth_matrix_less(&damped, 1.0, &plain);
    double smallest, largest, most = 0.0;
    cloth_matrix_spectrum(&damping, &smallest, &largest);
    TEST_ASSERT_GREATER_THAN_DOUBLE(0.0, largest);
    TEST_ASSERT_GREATER_THAN_DOUBLE(-1e-4 * largest, smallest);
    for (uint32_t i = 0; i < plain.size; i++) {
        most = fmax(most, fabs(plain.right[i]));
    }
    for (uint32_t i = 0; i < plain.size; i++) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-4 * most, 0.0, damping.right[i]);
    }
    cloth_matrix_free(&plain);
    cloth_matrix_free(&damped);
    cloth_matrix_free(&damping);
}

void test_scales_of_vertices_stiffen_the_hinges_between_them(void)
{
    make_flat(4, 3, 0.004f);
    float *scale = malloc(cloth.count * sizeof *scale);
    for (uint32_t v = 0; v < cloth.count; v++) {
        scale[v] = 0.5f * (float)(v % 5u);
    }
    cloth.in.bend_scale = scale;
    TEST_ASSERT_LESS_THAN_DOUBLE(2e-5, cloth_matrix_force_error(&cloth));
    cloth_matrix made = cloth_matrix_stiffness(&cloth, false), exact = cloth_matrix_energy(&cloth);
    cloth_matrix error = cloth_matrix_less(&made, 1.0, &exact);
    TEST_ASSERT_LESS_THAN_DOUBLE(1e-4 * cloth_matrix_size(&exact), cloth_matrix_size(&error));
    cloth_matrix_free(&made);
    cloth_matrix_free(&exact);
    cloth_matrix_free(&error);
    free(scale);
}

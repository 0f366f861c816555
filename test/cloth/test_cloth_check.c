/* Steps that are refused: each with its status, and nothing changed. */
#include "unity.h"

#include "cloth_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static cloth_body cloth;
static hem_cloth_guide guides[2];
static hem_impact impact;
static hem_cloth_touch touch;
static hem_vec3 before[25];

void setUp(void)
{
    test_random source = {9};
    cloth = cloth_body_sheet(5, 5, 0.02f);
    cloth_body_shake(&cloth, &source, 0.002f, 0.1f);
    memcpy(before, cloth.velocities, sizeof before);
    guides[0] = (hem_cloth_guide){.vertex = 3, .given = 1, .direction = {0.0f, 0.0f, 1.0f}};
    guides[1] = (hem_cloth_guide){.vertex = 7, .given = 3};
    impact = (hem_impact){.vertex = {0, 6, 7, 12},
                          .weight = {1.0f, -0.5f, -0.25f, -0.25f},
                          .normal = {0.0f, 0.0f, 1.0f},
                          .distance = 0.0005f,
                          .kind = HEM_CONTACT_VERTEX_FACE};
    touch = (hem_cloth_touch){.thickness = 0.001f, .stiffness = 10.0f};
    cloth.in.guides = guides;
    cloth.in.guide_count = 2;
    cloth.in.impacts = &impact;
    cloth.in.impact_count = 1;
    cloth.in.touch = &touch;
}

void tearDown(void)
{
    cloth_body_free(&cloth);
}

static void refused(hem_status status, uint32_t index)
{
    TEST_ASSERT_EQUAL(status, cloth_body_step(&cloth));
    TEST_ASSERT_EQUAL(index, cloth.out.detail.index);
    TEST_ASSERT_EQUAL_MEMORY(before, cloth.velocities, sizeof before);
    TEST_ASSERT_EQUAL(0, cloth.scratch.used);
    hem_vec3 forces[25];
    TEST_ASSERT_EQUAL(status, hem_cloth_forces(&cloth.in, &cloth.scratch, forces, &cloth.out));
}

void test_the_step_that_is_spoilt_below_is_good(void)
{
    TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
}

void test_stiffness_that_is_negative_or_no_number_is_refused(void)
{
    static const float bad[] = {-1.0f, NAN, INFINITY, 1e9f};
    for (uint32_t i = 0; i < 4; i++) {
        hem_cloth_material *material = &cloth.body.material;
        float *const fields[] = {
            &material->stretch_warp, &material->stretch_weft, &material->shear, &material->bend,
            &material->damping,      &material->bend_damping, &material->drag,  &material->pressure,
            &touch.stiffness,        &touch.damping,          &touch.slip};
        for (uint32_t k = 0; k < sizeof fields / sizeof fields[0]; k++) {
            float kept = *fields[k];
            *fields[k] = bad[i];
            refused(HEM_BAD_STIFFNESS, 0);
            *fields[k] = kept;
        }
        float scale[25] = {0.0f};
        scale[20] = bad[i];
        cloth.in.bend_scale = scale;
        refused(HEM_BAD_STIFFNESS, 20);
        cloth.in.bend_scale = NULL;
    }
}

void test_masses_of_nothing_are_refused(void)
{
    static const float bad[] = {-1.0f, NAN, INFINITY, 1e12f, 1e-20f};
    for (uint32_t i = 0; i < 5; i++) {
        float kept = cloth.inverse_mass[11];
        cloth.inverse_mass[11] = bad[i];
        refused(HEM_BAD_MASS, 11);
        cloth.inverse_mass[11] = kept;
    }
}

void test_pressure_in_an_open_sheet_is_refused(void)
{
    cloth.body.material.pressure = 10.0f;
    refused(HEM_OPEN_MESH, 0);
}

/* A ball that is turned inside out is closed, and its volume is below nothing. */
void test_pressure_in_a_body_that_faces_inwards_is_refused(void)
{
    hem_vec3 inside_out[18];
    cloth_body ball = cloth_body_ball(1, 0.1f, HEM_CLOTH_SHAPED);
    mesh_case shape = mesh_case_empty("inwards");
    TEST_ASSERT_EQUAL(18, ball.count);
    memcpy(inside_out, ball.rest, sizeof inside_out);
    shape.vertex_count = ball.count;
    for (uint32_t t = 0; t < ball.shape.triangle_count; t++) {
        const uint32_t *v = ball.shape.triangles + 3u * t;
        mesh_case_add(&shape, v[0], v[2], v[1]);
    }
    cloth_body_free(&ball);
    ball = cloth_body_make(shape, inside_out, HEM_CLOTH_SHAPED);
    TEST_ASSERT_TRUE(ball.cloth->volume < 0.0f);
    TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&ball));
    ball.body.material.pressure = 10.0f;
    TEST_ASSERT_EQUAL(HEM_OPEN_MESH, cloth_body_step(&ball));
    TEST_ASSERT_EQUAL(0, ball.out.detail.index);
    cloth_body_free(&ball);
}

void test_numbers_that_make_no_sense_are_refused(void)
{
    cloth.in.wind.y = NAN;
    refused(HEM_NOT_FINITE, HEM_NONE);
    cloth.in.wind.y = 1e6f;
    refused(HEM_OUT_OF_RANGE, HEM_NONE);
    cloth.in.wind.y = 0.0f;
    cloth.in.gravity.x = INFINITY;
    refused(HEM_NOT_FINITE, HEM_NONE);
    cloth.in.gravity.x = 0.0f;
    cloth.in.tolerance = NAN;
    refused(HEM_NOT_FINITE, HEM_NONE);
    cloth.in.tolerance = 2.0f;
    refused(HEM_OUT_OF_RANGE, HEM_NONE);
    cloth.in.tolerance = 0.001f;
    cloth.in.still = -1.0f;
    refused(HEM_OUT_OF_RANGE, HEM_NONE);
    cloth.in.still = 0.0f;
    cloth.in.passes = 0;
    refused(HEM_OUT_OF_RANGE, HEM_NONE);
    cloth.in.passes = 17;
    refused(HEM_OUT_OF_RANGE, HEM_NONE);
    cloth.in.passes = 2;
    cloth.in.motion.dt = 0.0f;
    refused(HEM_OUT_OF_RANGE, HEM_NONE);
    cloth.in.motion.dt = NAN;
    refused(HEM_NOT_FINITE, HEM_NONE);
    cloth.in.motion.dt = 0.01f;
    cloth.positions[9].x = NAN;
    refused(HEM_NOT_FINITE, 9);
    cloth.positions[9].x = 4096.0f;
    refused(HEM_OUT_OF_RANGE, 9);
}

void test_guides_out_of_order_or_without_direction_are_refused(void)
{
    guides[1].vertex = 3;
    refused(HEM_BAD_INDEX, 1);
    guides[1].vertex = 25;
    refused(HEM_BAD_INDEX, 1);
    guides[1].vertex = 7;
    guides[0].given = 4;
    refused(HEM_BAD_INDEX, 0);
    guides[0].given = 2;
    guides[0].direction.z = 0.5f;
    refused(HEM_OUT_OF_RANGE, 0);
    guides[0].direction.z = NAN;
    refused(HEM_NOT_FINITE, 0);
    guides[0].direction.z = 1.0f;
    guides[1].shift.x = NAN;
    refused(HEM_NOT_FINITE, 1);
    guides[1].shift.x = 0.0f;
    guides[1].change.x = INFINITY;
    refused(HEM_NOT_FINITE, 1);
}

void test_impacts_and_touches_that_make_no_sense_are_refused(void)
{
    impact.vertex[1] = 25;
    refused(HEM_BAD_INDEX, 0);
    impact.vertex[1] = 0;
    refused(HEM_BAD_INDEX, 0);
    impact.vertex[1] = 6;
    impact.weight[1] = 0.5f;
    refused(HEM_OUT_OF_RANGE, 0);
    impact.weight[1] = -0.5f;
    touch.thickness = NAN;
    refused(HEM_NOT_FINITE, 0);
    touch.thickness = -1.0f;
    refused(HEM_OUT_OF_RANGE, 0);
}

void test_definitions_of_another_kind_are_refused(void)
{
    cloth.in.cookie = 0;
    refused(HEM_BAD_DEFINITION, HEM_NONE);
    cloth.in = hem_default_cloth_step_in(0.01f);
    cloth_body other = cloth_body_sheet(4, 4, 0.02f);
    cloth.body.cloth = other.cloth;
    refused(HEM_BAD_DEFINITION, 0);
    cloth.body.cloth = cloth.cloth;
    cloth.body.first_vertex = 1;
    refused(HEM_BAD_INDEX, 0);
    cloth_body_free(&other);
}

void test_what_is_not_there_is_refused(void)
{
    hem_arena none = {.base = NULL};
    hem_vec3 forces[25];
    cloth_body_open(&cloth);
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_step(NULL, &cloth.scratch, &cloth.out));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_step(&cloth.in, NULL, &cloth.out));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_step(&cloth.in, &none, &cloth.out));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_step(&cloth.in, &cloth.scratch, NULL));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_forces(&cloth.in, &cloth.scratch, NULL, &cloth.out));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_forces(NULL, &cloth.scratch, forces, &cloth.out));
    cloth.in.guides = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_step(&cloth.in, &cloth.scratch, &cloth.out));
    cloth.in.guides = guides;
    cloth.in.touch = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_step(&cloth.in, &cloth.scratch, &cloth.out));
    cloth.in.touch = &touch;
    cloth.in.bodies = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_step(&cloth.in, &cloth.scratch, &cloth.out));
    cloth.in.bodies = &cloth.body;
    cloth.in.motion.start = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_step(&cloth.in, &cloth.scratch, &cloth.out));
    TEST_ASSERT_EQUAL_MEMORY(before, cloth.velocities, sizeof before);
}

void test_buffers_that_overlap_are_refused(void)
{
    cloth_body_open(&cloth);
    cloth.in.ends = cloth.positions;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_cloth_step(&cloth.in, &cloth.scratch, &cloth.out));
    cloth.in.ends = cloth.velocities;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_cloth_step(&cloth.in, &cloth.scratch, &cloth.out));
    cloth.in.ends = (hem_vec3 *)(void *)cloth.scratch_memory;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_cloth_step(&cloth.in, &cloth.scratch, &cloth.out));
    cloth.in.ends = cloth.ends;
    cloth.in.motion.velocity = cloth.positions;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_cloth_step(&cloth.in, &cloth.scratch, &cloth.out));
    cloth.in.motion.velocity = (hem_vec3 *)(void *)cloth.scratch_memory;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_cloth_step(&cloth.in, &cloth.scratch, &cloth.out));
    TEST_ASSERT_EQUAL_MEMORY(before, cloth.velocities, sizeof before);
}

void test_scratch_of_exactly_the_size_does_and_one_less_does_not(void)
{
    const hem_mesh *mesh = cloth.built.mesh;
    uint32_t bytes =
        (uint32_t)HEM_CLOTH_SCRATCH_BYTES(1, 25, mesh->triangle_count, mesh->edge_count, 1);
    cloth.scratch.capacity = bytes - 1u;
    TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, cloth_body_step(&cloth));
    TEST_ASSERT_EQUAL(bytes, cloth.out.needed);
    TEST_ASSERT_EQUAL_MEMORY(before, cloth.velocities, sizeof before);
    cloth.scratch.capacity = bytes;
    TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
}

void test_ends_may_be_left_out(void)
{
    cloth_body_open(&cloth);
    cloth.in.ends = NULL;
    TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, hem_cloth_step(&cloth.in, &cloth.scratch, &cloth.out));
}

void test_statuses_have_texts(void)
{
    TEST_ASSERT_NOT_NULL(strstr(hem_status_text(HEM_BAD_STIFFNESS), "stiffness"));
    TEST_ASSERT_NOT_NULL(strstr(hem_status_text(HEM_OPEN_MESH), "closed"));
    TEST_ASSERT_NOT_NULL(strstr(hem_status_text(HEM_OPEN_MESH), "outwards"));
    TEST_ASSERT_NOT_NULL(strstr(hem_status_text(HEM_OUT_OF_RANGE), "number"));
}

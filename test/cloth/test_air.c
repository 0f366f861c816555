/* What acts on areas: drag, wind and pressure. */
#include "unity.h"

#include "cloth/lean.h"
#include "cloth_matrix.h"

#include <math.h>

static cloth_body cloth;

void setUp(void)
{
}

void tearDown(void)
{
    if (cloth.count > 0) {
        cloth_body_free(&cloth);
    }
}

void test_a_level_sheet_falls_at_the_speed_that_air_lets_it(void)
{
    cloth = cloth_body_sheet(9, 9, 0.02f);
    for (uint32_t step = 0; step < 200; step++) {
        TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
    }
    float wanted = sqrtf(0.2f * 9.81f / 0.6f);
    TEST_ASSERT_FLOAT_WITHIN(0.01f * wanted, -wanted, cloth.velocities[40].z);
}

void test_wind_through_a_sheet_takes_it_along_but_never_faster_than_itself(void)
{
    cloth = cloth_body_sheet(9, 9, 0.02f);
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    cloth.in.wind = (hem_vec3){0.0f, 0.0f, 30.0f};
    cloth.in.motion.dt = 0.5f; /* a step in which an explicit force would go far beyond */
    cloth.body.material.drag = 100.0f;
    float last = 0.0f;
    for (uint32_t step = 0; step < 20; step++) {
        TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
        TEST_ASSERT_GREATER_OR_EQUAL_FLOAT(last - 0.001f, cloth.velocities[40].z);
        TEST_ASSERT_LESS_THAN_FLOAT(30.01f, cloth.velocities[40].z);
        last = cloth.velocities[40].z;
    }
    TEST_ASSERT_FLOAT_WITHIN(1.0f, 30.0f, last);
}

void test_wind_along_a_sheet_does_nothing(void)
{
    cloth = cloth_body_sheet(5, 5, 0.02f);
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    cloth.in.wind = (hem_vec3){10.0f, 10.0f, 0.0f};
    TEST_ASSERT_EQUAL(HEM_OK, cloth_body_step(&cloth));
    TEST_ASSERT_TRUE(cloth.velocities[12].x == 0.0f && cloth.velocities[12].z == 0.0f);
}

/* How fast the middle of a level sheet goes up after a step that it begins with that speed, of
 * which so much is what gravity has given to it. */
static float speed_after(float speed, float fall)
{
    enum { SIDE = 5, COUNT = SIDE * SIDE };
    static _Alignas(16) uint8_t memory[32768];
    hem_arena scratch;
    hem_cloth_out out;
    hem_touch touch = hem_default_touch();
    hem_cloth_contacts contacts = {.touch = &touch, .fall = {0.0f, 0.0f, fall}};
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, memory, sizeof memory));
    cloth = cloth_body_sheet(SIDE, SIDE, 0.02f);
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    cloth.body.material.drag = 100.0f;
    for (uint32_t v = 0; v < COUNT; v++) {
        cloth.velocities[v].z = speed;
    }
    cloth_body_open(&cloth);
    TEST_ASSERT_EQUAL(HEM_OK, hem_cloth_solve(&cloth.in, &contacts, &scratch, &out));
    float after = cloth.velocities[COUNT / 2].z;
    cloth_body_free(&cloth);
    return after;
}

/* What lies on something has no speed but what gravity gives it in each step, and loses that to
 * what it lies on. */
void test_air_does_not_see_what_gravity_has_just_given(void)
{
    const float fall = -9.81f / 90.0f;
    TEST_ASSERT_EQUAL_FLOAT(fall, speed_after(fall, fall));
    TEST_ASSERT_TRUE(speed_after(fall, 0.0f) > 0.9f * fall);
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, speed_after(-0.5f, 0.0f),
                             speed_after(fall - 0.5f, fall) - fall);
}

static double radius(void)
{
    double sum = 0.0;
    for (uint32_t v = 0; v < cloth.count; v++) {
        hem_vec3 x = cloth.positions[v];
        sum += sqrt((double)x.x * x.x + (double)x.y * x.y + (double)x.z * x.z);
    }
    return sum / cloth.count;
}

/* A ball of radius r under pressure p has tension p r / 2; with pressure that falls as it grows. */
void test_pressure_blows_a_ball_up_as_far_as_its_skin_lets_it(void)
{
    for (uint32_t rate = 0; rate < 2; rate++) {
        cloth = cloth_body_ball(3, 0.1f, HEM_CLOTH_SHAPED);
        cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
        cloth.in.motion.dt = rate == 0 ? 1.0f / 90.0f : 1.0f / 25.0f;
        cloth.in.iterations = 300;
        cloth.body.material = (hem_cloth_material){.stretch_warp = 1000.0f,
                                                   .stretch_weft = 1000.0f,
                                                   .shear = 100.0f,
                                                   .damping = 0.01f,
                                                   .pressure = 200.0f};
        double before = radius();
        for (uint32_t step = 0; step < 200; step++) {
            TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
        }
        double grown = radius() / before - 1.0, wanted = 200.0 * 0.1 / 2.0 / 1000.0;
        TEST_ASSERT_DOUBLE_WITHIN(0.15 * wanted, wanted, grown);
        TEST_ASSERT_LESS_THAN_DOUBLE(0.002, cloth_oracle_speed(&cloth));
        cloth_body_free(&cloth);
    }
}

void test_the_system_of_pressure_is_symmetric_and_has_no_negative_eigenvalue(void)
{
    test_random source = {4};
    cloth = cloth_body_ball(1, 0.1f, HEM_CLOTH_SHAPED);
    cloth.body.material = (hem_cloth_material){.pressure = 100.0f};
    cloth_body_shake(&cloth, &source, 0.01f, 0.1f);
    cloth_matrix made = cloth_matrix_stiffness(&cloth, false);
    double smallest, largest;
    TEST_ASSERT_LESS_THAN_DOUBLE(1e-5, cloth_matrix_asymmetry(&made));
    cloth_matrix_spectrum(&made, &smallest, &largest);
    TEST_ASSERT_GREATER_THAN_DOUBLE(0.0, largest);
    TEST_ASSERT_GREATER_THAN_DOUBLE(-1e-4 * largest, smallest);
    cloth_matrix_free(&made);
}

void test_a_ball_without_pressure_keeps_its_shape_and_its_place(void)
{
    cloth = cloth_body_ball(3, 0.1f, HEM_CLOTH_SHAPED);
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    double before = radius();
    for (uint32_t step = 0; step < 50; step++) {
        TEST_ASSERT_EQUAL(HEM_OK, cloth_body_step(&cloth));
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-5, before, radius());
}

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
        TEST_ASSERT_GREATER_OR_EQUAL_FLOAT(last - 0.02f, cloth.velocities[40].z);
        TEST_ASSERT_LESS_THAN_FLOAT(30.02f, cloth.velocities[40].z);
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
 * which so much is what gravity has given to it, or with gravity in the step. */
static float speed_after(float speed, float fall, float gravity)
{
    enum { SIDE = 5, COUNT = SIDE * SIDE };
    static _Alignas(16) uint8_t memory[32768];
    hem_arena scratch;
    hem_cloth_out out;
    hem_touch touch = hem_default_touch();
    hem_cloth_contacts contacts = {.touch = &touch, .fall = {0.0f, 0.0f, fall}};
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, memory, sizeof memory));
    cloth = cloth_body_sheet(SIDE, SIDE, 0.02f);
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, gravity};
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
    TEST_ASSERT_EQUAL_FLOAT(fall, speed_after(fall, fall, 0.0f));
    TEST_ASSERT_TRUE(speed_after(fall, 0.0f, 0.0f) > 0.9f * fall);
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, speed_after(-0.5f, 0.0f, -9.81f),
                             speed_after(fall - 0.5f, fall, 0.0f));
}

/* ---- against the law itself, in double ---- */

enum { MOST = 300 };

static void turn(uint32_t *triangle)
{
    uint32_t kept = triangle[1];
    triangle[1] = triangle[2];
    triangle[2] = kept;
}

/* A sheet of 6 x 6 with triangles turned round: none, all, those of every second cell, every second
 * one. */
static cloth_body sheet_wound(uint32_t how)
{
    hem_vec3 rest[36];
    mesh_case shape = mesh_case_grid(6, 6);
    for (uint32_t v = 0; v < 36; v++) {
        rest[v] = (hem_vec3){0.02f * (float)(v % 6u), 0.02f * (float)(v / 6u), 0.0f};
    }
    for (uint32_t t = 0; t < shape.triangle_count; t++) {
        uint32_t cell = t / 2u;
        if (how == 1 || (how == 2 && (cell % 5u + cell / 5u) % 2u != 0) ||
            (how == 3 && t % 2u != 0)) {
            turn(shape.triangles + 3u * t);
        }
    }
    return cloth_body_make(shape, rest, HEM_CLOTH_FLAT);
}

/* A third of each triangle is with each corner: drag times its area times the square of what it
 * meets, along the normal. */
static void oracle(const cloth_body *of, const double *velocity, double *force)
{
    const double drag = (double)of->body.material.drag;
    const double wind[3] = {(double)of->in.wind.x, (double)of->in.wind.y, (double)of->in.wind.z};
    for (uint32_t i = 0; i < 3u * of->count; i++) {
        force[i] = 0.0;
    }
    for (uint32_t t = 0; t < of->shape.triangle_count; t++) {
        const uint32_t *v = of->shape.triangles + 3u * t;
        const hem_vec3 *x = of->positions;
        double a[3] = {(double)x[v[1]].x - x[v[0]].x, (double)x[v[1]].y - x[v[0]].y,
                       (double)x[v[1]].z - x[v[0]].z};
        double b[3] = {(double)x[v[2]].x - x[v[0]].x, (double)x[v[2]].y - x[v[0]].y,
                       (double)x[v[2]].z - x[v[0]].z};
        double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                       a[0] * b[1] - a[1] * b[0]};
        double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (uint32_t k = 0; k < 3; k++) {
            double through = 0.0;
            for (uint32_t i = 0; i < 3; i++) {
                through += n[i] / length * (wind[i] - velocity[3u * v[k] + i]);
            }
            for (uint32_t i = 0; i < 3; i++) {
                force[3u * v[k] + i] +=
                    drag * length / 6.0 * fabs(through) * through * n[i] / length;
            }
        }
    }
}

static void velocities_of(const cloth_body *of, double *out)
{
    for (uint32_t v = 0; v < of->count; v++) {
        out[3u * v] = (double)of->velocities[v].x;
        out[3u * v + 1u] = (double)of->velocities[v].y;
        out[3u * v + 2u] = (double)of->velocities[v].z;
    }
}

/* Crumpled, in motion, in the wind, and feeling nothing else. */
static void crumple(void)
{
    test_random source = {7};
    cloth.body.material = (hem_cloth_material){.drag = 3.0f};
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    cloth.in.wind = (hem_vec3){3.0f, -1.0f, 4.0f};
    cloth_body_shake(&cloth, &source, 0.01f, 2.0f);
}

void test_the_force_of_air_is_that_of_every_triangle_however_it_is_wound(void)
{
    for (uint32_t how = 0; how < 4; how++) {
        double velocity[MOST], wanted[MOST], most = 0.0;
        hem_vec3 forces[MOST / 3];
        cloth = sheet_wound(how);
        crumple();
        cloth_body_open(&cloth);
        TEST_ASSERT_EQUAL(HEM_OK, hem_cloth_forces(&cloth.in, &cloth.scratch, forces, &cloth.out));
        velocities_of(&cloth, velocity);
        oracle(&cloth, velocity, wanted);
        for (uint32_t i = 0; i < 3u * cloth.count; i++) {
            most = fmax(most, fabs(wanted[i]));
        }
        TEST_ASSERT_GREATER_THAN_DOUBLE(0.001, most);
        for (uint32_t v = 0; v < cloth.count; v++) {
            TEST_ASSERT_DOUBLE_WITHIN(1e-5 * most, wanted[3u * v], (double)forces[v].x);
            TEST_ASSERT_DOUBLE_WITHIN(1e-5 * most, wanted[3u * v + 1u], (double)forces[v].y);
            TEST_ASSERT_DOUBLE_WITHIN(1e-5 * most, wanted[3u * v + 2u], (double)forces[v].z);
        }
        cloth_body_free(&cloth);
    }
}

/* Of a force that grows with the square, what resists a change is half of the derivative. */
void test_the_system_of_air_is_half_the_derivative_of_the_force_and_never_negative(void)
{
    double velocity[MOST], more[MOST], less[MOST], smallest, largest;
    const double small = 1e-6;
    cloth = sheet_wound(3);
    crumple();
    cloth_matrix made = cloth_matrix_stiffness(&cloth, false);
    velocities_of(&cloth, velocity);
    double dt = (double)cloth.in.motion.dt, size = cloth_matrix_size(&made);
    for (uint32_t column = 0; column < made.size; column++) {
        double kept = velocity[column];
        velocity[column] = kept + small;
        oracle(&cloth, velocity, more);
        velocity[column] = kept - small;
        oracle(&cloth, velocity, less);
        velocity[column] = kept;
        for (uint32_t row = 0; row < made.size; row++) {
            double wanted = -0.5 / dt * (more[row] - less[row]) / (2.0 * small);
            TEST_ASSERT_DOUBLE_WITHIN(2e-5 * size, wanted,
                                      made.entry[(size_t)row * made.size + column]);
        }
    }
    TEST_ASSERT_TRUE(cloth_matrix_asymmetry(&made) == 0.0);
    cloth_matrix_spectrum(&made, &smallest, &largest);
    TEST_ASSERT_GREATER_THAN_DOUBLE(-1e-5 * largest, smallest);
    cloth_matrix_free(&made);
}

void test_a_sheet_falls_alike_however_its_triangles_are_wound(void)
{
    float wanted = sqrtf(0.2f * 9.81f / 0.6f);
    for (uint32_t how = 0; how < 4; how++) {
        cloth = sheet_wound(how);
        for (uint32_t step = 0; step < 200; step++) {
            TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
        }
        for (uint32_t v = 0; v < cloth.count; v++) {
            TEST_ASSERT_FLOAT_WITHIN(0.002f * wanted, -wanted, cloth.velocities[v].z);
        }
        cloth_body_free(&cloth);
    }
}

/* m v' = -k v^2: v = v0 / (1 + k v0 t / m). */
void test_a_sheet_in_still_air_slows_down_as_squares_do_at_any_step(void)
{
    static const float steps[] = {1.0f, 0.1f, 0.01f};
    for (uint32_t i = 0; i < 3; i++) {
        cloth = cloth_body_sheet(5, 5, 0.02f);
        cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
        cloth.in.motion.dt = steps[i];
        cloth.in.tolerance = 1e-5f;
        for (uint32_t v = 0; v < cloth.count; v++) {
            cloth.velocities[v].z = 10.0f;
        }
        for (float time = 0.0f; time < 0.999f; time += steps[i]) {
            TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
        }
        float wanted = 10.0f / (1.0f + 0.6f * 10.0f / 0.2f);
        TEST_ASSERT_FLOAT_WITHIN(0.001f * wanted, wanted, cloth.velocities[12].z);
        cloth_body_free(&cloth);
    }
}

/* How far the middle of a sheet of 0.2 m that is held at its border goes with the wind. */
static float deflection(float speed, uint32_t rate)
{
    enum { SIDE = 11 };
    cloth = cloth_body_sheet(SIDE, SIDE, 0.02f);
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    cloth.in.wind = (hem_vec3){0.0f, 0.0f, speed};
    cloth.in.motion.dt = 1.0f / (float)rate;
    cloth.in.iterations = 300;
    for (uint32_t v = 0; v < cloth.count; v++) {
        uint32_t i = v % SIDE, j = v / SIDE;
        if (i == 0 || j == 0 || i == SIDE - 1u || j == SIDE - 1u) {
            cloth_body_pin(&cloth, v);
        }
    }
    for (uint32_t step = 0; step < 2u * rate; step++) {
        TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
    }
    TEST_ASSERT_LESS_THAN_DOUBLE(0.001, cloth_oracle_speed(&cloth));
    float middle = cloth.positions[cloth.count / 2u].z;
    cloth_body_free(&cloth);
    return middle;
}

void test_what_wind_does_to_held_cloth_does_not_depend_on_the_step(void)
{
    static const float winds[] = {5.0f, 40.0f};
    for (uint32_t i = 0; i < 2; i++) {
        float wanted = deflection(winds[i], 480);
        TEST_ASSERT_TRUE(wanted > 0.003f);
        TEST_ASSERT_FLOAT_WITHIN(0.005f * wanted, wanted, deflection(winds[i], 25));
        TEST_ASSERT_FLOAT_WITHIN(0.005f * wanted, wanted, deflection(winds[i], 90));
    }
}

void test_air_takes_energy_and_never_gives_any_however_thick_it_is_and_long_the_step(void)
{
    static const float drags[] = {0.6f, 60.0f, 60000.0f};
    for (uint32_t i = 0; i < 6; i++) {
        test_random source = {11};
        cloth = sheet_wound(2);
        cloth_body_shake(&cloth, &source, 0.002f, 1.0f);
        cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
        cloth.in.motion.dt = i < 3 ? 0.04f : 1.0f / 90.0f;
        cloth.body.material.drag = drags[i % 3u];
        double before = cloth_oracle_energy(&cloth, NULL).total, first = before;
        for (uint32_t step = 0; step < 50; step++) {
            TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
            double now = cloth_oracle_energy(&cloth, NULL).total;
            TEST_ASSERT_LESS_THAN_DOUBLE(before + 1e-6 * first, now);
            before = now;
        }
        cloth_body_free(&cloth);
    }
}

/* ---- pressure ---- */

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

/* Once it is as large as it will be: what blowing it up has left of rounding is less than 0.5 mm/s.
 */
void test_a_ball_under_pressure_does_not_push_itself_away(void)
{
    static const uint32_t rates[] = {25, 90};
    for (uint32_t i = 0; i < 2; i++) {
        double early[3], late[3], angular[3], mass = 0.0;
        cloth = cloth_body_ball(3, 0.1f, HEM_CLOTH_SHAPED);
        cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
        cloth.in.motion.dt = 1.0f / (float)rates[i];
        cloth.body.material.pressure = 10000.0f;
        cloth.body.material.drag = 0.0f;
        for (uint32_t v = 0; v < cloth.count; v++) {
            mass += 1.0 / (double)cloth.inverse_mass[v];
        }
        for (uint32_t step = 0; step < 600; step++) {
            TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
            if (step == 99) {
                cloth_oracle_momentum(&cloth, early, angular);
            }
        }
        cloth_oracle_momentum(&cloth, late, angular);
        for (uint32_t k = 0; k < 3; k++) {
            TEST_ASSERT_DOUBLE_WITHIN(5e-4, 0.0, early[k] / mass);
            TEST_ASSERT_DOUBLE_WITHIN(1e-7, early[k] / mass, late[k] / mass);
        }
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

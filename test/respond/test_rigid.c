/* Rigid zones: momenta, shapes and turns against double; carried by one motion, pinched by two. */
#include "unity.h"

#include "hem/respond.h"
#include "respond_cases.h"
#include "test_scale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static respond_case now, earlier;
static hem_zones zones;
static hem_zones_out out;
static hem_arena arena;
HEM_BLOCK(memory, HEM_ZONES_BYTES(RESPOND_VERTICES, RESPOND_IMPACTS) +
                      HEM_ZONE_SOLVE_BYTES(RESPOND_VERTICES, RESPOND_IMPACTS));

void setUp(void)
{
}

void tearDown(void)
{
}

/* Impacts that connect everything, with normals of no consequence. */
static void connect(void)
{
    now.impact_count = 0;
    for (uint32_t v = 0; v + 3u < now.vertex_count; v++) {
        now.impacts[now.impact_count++] = (hem_impact){.vertex = {v, v + 1u, v + 2u, v + 3u},
                                                       .weight = {1.0f, -0.5f, -0.25f, -0.25f},
                                                       .normal = {0, 0, 1}};
    }
}

static hem_status solve(void)
{
    hem_zone_def def = hem_default_zone_def(RESPOND_VERTICES, RESPOND_IMPACTS);
    earlier = now;
    hem_arena_init(&arena, memory, sizeof memory);
    hem_zones_in in = {
        .respond = respond_case_in(&now), .zones = &zones, .def = def, .scratch = &arena};
    TEST_ASSERT_EQUAL(HEM_OK, hem_zones_make(&in.respond, &def, &arena, &zones));
    return hem_zones_rigid(&in, &out);
}

static double3 end_of(const respond_case *system, uint32_t v)
{
    return double3_add_scaled(double3_of(system->start[v]), (double)system->dt,
                              double3_of(system->velocity[v]));
}

/* The largest change of a distance between two vertices over the step. */
static double largest_stretch(void)
{
    double largest = 0.0;
    for (uint32_t a = 0; a < now.vertex_count; a++) {
        for (uint32_t b = 0; b < a; b++) {
            double before = double3_length(
                double3_add_scaled(double3_of(now.start[a]), -1.0, double3_of(now.start[b])));
            double after =
                double3_length(double3_add_scaled(end_of(&now, a), -1.0, end_of(&now, b)));
            largest = fmax(largest, fabs(after - before));
        }
    }
    return largest;
}

/* How far vertices are from the first. */
static double extent(void)
{
    double largest = 0.0;
    for (uint32_t v = 0; v < now.vertex_count; v++) {
        largest = fmax(largest, double3_length(double3_add_scaled(double3_of(now.start[v]), -1.0,
                                                                  double3_of(now.start[0]))));
    }
    return largest;
}

static double largest_way(void)
{
    double largest = 0.0;
    for (uint32_t v = 0; v < now.vertex_count; v++) {
        largest = fmax(largest, (double)now.dt * double3_length(double3_of(now.velocity[v])));
    }
    return largest;
}

static void make(test_random *random, float decades, float speed)
{
    respond_kind kind = respond_kind_random(random);
    kind.vertices = 4u + random_below(random, 80);
    kind.impacts = 1;
    kind.heavy = 0.0f;
    kind.decades = decades;
    kind.speed = speed;
    respond_case_make(&now, kind, random);
    connect();
}

void test_a_zone_moves_as_one_body_with_its_momenta(void)
{
    test_random random = {61};
    double linear = 0.0, angular = 0.0, stretch = 0.0;
    uint32_t limited = 0;
    for (uint32_t i = 0; i < hem_test_count(4000); i++) {
        make(&random, random_float(&random, 0.0f, 6.0f),
             powf(10.0f, random_float(&random, -3.0f, 2.0f)));
        momenta before = momenta_of(&now);
        solve();
        TEST_ASSERT_EQUAL(1, out.rigid + out.limited);
        momenta after = momenta_of(&now);
        limited += out.limited;
        linear = fmax(linear, linear_change(&before, &after));
        if (out.limited == 0) {
            angular = fmax(angular, angular_change(&before, &after));
        }
        stretch = fmax(stretch, largest_stretch() / largest_way());
        /* Chords of a turn by an angle have 1 / cos^2 (angle / 2) times the energy of its start. */
        double angle = largest_way() / extent();
        TEST_ASSERT_TRUE(after.energy <= before.energy * (angle < 0.01 ? 1.001 : 2.001));
    }
    printf("linear %.2g, angular %.2g, stretch %.2g of the way, %u limited\n", linear, angular,
           stretch, limited);
    TEST_ASSERT_TRUE(linear <= 1e-5);
    TEST_ASSERT_TRUE(angular <= 1e-5);
    TEST_ASSERT_TRUE(stretch <= 1e-5);
}

typedef struct turning {
    double w, x, y, z; /* a unit quaternion */
} turning;

/* The unit quaternion along (1, w dt / 2). */
static turning turning_of(double3 turn, double dt)
{
    double3 half = double3_add_scaled((double3){0.0, 0.0, 0.0}, 0.5 * dt, turn);
    double length = sqrt(1.0 + double3_dot(half, half));
    return (turning){1.0 / length, half.x / length, half.y / length, half.z / length};
}

/* q p q* */
static double3 turned(turning q, double3 p)
{
    double3 axis = {q.x, q.y, q.z};
    double3 sum = double3_add_scaled(p, 2.0 * q.w, double3_cross(axis, p));
    return double3_add_scaled(sum, 2.0, double3_cross(axis, double3_cross(axis, p)));
}

/* Gives vertices the velocities of a body that turns about a centre and moves along. */
static void move_as_body(double3 centre, double3 velocity, double3 turn, bool heavy_only)
{
    turning q = turning_of(turn, (double)now.dt);
    for (uint32_t v = 0; v < now.vertex_count; v++) {
        if (heavy_only && now.inverse_mass[v] > 0.0f) {
            continue;
        }
        double3 place = double3_add_scaled(double3_of(now.start[v]), -1.0, centre);
        double3 way = double3_add_scaled(turned(q, place), -1.0, place);
        double3 moves = double3_add_scaled(velocity, 1.0 / (double)now.dt, way);
        now.velocity[v] = (hem_vec3){(float)moves.x, (float)moves.y, (float)moves.z};
    }
}

static double3 random_double3(test_random *random, double size)
{
    return (double3){size * (double)random_float(random, -1.0f, 1.0f),
                     size * (double)random_float(random, -1.0f, 1.0f),
                     size * (double)random_float(random, -1.0f, 1.0f)};
}

static double largest_difference(void)
{
    double largest = 0.0;
    for (uint32_t v = 0; v < now.vertex_count; v++) {
        double3 off =
            double3_add_scaled(double3_of(now.velocity[v]), -1.0, double3_of(earlier.velocity[v]));
        largest = fmax(largest, double3_length(off) * (double)now.dt);
    }
    return largest;
}

void test_what_moves_as_a_body_already_goes_on_as_it_does(void)
{
    test_random random = {62};
    double worst = 0.0;
    for (uint32_t i = 0; i < hem_test_count(2000); i++) {
        make(&random, random_float(&random, 0.0f, 3.0f), 1.0f);
        /* Up to 0.6 rad in the step. */
        double3 turn = random_double3(&random, 0.3 / (double)now.dt);
        move_as_body(double3_of(now.start[0]), random_double3(&random, 1.0), turn, false);
        solve();
        TEST_ASSERT_EQUAL(1, out.rigid);
        worst = fmax(worst, largest_difference() / largest_way());
    }
    printf("off by %.2g of the way\n", worst);
    TEST_ASSERT_TRUE(worst <= 1e-4);
}

/* Two points a million times heavier than the rest turn end over end. What spin they have about the
 * line between them is rounding, and may not whirl the light ones round it. */
void test_light_points_do_not_spin_by_the_rounding_of_heavy_ones(void)
{
    test_random random = {68};
    double worst = 0.0;
    for (uint32_t i = 0; i < hem_test_count(2000); i++) {
        make(&random, 0.0f, 1.0f);
        for (uint32_t v = 0; v < now.vertex_count; v++) {
            now.inverse_mass[v] = v < 2u ? 1e3f : 1e9f;
        }
        double3 line = double3_add_scaled(double3_of(now.start[1]), -1.0, double3_of(now.start[0]));
        double3 turn = double3_cross(line, random_double3(&random, 1.0));
        double speed = (double)random_float(&random, 0.001f, 0.02f) / (double)now.dt;
        turn = double3_add_scaled((double3){0, 0, 0}, speed / double3_length(turn), turn);
        move_as_body(double3_of(now.start[0]), random_double3(&random, 0.1), turn, false);
        solve();
        TEST_ASSERT_EQUAL(1, out.rigid);
        worst = fmax(worst, largest_difference() / largest_way());
    }
    printf("light points off by %.2g of the way\n", worst);
    TEST_ASSERT_TRUE(worst <= 1e-3);
}

void test_a_zone_follows_the_motion_of_infinite_mass_in_it(void)
{
    test_random random = {63};
    double worst = 0.0;
    for (uint32_t i = 0; i < hem_test_count(2000); i++) {
        respond_kind kind = {.vertices = 40,
                             .impacts = 1,
                             .place = i % 2 == 0 ? 0.0f : 2.0f,
                             .size = 0.1f,
                             .speed = 1.0f,
                             .decades = 2.0f};
        respond_case_make(&now, kind, &random);
        connect();
        now.dt = 1.0f / 90.0f;
        for (uint32_t v = 0; v < now.vertex_count; v++) {
            now.inverse_mass[v] = v % 4u == 1u ? 0.0f : now.inverse_mass[v];
        }
        double3 turn = random_double3(&random, 20.0), velocity = random_double3(&random, 1.0);
        double3 centre = double3_of(now.start[0]);
        move_as_body(centre, velocity, turn, true);
        TEST_ASSERT_EQUAL(HEM_OK, solve());
        TEST_ASSERT_EQUAL(1, out.carried);
        static respond_case carried;
        carried = now;
        move_as_body(centre, velocity, turn, false);
        earlier = now;
        now = carried;
        worst = fmax(worst, largest_difference());
    }
    printf("off by %.2g m in a step\n", worst);
    TEST_ASSERT_TRUE(worst <= 2e-6);
}

void test_one_or_two_vertices_of_infinite_mass_carry_a_zone_along(void)
{
    test_random random = {64};
    for (uint32_t heavy = 1; heavy <= 2; heavy++) {
        make(&random, 1.0f, 1.0f);
        now.inverse_mass[1] = 0.0f;
        now.velocity[1] = (hem_vec3){0.5f, -0.25f, 2.0f};
        if (heavy == 2) {
            now.inverse_mass[3] = 0.0f;
            now.velocity[3] = now.velocity[1];
        }
        TEST_ASSERT_EQUAL(HEM_OK, solve());
        TEST_ASSERT_EQUAL(1, out.carried);
        for (uint32_t k = 0; k < zones.vertex_count; k++) {
            hem_vec3 moves = now.velocity[zones.vertices[k]];
            TEST_ASSERT_FLOAT_WITHIN(1e-6f, 0.5f, moves.x);
            TEST_ASSERT_FLOAT_WITHIN(1e-6f, -0.25f, moves.y);
            TEST_ASSERT_FLOAT_WITHIN(1e-6f, 2.0f, moves.z);
        }
    }
}

void test_two_motions_pinch_a_zone_and_nothing_is_done(void)
{
    test_random random = {65};
    for (uint32_t i = 0; i < hem_test_count(1000); i++) {
        make(&random, 1.0f, 1.0f);
        for (uint32_t v = 0; v < now.vertex_count; v++) {
            now.inverse_mass[v] = v % 4u < 2u ? 0.0f : now.inverse_mass[v];
            now.velocity[v] = (hem_vec3){0, 0, v % 4u == 0u ? 1.0f : -1.0f};
        }
        TEST_ASSERT_EQUAL(HEM_LIMITED, solve());
        TEST_ASSERT_EQUAL(1, out.pinched);
        TEST_ASSERT_EQUAL(HEM_ZONE_PINCHED, zones.zones[0].state);
        TEST_ASSERT_EQUAL_MEMORY(&earlier, &now, sizeof now);
    }
}

/* Points, lines and planes, and what is nearly so. */
void test_flat_thin_and_pointlike_zones_stay_in_shape(void)
{
    test_random random = {66};
    const float scales[6][3] = {{0, 0, 0},     {1, 0, 0},     {1, 1, 0},
                                {1, 1e-5f, 0}, {1, 1e-3f, 0}, {1, 0.01f, 0.003f}};
    for (uint32_t i = 0; i < hem_test_count(3000); i++) {
        make(&random, random_float(&random, 0.0f, 4.0f), 1.0f);
        const float *scale = scales[i % 6u];
        for (uint32_t v = 0; v < now.vertex_count; v++) {
            now.start[v] = (hem_vec3){0.1f * scale[0] * random_float(&random, -1, 1),
                                      0.1f * scale[1] * random_float(&random, -1, 1),
                                      0.1f * scale[2] * random_float(&random, -1, 1)};
        }
        now.dt = 0.002f;
        momenta before = momenta_of(&now);
        solve();
        momenta after = momenta_of(&now);
        TEST_ASSERT_TRUE(linear_change(&before, &after) <= 1e-5);
        /* Nothing spins about a line that it is on. */
        TEST_ASSERT_TRUE(out.limited == 0 || scale[1] > 1e-4f);
        /* About a line that all are near to, momentum may be given up: a thousandth of it. */
        if (out.limited == 0) {
            TEST_ASSERT_TRUE(angular_change(&before, &after) <=
                             (i % 6u == 2u || i % 6u == 5u ? 1e-5 : 2e-3));
        }
        TEST_ASSERT_TRUE(largest_stretch() <= 2e-4 * largest_way());
    }
}

void test_a_spin_beyond_what_a_step_can_turn_is_limited(void)
{
    test_random random = {67};
    make(&random, 0.0f, 1.0f);
    for (uint32_t v = 0; v < now.vertex_count; v++) {
        hem_vec3 at = now.start[v], from = now.start[0];
        float turn = 3.0f / now.dt;
        now.velocity[v] = (hem_vec3){-turn * (at.y - from.y), turn * (at.x - from.x), 0.0f};
    }
    TEST_ASSERT_EQUAL(HEM_LIMITED, solve());
    TEST_ASSERT_EQUAL(1, out.limited);
    TEST_ASSERT_TRUE(largest_stretch() <= 1e-5 * largest_way());
}

/* Vertices of cloth on solids are constraints in hem_step (004-5, 002-19 to 002-22): E24, stiction
 * on what moves, release, and velocities that cloth starts with. */
#include "unity.h"

#include "guarded_block.h"
#include "hem/hem.h"
#include "world_shapes.h"

#include <math.h>

enum { SIDE = 9, MIDDLE = SIDE * SIDE / 2 };

#define GAP 0.001f

static hem_world *world;
static world_shape floor_shape, sheet;
static hem_body bodies[2];
static hem_step_in in;
static hem_report report;

static world_shape wide_floor(void)
{
    world_shape shape = world_shape_sheet(2, 2, (hem_vec3){0.0f, 0.0f, 0.0f});
    for (uint32_t v = 0; v < 4; v++) {
        hem_vec3 *at = &shape.positions[v];
        *at = (hem_vec3){200.0f * at->x - 1.1f, 200.0f * at->y - 0.9f, 0.0f};
    }
    shape.kind = HEM_KINEMATIC;
    return shape;
}

void setUp(void)
{
    in = hem_default_step_in(1.0f / 90.0f);
    floor_shape = wide_floor();
    sheet = world_shape_sheet(SIDE, SIDE, (hem_vec3){0.0f, 0.0f, GAP});
}

static void forget(void)
{
    world_shape_free(&floor_shape);
    world_shape_free(&sheet);
    guarded_block_check_and_free();
}

void tearDown(void)
{
    forget();
}

static void make_world(const hem_vec3 *velocities)
{
    hem_caps caps =
        hem_default_cloth_caps(3, 2u * SIDE * SIDE + 4u, 4u * SIDE * SIDE, 9u * SIDE * SIDE, 4000);
    caps.orphans = 4000;
    uint32_t bytes = hem_world_bytes(&caps);
    hem_body_def def = world_shape_def(&sheet);
    def.velocities = velocities;
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    bodies[0] = world_shape_add(world, &floor_shape);
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &def, &bodies[1], NULL));
}

static void step(void)
{
    world_check_step(hem_step(world, &in, &report), &report);
}

static const hem_vec3 *at(void)
{
    return hem_body_positions(world, bodies[1]);
}

static const hem_vec3 *velocity(void)
{
    return hem_body_velocities(world, bodies[1]);
}

/* How far the edges of the sheet along rows and columns are from their length at rest: the sum of
 * squares, what its springs would hold. */
static double stretched(void)
{
    double sum = 0.0;
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        for (uint32_t way = 0; way < 2; way++) {
            bool has = way == 0 ? v % SIDE + 1u < SIDE : v + SIDE < SIDE * SIDE;
            hem_vec3 a = at()[v], b = at()[has ? v + (way == 0 ? 1u : SIDE) : v];
            double x = (double)b.x - a.x, y = (double)b.y - a.y, z = (double)b.z - a.z;
            double off = has ? sqrt(x * x + y * y + z * z) - 0.01 : 0.0;
            sum += off * off;
        }
    }
    return sum;
}

static double kinetic(void)
{
    double sum = 0.0;
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        hem_vec3 w = velocity()[v];
        sum += (double)w.x * w.x + (double)w.y * w.y + (double)w.z * w.z;
    }
    return sum;
}

/* ---- E24 ---- */

typedef enum way_up { TOLD, MOVED, FAST } way_up;

/* A stiff sheet that is at rest but for its middle, which is much too close to a small solid under
 * it. Told to the step; or put where it should be behind its back; or given the speed that takes it
 * there. The most that it is stretched by, ever. */
static double lift(way_up way, float *height)
{
    for (uint32_t v = 0; v < 4; v++) {
        float x = v % 2u == 0 ? -0.004f : 0.004f, y = v / 2u == 0 ? -0.0035f : 0.0045f;
        floor_shape.positions[v] =
            (hem_vec3){sheet.positions[MIDDLE].x + x, sheet.positions[MIDDLE].y + y, 0.9f * GAP};
    }
    make_world(NULL);
    in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    hem_vec3 *middle = &sheet.positions[MIDDLE];
    if (way == MOVED) {
        middle->z += 0.9f * GAP;
        TEST_ASSERT_EQUAL(HEM_OK, hem_teleport(world, bodies[1], sheet.positions, SIDE * SIDE));
    } else {
        hem_vec3 speed[SIDE * SIDE] = {{0.0f, 0.0f, 0.0f}};
        speed[MIDDLE].z = way == FAST ? 90.0f * 0.9f * GAP : -0.001f; /* told: it presses */
        TEST_ASSERT_EQUAL(HEM_OK, hem_set_velocities(world, bodies[1], speed, SIDE * SIDE));
    }
    double most = stretched();
    for (uint32_t k = 0; k < 10; k++) {
        step();
        *height = k == 0 ? at()[MIDDLE].z - 0.9f * GAP : *height;
        most = fmax(most, stretched());
    }
    forget();
    floor_shape = wide_floor();
    sheet = world_shape_sheet(SIDE, SIDE, (hem_vec3){0.0f, 0.0f, GAP});
    return most;
}

void test_a_particle_too_close_to_the_floor_lands_in_one_step_without_a_spike(void)
{
    float told_at = 0.0f, moved_at = 0.0f, fast_at = 0.0f;
    double told = lift(TOLD, &told_at);
    TEST_ASSERT_FLOAT_WITHIN(0.01f * GAP, GAP, told_at);
    double moved = lift(MOVED, &moved_at);
    (void)lift(FAST, &fast_at);
    TEST_ASSERT_TRUE(moved > 10.0 * told);
    TEST_ASSERT_FLOAT_WITHIN(0.01f * GAP, GAP, moved_at);
    TEST_ASSERT_TRUE(fast_at < 0.5f * GAP); /* Baumgarte's speed is lost to its neighbours */
}

/* ---- on what moves ---- */

static void lead_floor(hem_vec3 by)
{
    for (uint32_t v = 0; v < 4; v++) {
        hem_vec3 *to = &floor_shape.positions[v];
        *to = (hem_vec3){to->x + by.x, to->y + by.y, to->z + by.z};
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_kinematic(world, bodies[0], floor_shape.positions, 4));
}

void test_cloth_at_rest_takes_no_iterations_and_keeps_its_place(void)
{
    make_world(NULL);
    for (uint32_t k = 0; k < 50; k++) {
        step();
    }
    TEST_ASSERT_EQUAL_UINT32(0, report.phase[HEM_PHASE_INTEGRATE].passes);
    TEST_ASSERT_TRUE(kinetic() == 0.0);
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        TEST_ASSERT_FLOAT_WITHIN(1e-6f, sheet.positions[v].x, at()[v].x);
        TEST_ASSERT_FLOAT_WITHIN(1e-5f, GAP, at()[v].z);
    }
}

void test_cloth_rides_on_a_floor_that_speeds_up_gently(void)
{
    make_world(NULL);
    float way = 0.0f;
    for (uint32_t k = 0; k < 60; k++) {
        float by = 0.0001f * (float)k; /* 0.8 m/s^2, less than friction gives */
        lead_floor((hem_vec3){by, 0.0f, 0.0f});
        step();
        way += by;
    }
    TEST_ASSERT_FLOAT_WITHIN(0.01f * way, way, at()[MIDDLE].x - sheet.positions[MIDDLE].x);
    TEST_ASSERT_FLOAT_WITHIN(0.01f, 90.0f * 0.0059f, velocity()[MIDDLE].x);
}

void test_cloth_slips_on_a_floor_that_is_drawn_away(void)
{
    make_world(NULL);
    for (uint32_t k = 0; k < 9; k++) {
        lead_floor((hem_vec3){0.02f, 0.0f, 0.0f});
        step();
    }
    float expected = 0.3f * 9.81f * 0.1f * 0.1f / 2.0f; /* Coulomb's, for 0.1 s */
    TEST_ASSERT_FLOAT_WITHIN(0.3f * expected, expected, at()[MIDDLE].x - sheet.positions[MIDDLE].x);
}

void test_cloth_that_is_pulled_up_is_let_go(void)
{
    make_world(NULL);
    in.gravity = (hem_vec3){0.0f, 0.0f, 2.0f};
    for (uint32_t k = 0; k < 10; k++) {
        step();
    }
    TEST_ASSERT_TRUE(at()[MIDDLE].z > 0.01f);
    guarded_block_check_and_free();
    make_world(NULL);
    in = hem_default_step_in(1.0f / 90.0f);
    lead_floor((hem_vec3){0.0f, 0.0f, -0.01f}); /* faster than it falls */
    step();
    TEST_ASSERT_TRUE(at()[MIDDLE].z > -0.003f);
}

void test_a_floor_that_rises_lifts_cloth_at_its_thickness(void)
{
    make_world(NULL);
    float height = 0.0f;
    for (uint32_t k = 0; k < 30; k++) {
        lead_floor((hem_vec3){0.0f, 0.0f, 0.002f});
        height += 0.002f;
        step();
        TEST_ASSERT_FLOAT_WITHIN(0.02f * GAP, height + GAP, at()[MIDDLE].z);
    }
}

/* ---- narrow gaps of cloth ---- */

static float opened(uint32_t gaps, float *speed)
{
    floor_shape.kind = HEM_CLOTH;
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        sheet.positions[v].z = 0.4f * GAP;
    }
    make_world(NULL);
    in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    in.cloth_gaps = gaps;
    step();
    *speed = (float)sqrt(kinetic() / (SIDE * SIDE));
    float found = at()[MIDDLE].z - hem_body_positions(world, bodies[0])[0].z;
    forget();
    floor_shape = wide_floor();
    sheet = world_shape_sheet(SIDE, SIDE, (hem_vec3){0.0f, 0.0f, GAP});
    return found;
}

void test_gaps_between_cloth_are_opened_by_shifts_without_speed_or_by_springs_with_it(void)
{
    float slow, fast;
    float shifted = opened(HEM_GAPS_BY_SHIFTS, &slow), pushed = opened(HEM_GAPS_BY_SPRINGS, &fast);
    TEST_ASSERT_TRUE(shifted > 0.45f * GAP && pushed > 0.45f * GAP);
    TEST_ASSERT_TRUE(shifted < GAP && pushed < GAP);
    TEST_ASSERT_TRUE(fast > 0.005f);
    TEST_ASSERT_TRUE(slow < 0.2f * fast);
}

/* ---- velocities ---- */

void test_cloth_starts_with_the_velocities_of_its_definition(void)
{
    hem_vec3 fast[SIDE * SIDE];
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        fast[v] = (hem_vec3){0.25f, 0.0f, 1.0f};
    }
    in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    make_world(fast);
    TEST_ASSERT_EQUAL_MEMORY(fast, velocity(), sizeof fast);
    step();
    TEST_ASSERT_FLOAT_WITHIN(1e-4f, 0.25f / 90.0f, at()[MIDDLE].x - sheet.positions[MIDDLE].x);
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        fast[v] = (hem_vec3){0.0f, 0.5f, 1.0f};
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_velocities(world, bodies[1], fast, SIDE * SIDE));
    TEST_ASSERT_EQUAL_MEMORY(fast, velocity(), sizeof fast);
}

void test_bad_velocities_are_refused_and_change_nothing(void)
{
    hem_vec3 fast[SIDE * SIDE] = {{0.0f, 0.0f, 0.0f}};
    make_world(NULL);
    uint64_t hash = hem_world_hash(world);
    const float bad[] = {NAN, INFINITY, 2.0f * HEM_SPEED_MOST};
    for (uint32_t i = 0; i < 3; i++) {
        hem_body_def def = world_shape_def(&sheet);
        hem_body_report said;
        hem_status wanted = i < 2 ? HEM_NOT_FINITE : HEM_OUT_OF_RANGE;
        fast[7].y = bad[i];
        def.velocities = fast;
        TEST_ASSERT_EQUAL(wanted, hem_replace_body(world, bodies[1], &def, &said));
        TEST_ASSERT_EQUAL_UINT32(7, said.detail.index);
        TEST_ASSERT_EQUAL(wanted, hem_set_velocities(world, bodies[1], fast, SIDE * SIDE));
    }
    fast[7].y = 0.0f;
    TEST_ASSERT_EQUAL(HEM_BAD_COUNT, hem_set_velocities(world, bodies[1], fast, 3));
    TEST_ASSERT_EQUAL(HEM_WRONG_KIND, hem_set_velocities(world, bodies[0], fast, 4));
    TEST_ASSERT_EQUAL(HEM_BAD_BODY, hem_set_velocities(world, (hem_body){9, 9}, fast, 4));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_set_velocities(world, bodies[1], NULL, SIDE * SIDE));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_set_velocities(NULL, bodies[1], fast, SIDE * SIDE));
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_set_velocities(world, bodies[1], velocity(), SIDE * SIDE));
    hem_body_def def = world_shape_def(&sheet);
    def.velocities = velocity();
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_replace_body(world, bodies[1], &def, NULL));
    TEST_ASSERT_EQUAL_HEX64(hash, hem_world_hash(world));
}

/* ---- settings and bad input that are not tested elsewhere ---- */

void test_settings_that_have_no_name_and_masses_of_zero_are_refused(void)
{
    make_world(NULL);
    uint64_t hash = hem_world_hash(world);
    in.solid_features = 2;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_step(world, &in, &report));
    in.solid_features = HEM_SOLID_ALL_FEATURES;
    in.cloth_gaps = 2;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_step(world, &in, &report));
    float masses[SIDE * SIDE];
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        masses[v] = v == 3 ? 0.0f : 1.0f;
    }
    hem_body_def def = world_shape_def(&sheet);
    hem_body_report said;
    def.masses = masses;
    TEST_ASSERT_EQUAL(HEM_BAD_MASS, hem_replace_body(world, bodies[1], &def, &said));
    TEST_ASSERT_EQUAL_UINT32(3, said.detail.index);
    def = world_shape_def(&sheet);
    def.density = 0.0f;
    TEST_ASSERT_EQUAL(HEM_BAD_MASS, hem_replace_body(world, bodies[1], &def, &said));
    TEST_ASSERT_EQUAL_HEX64(hash, hem_world_hash(world));
}

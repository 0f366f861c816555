/* Cloth that slides on what it lies on, by hem_step (004-5): Coulomb's friction slows it and hardly
 * anything else does, and then it stands. What hardly moves stays where it is. */
#include "unity.h"

#include "guarded_block.h"
#include "hem/hem.h"
#include "world_shapes.h"

#include <math.h>

enum { SIDE = 11, COUNT = SIDE * SIDE, LAYERS = 4, LONG = 41, WIDE = 15 };

#define DT             (1.0f / 90.0f)
#define FLOOR_FRICTION 0.3f

/* What a sheet lies on: the floor, a sheet of its own size, or one that it can slide along. */
typedef enum under { ON_FLOOR, ON_SAME, ON_LONG } under;

static hem_world *world;
static hem_body sheets[LAYERS];
static uint32_t layers;
static hem_step_in in;
static hem_report report;

void setUp(void)
{
    in = hem_default_step_in(DT);
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

static void add_floor(void)
{
    world_shape shape = world_shape_sheet(2, 2, (hem_vec3){0.0f, 0.0f, 0.0f});
    for (uint32_t v = 0; v < 4; v++) {
        hem_vec3 *at = &shape.positions[v];
        *at = (hem_vec3){400.0f * at->x - 2.0f, 400.0f * at->y - 2.0f, 0.0f};
    }
    shape.kind = HEM_STATIC;
    shape.friction = FLOOR_FRICTION;
    (void)world_shape_add(world, &shape);
    world_shape_free(&shape);
}

static void add_sheet(world_shape shape, float friction)
{
    shape.friction = friction;
    sheets[layers++] = world_shape_add(world, &shape);
    world_shape_free(&shape);
}

static world_shape sheet_at(float x, float y, float z)
{
    return world_shape_sheet(SIDE, SIDE, (hem_vec3){x, y, z});
}

static void make_world(void)
{
    uint32_t vertices = LONG * WIDE + LAYERS * COUNT, faces = 2u * vertices;
    hem_caps caps = hem_default_cloth_caps(LAYERS + 1u, vertices, faces, HEM_EDGES(vertices, faces),
                                           16u * vertices);
    caps.orphans = 20u * vertices;
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    layers = 0;
}

static void step(uint32_t steps)
{
    for (uint32_t k = 0; k < steps; k++) {
        TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
        TEST_ASSERT_EQUAL_UINT32(0, report.nonfinite);
        TEST_ASSERT_EQUAL_UINT32(0, report.held_vertices);
    }
}

/* A sheet on something, so high above it. */
static void lay(under on, float gap, float friction)
{
    float height = 0.0012f;
    make_world();
    add_floor();
    if (on == ON_SAME) {
        add_sheet(sheet_at(0.0f, 0.0f, height), FLOOR_FRICTION);
    } else if (on == ON_LONG) {
        world_shape shape = world_shape_sheet(LONG, WIDE, (hem_vec3){-0.02f, -0.02f, height});
        add_sheet(shape, FLOOR_FRICTION);
    }
    add_sheet(sheet_at(0.003f, 0.002f, on == ON_FLOOR ? gap : height + gap), friction);
}

static void lay_at_rest(under on, float friction)
{
    lay(on, 0.0011f, friction);
    step(30);
}

static void give(hem_body body, float speed)
{
    hem_vec3 velocity[COUNT];
    for (uint32_t v = 0; v < COUNT; v++) {
        velocity[v] = (hem_vec3){speed, 0.0f, 0.0f};
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_velocities(world, body, velocity, COUNT));
}

static hem_body upper(void)
{
    return sheets[layers - 1u];
}

/* The mean speed of the upper sheet along x. */
static float speed(void)
{
    const hem_vec3 *velocity = hem_body_velocities(world, upper());
    double sum = 0.0;
    for (uint32_t v = 0; v < COUNT; v++) {
        sum += (double)velocity[v].x;
    }
    return (float)(sum / COUNT);
}

/* ---- no friction ---- */

static void check_keeps(under on, float start, uint32_t steps, float bumps)
{
    lay_at_rest(on, 0.0f);
    give(upper(), start);
    for (uint32_t k = 0; k < steps; k++) {
        float before = speed();
        step(1);
        TEST_ASSERT_FLOAT_WITHIN(0.01f * before + bumps, before, speed());
    }
    guarded_block_check_and_free();
}

void test_without_friction_a_sheet_keeps_its_speed_on_the_floor(void)
{
    check_keeps(ON_FLOOR, 0.8f, 30, 0.0f);
    check_keeps(ON_FLOOR, 0.1f, 30, 0.0f);
    check_keeps(ON_FLOOR, 0.03f, 30, 0.0f);
}

/* Sheets are not quite level: to rise by a few micrometres costs a slow one so much. */
void test_without_friction_a_sheet_keeps_its_speed_on_another(void)
{
    check_keeps(ON_SAME, 0.8f, 5, 0.0007f);
    check_keeps(ON_SAME, 0.1f, 5, 0.0007f);
    check_keeps(ON_SAME, 0.03f, 5, 0.0007f);
}

/* Its columns pass over those of the other one. */
void test_without_friction_a_slow_sheet_keeps_its_speed_along_another(void)
{
    check_keeps(ON_LONG, 0.1f, 16, 0.0007f);
    check_keeps(ON_LONG, 0.03f, 30, 0.0007f);
}

void test_without_friction_a_fast_sheet_keeps_its_speed_along_another(void)
{
    check_keeps(ON_LONG, 0.8f, 16, 0.0007f);
}

/* ---- friction ---- */

/* What friction takes in a step. */
static float loss_of(float friction)
{
    return sqrtf(FLOOR_FRICTION * friction) * 9.81f * DT;
}

/* It stands when some steps have gone by, without having turned round, and goes on standing. */
static void check_stands(float loss)
{
    for (uint32_t k = 0; k < 24; k++) {
        step(1);
        TEST_ASSERT_TRUE(speed() > -0.15f * loss);
        TEST_ASSERT_TRUE(k < 4 || fabsf(speed()) < 0.0005f);
    }
    guarded_block_check_and_free();
}

/* Slows by mu g dt in a step until little is left and some vertices stand, and then all do. */
static void check_slows(under on, float friction, float start)
{
    float loss = loss_of(friction);
    lay_at_rest(on, friction);
    give(upper(), start);
    while (speed() > 2.0f * loss) {
        float before = speed();
        step(1);
        TEST_ASSERT_FLOAT_WITHIN(0.15f * loss, loss, before - speed());
    }
    check_stands(loss);
}

void test_friction_slows_a_sheet_on_the_floor_until_it_stands(void)
{
    check_slows(ON_FLOOR, 0.05f, 0.8f);
    check_slows(ON_FLOOR, 0.05f, 0.03f);
    check_slows(ON_FLOOR, 0.3f, 0.8f);
    check_slows(ON_FLOOR, 0.3f, 0.1f);
}

void test_friction_slows_a_sheet_on_another_until_it_stands(void)
{
    check_slows(ON_SAME, 0.05f, 0.1f);
    check_slows(ON_SAME, 0.05f, 0.03f);
}

void test_more_friction_slows_a_sheet_on_another_until_it_stands(void)
{
    check_slows(ON_SAME, 0.3f, 0.1f);
}

/* On a long way sheets are bumpy: what all steps take together is mu g dt, and none takes twice as
 * much. */
static void check_slows_along(float friction, float start)
{
    float loss = loss_of(friction);
    uint32_t steps = 0;
    lay_at_rest(ON_LONG, friction);
    give(upper(), start);
    for (; speed() > 2.0f * loss && steps < 100; steps++) {
        float before = speed();
        step(1);
        TEST_ASSERT_TRUE(before - speed() < 2.0f * loss);
    }
    TEST_ASSERT_FLOAT_WITHIN(0.15f * start, (float)steps * loss, start - speed());
    check_stands(loss);
}

void test_friction_slows_a_slow_sheet_along_another_until_it_stands(void)
{
    check_slows_along(0.05f, 0.1f);
    check_slows_along(0.3f, 0.1f);
}

void test_friction_slows_a_fast_sheet_along_another_until_it_stands(void)
{
    check_slows_along(0.05f, 0.8f);
}

void test_more_friction_slows_a_fast_sheet_along_another_until_it_stands(void)
{
    check_slows_along(0.3f, 0.8f);
}

/* All that it has pressed with since it fell is its weight, and half as much for coming to rest. */
void test_friction_takes_no_more_from_a_sheet_that_lands_than_its_weight_lets_it(void)
{
    static const float frictions[] = {0.05f, 0.3f};
    for (uint32_t i = 0; i < 2; i++) {
        lay(ON_LONG, 0.0014f, frictions[i]);
        give(upper(), 0.5f);
        for (uint32_t k = 1; k <= 6; k++) {
            step(1);
            TEST_ASSERT_TRUE(0.5f - speed() < 1.5f * (float)k * loss_of(frictions[i]));
        }
        guarded_block_check_and_free();
    }
}

/* ---- what slid has no slip at all ---- */

static void check_positions(hem_body body)
{
    const hem_vec3 *position = hem_body_positions(world, body);
    for (uint32_t v = 0; v < COUNT; v++) {
        TEST_ASSERT_TRUE(isfinite(position[v].x) && isfinite(position[v].y) &&
                         isfinite(position[v].z));
        TEST_ASSERT_TRUE(position[v].z > 0.0f && position[v].z < 0.01f);
    }
}

static void check_stops(float friction, float gravity)
{
    lay_at_rest(ON_SAME, friction);
    give(upper(), 0.5f);
    step(3);
    TEST_ASSERT_TRUE(speed() > 0.3f);
    in.gravity.z = gravity;
    give(sheets[0], 0.0f);
    give(sheets[1], 0.0f);
    for (uint32_t k = 0; k < 4; k++) {
        step(1);
        check_positions(sheets[0]);
        check_positions(sheets[1]);
        /* Without gravity all springs let go of each other, and which ones takes all passes. */
        TEST_ASSERT_TRUE(gravity == 0.0f || report.phase[HEM_PHASE_INTEGRATE].unsettled == 0);
    }
    in = hem_default_step_in(DT);
    guarded_block_check_and_free();
}

void test_sheets_that_are_stopped_while_they_slide_go_on_from_there(void)
{
    check_stops(0.0f, -9.81f);
    check_stops(0.05f, -9.81f);
    check_stops(0.3f, -9.81f);
}

void test_sheets_that_are_stopped_where_nothing_pulls_them_go_on_from_there(void)
{
    check_stops(0.0f, 0.0f);
    check_stops(0.05f, 0.0f);
    check_stops(0.3f, 0.0f);
}

/* ---- one pass ---- */

/* What a contact was in the last step is no guess for a solve that looks only once. */
void test_a_solve_of_one_pass_keeps_sheets_apart_with_springs(void)
{
    make_world();
    add_floor();
    for (uint32_t i = 0; i < LAYERS; i++) {
        float by = (float)i;
        add_sheet(sheet_at(0.013f * by, 0.007f * by, 0.005f + 0.004f * by), 0.3f);
    }
    in.limits.cloth_passes = 1;
    uint32_t hits = 0;
    for (uint32_t k = 0; k < 250; k++) {
        step(1);
        hits += k >= 200 ? report.hits : 0u;
    }
    TEST_ASSERT_LESS_THAN_UINT32(1000, hits);
}

/* ---- what hardly moves ---- */

/* How far a free sheet goes in a second. */
static float drift(float start)
{
    make_world();
    add_sheet(sheet_at(0.0f, 0.0f, 0.5f), 0.3f);
    in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    give(upper(), start);
    float from = hem_body_positions(world, upper())[COUNT / 2].x;
    step(90);
    TEST_ASSERT_FLOAT_WITHIN(0.02f * start, start, speed());
    float gone = hem_body_positions(world, upper())[COUNT / 2].x - from;
    guarded_block_check_and_free();
    return gone;
}

void test_what_is_slower_than_a_solve_is_exact_stays_and_keeps_its_velocity(void)
{
    TEST_ASSERT_TRUE(drift(2.5e-6f) == 0.0f);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 1e-5f, drift(1e-5f));
}

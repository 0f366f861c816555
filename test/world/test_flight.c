/* Two sheets that meet in flight, by hem_step: whatever they do to each other, and wherever the
 * iterations end, they keep their momentum together, gain no energy, and do the same in a frame
 * that moves. */
#include "unity.h"

#include "guarded_block.h"
#include "hem/hem.h"
#include "random.h"
#include "test_scale.h"
#include "world_shapes.h"

#include <math.h>

enum { SIDE = 11, COUNT = SIDE * SIDE, STEPS = 24 };

static hem_world *world;
static hem_body sheets[2];
static hem_step_in in;
static hem_report report;
static test_random source;
static float masses[COUNT];

void setUp(void)
{
    source = (test_random){77};
    in = hem_default_step_in(1.0f / 90.0f);
    in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

static void add_sheet(uint32_t number, hem_vec3 at, hem_vec3 speed)
{
    hem_vec3 velocities[COUNT];
    world_shape shape = world_shape_sheet(SIDE, SIDE, at);
    hem_body_def def = world_shape_def(&shape);
    for (uint32_t v = 0; v < COUNT; v++) {
        velocities[v] = speed;
        masses[v] = 0.0002f;
    }
    def.masses = masses;
    def.velocities = velocities;
    def.friction = 0.3f;
    def.cloth.drag = 0.0f;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &def, &sheets[number], NULL));
    world_shape_free(&shape);
}

/* One above the other, which come together at `down` and slide at `aside`; all of it moves. */
static void meet(float down, hem_vec3 aside, hem_vec3 all)
{
    uint32_t vertices = 2u * COUNT, faces = 2u * vertices;
    hem_caps caps =
        hem_default_cloth_caps(2, vertices, faces, HEM_EDGES(vertices, faces), 24u * vertices);
    caps.orphans = 20u * vertices;
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    add_sheet(0, (hem_vec3){0.0f, 0.0f, 0.0f}, (hem_vec3){all.x, all.y, all.z + down});
    add_sheet(1, (hem_vec3){0.0034f, 0.0013f, 0.0021f},
              (hem_vec3){all.x + aside.x, all.y + aside.y, all.z - down});
}

typedef struct state {
    double momentum[3], moving, energy; /* moving: sum of m|v|; energy in a frame that moves so */
} state;

static state look(hem_vec3 all)
{
    state now = {{0.0, 0.0, 0.0}, 0.0, 0.0};
    for (uint32_t b = 0; b < 2; b++) {
        const hem_vec3 *velocity = hem_body_velocities(world, sheets[b]);
        for (uint32_t v = 0; v < COUNT; v++) {
            double mass = (double)masses[v];
            double x = (double)velocity[v].x - (double)all.x;
            double y = (double)velocity[v].y - (double)all.y;
            double z = (double)velocity[v].z - (double)all.z;
            now.momentum[0] += mass * x;
            now.momentum[1] += mass * y;
            now.momentum[2] += mass * z;
            now.moving += mass * sqrt(x * x + y * y + z * z);
            now.energy += 0.5 * mass * (x * x + y * y + z * z);
        }
    }
    return now;
}

static const hem_vec3 nowhere = {0.0f, 0.0f, 0.0f};

/* Energy is of motion only: what cloth gives back of what it has taken up is a part of it. */
static void check_flight(float growth)
{
    uint32_t cases = hem_test_count(8);
    for (uint32_t k = 0; k < cases; k++) {
        hem_vec3 aside = {random_float(&source, 0.0f, 1.0f), random_float(&source, 0.0f, 1.0f),
                          0.0f};
        meet(random_float(&source, 0.02f, 0.5f), aside, nowhere);
        state before = look(nowhere);
        for (uint32_t s = 0; s < STEPS; s++) {
            TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
            TEST_ASSERT_EQUAL_UINT32(0, report.held_vertices);
            state now = look(nowhere);
            for (uint32_t axis = 0; axis < 3; axis++) {
                TEST_ASSERT_DOUBLE_WITHIN(1e-5 * before.moving, before.momentum[axis],
                                          now.momentum[axis]);
            }
            TEST_ASSERT_TRUE(now.energy <= (1.0 + (double)growth) * before.energy);
            before = now;
        }
        guarded_block_check_and_free();
    }
}

void test_sheets_that_meet_keep_their_momentum_and_gain_no_energy(void)
{
    check_flight(0.02f);
}

void test_sheets_keep_their_momentum_however_few_iterations_there_are(void)
{
    in.limits.cloth_iterations = 20;
    check_flight(0.02f);
    in.limits.cloth_iterations = 3;
    check_flight(0.02f);
}

void test_sheets_keep_their_momentum_in_long_steps(void)
{
    in.dt = 1.0f / 25.0f;
    check_flight(0.1f);
}

/* The mean speed of the second sheet against the first in the end. */
static double slip_after(hem_vec3 all)
{
    meet(0.2f, (hem_vec3){0.3f, 0.0f, 0.0f}, all);
    for (uint32_t s = 0; s < STEPS; s++) {
        TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
    }
    double mean[2] = {0.0, 0.0};
    for (uint32_t b = 0; b < 2; b++) {
        const hem_vec3 *velocity = hem_body_velocities(world, sheets[b]);
        for (uint32_t v = 0; v < COUNT; v++) {
            mean[b] += ((double)velocity[v].x - (double)all.x) / COUNT;
        }
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 0.15, 0.5 * (mean[0] + mean[1]));
    guarded_block_check_and_free();
    return mean[1] - mean[0];
}

void test_sheets_that_meet_do_the_same_in_a_frame_that_moves(void)
{
    double still = slip_after(nowhere);
    TEST_ASSERT_TRUE(still > 0.01 && still < 0.28);
    TEST_ASSERT_DOUBLE_WITHIN(0.03, still, slip_after((hem_vec3){10.0f, 0.0f, 0.0f}));
    TEST_ASSERT_DOUBLE_WITHIN(0.03, still, slip_after((hem_vec3){0.0f, -3.0f, 20.0f}));
}

/* E24, position alteration (004-4, 004-5): a particle of a stiff sheet is under the floor. Told to
 * the solve it lands in one step; moved behind its back it throws energy into the cloth, and
 * Baumgarte's way is either slow or leaves a speed. */
#include "unity.h"

#include "cloth_oracle.h"

#include <math.h>

#define DEPTH  0.005f
#define MIDDLE 60u

typedef enum way_up { TOLD, MOVED, SLOW, FAST } way_up;

typedef struct landing {
    float height;   /* of the particle after one step */
    float speed;    /* upwards, then */
    float highest;  /* that it ever gets to */
    double elastic; /* the most energy that was in the cloth */
    uint32_t steps; /* until it is within a hundredth of the depth */
} landing;

static cloth_body cloth;

void setUp(void)
{
    cloth = cloth_body_sheet(11, 11, 0.01f);
    cloth.body.material.stretch_warp = 5000.0f;
    cloth.body.material.stretch_weft = 5000.0f;
    cloth.in.iterations = 200;
    for (uint32_t v = 0; v < cloth.count; v++) {
        cloth.positions[v].z = -DEPTH;
        cloth.velocities[v] = (hem_vec3){0.0f, 0.0f, -0.1f};
    }
}

void tearDown(void)
{
    cloth_body_free(&cloth);
}

static landing land(way_up way)
{
    landing found = {.highest = -1.0f};
    hem_cloth_guide guide = {.vertex = MIDDLE, .given = 1, .direction = {0.0f, 0.0f, 1.0f}};
    cloth.in.guides = &guide;
    cloth.in.guide_count = 1;
    for (uint32_t step = 0; step < 20; step++) {
        float off = -cloth.positions[MIDDLE].z, part = way == SLOW ? 0.1f : 1.0f;
        float speed = way == SLOW || way == FAST ? part * off / cloth.in.motion.dt : 0.0f;
        guide.change = (hem_vec3){0.0f, 0.0f, speed - cloth.velocities[MIDDLE].z};
        guide.shift = (hem_vec3){0.0f, 0.0f, way == TOLD ? off : 0.0f};
        if (way == FAST && step > 0) { /* it keeps what it has, as a contact that pushes only */
            cloth.in.guide_count = 0;
        }
        TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
        if (way == MOVED && step == 0) {
            cloth.positions[MIDDLE].z += off;
        }
        float height = cloth.positions[MIDDLE].z;
        found.height = step == 0 ? height : found.height;
        found.speed = step == 0 ? cloth.velocities[MIDDLE].z : found.speed;
        found.highest = fmaxf(found.highest, height);
        found.elastic = fmax(found.elastic, cloth_oracle_energy(&cloth, NULL).elastic);
        found.steps += fabsf(height) > 0.01f * DEPTH && found.steps == step;
    }
    return found;
}

void test_a_particle_that_the_solve_is_told_of_lands_in_one_step_without_a_spike(void)
{
    landing told = land(TOLD);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 0.0f, told.height);
    TEST_ASSERT_EQUAL(0, told.steps);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 0.0f, told.speed);
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.0f, told.highest);
    tearDown();
    setUp();
    landing moved = land(MOVED);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 0.0f, moved.height);
    TEST_ASSERT_GREATER_THAN_DOUBLE(10.0 * told.elastic, moved.elastic);
}

void test_baumgarte_is_slow_or_jumps(void)
{
    landing slow = land(SLOW);
    TEST_ASSERT_LESS_THAN_FLOAT(-0.8f * DEPTH, slow.height);
    TEST_ASSERT_EQUAL(20, slow.steps);
    tearDown();
    setUp();
    landing fast = land(FAST);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 0.0f, fast.height);
    TEST_ASSERT_GREATER_THAN_FLOAT(0.4f, fast.speed);
}

/* Eq. 17 and 18 hold for particles without a constraint as well: they go most of the way. */
void test_a_shift_without_a_constraint_takes_its_neighbours_along(void)
{
    hem_cloth_guide guide = {.vertex = MIDDLE, .shift = {0.0f, 0.0f, DEPTH}};
    cloth.in.guides = &guide;
    cloth.in.guide_count = 1;
    for (uint32_t v = 0; v < cloth.count; v++) {
        cloth.velocities[v].z = 0.0f;
    }
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
    float rise = cloth.positions[MIDDLE].z + DEPTH, beside = cloth.positions[MIDDLE + 1u].z + DEPTH;
    TEST_ASSERT_GREATER_THAN_FLOAT(0.0f, rise);
    TEST_ASSERT_LESS_THAN_FLOAT(DEPTH, rise);
    TEST_ASSERT_GREATER_THAN_FLOAT(0.0f, beside);
}

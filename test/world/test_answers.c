/* Answers to what a step knows: which impacts are kept where room is short, which are passed over,
 * and that steps with hardly any room for contacts end clean all the same. */
#include "unity.h"

#include "guarded_block.h"
#include "world/answers.h"
#include "world_judge.h"
#include "world_shapes.h"

#include <string.h>

#define DT        (1.0f / 90.0f)
#define ROOM      3u
#define SIDE      5u
#define VERTICES  (SIDE * SIDE)
#define SPEED     1.0f
#define THICKNESS 0.001f
#define MANY      64u

static hem_world *world;
static hem_step_now step;
static hem_step_in in;
static hem_report report;
static hem_moving_body moving[2];
static float inverse_masses[2u * VERTICES];
static hem_impact hits[8];
static uint32_t places[2u * ROOM];
static hem_small_impact known[ROOM];
static _Alignas(16) uint8_t memory[4096];

/* Two sheets, the first a millimetre above the second, in a world whose step has just begun. */
void setUp(void)
{
    world = world_take(2, 2u * VERTICES, 100, 0);
    for (uint32_t i = 0; i < 2; i++) {
        world_shape sheet =
            world_shape_sheet(SIDE, SIDE, (hem_vec3){0.0f, 0.0f, 0.001f * (float)(1u - i)});
        world_shape_add(world, &sheet);
        world_shape_free(&sheet);
        moving[i] =
            (hem_moving_body){.mesh = hem_world_mesh(world, i), .first_vertex = i * VERTICES};
    }
    memcpy(inverse_masses, hem_world_inverse_masses(world), sizeof inverse_masses);
    in = hem_default_step_in(DT);
    report = (hem_report){.hits = 0};
    report.phase[HEM_PHASE_IMPACT].passes = 1;
    step = (hem_step_now){.world = world, .in = &in, .report = &report, .bodies = moving};
    step.one_touch = true;
    step.touch = (hem_touch){.thickness = THICKNESS, .friction = 0.0f};
    step.inverse_mass = inverse_masses;
    step.zone = hits; /* there is room for zones: all else is known, too */
    step.motion = (hem_motion){.start = hem_world_positions(world),
                               .velocity = hem_world_velocities(world),
                               .inverse_mass = inverse_masses,
                               .vertex_count = world->vertex_count,
                               .dt = DT};
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&step.scratch, memory, sizeof memory));
    TEST_ASSERT_TRUE(hem_fresh_take(&step.fresh, world->vertex_count, &step.scratch));
    hem_met_impacts_start(&step.met, known, ROOM, places, 2u * ROOM);
    step.impacts.hits = hits;
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

/* Vertex v of the upper sheet on a triangle of the lower one. */
static hem_impact impact_at(uint32_t v)
{
    return (hem_impact){.vertex = {v, VERTICES + v, VERTICES + v + 1u, VERTICES + v + SIDE},
                        .weight = {1.0f, -1.0f, 0.0f, 0.0f},
                        .normal = {0.0f, 0.0f, 1.0f},
                        .distance = 0.001f,
                        .kind = HEM_CONTACT_VERTEX_FACE};
}

static void meet(uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        hits[i] = impact_at(first + i);
    }
    step.impacts.count = step.impacts.found = count;
    hem_step_learn(&step);
}

static void let_rise(uint32_t v, float speed)
{
    hem_world_velocities(world)[v].z = speed;
}

/* ---- what is kept ---- */

void test_what_is_met_is_kept_with_the_gap_at_the_start(void)
{
    let_rise(0, -SPEED);
    meet(0, 2);
    TEST_ASSERT_EQUAL_UINT32(2, step.met.count);
    TEST_ASSERT_EQUAL_FLOAT(0.001f, known[0].distance);
    hits[0].normal = (hem_vec3){0.0f, 0.0f, -1.0f};
    let_rise(0, SPEED);
    TEST_ASSERT_EQUAL_FLOAT(0.0f, hem_step_with_gap(&step, &hits[0]).distance);
}

/* As a pair that turns on the way may: by its normal and its gap it would stay apart. */
void test_what_hits_although_it_parts_is_pushed_further_apart(void)
{
    let_rise(0, 0.25f * SPEED);
    meet(0, 1);
    hem_step_answer(&step, 0);
    TEST_ASSERT_EQUAL_UINT32(1, report.impacts);
    const hem_vec3 *velocity = hem_world_velocities(world);
    float more = velocity[0].z - velocity[VERTICES].z - 0.25f * SPEED;
    TEST_ASSERT_FLOAT_WITHIN(0.01f * THICKNESS / DT, 0.1f * THICKNESS / DT, more);
}

void test_where_the_room_is_full_far_ones_are_forgotten(void)
{
    meet(0, ROOM);
    let_rise(0, SPEED);
    let_rise(2, SPEED);
    meet(6, 1);
    TEST_ASSERT_EQUAL_UINT32(2, step.met.count);
    TEST_ASSERT_EQUAL_UINT32(2, step.met.left_out); /* and that is said */
    TEST_ASSERT_EQUAL_UINT32(1, known[0].vertex[0]);
    TEST_ASSERT_EQUAL_UINT32(6, known[1].vertex[0]);
}

void test_what_is_near_is_never_forgotten_and_the_rest_left_out(void)
{
    meet(0, ROOM);
    meet(6, 2);
    TEST_ASSERT_EQUAL_UINT32(ROOM, step.met.count);
    TEST_ASSERT_EQUAL_UINT32(2, step.met.left_out);
    for (uint32_t i = 0; i < ROOM; i++) {
        TEST_ASSERT_EQUAL_UINT32(i, known[i].vertex[0]);
    }
}

void test_what_is_met_again_takes_no_more_room(void)
{
    meet(0, ROOM);
    meet(0, ROOM);
    TEST_ASSERT_EQUAL_UINT32(ROOM, step.met.count);
    TEST_ASSERT_EQUAL_UINT32(0, step.met.left_out);
}

void test_without_room_hits_are_counted_alone(void)
{
    hem_met_impacts_start(&step.met, NULL, 0, NULL, 0);
    step.zone = NULL;
    meet(0, 5);
    hem_step_answer(&step, 0);
    TEST_ASSERT_EQUAL_UINT32(0, step.met.count);
    TEST_ASSERT_EQUAL_UINT32(5, step.met.left_out);
    TEST_ASSERT_EQUAL_UINT32(0, report.impacts);
}

/* ---- what is answered ---- */

void test_what_falls_too_far_is_answered_once(void)
{
    let_rise(0, -SPEED);
    meet(0, 1);
    hem_step_answer(&step, 0);
    const hem_vec3 *velocity = hem_world_velocities(world);
    TEST_ASSERT_EQUAL_UINT32(1, report.impacts);
    TEST_ASSERT_FLOAT_WITHIN(0.02f * THICKNESS / DT, 0.0f, velocity[0].z - velocity[VERTICES].z);
    TEST_ASSERT_EQUAL_UINT32(0, report.phase[HEM_PHASE_IMPACT].unsettled);
}

/* Falls so far, in thicknesses, in the last of the passes, and is answered or not. */
static void fall_late(float far, uint32_t answers)
{
    float speed = far * THICKNESS / DT;
    report.impacts = 0;
    report.phase[HEM_PHASE_IMPACT].passes = MANY;
    let_rise(0, -2.0f * SPEED);
    meet(0, 1);
    let_rise(0, -speed);
    hem_step_answer(&step, 0);
    TEST_ASSERT_EQUAL_UINT32(answers, report.impacts);
}

void test_in_the_last_passes_gaps_may_narrow_but_not_close(void)
{
    fall_late(0.5f, 0);
    fall_late(0.9f, 0);
    fall_late(0.99f, 1);
}

void test_what_nobody_has_touched_is_passed_over(void)
{
    let_rise(0, -SPEED);
    meet(0, 1);
    let_rise(0, 0.0f);
    hem_step_answer(&step, 0);
    hem_step_answer(&step, 0);
    /* Nobody says that it has changed. */
    let_rise(0, -SPEED);
    hem_step_answer(&step, 0);
    TEST_ASSERT_EQUAL_UINT32(0, report.impacts);
    hem_fresh_add(&step.fresh, hits[0].vertex);
    hem_step_answer(&step, 0);
    TEST_ASSERT_EQUAL_UINT32(1, report.impacts);
}

void test_an_answer_wakes_those_that_share_a_vertex(void)
{
    let_rise(0, -SPEED);
    let_rise(1, -SPEED);
    meet(0, 2);
    let_rise(0, 0.0f);
    let_rise(1, 0.0f);
    /* The second has its corner above it, which the first pushes down. */
    known[0].weight[0] = 0;
    known[0].weight[1] = UINT16_MAX;
    known[1].normal[2] = (int16_t)-known[1].normal[2];
    hem_step_answer(&step, 0);
    hem_step_answer(&step, 0);
    TEST_ASSERT_EQUAL_UINT32(0, report.impacts);
    let_rise(0, -SPEED);
    hem_fresh_add(&step.fresh, (const uint32_t[4]){0, 0, 0, 0});
    hem_step_answer(&step, 0);
    TEST_ASSERT_GREATER_THAN_UINT32(1, report.impacts);
    TEST_ASSERT_TRUE(hem_world_velocities(world)[1].z < 0.0f);
}

/* ---- which vertices have changed ---- */

void test_what_has_changed_is_known_for_two_sweeps(void)
{
    const uint32_t some[4] = {0, 31, 32, 49}, others[4] = {1, 30, 33, 48};
    hem_fresh_add(&step.fresh, some);
    for (uint32_t sweep = 0; sweep < 2; sweep++) {
        for (uint32_t k = 0; k < 4; k++) {
            const uint32_t with[4] = {1, 2, some[k], 3};
            TEST_ASSERT_TRUE(hem_fresh_has(&step.fresh, with));
        }
        TEST_ASSERT_FALSE(hem_fresh_has(&step.fresh, others));
        hem_fresh_turn(&step.fresh);
    }
    TEST_ASSERT_FALSE(hem_fresh_has(&step.fresh, some));
}

void test_bits_for_too_many_vertices_are_refused(void)
{
    hem_fresh fresh;
    TEST_ASSERT_FALSE(hem_fresh_take(&fresh, 8u * sizeof memory, &step.scratch));
}

/* ---- whole steps with hardly any room ---- */

static void fall_through(uint32_t contacts)
{
    hem_world *small = world_take(3, 3u * VERTICES, 150, contacts);
    hem_body layers[3];
    world_judge judge;
    uint32_t left_out = 0;
    for (uint32_t i = 0; i < 3; i++) {
        world_shape sheet = world_shape_sheet(
            SIDE, SIDE, (hem_vec3){0.0013f * (float)i, 0.0007f * (float)i, 0.002f * (float)i});
        layers[i] = world_shape_add(small, &sheet);
        world_shape_free(&sheet);
    }
    world_judge_start(&judge, small);
    for (uint32_t k = 0; k < 6; k++) {
        world_judge_before(&judge);
        for (uint32_t i = 0; i < 3; i++) {
            hem_vec3 ends[VERTICES];
            memcpy(ends, hem_body_positions(small, layers[i]), sizeof ends);
            for (uint32_t v = 0; v < VERTICES; v++) {
                ends[v].z += 0.01f * (1.0f - (float)i) * (1.0f + 0.1f * (float)(v % 5u));
            }
            TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(small, layers[i], ends, VERTICES));
        }
        TEST_ASSERT_EQUAL(HEM_LIMITED, hem_resolve(small, &in, &report));
        TEST_ASSERT_NULL(world_judge_after(&judge, &report));
        left_out += report.met_impacts.left_out + report.contacts.left_out;
        world_check_valid(small);
    }
    TEST_ASSERT_GREATER_THAN_UINT32(0, left_out);
    world_judge_end(&judge);
}

void test_steps_with_room_for_next_to_no_contact_stay_clean(void)
{
    for (uint32_t contacts = 0; contacts < 20; contacts += contacts < 9 ? 1u : 5u) {
        guarded_block_check_and_free();
        fall_through(contacts);
    }
}

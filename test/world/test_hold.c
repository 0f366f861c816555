/* What velocities or an answer lead nowhere is held as a whole, whatever comes its way; the others
 * go on. */
#include "unity.h"

#include "guarded_block.h"
#include "world_judge.h"
#include "world_shapes.h"

#include <string.h>

#define SIDE     5u
#define VERTICES (SIDE * SIDE)
#define DT       (1.0f / 90.0f)

static hem_world *world;
static hem_report report;

void setUp(void)
{
    world = world_take(3, 3u * VERTICES, 150, 500);
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

static hem_body add_sheet(uint32_t kind, float x, float height, float density)
{
    world_shape sheet = world_shape_sheet(SIDE, SIDE, (hem_vec3){x, 0.0f, height});
    sheet.kind = kind;
    sheet.density = density;
    hem_body body = world_shape_add(world, &sheet);
    world_shape_free(&sheet);
    return body;
}

static void lead(hem_body body, hem_vec3 way)
{
    hem_vec3 ends[VERTICES];
    const hem_vec3 *now = hem_body_positions(world, body);
    for (uint32_t v = 0; v < VERTICES; v++) {
        ends[v] = (hem_vec3){now[v].x + way.x, now[v].y + way.y, now[v].z + way.z};
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, body, ends, VERTICES));
}

static void expect_clean_step(uint32_t passes)
{
    world_judge judge;
    hem_step_in in = hem_default_step_in(DT);
    in.limits.impact_passes = passes;
    in.limits.zone_passes = 0;
    world_judge_start(&judge, world);
    world_judge_before(&judge);
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    TEST_ASSERT_NULL(world_judge_after(&judge, &report));
    world_judge_end(&judge);
    world_check_valid(world);
}

static bool stays(hem_body body, const hem_vec3 *before)
{
    return memcmp(before, hem_body_positions(world, body), VERTICES * sizeof *before) == 0;
}

/* Half of it would leave the domain. */
void test_a_body_whose_velocities_lead_nowhere_stays_as_a_whole(void)
{
    hem_body sheet = add_sheet(HEM_CLOTH, 4095.0f, 0.0f, 0.2f);
    hem_body other = add_sheet(HEM_CLOTH, 0.0f, 0.0f, 0.2f);
    hem_vec3 speeds[VERTICES], before[VERTICES];
    hem_step_in in = hem_default_step_in(DT);
    for (uint32_t v = 0; v < VERTICES; v++) {
        speeds[v] = (hem_vec3){(v % SIDE < 3u ? 10.0f : 100.0f), 0.0f, 0.0f};
    }
    memcpy(before, hem_body_positions(world, sheet), sizeof before);
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_velocities(world, sheet, speeds, VERTICES));
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_velocities(world, other, speeds, VERTICES));
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_resolve(world, &in, &report));
    TEST_ASSERT_EQUAL_UINT32(2u * SIDE, report.nonfinite);
    TEST_ASSERT_EQUAL_UINT32(VERTICES, report.held_vertices);
    TEST_ASSERT_EQUAL_UINT32(1, report.held_bodies);
    TEST_ASSERT_TRUE(stays(sheet, before));
    TEST_ASSERT_TRUE(hem_body_positions(world, other)[0].x > 0.1f);
    TEST_ASSERT_EACH_EQUAL_HEX8(0, hem_body_velocities(world, sheet), sizeof speeds);
}

/* A light sheet near the end of the domain is met from below by what leaves it no room, over a gap
 * that repel knows of or that impact finds; a third one is far away. */
static void push_out(uint32_t kind, float gap)
{
    const float high = 4095.99f;
    hem_vec3 before[VERTICES], ends[VERTICES];
    hem_step_in in = hem_default_step_in(DT);
    world_judge judge;
    guarded_block_check_and_free();
    setUp();
    hem_body light = add_sheet(HEM_CLOTH, 0.0f, high, 0.01f);
    hem_body heavy = add_sheet(kind, 0.0f, high - gap, 10.0f);
    hem_body other = add_sheet(HEM_CLOTH, 10.0f, 0.0f, 0.2f);
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_material(world, light, 0.01f, 0.3f));
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_material(world, heavy, 0.01f, 0.3f));
    memcpy(before, hem_body_positions(world, light), sizeof before);
    memcpy(ends, hem_body_positions(world, heavy), sizeof ends);
    for (uint32_t v = 0; v < VERTICES; v++) {
        ends[v].z = 4095.9995f;
    }
    TEST_ASSERT_EQUAL(HEM_OK, kind == HEM_CLOTH ? hem_set_candidate(world, heavy, ends, VERTICES)
                                                : hem_set_kinematic(world, heavy, ends, VERTICES));
    lead(other, (hem_vec3){0.0f, 0.0f, 0.1f});
    world_judge_start(&judge, world);
    world_judge_before(&judge);
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_resolve(world, &in, &report));
    TEST_ASSERT_NULL(world_judge_after(&judge, &report));
    world_judge_end(&judge);
    world_check_valid(world);
    TEST_ASSERT_GREATER_THAN_UINT32(0, report.nonfinite);
    TEST_ASSERT_TRUE(stays(light, before));
    TEST_ASSERT_EQUAL(kind == HEM_CLOTH, report.pinched == 0);
    TEST_ASSERT_FLOAT_WITHIN(0.001f, 0.1f, hem_body_positions(world, other)[0].z);
}

void test_a_body_that_an_answer_leads_nowhere_stays_as_a_whole(void)
{
    push_out(HEM_CLOTH, 0.02f);
    push_out(HEM_CLOTH, 0.012f);
}

void test_what_moves_into_a_body_that_was_led_nowhere_pinches_it(void)
{
    push_out(HEM_KINEMATIC, 0.02f);
    push_out(HEM_KINEMATIC, 0.012f);
}

/* A sheet on its way out of the domain is put back, and then others come down on it. */
void test_a_body_that_was_put_back_is_in_the_way_of_others(void)
{
    for (uint32_t passes = 1; passes < 6; passes++) {
        guarded_block_check_and_free();
        setUp();
        add_sheet(HEM_STATIC, 4094.0f, 0.0f, 0.2f);
        hem_body middle = add_sheet(HEM_CLOTH, 4084.0f, 0.002f, 0.01f);
        hem_body upper = add_sheet(HEM_CLOTH, 4094.0f, 0.01f, 10.0f);
        lead(middle, (hem_vec3){10.0f, 0.0f, 0.0f});
        expect_clean_step(64);
        TEST_ASSERT_EQUAL_UINT32(0, report.nonfinite);
        /* It would go on to beyond 4096. */
        lead(upper, (hem_vec3){0.0f, 0.0f, -0.2f});
        expect_clean_step(passes);
        TEST_ASSERT_GREATER_OR_EQUAL_UINT32(VERTICES, report.nonfinite);
        TEST_ASSERT_GREATER_THAN_UINT32(0, report.hits);
        TEST_ASSERT_EQUAL_UINT32(0, report.pinched);
    }
}

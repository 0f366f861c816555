/* A kinematic body that would go faster than it may: the step is refused, and says which vertex. */
#include "unity.h"

#include "world/world_block.h"
#include "guarded_block.h"
#include "world_shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE     3u
#define VERTICES (SIDE * SIDE)
#define DT       0.25f

typedef hem_status take_step(hem_world *world, const hem_step_in *in, hem_report *report);

static hem_world *world;
static hem_body_def def;
static world_shape sheet;
static hem_body cloth, slow, fast; /* slow: at most 2 m/s, half a metre in a step */
static hem_vec3 ends[VERTICES];
static hem_step_in in;
static hem_report report;

void setUp(void)
{
    hem_caps caps = hem_default_cloth_caps(4, 4 * VERTICES, 100, 300, 50);
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    sheet = world_shape_sheet(SIDE, SIDE, (hem_vec3){0.0f, 0.0f, 0.0f});
    cloth = world_shape_add(world, &sheet);
    sheet.kind = HEM_KINEMATIC;
    def = world_shape_def(&sheet);
    for (uint32_t v = 0; v < VERTICES; v++) {
        sheet.positions[v].z = 1.0f;
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &def, &fast, NULL));
    for (uint32_t v = 0; v < VERTICES; v++) {
        sheet.positions[v].z = 2.0f;
    }
    def.max_speed = 2.0f;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &def, &slow, NULL));
    in = hem_default_step_in(DT);
}

void tearDown(void)
{
    world_shape_free(&sheet);
    guarded_block_check_and_free();
}

/* All of a body by a way, and one vertex by more of it. */
static void lead(hem_body body, hem_vec3 way, uint32_t vertex, float times)
{
    const hem_vec3 *now = hem_body_positions(world, body);
    for (uint32_t v = 0; v < VERTICES; v++) {
        float far = v == vertex ? times : 1.0f;
        ends[v] =
            (hem_vec3){now[v].x + far * way.x, now[v].y + far * way.y, now[v].z + far * way.z};
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_kinematic(world, body, ends, VERTICES));
}

static void check_refused(take_step *take, hem_body body, uint32_t vertex)
{
    uint8_t *before = malloc(world->bytes);
    memcpy(before, world, world->bytes);
    memset(&report, 0x55, sizeof report);
    TEST_ASSERT_EQUAL(HEM_TOO_FAST, take(world, &in, &report));
    TEST_ASSERT_EQUAL_MEMORY(before, world, world->bytes);
    TEST_ASSERT_EQUAL_UINT32(vertex, report.detail.index);
    TEST_ASSERT_EQUAL_UINT32(0, report.detail.needed);
    TEST_ASSERT_EQUAL_MEMORY(&body, &report.refused, sizeof body);
    TEST_ASSERT_EQUAL_HEX32(0x55555555u, report.hits);
    free(before);
}

void test_a_way_as_long_as_the_speed_allows_is_gone(void)
{
    lead(slow, (hem_vec3){0.0f, 0.0f, 0.5f}, 0, 1.0f);
    TEST_ASSERT_EQUAL(HEM_OK, hem_resolve(world, &in, &report));
    TEST_ASSERT_EQUAL_FLOAT(2.5f, hem_body_positions(world, slow)[4].z);
    TEST_ASSERT_EQUAL_UINT32(HEM_NONE, report.detail.index);
    TEST_ASSERT_EQUAL_UINT32(0, report.refused.generation);
}

void test_a_longer_way_of_one_vertex_refuses_both_steps_and_is_named(void)
{
    lead(slow, (hem_vec3){0.25f, 0.0f, 0.25f}, 5, 1.5f);
    check_refused(hem_resolve, slow, 5);
    check_refused(hem_step, slow, 5);
}

void test_what_was_set_stays_and_a_longer_step_takes_it(void)
{
    lead(slow, (hem_vec3){0.0f, 0.0f, 0.5f}, VERTICES - 1u, 2.0f);
    check_refused(hem_step, slow, VERTICES - 1u);
    in.dt = 2.0f * DT;
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    TEST_ASSERT_EQUAL_FLOAT(3.0f, hem_body_positions(world, slow)[VERTICES - 1u].z);
}

void test_other_ends_may_follow_a_refusal(void)
{
    lead(slow, (hem_vec3){0.0f, 0.0f, 700.0f}, 0, 1.0f);
    check_refused(hem_resolve, slow, 0);
    lead(slow, (hem_vec3){0.0f, 0.0f, 0.25f}, 0, 1.0f);
    TEST_ASSERT_EQUAL(HEM_OK, hem_resolve(world, &in, &report));
    TEST_ASSERT_EQUAL_FLOAT(2.25f, hem_body_positions(world, slow)[0].z);
}

void test_without_a_limit_and_for_a_teleport_there_is_no_too_fast(void)
{
    lead(fast, (hem_vec3){0.0f, 0.0f, -4000.0f}, 0, 1.0f);
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    lead(slow, (hem_vec3){0.0f, 0.0f, -4000.0f}, 0, 1.0f);
    TEST_ASSERT_EQUAL(HEM_OK, hem_teleport(world, slow, ends, VERTICES));
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    TEST_ASSERT_EQUAL_FLOAT(-3998.0f, hem_body_positions(world, slow)[0].z);
}

void test_limits_however_small_or_large_stop_what_moves_and_nothing_else(void)
{
    const float limits[] = {1e-45f, 1e-30f, 1e-6f, 1e30f, 3e38f};
    for (uint32_t i = 0; i < 5; i++) {
        def.max_speed = limits[i];
        TEST_ASSERT_EQUAL(HEM_OK, hem_replace_body(world, slow, &def, NULL));
        lead(slow, (hem_vec3){0.0f, 0.0f, 0.0f}, 0, 1.0f);
        TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
        lead(slow, (hem_vec3){1e-5f, 0.0f, 0.0f}, 0, 1.0f);
        TEST_ASSERT_EQUAL(i < 3, hem_resolve(world, &in, &report) == HEM_TOO_FAST);
    }
}

void test_what_deforms_or_stands_has_no_limit(void)
{
    const uint32_t kinds[] = {HEM_CLOTH, HEM_STATIC};
    for (uint32_t i = 0; i < 2; i++) {
        def.kind = kinds[i];
        def.max_speed = 1e-6f;
        TEST_ASSERT_EQUAL(HEM_OK, hem_replace_body(world, slow, &def, NULL));
        for (uint32_t v = 0; i == 0 && v < VERTICES; v++) {
            ends[v] = def.positions[v];
            ends[v].z += 1.0f;
        }
        TEST_ASSERT_EQUAL(i == 0 ? HEM_OK : HEM_WRONG_KIND,
                          hem_set_candidate(world, slow, ends, VERTICES));
        TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    }
}

void test_speeds_that_are_none_are_refused_with_the_body(void)
{
    const float bad[] = {NAN, INFINITY, -INFINITY, -1.0f, -1e-45f};
    for (uint32_t i = 0; i < 5; i++) {
        hem_body body;
        def.max_speed = bad[i];
        TEST_ASSERT_EQUAL(i < 3 ? HEM_NOT_FINITE : HEM_OUT_OF_RANGE,
                          hem_add_body(world, &def, &body, NULL));
    }
    TEST_ASSERT_TRUE(hem_default_body_def().max_speed == 0.0f);
}

/* ---- what else a refused step says ---- */

void test_a_step_that_is_refused_for_something_else_says_that_it_is_about_no_vertex(void)
{
    static const float dts[] = {0.0f, NAN, -1.0f};
    for (uint32_t i = 0; i < 3; i++) {
        in.dt = dts[i];
        memset(&report, 0x55, sizeof report);
        TEST_ASSERT_TRUE((i == 0 ? hem_step : hem_resolve)(world, &in, &report) < HEM_OK);
        TEST_ASSERT_EQUAL_HEX32(HEM_NONE, report.detail.index);
        TEST_ASSERT_EQUAL_UINT32(0, report.detail.needed);
        TEST_ASSERT_EQUAL_UINT32(0, report.refused.generation);
        TEST_ASSERT_EQUAL_HEX32(0x55555555u, report.pinched);
    }
    memset(&report, 0x55, sizeof report);
    TEST_ASSERT_EQUAL(HEM_NULL, hem_resolve(NULL, &in, &report));
    TEST_ASSERT_EQUAL_HEX32(HEM_NONE, report.detail.index);
    memset(&report, 0x55, sizeof report);
    TEST_ASSERT_EQUAL(HEM_NULL, hem_resolve(world, NULL, &report));
    TEST_ASSERT_EQUAL_HEX32(HEM_NONE, report.detail.index);
    world->version++;
    memset(&report, 0x55, sizeof report);
    TEST_ASSERT_EQUAL(HEM_BAD_WORLD, hem_resolve(world, &in, &report));
    TEST_ASSERT_EQUAL_HEX32(HEM_NONE, report.detail.index);
    world->version--;
}

void test_a_report_on_the_block_or_on_the_input_is_not_written(void)
{
    union {
        hem_step_in in;
        hem_report report;
    } both;
    memset(&both, 0, sizeof both);
    both.in = hem_default_step_in(DT);
    uint64_t hash = hem_world_hash(world);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_resolve(world, &both.in, &both.report));
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_step(world, &both.in, &both.report));
    TEST_ASSERT_TRUE(both.in.dt == DT && both.in.limits.hold_passes == in.limits.hold_passes);
    hem_report *inside = (hem_report *)(void *)hem_world_positions(world);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_resolve(world, &in, inside));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_resolve(world, NULL, inside));
    TEST_ASSERT_EQUAL_HEX64(hash, hem_world_hash(world));
    world_check_valid(world);
}

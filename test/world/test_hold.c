/* Hold: what was put back on the way because its answer led nowhere, and was moved again after
 * that, can be held like everything else. */
#include "unity.h"

#include "guarded_block.h"
#include "world_judge.h"
#include "world_shapes.h"

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

/* A sheet on its way out of the domain is put back, and then pushed into the floor. */
void test_what_was_put_back_and_pushed_again_is_held(void)
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

/* A body that is added where it crosses others, or crosses itself: it is taken, and the report says
 * how many edges go through faces, as looking at every edge and every face does. */
#include "unity.h"

#include "feature_oracle.h"
#include "guarded_block.h"
#include "test_scale.h"
#include "world/world_block.h"
#include "world_shapes.h"

enum { BODIES = 6, ROOM = 4096 };

static hem_world *world;
static world_shape shapes[BODIES];
static hem_body bodies[BODIES];
static uint32_t count;

void setUp(void)
{
    world = world_take(BODIES + 1u, 2000, 3000, 300);
    count = 0;
}

static void forget(void)
{
    for (; count > 0; count--) {
        world_shape_free(&shapes[count - 1u]);
    }
    guarded_block_check_and_free();
}

void tearDown(void)
{
    forget();
}

static hem_side side_of(uint32_t body)
{
    const hem_body_record *record = hem_world_bodies(world) + body;
    return (hem_side){.mesh = hem_world_mesh(world, body),
                      .tree = hem_world_tree(world, record),
                      .positions = hem_world_positions(world) + record->vertex_begin,
                      .first_vertex = record->vertex_begin};
}

static bool deforms(uint32_t body)
{
    return hem_kind_deforms(hem_world_bodies(world)[body].kind);
}

/* By every edge and every face. */
static uint32_t expected(uint32_t body)
{
    static hem_pair found[ROOM];
    hem_side own = side_of(body);
    uint32_t sum = 0, unused;
    for (uint32_t i = 0; i < world->body_count; i++) {
        hem_side other = side_of(i);
        if (deforms(i) || deforms(body)) {
            sum += feature_oracle_crossings(&other, &own, found, ROOM, &unused);
        }
    }
    return sum;
}

static uint32_t add(const world_shape *shape, hem_body *body)
{
    hem_body_def def = world_shape_def(shape);
    hem_body_report report;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &def, body, &report));
    TEST_ASSERT_EQUAL_UINT32(expected(world->body_count - 1u), report.intersections);
    world_check_valid(world);
    return report.intersections;
}

void test_bodies_that_are_added_count_what_they_cross(void)
{
    test_random random = {81};
    uint32_t crossed = 0, clear = 0;
    for (uint32_t round = 0; round < hem_test_count(300); round++) {
        uint32_t all = 0;
        for (; count < BODIES; count++) {
            shapes[count] = world_shape_random(&random);
            uint32_t found = add(&shapes[count], &bodies[count]);
            all += found;
            crossed += found > 0;
            clear += found == 0;
            TEST_ASSERT_EQUAL_UINT32(all > 0, world->may_be_tangled);
        }
        forget();
        setUp();
    }
    TEST_ASSERT_GREATER_THAN_UINT32(hem_test_count(25), crossed);
    TEST_ASSERT_GREATER_THAN_UINT32(hem_test_count(25), clear);
}

void test_after_a_step_and_a_teleport_bodies_are_counted_where_they_are(void)
{
    test_random random = {82};
    hem_step_in in = hem_default_step_in(0.01f);
    hem_report report;
    for (uint32_t round = 0; round < hem_test_count(40); round++) {
        for (; count < BODIES - 1u; count++) {
            shapes[count] = world_shape_random(&random);
            add(&shapes[count], &bodies[count]);
        }
        TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
        hem_vec3 by = {random_float(&random, -0.1f, 0.1f), 0.0f, 0.02f};
        for (uint32_t v = 0; v < shapes[0].vertex_count; v++) {
            shapes[0].positions[v].x += by.x;
            shapes[0].positions[v].z += by.z;
        }
        TEST_ASSERT_EQUAL(
            HEM_OK, hem_teleport(world, bodies[0], shapes[0].positions, shapes[0].vertex_count));
        shapes[count] = world_shape_random(&random);
        add(&shapes[count], &bodies[count]);
        count++;
        forget();
        setUp();
    }
}

void test_what_takes_the_place_of_another_does_not_cross_it(void)
{
    hem_body_report report;
    shapes[count++] = world_shape_sheet(6, 6, (hem_vec3){0.0f, 0.0f, 0.0f});
    shapes[count++] = world_shape_sheet(5, 7, (hem_vec3){0.0f, 0.0f, 0.004f});
    for (uint32_t v = 0; v < shapes[1].vertex_count; v++) {
        shapes[1].positions[v].z = (v % 2u == 0 ? 0.004f : -0.004f);
    }
    TEST_ASSERT_EQUAL_UINT32(0, add(&shapes[0], &bodies[0]));
    TEST_ASSERT_EQUAL_UINT32(0, world->may_be_tangled);
    hem_body_def def = world_shape_def(&shapes[1]);
    TEST_ASSERT_EQUAL(HEM_OK, hem_replace_body(world, bodies[0], &def, &report));
    TEST_ASSERT_EQUAL_UINT32(0, report.intersections);
    TEST_ASSERT_EQUAL_UINT32(0, world->may_be_tangled);
    TEST_ASSERT_GREATER_THAN_UINT32(0, add(&shapes[0], &bodies[1]));
    TEST_ASSERT_EQUAL_UINT32(1, world->may_be_tangled);
    /* In the place of either it crosses the other. */
    TEST_ASSERT_EQUAL(HEM_OK, hem_replace_body(world, bodies[0], &def, &report));
    TEST_ASSERT_EQUAL_UINT32(expected(1), report.intersections);
    TEST_ASSERT_GREATER_THAN_UINT32(0, report.intersections);
}

void test_a_body_that_is_refused_crosses_nothing(void)
{
    shapes[count++] = world_shape_sheet(6, 6, (hem_vec3){0.0f, 0.0f, 0.0f});
    add(&shapes[0], &bodies[0]);
    hem_body_def def = world_shape_def(&shapes[0]);
    hem_body_report report;
    report.intersections = 7;
    def.friction = -1.0f;
    TEST_ASSERT_TRUE(hem_add_body(world, &def, &bodies[1], &report) < HEM_OK);
    TEST_ASSERT_EQUAL_UINT32(0, report.intersections);
}

/* A sheet on a floor, and a plate that comes down through both: no room is left. */
void test_what_was_pinched_is_looked_at_in_the_next_step(void)
{
    hem_step_in in = hem_default_step_in(0.01f);
    hem_report report;
    const float heights[] = {0.0f, 0.002f, 0.004f};
    const uint32_t kinds[] = {HEM_STATIC, HEM_CLOTH, HEM_KINEMATIC};
    for (; count < 3; count++) {
        shapes[count] = world_shape_sheet(6 - count % 2u, 6, (hem_vec3){0, 0, heights[count]});
        shapes[count].kind = kinds[count];
        TEST_ASSERT_EQUAL_UINT32(0, add(&shapes[count], &bodies[count]));
    }
    for (uint32_t v = 0; v < shapes[2].vertex_count; v++) {
        shapes[2].positions[v].z = v % 2u == 0 ? -0.003f : 0.004f;
    }
    TEST_ASSERT_EQUAL(
        HEM_OK, hem_set_kinematic(world, bodies[2], shapes[2].positions, shapes[2].vertex_count));
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_resolve(world, &in, &report));
    TEST_ASSERT_GREATER_THAN_UINT32(0, report.pinched);
    TEST_ASSERT_EQUAL_UINT32(0, report.tangled);
    TEST_ASSERT_EQUAL_UINT32(1, world->may_be_tangled);
    uint32_t crossings = expected(1);
    TEST_ASSERT_GREATER_THAN_UINT32(0, crossings);
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    TEST_ASSERT_EQUAL_UINT32(crossings, report.tangled);
    TEST_ASSERT_EQUAL_UINT32(0, report.pinched);
}

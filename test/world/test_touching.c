/* Bodies that start in exact contact, corner on corner, on an edge, in a face, flat on flat: on a
 * lattice, where that happens all the time. They are on the sides that their numbers say, so what
 * starts clean must end clean however it leaves. */
#include "unity.h"

#include "guarded_block.h"
#include "test_scale.h"
#include "world_judge.h"
#include "world_shapes.h"

enum { BODIES = 2, STEPS = 4, SIDE = 3, VERTICES = SIDE * SIDE };

#define CELL 0.03125f

static hem_world *world;
static world_shape shapes[BODIES];
static hem_body bodies[BODIES];
static world_judge judge;
static hem_report report;

void setUp(void)
{
    world = world_take(BODIES, BODIES * VERTICES, BODIES * 2u * VERTICES, 400);
}

void tearDown(void)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        world_shape_free(&shapes[i]);
    }
    world_judge_end(&judge);
    guarded_block_check_and_free();
}

static float on_lattice(test_random *random, int32_t most)
{
    int32_t cells = (int32_t)(random_float(random, 0.0f, 1.0f) * (float)(2 * most + 1)) - most;
    return CELL * (float)cells;
}

static hem_vec3 random_place(test_random *random, int32_t most)
{
    float x = on_lattice(random, most), y = on_lattice(random, most), z = on_lattice(random, most);
    return (hem_vec3){x, y, z};
}

/* A sheet of a few cells whose vertices may have moved by one, in any of the three planes. */
static world_shape lattice_sheet(test_random *random)
{
    world_shape shape = world_shape_sheet(SIDE, SIDE, (hem_vec3){0.0f, 0.0f, 0.0f});
    hem_vec3 at = random_place(random, 2);
    uint32_t plane = (uint32_t)random_float(random, 0.0f, 2.999f);
    int32_t rough = random_float(random, 0.0f, 1.0f) < 0.4f ? 0 : 1;
    for (uint32_t v = 0; v < VERTICES; v++) {
        float a = CELL * (float)(v % SIDE), b = CELL * (float)(v / SIDE);
        hem_vec3 bump = random_place(random, rough);
        hem_vec3 flat = plane == 0   ? (hem_vec3){0.0f, a, b}
                        : plane == 1 ? (hem_vec3){b, 0.0f, a}
                                     : (hem_vec3){a, b, 0.0f};
        shape.positions[v] =
            (hem_vec3){at.x + flat.x + bump.x, at.y + flat.y + bump.y, at.z + flat.z + bump.z};
    }
    shape.thickness = 1e-3f;
    return shape;
}

/* Nowhere, as a whole, on the lattice, or anywhere. */
static void send(test_random *random, hem_body body)
{
    hem_vec3 to[VERTICES];
    const hem_vec3 *from = hem_body_positions(world, body);
    uint32_t how = (uint32_t)random_float(random, 0.0f, 3.999f);
    hem_vec3 by = random_place(random, 1);
    for (uint32_t v = 0; v < VERTICES; v++) {
        if (how == 2) {
            by = random_place(random, 1);
        } else if (how == 3) {
            by =
                (hem_vec3){random_float(random, -0.05f, 0.05f), random_float(random, -0.05f, 0.05f),
                           random_float(random, -0.05f, 0.05f)};
        }
        to[v] =
            how == 0 ? from[v] : (hem_vec3){from[v].x + by.x, from[v].y + by.y, from[v].z + by.z};
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, body, to, VERTICES));
}

static void place(test_random *random)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        world_shape_free(&shapes[i]);
        shapes[i] = lattice_sheet(random);
        if (world->body_count < BODIES) {
            bodies[i] = world_shape_add(world, &shapes[i]);
        } else {
            TEST_ASSERT_EQUAL(HEM_OK,
                              hem_teleport(world, bodies[i], shapes[i].positions, VERTICES));
        }
    }
}

void test_what_starts_in_exact_contact_ends_clean(void)
{
    test_random random = {411};
    uint32_t clean = 0, touching = 0;
    const hem_step_in in = hem_default_step_in(1.0f / 90.0f);
    place(&random);
    world_judge_start(&judge, world);
    for (uint32_t round = 0; round < hem_test_count(1500); round++) {
        place(&random);
        for (uint32_t step = 0; step < STEPS; step++) {
            world_judge_before(&judge);
            for (uint32_t i = 0; i < BODIES; i++) {
                send(&random, bodies[i]);
            }
            hem_status status = hem_resolve(world, &in, &report);
            TEST_ASSERT_TRUE(status == HEM_OK || status == HEM_LIMITED);
            const char *wrong = world_judge_after(&judge, &report);
            TEST_ASSERT_NULL_MESSAGE(wrong, wrong);
            clean += !judge.tangled;
            touching += !judge.tangled && report.touching > 0;
        }
    }
    world_check_valid(world);
    TEST_ASSERT_TRUE(clean > hem_test_count(1000));
    TEST_ASSERT_TRUE(touching > hem_test_count(100));
}

static hem_vec3 anywhere(test_random *random, float most)
{
    float x = random_float(random, -most, most), y = random_float(random, -most, most);
    return (hem_vec3){x, y, random_float(random, -most, most)};
}

/* Two triangles anywhere, a corner of one at one of the other. */
static void put_corner_on_corner(test_random *random, hem_vec3 at[BODIES][3])
{
    for (uint32_t i = 0; i < BODIES; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            at[i][k] = anywhere(random, 0.1f);
        }
    }
    at[1][0] = at[0][0];
}

void test_triangles_that_start_with_a_corner_in_one_place_end_clean(void)
{
    test_random random = {7};
    const hem_step_in in = hem_default_step_in(1.0f / 90.0f);
    hem_vec3 at[BODIES][3], to[3];
    uint32_t clean = 0;
    put_corner_on_corner(&random, at);
    for (uint32_t i = 0; i < BODIES; i++) {
        shapes[i] = world_shape_sheet(2, 2, at[i][0]);
        shapes[i].vertex_count = 3;
        shapes[i].triangle_count = 1;
        for (uint32_t k = 0; k < 3; k++) {
            shapes[i].triangles[k] = k;
        }
        shapes[i].thickness = 1e-4f;
        bodies[i] = world_shape_add(world, &shapes[i]);
    }
    world_judge_start(&judge, world);
    for (uint32_t round = 0; round < hem_test_count(4000); round++) {
        put_corner_on_corner(&random, at);
        for (uint32_t i = 0; i < BODIES; i++) {
            TEST_ASSERT_EQUAL(HEM_OK, hem_teleport(world, bodies[i], at[i], 3));
            for (uint32_t k = 0; k < 3; k++) {
                hem_vec3 by = anywhere(&random, 0.05f);
                to[k] = (hem_vec3){at[i][k].x + by.x, at[i][k].y + by.y, at[i][k].z + by.z};
            }
            TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, bodies[i], to, 3));
        }
        world_judge_before(&judge);
        hem_resolve(world, &in, &report);
        const char *wrong = world_judge_after(&judge, &report);
        TEST_ASSERT_NULL_MESSAGE(wrong, wrong);
        clean += !judge.tangled;
    }
    TEST_ASSERT_TRUE(clean > hem_test_count(1000));
}

/* A triangle with a corner exactly in the face of a larger one, and all else below it, which is
 * where its number says that it is. */
static void put_corner_in_face(void)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        shapes[i] = world_shape_sheet(2, 2, (hem_vec3){0.0f, 0.0f, 0.0f});
        for (uint32_t v = 0; v < 4; v++) {
            float x = v % 2u == 0 ? 0.0f : 1.0f, y = v / 2u == 0 ? 0.0f : 1.0f;
            shapes[i].positions[v] =
                i == 0 ? (hem_vec3){x, y, 0.0f}
                       : (hem_vec3){0.5f + 0.25f * x, 0.25f + 0.125f * y, -0.25f * (x + y)};
        }
        bodies[i] = world_shape_add(world, &shapes[i]);
    }
}

void test_a_corner_put_exactly_on_a_face_stays_on_its_side_and_is_not_held(void)
{
    const hem_step_in in = hem_default_step_in(1.0f / 90.0f);
    hem_vec3 to[4];
    put_corner_in_face();
    TEST_ASSERT_EQUAL_UINT32(1, world->may_be_tangled);
    for (uint32_t step = 0; step < 5; step++) {
        for (uint32_t v = 0; v < 4; v++) {
            to[v] = hem_body_positions(world, bodies[1])[v];
            to[v].z += 0.01f;
        }
        TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, bodies[1], to, 4));
        TEST_ASSERT_EQUAL(HEM_OK, hem_resolve(world, &in, &report));
        TEST_ASSERT_EQUAL_UINT32(0, report.tangled);
        TEST_ASSERT_EQUAL_UINT32(0, report.held_vertices);
        TEST_ASSERT_EQUAL(step == 0, report.touching > 0);
        TEST_ASSERT_EQUAL_UINT32(0, world->may_be_tangled);
    }
}

void test_a_body_says_that_it_was_put_in_exact_contact(void)
{
    hem_body_report added;
    shapes[0] = world_shape_sheet(2, 2, (hem_vec3){0.0f, 0.0f, 0.0f});
    shapes[1] = world_shape_sheet(2, 2, (hem_vec3){0.0f, 0.0f, 0.001f});
    bodies[0] = world_shape_add(world, &shapes[0]);
    hem_body_def def = world_shape_def(&shapes[1]);
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &def, &bodies[1], &added));
    TEST_ASSERT_EQUAL_UINT32(0, added.touching);
    TEST_ASSERT_EQUAL_UINT32(0, world->may_be_tangled);
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, bodies[1]));
    def.positions = shapes[0].positions;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &def, &bodies[1], &added));
    TEST_ASSERT_TRUE(added.touching > 0);
    TEST_ASSERT_EQUAL_UINT32(1, world->may_be_tangled);
}

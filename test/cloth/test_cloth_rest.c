/* The shape at rest: sizes, patterns, hinges, and what is refused. */
#include "unity.h"

#include "cloth_oracle.h"
#include "guarded_block.h"

#include <math.h>
#include <string.h>

static cloth_body cloth;
static hem_arena arena;
static const hem_cloth *made;
static hem_detail detail;

void setUp(void)
{
    cloth = cloth_body_sheet(4, 4, 0.02f);
}

void tearDown(void)
{
    cloth_body_free(&cloth);
}

static uint32_t bytes_of(const hem_mesh *mesh)
{
    return (uint32_t)HEM_CLOTH_BYTES(mesh->triangle_count, mesh->edge_count);
}

static hem_status build(const hem_cloth_def *def, uint32_t bytes)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, guarded_block_take(bytes), bytes));
    hem_status status = hem_cloth_build(&arena, def, &made, &detail);
    if (status != HEM_OK) {
        TEST_ASSERT_EQUAL(0, arena.used);
    }
    return status;
}

void test_it_takes_exactly_the_bytes_that_it_says(void)
{
    hem_cloth_def def = hem_default_cloth_def(cloth.built.mesh, cloth.rest);
    uint32_t bytes = bytes_of(cloth.built.mesh);
    TEST_ASSERT_EQUAL(HEM_OK, build(&def, bytes));
    TEST_ASSERT_EQUAL(bytes, arena.used);
    TEST_ASSERT_EQUAL_MEMORY(cloth.memory, arena.base, bytes);
    guarded_block_check_and_free();
    TEST_ASSERT_EQUAL(HEM_BLOCK_TOO_SMALL, build(&def, bytes - HEM_ALIGN));
    TEST_ASSERT_EQUAL(bytes, detail.needed);
    guarded_block_check_and_free();
}

void test_inner_edges_are_hinges_and_areas_add_up(void)
{
    TEST_ASSERT_EQUAL(cloth.built.mesh->edge_count - cloth.built.mesh->boundary_edges,
                      cloth.cloth->hinge_count);
    TEST_ASSERT_FLOAT_WITHIN(1e-8f, 0.0036f, cloth.cloth->area);
    TEST_ASSERT_TRUE(cloth.cloth->volume == 0.0f);
    cloth_body ball = cloth_body_ball(4, 0.1f, HEM_CLOTH_SHAPED);
    TEST_ASSERT_EQUAL(1, ball.cloth->curved);
    TEST_ASSERT_FLOAT_WITHIN(0.00005f, 0.0041888f, ball.cloth->volume);
    cloth_body_free(&ball);
}

/* A pattern with twice the size, turned by a right angle: warp is where y was. */
void test_a_pattern_says_where_warp_and_weft_are(void)
{
    float pattern[18 * 6];
    for (uint32_t t = 0; t < 18; t++) {
        for (uint32_t k = 0; k < 3; k++) {
            hem_vec3 x = cloth.rest[cloth.shape.triangles[3u * t + k]];
            pattern[6u * t + 2u * k] = 2.0f * x.y + 7.0f;
            pattern[6u * t + 2u * k + 1u] = -2.0f * x.x;
        }
    }
    hem_cloth_def def = hem_default_cloth_def(cloth.built.mesh, cloth.rest);
    def.pattern = pattern;
    TEST_ASSERT_EQUAL(HEM_OK, build(&def, bytes_of(cloth.built.mesh)));
    TEST_ASSERT_FLOAT_WITHIN(1e-7f, 4.0f * 0.0036f, made->area);
    hem_vec3 forces[16];
    cloth.body.cloth = made;
    cloth.body.material = (hem_cloth_material){.stretch_warp = 100.0f};
    cloth.in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    cloth_body_open(&cloth);
    TEST_ASSERT_EQUAL(HEM_OK, hem_cloth_forces(&cloth.in, &cloth.scratch, forces, &cloth.out));
    float along = 0.0f, across = 0.0f;
    for (uint32_t v = 0; v < 4; v++) { /* the lower row would be pushed down */
        along += forces[v].y;
        across += fabsf(forces[v].x);
    }
    TEST_ASSERT_FLOAT_WITHIN(1e-4f, -100.0f * 0.5f * 0.12f, along);
    TEST_ASSERT_FLOAT_WITHIN(1e-4f, 0.0f, across);
    guarded_block_check_and_free();
}

void test_triangles_that_meet_nowhere_twice_or_too_often_are_welcome(void)
{
    for (uint32_t i = 0; i < 60; i++) {
        mesh_case shape = mesh_case_random(i);
        hem_vec3 rest[512];
        test_random source = {i};
        if (shape.vertex_count > 512) {
            mesh_case_free(&shape);
            continue;
        }
        for (uint32_t v = 0; v < shape.vertex_count; v++) {
            float x = random_float(&source, -1.0f, 1.0f), y = random_float(&source, -1.0f, 1.0f);
            rest[v] = (hem_vec3){x, y, random_float(&source, -1.0f, 1.0f)};
        }
        cloth_body any = cloth_body_make(shape, rest, i % 2u);
        TEST_ASSERT_LESS_OR_EQUAL(any.built.mesh->edge_count, any.cloth->hinge_count);
        for (uint32_t step = 0; step < 5; step++) {
            TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&any));
            TEST_ASSERT_EQUAL(0, any.out.nonfinite);
        }
        cloth_body_free(&any);
    }
}

static void refuses(const hem_cloth_def *def, hem_status status, uint32_t index)
{
    TEST_ASSERT_EQUAL(status, build(def, bytes_of(cloth.built.mesh)));
    TEST_ASSERT_EQUAL(index, detail.index);
    guarded_block_check_and_free();
}

void test_what_is_no_shape_is_refused(void)
{
    hem_cloth_def good = hem_default_cloth_def(cloth.built.mesh, cloth.rest), bad = good;
    hem_vec3 kept = cloth.rest[6];
    cloth.rest[6].y = NAN;
    refuses(&good, HEM_NOT_FINITE, 6);
    cloth.rest[6].y = 5000.0f;
    refuses(&good, HEM_OUT_OF_RANGE, 6);
    cloth.rest[6] = kept;
    cloth.rest[0] = cloth.rest[1];
    refuses(&good, HEM_ZERO_AREA, 0);
    cloth.rest[0] = (hem_vec3){0.0f, 0.0f, 0.0f};
    float pattern[18 * 6] = {0.0f};
    bad.pattern = pattern;
    refuses(&bad, HEM_ZERO_AREA, 0);
    pattern[6 * 5 + 3] = INFINITY;
    refuses(&bad, HEM_NOT_FINITE, 5);
    bad = good;
    bad.warp = (hem_vec3){0.0f, 0.0f, 0.0f};
    refuses(&bad, HEM_OUT_OF_RANGE, HEM_NONE);
    bad.warp.x = NAN;
    refuses(&bad, HEM_NOT_FINITE, HEM_NONE);
    bad = good;
    bad.cookie = 0;
    refuses(&bad, HEM_BAD_DEFINITION, HEM_NONE);
    bad = good;
    bad.angles = 2;
    refuses(&bad, HEM_BAD_DEFINITION, HEM_NONE);
}

void test_what_is_not_there_or_lies_in_the_arena_is_refused(void)
{
    hem_cloth_def good = hem_default_cloth_def(cloth.built.mesh, cloth.rest), bad = good;
    uint32_t bytes = bytes_of(cloth.built.mesh);
    void *block = guarded_block_take(bytes);
    hem_arena none = {.base = NULL};
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, block, bytes));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_build(NULL, &good, &made, &detail));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_build(&none, &good, &made, &detail));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_build(&arena, NULL, &made, &detail));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_build(&arena, &good, NULL, &detail));
    bad.mesh = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_build(&arena, &bad, &made, &detail));
    bad = good;
    bad.rest = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_cloth_build(&arena, &bad, &made, &detail));
    bad = good;
    bad.rest = block;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_cloth_build(&arena, &bad, &made, &detail));
    TEST_ASSERT_EQUAL(0, arena.used);
    guarded_block_check_and_free();
}

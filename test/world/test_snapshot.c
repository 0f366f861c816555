/* A world is its bytes before the scratch: a copy of them goes on with the same bits, cloth,
 * shells, bend scales, pressure, wind and pins included, at another address and whatever its
 * scratch held before. */
#include "unity.h"

#include "guarded_block.h"
#include "hem/hem.h"
#include "world_shapes.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, SHEETS = 3, STEPS = 24 };

static hem_world *world;
static uint8_t *memory; /* of copies */
static hem_body sheets[SHEETS], ball, floor_body;
static hem_vec3 corners[SIDE * SIDE];

static hem_body add(const hem_body_def *def)
{
    hem_body body;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, def, &body, NULL));
    return body;
}

static void add_floor(void)
{
    world_shape shape = world_shape_sheet(2, 2, (hem_vec3){0.0f, 0.0f, 0.0f});
    for (uint32_t v = 0; v < 4; v++) {
        hem_vec3 *at = &shape.positions[v];
        *at = (hem_vec3){200.0f * at->x - 1.0f, 200.0f * at->y - 1.0f, 0.0f};
    }
    shape.kind = HEM_KINEMATIC;
    floor_body = world_shape_add(world, &shape);
    world_shape_free(&shape);
}

/* Each of another material; the last a shell, curved. */
static void add_sheets(void)
{
    for (uint32_t i = 0; i < SHEETS; i++) {
        world_shape shape = world_shape_sheet(
            SIDE, SIDE, (hem_vec3){0.01f * (float)i, 0.0f, 0.003f + 0.004f * (float)i});
        for (uint32_t v = 0; i + 1u == SHEETS && v < shape.vertex_count; v++) {
            float column = 0.01f * (float)(v % SIDE);
            shape.positions[v].z += 4.0f * column * column;
        }
        hem_body_def def = world_shape_def(&shape);
        def.cloth.bend *= (float)(1u + 100u * i);
        def.cloth.bend_damping = 0.001f * (float)i;
        def.angles = i + 1u < SHEETS ? HEM_CLOTH_FLAT : HEM_CLOTH_SHAPED;
        def.friction = 0.2f + 0.1f * (float)i;
        sheets[i] = add(&def);
        world_shape_free(&shape);
    }
}

static void add_ball(void)
{
    static const uint32_t triangles[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                           2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    hem_vec3 positions[6];
    for (uint32_t v = 0; v < 6; v++) {
        float size = v % 2u == 0 ? 0.02f : -0.02f;
        positions[v] = (hem_vec3){0.2f + (v / 2u == 0 ? size : 0.0f), v / 2u == 1 ? size : 0.0f,
                                  0.03f + (v / 2u == 2 ? size : 0.0f)};
    }
    hem_body_def def = hem_default_body_def();
    def.kind = HEM_SOFT;
    def.positions = positions;
    def.vertex_count = 6;
    def.triangles = triangles;
    def.triangle_count = 8;
    def.cloth.pressure = 80.0f;
    ball = add(&def);
}

static void scale_bend(hem_body sheet)
{
    float scale[SIDE * SIDE];
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        scale[v] = 0.5f * (float)(v % 7u);
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_bend_scale(world, sheet, scale, SIDE * SIDE));
}

void setUp(void)
{
    hem_caps caps = hem_default_cloth_caps(6, 300, 500, 1000, 6000);
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    memory = malloc(bytes + 128u);
    add_floor();
    add_sheets();
    add_ball();
    scale_bend(sheets[0]);
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(world, sheets[1], 0, true));
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(world, sheets[1], SIDE - 1u, true));
}

void tearDown(void)
{
    free(memory);
    guarded_block_check_and_free();
}

/* At another address, with a scratch full of something. */
static hem_world *copy_of(const hem_world *from, uint32_t shift, int garbage)
{
    uintptr_t aligned = ((uintptr_t)memory + 15u) / 16u * 16u + 16u * (uintptr_t)shift;
    hem_world *copy = (hem_world *)aligned;
    memset(copy, garbage, from->bytes);
    memcpy(copy, from, from->offset.scratch);
    return copy;
}

/* What is told to a world in the step of that number, and the step. */
static uint64_t go_on(hem_world *of, uint32_t step)
{
    hem_step_in in = hem_default_step_in(step % 5u == 4u ? 1.0f / 25.0f : 1.0f / 90.0f);
    hem_report report;
    in.wind = (hem_vec3){0.3f * (float)(step % 7u), -0.2f, 0.4f};
    memcpy(corners, hem_body_positions(of, sheets[1]), sizeof corners);
    corners[0].z += 0.0005f;
    corners[SIDE - 1u].x += 0.0005f;
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(of, sheets[1], corners, SIDE * SIDE));
    memcpy(corners, hem_body_positions(of, floor_body), 4u * sizeof corners[0]);
    for (uint32_t v = 0; v < 4; v++) {
        corners[v].z += step % 3u == 0 ? 0.0005f : 0.0f;
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_kinematic(of, floor_body, corners, 4));
    TEST_ASSERT_TRUE(hem_step(of, &in, &report) >= HEM_OK);
    return report.phase[HEM_PHASE_COMMIT].hash;
}

static void check_same(const hem_world *copy)
{
    TEST_ASSERT_EQUAL_MEMORY(world, copy, world->offset.scratch);
    TEST_ASSERT_EQUAL_HEX64(hem_world_hash(world), hem_world_hash(copy));
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_validate(copy, NULL));
}

void test_a_copy_from_any_step_goes_on_with_the_same_bytes(void)
{
    for (uint32_t from = 0; from < STEPS; from++) {
        hem_world *copy = copy_of(world, from % 7u, (int)(37u * from));
        for (uint32_t step = from; step < from + 2u; step++) {
            uint64_t hash = go_on(copy, step);
            if (step == from) {
                TEST_ASSERT_EQUAL_HEX64(hash, go_on(world, step));
                check_same(copy);
            }
        }
    }
    TEST_ASSERT_TRUE(hem_world_contact_count(world) > 0);
}

void test_a_world_can_go_back_to_a_copy_and_come_again_to_where_it_was(void)
{
    uint64_t hashes[STEPS];
    for (uint32_t step = 0; step < 6; step++) {
        (void)go_on(world, step);
    }
    hem_world *copy = copy_of(world, 0, 0);
    for (uint32_t step = 6; step < STEPS; step++) {
        hashes[step] = go_on(world, step);
    }
    memcpy(world, copy, world->offset.scratch);
    for (uint32_t step = 6; step < STEPS; step++) {
        TEST_ASSERT_EQUAL_HEX64(hashes[step], go_on(world, step));
    }
}

void test_a_body_added_after_a_copy_comes_to_the_same_in_both(void)
{
    (void)go_on(world, 0);
    hem_world *kept = world, *copy = copy_of(world, 3, 0xEE);
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, ball));
    add_ball();
    world = copy;
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, (hem_body){ball.slot, ball.generation - 1u}));
    add_ball();
    world = kept;
    check_same(copy);
    TEST_ASSERT_EQUAL_HEX64(go_on(world, 1), go_on(copy, 1));
    check_same(copy);
}

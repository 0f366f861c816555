/* How stiffly cloth of a world bends, vertex by vertex: it is set or refused whole, goes with its
 * body, and does in a step what the same stiffness of the material does. */
#include "unity.h"

#include "guarded_block.h"
#include "hem/hem.h"
#include "world/world_block.h"
#include "world_shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 12, ROWS = 4, COUNT = COLUMNS * ROWS, MOST = 4 };

static hem_world *world;
static world_shape strip;
static hem_body body;
static hem_step_in in;
static hem_report report;
static float scale[COUNT];
static void *copy;

static hem_world *take(void)
{
    hem_caps caps = hem_default_cloth_caps(MOST, MOST * COUNT, 2u * MOST * COUNT, 6u * MOST * COUNT,
                                           20u * MOST * COUNT);
    caps.orphans = 20u * MOST * COUNT;
    uint32_t bytes = hem_world_bytes(&caps);
    hem_world *made = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &made));
    return made;
}

/* A strip that is pinned along two rows of vertices at one end, so that it sticks out sideways. */
static hem_body add_strip(hem_world *to)
{
    hem_body added = world_shape_add(to, &strip);
    for (uint32_t v = 0; v < COUNT; v++) {
        TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(to, added, v, v % COLUMNS < 2u));
    }
    return added;
}

static void set_all(float value)
{
    for (uint32_t v = 0; v < COUNT; v++) {
        scale[v] = value;
    }
}

void setUp(void)
{
    in = hem_default_step_in(1.0f / 90.0f);
    strip = world_shape_sheet(COLUMNS, ROWS, (hem_vec3){0.0f, 0.0f, 0.0f});
    world = take();
    body = add_strip(world);
    set_all(1.0f);
    copy = NULL;
}

void tearDown(void)
{
    free(copy);
    world_shape_free(&strip);
    guarded_block_check_and_free();
}

static void step(hem_world *of, uint32_t steps)
{
    for (uint32_t k = 0; k < steps; k++) {
        TEST_ASSERT_TRUE(hem_step(of, &in, &report) >= HEM_OK);
    }
}

static void set(const float *values)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_bend_scale(world, body, values, COUNT));
    world_check_valid(world);
}

static const float *scales_of(hem_body of)
{
    return hem_world_bend_scales(world) + hem_world_body(world, of)->vertex_begin;
}

/* How far the free end hangs below the pins. */
static float droop(void)
{
    return -hem_body_positions(world, body)[COLUMNS - 1u].z;
}

static void start_anew(void)
{
    guarded_block_check_and_free();
    world = take();
    body = add_strip(world);
}

/* ---- what a scale does ---- */

static bool is_at_one_triangle(uint32_t vertex)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 3u * strip.triangle_count; i++) {
        count += strip.triangles[i] == vertex;
    }
    return count == 1;
}

/* No edge bends at a corner with one triangle, so that a scale there does nothing; but with it all
 * scales are looked at. */
void test_scales_of_one_mean_the_same_bits_as_none(void)
{
    hem_vec3 plain[COUNT];
    uint32_t corners = 0;
    step(world, 20);
    memcpy(plain, hem_body_positions(world, body), sizeof plain);
    start_anew();
    for (uint32_t v = 0; v < COUNT; v++) {
        scale[v] = is_at_one_triangle(v) ? 7.0f : 1.0f;
        corners += is_at_one_triangle(v);
    }
    TEST_ASSERT_TRUE(corners > 0);
    set(scale);
    step(world, 20);
    TEST_ASSERT_EQUAL_MEMORY(plain, hem_body_positions(world, body), sizeof plain);
    start_anew();
    set_all(1.0f);
    set(scale);
    step(world, 20);
    TEST_ASSERT_EQUAL_MEMORY(plain, hem_body_positions(world, body), sizeof plain);
}

void test_a_scale_of_all_vertices_does_what_a_stiffer_material_does(void)
{
    hem_vec3 plain[COUNT];
    hem_cloth_material material = hem_default_cloth_material();
    material.bend *= 64.0f;
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_cloth_material(world, body, &material));
    step(world, 20);
    memcpy(plain, hem_body_positions(world, body), sizeof plain);
    start_anew();
    set_all(64.0f);
    set(scale);
    step(world, 20);
    TEST_ASSERT_EQUAL_MEMORY(plain, hem_body_positions(world, body), sizeof plain);
}

void test_a_scaled_fold_stays_stiffer(void)
{
    step(world, 60);
    float limp = droop();
    start_anew();
    for (uint32_t v = 0; v < COUNT; v++) {
        scale[v] = v % COLUMNS < 5u ? 400.0f : 1.0f; /* where it bends over the edge */
    }
    set(scale);
    step(world, 60);
    TEST_ASSERT_TRUE(limp > 0.05f);
    TEST_ASSERT_TRUE(droop() < 0.8f * limp);
    set_all(1.0f);
    set(scale);
    step(world, 90);
    TEST_ASSERT_FLOAT_WITHIN(0.1f * limp, limp, droop());
}

void test_no_bend_at_all_and_the_most_are_taken(void)
{
    set_all(0.0f);
    set(scale);
    step(world, 10);
    set_all(HEM_CLOTH_STIFFEST);
    set(scale);
    step(world, 10);
    TEST_ASSERT_EQUAL_UINT32(0, report.nonfinite);
    world_check_valid(world);
}

/* ---- where it stands ---- */

void test_a_body_begins_with_scales_of_one_and_what_is_not_simulated_has_none(void)
{
    strip.kind = HEM_STATIC;
    hem_body solid = world_shape_add(world, &strip);
    TEST_ASSERT_EQUAL_MEMORY(scale, scales_of(body), sizeof scale);
    TEST_ASSERT_EACH_EQUAL_HEX8(0, scales_of(solid), sizeof scale);
    TEST_ASSERT_EQUAL(HEM_BAD_BODY, hem_set_bend_scale(world, solid, scale, COUNT));
    world_check_valid(world);
}

void test_worlds_that_only_resolve_have_no_room_for_scales(void)
{
    hem_caps caps = hem_default_caps(1, COUNT, 2u * COUNT, 6u * COUNT, 0);
    caps.orphans = 20u * COUNT;
    uint32_t bytes = hem_world_bytes(&caps);
    hem_world *plain = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &plain));
    TEST_ASSERT_EQUAL_UINT32(plain->offset.cloth, plain->offset.bend_scales);
    hem_body sheet = world_shape_add(plain, &strip);
    TEST_ASSERT_EQUAL(HEM_BAD_BODY, hem_set_bend_scale(plain, sheet, scale, COUNT));
    world_check_valid(plain);
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(plain, sheet));
    world_check_valid(plain);
    caps = hem_default_cloth_caps(1, COUNT, 2u * COUNT, 6u * COUNT, 0);
    hem_world *simulates = NULL;
    bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &simulates));
    TEST_ASSERT_EQUAL_UINT32(HEM_ARENA_BYTES(COUNT, 4u),
                             simulates->offset.cloth - simulates->offset.bend_scales);
}

static void fill(float first)
{
    for (uint32_t v = 0; v < COUNT; v++) {
        scale[v] = first + 0.25f * (float)v;
    }
}

/* Behind a body that goes, and before one that stays; a world that never had it has the same bytes
 * but for the handles. */
void test_removal_keeps_the_scales_of_the_others(void)
{
    hem_body solid, second, third;
    world_shape other = world_shape_sheet(3, 3, (hem_vec3){2.0f, 0.0f, 0.0f});
    fill(2.0f);
    set(scale);
    other.kind = HEM_STATIC;
    solid = world_shape_add(world, &other);
    second = add_strip(world);
    fill(100.0f);
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_bend_scale(world, second, scale, COUNT));
    third = add_strip(world);
    fill(300.0f);
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_bend_scale(world, third, scale, COUNT));
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, second));
    world_check_valid(world);
    TEST_ASSERT_EQUAL_MEMORY(scale, scales_of(third), sizeof scale);
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, solid));
    world_check_valid(world);
    TEST_ASSERT_EQUAL_MEMORY(scale, scales_of(third), sizeof scale);
    fill(2.0f);
    TEST_ASSERT_EQUAL_MEMORY(scale, scales_of(body), sizeof scale);
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, body));
    world_check_valid(world);
    TEST_ASSERT_EACH_EQUAL_HEX8(0, scales_of(third) + COUNT, (MOST - 1u) * sizeof scale);

    uint64_t hash = hem_world_hash(world);
    hem_world *fresh = take();
    body = add_strip(fresh);
    fill(300.0f);
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_bend_scale(fresh, body, scale, COUNT));
    hem_world_bodies(fresh)[0].slot = hem_world_bodies(world)[0].slot;
    TEST_ASSERT_EQUAL_HEX64(hash, hem_world_hash(fresh));
    TEST_ASSERT_EQUAL_MEMORY(hem_world_positions(fresh), hem_world_positions(world),
                             world->offset.contacts - world->offset.positions);
    world_shape_free(&other);
}

void test_a_body_that_is_replaced_begins_again_with_ones(void)
{
    hem_body_def def = world_shape_def(&strip);
    fill(3.0f);
    set(scale);
    TEST_ASSERT_EQUAL(HEM_OK, hem_replace_body(world, body, &def, NULL));
    set_all(1.0f);
    TEST_ASSERT_EQUAL_MEMORY(scale, scales_of(body), sizeof scale);
    world_check_valid(world);
}

/* ---- what the world says of it ---- */

void test_the_hash_of_a_world_knows_its_scales(void)
{
    uint64_t plain = hem_world_hash(world);
    scale[COUNT - 1u] = 2.0f;
    set(scale);
    TEST_ASSERT_TRUE(plain != hem_world_hash(world));
    scale[COUNT - 1u] = 1.0f;
    set(scale);
    TEST_ASSERT_EQUAL_HEX64(plain, hem_world_hash(world));
}

void test_a_copy_of_the_block_goes_on_with_the_same_bits(void)
{
    fill(0.5f);
    set(scale);
    step(world, 5);
    copy = aligned_alloc(16, world->bytes);
    memcpy(copy, world, world->bytes);
    hem_world *other = copy;
    for (uint32_t k = 0; k < 10; k++) {
        step(world, 1);
        uint64_t hash = report.phase[HEM_PHASE_COMMIT].hash;
        step(other, 1);
        TEST_ASSERT_EQUAL_HEX64(hash, report.phase[HEM_PHASE_COMMIT].hash);
        TEST_ASSERT_EQUAL_HEX64(hem_world_hash(world), hem_world_hash(other));
        TEST_ASSERT_EQUAL_MEMORY(world, other, world->offset.scratch);
    }
}

void test_refusals_change_nothing(void)
{
    fill(2.0f);
    set(scale);
    uint32_t bytes = world->offset.scratch;
    copy = malloc(bytes);
    memcpy(copy, world, bytes);
    set_all(5.0f);
    TEST_ASSERT_EQUAL(HEM_NULL, hem_set_bend_scale(NULL, body, scale, COUNT));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_set_bend_scale(world, body, NULL, COUNT));
    const hem_body wrong[] = {{0, 0}, {MOST, 1}, {body.slot, body.generation + 1u}, {1, 1}};
    for (uint32_t i = 0; i < 4; i++) {
        TEST_ASSERT_EQUAL(HEM_BAD_BODY, hem_set_bend_scale(world, wrong[i], scale, COUNT));
    }
    const uint32_t counts[] = {0, COUNT - 1u, COUNT + 1u, UINT32_MAX};
    for (uint32_t i = 0; i < 4; i++) {
        TEST_ASSERT_EQUAL(HEM_BAD_COUNT, hem_set_bend_scale(world, body, scale, counts[i]));
    }
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_set_bend_scale(world, body, scales_of(body), COUNT));
    const float bad[] = {NAN, INFINITY, -INFINITY, -0.001f, 2.0f * HEM_CLOTH_STIFFEST};
    for (uint32_t i = 0; i < 10; i++) {
        uint32_t at = i < 5 ? 0 : COUNT - 1u;
        scale[at] = bad[i % 5u];
        TEST_ASSERT_EQUAL(i % 5u < 3 ? HEM_NOT_FINITE : HEM_OUT_OF_RANGE,
                          hem_set_bend_scale(world, body, scale, COUNT));
        scale[at] = 5.0f;
    }
    TEST_ASSERT_EQUAL_MEMORY(copy, world, bytes);
    world->magic ^= 1u;
    TEST_ASSERT_EQUAL(HEM_BAD_WORLD, hem_set_bend_scale(world, body, scale, COUNT));
    world->magic ^= 1u;
    TEST_ASSERT_EQUAL_MEMORY(copy, world, bytes);
}

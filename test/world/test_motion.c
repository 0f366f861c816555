/* What a caller tells bodies: materials, pins, candidates, ways and places; every refusal leaves
 * the world as it was. */
#include "unity.h"

#include "base/bits.h"
#include "base/vec3.h"
#include "world/world_block.h"
#include "guarded_block.h"
#include "world_shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE     4u
#define VERTICES (SIDE * SIDE)

typedef hem_status set_places(hem_world *world, hem_body body, const hem_vec3 *places,
                              uint32_t count);

static hem_world *world;
static world_shape sheet;
static hem_body bodies[4]; /* one of each kind */
static hem_vec3 places[VERTICES];
static uint8_t *before;

void setUp(void)
{
    sheet = world_shape_sheet(SIDE, SIDE, (hem_vec3){0.0f, 0.0f, 0.0f});
    world = world_take(5, 5 * VERTICES, 100, 10);
    for (uint32_t kind = 0; kind <= (uint32_t)HEM_STATIC; kind++) {
        sheet.kind = kind;
        bodies[kind] = world_shape_add(world, &sheet);
    }
    for (uint32_t v = 0; v < VERTICES; v++) {
        places[v] = (hem_vec3){1.0f, (float)v, -1e-20f};
    }
    before = malloc(world->offset.scratch);
    memcpy(before, world, world->offset.scratch);
}

void tearDown(void)
{
    world_shape_free(&sheet);
    free(before);
    guarded_block_check_and_free();
}

static void check_unchanged(void)
{
    TEST_ASSERT_EQUAL_MEMORY(before, world, world->offset.scratch);
}

static const hem_vec3 *ends_of(hem_body body)
{
    return hem_world_ends(world) + hem_world_body(world, body)->vertex_begin;
}

/* ---- ends and places ---- */

static void check_refusals(set_places *set, hem_body body)
{
    TEST_ASSERT_EQUAL(HEM_NULL, set(NULL, body, places, VERTICES));
    TEST_ASSERT_EQUAL(HEM_NULL, set(world, body, NULL, VERTICES));
    TEST_ASSERT_EQUAL(HEM_BAD_BODY, set(world, (hem_body){0, 0}, places, VERTICES));
    TEST_ASSERT_EQUAL(HEM_BAD_BODY, set(world, (hem_body){4, 1}, places, VERTICES));
    TEST_ASSERT_EQUAL(HEM_BAD_BODY, set(world, (hem_body){body.slot, 2}, places, VERTICES));
    TEST_ASSERT_EQUAL(HEM_BAD_COUNT, set(world, body, places, VERTICES - 1u));
    TEST_ASSERT_EQUAL(HEM_BAD_COUNT, set(world, body, places, 0));
    TEST_ASSERT_EQUAL(HEM_BAD_COUNT, set(world, body, places, UINT32_MAX));
    TEST_ASSERT_EQUAL(HEM_ALIASED, set(world, body, hem_body_positions(world, body), VERTICES));
    const float bad[] = {NAN, INFINITY, -INFINITY, 4096.0f, -4096.0f, 1e30f};
    for (uint32_t i = 0; i < 6; i++) {
        places[VERTICES - 1u].y = bad[i];
        TEST_ASSERT_EQUAL(i < 3 ? HEM_NOT_FINITE : HEM_OUT_OF_RANGE,
                          set(world, body, places, VERTICES));
    }
    check_unchanged();
    world->version++;
    TEST_ASSERT_EQUAL(HEM_BAD_WORLD, set(world, body, places, VERTICES));
    world->version--;
    check_unchanged();
}

void test_a_candidate_is_refused_whole(void)
{
    check_refusals(hem_set_candidate, bodies[HEM_CLOTH]);
}

void test_a_kinematic_way_is_refused_whole(void)
{
    check_refusals(hem_set_kinematic, bodies[HEM_KINEMATIC]);
}

void test_a_teleport_is_refused_whole(void)
{
    check_refusals(hem_teleport, bodies[HEM_SOFT]);
}

void test_velocities_are_refused_whole(void)
{
    check_refusals(hem_set_velocities, bodies[HEM_SOFT]);
}

void test_velocities_are_copied_and_gone_on_with(void)
{
    hem_step_in in = hem_default_step_in(0.5f);
    hem_report report;
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_velocities(world, bodies[HEM_CLOTH], places, VERTICES));
    TEST_ASSERT_EQUAL_MEMORY(places, hem_body_velocities(world, bodies[HEM_CLOTH]), VERTICES * 12u);
    world_check_valid(world);
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, bodies[HEM_SOFT]));
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, bodies[HEM_KINEMATIC]));
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, bodies[HEM_STATIC]));
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    hem_vec3 moved = hem_body_positions(world, bodies[HEM_CLOTH])[5];
    TEST_ASSERT_EQUAL_FLOAT(sheet.positions[5].x + 0.5f, moved.x);
    TEST_ASSERT_EQUAL_FLOAT(sheet.positions[5].y + 2.5f, moved.y);
}

void test_each_kind_takes_the_call_that_is_for_it(void)
{
    TEST_ASSERT_EQUAL(HEM_WRONG_KIND,
                      hem_set_velocities(world, bodies[HEM_KINEMATIC], places, VERTICES));
    TEST_ASSERT_EQUAL(HEM_WRONG_KIND,
                      hem_set_velocities(world, bodies[HEM_STATIC], places, VERTICES));
    TEST_ASSERT_EQUAL(HEM_WRONG_KIND,
                      hem_set_candidate(world, bodies[HEM_KINEMATIC], places, VERTICES));
    TEST_ASSERT_EQUAL(HEM_WRONG_KIND,
                      hem_set_candidate(world, bodies[HEM_STATIC], places, VERTICES));
    TEST_ASSERT_EQUAL(HEM_WRONG_KIND,
                      hem_set_kinematic(world, bodies[HEM_CLOTH], places, VERTICES));
    TEST_ASSERT_EQUAL(HEM_WRONG_KIND, hem_set_kinematic(world, bodies[HEM_SOFT], places, VERTICES));
    TEST_ASSERT_EQUAL(HEM_WRONG_KIND,
                      hem_set_kinematic(world, bodies[HEM_STATIC], places, VERTICES));
    check_unchanged();
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, bodies[HEM_CLOTH], places, VERTICES));
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, bodies[HEM_SOFT], places, VERTICES));
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_kinematic(world, bodies[HEM_KINEMATIC], places, VERTICES));
    world_check_valid(world);
}

void test_a_candidate_is_copied_and_snapped_and_moves_nothing_yet(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, bodies[HEM_SOFT], places, VERTICES));
    TEST_ASSERT_EQUAL_MEMORY(sheet.positions, hem_body_positions(world, bodies[HEM_SOFT]),
                             VERTICES * 12u);
    for (uint32_t v = 0; v < VERTICES; v++) {
        hem_vec3 end = ends_of(bodies[HEM_SOFT])[v];
        TEST_ASSERT_TRUE(end.x == 1.0f && end.y == (float)v);
        TEST_ASSERT_EQUAL_HEX32(0, hem_float_bits(end.z));
    }
    TEST_ASSERT_EQUAL_MEMORY(sheet.positions, ends_of(bodies[HEM_CLOTH]), VERTICES * 12u);
    TEST_ASSERT_EQUAL_MEMORY(sheet.positions, ends_of(bodies[HEM_KINEMATIC]), VERTICES * 12u);
}

void test_the_hash_sees_ends_that_are_set_until_the_step_has_taken_them(void)
{
    set_places *sets[] = {hem_set_candidate, hem_set_candidate, hem_set_kinematic};
    uint64_t none = hem_world_hash(world), last = none;
    for (uint32_t kind = 0; kind <= (uint32_t)HEM_KINEMATIC; kind++) {
        TEST_ASSERT_EQUAL(HEM_OK, sets[kind](world, bodies[kind], places, VERTICES));
        uint64_t told = hem_world_hash(world);
        places[VERTICES - 1u].z += 0.5f;
        TEST_ASSERT_EQUAL(HEM_OK, sets[kind](world, bodies[kind], places, VERTICES));
        TEST_ASSERT_TRUE(told != last && told != none && told != hem_world_hash(world));
        places[VERTICES - 1u].z -= 0.5f;
        TEST_ASSERT_EQUAL(HEM_OK, sets[kind](world, bodies[kind], places, VERTICES));
        TEST_ASSERT_EQUAL_HEX64(told, hem_world_hash(world));
        last = told;
    }
    /* Staying is also something that was said. */
    TEST_ASSERT_EQUAL(HEM_OK, hem_teleport(world, bodies[HEM_KINEMATIC], places, VERTICES));
    last = hem_world_hash(world);
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_kinematic(world, bodies[HEM_KINEMATIC], places, VERTICES));
    TEST_ASSERT_TRUE(last != hem_world_hash(world));
}

void test_the_hash_sees_how_fast_a_body_may_go(void)
{
    sheet.kind = HEM_KINEMATIC;
    hem_body_def def = world_shape_def(&sheet);
    uint64_t hashes[3];
    for (uint32_t i = 0; i < 3; i++) {
        def.max_speed = (float)i;
        TEST_ASSERT_EQUAL(HEM_OK, hem_replace_body(world, bodies[HEM_KINEMATIC], &def, NULL));
        hashes[i] = hem_world_hash(world);
    }
    TEST_ASSERT_TRUE(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[2] != hashes[0]);
}

/* ---- points before they are told ---- */

void test_what_is_wrong_with_points_is_said_with_the_vertex(void)
{
    hem_detail detail = {5, 5};
    for (uint32_t kind = 0; kind <= (uint32_t)HEM_STATIC; kind++) {
        TEST_ASSERT_EQUAL(HEM_OK, hem_check_points(world, bodies[kind], places, VERTICES, &detail));
        TEST_ASSERT_EQUAL_HEX32(HEM_NONE, detail.index);
        TEST_ASSERT_EQUAL_UINT32(0, detail.needed);
    }
    places[9].x = 1e30f;
    TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE,
                      hem_check_points(world, bodies[0], places, VERTICES, &detail));
    TEST_ASSERT_EQUAL_UINT32(9, detail.index);
    places[6].z = -INFINITY;
    TEST_ASSERT_EQUAL(HEM_NOT_FINITE,
                      hem_check_points(world, bodies[0], places, VERTICES, &detail));
    TEST_ASSERT_EQUAL_UINT32(6, detail.index);
    TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_check_points(world, bodies[0], places, VERTICES, NULL));
    TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_set_candidate(world, bodies[0], places, VERTICES));
    check_unchanged();
}

void test_points_for_nobody_are_refused_about_no_vertex(void)
{
    hem_detail detail = {5, 5};
    TEST_ASSERT_EQUAL(HEM_NULL, hem_check_points(NULL, bodies[0], places, VERTICES, &detail));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_check_points(world, bodies[0], NULL, VERTICES, &detail));
    TEST_ASSERT_EQUAL(HEM_BAD_BODY,
                      hem_check_points(world, (hem_body){9, 9}, places, VERTICES, &detail));
    TEST_ASSERT_EQUAL(HEM_BAD_COUNT, hem_check_points(world, bodies[0], places, 3, &detail));
    TEST_ASSERT_EQUAL_HEX32(HEM_NONE, detail.index);
    TEST_ASSERT_EQUAL(HEM_ALIASED,
                      hem_check_points(world, bodies[0], hem_body_positions(world, bodies[0]),
                                       VERTICES, &detail));
    hem_detail *inside = (hem_detail *)(void *)hem_world_velocities(world);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_check_points(world, bodies[0], places, VERTICES, inside));
    check_unchanged();
}

void test_a_teleport_moves_at_once_and_ends_all_motion(void)
{
    for (uint32_t kind = 0; kind <= (uint32_t)HEM_STATIC; kind++) {
        hem_body body = bodies[kind];
        if (kind != HEM_STATIC) {
            set_places *set = kind == HEM_KINEMATIC ? hem_set_kinematic : hem_set_candidate;
            TEST_ASSERT_EQUAL(HEM_OK, set(world, body, sheet.positions, VERTICES));
        }
        uint32_t begin = hem_world_body(world, body)->vertex_begin;
        hem_world_velocities(world)[begin + 3u] = (hem_vec3){1.0f, 2.0f, 3.0f};
        TEST_ASSERT_EQUAL(HEM_OK, hem_teleport(world, body, places, VERTICES));
        const hem_vec3 *now = hem_body_positions(world, body);
        for (uint32_t v = 0; v < VERTICES; v++) {
            TEST_ASSERT_TRUE(now[v].x == 1.0f && now[v].y == (float)v && now[v].z == 0.0f);
        }
        TEST_ASSERT_EQUAL_MEMORY(now, ends_of(body), VERTICES * 12u);
        TEST_ASSERT_EACH_EQUAL_HEX8(0, hem_body_velocities(world, body), VERTICES * 12u);
        TEST_ASSERT_EQUAL_UINT32(0, hem_world_body(world, body)->motion);
    }
    world_check_valid(world);
}

/* ---- materials ---- */

void test_a_material_is_set_or_refused(void)
{
    const float bad[][2] = {{NAN, 0.0f},     {0.0f, NAN},   {INFINITY, 0.0f}, {0.0f, INFINITY},
                            {-0.001f, 0.0f}, {0.0f, -0.1f}, {4096.0f, 0.0f},  {0.0f, 2e6f}};
    for (uint32_t i = 0; i < 8; i++) {
        hem_status expected = i < 4 ? HEM_NOT_FINITE : HEM_OUT_OF_RANGE;
        TEST_ASSERT_EQUAL(expected, hem_set_material(world, bodies[0], bad[i][0], bad[i][1]));
        hem_body_def def = world_shape_def(&sheet);
        hem_body body;
        def.thickness = bad[i][0];
        def.friction = bad[i][1];
        TEST_ASSERT_EQUAL(expected, hem_add_body(world, &def, &body, NULL));
    }
    TEST_ASSERT_EQUAL(HEM_NULL, hem_set_material(NULL, bodies[0], 0.0f, 0.0f));
    TEST_ASSERT_EQUAL(HEM_BAD_BODY, hem_set_material(world, (hem_body){9, 1}, 0.0f, 0.0f));
    check_unchanged();
    uint64_t hash = hem_world_hash(world);
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_material(world, bodies[2], 0.003f, 0.7f));
    TEST_ASSERT_TRUE(hem_world_body(world, bodies[2])->thickness == 0.003f);
    TEST_ASSERT_TRUE(hem_world_body(world, bodies[2])->friction == 0.7f);
    TEST_ASSERT_TRUE(hem_world_body(world, bodies[1])->thickness == 0.001f);
    TEST_ASSERT_TRUE(hash != hem_world_hash(world));
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_material(world, bodies[2], 0.0f, 0.0f));
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_material(world, bodies[2], 0.001f, HEM_FRICTION_MOST));
}

void test_what_cloth_is_made_of_is_for_cloth_in_a_world_that_simulates_it(void)
{
    hem_cloth_material material = hem_default_cloth_material();
    TEST_ASSERT_EQUAL(HEM_WRONG_KIND, hem_set_cloth_material(world, bodies[HEM_STATIC], &material));
    TEST_ASSERT_EQUAL(HEM_WRONG_KIND,
                      hem_set_cloth_material(world, bodies[HEM_KINEMATIC], &material));
    TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY,
                      hem_set_cloth_material(world, bodies[HEM_CLOTH], &material));
    TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, hem_set_cloth_material(world, bodies[HEM_SOFT], &material));
    check_unchanged();
}

/* ---- pins ---- */

void test_pins_are_set_and_let_go_one_by_one(void)
{
    uint64_t hash = hem_world_hash(world);
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t v = 0; v < VERTICES; v++) {
            bool pinned = round == 0;
            TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(world, bodies[HEM_SOFT], v, pinned));
            TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(world, bodies[HEM_SOFT], v, pinned));
            TEST_ASSERT_EQUAL_UINT32(pinned ? v + 1u : VERTICES - 1u - v,
                                     hem_bits_count(hem_world_pinned(world), 5 * VERTICES));
            TEST_ASSERT_EQUAL(pinned, hem_bits_has(hem_world_pinned(world), VERTICES + v));
            TEST_ASSERT_EQUAL(round == 1 && v == VERTICES - 1u, hash == hem_world_hash(world));
        }
    }
    check_unchanged();
}

void test_pins_of_what_is_not_there_are_refused(void)
{
    TEST_ASSERT_EQUAL(HEM_NULL, hem_set_pin(NULL, bodies[0], 0, true));
    TEST_ASSERT_EQUAL(HEM_BAD_BODY, hem_set_pin(world, (hem_body){0, 0}, 0, true));
    TEST_ASSERT_EQUAL(HEM_BAD_INDEX, hem_set_pin(world, bodies[0], VERTICES, true));
    TEST_ASSERT_EQUAL(HEM_BAD_INDEX, hem_set_pin(world, bodies[0], HEM_NONE, true));
    check_unchanged();
}

/* Bodies that come and go in any order: a world always holds what a plain list of them says, in the
 * bytes that a world built from scratch has. */
#include "unity.h"

#include "base/bits.h"
#include "base/vec3.h"
#include "world/world_block.h"
#include "guarded_block.h"
#include "random.h"
#include "test_scale.h"
#include "world_shapes.h"

#include <stdlib.h>
#include <string.h>

#define BODIES    6u
#define VERTICES  400u
#define TRIANGLES 700u

/* One body as the list knows it. */
typedef struct known {
    world_shape shape;
    hem_body handle;
    uint8_t *pins;
} known;

static known list[BODIES];
static uint32_t count;
static hem_world *world;
static hem_body gone[64]; /* handles of bodies that were removed */
static uint32_t gone_count;

void setUp(void)
{
    count = gone_count = 0;
    world = world_take(BODIES, VERTICES, TRIANGLES, 10);
}

void tearDown(void)
{
    for (uint32_t i = 0; i < count; i++) {
        world_shape_free(&list[i].shape);
        free(list[i].pins);
    }
    count = 0;
    guarded_block_check_and_free();
}

static void forget(uint32_t at)
{
    world_shape_free(&list[at].shape);
    free(list[at].pins);
    memmove(list + at, list + at + 1, (count - at - 1u) * sizeof *list);
    count--;
}

static void remove_at(uint32_t at)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, list[at].handle));
    gone[gone_count++ % 64u] = list[at].handle;
    forget(at);
}

static void remember(world_shape shape, hem_body handle)
{
    list[count++] = (known){shape, handle, calloc(shape.vertex_count, 1)};
}

static bool fits(const world_shape *shape)
{
    return world->body_count < BODIES && world->vertex_count + shape->vertex_count <= VERTICES &&
           world->triangle_count + shape->triangle_count <= TRIANGLES;
}

static void add(test_random *random)
{
    world_shape shape = world_shape_random(random);
    hem_body_def def = world_shape_def(&shape);
    hem_body body = {0, 0};
    bool expected = fits(&shape);
    hem_status status = hem_add_body(world, &def, &body, NULL);
    TEST_ASSERT_EQUAL(expected, status == HEM_OK);
    if (status == HEM_OK) {
        remember(shape, body);
    } else {
        world_shape_free(&shape);
    }
}

static void replace(test_random *random)
{
    uint32_t at = random_below(random, count);
    world_shape shape = world_shape_random(random);
    hem_body_def def = world_shape_def(&shape);
    hem_body handle = list[at].handle;
    bool expected = fits(&shape);
    hem_status status = hem_replace_body(world, handle, &def, NULL);
    TEST_ASSERT_EQUAL(expected, status == HEM_OK);
    if (status == HEM_OK) {
        forget(at);
        remember(shape, handle);
    } else {
        world_shape_free(&shape);
    }
}

static void move_pins_and_materials(test_random *random)
{
    known *one = &list[random_below(random, count)];
    uint32_t vertex = random_below(random, one->shape.vertex_count);
    one->pins[vertex] = random_below(random, 2) == 0;
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(world, one->handle, vertex, one->pins[vertex] != 0));
    one->shape.thickness = random_float(random, 0.0f, 0.01f);
    one->shape.friction = random_float(random, 0.0f, 2.0f);
    TEST_ASSERT_EQUAL(
        HEM_OK, hem_set_material(world, one->handle, one->shape.thickness, one->shape.friction));
    for (uint32_t v = 0; v < one->shape.vertex_count; v++) {
        one->shape.positions[v].x += 0.001f;
    }
    TEST_ASSERT_EQUAL(
        HEM_OK, hem_teleport(world, one->handle, one->shape.positions, one->shape.vertex_count));
}

static void check_handles(void)
{
    for (uint32_t i = 0; i < count; i++) {
        const hem_mesh *mesh = hem_body_mesh(world, list[i].handle);
        TEST_ASSERT_NOT_NULL(mesh);
        TEST_ASSERT_EQUAL_UINT32(list[i].shape.vertex_count, mesh->vertex_count);
        TEST_ASSERT_EQUAL_MEMORY(list[i].shape.triangles, hem_mesh_triangles(mesh),
                                 3u * mesh->triangle_count * sizeof(uint32_t));
        const hem_vec3 *positions = hem_body_positions(world, list[i].handle);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            hem_vec3 p = hem_vec3_snap(list[i].shape.positions[v]);
            TEST_ASSERT_EQUAL_MEMORY(&p, &positions[v], sizeof p);
        }
    }
    for (uint32_t i = 0; i < gone_count && i < 64u; i++) {
        TEST_ASSERT_NULL(hem_body_mesh(world, gone[i]));
        TEST_ASSERT_NULL(hem_body_positions(world, gone[i]));
        TEST_ASSERT_NULL(hem_body_velocities(world, gone[i]));
        TEST_ASSERT_EQUAL(HEM_BAD_BODY, hem_remove_body(world, gone[i]));
        TEST_ASSERT_EQUAL(HEM_BAD_BODY, hem_set_pin(world, gone[i], 0, true));
    }
}

/* A world with the same capacities that was given the listed bodies, one after the other. */
static hem_world *from_scratch(void)
{
    hem_world *fresh = NULL;
    void *block = aligned_alloc(16, world->bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(block, world->bytes, &world->caps, &fresh));
    for (uint32_t i = 0; i < count; i++) {
        hem_body body = world_shape_add(fresh, &list[i].shape);
        for (uint32_t v = 0; v < list[i].shape.vertex_count; v++) {
            TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(fresh, body, v, list[i].pins[v] != 0));
        }
    }
    return fresh;
}

/* All that a slot decides, and whether anything was tangled: a matter of history. */
static void take_over_slots(hem_world *fresh)
{
    memcpy(hem_world_slots(fresh), hem_world_slots(world),
           world->caps.bodies * sizeof(hem_body_slot));
    for (uint32_t i = 0; i < count; i++) {
        hem_world_bodies(fresh)[i].slot = hem_world_bodies(world)[i].slot;
    }
    fresh->peak = world->peak;
    fresh->may_be_tangled = world->may_be_tangled;
}

static void check_against_scratch(void)
{
    hem_world *fresh = from_scratch();
    take_over_slots(fresh);
    TEST_ASSERT_EQUAL_HEX64(hem_world_hash(fresh), hem_world_hash(world));
    TEST_ASSERT_EQUAL_MEMORY(fresh, world, world->offset.scratch);
    free(fresh);
}

void test_whatever_comes_and_goes_the_world_is_what_a_new_one_would_be(void)
{
    test_random random = {61};
    for (uint32_t round = 0; round < hem_test_count(4000); round++) {
        uint32_t what = random_below(&random, 8);
        if (count == 0 || what < 3) {
            add(&random);
        } else if (what < 5) {
            remove_at(random_below(&random, count));
        } else {
            replace(&random);
        }
        world_check_valid(world);
        TEST_ASSERT_EQUAL_UINT32(count, world->body_count);
        check_handles();
        check_against_scratch();
    }
}

void test_materials_pins_and_places_move_with_their_bodies(void)
{
    test_random random = {62};
    for (uint32_t round = 0; round < hem_test_count(4000); round++) {
        uint32_t what = random_below(&random, 8);
        if (count == 0 || what == 0) {
            add(&random);
        } else if (what == 1) {
            remove_at(random_below(&random, count));
        } else {
            move_pins_and_materials(&random);
        }
        world_check_valid(world);
        check_handles();
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t v = 0; v < list[i].shape.vertex_count; v++) {
                uint32_t at = hem_world_body(world, list[i].handle)->vertex_begin + v;
                TEST_ASSERT_EQUAL(list[i].pins[v] != 0, hem_bits_has(hem_world_pinned(world), at));
            }
        }
    }
}

void test_velocities_and_masses_move_with_their_bodies(void)
{
    test_random random = {63};
    for (uint32_t round = 0; round < hem_test_count(300); round++) {
        while (count < BODIES && world->vertex_count < VERTICES - 100u) {
            add(&random);
        }
        float own[VERTICES];
        uint32_t kept = random_below(&random, count), removed = random_below(&random, count);
        uint32_t vertices = list[kept].shape.vertex_count;
        uint32_t begin = hem_world_body(world, list[kept].handle)->vertex_begin;
        for (uint32_t v = 0; v < vertices; v++) {
            hem_world_velocities(world)[begin + v] = (hem_vec3){(float)v, (float)round, 1.0f};
        }
        memcpy(own, hem_world_inverse_masses(world) + begin, vertices * sizeof(float));
        hem_body handle = list[kept].handle;
        remove_at(removed);
        if (kept == removed) {
            continue;
        }
        begin = hem_world_body(world, handle)->vertex_begin;
        const hem_vec3 *velocities = hem_body_velocities(world, handle);
        for (uint32_t v = 0; v < vertices; v++) {
            TEST_ASSERT_TRUE(velocities[v].x == (float)v && velocities[v].y == (float)round);
        }
        TEST_ASSERT_EQUAL_MEMORY(own, hem_world_inverse_masses(world) + begin,
                                 vertices * sizeof(float));
    }
}

/* Every region is zero, but for the handles that were given and what the last step tells. */
static void check_nothing_is_left(void)
{
    const uint8_t *bytes = (const uint8_t *)world;
    for (uint32_t at = world->offset.bodies; at < world->offset.events; at++) {
        TEST_ASSERT_EQUAL_UINT8_MESSAGE(0, bytes[at], "a byte that nothing uses");
    }
}

void test_a_world_that_was_emptied_is_a_new_one(void)
{
    test_random random = {64};
    for (uint32_t round = 0; round < 20; round++) {
        add(&random);
    }
    while (count > 0) {
        remove_at(count / 2u);
    }
    check_against_scratch();
    TEST_ASSERT_EQUAL_UINT32(0, world->tree_bytes);
}

void test_what_steps_leave_goes_with_the_bodies(void)
{
    hem_step_in in = hem_default_step_in(0.01f);
    hem_report report;
    hem_body sheets[2];
    for (uint32_t i = 0; i < 2; i++) {
        world_shape shape = world_shape_sheet(5, 5, (hem_vec3){0.0f, 0.0f, 0.0005f * (float)i});
        sheets[i] = world_shape_add(world, &shape);
        world_shape_free(&shape);
    }
    for (uint32_t step = 0; step < 3; step++) {
        TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
        TEST_ASSERT_TRUE(report.contacts.used > 0);
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, sheets[0]));
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, sheets[1]));
    check_nothing_is_left();
}

void test_a_handle_is_never_given_twice(void)
{
    test_random random = {65};
    world_shape shape = world_shape_sheet(3, 3, (hem_vec3){0.0f, 0.0f, 0.0f});
    hem_body last = {0, 0};
    for (uint32_t round = 0; round < 50; round++) {
        hem_body body = world_shape_add(world, &shape);
        TEST_ASSERT_EQUAL_UINT32(0, body.slot);
        TEST_ASSERT_TRUE(body.generation > last.generation);
        last = body;
        TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, body));
        TEST_ASSERT_EQUAL(HEM_BAD_BODY, hem_remove_body(world, body));
    }
    /* After four thousand millions the count begins again, without the null handle. */
    hem_world_slots(world)[0].generation = UINT32_MAX;
    hem_body body = world_shape_add(world, &shape);
    TEST_ASSERT_EQUAL_UINT32(1, body.generation);
    TEST_ASSERT_NOT_NULL(hem_body_mesh(world, body));
    world_check_valid(world);
    world_shape_free(&shape);
    add(&random);
}

void test_what_cannot_be_removed_or_replaced_leaves_the_world_as_it_was(void)
{
    test_random random = {66};
    add(&random);
    add(&random);
    uint8_t *before = malloc(world->offset.scratch);
    memcpy(before, world, world->offset.scratch);
    world_shape shape = world_shape_sheet(4, 4, (hem_vec3){0.0f, 0.0f, 0.0f});
    hem_body_def def = world_shape_def(&shape);
    hem_body_report report;
    const hem_body wrong[] = {{0, 0}, {BODIES, 1}, {1, 7}, {HEM_NONE, 1}, {3, 1}};
    for (uint32_t i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(HEM_BAD_BODY, hem_remove_body(world, wrong[i]));
        TEST_ASSERT_EQUAL(HEM_BAD_BODY, hem_replace_body(world, wrong[i], &def, &report));
    }
    TEST_ASSERT_EQUAL(HEM_NULL, hem_remove_body(NULL, list[0].handle));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_replace_body(NULL, list[0].handle, &def, NULL));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_replace_body(world, list[0].handle, NULL, NULL));
    shape.triangles[4] = 1000;
    TEST_ASSERT_EQUAL(HEM_BAD_INDEX, hem_replace_body(world, list[0].handle, &def, &report));
    TEST_ASSERT_EQUAL_UINT32(1, report.detail.index);
    def.positions = hem_body_positions(world, list[1].handle);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_replace_body(world, list[0].handle, &def, &report));
    TEST_ASSERT_EQUAL_MEMORY(before, world, world->offset.scratch);
    world->magic ^= 1u;
    TEST_ASSERT_EQUAL(HEM_BAD_WORLD, hem_remove_body(world, list[0].handle));
    TEST_ASSERT_EQUAL(HEM_BAD_WORLD, hem_replace_body(world, list[0].handle, &def, NULL));
    world->magic ^= 1u;
    free(before);
    world_shape_free(&shape);
}

void test_replacing_needs_room_for_both(void)
{
    guarded_block_check_and_free();
    world_shape shape = world_shape_sheet(5, 5, (hem_vec3){0.0f, 0.0f, 0.0f});
    hem_body_def def = world_shape_def(&shape);
    hem_body_report report;
    world = world_take(1, 50, 64, 0);
    hem_body body = world_shape_add(world, &shape);
    TEST_ASSERT_EQUAL(HEM_FULL_BODIES, hem_replace_body(world, body, &def, &report));
    TEST_ASSERT_EQUAL_UINT32(2, report.detail.needed);
    guarded_block_check_and_free();
    world = world_take(2, 49, 64, 0);
    body = world_shape_add(world, &shape);
    TEST_ASSERT_EQUAL(HEM_FULL_VERTICES, hem_replace_body(world, body, &def, &report));
    TEST_ASSERT_EQUAL_UINT32(50, report.detail.needed);
    guarded_block_check_and_free();
    world = world_take(2, 50, 64, 0);
    body = world_shape_add(world, &shape);
    TEST_ASSERT_EQUAL(HEM_OK, hem_replace_body(world, body, &def, &report));
    TEST_ASSERT_NOT_NULL(hem_body_mesh(world, body));
    TEST_ASSERT_EQUAL_UINT32(1, world->body_count);
    world_shape_free(&shape);
}

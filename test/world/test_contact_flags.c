/* What contacts did in the last solve is part of the state of a world, as flags of its contacts:
 * only a solve gives them, and what does not solve leaves none. */
#include "unity.h"

#include "guarded_block.h"
#include "hem/hem.h"
#include "world/world_block.h"
#include "world_shapes.h"

enum { SIDE = 9, SHEETS = 2, BODIES = SHEETS + 2 };

static hem_world *world;
static hem_body sheets[SHEETS];
static hem_step_in in;
static hem_report report;

static hem_body add(world_shape shape)
{
    hem_body body = world_shape_add(world, &shape);
    world_shape_free(&shape);
    return body;
}

static world_shape wide_floor(void)
{
    world_shape shape = world_shape_sheet(2, 2, (hem_vec3){0.0f, 0.0f, 0.0f});
    for (uint32_t v = 0; v < 4; v++) {
        hem_vec3 *at = &shape.positions[v];
        *at = (hem_vec3){200.0f * at->x - 1.1f, 200.0f * at->y - 0.9f, 0.0f};
    }
    shape.kind = HEM_STATIC;
    return shape;
}

static world_shape sheet_at(float x, float height)
{
    return world_shape_sheet(SIDE, SIDE, (hem_vec3){x, 0.7f * x, height});
}

static void step(uint32_t steps)
{
    for (uint32_t k = 0; k < steps; k++) {
        TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
    }
}

/* Two sheets at rest on a floor, and room for one more. */
void setUp(void)
{
    uint32_t vertices = 3u * SIDE * SIDE + 4u, faces = 2u * vertices;
    hem_caps caps =
        hem_default_cloth_caps(BODIES, vertices, faces, HEM_EDGES(vertices, faces), 20u * vertices);
    caps.orphans = 20u * vertices;
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    in = hem_default_step_in(1.0f / 90.0f);
    (void)add(wide_floor());
    for (uint32_t i = 0; i < SHEETS; i++) {
        sheets[i] = add(sheet_at(0.003f * (float)i, 0.0012f + 0.0011f * (float)i));
    }
    step(20);
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

static uint32_t contacts_with(uint32_t flag)
{
    const hem_small_impact *contacts = hem_world_contact_room(world);
    uint32_t with = 0;
    for (uint32_t i = 0; i < hem_world_contact_count(world); i++) {
        with += (contacts[i].flags & flag) != 0;
    }
    return with;
}

static void check_no_flags(void)
{
    TEST_ASSERT_GREATER_THAN_UINT32(100, hem_world_contact_count(world));
    TEST_ASSERT_EQUAL_UINT32(0, contacts_with(UINT8_MAX));
}

/* Any that stuck pushed, and any that pushed was there. */
static void check_flags(void)
{
    const hem_small_impact *contacts = hem_world_contact_room(world);
    TEST_ASSERT_GREATER_THAN_UINT32(100, hem_world_contact_count(world));
    TEST_ASSERT_EQUAL_UINT32(hem_world_contact_count(world), contacts_with(HEM_SMALL_KNOWN));
    for (uint32_t i = 0; i < hem_world_contact_count(world); i++) {
        bool pushed = (contacts[i].flags & HEM_SMALL_PUSHED) != 0;
        TEST_ASSERT_TRUE(pushed || (contacts[i].flags & HEM_SMALL_STUCK) == 0);
    }
}

void test_a_solve_notes_what_contacts_did(void)
{
    check_flags();
    TEST_ASSERT_GREATER_THAN_UINT32(50, contacts_with(HEM_SMALL_PUSHED));
    TEST_ASSERT_GREATER_THAN_UINT32(50, contacts_with(HEM_SMALL_STUCK));
}

void test_resolve_leaves_no_flags_of_steps_before(void)
{
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    check_no_flags();
    step(1);
    check_flags();
}

void test_a_step_that_solves_nothing_leaves_no_flags(void)
{
    in.limits.cloth_iterations = 0;
    step(1);
    check_no_flags();
    in = hem_default_step_in(1.0f / 90.0f);
    step(1);
    check_flags();
    in.limits.cloth_passes = 0;
    step(1);
    check_no_flags();
}

void test_every_flag_is_in_the_hash_of_the_world(void)
{
    uint64_t hash = hem_world_hash(world);
    hem_small_impact *contacts = hem_world_contact_room(world);
    for (uint32_t i = 0; i < hem_world_contact_count(world); i += 17) {
        for (uint32_t trait = 0; trait < 3; trait++) {
            contacts[i].flags = (uint8_t)(contacts[i].flags ^ 1u << trait);
            TEST_ASSERT_TRUE(hem_world_hash(world) != hash);
            contacts[i].flags = (uint8_t)(contacts[i].flags ^ 1u << trait);
        }
    }
    TEST_ASSERT_EQUAL_HEX64(hash, hem_world_hash(world));
}

/* Its contacts name vertices that have moved to other numbers. */
void test_removing_a_body_forgets_contacts_and_adding_one_does_not(void)
{
    uint32_t count = hem_world_contact_count(world);
    hem_body other = add(sheet_at(0.0f, 0.5f));
    TEST_ASSERT_EQUAL_UINT32(count, hem_world_contact_count(world));
    check_flags();
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, other));
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_contact_count(world));
    step(1);
    check_flags();
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, sheets[0]));
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_contact_count(world));
}

/* The scratch of a world is enough for whatever a step takes, and not much more. */
#include "unity.h"

#include "base/bits.h"
#include "detect/body_contacts.h"
#include "detect/body_sweep.h"
#include "detect/earliest.h"
#include "detect/largest_bodies.h"
#include "world/step.h"
#include "guarded_block.h"
#include "test_scale.h"
#include "world_shapes.h"

#include <stdlib.h>

#define BODIES 8u

static world_shape shapes[BODIES];
static hem_body bodies[BODIES];
static uint32_t count;
static hem_world *world;

void setUp(void)
{
    count = 0;
}

static void forget(void)
{
    for (uint32_t i = 0; i < count; i++) {
        world_shape_free(&shapes[i]);
    }
    count = 0;
    guarded_block_check_and_free();
}

void tearDown(void)
{
    forget();
}

/* A world of the shapes, with room for just those. */
static void make_world(uint32_t contacts)
{
    uint32_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < count; i++) {
        vertices += shapes[i].vertex_count;
        triangles += shapes[i].triangle_count;
    }
    world = world_take(count, vertices, triangles, contacts);
    for (uint32_t i = 0; i < count; i++) {
        bodies[i] = world_shape_add(world, &shapes[i]);
    }
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* What the phases ask for, by their own accounts. */
static uint64_t bytes_of_phases(void)
{
    hem_moving_body moving[BODIES];
    uint32_t b = world->body_count, v = world->vertex_count, c = world->caps.contacts;
    uint32_t zone = HEM_ZONE_IMPACTS(c);
    uint32_t zone_vertices = 4u * zone < v ? 4u * zone : v;
    for (uint32_t i = 0; i < b; i++) {
        const hem_body_record *record = hem_world_bodies(world) + i;
        moving[i] = (hem_moving_body){.mesh = hem_world_mesh(world, i),
                                      .tree = hem_world_tree(world, record),
                                      .first_vertex = record->vertex_begin};
    }
    uint64_t base = HEM_ARENA_BYTES(b, sizeof(hem_moving_body)) +
                    HEM_ARENA_BYTES(v, sizeof(float)) + HEM_ARENA_BYTES(HEM_BIT_WORDS(v), 4u) +
                    hem_tangled_bytes(b, world->triangle_count, HEM_TANGLED_PAIRS(c));
    uint64_t contacts = HEM_ARENA_BYTES(b, sizeof(float)) +
                        hem_body_contacts_bytes(moving, b, v, HEM_CONTACT_ROOM(c));
    uint64_t tangled = hem_body_sweep_bytes(b) + hem_pass_scratch(hem_largest_bodies(moving, b));
    uint64_t bits = HEM_ARENA_BYTES(HEM_BIT_WORDS(v), 4u);
    uint64_t repel = HEM_ARENA_BYTES(HEM_CONTACT_ROOM(c), sizeof(float)) + 3u * bits;
    uint64_t talk = hem_impacts_bytes(moving, b, v);
    uint64_t pass = hem_pass_scratch(hem_largest_bodies(moving, b));
    uint64_t look = hem_earliest_bytes(v) + larger(pass, HEM_ARENA_BYTES(v, sizeof(hem_impact)));
    uint64_t kept =
        2u * bits + larger(HEM_ARENA_BYTES(c, 8u), HEM_ARENA_BYTES(zone, sizeof(hem_impact)));
    uint64_t solve = HEM_ARENA_BYTES(zone, sizeof(hem_touch)) +
                     HEM_ZONES_BYTES(zone_vertices, zone) +
                     HEM_ZONE_SOLVE_BYTES(zone_vertices, zone);
    uint64_t hold = talk + HEM_ARENA_BYTES(HEM_BIT_WORDS(b), 4u) + hem_body_sweep_bytes(b);
    return base + larger(larger(larger(contacts, tangled), repel),
                         kept + larger(hold, talk - look + solve));
}

static uint64_t bytes_given(void)
{
    return HEM_STEP_SCRATCH_BYTES(world->caps.bodies, world->caps.vertices, world->caps.triangles,
                                  world->caps.contacts);
}

/* Every body that can be led goes through the middle. */
static void lead_through_the_middle(void)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t v = 0; v < shapes[i].vertex_count; v++) {
            hem_vec3 now = hem_body_positions(world, bodies[i])[v];
            shapes[i].positions[v] = (hem_vec3){-0.3f * now.x, -0.3f * now.y, -0.3f * now.z};
        }
        if (shapes[i].kind != HEM_STATIC) {
            TEST_ASSERT_EQUAL(
                HEM_OK, (shapes[i].kind == HEM_KINEMATIC ? hem_set_kinematic : hem_set_candidate)(
                            world, bodies[i], shapes[i].positions, shapes[i].vertex_count));
        }
    }
}

static void check_a_step(void)
{
    hem_step_in in = hem_default_step_in(0.01f);
    hem_report report;
    in.limits.impact_passes = 2;
    in.limits.zone_passes = 2;
    lead_through_the_middle();
    world->may_be_tangled = 1;
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    TEST_ASSERT_EQUAL_UINT32(0, report.scratch.left_out);
    TEST_ASSERT_TRUE(report.scratch.used <= bytes_given());
    TEST_ASSERT_TRUE(report.scratch.used <= report.scratch.capacity);
    TEST_ASSERT_EQUAL_UINT32(world->bytes - world->offset.scratch, report.scratch.capacity);
    TEST_ASSERT_EQUAL_UINT32(world->caps.contacts - world->contact_count,
                             report.met_impacts.capacity);
    TEST_ASSERT_EQUAL_UINT32(HEM_ZONE_IMPACTS(world->caps.contacts), report.zone_impacts.capacity);
}

void test_no_step_runs_out_of_scratch_in_thousands_of_worlds(void)
{
    test_random random = {71};
    for (uint32_t round = 0; round < hem_test_count(3000); round++) {
        uint32_t wanted = 1u + random_below(&random, BODIES), vertices = 0;
        for (; count < wanted; count++) {
            shapes[count] = world_shape_random(&random);
            vertices += shapes[count].vertex_count;
        }
        const uint32_t contacts[] = {0, 1, vertices, HEM_CONTACTS(vertices),
                                     random_below(&random, 2000)};
        make_world(contacts[random_below(&random, 5)]);
        TEST_ASSERT_TRUE(bytes_of_phases() <= bytes_given());
        if (round % 40u == 0) {
            check_a_step();
        }
        forget();
    }
}

void test_one_body_of_any_size_and_any_contacts_is_given_what_it_takes_and_hardly_more(void)
{
    test_random random = {72};
    for (uint32_t round = 0; round < hem_test_count(60); round++) {
        uint32_t side = 16u + round % 50u; /* more leaves than a pass keeps */
        shapes[count++] = world_shape_sheet(side, side, (hem_vec3){0.0f, 0.0f, 0.0f});
        uint32_t all = HEM_CONTACTS(side * side);
        make_world(round % 2u == 0 ? all : random_below(&random, 2u * all));
        uint64_t taken = bytes_of_phases(), given = bytes_given();
        TEST_ASSERT_TRUE(taken <= given);
        TEST_ASSERT_TRUE(given - taken <= taken / 50u + 1024u);
        forget();
    }
}

/* What one body, or one of many, takes for its tree is counted for all of them together. */
void test_the_trees_of_any_bodies_fit(void)
{
    test_random random = {73};
    for (uint32_t round = 0; round < hem_test_count(20000); round++) {
        uint32_t b = 1u + random_below(&random, 40), usual = random_below(&random, 22);
        uint64_t f = 0, needed = 0;
        for (uint32_t i = 0; i < b; i++) {
            bool other = random_below(&random, 8) == 0;
            uint32_t least = 1u << (other ? random_below(&random, 23) : usual);
            uint64_t own = least + random_below(&random, least);
            f += own;
            needed += HEM_WORLD_TREE_PARTS(own);
        }
        TEST_ASSERT_TRUE(needed <= HEM_WORLD_TREE_BYTES(b, f));
    }
}

/* As many impacts in zones as there is room for, each with four vertices of its own, and no more
 * scratch than the conversation and these zones have. */
void test_the_largest_zones_are_never_refused_for_scratch(void)
{
    for (uint32_t v = 20; v < 200000; v += v / 3u) {
        uint32_t f = 2u * v, c = HEM_CONTACTS(v), zone = HEM_ZONE_IMPACTS(c);
        uint32_t vertices = 4u * zone < v ? 4u * zone : v;
        uint64_t solve = HEM_ARENA_BYTES(zone, sizeof(hem_touch)) +
                         HEM_ZONES_BYTES(vertices, zone) + HEM_ZONE_SOLVE_BYTES(vertices, zone);
        uint64_t kept =
            HEM_STEP_BASE_BYTES(1u, v) + HEM_STEP_MET_BYTES(v, c) + HEM_STEP_TALK_BYTES(1u, v, f);
        TEST_ASSERT_TRUE(kept + solve <= HEM_WORLD_SCRATCH_BYTES(1u, v, f, c));
    }
}

void test_with_usual_contacts_a_world_takes_so_many_bytes_a_vertex(void)
{
    /* Sheets of 100 vertices, as many as it takes. */
    const struct {
        uint32_t vertices;
        uint64_t most; /* bytes a vertex */
    } sizes[] = {{1000, 780}, {2000, 775}, {5000, 770}, {20000, 770}, {100000, 770}};
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t v = sizes[i].vertices, b = v / 100u, f = 162u * b;
        uint64_t bytes = HEM_WORLD_BYTES(b, v, f, HEM_EDGES(v, f), HEM_CONTACTS(v));
        TEST_ASSERT_TRUE(bytes <= sizes[i].most * v);
    }
}

/* Cloth that is pulled over a bar and through a ring, by hem_step: friction holds what it may, by
 * Euler's and Eytelwein's law, and no more, however hard cloth is pulled and however many contacts
 * there are. */
#include "unity.h"

#include "base/vec3.h"
#include "guarded_block.h"
#include "hem/hem.h"
#include "played_world.h"
#include "world_shapes.h"

#include <math.h>
#include <string.h>

enum { LONG = 61, WIDE = 4, COUNT = LONG * WIDE, AROUND = 48 };

#define CELL   0.01f
#define RADIUS 0.03f
#define PI     3.14159265358979

static hem_world *world;
static hem_body strip;
static hem_step_in in;
static hem_report report;
static hem_vec3 ends[COUNT];

void setUp(void)
{
    in = hem_default_step_in(1.0f / 90.0f);
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

/* A bar along y; its faces look outwards. */
static void add_bar(float friction)
{
    hem_vec3 positions[2 * AROUND];
    uint32_t triangles[6 * AROUND];
    for (uint32_t k = 0; k < AROUND; k++) {
        double angle = 2.0 * PI * (double)k / AROUND, x = (double)RADIUS * cos(angle);
        double z = (double)RADIUS * sin(angle);
        uint32_t next = (k + 1u) % AROUND, *t = &triangles[6u * k];
        positions[2u * k] = (hem_vec3){(float)x, -0.05f, (float)z};
        positions[2u * k + 1u] = (hem_vec3){(float)x, 0.08f, (float)z};
        t[0] = 2u * k, t[1] = 2u * next, t[2] = 2u * k + 1u;
        t[3] = 2u * next, t[4] = 2u * next + 1u, t[5] = 2u * k + 1u;
    }
    hem_body_def def = hem_default_body_def();
    hem_body bar;
    def.kind = HEM_STATIC;
    def.positions = positions;
    def.vertex_count = 2u * AROUND;
    def.triangles = triangles;
    def.triangle_count = 2u * AROUND;
    def.friction = friction;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &def, &bar, NULL));
}

/* Hangs over the bar: row r of the strip at so much of its length. Both ends hang down. */
static hem_vec3 place(uint32_t row, float y)
{
    double along = ((double)row - 0.5 * (LONG - 1)) * (double)CELL;
    double r = (double)RADIUS + 0.0011, half = 0.5 * PI * r;
    if (fabs(along) <= half) {
        double angle = along / r;
        return (hem_vec3){(float)(r * sin(angle)), y, (float)(r * cos(angle))};
    }
    double down = fabs(along) - half;
    return (hem_vec3){(float)(along > 0.0 ? r : -r), y, (float)-down};
}

/* The first end is as heavy as `heavy` times the rest of its half; the other one is led. */
static void hang(float friction, float heavy)
{
    hem_vec3 positions[COUNT], rest[COUNT];
    float masses[COUNT];
    world_shape shape = world_shape_sheet(WIDE, LONG, (hem_vec3){0.0f, 0.0f, 0.0f});
    hem_caps caps = hem_default_cloth_caps(2, COUNT + 2u * AROUND, 2u * COUNT + 2u * AROUND,
                                           4u * COUNT + 4u * AROUND, 24u * COUNT);
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    add_bar(friction);
    for (uint32_t v = 0; v < COUNT; v++) {
        rest[v] = shape.positions[v];
        positions[v] = place(v / WIDE, rest[v].x);
        masses[v] = 0.2f * CELL * CELL;
        if (v / WIDE < 2u) {
            masses[v] = 0.25f * heavy * masses[v] * (0.5f * LONG);
        }
    }
    hem_body_def def = world_shape_def(&shape);
    def.positions = positions;
    def.rest = rest;
    def.masses = masses;
    def.friction = friction;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &def, &strip, NULL));
    world_shape_free(&shape);
    for (uint32_t v = COUNT - 2u * WIDE; v < COUNT; v++) {
        TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(world, strip, v, true));
    }
}

/* The led end goes down by so much in a step. */
static void pull(float way, uint32_t steps)
{
    for (uint32_t s = 0; s < steps; s++) {
        const hem_vec3 *at = hem_body_positions(world, strip);
        for (uint32_t v = 0; v < COUNT; v++) {
            ends[v] = at[v];
            ends[v].z -= v >= COUNT - 2u * WIDE ? way : 0.0f;
        }
        TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, strip, ends, COUNT));
        TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
        TEST_ASSERT_EQUAL_UINT32(0, report.held_vertices);
    }
}

static float height_of_the_heavy_end(void)
{
    return hem_body_positions(world, strip)[0].z;
}

/* The longest edge along the strip, in cells. */
static float longest(void)
{
    const hem_vec3 *at = hem_body_positions(world, strip);
    float most = 0.0f;
    for (uint32_t v = WIDE; v < COUNT; v++) {
        most = fmaxf(most, hem_length(hem_sub(at[v], at[v - WIDE])) / CELL);
    }
    return most;
}

/* Pulled by 12 cm, the other end rises by as much, less what it is stretched. */
static void check_slides(float friction, float heavy, float stretch)
{
    hang(friction, heavy);
    pull(0.0f, 30);
    float before = height_of_the_heavy_end();
    pull(0.001f, 120);
    TEST_ASSERT_FLOAT_WITHIN(0.02f, 0.12f, height_of_the_heavy_end() - before);
    TEST_ASSERT_TRUE(longest() < stretch);
    guarded_block_check_and_free();
}

void test_a_strip_slides_over_a_bar_as_it_is_pulled(void)
{
    check_slides(0.0f, 1.0f, 1.1f);
    check_slides(0.05f, 1.0f, 1.1f);
    check_slides(0.3f, 1.0f, 1.15f);
    check_slides(0.6f, 1.0f, 1.2f);
}

void test_a_strip_slides_over_a_bar_under_a_load(void)
{
    check_slides(0.05f, 20.0f, 1.2f);
    check_slides(0.3f, 20.0f, 1.4f);
}

void test_a_strip_slides_over_a_bar_as_fast_as_it_is_pulled(void)
{
    hang(0.3f, 4.0f);
    pull(0.0f, 30);
    float before = height_of_the_heavy_end();
    pull(0.004f, 30);
    TEST_ASSERT_TRUE(longest() < 1.5f);
    pull(0.0f, 60);
    TEST_ASSERT_FLOAT_WITHIN(0.02f, 0.12f, height_of_the_heavy_end() - before);
}

/* Folds rub on the ring and on each other; what pulls is as strong as it has to be. */
void test_a_cloth_is_pulled_through_a_ring_and_hardly_stretched(void)
{
    static played_world played;
    static hem_vec3 rest[PLAY_FULL_VERTICES];
    TEST_ASSERT_TRUE(played_world_start_by(&played, PLAYED_STEP, PLAY_RING, SCENE_FULL));
    TEST_ASSERT_TRUE(played_world_make(&played, played_world_contacts(&played.player)));
    const player_body *cloth = &played.player.bodies[1];
    const hem_mesh *mesh = hem_body_mesh(played.hem.world, played.hem.bodies[1]);
    const hem_pair *edges = hem_mesh_edges(mesh);
    memcpy(rest, player_world_positions(&played.hem) + cloth->first_vertex,
           mesh->vertex_count * sizeof *rest);
    for (uint32_t s = 0; s < 100; s++) {
        TEST_ASSERT_TRUE(played_world_step(&played));
    }
    const hem_vec3 *at = player_world_positions(&played.hem) + cloth->first_vertex;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t a = edges[e].first, b = edges[e].second;
        TEST_ASSERT_TRUE(hem_length(hem_sub(at[a], at[b])) <
                         2.0f * hem_length(hem_sub(rest[a], rest[b])));
    }
    played_world_end(&played);
}

/* Let go of, the heavier end falls if it weighs more than exp(mu pi) times the other. */
static float falls(float friction, float heavy)
{
    hang(friction, heavy);
    pull(0.0f, 30);
    for (uint32_t v = COUNT - 2u * WIDE; v < COUNT; v++) {
        TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(world, strip, v, false));
    }
    float before = height_of_the_heavy_end();
    for (uint32_t s = 0; s < 25; s++) {
        TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
    }
    float fallen = before - height_of_the_heavy_end();
    guarded_block_check_and_free();
    return fallen;
}

void test_friction_around_a_bar_holds_what_it_may_and_no_more(void)
{
    TEST_ASSERT_TRUE(falls(0.3f, 2.0f) < 0.002f); /* 2.2 to 1: e^0.94 is 2.6 */
    TEST_ASSERT_TRUE(falls(0.3f, 8.0f) > 0.02f);  /* 5.8 to 1 */
    TEST_ASSERT_TRUE(falls(0.6f, 8.0f) < 0.002f); /* 5.8 to 1: e^1.9 is 6.6 */
    TEST_ASSERT_TRUE(falls(0.6f, 30.0f) > 0.02f); /* 19 to 1 */
    TEST_ASSERT_TRUE(falls(0.1f, 3.0f) > 0.02f);  /* 2.8 to 1: e^0.31 is 1.4 */
}

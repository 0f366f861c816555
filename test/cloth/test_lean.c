#include "unity.h"

#include "cloth/lean.h"
#include "random.h"
#include "test_scale.h"

#include <math.h>

enum { BYTES = 8192 };

static _Alignas(16) uint8_t memory[BYTES];
static hem_arena scratch;
static hem_vec3 start[4], velocity[4], ends[4];
static float inverse_mass[4];
static hem_touch touch;
static hem_cloth_step_in in;
static hem_impact contact;

/* A vertex so far above the middle of a fixed face. */
static void above(float gap)
{
    start[0] = (hem_vec3){0.0f, 0.0f, gap};
    contact = (hem_impact){.vertex = {0, 1, 2, 3},
                           .weight = {1.0f, -0.25f, -0.25f, -0.5f},
                           .normal = {0.0f, 0.0f, 1.0f},
                           .distance = gap,
                           .kind = HEM_CONTACT_VERTEX_FACE};
}

void setUp(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, memory, BYTES));
    const hem_vec3 face[3] = {{-1.0f, -1.0f, 0.0f}, {1.0f, -1.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};
    for (uint32_t v = 0; v < 4; v++) {
        start[v] = face[v > 0 ? v - 1u : 0u];
        velocity[v] = (hem_vec3){0.0f, 0.0f, 0.0f};
        inverse_mass[v] = v == 0 ? 1000.0f : 0.0f;
    }
    touch = (hem_touch){.thickness = 0.001f, .friction = 0.0f};
    in = hem_default_cloth_step_in(1.0f / 90.0f);
    in.motion.start = start;
    in.motion.velocity = velocity;
    in.motion.inverse_mass = inverse_mass;
    in.motion.vertex_count = 4;
    in.ends = ends;
    in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    above(0.001f);
}

void tearDown(void)
{
}

static void solve(void)
{
    hem_small_impact small = hem_small_of(&contact);
    hem_cloth_contacts contacts = {.contacts = &small, .count = 1, .touch = &touch};
    hem_cloth_out out = {.iterations = 0};
    TEST_ASSERT_EQUAL(HEM_OK, hem_cloth_solve(&in, &contacts, &scratch, &out));
    TEST_ASSERT_EQUAL_UINT32(0, scratch.used);
}

void test_a_vertex_arrives_at_the_thickness_however_fast_it_comes(void)
{
    test_random random = {5};
    for (uint32_t round = 0; round < hem_test_count(1000); round++) {
        float gap = 0.001f + 0.01f * (float)random_below(&random, 1000) / 1000.0f;
        float speed = (gap - 0.001f) * 90.0f + 0.5f * (float)random_below(&random, 1000) / 1000.0f;
        above(gap);
        velocity[0] = (hem_vec3){0.0f, 0.0f, -speed};
        solve();
        /* A spring of a hundred masses gives way by a part in a hundred of the way that it ends. */
        float short_of = (speed / 90.0f - (gap - 0.001f)) / 95.0f;
        TEST_ASSERT_TRUE(ends[0].z <= 0.001f + 1e-6f);
        TEST_ASSERT_TRUE(ends[0].z >= 0.001f - short_of - 1e-6f);
    }
}

void test_what_parts_or_stays_away_is_left_alone(void)
{
    velocity[0] = (hem_vec3){0.1f, 0.0f, 0.3f};
    solve();
    TEST_ASSERT_EQUAL_FLOAT(0.1f, velocity[0].x);
    TEST_ASSERT_EQUAL_FLOAT(0.3f, velocity[0].z);
    above(0.0014f);
    velocity[0] = (hem_vec3){0.0f, 0.0f, -0.01f};
    solve();
    TEST_ASSERT_EQUAL_FLOAT(-0.01f, velocity[0].z);
}

void test_a_gap_that_is_too_narrow_opens_a_little_in_a_step(void)
{
    above(0.0005f);
    for (uint32_t v = 1; v < 4; v++) {
        inverse_mass[v] = 0.001f; /* a face that is heavy, but can be moved */
    }
    solve();
    TEST_ASSERT_TRUE(ends[0].z > 0.0005f && ends[0].z < 0.00065f);
}

void test_a_gap_to_what_cannot_be_moved_opens_at_once_and_leaves_no_speed(void)
{
    above(0.0005f);
    velocity[0] = (hem_vec3){0.0f, 0.0f, -0.1f};
    solve();
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 0.001f, ends[0].z);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 0.0f, velocity[0].z);
}

void test_friction_ends_little_slip_and_slows_much_by_its_part_of_the_push(void)
{
    touch.friction = 0.3f;
    velocity[0] = (hem_vec3){0.02f, 0.0f, -0.1f};
    solve();
    TEST_ASSERT_TRUE(velocity[0].x >= 0.0f && velocity[0].x < 0.0002f);
    velocity[0] = (hem_vec3){0.0f, 0.5f, -0.1f};
    solve();
    TEST_ASSERT_FLOAT_WITHIN(0.002f, 0.5f - 0.3f * 0.1f, velocity[0].y);
}

void test_a_vertex_rides_on_a_face_that_moves(void)
{
    touch.friction = 2.0f;
    for (uint32_t v = 1; v < 4; v++) {
        velocity[v] = (hem_vec3){0.05f, 0.0f, 0.1f};
    }
    solve();
    TEST_ASSERT_FLOAT_WITHIN(0.003f, 0.1f, velocity[0].z);
    TEST_ASSERT_FLOAT_WITHIN(0.001f, 0.05f, velocity[0].x);
}

void test_only_ends_of_what_has_a_mass_are_written(void)
{
    ends[2] = (hem_vec3){7.0f, 8.0f, 9.0f};
    solve();
    TEST_ASSERT_EQUAL_FLOAT(8.0f, ends[2].y);
}

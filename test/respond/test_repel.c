/* Repulsion: the constraint of the paper, its limits, stiction and release, and cloth at rest. */
#include "unity.h"

#include "base/vec3.h"
#include "hem/respond.h"
#include "narrow/closest.h"
#include "respond_cases.h"
#include "test_scale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DT (1.0f / 90.0f)

static respond_case now, earlier;
static hem_repel_def def;
static hem_repel_out out;
static hem_arena scratch;
HEM_BLOCK(memory, HEM_REPEL_BYTES(RESPOND_IMPACTS));

void setUp(void)
{
    def = hem_default_repel_def();
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, memory, sizeof memory));
}

void tearDown(void)
{
}

/* A vertex of 0.5 g above a large triangle, which moves on its own. */
static void make_vertex_over_face(float distance, hem_vec3 velocity, hem_vec3 face_velocity)
{
    now = (respond_case){.vertex_count = 4, .impact_count = 1, .dt = DT};
    const hem_vec3 start[4] = {{0, 0, distance}, {-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
    for (uint32_t v = 0; v < 4; v++) {
        now.start[v] = start[v];
        now.velocity[v] = v == 0 ? velocity : face_velocity;
        now.inverse_mass[v] = v == 0 ? 2000.0f : 0.0f;
    }
    now.touch = (hem_touch){0.001f, 0.0f};
    now.impacts[0] = (hem_impact){.vertex = {0, 1, 2, 3},
                                  .weight = {1.0f, -0.25f, -0.25f, -0.5f},
                                  .normal = {0, 0, 1},
                                  .distance = distance};
    earlier = now;
}

static hem_status repel(void)
{
    hem_respond_in in = respond_case_in(&now);
    return hem_repel(&in, &def, &scratch, &out);
}

void test_approach_turns_into_the_speed_of_the_paper(void)
{
    test_random random = {31};
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        float distance = random_float(&random, 0.0f, 0.001f);
        float down = random_float(&random, 0.0f, 0.2f), under = random_float(&random, -1.0f, 1.0f);
        make_vertex_over_face(distance, (hem_vec3){0, 0, under - down}, (hem_vec3){0, 0, under});
        def.sweeps = 1;
        def.recovery = i % 2 == 0 ? 1.0f : 0.25f;
        TEST_ASSERT_EQUAL(HEM_OK, repel());
        double approach = (double)under - (double)earlier.velocity[0].z;
        double gamma = fmin(approach / (0.001 * 90.0), 1.0);
        double gain = fmin(0.001 - (double)distance, (double)def.recovery * 0.001);
        double expected = (double)under + 90.0 * gamma * gain;
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, expected, (double)now.velocity[0].z);
    }
}

void test_what_does_not_approach_is_left_alone(void)
{
    const float distances[4] = {0.0f, 0.0004f, 0.0009f, 0.00105f};
    for (uint32_t i = 0; i < 4; i++) {
        make_vertex_over_face(distances[i], (hem_vec3){0.3f, 0, 0.0f}, (hem_vec3){0, 0, 0});
        TEST_ASSERT_EQUAL(HEM_OK, repel());
        TEST_ASSERT_EQUAL_MEMORY(&earlier, &now, sizeof now);
        make_vertex_over_face(distances[i], (hem_vec3){0.3f, 0, 0.01f}, (hem_vec3){0, 0, 0});
        TEST_ASSERT_EQUAL(HEM_OK, repel());
        TEST_ASSERT_EQUAL_MEMORY(&earlier, &now, sizeof now);
    }
}

void test_what_is_farther_than_the_thickness_may_come_that_close(void)
{
    def.stick_reach = 0.0f;
    make_vertex_over_face(0.003f, (hem_vec3){0, 0, -0.1f}, (hem_vec3){0, 0, 0});
    TEST_ASSERT_EQUAL(HEM_OK, repel());
    TEST_ASSERT_EQUAL_MEMORY(&earlier, &now, sizeof now);
    make_vertex_over_face(0.003f, (hem_vec3){0, 0, -5.0f}, (hem_vec3){0, 0, 0});
    TEST_ASSERT_EQUAL(HEM_OK, repel());
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, -0.18f, now.velocity[0].z);
}

void test_features_that_have_passed_by_less_than_the_depth_are_parted(void)
{
    def.recovery = 0.1f;
    make_vertex_over_face(-0.00099f, (hem_vec3){0, 0, 0}, (hem_vec3){0, 0, 0});
    TEST_ASSERT_EQUAL(HEM_OK, repel());
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 0.0001f * 90.0f, now.velocity[0].z);
    def.recovery = 1.0f;
    make_vertex_over_face(-0.0002f, (hem_vec3){0, 0, -1.0f}, (hem_vec3){0, 0, 0});
    TEST_ASSERT_EQUAL(HEM_OK, repel());
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 0.001f * 90.0f, now.velocity[0].z);
    make_vertex_over_face(-0.00101f, (hem_vec3){0, 0, -1.0f}, (hem_vec3){0, 0, 0});
    TEST_ASSERT_EQUAL(HEM_LIMITED, repel());
    TEST_ASSERT_EQUAL(1, out.deep);
    TEST_ASSERT_EQUAL_MEMORY(&earlier, &now, sizeof now);
}

/* A vertex goes over the edge of a step, from above one face to beside it: with the closest-point
 * direction its answer turns gradually, with the faces' normals it would jump (002-19). */
void test_the_direction_is_continuous_over_an_edge(void)
{
    const hem_vec3 face[2][3] = {{{0, -1, 0}, {0, 1, 0}, {-2, 0, 0}},
                                 {{0, -1, 0}, {0, 1, 0}, {0, 0, -2}}};
    hem_vec3 last = {0, 0, 0};
    double largest = 0.0;
    def.sweeps = 1;
    for (uint32_t i = 0; i <= 1000; i++) {
        float angle = -0.5f + 2.5707963f * (float)i / 1000.0f;
        /* Half a millimetre from the nearest point, first over the one face, then round the edge,
         * then along the other. */
        hem_vec3 point = {0.0005f * sinf(angle), 0.0f, 0.0005f * cosf(angle)};
        hem_nearest found[2];
        for (uint32_t side = 0; side < 2; side++) {
            const hem_vec3 points[4] = {point, face[side][0], face[side][1], face[side][2]};
            hem_closest_vertex_face_1(points, &found[side]);
        }
        uint32_t near = found[1].distance_squared < found[0].distance_squared;
        float distance = hem_sqrt(found[near].distance_squared);
        make_vertex_over_face(distance, (hem_vec3){-0.3f, 0, -0.3f}, (hem_vec3){0, 0, 0});
        now.impacts[0].normal = hem_scale(1.0f / distance, found[near].way);
        TEST_ASSERT_EQUAL(HEM_OK, repel());
        if (i > 0) {
            largest = fmax(largest, (double)hem_length(hem_sub(now.velocity[0], last)));
        }
        last = now.velocity[0];
    }
    /* 2.57 rad in 1000 steps, at 0.43 m/s and 9 mm/s; a jump would be 0.4. */
    TEST_ASSERT_TRUE(largest < 0.004);
}

void test_a_vertex_rides_on_what_moves_under_it_until_it_is_pulled_off(void)
{
    /* The face slides by 1.5 mm/s, within the band, and there is next to no friction. */
    hem_vec3 sliding = {0.0015f, 0, 0};
    make_vertex_over_face(0.001f, (hem_vec3){0, 0, 0}, sliding);
    now.touch.friction = earlier.touch.friction = 1e-6f;
    for (uint32_t step = 0; step < 100; step++) {
        now.velocity[0].z -= 9.81f * DT;
        TEST_ASSERT_EQUAL(HEM_OK, repel());
        TEST_ASSERT_FLOAT_WITHIN(1e-8f, sliding.x, now.velocity[0].x);
        TEST_ASSERT_FLOAT_WITHIN(1e-8f, 0.0f, now.velocity[0].z);
    }
    /* A pull upwards, a little stronger than gravity: released, and it slides no more along. */
    make_vertex_over_face(0.001f, (hem_vec3){0, 0, 0.3f * DT}, sliding);
    now.touch.friction = earlier.touch.friction = 1e-6f;
    TEST_ASSERT_EQUAL(HEM_OK, repel());
    TEST_ASSERT_EQUAL(0, out.stuck);
    TEST_ASSERT_EQUAL_MEMORY(&earlier, &now, sizeof now);
    /* Too far away to stick. */
    make_vertex_over_face(0.0012f, (hem_vec3){0, 0, 0}, sliding);
    TEST_ASSERT_EQUAL(HEM_OK, repel());
    TEST_ASSERT_EQUAL_MEMORY(&earlier, &now, sizeof now);
    /* Faster than the band: friction alone, of which there is none. */
    make_vertex_over_face(0.001f, (hem_vec3){0, 0, -9.81f * DT}, (hem_vec3){0.003f, 0, 0});
    TEST_ASSERT_EQUAL(HEM_OK, repel());
    TEST_ASSERT_EQUAL_FLOAT(0.0f, now.velocity[0].x);
}

void test_without_friction_nothing_sticks(void)
{
    make_vertex_over_face(0.001f, (hem_vec3){0, 0, -9.81f * DT}, (hem_vec3){0.0015f, 0, 0});
    TEST_ASSERT_EQUAL(HEM_OK, repel());
    TEST_ASSERT_EQUAL(0, out.stuck);
    TEST_ASSERT_EQUAL_FLOAT(0.0f, now.velocity[0].x);
}

/* On a slope friction holds up to its angle and no further. */
void test_friction_holds_a_vertex_on_a_slope_up_to_its_angle(void)
{
    for (uint32_t i = 0; i < 2; i++) {
        float slope = i == 0 ? 0.25f : 0.35f, length = sqrtf(1.0f + slope * slope);
        make_vertex_over_face(0.001f, (hem_vec3){0, 0, 0}, (hem_vec3){0, 0, 0});
        now.touch.friction = 0.3f;
        for (uint32_t step = 0; step < 90; step++) {
            now.velocity[0].z -= 9.81f * DT / length;
            now.velocity[0].x += 9.81f * DT * slope / length;
            TEST_ASSERT_EQUAL(HEM_OK, repel());
        }
        if (i == 0) {
            TEST_ASSERT_EQUAL_FLOAT(0.0f, now.velocity[0].x);
        } else {
            TEST_ASSERT_FLOAT_WITHIN(0.01f, 9.81f * (slope - 0.3f) / length, now.velocity[0].x);
        }
    }
}

/* A column of vertices over a fixed one, pressed together by gravity; two more stand aside and have
 * no weight. It comes to rest with its gaps near the thickness, and stays. */
static void rest_column(uint32_t layers, uint32_t sweeps, float least)
{
    now = (respond_case){.vertex_count = layers + 3u, .impact_count = layers, .dt = DT};
    now.touch = hem_default_touch();
    def.sweeps = sweeps;
    for (uint32_t v = 0; v <= layers; v++) {
        now.start[v].z = 0.0016f * (float)v;
        now.inverse_mass[v] = v == 0 ? 0.0f : 5000.0f;
    }
    float fastest = 0.0f, low = 1.0f, high = -1.0f, narrowest = 1.0f;
    for (uint32_t step = 0; step < 3000; step++) {
        for (uint32_t i = 0; i < layers; i++) {
            now.velocity[i + 1u].z -= 9.81f * DT;
            now.impacts[i] = (hem_impact){.vertex = {i + 1u, i, layers + 1u, layers + 2u},
                                          .weight = {1.0f, -1.0f, 0.0f, 0.0f},
                                          .normal = {0, 0, 1},
                                          .distance = now.start[i + 1u].z - now.start[i].z};
        }
        TEST_ASSERT_EQUAL(HEM_OK, repel());
        for (uint32_t v = 1; v <= layers; v++) {
            now.start[v].z += now.velocity[v].z * DT;
            if (step >= 2000) {
                fastest = fmaxf(fastest, fabsf(now.velocity[v].z));
                narrowest = fminf(narrowest, now.start[v].z - now.start[v - 1u].z);
            }
        }
        if (step >= 2000) {
            low = fminf(low, now.start[layers].z);
            high = fmaxf(high, now.start[layers].z);
        }
    }
    printf("%u layers, %u sweeps: %.2g mm/s, drift %.2g mm, least gap %.3g mm\n", layers, sweeps,
           1000.0 * (double)fastest, 1000.0 * (double)(high - low), 1000.0 * (double)narrowest);
    TEST_ASSERT_TRUE(fastest < 0.002f);
    TEST_ASSERT_TRUE(high - low < 0.0001f);
    TEST_ASSERT_TRUE(narrowest > least);
}

void test_a_column_comes_to_rest_without_jitter(void)
{
    rest_column(1, 1, 0.00099f);
    rest_column(1, 8, 0.00099f);
    rest_column(2, 8, 0.00099f);
    rest_column(4, 8, 0.0007f);
    rest_column(8, 16, 0.0006f);
    rest_column(16, 32, 0.0005f);
}

void test_linear_momentum_stays_through_repulsion(void)
{
    test_random random = {32};
    double worst = 0.0;
    for (uint32_t i = 0; i < hem_test_count(3000); i++) {
        respond_kind kind = respond_kind_random(&random);
        kind.heavy = 0.0f;
        respond_case_make(&now, kind, &random);
        now.touch = (hem_touch){kind.size, i % 2 == 0 ? 0.0f : 0.5f};
        def.stick_speed = i % 3 == 0 ? kind.speed : 0.002f;
        momenta before = momenta_of(&now);
        TEST_ASSERT_TRUE(repel() >= HEM_OK);
        momenta after = momenta_of(&now);
        worst = fmax(worst, linear_change(&before, &after));
    }
    printf("linear momentum changes by at most %.2g\n", worst);
    TEST_ASSERT_TRUE(worst <= 1e-5);
}

void test_stiction_takes_energy_and_gives_none(void)
{
    test_random random = {33};
    for (uint32_t i = 0; i < hem_test_count(5000); i++) {
        respond_kind kind = respond_kind_random(&random);
        kind.heavy = 0.0f;
        respond_case_make(&now, kind, &random);
        now.touch = (hem_touch){kind.size, 0.5f};
        def.recovery = 0.0f; /* nothing to be regained: no push away */
        def.stick_speed = kind.speed;
        momenta before = momenta_of(&now);
        TEST_ASSERT_TRUE(repel() >= HEM_OK);
        momenta after = momenta_of(&now);
        TEST_ASSERT_TRUE(after.energy <= before.energy * (1.0 + 1e-5));
    }
}

void test_no_sweeps_are_said_and_change_nothing(void)
{
    make_vertex_over_face(0.0005f, (hem_vec3){0, 0, -1}, (hem_vec3){0, 0, 0});
    def.sweeps = 0;
    TEST_ASSERT_EQUAL(HEM_LIMITED, repel());
    TEST_ASSERT_EQUAL_MEMORY(&earlier, &now, sizeof now);
}

#include "unity.h"

#include "base/vec3.h"
#include "narrow/beyond.h"
#include "narrow/closest.h"
#include "narrow_cases.h"
#include "test_scale.h"

#include <math.h>

static test_random random_state;

void setUp(void)
{
    random_state.state = 77;
}

void tearDown(void)
{
}

static void four_cases(hem_points_4 *points, hem_vec3 lane[4][4])
{
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t kind = random_below(&random_state, HEM_CLOSEST_KINDS);
        hem_closest_case((hem_closest_case_kind)kind, &random_state, lane[i]);
        hem_points_4_set(points, i, lane[i]);
    }
}

/* Any floats of the domain, on the grid or not. */
static void four_odd_cases(hem_points_4 *points, hem_vec3 lane[4][4])
{
    for (uint32_t i = 0; i < 4; i++) {
        for (uint32_t k = 0; k < 12; k++) {
            uint32_t bits = random_u32(&random_state);
            uint32_t exponent = (bits >> 8) % 138u * (bits & 1u);
            (&lane[i][0].x)[k] = hem_bits_float((bits & 0x807FFFFFu) | exponent << 23);
        }
        hem_points_4_set(points, i, lane[i]);
    }
}

static void assert_same_bits(const hem_points_4 *points, hem_vec3 lane[4][4])
{
    hem_nearest_4 faces, edges;
    hem_closest_vertex_face_4(points, &faces);
    hem_closest_edge_edge_4(points, &edges);
    for (uint32_t i = 0; i < 4; i++) {
        hem_nearest one, of_four;
        hem_closest_vertex_face_1(lane[i], &one);
        of_four = hem_nearest_4_get(&faces, i);
        TEST_ASSERT_EQUAL_MEMORY(&one, &of_four, sizeof one);
        hem_closest_edge_edge_1(lane[i], &one);
        of_four = hem_nearest_4_get(&edges, i);
        TEST_ASSERT_EQUAL_MEMORY(&one, &of_four, sizeof one);
    }
}

void test_four_lanes_give_the_bits_of_one(void)
{
    for (uint32_t i = 0; i < hem_test_count(200000); i++) {
        hem_points_4 points;
        hem_vec3 lane[4][4];
        four_cases(&points, lane);
        assert_same_bits(&points, lane);
    }
}

void test_four_lanes_give_the_bits_of_one_for_any_floats(void)
{
    for (uint32_t i = 0; i < hem_test_count(200000); i++) {
        hem_points_4 points;
        hem_vec3 lane[4][4];
        four_odd_cases(&points, lane);
        assert_same_bits(&points, lane);
    }
}

/* ---- the quick no ---- */

typedef struct quick_count {
    uint32_t clear, left_out; /* clearly beyond, and those of them that were found to be */
} quick_count;

/* A distance near that of one of the lanes, or anything. */
static float some_distance(const hem_nearest_4 *found)
{
    float near = sqrtf(found->distance_squared[random_below(&random_state, 4)]);
    switch (random_below(&random_state, 4)) {
    case 0:
        return near;
    case 1:
        return near * random_float(&random_state, 0.9f, 1.0f);
    case 2:
        return 0.0f;
    default:
        return random_float(&random_state, 0.0f, 0.002f);
    }
}

static void assert_beyond(uint32_t bits, const hem_nearest_4 *found, float distance,
                          quick_count *count)
{
    for (uint32_t i = 0; i < 4; i++) {
        float here = sqrtf(found->distance_squared[i]);
        bool set = (bits >> i & 1u) != 0;
        TEST_ASSERT_TRUE(!set || here > distance);
        if (here > 2.0f * distance) {
            count->clear++;
            count->left_out += set ? 1u : 0u;
        }
    }
}

void test_what_is_left_out_is_beyond_the_distance(void)
{
    quick_count faces = {0, 0}, edges = {0, 0};
    for (uint32_t i = 0; i < hem_test_count(300000); i++) {
        hem_points_4 points;
        hem_vec3 lane[4][4];
        hem_nearest_4 found;
        if (i % 4 == 0) {
            four_odd_cases(&points, lane);
        } else {
            four_cases(&points, lane);
        }
        hem_closest_vertex_face_4(&points, &found);
        float distance = some_distance(&found);
        assert_beyond(hem_vertex_face_beyond_4(&points, distance), &found, distance, &faces);
        hem_closest_edge_edge_4(&points, &found);
        distance = some_distance(&found);
        assert_beyond(hem_edge_edge_beyond_4(&points, distance), &found, distance, &edges);
    }
    TEST_ASSERT_GREATER_OR_EQUAL(faces.clear / 5, faces.left_out);
    TEST_ASSERT_GREATER_OR_EQUAL(edges.clear / 5, edges.left_out);
}

void test_a_vertex_high_over_a_face_is_beyond(void)
{
    const hem_vec3 p[4] = {{0.001f, 0.001f, 0.002f}, {0, 0, 0}, {0.01f, 0, 0}, {0, 0.01f, 0}};
    hem_points_4 points;
    for (uint32_t i = 0; i < 4; i++) {
        hem_points_4_set(&points, i, p);
    }
    points.z[0][2] = 0.0005f;
    TEST_ASSERT_EQUAL_HEX(0xB, hem_vertex_face_beyond_4(&points, 0.001f));
    TEST_ASSERT_EQUAL_HEX(0x0, hem_vertex_face_beyond_4(&points, 0.003f));
}

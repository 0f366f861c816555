#include "unity.h"

#include "hem/narrow.h"
#include "hem/port.h"
#include "narrow/closest.h"
#include "narrow/gjk.h"
#include "narrow/triangle_triangle.h"
#include "narrow_cases.h"
#include "test_scale.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

static const hem_edge_face_in crossing = {
    {{0.2f, 0.2f, -1}, {0.2f, 0.2f, 1}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {7, 3}, {1, 2, 9}};
static const hem_triangle_triangle_in touching = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                                  {{0, 0, 0}, {-1, 0, 1}, {0, -1, 1}}};
static const hem_closest_in over = {{{0.2f, 0.2f, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
static const hem_closest_faces_in stacked = {
    {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, 3},
    {{{0, 0, 2}, {1, 0, 2}, {1, 1, 2}, {0, 1, 2}}, 4},
};

static test_random random_state;

void setUp(void)
{
    random_state.state = 55;
}

void tearDown(void)
{
    fesetround(FE_TONEAREST);
}

/* ---- what it says ---- */

void test_an_edge_through_a_face_meets_it(void)
{
    hem_edge_face_in in = crossing;
    hem_edge_face_out out;
    TEST_ASSERT_EQUAL(HEM_NARROW_MEETING, hem_edge_face(&in, &out));
    TEST_ASSERT_EQUAL(HEM_REGION_INTERIOR, out.region);
    in.edge[0].x = in.edge[1].x = 2.0f;
    TEST_ASSERT_EQUAL(HEM_NARROW_APART, hem_edge_face(&in, &out));
    TEST_ASSERT_EQUAL(HEM_REGION_EDGE_1, out.region);
    in.edge[0].z = 0.5f;
    TEST_ASSERT_EQUAL(HEM_NARROW_APART, hem_edge_face(&in, &out));
    TEST_ASSERT_EQUAL(HEM_REGION_ABOVE, out.region);
}

void test_triangles_with_a_common_corner_meet(void)
{
    hem_triangle_triangle_in in = touching;
    TEST_ASSERT_EQUAL(HEM_NARROW_MEETING, hem_triangle_triangle(&in));
    in.b[0].z = 0.001f;
    TEST_ASSERT_EQUAL(HEM_NARROW_APART, hem_triangle_triangle(&in));
}

void test_the_closest_points_of_a_vertex_and_a_face(void)
{
    hem_closest_in in = over;
    hem_closest_out out;
    TEST_ASSERT_EQUAL(HEM_NARROW_APART, hem_closest_vertex_face(&in, &out));
    TEST_ASSERT_EQUAL_FLOAT(1, out.distance);
    TEST_ASSERT_EQUAL_FLOAT(1, out.normal.z);
    in.point[0].z = 0.0f;
    TEST_ASSERT_EQUAL(HEM_NARROW_MEETING, hem_closest_vertex_face(&in, &out));
    TEST_ASSERT_EQUAL_FLOAT(0, out.distance);
}

void test_the_closest_points_of_two_edges(void)
{
    hem_closest_in in = {{{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}}};
    hem_closest_out out;
    TEST_ASSERT_EQUAL(HEM_NARROW_APART, hem_closest_edge_edge(&in, &out));
    TEST_ASSERT_EQUAL_FLOAT(1, out.distance);
    in.point[0].z = in.point[1].z = 0.0f;
    TEST_ASSERT_EQUAL(HEM_NARROW_MEETING, hem_closest_edge_edge(&in, &out));
}

void test_the_closest_points_of_two_faces(void)
{
    hem_closest_faces_in in = stacked;
    hem_closest_faces_out out;
    TEST_ASSERT_EQUAL(HEM_NARROW_APART, hem_closest_faces(&in, &out));
    TEST_ASSERT_EQUAL_FLOAT(2, out.distance);
    TEST_ASSERT_EQUAL_FLOAT(-1, out.normal.z);
    TEST_ASSERT_EQUAL_FLOAT(1, out.weight_a[0] + out.weight_a[1] + out.weight_a[2]);
    TEST_ASSERT_EQUAL_FLOAT(0, out.weight_a[3]);
    TEST_ASSERT_LESS_OR_EQUAL(HEM_GJK_LIMIT, out.iterations);
    for (uint32_t i = 0; i < 4; i++) {
        in.b.point[i].z = 0.0f;
    }
    TEST_ASSERT_EQUAL(HEM_NARROW_MEETING, hem_closest_faces(&in, &out));
    TEST_ASSERT_EQUAL_FLOAT(0, out.distance);
    TEST_ASSERT_EQUAL_FLOAT(1, fabsf(out.normal.z));
}

/* A pair that GJK gives up on exists among random ones; its answer is as good. */
void test_a_bound_that_was_reached_is_said(void)
{
    uint32_t by_bound = 0;
    for (uint32_t i = 0; i < 60000 && by_bound < 3; i++) {
        hem_faces_case faces;
        hem_two_faces_case(&random_state, i % 2 == 0, &faces);
        hem_closest_faces_in in = {.a = {.count = faces.a_count}, .b = {.count = faces.b_count}};
        hem_closest_faces_out out;
        memcpy(in.a.point, faces.a, sizeof faces.a);
        memcpy(in.b.point, faces.b, sizeof faces.b);
        if (hem_closest_faces(&in, &out) == HEM_NARROW_APART_BY_BOUND) {
            hem_faces_nearest features;
            hem_closest_features(&in.a, &in.b, &features);
            TEST_ASSERT_EQUAL_FLOAT(sqrtf(features.distance_squared), out.distance);
            by_bound++;
        }
    }
    TEST_ASSERT_EQUAL(3, by_bound);
}

/* ---- the grid ---- */

void test_points_are_taken_onto_the_grid(void)
{
    hem_triangle_triangle_in in = touching;
    hem_closest_in query = over;
    hem_closest_out out;
    in.b[0].z = 0.4f * HEM_GRID;
    TEST_ASSERT_EQUAL(HEM_NARROW_MEETING, hem_triangle_triangle(&in));
    in.b[0].z = 0.6f * HEM_GRID;
    TEST_ASSERT_EQUAL(HEM_NARROW_APART, hem_triangle_triangle(&in));
    query.point[0].z = 0.4f * HEM_GRID;
    TEST_ASSERT_EQUAL(HEM_NARROW_MEETING, hem_closest_vertex_face(&query, &out));
}

/* ---- what is refused ---- */

/* Every coordinate of the input in turn gets a bad value; the output must stay as it was. */
#define ASSERT_REFUSED(input, output, call)                                                       \
    do {                                                                                          \
        static const float bad[] = {NAN, INFINITY, -INFINITY, 4096.0f, -4096.0f, 3e38f};          \
        for (uint32_t i = 0; i < 6; i++) {                                                        \
            for (uint32_t k = 0; k < COORDINATES; k++) {                                          \
                in = (input);                                                                     \
                float *coordinate = coordinate_of(&in, k);                                        \
                *coordinate = bad[i];                                                             \
                memset(&output, 0x5A, sizeof output);                                             \
                TEST_ASSERT_EQUAL(i < 3 ? HEM_NARROW_NOT_FINITE : HEM_NARROW_OUT_OF_RANGE, call); \
                assert_untouched(&output, sizeof output);                                         \
            }                                                                                     \
        }                                                                                         \
    } while (0)

static void assert_untouched(const void *memory, size_t bytes)
{
    const uint8_t *byte = memory;
    for (size_t i = 0; i < bytes; i++) {
        TEST_ASSERT_EQUAL_HEX8(0x5A, byte[i]);
    }
}

/* The inputs begin with their points, and a polygon with its own. */
static float *coordinate_of(void *in, uint32_t k)
{
    return (float *)in + k;
}

void test_bad_coordinates_are_refused_by_edge_face(void)
{
    enum { COORDINATES = 15 };
    hem_edge_face_in in;
    hem_edge_face_out out;
    ASSERT_REFUSED(crossing, out, hem_edge_face(&in, &out));
}

void test_bad_coordinates_are_refused_by_triangle_triangle(void)
{
    enum { COORDINATES = 18 };
    hem_triangle_triangle_in in;
    uint32_t none;
    ASSERT_REFUSED(touching, none, hem_triangle_triangle(&in));
}

void test_bad_coordinates_are_refused_by_closest_points(void)
{
    enum { COORDINATES = 12 };
    hem_closest_in in;
    hem_closest_out out;
    ASSERT_REFUSED(over, out, hem_closest_vertex_face(&in, &out));
    ASSERT_REFUSED(over, out, hem_closest_edge_edge(&in, &out));
}

void test_bad_coordinates_are_refused_by_closest_faces(void)
{
    enum { COORDINATES = 9 };
    hem_closest_faces_in in;
    hem_closest_faces_out out;
    ASSERT_REFUSED(stacked, out, hem_closest_faces(&in, &out));
    in = stacked;
    in.b.point[3].y = NAN;
    TEST_ASSERT_EQUAL(HEM_NARROW_NOT_FINITE, hem_closest_faces(&in, &out));
    /* A fourth point that is none is not looked at. */
    in = stacked;
    in.a.point[3].y = NAN;
    TEST_ASSERT_EQUAL(HEM_NARROW_APART, hem_closest_faces(&in, &out));
}

void test_faces_have_three_or_four_corners(void)
{
    static const uint32_t bad[] = {0, 1, 2, 5, 0xFFFFFFFFu};
    hem_closest_faces_out out;
    for (uint32_t i = 0; i < 5; i++) {
        hem_closest_faces_in in = stacked;
        in.a.count = bad[i];
        TEST_ASSERT_EQUAL(HEM_NARROW_BAD_COUNT, hem_closest_faces(&in, &out));
        in = stacked;
        in.b.count = bad[i];
        TEST_ASSERT_EQUAL(HEM_NARROW_BAD_COUNT, hem_closest_faces(&in, &out));
    }
}

void test_vertices_need_ids_of_their_own(void)
{
    hem_edge_face_out out;
    for (uint32_t i = 0; i < 5; i++) {
        for (uint32_t j = 0; j < i; j++) {
            hem_edge_face_in in = crossing;
            uint32_t *first = i < 2 ? &in.edge_id[i] : &in.face_id[i - 2];
            *first = j < 2 ? in.edge_id[j] : in.face_id[j - 2];
            TEST_ASSERT_EQUAL(HEM_NARROW_BAD_INDEX, hem_edge_face(&in, &out));
        }
    }
}

void test_null_is_refused(void)
{
    hem_edge_face_out edge_out;
    hem_closest_out closest_out;
    hem_closest_faces_out faces_out;
    TEST_ASSERT_EQUAL(HEM_NARROW_NULL, hem_edge_face(NULL, &edge_out));
    TEST_ASSERT_EQUAL(HEM_NARROW_NULL, hem_edge_face(&crossing, NULL));
    TEST_ASSERT_EQUAL(HEM_NARROW_NULL, hem_triangle_triangle(NULL));
    TEST_ASSERT_EQUAL(HEM_NARROW_NULL, hem_closest_vertex_face(NULL, &closest_out));
    TEST_ASSERT_EQUAL(HEM_NARROW_NULL, hem_closest_vertex_face(&over, NULL));
    TEST_ASSERT_EQUAL(HEM_NARROW_NULL, hem_closest_edge_edge(NULL, &closest_out));
    TEST_ASSERT_EQUAL(HEM_NARROW_NULL, hem_closest_edge_edge(&over, NULL));
    TEST_ASSERT_EQUAL(HEM_NARROW_NULL, hem_closest_faces(NULL, &faces_out));
    TEST_ASSERT_EQUAL(HEM_NARROW_NULL, hem_closest_faces(&stacked, NULL));
}

/* ---- the caller's floating-point environment ---- */

void test_the_callers_rounding_changes_nothing_and_is_kept(void)
{
    for (uint32_t i = 0; i < 500; i++) {
        hem_closest_in in;
        hem_closest_out nearest, upward;
        hem_closest_case(HEM_CLOSEST_SLIVER, &random_state, in.point);
        fesetround(FE_TONEAREST);
        hem_closest_vertex_face(&in, &nearest);
        fesetround(FE_UPWARD);
        hem_closest_vertex_face(&in, &upward);
        TEST_ASSERT_EQUAL(FE_UPWARD, fegetround());
        fesetround(FE_TONEAREST);
        TEST_ASSERT_EQUAL_MEMORY(&nearest, &upward, sizeof nearest);
    }
}

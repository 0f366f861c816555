#include "unity.h"

#include "base/vec3.h"
#include "closest_oracle.h"
#include "narrow/closest.h"
#include "narrow_cases.h"
#include "test_scale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct kind_of_query {
    const char *name;
    void (*closest)(const hem_vec3 point[4], hem_nearest *out);
    void (*finish)(const hem_vec3 point[4], const hem_nearest *found, hem_closest_out *out);
    double (*oracle)(const hem_vec3 point[4]);
    double side[4]; /* 1 for points of the first feature, -1 for the second */
} kind_of_query;

static const kind_of_query vertex_face = {"vertex and face",
                                          hem_closest_vertex_face_1,
                                          hem_finish_vertex_face,
                                          hem_oracle_distance_vertex_face,
                                          {1, -1, -1, -1}};
static const kind_of_query edge_edge = {"two edges",
                                        hem_closest_edge_edge_1,
                                        hem_finish_edge_edge,
                                        hem_oracle_distance_edge_edge,
                                        {1, 1, -1, -1}};

static test_random random_state;
static hem_closest_out out;

void setUp(void)
{
    random_state.state = 12;
    memset(&out, 0xA5, sizeof out);
}

void tearDown(void)
{
}

static void ask(const kind_of_query *query, const hem_vec3 p[4])
{
    hem_nearest found;
    query->closest(p, &found);
    query->finish(p, &found, &out);
}

/* ---- by hand ---- */

static void assert_vertex_face(float x, float y, float z, float distance, hem_closest_kind kind,
                               uint32_t support)
{
    const hem_vec3 p[4] = {{x, y, z}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    ask(&vertex_face, p);
    TEST_ASSERT_EQUAL_FLOAT(distance, out.distance);
    TEST_ASSERT_EQUAL(kind, out.kind);
    TEST_ASSERT_EQUAL_HEX(support, out.support);
}

void test_a_vertex_finds_the_feature_of_a_face(void)
{
    assert_vertex_face(1, 1, 2, 2, HEM_CLOSEST_VERTEX_FACE, 0xF);
    assert_vertex_face(1, -3, 0, 3, HEM_CLOSEST_VERTEX_EDGE, 0x7);
    assert_vertex_face(-3, 1, 4, 5, HEM_CLOSEST_VERTEX_EDGE, 0xB);
    assert_vertex_face(3, 3, 0, sqrtf(2), HEM_CLOSEST_VERTEX_EDGE, 0xD);
    assert_vertex_face(-3, -4, 0, 5, HEM_CLOSEST_VERTEX_VERTEX, 0x3);
    assert_vertex_face(8, 0, 3, 5, HEM_CLOSEST_VERTEX_VERTEX, 0x5);
    assert_vertex_face(0, 8, -3, 5, HEM_CLOSEST_VERTEX_VERTEX, 0x9);
}

void test_the_normal_points_to_the_vertex(void)
{
    const hem_vec3 p[4] = {{1, 1, -2}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    ask(&vertex_face, p);
    TEST_ASSERT_EQUAL_FLOAT(-1, out.normal.z);
    TEST_ASSERT_EQUAL_FLOAT(0.5f, out.weight[1]);
    TEST_ASSERT_EQUAL_FLOAT(0.25f, out.weight[2]);
    TEST_ASSERT_EQUAL_FLOAT(0.25f, out.weight[3]);
}

void test_edges_find_their_feature(void)
{
    const hem_vec3 crossing[4] = {{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 3, 0}};
    ask(&edge_edge, crossing);
    TEST_ASSERT_EQUAL_FLOAT(1, out.distance);
    TEST_ASSERT_EQUAL(HEM_CLOSEST_EDGE_EDGE, out.kind);
    TEST_ASSERT_EQUAL_FLOAT(0.5f, out.weight[1]);
    TEST_ASSERT_EQUAL_FLOAT(0.25f, out.weight[3]);
    TEST_ASSERT_EQUAL_FLOAT(1, out.normal.z);

    const hem_vec3 end_on[4] = {{0, 1, 0}, {0, 5, 0}, {-1, 0, 0}, {1, 0, 0}};
    ask(&edge_edge, end_on);
    TEST_ASSERT_EQUAL(HEM_CLOSEST_VERTEX_EDGE, out.kind);
    TEST_ASSERT_EQUAL_HEX(0xD, out.support);
    TEST_ASSERT_EQUAL_FLOAT(1, out.normal.y);

    const hem_vec3 end_to_end[4] = {{0, 0, 0}, {1, 0, 0}, {4, 4, 0}, {9, 9, 0}};
    ask(&edge_edge, end_to_end);
    TEST_ASSERT_EQUAL(HEM_CLOSEST_VERTEX_VERTEX, out.kind);
    TEST_ASSERT_EQUAL_HEX(0x6, out.support);
    TEST_ASSERT_EQUAL_FLOAT(5, out.distance);
}

void test_parallel_edges_have_their_distance(void)
{
    const hem_vec3 beside[4] = {{0, 0, 0}, {4, 0, 0}, {1, 3, 0}, {9, 3, 0}};
    const hem_vec3 behind[4] = {{0, 0, 0}, {1, 0, 0}, {4, 0, 0}, {9, 0, 0}};
    const hem_vec3 over[4] = {{0, 0, 0}, {4, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    ask(&edge_edge, beside);
    TEST_ASSERT_EQUAL_FLOAT(3, out.distance);
    TEST_ASSERT_EQUAL_FLOAT(-1, out.normal.y);
    ask(&edge_edge, behind);
    TEST_ASSERT_EQUAL_FLOAT(3, out.distance);
    ask(&edge_edge, over);
    TEST_ASSERT_EQUAL_FLOAT(0, out.distance);
}

/* ---- the normal where there is no distance ---- */

void test_a_vertex_in_a_face_gets_the_faces_normal(void)
{
    const hem_vec3 p[4] = {{1, 1, 5}, {0, 0, 5}, {4, 0, 5}, {0, 4, 5}};
    ask(&vertex_face, p);
    TEST_ASSERT_EQUAL_FLOAT(0, out.distance);
    TEST_ASSERT_EQUAL_FLOAT(1, out.normal.z);
}

void test_a_vertex_hardly_off_a_face_gets_the_normal_of_its_side(void)
{
    const hem_vec3 p[4] = {{1, 1, 5 - 1.0f / 2097152.0f}, {0, 0, 5}, {4, 0, 5}, {0, 4, 5}};
    ask(&vertex_face, p);
    TEST_ASSERT_GREATER_THAN_FLOAT(0, out.distance);
    TEST_ASSERT_EQUAL_FLOAT(-1, out.normal.z);
}

void test_crossing_edges_get_the_normal_of_both(void)
{
    const hem_vec3 p[4] = {{-1, 0, 2}, {1, 0, 2}, {0, -1, 2}, {0, 1, 2}};
    ask(&edge_edge, p);
    TEST_ASSERT_EQUAL_FLOAT(0, out.distance);
    TEST_ASSERT_EQUAL_FLOAT(1, fabsf(out.normal.z));
}

void test_touching_features_without_a_plane_get_a_direction_across(void)
{
    const hem_vec3 line[4] = {{1, 2, 3}, {0, 0, 0}, {2, 4, 6}, {1, 2, 3}};
    const hem_vec3 collinear[4] = {{0, 0, 0}, {2, 4, 6}, {1, 2, 3}, {3, 6, 9}};
    const hem_vec3 one_point[4] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    const hem_vec3 along = {1, 2, 3};
    ask(&vertex_face, line);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 0, hem_dot(out.normal, along));
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 1, hem_length(out.normal));
    ask(&edge_edge, collinear);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 0, hem_dot(out.normal, along));
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 1, hem_length(out.normal));
    ask(&vertex_face, one_point);
    TEST_ASSERT_EQUAL_FLOAT(1, out.normal.z);
    ask(&edge_edge, one_point);
    TEST_ASSERT_EQUAL_FLOAT(1, out.normal.z);
}

/* ---- against exact arithmetic ---- */

/* The vector between the points that the weights make. */
static void way_of_weights(const kind_of_query *query, const hem_vec3 p[4], double way[3])
{
    way[0] = way[1] = way[2] = 0.0;
    for (uint32_t i = 0; i < 4; i++) {
        double weight = query->side[i] * (double)out.weight[i];
        way[0] += weight * ((double)p[i].x - (double)p[0].x);
        way[1] += weight * ((double)p[i].y - (double)p[0].y);
        way[2] += weight * ((double)p[i].z - (double)p[0].z);
    }
}

static void assert_weights(const kind_of_query *query)
{
    double sum[2] = {0.0, 0.0};
    for (uint32_t i = 0; i < 4; i++) {
        TEST_ASSERT_TRUE(out.weight[i] >= 0.0f && out.weight[i] <= 1.0f);
        TEST_ASSERT_EQUAL(out.weight[i] > 0.0f, (out.support >> i & 1u) != 0);
        sum[query->side[i] > 0 ? 0 : 1] += (double)out.weight[i];
    }
    TEST_ASSERT_DOUBLE_WITHIN(1.2e-7, 1.0, sum[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1.2e-7, 1.0, sum[1]);
}

static void assert_query(const kind_of_query *query, const hem_vec3 p[4], const char *name)
{
    ask(query, p);
    double extent = hem_oracle_extent(p, 4);
    double bound = (double)HEM_CLOSEST_ERROR * extent;
    double expected = query->oracle(p);
    double way[3];
    way_of_weights(query, p, way);
    double made = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    double turned = way[0] * (double)out.normal.x + way[1] * (double)out.normal.y +
                    way[2] * (double)out.normal.z;
    if (!(fabs((double)out.distance - expected) <= bound) || !(fabs(made - expected) <= bound)) {
        char text[512];
        snprintf(text, sizeof text, "%s, %s: %g, by weights %g, exactly %g, bound %g", query->name,
                 name, (double)out.distance, made, expected, bound);
        TEST_FAIL_MESSAGE(text);
    }
    assert_weights(query);
    TEST_ASSERT_DOUBLE_WITHIN(4e-7, 1.0, (double)hem_length(out.normal));
    TEST_ASSERT_FLOAT_WITHIN(2e-7f * out.distance_squared, out.distance_squared,
                             out.distance * out.distance);
    /* The normal leads along the way, except where the way is rounding. */
    if (expected > 1e-3 * extent) {
        TEST_ASSERT_TRUE(turned > made * 0.9999);
    }
    TEST_ASSERT_TRUE(turned >= -bound);
}

static void assert_family(const kind_of_query *query, hem_closest_case_kind kind)
{
    for (uint32_t i = 0; i < hem_test_count(40000); i++) {
        hem_vec3 p[4];
        hem_closest_case(kind, &random_state, p);
        assert_query(query, p, hem_closest_case_names[kind]);
    }
}

void test_a_vertex_and_a_face_are_within_the_bound_in_every_family(void)
{
    for (uint32_t kind = 0; kind < HEM_CLOSEST_KINDS; kind++) {
        assert_family(&vertex_face, (hem_closest_case_kind)kind);
    }
}

void test_two_edges_are_within_the_bound_in_every_family(void)
{
    for (uint32_t kind = 0; kind < HEM_CLOSEST_KINDS; kind++) {
        assert_family(&edge_edge, (hem_closest_case_kind)kind);
    }
}

/* Where rounding is worst: climbs from case to case as long as the error grows. */
static void assert_climb(const kind_of_query *query)
{
    hem_vec3 best[4];
    double worst = 0.0;
    hem_closest_case((hem_closest_case_kind)random_below(&random_state, HEM_CLOSEST_KINDS),
                     &random_state, best);
    for (uint32_t i = 0; i < 2000; i++) {
        hem_vec3 p[4];
        memcpy(p, best, sizeof p);
        float reach =
            (float)hem_oracle_extent(best, 4) / (float)(1u << random_below(&random_state, 26));
        float *moved = &p[random_below(&random_state, 4)].x + random_below(&random_state, 3);
        *moved = hem_snap(*moved + random_float(&random_state, -reach, reach));
        if (!(fabsf(*moved) < HEM_DOMAIN)) {
            continue;
        }
        ask(query, p);
        double extent = hem_oracle_extent(p, 4);
        double error = fabs((double)out.distance - query->oracle(p));
        TEST_ASSERT_TRUE(error <= (double)HEM_CLOSEST_ERROR * extent);
        if (extent > 0.0 && error / extent > worst) {
            worst = error / extent;
            memcpy(best, p, sizeof best);
        }
    }
}

void test_a_search_for_large_errors_stays_within_the_bound(void)
{
    for (uint32_t i = 0; i < hem_test_count(60); i++) {
        assert_climb(&vertex_face);
        assert_climb(&edge_edge);
    }
}

/* ---- any finite points ---- */

static float any_coordinate(void)
{
    switch (random_below(&random_state, 4)) {
    case 0:
        return 0.0f;
    case 1: /* denormal, or nearly */
        return hem_bits_float(random_u32(&random_state) & 0x80FFFFFFu);
    case 2:
        return random_float(&random_state, -4095.9f, 4095.9f);
    default: { /* every exponent of the domain and below */
        uint32_t bits = random_u32(&random_state);
        return hem_bits_float((bits & 0x807FFFFFu) | (bits >> 8) % 138u << 23);
    }
    }
}

void test_nothing_is_ever_nan(void)
{
    for (uint32_t i = 0; i < hem_test_count(400000); i++) {
        hem_vec3 p[4];
        for (uint32_t k = 0; k < 4; k++) {
            p[k].x = any_coordinate();
            p[k].y = any_coordinate();
            p[k].z = any_coordinate();
        }
        const kind_of_query *query = i % 2 == 0 ? &vertex_face : &edge_edge;
        ask(query, p);
        TEST_ASSERT_TRUE(hem_is_finite(out.distance) && hem_is_finite(out.distance_squared));
        TEST_ASSERT_TRUE(hem_vec3_is_finite(out.normal));
        TEST_ASSERT_FLOAT_WITHIN(4e-7f, 1.0f, hem_length(out.normal));
        assert_weights(query);
    }
}

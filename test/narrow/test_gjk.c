#include "unity.h"

#include "base/vec3.h"
#include "closest_oracle.h"
#include "hull_oracle.h"
#include "narrow/gjk.h"
#include "narrow/triangle_triangle.h"
#include "narrow_cases.h"
#include "test_scale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static test_random random_state;
static hem_faces_nearest out;
static uint32_t iterations;

void setUp(void)
{
    random_state.state = 31;
}

void tearDown(void)
{
}

static hem_polygon polygon(const hem_vec3 *point, uint32_t count)
{
    hem_polygon made = {.count = count};
    memcpy(made.point, point, count * sizeof *point);
    return made;
}

static double extent_of(const hem_polygon *a, const hem_polygon *b)
{
    hem_vec3 all[8];
    memcpy(all, a->point, a->count * sizeof all[0]);
    memcpy(all + a->count, b->point, b->count * sizeof all[0]);
    return hem_oracle_extent(all, a->count + b->count);
}

/* ---- by hand ---- */

static const hem_polygon square = {{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, 4};

void test_two_squares_over_each_other_are_their_height_apart(void)
{
    hem_polygon other = square;
    for (uint32_t i = 0; i < 4; i++) {
        other.point[i].x += 0.5f;
        other.point[i].z += 3.0f;
    }
    TEST_ASSERT_EQUAL(HEM_GJK_CONVERGED,
                      hem_gjk(&square, &other, HEM_GJK_LIMIT, &out, &iterations));
    TEST_ASSERT_EQUAL_FLOAT(9, out.distance_squared);
    TEST_ASSERT_EQUAL_FLOAT(-3, out.way.z);
}

void test_squares_corner_to_corner_are_their_gap_apart(void)
{
    hem_polygon other = square;
    for (uint32_t i = 0; i < 4; i++) {
        other.point[i].x += 5.0f;
        other.point[i].y += 6.0f;
    }
    TEST_ASSERT_EQUAL(HEM_GJK_CONVERGED,
                      hem_gjk(&square, &other, HEM_GJK_LIMIT, &out, &iterations));
    TEST_ASSERT_EQUAL_FLOAT(25, out.distance_squared);
    TEST_ASSERT_EQUAL_FLOAT(1, out.weight[2]);
    TEST_ASSERT_EQUAL_FLOAT(1, out.weight[4]);
}

void test_faces_that_cross_intersect(void)
{
    const hem_polygon through = {{{1, 1, -1}, {1, 1, 1}, {5, 1, 0}}, 3};
    const hem_polygon touching = {{{1, 1, 0}, {1, 1, 1}, {5, 1, 1}}, 3};
    const hem_polygon hardly = {{{1, 1, HEM_GRID}, {1, 1, 1}, {5, 1, 1}}, 3};
    TEST_ASSERT_EQUAL(HEM_GJK_INTERSECTING,
                      hem_gjk(&square, &through, HEM_GJK_LIMIT, &out, &iterations));
    TEST_ASSERT_EQUAL_FLOAT(0, out.distance_squared);
    TEST_ASSERT_EQUAL(HEM_GJK_INTERSECTING,
                      hem_gjk(&square, &touching, HEM_GJK_LIMIT, &out, &iterations));
    TEST_ASSERT_EQUAL(HEM_GJK_CONVERGED,
                      hem_gjk(&square, &hardly, HEM_GJK_LIMIT, &out, &iterations));
    TEST_ASSERT_EQUAL_FLOAT(HEM_GRID * HEM_GRID, out.distance_squared);
}

/* ---- against exact arithmetic ---- */

static void assert_weights(void)
{
    double sum[2] = {0.0, 0.0};
    for (uint32_t i = 0; i < 8; i++) {
        TEST_ASSERT_TRUE(out.weight[i] >= 0.0f && out.weight[i] <= 1.000001f);
        sum[i / 4] += (double)out.weight[i];
    }
    TEST_ASSERT_DOUBLE_WITHIN(5e-7, 1.0, sum[0]);
    TEST_ASSERT_DOUBLE_WITHIN(5e-7, 1.0, sum[1]);
}

/* The vector from b's closest point to a's, by the weights. */
static void way_of_weights(const hem_polygon *a, const hem_polygon *b, double way[3])
{
    way[0] = way[1] = way[2] = 0.0;
    for (uint32_t i = 0; i < 8; i++) {
        const hem_polygon *face = i < 4 ? a : b;
        if (i % 4 < face->count) {
            double weight = i < 4 ? (double)out.weight[i] : -(double)out.weight[i];
            const hem_vec3 *point = &face->point[i % 4];
            way[0] += weight * ((double)point->x - (double)a->point[0].x);
            way[1] += weight * ((double)point->y - (double)a->point[0].y);
            way[2] += weight * ((double)point->z - (double)a->point[0].z);
        } else {
            TEST_ASSERT_EQUAL_FLOAT(0, out.weight[i]);
        }
    }
}

/* Whatever the iteration limit: the state, the distance and the points are right. */
static hem_gjk_state assert_faces(const hem_polygon *a, const hem_polygon *b, uint32_t limit)
{
    hem_gjk_state state = hem_gjk(a, b, limit, &out, &iterations);
    bool meet = hem_faces_meet(a, b);
    double bound = (double)HEM_CLOSEST_FACES_ERROR * extent_of(a, b);
    double expected = hem_oracle_distance_faces(a->point, a->count, b->point, b->count);
    double distance = sqrt((double)out.distance_squared);
    double way[3];
    TEST_ASSERT_EQUAL(meet, state == HEM_GJK_INTERSECTING);
    TEST_ASSERT_LESS_OR_EQUAL(limit, iterations);
    assert_weights();
    way_of_weights(a, b, way);
    double made = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    if (meet) {
        TEST_ASSERT_EQUAL_DOUBLE(0.0, distance);
        TEST_ASSERT_TRUE(made <= extent_of(a, b) / 4096.0);
        return state;
    }
    if (!(fabs(distance - expected) <= bound) || !(fabs(made - expected) <= bound)) {
        char text[256];
        snprintf(text, sizeof text, "limit %u, state %d: %g, by weights %g, exactly %g, bound %g",
                 limit, (int)state, distance, made, expected, bound);
        TEST_FAIL_MESSAGE(text);
    }
    return state;
}

static void assert_generated(bool exact, uint32_t count)
{
    uint32_t by_bound = 0;
    for (uint32_t i = 0; i < count; i++) {
        hem_faces_case faces;
        hem_two_faces_case(&random_state, exact, &faces);
        hem_polygon a = polygon(faces.a, faces.a_count), b = polygon(faces.b, faces.b_count);
        if (exact) {
            TEST_ASSERT_EQUAL(hem_oracle_hulls_meet(faces.a, faces.a_count, faces.b, faces.b_count),
                              hem_faces_meet(&a, &b));
        }
        by_bound += assert_faces(&a, &b, HEM_GJK_LIMIT) == HEM_GJK_BY_BOUND ? 1u : 0u;
    }
    /* The fall-back is for the few. */
    TEST_ASSERT_LESS_OR_EQUAL(1 + count / 200, by_bound);
}

void test_triangles_and_quads_are_within_the_bound(void)
{
    assert_generated(false, hem_test_count(40000));
}

void test_exactly_flat_faces_are_within_the_bound(void)
{
    assert_generated(true, hem_test_count(40000));
}

void test_hard_pairs_of_triangles_are_within_the_bound(void)
{
    for (uint32_t i = 0; i < hem_test_count(40000); i++) {
        hem_vec3 a[3], b[3];
        if (i % 4 != 0) {
            hem_two_triangles_case(&random_state, a, b);
        } else {
            hem_lattice_triangles_case(&random_state, 4, a, b);
        }
        hem_polygon face_a = polygon(a, 3), face_b = polygon(b, 3);
        assert_faces(&face_a, &face_b, HEM_GJK_LIMIT);
    }
}

/* Cloth: faces that are much closer than they are large. */
void test_faces_close_to_each_other_converge(void)
{
    uint32_t by_bound = 0, count = hem_test_count(12000);
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 a[3], b[3];
        float gap = random_float(&random_state, 0.0001f, 0.1f);
        for (uint32_t k = 0; k < 6; k++) {
            float x = random_float(&random_state, 0, 1), y = random_float(&random_state, 0, 1);
            float height = random_float(&random_state, 0, 0.3f * gap) + (k < 3 ? 0.0f : gap);
            hem_vec3 place = {3.0f + x, 0.8f * y - 0.6f * height, 0.6f * y + 0.8f * height};
            *(k < 3 ? &a[k] : &b[k - 3]) = hem_vec3_snap(place);
        }
        hem_polygon face_a = polygon(a, 3), face_b = polygon(b, 3);
        by_bound += assert_faces(&face_a, &face_b, HEM_GJK_LIMIT) == HEM_GJK_BY_BOUND ? 1u : 0u;
    }
    TEST_ASSERT_LESS_OR_EQUAL(1 + count / 100, by_bound);
}

void test_the_answer_is_right_under_any_limit(void)
{
    uint32_t by_bound = 0, count = hem_test_count(12000);
    for (uint32_t i = 0; i < count; i++) {
        hem_faces_case faces;
        hem_two_faces_case(&random_state, i % 2 == 0, &faces);
        hem_polygon a = polygon(faces.a, faces.a_count), b = polygon(faces.b, faces.b_count);
        by_bound += assert_faces(&a, &b, i % 4) == HEM_GJK_BY_BOUND ? 1u : 0u;
    }
    TEST_ASSERT_GREATER_OR_EQUAL(count / 10, by_bound);
}

/* ---- all pairs of features ---- */

void test_features_give_the_distance_of_faces_that_do_not_meet(void)
{
    for (uint32_t i = 0; i < hem_test_count(12000); i++) {
        hem_faces_case faces;
        hem_two_faces_case(&random_state, i % 2 == 0, &faces);
        hem_polygon a = polygon(faces.a, faces.a_count), b = polygon(faces.b, faces.b_count);
        if (hem_faces_meet(&a, &b)) {
            continue;
        }
        hem_closest_features(&a, &b, &out);
        double bound = (double)HEM_CLOSEST_ERROR * extent_of(&a, &b);
        double expected = hem_oracle_distance_faces(faces.a, a.count, faces.b, b.count);
        TEST_ASSERT_TRUE(fabs(sqrt((double)out.distance_squared) - expected) <= bound);
        assert_weights();
        double way[3];
        way_of_weights(&a, &b, way);
        TEST_ASSERT_DOUBLE_WITHIN(2.0 * bound, way[0], (double)out.way.x);
        TEST_ASSERT_DOUBLE_WITHIN(2.0 * bound, way[1], (double)out.way.y);
        TEST_ASSERT_DOUBLE_WITHIN(2.0 * bound, way[2], (double)out.way.z);
    }
}

#include "unity.h"

#include "base/vec3.h"
#include "hull_oracle.h"
#include "narrow/sides.h"
#include "narrow/triangle_triangle.h"
#include "narrow_cases.h"
#include "test_scale.h"

#include <stdio.h>

static test_random random_state;

void setUp(void)
{
    random_state.state = 9;
}

void tearDown(void)
{
}

static void assert_meet(bool expected, const hem_vec3 a[3], const hem_vec3 b[3])
{
    char text[512];
    bool actual = hem_triangles_meet(a, b);
    if (expected == actual) {
        return;
    }
    snprintf(text, sizeof text,
             "(%a %a %a) (%a %a %a) (%a %a %a) | (%a %a %a) (%a %a %a) (%a %a %a)", (double)a[0].x,
             (double)a[0].y, (double)a[0].z, (double)a[1].x, (double)a[1].y, (double)a[1].z,
             (double)a[2].x, (double)a[2].y, (double)a[2].z, (double)b[0].x, (double)b[0].y,
             (double)b[0].z, (double)b[1].x, (double)b[1].y, (double)b[1].z, (double)b[2].x,
             (double)b[2].y, (double)b[2].z);
    TEST_ASSERT_EQUAL_MESSAGE(expected, actual, text);
}

static bool oracle(const hem_vec3 a[3], const hem_vec3 b[3])
{
    return hem_oracle_hulls_meet(a, 3, b, 3);
}

/* The cases are what they claim: both answers come often. */
static void assert_a_fifth_each(uint32_t count, uint32_t meeting)
{
    if (count >= 1000) {
        TEST_ASSERT_GREATER_THAN(count / 5, meeting);
        TEST_ASSERT_LESS_THAN(count - count / 5, meeting);
    }
}

/* ---- by hand ---- */

static const hem_vec3 flat[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};

void test_touching_counts(void)
{
    const hem_vec3 tip_on_inside[3] = {{1, 1, 0}, {1, 1, 3}, {2, 1, 3}};
    const hem_vec3 tip_on_corner[3] = {{4, 0, 0}, {5, 0, 3}, {5, 1, 3}};
    const hem_vec3 tip_on_edge[3] = {{2, 2, 0}, {5, 5, 3}, {5, 5, -3}};
    const hem_vec3 edge_on_inside[3] = {{1, 1, 0}, {1, 2, 0}, {1, 1, 3}};
    const hem_vec3 edge_on_edge[3] = {{-1, 0, 0}, {9, 0, 0}, {0, -3, 1}};
    assert_meet(true, flat, tip_on_inside);
    assert_meet(true, flat, tip_on_corner);
    assert_meet(true, flat, tip_on_edge);
    assert_meet(true, flat, edge_on_inside);
    assert_meet(true, flat, edge_on_edge);
}

void test_one_unit_of_the_grid_is_enough_to_be_apart(void)
{
    hem_vec3 tip[3] = {{1, 1, HEM_GRID}, {1, 1, 3}, {2, 1, 3}};
    assert_meet(false, flat, tip);
    tip[0].z = 0.0f;
    assert_meet(true, flat, tip);
    tip[0].z = -HEM_GRID;
    assert_meet(true, flat, tip);
}

void test_coplanar_triangles_meet_when_they_overlap(void)
{
    const hem_vec3 inside[3] = {{1, 1, 0}, {2, 1, 0}, {1, 2, 0}};
    const hem_vec3 around[3] = {{-9, -9, 0}, {30, -9, 0}, {-9, 30, 0}};
    const hem_vec3 across[3] = {{-1, 1, 0}, {5, 1, 0}, {-1, 2, 0}};
    const hem_vec3 beside[3] = {{3, 2, 0}, {4, 4, 0}, {2, 5, 0}};
    const hem_vec3 at_corner[3] = {{-1, 0, 0}, {0, 0, 0}, {0, -1, 0}};
    assert_meet(true, flat, inside);
    assert_meet(true, flat, around);
    assert_meet(true, flat, across);
    assert_meet(false, flat, beside);
    assert_meet(true, flat, at_corner);
}

void test_segments_and_points_are_triangles_too(void)
{
    const hem_vec3 through[3] = {{1, 1, -1}, {1, 1, 0.5f}, {1, 1, 1}};
    const hem_vec3 past[3] = {{3, 3, -1}, {3, 3, 0}, {3, 3, 1}};
    const hem_vec3 in_plane[3] = {{-1, 1, 0}, {5, 1, 0}, {5, 1, 0}};
    const hem_vec3 point[3] = {{1, 1, 0}, {1, 1, 0}, {1, 1, 0}};
    const hem_vec3 other_point[3] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    assert_meet(true, flat, through);
    assert_meet(false, flat, past);
    assert_meet(true, flat, in_plane);
    assert_meet(true, flat, point);
    assert_meet(false, flat, other_point);
    assert_meet(true, through, point);
    assert_meet(true, through, in_plane);
    assert_meet(true, through, other_point);
    assert_meet(false, past, other_point);
    assert_meet(true, point, point);
    assert_meet(false, point, other_point);
}

void test_a_sliver_is_met_where_it_is(void)
{
    /* 1 m long, 2^-30 m high. */
    const float high = 1.0f / 1073741824.0f;
    const hem_vec3 sliver[3] = {{0, 0, 0}, {1, 0, 0}, {0.5f, high, 0}};
    const hem_vec3 at_top[3] = {{0.5f, high, 1}, {0.5f, high, -1}, {0.5f, 1, 0}};
    const hem_vec3 over_it[3] = {
        {0.5f, high + HEM_GRID, 1}, {0.5f, high + HEM_GRID, -1}, {0.5f, 1, 0}};
    assert_meet(true, sliver, at_top);
    assert_meet(false, sliver, over_it);
}

/* ---- against linear programming ---- */

/* All corners on a lattice of two points a side: every pair there is. */
void test_every_pair_of_triangles_on_the_unit_cube_is_right(void)
{
    uint32_t step = hem_test_count(100) >= 100 ? 1 : 23;
    for (uint32_t code = 0; code < 262144; code += step) {
        hem_vec3 corner[6];
        for (uint32_t i = 0; i < 6; i++) {
            uint32_t bits = code >> (3 * i);
            corner[i] =
                (hem_vec3){(float)(bits & 1u), (float)(bits >> 1 & 1u), (float)(bits >> 2 & 1u)};
        }
        assert_meet(oracle(corner, corner + 3), corner, corner + 3);
    }
}

void test_pairs_on_larger_lattices_are_right(void)
{
    uint32_t meeting = 0, count = hem_test_count(200000);
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 a[3], b[3];
        hem_lattice_triangles_case(&random_state, 3 + i % 5, a, b);
        bool expected = oracle(a, b);
        assert_meet(expected, a, b);
        meeting += expected ? 1u : 0u;
    }
    assert_a_fifth_each(count, meeting);
}

void test_hard_pairs_are_right(void)
{
    uint32_t meeting = 0, count = hem_test_count(250000);
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 a[3], b[3];
        hem_two_triangles_case(&random_state, a, b);
        bool expected = oracle(a, b);
        assert_meet(expected, a, b);
        meeting += expected ? 1u : 0u;
    }
    assert_a_fifth_each(count, meeting);
}

/* What float arithmetic leaves to the exact path, asked directly. */
void test_flat_and_degenerate_pairs_are_right_without_the_filter(void)
{
    for (uint32_t i = 0; i < hem_test_count(100000); i++) {
        hem_vec3 a[3], b[3];
        hem_lattice_triangles_case(&random_state, 4, a, b);
        if (i % 2 == 0) {
            a[2] = i % 4 == 0 ? a[1] : a[2];
            b[2] = b[0];
        } else {
            for (uint32_t k = 0; k < 3; k++) {
                a[k].z = a[k].x + a[k].y;
                b[k].z = b[k].x + b[k].y;
            }
        }
        TEST_ASSERT_EQUAL(oracle(a, b), hem_flat_triangles_meet(a, b));
        assert_meet(oracle(a, b), a, b);
    }
}

/* ---- symmetry ---- */

void test_the_order_of_triangles_and_corners_does_not_matter(void)
{
    static const uint8_t order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                        {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        hem_vec3 a[3], b[3];
        if (i % 2 == 0) {
            hem_two_triangles_case(&random_state, a, b);
        } else {
            hem_lattice_triangles_case(&random_state, 3, a, b);
        }
        bool expected = hem_triangles_meet(a, b);
        for (uint32_t p = 0; p < 36; p++) {
            const uint8_t *of_a = order[p % 6], *of_b = order[p / 6];
            const hem_vec3 turned_a[3] = {a[of_a[0]], a[of_a[1]], a[of_a[2]]};
            const hem_vec3 turned_b[3] = {b[of_b[0]], b[of_b[1]], b[of_b[2]]};
            assert_meet(expected, turned_a, turned_b);
            assert_meet(expected, turned_b, turned_a);
        }
    }
}

/* ---- the shared first stage ---- */

void test_the_side_of_a_plane_is_never_wrong(void)
{
    uint32_t sure = 0, count = hem_test_count(200000);
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 a[3], b[3];
        hem_two_triangles_case(&random_state, a, b);
        hem_plane plane = hem_plane_of(a);
        for (uint32_t k = 0; k < 3; k++) {
            int side = hem_plane_side_filter(&plane, &b[k]);
            if (side != 0) {
                TEST_ASSERT_EQUAL(hem_plane_side_exact(a, &b[k]), side);
                sure++;
            }
        }
    }
    TEST_ASSERT_GREATER_OR_EQUAL(count / 2, sure);
}

void test_four_lanes_see_the_sides_that_one_sees(void)
{
    for (uint32_t i = 0; i < hem_test_count(100000); i++) {
        hem_vec3 a[3], b[3];
        float x[4], y[4], z[4];
        hem_two_triangles_case(&random_state, a, b);
        const hem_vec3 point[4] = {b[0], b[1], b[2], a[i % 3]};
        for (uint32_t k = 0; k < 4; k++) {
            x[k] = point[k].x;
            y[k] = point[k].y;
            z[k] = point[k].z;
        }
        hem_plane plane = hem_plane_of(a);
        hem_sides_4 sides =
            hem_plane_sides_4(&plane, hem_f4_load(x), hem_f4_load(y), hem_f4_load(z));
        for (uint32_t k = 0; k < 4; k++) {
            int side = hem_plane_side_filter(&plane, &point[k]);
            TEST_ASSERT_EQUAL(side > 0, (sides.above >> k & 1u) != 0);
            TEST_ASSERT_EQUAL(side < 0, (sides.below >> k & 1u) != 0);
        }
    }
}

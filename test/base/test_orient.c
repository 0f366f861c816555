#include "unity.h"

#include "base/hash.h"
#include "base/orient.h"
#include "orient_cases.h"
#include "orient_oracle.h"
#include "test_scale.h"

#include <stdio.h>
#include <string.h>

/* The largest coordinate of the domain: 4096 minus one unit in its last place. */
#define MOST (HEM_DOMAIN - 1.0f / 4096.0f)

static const uint32_t in_order[4] = {0, 1, 2, 3};
static uint64_t state;

void setUp(void)
{
    state = 7;
}

void tearDown(void)
{
}

static int filter(const hem_vec3 p[4])
{
    return hem_orient_filter(&p[0], &p[1], &p[2], &p[3]);
}

static int exact(const hem_vec3 p[4])
{
    return hem_orient_exact(&p[0], &p[1], &p[2], &p[3]);
}

static int sign(const hem_vec3 p[4])
{
    return hem_orient_sign(&p[0], &p[1], &p[2], &p[3]);
}

static uint32_t below(uint32_t bound)
{
    return (uint32_t)((hem_case_random(&state) >> 32) * bound >> 32);
}

/* Says which points are wrong, with every bit of them. */
static void assert_sign(int expected, int actual, const hem_vec3 p[4], const char *what)
{
    char text[512];
    if (expected == actual) {
        return;
    }
    snprintf(text, sizeof text, "%s: (%a %a %a) (%a %a %a) (%a %a %a) (%a %a %a)", what,
             (double)p[0].x, (double)p[0].y, (double)p[0].z, (double)p[1].x, (double)p[1].y,
             (double)p[1].z, (double)p[2].x, (double)p[2].y, (double)p[2].z, (double)p[3].x,
             (double)p[3].y, (double)p[3].z);
    TEST_ASSERT_EQUAL_MESSAGE(expected, actual, text);
}

static void assert_all_signs(const hem_vec3 p[4])
{
    int expected = hem_oracle_orient(p);
    int filtered = filter(p);
    assert_sign(expected, exact(p), p, "exact");
    assert_sign(expected, sign(p), p, "sign");
    if (filtered != 0) {
        assert_sign(expected, filtered, p, "filter");
    }
}

/* ---- what the sign means ---- */

void test_a_point_below_a_counter_clockwise_triangle_is_positive(void)
{
    hem_vec3 p[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25f, 0.25f, -1}};
    TEST_ASSERT_EQUAL(1, sign(p));
    p[3].z = 1;
    TEST_ASSERT_EQUAL(-1, sign(p));
    p[3].z = 0;
    TEST_ASSERT_EQUAL(0, sign(p));
    p[3].z = -HEM_GRID;
    TEST_ASSERT_EQUAL(1, sign(p));
}

void test_a_counter_clockwise_triangle_seen_against_an_axis_is_positive(void)
{
    const hem_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, o = {0, 0, 0};
    TEST_ASSERT_EQUAL(1, hem_orient2d_sign(&o, &x, &y, 2));
    TEST_ASSERT_EQUAL(1, hem_orient2d_sign(&o, &y, &z, 0));
    TEST_ASSERT_EQUAL(1, hem_orient2d_sign(&o, &z, &x, 1));
    TEST_ASSERT_EQUAL(-1, hem_orient2d_sign(&o, &y, &x, 2));
    TEST_ASSERT_EQUAL(0, hem_orient2d_sign(&o, &z, &x, 2));
}

/* ---- against exact arithmetic ---- */

void test_a_million_signs_half_of_them_nearly_zero_are_exact(void)
{
    uint32_t count = hem_test_count(1000000);
    uint32_t undecided = 0, zero = 0;
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 p[4];
        hem_orient_mixed_case(i, &state, p);
        assert_all_signs(p);
        undecided += filter(p) == 0 ? 1u : 0u;
        zero += exact(p) == 0 ? 1u : 0u;
    }
    /* The cases are as hard as they claim: the filter leaves a quarter of them open, of which more
     * than a third are not zero. */
    if (count >= 10000) {
        TEST_ASSERT_GREATER_THAN(count / 4, undecided);
        TEST_ASSERT_GREATER_THAN(count / 12, undecided - zero);
    }
}

void test_signs_of_projected_triangles_are_exact(void)
{
    uint32_t count = hem_test_count(400000);
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 p[4];
        hem_orient_mixed_case(i, &state, p);
        uint32_t axis = below(3);
        int expected = hem_oracle_orient2d(&p[0], &p[1], &p[2], axis);
        assert_sign(expected, hem_orient2d_exact(&p[0], &p[1], &p[2], axis), p, "2d exact");
        assert_sign(expected, hem_orient2d_sign(&p[0], &p[1], &p[2], axis), p, "2d");
    }
}

/* Three points almost on a line in the projection, which the spatial cases seldom give. */
void test_signs_of_nearly_collinear_projections_are_exact(void)
{
    uint32_t count = hem_test_count(400000);
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 p[4];
        hem_orient_case(HEM_ORIENT_COLLINEAR, &state, p);
        for (uint32_t axis = 0; axis < 3; axis++) {
            int expected = hem_oracle_orient2d(&p[0], &p[1], &p[2], axis);
            assert_sign(expected, hem_orient2d_sign(&p[0], &p[1], &p[2], axis), p, "2d");
        }
    }
}

void test_ties_are_broken_as_moved_points_would(void)
{
    uint32_t count = hem_test_count(100000);
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 p[4];
        hem_orient_mixed_case(2 * i + 1, &state, p);
        assert_sign(hem_oracle_sos(p, in_order), hem_orient_sos(p, in_order), p, "sos");
    }
}

/* The oracle's polynomial itself, against points moved by an actual number. */
void test_ties_are_broken_as_points_moved_by_a_number_would(void)
{
    uint32_t count = hem_test_count(12);
    for (uint32_t i = 0; i < count;) {
        hem_vec3 p[4];
        hem_orient_mixed_case(2 * below(1000) + 1, &state, p);
        if (exact(p) == 0) {
            assert_sign(hem_oracle_sos_moved(p, in_order, 200), hem_orient_sos(p, in_order), p,
                        "moved");
            i++;
        }
    }
}

/* ---- a small lattice, all of it ---- */

/* Point number `code` of a lattice with 2 or 3 points a side, times a unit, from a corner. */
static hem_vec3 lattice_point(uint32_t code, float unit, float corner)
{
    return (hem_vec3){corner + unit * (float)(code % 3), corner + unit * (float)(code / 3 % 3),
                      corner + unit * (float)(code / 9)};
}

static void lattice_case(uint32_t code, float unit, float corner, hem_vec3 p[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        p[i] = lattice_point(code % 27, unit, corner);
        code /= 27;
    }
}

void test_every_four_points_of_a_lattice_have_the_right_sign_and_tie(void)
{
    const uint32_t tuples = 27 * 27 * 27 * 27;
    uint32_t stride = tuples / hem_test_count(tuples);
    stride = stride == 0 ? 1 : stride;
    for (uint32_t code = 0; code < tuples; code += stride) {
        hem_vec3 p[4];
        lattice_case(code, HEM_GRID, 0.0f, p);
        int expected = hem_oracle_orient(p);
        int expected_sos = hem_oracle_sos(p, in_order);
        assert_sign(expected, exact(p), p, "lattice");
        assert_sign(expected, sign(p), p, "lattice");
        assert_sign(expected_sos, hem_orient_sos(p, in_order), p, "lattice sos");
        assert_sign(expected_sos, hem_orient_sos_exact(p, in_order), p, "lattice sos");

        /* Neither the size of the lattice nor its place changes a sign. */
        lattice_case(code, 2048.0f, -2048.0f, p);
        assert_sign(expected, sign(p), p, "large lattice");
        assert_sign(expected_sos, hem_orient_sos(p, in_order), p, "large lattice sos");
        lattice_case(code, -1.0f / 4096.0f, MOST, p);
        assert_sign(-expected, exact(p), p, "lattice in a corner");
    }
}

void test_lattice_ties_are_broken_as_points_moved_by_a_number_would(void)
{
    uint32_t count = hem_test_count(200);
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 p[4];
        lattice_case(below(27 * 27 * 27 * 27), HEM_GRID, 0.0f, p);
        assert_sign(hem_oracle_sos_moved(p, in_order, 16), hem_orient_sos(p, in_order), p, "moved");
    }
}

void test_every_three_points_of_a_lattice_turn_the_right_way(void)
{
    for (uint32_t code = 0; code < 27 * 27 * 27; code++) {
        hem_vec3 p[4];
        lattice_case(code, HEM_GRID, 0.0f, p);
        for (uint32_t axis = 0; axis < 3; axis++) {
            assert_sign(hem_oracle_orient2d(&p[0], &p[1], &p[2], axis),
                        hem_orient2d_sign(&p[0], &p[1], &p[2], axis), p, "2d lattice");
        }
    }
}

/* ---- what holds between signs ---- */

void test_exchanging_two_points_turns_every_sign(void)
{
    uint32_t count = hem_test_count(100000);
    for (uint32_t n = 0; n < count; n++) {
        hem_vec3 p[4], q[4];
        uint32_t id[4], swapped[4];
        hem_orient_mixed_case(n, &state, p);
        for (uint32_t i = 0; i < 4; i++) {
            id[i] = below(1u << 30) * 4 + i;
        }
        for (uint32_t i = 0; i < 3; i++) {
            memcpy(q, p, sizeof q);
            memcpy(swapped, id, sizeof swapped);
            q[i] = p[i + 1];
            q[i + 1] = p[i];
            swapped[i] = id[i + 1];
            swapped[i + 1] = id[i];
            assert_sign(-sign(p), sign(q), p, "exchanged");
            assert_sign(-hem_orient_sos(p, id), hem_orient_sos(q, swapped), p, "exchanged sos");
        }
    }
}

void test_only_the_order_of_the_ids_matters(void)
{
    const uint32_t far_apart[4] = {0, 77, 0x80000000u, 0xFFFFFFFFu};
    for (uint32_t n = 0; n < 10000; n++) {
        hem_vec3 p[4];
        lattice_case(below(27 * 27 * 27 * 27), 0.125f, 1.0f, p);
        assert_sign(hem_orient_sos(p, in_order), hem_orient_sos(p, far_apart), p, "ids");
    }
}

void test_four_equal_points_still_have_a_side(void)
{
    const hem_vec3 places[] = {{0, 0, 0}, {MOST, -MOST, MOST}, {1, 2, 3}, {HEM_GRID, 0, -HEM_GRID}};
    for (uint32_t n = 0; n < sizeof places / sizeof places[0]; n++) {
        hem_vec3 p[4] = {places[n], places[n], places[n], places[n]};
        const uint32_t turned[4] = {1, 0, 2, 3};
        TEST_ASSERT_EQUAL(0, sign(p));
        TEST_ASSERT_EQUAL(0, filter(p));
        TEST_ASSERT_EQUAL(1, hem_orient_sos(p, in_order));
        TEST_ASSERT_EQUAL(-1, hem_orient_sos(p, turned));
    }
}

/* The tie's sign of four of some points, named by index. */
static int chosen_sos(const hem_vec3 *point, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    hem_vec3 p[4] = {point[a], point[b], point[c], point[d]};
    uint32_t id[4] = {a, b, c, d};
    return hem_orient_sos(p, id);
}

/* Five points in space depend on each other with weights whose signs, in turn, are those of the
 * quadruples that leave one out. The weights add up to zero, so they cannot all have one sign. */
void test_ties_of_any_five_lattice_points_fit_together(void)
{
    const uint32_t tuples = 12 * 12 * 12 * 12 * 12;
    for (uint32_t code = 0; code < tuples; code++) {
        hem_vec3 point[5];
        uint32_t rest = code;
        for (uint32_t i = 0; i < 5; i++) {
            uint32_t digit = rest % 12;
            point[i] =
                (hem_vec3){(float)(digit & 1u), (float)((digit >> 1) & 1u), (float)(digit >> 2)};
            rest /= 12;
        }
        int total = chosen_sos(point, 1, 2, 3, 4) - chosen_sos(point, 0, 2, 3, 4) +
                    chosen_sos(point, 0, 1, 3, 4) - chosen_sos(point, 0, 1, 2, 4) +
                    chosen_sos(point, 0, 1, 2, 3);
        TEST_ASSERT_TRUE_MESSAGE(total > -5 && total < 5, "five signs of no real points");
    }
}

/* For six points a..f: [abcd][abef] - [abce][abdf] + [abcf][abde] = 0, so those three products
 * cannot all have one sign. */
void test_ties_of_six_lattice_points_fit_together(void)
{
    uint32_t count = hem_test_count(200000);
    for (uint32_t n = 0; n < count; n++) {
        hem_vec3 point[6];
        for (uint32_t i = 0; i < 6; i++) {
            point[i] = lattice_point(below(27), 1.0f, 0.0f);
        }
        uint32_t i[6] = {0, 1, 2, 3, 4, 5};
        for (uint32_t k = 5; k > 0; k--) {
            uint32_t other = below(k + 1);
            uint32_t kept = i[k];
            i[k] = i[other];
            i[other] = kept;
        }
        int total =
            chosen_sos(point, i[0], i[1], i[2], i[3]) * chosen_sos(point, i[0], i[1], i[4], i[5]) -
            chosen_sos(point, i[0], i[1], i[2], i[4]) * chosen_sos(point, i[0], i[1], i[3], i[5]) +
            chosen_sos(point, i[0], i[1], i[2], i[5]) * chosen_sos(point, i[0], i[1], i[3], i[4]);
        TEST_ASSERT_TRUE_MESSAGE(total > -3 && total < 3, "six signs of no real points");
    }
}

/* ---- the ends of the domain ---- */

void test_signs_are_exact_where_the_numbers_are_largest_and_smallest(void)
{
    const float values[] = {-MOST, -1.0f, -HEM_GRID, 0.0f, HEM_GRID, 1.0f / 131072.0f, MOST};
    const uint32_t kinds = sizeof values / sizeof values[0];
    uint32_t count = hem_test_count(200000);
    for (uint32_t n = 0; n < count; n++) {
        hem_vec3 p[4];
        for (uint32_t i = 0; i < 4; i++) {
            p[i] = (hem_vec3){values[below(kinds)], values[below(kinds)], values[below(kinds)]};
        }
        assert_all_signs(p);
        assert_sign(hem_oracle_sos(p, in_order), hem_orient_sos(p, in_order), p, "sos");
    }
}

/* The determinant as large as it can be: the corners of the domain. */
void test_the_largest_determinant_fits(void)
{
    const hem_vec3 p[4] = {
        {MOST, MOST, -MOST}, {MOST, -MOST, MOST}, {-MOST, MOST, MOST}, {-MOST, -MOST, -MOST}};
    const hem_vec3 q[4] = {p[1], p[0], p[2], p[3]};
    assert_all_signs(p);
    assert_all_signs(q);
    TEST_ASSERT_EQUAL(-sign(p), sign(q));
    TEST_ASSERT_NOT_EQUAL(0, sign(p));
}

void test_one_unit_off_a_plane_across_the_whole_domain_is_seen(void)
{
    /* z = x and one grid unit beside it. */
    hem_vec3 p[4] = {{-MOST, -MOST, -MOST}, {MOST, -MOST, MOST}, {0, MOST, 0}, {0, 0, 0}};
    TEST_ASSERT_EQUAL(0, sign(p));
    p[3].z = HEM_GRID;
    TEST_ASSERT_EQUAL(0, filter(p));
    TEST_ASSERT_EQUAL(-1, sign(p));
    p[3].z = -HEM_GRID;
    TEST_ASSERT_EQUAL(1, sign(p));
}

void test_a_negative_zero_is_a_zero(void)
{
    hem_vec3 p[4] = {{-0.0f, 0, -0.0f}, {1, -0.0f, 0}, {0, 1, -0.0f}, {1, 1, 0}};
    TEST_ASSERT_EQUAL(0, sign(p));
    TEST_ASSERT_EQUAL(0, exact(p));
}

/* ---- the same on every machine ---- */

void test_signs_are_the_same_on_every_machine(void)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t i = 0; i < 20000; i++) {
        hem_vec3 p[4];
        uint32_t id[4];
        hem_orient_mixed_case(i, &state, p);
        for (uint32_t k = 0; k < 4; k++) {
            id[k] = below(1u << 30) * 4 + k;
        }
        hash = hem_hash_u32(hash, (uint32_t)(filter(p) + 1));
        hash = hem_hash_u32(hash, (uint32_t)(sign(p) + 1));
        hash = hem_hash_u32(hash, (uint32_t)(hem_orient_sos(p, id) + 1));
        hash = hem_hash_u32(hash, (uint32_t)(hem_orient2d_sign(&p[0], &p[1], &p[2], i % 3) + 1));
    }
    TEST_ASSERT_EQUAL_HEX64(0xB375EEF760E6C1F1u, hash);
}

#include "unity.h"

#include "base/simd.h"
#include "base/vec3.h"
#include "hull_oracle.h"
#include "narrow/triangle_pairs.h"
#include "narrow/triangle_triangle.h"
#include "narrow_cases.h"
#include "test_scale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static test_random random_state;
static hem_triangle_pairs pairs;

/* What stands in the places, and how many there are. */
static hem_vec3 first[HEM_TRIANGLE_PAIRS][3], second[HEM_TRIANGLE_PAIRS][3];

void setUp(void)
{
    random_state.state = 31;
    memset(&pairs, 0xFF, sizeof pairs); /* NaN: what was not put there must not matter */
}

void tearDown(void)
{
}

static hem_triangle_numbers numbers_of(const hem_vec3 triangle[3])
{
    hem_triangle_numbers numbers;
    memcpy(numbers.of, triangle, sizeof numbers.of);
    return numbers;
}

static void put(uint32_t place)
{
    hem_triangle_numbers a = numbers_of(first[place]), b = numbers_of(second[place]);
    hem_triangle_pairs_put(&pairs, place, &a, &b);
}

static void fail_at(uint32_t place, const char *what)
{
    char text[512];
    const hem_vec3 *a = first[place], *b = second[place];
    snprintf(text, sizeof text,
             "%s: (%a %a %a) (%a %a %a) (%a %a %a) | (%a %a %a) (%a %a %a) (%a %a %a)", what,
             (double)a[0].x, (double)a[0].y, (double)a[0].z, (double)a[1].x, (double)a[1].y,
             (double)a[1].z, (double)a[2].x, (double)a[2].y, (double)a[2].z, (double)b[0].x,
             (double)b[0].y, (double)b[0].z, (double)b[1].x, (double)b[1].y, (double)b[1].z,
             (double)b[2].x, (double)b[2].y, (double)b[2].z);
    TEST_FAIL_MESSAGE(text);
}

typedef struct tally {
    uint32_t pairs, meeting, sure;
} tally;

/* Puts the pairs that are there, and compares all answers with the exact test. */
static void check(uint32_t count, tally *sum)
{
    for (uint32_t place = 0; place < count; place++) {
        put(place);
    }
    uint32_t meet = hem_triangle_pairs_meet(&pairs, count);
    TEST_ASSERT_EQUAL_HEX32(0, meet >> count);
    for (uint32_t place = 0; place < count; place++) {
        hem_sure_4 four = hem_triangle_pairs_filter(&pairs, place / 4u * 4u);
        bool expected = hem_triangles_meet(first[place], second[place]);
        bool surely = (four.meet >> place % 4u & 1u) != 0;
        bool surely_not = (four.apart >> place % 4u & 1u) != 0;
        if (expected != ((meet >> place & 1u) != 0)) {
            fail_at(place, "answer");
        }
        if ((surely && !expected) || (surely_not && expected)) {
            fail_at(place, "filter");
        }
        sum->pairs++;
        sum->meeting += expected ? 1u : 0u;
        sum->sure += surely || surely_not ? 1u : 0u;
    }
}

static void assert_a_fifth_each(const tally *sum)
{
    if (sum->pairs >= 1000) {
        TEST_ASSERT_GREATER_THAN(sum->pairs / 5, sum->meeting);
        TEST_ASSERT_LESS_THAN(sum->pairs - sum->pairs / 5, sum->meeting);
    }
}

/* Plain C leaves everything to the exact test. */
static void assert_sure(const tally *sum, double share)
{
    if (sum->pairs >= 1000 && strcmp(HEM_SIMD_NAME, "scalar") != 0) {
        TEST_ASSERT_GREATER_THAN((uint32_t)((double)sum->pairs * share), sum->sure);
    }
}

static hem_vec3 random_point(float size)
{
    float x = random_float(&random_state, -size, size);
    float y = random_float(&random_state, -size, size);
    float z = random_float(&random_state, -size, size);
    return (hem_vec3){x, y, z};
}

static hem_vec3 on_grid(hem_vec3 point)
{
    return (hem_vec3){hem_snap(point.x), hem_snap(point.y), hem_snap(point.z)};
}

/* ---- by hand ---- */

static const hem_vec3 flat[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};

static bool alone(const hem_vec3 a[3], const hem_vec3 b[3])
{
    hem_triangle_numbers of_a = numbers_of(a), of_b = numbers_of(b);
    hem_triangle_pairs_put(&pairs, 0, &of_a, &of_b);
    return hem_triangle_pairs_meet(&pairs, 1) != 0;
}

void test_through_beside_and_touching(void)
{
    const hem_vec3 through[3] = {{1, 1, -1}, {1, 1, 1}, {2, 1, 1}};
    const hem_vec3 beside[3] = {{3, 3, -1}, {3, 3, 1}, {4, 3, 1}};
    const hem_vec3 above[3] = {{1, 1, 1}, {2, 1, 1}, {1, 2, 2}};
    const hem_vec3 touching[3] = {{2, 2, -1}, {2, 2, 1}, {9, 9, 1}};
    TEST_ASSERT_TRUE(alone(flat, through));
    TEST_ASSERT_FALSE(alone(flat, beside));
    TEST_ASSERT_FALSE(alone(flat, above));
    TEST_ASSERT_TRUE(alone(flat, touching));
    TEST_ASSERT_TRUE(alone(flat, flat));
}

void test_no_pairs_have_no_answer(void)
{
    TEST_ASSERT_EQUAL_HEX32(0, hem_triangle_pairs_meet(&pairs, 0));
}

void test_corners_are_read_from_their_places(void)
{
    const float x[4] = {1, 2, 3, 4}, y[4] = {5, 6, 7, 8}, z[4] = {9, 10, 11, 12};
    const float expected[9] = {4, 8, 12, 1, 5, 9, 3, 7, 11};
    hem_triangle_numbers numbers = hem_triangle_numbers_at(x, y, z, 3, 0, 2);
    TEST_ASSERT_EQUAL_FLOAT_ARRAY(expected, numbers.of, 9);
}

/* ---- how many, and where ---- */

void test_every_count_answers_for_its_pairs_alone(void)
{
    for (uint32_t i = 0; i < hem_test_count(2000); i++) {
        uint32_t count = 1 + i % HEM_TRIANGLE_PAIRS, room = (count + 3u) / 4u * 4u;
        tally sum = {0};
        memset(&pairs, 0xFF, sizeof pairs);
        for (uint32_t place = 0; place < count; place++) {
            hem_lattice_triangles_case(&random_state, 5, first[place], second[place]);
        }
        check(count, &sum);
        for (uint32_t place = room; place < HEM_TRIANGLE_PAIRS; place++) {
            TEST_ASSERT_TRUE(isnan(pairs.a[0][place]) && isnan(pairs.b[8][place]));
        }
    }
}

/* ---- against the oracle ---- */

void test_pairs_on_lattices_are_right(void)
{
    for (uint32_t i = 0; i < hem_test_count(4000); i++) {
        tally sum = {0};
        for (uint32_t place = 0; place < HEM_TRIANGLE_PAIRS; place++) {
            hem_lattice_triangles_case(&random_state, 3 + i % 6, first[place], second[place]);
        }
        check(HEM_TRIANGLE_PAIRS, &sum);
        uint32_t meet = hem_triangle_pairs_meet(&pairs, HEM_TRIANGLE_PAIRS);
        for (uint32_t place = 0; place < HEM_TRIANGLE_PAIRS; place++) {
            if (hem_oracle_hulls_meet(first[place], 3, second[place], 3) !=
                ((meet >> place & 1u) != 0)) {
                fail_at(place, "oracle");
            }
        }
    }
}

/* ---- against the exact test ---- */

void test_hard_pairs_are_right(void)
{
    tally sum = {0};
    for (uint32_t i = 0; i < hem_test_count(60000); i++) {
        for (uint32_t place = 0; place < HEM_TRIANGLE_PAIRS; place++) {
            hem_two_triangles_case(&random_state, first[place], second[place]);
        }
        check(HEM_TRIANGLE_PAIRS, &sum);
    }
    assert_a_fifth_each(&sum);
}

/* Where products of heights would underflow, and errors of one unit turn signs. */
void test_pairs_of_a_few_grid_units_are_right(void)
{
    tally sum = {0};
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        float unit = HEM_GRID * (float)(1u << random_below(&random_state, 24));
        for (uint32_t place = 0; place < HEM_TRIANGLE_PAIRS; place++) {
            hem_lattice_triangles_case(&random_state, 4 + i % 60, first[place], second[place]);
            for (uint32_t k = 0; k < 3; k++) {
                first[place][k] = hem_scale(unit, first[place][k]);
                second[place][k] = hem_scale(unit, second[place][k]);
            }
        }
        check(HEM_TRIANGLE_PAIRS, &sum);
    }
}

/* Triangles about which float arithmetic should be sure: any shape, near each other. */
static void common_case(uint32_t place)
{
    hem_vec3 where = random_point(2.0f);
    for (uint32_t k = 0; k < 3; k++) {
        first[place][k] = on_grid(hem_add(where, random_point(0.02f)));
        second[place][k] = on_grid(hem_add(where, random_point(0.02f)));
    }
}

void test_the_filter_is_sure_of_common_pairs(void)
{
    tally sum = {0};
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        for (uint32_t place = 0; place < HEM_TRIANGLE_PAIRS; place++) {
            common_case(place);
        }
        check(HEM_TRIANGLE_PAIRS, &sum);
    }
    assert_sure(&sum, 0.998);
}

/* Two edges that run through one point but for rounding, with third corners anywhere: the sides are
 * sure, the order on the line hangs by a unit. */
static void crossing_edges_case(uint32_t place)
{
    static const float far[4] = {0.0f, 1.0f, 30.0f, 4000.0f};
    static const float sizes[4] = {1.0f, 0.01f, 0.0001f, 1000.0f};
    uint32_t kind = random_below(&random_state, 16);
    hem_vec3 where = random_point(far[kind % 4u]);
    float size = kind == 15 ? 0.5f : sizes[kind / 4u];
    for (uint32_t t = 0; t < 2; t++) {
        hem_vec3 *triangle = t == 0 ? first[place] : second[place];
        hem_vec3 along = random_point(size);
        float fore = random_float(&random_state, 0.1f, 1.0f);
        float back = random_float(&random_state, 0.1f, 1.0f);
        uint32_t start = random_below(&random_state, 3);
        triangle[start] = hem_add_scaled(where, fore, along);
        triangle[(start + 1) % 3] = hem_add_scaled(where, -back, along);
        triangle[(start + 2) % 3] = hem_add(where, random_point(size));
        for (uint32_t k = 0; k < 3; k++) {
            const float most = 4095.0f;
            hem_vec3 point = hem_vec3_max(triangle[k], (hem_vec3){-most, -most, -most});
            triangle[k] = on_grid(hem_vec3_min(point, (hem_vec3){most, most, most}));
        }
    }
}

void test_edges_that_nearly_touch_are_told_apart(void)
{
    tally sum = {0};
    for (uint32_t i = 0; i < hem_test_count(60000); i++) {
        for (uint32_t place = 0; place < HEM_TRIANGLE_PAIRS; place++) {
            crossing_edges_case(place);
        }
        check(HEM_TRIANGLE_PAIRS, &sum);
    }
    assert_a_fifth_each(&sum);
}

/* The same pair in every order of its corners, both ways round: the lone corner comes to stand
 * anywhere. */
void test_the_order_of_triangles_and_corners_does_not_matter(void)
{
    static const uint8_t order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                        {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        tally sum = {0};
        common_case(0);
        for (uint32_t place = 1; place < HEM_TRIANGLE_PAIRS; place++) {
            uint32_t turn = random_below(&random_state, 72);
            for (uint32_t k = 0; k < 3; k++) {
                hem_vec3 a = first[0][order[turn % 6u][k]], b = second[0][order[turn / 12u][k]];
                first[place][k] = turn / 6u % 2u == 0 ? a : b;
                second[place][k] = turn / 6u % 2u == 0 ? b : a;
            }
        }
        check(HEM_TRIANGLE_PAIRS, &sum);
        TEST_ASSERT_TRUE(sum.meeting == 0 || sum.meeting == sum.pairs);
    }
}

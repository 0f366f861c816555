#include "unity.h"

#include "base/vec3.h"
#include "ccd_cases.h"
#include "ccd_judge.h"
#include "hem/ccd.h"
#include "still_ccd.h"
#include "test_scale.h"

#include <string.h>

static hem_ccd_out out;
static test_random random_state;

void setUp(void)
{
    memset(&out, 0x5A, sizeof out);
    random_state.state = 19;
}

void tearDown(void)
{
}

/* ---- hits ---- */

void test_a_vertex_that_falls_through_a_face_hits_it(void)
{
    hem_ccd_in in = still_vertex_over_face();
    in.end[0].z = -3.0f;
    TEST_ASSERT_EQUAL(HEM_CCD_HIT, hem_ccd_vertex_face(&in, &out));
    TEST_ASSERT_EQUAL(HEM_CCD_HIT, out.state);
    TEST_ASSERT_TRUE(out.time <= 0.25f);
    TEST_ASSERT_FLOAT_WITHIN(0.001f, 0.25f, out.time);
    TEST_ASSERT_EQUAL_FLOAT(1, out.weight[0]);
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.5f, out.weight[1]);
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.25f, out.weight[2]);
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.25f, out.weight[3]);
    TEST_ASSERT_EQUAL_FLOAT(1, out.normal.z);
    TEST_ASSERT_LESS_OR_EQUAL(HEM_CCD_LIMIT, out.iterations);
}

void test_an_edge_that_falls_through_an_edge_hits_it(void)
{
    hem_ccd_in in = still_edge_over_edge();
    in.end[0].z = in.end[1].z = -1.0f;
    in.start[2].y = in.end[2].y = -3.0f;
    TEST_ASSERT_EQUAL(HEM_CCD_HIT, hem_ccd_edge_edge(&in, &out));
    TEST_ASSERT_TRUE(out.time <= 0.5f);
    TEST_ASSERT_FLOAT_WITHIN(0.001f, 0.5f, out.time);
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.5f, out.weight[0]);
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.5f, out.weight[1]);
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.25f, out.weight[2]);
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.75f, out.weight[3]);
    TEST_ASSERT_EQUAL_FLOAT(1, out.normal.z);
}

void test_the_normal_points_from_where_the_vertex_came(void)
{
    hem_ccd_in in = still_vertex_over_face();
    in.start[0].z = -1.0f;
    in.end[0].z = 1.0f;
    TEST_ASSERT_EQUAL(HEM_CCD_HIT, hem_ccd_vertex_face(&in, &out));
    TEST_ASSERT_EQUAL_FLOAT(-1, out.normal.z);
}

void test_a_vertex_that_ends_on_a_face_hits_it(void)
{
    hem_ccd_in in = still_vertex_over_face();
    in.end[0].z = 0.0f;
    TEST_ASSERT_GREATER_THAN(HEM_CCD_CLEAR, hem_ccd_vertex_face(&in, &out));
}

void test_a_vertex_that_meets_a_corner_or_a_side_hits(void)
{
    hem_ccd_in in = still_vertex_over_face();
    in.start[0] = (hem_vec3){0, 0, 1};
    in.end[0] = (hem_vec3){0, 0, -1};
    TEST_ASSERT_GREATER_THAN(HEM_CCD_CLEAR, hem_ccd_vertex_face(&in, &out));
    in.start[0].x = in.end[0].x = 0.5f;
    TEST_ASSERT_GREATER_THAN(HEM_CCD_CLEAR, hem_ccd_vertex_face(&in, &out));
}

void test_a_pair_that_meets_in_its_own_plane_hits(void)
{
    hem_ccd_in in = still_vertex_on_face();
    in.start[0] = (hem_vec3){2, 0.25f, 0};
    in.end[0] = (hem_vec3){0, 0.25f, 0};
    TEST_ASSERT_GREATER_THAN(HEM_CCD_CLEAR, hem_ccd_vertex_face(&in, &out));
    TEST_ASSERT_TRUE(out.time <= 0.625f);
    TEST_ASSERT_FLOAT_WITHIN(0.001f, 0.625f, out.time);
    in = (hem_ccd_in){.start = {{0, 0, 0}, {1, 0, 0}, {0.5f, 2, 0}, {0.5f, 1, 0}},
                      .end = {{0, 0, 0}, {1, 0, 0}, {0.5f, 0, 0}, {0.5f, -1, 0}}};
    TEST_ASSERT_GREATER_THAN(HEM_CCD_CLEAR, hem_ccd_edge_edge(&in, &out));
    TEST_ASSERT_FLOAT_WITHIN(0.001f, 0.5f, out.time);
}

/* Every speed up to what the domain allows (000-6). */
void test_no_speed_is_too_high(void)
{
    for (float speed = 1e-3f; speed < 4000.0f; speed *= 1.37f) {
        hem_ccd_in in = still_vertex_over_face();
        in.start[0].z = 0.4f * speed;
        in.end[0].z = -0.6f * speed;
        TEST_ASSERT_EQUAL(HEM_CCD_HIT, hem_ccd_vertex_face(&in, &out));
        TEST_ASSERT_FLOAT_WITHIN(0.001f, 0.4f, out.time);
        in = still_edge_over_edge();
        in.start[0].z = in.start[1].z = 0.4f * speed;
        in.end[0].z = in.end[1].z = -0.6f * speed;
        TEST_ASSERT_EQUAL(HEM_CCD_HIT, hem_ccd_edge_edge(&in, &out));
        TEST_ASSERT_FLOAT_WITHIN(0.001f, 0.4f, out.time);
    }
}

/* ---- separating is clear ---- */

void test_a_pair_that_does_not_move_is_clear(void)
{
    hem_ccd_in in = still_vertex_over_face();
    assert_ccd_clear(hem_ccd_vertex_face(&in, &out), &out);
    in = still_vertex_on_face();
    assert_ccd_clear(hem_ccd_vertex_face(&in, &out), &out);
    in.separation = 0.01f;
    assert_ccd_clear(hem_ccd_vertex_face(&in, &out), &out);
    in = still_edge_on_edge();
    assert_ccd_clear(hem_ccd_edge_edge(&in, &out), &out);
    in = (hem_ccd_in){.separation = 0.5f}; /* all points are one */
    assert_ccd_clear(hem_ccd_vertex_face(&in, &out), &out);
    assert_ccd_clear(hem_ccd_edge_edge(&in, &out), &out);
}

void test_a_vertex_that_rests_on_a_face_and_leaves_is_clear(void)
{
    hem_ccd_in in = still_vertex_on_face();
    in.end[0].z = 0.001f;
    assert_ccd_clear(hem_ccd_vertex_face(&in, &out), &out);
    in.end[0].z = -HEM_GRID;
    assert_ccd_clear(hem_ccd_vertex_face(&in, &out), &out);
}

void test_edges_that_touch_and_leave_are_clear(void)
{
    hem_ccd_in in = still_edge_on_edge();
    in.end[0].z = in.end[1].z = 0.001f;
    assert_ccd_clear(hem_ccd_edge_edge(&in, &out), &out);
    in.end[0].z = in.end[1].z = -0.001f;
    assert_ccd_clear(hem_ccd_edge_edge(&in, &out), &out);
}

/* On a slope that floats hit exactly, by its normal and not by an axis. */
void test_what_rests_on_a_slope_and_leaves_is_clear(void)
{
    hem_ccd_in in = {.start = {{0.25f, 0.25f, 0.375f}, {0, 0, 0}, {1, 0, 1}, {0, 1, 0.5f}}};
    memcpy(in.end, in.start, sizeof in.end);
    in.end[0] = (hem_vec3){0.2f, 0.23f, 0.43f};
    for (uint32_t i = 1; i < 4; i++) {
        in.end[i].x += 0.01f;
        in.end[i].y -= 0.01f;
    }
    assert_ccd_clear(hem_ccd_vertex_face(&in, &out), &out);
}

/* Contact along a line or in a point, in the plane of the features. */
void test_what_touches_at_a_side_or_a_corner_and_leaves_sideways_is_clear(void)
{
    hem_ccd_in in = still_vertex_on_face();
    in.start[0] = (hem_vec3){0.5f, 0.5f, 0}; /* on the long side */
    in.end[0] = (hem_vec3){0.51f, 0.515f, 0};
    assert_ccd_clear(hem_ccd_vertex_face(&in, &out), &out);
    in.start[0] = (hem_vec3){1, 0, 0}; /* on a corner */
    in.end[0] = (hem_vec3){1.01f, 0.004f, 0};
    assert_ccd_clear(hem_ccd_vertex_face(&in, &out), &out);
    /* A seam: two edges that are one, or overlap. */
    in = (hem_ccd_in){.start = {{0, 0, 0}, {1, 0.5f, 0.25f}, {0, 0, 0}, {1, 0.5f, 0.25f}}};
    memcpy(in.end, in.start, sizeof in.end);
    in.end[0].z += 0.01f;
    in.end[1].z += 0.012f;
    assert_ccd_clear(hem_ccd_edge_edge(&in, &out), &out);
    in.start[2] = in.end[2] = (hem_vec3){0.5f, 0.25f, 0.125f};
    in.start[3] = in.end[3] = (hem_vec3){2, 1, 0.5f};
    assert_ccd_clear(hem_ccd_edge_edge(&in, &out), &out);
}

/* Touching and moving along with it is still touching at the end. */
void test_what_stays_in_touch_hits(void)
{
    hem_ccd_in in = still_vertex_on_face();
    in.end[0].x += 0.125f;
    TEST_ASSERT_GREATER_THAN(HEM_CCD_CLEAR, hem_ccd_vertex_face(&in, &out));
    TEST_ASSERT_EQUAL_FLOAT(0, out.time);
}

/* All pairs of features of a flat sheet that share no vertex, while it slides and turns. */
void test_a_flat_sheet_that_slides_in_its_own_plane_is_clear(void)
{
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        hem_ccd_pair pair = i % 2 == 0 ? HEM_CCD_PAIR_VERTEX_FACE : HEM_CCD_PAIR_EDGE_EDGE;
        static const int faces[2][3][2] = {{{0, 0}, {1, 0}, {0, 1}}, {{1, 0}, {1, 1}, {0, 1}}};
        static const int edges[3][2][2] = {{{0, 0}, {1, 0}}, {{0, 0}, {0, 1}}, {{1, 0}, {0, 1}}};
        int cell[4][2];
        int dx = (int)random_below(&random_state, 5) - 2,
            dy = random_below(&random_state, 2) ? 2 : -2;
        if (pair == HEM_CCD_PAIR_VERTEX_FACE) {
            memcpy(cell + 1, faces[random_below(&random_state, 2)], sizeof faces[0]);
            cell[0][0] = dx;
            cell[0][1] = dy;
        } else {
            memcpy(cell + 2, edges[random_below(&random_state, 3)], sizeof edges[0]);
            const int(*first)[2] = edges[random_below(&random_state, 3)];
            for (int k = 0; k < 2; k++) {
                cell[k][0] = first[k][0] + dx;
                cell[k][1] = first[k][1] + dy;
            }
        }
        float slope = i % 3 == 0 ? 0.0f : random_float(&random_state, -1, 1);
        float height = random_float(&random_state, -10, 10);
        hem_vec3 slide = {random_float(&random_state, -1, 1), random_float(&random_state, -1, 1),
                          0};
        hem_ccd_in in = {.separation = 0.0f};
        for (uint32_t k = 0; k < 4; k++) {
            hem_vec3 a = {0.01f * (float)cell[k][0], 0.01f * (float)cell[k][1], 0};
            hem_vec3 b = hem_add(a, slide);
            a.z = height + slope * a.x;
            b.z = height + slope * b.x;
            in.start[k] = hem_vec3_snap(a);
            in.end[k] = hem_vec3_snap(b);
        }
        assert_ccd_clear(hem_ccd_ask(pair, &in, &out), &out);
    }
}

/* ---- separation ---- */

void test_a_pair_that_comes_within_the_separation_hits(void)
{
    hem_ccd_in in = still_vertex_over_face();
    in.end[0].z = 0.25f;
    in.separation = 0.5f;
    TEST_ASSERT_EQUAL(HEM_CCD_HIT, hem_ccd_vertex_face(&in, &out));
    TEST_ASSERT_TRUE(out.separation <= 0.5f && out.separation > 0.4999f);
    TEST_ASSERT_TRUE(out.time <= 0.6667f);
    TEST_ASSERT_FLOAT_WITHIN(0.002f, 2.0f / 3.0f, out.time);
    TEST_ASSERT_EQUAL_FLOAT(1, out.normal.z);
    in.separation = 0.2f;
    assert_ccd_clear(hem_ccd_vertex_face(&in, &out), &out);
    TEST_ASSERT_EQUAL_FLOAT(0.2f, out.separation);
}

void test_what_starts_closer_may_come_to_half_of_that(void)
{
    hem_ccd_in in = still_edge_over_edge();
    in.separation = 4.0f;
    in.end[0].z = in.end[1].z = 0.51f;
    assert_ccd_clear(hem_ccd_edge_edge(&in, &out), &out);
    in.end[0].z = in.end[1].z = 2.0f;
    assert_ccd_clear(hem_ccd_edge_edge(&in, &out), &out);
    in.end[0].z = in.end[1].z = 0.49f;
    TEST_ASSERT_EQUAL(HEM_CCD_HIT, hem_ccd_edge_edge(&in, &out));
    TEST_ASSERT_TRUE(out.separation <= 0.5f);
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.5f, out.separation);
    TEST_ASSERT_FLOAT_WITHIN(0.002f, 0.5f / 0.51f, out.time);
}

/* Beyond the end of an edge, and over a corner: round as a sausage is. */
void test_the_separation_is_round_at_corners(void)
{
    hem_ccd_in in = still_vertex_over_face();
    in.separation = 0.1f;
    in.start[0] = (hem_vec3){-0.08f, -0.08f, 1};
    in.end[0] = (hem_vec3){-0.08f, -0.08f, -1};
    assert_ccd_clear(hem_ccd_vertex_face(&in, &out), &out);
    in.start[0].x = in.end[0].x = in.start[0].y = in.end[0].y = -0.06f;
    TEST_ASSERT_EQUAL(HEM_CCD_HIT, hem_ccd_vertex_face(&in, &out));
    TEST_ASSERT_TRUE(out.normal.x < 0.0f && out.normal.y < 0.0f && out.normal.z > 0.0f);
    TEST_ASSERT_EQUAL_FLOAT(1, out.weight[1]);
}

/* ---- what every hit has ---- */

void test_weights_and_normals_of_hits_are_sound(void)
{
    for (uint32_t i = 0; i < hem_test_count(60000); i++) {
        hem_ccd_pair pair = i % 2 == 0 ? HEM_CCD_PAIR_VERTEX_FACE : HEM_CCD_PAIR_EDGE_EDGE;
        hem_ccd_in in;
        hem_ccd_case((hem_ccd_set)(i / 2 % HEM_CCD_SETS), pair, i % 5 == 0 ? 10.0f : 0.0f,
                     &random_state, &in);
        in.separation = i % 3 == 0 ? 0.001f : 0.0f;
        if (hem_ccd_ask(pair, &in, &out) <= HEM_CCD_CLEAR) {
            continue;
        }
        const float *w = out.weight;
        float first = pair == HEM_CCD_PAIR_VERTEX_FACE ? w[0] : w[0] + w[1];
        float second = pair == HEM_CCD_PAIR_VERTEX_FACE ? (w[1] + w[2]) + w[3] : w[2] + w[3];
        TEST_ASSERT_FLOAT_WITHIN(1e-6f, 1, first);
        TEST_ASSERT_FLOAT_WITHIN(1e-6f, 1, second);
        for (uint32_t k = 0; k < 4; k++) {
            TEST_ASSERT_TRUE(w[k] >= 0.0f && w[k] <= 1.0f);
        }
        TEST_ASSERT_FLOAT_WITHIN(1e-5f, 1, hem_length(out.normal));
        TEST_ASSERT_TRUE(out.time >= 0.0f && out.time <= 1.0f);
        TEST_ASSERT_TRUE(out.iterations >= 1 && out.iterations <= HEM_CCD_LIMIT);
    }
}

void test_a_bound_that_was_reached_is_said(void)
{
    uint32_t by_bound = 0;
    for (uint32_t i = 0; i < 100000 && by_bound < 3; i++) {
        hem_ccd_in in;
        hem_ccd_case(HEM_CCD_SET_SCALES, HEM_CCD_PAIR_EDGE_EDGE, 0.0f, &random_state, &in);
        if (hem_ccd_edge_edge(&in, &out) == HEM_CCD_HIT_BY_BOUND) {
            TEST_ASSERT_EQUAL(HEM_CCD_HIT_BY_BOUND, out.state);
            TEST_ASSERT_EQUAL(HEM_CCD_LIMIT, out.iterations);
            TEST_ASSERT_TRUE(out.time < 1.0f);
            by_bound++;
        }
    }
    TEST_ASSERT_EQUAL(3, by_bound);
}

/* ---- order ---- */

static void assert_same(float expected, float actual)
{
    TEST_ASSERT_EQUAL_HEX32(hem_float_bits(expected + 0.0f), hem_float_bits(actual + 0.0f));
}

/* Asks with the points in another order; `turned` edges turn the normal. */
static void assert_order_is_no_matter(hem_ccd_pair pair, const hem_ccd_in *in,
                                      const hem_ccd_out *expected, const uint32_t order[4],
                                      bool turned)
{
    hem_ccd_in other = {.separation = in->separation};
    for (uint32_t i = 0; i < 4; i++) {
        other.start[i] = in->start[order[i]];
        other.end[i] = in->end[order[i]];
    }
    TEST_ASSERT_EQUAL(expected->state, hem_ccd_ask(pair, &other, &out));
    TEST_ASSERT_EQUAL(expected->state, out.state);
    TEST_ASSERT_EQUAL(expected->iterations, out.iterations);
    assert_same(expected->time, out.time);
    assert_same(expected->separation, out.separation);
    for (uint32_t i = 0; i < 4; i++) {
        assert_same(expected->weight[order[i]], out.weight[i]);
    }
    float turn = turned ? -1.0f : 1.0f;
    assert_same(turn * expected->normal.x, out.normal.x);
    assert_same(turn * expected->normal.y, out.normal.y);
    assert_same(turn * expected->normal.z, out.normal.z);
}

static bool has_equal_points(const hem_ccd_in *in)
{
    for (uint32_t i = 0; i < 4; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (memcmp(&in->start[i], &in->start[j], sizeof in->start[0]) == 0 &&
                memcmp(&in->end[i], &in->end[j], sizeof in->end[0]) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Points that are one at both ends may have their weights exchanged, so they are left out. */
void test_the_order_of_the_points_changes_no_bit(void)
{
    static const uint32_t face_orders[5][4] = {
        {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};
    static const uint32_t edge_orders[7][4] = {{1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2},
                                               {2, 3, 0, 1}, {3, 2, 0, 1}, {2, 3, 1, 0},
                                               {3, 2, 1, 0}};
    for (uint32_t i = 0; i < hem_test_count(60000); i++) {
        hem_ccd_in in;
        hem_ccd_out expected;
        bool face = i % 2 == 0;
        hem_ccd_pair pair = face ? HEM_CCD_PAIR_VERTEX_FACE : HEM_CCD_PAIR_EDGE_EDGE;
        hem_ccd_case((hem_ccd_set)(i / 2 % HEM_CCD_SETS), pair, i % 3 == 0 ? 10.0f : 0.0f,
                     &random_state, &in);
        in.separation = i % 5 == 0 ? 0.001f : 0.0f;
        if (has_equal_points(&in)) {
            continue;
        }
        hem_ccd_ask(pair, &in, &expected);
        for (uint32_t k = 0; k < (face ? 5u : 7u); k++) {
            assert_order_is_no_matter(pair, &in, &expected, face ? face_orders[k] : edge_orders[k],
                                      !face && k > 2);
        }
    }
}

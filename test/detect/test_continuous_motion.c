/* What motion means to the continuous pass: nothing passes through, whatever the speed and the step
 * (E18, 000-6), and what separates, stays apart or rests is clear. */
#include "unity.h"

#include "base/vec3.h"
#include "hit_check.h"
#include "hit_oracle.h"

#include <math.h>
#include <stdlib.h>

void setUp(void)
{
    hit_check_start();
}

void tearDown(void)
{
    hit_check_end();
}

static const hem_vec3 nowhere = {0.0f, 0.0f, 0.0f};

static moving_body some_grid(uint32_t columns, uint32_t rows, float cell, hem_vec3 at, hem_vec3 way)
{
    test_random random = {1};
    tree_body sheet = tree_body_grid(columns, rows, cell);
    feature_body_finish(&sheet);
    moving_body moving = moving_body_take(sheet);
    moving_body_shift(&moving, at);
    moving_body_go(&moving, &random, 0.0f, way);
    return moving;
}

/* ---------------------------------------------------------------------------------- tunnelling */

/* How many pairs of triangles meet at one end of the motion. */
static uint32_t meeting(const moving_body *a, const moving_body *b, bool end)
{
    hem_pair pair[1];
    hem_intersect_out out;
    hem_intersect_in in = {.a = a->body.tree,
                           .b = b->body.tree,
                           .positions_a = end ? a->ends : a->body.positions,
                           .positions_b = end ? b->ends : b->body.positions,
                           .pairs = pair,
                           .room = 1,
                           .scratch = hit_check_scratch()};
    TEST_ASSERT_TRUE(hem_intersect(&in, &out) >= HEM_OK);
    return out.count;
}

/* Of the vertices of b that go through the inside of a, which have hit a face? */
static void check_every_vertex(const moving_body *b, uint32_t inside_count)
{
    bool *hit = calloc(b->body.vertex_count, sizeof *hit);
    uint32_t vertices = 0;
    for (uint32_t i = 0; i < hit_out.kept; i++) {
        if (hit_found[i].kind == HEM_CONTACT_FACE_VERTEX) {
            vertices += !hit[hit_found[i].second];
            hit[hit_found[i].second] = true;
        }
    }
    free(hit);
    TEST_ASSERT_EQUAL_UINT32(inside_count, vertices);
}

void test_sheets_that_pass_through_each_other_are_caught_at_every_speed(void)
{
    /* From a micrometre to kilometres in one step; b lies within a. */
    for (float distance = 1e-6f; distance < 4000.0f; distance *= 3.7f) {
        moving_body a = some_grid(12, 12, 0.01f, nowhere, nowhere);
        moving_body b = some_grid(6, 7, 0.01f, (hem_vec3){0.023f, 0.017f, 0.3f * distance},
                                  (hem_vec3){0.0f, 0.0f, -distance});
        TEST_ASSERT_EQUAL_UINT32(0, meeting(&a, &b, false));
        TEST_ASSERT_EQUAL_UINT32(0, meeting(&a, &b, true));
        hem_side first = moving_body_side(&a, 0), second = moving_body_side(&b, 1000);
        hem_continuous_in in = hit_check_input(&first, &second, 0.0f);
        TEST_ASSERT_TRUE(hit_check(&in, "through") > 42);
        check_every_vertex(&b, 42);
        for (uint32_t i = 0; i < hit_out.kept; i++) {
            TEST_ASSERT_FLOAT_WITHIN(1e-3f, 0.3f, hit_found[i].time);
        }
        moving_body_free(&a);
        moving_body_free(&b);
    }
}

void test_the_scene_of_passing_sheets(void)
{
    scene_info info;
    TEST_ASSERT_TRUE(scene_describe(SCENE_E18_PASSING, SCENE_SMALL, &info));
    moving_body body[2];
    for (uint32_t i = 0; i < 2; i++) {
        tree_body start = feature_body_in_scene(SCENE_E18_PASSING, i, 0.0f);
        tree_body end = feature_body_in_scene(SCENE_E18_PASSING, i, (float)info.steps);
        feature_body_finish(&start);
        body[i] = moving_body_take(start);
        for (uint32_t v = 0; v < start.vertex_count; v++) {
            body[i].ends[v] = end.positions[v];
        }
        tree_body_free(&end);
        moving_body_fit(&body[i]);
    }
    TEST_ASSERT_EQUAL_UINT32(0, meeting(&body[0], &body[1], false));
    TEST_ASSERT_EQUAL_UINT32(0, meeting(&body[0], &body[1], true));
    TEST_ASSERT_TRUE(hit_check_both(&body[0], &body[1], 0.0f, "E18") > 100);
    moving_body_free(&body[0]);
    moving_body_free(&body[1]);
}

/* ------------------------------------------------------------------------------------ time steps
 */

/* Where a motion from one place to another is after a part of it. */
static hem_vec3 at_time(hem_vec3 from, hem_vec3 way, double part)
{
    return moving_put((hem_vec3){(float)((double)from.x + part * (double)way.x),
                                 (float)((double)from.y + part * (double)way.y),
                                 (float)((double)from.z + part * (double)way.z)});
}

/* Goes one way in so many equal steps; returns when the first hit is, as a part of the whole way,
 * or 2 when there is none. */
static double first_hit(const moving_body *a, moving_body *b, const hem_vec3 *start,
                        const hem_vec3 *ways, uint32_t steps)
{
    hem_side first = moving_body_side(a, 0), second = moving_body_side(b, 1000);
    hem_continuous_in in = hit_check_input(&first, &second, 0.0f);
    in.room = 1;
    for (uint32_t step = 0; step < steps; step++) {
        for (uint32_t v = 0; v < b->body.vertex_count; v++) {
            b->body.positions[v] = at_time(start[v], ways[v], (double)step / steps);
            b->ends[v] = at_time(start[v], ways[v], (double)(step + 1u) / steps);
        }
        moving_body_fit(b);
        TEST_ASSERT_TRUE(hem_continuous(&in, &hit_out) >= HEM_OK);
        if (hit_out.kept > 0) {
            return ((double)step + (double)hit_found[0].time) / steps;
        }
    }
    return 2.0;
}

void test_a_thousand_times_shorter_steps_find_the_same_hit(void)
{
    /* Sheets in waves that turn and deform on their way through each other. */
    const uint32_t counts[] = {1, 2, 3, 7, 10, 31, 100, 256, 1000};
    for (uint32_t round = 0; round < 4; round++) {
        test_random random = {211 + round};
        moving_body a = some_grid(9, 9, 0.01f, nowhere, nowhere);
        moving_body b = some_grid(7, 7, 0.01f, (hem_vec3){0.01f, 0.01f, 0.013f}, nowhere);
        float size = round % 2 == 0 ? 0.0f : 0.002f;
        feature_body_shake(&a.body, &random, size, nowhere);
        moving_body_go(&a, &random, 0.0f, nowhere);
        feature_body_shake(&b.body, &random, size, nowhere);
        hem_vec3 start[49], ways[49];
        for (uint32_t v = 0; v < 49; v++) {
            hem_vec3 along = {0.003f, 0.001f * (float)round, -0.04f - 0.2f * (float)(round / 2)};
            start[v] = b.body.positions[v];
            ways[v] = hem_add(along, moving_point(&random, size));
        }
        double whole = first_hit(&a, &b, start, ways, 1);
        TEST_ASSERT_TRUE(whole < 1.0);
        for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            double now = first_hit(&a, &b, start, ways, counts[i]);
            /* Positions between are rounded; no time is later than the true one by more. */
            TEST_ASSERT_DOUBLE_WITHIN(5e-4, whole, now);
        }
        moving_body_free(&a);
        moving_body_free(&b);
    }
}

void test_no_first_hit_is_later_than_the_true_one(void)
{
    /* Flat sheets and powers of two, so that every position is exact: they meet at 3/8. */
    moving_body a = some_grid(9, 9, 0.0078125f, nowhere, nowhere);
    moving_body b = some_grid(5, 5, 0.0078125f, (hem_vec3){0.01f, 0.01f, 0.375f}, nowhere);
    hem_vec3 start[25], ways[25];
    for (uint32_t v = 0; v < 25; v++) {
        start[v] = b.body.positions[v];
        ways[v] = (hem_vec3){0.0f, 0.0f, -1.0f};
    }
    for (uint32_t steps = 1; steps <= 1024; steps *= 2) {
        double when = first_hit(&a, &b, start, ways, steps);
        TEST_ASSERT_TRUE(when <= 0.375 && when > 0.375 - 5e-4);
    }
    moving_body_free(&a);
    moving_body_free(&b);
}

/* ------------------------------------------------------------------------- separating is clear */

/* Hits of two sheets, the second at a place and going a way. */
static uint32_t hits_of_two(hem_vec3 at, hem_vec3 way_a, hem_vec3 way_b, float separation)
{
    moving_body a = some_grid(8, 8, 0.01f, nowhere, way_a), b = some_grid(8, 8, 0.01f, at, way_b);
    uint32_t count = hit_check_both(&a, &b, separation, "two flat sheets");
    count += hit_check_alone(&b, separation, "one flat sheet");
    moving_body_free(&a);
    moving_body_free(&b);
    return count;
}

void test_a_flat_sheet_that_slides_in_its_plane_does_not_hit_itself(void)
{
    test_random random = {221};
    for (uint32_t round = 0; round < 200; round++) {
        float far = round % 3 == 0 ? 30.0f : 0.02f, place = round % 4 == 0 ? 100.0f : 0.0f;
        hem_vec3 way = moving_point(&random, far);
        way.z = 0.0f;
        moving_body sheet = some_grid(10, 9, 0.01f, (hem_vec3){place, 0.0f, -place}, way);
        TEST_ASSERT_EQUAL_UINT32(0, hit_check_alone(&sheet, 0.0f, "slides"));
        /* It also turns and stretches. */
        float turn = random_float(&random, -0.3f, 0.3f),
              stretch = random_float(&random, 0.7f, 1.3f);
        for (uint32_t v = 0; v < sheet.body.vertex_count; v++) {
            hem_vec3 p = sheet.body.positions[v];
            float x = p.x - place, y = p.y;
            hem_vec3 to = {place + stretch * (x - turn * y), turn * x + y, p.z};
            sheet.ends[v] = moving_put(hem_add(to, way));
        }
        moving_body_fit(&sheet);
        TEST_ASSERT_EQUAL_UINT32(0, hit_check_alone(&sheet, 0.0f, "turns"));
        moving_body_free(&sheet);
    }
}

void test_sheets_that_slide_over_each_other_or_go_together_do_not_hit(void)
{
    const float gaps[] = {1e-8f, 1e-6f, 1e-4f, 1e-3f, 0.01f};
    for (uint32_t i = 0; i < 5; i++) {
        hem_vec3 at = {0.003f, 0.002f, gaps[i]};
        TEST_ASSERT_EQUAL_UINT32(0, hits_of_two(at, nowhere, (hem_vec3){0.02f, 0.01f, 0.0f}, 0.0f));
        hem_vec3 way = {0.0625f, -0.25f, 0.0f};
        TEST_ASSERT_EQUAL_UINT32(0, hits_of_two(at, way, way, 0.0f));
        TEST_ASSERT_EQUAL_UINT32(0, hits_of_two(at, way, way, 0.005f));
        TEST_ASSERT_EQUAL_UINT32(0, hits_of_two(at, nowhere, nowhere, 0.005f));
    }
    /* Up and down, the gap is rounded. */
    hem_vec3 fall = {0.3f, -0.2f, -9.7f};
    TEST_ASSERT_EQUAL_UINT32(0, hits_of_two((hem_vec3){0.0f, 0.0f, 0.001f}, fall, fall, 0.0f));
    /* Beside each other in one plane. */
    hem_vec3 beside = {0.075f, 0.0f, 0.0f};
    TEST_ASSERT_EQUAL_UINT32(0, hits_of_two(beside, nowhere, (hem_vec3){0.0f, 0.03f, 0.0f}, 0.0f));
}

void test_a_sheet_that_rests_on_another_and_leaves_or_stays_does_not_hit(void)
{
    const hem_vec3 places[] = {{0.0f, 0.0f, 0.0f}, {0.003f, 0.002f, 0.0f}, {0.01f, 0.01f, 0.0f}};
    const hem_vec3 ways[] = {{0.0f, 0.0f, 0.003f},
                             {0.02f, 0.01f, 0.003f},
                             {0.02f, -0.01f, 1e-6f},
                             {0.0f, 0.0f, 500.0f},
                             {0.0f, 0.0f, 0.0f}};
    for (uint32_t i = 0; i < 15; i++) {
        TEST_ASSERT_EQUAL_UINT32(0, hits_of_two(places[i % 3], nowhere, ways[i / 3], 0.0f));
        if (ways[i / 3].x == 0.0f) {
            /* Straight up; sideways, some that start further apart come closer than that. */
            TEST_ASSERT_EQUAL_UINT32(0, hits_of_two(places[i % 3], nowhere, ways[i / 3], 0.002f));
        }
    }
}

void test_what_stays_in_contact_is_a_hit_from_the_start(void)
{
    /* In one plane, exactly, one on the other: the test is closed, and the end touches too. */
    const hem_vec3 at = {0.003f, 0.002f, 0.0f}, slide = {0.005f, 0.003f, 0.0f};
    moving_body a = some_grid(8, 8, 0.01f, nowhere, nowhere), b = some_grid(8, 8, 0.01f, at, slide);
    hem_side first = moving_body_side(&a, 0), second = moving_body_side(&b, 1000);
    hem_continuous_in in = hit_check_input(&first, &second, 0.0f);
    TEST_ASSERT_TRUE(hit_check(&in, "slides in contact") > 300);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < hit_out.kept; i++) {
        wrong += !hit_oracle_is_true(&in, &hit_found[i]);
    }
    TEST_ASSERT_TRUE(20u * wrong <= hit_out.kept);
    TEST_ASSERT_EQUAL_FLOAT(0.0f, hit_found[0].time);
    moving_body_free(&a);
    moving_body_free(&b);
}

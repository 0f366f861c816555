/* The pass finds exactly the pairs of triangles that all features of every triangle with every
 * other say are near. */
#include "unity.h"

#include "base/vec3.h"
#include "feature_body.h"
#include "hem/near_faces.h"
#include "narrow/faces.h"
#include "narrow/triangle_triangle.h"
#include "pair_check.h"
#include "pass_scratch.h"
#include "test_scale.h"
#include "tree_build.h"

#include <math.h>

static hem_near_faces_out out;

void setUp(void)
{
    pass_scratch_start(16u << 20);
}

void tearDown(void)
{
    pass_scratch_end();
}

static hem_near_faces_in input(const tree_body *a, const tree_body *b, float epsilon)
{
    return (hem_near_faces_in){
        .a = a->tree,
        .b = b->tree,
        .positions_a = a->positions,
        .positions_b = b->positions,
        .epsilon = epsilon,
        .pairs = pair_found,
        .room = PAIR_CHECK_ROOM,
        .scratch = &scratch,
    };
}

static hem_polygon face_of(const tree_body *body, uint32_t triangle)
{
    hem_polygon face = {.count = 3};
    tree_body_corners(body, triangle, face.point);
    return face;
}

static bool boxes_are_near(const hem_polygon *a, const hem_polygon *b, double epsilon)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        double low[2] = {1e30, 1e30}, high[2] = {-1e30, -1e30};
        for (uint32_t i = 0; i < 6; i++) {
            const hem_vec3 *p = i < 3 ? &a->point[i] : &b->point[i - 3];
            double value = axis == 0 ? p->x : axis == 1 ? p->y : p->z;
            low[i / 3] = fmin(low[i / 3], value);
            high[i / 3] = fmax(high[i / 3], value);
        }
        if (low[0] - high[1] > epsilon || low[1] - high[0] > epsilon) {
            return false;
        }
    }
    return true;
}

static uint32_t brute_force(const tree_body *a, const tree_body *b, float epsilon)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        hem_polygon first = face_of(a, i);
        for (uint32_t j = a == b ? i + 1u : 0u; j < b->triangle_count; j++) {
            hem_polygon second = face_of(b, j);
            if (!boxes_are_near(&first, &second, 1.001 * (double)epsilon + 1e-5) ||
                (a == b && tree_body_share_a_vertex(a, i, j))) {
                continue;
            }
            hem_faces_nearest nearest;
            hem_closest_features(&first, &second, &nearest);
            if (nearest.distance_squared < epsilon * epsilon ||
                hem_triangles_meet(first.point, second.point)) {
                TEST_ASSERT_TRUE(count < PAIR_CHECK_ROOM);
                pair_expected[count++] = (hem_pair){i, j};
            }
        }
    }
    return count;
}

static void check(const tree_body *a, const tree_body *b, float epsilon, const char *name)
{
    uint32_t count = brute_force(a, b, epsilon);
    hem_near_faces_in in = input(a, b, epsilon);
    TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_near_faces(&in, &out), name);
    pair_check_all(count, out.count, out.kept, name);
}

void test_random_sheets_in_layers(void)
{
    test_random random = {71};
    for (uint32_t round = 0; round < hem_test_count(48); round++) {
        tree_body a, b;
        feature_body_sheets(&random, 9, &a, &b);
        tree_body_finish(&a);
        tree_body_finish(&b);
        const float sizes[] = {0.0f, 0.0002f, 0.002f, 0.01f};
        const float places[] = {0.0f, 3.0f, 100.0f, 4000.0f};
        const float epsilons[] = {0.001f, 0.0003f, 0.02f};
        float size = sizes[round % 4], place = places[round / 4 % 4];
        float epsilon = epsilons[round / 16 % 3];
        feature_body_shake(&a, &random, size, (hem_vec3){place, -place, 0.0f});
        feature_body_shake(&b, &random, size, (hem_vec3){place + 0.003f, -place, 0.9f * epsilon});
        check(&a, &b, epsilon, "two sheets");
        check(&a, &a, epsilon, "one sheet");
        tree_body_free(&a);
        tree_body_free(&b);
    }
}

void test_layers_exactly_as_far_apart_as_epsilon(void)
{
    tree_body a = tree_body_grid(8, 8, 0.01f), b = tree_body_grid(8, 8, 0.01f);
    test_random random = {72};
    tree_body_finish(&a);
    tree_body_finish(&b);
    feature_body_shake(&b, &random, 0.0f, (hem_vec3){0.004f, 0.003f, 1.0f / 1024.0f});
    check(&a, &b, 1.0f / 1024.0f, "not closer");
    TEST_ASSERT_EQUAL_UINT32(0, out.count);
    check(&a, &b, 1.0f / 1024.0f + 1e-9f, "closer");
    TEST_ASSERT_TRUE(out.count > 0);
    tree_body_free(&a);
    tree_body_free(&b);
}

void test_soups_with_slivers_and_triangles_without_area(void)
{
    test_random random = {73};
    for (uint32_t round = 0; round < hem_test_count(200); round++) {
        uint32_t vertices = 3 + random_below(&random, 60), count = 1 + random_below(&random, 100);
        tree_body soup = feature_body_soup(&random, vertices, count, round % 3 == 0);
        for (uint32_t v = 0; v < vertices && round % 3 == 1; v++) {
            hem_vec3 p = soup.positions[v];
            soup.positions[v] = hem_vec3_snap((hem_vec3){p.x, 1e-4f * p.y, 1e-3f * p.z});
        }
        tree_body_finish(&soup);
        const float epsilons[] = {0.0f, 1e-6f, 0.01f, 0.3f, 10.0f};
        check(&soup, &soup, epsilons[round % 5], "soup");
        tree_body_free(&soup);
    }
}

void test_every_scene_at_its_end(void)
{
    for (uint32_t id = 0; id < SCENE_COUNT; id++) {
        scene_info info;
        TEST_ASSERT_TRUE(scene_describe((scene_id)id, SCENE_SMALL, &info));
        tree_body all = feature_body_of_scene((scene_id)id, (float)info.steps);
        tree_body_finish(&all);
        check(&all, &all, 0.002f, info.name);
        tree_body_free(&all);
    }
}

void test_every_kind_of_tree_gives_the_same_pairs(void)
{
    for (uint32_t kind = 0; kind < TREE_SETTINGS; kind++) {
        tree_settings as = tree_settings_at(kind);
        test_random random = {74};
        tree_body a = tree_body_grid(9, 8, 0.01f), b = tree_body_grid(7, 10, 0.01f);
        tree_body_finish_as(&a, as.builder, as.directions, as.degree);
        tree_body_finish_as(&b, as.builder, as.directions, as.degree);
        feature_body_shake(&a, &random, 0.002f, (hem_vec3){0.0f, 0.0f, 0.0f});
        feature_body_shake(&b, &random, 0.002f, (hem_vec3){0.001f, 0.002f, 0.002f});
        check(&a, &b, 0.0015f, "two sheets");
        check(&a, &a, 0.0015f, "one sheet");
        tree_body_free(&a);
        tree_body_free(&b);
    }
}

void test_what_does_not_fit_is_counted_and_the_smallest_are_kept(void)
{
    tree_body sheet = tree_body_grid(12, 12, 0.01f);
    tree_body_finish(&sheet);
    uint32_t count = brute_force(&sheet, &sheet, 0.015f);
    TEST_ASSERT_TRUE(count > 100);
    const uint32_t rooms[] = {0, 1, 7, 100};
    for (uint32_t i = 0; i < 4; i++) {
        hem_near_faces_in in = input(&sheet, &sheet, 0.015f);
        in.room = rooms[i];
        in.pairs = rooms[i] == 0 ? NULL : pair_found;
        pair_check_mark(rooms[i]);
        TEST_ASSERT_EQUAL(HEM_LIMITED, hem_near_faces(&in, &out));
        pair_check_smallest(count, rooms[i], out.count, out.kept);
    }
    tree_body_free(&sheet);
}

void test_whether_there_is_any_costs_less(void)
{
    tree_body sheet = tree_body_grid(30, 30, 0.01f);
    tree_body_finish(&sheet);
    hem_near_faces_in in = input(&sheet, &sheet, 0.015f);
    TEST_ASSERT_EQUAL(HEM_OK, hem_near_faces(&in, &out));
    uint32_t pair_tests = out.pair_tests;
    in.first_only = true;
    TEST_ASSERT_EQUAL(HEM_OK, hem_near_faces(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(1, out.count);
    TEST_ASSERT_TRUE(out.pair_tests < pair_tests / 4);
    in.epsilon = 0.0001f;
    TEST_ASSERT_EQUAL(HEM_OK, hem_near_faces(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(0, out.count);
    tree_body_free(&sheet);
}

void test_exactly_enough_scratch_works_and_one_byte_less_is_refused(void)
{
    tree_body a = tree_body_grid(12, 9, 0.01f), b = tree_body_grid(7, 15, 0.01f);
    tree_body_finish(&a);
    tree_body_finish(&b);
    const tree_body *pairs[2][2] = {{&a, &b}, {&a, &a}};
    for (uint32_t i = 0; i < 2; i++) {
        hem_near_faces_in in = input(pairs[i][0], pairs[i][1], 0.001f);
        uint32_t bytes = (uint32_t)hem_near_faces_bytes(in.a, in.b);
        scratch.capacity = bytes;
        TEST_ASSERT_EQUAL(HEM_OK, hem_near_faces(&in, &out));
        scratch.capacity = bytes - 1u;
        TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_near_faces(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(bytes, out.needed);
    }
    TEST_ASSERT_EQUAL_UINT64(0, hem_near_faces_bytes(NULL, b.tree));
    TEST_ASSERT_EQUAL_UINT64(0, hem_near_faces_bytes(a.tree, NULL));
    tree_body_free(&a);
    tree_body_free(&b);
}

void test_nothing_that_is_given_may_lie_in_the_free_part_of_the_scratch(void)
{
    tree_body a = tree_body_grid(5, 5, 0.01f);
    tree_body_finish(&a);
    uint8_t *inside = (uint8_t *)scratch_memory + 64;
    hem_near_faces_in good = input(&a, &a, 0.001f);
    for (uint32_t what = 0; what < 5; what++) {
        hem_near_faces_in in = good;
        in.a = what == 0 ? (hem_tree *)(void *)inside : in.a;
        in.b = what == 1 ? (hem_tree *)(void *)inside : in.b;
        in.positions_a = what == 2 ? (hem_vec3 *)(void *)inside : in.positions_a;
        in.positions_b = what == 3 ? (hem_vec3 *)(void *)inside : in.positions_b;
        in.pairs = what == 4 ? (hem_pair *)(void *)inside : in.pairs;
        TEST_ASSERT_EQUAL(HEM_ALIASED, hem_near_faces(&in, &out));
    }
    memcpy(inside, &good, sizeof good);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_near_faces((hem_near_faces_in *)(void *)inside, &out));
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_near_faces(&good, (hem_near_faces_out *)(void *)inside));
    TEST_ASSERT_EQUAL(HEM_OK, hem_near_faces(&good, &out));
    tree_body_free(&a);
}

void test_what_makes_no_sense_is_refused(void)
{
    tree_body a = tree_body_grid(5, 5, 0.01f), b = tree_body_grid(5, 5, 0.01f);
    tree_body_finish(&a);
    tree_body_finish_as(&b, HEM_BUILD_PATCHES, 18, 4);
    TEST_ASSERT_EQUAL(HEM_NULL, hem_near_faces(NULL, &out));
    for (uint32_t missing = 0; missing < 7; missing++) {
        hem_near_faces_in in = input(&a, &a, 0.001f);
        in.a = missing == 0 ? NULL : in.a;
        in.b = missing == 1 ? NULL : in.b;
        in.positions_a = missing == 2 ? NULL : in.positions_a;
        in.positions_b = missing == 3 ? NULL : in.positions_b;
        in.scratch = missing == 4 ? NULL : in.scratch;
        in.pairs = missing == 5 ? NULL : in.pairs;
        TEST_ASSERT_EQUAL(HEM_NULL, hem_near_faces(&in, missing == 6 ? NULL : &out));
    }
    hem_near_faces_in in = input(&a, &b, 0.001f);
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_near_faces(&in, &out));
    const float epsilons[] = {-1e-9f, 4097.0f, INFINITY, -INFINITY, NAN};
    const hem_status statuses[] = {HEM_OUT_OF_RANGE, HEM_OUT_OF_RANGE, HEM_NOT_FINITE,
                                   HEM_NOT_FINITE, HEM_NOT_FINITE};
    for (uint32_t i = 0; i < 5; i++) {
        in = input(&a, &a, epsilons[i]);
        TEST_ASSERT_EQUAL(statuses[i], hem_near_faces(&in, &out));
    }
    float right = a.positions[7].y;
    a.positions[7].y = NAN;
    in = input(&a, &a, 0.001f);
    TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_near_faces(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(0, out.count);
    a.positions[7].y = right;
    a.tree->partial = 1;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_near_faces(&in, &out));
    tree_body_free(&a);
    tree_body_free(&b);
}

void test_a_distance_below_what_rounding_tells(void)
{
    test_random random = {75};
    for (uint32_t round = 0; round < hem_test_count(40); round++) {
        tree_body a = tree_body_grid(7, 7, 0.01f), b = tree_body_grid(6, 8, 0.01f);
        tree_body_finish(&a);
        tree_body_finish(&b);
        feature_body_shake(&a, &random, 1e-10f, (hem_vec3){0.0f, 0.0f, 0.0f});
        feature_body_shake(&b, &random, 1e-10f, (hem_vec3){0.001f, 0.002f, 1e-10f});
        const float epsilons[] = {1e-38f, 1e-30f, 1e-20f, 1e-12f, 1e-9f};
        check(&a, &b, epsilons[round % 5], "nearly in one plane");
        tree_body_free(&a);
        tree_body_free(&b);
    }
}

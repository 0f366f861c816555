/* The pass finds exactly the pairs that testing every triangle against every other finds. */
#include "unity.h"

#include "base/vec3.h"
#include "detect/patch_view.h"
#include "feature_body.h"
#include "hem/detect.h"
#include "narrow/triangle_triangle.h"
#include "pair_check.h"
#include "pass_scratch.h"
#include "test_scale.h"
#include "tree_build.h"

#include <math.h>
#include <string.h>

static hem_intersect_out out;

void setUp(void)
{
    pass_scratch_start(8u << 20);
}

void tearDown(void)
{
    pass_scratch_end();
}

static hem_intersect_in input(const tree_body *a, const tree_body *b)
{
    return (hem_intersect_in){
        .a = a->tree,
        .b = b->tree,
        .positions_a = a->positions,
        .positions_b = b->positions,
        .pairs = pair_found,
        .room = PAIR_CHECK_ROOM,
        .scratch = &scratch,
    };
}

static uint32_t brute_force(const tree_body *a, const tree_body *b)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        hem_vec3 first[3], second[3];
        tree_body_corners(a, i, first);
        for (uint32_t j = a == b ? i + 1u : 0u; j < b->triangle_count; j++) {
            tree_body_corners(b, j, second);
            if (hem_triangle_boxes_meet(first, second) &&
                !(a == b && tree_body_share_a_vertex(a, i, j)) &&
                hem_triangles_meet(first, second)) {
                TEST_ASSERT_TRUE(count < PAIR_CHECK_ROOM);
                pair_expected[count++] = (hem_pair){i, j};
            }
        }
    }
    return count;
}

static void check_against_brute_force(const tree_body *a, const tree_body *b, const char *name)
{
    uint32_t count = brute_force(a, b);
    hem_intersect_in in = input(a, b);
    TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_intersect(&in, &out), name);
    pair_check_all(count, out.count, out.kept, name);
}

void test_random_sheets_that_pass_through_each_other(void)
{
    test_random random = {41};
    for (uint32_t round = 0; round < hem_test_count(60); round++) {
        tree_body a, b;
        feature_body_sheets(&random, 12, &a, &b);
        tree_body_finish(&a);
        tree_body_finish(&b);
        const float sizes[] = {0.0f, 0.0005f, 0.003f, 0.02f};
        const float places[] = {0.0f, 3.0f, 100.0f, 4000.0f};
        float size = sizes[round % 4];
        hem_vec3 shift = {places[round / 4 % 4], -places[round / 4 % 4], 0.001f};
        feature_body_shake(&a, &random, size, shift);
        feature_body_shake(&b, &random, size, shift);
        check_against_brute_force(&a, &b, "two sheets");
        check_against_brute_force(&a, &a, "one sheet");
        tree_body_free(&a);
        tree_body_free(&b);
    }
}

void test_triangle_soups_of_every_size_and_shape(void)
{
    test_random random = {42};
    for (uint32_t round = 0; round < hem_test_count(400); round++) {
        uint32_t vertices = 3 + random_below(&random, 60), count = 1 + random_below(&random, 120);
        tree_body soup = feature_body_soup(&random, vertices, count, round % 3 == 0);
        tree_body_finish(&soup);
        check_against_brute_force(&soup, &soup, "soup");
        tree_body_free(&soup);
    }
}

void test_every_scene_at_its_start_and_its_end(void)
{
    for (uint32_t id = 0; id < SCENE_COUNT; id++) {
        scene_info info;
        TEST_ASSERT_TRUE(scene_describe((scene_id)id, SCENE_SMALL, &info));
        for (uint32_t when = 0; when < 2; when++) {
            float step = when == 0 ? 0.0f : (float)info.steps;
            tree_body all = feature_body_of_scene((scene_id)id, step);
            tree_body_finish(&all);
            check_against_brute_force(&all, &all, info.name);
            tree_body_free(&all);
        }
    }
}

void test_a_body_around_one_vertex_whose_neighbours_do_not_fit_the_list(void)
{
    /* 600 triangles around a hub, folded up: every leaf touches every other. */
    test_random random = {43};
    uint32_t rays = 600;
    tree_body star = tree_body_start(rays + 1, rays);
    for (uint32_t i = 0; i < rays; i++) {
        float x = random_float(&random, -1.0f, 1.0f), y = random_float(&random, -1.0f, 1.0f);
        star.positions[i + 1] = hem_vec3_snap((hem_vec3){x, y, random_float(&random, -1.0f, 1.0f)});
        uint32_t *v = star.triangles + 3u * (size_t)i;
        v[0] = 0, v[1] = i + 1, v[2] = (i + 1) % rays + 1;
    }
    tree_body_finish(&star);
    TEST_ASSERT_TRUE(star.tree->first_crowded < star.tree->leaf_count);
    check_against_brute_force(&star, &star, "star");
    tree_body_free(&star);
}

void test_every_kind_of_tree_gives_the_same_pairs(void)
{
    for (uint32_t kind = 0; kind < TREE_SETTINGS; kind++) {
        tree_settings as = tree_settings_at(kind);
        test_random random = {47};
        tree_body a = tree_body_grid(9, 8, 0.01f), b = tree_body_grid(7, 10, 0.01f);
        tree_body_finish_as(&a, as.builder, as.directions, as.degree);
        tree_body_finish_as(&b, as.builder, as.directions, as.degree);
        feature_body_shake(&a, &random, 0.004f, (hem_vec3){0.0f, 0.0f, 0.0f});
        feature_body_shake(&b, &random, 0.004f, (hem_vec3){0.001f, 0.002f, 0.001f});
        check_against_brute_force(&a, &b, "two sheets");
        check_against_brute_force(&a, &a, "one sheet");
        tree_body_free(&a);
        tree_body_free(&b);
    }
}

void test_trees_of_different_kinds_are_refused(void)
{
    tree_body a = tree_body_grid(5, 5, 0.01f), b = tree_body_grid(5, 5, 0.01f);
    tree_body_finish_as(&a, HEM_BUILD_PATCHES, 6, 4);
    tree_body_finish_as(&b, HEM_BUILD_PATCHES, 18, 4);
    hem_intersect_in in = input(&a, &b);
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_intersect(&in, &out));
    tree_body_free(&a);
    tree_body_free(&b);
}

void test_what_does_not_fit_is_counted_and_the_smallest_are_kept(void)
{
    test_random random = {44};
    tree_body sheet = tree_body_grid(20, 20, 0.01f);
    tree_body_finish(&sheet);
    feature_body_shake(&sheet, &random, 0.02f, (hem_vec3){0.0f, 0.0f, 0.0f});
    uint32_t count = brute_force(&sheet, &sheet);
    TEST_ASSERT_TRUE(count > 100);
    const uint32_t rooms[] = {0, 1, 7, 100};
    for (uint32_t i = 0; i < 4; i++) {
        hem_intersect_in in = input(&sheet, &sheet);
        in.room = rooms[i];
        in.pairs = rooms[i] == 0 ? NULL : pair_found;
        pair_check_mark(rooms[i]);
        TEST_ASSERT_EQUAL(HEM_LIMITED, hem_intersect(&in, &out));
        pair_check_smallest(count, rooms[i], out.count, out.kept);
    }
    tree_body_free(&sheet);
}

void test_the_first_pair_alone_is_one_of_all_and_costs_less(void)
{
    test_random random = {46};
    tree_body sheet = tree_body_grid(40, 40, 0.01f);
    tree_body_finish(&sheet);
    hem_intersect_in in = input(&sheet, &sheet);
    in.first_only = true;
    TEST_ASSERT_EQUAL(HEM_OK, hem_intersect(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(0, out.count);
    feature_body_shake(&sheet, &random, 0.006f, (hem_vec3){0.0f, 0.0f, 0.0f});
    uint32_t count = brute_force(&sheet, &sheet);
    TEST_ASSERT_TRUE(count > 10);
    TEST_ASSERT_EQUAL(HEM_OK, hem_intersect(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(1, out.count);
    hem_pair first = pair_found[0];
    uint32_t pair_tests = out.pair_tests;
    in.first_only = false;
    TEST_ASSERT_EQUAL(HEM_OK, hem_intersect(&in, &out));
    TEST_ASSERT_TRUE(pair_tests < out.pair_tests);
    bool known = false;
    for (uint32_t i = 0; i < count; i++) {
        known =
            known || (pair_found[i].first == first.first && pair_found[i].second == first.second);
    }
    TEST_ASSERT_TRUE(known);
    tree_body_free(&sheet);
}

void test_first_contact_of_two_spheres_that_approach(void)
{
    /* The scene is made so that they first meet at step 60. */
    scene_info info;
    TEST_ASSERT_TRUE(scene_describe(SCENE_E5_ICO_3, SCENE_SMALL, &info));
    tree_body body[2];
    for (uint32_t i = 0; i < 2; i++) {
        body[i] = feature_body_in_scene(SCENE_E5_ICO_3, i, 0.0f);
        tree_body_finish(&body[i]);
    }
    hem_first_contact search;
    float step;
    TEST_ASSERT_EQUAL(HEM_OK, hem_first_contact_start(&search, 0.0f, 100.0f, 12));
    while (hem_first_contact_next(&search, &step)) {
        for (uint32_t i = 0; i < 2; i++) {
            scene_mesh mesh = scene_mesh_over(body[i].positions, body[i].vertex_count, NULL,
                                              body[i].triangle_count);
            TEST_ASSERT_TRUE(scene_build_body(SCENE_E5_ICO_3, SCENE_SMALL, i, step, &mesh));
            tree_body_refit(&body[i]);
        }
        hem_intersect_in in = input(&body[0], &body[1]);
        in.first_only = true;
        TEST_ASSERT_EQUAL(HEM_OK, hem_intersect(&in, &out));
        hem_first_contact_tell(&search, out.count > 0);
    }
    TEST_ASSERT_TRUE(search.found);
    TEST_ASSERT_TRUE(search.apart > 59.0f && search.meeting <= 60.0f);
    tree_body_free(&body[0]);
    tree_body_free(&body[1]);
}

void test_the_work_is_counted_and_falls_from_stage_to_stage(void)
{
    test_random random = {45};
    tree_body sheet = tree_body_grid(40, 40, 0.01f);
    tree_body_finish(&sheet);
    feature_body_shake(&sheet, &random, 0.004f, (hem_vec3){0.0f, 0.0f, 0.0f});
    hem_intersect_in in = input(&sheet, &sheet);
    TEST_ASSERT_EQUAL(HEM_OK, hem_intersect(&in, &out));
    TEST_ASSERT_TRUE(out.volume_tests >= out.leaf_pairs);
    TEST_ASSERT_TRUE(out.leaf_pairs >= out.leaf_tests);
    TEST_ASSERT_TRUE(out.pair_tests >= out.count);
    TEST_ASSERT_TRUE(out.leaf_tests > 0);
    tree_body_free(&sheet);
}

void test_exactly_enough_scratch_works_and_one_byte_less_is_refused(void)
{
    tree_body a = tree_body_grid(12, 9, 0.01f), b = tree_body_grid(7, 15, 0.01f);
    tree_body_finish(&a);
    tree_body_finish(&b);
    const tree_body *pairs[2][2] = {{&a, &b}, {&a, &a}};
    for (uint32_t i = 0; i < 2; i++) {
        hem_intersect_in in = input(pairs[i][0], pairs[i][1]);
        uint32_t bytes = (uint32_t)hem_intersect_bytes(in.a, in.b);
        scratch.capacity = bytes;
        TEST_ASSERT_EQUAL(HEM_OK, hem_intersect(&in, &out));
        scratch.capacity = bytes - 1u;
        TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_intersect(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(bytes, out.needed);
    }
    TEST_ASSERT_EQUAL_UINT64(0, hem_intersect_bytes(NULL, b.tree));
    TEST_ASSERT_EQUAL_UINT64(0, hem_intersect_bytes(a.tree, NULL));
    tree_body_free(&a);
    tree_body_free(&b);
}

void test_positions_beside_the_grid_count_as_on_it(void)
{
    /* The second triangle lies less than half a step of the grid above the first. */
    tree_body body = tree_body_start(6, 2);
    const hem_vec3 points[6] = {{0.0f, 0.0f, 0.0f},    {1.0f, 0.0f, 0.0f},
                                {0.0f, 1.0f, 0.0f},    {0.25f, 0.25f, 1e-13f},
                                {1.0f, 0.25f, 1e-13f}, {0.25f, 1.0f, -1e-13f}};
    memcpy(body.positions, points, sizeof points);
    for (uint32_t v = 0; v < 6; v++) {
        body.triangles[v] = v;
    }
    tree_body_finish(&body);
    tree_body_refit(&body);
    hem_intersect_in in = input(&body, &body);
    TEST_ASSERT_EQUAL(HEM_OK, hem_intersect(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(1, out.count);
    tree_body_free(&body);
}

void test_positions_that_the_tree_is_not_fitted_to_are_refused(void)
{
    test_random random = {48};
    tree_body sheet = tree_body_grid(12, 12, 0.01f);
    tree_body_finish(&sheet);
    feature_body_shake(&sheet, &random, 0.02f, (hem_vec3){0.0f, 0.0f, 0.0f});
    hem_intersect_in in = input(&sheet, &sheet);
    const float wrong[] = {NAN, INFINITY, -INFINITY, 1e30f, -4000.0f};
    for (uint32_t i = 0; i < 5; i++) {
        float *value = &sheet.positions[random_below(&random, sheet.vertex_count)].x + i % 3;
        float right = *value;
        *value = wrong[i];
        memset(&out, 0x55, sizeof out);
        TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_intersect(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(0, out.count);
        *value = right;
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_intersect(&in, &out));
    tree_body_free(&sheet);
}

void test_nothing_that_is_given_may_lie_in_the_free_part_of_the_scratch(void)
{
    tree_body a = tree_body_grid(5, 5, 0.01f);
    tree_body_finish(&a);
    uint8_t *inside = (uint8_t *)scratch_memory + 64;
    hem_intersect_in good = input(&a, &a);
    for (uint32_t what = 0; what < 5; what++) {
        hem_intersect_in in = good;
        in.a = what == 0 ? (hem_tree *)(void *)inside : in.a;
        in.b = what == 1 ? (hem_tree *)(void *)inside : in.b;
        in.positions_a = what == 2 ? (hem_vec3 *)(void *)inside : in.positions_a;
        in.positions_b = what == 3 ? (hem_vec3 *)(void *)inside : in.positions_b;
        in.pairs = what == 4 ? (hem_pair *)(void *)inside : in.pairs;
        TEST_ASSERT_EQUAL(HEM_ALIASED, hem_intersect(&in, &out));
    }
    memcpy(inside, &good, sizeof good);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_intersect((hem_intersect_in *)(void *)inside, &out));
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_intersect(&good, (hem_intersect_out *)(void *)inside));
    TEST_ASSERT_EQUAL(HEM_OK, hem_intersect(&good, &out));
    tree_body_free(&a);
}

void test_what_is_missing_is_refused(void)
{
    tree_body a = tree_body_grid(5, 5, 0.01f);
    tree_body_finish(&a);
    TEST_ASSERT_EQUAL(HEM_NULL, hem_intersect(NULL, &out));
    for (uint32_t missing = 0; missing < 7; missing++) {
        hem_intersect_in in = input(&a, &a);
        in.a = missing == 0 ? NULL : in.a;
        in.b = missing == 1 ? NULL : in.b;
        in.positions_a = missing == 2 ? NULL : in.positions_a;
        in.positions_b = missing == 3 ? NULL : in.positions_b;
        in.scratch = missing == 4 ? NULL : in.scratch;
        in.pairs = missing == 5 ? NULL : in.pairs;
        TEST_ASSERT_EQUAL(HEM_NULL, hem_intersect(&in, missing == 6 ? NULL : &out));
    }
    tree_body_free(&a);
}

/* The pass finds exactly the contacts that looking at every pair of features finds, each once, the
 * same bits. */
#include "unity.h"

#include "contact_check.h"
#include "contact_oracle.h"
#include "test_scale.h"
#include "tree_build.h"

#include <stdlib.h>
#include <string.h>

void setUp(void)
{
    contact_check_start();
}

void tearDown(void)
{
    contact_check_end();
}

/* -------------------------------------------------------------------------------- every contact */

void test_random_sheets_near_each_other_and_themselves(void)
{
    test_random random = {71};
    uint32_t seen = 0;
    for (uint32_t round = 0; round < hem_test_count(160); round++) {
        tree_body a, b;
        feature_body_sheets(&random, 12, &a, &b);
        feature_body_finish(&a);
        feature_body_finish(&b);
        const float sizes[] = {0.0f, 0.0005f, 0.003f, 0.02f};
        const float places[] = {0.0f, 3.0f, 100.0f, 4000.0f};
        float place = places[round / 4 % 4], epsilon = round % 3 == 0 ? 0.006f : 0.001f;
        feature_body_shake(&a, &random, sizes[round % 4], (hem_vec3){place, -place, 0.0f});
        feature_body_shake(&b, &random, sizes[round % 4],
                           (hem_vec3){place + 0.002f, -place, 0.0007f});
        seen += contact_check_both(&a, &b, epsilon, "two sheets");
        seen += contact_check_alone(&a, epsilon, "one sheet");
        tree_body_free(&a);
        tree_body_free(&b);
    }
    TEST_ASSERT_TRUE(seen > 80000 || hem_test_count(160) < 160);
}

void test_triangle_soups_of_every_size_and_shape(void)
{
    test_random random = {72};
    for (uint32_t round = 0; round < hem_test_count(1500); round++) {
        uint32_t vertices = 3 + random_below(&random, 60), count = 1 + random_below(&random, 80);
        tree_body soup = feature_body_soup(&random, vertices, count, round % 3 == 0);
        feature_body_finish(&soup);
        contact_check_alone(&soup, round % 2 == 0 ? 0.02f : 0.3f, "soup");
        tree_body_free(&soup);
    }
}

void test_meshes_that_are_not_manifold_or_have_loose_vertices(void)
{
    test_random random = {74};
    for (uint32_t round = 0; round < hem_test_count(2500); round++) {
        tree_body body = feature_body_odd(&random, round);
        feature_body_finish(&body);
        if (round % 2 == 0) {
            feature_body_shake(&body, &random, 0.2f, (hem_vec3){0.0f, 0.0f, 0.0f});
        }
        contact_check_alone(&body, 0.15f, "odd mesh");
        tree_body_free(&body);
    }
}

void test_slivers_lines_points_duplicates_and_what_lies_far_away(void)
{
    for (uint32_t i = 0; i < TREE_CASES; i++) {
        tree_case made = tree_case_make(i);
        if (i == TREE_CASE_POINT || i == TREE_CASE_COINCIDENT || i == TREE_CASE_REPEATED) {
            tree_case_free(&made); /* everything with everything; see below */
            continue;
        }
        tree_body body = feature_body_from(&made), again = feature_body_from(&made);
        feature_body_finish(&body);
        feature_body_finish(&again);
        contact_check_alone(&body, 0.001f, made.mesh.name);
        contact_check_both(&body, &again, 0.0005f, made.mesh.name); /* every vertex on its twin */
        tree_body_free(&body);
        tree_body_free(&again);
        tree_case_free(&made);
    }
    for (uint32_t i = 0; i < hem_test_count(60); i++) {
        tree_case made = tree_case_random(i);
        tree_body body = feature_body_from(&made);
        feature_body_finish(&body);
        contact_check_alone(&body, 0.005f, made.mesh.name);
        tree_body_free(&body);
        tree_case_free(&made);
    }
}

void test_all_in_one_point_is_all_in_contact(void)
{
    test_random random = {75};
    tree_body soup = feature_body_soup(&random, 30, 40, false);
    for (uint32_t v = 0; v < 30; v++) {
        soup.positions[v] = (hem_vec3){0.5f, 0.25f, -0.125f};
    }
    feature_body_finish(&soup);
    TEST_ASSERT_TRUE(contact_check_alone(&soup, 1e-6f, "point") > 1000);
    tree_body_free(&soup);
}

void test_every_scene_at_its_start_and_its_end(void)
{
    for (uint32_t id = 0; id < SCENE_COUNT; id++) {
        scene_info info;
        TEST_ASSERT_TRUE(scene_describe((scene_id)id, SCENE_SMALL, &info));
        for (uint32_t when = 0; when < 2; when++) {
            tree_body all = feature_body_of_scene((scene_id)id, (float)(when * info.steps));
            feature_body_finish(&all);
            contact_check_alone(&all, info.thickness > 0.0f ? 2.0f * info.thickness : 0.002f,
                                info.name);
            tree_body_free(&all);
        }
    }
}

void test_every_kind_of_tree_gives_the_same_contacts(void)
{
    uint32_t counts[2] = {0, 0};
    hem_contact *first[2] = {NULL, NULL};
    for (uint32_t kind = 0; kind < TREE_SETTINGS; kind++) {
        tree_settings as = tree_settings_at(kind);
        test_random random = {77};
        tree_body a = tree_body_grid(9, 8, 0.01f), b = tree_body_grid(7, 10, 0.01f);
        feature_body_finish_as(&a, as.builder, as.directions, as.degree);
        feature_body_finish_as(&b, as.builder, as.directions, as.degree);
        feature_body_shake(&a, &random, 0.006f, (hem_vec3){0.0f, 0.0f, 0.0f});
        feature_body_shake(&b, &random, 0.004f, (hem_vec3){0.001f, 0.002f, 0.001f});
        hem_side side = feature_body_side(&a, 0), other = feature_body_side(&b, 500);
        for (uint32_t i = 0; i < 2; i++) {
            hem_proximity_in in = contact_check_input(&side, i == 0 ? &side : &other, 0.005f);
            if (kind == 0) {
                counts[i] = contact_check(&in, "sheets");
                TEST_ASSERT_TRUE(counts[i] > 20);
                first[i] = malloc(counts[i] * sizeof *first[i]);
                memcpy(first[i], contact_found, counts[i] * sizeof *first[i]);
            }
            TEST_ASSERT_EQUAL_UINT32(counts[i], contact_check_run(&in));
            TEST_ASSERT_EQUAL_MEMORY(first[i], contact_found, counts[i] * sizeof *first[i]);
        }
        tree_body_free(&a);
        tree_body_free(&b);
    }
    free(first[0]);
    free(first[1]);
}

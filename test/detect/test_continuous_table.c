/* Table 1 of 000 (E1): how many tests one triangle takes that falls onto 1, 6 and 13 others, with
 * every feature pair once or in every pair of triangles, with volumes around vertices and edges or
 * without (000-7 to 000-9, 000-15, C8). */
#include "unity.h"

#include "hit_check.h"

#include <string.h>

void setUp(void)
{
    hit_check_start();
}

void tearDown(void)
{
    hit_check_end();
}

/* How the triangle falls: through the patch, straight down, by a millimetre from half of one. */
static const hem_vec3 way = {0.0f, 0.0f, -0.001f};

enum { TOTAL, NOT_REDUNDANT, VOLUMES, BOTH, SETTINGS };

static uint32_t run(scene_id id, uint32_t setting, uint32_t directions, float separation)
{
    test_random random = {1};
    moving_body body[2];
    for (uint32_t i = 0; i < 2; i++) {
        tree_body built = feature_body_in_scene(id, i, 0.0f);
        feature_body_finish_as(&built, HEM_BUILD_PATCHES, directions, 4);
        body[i] = moving_body_take(built);
        moving_body_go(&body[i], &random, 0.0f, i == 1 ? way : (hem_vec3){0.0f, 0.0f, 0.0f});
    }
    hem_side patch = moving_body_side(&body[0], 0), triangle = moving_body_side(&body[1], 100);
    hem_continuous_in in = hit_check_input(&patch, &triangle, separation);
    in.every_pair = setting == TOTAL || setting == VOLUMES;
    in.no_volumes = setting == TOTAL || setting == NOT_REDUNDANT;
    uint32_t hits = hit_check(&in, "table");
    moving_body_free(&body[0]);
    moving_body_free(&body[1]);
    return hits;
}

static const uint32_t total[3] = {15, 90, 195}, not_redundant[3] = {15, 61, 123};
static const uint32_t with_volumes[3] = {3, 23, 102}, with_both[3] = {3, 11, 54};
static const uint32_t collisions[3] = {3, 10, 54};

static hem_hit first[64];

void test_table_one(void)
{
    for (uint32_t c = 0; c < 3; c++) {
        for (uint32_t setting = 0; setting < SETTINGS; setting++) {
            uint32_t hits = run((scene_id)(SCENE_E1_BEST + c), setting, 18, 0.0f);
            uint32_t tests = hit_out.vertex_face_tests + hit_out.edge_edge_tests;
            TEST_ASSERT_EQUAL_UINT32(collisions[c], hits);
            if (setting == TOTAL) {
                TEST_ASSERT_EQUAL_UINT32(total[c], tests);
                TEST_ASSERT_EQUAL_UINT32(total[c], 15u * hit_out.pair_tests);
                memcpy(first, hit_found, hits * sizeof *first);
            } else if (setting == NOT_REDUNDANT) {
                TEST_ASSERT_EQUAL_UINT32(not_redundant[c], tests);
            } else {
                TEST_ASSERT_TRUE(tests <= (setting == VOLUMES ? with_volumes : with_both)[c]);
                TEST_ASSERT_TRUE(tests >= hits);
            }
            TEST_ASSERT_EQUAL_MEMORY(first, hit_found, hits * sizeof *first);
        }
    }
}

void test_table_one_by_every_kind_of_k_dop_and_with_a_separation(void)
{
    const uint32_t directions[4] = {6, 8, 14, 18};
    for (uint32_t i = 0; i < 3 * 4 * 2 * SETTINGS; i++) {
        uint32_t c = i % 3, setting = i / 3 % SETTINGS;
        float separation = i / 12 % 2 == 0 ? 0.0f : 1e-5f;
        run((scene_id)(SCENE_E1_BEST + c), setting, directions[i / 24], separation);
        uint32_t tests = hit_out.vertex_face_tests + hit_out.edge_edge_tests;
        const uint32_t *most[SETTINGS] = {total, not_redundant, with_volumes, with_both};
        TEST_ASSERT_TRUE(tests <= most[setting][c] || separation > 0.0f);
        TEST_ASSERT_TRUE(tests == most[setting][c] || setting >= VOLUMES);
    }
}

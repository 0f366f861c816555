/* Table 1 of 000 (E1): how many tests one triangle takes that falls onto 1, 6 and 13 others, with
 * every feature pair once or in every pair of triangles, with volumes around vertices and edges or
 * without (000-7 to 000-9, 000-15, C8). */
#include "unity.h"

#include "hit_check.h"

#include <string.h>

TEST_SOURCE_FILE("src/detect/contact_list.c")
TEST_SOURCE_FILE("src/detect/contact_queue.c")
TEST_SOURCE_FILE("src/detect/continuous.c")
TEST_SOURCE_FILE("src/detect/feature_close.c")
TEST_SOURCE_FILE("src/detect/feature_pass.c")
TEST_SOURCE_FILE("src/detect/feature_search.c")
TEST_SOURCE_FILE("src/detect/feature_view.c")
TEST_SOURCE_FILE("src/detect/hit_queue.c")
TEST_SOURCE_FILE("src/detect/leaf_pairs.c")
TEST_SOURCE_FILE("src/detect/patch_cull.c")
TEST_SOURCE_FILE("src/detect/patch_view.c")
TEST_SOURCE_FILE("src/detect/represent.c")
TEST_SOURCE_FILE("src/detect/side.c")
TEST_SOURCE_FILE("src/tree/chords.c")
TEST_SOURCE_FILE("src/tree/cone.c")
TEST_SOURCE_FILE("src/tree/cones.c")
TEST_SOURCE_FILE("src/tree/fit.c")
TEST_SOURCE_FILE("src/tree/inflate.c")
TEST_SOURCE_FILE("src/tree/lanes.c")
TEST_SOURCE_FILE("src/tree/leaf_levels.c")
TEST_SOURCE_FILE("src/tree/leaves.c")
TEST_SOURCE_FILE("src/tree/levels.c")
TEST_SOURCE_FILE("src/tree/marks.c")
TEST_SOURCE_FILE("src/tree/patch.c")
TEST_SOURCE_FILE("src/tree/patch_mend.c")
TEST_SOURCE_FILE("src/tree/refit.c")
TEST_SOURCE_FILE("src/tree/split.c")
TEST_SOURCE_FILE("src/tree/split_connected.c")
TEST_SOURCE_FILE("src/tree/split_plane.c")
TEST_SOURCE_FILE("src/tree/traverse.c")
TEST_SOURCE_FILE("src/tree/tree.c")
TEST_SOURCE_FILE("src/tree/volume.c")
TEST_SOURCE_FILE("src/narrow/ccd.c")
TEST_SOURCE_FILE("src/narrow/ccd_certificate.c")
TEST_SOURCE_FILE("src/narrow/ccd_clear.c")
TEST_SOURCE_FILE("src/narrow/ccd_cubic.c")
TEST_SOURCE_FILE("src/narrow/ccd_fine.c")
TEST_SOURCE_FILE("src/narrow/ccd_fine_axes.c")
TEST_SOURCE_FILE("src/narrow/ccd_leave.c")
TEST_SOURCE_FILE("src/narrow/ccd_once.c")
TEST_SOURCE_FILE("src/narrow/ccd_search.c")
TEST_SOURCE_FILE("src/narrow/ccd_sure.c")
TEST_SOURCE_FILE("src/narrow/closest.c")
TEST_SOURCE_FILE("src/narrow/edge_face.c")
TEST_SOURCE_FILE("src/narrow/faces.c")
TEST_SOURCE_FILE("src/narrow/gjk.c")
TEST_SOURCE_FILE("src/narrow/narrow.c")
TEST_SOURCE_FILE("src/narrow/near_4.c")
TEST_SOURCE_FILE("src/narrow/triangle_flat.c")
TEST_SOURCE_FILE("src/narrow/triangle_triangle.c")
TEST_SOURCE_FILE("src/mesh/components.c")
TEST_SOURCE_FILE("src/mesh/cover.c")
TEST_SOURCE_FILE("src/mesh/face_groups.c")
TEST_SOURCE_FILE("src/mesh/mesh.c")
TEST_SOURCE_FILE("src/mesh/orphans.c")
TEST_SOURCE_FILE("src/mesh/topology.c")
TEST_SOURCE_FILE("src/base/arena.c")
TEST_SOURCE_FILE("src/base/orient.c")
TEST_SOURCE_FILE("src/base/sort.c")
TEST_SOURCE_FILE("ports/posix/port.c")
TEST_SOURCE_FILE("test/support/ccd_filter.c")
TEST_SOURCE_FILE("test/support/ccd_judge.c")
TEST_SOURCE_FILE("test/support/ccd_oracle.c")
TEST_SOURCE_FILE("test/support/ccd_poly.c")
TEST_SOURCE_FILE("test/support/contact_oracle.c")
TEST_SOURCE_FILE("test/support/feature_body.c")
TEST_SOURCE_FILE("test/support/feature_oracle.c")
TEST_SOURCE_FILE("test/support/hit_check.c")
TEST_SOURCE_FILE("test/support/hit_oracle.c")
TEST_SOURCE_FILE("test/support/mesh_build.c")
TEST_SOURCE_FILE("test/support/mesh_cases.c")
TEST_SOURCE_FILE("test/support/moving_body.c")
TEST_SOURCE_FILE("test/support/orient_oracle.c")
TEST_SOURCE_FILE("test/support/scene_oracle.c")
TEST_SOURCE_FILE("test/support/tree_body.c")
TEST_SOURCE_FILE("test/support/tree_oracle.c")
TEST_SOURCE_FILE("test/scenes/figure.c")
TEST_SOURCE_FILE("test/scenes/figure_trousers.c")
TEST_SOURCE_FILE("test/scenes/noise.c")
TEST_SOURCE_FILE("test/scenes/scene_bumpy.c")
TEST_SOURCE_FILE("test/scenes/scene_cases.c")
TEST_SOURCE_FILE("test/scenes/scene_figures.c")
TEST_SOURCE_FILE("test/scenes/scene_garment.c")
TEST_SOURCE_FILE("test/scenes/scene_mesh.c")
TEST_SOURCE_FILE("test/scenes/scene_piles.c")
TEST_SOURCE_FILE("test/scenes/scene_tangles.c")
TEST_SOURCE_FILE("test/scenes/scenes.c")
TEST_SOURCE_FILE("test/scenes/shape_box.c")
TEST_SOURCE_FILE("test/scenes/shape_grid.c")
TEST_SOURCE_FILE("test/scenes/shape_sphere.c")
TEST_SOURCE_FILE("test/scenes/shape_sweep.c")
TEST_SOURCE_FILE("test/scenes/turn.c")

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

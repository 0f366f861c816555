/* The pass finds exactly the pairs that testing every triangle against every other finds. */
#include "unity.h"

#include "base/vec3.h"
#include "detect/patch_view.h"
#include "hem/detect.h"
#include "narrow/triangle_triangle.h"
#include "random.h"
#include "scenes/scenes.h"
#include "test_scale.h"
#include "tree_body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST_SOURCE_FILE("src/detect/intersect.c")
TEST_SOURCE_FILE("src/detect/first_contact.c")
TEST_SOURCE_FILE("src/detect/leaf_pairs.c")
TEST_SOURCE_FILE("src/detect/pair_list.c")
TEST_SOURCE_FILE("src/detect/patch_cull.c")
TEST_SOURCE_FILE("src/detect/patch_view.c")
TEST_SOURCE_FILE("src/tree/chords.c")
TEST_SOURCE_FILE("src/tree/cone.c")
TEST_SOURCE_FILE("src/tree/cones.c")
TEST_SOURCE_FILE("src/tree/fit.c")
TEST_SOURCE_FILE("src/tree/inflate.c")
TEST_SOURCE_FILE("src/tree/lanes.c")
TEST_SOURCE_FILE("src/tree/leaf_levels.c")
TEST_SOURCE_FILE("src/tree/leaves.c")
TEST_SOURCE_FILE("src/tree/levels.c")
TEST_SOURCE_FILE("src/tree/patch.c")
TEST_SOURCE_FILE("src/tree/patch_mend.c")
TEST_SOURCE_FILE("src/tree/refit.c")
TEST_SOURCE_FILE("src/tree/split.c")
TEST_SOURCE_FILE("src/tree/split_connected.c")
TEST_SOURCE_FILE("src/tree/split_plane.c")
TEST_SOURCE_FILE("src/tree/traverse.c")
TEST_SOURCE_FILE("src/tree/tree.c")
TEST_SOURCE_FILE("src/tree/volume.c")
TEST_SOURCE_FILE("src/narrow/triangle_pairs.c")
TEST_SOURCE_FILE("src/narrow/triangle_triangle.c")
TEST_SOURCE_FILE("src/narrow/triangle_flat.c")
TEST_SOURCE_FILE("src/mesh/mesh.c")
TEST_SOURCE_FILE("src/mesh/topology.c")
TEST_SOURCE_FILE("src/mesh/components.c")
TEST_SOURCE_FILE("src/mesh/face_groups.c")
TEST_SOURCE_FILE("src/mesh/orphans.c")
TEST_SOURCE_FILE("src/base/arena.c")
TEST_SOURCE_FILE("src/base/orient.c")
TEST_SOURCE_FILE("src/base/real.c")
TEST_SOURCE_FILE("src/base/sort.c")
TEST_SOURCE_FILE("ports/posix/port.c")
TEST_SOURCE_FILE("test/support/tree_body.c")
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

#define ROOM 200000u

static hem_pair found[ROOM], expected[ROOM];
static uint8_t *scratch_memory;
static hem_arena scratch;
static hem_intersect_out out;

void setUp(void)
{
    uint32_t bytes = 8u << 20;
    scratch_memory = aligned_alloc(16, bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, scratch_memory, bytes));
}

void tearDown(void)
{
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, scratch.used, "scratch was not given back");
    free(scratch_memory);
}

static hem_intersect_in input(const tree_body *a, const tree_body *b)
{
    return (hem_intersect_in){
        .a = a->tree,
        .b = b->tree,
        .positions_a = a->positions,
        .positions_b = b->positions,
        .pairs = found,
        .room = ROOM,
        .scratch = &scratch,
    };
}

static void corners_of(const tree_body *body, uint32_t triangle, hem_vec3 corners[3])
{
    for (uint32_t k = 0; k < 3; k++) {
        corners[k] = body->positions[body->triangles[3u * (size_t)triangle + k]];
    }
}

static bool share_a_vertex(const tree_body *body, uint32_t a, uint32_t b)
{
    for (uint32_t k = 0; k < 9; k++) {
        if (body->triangles[3u * (size_t)a + k / 3u] == body->triangles[3u * (size_t)b + k % 3u]) {
            return true;
        }
    }
    return false;
}

static uint32_t brute_force(const tree_body *a, const tree_body *b)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        hem_vec3 first[3], second[3];
        corners_of(a, i, first);
        for (uint32_t j = a == b ? i + 1u : 0u; j < b->triangle_count; j++) {
            corners_of(b, j, second);
            if (hem_triangle_boxes_meet(first, second) && !(a == b && share_a_vertex(a, i, j)) &&
                hem_triangles_meet(first, second)) {
                TEST_ASSERT_TRUE(count < ROOM);
                expected[count++] = (hem_pair){i, j};
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
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(count, out.count, name);
    TEST_ASSERT_EQUAL_UINT32(count, out.kept);
    if (count > 0) {
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(expected, found, count * sizeof *found, name);
    }
}

static void refit(tree_body *body)
{
    TEST_ASSERT_EQUAL(HEM_OK,
                      hem_tree_refit(body->tree, body->positions, NULL, body->vertex_count));
}

static float noise(test_random *random, float size)
{
    return random_float(random, -size, size);
}

/* Moves every vertex a little, keeps it on the grid, and fits the tree again. */
static void shake(tree_body *body, test_random *random, float size, hem_vec3 shift)
{
    for (uint32_t v = 0; v < body->vertex_count; v++) {
        hem_vec3 *p = &body->positions[v];
        hem_vec3 by = {noise(random, size), noise(random, size), noise(random, size)};
        *p = hem_vec3_snap(hem_add(hem_add(*p, by), shift));
    }
    refit(body);
}

void test_random_sheets_that_pass_through_each_other(void)
{
    test_random random = {41};
    for (uint32_t round = 0; round < hem_test_count(60); round++) {
        tree_body a =
            tree_body_grid(4 + random_below(&random, 12), 4 + random_below(&random, 12), 0.01f);
        tree_body b =
            tree_body_grid(4 + random_below(&random, 12), 4 + random_below(&random, 12), 0.01f);
        tree_body_finish(&a);
        tree_body_finish(&b);
        const float sizes[] = {0.0f, 0.0005f, 0.003f, 0.02f};
        const float places[] = {0.0f, 3.0f, 100.0f, 4000.0f};
        float size = sizes[round % 4];
        hem_vec3 shift = {places[round / 4 % 4], -places[round / 4 % 4], 0.001f};
        shake(&a, &random, size, shift);
        shake(&b, &random, size, shift);
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
        tree_body soup = tree_body_start(vertices, count);
        bool lattice = round % 3 == 0;
        for (uint32_t v = 0; v < vertices; v++) {
            hem_vec3 p = {noise(&random, 1.0f), noise(&random, 1.0f), noise(&random, 1.0f)};
            if (lattice) {
                p = (hem_vec3){(float)random_below(&random, 4), (float)random_below(&random, 4),
                               (float)random_below(&random, 2)};
            }
            soup.positions[v] = hem_vec3_snap(p);
        }
        for (uint32_t t = 0; t < count; t++) {
            uint32_t *v = soup.triangles + 3u * (size_t)t;
            do {
                v[0] = random_below(&random, vertices);
                v[1] = random_below(&random, vertices);
                v[2] = random_below(&random, vertices);
            } while (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]);
        }
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
            tree_body all = tree_body_start(info.vertex_count, info.triangle_count);
            scene_mesh mesh = scene_mesh_over(all.positions, info.vertex_count, all.triangles,
                                              info.triangle_count);
            for (uint32_t body = 0; body < info.body_count; body++) {
                TEST_ASSERT_TRUE(scene_build_body((scene_id)id, SCENE_SMALL, body, step, &mesh));
            }
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
        star.positions[i + 1] = hem_vec3_snap(
            (hem_vec3){noise(&random, 1.0f), noise(&random, 1.0f), noise(&random, 1.0f)});
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
    const hem_tree_builder builders[] = {HEM_BUILD_PATCHES, HEM_BUILD_LONGEST_SIDE,
                                         HEM_BUILD_BOX_CENTRE, HEM_BUILD_MEAN, HEM_BUILD_CONNECTED};
    const uint32_t directions[] = {6, 8, 14, 18}, degrees[] = {2, 4, 8, 16};
    for (uint32_t kind = 0; kind < 5 * 4 * 4; kind++) {
        test_random random = {47};
        tree_body a = tree_body_grid(9, 8, 0.01f), b = tree_body_grid(7, 10, 0.01f);
        tree_body_finish_as(&a, builders[kind / 16], directions[kind / 4 % 4], degrees[kind % 4]);
        tree_body_finish_as(&b, builders[kind / 16], directions[kind / 4 % 4], degrees[kind % 4]);
        shake(&a, &random, 0.004f, (hem_vec3){0.0f, 0.0f, 0.0f});
        shake(&b, &random, 0.004f, (hem_vec3){0.001f, 0.002f, 0.001f});
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
    shake(&sheet, &random, 0.02f, (hem_vec3){0.0f, 0.0f, 0.0f});
    uint32_t count = brute_force(&sheet, &sheet);
    TEST_ASSERT_TRUE(count > 100);
    const uint32_t rooms[] = {0, 1, 7, 100};
    for (uint32_t i = 0; i < 4; i++) {
        hem_intersect_in in = input(&sheet, &sheet);
        in.room = rooms[i];
        in.pairs = rooms[i] == 0 ? NULL : found;
        found[rooms[i]] = (hem_pair){77, 77};
        TEST_ASSERT_EQUAL(HEM_LIMITED, hem_intersect(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(count, out.count);
        TEST_ASSERT_EQUAL_UINT32(rooms[i], out.kept);
        if (rooms[i] > 0) {
            TEST_ASSERT_EQUAL_MEMORY(expected, found, rooms[i] * sizeof *found);
        }
        TEST_ASSERT_EQUAL_UINT32(77, found[rooms[i]].first);
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
    shake(&sheet, &random, 0.006f, (hem_vec3){0.0f, 0.0f, 0.0f});
    uint32_t count = brute_force(&sheet, &sheet);
    TEST_ASSERT_TRUE(count > 10);
    TEST_ASSERT_EQUAL(HEM_OK, hem_intersect(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(1, out.count);
    hem_pair first = found[0];
    uint32_t pair_tests = out.pair_tests;
    in.first_only = false;
    TEST_ASSERT_EQUAL(HEM_OK, hem_intersect(&in, &out));
    TEST_ASSERT_TRUE(pair_tests < out.pair_tests);
    bool known = false;
    for (uint32_t i = 0; i < count; i++) {
        known = known || (found[i].first == first.first && found[i].second == first.second);
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
        scene_body described;
        TEST_ASSERT_TRUE(scene_describe_body(SCENE_E5_ICO_3, SCENE_SMALL, i, &described));
        body[i] = tree_body_start(described.vertex_count, described.triangle_count);
        scene_mesh mesh = scene_mesh_over(body[i].positions, described.vertex_count,
                                          body[i].triangles, described.triangle_count);
        TEST_ASSERT_TRUE(scene_build_body(SCENE_E5_ICO_3, SCENE_SMALL, i, 0.0f, &mesh));
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
            refit(&body[i]);
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
    shake(&sheet, &random, 0.004f, (hem_vec3){0.0f, 0.0f, 0.0f});
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
    refit(&body);
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
    shake(&sheet, &random, 0.02f, (hem_vec3){0.0f, 0.0f, 0.0f});
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

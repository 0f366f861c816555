/* The pass finds exactly the pairs of triangles that all features of every triangle with every
 * other say are near. */
#include "unity.h"

#include "base/vec3.h"
#include "hem/near_faces.h"
#include "narrow/faces.h"
#include "narrow/triangle_triangle.h"
#include "random.h"
#include "scenes/scenes.h"
#include "test_scale.h"
#include "tree_body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST_SOURCE_FILE("src/detect/near_faces.c")
TEST_SOURCE_FILE("src/detect/near_queue.c")
TEST_SOURCE_FILE("src/narrow/near_4.c")
TEST_SOURCE_FILE("src/narrow/faces.c")
TEST_SOURCE_FILE("src/narrow/closest.c")
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

#define ROOM 400000u

static hem_pair found[ROOM], expected[ROOM];
static uint8_t *scratch_memory;
static hem_arena scratch;
static hem_near_faces_out out;

void setUp(void)
{
    uint32_t bytes = 16u << 20;
    scratch_memory = aligned_alloc(16, bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, scratch_memory, bytes));
}

void tearDown(void)
{
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, scratch.used, "scratch was not given back");
    free(scratch_memory);
}

static hem_near_faces_in input(const tree_body *a, const tree_body *b, float epsilon)
{
    return (hem_near_faces_in){
        .a = a->tree,
        .b = b->tree,
        .positions_a = a->positions,
        .positions_b = b->positions,
        .epsilon = epsilon,
        .pairs = found,
        .room = ROOM,
        .scratch = &scratch,
    };
}

static hem_polygon face_of(const tree_body *body, uint32_t triangle)
{
    hem_polygon face = {.count = 3};
    for (uint32_t k = 0; k < 3; k++) {
        face.point[k] = body->positions[body->triangles[3u * (size_t)triangle + k]];
    }
    return face;
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
                (a == b && share_a_vertex(a, i, j))) {
                continue;
            }
            hem_faces_nearest nearest;
            hem_closest_features(&first, &second, &nearest);
            if (nearest.distance_squared < epsilon * epsilon ||
                hem_triangles_meet(first.point, second.point)) {
                TEST_ASSERT_TRUE(count < ROOM);
                expected[count++] = (hem_pair){i, j};
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

/* Moves every vertex a little, keeps it on the grid, and fits the tree again. */
static void shake(tree_body *body, test_random *random, float size, hem_vec3 shift)
{
    for (uint32_t v = 0; v < body->vertex_count; v++) {
        hem_vec3 *p = &body->positions[v];
        hem_vec3 by = {random_float(random, -size, size), random_float(random, -size, size),
                       random_float(random, -size, size)};
        *p = hem_vec3_snap(hem_add(hem_add(*p, by), shift));
    }
    refit(body);
}

void test_random_sheets_in_layers(void)
{
    test_random random = {71};
    for (uint32_t round = 0; round < hem_test_count(48); round++) {
        tree_body a =
            tree_body_grid(4 + random_below(&random, 9), 4 + random_below(&random, 9), 0.01f);
        tree_body b =
            tree_body_grid(4 + random_below(&random, 9), 4 + random_below(&random, 9), 0.01f);
        tree_body_finish(&a);
        tree_body_finish(&b);
        const float sizes[] = {0.0f, 0.0002f, 0.002f, 0.01f};
        const float places[] = {0.0f, 3.0f, 100.0f, 4000.0f};
        const float epsilons[] = {0.001f, 0.0003f, 0.02f};
        float size = sizes[round % 4], place = places[round / 4 % 4];
        float epsilon = epsilons[round / 16 % 3];
        shake(&a, &random, size, (hem_vec3){place, -place, 0.0f});
        shake(&b, &random, size, (hem_vec3){place + 0.003f, -place, 0.9f * epsilon});
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
    shake(&b, &random, 0.0f, (hem_vec3){0.004f, 0.003f, 1.0f / 1024.0f});
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
        tree_body soup = tree_body_start(vertices, count);
        for (uint32_t v = 0; v < vertices; v++) {
            hem_vec3 p = {random_float(&random, -1.0f, 1.0f), random_float(&random, -1.0f, 1.0f),
                          random_float(&random, -1.0f, 1.0f)};
            if (round % 3 == 0) {
                p = (hem_vec3){(float)random_below(&random, 4), (float)random_below(&random, 4),
                               (float)random_below(&random, 2)};
            } else if (round % 3 == 1) {
                p = (hem_vec3){p.x, 1e-4f * p.y, 1e-3f * p.z};
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
        tree_body all = tree_body_start(info.vertex_count, info.triangle_count);
        scene_mesh mesh =
            scene_mesh_over(all.positions, info.vertex_count, all.triangles, info.triangle_count);
        for (uint32_t body = 0; body < info.body_count; body++) {
            TEST_ASSERT_TRUE(
                scene_build_body((scene_id)id, SCENE_SMALL, body, (float)info.steps, &mesh));
        }
        tree_body_finish(&all);
        check(&all, &all, 0.002f, info.name);
        tree_body_free(&all);
    }
}

void test_every_kind_of_tree_gives_the_same_pairs(void)
{
    const hem_tree_builder builders[] = {HEM_BUILD_PATCHES, HEM_BUILD_LONGEST_SIDE,
                                         HEM_BUILD_BOX_CENTRE, HEM_BUILD_MEAN, HEM_BUILD_CONNECTED};
    const uint32_t directions[] = {6, 8, 14, 18}, degrees[] = {2, 4, 8, 16};
    for (uint32_t kind = 0; kind < 5 * 4 * 4; kind++) {
        test_random random = {74};
        tree_body a = tree_body_grid(9, 8, 0.01f), b = tree_body_grid(7, 10, 0.01f);
        tree_body_finish_as(&a, builders[kind / 16], directions[kind / 4 % 4], degrees[kind % 4]);
        tree_body_finish_as(&b, builders[kind / 16], directions[kind / 4 % 4], degrees[kind % 4]);
        shake(&a, &random, 0.002f, (hem_vec3){0.0f, 0.0f, 0.0f});
        shake(&b, &random, 0.002f, (hem_vec3){0.001f, 0.002f, 0.002f});
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
        in.pairs = rooms[i] == 0 ? NULL : found;
        found[rooms[i]] = (hem_pair){77, 77};
        TEST_ASSERT_EQUAL(HEM_LIMITED, hem_near_faces(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(count, out.count);
        TEST_ASSERT_EQUAL_UINT32(rooms[i], out.kept);
        if (rooms[i] > 0) {
            TEST_ASSERT_EQUAL_MEMORY(expected, found, rooms[i] * sizeof *found);
        }
        TEST_ASSERT_EQUAL_UINT32(77, found[rooms[i]].first);
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
        shake(&a, &random, 1e-10f, (hem_vec3){0.0f, 0.0f, 0.0f});
        shake(&b, &random, 1e-10f, (hem_vec3){0.001f, 0.002f, 1e-10f});
        const float epsilons[] = {1e-38f, 1e-30f, 1e-20f, 1e-12f, 1e-9f};
        check(&a, &b, epsilons[round % 5], "nearly in one plane");
        tree_body_free(&a);
        tree_body_free(&b);
    }
}

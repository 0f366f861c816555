/* The leaves of a tree: their triangles, vertices, corners and neighbours, and that patches are
 * connected and nearly full. */
#include "unity.h"

#include "base/real.h"
#include "hem/tree.h"
#include "test_scale.h"
#include "tree/tree_parts.h"
#include "tree_build.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST_SOURCE_FILE("src/base/arena.c")
TEST_SOURCE_FILE("src/base/sort.c")
TEST_SOURCE_FILE("src/base/real.c")
TEST_SOURCE_FILE("src/mesh/mesh.c")
TEST_SOURCE_FILE("src/mesh/topology.c")
TEST_SOURCE_FILE("src/mesh/components.c")
TEST_SOURCE_FILE("src/mesh/cover.c")
TEST_SOURCE_FILE("src/mesh/orphans.c")
TEST_SOURCE_FILE("src/mesh/face_groups.c")
TEST_SOURCE_FILE("src/tree/chords.c")
TEST_SOURCE_FILE("src/tree/cone.c")
TEST_SOURCE_FILE("src/tree/cones.c")
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
TEST_SOURCE_FILE("src/tree/tree.c")
TEST_SOURCE_FILE("src/tree/volume.c")
TEST_SOURCE_FILE("ports/posix/port.c")
TEST_SOURCE_FILE("test/support/mesh_build.c")
TEST_SOURCE_FILE("test/support/mesh_cases.c")
TEST_SOURCE_FILE("test/support/tree_build.c")
TEST_SOURCE_FILE("test/support/tree_cases.c")

static tree_case now;
static tree_built built;
static const hem_tree *tree;

static void forget(void)
{
    tree_build_free(&built);
    tree_case_free(&now);
}

static void build(uint32_t settings)
{
    tree_build_free(&built);
    built = tree_build(&now, tree_settings_at(settings));
    tree = built.tree;
}

void setUp(void)
{
}

void tearDown(void)
{
    forget();
}

/* Runs a check on every case with every setting, and on a stream of random ones. */
static void for_all(void (*check)(void))
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        now = tree_case_make(c);
        for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
            build(s);
            check();
        }
        forget();
    }
    for (uint32_t i = 0; i < hem_test_count(300); i++) {
        now = tree_case_random(i);
        build(i * 7u % TREE_SETTINGS);
        check();
        forget();
    }
}

static void check_order(void)
{
    bool *seen = calloc(tree->triangle_count, sizeof *seen);
    TEST_ASSERT_EQUAL_MESSAGE(now.mesh.triangle_count, tree->triangle_count, built.name);
    for (uint32_t i = 0; i < tree->triangle_count; i++) {
        uint32_t triangle = hem_tree_order(tree)[i];
        TEST_ASSERT_LESS_THAN_UINT32_MESSAGE(tree->triangle_count, triangle, built.name);
        TEST_ASSERT_FALSE_MESSAGE(seen[triangle], built.name);
        seen[triangle] = true;
    }
    free(seen);
}

void test_every_triangle_is_in_the_order_once(void)
{
    for_all(check_order);
}

static void check_leaves(void)
{
    const uint32_t *begin = hem_tree_leaf_begin(tree), *vertices = hem_tree_leaf_vertex_begin(tree);
    TEST_ASSERT_EQUAL_MESSAGE(0, begin[0], built.name);
    TEST_ASSERT_EQUAL_MESSAGE(tree->triangle_count, begin[tree->leaf_count], built.name);
    if (tree->builder == HEM_BUILD_PATCHES) {
        TEST_ASSERT_LESS_OR_EQUAL_UINT32_MESSAGE((tree->triangle_count + 4u) / 5u + 1u,
                                                 tree->leaf_count, built.name);
    } else {
        TEST_ASSERT_EQUAL_MESSAGE(tree->triangle_count, tree->leaf_count, built.name);
    }
    for (uint32_t l = 0; l < tree->leaf_count; l++) {
        uint32_t triangle_count = begin[l + 1] - begin[l];
        uint32_t vertex_count = vertices[l + 1] - vertices[l];
        const uint32_t *own = hem_tree_leaf_vertices(tree) + vertices[l];
        TEST_ASSERT_TRUE_MESSAGE(triangle_count >= 1 && triangle_count <= HEM_LEAF_TRIANGLES,
                                 built.name);
        TEST_ASSERT_TRUE_MESSAGE(vertex_count >= 3 && vertex_count <= HEM_LEAF_VERTICES,
                                 built.name);
        for (uint32_t i = 0; i < vertex_count; i++) {
            for (uint32_t j = 0; j < i; j++) {
                TEST_ASSERT_NOT_EQUAL_MESSAGE(own[i], own[j], built.name);
            }
        }
        for (uint32_t i = begin[l]; i < begin[l + 1]; i++) {
            uint32_t bits = 0;
            for (uint32_t k = 0; k < 3; k++) {
                bits |= 1u << hem_corner(hem_tree_corners(tree)[i], k);
            }
            TEST_ASSERT_EQUAL_HEX16_MESSAGE(bits, hem_tree_corner_bits(tree)[i], built.name);
            for (uint32_t k = 0; k < 3; k++) {
                uint32_t place = hem_corner(hem_tree_corners(tree)[i], k);
                TEST_ASSERT_LESS_THAN_UINT32_MESSAGE(vertex_count, place, built.name);
                TEST_ASSERT_EQUAL_MESSAGE(now.mesh.triangles[3 * hem_tree_order(tree)[i] + k],
                                          own[place], built.name);
            }
        }
        uint16_t chords = hem_tree_chords(tree)[l];
        for (uint32_t k = 0; k < 4; k++) {
            TEST_ASSERT_LESS_THAN_UINT32_MESSAGE(vertex_count, chords >> (4u * k) & 15u,
                                                 built.name);
        }
    }
}

void test_leaves_keep_their_limits_and_name_their_corners(void)
{
    for_all(check_leaves);
}

/* What is not connected was left over: pieces of under five triangles. */
static void check_patch_pieces(void)
{
    if (tree->builder != HEM_BUILD_PATCHES) {
        return;
    }
    const uint32_t *begin = hem_tree_leaf_begin(tree);
    for (uint32_t l = 0; l < tree->leaf_count; l++) {
        uint32_t largest;
        uint32_t count = tree_case_pieces(&now, hem_tree_order(tree) + begin[l],
                                          begin[l + 1] - begin[l], &largest);
        TEST_ASSERT_TRUE_MESSAGE(count == 1 || largest < 5, built.name);
    }
}

void test_patches_are_connected_where_the_mesh_is(void)
{
    for_all(check_patch_pieces);
}

/* A sheet of columns x rows vertices, its triangles and vertices in random order. */
static tree_case shuffled_sheet(uint32_t columns, uint32_t rows, uint32_t seed)
{
    test_random random = {seed};
    tree_case made = {.mesh = mesh_case_grid(columns, rows)};
    made.positions = malloc(columns * rows * sizeof *made.positions);
    uint32_t *place = malloc(columns * rows * sizeof *place);
    for (uint32_t v = 0; v < columns * rows; v++) {
        uint32_t with = random_below(&random, v + 1u);
        place[v] = place[with];
        place[with] = v;
    }
    for (uint32_t v = 0; v < columns * rows; v++) {
        made.positions[place[v]] =
            (hem_vec3){0.01f * (float)(v % columns), 0.01f * (float)(v / columns), 0.0f};
    }
    for (uint32_t i = 0; i < 3u * made.mesh.triangle_count; i++) {
        made.mesh.triangles[i] = place[made.mesh.triangles[i]];
    }
    for (uint32_t t = made.mesh.triangle_count; t-- > 1;) {
        uint32_t with = random_below(&random, t + 1u), kept[3];
        memcpy(kept, made.mesh.triangles + 3 * t, sizeof kept);
        memmove(made.mesh.triangles + 3 * t, made.mesh.triangles + 3 * with, sizeof kept);
        memcpy(made.mesh.triangles + 3 * with, kept, sizeof kept);
    }
    free(place);
    return made;
}

void test_patches_of_sheets_are_connected_but_for_a_few_and_nearly_full(void)
{
    for (uint32_t i = 0; i < hem_test_count(12); i++) {
        now = shuffled_sheet(20u + 3u * (i % 12u), 30u, i);
        build(1);
        const uint32_t *begin = hem_tree_leaf_begin(tree);
        uint32_t unconnected = 0, largest;
        for (uint32_t l = 0; l < tree->leaf_count; l++) {
            unconnected += tree_case_pieces(&now, hem_tree_order(tree) + begin[l],
                                            begin[l + 1] - begin[l], &largest) > 1;
        }
        TEST_ASSERT_LESS_OR_EQUAL_UINT32(2, unconnected);
        TEST_ASSERT_LESS_OR_EQUAL_UINT32(tree->triangle_count / 13u + 2u, tree->leaf_count);
        check_order();
        check_leaves();
        forget();
    }
}

static uint32_t shared_row(uint32_t leaf, uint32_t other, uint32_t i)
{
    const uint32_t *begin = hem_tree_leaf_begin(tree);
    uint32_t row = 0;
    for (uint32_t j = 0; j < begin[other + 1] - begin[other]; j++) {
        bool shared = tree_case_share_vertex(&now, hem_tree_order(tree)[begin[leaf] + i],
                                             hem_tree_order(tree)[begin[other] + j]);
        row |= (uint32_t)shared << j;
    }
    return row;
}

static void check_neighbours(void)
{
    const uint32_t *begin = hem_tree_neighbour_begin(tree);
    const uint32_t *leaf_begin = hem_tree_leaf_begin(tree);
    uint32_t listed = tree->first_crowded;
    TEST_ASSERT_LESS_OR_EQUAL_UINT32_MESSAGE(tree->leaf_count, listed, built.name);
    TEST_ASSERT_EQUAL_MESSAGE(tree->neighbour_count, begin[tree->leaf_count], built.name);
    for (uint32_t l = 0; l < listed; l++) {
        for (uint32_t other = l; other < tree->leaf_count; other++) {
            const hem_shared_rows *rows = NULL;
            for (uint32_t n = begin[l]; n < begin[l + 1]; n++) {
                if (hem_tree_neighbours(tree)[n] == other) {
                    TEST_ASSERT_NULL_MESSAGE(rows, built.name);
                    rows = hem_tree_shared_rows(tree) + n;
                }
            }
            for (uint32_t i = 0; i < leaf_begin[l + 1] - leaf_begin[l]; i++) {
                TEST_ASSERT_EQUAL_HEX16_MESSAGE(shared_row(l, other, i),
                                                rows == NULL ? 0 : rows->row[i], built.name);
            }
        }
    }
    for (uint32_t l = listed; l < tree->leaf_count; l++) {
        TEST_ASSERT_EQUAL_MESSAGE(begin[l], begin[l + 1], built.name);
    }
}

void test_neighbours_are_what_shares_a_vertex(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        now = tree_case_make(c);
        for (uint32_t s = 0; s < TREE_SETTINGS; s += 5) {
            build(s);
            check_neighbours();
        }
        forget();
    }
    for (uint32_t i = 0; i < hem_test_count(300); i++) {
        now = tree_case_random(i);
        build(i % 16u);
        check_neighbours();
        forget();
    }
}

void test_no_leaf_of_a_sheet_is_left_out_of_the_neighbours(void)
{
    now = tree_case_make(TREE_CASE_FOLDED);
    build(1);
    TEST_ASSERT_EQUAL(tree->leaf_count, tree->first_crowded);
    TEST_ASSERT_GREATER_THAN(tree->leaf_count, tree->neighbour_count);
}

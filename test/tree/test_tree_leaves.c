/* The leaves of a tree: their triangles, vertices, corners and neighbours, and that patches are
 * connected and nearly full. */
#include "unity.h"

#include "base/real.h"
#include "hem/tree.h"
#include "test_scale.h"
#include "tree/tree_parts.h"
#include "tree_build.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static tree_case now;
static tree_built built;

void setUp(void)
{
}

void tearDown(void)
{
    tree_build_forget(&built, &now);
}

static void check_order(void)
{
    tree_build_check_order(&built);
}

void test_every_triangle_is_in_the_order_once(void)
{
    tree_build_every(&built, &now, check_order);
}

static void check_leaves(void)
{
    const uint32_t *begin = hem_tree_leaf_begin(built.tree),
                   *vertices = hem_tree_leaf_vertex_begin(built.tree);
    TEST_ASSERT_EQUAL_MESSAGE(0, begin[0], built.name);
    TEST_ASSERT_EQUAL_MESSAGE(built.tree->triangle_count, begin[built.tree->leaf_count],
                              built.name);
    if (built.tree->builder == HEM_BUILD_PATCHES) {
        TEST_ASSERT_LESS_OR_EQUAL_UINT32_MESSAGE((built.tree->triangle_count + 4u) / 5u + 1u,
                                                 built.tree->leaf_count, built.name);
    } else {
        TEST_ASSERT_EQUAL_MESSAGE(built.tree->triangle_count, built.tree->leaf_count, built.name);
    }
    for (uint32_t l = 0; l < built.tree->leaf_count; l++) {
        uint32_t triangle_count = begin[l + 1] - begin[l];
        uint32_t vertex_count = vertices[l + 1] - vertices[l];
        const uint32_t *own = hem_tree_leaf_vertices(built.tree) + vertices[l];
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
                bits |= 1u << hem_corner(hem_tree_corners(built.tree)[i], k);
            }
            TEST_ASSERT_EQUAL_HEX16_MESSAGE(bits, hem_tree_corner_bits(built.tree)[i], built.name);
            for (uint32_t k = 0; k < 3; k++) {
                uint32_t place = hem_corner(hem_tree_corners(built.tree)[i], k);
                TEST_ASSERT_LESS_THAN_UINT32_MESSAGE(vertex_count, place, built.name);
                TEST_ASSERT_EQUAL_MESSAGE(now.mesh.triangles[3 * hem_tree_order(built.tree)[i] + k],
                                          own[place], built.name);
            }
        }
        uint16_t chords = hem_tree_chords(built.tree)[l];
        for (uint32_t k = 0; k < 4; k++) {
            TEST_ASSERT_LESS_THAN_UINT32_MESSAGE(vertex_count, chords >> (4u * k) & 15u,
                                                 built.name);
        }
    }
}

void test_leaves_keep_their_limits_and_name_their_corners(void)
{
    tree_build_every(&built, &now, check_leaves);
}

/* What is not connected was left over: pieces of under five triangles. */
static void check_patch_pieces(void)
{
    if (built.tree->builder != HEM_BUILD_PATCHES) {
        return;
    }
    const uint32_t *begin = hem_tree_leaf_begin(built.tree);
    for (uint32_t l = 0; l < built.tree->leaf_count; l++) {
        uint32_t largest;
        uint32_t count = tree_case_pieces(&now, hem_tree_order(built.tree) + begin[l],
                                          begin[l + 1] - begin[l], &largest);
        TEST_ASSERT_TRUE_MESSAGE(count == 1 || largest < 5, built.name);
    }
}

void test_patches_are_connected_where_the_mesh_is(void)
{
    tree_build_every(&built, &now, check_patch_pieces);
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
        tree_build_next(&built, &now, 1);
        const uint32_t *begin = hem_tree_leaf_begin(built.tree);
        uint32_t unconnected = 0, largest;
        for (uint32_t l = 0; l < built.tree->leaf_count; l++) {
            unconnected += tree_case_pieces(&now, hem_tree_order(built.tree) + begin[l],
                                            begin[l + 1] - begin[l], &largest) > 1;
        }
        TEST_ASSERT_LESS_OR_EQUAL_UINT32(2, unconnected);
        TEST_ASSERT_LESS_OR_EQUAL_UINT32(built.tree->triangle_count / 13u + 2u,
                                         built.tree->leaf_count);
        tree_build_check_order(&built);
        check_leaves();
        tree_build_forget(&built, &now);
    }
}

static uint32_t shared_row(uint32_t leaf, uint32_t other, uint32_t i)
{
    const uint32_t *begin = hem_tree_leaf_begin(built.tree);
    uint32_t row = 0;
    for (uint32_t j = 0; j < begin[other + 1] - begin[other]; j++) {
        bool shared = tree_case_share_vertex(&now, hem_tree_order(built.tree)[begin[leaf] + i],
                                             hem_tree_order(built.tree)[begin[other] + j]);
        row |= (uint32_t)shared << j;
    }
    return row;
}

static void check_neighbours(void)
{
    const uint32_t *begin = hem_tree_neighbour_begin(built.tree);
    const uint32_t *leaf_begin = hem_tree_leaf_begin(built.tree);
    uint32_t listed = built.tree->first_crowded;
    TEST_ASSERT_LESS_OR_EQUAL_UINT32_MESSAGE(built.tree->leaf_count, listed, built.name);
    TEST_ASSERT_EQUAL_MESSAGE(built.tree->neighbour_count, begin[built.tree->leaf_count],
                              built.name);
    for (uint32_t l = 0; l < listed; l++) {
        for (uint32_t other = l; other < built.tree->leaf_count; other++) {
            const hem_shared_rows *rows = NULL;
            for (uint32_t n = begin[l]; n < begin[l + 1]; n++) {
                if (hem_tree_neighbours(built.tree)[n] == other) {
                    TEST_ASSERT_NULL_MESSAGE(rows, built.name);
                    rows = hem_tree_shared_rows(built.tree) + n;
                }
            }
            for (uint32_t i = 0; i < leaf_begin[l + 1] - leaf_begin[l]; i++) {
                TEST_ASSERT_EQUAL_HEX16_MESSAGE(shared_row(l, other, i),
                                                rows == NULL ? 0 : rows->row[i], built.name);
            }
        }
    }
    for (uint32_t l = listed; l < built.tree->leaf_count; l++) {
        TEST_ASSERT_EQUAL_MESSAGE(begin[l], begin[l + 1], built.name);
    }
}

void test_neighbours_are_what_shares_a_vertex(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        now = tree_case_make(c);
        for (uint32_t s = 0; s < TREE_SETTINGS; s += 5) {
            tree_build_next(&built, &now, s);
            check_neighbours();
        }
        tree_build_forget(&built, &now);
    }
    for (uint32_t i = 0; i < hem_test_count(300); i++) {
        now = tree_case_random(i);
        tree_build_next(&built, &now, i % 16u);
        check_neighbours();
        tree_build_forget(&built, &now);
    }
}

void test_no_leaf_of_a_sheet_is_left_out_of_the_neighbours(void)
{
    now = tree_case_make(TREE_CASE_FOLDED);
    tree_build_next(&built, &now, 1);
    TEST_ASSERT_EQUAL(built.tree->leaf_count, built.tree->first_crowded);
    TEST_ASSERT_GREATER_THAN(built.tree->leaf_count, built.tree->neighbour_count);
}

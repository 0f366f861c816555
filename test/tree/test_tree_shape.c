/* The nodes of a tree: what every builder, k and degree must give, for every mesh. */
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

/* -------------------------------------------------------------------------------------- nodes */

/* The children of the node at a group follow each other through its leaves. Returns how many. */
static uint32_t check_node(uint32_t node, uint32_t first, uint32_t end)
{
    uint32_t lanes = 4u * built.tree->groups_per_node, count = 0;
    for (uint32_t i = 0; i < lanes; i++) {
        size_t lane = 4u * (size_t)node + i;
        uint32_t child = hem_tree_child(built.tree)[lane];
        uint32_t from = hem_tree_first_leaf(built.tree)[lane],
                 to = hem_tree_end_leaf(built.tree)[lane];
        if (child == HEM_NONE) {
            TEST_ASSERT_EQUAL_MESSAGE(from, to, built.name);
            continue;
        }
        TEST_ASSERT_EQUAL_MESSAGE(count, i, built.name);
        TEST_ASSERT_EQUAL_MESSAGE(first, from, built.name);
        TEST_ASSERT_GREATER_THAN_UINT32_MESSAGE(from, to, built.name);
        if ((child & HEM_IS_LEAF) != 0) {
            TEST_ASSERT_EQUAL_MESSAGE(from, child & ~HEM_IS_LEAF, built.name);
            TEST_ASSERT_EQUAL_MESSAGE(from + 1, to, built.name);
        } else {
            TEST_ASSERT_GREATER_THAN_UINT32_MESSAGE(node, child, built.name);
            TEST_ASSERT_EQUAL_MESSAGE(0, child % built.tree->groups_per_node, built.name);
        }
        first = to;
        count++;
    }
    TEST_ASSERT_EQUAL_MESSAGE(end, first, built.name);
    TEST_ASSERT_LESS_OR_EQUAL_UINT32_MESSAGE(built.tree->degree, count, built.name);
    return count;
}

/* Level by level from the root, every node is met in the order in which it stands. */
static void check_nodes(void)
{
    uint32_t expected = built.tree->groups_per_node, volumes = 1;
    TEST_ASSERT_LESS_OR_EQUAL_UINT32_MESSAGE(HEM_TREE_DEPTH, built.tree->depth, built.name);
    TEST_ASSERT_EQUAL_MESSAGE(0, built.tree->level_begin[0], built.name);
    volumes += check_node(0, 0, built.tree->leaf_count);
    for (uint32_t level = 0; level < built.tree->depth; level++) {
        TEST_ASSERT_EQUAL_MESSAGE(expected, built.tree->level_begin[level + 1], built.name);
        for (uint32_t g = built.tree->level_begin[level]; g < built.tree->level_begin[level + 1];
             g++) {
            for (uint32_t i = 0; i < 4; i++) {
                size_t lane = 4u * (size_t)g + i;
                if ((hem_tree_child(built.tree)[lane] & HEM_IS_LEAF) == 0) {
                    TEST_ASSERT_EQUAL_MESSAGE(expected, hem_tree_child(built.tree)[lane],
                                              built.name);
                    volumes += check_node(expected, hem_tree_first_leaf(built.tree)[lane],
                                          hem_tree_end_leaf(built.tree)[lane]);
                    expected += built.tree->groups_per_node;
                }
            }
        }
    }
    TEST_ASSERT_EQUAL_MESSAGE(expected, built.tree->group_count, built.name);
    TEST_ASSERT_EQUAL_MESSAGE(volumes, built.tree->volume_count, built.name);
    TEST_ASSERT_LESS_OR_EQUAL_UINT32_MESSAGE(built.tree->group_capacity, built.tree->group_count,
                                             built.name);
}

void test_nodes_stand_by_level_and_divide_their_leaves(void)
{
    tree_build_every(&built, &now, check_nodes);
}

static void check_not_cut_short(void)
{
    TEST_ASSERT_EQUAL_MESSAGE(0, built.tree->split_by_count, built.name);
}

void test_the_usual_node_capacity_is_always_enough(void)
{
    tree_build_every(&built, &now, check_not_cut_short);
}

void test_a_binary_tree_of_triangles_has_twice_as_many_volumes_less_one(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        now = tree_case_make(c);
        for (uint32_t s = 16; s < TREE_SETTINGS; s += 4) {
            tree_build_next(&built, &now, s);
            /* One triangle alone has a root and a leaf. */
            uint32_t f = built.tree->triangle_count;
            TEST_ASSERT_EQUAL_MESSAGE(f == 1 ? 2 : 2 * f - 1, built.tree->volume_count, built.name);
        }
        tree_build_forget(&built, &now);
    }
}

/* Every node of the tree by connectivity is connected, if its triangles hang together in the mesh
 * at all: then they are of one piece of the mesh. */
static void check_connected(void)
{
    if (built.tree->builder != HEM_BUILD_CONNECTED || built.tree->split_by_count > 0) {
        return;
    }
    static uint32_t piece_of[4096];
    uint32_t largest, piece_count = 0;
    memset(piece_of, 0xFF, sizeof piece_of);
    /* Pieces of the whole mesh, by repeated spreading. */
    for (uint32_t t = 0; t < built.tree->triangle_count; t++) {
        if (piece_of[t] != HEM_NONE) {
            continue;
        }
        piece_of[t] = piece_count;
        bool grew = true;
        while (grew) {
            grew = false;
            for (uint32_t a = 0; a < built.tree->triangle_count; a++) {
                for (uint32_t b = 0; piece_of[a] == piece_count && b < built.tree->triangle_count;
                     b++) {
                    if (piece_of[b] == HEM_NONE && tree_case_share_edge(&now, a, b)) {
                        piece_of[b] = piece_count;
                        grew = true;
                    }
                }
            }
        }
        piece_count++;
    }
    for (uint32_t lane = 0; lane < 4u * built.tree->group_count; lane++) {
        uint32_t first = hem_tree_first_leaf(built.tree)[lane],
                 end = hem_tree_end_leaf(built.tree)[lane];
        bool one_piece = true;
        for (uint32_t i = first; i < end; i++) {
            one_piece &= piece_of[hem_tree_order(built.tree)[i]] ==
                         piece_of[hem_tree_order(built.tree)[first]];
        }
        if (first < end && one_piece) {
            TEST_ASSERT_EQUAL_MESSAGE(
                1,
                tree_case_pieces(&now, hem_tree_order(built.tree) + first, end - first, &largest),
                built.name);
        }
    }
}

void test_every_node_by_connectivity_is_connected(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        now = tree_case_make(c);
        for (uint32_t degree = 0; degree < 4; degree++) {
            tree_build_next(&built, &now, 16u * HEM_BUILD_CONNECTED + degree);
            check_connected();
        }
        tree_build_forget(&built, &now);
    }
    for (uint32_t i = 0; i < hem_test_count(300); i++) {
        now = tree_case_random(i);
        tree_build_next(&built, &now, 16u * HEM_BUILD_CONNECTED + i % 4u);
        check_connected();
        tree_build_forget(&built, &now);
    }
}

void test_trees_of_a_sheet_are_well_balanced(void)
{
    now = tree_case_make(TREE_CASE_WAVES);
    for (uint32_t s = 16; s < TREE_SETTINGS; s++) {
        tree_build_next(&built, &now, s);
        uint32_t full = 0;
        for (uint32_t reached = 1; reached < built.tree->leaf_count;
             reached *= built.tree->degree) {
            full++;
        }
        TEST_ASSERT_LESS_OR_EQUAL_UINT32_MESSAGE(2u * full + 2u, built.tree->depth, built.name);
    }
}

/* ---------------------------------------------------------------------- capacities and depth */

/* Splitting by count makes the fewest nodes; with no more room than that, and with anything up to
 * what the builder would take, the tree is whole. */
void test_any_node_capacity_from_the_least_on_gives_a_whole_tree(void)
{
    static const uint32_t cases[] = {TREE_CASE_SINGLE, TREE_CASE_TWO_APART, TREE_CASE_LOOSE,
                                     TREE_CASE_GRID,   TREE_CASE_SCALES,    TREE_CASE_FAN};
    uint32_t cut_short = 0;
    for (uint32_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        now = tree_case_make(cases[c]);
        for (uint32_t s = 16; s < TREE_SETTINGS; s++) {
            hem_tree_def def = hem_default_tree_def(NULL, NULL);
            hem_mesh_def mesh_def = mesh_build_def(&now.mesh);
            mesh_def.self_pairs = false;
            mesh_built mesh = mesh_build(&mesh_def, now.mesh.name);
            def = tree_build_def(&now, mesh.mesh, tree_settings_at(s));
            def.node_capacity = 1;
            hem_detail detail;
            hem_arena arena;
            static _Alignas(16) uint8_t small[16];
            hem_tree *none = NULL;
            hem_arena_init(&arena, small, sizeof small);
            hem_status status = hem_tree_build(&arena, &def, &none, &detail);
            uint32_t least = status == HEM_BAD_CAPACITY ? detail.needed : 1u;
            mesh_build_free(&mesh);
            for (uint32_t extra = 0; extra < 20; extra += 1u + extra) {
                tree_build_free(&built);
                built = tree_build_with(&now, tree_settings_at(s), least + extra, 0);
                tree_build_check_order(&built);
                check_nodes();
                cut_short += built.tree->split_by_count > 0;
            }
        }
        tree_build_forget(&built, &now);
    }
    TEST_ASSERT_GREATER_THAN(0, cut_short);
}

/* Each triangle is less than half as large as the one before and less than half as far away: every
 * cut in the middle takes off one. */
static tree_case shrinking_row(void)
{
    tree_case made = {.mesh = mesh_case_loose(50)};
    made.positions = malloc(made.mesh.vertex_count * sizeof *made.positions);
    float size = 2048.0f;
    for (uint32_t v = 0; v < made.mesh.vertex_count; v++) {
        made.positions[v] =
            (hem_vec3){size, v % 3u == 1u ? 0.5f * size : 0.0f, v % 3u == 2u ? 0.5f * size : 0.0f};
        size *= v % 3u == 2u ? 0.45f : 1.0f;
    }
    return made;
}

void test_no_tree_is_deeper_than_the_limit(void)
{
    now = shrinking_row();
    for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
        tree_build_next(&built, &now, s);
        tree_build_check_order(&built);
        check_nodes();
    }
    tree_build_next(&built, &now, 16u * HEM_BUILD_BOX_CENTRE);
    TEST_ASSERT_GREATER_THAN(0, built.tree->split_by_count);
    TEST_ASSERT_GREATER_THAN(30, built.tree->depth);
}

/* ----------------------------------------------------------------- the same, whatever happens */

void test_building_twice_gives_the_same_bytes(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        now = tree_case_make(c);
        for (uint32_t s = 0; s < TREE_SETTINGS; s += 3) {
            tree_build_next(&built, &now, s);
            tree_built again = tree_build(&now, tree_settings_at(s));
            TEST_ASSERT_EQUAL_MESSAGE(built.arena.used, again.arena.used, built.name);
            TEST_ASSERT_EQUAL_MEMORY_MESSAGE(built.memory, again.memory, built.arena.used,
                                             built.name);
            tree_build_free(&again);
        }
        tree_build_forget(&built, &now);
    }
}

void test_a_copy_elsewhere_is_the_same_tree(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        now = tree_case_make(c);
        for (uint32_t s = 0; s < TREE_SETTINGS; s += 7) {
            tree_build_next(&built, &now, s);
            uint64_t hash = hem_tree_hash(built.tree);
            uint8_t *copy = aligned_alloc(HEM_ALIGN, built.bytes);
            memcpy(copy, built.memory, built.arena.used);
            memset(built.memory, 0x11, built.arena.used);
            hem_tree *moved = (hem_tree *)(void *)copy;
            TEST_ASSERT_EQUAL_HEX64_MESSAGE(hash, hem_tree_hash(moved), built.name);
            TEST_ASSERT_EQUAL(HEM_OK,
                              hem_tree_refit(moved, now.positions, NULL, now.mesh.vertex_count));
            TEST_ASSERT_EQUAL_HEX64_MESSAGE(hash, hem_tree_hash(moved), built.name);
            free(copy);
        }
        tree_build_forget(&built, &now);
    }
}

/* A flat pattern as reference (000-21): the shape of the tree follows the pattern, not where the
 * vertices are. */
void test_reference_positions_may_be_a_flat_pattern(void)
{
    tree_case flat = tree_case_make(TREE_CASE_GRID);
    now = tree_case_make(TREE_CASE_FOLDED);
    for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
        tree_built folded = tree_build(&now, tree_settings_at(s));
        tree_build_next(&built, &flat, s);
        TEST_ASSERT_EQUAL(HEM_OK,
                          hem_tree_refit(built.tree, now.positions, NULL, now.mesh.vertex_count));
        tree_build_check_order(&built);
        check_nodes();
        for (uint32_t axis = 0; axis < built.tree->axis_count; axis++) {
            TEST_ASSERT_EQUAL_FLOAT(folded.tree->root_low[axis], built.tree->root_low[axis]);
            TEST_ASSERT_EQUAL_FLOAT(folded.tree->root_high[axis], built.tree->root_high[axis]);
        }
        tree_build_free(&folded);
    }
    tree_case_free(&flat);
}

/* Levels of leaves: the distances on the mesh from each component's smallest vertex, found again by
 * relaxing edges until nothing changes. */
#include "unity.h"

#include "hem/tree.h"
#include "test_scale.h"
#include "tree_build.h"

#include <stdlib.h>
#include <string.h>

void setUp(void)
{
}

void tearDown(void)
{
}

/* Distances from the marked vertices, by as many rounds over all triangles as it takes. */
static void relax(const mesh_case *mesh, uint32_t *level)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t c = 0; c < 3u * mesh->triangle_count; c++) {
            uint32_t from = level[mesh->triangles[c]];
            for (uint32_t k = 0; k < 3 && from != HEM_NONE; k++) {
                uint32_t *to = &level[mesh->triangles[c / 3u * 3u + k]];
                if (*to > from + 1u) {
                    *to = from + 1u;
                    changed = true;
                }
            }
        }
    }
}

/* The level of every vertex; HEM_NONE without a triangle. Components one after the other. */
static uint32_t *levels_of(const mesh_case *mesh)
{
    uint32_t *level = malloc(mesh->vertex_count * sizeof *level);
    bool *has_triangle = calloc(mesh->vertex_count, sizeof *has_triangle);
    memset(level, 0xFF, mesh->vertex_count * sizeof *level);
    for (uint32_t c = 0; c < 3u * mesh->triangle_count; c++) {
        has_triangle[mesh->triangles[c]] = true;
    }
    uint32_t next = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (!has_triangle[v] || level[v] != HEM_NONE) {
            continue;
        }
        level[v] = next;
        relax(mesh, level);
        for (uint32_t u = 0; u < mesh->vertex_count; u++) {
            next = level[u] != HEM_NONE && level[u] + 8u > next ? level[u] + 8u : next;
        }
    }
    free(has_triangle);
    return level;
}

static void check_tree(const mesh_case *mesh, const tree_built *built)
{
    uint32_t *level = levels_of(mesh);
    const hem_tree *tree = built->tree;
    for (uint32_t leaf = 0; leaf < tree->leaf_count; leaf++) {
        uint32_t least = HEM_NONE, greatest = 0;
        for (uint32_t i = hem_tree_leaf_begin(tree)[leaf]; i < hem_tree_leaf_begin(tree)[leaf + 1u];
             i++) {
            for (uint32_t k = 0; k < 3; k++) {
                uint32_t own = level[mesh->triangles[3u * hem_tree_order(tree)[i] + k]];
                least = own < least ? own : least;
                greatest = own > greatest ? own : greatest;
            }
        }
        hem_pair found = hem_tree_leaf_levels(tree)[leaf];
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(least, found.first, built->name);
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(greatest, found.second, built->name);
    }
    free(level);
}

void test_levels_are_distances_from_the_smallest_vertex(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        tree_case made = tree_case_make(c);
        for (uint32_t s = c % 7u; s < TREE_SETTINGS; s += 7) {
            tree_built built = tree_build(&made, tree_settings_at(s));
            check_tree(&made.mesh, &built);
            tree_build_free(&built);
        }
        tree_case_free(&made);
    }
}

void test_levels_of_meshes_with_loose_vertices_and_many_components(void)
{
    for (uint32_t i = 0; i < hem_test_count(300); i++) {
        tree_case made = tree_case_random(i);
        test_random random = {i};
        mesh_case_add_loose(&made.mesh,
                            random_below(&random, 4000)); /* more than three a triangle */
        mesh_case_shuffle(&made.mesh, &random);
        made.positions = realloc(made.positions, made.mesh.vertex_count * sizeof *made.positions);
        for (uint32_t v = 0; v < made.mesh.vertex_count; v++) {
            made.positions[v] = (hem_vec3){(float)random_below(&random, 9), (float)(v % 7u), 0.5f};
        }
        tree_built built = tree_build(&made, tree_settings_at(i * 11u % TREE_SETTINGS));
        check_tree(&made.mesh, &built);
        tree_build_free(&built);
        tree_case_free(&made);
    }
}

void test_levels_of_a_row_of_components_lie_apart(void)
{
    tree_case made = tree_case_make(TREE_CASE_LOOSE);
    tree_built built = tree_build(&made, tree_settings_at(16)); /* one triangle a leaf */
    for (uint32_t leaf = 0; leaf < built.tree->leaf_count; leaf++) {
        hem_pair levels = hem_tree_leaf_levels(built.tree)[leaf];
        TEST_ASSERT_EQUAL_UINT32(levels.first + 1u, levels.second);
        TEST_ASSERT_EQUAL_UINT32(0, levels.first % 9u);
    }
    tree_build_free(&built);
    tree_case_free(&made);
}

void test_a_tree_that_is_built_again_has_the_levels_of_its_new_mesh(void)
{
    tree_case first = tree_case_make(TREE_CASE_WAVES), second = tree_case_make(TREE_CASE_SOUP);
    for (uint32_t s = 0; s < TREE_SETTINGS; s += 5) {
        tree_built built = tree_build_with(&first, tree_settings_at(s), 0, 1000);
        tree_built other = tree_build_with(&second, tree_settings_at(s), 0, 1000);
        hem_tree_def def = tree_build_def(&second, other.mesh.mesh, tree_settings_at(s));
        uint32_t bytes = (uint32_t)HEM_PATCH_TREE_SCRATCH(2000u);
        void *memory = aligned_alloc(16, bytes);
        hem_arena scratch;
        TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, memory, bytes));
        TEST_ASSERT_EQUAL(HEM_OK, hem_tree_rebuild(built.tree, &def, &scratch, NULL));
        check_tree(&second.mesh, &built);
        uint64_t hash = hem_tree_hash(built.tree);
        TEST_ASSERT_EQUAL_UINT64(hem_tree_hash(other.tree), hash);
        hem_pair *levels =
            (hem_pair *)(void *)((uint8_t *)built.tree + built.tree->offset.leaf_levels);
        levels[0].second++;
        TEST_ASSERT_TRUE(hem_tree_hash(built.tree) != hash);
        free(memory);
        tree_build_free(&built);
        tree_build_free(&other);
    }
    tree_case_free(&first);
    tree_case_free(&second);
}

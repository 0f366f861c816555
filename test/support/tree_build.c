/* See tree_build.h. */
#include "tree_build.h"

#include "test_scale.h"
#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t directions[4] = {6, 8, 14, 18};
static const uint32_t degrees[4] = {2, 4, 8, 16};

tree_settings tree_settings_at(uint32_t index)
{
    return (tree_settings){(hem_tree_builder)(index / 16u % HEM_BUILDERS),
                           directions[index / 4u % 4u], degrees[index % 4u]};
}

hem_tree_def tree_build_def(const tree_case *made, const hem_mesh *mesh, tree_settings settings)
{
    hem_tree_def def = hem_default_tree_def(mesh, made->positions);
    def.builder = settings.builder;
    def.directions = settings.directions;
    def.degree = settings.degree;
    return def;
}

tree_built tree_build_with(const tree_case *made, tree_settings settings, uint32_t node_capacity,
                           uint32_t triangle_capacity)
{
    tree_built built = {.memory = NULL};
    snprintf(built.name, sizeof built.name, "%s: builder %u, k = %u, degree %u", made->mesh.name,
             (unsigned)settings.builder, (unsigned)settings.directions, (unsigned)settings.degree);
    hem_mesh_def mesh_def = mesh_build_def(&made->mesh);
    mesh_def.self_pairs = false;
    built.mesh = mesh_build(&mesh_def, built.name);
    hem_tree_def def = tree_build_def(made, built.mesh.mesh, settings);
    def.node_capacity = node_capacity;
    def.triangle_capacity = triangle_capacity;
    built.bytes = hem_tree_bytes(&def);
    TEST_ASSERT_NOT_EQUAL_MESSAGE(0, built.bytes, built.name);
    built.memory = aligned_alloc(HEM_ALIGN, built.bytes);
    TEST_ASSERT_NOT_NULL(built.memory);
    memset(built.memory, 0xA5, built.bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&built.arena, built.memory, built.bytes));
    TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_tree_build(&built.arena, &def, &built.tree, NULL),
                              built.name);
    return built;
}

tree_built tree_build(const tree_case *made, tree_settings settings)
{
    return tree_build_with(made, settings, 0, 0);
}

void tree_build_free(tree_built *built)
{
    mesh_build_free(&built->mesh);
    free(built->memory);
    *built = (tree_built){.memory = NULL};
}

hem_tree *tree_build_next(tree_built *built, const tree_case *now, uint32_t settings)
{
    tree_build_free(built);
    *built = tree_build(now, tree_settings_at(settings));
    return built->tree;
}

void tree_build_forget(tree_built *built, tree_case *now)
{
    tree_build_free(built);
    tree_case_free(now);
}

void tree_build_every(tree_built *built, tree_case *now, void (*check)(void))
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        *now = tree_case_make(c);
        for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
            tree_build_next(built, now, s);
            check();
        }
        tree_build_forget(built, now);
    }
    for (uint32_t i = 0; i < hem_test_count(300); i++) {
        *now = tree_case_random(i);
        tree_build_next(built, now, i * 7u % TREE_SETTINGS);
        check();
        tree_build_forget(built, now);
    }
}

void tree_build_check_order(const tree_built *built)
{
    const hem_tree *tree = built->tree;
    bool *seen = calloc(tree->triangle_count, sizeof *seen);
    TEST_ASSERT_EQUAL_MESSAGE(built->mesh.mesh->triangle_count, tree->triangle_count, built->name);
    for (uint32_t i = 0; i < tree->triangle_count; i++) {
        uint32_t triangle = hem_tree_order(tree)[i];
        TEST_ASSERT_TRUE_MESSAGE(triangle < tree->triangle_count, built->name);
        TEST_ASSERT_TRUE_MESSAGE(!seen[triangle], built->name);
        seen[triangle] = true;
    }
    free(seen);
}

tree_axis tree_axis_at(uint32_t axis_count, uint32_t axis)
{
    static const tree_axis box[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const tree_axis corner[4] = {{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1}};
    static const tree_axis edge[6] = {{1, 1, 0},  {1, -1, 0}, {1, 0, 1},
                                      {1, 0, -1}, {0, 1, 1},  {0, 1, -1}};
    if (axis_count == 4u) {
        return corner[axis];
    }
    if (axis < 3u) {
        return box[axis];
    }
    return axis_count == 9u ? edge[axis - 3u] : corner[axis - 3u];
}

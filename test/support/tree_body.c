/* A body for the tests of trees and passes: see tree_body.h. */
#include "tree_body.h"

#include "unity.h"

#include <stdlib.h>

tree_body tree_body_start(uint32_t vertex_count, uint32_t triangle_count)
{
    tree_body body = {.vertex_count = vertex_count, .triangle_count = triangle_count};
    body.positions = calloc(vertex_count, sizeof *body.positions);
    body.triangles = calloc(3u * (size_t)triangle_count, sizeof *body.triangles);
    return body;
}

static void *take_aligned(uint64_t bytes)
{
    return aligned_alloc(16, (size_t)((bytes + 15u) / 16u * 16u));
}

void tree_body_finish(tree_body *body)
{
    tree_body_finish_as(body, HEM_BUILD_PATCHES, 6, 4);
}

void tree_body_finish_as(tree_body *body, hem_tree_builder builder, uint32_t directions,
                         uint32_t degree)
{
    hem_mesh_def def =
        hem_default_mesh_def(body->triangles, body->triangle_count, body->vertex_count);
    def.edge_capacity = 3u * body->triangle_count;
    def.self_pairs = false;
    def.orphan_capacity = 0;
    uint64_t bytes = HEM_MESH_BYTES(body->vertex_count, body->triangle_count, def.edge_capacity, 0);
    hem_arena arena;
    body->mesh_memory = take_aligned(bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, body->mesh_memory, (uint32_t)bytes));
    TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_build(&arena, &def, &body->mesh, NULL));

    hem_tree_def tree = hem_default_tree_def(body->mesh, body->positions);
    tree.builder = builder;
    tree.directions = directions;
    tree.degree = degree;
    bytes = hem_tree_bytes(&tree);
    body->tree_memory = take_aligned(bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, body->tree_memory, (uint32_t)bytes));
    TEST_ASSERT_EQUAL(HEM_OK, hem_tree_build(&arena, &tree, &body->tree, NULL));
}

void tree_body_free(tree_body *body)
{
    free(body->positions);
    free(body->triangles);
    free(body->mesh_memory);
    free(body->tree_memory);
    *body = (tree_body){0};
}

void tree_body_refit(tree_body *body)
{
    TEST_ASSERT_EQUAL(HEM_OK,
                      hem_tree_refit(body->tree, body->positions, NULL, body->vertex_count));
}

void tree_body_corners(const tree_body *body, uint32_t triangle, hem_vec3 corners[3])
{
    for (uint32_t k = 0; k < 3; k++) {
        corners[k] = body->positions[body->triangles[3u * (size_t)triangle + k]];
    }
}

bool tree_body_share_a_vertex(const tree_body *body, uint32_t a, uint32_t b)
{
    for (uint32_t k = 0; k < 9; k++) {
        if (body->triangles[3u * (size_t)a + k / 3u] == body->triangles[3u * (size_t)b + k % 3u]) {
            return true;
        }
    }
    return false;
}

tree_body tree_body_grid(uint32_t columns, uint32_t rows, float cell)
{
    tree_body body = tree_body_start(columns * rows, 2u * (columns - 1u) * (rows - 1u));
    uint32_t *next = body.triangles;
    for (uint32_t v = 0; v < body.vertex_count; v++) {
        uint32_t column = v % columns, row = v / columns;
        body.positions[v] = (hem_vec3){cell * (float)column, cell * (float)row, 0.0f};
        if (column + 1u < columns && row + 1u < rows) {
            const uint32_t corners[6] = {v, v + 1u,           v + columns + 1u,
                                         v, v + columns + 1u, v + columns};
            for (uint32_t k = 0; k < 6; k++) {
                *next++ = corners[k];
            }
        }
    }
    return body;
}

/* A body for the tests of trees and passes: positions, triangles, mesh and tree, on the heap. */
#ifndef HEM_TEST_TREE_BODY_H
#define HEM_TEST_TREE_BODY_H

#include "hem/tree.h"

typedef struct tree_body {
    uint32_t vertex_count, triangle_count;
    hem_vec3 *positions;
    uint32_t *triangles;
    const hem_mesh *mesh;
    hem_tree *tree;
    void *mesh_memory, *tree_memory;
} tree_body;

/* A body with room for its arrays, to be filled; then tree_body_finish builds mesh and tree. */
tree_body tree_body_start(uint32_t vertex_count, uint32_t triangle_count);
void tree_body_finish(tree_body *body);
void tree_body_finish_as(tree_body *body, hem_tree_builder builder, uint32_t directions,
                         uint32_t degree);
void tree_body_free(tree_body *body);

/* Fits the tree to the positions. */
void tree_body_refit(tree_body *body);

void tree_body_corners(const tree_body *body, uint32_t triangle, hem_vec3 corners[3]);
bool tree_body_share_a_vertex(const tree_body *body, uint32_t a, uint32_t b);

/* A grid in the plane z = 0, with square cells. */
tree_body tree_body_grid(uint32_t columns, uint32_t rows, float cell);

#endif

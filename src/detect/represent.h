/* Which feature pairs a pair of triangles stands for, so that a pass tests each of them once
 * (000-8, 001-3).
 *
 * Between two bodies, and between triangles that are far from each other on one mesh, a triangle
 * stands for the vertices and edges that it owns. Close by, some covering pairs share a vertex and
 * are not visited; there the first that does not stands for the features. What no visited pair
 * stands for are the mesh's orphan pairs. */
#ifndef HEM_DETECT_REPRESENT_H
#define HEM_DETECT_REPRESENT_H

#include "hem/tree.h"

/* Features of triangle i against features of triangle j. */
typedef struct hem_represented {
    uint32_t first;  /* bit k: vertex or edge k of i, against j's face */
    uint32_t second; /* bit k: vertex or edge k of j, against i's face */
} hem_represented;

/* Leaves of one tree none of whose features are near each other: then owners decide. Levels of
 * adjacent vertices differ by one at most. Where owners do not decide, a triangle at one feature
 * shares a vertex with a triangle at the other, and that is at most one edge from both features. */
static inline bool hem_leaves_far(const hem_tree *tree, uint32_t leaf_a, uint32_t leaf_b)
{
    hem_pair a = hem_tree_leaf_levels(tree)[leaf_a], b = hem_tree_leaf_levels(tree)[leaf_b];
    return a.first > b.second + 2u || b.first > a.second + 2u;
}

/* By owners alone; each takes the owners of both triangles (HEM_OWNS_VERTEX, HEM_OWNS_EDGE). */
static inline hem_represented hem_owned_vertex_face(uint32_t owners_i, uint32_t owners_j)
{
    return (hem_represented){owners_i & 7u, owners_j & 7u};
}

static inline hem_represented hem_owned_edge_face(uint32_t owners_i, uint32_t owners_j)
{
    return (hem_represented){owners_i >> 3 & 7u, owners_j >> 3 & 7u};
}

/* Edge k of i against edge l of j: bit 3 k + l. */
static inline uint32_t hem_owned_edge_edge(uint32_t owners_i, uint32_t owners_j)
{
    uint32_t rows = (owners_i >> 3 & 1u) | (owners_i >> 4 & 1u) << 3 | (owners_i >> 5 & 1u) << 6;
    return rows * (owners_j >> 3 & 7u);
}

/* By the full rule, for two triangles of one mesh that share no vertex: of the features that are
 * asked for, those that the pair stands for. Time as hem_mesh_cover_vertex_face and its kin, for
 * each feature pair that owners do not decide. */
hem_represented hem_represented_vertex_face(const hem_mesh *mesh, uint32_t i, uint32_t j,
                                            hem_represented asked);
hem_represented hem_represented_edge_face(const hem_mesh *mesh, uint32_t i, uint32_t j,
                                          hem_represented asked);
uint32_t hem_represented_edge_edge(const hem_mesh *mesh, uint32_t i, uint32_t j, uint32_t asked);

#endif

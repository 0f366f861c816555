/* The hinges of a mesh: edges with two triangles or more whose first two have different vertices
 * opposite to the edge, in the order of edges. */
#ifndef HEM_CLOTH_HINGE_LIST_H
#define HEM_CLOTH_HINGE_LIST_H

#include "cloth/system.h"
#include "mesh/mesh_parts.h"

/* Is there a hinge at an edge? If so, its vertices. */
static inline bool hem_hinge_at(const hem_mesh *mesh, uint32_t edge, hem_hinge_now *out)
{
    const uint32_t *begin = hem_mesh_edge_begin(mesh) + edge;
    if (begin[1] - begin[0] < 2u) {
        return false;
    }
    const uint32_t *sides = hem_mesh_edge_triangles(mesh) + begin[0];
    const uint32_t *triangles = hem_mesh_triangles(mesh);
    hem_pair ends = hem_mesh_edges(mesh)[edge];
    uint32_t left = hem_apex(triangles + 3u * (size_t)sides[0], ends);
    uint32_t right = hem_apex(triangles + 3u * (size_t)sides[1], ends);
    *out = (hem_hinge_now){{ends.first, ends.second, left, right}};
    return left != right;
}

/* All of them; returns how many. */
static inline uint32_t hem_hinge_list(const hem_mesh *mesh, hem_hinge_now *out)
{
    uint32_t count = 0;
    for (uint32_t edge = 0; edge < mesh->edge_count; edge++) {
        hem_hinge_now hinge;
        if (hem_hinge_at(mesh, edge, &hinge)) {
            out[count++] = hinge;
        }
    }
    return count;
}

#endif

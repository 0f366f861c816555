/* Representatives of feature pairs: see represent.h. */
#include "detect/represent.h"

/* Which vertices of triangle i are to be tested with face j in this pair of triangles. The pair
 * shares no vertex, so an owner comes first of all. */
static uint32_t vertices_with_face(const hem_mesh *mesh, uint32_t i, uint32_t j)
{
    uint32_t mask = hem_mesh_owners(mesh)[i] & 7u;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t vertex = hem_mesh_triangles(mesh)[3u * (size_t)i + k];
        if ((mask >> k & 1u) == 0 && hem_mesh_cover_vertex_face(mesh, vertex, j).first == i) {
            mask |= 1u << k;
        }
    }
    return mask;
}

static uint32_t edges_with_face(const hem_mesh *mesh, uint32_t i, uint32_t j)
{
    uint32_t mask = (uint32_t)hem_mesh_owners(mesh)[i] >> 3 & 7u;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t edge = hem_mesh_triangle_edges(mesh)[3u * (size_t)i + k];
        if ((mask >> k & 1u) == 0 && hem_mesh_cover_edge_face(mesh, edge, j).first == i) {
            mask |= 1u << k;
        }
    }
    return mask;
}

hem_represented hem_represented_vertex_face(const hem_mesh *mesh, uint32_t i, uint32_t j)
{
    return (hem_represented){vertices_with_face(mesh, i, j), vertices_with_face(mesh, j, i)};
}

hem_represented hem_represented_edge_face(const hem_mesh *mesh, uint32_t i, uint32_t j)
{
    return (hem_represented){edges_with_face(mesh, i, j), edges_with_face(mesh, j, i)};
}

uint32_t hem_represented_edge_edge(const hem_mesh *mesh, uint32_t i, uint32_t j)
{
    const uint32_t *edges = hem_mesh_triangle_edges(mesh);
    uint32_t mask = hem_owned_edge_edge(hem_mesh_owners(mesh)[i], hem_mesh_owners(mesh)[j]);
    for (uint32_t bit = 0; bit < 9; bit++) {
        if ((mask >> bit & 1u) == 0) {
            hem_pair first = hem_mesh_cover_edge_edge(mesh, edges[3u * (size_t)i + bit / 3u],
                                                      edges[3u * (size_t)j + bit % 3u]);
            mask |= (uint32_t)(first.first == i && first.second == j) << bit;
        }
    }
    return mask;
}

/* Representatives of feature pairs: see represent.h. */
#include "detect/represent.h"

#include "base/bits.h"

/* Which vertices of triangle i are to be tested with face j in this pair of triangles. The pair
 * shares no vertex, so an owner comes first of all. */
static uint32_t vertices_with_face(const hem_mesh *mesh, uint32_t i, uint32_t j, uint32_t asked)
{
    uint32_t mask = asked & hem_mesh_owners(mesh)[i];
    for (uint32_t left = asked & ~mask; left != 0; left &= left - 1u) {
        uint32_t k = hem_bits_lowest(left);
        uint32_t vertex = hem_mesh_triangles(mesh)[3u * (size_t)i + k];
        mask |= (uint32_t)(hem_mesh_cover_vertex_face(mesh, vertex, j).first == i) << k;
    }
    return mask;
}

static uint32_t edges_with_face(const hem_mesh *mesh, uint32_t i, uint32_t j, uint32_t asked)
{
    uint32_t mask = asked & (uint32_t)hem_mesh_owners(mesh)[i] / HEM_OWNS_EDGE;
    for (uint32_t left = asked & ~mask; left != 0; left &= left - 1u) {
        uint32_t k = hem_bits_lowest(left);
        uint32_t edge = hem_mesh_triangle_edges(mesh)[3u * (size_t)i + k];
        mask |= (uint32_t)(hem_mesh_cover_edge_face(mesh, edge, j).first == i) << k;
    }
    return mask;
}

hem_represented hem_represented_vertex_face(const hem_mesh *mesh, uint32_t i, uint32_t j,
                                            hem_represented asked)
{
    return (hem_represented){vertices_with_face(mesh, i, j, asked.first),
                             vertices_with_face(mesh, j, i, asked.second)};
}

hem_represented hem_represented_edge_face(const hem_mesh *mesh, uint32_t i, uint32_t j,
                                          hem_represented asked)
{
    return (hem_represented){edges_with_face(mesh, i, j, asked.first),
                             edges_with_face(mesh, j, i, asked.second)};
}

uint32_t hem_represented_edge_edge(const hem_mesh *mesh, uint32_t i, uint32_t j, uint32_t asked)
{
    const uint32_t *edges_i = hem_mesh_triangle_edges(mesh) + 3u * (size_t)i;
    const uint32_t *edges_j = hem_mesh_triangle_edges(mesh) + 3u * (size_t)j;
    uint32_t mask = asked & hem_owned_edge_edge(hem_mesh_owners(mesh)[i], hem_mesh_owners(mesh)[j]);
    for (uint32_t left = asked & ~mask; left != 0; left &= left - 1u) {
        uint32_t bit = hem_bits_lowest(left);
        hem_pair first = hem_mesh_cover_edge_edge(mesh, edges_i[bit / 3u], edges_j[bit % 3u]);
        mask |= (uint32_t)(first.first == i && first.second == j) << bit;
    }
    return mask;
}

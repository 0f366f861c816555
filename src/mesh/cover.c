/* Which pair of triangles stands for a feature pair (000-8, 001-3): see inc/hem/mesh.h. */
#include "mesh/mesh_parts.h"

static const hem_pair nothing = {HEM_NONE, HEM_NONE};

static const uint32_t *triangle_at(const hem_mesh *mesh, uint32_t triangle)
{
    return hem_mesh_triangles(mesh) + 3u * (size_t)triangle;
}

/* The first triangle of a list that shares no vertex with a face, or HEM_NONE. */
static uint32_t first_apart(const hem_mesh *mesh, const uint32_t *list, uint32_t count,
                            uint32_t face)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!hem_triangles_touch(triangle_at(mesh, list[i]), triangle_at(mesh, face))) {
            return list[i];
        }
    }
    return HEM_NONE;
}

hem_pair hem_mesh_cover_vertex_face(const hem_mesh *mesh, uint32_t vertex, uint32_t face)
{
    if (mesh == NULL || vertex >= mesh->vertex_count || face >= mesh->triangle_count ||
        hem_triangle_has(triangle_at(mesh, face), vertex)) {
        return nothing;
    }
    const uint32_t *begin = hem_mesh_ring_begin(mesh) + vertex;
    uint32_t triangle =
        first_apart(mesh, hem_mesh_ring(mesh) + begin[0], begin[1] - begin[0], face);
    return triangle == HEM_NONE ? nothing : (hem_pair){triangle, face};
}

hem_pair hem_mesh_cover_edge_face(const hem_mesh *mesh, uint32_t edge, uint32_t face)
{
    if (mesh == NULL || edge >= mesh->edge_count || face >= mesh->triangle_count ||
        hem_edge_touches(hem_mesh_edges(mesh)[edge], triangle_at(mesh, face))) {
        return nothing;
    }
    const uint32_t *begin = hem_mesh_edge_begin(mesh) + edge;
    const uint32_t *list = hem_mesh_edge_triangles(mesh) + begin[0];
    uint32_t triangle = first_apart(mesh, list, begin[1] - begin[0], face);
    return triangle == HEM_NONE ? nothing : (hem_pair){triangle, face};
}

hem_pair hem_mesh_cover_edge_edge(const hem_mesh *mesh, uint32_t edge_a, uint32_t edge_b)
{
    if (mesh == NULL || edge_a >= mesh->edge_count || edge_b >= mesh->edge_count ||
        hem_edges_touch(hem_mesh_edges(mesh)[edge_a], hem_mesh_edges(mesh)[edge_b])) {
        return nothing;
    }
    uint32_t low = edge_a < edge_b ? edge_a : edge_b;
    uint32_t high = edge_a < edge_b ? edge_b : edge_a;
    const uint32_t *begin = hem_mesh_edge_begin(mesh);
    const uint32_t *triangles = hem_mesh_edge_triangles(mesh);
    const uint32_t *high_list = triangles + begin[high];
    uint32_t high_count = begin[high + 1u] - begin[high];
    for (uint32_t i = begin[low]; i < begin[low + 1u]; i++) {
        uint32_t partner = first_apart(mesh, high_list, high_count, triangles[i]);
        if (partner != HEM_NONE) {
            return edge_a == low ? (hem_pair){triangles[i], partner}
                                 : (hem_pair){partner, triangles[i]};
        }
    }
    return nothing;
}

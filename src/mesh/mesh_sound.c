/* Does every index of a mesh lead to something that it has? For audits: what is built is sound,
 * what something was written over may not be. */
#include "mesh/mesh_parts.h"

#include "base/runs.h"

static bool are_below(const uint32_t *indices, uint64_t count, uint32_t end)
{
    bool good = true;
    for (uint64_t i = 0; i < count; i++) {
        good = good && indices[i] < end;
    }
    return good;
}

static bool edges_are_sound(const hem_mesh *mesh)
{
    const hem_pair *edges = hem_mesh_edges(mesh);
    bool good = true;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        good = good && edges[e].first < edges[e].second && edges[e].second < mesh->vertex_count;
    }
    return good;
}

/* Three different vertices, and the edges between them. */
static bool triangle_is_sound(const hem_mesh *mesh, uint32_t triangle)
{
    const uint32_t *vertex = hem_mesh_triangles(mesh) + 3u * (size_t)triangle;
    const uint32_t *edge = hem_mesh_triangle_edges(mesh) + 3u * (size_t)triangle;
    bool good = true;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t from = vertex[k], to = vertex[(k + 1u) % 3u];
        good = good && from < mesh->vertex_count && from != to && edge[k] < mesh->edge_count &&
               hem_edge_has(hem_mesh_edges(mesh)[edge[k]], from) &&
               hem_edge_has(hem_mesh_edges(mesh)[edge[k]], to);
    }
    uint8_t group = hem_mesh_groups(mesh)[triangle];
    return good && hem_mesh_owners(mesh)[triangle] < 8u * HEM_OWNS_EDGE &&
           (group < mesh->group_count || group == HEM_NO_FACE_GROUP);
}

static bool triangles_are_sound(const hem_mesh *mesh)
{
    bool good = true;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        good = good && triangle_is_sound(mesh, t);
    }
    return good;
}

static bool components_are_sound(const hem_mesh *mesh)
{
    const uint32_t *of = hem_mesh_component_of(mesh);
    bool good = mesh->component_count <= mesh->vertex_count / 3u;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        good = good && (of[v] < mesh->component_count || of[v] == HEM_NONE);
    }
    return good;
}

static bool orphans_are_sound(const hem_mesh *mesh)
{
    const hem_pair *orphans = hem_mesh_orphans(mesh);
    const uint32_t kinds[3][3] = {
        {mesh->vertex_face_orphans, mesh->vertex_count, mesh->triangle_count},
        {mesh->edge_edge_orphans, mesh->edge_count, mesh->edge_count},
        {mesh->edge_face_orphans, mesh->edge_count, mesh->triangle_count},
    };
    bool good = true;
    for (uint32_t kind = 0; kind < 3; kind++) {
        for (uint32_t i = 0; i < kinds[kind][0]; i++) {
            good = good && orphans[i].first < kinds[kind][1] && orphans[i].second < kinds[kind][2];
        }
        orphans += kinds[kind][0];
    }
    return good;
}

bool hem_mesh_is_sound(const hem_mesh *mesh)
{
    uint32_t f = mesh->triangle_count;
    return mesh->group_count <= HEM_FACE_GROUPS && edges_are_sound(mesh) &&
           triangles_are_sound(mesh) &&
           hem_are_runs(hem_mesh_edge_begin(mesh), mesh->edge_count, 3u * f) &&
           are_below(hem_mesh_edge_triangles(mesh), 3u * (uint64_t)f, f) &&
           hem_are_runs(hem_mesh_ring_begin(mesh), mesh->vertex_count, 3u * f) &&
           are_below(hem_mesh_ring(mesh), 3u * (uint64_t)f, f) && components_are_sound(mesh) &&
           orphans_are_sound(mesh);
}

/* Connected components, and which of them are closed, oriented and manifold. */
#include "mesh/mesh_parts.h"

/* The root of a vertex; the path is halved on the way. A parent is never larger than its child. */
static uint32_t find_root(uint32_t *parent, uint32_t vertex)
{
    while (parent[vertex] != vertex) {
        parent[vertex] = parent[parent[vertex]];
        vertex = parent[vertex];
    }
    return vertex;
}

static void unite(uint32_t *parent, uint32_t a, uint32_t b)
{
    uint32_t root_a = find_root(parent, a);
    uint32_t root_b = find_root(parent, b);
    if (root_a < root_b) {
        parent[root_b] = root_a;
    } else {
        parent[root_a] = root_b;
    }
}

/* Replaces the forest by component numbers, in the order of their smallest vertices. */
static void number_components(hem_mesh *mesh, const hem_mesh_parts *parts)
{
    uint32_t *component_of = parts->component_of;
    mesh->component_count = 0;
    mesh->loose_vertices = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t parent = component_of[v];
        if (parent < v) {
            component_of[v] = component_of[parent]; /* a number already */
        } else if (parts->ring_begin[v] == parts->ring_begin[v + 1u]) {
            component_of[v] = HEM_NONE;
            mesh->loose_vertices++;
        } else {
            component_of[v] = mesh->component_count++;
        }
    }
}

/* How often the triangles at an edge walk it from its smaller to its larger vertex. */
static uint32_t forward_walks(const hem_mesh_parts *parts, uint32_t e)
{
    hem_pair edge = parts->edges[e];
    uint32_t forward = 0;
    for (uint32_t i = parts->edge_begin[e]; i < parts->edge_begin[e + 1u]; i++) {
        const uint32_t *v = parts->triangles + 3u * (size_t)parts->edge_triangles[i];
        forward += (v[0] == edge.first && v[1] == edge.second) ||
                   (v[1] == edge.first && v[2] == edge.second) ||
                   (v[2] == edge.first && v[0] == edge.second);
    }
    return forward;
}

static void describe_edges(hem_mesh *mesh, const hem_mesh_parts *parts)
{
    mesh->boundary_edges = 0;
    mesh->branching_edges = 0;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        hem_component *component = parts->components + parts->component_of[parts->edges[e].first];
        uint32_t count = parts->edge_begin[e + 1u] - parts->edge_begin[e];
        uint32_t forward = forward_walks(parts, e);
        component->edge_count++;
        if (count == 1) {
            mesh->boundary_edges++;
            component->flags &= ~(uint32_t)HEM_MESH_CLOSED;
        }
        if (count > 2) {
            mesh->branching_edges++;
            component->flags &= ~(uint32_t)HEM_MESH_MANIFOLD;
        }
        if (forward > 1 || count - forward > 1) {
            component->flags &= ~(uint32_t)HEM_MESH_ORIENTED;
        }
    }
}

void hem_mesh_find_components(hem_mesh *mesh, const hem_mesh_parts *parts)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        parts->component_of[v] = v;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *v = parts->triangles + 3u * (size_t)t;
        unite(parts->component_of, v[0], v[1]);
        unite(parts->component_of, v[1], v[2]);
    }
    number_components(mesh, parts);

    const uint32_t all = HEM_MESH_CLOSED | HEM_MESH_ORIENTED | HEM_MESH_MANIFOLD;
    for (uint32_t c = 0; c < mesh->component_count; c++) {
        parts->components[c] = (hem_component){.flags = all};
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (parts->component_of[v] != HEM_NONE) {
            parts->components[parts->component_of[v]].vertex_count++;
        }
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        uint32_t component = parts->component_of[parts->triangles[3u * (size_t)t]];
        parts->components[component].triangle_count++;
    }
    describe_edges(mesh, parts);
    mesh->flags = all;
    for (uint32_t c = 0; c < mesh->component_count; c++) {
        mesh->flags &= parts->components[c].flags;
    }
}

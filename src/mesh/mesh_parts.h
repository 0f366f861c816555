/* The arrays of a mesh while it is being filled, and the steps that fill it. Each step is one file
 * and relies on the ones before it. */
#ifndef HEM_MESH_MESH_PARTS_H
#define HEM_MESH_MESH_PARTS_H

#include "hem/mesh.h"

typedef struct hem_mesh_parts {
#define HEM_MESH_PART(name, type, count) type *name;
    HEM_MESH_REGIONS(HEM_MESH_PART, 0, 0, 0, 0, 0)
#undef HEM_MESH_PART
} hem_mesh_parts;

/* The arrays at the offsets that the record holds. */
hem_mesh_parts hem_mesh_open(hem_mesh *mesh);

/* What can be said of a definition before anything is written; statuses as hem_mesh_build. */
hem_status hem_mesh_check(const hem_mesh_def *def, hem_detail *detail);

/* Fills a record whose offsets are set, by the steps below. HEM_OK, HEM_FULL_EDGES,
 * HEM_FULL_ORPHANS, HEM_FULL_SCRATCH; when refused, the arrays hold whatever was found so far. */
hem_status hem_mesh_fill(hem_mesh *mesh, const hem_mesh_def *def, hem_arena *scratch,
                         hem_detail *detail);

void hem_mesh_find_rings(const hem_mesh *mesh, const hem_mesh_parts *parts);
hem_status hem_mesh_find_edges(hem_mesh *mesh, const hem_mesh_parts *parts, uint32_t capacity,
                               hem_detail *detail);
void hem_mesh_find_owners(const hem_mesh *mesh, const hem_mesh_parts *parts);
void hem_mesh_find_components(hem_mesh *mesh, const hem_mesh_parts *parts);
hem_status hem_mesh_find_groups(hem_mesh *mesh, const hem_mesh_parts *parts, uint32_t limit,
                                hem_arena *scratch);
hem_status hem_mesh_find_orphans(hem_mesh *mesh, const hem_mesh_parts *parts, uint32_t capacity,
                                 hem_detail *detail);

/* Does every index of the arrays lead to something? For a mesh whose arrays are where they belong,
 * with the counts that the record says. Linear time. */
bool hem_mesh_is_sound(const hem_mesh *mesh);

static inline bool hem_triangle_has(const uint32_t *triangle, uint32_t vertex)
{
    return (triangle[0] == vertex) || (triangle[1] == vertex) || (triangle[2] == vertex);
}

static inline bool hem_triangles_touch(const uint32_t *a, const uint32_t *b)
{
    return hem_triangle_has(a, b[0]) || hem_triangle_has(a, b[1]) || hem_triangle_has(a, b[2]);
}

static inline bool hem_edge_has(hem_pair edge, uint32_t vertex)
{
    return (edge.first == vertex) || (edge.second == vertex);
}

static inline bool hem_edges_touch(hem_pair a, hem_pair b)
{
    return hem_edge_has(a, b.first) || hem_edge_has(a, b.second);
}

static inline bool hem_edge_touches(hem_pair edge, const uint32_t *triangle)
{
    return hem_triangle_has(triangle, edge.first) || hem_triangle_has(triangle, edge.second);
}

/* The vertex of a triangle that is not on one of its edges. */
static inline uint32_t hem_apex(const uint32_t *triangle, hem_pair edge)
{
    if (!hem_edge_has(edge, triangle[0])) {
        return triangle[0];
    }
    return hem_edge_has(edge, triangle[1]) ? triangle[2] : triangle[1];
}

#endif

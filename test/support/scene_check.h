/* What a mesh of a scene looks like, found by sorting its edges and adding up in double: for tests
 * of shapes and scenes. */
#ifndef SCENE_CHECK_H
#define SCENE_CHECK_H

#include "scenes/scene_mesh.h"

typedef struct scene_facts {
    uint32_t edge_count;
    uint32_t boundary_edges; /* with one triangle */
    uint32_t crowded_edges;  /* with three or more */
    uint32_t against_edges;  /* with two triangles that run the same way */
    uint32_t components;     /* of triangles joined by vertices; loose vertices count too */
    bool indices_valid;      /* in range, and three different ones in each triangle */
    bool positions_valid;    /* finite, in the domain, on the grid, no negative zero */
    double area, smallest_area;
    double smallest_height; /* of any triangle over its longest side */
    double volume;          /* enclosed, positive for outward normals; for closed meshes */
    hem_vec3 lo, hi;
} scene_facts;

/* Facts about the vertices and triangles from the given ones on to the end. */
scene_facts scene_check(const scene_mesh *mesh, uint32_t first_vertex, uint32_t first_triangle);

/* An empty mesh with room for so many, by malloc, and its end. */
scene_mesh scene_mesh_take(uint32_t vertices, uint32_t triangles);
void scene_mesh_free(scene_mesh *mesh);

#endif

/* Meshes by connectivity alone, for the tests of the mesh layer: regular shapes, everything that is
 * not manifold, and a stream of random mixtures. The same on every machine; memory by malloc. */
#ifndef HEM_MESH_CASES_H
#define HEM_MESH_CASES_H

#include "random.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct mesh_case {
    char name[96];
    uint32_t vertex_count, triangle_count;
    uint32_t *triangles; /* three vertices a triangle */
} mesh_case;

/* An empty mesh, one more triangle, one more vertex (its number comes back), and the end. */
mesh_case mesh_case_empty(const char *name);
void mesh_case_add(mesh_case *mesh, uint32_t a, uint32_t b, uint32_t c);
uint32_t mesh_case_add_vertex(mesh_case *mesh);
void mesh_case_free(mesh_case *mesh);

/* Regular shapes. */
mesh_case mesh_case_single(void);
mesh_case mesh_case_grid(uint32_t columns, uint32_t rows); /* of vertices */
mesh_case mesh_case_strip(uint32_t triangles);
mesh_case mesh_case_fan(uint32_t triangles); /* open, hub at vertex 0 */
mesh_case mesh_case_star(uint32_t rays);     /* a hub with all the triangles around it */
mesh_case mesh_case_cone(uint32_t rays);     /* closed: a hub above and one below */
mesh_case mesh_case_tetrahedron(void);
mesh_case mesh_case_octahedron(void);
mesh_case mesh_case_torus(uint32_t around, uint32_t along); /* both at least 3 */
mesh_case mesh_case_moebius(uint32_t quads);                /* at least 3 */

/* Not manifold. */
mesh_case mesh_case_book(uint32_t pages);      /* triangles around one edge */
mesh_case mesh_case_bow_tie(uint32_t wings);   /* triangles around one vertex, no edge in common */
mesh_case mesh_case_chain(uint32_t links);     /* each triangle shares one vertex with the next */
mesh_case mesh_case_loose(uint32_t triangles); /* no vertex in common */
mesh_case mesh_case_soup(test_random *random, uint32_t vertices, uint32_t triangles);

/* Changes in place. */
void mesh_case_two_sided(mesh_case *mesh); /* every triangle again, turned over */
void mesh_case_repeat(mesh_case *mesh, uint32_t triangle, uint32_t times);
void mesh_case_join(mesh_case *mesh, const mesh_case *other); /* side by side */
void mesh_case_add_loose(mesh_case *mesh, uint32_t vertices);
void mesh_case_flip_some(mesh_case *mesh, test_random *random);
void mesh_case_shuffle(mesh_case *mesh, test_random *random); /* vertices, triangles, corners */

/* Mesh number `index` of the stream: every kind above in turn, of up to about 60 triangles, most of
 * them changed in one way or another. */
mesh_case mesh_case_random(uint32_t index);

#endif

/* Intersecting triangles of two meshes or of one, for checking scenes: all pairs whose boxes
 * overlap, every edge against the other face, signs by orient_oracle.h where double cannot tell.
 *
 * Touching counts. Triangles that share a vertex are left out, and so are edges that lie exactly in
 * the plane of a face: neighbours in a flat sheet do not count. */
#ifndef SCENE_ORACLE_H
#define SCENE_ORACLE_H

#include "hem/types.h"

typedef struct soup {
    const hem_vec3 *positions;
    const uint32_t *triangles;
    uint32_t triangle_count;
} soup;

/* The sign of the volume of a tetrahedron: in double, and exactly where that cannot tell. */
int soup_orient(hem_vec3 a, hem_vec3 b, hem_vec3 c, hem_vec3 d);

/* Whether the edge p q meets the triangle. */
bool soup_edge_meets_face(hem_vec3 p, hem_vec3 q, const hem_vec3 face[3]);

/* Called for each pair of triangles that meet. */
typedef void soup_visit(void *context, uint32_t triangle_a, uint32_t triangle_b);

/* Pairs of a triangle of `a` and one of `b`, and of two triangles of `a` (each once). `visit` may
 * be null. Sorts boxes along the longest axis and sweeps. */
uint64_t soup_pairs_between(soup a, soup b, soup_visit *visit, void *context);
uint64_t soup_pairs_within(soup a, soup_visit *visit, void *context);

#endif

/* Distances of features by exact rational arithmetic (GMP), rounded once at the end: all pairs of
 * lower features, and the inside where the foot lies in it. One thread at a time. */
#ifndef HEM_CLOSEST_ORACLE_H
#define HEM_CLOSEST_ORACLE_H

#include "hem/types.h"

/* Point 0 to the triangle 1 2 3, which may have no area; the edge 0-1 to the edge 2-3, which may
 * have no length. Points lie in the domain and on the grid. */
double hem_oracle_distance_vertex_face(const hem_vec3 point[4]);
double hem_oracle_distance_edge_edge(const hem_vec3 point[4]);

/* Two triangles or convex flat quads: zero where they meet (by hull_oracle.h), else the least of
 * all pairs of features, a quad being two triangles. */
double hem_oracle_distance_faces(const hem_vec3 *a, uint32_t a_count, const hem_vec3 *b,
                                 uint32_t b_count);

/* The largest distance between two of the points. */
double hem_oracle_extent(const hem_vec3 *point, uint32_t count);

#endif

/* Distances of triangles in double, by all pairs of features: for what a traversal may not miss. */
#ifndef HEM_TREE_ORACLE_H
#define HEM_TREE_ORACLE_H

#include "hem/types.h"

/* Distance of two triangles; 0 where an edge of one crosses the other. Errors are some 1e-12 of
 * the coordinates. */
double tree_oracle_distance(const hem_vec3 a[3], const hem_vec3 b[3]);

/* The largest gap between the triangles' boxes on any axis: no pair is closer than this. */
double tree_oracle_gap(const hem_vec3 a[3], const hem_vec3 b[3]);

#endif

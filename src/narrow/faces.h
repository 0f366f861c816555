/* Closest points of two convex faces by all pairs of their features: what GJK falls back to, and
 * what it is measured by. The form for the library's own use. */
#ifndef HEM_NARROW_FACES_H
#define HEM_NARROW_FACES_H

#include "narrow/closest.h"

/* Where two faces are closest: weights of the vertices of a, then of b, and the way from b to a. */
typedef struct hem_faces_nearest {
    float distance_squared;
    float weight[8];
    hem_vec3 way;
} hem_faces_nearest;

/* The least of all vertex-face and edge-edge distances: 6 + 9 pairs for triangles, 16 + 16 for
 * quads, which count as two triangles each. Faces that cross have no distance this way: ask
 * hem_faces_meet. Of equals, the first in a fixed order. Constant time. */
void hem_closest_features(const hem_polygon *a, const hem_polygon *b, hem_faces_nearest *out);

/* A common point of two faces that meet, up to rounding: the closest of all pairs of features and
 * of the points where an edge passes the plane of the other face. The distance is what rounding
 * left. Constant time. */
void hem_common_point(const hem_polygon *a, const hem_polygon *b, hem_faces_nearest *out);

/* Do two faces meet? Exactly, by the triangles that they consist of. */
bool hem_faces_meet(const hem_polygon *a, const hem_polygon *b);

#endif

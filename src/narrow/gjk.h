/* Closest points of two convex faces by the iteration of Gilbert, Johnson and Keerthi (002-13): the
 * point of the difference body a - b that is closest to the origin, approached by simplices of its
 * vertices. The form for the library's own use: points in the domain and on the grid, three or four
 * a face. */
#ifndef HEM_NARROW_GJK_H
#define HEM_NARROW_GJK_H

#include "narrow/faces.h"

typedef enum hem_gjk_state {
    HEM_GJK_CONVERGED,    /* within the error that is stated, by a lower bound of the distance */
    HEM_GJK_BY_BOUND,     /* did not converge in HEM_GJK_LIMIT iterations: by pairs of features */
    HEM_GJK_INTERSECTING, /* the faces meet, exactly; distance 0 */
} hem_gjk_state;

/* At most `limit` iterations; 0 goes straight to the pairs of features. `iterations` may not be
 * null. */
hem_gjk_state hem_gjk(const hem_polygon *a, const hem_polygon *b, uint32_t limit,
                      hem_faces_nearest *out, uint32_t *iterations);

#endif

/* Four pairs of triangles in lanes: are they closer than a distance? Float arithmetic with a margin
 * says yes or no where it is sure, which is nearly always; the rest is left open.
 *
 * Sure means: hem_closest_features (narrow/faces.h) would say the same, whatever it rounds. */
#ifndef HEM_NARROW_NEAR_4_H
#define HEM_NARROW_NEAR_4_H

#include "base/simd.h"

/* The corners of four triangles. */
typedef struct hem_triangles_4 {
    hem_f4 x[3], y[3], z[3];
} hem_triangles_4;

/* One bit a lane. */
typedef struct hem_near_bits {
    uint32_t near; /* closer than epsilon */
    uint32_t far;  /* farther than epsilon */
    uint32_t over; /* perhaps a corner of the other lies over the face, closer than epsilon */
    uint32_t cut;  /* perhaps the other has corners on both sides of the face's plane */
} hem_near_bits;

/* Faces against the corners of other triangles: near where one is over the face, far where all are
 * beyond its plane or one of its edges. No two corners of a pair are farther apart than its span.
 */
hem_near_bits hem_corners_near_4(const hem_triangles_4 *face, const hem_triangles_4 *other,
                                 hem_f4 span, float epsilon);

/* Edges against edges, nine pairs each. Far only says that all edges are. */
hem_near_bits hem_edges_near_4(const hem_triangles_4 *a, const hem_triangles_4 *b, hem_f4 span,
                               float epsilon);

#endif

/* Pairs of triangles, and queries of four points, that are hard on tests and on distances: slivers,
 * parallel and touching features, no area, no length, near and far from the origin. The same on
 * every run; every point is in the domain and on the grid. */
#ifndef HEM_NARROW_CASES_H
#define HEM_NARROW_CASES_H

#include "random.h"
#include "hem/types.h"

/* A triangle of one of many shapes, and another made from its corners, edges, inside and plane,
 * often a few units beside. */
void hem_two_triangles_case(test_random *random, hem_vec3 a[3], hem_vec3 b[3]);

/* Two triangles with corners on a lattice of `side` points a side. */
void hem_lattice_triangles_case(test_random *random, uint32_t side, hem_vec3 a[3], hem_vec3 b[3]);

typedef enum hem_closest_case_kind {
    HEM_CLOSEST_ORIENT,        /* any of the quadruples of orient_cases.h */
    HEM_CLOSEST_CLOTH,         /* features of a centimetre, a millimetre apart */
    HEM_CLOSEST_SLIVER,        /* a triangle a centimetre long and 10 to 30 micrometres high */
    HEM_CLOSEST_NEEDLE,        /* one with a very short side */
    HEM_CLOSEST_NEAR_PARALLEL, /* edges of a centimetre that turn by 1e-2 to 1e-8 */
    HEM_CLOSEST_TOUCHING,      /* features made to touch, then rounded */
    HEM_CLOSEST_FAR,           /* features much smaller than their distance */
    HEM_CLOSEST_DEGENERATE,    /* points that coincide, edges that do, triangles in a line */
    HEM_CLOSEST_KINDS
} hem_closest_case_kind;

extern const char *const hem_closest_case_names[HEM_CLOSEST_KINDS];

/* Four points for a vertex and a face and for two edges alike, at the origin, 10 m, 100 m or 4 km
 * away from it. */
void hem_closest_case(hem_closest_case_kind kind, test_random *random, hem_vec3 point[4]);

/* Two convex faces of three or four corners. Quads are flat up to rounding, and exactly so when
 * `exact`. */
typedef struct hem_faces_case {
    hem_vec3 a[4], b[4];
    uint32_t a_count, b_count;
} hem_faces_case;

void hem_two_faces_case(test_random *random, bool exact, hem_faces_case *faces);

#endif

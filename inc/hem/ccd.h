/* Continuous tests: does a moving vertex reach a moving face, or a moving edge another one, within
 * a step?
 *
 * Every point moves on a straight line at constant speed from its start (time 0) to its end (time
 * 1). A vertex and a face: point 0 against points 1, 2, 3. Two edges: 0-1 against 2-3.
 *
 * Every function takes its points in metres, checks them, and takes them as the library stores
 * positions: on the grid (HEM_GRID). All of them take bounded time and no memory but the stack.
 * Around a batch of calls, use hem_fp_enter and hem_fp_leave once (hem/port.h). */
#ifndef HEM_CCD_H
#define HEM_CCD_H

#include "hem/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a test came to. Refusals are below zero, have the values of the statuses of the same name,
 * and leave the output as it was. */
typedef enum hem_ccd_state {
    HEM_CCD_CLEAR = 0,        /* they stay further apart than the separation */
    HEM_CCD_HIT = 1,          /* they reach it, up to rounding */
    HEM_CCD_HIT_BY_BOUND = 2, /* all iterations were used; taken as a hit, and may be a near miss */

    HEM_CCD_NULL = HEM_NULL,                 /* a pointer is null */
    HEM_CCD_NOT_FINITE = HEM_NOT_FINITE,     /* a number is NaN or infinite */
    HEM_CCD_OUT_OF_RANGE = HEM_OUT_OF_RANGE, /* a coordinate lies outside the domain, or the
                                              * separation is negative or as large as it */
} hem_ccd_state;

typedef struct hem_ccd_in {
    hem_vec3 start[4], end[4];
    float separation; /* how far apart they must stay; 0: they must not touch */
} hem_ccd_in;

typedef struct hem_ccd_out {
    hem_ccd_state state;
    float time;       /* 0 to 1; 1 when clear */
    float separation; /* that the answer holds for, see below */
    float weight[4];  /* of the points, at the hit: a vertex and a face 1 | b1 b2 b3, two edges
                       * 1-s s | 1-t t; none negative, each side adds up to 1; zero when clear */
    hem_vec3 normal;  /* unit, from the second feature to the first at the hit; zero when clear */
    uint32_t iterations;
} hem_ccd_out;

#define HEM_CCD_LIMIT 16u

/* The test that never misses. If the distance comes down to the separation at some time, the state
 * is a hit, and the time is not later than that: up to it the two are proven to be further apart.
 * What rounding errors leave open counts as a hit as well, so a hit may be a near miss, by some
 * units of rounding of the size and motion of the query; how far it is from the origin does not
 * matter.
 *
 * Separation: the one asked for, or half the distance at the start where that is less (a lower
 * bound of it), so what starts closer is not stuck.
 *
 * What touches at the start and leaves does not hit: if the start is contact, or indistinguishable
 * from it, but along some direction the features do not overlap at the start and are apart at the
 * end, they are clear. So is a pair that does not move at all: the start counts as accepted.
 * Directions that are tried are the axes, the features' common normal at the start, the way between
 * their closest points at the end, and what is nearest to it across lines on which points lie at
 * the start.
 *
 * The order of the points within a feature, and of the two edges, changes nothing, to the last bit;
 * weights move along with the points, and the normal turns with the edges.
 *
 * At most HEM_CCD_LIMIT iterations, typically none: about 200 to 300 float operations. An iteration
 * takes about 500, at most four of them 5,000. Only float and integer arithmetic; less than 5 KiB
 * of stack.
 *
 * Returns HEM_CCD_CLEAR, HEM_CCD_HIT or HEM_CCD_HIT_BY_BOUND; HEM_CCD_NULL, HEM_CCD_NOT_FINITE or
 * HEM_CCD_OUT_OF_RANGE. */
hem_ccd_state hem_ccd_vertex_face(const hem_ccd_in *in, hem_ccd_out *out);
hem_ccd_state hem_ccd_edge_edge(const hem_ccd_in *in, hem_ccd_out *out);

/* The usual test, for comparison (000-16, 000-17): the times at which the four points are coplanar
 * are roots of a cubic; at each, in ascending order, the distance is taken, and the first that is
 * not larger than the separation is a hit. Cubics of lower degree are handled; points that are
 * coplanar throughout are looked at at times 0 and 1. In float, so rounding makes it miss hits, the
 * more the further from the origin; a separation well above rounding makes up for some of that and
 * finds more that is none. Nothing in the library relies on it.
 *
 * `iterations` is the number of roots looked at, at most 3. About 500 float operations.
 *
 * Returns HEM_CCD_CLEAR or HEM_CCD_HIT; HEM_CCD_NULL, HEM_CCD_NOT_FINITE or HEM_CCD_OUT_OF_RANGE.
 */
hem_ccd_state hem_ccd_cubic_vertex_face(const hem_ccd_in *in, hem_ccd_out *out);
hem_ccd_state hem_ccd_cubic_edge_edge(const hem_ccd_in *in, hem_ccd_out *out);

#ifdef __cplusplus
}
#endif

#endif

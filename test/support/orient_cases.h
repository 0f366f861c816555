/* Quadruples of points that are hard on orientation signs, the same on every machine: shared by the
 * tests and by whoever compares targets. Freestanding. */
#ifndef HEM_ORIENT_CASES_H
#define HEM_ORIENT_CASES_H

#include "hem/types.h"

typedef enum hem_orient_case_kind {
    /* In general position, mostly. */
    HEM_ORIENT_WHOLE_DOMAIN,
    HEM_ORIENT_CLOTH,        /* centimetres apart, metres from the origin */
    HEM_ORIENT_CORNER,       /* close together in a corner of the domain */
    HEM_ORIENT_MIXED_SCALES, /* every coordinate with an exponent of its own */

    /* Degenerate, or a few units from it. */
    HEM_ORIENT_COPLANAR,    /* the fourth in the plane of three, rounded, then nudged */
    HEM_ORIENT_ON_A_PLANE,  /* exactly coplanar by small integers, then perhaps nudged */
    HEM_ORIENT_FLAT,        /* one coordinate the same for all, then perhaps nudged */
    HEM_ORIENT_COLLINEAR,   /* three or four on a line, rounded, then nudged */
    HEM_ORIENT_DUPLICATES,  /* points that are equal, then perhaps nudged */
    HEM_ORIENT_SLIVER,      /* a long triangle of almost no height, and a point at its plane */
    HEM_ORIENT_TINY,        /* a few grid units apart, anywhere */
    HEM_ORIENT_CORNER_TINY, /* a few units in the last place apart, in a corner of the domain */

    HEM_ORIENT_KINDS
} hem_orient_case_kind;

#define HEM_ORIENT_GENERAL_KINDS ((uint32_t)HEM_ORIENT_COPLANAR)

/* The next number of a sequence; any start will do. */
uint64_t hem_case_random(uint64_t *state);

/* Makes one case; every point is in the domain and on the grid. */
void hem_orient_case(hem_orient_case_kind kind, uint64_t *state, hem_vec3 point[4]);

/* Case number i of a stream of which half is degenerate or a few units from it. */
void hem_orient_mixed_case(uint32_t i, uint64_t *state, hem_vec3 point[4]);

#endif

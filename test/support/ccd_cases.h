/* Queries for the continuous tests: as simulations make them, and hard ones. The same on every run
 * of one machine; every point is in the domain and on the grid. */
#ifndef HEM_CCD_CASES_H
#define HEM_CCD_CASES_H

#include "ccd_oracle.h"
#include "hem/ccd.h"
#include "random.h"

typedef enum hem_ccd_set {
    HEM_CCD_SET_CLOTH,    /* wavy sheets with cells of a centimetre, some millimetres apart, and
                           * each with itself; the swept boxes of all pairs overlap */
    HEM_CCD_SET_BALL,     /* such a sheet and a ball */
    HEM_CCD_SET_THROUGH,  /* a sheet passes through another in one step: most queries hit */
    HEM_CCD_SET_SLIVER,   /* triangles a centimetre long and 10 to 30 micrometres high */
    HEM_CCD_SET_PARALLEL, /* edges, or an edge and a side, that turn by 1e-2 to 1e-8 */
    HEM_CCD_SET_COPLANAR, /* everything moves in one plane, exactly or up to rounding */
    HEM_CCD_SET_ROTATION, /* features turn by up to half a turn */
    HEM_CCD_SET_TOUCHING, /* come as close as a micrometre, a nanometre or nothing, and no closer */
    HEM_CCD_SET_TINY,     /* motion of a nanometre to a tenth of a millimetre */
    HEM_CCD_SET_HUGE,     /* motion of metres */

    HEM_CCD_SET_LATTICE, /* corners of a small lattice: most is degenerate */
    HEM_CCD_SET_GRID,    /* a few units of the grid, anywhere */
    HEM_CCD_SET_STILL,   /* nothing moves; often touching */
    HEM_CCD_SET_EQUAL,   /* points that are one, at the start or throughout */
    HEM_CCD_SET_LEAVING, /* touch exactly at the start and move apart, or together, or through */
    HEM_CCD_SET_SCALES,  /* every coordinate with an exponent of its own */
    HEM_CCD_SET_INSTANT, /* in contact for one instant, exactly, at a side or a corner */

    HEM_CCD_SETS
} hem_ccd_set;

/* Those up to here resemble what simulations do. */
#define HEM_CCD_REPORTED_SETS ((uint32_t)HEM_CCD_SET_LATTICE)

extern const char *const hem_ccd_set_names[HEM_CCD_SETS];

/* One query without separation, `far` metres from the origin. */
void hem_ccd_case(hem_ccd_set set, hem_ccd_pair pair, float far, test_random *random,
                  hem_ccd_in *in);

#endif

/* The axis certificate (ccd_motion.h) with twice the digits, for pairs that pass so closely that
 * float is not sure.
 *
 * Differences of coordinates are exact as sums of two floats (fine.h). With u = 2^-24 and
 * S = sum |n_k| W_k as in ccd_motion.h, a projection errs by at most 21 u^2 S: in each product 8
 * u^2 of it (the product of the low parts is left out, 1; two products and their sum, 4; the sum of
 * the low parts, 3), and 13 for the sums of low parts. The mean of two times adds 31 u^2 S: 6 for
 * the difference, 10 for the product with the time, 15 for the sum. 52 u^2 S; 64 u^2 S is used.
 * What is lost to underflow is less than 2^-119. */
#ifndef HEM_NARROW_CCD_FINE_H
#define HEM_NARROW_CCD_FINE_H

#include "narrow/ccd_motion.h"
#include "narrow/fine.h"

/* The corners of the polygon at the start and at the end, exactly, and the larger magnitude of each
 * coordinate. */
typedef struct hem_ccd_fine_motion {
    hem_fine_vector start, end;
    hem_f4 size_x, size_y, size_z;
} hem_ccd_fine_motion;

/* An axis, as a sum of two vectors. */
typedef struct hem_ccd_fine_axis {
    hem_vec3 high, low;
} hem_ccd_fine_axis;

/* Axes that are worth a try: for each side of the polygon the direction across the side and its
 * motion, along which the height of the side does not change while it passes the origin, however
 * close; and the common normal. */
typedef struct hem_ccd_fine_axes {
    hem_ccd_fine_axis across[4], normal;
} hem_ccd_fine_axes;

/* As they are at time `guess`. Constant time. */
void hem_ccd_fine_axes_set(const hem_ccd_fine_motion *motion, float guess, hem_ccd_fine_axes *axes);

/* Moves `time` on as far as one of these axes proves the pair clear, and stores that axis, turned
 * towards the first feature. False if none gets further than `least`. Constant time. */
bool hem_ccd_fine_step(const hem_ccd_points *points, bool edges, float separation, float guess,
                       float least, float *time, hem_vec3 *axis);

#endif

/* Proofs that a moving pair stays clear from one time to another: along an axis, and by the
 * determinant of the four points. See ccd_motion.h for the first; the second:
 *
 * Cubic certificate. With a the way from the second feature to the first and b, c their edges, all
 * linear in time, the pair is at least |det(a, b, c)| / |b x c| apart: the height over the common
 * plane. det is a cubic; as a Bernstein cubic on [0, 1] its coefficients are
 *     k0 = a0.X0,  k1 = (a1.X0 + a0.Xm) / 3,  k2 = (a0.X1 + a1.Xm) / 3,  k3 = a1.X1,
 *     X0 = b0 x c0,  X1 = b1 x c1,  Xm = b0 x c1 + b1 x c0,
 * and its values between t and r are means of its four blossom values there. If these exceed the
 * error, the interval is free. Roundings: 3 for the differences, a product and a difference for X,
 * a product and two sums for the scalar product, two sums of such products, the product with a
 * third and that third: 12, each of a sum of six products whose magnitudes add up to at most
 *     P = sum over permutations of |a| |b| |c|, with the largest magnitude of each coordinate.
 * The blossom has three levels of (1 - t) p + t q with 3 roundings each: 9. 21 u P, and 22 u P with
 * a separation; 24 u P is used, which covers the rounding of P as well. Points lie on the grid, so
 * nothing underflows before the blossom; there 2^-119 covers it.
 *
 * With a separation s the height must stay above s, that is |det| > s |b x c|. b x c is a Bernstein
 * quadratic; written as a cubic its coefficients are X0, (X0 + Xm) / 3, (Xm + X1) / 3, X1, and its
 * length is at most the mean of theirs. So the cubic with coefficients |k_i| - s |x_i| must stay
 * positive. Lengths are rounded up; the x_i err by at most 6 u of the sums of |b| |c|, one rounding
 * is for the difference and 9 for the blossom: 16 u s |b| |c|, which P with |a| + s in place of |a|
 * covers. */
#ifndef HEM_NARROW_CCD_CERTIFICATE_H
#define HEM_NARROW_CCD_CERTIFICATE_H

#include "narrow/ccd_motion.h"

/* A pair in motion, at the start and at the end, in three lanes: a leads from the second feature to
 * the first (p0 - p1 for a vertex and a face, p0 - p2 for edges), b and c are the edges p2 - p1 and
 * p3 - p1 of the face, or p1 - p0 and p3 - p2. The fourth lane repeats the third. */
typedef struct hem_ccd_frame {
    hem_f4 x0, y0, z0, x1, y1, z1;
} hem_ccd_frame;

typedef struct hem_ccd_bernstein {
    float height[4]; /* k0 to k3 */
    float length[4]; /* the separation times |x_i|, rounded up; zeros without separation */
    float error;
} hem_ccd_bernstein;

/* Constant time. */
void hem_ccd_bernstein_make(const hem_ccd_frame *frame, float separation, hem_ccd_bernstein *cubic);

/* What a cubic step found out. */
typedef struct hem_ccd_step {
    int side; /* of the first feature: 1 where det is positive, -1, 0 if not even `time` is sure */
    float root;  /* about where the height comes down to the separation; at least `time` */
    bool passes; /* a bit later it is surely less */
} hem_ccd_step;

/* Moves `time` on as far as the cubic proves the pair clear, with some tries; to 1 if it is to the
 * end of the step. Bounded time. */
void hem_ccd_bernstein_step(const hem_ccd_bernstein *cubic, float *time, hem_ccd_step *step);

/* Moves `time` on as far as an axis proves the pair clear; returns on which side of it the first
 * feature is, 0 if nothing is proven at `time`. Constant time. */
int hem_ccd_axis_step(const hem_ccd_motion *motion, hem_vec3 axis, float separation, float *time);

#endif

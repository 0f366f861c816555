/* Proofs that a moving pair stays clear from one time to another: along an axis, see ccd_motion.h,
 * and by the determinant of the four points, see ccd_bernstein.h. */
#ifndef HEM_NARROW_CCD_CERTIFICATE_H
#define HEM_NARROW_CCD_CERTIFICATE_H

#include "narrow/ccd_bernstein.h"

/* Moves `time` on as far as an axis proves the pair clear; returns on which side of it the first
 * feature is, 0 if nothing is proven at `time`. Constant time. */
int hem_ccd_axis_step(const hem_ccd_motion *motion, hem_vec3 axis, float separation, float *time);

#endif

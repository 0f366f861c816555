/* Pairs that touch at the start, or nearly, and leave: see hem/ccd.h. */
#ifndef HEM_NARROW_CCD_LEAVE_H
#define HEM_NARROW_CCD_LEAVE_H

#include "narrow/ccd_certificate.h"

/* Does the pair not move at all, or is there a direction along which the features do not overlap at
 * the start, exactly, and are apart at the end? The axes are tried, the common normal at the start,
 * `way`, that between the closest points at the end, and what is nearest to it across lines on
 * which points lie exactly. Constant time. */
bool hem_ccd_leaves(const hem_ccd_points *points, bool edges, const hem_ccd_motion *motion,
                    const hem_ccd_frame *frame, hem_vec3 way);

#endif

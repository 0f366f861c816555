/* The continuous test for pairs that are not clear at once: see ccd_sure.h. */
#ifndef HEM_NARROW_CCD_SEARCH_H
#define HEM_NARROW_CCD_SEARCH_H

#include "hem/ccd.h"
#include "narrow/ccd_motion.h"

/* Later than any hit. */
#define HEM_CCD_NEVER 2.0f

/* A hit after `latest` counts as clear, and the search ends where it is known to be none before.
 * Bounded time: at most HEM_CCD_LIMIT iterations. */
hem_ccd_state hem_ccd_search(const hem_ccd_points *points, bool edges, const hem_ccd_motion *motion,
                             float separation, float latest, hem_ccd_out *out);

/* The answer for a pair that is clear. */
static inline hem_ccd_state hem_ccd_clear(float separation, uint32_t iterations, hem_ccd_out *out)
{
    *out = (hem_ccd_out){
        .state = HEM_CCD_CLEAR, .time = 1.0f, .separation = separation, .iterations = iterations};
    return HEM_CCD_CLEAR;
}

#endif

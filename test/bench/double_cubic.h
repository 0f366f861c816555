/* The plain coplanarity cubic (000-16) in double, for comparison: not part of the library. */
#ifndef HEM_DOUBLE_CUBIC_H
#define HEM_DOUBLE_CUBIC_H

#include "ccd_oracle.h"
#include "hem/ccd.h"

/* Does the pair come as close as the threshold at one of the times at which its points are
 * coplanar? `looked_at` is the number of those. */
bool double_cubic(hem_ccd_pair pair, const hem_ccd_in *in, double threshold, uint32_t *looked_at);

#endif

/* The paper's continuous test, for the library's own use: coplanarity cubic, its roots, the
 * distance at each. What is promised stands in hem/ccd.h. */
#ifndef HEM_NARROW_CCD_CUBIC_H
#define HEM_NARROW_CCD_CUBIC_H

#include "hem/ccd.h"

/* The real roots of a[0] + a[1] t + a[2] t^2 + a[3] t^3 in [0, 1], ascending, up to rounding; three
 * at most. Degrees that are missing need no care of the caller. Where the cubic comes down to zero
 * within rounding and turns, that is a root, too. A cubic that is zero within rounding everywhere
 * has none: *flat tells. Bounded time. */
uint32_t hem_ccd_cubic_roots(const float a[4], float root[3], bool *flat);

/* Arguments as in ccd_sure.h; the separation is the threshold. Bounded time. */
hem_ccd_state hem_ccd_plain_vertex_face(const hem_vec3 *start, const hem_vec3 *end,
                                        const uint32_t vertex[4], float separation,
                                        hem_ccd_out *out);
hem_ccd_state hem_ccd_plain_edge_edge(const hem_vec3 *start, const hem_vec3 *end,
                                      const uint32_t vertex[4], float separation, hem_ccd_out *out);

#endif

/* The continuous test that never misses, for the library's own use: no checks, points on the grid
 * and in the domain, in an order of the caller's that does not depend on how the query was asked.
 * What is promised stands in hem/ccd.h. */
#ifndef HEM_NARROW_CCD_SURE_H
#define HEM_NARROW_CCD_SURE_H

#include "hem/ccd.h"

/* Positions at the start and at the end, and which of them the four points are; a separation of at
 * least 0. Bounded time. */
hem_ccd_state hem_ccd_sure_vertex_face(const hem_vec3 *start, const hem_vec3 *end,
                                       const uint32_t vertex[4], float separation,
                                       hem_ccd_out *out);
hem_ccd_state hem_ccd_sure_edge_edge(const hem_vec3 *start, const hem_vec3 *end,
                                     const uint32_t vertex[4], float separation, hem_ccd_out *out);

/* The rest of the same test for a pair that is not clear at once (ccd_clear.h). A hit that comes
 * after `latest` counts as clear, and is found to be one sooner; one that does not is the same hit.
 */
hem_ccd_state hem_ccd_unclear(const hem_vec3 start[4], const hem_vec3 end[4], bool edges,
                              float separation, float latest, hem_ccd_out *out);

#endif

/* Which of four moving pairs of features are surely clear? The proofs with which the continuous
 * test begins (ccd_sure.c), for four queries in vector lanes: nearly every query of a simulation
 * ends with them, at a fraction of the cost of one by one. */
#ifndef HEM_NARROW_CCD_CLEAR_H
#define HEM_NARROW_CCD_CLEAR_H

#include "narrow/closest.h"

/* One bit a lane. A lane's bit is set exactly if the continuous test of that query ends at once, so
 * asking that test about the other lanes only changes no result. Points as in ccd_sure.h, in the
 * same order; separation >= 0. Constant time. */
uint32_t hem_ccd_clear_vertex_face_4(const hem_points_4 *start, const hem_points_4 *end,
                                     float separation);
uint32_t hem_ccd_clear_edge_edge_4(const hem_points_4 *start, const hem_points_4 *end,
                                   float separation);

#endif

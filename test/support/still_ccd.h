/* Pairs of features at rest, for the tests of continuous detection to move; and a clear answer. */
#ifndef HEM_STILL_CCD_H
#define HEM_STILL_CCD_H

#include "hem/ccd.h"

/* A vertex a metre over a level face, or one that touches it exactly. */
hem_ccd_in still_vertex_over_face(void);
hem_ccd_in still_vertex_on_face(void);

/* Two edges that cross as seen from above, a metre apart, or touching exactly. */
hem_ccd_in still_edge_over_edge(void);
hem_ccd_in still_edge_on_edge(void);

void assert_ccd_clear(hem_ccd_state state, const hem_ccd_out *out);

#endif

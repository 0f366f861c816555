/* Do two convex hulls meet? Decided without error by linear programming in integers of any length
 * (GMP): knows nothing of planes, sides or degenerate cases. Slow and simple; one thread at a time.
 */
#ifndef HEM_HULL_ORACLE_H
#define HEM_HULL_ORACLE_H

#include "hem/types.h"

/* The closed hulls of up to four points each: triangles, segments, points, quads, in any position
 * of the domain and on the grid. */
bool hem_oracle_hulls_meet(const hem_vec3 *a, uint32_t a_count, const hem_vec3 *b,
                           uint32_t b_count);

#endif

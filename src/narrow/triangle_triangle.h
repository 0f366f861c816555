/* Do two closed triangles meet? Exact for every input, degenerate ones included. The form for the
 * library's own use: points lie in the domain and on the grid. */
#ifndef HEM_NARROW_TRIANGLE_TRIANGLE_H
#define HEM_NARROW_TRIANGLE_TRIANGLE_H

#include "hem/narrow.h"

/* True when the triangles have a point in common; touching counts. Two planes in float decide
 * nearly always. Constant time. */
bool hem_triangles_meet(const hem_vec3 a[3], const hem_vec3 b[3]);

/* Its last two stages. First, do the boxes of the triangles meet? Then the same question for
 * triangles that lie in one plane or of which one has no area, where planes say nothing. */
bool hem_triangle_boxes_meet(const hem_vec3 a[3], const hem_vec3 b[3]);
bool hem_flat_triangles_meet(const hem_vec3 a[3], const hem_vec3 b[3]);

/* The same where it is sure on which side of the other's plane each corner lies, and neither
 * triangle lies wholly on one: bit k for corner k above. */
bool hem_triangles_meet_by_sides(const hem_vec3 *const a[3], const hem_vec3 *const b[3],
                                 uint32_t above_a, uint32_t above_b);

#endif

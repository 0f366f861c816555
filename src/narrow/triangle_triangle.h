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

#endif

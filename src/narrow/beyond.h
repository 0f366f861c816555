/* Which of four pairs of features are surely further apart than a distance? A quick no before the
 * closest points are asked for: planes through both features, parallel to them, lie too far apart.
 *
 * It pays where candidates come from boxes: of two tilted sheets most are no neighbours. */
#ifndef HEM_NARROW_BEYOND_H
#define HEM_NARROW_BEYOND_H

#include "narrow/closest.h"

/* One bit a lane. A lane whose bit is set is further apart than `distance`, and the distance that
 * closest.h computes for it is larger, too: leaving it out changes no result. Lanes that are more
 * than 6 % beyond are mostly set; slivers and near-parallel edges, whose plane is uncertain, never.
 * Any finite points of the domain; distance >= 0. Constant time. */
uint32_t hem_vertex_face_beyond_4(const hem_points_4 *points, float distance);
uint32_t hem_edge_edge_beyond_4(const hem_points_4 *points, float distance);

#endif

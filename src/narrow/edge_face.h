/* Where an edge passes a face, with no degenerate case: simulation of simplicity by vertex ids.
 *
 * These are the forms for the library's own use: they trust their input. Points lie in the domain
 * and on the grid, and the five ids differ. */
#ifndef HEM_NARROW_EDGE_FACE_H
#define HEM_NARROW_EDGE_FACE_H

#include "hem/narrow.h"

/* Does the edge cross the face? At most five signs, each exact; two when both ends lie on one side
 * of the face's plane, which is the common case. Constant time. */
bool hem_edge_crosses_face(const hem_vec3 edge[2], const uint32_t edge_id[2],
                           const hem_vec3 face[3], const uint32_t face_id[3]);

/* The same for an edge whose ends are known to lie on different sides of the face's plane: above is
 * whether the first one lies above. At most three signs. */
bool hem_edge_passes_face(const hem_vec3 edge[2], const uint32_t edge_id[2], const hem_vec3 face[3],
                          const uint32_t face_id[3], bool above);

/* Through which region of the face's plane the edge passes (001-5). HEM_REGION_INTERIOR exactly
 * when it crosses the face. Constant time. */
hem_region hem_edge_region(const hem_vec3 edge[2], const uint32_t edge_id[2],
                           const hem_vec3 face[3], const uint32_t face_id[3]);

#endif

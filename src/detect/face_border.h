/* Contacts of a vertex with the border of a face. Where a surface goes on beyond it, the neighbours
 * of the face have something nearer, or the same: one of them tells enough. */
#ifndef HEM_DETECT_FACE_BORDER_H
#define HEM_DETECT_FACE_BORDER_H

#include "hem/mesh.h"

typedef struct hem_face_border {
    const hem_mesh *mesh;     /* of the face */
    const float (*points)[4]; /* positions of its vertices, by their numbers in the mesh */
    uint32_t face;
    float weight[3];  /* of its corners, none below 0 */
    hem_vec3 towards; /* from the closest point to the vertex */
} hem_face_border;

/* Is there something nearer on the mesh next to the closest point, or does a face with a lower
 * number have the same point? Of points within the face: no. Linear in the faces around. */
bool hem_face_border_is_idle(const hem_face_border *contact);

#endif

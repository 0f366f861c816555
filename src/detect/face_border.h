/* Contacts with the border of a face: of a vertex, or of an edge with the edge. Where a surface
 * goes on beyond it, the neighbours of the face have something nearer, or the same: one of them
 * tells enough. */
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

/* The other side of such a contact: a vertex or an edge that may go on in faces to which the other
 * feature is much nearer. Then the way between the two leads along these faces, and would bar what
 * only slides over them. Edges that cross are never far off; edges side by side are, and vertices
 * beside the border of a cloth above them. Of use only where what is nearer has a contact of its
 * own: not within one mesh. */
typedef struct hem_feature_border {
    const hem_mesh *mesh;
    const float (*points)[4];
    uint32_t feature; /* vertex or edge */
    hem_vec3 towards; /* from its closest point to the other feature's */
} hem_feature_border;

bool hem_edge_border_is_idle(const hem_feature_border *contact);
bool hem_vertex_border_is_idle(const hem_feature_border *contact);

#endif

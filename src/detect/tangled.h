/* Triangles that are tangled: an edge of one goes through the other. Their vertices, edges and
 * faces have no side to be kept on, so contacts and hits between two such triangles are let
 * through, and everything else is kept apart as always.
 *
 * A bounded list of faces with the edges that go through them, and a bit for each such face. */
#ifndef HEM_DETECT_TANGLED_H
#define HEM_DETECT_TANGLED_H

#include "detect/pair_list.h"
#include "hem/impacts.h"

/* Numbers of a body's triangle 0 and edge 0 among those of all bodies. */
typedef struct hem_tangled_first {
    uint32_t triangle, edge;
} hem_tangled_first;

typedef struct hem_tangled {
    const hem_moving_body *bodies;
    uint32_t body_count, triangle_count;
    hem_pair_list crossings;  /* a face and an edge, numbered over all bodies */
    uint32_t *crossed;        /* bits: the faces among these */
    hem_tangled_first *first; /* of each body */
    uint64_t touching;        /* edges in exact contact with faces that they do not cross */
} hem_tangled;

/* The scratch for so many bodies and triangles, and room for so many crossings, in bytes. */
uint64_t hem_tangled_bytes(uint32_t body_count, uint32_t triangle_count, uint32_t room);

/* Begins without crossings; there must be that much scratch. Linear in the bodies. */
void hem_tangled_take(hem_tangled *tangled, const hem_moving_body *bodies, uint32_t body_count,
                      uint32_t room, hem_arena *scratch);

/* Adds the crossings of a body, or of two, the smaller number first, at the positions of all
 * vertices, which their trees are fitted to. Scratch of a pass (hem_pass_scratch), given back. */
void hem_tangled_look(hem_tangled *tangled, hem_pair bodies, const hem_vec3 *positions,
                      hem_arena *scratch);

/* Sorts them. Where there were more than fit, the smallest are kept, and the rest of them is not
 * let through. */
void hem_tangled_finish(hem_tangled *tangled);

/* Is there a triangle at each of two features such that they are tangled with each other? Kind and
 * features as in a hem_contact of the two bodies, the smaller number first. Constant time where
 * neither is near a tangle, else logarithmic, for each pair of triangles at the features. */
bool hem_tangled_lets_through(const hem_tangled *tangled, hem_pair bodies, hem_contact_kind kind,
                              hem_pair features);

/* An edge that goes through a face: their bodies, and the vertices of both among those of all
 * bodies, the edge's first. */
typedef struct hem_tangled_crossing {
    uint32_t edge_body, edge, face_body, face;
    uint32_t vertex[5];
} hem_tangled_crossing;

/* One of those kept. Logarithmic in the bodies. */
hem_tangled_crossing hem_tangled_crossing_at(const hem_tangled *tangled, uint32_t i);

/* Can that crossing have come about because something was let through? */
bool hem_tangled_lets_cross(const hem_tangled *tangled, const hem_tangled_crossing *crossing);

#endif

/* Proximity: which vertices and faces, and which edges, of two bodies or of one body with itself
 * are closer than a distance, and where.
 *
 * Every vertex with every face and every edge with every edge that share no vertex are looked at
 * once, each of them as hem_closest_vertex_face and hem_closest_edge_edge (hem/narrow.h) measure
 * it. What is found does not depend on trees, lanes or machines. Vertices without a triangle are no
 * part of a body's surface and are not looked at. */
#ifndef HEM_PROXIMITY_H
#define HEM_PROXIMITY_H

#include "hem/detect.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hem_contact_kind {
    HEM_CONTACT_VERTEX_FACE, /* a vertex of a and a face of b; all of them within one body */
    HEM_CONTACT_FACE_VERTEX, /* a face of a and a vertex of b */
    HEM_CONTACT_EDGE_EDGE,   /* within one body the smaller edge is the first */
    HEM_CONTACT_KINDS
} hem_contact_kind;

/* Two features that are close, 48 bytes. */
typedef struct hem_contact {
    uint32_t kind;          /* hem_contact_kind */
    uint32_t first, second; /* the features' numbers in a and in b */
    union {
        float distance;   /* of the closest points */
        float separation; /* of a hit: the one that it is about (hem/ccd.h) */
    };
    union {
        float predicted; /* what the distance would be after dt: distance + v.n dt, with v the
                          * velocity of a's point relative to b's; within FLT_MAX */
        float time;      /* of a hit: 0 to 1, as a part of the step */
    };
    float weight[4]; /* of the closest points: 1 for the vertex, and three for the face's
                      * corners; or two for the ends of a's edge and two for b's, in the order
                      * of hem_mesh_edges */
    hem_vec3 normal; /* unit, from b's point to a's */
} hem_contact;

/* A hit of the continuous pass is a contact at its time. */
typedef hem_contact hem_hit;

typedef struct hem_proximity_in {
    hem_side a, b;         /* one body twice: its features with its own */
    float epsilon;         /* metres; 0 to HEM_DOMAIN */
    float dt;              /* seconds to predict over, 0 or more */
    hem_contact *contacts; /* room for what is found */
    uint32_t room;
    hem_arena *scratch; /* given back when the call returns */
} hem_proximity_in;

typedef struct hem_proximity_out {
    uint32_t count[HEM_CONTACT_KINDS];    /* contacts by kind, those left out included */
    uint32_t left_out[HEM_CONTACT_KINDS]; /* of these, contacts that there was no room for */
    uint32_t kept;                        /* contacts stored */
    uint32_t leaf_pairs;                  /* leaves whose volumes are close */
    uint32_t leaf_tests; /* of these, leaves that slabs and boxes could not keep apart */
    uint32_t pair_tests; /* pairs of triangles whose boxes are close: 15 feature pairs each (000-7),
                          * if none were left out that another pair stands for (000-8) */
    uint32_t vertex_face_tests; /* feature pairs whose own boxes are close (000-9), each once */
    uint32_t edge_edge_tests;
    uint32_t needed;       /* bytes of scratch, when there were too few */
    uint64_t volume_tests; /* pairs of volumes compared */
} hem_proximity_out;

/* The scratch that a pass needs, in bytes, for so much room. Constant time; 0 when a tree is null.
 */
uint64_t hem_proximity_bytes(const hem_tree *a, const hem_tree *b, uint32_t room);

/* Finds every contact closer than epsilon. They come in ascending order of predicted distance, then
 * of kind, first and second (002-18); where there are more than fit, the first by that order are
 * kept and the rest is counted. Exchanging a and b exchanges their parts in the contacts and
 * changes no bit. Within one body, the mesh must know its orphan pairs (self_pairs when it was
 * built). Positions are those that the trees are fitted to, taken onto the grid; velocities of null
 * are zero.
 *
 * Time: the walk, linear in vertices and orphan pairs, and sorting. Memory: hem_proximity_bytes of
 * scratch.
 * HEM_OK; HEM_LIMITED (contacts were left out); HEM_NULL; HEM_BAD_COUNT, HEM_BAD_DEFINITION,
 * HEM_BAD_INDEX, HEM_ALIASED as hem_crossings; HEM_NOT_FINITE (epsilon, dt or a velocity);
 * HEM_OUT_OF_RANGE (epsilon or dt is negative, epsilon larger than HEM_DOMAIN, or positions that
 * are not those that a tree is fitted to); HEM_FULL_SCRATCH (see `needed`). When refused, only
 * `out` changes, and where positions do not fit, the room for contacts may. */
hem_status hem_proximity(const hem_proximity_in *in, hem_proximity_out *out);

#ifdef __cplusplus
}
#endif

#endif

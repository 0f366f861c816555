/* Near faces: which triangles of two bodies, or of one body with itself, come closer than a
 * distance.
 *
 * The same walk as hem_intersect (hem/detect.h), with a margin. A pair of triangles is near if a
 * vertex of one and the other face, or two of their edges, are closer than epsilon by
 * hem_closest_vertex_face and hem_closest_edge_edge (hem/narrow.h), or if they meet. That says
 * nothing about trees, lanes or machines: every tree of the same triangles gives the same pairs. */
#ifndef HEM_NEAR_FACES_H
#define HEM_NEAR_FACES_H

#include "hem/detect.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hem_near_faces_in {
    const hem_tree *a, *b; /* one tree twice: triangles of that body that share no vertex */
    const hem_vec3 *positions_a, *positions_b; /* that the trees are fitted to */
    float epsilon;                             /* metres; 0 and more */
    hem_pair *pairs;                           /* room for what is found */
    uint32_t room;
    bool first_only;    /* stop at the first pair: are they near at all? */
    hem_arena *scratch; /* given back when the call returns */
} hem_near_faces_in;

typedef struct hem_near_faces_out {
    uint32_t count;          /* pairs that are near, those left out included */
    uint32_t kept;           /* pairs stored: the smallest, in ascending order */
    uint32_t leaf_pairs;     /* leaves whose volumes are near */
    uint32_t leaf_tests;     /* of these, leaves that slabs and boxes could not keep apart */
    uint32_t pair_tests;     /* pairs of triangles that boxes could not keep apart */
    uint32_t edge_tests;     /* pairs of edges whose closest points were asked for */
    uint32_t triangle_tests; /* pairs of triangles that only all their features could decide */
    uint32_t needed;         /* bytes of scratch, when there were too few */
    uint64_t volume_tests;   /* pairs of volumes compared */
} hem_near_faces_out;

/* The scratch that a pass needs, in bytes. Constant time; 0 when a tree is null. */
uint64_t hem_near_faces_bytes(const hem_tree *a, const hem_tree *b);

/* Finds the pairs of triangles that are near each other. `first` is a triangle of a, `second` one
 * of b; within one body the smaller is the first, and triangles that share a vertex are not
 * compared. Where there are more than fit, the smallest are kept, by first and then second, and the
 * rest is counted. With first_only, the first pair that the walk comes to.
 *
 * HEM_OK; HEM_LIMITED (pairs were left out); HEM_NULL; HEM_ALIASED (something that is given lies in
 * the free part of the scratch); HEM_BAD_DEFINITION (trees of different kinds, or one that is
 * fitted on demand); HEM_NOT_FINITE (epsilon); HEM_OUT_OF_RANGE (epsilon is negative or larger than
 * the domain, or positions are not those that the tree is fitted to); HEM_FULL_SCRATCH (see
 * `needed`). */
hem_status hem_near_faces(const hem_near_faces_in *in, hem_near_faces_out *out);

/* Where two faces are closest. */
typedef struct hem_face_contact {
    hem_pair faces; /* triangles or quads, of a and of b */
    float distance;
    float predicted;                /* what it would be after dt: distance + v.n dt, with v the
                                     * velocity of a's point relative to b's */
    float weight_a[4], weight_b[4]; /* of the corners; each side adds up to 1 */
    hem_vec3 normal;                /* unit, from b's point to a's */
} hem_face_contact;

typedef struct hem_face_contacts_in {
    hem_side a, b;         /* one body twice for pairs within it; trees may be null */
    const hem_pair *pairs; /* of triangles, as hem_near_faces finds them */
    uint32_t pair_count;
    bool quads_a, quads_b;      /* triangles 2 i and 2 i + 1 are the halves of a convex quad i */
    float dt;                   /* seconds to predict over, 0 or more */
    hem_face_contact *contacts; /* room for the result */
    uint32_t room;
    hem_arena *scratch; /* given back when the call returns */
} hem_face_contacts_in;

typedef struct hem_face_contacts_out {
    uint32_t count;      /* pairs of faces, those left out included */
    uint32_t kept;       /* contacts stored */
    uint32_t iterations; /* of GJK, in all */
    uint32_t by_bound;   /* pairs that HEM_GJK_LIMIT iterations did not suffice for */
    hem_detail detail;   /* the pair or triangle that was refused, or the scratch needed */
} hem_face_contacts_out;

/* The scratch for so many pairs, in bytes. */
#define HEM_FACE_CONTACTS_BYTES(pairs) (2u * HEM_ARENA_BYTES(pairs, sizeof(hem_pair)))

/* The closest points of pairs of faces (002-13), in ascending order of predicted distance, then of
 * first and second face (002-18); where there are more than fit, the first by that order are kept
 * and the rest is counted. Faces that meet have distance 0 and the normal of a's face.
 *
 * With quads, pairs of triangles are pairs of the quads that they are halves of, each once, and
 * quads of one body that share a vertex make no contact. A quad's corners are those of its first
 * triangle with that of the second between them; the two must share an edge.
 *
 * Time: two times hem_closest_faces a pair, and sorting. Memory: HEM_FACE_CONTACTS_BYTES of
 * scratch. HEM_OK; HEM_LIMITED (contacts were left out); HEM_NULL; HEM_ALIASED (something that is
 * given lies in the free part of the scratch); HEM_BAD_DEFINITION (one body with quads and
 * without); HEM_BAD_COUNT (quads of an odd number of triangles); HEM_BAD_INDEX (detail: a pair
 * names a triangle that does not exist, or one that it shares a vertex with); HEM_BAD_TRIANGLE
 * (detail: it and its other half do not share one edge); HEM_NOT_FINITE (dt, or detail: the vertex
 * whose velocity is not), HEM_OUT_OF_RANGE (dt is negative, or detail: the vertex whose position is
 * out of the domain); HEM_FULL_SCRATCH (detail: the bytes needed). */
hem_status hem_face_contacts(const hem_face_contacts_in *in, hem_face_contacts_out *out);

#ifdef __cplusplus
}
#endif

#endif

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
 * HEM_OK; HEM_LIMITED (pairs were left out); HEM_NULL; HEM_BAD_DEFINITION (trees of different
 * kinds); HEM_NOT_FINITE, HEM_OUT_OF_RANGE (epsilon is NaN or infinite, negative, or larger than
 * the domain); HEM_FULL_SCRATCH (see `needed`). */
hem_status hem_near_faces(const hem_near_faces_in *in, hem_near_faces_out *out);

#ifdef __cplusplus
}
#endif

#endif

/* Continuous detection: which vertices reach which faces, and which edges reach which edges, of two
 * bodies or of one body with itself, while they move from the start to the end of a step?
 *
 * Every vertex moves on a straight line at constant speed. Every vertex with every face and every
 * edge with every edge that share no vertex are looked at once, by the test of hem_ccd_vertex_face
 * and hem_ccd_edge_edge (hem/ccd.h), with their points in the order of their numbers: nothing is
 * missed, whatever the speed or the step, and a time is never later than the true one. Volumes
 * around vertices and edges, over the whole motion, decide which pairs are looked at (000-9 to
 * 000-14). */
#ifndef HEM_CONTINUOUS_H
#define HEM_CONTINUOUS_H

#include "hem/ccd.h"
#include "hem/proximity.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which test decides. */
typedef enum hem_continuous_test {
    HEM_TEST_SURE,  /* the one that never misses: the default */
    HEM_TEST_CUBIC, /* the usual cubic in float, for comparison; it misses (hem/ccd.h) */
    HEM_TESTS
} hem_continuous_test;

typedef struct hem_continuous_in {
    hem_side a, b;    /* one body twice: its features with its own. Trees fitted to positions and
                       * ends (hem_tree_refit with both) */
    float separation; /* metres that they must stay apart; 0 or more */
    hem_hit *hits;    /* room for what is found */
    uint32_t room;
    const uint32_t *marked_a, *marked_b; /* a bit for each vertex, in words of 32: only pairs with
                                          * one of these vertices (000-20); both null: all pairs */
    hem_continuous_test test;
    bool every_pair;    /* test a feature pair in every pair of triangles around it, not in one that
                         * stands for it (000-8 off); it is still listed once */
    bool no_volumes;    /* test all 15 feature pairs of a pair of triangles, without volumes around
                         * vertices and edges (000-9 off) */
    bool one_by_one;    /* sort out feature pairs one at a time and not four: the same hits, slower;
                         * for comparisons with tests that know no lanes */
    hem_arena *scratch; /* given back when the call returns */
} hem_continuous_in;

typedef struct hem_continuous_out {
    uint32_t count[HEM_CONTACT_KINDS];    /* hits by kind, those left out included */
    uint32_t left_out[HEM_CONTACT_KINDS]; /* of these, hits that there was no room for */
    uint32_t kept;                        /* hits stored */
    uint32_t by_bound;   /* of all hits, those that used up the iterations (HEM_CCD_HIT_BY_BOUND) */
    uint32_t leaf_pairs; /* leaves whose volumes over the motion overlap */
    uint32_t leaf_tests; /* of these, leaves that slabs and boxes could not keep apart */
    uint32_t pair_tests; /* pairs of triangles whose volumes are not apart all the time */
    uint32_t vertex_face_tests; /* feature pairs tested */
    uint32_t edge_edge_tests;
    uint32_t searches;     /* of these, pairs that were not clear at first sight */
    uint32_t bad_body;     /* when refused for a position: 0 for a, 1 for b, */
    uint32_t bad_vertex;   /* and its vertex; else HEM_NONE */
    uint32_t needed;       /* bytes of scratch, when there were too few */
    uint64_t volume_tests; /* pairs of volumes compared */
} hem_continuous_out;

/* The scratch that a pass needs, in bytes, for so much room. Constant time; 0 when a tree is null.
 */
uint64_t hem_continuous_bytes(const hem_tree *a, const hem_tree *b, uint32_t room);

/* Finds every hit. They come in ascending order of time, then of kind, first and second; where
 * there are more than fit, the first by that order are kept and the rest is counted. Exchanging a
 * and b exchanges their parts in the hits and changes no bit. Within one body, the mesh must know
 * its orphan pairs (self_pairs when it was built).
 *
 * What truly hits is found, whatever the trees. What merely seems to, by rounding, may be seen
 * through by volumes, so such hits can differ between kinds of trees.
 *
 * Time: the walk, linear in vertices and orphan pairs, the tests, and sorting. Memory:
 * hem_continuous_bytes of scratch.
 * HEM_OK; HEM_LIMITED (hits were left out); HEM_NULL (also marks for one body only);
 * HEM_BAD_COUNT, HEM_BAD_DEFINITION (also no such test), HEM_BAD_INDEX, HEM_ALIASED as
 * hem_crossings; HEM_NOT_FINITE (the separation, or a position, see bad_vertex); HEM_OUT_OF_RANGE
 * (the separation is negative or as large as HEM_DOMAIN, or positions that a tree is not fitted to,
 * see bad_vertex); HEM_FULL_SCRATCH (see `needed`). When refused, only `out` changes. Every
 * position is looked at, those of vertices without a triangle excepted. */
hem_status hem_continuous(const hem_continuous_in *in, hem_continuous_out *out);

#ifdef __cplusplus
}
#endif

#endif

/* Crossings: which edges of two bodies, or of one body with itself, cross which faces.
 *
 * An edge crosses a face or does not: where points are exactly coplanar or equal, vertices count as
 * moved by vanishing amounts, larger for smaller numbers (hem_edge_face says how). A body is clean
 * when none of its edges crosses a face that it shares no vertex with. Every edge and face without
 * a common vertex are looked at once, those of triangles that share a vertex included. */
#ifndef HEM_CROSSINGS_H
#define HEM_CROSSINGS_H

#include "hem/detect.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hem_crossings_in {
    hem_side a, b;       /* one body twice: its edges with its own faces */
    hem_pair *crossings; /* room for what is found: `first` is an edge, `second` a face */
    uint32_t room;
    bool first_only;    /* stop at the first: is there any crossing at all? */
    bool touching;      /* count edges that touch faces, too */
    hem_arena *scratch; /* given back when the call returns */
} hem_crossings_in;

typedef struct hem_crossings_out {
    uint32_t count;         /* crossings, those left out included */
    uint32_t kept;          /* crossings stored */
    uint32_t kept_edges_a;  /* of these, edges of a with faces of b; they come first, and edges of b
                             * with faces of a behind them. Within one body it is all of them */
    uint32_t touching;      /* edges that have a point in common with a face and do not cross it:
                             * exact contact. 0 unless asked for */
    uint32_t leaf_pairs;    /* leaves whose volumes overlap */
    uint32_t leaf_tests;    /* of these, leaves that slabs and boxes could not keep apart */
    uint32_t pair_tests;    /* pairs of triangles that nothing could exclude */
    uint32_t feature_tests; /* pairs of an edge and a face that came to a test of their own, orphan
                             * pairs included */
    uint32_t needed;        /* bytes of scratch, when there were too few */
    uint64_t volume_tests;  /* pairs of volumes compared */
} hem_crossings_out;

/* The scratch that a pass needs, in bytes. Constant time; 0 when a tree is null. */
uint64_t hem_crossings_bytes(const hem_tree *a, const hem_tree *b);

/* Finds the edges that cross faces, exactly. Edges of a with faces of b stand before edges of b
 * with faces of a, each in ascending order of edge and then face; where there are more than fit,
 * the first by that order are kept and the rest is counted. With first_only, the one crossing that
 * the walk comes to first. Within one body, the mesh must know its orphan pairs (self_pairs when it
 * was built). Positions are those that the trees are fitted to, taken onto the grid.
 *
 * Time: the walk, and linear in the mesh's orphan pairs. Memory: hem_crossings_bytes of scratch.
 * HEM_OK; HEM_LIMITED (crossings were left out); HEM_NULL; HEM_BAD_COUNT (a mesh and a tree that do
 * not belong together); HEM_BAD_DEFINITION (trees of different kinds, a tree that is fitted on
 * demand, one tree with two meshes or positions, or one body whose mesh does not know its orphan
 * pairs); HEM_BAD_INDEX (two bodies' vertices have the same numbers, or numbers past 2^32 - 2);
 * HEM_ALIASED (something that is given lies in the free part of the scratch); HEM_OUT_OF_RANGE
 * (positions are not those that a tree is fitted to); HEM_FULL_SCRATCH (see `needed`). When
 * refused, only `out` changes, and after HEM_OUT_OF_RANGE the room for crossings may. */
hem_status hem_crossings(const hem_crossings_in *in, hem_crossings_out *out);

#ifdef __cplusplus
}
#endif

#endif

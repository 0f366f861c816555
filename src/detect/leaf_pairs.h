/* The pairs of leaves of two trees, or of one with itself, that a pass has to look into, one after
 * the other, with the pairs of their triangles that could not be excluded.
 *
 * This is what all passes have in common: they walk the trees here, and differ in what they do with
 * the triangles that are left. */
#ifndef HEM_DETECT_LEAF_PAIRS_H
#define HEM_DETECT_LEAF_PAIRS_H

#include "detect/patch_cull.h"
#include "hem/arena.h"
#include "tree/traverse.h"

typedef struct hem_leaf_pairs {
    const hem_tree *a, *b; /* one tree twice: pairs within that body */
    const hem_vec3 *positions_a, *positions_b;
    float epsilon; /* triangles closer than this are looked for; 0: those that meet */
    bool slants;   /* also exclude by slanted boxes */
    bool planes;   /* also exclude by the planes of the triangles */

    uint32_t leaf_pairs; /* leaves whose volumes are close */
    uint32_t leaf_tests; /* of these, leaves that slabs and boxes could not keep apart */

    bool misfit; /* positions are not those that a tree is fitted to: the pass is over */

    hem_traversal walk;
    hem_patch_grid grid;
    hem_patch_view *views_a, *views_b;
    hem_pair *batch;
    uint32_t next, count;
    uint32_t mark; /* of the scratch before the pass */
} hem_leaf_pairs;

/* Two leaves and what is left of the pairs of their triangles. */
typedef struct hem_leaf_pair {
    uint32_t leaf_a, leaf_b;
    bool same; /* a leaf with itself: only pairs i < j */
    hem_cull_in cull;
    hem_cull_pairs pairs;
} hem_leaf_pair;

/* The scratch that a pass over two trees takes, in bytes. */
uint64_t hem_leaf_pairs_bytes(const hem_tree *a, const hem_tree *b);

/* Begins, with the trees, positions and epsilon set and enough scratch. */
void hem_leaf_pairs_start(hem_leaf_pairs *pass, hem_arena *scratch);

/* The next two leaves with a pair of triangles left; false when there are no more. Within one body,
 * triangles that share a vertex are not paired. */
bool hem_leaf_pairs_next(hem_leaf_pairs *pass, hem_leaf_pair *now);

/* Gives the scratch back. */
void hem_leaf_pairs_end(hem_leaf_pairs *pass, hem_arena *scratch);

#endif

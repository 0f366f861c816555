/* The pairs of leaves of two trees, or of one with itself, that a pass has to look into, one after
 * the other, with the pairs of their triangles that could not be excluded.
 *
 * This is what all passes have in common: they walk the trees here, and differ in what they do with
 * the triangles that are left. A pass over bodies that move has positions at the start and at the
 * end of the step. */
#ifndef HEM_DETECT_LEAF_PAIRS_H
#define HEM_DETECT_LEAF_PAIRS_H

#include "detect/patch_cull.h"
#include "hem/arena.h"
#include "tree/marks.h"
#include "tree/traverse.h"

typedef struct hem_leaf_pairs {
    const hem_tree *a, *b; /* one tree twice: pairs within that body */
    const hem_vec3 *positions_a, *positions_b;
    const hem_vec3 *ends_a, *ends_b; /* where they move to, trees fitted to both; both null: they
                                      * do not move */
    const float (*points_a)[4], (*points_b)[4]; /* the same positions on the grid, where they are at
                                                 * hand and known to fit; or null */
    const float (*end_points_a)[4], (*end_points_b)[4];
    const hem_marks *marks_a, *marks_b; /* only pairs of triangles with a marked vertex; both null:
                                         * all pairs */
    float epsilon;       /* triangles closer than this are looked for; 0: those that meet */
    bool slants;         /* also exclude by slanted boxes */
    bool planes;         /* also exclude by the planes of the triangles */
    uint32_t view_limit; /* keep so many views of each side at most, a power of two, and fill those
                          * again that made room for others; 0: a view for each leaf */

    uint32_t leaf_pairs; /* leaves whose volumes are close */
    uint32_t leaf_tests; /* of these, leaves that slabs and boxes could not keep apart */

    bool misfit; /* positions are not those that a tree is fitted to: the pass is over */

    hem_traversal walk;
    hem_patch_grid grid;
    uint32_t slot_mask;                        /* a leaf's views stand at its number under this */
    hem_patch_view *views_a, *views_b;         /* one array for one body, if all leaves fit */
    hem_patch_view *end_views_a, *end_views_b; /* null where nothing moves */
    hem_pair *batch;
    uint32_t next, count;
    uint32_t mark; /* of the scratch before the pass */
} hem_leaf_pairs;

/* Two leaves and what is left of the pairs of their triangles. */
typedef struct hem_leaf_pair {
    uint32_t leaf_a, leaf_b;
    bool same;                            /* a leaf with itself: only pairs i < j */
    uint32_t marked_a, marked_b;          /* bits: their marked vertices; all, without marks */
    uint32_t marked_rows, marked_columns; /* bits: their triangles with such a vertex */
    hem_cull_in cull;
    hem_cull_pairs pairs;
} hem_leaf_pair;

/* The scratch that a pass over two trees takes, in bytes. */
uint64_t hem_leaf_pairs_bytes(const hem_tree *a, const hem_tree *b, bool moving);

/* The same with a limit of views, for a pass over any two of some trees: the most leaves and the
 * largest room of a traversal among them. */
uint64_t hem_leaf_pairs_bytes_limited(uint32_t leaves, uint32_t traverse_room, uint32_t view_limit);

/* How many views of a side a pass keeps, and whether one body with itself shares them. */
static inline uint32_t hem_view_slots(uint32_t leaves, uint32_t view_limit)
{
    return view_limit == 0 || leaves < view_limit ? leaves : view_limit;
}

/* Begins, with the trees, positions, what else is wanted and epsilon set, and enough scratch. */
void hem_leaf_pairs_start(hem_leaf_pairs *pass, hem_arena *scratch);

/* The next two leaves with a pair of triangles left; false when there are no more. Within one body,
 * triangles that share a vertex are not paired. */
bool hem_leaf_pairs_next(hem_leaf_pairs *pass, hem_leaf_pair *now);

/* Gives the scratch back. */
void hem_leaf_pairs_end(hem_leaf_pairs *pass, hem_arena *scratch);

#endif

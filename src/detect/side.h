/* What the passes over features ask of the two sides that they are given. */
#ifndef HEM_DETECT_SIDE_H
#define HEM_DETECT_SIDE_H

#include "hem/detect.h"

/* One body with itself? */
static inline bool hem_sides_same(const hem_side *a, const hem_side *b)
{
    return a->tree == b->tree;
}

/* Does anything of a side lie in the free part of the scratch, which a pass writes to while it
 * reads the side? Its tree may be null. */
bool hem_side_in_free_part(const hem_side *side, const hem_arena *scratch);

/* The same of a tree and positions of its vertices, or null. */
bool hem_tree_in_free_part(const hem_tree *tree, const hem_vec3 *positions,
                           const hem_arena *scratch);

/* HEM_OK; HEM_NULL; HEM_ALIASED, something of a side lies in the free part of the scratch;
 * HEM_BAD_COUNT, a mesh and a tree that do not belong together;
 * HEM_BAD_DEFINITION, trees with different axes, one that is fitted on demand only, one tree
 * with two meshes, positions, velocities or numbers, or one whose mesh does not know its orphan
 * pairs; HEM_BAD_INDEX, numbers of vertices that two
 * bodies share or that do not fit. Constant time. */
hem_status hem_sides_check(const hem_side *a, const hem_side *b, const hem_arena *scratch);

#endif

/* Marks of a tree: see marks.h. */
#include "tree/marks.h"

#include "base/bits.h"

uint64_t hem_marks_bytes(const hem_tree *tree)
{
    return HEM_ARENA_BYTES(tree->leaf_count, sizeof(uint16_t)) +
           HEM_ARENA_BYTES(tree->group_count, sizeof(uint8_t));
}

hem_marks hem_marks_take(hem_arena *scratch, const hem_tree *tree)
{
    hem_marks marks;
    marks.leaves = hem_arena_take(scratch, tree->leaf_count, sizeof *marks.leaves);
    marks.groups = hem_arena_take(scratch, tree->group_count, sizeof *marks.groups);
    return marks;
}

static uint32_t mark_leaves(const hem_marks *marks, const hem_tree *tree, const uint32_t *bits,
                            uint32_t first)
{
    const uint32_t *begin = hem_tree_leaf_vertex_begin(tree);
    const uint32_t *vertices = hem_tree_leaf_vertices(tree);
    uint32_t count = 0;
    for (uint32_t leaf = 0; leaf < tree->leaf_count; leaf++) {
        uint32_t own = 0;
        for (uint32_t i = begin[leaf]; i < begin[leaf + 1u]; i++) {
            uint32_t bit = first + vertices[i];
            own |= (bits[bit / 32u] >> bit % 32u & 1u) << (i - begin[leaf]);
        }
        marks->leaves[leaf] = (uint16_t)own;
        count += own != 0;
    }
    return count;
}

static bool node_is_marked(const hem_marks *marks, const hem_tree *tree, uint32_t node)
{
    uint32_t any = 0;
    for (uint32_t group = node; group < node + tree->groups_per_node; group++) {
        any |= marks->groups[group];
    }
    return any != 0;
}

uint32_t hem_marks_set(const hem_marks *marks, const hem_tree *tree, const uint32_t *bits,
                       uint32_t first)
{
    uint32_t count = mark_leaves(marks, tree, bits, first);
    /* Groups stand behind those above them. */
    for (uint32_t group = tree->group_count; group-- > 0;) {
        const uint32_t *children = hem_tree_child(tree) + 4u * (size_t)group;
        uint32_t own = 0;
        for (uint32_t lane = 0; lane < 4; lane++) {
            uint32_t child = children[lane];
            bool marked = false;
            if (child != HEM_NONE) {
                marked = (child & HEM_IS_LEAF) != 0 ? marks->leaves[child & ~HEM_IS_LEAF] != 0
                                                    : node_is_marked(marks, tree, child);
            }
            own |= (uint32_t)marked << lane;
        }
        marks->groups[group] = (uint8_t)own;
    }
    return count;
}

uint32_t hem_tree_refit_marked(hem_tree *tree, const hem_fit_points *points, const hem_marks *marks)
{
    uint32_t fitted = 0;
    float extent = 0.0f;
    for (uint32_t group = tree->group_count; group-- > 0;) {
        if (marks->groups[group] != 0) {
            hem_fit_some_lanes(tree, points, group, marks->groups[group]);
            fitted += hem_bits_in_word(marks->groups[group]);
        }
        extent = hem_max(extent, hem_group_leaf_extent(tree, group));
    }
    if (fitted > 0) {
        hem_fit_root(tree);
        fitted++;
    }
    tree->leaf_extent = extent;
    return fitted;
}

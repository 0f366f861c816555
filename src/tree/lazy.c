/* Lazy refits: see lazy.h. */
#include "tree/lazy.h"

#include "base/bits.h"

#include <string.h>

/* More than any of the short sums and products here rounds. */
#define ROUNDED_UP   (1.0f + 1.0f / 1048576.0f)
#define ROUNDED_DOWN (1.0f - 1.0f / 1048576.0f)

static uint64_t lanes_of(const hem_tree *tree)
{
    return 4u * (uint64_t)tree->group_count;
}

uint32_t hem_lazy_bytes(const hem_tree *tree)
{
    return (uint32_t)(HEM_ARENA_BYTES(lanes_of(tree), sizeof(float)) +
                      HEM_ARENA_BYTES(tree->leaf_count, sizeof(float)) +
                      HEM_ARENA_BYTES(tree->group_count, sizeof(uint32_t)) +
                      HEM_ARENA_BYTES(tree->group_count, sizeof(uint8_t)));
}

bool hem_lazy_take(hem_lazy *lazy, hem_tree *tree, hem_arena *arena)
{
    uint32_t mark = hem_arena_mark(arena);
    *lazy = (hem_lazy){.tree = tree};
    lazy->due = hem_arena_take(arena, (uint32_t)lanes_of(tree), sizeof *lazy->due);
    lazy->moved = hem_arena_take(arena, tree->leaf_count, sizeof *lazy->moved);
    lazy->list = hem_arena_take(arena, tree->group_count, sizeof *lazy->list);
    lazy->changed = hem_arena_take(arena, tree->group_count, sizeof *lazy->changed);
    if (lazy->due == NULL || lazy->moved == NULL || lazy->list == NULL || lazy->changed == NULL) {
        hem_arena_release(arena, mark);
        return false;
    }
    return true;
}

/* The largest length, and then some, of the vectors of a leaf's vertices, or of their differences
 * from others. Within the domain, squares do not overflow; what vanishes is under 1e-19. */
static float longest_of_leaf(const hem_tree *tree, uint32_t leaf, const hem_vec3 *vectors,
                             const hem_vec3 *others)
{
    const uint32_t *begin = hem_tree_leaf_vertex_begin(tree) + leaf;
    float longest = 0.0f;
    for (uint32_t i = begin[0]; i < begin[1]; i++) {
        uint32_t vertex = hem_tree_leaf_vertices(tree)[i];
        hem_vec3 way = others == NULL ? vectors[vertex] : hem_sub(vectors[vertex], others[vertex]);
        longest = hem_max(longest, hem_length(way));
    }
    return longest * ROUNDED_UP + 1e-18f;
}

/* On the clock, when a leaf that is fitted now may have moved by the slack. */
static float due_of_leaf(const hem_lazy *lazy, uint32_t leaf, const hem_vec3 *velocities)
{
    float speed = longest_of_leaf(lazy->tree, leaf, velocities, NULL);
    return (lazy->clock + (lazy->slack / speed) * ROUNDED_DOWN) * ROUNDED_DOWN;
}

static float due_of_node(const hem_lazy *lazy, uint32_t node)
{
    float due = FLT_MAX;
    for (uint32_t i = 0; i < 4u * lazy->tree->groups_per_node; i++) {
        due = hem_min(due, lazy->due[4u * (size_t)node + i]);
    }
    return due;
}

/* When something below a lane is due, from the lanes below or the leaf's speed. */
static void note_due(hem_lazy *lazy, size_t lane, const hem_vec3 *velocities)
{
    uint32_t child = hem_tree_child(lazy->tree)[lane];
    if (child == HEM_NONE) {
        lazy->due[lane] = FLT_MAX;
    } else if ((child & HEM_IS_LEAF) != 0) {
        lazy->due[lane] = due_of_leaf(lazy, child & ~HEM_IS_LEAF, velocities);
    } else {
        lazy->due[lane] = due_of_node(lazy, child);
    }
}

void hem_lazy_start(hem_lazy *lazy, float slack, const hem_vec3 *positions,
                    const hem_vec3 *velocities)
{
    hem_tree *tree = lazy->tree;
    lazy->slack = slack;
    lazy->clock = 0.0f;
    hem_tree_refit_all(tree, &(hem_fit_points){.start = positions});
    tree->leaf_extent = (tree->leaf_extent + 2.0f * slack) * ROUNDED_UP;
    memset(lazy->moved, 0, (size_t)tree->leaf_count * sizeof *lazy->moved);
    for (size_t lane = 4u * (size_t)tree->group_count; lane-- > 0;) {
        lazy->due[lane] = 0.0f;
        if (velocities != NULL) {
            note_due(lazy, lane, velocities);
        }
    }
    lazy->volumes_fitted = tree->volume_count;
    lazy->leaves_fitted = tree->leaf_count;
    lazy->leaves_kept = 0;
}

/* Fits some lanes of a group, those with a bit in `lanes`, and leaves the others. */
static void fit_some(hem_lazy *lazy, uint32_t group, uint32_t lanes, const hem_vec3 *positions)
{
    hem_tree *tree = lazy->tree;
    uint32_t leaves = hem_fit_some_lanes(tree, &(hem_fit_points){.start = positions}, group, lanes);
    lazy->volumes_fitted += hem_bits_in_word(lanes);
    lazy->leaves_fitted += hem_bits_in_word(leaves);
    const float *volumes = hem_tree_volumes(tree) + hem_volume_at(tree, group, 0);
    for (; leaves != 0; leaves &= leaves - 1u) {
        uint32_t i = hem_bits_lowest(leaves);
        for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
            float side = volumes[8u * axis + 4u + i] - volumes[8u * axis + i];
            tree->leaf_extent =
                hem_max(tree->leaf_extent, (side + 2.0f * lazy->slack) * ROUNDED_UP);
        }
    }
}

static void finish(hem_lazy *lazy, bool changed)
{
    if (changed) {
        hem_fit_root(lazy->tree);
        lazy->volumes_fitted++;
    }
    lazy->leaves_kept = lazy->tree->leaf_count - lazy->leaves_fitted;
}

static bool node_changed(const hem_lazy *lazy, uint32_t node)
{
    bool changed = false;
    for (uint32_t g = node; g < node + lazy->tree->groups_per_node; g++) {
        changed = changed || lazy->changed[g] != 0;
    }
    return changed;
}

void hem_lazy_refit_measured(hem_lazy *lazy, const hem_vec3 *positions, const hem_vec3 *previous)
{
    hem_tree *tree = lazy->tree;
    lazy->volumes_fitted = 0;
    lazy->leaves_fitted = 0;
    for (uint32_t group = tree->group_count; group-- > 0;) {
        uint32_t lanes = 0;
        for (uint32_t i = 0; i < 4; i++) {
            uint32_t child = hem_tree_child(tree)[4u * (size_t)group + i];
            uint32_t leaf = child & ~HEM_IS_LEAF;
            if (child == HEM_NONE) {
                continue;
            }
            if ((child & HEM_IS_LEAF) == 0) {
                lanes |= (uint32_t)node_changed(lazy, child) << i;
                continue;
            }
            float step = longest_of_leaf(tree, leaf, positions, previous);
            lazy->moved[leaf] = (lazy->moved[leaf] + step) * ROUNDED_UP;
            if (!(lazy->moved[leaf] <= lazy->slack)) {
                lazy->moved[leaf] = 0.0f;
                lanes |= 1u << i;
            }
        }
        fit_some(lazy, group, lanes, positions);
        lazy->changed[group] = lanes != 0;
    }
    finish(lazy, node_changed(lazy, 0));
}

/* Which lanes of a group have something due. */
static uint32_t due_lanes(const hem_lazy *lazy, uint32_t group)
{
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < 4; i++) {
        size_t lane = 4u * (size_t)group + i;
        bool there = hem_tree_child(lazy->tree)[lane] != HEM_NONE;
        lanes |= (uint32_t)(there && !(lazy->clock < lazy->due[lane])) << i;
    }
    return lanes;
}

/* The groups that have something due, those above first. */
static uint32_t list_due(hem_lazy *lazy)
{
    const hem_tree *tree = lazy->tree;
    uint32_t count = 0;
    for (uint32_t g = 0; g < tree->groups_per_node; g++) {
        lazy->list[count++] = g;
    }
    for (uint32_t at = 0; at < count; at++) {
        uint32_t lanes = due_lanes(lazy, lazy->list[at]);
        for (uint32_t i = 0; i < 4; i++) {
            uint32_t child = hem_tree_child(tree)[4u * (size_t)lazy->list[at] + i];
            if ((lanes >> i & 1u) != 0 && (child & HEM_IS_LEAF) == 0) {
                for (uint32_t g = 0; g < tree->groups_per_node; g++) {
                    lazy->list[count++] = child + g;
                }
            }
        }
    }
    return count;
}

void hem_lazy_refit_by_speed(hem_lazy *lazy, const hem_vec3 *positions, const hem_vec3 *velocities,
                             float time)
{
    lazy->volumes_fitted = 0;
    lazy->leaves_fitted = 0;
    lazy->clock = (lazy->clock + time) * ROUNDED_UP;
    bool changed = false;
    for (uint32_t at = list_due(lazy); at-- > 0;) {
        uint32_t group = lazy->list[at];
        uint32_t lanes = due_lanes(lazy, group);
        fit_some(lazy, group, lanes, positions);
        for (uint32_t i = 0; i < 4; i++) {
            if ((lanes >> i & 1u) != 0) {
                note_due(lazy, 4u * (size_t)group + i, velocities);
            }
        }
        changed = changed || lanes != 0;
    }
    finish(lazy, changed);
}

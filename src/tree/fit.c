/* One pass of fitting: see fit.h. */
#include "tree/fit.h"

#include "base/hem_assert.h"

#include <string.h>

/* Fits one group: leaves from their vertices, nodes from their own groups, or, where those are not
 * fitted, from all vertices below as well. */
static void fit_one(hem_fit *fit, const hem_tree_parts *parts, uint32_t group, bool below_fitted)
{
    hem_tree *tree = fit->tree;
    size_t lane = 4u * (size_t)group;
    float *to = parts->volumes + hem_volume_at(tree, group, 0);
    hem_lane_leaves leaves = {.first = {0}};
    for (uint32_t i = 0; i < 4; i++) {
        if ((parts->child[lane + i] & HEM_IS_LEAF) != 0 || !below_fitted) {
            leaves.first[i] = parts->first_leaf[lane + i];
            leaves.end[i] = parts->end_leaf[lane + i];
        }
        fit->volumes_fitted += parts->child[lane + i] != HEM_NONE;
    }
    hem_fit_lanes(tree, &fit->points, &leaves, to);
    for (uint32_t i = 0; i < 4; i++) {
        if ((parts->child[lane + i] & HEM_IS_LEAF) == 0 && below_fitted) {
            hem_fit_lane_to_node(tree, parts->child[lane + i], i, to);
        }
    }
    parts->fitted[group] = tree->pass;
}

/* The groups below a run of groups of one level: again a run, because nodes stand in the order of
 * their parents. */
static hem_pair groups_below(const hem_tree *tree, uint32_t first, uint32_t end)
{
    const uint32_t *child = hem_tree_child(tree);
    hem_pair below = {0, 0};
    for (size_t lane = 4u * (size_t)first; lane < 4u * (size_t)end; lane++) {
        if ((child[lane] & HEM_IS_LEAF) == 0) {
            below.first = below.second == 0 ? child[lane] : below.first;
            below.second = child[lane] + tree->groups_per_node;
        }
    }
    return below;
}

void hem_fit_levels(hem_fit *fit, uint32_t first, uint32_t end, uint32_t levels)
{
    hem_tree_parts parts = hem_tree_open(fit->tree);
    hem_pair run[HEM_TREE_DEPTH] = {{first, end}};
    uint32_t count = 0;
    hem_pair now = {first, end};
    while (count < levels && now.first < now.second) {
        HEM_ASSERT(count < HEM_TREE_DEPTH);
        run[count++] = now;
        if (count < levels) {
            now = groups_below(fit->tree, now.first, now.second);
        }
    }
    for (uint32_t level = count; level-- > 0;) {
        for (uint32_t group = run[level].first; group < run[level].second; group++) {
            fit_one(fit, &parts, group, level + 1u < count);
        }
    }
}

/* The root's own volume, from all vertices: lane 0 of a group that is nowhere else. */
static void fit_root_to_vertices(hem_fit *fit)
{
    hem_tree *tree = fit->tree;
    float to[8u * HEM_AXES];
    hem_lane_leaves leaves = {.first = {0}};
    /* In four parts, as wide as the lanes are. */
    for (uint32_t i = 0; i < 4; i++) {
        leaves.first[i] = (uint32_t)((uint64_t)tree->leaf_count * i / 4u);
        leaves.end[i] = (uint32_t)((uint64_t)tree->leaf_count * (i + 1u) / 4u);
    }
    hem_fit_lanes(tree, &fit->points, &leaves, to);
    for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
        const float *from = to + 8u * axis;
        tree->root_low[axis] = hem_min(hem_min(from[0], from[1]), hem_min(from[2], from[3]));
        tree->root_high[axis] = hem_max(hem_max(from[4], from[5]), hem_max(from[6], from[7]));
    }
}

/* A new number for this pass; when the numbers run out, all groups forget theirs. */
static void next_pass(hem_tree *tree)
{
    tree->pass++;
    if (tree->pass == 0) {
        memset(hem_tree_open(tree).fitted, 0, (size_t)tree->group_count * sizeof(uint32_t));
        tree->pass = 1;
    }
}

void hem_fit_start(hem_fit *fit, hem_tree *tree, const hem_fit_points *points,
                   hem_tree_refit_mode mode, uint32_t levels)
{
    *fit = (hem_fit){.tree = tree, .points = *points, .levels = levels > 0 ? levels : 1u};
    if (mode == HEM_REFIT_BOTTOM_UP) {
        hem_tree_refit_all(tree, points);
        fit->volumes_fitted = tree->volume_count;
        return;
    }
    next_pass(tree);
    /* Of the levels with the root's own, the upper half. */
    uint32_t upper = mode == HEM_REFIT_HYBRID ? tree->depth / 2u : 0;
    if (upper > 0) {
        hem_fit_levels(fit, 0, tree->groups_per_node, upper);
        hem_fit_root(tree);
    } else {
        fit_root_to_vertices(fit);
    }
    fit->volumes_fitted++;
    tree->partial = 1;
    /* Leaves may not have been looked at: all that is known is that they lie inside. */
    hem_tree_box box = hem_volume_box(tree);
    hem_vec3 size = hem_sub(box.high, box.low);
    tree->leaf_extent = hem_max(size.x, hem_max(size.y, size.z));
}

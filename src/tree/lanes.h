/* Lanes: the four volumes of a group at once, each from its own run of vertices, for any axes. */
#ifndef HEM_TREE_LANES_H
#define HEM_TREE_LANES_H

#include "tree/tree_parts.h"
#include "tree/volume.h"

/* What volumes have to hold: positions, and with `end` not null all of the way from one to the
 * other. With velocities, also where they may lead within `time`, as far as the inflation says. */
typedef struct hem_fit_points {
    const hem_vec3 *start, *end;
    const hem_vec3 *velocities; /* for an inflation other than none */
    float time;
    hem_tree_inflation inflation;
} hem_fit_points;

/* Fits everything, from the leaves up: hem_tree_refit without its checks. */
void hem_tree_refit_all(hem_tree *tree, const hem_fit_points *points);

/* Which leaves each lane of a group stands for; none where first and end are equal. */
typedef struct hem_lane_leaves {
    uint32_t first[4], end[4];
} hem_lane_leaves;

/* Fits the lanes that have leaves to all the vertices below, in one go; lanes without get empty
 * volumes. `to` is where the group's volumes begin. */
void hem_fit_lanes(const hem_tree *tree, const hem_fit_points *points,
                   const hem_lane_leaves *leaves, float *to);

/* The same with an inflation: leaf by leaf, each inflated by its own velocity cone. */
void hem_fit_lanes_inflated(const hem_tree *tree, const hem_fit_points *points,
                            const hem_lane_leaves *leaves, float *to);

/* Fits a lane to the volumes of the node below it. */
void hem_fit_lane_to_node(const hem_tree *tree, uint32_t node, uint32_t lane, float *to);

/* Fits some lanes of a group, those with a bit in `lanes`, and leaves the others. Returns the bits
 * of those that are leaves. */
uint32_t hem_fit_some_lanes(hem_tree *tree, const hem_fit_points *points, uint32_t group,
                            uint32_t lanes);

/* The longest side of the boxes of a group's leaves, or more where there are corner axes only. */
float hem_group_leaf_extent(const hem_tree *tree, uint32_t group);

/* Fits the root's own volume to those below it. */
void hem_fit_root(hem_tree *tree);

#endif

/* Inflation by velocity cones (002-4, C5): the space that a leaf's vertices may pass through within
 * a time, without their end positions. */
#include "tree/cone.h"
#include "tree/lanes.h"

/* An axis with length 1. Its errors are within what a cone allows for. */
static hem_vec3 unit_axis(uint32_t axis_count, uint32_t axis)
{
    static const int8_t box[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const int8_t corner[4][3] = {{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1}};
    static const int8_t edge[6][3] = {{1, 1, 0},  {1, -1, 0}, {1, 0, 1},
                                      {1, 0, -1}, {0, 1, 1},  {0, 1, -1}};
    const int8_t *n = axis_count == 4u   ? corner[axis]
                      : axis < 3u        ? box[axis]
                      : axis_count == 9u ? edge[axis - 3u]
                                         : corner[axis - 3u];
    float length = hem_axis_length(axis_count, axis);
    return hem_scale(1.0f / length, hem_vec3_make((float)n[0], (float)n[1], (float)n[2]));
}

/* A bound moved up by so much and by more than that rounds. */
static float raised(float bound, float by)
{
    const float two_ulps = 1.0f / 4194304.0f;
    return (bound + by) + two_ulps * (hem_abs(bound) + by);
}

static void inflate(hem_volume *volume, uint32_t axis_count, const hem_velocity_cone *cone,
                    const hem_fit_points *points)
{
    const float up = 1.0f + 1.0f / 1048576.0f;
    float travel = (cone->speed * points->time) * up;
    bool oriented = points->inflation == HEM_INFLATE_ORIENTED;
    for (uint32_t axis = 0; axis < axis_count && travel > 0.0f; axis++) {
        hem_vec3 unit = unit_axis(axis_count, axis);
        float along = oriented ? hem_max(hem_cone_nearest(cone->cone, unit), 0.0f) : 1.0f;
        float against =
            oriented ? hem_max(hem_cone_nearest(cone->cone, hem_scale(-1.0f, unit)), 0.0f) : 1.0f;
        float reach = (travel * hem_axis_length(axis_count, axis)) * up;
        if (along > 0.0f) {
            volume->high[axis] = raised(volume->high[axis], reach * along);
        }
        if (against > 0.0f) {
            volume->low[axis] = -raised(-volume->low[axis], reach * against);
        }
    }
}

static hem_volume leaf_volume(const hem_tree *tree, const hem_fit_points *points, uint32_t leaf)
{
    const uint32_t *begin = hem_tree_leaf_vertex_begin(tree) + leaf;
    hem_volume volume = hem_volume_empty();
    hem_velocity_cone cone = hem_velocity_cone_empty();
    for (uint32_t i = begin[0]; i < begin[1]; i++) {
        uint32_t vertex = hem_tree_leaf_vertices(tree)[i];
        hem_volume_insert(&volume, tree->axis_count, points->start[vertex]);
        if (points->end != NULL) {
            hem_volume_insert(&volume, tree->axis_count, points->end[vertex]);
        }
        hem_velocity_cone_take(&cone, points->velocities[vertex]);
    }
    inflate(&volume, tree->axis_count, &cone, points);
    return volume;
}

void hem_fit_lanes_inflated(const hem_tree *tree, const hem_fit_points *points,
                            const hem_lane_leaves *leaves, float *to)
{
    for (uint32_t lane = 0; lane < 4; lane++) {
        hem_volume all = hem_volume_empty();
        for (uint32_t leaf = leaves->first[lane]; leaf < leaves->end[lane]; leaf++) {
            hem_volume own = leaf_volume(tree, points, leaf);
            hem_volume_merge(&all, tree->axis_count, &own);
        }
        for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
            to[8u * axis + lane] = all.low[axis] + 0.0f;
            to[8u * axis + 4u + lane] = all.high[axis] + 0.0f;
        }
    }
}

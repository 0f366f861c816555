/* Lanes of a group: see lanes.h. */
#include "tree/lanes.h"

/* Four runs of vertex numbers; shorter ones repeat their last. */
typedef struct runs {
    const uint32_t *first[4];
    uint32_t last[4];
    uint32_t longest;
} runs;

static hem_points4 gather(const runs *from, uint32_t i, const hem_vec3 *positions)
{
    float x[4], y[4], z[4];
    for (uint32_t lane = 0; lane < 4; lane++) {
        uint32_t place = i < from->last[lane] ? i : from->last[lane];
        const hem_vec3 *p = positions + from->first[lane][place];
        x[lane] = p->x;
        y[lane] = p->y;
        z[lane] = p->z;
    }
    return (hem_points4){hem_f4_load(x), hem_f4_load(y), hem_f4_load(z)};
}

static void take_runs(hem_bounds4 *bounds, uint32_t axis_count, const runs *from,
                      const hem_vec3 *positions)
{
    for (uint32_t i = 0; i < from->longest; i++) {
        hem_volumes_take(bounds, axis_count, gather(from, i, positions));
    }
}

/* With the number of axes as a constant, so that the compiler keeps the bounds in registers. */
static void take_all(hem_bounds4 *bounds, uint32_t axis_count, const runs *from,
                     const hem_vec3 *positions)
{
    switch (axis_count) {
    case 3u:
        take_runs(bounds, 3u, from, positions);
        break;
    case 4u:
        take_runs(bounds, 4u, from, positions);
        break;
    case 7u:
        take_runs(bounds, 7u, from, positions);
        break;
    default:
        take_runs(bounds, 9u, from, positions);
        break;
    }
}

static runs runs_of(const hem_tree *tree, const hem_lane_leaves *leaves)
{
    const uint32_t *begin = hem_tree_leaf_vertex_begin(tree);
    runs result = {.longest = 0};
    for (uint32_t lane = 0; lane < 4; lane++) {
        uint32_t first = leaves->first[lane], end = leaves->end[lane];
        /* A lane without leaves follows the first vertex there is; its volume is not kept. */
        uint32_t at = first < end ? begin[first] : 0;
        uint32_t count = first < end ? begin[end] - at : 1u;
        result.first[lane] = hem_tree_leaf_vertices(tree) + at;
        result.last[lane] = count - 1u;
        result.longest = count > result.longest ? count : result.longest;
    }
    return result;
}

void hem_fit_lanes(const hem_tree *tree, const hem_fit_points *points,
                   const hem_lane_leaves *leaves, float *to)
{
    if (points->inflation != HEM_INFLATE_NONE) {
        hem_fit_lanes_inflated(tree, points, leaves, to);
        return;
    }
    hem_bounds4 bounds[HEM_AXES];
    for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
        bounds[axis] = (hem_bounds4){hem_f4_splat(FLT_MAX), hem_f4_splat(-FLT_MAX)};
    }
    runs from = runs_of(tree, leaves);
    take_all(bounds, tree->axis_count, &from, points->start);
    if (points->end != NULL) {
        take_all(bounds, tree->axis_count, &from, points->end);
    }
    for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
        /* + 0 makes a zero of either sign one, so that the order of points does not show. */
        hem_f4_store(to + 8u * axis, hem_f4_add(bounds[axis].low, hem_f4_zero()));
        hem_f4_store(to + 8u * axis + 4u, hem_f4_add(bounds[axis].high, hem_f4_zero()));
        for (uint32_t lane = 0; lane < 4; lane++) {
            if (leaves->first[lane] >= leaves->end[lane]) {
                to[8u * axis + lane] = FLT_MAX;
                to[8u * axis + 4u + lane] = -FLT_MAX;
            }
        }
    }
}

void hem_fit_lane_to_node(const hem_tree *tree, uint32_t node, uint32_t lane, float *to)
{
    hem_volume below = hem_volume_of_node(tree, node);
    for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
        to[8u * axis + lane] = below.low[axis];
        to[8u * axis + 4u + lane] = below.high[axis];
    }
}

void hem_fit_root(hem_tree *tree)
{
    hem_volume below = hem_volume_of_node(tree, 0);
    for (uint32_t axis = 0; axis < HEM_AXES; axis++) {
        tree->root_low[axis] = axis < tree->axis_count ? below.low[axis] : 0.0f;
        tree->root_high[axis] = axis < tree->axis_count ? below.high[axis] : 0.0f;
    }
}

/* Lanes of a group: see lanes.h. */
#include "tree/lanes.h"

/* Four runs of vertex numbers; shorter ones repeat their last. */
typedef struct runs {
    const uint32_t *first[4];
    uint32_t last[4];
    uint32_t longest;
} runs;

/* Some points of each run, by coordinate. All are written before any is read as four: a load of
 * what was just stored piece by piece would have to wait. */
#define CHUNK 8u
typedef struct chunk {
    float x[CHUNK][4], y[CHUNK][4], z[CHUNK][4];
} chunk;

static void gather(chunk *to, const runs *from, uint32_t first, uint32_t count,
                   const hem_vec3 *positions)
{
    for (uint32_t lane = 0; lane < 4; lane++) {
        const uint32_t *vertices = from->first[lane];
        uint32_t last = from->last[lane];
        for (uint32_t i = 0; i < count; i++) {
            uint32_t place = first + i < last ? first + i : last;
            const hem_vec3 *p = positions + vertices[place];
            to->x[i][lane] = p->x;
            to->y[i][lane] = p->y;
            to->z[i][lane] = p->z;
        }
    }
}

static void take_runs(hem_bounds4 *bounds, uint32_t axis_count, const runs *from,
                      const hem_vec3 *positions, chunk *points)
{
    for (uint32_t first = 0; first < from->longest; first += CHUNK) {
        uint32_t left = from->longest - first;
        uint32_t count = left < CHUNK ? left : CHUNK;
        gather(points, from, first, count, positions);
        for (uint32_t i = 0; i < count; i++) {
            hem_points4 four = {hem_f4_load(points->x[i]), hem_f4_load(points->y[i]),
                                hem_f4_load(points->z[i])};
            hem_volumes_take(bounds, axis_count, four);
        }
    }
}

/* With the number of axes as a constant, so that the compiler keeps the bounds in registers. */
static void take_all(hem_bounds4 *bounds, uint32_t axis_count, const runs *from,
                     const hem_vec3 *positions, chunk *points)
{
    switch (axis_count) {
    case 3u:
        take_runs(bounds, 3u, from, positions, points);
        break;
    case 4u:
        take_runs(bounds, 4u, from, positions, points);
        break;
    case 7u:
        take_runs(bounds, 7u, from, positions, points);
        break;
    default:
        take_runs(bounds, 9u, from, positions, points);
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
    chunk gathered;
    take_all(bounds, tree->axis_count, &from, points->start, &gathered);
    if (points->end != NULL) {
        take_all(bounds, tree->axis_count, &from, points->end, &gathered);
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
    const float *from = hem_tree_volumes(tree) + hem_volume_at(tree, node, 0);
    size_t stride = 8u * (size_t)tree->axis_count;
    for (uint32_t axis = 0; axis < tree->axis_count; axis++, from += 8, to += 8) {
        hem_f4 low = hem_f4_load(from), high = hem_f4_load(from + 4);
        for (uint32_t group = 1; group < tree->groups_per_node; group++) {
            low = hem_f4_min(hem_f4_load(from + group * stride), low);
            high = hem_f4_max(hem_f4_load(from + group * stride + 4u), high);
        }
        float least[4], most[4];
        hem_f4_store(least, low);
        hem_f4_store(most, high);
        to[lane] = hem_min(hem_min(least[0], least[1]), hem_min(least[2], least[3]));
        to[4u + lane] = hem_max(hem_max(most[0], most[1]), hem_max(most[2], most[3]));
    }
}

uint32_t hem_fit_some_lanes(hem_tree *tree, const hem_fit_points *points, uint32_t group,
                            uint32_t lanes)
{
    float *to = hem_tree_open(tree).volumes + hem_volume_at(tree, group, 0);
    float fitted[8u * HEM_AXES];
    hem_lane_leaves leaves = {.first = {0}};
    uint32_t leaf_lanes = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t child = hem_tree_child(tree)[4u * (size_t)group + i];
        if ((lanes >> i & 1u) == 0) {
            continue;
        }
        if ((child & HEM_IS_LEAF) == 0) {
            hem_fit_lane_to_node(tree, child, i, to);
        } else {
            leaves.first[i] = child & ~HEM_IS_LEAF;
            leaves.end[i] = leaves.first[i] + 1u;
            leaf_lanes |= 1u << i;
        }
    }
    if (leaf_lanes == 0) {
        return 0;
    }
    hem_fit_lanes(tree, points, &leaves, fitted);
    for (uint32_t i = 0; i < 8u * tree->axis_count; i++) {
        if ((leaf_lanes >> i % 4u & 1u) != 0) {
            to[i] = fitted[i];
        }
    }
    return leaf_lanes;
}

float hem_group_leaf_extent(const hem_tree *tree, uint32_t group)
{
    const float *volumes = hem_tree_volumes(tree) + hem_volume_at(tree, group, 0);
    const uint32_t *children = hem_tree_child(tree) + 4u * (size_t)group;
    float extent = 0.0f;
    for (uint32_t lane = 0; lane < 4; lane++) {
        if (children[lane] == HEM_NONE || (children[lane] & HEM_IS_LEAF) == 0) {
            continue;
        }
        for (uint32_t axis = 0; axis < (tree->axis_count == 4u ? 4u : 3u); axis++) {
            extent = hem_max(extent, volumes[8u * axis + 4u + lane] - volumes[8u * axis + lane]);
        }
    }
    return extent;
}

void hem_fit_root(hem_tree *tree)
{
    hem_volume below = hem_volume_of_node(tree, 0);
    for (uint32_t axis = 0; axis < HEM_AXES; axis++) {
        tree->root_low[axis] = axis < tree->axis_count ? below.low[axis] : 0.0f;
        tree->root_high[axis] = axis < tree->axis_count ? below.high[axis] : 0.0f;
    }
}

/* Refit: volumes for new positions, from the leaves up. See inc/hem/tree.h. */
#include "tree/lanes.h"

#include "hem/port.h"

/* A position's x, y, z and one more float that is never used. The last position of an array has
 * none behind it. */
static hem_f4 load_position(const hem_vec3 *positions, uint32_t vertex, uint32_t vertex_count)
{
    if (vertex + 1u < vertex_count) {
        return hem_f4_load((const float *)(const void *)(positions + vertex));
    }
    const float last[4] = {positions[vertex].x, positions[vertex].y, positions[vertex].z, 0.0f};
    return hem_f4_load(last);
}

typedef struct bounds {
    hem_f4 low, high;
} bounds;

static bounds take_point(bounds from, hem_f4 point)
{
    return (bounds){hem_f4_min(point, from.low), hem_f4_max(point, from.high)};
}

static bounds unite(bounds a, bounds b)
{
    return (bounds){hem_f4_min(a.low, b.low), hem_f4_max(a.high, b.high)};
}

/* Four boxes at a time, because each waits for its own last point. Which points meet first does not
 * matter: positions have no -0 and no NaN, so min and max do not depend on the order. */
static bounds fit_leaf(const hem_tree *tree, uint32_t leaf, const hem_vec3 *positions, bounds from)
{
    const uint32_t *begin = hem_tree_leaf_vertex_begin(tree) + leaf;
    const uint32_t *vertices = hem_tree_leaf_vertices(tree);
    uint32_t count = tree->vertex_count;
    uint32_t i = begin[0];
    bounds second = from, third = from, fourth = from;
    for (; i + 4u <= begin[1]; i += 4u) {
        from = take_point(from, load_position(positions, vertices[i], count));
        second = take_point(second, load_position(positions, vertices[i + 1u], count));
        third = take_point(third, load_position(positions, vertices[i + 2u], count));
        fourth = take_point(fourth, load_position(positions, vertices[i + 3u], count));
    }
    for (; i < begin[1]; i++) {
        from = take_point(from, load_position(positions, vertices[i], count));
    }
    return unite(unite(from, second), unite(third, fourth));
}

/* The smallest box around the volumes of a node. */
static bounds fit_node(const hem_tree *tree, const float *volumes, uint32_t node)
{
    float low[4] = {0}, high[4] = {0};
    for (uint32_t axis = 0; axis < 3; axis++) {
        const float *from = volumes + hem_volume_at(tree, node, axis);
        low[axis] = hem_min(hem_min(from[0], from[1]), hem_min(from[2], from[3]));
        high[axis] = hem_max(hem_max(from[4], from[5]), hem_max(from[6], from[7]));
    }
    bounds all = {hem_f4_load(low), hem_f4_load(high)};
    for (uint32_t group = node + 1u; group < node + tree->groups_per_node; group++) {
        for (uint32_t axis = 0; axis < 3; axis++) {
            const float *from = volumes + hem_volume_at(tree, group, axis);
            low[axis] = hem_min(hem_min(from[0], from[1]), hem_min(from[2], from[3]));
            high[axis] = hem_max(hem_max(from[4], from[5]), hem_max(from[6], from[7]));
        }
        all = unite(all, (bounds){hem_f4_load(low), hem_f4_load(high)});
    }
    return all;
}

/* Adding zero makes a zero of either sign one. */
static void store_volume(float *to, uint32_t lane, bounds from)
{
    float low[4], high[4];
    hem_f4_store(low, hem_f4_add(from.low, hem_f4_zero()));
    hem_f4_store(high, hem_f4_add(from.high, hem_f4_zero()));
    for (uint32_t axis = 0; axis < 3; axis++) {
        to[8u * axis + lane] = low[axis];
        to[8u * axis + 4u + lane] = high[axis];
    }
}

/* Boxes: groups stand behind those above them, so one walk from the back does it. */
static void refit_boxes(hem_tree *tree, const hem_fit_points *points)
{
    hem_tree_parts parts = hem_tree_open(tree);
    const bounds empty = {hem_f4_splat(FLT_MAX), hem_f4_splat(-FLT_MAX)};
    hem_f4 extent = hem_f4_zero();
    for (uint32_t group = tree->group_count; group-- > 0;) {
        float *to = parts.volumes + hem_volume_at(tree, group, 0);
        for (uint32_t lane = 0; lane < 4; lane++) {
            uint32_t child = parts.child[4u * (size_t)group + lane];
            bounds fitted = empty;
            if (child != HEM_NONE && (child & HEM_IS_LEAF) != 0) {
                fitted = fit_leaf(tree, child & ~HEM_IS_LEAF, points->start, fitted);
                if (points->end != NULL) {
                    fitted = fit_leaf(tree, child & ~HEM_IS_LEAF, points->end, fitted);
                }
                extent = hem_f4_max(extent, hem_f4_sub(fitted.high, fitted.low));
            } else if (child != HEM_NONE) {
                fitted = fit_node(tree, parts.volumes, child);
            }
            store_volume(to, lane, fitted);
        }
    }
    float side[4];
    hem_f4_store(side, extent);
    tree->leaf_extent = hem_max(side[0], hem_max(side[1], side[2]));
}

/* The same for any axes: leaves four at a time, then nodes. */
static void refit_volumes(hem_tree *tree, const hem_fit_points *points)
{
    hem_tree_parts parts = hem_tree_open(tree);
    float extent = 0.0f;
    for (uint32_t group = tree->group_count; group-- > 0;) {
        const uint32_t *children = parts.child + 4u * (size_t)group;
        float *to = parts.volumes + hem_volume_at(tree, group, 0);
        hem_lane_leaves leaves = {.first = {0}};
        bool nodes_only = true;
        for (uint32_t lane = 0; lane < 4; lane++) {
            if (children[lane] != HEM_NONE && (children[lane] & HEM_IS_LEAF) != 0) {
                leaves.first[lane] = children[lane] & ~HEM_IS_LEAF;
                leaves.end[lane] = leaves.first[lane] + 1u;
            }
            nodes_only = nodes_only && (children[lane] & HEM_IS_LEAF) == 0;
        }
        if (!nodes_only) {
            hem_fit_lanes(tree, points, &leaves, to);
        }
        for (uint32_t lane = 0; lane < 4; lane++) {
            if ((children[lane] & HEM_IS_LEAF) == 0) {
                hem_fit_lane_to_node(tree, children[lane], lane, to);
            }
        }
        extent = hem_max(extent, hem_group_leaf_extent(tree, group));
    }
    tree->leaf_extent = extent;
}

void hem_tree_refit_all(hem_tree *tree, const hem_fit_points *points)
{
    if (tree->axis_count == 3u && points->inflation == HEM_INFLATE_NONE) {
        refit_boxes(tree, points);
    } else {
        refit_volumes(tree, points);
    }
    hem_fit_root(tree);
    tree->partial = 0;
}

/* A NaN does not show in a volume: comparing with it keeps the bound that is there. */
static bool all_in_domain(const hem_vec3 *positions, uint32_t count)
{
    const float *values = &positions->x;
    const hem_f4 limit = hem_f4_splat(HEM_DOMAIN);
    uint32_t total = 3u * count;
    uint32_t inside = 15u;
    uint32_t i = 0;
    for (; i + 4u <= total; i += 4u) {
        inside &= hem_m4_bits(hem_f4_lt(hem_f4_abs(hem_f4_load(values + i)), limit));
    }
    for (; i < total; i++) {
        inside &= hem_abs(values[i]) < HEM_DOMAIN ? 15u : 0u;
    }
    return inside == 15u;
}

hem_status hem_tree_refit(hem_tree *tree, const hem_vec3 *start, const hem_vec3 *end,
                          uint32_t vertex_count)
{
    if (tree == NULL || start == NULL) {
        return HEM_NULL;
    }
    if (vertex_count != tree->vertex_count) {
        return HEM_BAD_COUNT;
    }
    if (!all_in_domain(start, vertex_count) || (end != NULL && !all_in_domain(end, vertex_count))) {
        return HEM_NOT_FINITE;
    }
    uint32_t saved = hem_fp_enter();
    hem_tree_refit_all(tree, &(hem_fit_points){.start = start, .end = end});
    hem_fp_leave(saved);
    return HEM_OK;
}

hem_status hem_tree_check_points(const hem_tree *tree, const hem_vec3 *points,
                                 uint32_t vertex_count, hem_detail *detail)
{
    if (tree == NULL || points == NULL) {
        return HEM_NULL;
    }
    hem_status status = vertex_count == tree->vertex_count ? HEM_OK : HEM_BAD_COUNT;
    hem_detail found = {HEM_NONE, 0};
    for (uint32_t v = 0; status == HEM_OK && v < vertex_count; v++) {
        if (!hem_vec3_is_finite(points[v]) || !hem_vec3_in_domain(points[v])) {
            found.index = v;
            status = hem_vec3_is_finite(points[v]) ? HEM_OUT_OF_RANGE : HEM_NOT_FINITE;
        }
    }
    if (detail != NULL) {
        *detail = found;
    }
    return status;
}

static bool all_finite(const hem_vec3 *vectors, uint32_t count)
{
    bool finite = true;
    for (uint32_t v = 0; v < count; v++) {
        finite = finite && hem_vec3_is_finite(vectors[v]);
    }
    return finite;
}

hem_status hem_tree_refit_ahead(hem_tree *tree, const hem_tree_ahead *in)
{
    if (tree == NULL || in == NULL || in->positions == NULL || in->velocities == NULL) {
        return HEM_NULL;
    }
    if ((uint32_t)in->inflation >= HEM_INFLATIONS) {
        return HEM_BAD_DEFINITION;
    }
    if (in->vertex_count != tree->vertex_count) {
        return HEM_BAD_COUNT;
    }
    if (!all_in_domain(in->positions, in->vertex_count) ||
        !all_finite(in->velocities, in->vertex_count) || !hem_is_finite(in->time) ||
        in->time < 0.0f) {
        return HEM_NOT_FINITE;
    }
    uint32_t saved = hem_fp_enter();
    hem_fit_points points = {.start = in->positions,
                             .velocities = in->velocities,
                             .time = in->time,
                             .inflation = in->inflation};
    hem_tree_refit_all(tree, &points);
    hem_fp_leave(saved);
    return HEM_OK;
}

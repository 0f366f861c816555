/* k-DOPs (002-1): for each axis an interval. Axes have components -1, 0 and 1, so projecting a
 * point takes additions only: x y z for k = 6; the four corners x +- y +- z for k = 8; both for 14;
 * x y z and the six edges x +- y, x +- z, y +- z for 18.
 *
 * Projections on box and edge axes round once, which keeps order, so that no point between two
 * vertices is lost. Corner axes round twice: there every point is widened by two ulps of
 * |x| + |y| + |z|. A volume merged from parts is the volume fitted to all points, bit for bit. */
#ifndef HEM_TREE_VOLUME_H
#define HEM_TREE_VOLUME_H

#include "base/vec3.h"
#include "hem/tree.h"

#include <float.h>

/* Where group g's bounds of an axis begin: four lower, then four upper. */
static inline size_t hem_volume_at(const hem_tree *tree, uint32_t group, uint32_t axis)
{
    return 8u * ((size_t)group * tree->axis_count + axis);
}

/* One volume by itself. */
typedef struct hem_volume {
    float low[HEM_AXES], high[HEM_AXES];
} hem_volume;

/* A volume that holds nothing and overlaps nothing. */
hem_volume hem_volume_empty(void);

/* Makes a volume hold one more point, or another volume. */
void hem_volume_insert(hem_volume *volume, uint32_t axis_count, hem_vec3 point);
void hem_volume_merge(hem_volume *volume, uint32_t axis_count, const hem_volume *other);

/* Do two volumes overlap, the first inflated by `reach`? Touching counts. Adds to `interval_tests`
 * how many axes it took (002-2): at most k / 2. */
bool hem_volume_overlap(const hem_volume *a, const hem_volume *b, uint32_t axis_count,
                        const float *reach, uint64_t *interval_tests);

/* The volume of one child, and of a node: all its children's. */
hem_volume hem_volume_of(const hem_tree *tree, uint32_t group, uint32_t lane);
hem_volume hem_volume_of_node(const hem_tree *tree, uint32_t node);

/* An axis's length, not rounded down. */
static inline float hem_axis_length(uint32_t axis_count, uint32_t axis)
{
    if (axis_count != 4u && axis < 3u) {
        return 1.0f;
    }
    return axis_count == 9u ? 1.4142137f : 1.7320509f;
}

/* The longest side: the axis on which the two faces are farthest apart. */
typedef struct hem_volume_side {
    uint32_t axis;
    float length;
} hem_volume_side;
hem_volume_side hem_volume_longest(const hem_volume *volume, uint32_t axis_count);

/* A box around the whole tree, whatever its axes. */
typedef struct hem_tree_box {
    hem_vec3 low, high;
} hem_tree_box;
hem_tree_box hem_volume_box(const hem_tree *tree);

/* How far to inflate one of two volumes on each axis so that none that lie within epsilon of each
 * other seem apart (C4: by the axis's own length). Fitting and adding each round by half an ulp of
 * the bounds. */
void hem_volume_reach(const hem_tree *a, const hem_tree *b, float epsilon, float reach[HEM_AXES]);

/* Four points on an axis: lower and upper bounds, which differ on corner axes only. `x` to `z` are
 * the points by coordinate. */
typedef struct hem_points4 {
    hem_f4 x, y, z;
} hem_points4;

typedef struct hem_bounds4 {
    hem_f4 low, high;
} hem_bounds4;

static inline hem_bounds4 hem_bounds4_take(hem_bounds4 bounds, hem_f4 low, hem_f4 high)
{
    return (hem_bounds4){hem_f4_min(low, bounds.low), hem_f4_max(high, bounds.high)};
}

/* Makes four volumes hold one more point each. */
static inline void hem_volumes_take(hem_bounds4 *bounds, uint32_t axis_count, hem_points4 p)
{
    if (axis_count != 4u) {
        bounds[0] = hem_bounds4_take(bounds[0], p.x, p.x);
        bounds[1] = hem_bounds4_take(bounds[1], p.y, p.y);
        bounds[2] = hem_bounds4_take(bounds[2], p.z, p.z);
        bounds += 3;
    }
    if (axis_count == 9u) {
        const hem_f4 edge[6] = {hem_f4_add(p.x, p.y), hem_f4_sub(p.x, p.y), hem_f4_add(p.x, p.z),
                                hem_f4_sub(p.x, p.z), hem_f4_add(p.y, p.z), hem_f4_sub(p.y, p.z)};
        for (uint32_t i = 0; i < 6; i++) {
            bounds[i] = hem_bounds4_take(bounds[i], edge[i], edge[i]);
        }
    } else if (axis_count != 3u) {
        const hem_f4 sum = hem_f4_add(p.x, p.y), difference = hem_f4_sub(p.x, p.y);
        const hem_f4 corner[4] = {hem_f4_add(sum, p.z), hem_f4_sub(sum, p.z),
                                  hem_f4_add(difference, p.z), hem_f4_sub(difference, p.z)};
        const hem_f4 size =
            hem_f4_add(hem_f4_add(hem_f4_abs(p.x), hem_f4_abs(p.y)), hem_f4_abs(p.z));
        const hem_f4 two_ulps = hem_f4_mul(hem_f4_splat(1.0f / 4194304.0f), size);
        for (uint32_t i = 0; i < 4; i++) {
            bounds[i] = hem_bounds4_take(bounds[i], hem_f4_sub(corner[i], two_ulps),
                                         hem_f4_add(corner[i], two_ulps));
        }
    }
}

/* Which of the four volumes of one group overlap which of another, the first inflated by
 * `reach` on each axis:
 * bit 4 i + j for volume i of the first and j of the second. An empty volume overlaps nothing. */
static inline uint32_t hem_volumes_overlap(const float *a, const float *b, uint32_t axis_count,
                                           const float *reach)
{
    const hem_f4 zero = hem_f4_zero();
    const hem_m4 all = hem_f4_le(zero, zero);
    hem_m4 row[4] = {all, all, all, all};
    for (uint32_t axis = 0; axis < axis_count; axis++, a += 8, b += 8) {
        /* Most of what does not overlap is found by then. */
        if (axis == 3u &&
            hem_m4_bits(hem_m4_or(hem_m4_or(row[0], row[1]), hem_m4_or(row[2], row[3]))) == 0) {
            return 0;
        }
        hem_f4 low = hem_f4_load(b), high = hem_f4_load(b + 4);
        for (uint32_t i = 0; i < 4; i++) {
            hem_m4 meets = hem_m4_and(hem_f4_le(hem_f4_splat(a[i] - reach[axis]), high),
                                      hem_f4_le(low, hem_f4_splat(a[4 + i] + reach[axis])));
            row[i] = hem_m4_and(row[i], meets);
        }
    }
    return hem_m4_bits(row[0]) | hem_m4_bits(row[1]) << 4 | hem_m4_bits(row[2]) << 8 |
           hem_m4_bits(row[3]) << 12;
}

#endif

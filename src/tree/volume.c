/* k-DOPs: see volume.h. */
#include "tree/volume.h"

hem_volume hem_volume_empty(void)
{
    hem_volume volume;
    for (uint32_t axis = 0; axis < HEM_AXES; axis++) {
        volume.low[axis] = FLT_MAX;
        volume.high[axis] = -FLT_MAX;
    }
    return volume;
}

static void take(hem_volume *volume, uint32_t axis, float low, float high)
{
    /* + 0 makes a zero of either sign one. */
    volume->low[axis] = hem_min(low + 0.0f, volume->low[axis]);
    volume->high[axis] = hem_max(high + 0.0f, volume->high[axis]);
}

void hem_volume_insert(hem_volume *volume, uint32_t axis_count, hem_vec3 p)
{
    uint32_t axis = 0;
    if (axis_count != 4u) {
        take(volume, 0, p.x, p.x);
        take(volume, 1, p.y, p.y);
        take(volume, 2, p.z, p.z);
        axis = 3;
    }
    if (axis_count == 9u) {
        const float edge[6] = {p.x + p.y, p.x - p.y, p.x + p.z, p.x - p.z, p.y + p.z, p.y - p.z};
        for (uint32_t i = 0; i < 6; i++) {
            take(volume, axis + i, edge[i], edge[i]);
        }
    } else if (axis_count != 3u) {
        const float corner[4] = {(p.x + p.y) + p.z, (p.x + p.y) - p.z, (p.x - p.y) + p.z,
                                 (p.x - p.y) - p.z};
        const float size = (hem_abs(p.x) + hem_abs(p.y)) + hem_abs(p.z);
        const float two_ulps = (1.0f / 4194304.0f) * size;
        for (uint32_t i = 0; i < 4; i++) {
            take(volume, axis + i, corner[i] - two_ulps, corner[i] + two_ulps);
        }
    }
}

void hem_volume_merge(hem_volume *volume, uint32_t axis_count, const hem_volume *other)
{
    for (uint32_t axis = 0; axis < axis_count; axis++) {
        volume->low[axis] = hem_min(other->low[axis], volume->low[axis]);
        volume->high[axis] = hem_max(other->high[axis], volume->high[axis]);
    }
}

bool hem_volume_overlap(const hem_volume *a, const hem_volume *b, uint32_t axis_count,
                        const float *reach, uint64_t *interval_tests)
{
    for (uint32_t axis = 0; axis < axis_count; axis++) {
        (*interval_tests)++;
        if (!(a->low[axis] - reach[axis] <= b->high[axis] &&
              b->low[axis] <= a->high[axis] + reach[axis])) {
            return false;
        }
    }
    return true;
}

hem_volume hem_volume_of(const hem_tree *tree, uint32_t group, uint32_t lane)
{
    hem_volume volume = hem_volume_empty();
    for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
        const float *from = hem_tree_volumes(tree) + hem_volume_at(tree, group, axis);
        volume.low[axis] = from[lane];
        volume.high[axis] = from[4u + lane];
    }
    return volume;
}

hem_volume hem_volume_of_node(const hem_tree *tree, uint32_t node)
{
    hem_volume volume = hem_volume_empty();
    for (uint32_t group = node; group < node + tree->groups_per_node; group++) {
        const float *from = hem_tree_volumes(tree) + hem_volume_at(tree, group, 0);
        for (uint32_t axis = 0; axis < tree->axis_count; axis++, from += 8) {
            float low = hem_min(hem_min(from[0], from[1]), hem_min(from[2], from[3]));
            float high = hem_max(hem_max(from[4], from[5]), hem_max(from[6], from[7]));
            volume.low[axis] = hem_min(low, volume.low[axis]);
            volume.high[axis] = hem_max(high, volume.high[axis]);
        }
    }
    return volume;
}

hem_volume_side hem_volume_longest(const hem_volume *volume, uint32_t axis_count)
{
    hem_volume_side best = {0, -1.0f};
    for (uint32_t axis = 0; axis < axis_count; axis++) {
        float length = (volume->high[axis] - volume->low[axis]) / hem_axis_length(axis_count, axis);
        if (length > best.length) {
            best = (hem_volume_side){axis, length};
        }
    }
    return best;
}

/* Half the sum of two bounds, or half their difference, moved down by more than it rounds. */
static float half_down(float a, float b)
{
    return 0.5f * ((a + b) - (1.0f / 4194304.0f) * (hem_abs(a) + hem_abs(b)));
}

hem_tree_box hem_volume_box(const hem_tree *tree)
{
    const float *low = tree->root_low, *high = tree->root_high;
    if (tree->axis_count != 4u) {
        return (hem_tree_box){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    }
    /* 2 x = (x + y + z) + (x - y - z); 2 y and 2 z are differences of x + y + z. */
    return (hem_tree_box){
        {half_down(low[0], low[3]), half_down(low[0], -high[2]), half_down(low[0], -high[1])},
        {-half_down(-high[0], -high[3]), -half_down(-high[0], low[2]),
         -half_down(-high[0], low[1])}};
}

static float largest_bound(const hem_tree *tree)
{
    float largest = 0.0f;
    for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
        largest = hem_max(largest, hem_max(-tree->root_low[axis], tree->root_high[axis]));
    }
    return largest;
}

void hem_volume_reach(const hem_tree *a, const hem_tree *b, float epsilon, float reach[HEM_AXES])
{
    const float rounding = 1.0f / 16777216.0f;
    float bound = hem_max(largest_bound(a), largest_bound(b));
    float slack = 4.0f * rounding * (bound + 2.0f * epsilon);
    for (uint32_t axis = 0; axis < HEM_AXES; axis++) {
        reach[axis] =
            epsilon > 0.0f ? epsilon * hem_axis_length(a->axis_count, axis) + slack : 0.0f;
    }
}

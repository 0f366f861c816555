/* Cuts by planes: the longest side of the k-DOP (002-6), and the box at its centre or at the mean
 * of the triangles' centres (003-3). See split.h. */
#include "tree/split.h"

#include "base/vec3.h"
#include "tree/volume.h"

static const uint32_t *corners_of(const hem_splitter *split, uint32_t i)
{
    return hem_mesh_triangles(split->mesh) + 3u * (size_t)split->order[i];
}

static hem_volume triangle_volume(const hem_splitter *split, uint32_t axis_count, uint32_t i)
{
    const uint32_t *v = corners_of(split, i);
    hem_volume volume = hem_volume_empty();
    for (uint32_t k = 0; k < 3; k++) {
        hem_volume_insert(&volume, axis_count, split->reference[v[k]]);
    }
    return volume;
}

static hem_volume run_volume(const hem_splitter *split, uint32_t axis_count, hem_run run)
{
    hem_volume volume = hem_volume_empty();
    for (uint32_t i = run.begin; i < run.begin + run.count; i++) {
        hem_volume own = triangle_volume(split, axis_count, i);
        hem_volume_merge(&volume, axis_count, &own);
    }
    return volume;
}

/* Permutes a run by the side of each triangle, 0, 1 or 2, which stands in spare: all of the first
 * side, then all others, each in the order they had. `cut_first` sends side 2 to the first. */
static uint32_t part_run(const hem_splitter *split, hem_run run, bool cut_first)
{
    uint32_t *order = split->order + run.begin;
    uint32_t *side = split->spare + run.begin;
    uint32_t first = 0, kept = 0;
    for (uint32_t i = 0; i < run.count; i++) {
        uint32_t triangle = order[i];
        bool is_first = side[i] == 0 || (side[i] == 2u && cut_first);
        if (is_first) {
            order[first++] = triangle;
        } else {
            /* What was read of side is free by now. */
            side[kept++] = triangle;
        }
    }
    for (uint32_t i = 0; i < kept; i++) {
        order[first + i] = side[i];
    }
    return first;
}

uint32_t hem_cut_longest_side(const hem_splitter *split, hem_run run)
{
    hem_volume all = run_volume(split, split->axis_count, run);
    uint32_t axis = hem_volume_longest(&all, split->axis_count).axis;
    float middle = 0.5f * (all.low[axis] + all.high[axis]);
    uint32_t count[3] = {0, 0, 0};
    for (uint32_t i = run.begin; i < run.begin + run.count; i++) {
        hem_volume own = triangle_volume(split, split->axis_count, i);
        uint32_t side = own.high[axis] <= middle ? 0u : own.low[axis] >= middle ? 1u : 2u;
        split->spare[i] = side;
        count[side]++;
    }
    return part_run(split, run, count[0] <= count[1]);
}

uint32_t hem_cut_at_plane(const hem_splitter *split, hem_run run, uint32_t axis, float at)
{
    for (uint32_t i = run.begin; i < run.begin + run.count; i++) {
        hem_vec3 centre = split->centres[split->order[i]];
        float place = axis == 0 ? centre.x : axis == 1u ? centre.y : centre.z;
        split->spare[i] = place < at ? 0u : 1u;
    }
    return part_run(split, run, false);
}

hem_cut_planes hem_choose_planes(const hem_splitter *split, hem_run run)
{
    hem_volume box = run_volume(split, 3u, run);
    float size[3], at[3];
    hem_vec3 low = {box.low[0], box.low[1], box.low[2]};
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    if (split->builder == HEM_BUILD_MEAN) {
        for (uint32_t i = run.begin; i < run.begin + run.count; i++) {
            sum = hem_add(sum, hem_sub(split->centres[split->order[i]], low));
        }
    }
    hem_vec3 mean = hem_add_scaled(low, 1.0f / (float)run.count, sum);
    const float means[3] = {mean.x, mean.y, mean.z};
    for (uint32_t k = 0; k < 3; k++) {
        size[k] = box.high[k] - box.low[k];
        at[k] = split->builder == HEM_BUILD_MEAN ? means[k] : 0.5f * (box.low[k] + box.high[k]);
    }
    /* The axes by size, ties by number. */
    hem_cut_planes planes = {.axis = {0, 1, 2}};
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t j = 2; j > i; j--) {
            uint32_t before = planes.axis[j - 1u], after = planes.axis[j];
            if (size[after] > size[before]) {
                planes.axis[j - 1u] = after;
                planes.axis[j] = before;
            }
        }
    }
    for (uint32_t i = 0; i < 3; i++) {
        planes.at[i] = at[planes.axis[i]];
    }
    return planes;
}

void hem_find_triangle_centres(const hem_splitter *split)
{
    for (uint32_t t = 0; t < split->mesh->triangle_count; t++) {
        const uint32_t *v = hem_mesh_triangles(split->mesh) + 3u * (size_t)t;
        hem_vec3 sum = hem_add(hem_add(split->reference[v[0]], split->reference[v[1]]),
                               split->reference[v[2]]);
        split->centres[t] = hem_scale(1.0f / 3.0f, sum);
    }
}

/* The vertices and edges that a leaf stands for: see feature_view.h. */
#include "detect/feature_view.h"

#include "base/bits.h"
#include "tree/tree_parts.h"

#include <string.h>

/* As the boxes of patch_view.c are: coordinates relative to the grid, cut to 16 bits. */
static void fill_places(hem_feature_view *features, const hem_patch_view *view,
                        const hem_patch_grid *grid)
{
    const float *values[3] = {view->x, view->y, view->z};
    const hem_f4 origin[3] = {hem_f4_splat(grid->origin.x), hem_f4_splat(grid->origin.y),
                              hem_f4_splat(grid->origin.z)};
    hem_f4 scale = hem_f4_splat(grid->scale);
    for (uint32_t axis = 0; axis < 3; axis++) {
        for (uint32_t i = 0; i < HEM_LEAF_VERTICES; i += 8) {
            hem_f4 a = hem_f4_sub(hem_f4_load(values[axis] + i), origin[axis]);
            hem_f4 b = hem_f4_sub(hem_f4_load(values[axis] + i + 4), origin[axis]);
            hem_s8_store(features->place[axis] + i,
                         hem_s8_cut(hem_f4_mul(a, scale), hem_f4_mul(b, scale)));
        }
    }
}

static int16_t moved(int16_t place, int32_t steps)
{
    return (int16_t)(uint16_t)((uint32_t)((int32_t)place + steps) & 0xFFFFu);
}

/* Places wrap around; those of one leaf are less than half the range apart. */
static bool is_lower(int16_t a, int16_t b)
{
    return moved(a, -(int32_t)b) < 0;
}

static void fill_edge(hem_feature_view *features, uint16_t corners, uint32_t k, uint32_t edge)
{
    uint32_t from = hem_corner(corners, k), to = hem_corner(corners, k == 2 ? 0 : k + 1);
    for (uint32_t axis = 0; axis < 3; axis++) {
        int16_t a = features->place[axis][from], b = features->place[axis][to];
        features->low[axis][edge] = moved(is_lower(a, b) ? a : b, -features->wider);
        features->high[axis][edge] = moved(is_lower(a, b) ? b : a, features->wider);
    }
}

void hem_feature_fill(hem_feature_view *features, const hem_side *side, uint32_t leaf,
                      const hem_patch_view *view, const hem_patch_grid *grid)
{
    if (features->filled != 0) {
        return;
    }
    uint32_t begin = hem_tree_leaf_begin(side->tree)[leaf];
    uint32_t count = hem_tree_leaf_begin(side->tree)[leaf + 1u] - begin;
    const uint32_t *order = hem_tree_order(side->tree) + begin;
    uint32_t edges = 0;
    features->wider = grid->wider;
    fill_places(features, view, grid);
    for (uint32_t t = 0; t < count; t++) {
        uint32_t owners = hem_mesh_owners(side->mesh)[order[t]];
        features->owners[t] = (uint8_t)owners;
        features->edges_of[t] = 0;
        for (uint32_t owned = owners / HEM_OWNS_EDGE; owned != 0; owned &= owned - 1u) {
            uint32_t k = hem_bits_lowest(owned);
            fill_edge(features, hem_tree_corners(side->tree)[begin + t], k, edges);
            features->corner_of[edges] = (uint8_t)(3u * t + k);
            features->edges_of[t] |= (uint64_t)1u << edges;
            edges++;
        }
    }
    features->edge_count = edges;
    features->filled = 1;
}

hem_grid_box hem_feature_vertex_box(const hem_feature_view *features, uint32_t place)
{
    hem_grid_box box;
    for (uint32_t axis = 0; axis < 3; axis++) {
        box.low[axis] = moved(features->place[axis][place], -features->wider);
        box.high[axis] = moved(features->place[axis][place], features->wider);
    }
    return box;
}

hem_grid_box hem_feature_edge_box(const hem_feature_view *features, uint32_t edge)
{
    hem_grid_box box;
    for (uint32_t axis = 0; axis < 3; axis++) {
        box.low[axis] = features->low[axis][edge];
        box.high[axis] = features->high[axis][edge];
    }
    return box;
}

/* Negative in the lanes of boxes that do not reach a box, on one axis. */
static hem_s8 gaps(const int16_t *low, const int16_t *high, const hem_grid_box *box, uint32_t axis)
{
    return hem_s8_or(hem_s8_sub(hem_s8_splat(box->high[axis]), hem_s8_load(low)),
                     hem_s8_sub(hem_s8_load(high), hem_s8_splat(box->low[axis])));
}

uint32_t hem_feature_triangles_near(const hem_patch_view *view, const hem_grid_box *box)
{
    uint32_t apart = 0;
    for (uint32_t i = 0; i < HEM_LEAF_TRIANGLES; i += 8) {
        hem_s8 x = gaps(view->low[0] + i, view->high[0] + i, box, 0);
        hem_s8 y = gaps(view->low[1] + i, view->high[1] + i, box, 1);
        hem_s8 z = gaps(view->low[2] + i, view->high[2] + i, box, 2);
        apart |= hem_s8_negative_bits(hem_s8_or(hem_s8_or(x, y), z)) << i;
    }
    return ~apart & 0xFFFFu;
}

uint64_t hem_feature_edges_near(const hem_feature_view *features, const hem_grid_box *box,
                                uint64_t asked)
{
    uint64_t near = 0;
    for (uint32_t i = 0; i < features->edge_count; i += 8) {
        if ((asked >> i & 0xFFu) == 0) {
            continue;
        }
        hem_s8 x = gaps(features->low[0] + i, features->high[0] + i, box, 0);
        hem_s8 y = gaps(features->low[1] + i, features->high[1] + i, box, 1);
        hem_s8 z = gaps(features->low[2] + i, features->high[2] + i, box, 2);
        uint32_t apart = hem_s8_negative_bits(hem_s8_or(hem_s8_or(x, y), z));
        near |= (uint64_t)(~apart & 0xFFu) << i;
    }
    return near & asked;
}

/* The vertices and edges that a leaf stands for: see feature_view.h. */
#include "detect/feature_view.h"

#include "base/bits.h"
#include "tree/tree_parts.h"

/* As the boxes of patch_view.c are: coordinates relative to the grid, cut to 16 bits. */
static void fill_places(hem_feature_boxes *boxes, const hem_patch_view *view,
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
            hem_s8_store(boxes->place[axis] + i,
                         hem_s8_cut(hem_f4_mul(a, scale), hem_f4_mul(b, scale)));
        }
    }
}

static int16_t moved(int16_t place, int32_t steps)
{
    return (int16_t)(uint16_t)((uint32_t)((int32_t)place + steps) & 0xFFFFu);
}

/* The boxes of the owned edges, from the places of the vertices. Places wrap around, so they are
 * taken relative to the leaf's lowest corner. A vertex is a row of eight numbers, as in
 * hem_patch_fill_boxes. */
static void fill_edges(hem_feature_boxes *boxes, const hem_feature_view *features,
                       const hem_patch_view *view)
{
    const hem_s8 zero = hem_s8_splat(0);
    int16_t vertex[HEM_LEAF_VERTICES][8];
    for (uint32_t i = 0; i < HEM_LEAF_VERTICES; i += 8) {
        hem_s8 row[8] = {zero, zero, zero, zero, zero, zero, zero, zero};
        for (uint32_t axis = 0; axis < 3; axis++) {
            row[axis] =
                hem_s8_sub(hem_s8_load(boxes->place[axis] + i), hem_s8_splat(view->base[axis]));
            row[4 + axis] = hem_s8_sub(zero, row[axis]);
        }
        hem_s8_transpose(row);
        for (uint32_t k = 0; k < 8; k++) {
            hem_s8_store(vertex[i + k], row[k]);
        }
    }
    for (uint32_t i = 0; i < features->edge_count; i += 8) {
        hem_s8 row[8];
        for (uint32_t k = 0; k < 8; k++) {
            uint32_t ends = features->ends_of[i + k];
            row[k] = hem_s8_min(hem_s8_load(vertex[ends & 15u]), hem_s8_load(vertex[ends >> 4]));
        }
        hem_s8_transpose(row);
        for (uint32_t axis = 0; axis < 3; axis++) {
            hem_s8 below = hem_s8_splat(moved(view->base[axis], -features->wider));
            hem_s8 above = hem_s8_splat(moved(view->base[axis], features->wider));
            hem_s8_store(boxes->low[axis] + i, hem_s8_add(below, row[axis]));
            hem_s8_store(boxes->high[axis] + i, hem_s8_sub(above, row[4 + axis]));
        }
    }
}

static void list_owned(hem_feature_view *features, const hem_side *side, uint32_t leaf)
{
    uint32_t begin = hem_tree_leaf_begin(side->tree)[leaf];
    uint32_t count = hem_tree_leaf_begin(side->tree)[leaf + 1u] - begin;
    const uint32_t *order = hem_tree_order(side->tree) + begin;
    const uint16_t *corners = hem_tree_corners(side->tree) + begin;
    uint32_t edges = 0;
    for (uint32_t t = 0; t < count; t++) {
        uint32_t owners = hem_mesh_owners(side->mesh)[order[t]];
        features->owners[t] = (uint8_t)owners;
        features->edge_begin[t] = (uint8_t)edges;
        for (uint32_t owned = owners / HEM_OWNS_EDGE; owned != 0; owned &= owned - 1u) {
            uint32_t k = hem_bits_lowest(owned);
            uint32_t from = hem_corner(corners[t], k),
                     to = hem_corner(corners[t], k == 2 ? 0 : k + 1);
            features->corner_of[edges] = (uint8_t)(3u * t + k);
            features->ends_of[edges] = (uint8_t)(from | to << 4);
            edges++;
        }
    }
    features->edge_begin[count] = (uint8_t)edges;
    features->edge_count = edges;
    /* Edges are looked at in groups of eight. */
    for (; edges % 8u != 0; edges++) {
        features->ends_of[edges] = 0;
    }
}

void hem_feature_fill(hem_feature_view *features, const hem_side *side, uint32_t leaf,
                      const hem_patch_view *view, const hem_patch_grid *grid)
{
    if (features->filled == leaf + 1u) {
        return;
    }
    features->wider = grid->wider;
    list_owned(features, side, leaf);
    fill_places(&features->boxes, view, grid);
    fill_edges(&features->boxes, features, view);
    features->filled = leaf + 1u;
}

void hem_feature_fill_end(hem_feature_boxes *end, const hem_feature_view *features,
                          const hem_patch_view *view, const hem_patch_grid *grid)
{
    fill_places(end, view, grid);
    fill_edges(end, features, view);
}

hem_grid_box hem_feature_vertex_box(const hem_feature_boxes *boxes, uint32_t place, int32_t wider)
{
    hem_grid_box box;
    for (uint32_t axis = 0; axis < 3; axis++) {
        int16_t at = boxes->place[axis][place];
        box.side[axis] = (hem_interval){moved(at, -wider), moved(at, wider)};
    }
    return box;
}

hem_grid_box hem_feature_edge_box(const hem_feature_boxes *boxes, uint32_t edge)
{
    hem_grid_box box;
    for (uint32_t axis = 0; axis < 3; axis++) {
        box.side[axis] = (hem_interval){boxes->low[axis][edge], boxes->high[axis][edge]};
    }
    return box;
}

uint64_t hem_feature_edges_near(const hem_feature_view *features, const hem_grid_box *box,
                                uint64_t asked)
{
    const hem_feature_boxes *boxes = &features->boxes;
    uint64_t near = 0;
    for (uint32_t i = 0; i < features->edge_count; i += 8) {
        if ((asked >> i & 0xFFu) == 0) {
            continue;
        }
        hem_s8 x = hem_apart_once(boxes->low[0] + i, boxes->high[0] + i, box->side[0]);
        hem_s8 y = hem_apart_once(boxes->low[1] + i, boxes->high[1] + i, box->side[1]);
        hem_s8 z = hem_apart_once(boxes->low[2] + i, boxes->high[2] + i, box->side[2]);
        uint32_t apart = hem_s8_negative_bits(hem_s8_or(hem_s8_or(x, y), z));
        near |= (uint64_t)(~apart & 0xFFu) << i;
    }
    return near & asked;
}

uint64_t hem_feature_edges_meet(const hem_feature_view *features, const hem_feature_boxes *end,
                                const hem_grid_box *box, const hem_grid_box *end_box,
                                uint64_t asked)
{
    const hem_feature_boxes *start = &features->boxes;
    uint64_t near = 0;
    for (uint32_t i = 0; i < features->edge_count; i += 8) {
        if ((asked >> i & 0xFFu) == 0) {
            continue;
        }
        hem_s8 any = hem_s8_splat(0);
        for (uint32_t axis = 0; axis < 3; axis++) {
            any = hem_s8_or(any, hem_apart_always(start->low[axis] + i, start->high[axis] + i,
                                                  box->side[axis], end->low[axis] + i,
                                                  end->high[axis] + i, end_box->side[axis]));
        }
        near |= (uint64_t)(~hem_s8_negative_bits(any) & 0xFFu) << i;
    }
    return near & asked;
}

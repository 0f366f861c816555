/* A leaf as the passes look at it: see patch_view.h. */
#include "detect/patch_view.h"

#include "base/bits.h"
#include "tree/tree_parts.h"
#include "tree/volume.h"

static float longest_side(hem_tree_box from)
{
    hem_vec3 size = hem_sub(from.high, from.low);
    return hem_max(size.x, hem_max(size.y, size.z));
}

hem_patch_grid hem_patch_grid_for(const hem_tree *a, const hem_tree *b, float epsilon, bool slants)
{
    hem_tree_box of_a = hem_volume_box(a), of_b = hem_volume_box(b);
    hem_tree_box both = {hem_vec3_min(of_a.low, of_b.low), hem_vec3_max(of_a.high, of_b.high)};
    float leaf = hem_max(hem_max(a->leaf_extent, b->leaf_extent), epsilon);
    float whole = longest_side(both);
    /* Two leaves and two distances, four times 6144 steps, stay under 2^15 with the slack, and
     * never more than 2^30 from end to end. Sums of two coordinates are twice as long. */
    float scale = (slants ? 3072.0f : 6144.0f) / hem_max(leaf, 1e-30f);
    float most = 1073741824.0f / hem_max(whole, 1e-30f);
    scale = hem_min(scale, most);
    /* A difference, its product and the cut: two roundings of a place and one step, twice. Without
     * a distance rounding keeps the order of places, but not of their sums. The slants' axes are
     * longer by the root of 2. */
    float slack = 2.0f + whole * scale * (1.0f / 2097152.0f);
    float wider = epsilon > 0.0f ? 0.5f * (epsilon * scale + slack) + 1.0f : 0.0f;
    float slant_wider = 0.5f * (1.5f * epsilon * scale + 2.0f * slack) + 1.0f;
    return (hem_patch_grid){both.low, scale, (int16_t)wider, (int16_t)slant_wider};
}

/* Least and largest of sixteen values. */
static void range_of(const float *values, float *low, float *high)
{
    hem_f4 a = hem_f4_load(values), b = hem_f4_load(values + 4);
    hem_f4 c = hem_f4_load(values + 8), d = hem_f4_load(values + 12);
    float least[4], most[4];
    hem_f4_store(least, hem_f4_min(hem_f4_min(a, b), hem_f4_min(c, d)));
    hem_f4_store(most, hem_f4_max(hem_f4_max(a, b), hem_f4_max(c, d)));
    *low = hem_min(hem_min(least[0], least[1]), hem_min(least[2], least[3]));
    *high = hem_max(hem_max(most[0], most[1]), hem_max(most[2], most[3]));
}

/* Onto the grid of positions, as hem_snap does it. False when one lies outside the range, or
 * nowhere. */
static bool snap(float *values, float low, float high)
{
    const hem_f4 edge = hem_f4_splat(1.0f / 131072.0f), zero = hem_f4_zero();
    const hem_f4 least = hem_f4_splat(low), most = hem_f4_splat(high);
    uint32_t inside = 15;
    for (uint32_t i = 0; i < HEM_LEAF_VERTICES; i += 4) {
        hem_f4 value = hem_f4_load(values + i), size = hem_f4_abs(value);
        hem_f4 rounded = hem_f4_sub(hem_f4_add(size, edge), edge);
        hem_f4 back = hem_f4_select(hem_f4_lt(value, zero), hem_f4_sub(zero, rounded), rounded);
        back = hem_f4_add(back, zero);
        hem_f4_store(values + i, hem_f4_select(hem_f4_lt(size, edge), back, value));
        inside &= hem_m4_bits(hem_m4_and(hem_f4_le(least, value), hem_f4_le(value, most)));
    }
    return inside == 15;
}

static void fill_size(hem_patch_view *view)
{
    hem_tree_box around;
    range_of(view->x, &around.low.x, &around.high.x);
    range_of(view->y, &around.low.y, &around.high.y);
    range_of(view->z, &around.low.z, &around.high.z);
    view->low_corner = around.low;
    view->high_corner = around.high;
    view->size = longest_side(around);
    hem_vec3 far = {hem_max(hem_abs(around.low.x), hem_abs(around.high.x)),
                    hem_max(hem_abs(around.low.y), hem_abs(around.high.y)),
                    hem_max(hem_abs(around.low.z), hem_abs(around.high.z))};
    view->reach = hem_max(far.x, hem_max(far.y, far.z));
}

static hem_vec3 chord(const hem_patch_view *view, uint32_t from, uint32_t to)
{
    return (hem_vec3){view->x[to] - view->x[from], view->y[to] - view->y[from],
                      view->z[to] - view->z[from]};
}

static void fill_axis(hem_patch_view *view, uint16_t chords)
{
    hem_vec3 first = chord(view, chords & 15u, chords >> 4 & 15u);
    hem_vec3 second = chord(view, chords >> 8 & 15u, chords >> 12 & 15u);
    view->slab = hem_cross(first, second);
    view->slab_weight = (hem_abs(view->slab.x) + hem_abs(view->slab.y)) + hem_abs(view->slab.z);
    view->slab_length = hem_length_bound(view->slab, view->slab_weight);
}

/* How far the vertices reach along the axis. */
static void fill_heights(hem_patch_view *view)
{
    float heights[HEM_LEAF_VERTICES];
    hem_f4 nx = hem_f4_splat(view->slab.x), ny = hem_f4_splat(view->slab.y);
    hem_f4 nz = hem_f4_splat(view->slab.z);
    for (uint32_t i = 0; i < HEM_LEAF_VERTICES; i += 4) {
        hem_f4 height = hem_f4_add(hem_f4_add(hem_f4_mul(nx, hem_f4_load(view->x + i)),
                                              hem_f4_mul(ny, hem_f4_load(view->y + i))),
                                   hem_f4_mul(nz, hem_f4_load(view->z + i)));
        hem_f4_store(heights + i, height);
    }
    range_of(heights, &view->slab_low, &view->slab_high);
}

static uint32_t triangle_range(const hem_tree *tree, uint32_t leaf, const uint16_t **corners)
{
    uint32_t begin = hem_tree_leaf_begin(tree)[leaf];
    *corners = hem_tree_corners(tree) + begin;
    return hem_tree_leaf_begin(tree)[leaf + 1u] - begin;
}

/* The vertices, from points on the grid: four at a time. */
static void load_points(hem_patch_view *view, const uint32_t *vertices, uint32_t count,
                        const float (*points)[4])
{
    for (uint32_t i = 0; i < HEM_LEAF_VERTICES; i += 4) {
        hem_f4 row[4];
        for (uint32_t k = 0; k < 4; k++) {
            row[k] = hem_f4_load(points[vertices[i + k < count ? i + k : 0]]);
        }
        hem_f4_transpose(row);
        hem_f4_store(view->x + i, row[0]);
        hem_f4_store(view->y + i, row[1]);
        hem_f4_store(view->z + i, row[2]);
    }
}

/* The vertices, from positions that need not fit. */
static bool load_positions(hem_patch_view *view, const hem_tree *tree, const uint32_t *vertices,
                           uint32_t count, const hem_vec3 *positions)
{
    uint32_t i = 0;
    for (; i < count; i++) {
        hem_vec3 position = positions[vertices[i]];
        view->x[i] = position.x;
        view->y[i] = position.y;
        view->z[i] = position.z;
    }
    for (; i < HEM_LEAF_VERTICES; i++) {
        view->x[i] = view->x[0];
        view->y[i] = view->y[0];
        view->z[i] = view->z[0];
    }
    /* Within the volume of the whole tree, at least. */
    hem_tree_box all = hem_volume_box(tree);
    return snap(view->x, all.low.x, all.high.x) && snap(view->y, all.low.y, all.high.y) &&
           snap(view->z, all.low.z, all.high.z);
}

/* The vertices, and the box around them. */
static bool fill_points(hem_patch_view *view, const hem_tree *tree, uint32_t leaf,
                        const hem_view_points *from)
{
    uint32_t begin = hem_tree_leaf_vertex_begin(tree)[leaf];
    uint32_t count = hem_tree_leaf_vertex_begin(tree)[leaf + 1u] - begin;
    const uint32_t *vertices = hem_tree_leaf_vertices(tree) + begin;
    if (from->points != NULL) {
        load_points(view, vertices, count, from->points);
    } else if (!load_positions(view, tree, vertices, count, from->positions)) {
        return false;
    }
    fill_size(view);
    return true;
}

bool hem_patch_fill_slab(hem_patch_view *view, const hem_tree *tree, uint32_t leaf,
                         const hem_view_points *from)
{
    if (!fill_points(view, tree, leaf, from)) {
        return false;
    }
    fill_axis(view, hem_tree_chords(tree)[leaf]);
    fill_heights(view);
    view->stage = HEM_VIEW_SLAB;
    view->leaf = leaf;
    return true;
}

bool hem_patch_fill_end(hem_patch_view *end, const hem_patch_view *start, const hem_tree *tree,
                        uint32_t leaf, const hem_view_points *from)
{
    if (!fill_points(end, tree, leaf, from)) {
        return false;
    }
    end->slab = start->slab;
    end->slab_weight = start->slab_weight;
    end->slab_length = start->slab_length;
    fill_heights(end);
    end->stage = HEM_VIEW_SLAB;
    return true;
}

/* Places on the grid of eight vertices along one axis. */
static hem_s8 places_of(const float *values, float origin, float scale)
{
    hem_f4 from = hem_f4_splat(origin), factor = hem_f4_splat(scale);
    hem_f4 a = hem_f4_mul(hem_f4_sub(hem_f4_load(values), from), factor);
    hem_f4 b = hem_f4_mul(hem_f4_sub(hem_f4_load(values + 4), from), factor);
    return hem_s8_cut(a, b);
}

/* The low 16 bits. */
static int16_t wrapped(int32_t place)
{
    return (int16_t)(uint16_t)((uint32_t)place & 0xFFFFu);
}

static int16_t place_of(float value, float origin, float scale)
{
    return (int16_t)(uint16_t)((uint32_t)(int32_t)((value - origin) * scale) & 0xFFFFu);
}

/* Boxes on the grid. Rounding keeps order, so boxes that overlap still do. Places are taken
 * relative to the leaf's own lowest corner, where they do not wrap around. A vertex is eight
 * numbers, (x y z 0 -x -y -z 0), so that one minimum does both ends of all three axes. */
void hem_patch_fill_boxes(hem_patch_view *view, const hem_tree *tree, uint32_t leaf,
                          const hem_patch_grid *grid)
{
    if (view->stage >= HEM_VIEW_BOXES) {
        return;
    }
    const float *values[3] = {view->x, view->y, view->z};
    const float origin[3] = {grid->origin.x, grid->origin.y, grid->origin.z};
    const float low[3] = {view->low_corner.x, view->low_corner.y, view->low_corner.z};
    const float high[3] = {view->high_corner.x, view->high_corner.y, view->high_corner.z};
    const hem_s8 zero = hem_s8_splat(0);
    int16_t vertex[HEM_LEAF_VERTICES][8];
    int16_t base[3];
    for (uint32_t axis = 0; axis < 3; axis++) {
        base[axis] = place_of(low[axis], origin[axis], grid->scale);
        view->base[axis] = base[axis];
        view->box_low[axis] = wrapped(base[axis] - grid->wider);
        view->box_high[axis] =
            wrapped(place_of(high[axis], origin[axis], grid->scale) + grid->wider);
    }
    for (uint32_t i = 0; i < HEM_LEAF_VERTICES; i += 8) {
        hem_s8 row[8] = {zero, zero, zero, zero, zero, zero, zero, zero};
        for (uint32_t axis = 0; axis < 3; axis++) {
            row[axis] = hem_s8_sub(places_of(values[axis] + i, origin[axis], grid->scale),
                                   hem_s8_splat(base[axis]));
            row[4 + axis] = hem_s8_sub(zero, row[axis]);
        }
        hem_s8_transpose(row);
        for (uint32_t k = 0; k < 8; k++) {
            hem_s8_store(vertex[i + k], row[k]);
        }
    }
    const uint16_t *corners;
    uint32_t count = triangle_range(tree, leaf, &corners);
    for (uint32_t t = 0; t < HEM_LEAF_TRIANGLES; t += 8) {
        hem_s8 row[8];
        for (uint32_t k = 0; k < 8; k++) {
            uint16_t packed = t + k < count ? corners[t + k] : 0;
            row[k] = hem_s8_min(hem_s8_load(vertex[hem_corner(packed, 0)]),
                                hem_s8_min(hem_s8_load(vertex[hem_corner(packed, 1)]),
                                           hem_s8_load(vertex[hem_corner(packed, 2)])));
        }
        hem_s8_transpose(row);
        for (uint32_t axis = 0; axis < 3; axis++) {
            hem_s8 low_base = hem_s8_splat(wrapped(base[axis] - grid->wider));
            hem_s8 high_base = hem_s8_splat(wrapped(base[axis] + grid->wider));
            hem_s8_store(view->low[axis] + t, hem_s8_add(low_base, row[axis]));
            hem_s8_store(view->high[axis] + t, hem_s8_sub(high_base, row[4 + axis]));
        }
    }
    view->stage = HEM_VIEW_BOXES;
}

/* The six sums and differences of eight vertices' places, a row a vertex. */
static void slant_rows(const hem_patch_view *view, const hem_patch_grid *grid, uint32_t i,
                       int16_t vertex[8][8])
{
    const hem_s8 zero = hem_s8_splat(0);
    hem_s8 x = hem_s8_sub(places_of(view->x + i, grid->origin.x, grid->scale),
                          hem_s8_splat(view->base[0]));
    hem_s8 y = hem_s8_sub(places_of(view->y + i, grid->origin.y, grid->scale),
                          hem_s8_splat(view->base[1]));
    hem_s8 z = hem_s8_sub(places_of(view->z + i, grid->origin.z, grid->scale),
                          hem_s8_splat(view->base[2]));
    hem_s8 row[8] = {hem_s8_add(x, y),
                     hem_s8_sub(x, y),
                     hem_s8_add(y, z),
                     hem_s8_sub(y, z),
                     hem_s8_add(z, x),
                     hem_s8_sub(z, x),
                     zero,
                     zero};
    hem_s8_transpose(row);
    for (uint32_t k = 0; k < 8; k++) {
        hem_s8_store(vertex[k], row[k]);
    }
}

/* The least and the largest of each row over the corners of eight triangles, a row an axis. */
static void slant_ends(int16_t (*vertex)[8], const uint16_t *corners, uint32_t count,
                       hem_s8 least[8], hem_s8 most[8])
{
    for (uint32_t k = 0; k < 8; k++) {
        uint16_t packed = k < count ? corners[k] : 0;
        hem_s8 a = hem_s8_load(vertex[hem_corner(packed, 0)]);
        hem_s8 b = hem_s8_load(vertex[hem_corner(packed, 1)]);
        hem_s8 c = hem_s8_load(vertex[hem_corner(packed, 2)]);
        least[k] = hem_s8_min(a, hem_s8_min(b, c));
        most[k] = hem_s8_max(a, hem_s8_max(b, c));
    }
    hem_s8_transpose(least);
    hem_s8_transpose(most);
}

void hem_patch_fill_slants(hem_patch_view *view, const hem_tree *tree, uint32_t leaf,
                           const hem_patch_grid *grid)
{
    if (view->stage >= HEM_VIEW_SLANTS) {
        return;
    }
    int16_t(*vertex)[8] = view->slant;
    slant_rows(view, grid, 0, vertex);
    slant_rows(view, grid, 8, vertex + 8);
    const int32_t x = view->base[0], y = view->base[1], z = view->base[2];
    const int32_t base[HEM_SLANTS] = {x + y, x - y, y + z, y - z, z + x, z - x};
    for (uint32_t axis = 0; axis < 8; axis++) {
        view->slant_base[axis] = axis < HEM_SLANTS ? wrapped(base[axis]) : 0;
    }
    const uint16_t *corners;
    uint32_t count = triangle_range(tree, leaf, &corners);
    for (uint32_t t = 0; t < HEM_LEAF_TRIANGLES; t += 8) {
        uint32_t left = count > t ? count - t : 0u;
        hem_s8 least[8], most[8];
        slant_ends(vertex, corners + t, left, least, most);
        for (uint32_t axis = 0; axis < HEM_SLANTS; axis++) {
            hem_s8 below = hem_s8_splat(wrapped(base[axis] - grid->slant_wider));
            hem_s8 above = hem_s8_splat(wrapped(base[axis] + grid->slant_wider));
            hem_s8_store(view->slant_low[axis] + t, hem_s8_add(below, least[axis]));
            hem_s8_store(view->slant_high[axis] + t, hem_s8_add(above, most[axis]));
        }
    }
    view->stage = HEM_VIEW_SLANTS;
}

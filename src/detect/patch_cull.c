/* Culling of triangle pairs in two leaves: see patch_cull.h. */
#include "detect/patch_cull.h"

#include "base/bits.h"
#include "detect/grid_box.h"
#include "tree/tree_parts.h"

/* Unit of rounding; the bounds below take 8 of them where 4 to 6 would do. */
#define EIGHT_ROUNDINGS (8.0f / 16777216.0f)

/* n.x for four points. */
static hem_f4 heights(hem_f4 nx, hem_f4 ny, hem_f4 nz, const hem_patch_view *view, uint32_t i)
{
    return hem_f4_add(hem_f4_add(hem_f4_mul(nx, hem_f4_load(view->x + i)),
                                 hem_f4_mul(ny, hem_f4_load(view->y + i))),
                      hem_f4_mul(nz, hem_f4_load(view->z + i)));
}

/* Which triangles have all their vertices among the given ones: eight at a time. */
static uint32_t triangles_within(const uint16_t *bits, uint32_t first, uint32_t second)
{
    uint32_t within = 0;
    hem_s8 one = hem_s8_splat((int16_t)(uint16_t)first);
    hem_s8 two = hem_s8_splat((int16_t)(uint16_t)second);
    for (uint32_t half = 0; half < HEM_LEAF_TRIANGLES; half += 8) {
        hem_s8 own = hem_s8_load((const int16_t *)(const void *)(bits + half));
        within |= (hem_s8_equal_bits(hem_s8_and(own, one), own) |
                   hem_s8_equal_bits(hem_s8_and(own, two), own))
                  << half;
    }
    return within;
}

/* Which vertices of a leaf lie surely above and below another's slab, a bit each. A height n.x errs
 * by 3 roundings of sum |n_k x_k|, on both sides; the axis itself may be anything, it need not be
 * exact. */
typedef struct sides {
    uint32_t above, below;
} sides;

static inline sides sides_of_slab(const hem_patch_view *slab, const hem_patch_view *other,
                                  float epsilon)
{
    hem_f4 nx = hem_f4_splat(slab->slab.x), ny = hem_f4_splat(slab->slab.y);
    hem_f4 nz = hem_f4_splat(slab->slab.z);
    float reach = hem_max(slab->reach, other->reach) + epsilon;
    float margin = slab->slab_length * epsilon + slab->slab_weight * (EIGHT_ROUNDINGS * reach);
    hem_f4 upper = hem_f4_splat(slab->slab_high + margin);
    hem_f4 lower = hem_f4_splat(slab->slab_low - margin);
    sides found = {0, 0};
    for (uint32_t i = 0; i < HEM_LEAF_VERTICES; i += 4) {
        hem_f4 height = heights(nx, ny, nz, other, i);
        found.above |= hem_m4_bits(hem_f4_lt(upper, height)) << i;
        found.below |= hem_m4_bits(hem_f4_lt(height, lower)) << i;
    }
    return found;
}

/* A leaf's views, those of its start and of its end, or null where it does not move. */
typedef struct ends {
    const hem_patch_view *start, *end;
} ends;

/* Which triangles lie wholly above or wholly below the slab of the other leaf, all the time. */
static uint32_t beyond_slab(ends slab, ends other, const uint16_t *bits, float epsilon)
{
    sides found = sides_of_slab(slab.start, other.start, epsilon);
    if (slab.end != NULL && (found.above | found.below) != 0) {
        sides later = sides_of_slab(slab.end, other.end, epsilon);
        found.above &= later.above;
        found.below &= later.below;
    }
    if ((found.above | found.below) == 0) {
        return 0;
    }
    return triangles_within(bits, found.above, found.below);
}

static uint32_t first_bits(uint32_t count)
{
    return (1u << count) - 1u;
}

void hem_cull_nothing(const hem_cull_in *in, hem_cull_pairs *pairs)
{
    pairs->column_mask = first_bits(in->triangles_b);
    pairs->row_mask = first_bits(in->triangles_a);
}

bool hem_cull_by_slabs(const hem_cull_in *in, hem_cull_pairs *pairs)
{
    const ends a = {in->a, in->end_a}, b = {in->b, in->end_b};
    pairs->column_mask = first_bits(in->triangles_b) & ~beyond_slab(a, b, in->bits_b, in->epsilon);
    if (pairs->column_mask == 0) {
        return false;
    }
    pairs->row_mask = first_bits(in->triangles_a) & ~beyond_slab(b, a, in->bits_a, in->epsilon);
    return pairs->row_mask != 0;
}

static hem_grid_box box_of_leaf(const hem_patch_view *view)
{
    return (hem_grid_box){{{view->box_low[0], view->box_high[0]},
                           {view->box_low[1], view->box_high[1]},
                           {view->box_low[2], view->box_high[2]}}};
}

static hem_grid_box box_of_triangle(const hem_patch_view *view, uint32_t i)
{
    return (hem_grid_box){{{view->low[0][i], view->high[0][i]},
                           {view->low[1][i], view->high[1][i]},
                           {view->low[2][i], view->high[2][i]}}};
}

/* Leaves a triangle its row, and says in the mask whether anything is left of it. */
static inline void set_row(hem_cull_pairs *pairs, uint32_t i, uint32_t row)
{
    pairs->rows[i] = (uint16_t)row;
    pairs->row_mask |= (uint32_t)(row != 0) << i;
}

static void cull_moving_by_boxes(const hem_cull_in *in, hem_cull_pairs *pairs)
{
    const ends a = {in->a, in->end_a}, b = {in->b, in->end_b};
    hem_grid_box start = box_of_leaf(in->b), end = box_of_leaf(in->end_b);
    uint32_t left = hem_grid_triangles_meet(a.start, a.end, &start, &end) & pairs->row_mask;
    start = box_of_leaf(in->a);
    end = box_of_leaf(in->end_a);
    uint32_t columns = hem_grid_triangles_meet(b.start, b.end, &start, &end) & pairs->column_mask;
    pairs->row_mask = 0;
    for (; columns != 0 && left != 0; left &= left - 1u) {
        uint32_t i = hem_bits_lowest(left), row = pairs->rows[i] & columns;
        if (row == 0) {
            continue;
        }
        start = box_of_triangle(in->a, i);
        end = box_of_triangle(in->end_a, i);
        set_row(pairs, i, row & hem_grid_triangles_meet(b.start, b.end, &start, &end));
    }
}

void hem_cull_by_boxes(const hem_cull_in *in, hem_cull_pairs *pairs)
{
    if (in->end_a != NULL) {
        cull_moving_by_boxes(in, pairs);
        return;
    }
    hem_grid_box other = box_of_leaf(in->b);
    uint32_t left = hem_triangles_near(in->a, &other) & pairs->row_mask;
    other = box_of_leaf(in->a);
    uint32_t columns = hem_triangles_near(in->b, &other) & pairs->column_mask;
    pairs->row_mask = 0;
    for (; columns != 0 && left != 0; left &= left - 1u) {
        uint32_t i = hem_bits_lowest(left);
        other = box_of_triangle(in->a, i);
        set_row(pairs, i, pairs->rows[i] & columns & hem_triangles_near(in->b, &other));
    }
}

static hem_interval slant_of(const hem_patch_view *view, uint32_t axis, uint32_t i)
{
    return (hem_interval){view->slant_low[axis][i], view->slant_high[axis][i]};
}

/* Which of a leaf's sixteen triangles overlap triangle i of another along every slant. */
static uint32_t slants_that_overlap(const hem_patch_view *view, const hem_patch_view *other,
                                    uint32_t i)
{
    hem_s8 first = hem_s8_splat(0), second = first;
    for (uint32_t axis = 0; axis < HEM_SLANTS; axis++) {
        const int16_t *low = view->slant_low[axis], *high = view->slant_high[axis];
        hem_interval range = slant_of(other, axis, i);
        first = hem_s8_or(first, hem_apart_once(low, high, range));
        second = hem_s8_or(second, hem_apart_once(low + 8, high + 8, range));
    }
    return ~(hem_s8_negative_bits(first) | hem_s8_negative_bits(second) << 8) & 0xFFFFu;
}

/* The same where both move. */
static uint32_t slants_that_meet(ends leaf, ends other, uint32_t i)
{
    hem_s8 first = hem_s8_splat(0), second = first;
    for (uint32_t axis = 0; axis < HEM_SLANTS; axis++) {
        const int16_t *low = leaf.start->slant_low[axis], *high = leaf.start->slant_high[axis];
        const int16_t *end_low = leaf.end->slant_low[axis], *end_high = leaf.end->slant_high[axis];
        hem_interval start = slant_of(other.start, axis, i), end = slant_of(other.end, axis, i);
        first = hem_s8_or(first, hem_apart_always(low, high, start, end_low, end_high, end));
        second = hem_s8_or(
            second, hem_apart_always(low + 8, high + 8, start, end_low + 8, end_high + 8, end));
    }
    return ~(hem_s8_negative_bits(first) | hem_s8_negative_bits(second) << 8) & 0xFFFFu;
}

void hem_cull_by_slants(const hem_cull_in *in, hem_cull_pairs *pairs)
{
    const ends a = {in->a, in->end_a}, b = {in->b, in->end_b};
    uint32_t left = pairs->row_mask;
    pairs->row_mask = 0;
    for (; left != 0; left &= left - 1u) {
        uint32_t i = hem_bits_lowest(left);
        uint32_t found =
            a.end != NULL ? slants_that_meet(b, a, i) : slants_that_overlap(in->b, in->a, i);
        set_row(pairs, i, pairs->rows[i] & found);
    }
}

static hem_vec3 vertex_at(const hem_patch_view *view, uint32_t place)
{
    return (hem_vec3){view->x[place], view->y[place], view->z[place]};
}

/* Magnitude by clearing the sign bit. */
static float hem_size(float value)
{
    return hem_bits_float(hem_float_bits(value) & 0x7FFFFFFFu);
}

/* Which triangles of the other leaf lie wholly on one side of a triangle's plane, farther than
 * epsilon.
 *
 * The normal's component k errs by 4 roundings of the magnitudes p_k that it is the difference of,
 * which acts on a distance of at most both leaves' sizes; heights err by 3 roundings of
 * sum |n_k x_k|. A sliver's normal is smaller than its own error, so its plane excludes nothing. */
static uint32_t beyond_plane(const hem_patch_view *view, uint32_t t, uint16_t corners,
                             const hem_patch_view *other, const uint16_t *bits, float epsilon,
                             hem_plane_sides *out)
{
    hem_vec3 a = vertex_at(view, hem_corner(corners, 0));
    hem_vec3 u = hem_sub(vertex_at(view, hem_corner(corners, 1)), a);
    hem_vec3 v = hem_sub(vertex_at(view, hem_corner(corners, 2)), a);
    float yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y,
          yx = u.y * v.x;
    hem_vec3 n = {yz - zy, zx - xz, xy - yx};
    float magnitude = ((hem_size(yz) + hem_size(zy)) + (hem_size(zx) + hem_size(xz))) +
                      (hem_size(xy) + hem_size(yx));
    float weight = (hem_size(n.x) + hem_size(n.y)) + hem_size(n.z);
    float reach = hem_max(view->reach, other->reach);
    float margin = EIGHT_ROUNDINGS * (magnitude * ((view->size + other->size) + epsilon) +
                                      weight * (reach + epsilon));
    if (epsilon > 0.0f) {
        margin = margin + epsilon * hem_length_bound(n, weight);
    }
    float offset = hem_dot(n, a);
    hem_f4 nx = hem_f4_splat(n.x), ny = hem_f4_splat(n.y), nz = hem_f4_splat(n.z);
    hem_f4 upper = hem_f4_splat(offset + margin), lower = hem_f4_splat(offset - margin);
    uint32_t above = 0, below = 0;
    for (uint32_t i = 0; i < HEM_LEAF_VERTICES; i += 4) {
        hem_f4 height = heights(nx, ny, nz, other, i);
        above |= hem_m4_bits(hem_f4_lt(upper, height)) << i;
        below |= hem_m4_bits(hem_f4_lt(height, lower)) << i;
    }
    out->above[t] = (uint16_t)above;
    out->below[t] = (uint16_t)below;
    return triangles_within(bits, above, below);
}

void hem_cull_by_planes(const hem_cull_in *in, hem_cull_pairs *pairs)
{
    uint32_t columns = 0;
    uint32_t left = 0;
    for (uint32_t mask = pairs->row_mask; mask != 0; mask &= mask - 1u) {
        uint32_t i = hem_bits_lowest(mask);
        uint32_t row = pairs->rows[i] & ~beyond_plane(in->a, i, in->corners_a[i], in->b, in->bits_b,
                                                      in->epsilon, &pairs->of_a);
        pairs->rows[i] = (uint16_t)row;
        columns |= row;
        left |= (uint32_t)(row != 0) << i;
    }
    for (; columns != 0; columns &= columns - 1u) {
        uint32_t j = hem_bits_lowest(columns);
        uint32_t out =
            beyond_plane(in->b, j, in->corners_b[j], in->a, in->bits_a, in->epsilon, &pairs->of_b) &
            left;
        for (; out != 0; out &= out - 1u) {
            uint32_t i = hem_bits_lowest(out);
            uint32_t row = pairs->rows[i] & ~(1u << j);
            pairs->rows[i] = (uint16_t)row;
            left &= ~((uint32_t)(row == 0) << i);
        }
    }
    pairs->row_mask = left;
}

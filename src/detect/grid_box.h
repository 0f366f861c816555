/* Boxes on the grid of a pass, one against eight at a time. Places wrap around, so they are
 * compared by differences (patch_view.h). */
#ifndef HEM_DETECT_GRID_BOX_H
#define HEM_DETECT_GRID_BOX_H

#include "detect/patch_view.h"
#include "tree/tree_parts.h"

/* On one axis, both ends included. */
typedef struct hem_interval {
    int16_t low, high;
} hem_interval;

typedef struct hem_grid_box {
    hem_interval side[3];
} hem_grid_box;

/* Whether eight intervals are apart from one: negative in the lanes of those that end before it
 * begins, and of those that begin after it ends. */
typedef struct hem_gaps {
    hem_s8 before, after;
} hem_gaps;

static inline hem_gaps hem_gaps_of(const int16_t *low, const int16_t *high, hem_interval other)
{
    return (hem_gaps){hem_s8_sub(hem_s8_load(high), hem_s8_splat(other.low)),
                      hem_s8_sub(hem_s8_splat(other.high), hem_s8_load(low))};
}

/* Negative in the lanes of those that are apart. */
static inline hem_s8 hem_apart_once(const int16_t *low, const int16_t *high, hem_interval other)
{
    hem_gaps now = hem_gaps_of(low, high, other);
    return hem_s8_or(now.before, now.after);
}

/* The same for intervals that move: apart, and the same one ahead, at the start and at the end. */
static inline hem_s8 hem_apart_always(const int16_t *low, const int16_t *high, hem_interval other,
                                      const int16_t *end_low, const int16_t *end_high,
                                      hem_interval other_end)
{
    hem_gaps start = hem_gaps_of(low, high, other), end = hem_gaps_of(end_low, end_high, other_end);
    return hem_s8_or(hem_s8_and(start.before, end.before), hem_s8_and(start.after, end.after));
}

/* Which of a leaf's sixteen triangle boxes overlap a box. */
static inline uint32_t hem_triangles_near(const hem_patch_view *view, const hem_grid_box *box)
{
    uint32_t apart = 0;
    for (uint32_t i = 0; i < HEM_LEAF_TRIANGLES; i += 8) {
        hem_s8 x = hem_apart_once(view->low[0] + i, view->high[0] + i, box->side[0]);
        hem_s8 y = hem_apart_once(view->low[1] + i, view->high[1] + i, box->side[1]);
        hem_s8 z = hem_apart_once(view->low[2] + i, view->high[2] + i, box->side[2]);
        apart |= hem_s8_negative_bits(hem_s8_or(hem_s8_or(x, y), z)) << i;
    }
    return ~apart & 0xFFFFu;
}

/* The same where both move from a start to an end. */
static inline uint32_t hem_grid_triangles_meet(const hem_patch_view *start,
                                               const hem_patch_view *end, const hem_grid_box *box,
                                               const hem_grid_box *end_box)
{
    uint32_t apart = 0;
    for (uint32_t i = 0; i < HEM_LEAF_TRIANGLES; i += 8) {
        hem_s8 any = hem_s8_splat(0);
        for (uint32_t axis = 0; axis < 3; axis++) {
            any = hem_s8_or(any, hem_apart_always(start->low[axis] + i, start->high[axis] + i,
                                                  box->side[axis], end->low[axis] + i,
                                                  end->high[axis] + i, end_box->side[axis]));
        }
        apart |= hem_s8_negative_bits(any) << i;
    }
    return ~apart & 0xFFFFu;
}

/* Some vertices of a leaf along the slants, an axis a lane (hem_patch_view.slant): the ends of a
 * k-DOP that is made when it is needed (000-13). */
typedef struct hem_slant_range {
    hem_s8 low, high;
} hem_slant_range;

static inline hem_slant_range hem_slants_of_vertex(const hem_patch_view *view, uint32_t place)
{
    hem_s8 at = hem_s8_add(hem_s8_load(view->slant_base), hem_s8_load(view->slant[place]));
    return (hem_slant_range){at, at};
}

static inline hem_slant_range hem_slants_of_edge(const hem_patch_view *view, uint32_t from,
                                                 uint32_t to)
{
    hem_s8 base = hem_s8_load(view->slant_base);
    hem_s8 a = hem_s8_load(view->slant[from]), b = hem_s8_load(view->slant[to]);
    return (hem_slant_range){hem_s8_add(base, hem_s8_min(a, b)),
                             hem_s8_add(base, hem_s8_max(a, b))};
}

static inline hem_slant_range hem_slants_of_triangle(const hem_patch_view *view, uint16_t corners)
{
    hem_s8 base = hem_s8_load(view->slant_base);
    hem_s8 a = hem_s8_load(view->slant[hem_corner(corners, 0)]);
    hem_s8 b = hem_s8_load(view->slant[hem_corner(corners, 1)]);
    hem_s8 c = hem_s8_load(view->slant[hem_corner(corners, 2)]);
    return (hem_slant_range){hem_s8_add(base, hem_s8_min(hem_s8_min(a, b), c)),
                             hem_s8_add(base, hem_s8_max(hem_s8_max(a, b), c))};
}

/* Are they apart along some slant, by more than `wider`? */
static inline bool hem_slants_apart(hem_slant_range a, hem_slant_range b, hem_s8 wider)
{
    hem_s8 before = hem_s8_sub(hem_s8_add(a.high, wider), b.low);
    hem_s8 after = hem_s8_sub(hem_s8_add(b.high, wider), a.low);
    return hem_s8_negative_bits(hem_s8_or(before, after)) != 0;
}

/* The same at the start and at the end, along one slant and in the same order. */
static inline bool hem_slants_apart_always(hem_slant_range a, hem_slant_range b,
                                           hem_slant_range end_a, hem_slant_range end_b,
                                           hem_s8 wider)
{
    hem_s8 before = hem_s8_and(hem_s8_sub(hem_s8_add(a.high, wider), b.low),
                               hem_s8_sub(hem_s8_add(end_a.high, wider), end_b.low));
    hem_s8 after = hem_s8_and(hem_s8_sub(hem_s8_add(b.high, wider), a.low),
                              hem_s8_sub(hem_s8_add(end_b.high, wider), end_a.low));
    return hem_s8_negative_bits(hem_s8_or(before, after)) != 0;
}

#endif

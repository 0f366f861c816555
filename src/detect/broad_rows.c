/* Boxes in rows: one against those that follow it in a list, four at a time. The list is that of
 * the bodies, for brute force, or their order along an axis. See broad_parts.h. */
#include "detect/broad_parts.h"

#include <string.h>

/* Bounds on two or three axes, each in an array of its own. */
typedef struct rows {
    float *low[3], *high[3];
    uint32_t *body; /* along an axis: whose they are */
    uint32_t *end;  /* and, by body, the first that begins behind its end */
} rows;

/* Six arrays, which is what the scratch of a step has room for; four lanes may read three elements
 * behind the last. */
static uint8_t *take_columns(const hem_broad_step *step)
{
    uint32_t bytes = 6u * (uint32_t)sizeof(float), count = step->in->count + 4u;
    uint8_t *columns = hem_arena_take(step->in->scratch, count, bytes);
    memset(columns, 0, (size_t)count * bytes);
    return columns;
}

static void *column(uint8_t *columns, const hem_broad_step *step, uint32_t number)
{
    return columns + (size_t)number * (step->in->count + 4u) * sizeof(float);
}

/* Which of four boxes of the list overlap one of it, as bits. */
static inline uint32_t overlaps_of_four(const rows *list, uint32_t axes, const hem_f4 *low,
                                        const hem_f4 *high, uint32_t first)
{
    hem_m4 meets = hem_f4_le(low[0], hem_f4_load(list->high[0] + first));
    for (uint32_t axis = 1; axis < axes; axis++) {
        meets = hem_m4_and(meets, hem_f4_le(low[axis], hem_f4_load(list->high[axis] + first)));
    }
    for (uint32_t axis = 0; axis < axes; axis++) {
        meets = hem_m4_and(meets, hem_f4_le(hem_f4_load(list->low[axis] + first), high[axis]));
    }
    return hem_m4_bits(meets);
}

/* Compares one of the list with those behind it up to `end`. */
static inline void compare_row(const hem_broad_step *step, const rows *list, uint32_t axes,
                               uint32_t own, uint32_t end, hem_pair_list *found)
{
    hem_f4 low[3], high[3];
    for (uint32_t axis = 0; axis < axes; axis++) {
        low[axis] = hem_f4_splat(list->low[axis][own]);
        high[axis] = hem_f4_splat(list->high[axis][own]);
    }
    for (uint32_t first = own + 1u; first < end; first += 4u) {
        uint32_t bits = overlaps_of_four(list, axes, low, high, first);
        bits &= end - first < 4u ? (1u << (end - first)) - 1u : 15u;
        for (; bits != 0; bits &= bits - 1u) {
            uint32_t other = first + hem_bits_lowest(bits);
            uint32_t a = axes == 3u ? own : list->body[own];
            uint32_t b = axes == 3u ? other : list->body[other];
            if (!hem_both_fixed(step, a, b)) {
                hem_pair_list_add(found, hem_ordered_pair(a, b));
            }
        }
    }
}

static hem_pair_list empty_list(const hem_broad_step *step)
{
    return (hem_pair_list){.pairs = step->parts.pairs, .room = step->broad->pair_capacity};
}

void hem_broad_by_brute_force(hem_broad_step *step)
{
    uint32_t count = step->in->count;
    uint8_t *columns = take_columns(step);
    rows list = {.body = NULL};
    for (uint32_t axis = 0; axis < 3; axis++) {
        list.low[axis] = column(columns, step, axis);
        list.high[axis] = column(columns, step, 3u + axis);
        for (uint32_t i = 0; i < count; i++) {
            list.low[axis][i] = step->boxes[i].low[axis];
            list.high[axis][i] = step->boxes[i].high[axis];
        }
    }
    hem_pair_list found = empty_list(step);
    for (uint32_t i = 0; i < count; i++) {
        compare_row(step, &list, 3u, i, count, &found);
    }
    step->out->afresh = 1;
    step->out->box_tests += count == 0 ? 0u : (uint64_t)count * (count - 1u) / 2u;
    hem_broad_forget_order(step->broad, &step->parts);
    hem_broad_take_list(step, &found);
}

/* Empty boxes have their upper ends before and their lower ends behind all others: how many are
 * there? */
static uint32_t count_empty(const hem_broad_step *step)
{
    const hem_pair *ends = hem_ends_on(step, 0);
    uint32_t empty = 0;
    while (empty < step->in->count && (ends[empty].second & HEM_BROAD_HIGH) != 0) {
        empty++;
    }
    return empty;
}

/* How many pairs of boxes overlap on an axis. */
static uint64_t overlaps_on(const hem_broad_step *step, uint32_t axis, uint32_t empty)
{
    const hem_pair *ends = hem_ends_on(step, axis);
    uint64_t overlaps = 0;
    uint32_t open = 0;
    for (uint32_t i = empty; i < 2u * step->in->count - empty; i++) {
        uint32_t high = ends[i].second >> 31;
        overlaps += high != 0 ? 0u : open;
        open += 1u - 2u * high;
    }
    return overlaps;
}

static uint32_t best_axis(const hem_broad_step *step, uint32_t empty)
{
    uint32_t best = 0;
    uint64_t fewest = UINT64_MAX;
    for (uint32_t axis = 0; axis < 3; axis++) {
        uint64_t overlaps = overlaps_on(step, axis, empty);
        best = overlaps < fewest ? axis : best;
        fewest = overlaps < fewest ? overlaps : fewest;
    }
    return best;
}

/* The boxes in the order of their lower ends, without the axis itself: what begins before a box
 * ends overlaps it there. */
static rows order_along(const hem_broad_step *step, uint32_t axis, uint32_t empty)
{
    uint8_t *columns = take_columns(step);
    const hem_pair *ends = hem_ends_on(step, axis);
    const uint32_t other[2] = {(axis + 1u) % 3u, (axis + 2u) % 3u};
    rows list = {
        .low = {column(columns, step, 0), column(columns, step, 1)},
        .high = {column(columns, step, 2), column(columns, step, 3)},
        .body = column(columns, step, 4),
        .end = column(columns, step, 5),
    };
    uint32_t place = 0;
    for (uint32_t i = empty; i < 2u * step->in->count - empty; i++) {
        uint32_t body = ends[i].second & ~HEM_BROAD_HIGH;
        if (body != ends[i].second) {
            list.end[body] = place;
            continue;
        }
        list.body[place] = body;
        for (uint32_t k = 0; k < 2; k++) {
            list.low[k][place] = step->boxes[body].low[other[k]];
            list.high[k][place] = step->boxes[body].high[other[k]];
        }
        place++;
    }
    return list;
}

void hem_broad_along_best_axis(hem_broad_step *step)
{
    uint32_t empty = count_empty(step);
    rows list = order_along(step, best_axis(step, empty), empty);
    hem_pair_list found = empty_list(step);
    for (uint32_t i = 0; i < step->in->count - empty; i++) {
        uint32_t end = list.end[list.body[i]];
        step->out->box_tests += end - i - 1u;
        compare_row(step, &list, 2u, i, end, &found);
    }
    step->out->afresh = 1;
    hem_broad_take_list(step, &found);
}

/* One step of the broad phase while it runs, and what its files give each other. */
#ifndef HEM_DETECT_BROAD_PARTS_H
#define HEM_DETECT_BROAD_PARTS_H

#include "base/bits.h"
#include "base/real.h"
#include "detect/pair_list.h"
#include "hem/broad.h"

typedef struct hem_broad_parts {
#define HEM_BROAD_PART(name, type, count) type *name;
    HEM_BROAD_REGIONS(HEM_BROAD_PART, 0, 0)
#undef HEM_BROAD_PART
} hem_broad_parts;

/* A box as it is compared, widened already. The fourth lane always overlaps. An empty box reaches
 * from infinity to minus infinity, which nothing else does. */
typedef struct hem_wide_box {
    float low[4], high[4];
} hem_wide_box;

typedef struct hem_broad_step {
    hem_broad *broad;
    hem_broad_parts parts;
    const hem_broad_in *in;
    hem_broad_out *out;
    hem_wide_box *boxes; /* scratch, as is what follows in it */
} hem_broad_step;

static inline bool hem_wide_boxes_overlap(const hem_wide_box *a, const hem_wide_box *b)
{
    hem_m4 below = hem_f4_le(hem_f4_load(a->low), hem_f4_load(b->high));
    hem_m4 above = hem_f4_le(hem_f4_load(b->low), hem_f4_load(a->high));
    return hem_m4_bits(hem_m4_and(below, above)) == 15u;
}

static inline bool hem_both_fixed(const hem_broad_step *step, uint32_t a, uint32_t b)
{
    return step->in->fixed != NULL && step->in->fixed[a] != 0 && step->in->fixed[b] != 0;
}

static inline hem_pair hem_ordered_pair(uint32_t a, uint32_t b)
{
    return a < b ? (hem_pair){a, b} : (hem_pair){b, a};
}

/* The ends on an axis. */
static inline hem_pair *hem_ends_on(const hem_broad_step *step, uint32_t axis)
{
    return step->parts.ends + 2u * (size_t)axis * step->broad->body_capacity;
}

/* Each body with each; the step keeps no order. */
void hem_broad_by_brute_force(hem_broad_step *step);

/* All pairs, from axes that are in order: along the one where the fewest overlap. */
void hem_broad_along_best_axis(hem_broad_step *step);

/* Puts the axes in order and finds the pairs, by what has changed if that is little enough. */
void hem_broad_by_sweep(hem_broad_step *step);

/* Sorts an axis whatever order it was in; with room for the ends of all bodies. */
void hem_broad_sort_ends(const hem_broad_step *step, uint32_t axis, hem_pair *room);

/* Forgets the order of the axes. */
void hem_broad_forget_order(hem_broad *broad, const hem_broad_parts *parts);

/* Takes a whole new list, and gives back to zero what the last one used beyond it. */
void hem_broad_take_list(hem_broad_step *step, hem_pair_list *list);

#endif

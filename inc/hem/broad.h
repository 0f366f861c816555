/* Broad phase: which bodies' boxes overlap, and so which pairs of bodies to look at (003-6, 003-7).
 *
 * Few bodies are compared each with each, four at a time. For many, the ends of all boxes are kept
 * in order on three axes from step to step; putting them right again takes little where little has
 * moved, and every pair that begins to overlap shows as two ends that change places. Both ways give
 * the same pairs in the same order.
 *
 * What is kept from step to step lies in the caller's memory and holds no pointers: a copy of its
 * bytes goes on where the original was. */
#ifndef HEM_BROAD_H
#define HEM_BROAD_H

#include "hem/arena.h"
#include "hem/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A box with its faces. Empty, and overlapping nothing, if low is above high on some axis. */
typedef struct hem_box {
    hem_vec3 low, high;
} hem_box;

typedef enum hem_broad_method {
    HEM_BROAD_AUTOMATIC, /* by the number of bodies */
    HEM_BROAD_BRUTE,     /* each with each */
    HEM_BROAD_SWEEP,     /* by what is in order on three axes */
    HEM_BROAD_METHODS
} hem_broad_method;

/* HEM_BROAD_AUTOMATIC compares each with each up to so many bodies. Measured (`make broad`). */
#define HEM_BROAD_FEW 128u

/* One row for each array that persists: name, element, count, for b bodies and p pairs.
 *
 *   ends   both ends of each box on x, then y, then z, in order: a key that sorts as the coordinate
 *              does, and the body with HEM_BROAD_HIGH for the upper end
 *   fixed  a bit a body: was it fixed in the last step?
 *   pairs  that overlapped in the last step, in ascending order */
#define HEM_BROAD_REGIONS(R, b, p)                  \
    R(ends, hem_pair, 6u * (uint64_t)(b))           \
    R(fixed, uint32_t, ((uint64_t)(b) + 31u) / 32u) \
    R(pairs, hem_pair, (uint64_t)(p))

#define HEM_BROAD_HIGH 0x80000000u

/* Read it if you like; only the library writes it. What is not used of the arrays is zero, and what
 * is follows from the last step alone: equal states are equal bytes. */
typedef struct hem_broad {
    uint32_t cookie;
    uint32_t body_capacity, pair_capacity;
    uint32_t sorted;   /* bodies whose ends are in order; 0 after a step by brute force */
    uint32_t kept;     /* pairs */
    uint32_t complete; /* 1: those are all that there are */

    struct {
#define HEM_BROAD_OFFSET(name, type, count) uint32_t name;
        HEM_BROAD_REGIONS(HEM_BROAD_OFFSET, 0, 0)
#undef HEM_BROAD_OFFSET
    } offset; /* bytes from this record to each array */
} hem_broad;

/* hem_broad_pairs(broad) and so on: the array of that name. */
#define HEM_BROAD_ACCESSOR(name, type, count)                                             \
    static inline const type *hem_broad_##name(const hem_broad *broad)                    \
    {                                                                                     \
        return (const type *)(const void *)((const uint8_t *)broad + broad->offset.name); \
    }
HEM_BROAD_REGIONS(HEM_BROAD_ACCESSOR, 0, 0)
#undef HEM_BROAD_ACCESSOR

/* The bytes of arena that hem_broad_make needs for b bodies and p pairs, and the scratch of a step
 * with b bodies: constant expressions. */
#define HEM_BROAD_REGION_BYTES(name, type, count) +HEM_ARENA_BYTES(count, sizeof(type))
#define HEM_BROAD_BYTES(b, p) \
    (HEM_ARENA_BYTES(1u, sizeof(hem_broad)) HEM_BROAD_REGIONS(HEM_BROAD_REGION_BYTES, b, p))
#define HEM_BROAD_SCRATCH_BYTES(b)            \
    (HEM_ARENA_BYTES(b, 8u * sizeof(float)) + \
     HEM_ARENA_BYTES((uint64_t)(b) + 4u, 6u * sizeof(float)))

/* The same figures at run time; 0 where hem_broad_make refuses. Constant time. */
uint32_t hem_broad_bytes(uint32_t body_capacity, uint32_t pair_capacity);
uint32_t hem_broad_scratch_bytes(uint32_t body_count);

/* Takes the memory for so many bodies and pairs from the arena; there are none yet. No pairs at all
 * is allowed: then they are only counted.
 *
 * Linear in the memory. HEM_OK; HEM_NULL; HEM_BAD_CAPACITY (no bodies, or 4 GiB are passed);
 * HEM_ALIASED (arena or outputs lie in the arena's free part); HEM_BLOCK_TOO_SMALL (detail: bytes
 * needed). When refused, the arena is as it was. `detail` may be null. */
hem_status hem_broad_make(hem_arena *arena, uint32_t body_capacity, uint32_t pair_capacity,
                          hem_broad **out, hem_detail *detail);

/* Forgets all bodies and pairs, as after hem_broad_make. Never needed for right answers; it spares
 * putting in order what has no order left. Linear in the bodies and pairs of the last step. HEM_OK;
 * HEM_NULL; HEM_BAD_DEFINITION (not made by hem_broad_make). */
hem_status hem_broad_reset(hem_broad *broad);

typedef struct hem_broad_in {
    const hem_box *boxes; /* of each body; empty for a body that is not there */
    uint32_t count;       /* may differ from step to step, and so may the bodies */
    const hem_box *loose; /* null, or of each body a box that the caller promises to hold it. It is
                           * taken instead, unless it does not hold the body's own box. A body
                           * without a promise gives its own box again; a body whose own box is not
                           * known gives an empty one, and its promise is believed */
    const uint8_t *fixed; /* null, or of each body 1 if it is fixed; two such are never paired */
    float epsilon;        /* boxes at most so far apart on every axis count as overlapping */
    hem_broad_method method;
    hem_arena *scratch; /* HEM_BROAD_SCRATCH_BYTES(count); given back when the call returns */
} hem_broad_in;

typedef struct hem_broad_out {
    uint32_t count;        /* pairs that overlap, those left out included; stops at 2^32 - 1 */
    uint32_t kept;         /* pairs stored: the smallest */
    uint32_t method;       /* that was used */
    uint32_t afresh;       /* 1: all pairs were looked for anew, not only what changed */
    uint32_t swaps;        /* of ends, to put the axes in order; stops at 2^32 - 1 */
    uint32_t sorts;        /* axes that were too far out of order and were sorted as a whole */
    uint32_t broken;       /* loose boxes that do not hold their body; its own box was taken */
    uint32_t first_broken; /* the first such body, or HEM_NONE */
    uint64_t box_tests;    /* pairs of boxes compared */
    hem_detail detail;     /* what a refusal was about: body, bytes or bodies */
} hem_broad_out;

/* Finds the pairs of bodies whose boxes overlap; touching counts. They stand in
 * hem_broad_pairs(broad), out->kept of them, in ascending order, the smaller body first in each.
 * Where there are more than fit, the smallest are kept and the rest is counted; the next step then
 * looks for all of them again. With epsilon above 0 no pair that close is missed, and besides
 * only such as are apart by what rounds to it.
 *
 * Time, each with each: n^2. By sweep: n + swaps + pairs; swaps come to 20 n an axis at most. Where
 * more would be needed, the axis is sorted in linear time and all pairs are looked for anew: n +
 * the pairs that overlap on the best of the three axes.
 *
 * HEM_OK; HEM_LIMITED (pairs were left out); HEM_NULL; HEM_BAD_DEFINITION (state not made by
 * hem_broad_make, no such method); HEM_FULL_BODIES (more than the state has room for; detail: how
 * many); HEM_NOT_FINITE (epsilon, or a box or loose box; detail: the body); HEM_OUT_OF_RANGE
 * (epsilon below 0); HEM_ALIASED (what is read lies in the state, in the free part of the scratch
 * or in `out`, or these overlap); HEM_FULL_SCRATCH (detail: bytes needed). When refused, the state
 * is as it was; `out` is written unless the status is HEM_NULL, HEM_BAD_DEFINITION or HEM_ALIASED.
 */
hem_status hem_broad_update(hem_broad *broad, const hem_broad_in *in, hem_broad_out *out);

/* The box around a body's tree, as it was last fitted: tight for trees of 6, 14 and 18 directions,
 * somewhat larger for 8. Empty for null. Constant time. */
hem_box hem_box_of_tree(const hem_tree *tree);

/* Does a box hold another? An empty one is held by any. False for null, and for NaN where neither
 * is empty. Constant time. */
bool hem_box_holds(const hem_box *outer, const hem_box *inner);

typedef struct hem_loose_out {
    uint32_t outside; /* vertices outside the loose box */
    uint32_t first;   /* the first of them, or HEM_NONE; when refused, the one that is not finite */
    hem_box fitted;   /* the smallest box around all vertices */
} hem_loose_out;

/* Looks whether a promise holds: do all vertices lie in or on a body's loose box?
 *
 * Linear time. HEM_OK; HEM_LIMITED (some lie outside); HEM_NULL; HEM_BAD_COUNT (no vertices);
 * HEM_NOT_FINITE (the loose box, or a vertex, see `first`). `out` is written unless the status is
 * HEM_NULL or HEM_BAD_COUNT. */
hem_status hem_loose_box_check(const hem_box *loose, const hem_vec3 *positions,
                               uint32_t vertex_count, hem_loose_out *out);

#ifdef __cplusplus
}
#endif

#endif

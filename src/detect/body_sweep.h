/* Pairs of bodies whose boxes overlap, one after the other, without a list of them: bodies in the
 * order in which they begin along x, each with those that begin before it ends. */
#ifndef HEM_DETECT_BODY_SWEEP_H
#define HEM_DETECT_BODY_SWEEP_H

#include "hem/arena.h"
#include "hem/broad.h"

typedef struct hem_body_sweep {
    hem_box *boxes;  /* of the bodies, set by the caller before it starts */
    hem_pair *order; /* a key for where a box begins, and the body */
    uint32_t count;
    float epsilon;
    uint32_t first, second; /* places in the order */
} hem_body_sweep;

uint64_t hem_body_sweep_bytes(uint32_t count);
void hem_body_sweep_take(hem_body_sweep *sweep, uint32_t count, hem_arena *scratch);

/* Begins, with boxes set; those closer than epsilon overlap. n log n. */
void hem_body_sweep_start(hem_body_sweep *sweep, float epsilon);

/* The next pair, the smaller number first; false when there are no more. */
bool hem_body_sweep_next(hem_body_sweep *sweep, hem_pair *pair);

#endif

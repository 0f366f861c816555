/* Velocity constraint at one contact, with stiction: the kernel of hem_repel. */
#ifndef HEM_RESPOND_REPEL_H
#define HEM_RESPOND_REPEL_H

#include "respond/lever.h"

/* What was done; bits, the first two may both be set. */
enum {
    HEM_REPEL_PUSHED = 1,    /* an impulse along the normal */
    HEM_REPEL_STUCK = 2,     /* slip ended within the stiction band */
    HEM_REPEL_DEEP = 4,      /* nothing: too deep */
    HEM_REPEL_IMMOVABLE = 8, /* nothing: neither point can be moved */
};

typedef struct hem_repel_done {
    uint32_t what;
    float change; /* of the speed along the normal */
} hem_repel_done;

/* Changes the velocities of the contact's vertices; nothing is checked. About 150 operations.
 * `press` is all the approach that this contact was met with, 0 before the first sweep: what was
 * pressed together keeps its aim, however little of the approach is left in later sweeps. */
hem_repel_done hem_repel_contact(const hem_motion *motion, const hem_impact *contact,
                                 hem_touch touch, const hem_repel_def *def, float *press);

#endif

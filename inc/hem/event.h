/* Events: what happened between the bodies of a world in a step. See hem_world_events. */
#ifndef HEM_EVENT_H
#define HEM_EVENT_H

#include "hem/impacts.h"
#include "hem/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hem_event_kind {
    HEM_EVENT_BEGAN,  /* two bodies, or two parts of one, touch and did not in the step before */
    HEM_EVENT_STAYED, /* they still do */
    HEM_EVENT_ENDED,  /* they did in the step before */
    HEM_EVENT_HELD,   /* vertices of a body were put back to where they started */
} hem_event_kind;

/* What happened in a step, 100 bytes. Bodies touch when a hit was found on their way, or when they
 * would come nearer than their thickness; and then as long as they have contacts. */
typedef struct hem_event {
    hem_body first, second; /* by their slots; the same for a body with itself; second is null for
                             * HEM_EVENT_HELD. Of what ended, either may have been removed */
    uint32_t kind;          /* a hem_event_kind */
    uint32_t steps;         /* that they have touched, this one not counted */
    uint32_t contacts;      /* at the start of the step */
    uint32_t hits;          /* found on the way, each once a pass */
    uint32_t pinched;       /* of the hits that were left in the end */
    uint32_t held;          /* vertices, for HEM_EVENT_HELD */
    float speed;        /* m/s: the fastest approach of a contact or hit, before any answer; what
                         * lies still approaches by what gravity adds in a step */
    hem_impact fastest; /* which one that was: vertices over all bodies, weights, normal, and
                         * the time in the step, 0 for a contact */
} hem_event;

#ifdef __cplusplus
}
#endif

#endif

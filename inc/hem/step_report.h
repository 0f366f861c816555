/* What a step of a world tells: what each phase took and left, how much of each buffer was used,
 * and what came of the step. Plain numbers; times apart, the same on every machine. */
#ifndef HEM_STEP_REPORT_H
#define HEM_STEP_REPORT_H

#include "hem/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hem_phase {
    HEM_PHASE_PROXIMITY,
    HEM_PHASE_INTEGRATE, /* of hem_step: its passes are iterations */
    HEM_PHASE_REPEL,
    HEM_PHASE_IMPACT,
    HEM_PHASE_ZONE,
    HEM_PHASE_HOLD,
    HEM_PHASE_COMMIT,
    HEM_PHASES
} hem_phase;

typedef struct hem_phase_report {
    uint32_t microseconds; /* by the port's clock */
    uint32_t passes;       /* passes or sweeps */
    uint32_t peak;         /* the most that any step of the world has taken */
    uint32_t limit;        /* of them */
    uint32_t undone;     /* what was left when they ran out, or when a limit of 0 or missing scratch
                          * skipped the phase: contacts of proximity and repel, bodies of integrate,
                          * which only fell, hits of impact, zone and hold */
    uint32_t sweeps;     /* of impact and zone: the most in one of the passes; of integrate, whose
                          * passes are iterations: the solves that these were for */
    uint32_t sweep_peak; /* the most in any step of the world */
    uint32_t sweep_limit;  /* of them */
    uint32_t unsettled;    /* what may have had more to do when sweeps or iterations ran out:
                            * contacts that the last sweep of repel pushed, the solve of integrate
                            * (also where it led a vertex nowhere), passes of impact, zones */
    uint64_t tests;        /* feature pairs tested */
    uint64_t volume_tests; /* pairs of volumes compared */
    uint64_t hash;         /* of velocities and ends after it */
} hem_phase_report;

/* A buffer: used or asked for in this step, the most ever, how much there is, and what did not fit
 * (of scratch: how many bytes would have). Of events, contacts and hits are counted that there was
 * no event for. Bodies and what they consist of do not change in a step: where they do not fit,
 * hem_add_body is refused. */
typedef struct hem_use {
    uint32_t used, peak, capacity, left_out;
} hem_use;

/* The buffers whose use is reported: regions by their entries, met_impacts as what the
 * contacts leave of their room, zone_impacts and tangled_pairs as parts of the scratch, trees and
 * scratch by bytes. */
#define HEM_BUFFERS(B) \
    B(bodies)          \
    B(vertices)        \
    B(triangles)       \
    B(edges)           \
    B(orphans)         \
    B(trees)           \
    B(contacts)        \
    B(met_impacts)     \
    B(zone_impacts)    \
    B(tangled_pairs)   \
    B(events)          \
    B(cloth_triangles) \
    B(scratch)

typedef struct hem_report {
    hem_phase_report phase[HEM_PHASES];
#define HEM_BUFFER_USE(name) hem_use name;
    HEM_BUFFERS(HEM_BUFFER_USE)
#undef HEM_BUFFER_USE
    uint32_t tangled;  /* edges through faces, at the start */
    uint32_t touching; /* edges in exact contact with faces, at the start */
    uint32_t exempt;   /* contacts and hits, in all passes, that were let through because of it */
    uint32_t hits;     /* in all passes; such as come after others of all their vertices may not be
                        * found */
    uint32_t impacts;  /* answered by impulses */
    uint32_t zones;
    uint32_t rigid_zones;   /* of those, made rigid: inelastic ones had left hits */
    uint32_t held_vertices; /* put back to where they started */
    uint32_t held_bodies;   /* of which all vertices were */
    uint32_t pins_held;     /* pinned vertices among them */
    uint32_t pinched;       /* pairs that still meet, of held vertices and a kinematic body */
    uint32_t nonfinite;     /* vertices found that velocities or an answer led nowhere: out of the
                             * domain, or to no number; all of their bodies was held */
    /* Of hem_step: the error that its last solve left in the velocities, as a part of what the
     * first began with, and in m/s, the root of its mean by mass. Where integrate is not unsettled,
     * one is at most 0.001 or the other 0.000001; otherwise this is by how much the iterations were
     * too few. Both are 0 where nothing was solved (see `undone` of integrate), and not finite
     * where the solve overflowed. */
    float solve_error, solve_speed;
    hem_detail detail; /* of a refusal, HEM_TOO_FAST: the vertex; HEM_NONE otherwise */
    hem_body refused;  /* and its body; null otherwise */
} hem_report;

#ifdef __cplusplus
}
#endif

#endif

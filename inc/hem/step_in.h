/* What a step of a world is told: its length, its bounds, gravity and wind, and settings. */
#ifndef HEM_STEP_IN_H
#define HEM_STEP_IN_H

#include "hem/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bounds of a step. Where one is 0, that phase is skipped; what it had to do is left, and the
 * report says how much. */
typedef struct hem_limits {
    uint32_t repel_sweeps;     /* over the contacts */
    uint32_t impact_passes;    /* earliest hits and impulses; after 16 of them gaps may narrow */
    uint32_t impact_sweeps;    /* over all contacts and impacts met so far, in each pass */
    uint32_t zone_passes;      /* inelastic zones in a quarter of them, then rigid ones */
    uint32_t zone_sweeps;      /* of an inelastic zone */
    uint32_t hold_passes;      /* before whole bodies are held */
    uint32_t cloth_passes;     /* of hem_step: solves, each from where the one before has led; at
                                * most 16; 1 counts as 2, for what contacts do is judged afterwards */
    uint32_t cloth_iterations; /* in all of them together */
} hem_limits;

/* What keeps cloth off solids: bodies that do not deform. */
typedef enum hem_solid_features {
    HEM_SOLID_ALL_FEATURES, /* faces, edges and vertices of both */
    HEM_SOLID_FACES_ONLY,   /* vertices of cloth and faces of solids only (004-3), for comparisons:
                             * edges and corners of solids pass through cloth, and nothing is
                             * promised but between bodies that deform */
} hem_solid_features;

/* How hem_step opens gaps between cloth and cloth that are narrower than the thickness. Those
 * between vertices of cloth and solids are opened by shifts in any case (004-5). */
typedef enum hem_cloth_gaps {
    HEM_GAPS_BY_SPRINGS, /* by velocities, a part in each step; layers come to rest */
    HEM_GAPS_BY_SHIFTS,  /* by as much, beside velocities; layers stay in motion */
} hem_cloth_gaps;

typedef struct hem_step_in {
    uint32_t cookie; /* set by hem_default_step_in */
    float dt;        /* seconds */
    hem_limits limits;
    hem_vec3 gravity, wind; /* m/s^2 and m/s, of hem_step; default 9.81 along -z, and none */

    uint32_t solid_features; /* a hem_solid_features; default HEM_SOLID_ALL_FEATURES */
    uint32_t cloth_gaps;     /* a hem_cloth_gaps; default HEM_GAPS_BY_SPRINGS */

    /* For comparisons (000-24), as in hem_impacts_in: slower, with the same result. */
    bool unmarked;   /* every continuous pass looks at everything */
    bool every_pair; /* and tests features in every pair of triangles that has them */
    bool no_volumes; /* whatever their own volumes say */
} hem_step_in;

/* Limits that suit cloth. */
hem_step_in hem_default_step_in(float dt);

#ifdef __cplusplus
}
#endif

#endif

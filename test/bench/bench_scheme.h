/* The scheme of 000-18 and 000-19 as the paper has it: each pass finds the earliest hits, those
 * that share no vertex are answered by one simple impulse each, and the next pass looks again. And
 * the settings that its Table 2 compares. */
#ifndef HEM_BENCH_SCHEME_H
#define HEM_BENCH_SCHEME_H

#include "hem/impacts.h"

typedef enum bench_setting {
    BENCH_DEFAULT, /* features are tested in every pair of triangles around them */
    BENCH_NR,      /* each once (000-8) */
    BENCH_PBV,     /* and only where their own volumes overlap (000-9) */
    BENCH_MARKING, /* and only where something has changed since the last pass (000-20) */
    BENCH_SETTINGS
} bench_setting;

extern const char *const bench_setting_names[BENCH_SETTINGS];

/* Are feature pairs tested in lanes, four at a time, or one by one, as in the paper? */
typedef enum bench_tests { BENCH_IN_LANES, BENCH_ONE_BY_ONE, BENCH_TESTS } bench_tests;

/* The same setting for whoever has these switches. */
#define BENCH_SET(in, setting)                                                                   \
    ((in)->unmarked = (setting) != BENCH_MARKING, (in)->every_pair = (setting) == BENCH_DEFAULT, \
     (in)->no_volumes = (setting) == BENCH_DEFAULT || (setting) == BENCH_NR)

/* Passes at most. */
#define BENCH_SCHEME_PASSES 120u

typedef struct bench_scheme {
    const hem_moving_body *bodies;
    uint32_t body_count;
    const hem_vec3 *start;
    hem_vec3 *end, *velocity; /* of all vertices; changed */
    const float *inverse_mass;
    uint32_t vertex_count;
    float dt;
    hem_arena *scratch; /* hem_impacts_bytes */
} bench_scheme;

typedef struct bench_scheme_cost {
    uint64_t evaluations, collisions, refit, visited;
    double seconds; /* of the passes */
    uint32_t passes;
    hem_status status; /* HEM_OK: nothing hits any more */
    uint64_t hash;     /* of the ends */
} bench_scheme_cost;

static inline double bench_scheme_work(const bench_scheme_cost *of)
{
    return (double)(of->evaluations + of->refit + of->visited);
}

bench_scheme_cost bench_scheme_run(const bench_scheme *motion, bench_setting as, bench_tests tests);

uint64_t bench_hash_points(const hem_vec3 *points, uint32_t count);

/* The value that so many of a hundred do not exceed; the values are put in order. */
double bench_percentile(double *values, uint32_t count, uint32_t percent);

#endif

/* Passes and simple impulses: see bench_scheme.h. */
#include "bench_scheme.h"

#include "base/vec3.h"
#include "bench_moving.h"
#include "plain_impulse.h"

#include <stdlib.h>
#include <string.h>

#define PUSHED 24u     /* passes that answer by impulses; in later ones, what hits settles */
#define EXTRA  0.0005f /* metres a second */

const char *const bench_setting_names[BENCH_SETTINGS] = {"Default", "NR", "PBV", "marking"};

/* What a vertex of cloth has come to in the later passes of a step: it stands still, or goes along
 * with a body that nothing stops. */
enum { FREE, STANDS, FOLLOWS };

static bool leads(const bench_scheme *motion, const uint8_t *fate, uint32_t v)
{
    hem_vec3 speed = motion->velocity[v];
    return motion->inverse_mass[v] > 0.0f ? fate[v] == FOLLOWS : hem_dot(speed, speed) > 0.0f;
}

/* The vertices of a hit follow those that lead, or stand still. Each does so once, so this comes to
 * an end, unless cloth is caught between two that lead it apart. */
static void settle(const bench_scheme *motion, uint8_t *fate, const hem_impact *hit)
{
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    uint32_t count = 0;
    for (uint32_t k = 0; k < 4; k++) {
        if (leads(motion, fate, hit->vertex[k])) {
            sum = hem_add(sum, motion->velocity[hit->vertex[k]]);
            count++;
        }
    }
    hem_vec3 velocity = count > 0 ? hem_scale(1.0f / (float)count, sum) : sum;
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t v = hit->vertex[k];
        if (motion->inverse_mass[v] > 0.0f) {
            motion->velocity[v] = velocity;
            fate[v] = count > 0 ? FOLLOWS : STANDS;
        }
    }
}

static void answer(const bench_scheme *motion, uint8_t *fate, const hem_impacts *impacts)
{
    for (uint32_t i = 0; i < impacts->count; i++) {
        if (impacts->pass <= PUSHED) {
            plain_impulse(&impacts->hits[i], motion->inverse_mass, EXTRA, motion->velocity);
        } else {
            settle(motion, fate, &impacts->hits[i]);
        }
    }
}

uint64_t bench_hash_points(const hem_vec3 *points, uint32_t count)
{
    const uint8_t *bytes = (const uint8_t *)points;
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < count * sizeof *points; i++) {
        hash = (hash ^ bytes[i]) * 0x100000001B3u;
    }
    return hash;
}

bench_scheme_cost bench_scheme_run(const bench_scheme *motion, bench_setting as, bench_tests tests)
{
    hem_impacts impacts;
    hem_impacts_in in = {.bodies = motion->bodies,
                         .body_count = motion->body_count,
                         .start = motion->start,
                         .end = motion->end,
                         .velocity = motion->velocity,
                         .inverse_mass = motion->inverse_mass,
                         .vertex_count = motion->vertex_count,
                         .dt = motion->dt,
                         .pass_limit = BENCH_SCHEME_PASSES,
                         .one_by_one = tests == BENCH_ONE_BY_ONE,
                         .scratch = motion->scratch};
    bench_scheme_cost out = {.seconds = 0.0};
    uint8_t *fate = bench_take(motion->vertex_count, 1);
    BENCH_SET(&in, as);
    double begin = bench_seconds();
    bench_need(hem_impacts_start(&impacts, &in));
    out.status = hem_impacts_pass(&impacts);
    out.seconds += bench_seconds() - begin;
    while (out.status == HEM_LIMITED && impacts.count > 0) {
        answer(motion, fate, &impacts);
        begin = bench_seconds();
        out.status = hem_impacts_pass(&impacts);
        out.seconds += bench_seconds() - begin;
    }
    bench_need(out.status);
    out.evaluations = impacts.vertex_face_tests + impacts.edge_edge_tests;
    out.collisions = impacts.collisions;
    out.refit = impacts.volumes_fitted;
    out.visited = impacts.volume_tests;
    out.passes = impacts.pass;
    out.hash = bench_hash_points(motion->end, motion->vertex_count);
    hem_impacts_end(&impacts);
    free(fate);
    return out;
}

static int by_size(const void *first, const void *second)
{
    double a = *(const double *)first, b = *(const double *)second;
    return (a > b) - (a < b);
}

double bench_percentile(double *values, uint32_t count, uint32_t percent)
{
    qsort(values, count, sizeof *values, by_size);
    uint32_t at = (percent * count + 99u) / 100u;
    return values[at > 0 ? at - 1u : 0];
}

/* `make marking`: what leaving out redundant tests (000-8), volumes around vertices and edges
 * (000-9) and marks (000-20) gain in the passes of a step, on the pile at rest, the sheets on the
 * tumbling torus and the garment, as the scene moves it and pressed at swaying hips. Prints tables,
 * and writes marking.json.
 *
 *     bench_marking REPORT.json
 *
 * Every setting takes the same candidate motion of the same step to the same end; where the ends
 * differ, the exit status is 1. A step's cost is counted in evaluations and in volumes fitted and
 * compared, the same on every machine; times are processor time of the passes, with feature pairs
 * tested in lanes of four, and again one by one, as a paper's program does. Of the pile at rest
 * also: evaluations for each pair of features closer than the thickness (000-22). */
#include "bench_cloth.h"
#include "bench_scheme.h"
#include "bench_target.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 128u
#define ROWS  40u

/* What is measured: so many steps, from a step on, each `every` steps. */
typedef struct plan {
    scene_id id;
    uint32_t first, every, count;
    double paper_pbv, paper_marking; /* Table 2, as ratios */
    bool pressed;                    /* moved as in bench_hips.h */
} plan;

static const plan plans[] = {
    {SCENE_E2_PILE, 120, 2, 40, 2.98, 1.02, false},
    {SCENE_E3_TORUS, 84, 3, 40, 2.53, 1.36, false},
    {SCENE_E4_GARMENT, 2, 2, 40, 2.70, 4.21, false},
    {SCENE_E4_GARMENT, 2, 2, 40, 2.70, 4.21, true},
};

typedef struct row {
    char scene[24];
    const char *setting, *by;
    uint64_t tests, collisions, refit, visited, hash;
    uint32_t open; /* steps that ran out of passes before they were clear */
    double passes; /* a step */
    double p50, p99, ms, ms_p50, ms_p99, work, ratio, work_ratio;
} row;

static row rows[ROWS];
static uint32_t row_count, failed;

/* ---- one step ---- */

static bench_scheme_cost pass_all(bench_cloth *cloth, bench_setting as, bench_tests tests,
                                  hem_arena *scratch)
{
    const bench_scheme motion = {.bodies = cloth->moving,
                                 .body_count = cloth->info.body_count,
                                 .start = cloth->start,
                                 .end = cloth->end,
                                 .velocity = cloth->velocity,
                                 .inverse_mass = cloth->inverse_mass,
                                 .vertex_count = cloth->vertex_count,
                                 .dt = cloth->info.dt,
                                 .scratch = scratch};
    return bench_scheme_run(&motion, as, tests);
}

/* What a step costs in each setting. */
typedef bench_scheme_cost step_costs[BENCH_TESTS][BENCH_SETTINGS];

/* A step in all settings, each from the same candidate motion, or only in the last one, which
 * stays. */
static void step(bench_cloth *cloth, bool measured, hem_arena *scratch, step_costs costs)
{
    static hem_vec3 *ends, *velocities;
    size_t bytes = cloth->vertex_count * sizeof *ends;
    ends = realloc(ends, bytes);
    velocities = realloc(velocities, bytes);
    bench_cloth_predict(cloth);
    memcpy(ends, cloth->end, bytes);
    memcpy(velocities, cloth->velocity, bytes);
    for (uint32_t i = 0; i < (uint32_t)BENCH_TESTS * BENCH_SETTINGS; i++) {
        uint32_t tests = BENCH_TESTS - 1u - i / BENCH_SETTINGS, as = i % BENCH_SETTINGS;
        if (measured || (tests == BENCH_IN_LANES && as == BENCH_MARKING)) {
            memcpy(cloth->end, ends, bytes);
            memcpy(cloth->velocity, velocities, bytes);
            costs[tests][as] = pass_all(cloth, (bench_setting)as, (bench_tests)tests, scratch);
        }
    }
    bench_cloth_commit(cloth);
}

/* ---- a scene ---- */

static void add_row(const bench_cloth *cloth, bench_tests tests, bench_setting as,
                    const step_costs *costs, uint32_t count)
{
    static const char *const names[BENCH_TESTS] = {"lanes", "one by one"};
    double work[STEPS], ms[STEPS];
    row *out = &rows[row_count++];
    *out =
        (row){.setting = bench_setting_names[as], .by = names[tests], .hash = 0xCBF29CE484222325u};
    snprintf(out->scene, sizeof out->scene, "%s", cloth->info.name);
    for (uint32_t i = 0; i < count; i++) {
        const bench_scheme_cost *at = &costs[i][tests][as];
        work[i] = bench_scheme_work(at);
        ms[i] = 1e3 * at->seconds;
        out->tests += at->evaluations;
        out->collisions += at->collisions;
        out->refit += at->refit;
        out->visited += at->visited;
        out->passes += (double)at->passes / count;
        out->open += at->status != HEM_OK;
        out->hash = (out->hash ^ at->hash) * 0x100000001B3u;
        out->work += work[i] / count;
        out->ms += ms[i] / count;
        failed += at->hash != costs[i][BENCH_IN_LANES][BENCH_MARKING].hash;
    }
    out->p50 = bench_percentile(work, count, 50);
    out->p99 = bench_percentile(work, count, 99);
    out->ms_p50 = bench_percentile(ms, count, 50);
    out->ms_p99 = bench_percentile(ms, count, 99);
}

/* How often what stands before goes into this: Default into PBV, PBV into marking. */
static void set_ratios(row *of)
{
    static const bench_setting base[BENCH_SETTINGS] = {BENCH_DEFAULT, BENCH_DEFAULT, BENCH_DEFAULT,
                                                       BENCH_PBV};
    for (uint32_t as = 0; as < BENCH_SETTINGS; as++) {
        of[as].ratio = of[base[as]].ms / of[as].ms;
        of[as].work_ratio = of[base[as]].work / of[as].work;
    }
}

/* The pile as it lies: what proximity evaluates for each pair that is close. */
static void measure_near(bench_cloth *cloth)
{
    double begin = bench_seconds();
    bench_cloth_near(cloth);
    double ms = 1e3 * (bench_seconds() - begin);
    const hem_proximity_out *near = &cloth->near;
    uint64_t tests[2] = {15u * (uint64_t)near->pair_tests,
                         (uint64_t)near->vertex_face_tests + near->edge_edge_tests};
    for (uint32_t i = 0; i < 2; i++) {
        row *out = &rows[row_count++];
        *out =
            (row){.setting = i == 0 ? "near, all pairs" : "near", .by = "lanes", .tests = tests[i]};
        snprintf(out->scene, sizeof out->scene, "%s", cloth->info.name);
        out->collisions = near->kept;
        out->visited = near->volume_tests;
        out->hash = bench_hash_points(cloth->start, cloth->vertex_count);
        out->p50 = out->p99 = out->work = (double)(tests[i] + near->volume_tests);
        out->ms = out->ms_p50 = out->ms_p99 = ms;
        out->ratio = out->work_ratio = (double)tests[0] / (double)tests[i];
    }
}

static void measure(const plan *of)
{
    static step_costs costs[STEPS], skipped;
    bench_cloth cloth = of->pressed ? bench_cloth_make_pressed() : bench_cloth_make(of->id);
    hem_arena scratch =
        bench_arena(hem_impacts_bytes(cloth.moving, cloth.info.body_count, cloth.vertex_count));
    uint32_t taken = 0, open = 0;
    for (uint32_t i = 0; taken < of->count; i++) {
        bool measured = i >= of->first && (i - of->first) % of->every == 0;
        step_costs *to = measured ? &costs[taken] : &skipped;
        step(&cloth, measured, &scratch, *to);
        taken += measured;
        open += (*to)[BENCH_IN_LANES][BENCH_MARKING].status != HEM_OK;
    }
    row *first = &rows[row_count];
    for (uint32_t i = 0; i < (uint32_t)BENCH_TESTS * BENCH_SETTINGS; i++) {
        add_row(&cloth, (bench_tests)(i / BENCH_SETTINGS), (bench_setting)(i % BENCH_SETTINGS),
                costs, taken);
    }
    set_ratios(first);
    set_ratios(first + BENCH_SETTINGS);
    printf("%s, %s: %" PRIu32 " vertices, %" PRIu32 " triangles; %" PRIu32 " steps, %.1f passes a "
           "step, %.0f collisions a step; %" PRIu32 " steps of %" PRIu32
           " not clear in %u passes\n",
           cloth.info.name, cloth.info.title, cloth.vertex_count, cloth.info.triangle_count, taken,
           first[BENCH_MARKING].passes, (double)first[BENCH_MARKING].collisions / taken, open,
           cloth.step, BENCH_SCHEME_PASSES);
    printf("  PBV %.2f times by time, %.2f with tests one by one, %.2f by work (paper %.2f); "
           "marking %.2f by time, %.2f by work (paper %.2f)\n",
           first[BENCH_PBV].ratio, first[BENCH_SETTINGS + BENCH_PBV].ratio,
           first[BENCH_PBV].work_ratio, of->paper_pbv, first[BENCH_MARKING].ratio,
           first[BENCH_MARKING].work_ratio, of->paper_marking);
    if (of->id == SCENE_E2_PILE) {
        measure_near(&cloth);
        const row *near = &rows[row_count - 1u];
        printf("  At rest, features closer than %.0f mm: %.2f evaluations for each of %" PRIu64
               " (paper 4.4)\n",
               1e3 * (double)cloth.info.thickness, (double)near->tests / (double)near->collisions,
               near->collisions);
    }
}

static int write_report(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fprintf(file, "{\"schema\":1,\"command\":\"make marking\",\"target\":\"%s\",\"rows\":[",
            BENCH_TARGET);
    for (uint32_t i = 0; i < row_count; i++) {
        const row *at = &rows[i];
        fprintf(file,
                "%s\n{\"scene\":\"%s\",\"setting\":\"%s\",\"by\":\"%s\",\"tests\":%" PRIu64
                ",\"collisions\":%" PRIu64 ",\"nodes_refit\":%" PRIu64 ",\"nodes_visited\":%" PRIu64
                ",\"passes\":%.2f,\"open\":%" PRIu32
                ",\"p50\":%.0f,\"p99\":%.0f,\"hash\":\"%016" PRIx64
                "\",\"ms\":%.4f,\"ms_p50\":%.4f,\"ms_p99\":%.4f,\"ratio\":%.3f,"
                "\"work_ratio\":%.3f}",
                i == 0 ? "" : ",", at->scene, at->setting, at->by, at->tests, at->collisions,
                at->refit, at->visited, at->passes, at->open, at->p50, at->p99, at->hash, at->ms,
                at->ms_p50, at->ms_p99, at->ratio, at->work_ratio);
    }
    fprintf(file, "\n],\"failed\":%" PRIu32 "}\n", failed);
    return fclose(file) == 0 ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    for (uint32_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        measure(&plans[i]);
    }
    printf("\n%-10s %-16s %-10s %12s %10s %11s %12s %11s %11s %8s %9s %9s %7s %7s\n", "scene",
           "setting", "by", "tests", "hits", "refit", "visited", "p50", "p99", "p99/p50", "ms",
           "ms p99", "by time", "by work");
    for (uint32_t i = 0; i < row_count; i++) {
        const row *at = &rows[i];
        printf("%-10s %-16s %-10s %12" PRIu64 " %10" PRIu64 " %11" PRIu64 " %12" PRIu64
               " %11.0f %11.0f %8.2f %9.3f %9.3f %7.2f %7.2f\n",
               at->scene, at->setting, at->by, at->tests, at->collisions, at->refit, at->visited,
               at->p50, at->p99, at->p99 / at->p50, at->ms, at->ms_p99, at->ratio, at->work_ratio);
    }
    printf("Tests, hits and volumes of all steps measured; p50, p99 and ms of a step. By time and "
           "by work: NR and PBV against Default, marking against PBV. %s.\n",
           BENCH_TARGET);
    if (failed > 0) {
        printf("%" PRIu32 " steps end otherwise than with marks.\n", failed);
    }
    int written = argument_count > 1 ? write_report(arguments[1]) : 0;
    return failed > 0 ? 1 : written;
}

/* `make table2`: Table 2 of 000 with the real response: what volumes around vertices and edges
 * (000-9) and marks (000-20) gain in the continuous passes of whole steps (hem_resolve), on the
 * pile, the sheets on the tumbling torus and the garment. Prints a table, and writes table2.json.
 *
 *     bench_table2 REPORT.json [ROUNDS]
 *
 * Every setting takes the same world, a copy of one block, through the same step; where the worlds
 * differ afterwards, the exit status is 1. Times are those of impact, zone and hold, the shortest
 * of some rounds in which the settings take turns; work is pairs of features tested and pairs of
 * volumes compared there, the same on every machine. */
#include "bench_cloth.h"
#include "bench_target.h"
#include "hem/world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS     64u
#define MOST_ROWS 16u
#define CONTACTS  20u /* a vertex */

typedef enum setting { DEFAULT, PBV, MARKING, SETTINGS } setting;

static const char *const setting_names[SETTINGS] = {"Default", "PBV", "PBV and marking"};

/* So many steps are measured, from a step on, each `every` steps. */
typedef struct plan {
    scene_id id;
    uint32_t first, every, count;
    double paper[SETTINGS]; /* Table 2: how often a setting goes into the one before; 0: none */
} plan;

static const plan plans[] = {
    {SCENE_E2_PILE, 60, 6, 20, {0.0, 2.98, 1.02}},
    {SCENE_E3_TORUS, 84, 6, 20, {0.0, 2.53, 1.36}},
    {SCENE_E4_GARMENT, 2, 3, 20, {0.0, 2.70, 4.21}},
};

/* What a step costs in one setting. */
typedef struct cost {
    double work, ms;
    uint32_t passes;
    uint64_t hash;
} cost;

typedef struct row {
    const char *scene, *setting;
    double work, ms, p50, p99, ratio, work_ratio, paper, passes;
    uint64_t hash;
} row;

static row rows[MOST_ROWS];
static uint32_t row_count, failed;

/* ---- a world over a simple cloth ---- */

typedef struct dressed {
    bench_cloth cloth;
    hem_world *world;
    uint8_t *kept; /* a copy of its block */
    hem_body *bodies;
} dressed;

static dressed make_world(scene_id id)
{
    dressed out = {.cloth = bench_cloth_make(id)};
    const bench_cloth *cloth = &out.cloth;
    uint32_t bodies = cloth->info.body_count, vertices = cloth->vertex_count;
    uint32_t triangles = cloth->info.triangle_count;
    hem_caps caps = hem_default_caps(bodies, vertices, triangles, HEM_EDGES(vertices, triangles),
                                     CONTACTS * vertices);
    uint32_t bytes = hem_world_bytes(&caps);
    void *block = bench_take(bytes, 1);
    bench_need(hem_world_init(block, bytes, &caps, &out.world));
    out.kept = bench_take(bytes, 1);
    out.bodies = bench_take(bodies, sizeof *out.bodies);
    for (uint32_t i = 0; i < bodies; i++) {
        hem_body_def def = hem_default_body_def();
        def.kind = cloth->yields[i] ? HEM_CLOTH : HEM_KINEMATIC;
        def.positions = cloth->start + cloth->moving[i].first_vertex;
        def.vertex_count = cloth->bodies[i].vertex_count;
        def.triangles = cloth->bodies[i].triangles;
        def.triangle_count = cloth->bodies[i].triangle_count;
        def.thickness = cloth->info.thickness;
        bench_need(hem_add_body(out.world, &def, &out.bodies[i], NULL));
    }
    out.cloth.bare = true;
    return out;
}

static void free_world(dressed *of)
{
    free(of->world);
    free(of->kept);
    free(of->bodies);
}

static void set_ends(const dressed *of)
{
    const bench_cloth *cloth = &of->cloth;
    for (uint32_t i = 0; i < cloth->info.body_count; i++) {
        const hem_vec3 *ends = cloth->end + cloth->moving[i].first_vertex;
        uint32_t count = cloth->bodies[i].vertex_count;
        bench_need(cloth->yields[i] ? hem_set_candidate(of->world, of->bodies[i], ends, count)
                                    : hem_set_kinematic(of->world, of->bodies[i], ends, count));
    }
}

/* Bodies stand behind each other in the world, as they do in the cloth. */
static void take_over(dressed *of)
{
    size_t bytes = of->cloth.vertex_count * sizeof(hem_vec3);
    memcpy(of->cloth.end, hem_body_positions(of->world, of->bodies[0]), bytes);
    memcpy(of->cloth.velocity, hem_body_velocities(of->world, of->bodies[0]), bytes);
    bench_cloth_commit(&of->cloth);
}

/* ---- one step ---- */

static cost resolve(const dressed *of, setting as)
{
    hem_step_in in = hem_default_step_in(of->cloth.info.dt);
    hem_report report;
    cost out = {.work = 0.0};
    in.unmarked = as != MARKING;
    in.every_pair = in.no_volumes = as == DEFAULT;
    bench_need(hem_resolve(of->world, &in, &report));
    for (uint32_t p = HEM_PHASE_IMPACT; p <= HEM_PHASE_HOLD; p++) {
        out.ms += 1e-3 * report.phase[p].microseconds;
        out.work += (double)report.phase[p].tests + (double)report.phase[p].volume_tests;
        out.passes += report.phase[p].passes;
    }
    out.hash = hem_world_hash(of->world);
    return out;
}

/* With every setting, from one block. */
static void step_all(dressed *of, uint32_t rounds, cost *costs)
{
    memcpy(of->kept, of->world, of->world->bytes);
    for (uint32_t i = 0; i < rounds * SETTINGS; i++) {
        setting as = (setting)(i % SETTINGS);
        memcpy(of->world, of->kept, of->world->bytes);
        cost now = resolve(of, as);
        if (i >= SETTINGS && costs[as].ms < now.ms) {
            now.ms = costs[as].ms;
        }
        costs[as] = now;
    }
    for (uint32_t as = 0; as < SETTINGS; as++) {
        failed += costs[as].hash != costs[MARKING].hash;
    }
}

/* ---- a scene ---- */

static int by_size(const void *first, const void *second)
{
    double a = *(const double *)first, b = *(const double *)second;
    return (a > b) - (a < b);
}

static void add_row(const char *scene, setting as, const cost (*costs)[SETTINGS], uint32_t count)
{
    double ms[STEPS];
    row *out = &rows[row_count++];
    *out = (row){.scene = scene, .setting = setting_names[as], .hash = 0xCBF29CE484222325u};
    for (uint32_t i = 0; i < count; i++) {
        const cost *at = &costs[i][as];
        ms[i] = at->ms;
        out->work += at->work / count;
        out->ms += at->ms / count;
        out->passes += (double)at->passes / count;
        out->hash = (out->hash ^ at->hash) * 0x100000001B3u;
    }
    qsort(ms, count, sizeof *ms, by_size);
    out->p50 = ms[count / 2u];
    out->p99 = ms[count * 99u / 100u];
}

static void measure(const plan *of, uint32_t rounds)
{
    static cost costs[STEPS][SETTINGS];
    dressed scene = make_world(of->id);
    uint32_t taken = 0;
    for (uint32_t i = 0; taken < of->count; i++) {
        bench_cloth_predict(&scene.cloth);
        set_ends(&scene);
        if (i >= of->first && (i - of->first) % of->every == 0) {
            step_all(&scene, rounds, costs[taken++]);
        } else {
            (void)resolve(&scene, MARKING);
        }
        take_over(&scene);
    }
    row *first = &rows[row_count];
    for (uint32_t as = 0; as < SETTINGS; as++) {
        add_row(scene.cloth.info.name, (setting)as, (const cost(*)[SETTINGS])costs, taken);
        const row *before = &first[as > 0 ? as - 1u : 0u];
        first[as].ratio = before->ms / first[as].ms;
        first[as].work_ratio = before->work / first[as].work;
        first[as].paper = of->paper[as];
    }
    free_world(&scene);
}

static int write_report(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fprintf(file, "{\"schema\":1,\"command\":\"make table2\",\"target\":\"%s\",\"rows\":[",
            BENCH_TARGET);
    for (uint32_t i = 0; i < row_count; i++) {
        const row *at = &rows[i];
        char paper[16] = "null";
        if (at->paper > 0.0) {
            snprintf(paper, sizeof paper, "%.2f", at->paper);
        }
        fprintf(file,
                "%s\n{\"table\":\"000 table 2\",\"scene\":\"%s\",\"setting\":\"%s\",\"work\":%.0f,"
                "\"ms\":%.4f,\"ratio\":%.3f,\"paper_ratio\":%s,\"work_ratio\":%.3f,\"p50\":%.4f,"
                "\"p99\":%.4f,\"passes\":%.2f,\"hash\":\"%016" PRIx64 "\"}",
                i == 0 ? "" : ",", at->scene, at->setting, at->work, at->ms, at->ratio, paper,
                at->work_ratio, at->p50, at->p99, at->passes, at->hash);
    }
    fprintf(file, "\n],\"failed\":%" PRIu32 "}\n", failed);
    return fclose(file) == 0 ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    uint32_t rounds = argument_count > 2 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 3u;
    for (uint32_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        measure(&plans[i], rounds > 0 ? rounds : 1u);
    }
    printf("%-6s %-16s %7s %12s %9s %9s %9s %8s %8s %8s %6s\n", "scene", "setting", "passes",
           "work", "ms", "p50", "p99", "p99/p50", "by time", "by work", "paper");
    for (uint32_t i = 0; i < row_count; i++) {
        const row *at = &rows[i];
        printf("%-6s %-16s %7.1f %12.0f %9.3f %9.3f %9.3f %8.2f %8.2f %8.2f %6.2f\n", at->scene,
               at->setting, at->passes, at->work, at->ms, at->p50, at->p99, at->p99 / at->p50,
               at->ratio, at->work_ratio, at->paper);
    }
    printf("A step on average; by time and by work against the setting before. %s.\n",
           BENCH_TARGET);
    if (failed > 0) {
        printf("%" PRIu32 " steps end otherwise than with marks.\n", failed);
    }
    int written = argument_count > 1 ? write_report(arguments[1]) : 0;
    return failed > 0 ? 1 : written;
}

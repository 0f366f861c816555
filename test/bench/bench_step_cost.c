/* `make step-cost`: what a whole step costs a vertex, from 1,000 vertices to 100,000. Ten sheets
 * fall on each other, as in the pile, and grow with their cells as they are; or there are more and
 * more piles beside each other. By hem_step, which simulates them, and by hem_resolve behind a
 * simulator of their own. Prints a table, and writes step_cost.json.
 *
 *     bench_step_cost REPORT.json [rounds] [vertices]    so many vertices at most, and no report
 *
 * Every step is taken `rounds` times from a copy of the block, and the shortest counts. Work is
 * counted in pairs of features tested and pairs of volumes compared, the same on every machine:
 * where it grows faster than n log n, within a factor, the exit status is 1. */
#include "../../docs/examples/own_simulator.h"
#include "bench/bench_moving.h"
#include "bench/bench_target.h"
#include "hem/world.h"
#include "scenes/noise.h"
#include "scenes/shapes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZES    5u
#define LAYERS   10u
#define PARTS    (HEM_PHASES + 2u) /* the phases, what is around them, and the whole */
#define AROUND   HEM_PHASES
#define WHOLE    (HEM_PHASES + 1u)
#define STEPS    8u
#define MEASURED 4u /* the last of them: sheets lie on each other from here on */
#define ROUNDS   1u
#define CELL     0.01f
#define GAP      0.004f
#define DT       0.01f
#define GENEROUS 2.0

static const char *const part_names[PARTS] = {
    [HEM_PHASE_PROXIMITY] = "proximity",
    [HEM_PHASE_INTEGRATE] = "integrate",
    [HEM_PHASE_REPEL] = "repel",
    [HEM_PHASE_IMPACT] = "impact",
    [HEM_PHASE_ZONE] = "zone",
    [HEM_PHASE_HOLD] = "hold",
    [HEM_PHASE_COMMIT] = "commit",
    [AROUND] = "around",
    [WHOLE] = "whole",
};

typedef struct scene {
    const char *name, *call;
    bool simulated;        /* by hem_step */
    uint32_t lines[SIZES]; /* of vertices along a side of a sheet */
    uint32_t piles[SIZES]; /* of LAYERS sheets each */
} scene;

static const scene scenes[] = {
    {"larger sheets", "hem_step", true, {10, 17, 32, 55, 100}, {1, 1, 1, 1, 1}},
    {"more piles", "hem_step", true, {10, 10, 10, 10, 10}, {1, 3, 10, 30, 100}},
    {"larger sheets", "hem_resolve", false, {10, 17, 32, 55, 100}, {1, 1, 1, 1, 1}},
    {"more piles", "hem_resolve", false, {10, 10, 10, 10, 10}, {1, 3, 10, 30, 100}},
};

typedef struct row {
    const char *scene, *call;
    uint32_t vertices, part, passes;
    double ns, work, bytes; /* a vertex */
    bool grows_too_fast;
} row;

static row rows[sizeof scenes / sizeof scenes[0] * SIZES * PARTS];
static uint32_t row_count, failed;

/* ---- sheets over a floor ---- */

typedef struct trial {
    bool simulated;
    uint32_t lines, piles, sheets, vertices, triangles;
    hem_vec3 *positions, *velocities, *candidates, *before; /* of all sheets */
    float *masses, *weights;
    uint32_t *chains, *indices; /* indices of one sheet: all are alike */
    own_link *links;
    own_simulator *cloth;
    hem_body *bodies;
    hem_world *world;
    uint8_t *copy; /* of the block */
    double seconds[PARTS];
    uint64_t work[PARTS];
    uint32_t passes[PARTS];
    uint32_t contacts, left_out, hits, impacts, held;
} trial;

/* Pushed aside by up to 0.4 of a cell, so that no two sheets lie edge on edge. */
static float aside(uint32_t sheet, int32_t axis)
{
    uint32_t hash = scene_hash((int32_t)sheet, axis, 0, 0, 0x57E9u);
    return 0.4f * CELL * ((float)(hash >> 8) * (1.0f / 8388608.0f) - 1.0f);
}

/* Piles stand in a square, two cells apart. */
static scene_frame place_of(const trial *now, uint32_t sheet)
{
    uint32_t pile = sheet / LAYERS, row_length = 1;
    while (row_length * row_length < now->piles) {
        row_length++;
    }
    float step = (float)(now->lines + 2u) * CELL, middle = 0.5f * (float)(row_length - 1u);
    return scene_frame_at(step * ((float)(pile % row_length) - middle) + aside(sheet, 0),
                          step * ((float)(pile / row_length) - middle) + aside(sheet, 1),
                          GAP * (float)(sheet % LAYERS + 1u));
}

static void make_sheet(trial *now, uint32_t sheet)
{
    uint32_t count = now->lines * now->lines, faces = now->triangles / now->sheets;
    size_t first = (size_t)sheet * count;
    scene_mesh mesh = scene_mesh_over(now->positions + first, count, now->indices, faces);
    shape_grid(&mesh, now->lines, now->lines, CELL, CELL);
    scene_mesh_place(&mesh, 0, place_of(now, sheet));
    own_simulator *cloth = &now->cloth[sheet];
    *cloth = own_simulator_default();
    cloth->vertex_count = count;
    cloth->triangle_count = faces;
    cloth->triangles = now->indices;
    cloth->positions = now->positions + first;
    cloth->velocities = now->velocities + first;
    cloth->candidates = now->candidates + first;
    cloth->before = now->before + first;
    cloth->masses = now->masses + first;
    cloth->weights = now->weights + first;
    cloth->chains = now->chains + first;
    cloth->links = now->links + 3u * (size_t)faces * sheet;
    own_simulator_init(cloth);
}

static void make_sheets(trial *now)
{
    uint32_t v = now->vertices, f = now->triangles;
    now->positions = bench_take(v, sizeof *now->positions);
    now->velocities = bench_take(v, sizeof *now->velocities);
    now->candidates = bench_take(v, sizeof *now->candidates);
    now->before = bench_take(v, sizeof *now->before);
    now->masses = bench_take(v, sizeof *now->masses);
    now->weights = bench_take(v, sizeof *now->weights);
    now->chains = bench_take(v, sizeof *now->chains);
    now->indices = bench_take(3u * (size_t)f / now->sheets, sizeof *now->indices);
    now->links = bench_take(3u * (size_t)f, sizeof *now->links);
    now->cloth = bench_take(now->sheets, sizeof *now->cloth);
    for (uint32_t s = 0; s < now->sheets; s++) {
        make_sheet(now, s);
    }
}

static void add_floor(const trial *now)
{
    hem_vec3 corners[4];
    uint32_t indices[6];
    hem_body body;
    hem_body_def def = hem_default_body_def();
    float width = 2.0f * CELL * (float)(now->lines + 2u) * sqrtf((float)now->piles) + 1.0f;
    scene_mesh mesh = scene_mesh_over(corners, 4, indices, 2);
    shape_grid(&mesh, 2, 2, width, width);
    def.kind = HEM_STATIC;
    def.positions = corners;
    def.vertex_count = 4;
    def.triangles = indices;
    def.triangle_count = 2;
    bench_need(hem_add_body(now->world, &def, &body, NULL));
}

static void make_world(trial *now)
{
    uint32_t v = now->vertices + 4u, f = now->triangles + 2u;
    uint32_t b = now->sheets + 1u, e = HEM_EDGES(v, f), c = HEM_CONTACTS(v);
    hem_caps caps =
        now->simulated ? hem_default_cloth_caps(b, v, f, e, c) : hem_default_caps(b, v, f, e, c);
    uint32_t bytes = hem_world_bytes(&caps);
    now->copy = bench_take(bytes, 1);
    now->bodies = bench_take(now->sheets, sizeof *now->bodies);
    bench_need(hem_world_init(bench_take(bytes, 1), bytes, &caps, &now->world));
    for (uint32_t s = 0; s < now->sheets; s++) {
        const own_simulator *cloth = &now->cloth[s];
        hem_body_def def = hem_default_body_def();
        def.positions = cloth->positions;
        def.vertex_count = cloth->vertex_count;
        def.triangles = cloth->triangles;
        def.triangle_count = cloth->triangle_count;
        def.masses = cloth->masses;
        bench_need(hem_add_body(now->world, &def, &now->bodies[s], NULL));
    }
    add_floor(now);
}

static void release(trial *now)
{
    void *all[] = {now->positions, now->velocities, now->candidates, now->before, now->masses,
                   now->weights,   now->chains,     now->indices,    now->links,  now->cloth,
                   now->bodies,    now->world,      now->copy};
    for (uint32_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        free(all[i]);
    }
}

/* ---- steps ---- */

static void simulate(trial *now)
{
    own_step step = {.dt = DT, .gravity = {0.0f, 0.0f, -9.81f}};
    for (uint32_t s = 0; s < now->sheets; s++) {
        own_simulator_step_candidates(&now->cloth[s], &step);
        bench_need(hem_set_candidate(now->world, now->bodies[s], now->cloth[s].candidates,
                                     now->cloth[s].vertex_count));
    }
}

static void accept(trial *now)
{
    for (uint32_t s = 0; s < now->sheets; s++) {
        own_simulator_accept(&now->cloth[s], hem_body_positions(now->world, now->bodies[s]),
                             hem_body_velocities(now->world, now->bodies[s]));
    }
}

static double lesser(double a, double b)
{
    return a < b ? a : b;
}

/* The port's clock is processor time here. */
static void step_on(trial *now, uint32_t rounds, hem_report *report, double seconds[PARTS])
{
    hem_step_in in = hem_default_step_in(DT);
    memcpy(now->copy, now->world, now->world->bytes);
    for (uint32_t p = 0; p < PARTS; p++) {
        seconds[p] = HUGE_VAL;
    }
    for (uint32_t round = 0; round < rounds; round++) {
        memcpy(now->world, now->copy, ((const hem_world *)(void *)now->copy)->bytes);
        double begin = bench_seconds(), phases = 0.0;
        bench_need(now->simulated ? hem_step(now->world, &in, report)
                                  : hem_resolve(now->world, &in, report));
        seconds[WHOLE] = lesser(seconds[WHOLE], bench_seconds() - begin);
        for (uint32_t p = 0; p < HEM_PHASES; p++) {
            double spent = 1e-6 * report->phase[p].microseconds;
            seconds[p] = lesser(seconds[p], spent);
            phases += seconds[p];
        }
        seconds[AROUND] = seconds[WHOLE] > phases ? seconds[WHOLE] - phases : 0.0;
    }
}

static void add_up(trial *now, const hem_report *report, const double seconds[PARTS])
{
    for (uint32_t p = 0; p < PARTS; p++) {
        now->seconds[p] += seconds[p] / MEASURED;
    }
    for (uint32_t p = 0; p < HEM_PHASES; p++) {
        uint64_t work = report->phase[p].tests + report->phase[p].volume_tests;
        now->work[p] += work;
        now->work[WHOLE] += work;
        now->passes[p] += report->phase[p].passes;
        now->passes[WHOLE] += report->phase[p].passes;
    }
    now->contacts += report->contacts.used;
    now->left_out += report->contacts.left_out;
    now->hits += report->hits;
    now->impacts += report->impacts;
    now->held += report->held_vertices;
}

static void run(trial *now, uint32_t rounds)
{
    make_sheets(now);
    make_world(now);
    for (uint32_t step = 0; step < STEPS; step++) {
        bool measured = step >= STEPS - MEASURED;
        hem_report report;
        double seconds[PARTS];
        if (!now->simulated) {
            simulate(now);
        }
        step_on(now, measured ? rounds : 1u, &report, seconds);
        if (!now->simulated) {
            accept(now);
        }
        if (measured) {
            add_up(now, &report, seconds);
        }
        fprintf(stderr, "\r%8" PRIu32 " vertices, step %" PRIu32 " of %u \r", now->vertices,
                step + 1u, STEPS);
    }
}

/* ---- rows ---- */

static bool grows_too_fast(const row *first, const row *now)
{
    double allowed = GENEROUS * log(now->vertices) / log(first->vertices);
    return now->part == WHOLE && now->work > allowed * first->work;
}

static void add_rows(const scene *of, const trial *now, uint32_t first_row)
{
    double n = now->vertices;
    for (uint32_t p = 0; p < PARTS; p++) {
        row *added = &rows[row_count++];
        *added = (row){.scene = of->name,
                       .call = of->call,
                       .vertices = now->vertices,
                       .part = p,
                       .passes = now->passes[p],
                       .ns = 1e9 * now->seconds[p] / n,
                       .work = (double)now->work[p] / MEASURED / n,
                       .bytes = now->world->bytes / n};
        added->grows_too_fast = grows_too_fast(&rows[first_row + p], added);
        failed += added->grows_too_fast;
    }
    const row *last = &rows[row_count - PARTS];
    printf("%-14s %-11s %8" PRIu32 " %6.0f", of->name, of->call, now->vertices, last[WHOLE].bytes);
    for (uint32_t p = 0; p < PARTS; p++) {
        printf(" %8.0f", last[p].ns);
    }
    printf(" %8.1f %6.2f %6.2f %6.2f %7.2f %5.2f%s\n", last[WHOLE].work,
           now->contacts / n / MEASURED, now->left_out / n / MEASURED, now->hits / n / MEASURED,
           now->impacts / n / MEASURED, now->held / n / MEASURED,
           last[WHOLE].grows_too_fast ? "  GROWS TOO FAST" : "");
    fflush(stdout);
}

static int write_report(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fprintf(file, "{\"schema\":1,\"command\":\"make step-cost\",\"target\":\"%s\",\"rows\":[",
            BENCH_TARGET);
    for (uint32_t i = 0; i < row_count; i++) {
        fprintf(file,
                "%s\n{\"scene\":\"%s\",\"call\":\"%s\",\"vertices\":%" PRIu32 ",\"phase\":\"%s\","
                "\"ns_per_vertex\":%.1f,\"work_per_vertex\":%.3f,\"bytes_per_vertex\":%.1f,"
                "\"passes\":%" PRIu32 ",\"near_linear\":%s}",
                i == 0 ? "" : ",", rows[i].scene, rows[i].call, rows[i].vertices,
                part_names[rows[i].part], rows[i].ns, rows[i].work, rows[i].bytes, rows[i].passes,
                rows[i].grows_too_fast ? "false" : "true");
    }
    fprintf(file, "\n],\"failed\":%" PRIu32 "}\n", failed);
    return fclose(file) == 0 ? 0 : 1;
}

static void print_head(void)
{
    printf("Nanoseconds a vertex and step, by phase; work, contacts, contacts left out, hits, "
           "impulses and held, a vertex and step.\n");
    printf("%-14s %-11s %8s %6s", "scene", "call", "vertices", "bytes");
    for (uint32_t p = 0; p < PARTS; p++) {
        printf(" %8s", part_names[p]);
    }
    printf(" %8s %6s %6s %6s %7s %5s\n", "work", "cont.", "left", "hits", "impuls.", "held");
}

static uint32_t number_of(int count, char **arguments, int place)
{
    return count > place ? (uint32_t)strtoul(arguments[place], NULL, 10) : 0;
}

static trial trial_of(const scene *of, uint32_t size)
{
    uint32_t lines = of->lines[size], piles = of->piles[size], sheets = piles * LAYERS;
    return (trial){.simulated = of->simulated,
                   .lines = lines,
                   .piles = piles,
                   .sheets = sheets,
                   .vertices = sheets * SHAPE_GRID_VERTICES(lines, lines),
                   .triangles = sheets * SHAPE_GRID_TRIANGLES(lines, lines)};
}

int main(int argument_count, char **arguments)
{
    if (argument_count < 2) {
        fprintf(stderr, "usage: bench_step_cost REPORT.json [rounds] [vertices]\n");
        return 2;
    }
    uint32_t asked = number_of(argument_count, arguments, 2);
    uint32_t rounds = asked > 0 ? asked : ROUNDS;
    uint32_t most = number_of(argument_count, arguments, 3);
    print_head();
    for (uint32_t s = 0; s < sizeof scenes / sizeof scenes[0]; s++) {
        uint32_t first_row = row_count;
        for (uint32_t size = 0; size < SIZES; size++) {
            trial now = trial_of(&scenes[s], size);
            if (most == 0 || now.vertices <= most) {
                run(&now, rounds);
                add_rows(&scenes[s], &now, first_row);
                release(&now);
            }
        }
    }
    if (failed > 0) {
        printf("In %" PRIu32 " rows work grows faster than %.0f n log n.\n", failed, GENEROUS);
    } else {
        printf("Work does not grow faster than n log n, within a factor of %.0f.\n", GENEROUS);
    }
    int written = most == 0 ? write_report(arguments[1]) : 0; /* of all sizes only */
    return failed > 0 ? 1 : written;
}

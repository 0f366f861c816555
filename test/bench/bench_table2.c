/* `make table2`: Table 2 and Figures 6 to 9 of 000: what volumes around vertices and edges (000-9)
 * and marks (000-20) gain in continuous detection, on the pile, the sheets on the tumbling torus
 * and the garment, as the scene moves it and pressed at swaying hips, simulated by hem_step. Prints
 * tables, and writes table2.json and frames.json, which has every step.
 *
 *     bench_table2 TABLE2.json FRAMES.json [ROUNDS]
 *
 * Every setting takes the same world, a copy of one block, through the same step, once with the
 * response of hem_step, which knows contacts already in its solve, and once with the scheme of the
 * paper: cloth moves by its own forces, contacts are answered once, and then passes answer the
 * earliest hits by an impulse each until nothing hits. Where settings end differently, the exit
 * status is 1. Work is evaluations and volumes compared, the same on every machine. */
#include "bench_scheme.h"
#include "bench_simulated.h"
#include "bench_target.h"
#include "plain_impulse.h"
#include "world/step.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS    256u
#define ROWS     32u
#define CONTACTS 20u   /* a vertex */
#define REGAINED 0.25f /* of the thickness that is missing, a step */
#define SEED     0xCBF29CE484222325u

typedef enum response { WITHIN, PAPER, RESPONSES } response;

static const char *const table_names[RESPONSES] = {"000 table 2, hem_step",
                                                   "000 table 2, the paper's response"};

/* Steps that are measured: from the first on, each `every` steps, so many. And milliseconds of
 * Table 2: Default, which leaves out redundant tests, PBV and marking. */
typedef struct plan {
    scene_id id;
    uint32_t every, count, rounds;
    double paper[BENCH_SETTINGS];
    const char *figure;
    bool pressed; /* moved as in bench_hips.h */
} plan;

static const plan plans[] = {
    {SCENE_E2_PILE, 1, 80, 2, {0.0, 188.0, 63.0, 62.0}, "000 figure 6", false},
    {SCENE_E3_TORUS, 3, 50, 1, {0.0, 379.0, 150.0, 110.0}, "000 figure 8", false},
    {SCENE_E4_GARMENT, 4, 30, 1, {0.0, 4633.0, 1713.0, 407.0}, "000 figure 9", false},
    {SCENE_E4_GARMENT, 2, 20, 1, {0.0, 4633.0, 1713.0, 407.0}, "000 figure 9", true},
};

/* What a step costs in one setting. */
typedef struct cost {
    double tests, work, ms, whole_ms; /* whole: contacts at the start included */
    uint32_t passes;
    uint64_t hash;
} cost;

/* A step that was measured, and how many pairs are close and are looked at for that (000-22). */
typedef struct frame {
    uint32_t step;
    cost costs[RESPONSES][BENCH_SETTINGS];
    uint64_t close, close_tests[BENCH_SETTINGS];
    bool open; /* the paper's passes ran out */
} frame;

typedef struct row {
    const char *table, *scene, *setting;
    double tests, work, ms, whole_ms, p50, p99, passes;
    double ratio, work_ratio, nr_ratio, nr_test_ratio, paper, paper_ms;
    uint64_t hash;
} row;

static row rows[ROWS];
static uint32_t row_count, failed;
static FILE *frames_file;
static bool frames_begun;

/* ---- one step ---- */

/* The contacts that are closer than the thickness, as impacts. */
static hem_impact *close_contacts(const hem_step_now *step, uint32_t *count)
{
    uint32_t all = hem_world_contact_count(step->world);
    hem_impact *out = bench_take(all, sizeof *out);
    *count = 0;
    for (uint32_t i = 0; i < all; i++) {
        hem_world_contact(step->world, i, &out[*count]);
        *count += out[*count].distance < hem_step_touch(step, &out[*count]).thickness;
    }
    return out;
}

/* 000-18: what is closer than the thickness is answered, once, before the passes. */
static void push_apart(hem_step_now *step, const hem_impact *contacts, uint32_t count)
{
    hem_vec3 *velocity = step->motion.velocity;
    for (uint32_t i = 0; i < count; i++) {
        hem_touch touch = hem_step_touch(step, &contacts[i]);
        float missing = touch.thickness - contacts[i].distance;
        float impulse = plain_impulse(&contacts[i], step->inverse_mass,
                                      REGAINED * missing / step->in->dt, velocity);
        plain_friction(&contacts[i], step->inverse_mass, touch.friction * impulse, velocity);
    }
    for (uint32_t v = 0; v < step->world->vertex_count; v++) {
        if (step->inverse_mass[v] > 0.0f) {
            step->ends[v] = hem_step_end_of(step, v);
        }
    }
}

/* How many pairs of features have to be looked at to find those that are close, with nothing in
 * motion. */
static void count_close(const hem_step_now *step, hem_arena *scratch, frame *to)
{
    uint32_t vertices = step->world->vertex_count;
    hem_vec3 *still = bench_take(vertices, sizeof *still);
    hem_vec3 *ends = bench_take(vertices, sizeof *ends);
    memcpy(ends, step->motion.start, vertices * sizeof *ends);
    for (uint32_t as = 0; as < BENCH_SETTINGS; as++) {
        hem_impacts impacts;
        hem_impacts_in in = {.bodies = step->bodies,
                             .body_count = step->world->body_count,
                             .start = step->motion.start,
                             .end = ends,
                             .velocity = still,
                             .inverse_mass = step->inverse_mass,
                             .vertex_count = vertices,
                             .dt = step->in->dt,
                             .separation = step->touch.thickness,
                             .pass_limit = 1,
                             .scratch = scratch};
        BENCH_SET(&in, as);
        bench_need(hem_impacts_start(&impacts, &in));
        bench_need(hem_impacts_pass(&impacts));
        to->close_tests[as] = impacts.vertex_face_tests + impacts.edge_edge_tests;
        hem_impacts_end(&impacts);
    }
    free(still);
    free(ends);
}

static cost cost_of_scheme(const bench_scheme_cost *of)
{
    return (cost){.tests = (double)of->evaluations,
                  .work = (double)(of->evaluations + of->visited),
                  .ms = 1e3 * of->seconds,
                  .whole_ms = 1e3 * of->seconds,
                  .passes = of->passes,
                  .hash = of->hash};
}

/* The step as the paper would take it. */
static void look(hem_step_now *step, void *context)
{
    frame *to = context;
    uint32_t vertices = step->world->vertex_count, count;
    size_t bytes = vertices * sizeof(hem_vec3);
    hem_arena scratch =
        bench_arena(hem_impacts_bytes(step->bodies, step->world->body_count, vertices));
    hem_impact *contacts = close_contacts(step, &count);
    hem_vec3 *velocity = bench_take(bytes, 1), *end = bench_take(bytes, 1);
    to->close = count;
    count_close(step, &scratch, to);
    bench_solve_alone(step);
    push_apart(step, contacts, count);
    bench_scheme motion = {step->bodies, step->world->body_count, step->motion.start, end,
                           velocity,     step->inverse_mass,      vertices,           step->in->dt,
                           &scratch};
    for (uint32_t as = 0; as < BENCH_SETTINGS; as++) {
        memcpy(velocity, step->motion.velocity, bytes);
        memcpy(end, step->ends, bytes);
        bench_scheme_cost found = bench_scheme_run(&motion, (bench_setting)as, BENCH_IN_LANES);
        to->costs[PAPER][as] = cost_of_scheme(&found);
        to->open = to->open || found.status != HEM_OK;
    }
    free(velocity);
    free(end);
    free(contacts);
    free(scratch.base);
}

static cost take_step(bench_simulated *scene, bench_setting as)
{
    hem_report report;
    BENCH_SET(&scene->in, as);
    bench_parts parts = bench_simulated_step(scene, &report);
    cost out = {.ms = parts.continuous, .whole_ms = parts.detection};
    for (uint32_t p = HEM_PHASE_IMPACT; p <= HEM_PHASE_HOLD; p++) {
        out.tests += (double)report.phase[p].tests;
        out.work += (double)report.phase[p].tests + (double)report.phase[p].volume_tests;
        out.passes += report.phase[p].passes;
    }
    out.hash = hem_world_hash(scene->world);
    return out;
}

/* With every setting, from one block; the paper's response in the first of them. */
static void measure_step(bench_simulated *scene, uint32_t rounds, frame *to)
{
    *to = (frame){.step = scene->step};
    bench_simulated_keep(scene);
    for (uint32_t i = 0; i < rounds * BENCH_SETTINGS; i++) {
        bench_setting as = (bench_setting)(i % BENCH_SETTINGS);
        cost *best = &to->costs[WITHIN][as], before = *best;
        bench_simulated_go_back(scene);
        bench_look = i == 0 ? look : NULL;
        bench_look_context = to;
        *best = take_step(scene, as);
        bench_look = NULL;
        if (i >= BENCH_SETTINGS && before.ms < best->ms) {
            best->ms = before.ms;
            best->whole_ms = before.whole_ms;
        }
    }
    for (uint32_t r = 0; r < RESPONSES; r++) {
        for (uint32_t as = 0; as < BENCH_SETTINGS; as++) {
            failed += to->costs[r][as].hash != to->costs[r][BENCH_MARKING].hash;
        }
    }
}

/* ---- a scene ---- */

static void add_row(const bench_simulated *scene, response by, bench_setting as,
                    const frame *frames, uint32_t count)
{
    double ms[STEPS];
    row *out = &rows[row_count++];
    *out = (row){.table = table_names[by],
                 .scene = scene->info.name,
                 .setting = bench_setting_names[as],
                 .hash = SEED};
    for (uint32_t i = 0; i < count; i++) {
        const cost *at = &frames[i].costs[by][as];
        ms[i] = at->ms;
        out->tests += at->tests / count;
        out->work += at->work / count;
        out->ms += at->ms / count;
        out->whole_ms += at->whole_ms / count;
        out->passes += (double)at->passes / count;
        out->hash = (out->hash ^ at->hash) * 0x100000001B3u;
    }
    out->p50 = bench_percentile(ms, count, 50);
    out->p99 = bench_percentile(ms, count, 99);
}

/* Default into NR and PBV, PBV into marking; and NR, the paper's Default, into PBV. */
static void set_ratios(const plan *of, row *first)
{
    static const bench_setting base[BENCH_SETTINGS] = {BENCH_DEFAULT, BENCH_DEFAULT, BENCH_DEFAULT,
                                                       BENCH_PBV};
    static const bench_setting paper_base[BENCH_SETTINGS] = {BENCH_DEFAULT, BENCH_NR, BENCH_NR,
                                                             BENCH_PBV};
    for (uint32_t as = 0; as < BENCH_SETTINGS; as++) {
        row *at = &first[as];
        at->ratio = first[base[as]].ms / at->ms;
        at->work_ratio = first[base[as]].work / at->work;
        at->nr_ratio = first[BENCH_NR].ms / at->ms;
        at->nr_test_ratio = first[BENCH_NR].tests / (at->tests > 1.0 ? at->tests : 1.0);
        at->paper_ms = of->paper[as];
        at->paper = as < BENCH_PBV ? 0.0 : of->paper[paper_base[as]] / of->paper[as];
    }
}

static void write_frame(const char *figure, const char *scene, const char *setting, uint32_t step,
                        double value)
{
    fprintf(frames_file,
            "%s\n{\"figure\":\"%s\",\"scene\":\"%s\",\"setting\":\"%s\",\"frame\":%" PRIu32
            ",\"value\":%.5f}",
            frames_begun ? "," : "", figure, scene, setting, step, value);
    frames_begun = true;
}

static void write_frames(const plan *of, const char *scene, const frame *frames, uint32_t count)
{
    for (uint32_t i = 0; frames_file != NULL && i < count; i++) {
        const frame *at = &frames[i];
        for (uint32_t r = 0; r < RESPONSES; r++) {
            for (uint32_t as = BENCH_NR; as < BENCH_SETTINGS; as++) {
                char name[64];
                snprintf(name, sizeof name, "%s%s", bench_setting_names[as],
                         r == WITHIN ? ", hem_step" : "");
                write_frame(of->figure, scene, name, at->step, at->costs[r][as].ms);
            }
        }
        write_frame("passes", scene, "the paper's response", at->step,
                    at->costs[PAPER][BENCH_MARKING].passes);
        write_frame("passes", scene, "hem_step", at->step, at->costs[WITHIN][BENCH_MARKING].passes);
        write_frame("marking", scene, "gain", at->step,
                    at->costs[PAPER][BENCH_PBV].ms / at->costs[PAPER][BENCH_MARKING].ms);
        for (uint32_t as = BENCH_NR; at->close > 0 && as <= BENCH_PBV; as++) {
            write_frame("000 figure 7", scene, bench_setting_names[as], at->step,
                        (double)at->close_tests[as] / (double)at->close);
        }
    }
}

static void measure(const plan *of, uint32_t rounds)
{
    static frame frames[STEPS];
    bench_simulated scene =
        of->pressed ? bench_simulate_pressed(CONTACTS) : bench_simulate(of->id, CONTACTS);
    uint32_t taken = 0, open = 0;
    for (uint32_t i = 0; taken < of->count; i++) {
        bench_simulated_lead(&scene);
        if (i % of->every == 0) {
            measure_step(&scene, rounds > 0 ? rounds : of->rounds, &frames[taken]);
            open += frames[taken++].open;
        } else {
            (void)take_step(&scene, BENCH_MARKING);
        }
        fprintf(stderr, "\r%s step %" PRIu32 " \r", scene.info.name, i);
    }
    for (uint32_t r = 0; r < RESPONSES; r++) {
        row *first = &rows[row_count];
        for (uint32_t as = 0; as < BENCH_SETTINGS; as++) {
            add_row(&scene, (response)r, (bench_setting)as, frames, taken);
        }
        set_ratios(of, first);
    }
    const frame *last = &frames[taken - 1u];
    const row *within = &rows[row_count - 2u * BENCH_SETTINGS];
    printf("%s, %s: %" PRIu32 " vertices of cloth, %" PRIu32 " steps measured; the paper's passes "
           "ran out in %" PRIu32 "\n",
           scene.info.name, scene.info.title, scene.cloth_vertices, taken, open);
    printf("  detection of hem_step, contacts at the start included: %.2f ms a step; the paper's, "
           "on its machine: %.0f ms\n",
           within[BENCH_MARKING].whole_ms, within[BENCH_MARKING].paper_ms);
    if (last->close > 0) {
        printf("  %" PRIu64
               " pairs closer than the thickness in the last step: %.1f tests for each "
               "of them, with volumes %.1f\n",
               last->close, (double)last->close_tests[BENCH_NR] / (double)last->close,
               (double)last->close_tests[BENCH_PBV] / (double)last->close);
    }
    fflush(stdout);
    write_frames(of, scene.info.name, frames, taken);
    bench_simulated_free(&scene);
}

/* ---- reports ---- */

static const char *or_null(double value, char *text, size_t room)
{
    snprintf(text, room, "%.3f", value);
    return value > 0.0 ? text : "null";
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
        char paper[24], paper_ms[24];
        fprintf(file,
                "%s\n{\"table\":\"%s\",\"scene\":\"%s\",\"setting\":\"%s\",\"work\":%.0f,"
                "\"ms\":%.4f,\"ratio\":%.3f,\"paper_ratio\":%s,\"work_ratio\":%.3f,"
                "\"nr_ratio\":%.3f,\"nr_test_ratio\":%.3f,\"tests\":%.0f,\"detection_ms\":%.4f,"
                "\"paper_ms\":%s,\"p50\":%.4f,\"p99\":%.4f,\"passes\":%.2f,\"hash\":\"%016" PRIx64
                "\"}",
                i == 0 ? "" : ",", at->table, at->scene, at->setting, at->work, at->ms, at->ratio,
                or_null(at->paper, paper, sizeof paper), at->work_ratio, at->nr_ratio,
                at->nr_test_ratio, at->tests, at->whole_ms,
                or_null(at->paper_ms, paper_ms, sizeof paper_ms), at->p50, at->p99, at->passes,
                at->hash);
    }
    fprintf(file, "\n],\"failed\":%" PRIu32 "}\n", failed);
    return fclose(file) == 0 ? 0 : 1;
}

static void print_rows(void)
{
    for (uint32_t i = 0; i < row_count; i++) {
        const row *at = &rows[i];
        if (i % BENCH_SETTINGS == 0) {
            printf("\n%-8s %-10s %7s %10s %12s %9s %9s %8s %8s %8s %8s %8s %6s\n", at->scene,
                   strchr(at->table, ',') + 2, "passes", "tests", "work", "ms", "p99", "p99/p50",
                   "by time", "by work", "NR time", "NR tests", "paper");
        }
        printf("%-8s %-10s %7.1f %10.0f %12.0f %9.3f %9.3f %8.2f %8.2f %8.2f %8.2f %8.1f %6.2f\n",
               "", at->setting, at->passes, at->tests, at->work, at->ms, at->p99, at->p99 / at->p50,
               at->ratio, at->work_ratio, at->nr_ratio, at->nr_test_ratio, at->paper);
    }
    printf("A step on average; milliseconds of the continuous passes. By time and by work: NR and "
           "PBV against Default, marking against PBV. NR: how often NR, which is the paper's "
           "Default, goes into it. %s.\n",
           BENCH_TARGET);
}

int main(int argument_count, char **arguments)
{
    uint32_t rounds = argument_count > 3 ? (uint32_t)strtoul(arguments[3], NULL, 10) : 0;
    if (argument_count < 3 || (frames_file = fopen(arguments[2], "w")) == NULL) {
        fprintf(stderr, "usage: bench_table2 TABLE2.json FRAMES.json [ROUNDS]\n");
        return 2;
    }
    fprintf(frames_file, "{\"schema\":1,\"command\":\"make table2\",\"target\":\"%s\",\"rows\":[",
            BENCH_TARGET);
    for (uint32_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        measure(&plans[i], rounds);
    }
    fprintf(frames_file, "\n],\"failed\":0}\n");
    print_rows();
    if (failed > 0) {
        printf("%" PRIu32 " steps end otherwise than with marks.\n", failed);
    }
    int written = fclose(frames_file) + write_report(arguments[1]);
    return failed > 0 || written != 0 ? 1 : 0;
}

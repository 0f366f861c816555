/* `make table1`: Table 1 of 002: where the time of a simulation goes, into detection, response or
 * the solver, for a walker's clothes and a tape, simulated by hem_step. Prints a table beside the
 * paper's, and writes table1.json.
 *
 *     bench_table1 REPORT.json [STEPS]
 *
 * Detection is contacts at the start of a step and all continuous passes; the solver knows
 * contacts, so part of what the paper calls response is in it. */
#include "bench_simulated.h"
#include "bench_target.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define CONTACTS 6u /* a vertex, those of the solid included */

typedef struct plan {
    const char *name;
    scene_id id;
    uint32_t steps;
    double
        paper[4]; /* seconds: detection, response, solver, all; of about 600 steps, the tape 400 */
} plan;

static const plan plans[] = {
    {"walk, pants", SCENE_E22_PANTS, 120, {88.0, 24.0, 35.0, 147.0}},
    {"walk, coarse", SCENE_E22_COARSE, 120, {63.0, 25.0, 89.0, 177.0}},
    {"walk, fine", SCENE_E22_FINE, 40, {98.0, 41.0, 6430.0, 6570.0}},
    {"tape", SCENE_E21_TAPE, 200, {23.0, 7.0, 315.0, 347.0}},
};

#define PLANS (sizeof plans / sizeof plans[0])

typedef struct row {
    const plan *of;
    uint32_t vertices, triangles, steps, held_steps;
    bench_parts sum;
} row;

static row rows[PLANS];

static void run(const plan *of, uint32_t asked, row *out)
{
    bench_simulated scene = bench_simulate(of->id, CONTACTS);
    *out = (row){.of = of, .steps = asked > 0 && asked < of->steps ? asked : of->steps};
    out->vertices = scene.cloth_vertices;
    out->triangles = hem_body_mesh(scene.world, scene.bodies[0])->triangle_count;
    for (uint32_t i = 0; i < out->steps; i++) {
        hem_report report;
        bench_simulated_lead(&scene);
        bench_parts parts = bench_simulated_step(&scene, &report);
        out->sum.detection += parts.detection / out->steps;
        out->sum.response += parts.response / out->steps;
        out->sum.solver += parts.solver / out->steps;
        out->sum.total += parts.total / out->steps;
        out->held_steps += report.held_vertices > 0;
    }
    bench_simulated_free(&scene);
    const double *paper = of->paper;
    printf("%-13s %8" PRIu32 " %8" PRIu32
           " %9.2f %9.2f %9.2f %9.2f %6.0f%% %6.0f%% %6.0f%%   %6.0f%% "
           "%6.0f%% %6.0f%%\n",
           of->name, out->vertices, out->triangles, out->sum.detection, out->sum.response,
           out->sum.solver, out->sum.total, 100.0 * out->sum.detection / out->sum.total,
           100.0 * out->sum.response / out->sum.total, 100.0 * out->sum.solver / out->sum.total,
           100.0 * paper[0] / paper[3], 100.0 * paper[1] / paper[3], 100.0 * paper[2] / paper[3]);
    fflush(stdout);
}

static int write_report(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fprintf(file, "{\"schema\":1,\"command\":\"make table1\",\"target\":\"%s\",\"rows\":[",
            BENCH_TARGET);
    for (uint32_t i = 0; i < PLANS; i++) {
        const row *at = &rows[i];
        const double *paper = at->of->paper;
        double all = at->sum.total;
        fprintf(file,
                "%s\n{\"scene\":\"%s\",\"vertices\":%" PRIu32 ",\"solid_triangles\":%" PRIu32
                ",\"steps\":%" PRIu32 ",\"held_steps\":%" PRIu32
                ",\"detection_ms\":%.4f,\"response_ms\":%.4f,\"solver_ms\":%.4f,\"total_ms\":%.4f,"
                "\"detection_share\":%.4f,\"response_share\":%.4f,\"solver_share\":%.4f,"
                "\"paper_detection_share\":%.4f,\"paper_response_share\":%.4f,"
                "\"paper_solver_share\":%.4f}",
                i == 0 ? "" : ",", at->of->name, at->vertices, at->triangles, at->steps,
                at->held_steps, at->sum.detection, at->sum.response, at->sum.solver, all,
                at->sum.detection / all, at->sum.response / all, at->sum.solver / all,
                paper[0] / paper[3], paper[1] / paper[3], paper[2] / paper[3]);
    }
    fprintf(file, "\n],\"failed\":0}\n");
    return fclose(file) == 0 ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    uint32_t steps = argument_count > 2 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 0;
    if (argument_count < 2) {
        fprintf(stderr, "usage: bench_table1 REPORT.json [STEPS]\n");
        return 2;
    }
    printf("%-13s %8s %8s %9s %9s %9s %9s %7s %7s %7s   %7s %7s %7s\n", "scene", "vertices",
           "solid", "detection", "response", "solver", "ms a step", "det.", "resp.", "solver",
           "paper", "", "");
    for (uint32_t i = 0; i < PLANS; i++) {
        run(&plans[i], steps, &rows[i]);
    }
    printf("Milliseconds a step, and shares here and in the paper. %s.\n", BENCH_TARGET);
    return write_report(arguments[1]);
}

/* `make peers-cloth`: cloth by hem_step beside Bullet's deformable world, on the pile and the
 * drapes: the same meshes, masses, thickness and time steps, in one run on one core. Prints a
 * table, and writes peers_cloth.json.
 *
 *     bench_cloth_peers REPORT.json [STEPS]
 *
 * Milliseconds are processor time of a step. After each step, every edge is compared with every
 * face exactly. Stretch: how much longer than at the start edges are in the end, the mean of those
 * that are. Fails when cloth by hem_step crosses anything. */
#include "base/vec3.h"
#include "bench/bench_moving.h"
#include "bench/bench_target.h"
#include "bench/cloth_peers/cloth_bullet.h"
#include "clean_check.h"
#include "hem/world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONTACTS 20u  /* a vertex */
#define STIFFEST 0.5f /* of a spring: times mass by time step squared */

typedef enum who { HEM, BULLET, BULLET_FINE, PEERS } who;

static const char *const names[PEERS] = {"Hem", "Bullet", "Bullet, 4 parts a step"};

typedef struct row {
    const char *scene, *peer;
    uint32_t steps, dirty_steps;
    uint64_t crossings;
    uint32_t last, worst;
    double ms, worst_ms, stretch, ratio, speed;
    bool lost;
} row;

static row rows[16];
static uint32_t row_count;
static scene_player player;
static clean_check check;
PLAYER_MEMORY(memory, PLAY_FULL_VERTICES, PLAY_FULL_TRIANGLES);

/* ---- what came of it ---- */

static void add_step(row *to, double ms)
{
    clean_count found;
    if (!clean_check_look(&check, true, &found)) {
        to->lost = true; /* positions that are none */
        return;
    }
    uint32_t all = found.self + found.deformable + found.still + found.moving;
    to->steps++;
    to->crossings += all;
    to->dirty_steps += all > 0;
    to->last = all;
    to->worst = all > to->worst ? all : to->worst;
    to->ms += ms;
    to->worst_ms = ms > to->worst_ms ? ms : to->worst_ms;
}

/* Over all edges of all triangles of cloth, those of two triangles twice. */
static double stretch_of(const hem_vec3 *start)
{
    double sum = 0.0;
    uint32_t count = 0;
    for (uint32_t b = 0; b < player.info.body_count; b++) {
        const player_body *body = &player.bodies[b];
        uint32_t corners = player_deforms(body) ? 3u * body->what.shape.triangle_count : 0;
        const uint32_t *triangles = memory.triangles + 3u * (size_t)body->first_triangle;
        for (uint32_t i = 0; i < corners; i++) {
            uint32_t a = body->first_vertex + triangles[i];
            uint32_t c = body->first_vertex + triangles[i % 3u == 2u ? i - 2u : i + 1u];
            const hem_vec3 *now = memory.positions;
            double before = (double)hem_length(hem_sub(start[a], start[c]));
            double longer = (double)hem_length(hem_sub(now[a], now[c])) / before - 1.0;
            sum += longer > 0.0 ? longer : 0.0;
            count += longer > 0.0;
        }
    }
    return count > 0 ? sum / count : 0.0;
}

/* The fastest vertex over the last step. */
static double speed_of(const hem_vec3 *before)
{
    double most = 0.0;
    for (uint32_t v = 0; v < player.info.vertex_count; v++) {
        double way = (double)hem_length(hem_sub(memory.positions[v], before[v]));
        most = way > most ? way : most;
    }
    return most / (double)player.info.dt;
}

/* ---- the two ---- */

static void need(bool done, const char *what)
{
    if (!done) {
        fprintf(stderr, "%s\n", what);
        exit(1);
    }
}

static hem_world *start_hem(void)
{
    static const uint32_t kinds[] = {HEM_CLOTH, HEM_SOFT, HEM_KINEMATIC, HEM_STATIC};
    uint32_t b = player.info.body_count, v = player.info.vertex_count;
    uint32_t f = player.info.triangle_count;
    hem_caps caps = hem_default_cloth_caps(b, v, f, HEM_EDGES(v, f), CONTACTS * v);
    uint32_t bytes = hem_world_bytes(&caps);
    hem_world *world;
    bench_need(hem_world_init(bench_take(bytes, 1), bytes, &caps, &world));
    for (uint32_t i = 0; i < b; i++) {
        const player_body *body = &player.bodies[i];
        hem_body_def def = hem_default_body_def();
        hem_body added;
        def.kind = kinds[body->what.shape.kind];
        def.positions = memory.positions + body->first_vertex;
        def.vertex_count = body->what.shape.vertex_count;
        def.triangles = memory.triangles + 3u * (size_t)body->first_triangle;
        def.triangle_count = body->what.shape.triangle_count;
        def.thickness = player.info.thickness;
        def.masses = player_deforms(body) ? memory.masses + body->first_vertex : NULL;
        bench_need(hem_add_body(world, &def, &added, NULL));
    }
    return world;
}

/* Bodies stand behind each other in the world, as they do in the player. */
static double hem_takes_step(hem_world *world)
{
    hem_step_in in = hem_default_step_in(player.info.dt);
    hem_report report;
    in.gravity = player.info.gravity;
    double begin = bench_seconds();
    bench_need(hem_step(world, &in, &report));
    double ms = 1e3 * (bench_seconds() - begin);
    memcpy(memory.positions, hem_body_positions(world, (hem_body){0, 1}),
           player.info.vertex_count * sizeof(hem_vec3));
    return ms;
}

static float mean_mass(void)
{
    float sum = 0.0f, count = 0.0f;
    for (uint32_t b = 0; b < player.info.body_count; b++) {
        const player_body *body = &player.bodies[b];
        uint32_t vertices = player_deforms(body) ? body->what.shape.vertex_count : 0;
        for (uint32_t v = 0; v < vertices; v++) {
            sum += memory.masses[body->first_vertex + v];
            count += 1.0f;
        }
    }
    return sum / count;
}

static cloth_bullet *start_bullet(uint32_t parts)
{
    /* As stiff as explicit springs can be with this time step, but not stiffer than Hem's cloth. */
    float part = player.info.dt / (float)parts, stiffness = STIFFEST * mean_mass() / part / part;
    stiffness = stiffness < 1000.0f ? stiffness : 1000.0f;
    const cloth_bullet_def def = {.dt = player.info.dt,
                                  .gravity = -player.info.gravity.z,
                                  .substeps = parts,
                                  .thickness = player.info.thickness,
                                  .friction = 0.3f,
                                  .stiffness = stiffness,
                                  .bending = 0.01f * stiffness,
                                  .damping = 0.002f};
    cloth_bullet *out = cloth_bullet_start(&def);
    for (uint32_t b = 0; b < player.info.body_count; b++) {
        const player_body *body = &player.bodies[b];
        const cloth_bullet_mesh mesh = {.positions = memory.positions + body->first_vertex,
                                        .vertex_count = body->what.shape.vertex_count,
                                        .triangles =
                                            memory.triangles + 3u * (size_t)body->first_triangle,
                                        .triangle_count = body->what.shape.triangle_count,
                                        .masses = memory.masses + body->first_vertex};
        if (player_deforms(body)) {
            cloth_bullet_add_sheet(out, &mesh);
        } else {
            cloth_bullet_add_solid(out, &mesh);
        }
    }
    return out;
}

static double bullet_takes_step(cloth_bullet *bullet)
{
    double begin = bench_seconds();
    cloth_bullet_step(bullet);
    double ms = 1e3 * (bench_seconds() - begin);
    uint32_t sheet = 0;
    for (uint32_t b = 0; b < player.info.body_count; b++) {
        const player_body *body = &player.bodies[b];
        if (player_deforms(body)) {
            hem_vec3 *at = memory.positions + body->first_vertex;
            cloth_bullet_positions(bullet, sheet++, at);
            for (uint32_t v = 0; v < body->what.shape.vertex_count; v++) {
                at[v] = hem_vec3_snap(at[v]);
            }
        }
    }
    return ms;
}

static void run(play_id id, who by, uint32_t asked)
{
    need(player_start(&player, id, SCENE_FULL, &memory), "no such play");
    need(clean_check_start(&check, &player), "no memory");
    size_t bytes = player.info.vertex_count * sizeof(hem_vec3);
    hem_vec3 *start = bench_take(bytes, 1), *before = bench_take(bytes, 1);
    memcpy(start, memory.positions, bytes);
    hem_world *world = by == HEM ? start_hem() : NULL;
    cloth_bullet *bullet = by == HEM ? NULL : start_bullet(by == BULLET ? 1u : 4u);
    row *to = &rows[row_count++];
    *to = (row){.scene = player.info.name, .peer = names[by]};
    uint32_t steps = asked > 0 && asked < player.info.steps ? asked : player.info.steps;
    for (uint32_t i = 0; i < steps && !to->lost; i++) {
        memcpy(before, memory.positions, bytes);
        add_step(to, by == HEM ? hem_takes_step(world) : bullet_takes_step(bullet));
    }
    to->ms /= to->steps;
    to->stretch = stretch_of(start);
    to->speed = speed_of(before);
    to->ratio = to->ms / rows[(row_count - 1u) / PEERS * PEERS].ms;
    if (bullet != NULL) {
        cloth_bullet_end(bullet);
    }
    clean_check_end(&check);
    free(world);
    free(start);
    free(before);
    printf("%-8s %-24s %9.2f %9.2f %7.2f %10.1f %8" PRIu32 " %8" PRIu32
           " %7.1f%% %9.2f%% %9.4f%s\n",
           to->scene, to->peer, to->ms, to->worst_ms, to->ratio, (double)to->crossings / to->steps,
           to->worst, to->last, 100.0 * to->dirty_steps / to->steps, 100.0 * to->stretch, to->speed,
           to->lost ? "  LOST" : "");
    fflush(stdout);
}

static int write_report(const char *path, uint32_t failed)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fprintf(file, "{\"schema\":1,\"command\":\"make peers-cloth\",\"target\":\"%s\",\"rows\":[",
            BENCH_TARGET);
    for (uint32_t i = 0; i < row_count; i++) {
        const row *at = &rows[i];
        fprintf(file,
                "%s\n{\"scene\":\"%s\",\"peer\":\"%s\",\"steps\":%" PRIu32
                ",\"ms\":%.4f,\"worst_ms\":%.4f,\"ratio\":%.3f,\"intersections\":%" PRIu64
                ",\"intersections_last\":%" PRIu32 ",\"intersections_worst\":%" PRIu32
                ",\"steps_with\":%" PRIu32 ",\"stretch\":%.5f,\"speed_last\":%.5f,\"lost\":%s}",
                i == 0 ? "" : ",", at->scene, at->peer, at->steps, at->ms, at->worst_ms, at->ratio,
                at->crossings, at->last, at->worst, at->dirty_steps, at->stretch, at->speed,
                at->lost ? "true" : "false");
    }
    fprintf(file, "\n],\"failed\":%" PRIu32 "}\n", failed);
    return fclose(file) == 0 ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    static const play_id plays[] = {PLAY_PILE, PLAY_DRAPES};
    uint32_t steps = argument_count > 2 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 0, failed = 0;
    if (argument_count < 2) {
        fprintf(stderr, "usage: bench_cloth_peers REPORT.json [STEPS]\n");
        return 2;
    }
    printf("%-8s %-24s %9s %9s %7s %10s %8s %8s %8s %10s %9s\n", "play", "", "ms", "worst", "ratio",
           "crossings", "worst", "last", "of steps", "stretch", "m/s last");
    for (uint32_t i = 0; i < sizeof plays / sizeof plays[0]; i++) {
        for (uint32_t by = 0; by < PEERS; by++) {
            run(plays[i], (who)by, steps);
            failed += by == HEM && rows[row_count - 1u].crossings > 0;
        }
    }
    printf(
        "Crossings of an edge and a face: a step on average, the most, and in the last step. %s.\n",
        BENCH_TARGET);
    return write_report(arguments[1], failed) + (int)failed > 0 ? 1 : 0;
}

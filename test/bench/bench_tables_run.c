/* Trees with settings on the frames of a scene: refits, and what these and the queries cost and
 * count. See bench_tables.h. */
#include "bench_tables_run.h"

#include <stdlib.h>

static void *take(tables_run *now, uint32_t count, size_t bytes)
{
    void *taken = hem_arena_take(&now->arena, count, (uint32_t)bytes);
    if (taken == NULL) {
        abort();
    }
    return taken;
}

/* ---- trees ---- */

static hem_tree_def def_of(const tables_scene *scene, const tables_setting *setting, uint32_t body)
{
    hem_tree_def def = hem_default_tree_def(
        scene->meshes[body], scene->scene.rest + scene->scene.bodies[body].first_vertex);
    def.builder = setting->builder;
    def.directions = setting->directions;
    def.degree = setting->degree;
    return def;
}

static void build(tables_run *now, uint32_t body)
{
    hem_tree_def def = def_of(now->scene, now->setting, body);
    if (hem_tree_build(&now->arena, &def, &now->trees[body], NULL) != HEM_OK) {
        abort();
    }
    hem_tree *tree = now->trees[body];
    if (now->setting->motion == TABLES_LAZY &&
        !hem_lazy_take(&now->lazy[body], tree, &now->arena)) {
        abort();
    }
    if (now->setting->cones && !hem_cones_take(&now->cones[body], tree, &now->arena)) {
        abort();
    }
    if (tables_takes_points(now)) {
        now->points[body] = take(now, tree->leaf_count, sizeof *now->points[body]);
    }
    if (tables_counts_boxes(now)) {
        now->boxes[body] = take(now, tree->triangle_count, sizeof *now->boxes[body]);
    }
}

/* Views and points of all leaves are the most that a pass takes. */
static size_t bytes_of(const tables_scene *scene, const tables_setting *setting)
{
    size_t bytes = 1u << 20;
    for (uint32_t b = 0; b < scene->scene.body_count; b++) {
        hem_tree_def def = def_of(scene, setting, b);
        size_t leaf_count = scene->scene.bodies[b].triangle_count;
        leaf_count = setting->builder == HEM_BUILD_PATCHES ? leaf_count / 4u + 2u : leaf_count;
        bytes += hem_tree_bytes(&def) + leaf_count * 900u;
        bytes += setting->cones || setting->motion == TABLES_LAZY ? leaf_count * 900u : 0u;
    }
    return bytes / HEM_ALIGN * HEM_ALIGN;
}

static void start(tables_run *now, const tables_scene *scene, const tables_setting *setting,
                  hem_pair *pairs, tables_cost *frames)
{
    uint32_t bodies = scene->scene.body_count;
    size_t bytes = bytes_of(scene, setting);
    void *memory = aligned_alloc(HEM_ALIGN, bytes);
    *now = (tables_run){.scene = scene, .setting = setting, .pairs = pairs, .frames = frames};
    if (memory == NULL || bytes > UINT32_MAX ||
        hem_arena_init(&now->arena, memory, (uint32_t)bytes) != HEM_OK) {
        abort();
    }
    now->trees = take(now, bodies, sizeof *now->trees);
    now->fits = take(now, bodies, sizeof *now->fits);
    now->lazy = take(now, bodies, sizeof *now->lazy);
    now->cones = take(now, bodies, sizeof *now->cones);
    now->points = take(now, bodies, sizeof *now->points);
    now->boxes = take(now, bodies, sizeof *now->boxes);
    now->queues = take(now, 1, sizeof *now->queues);
    uint32_t room = 0;
    for (uint32_t b = 0; b < bodies; b++) {
        build(now, b);
        for (uint32_t c = 0; c <= b; c++) {
            uint32_t needed = hem_traverse_room(now->trees[b], now->trees[c]);
            room = needed > room ? needed : room;
        }
    }
    now->stack = take(now, room, sizeof *now->stack);
}

/* ---- update ---- */

static void update_lazily(tables_run *now, uint32_t body, uint32_t frame)
{
    const peer_scene *scene = &now->scene->scene;
    uint32_t first = scene->bodies[body].first_vertex;
    const hem_vec3 *positions = scene->frames[frame] + first;
    if (frame == 0) {
        hem_lazy_start(&now->lazy[body], tables_slack(now), positions, NULL);
    } else {
        hem_lazy_refit_measured(&now->lazy[body], positions, scene->frames[frame - 1u] + first);
    }
}

static void update(tables_run *now, uint32_t frame)
{
    const peer_scene *scene = &now->scene->scene;
    tables_motion motion = now->setting->motion;
    for (uint32_t b = 0; b < scene->body_count; b++) {
        uint32_t first = scene->bodies[b].first_vertex;
        hem_fit_points points = {.start = scene->frames[frame] + first};
        if (motion == TABLES_LAZY) {
            update_lazily(now, b, frame);
            continue;
        }
        if (motion == TABLES_SWEPT) {
            points.end = now->scene->ends[frame] + first;
        } else if (motion != TABLES_STILL) {
            points.velocities = now->scene->velocities[frame] + first;
            points.time = now->scene->dt;
            points.inflation =
                motion == TABLES_ORIENTED ? HEM_INFLATE_ORIENTED : HEM_INFLATE_ALL_AROUND;
        }
        hem_fit_start(&now->fits[b], now->trees[b], &points, now->setting->refit,
                      now->setting->levels);
        if (now->setting->cones) {
            hem_cones_fit_normals(&now->cones[b], now->trees[b], points.start);
        }
    }
}

/* ---- query ---- */

static bool is_asked(const tables_scene *scene, uint32_t a, uint32_t b)
{
    return a == b ? scene->scene.within && a >= scene->first_cloth : scene->scene.between;
}

static void query(tables_run *now, uint32_t frame, bool by_pass, bool counted, tables_cost *out)
{
    const peer_scene *scene = &now->scene->scene;
    if (!by_pass) {
        tables_walk_start(now, frame, counted);
    }
    for (uint32_t a = 0; a < scene->body_count; a++) {
        for (uint32_t b = a; b < scene->body_count; b++) {
            tables_sides asked = {a, b, scene->frames[frame] + scene->bodies[a].first_vertex,
                                  scene->frames[frame] + scene->bodies[b].first_vertex, frame};
            if (!is_asked(now->scene, a, b)) {
                continue;
            }
            if (by_pass) {
                tables_query_by_pass(now, &asked, out);
            } else {
                tables_query_by_walk(now, &asked, counted, out);
            }
        }
    }
}

/* ---- cost ---- */

/* Once, without a clock: everything that can be counted. */
static void count_frame(tables_run *now, uint32_t frame)
{
    tables_cost cost = {0}, walked = {0};
    bool by_pass = now->setting->query == TABLES_PASS;
    update(now, frame);
    query(now, frame, by_pass, true, &cost);
    if (by_pass && !now->setting->first_only) {
        query(now, frame, false, true, &walked);
        cost.volume_tests = walked.volume_tests;
    }
    for (uint32_t b = 0; b < now->scene->scene.body_count; b++) {
        cost.fitted += now->setting->motion == TABLES_LAZY ? now->lazy[b].volumes_fitted
                                                           : now->fits[b].volumes_fitted;
    }
    cost.update_ms = cost.query_ms = 1e9;
    now->frames[frame] = cost;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

/* Without the clock's own time; never nothing. */
static double ms_between(double begin, double end)
{
    double seconds = end - begin - tables_clock_cost;
    return 1e3 * (seconds > 1e-8 ? seconds : 1e-8);
}

static void time_frame(tables_run *now, uint32_t frame)
{
    tables_cost unused = {0}, *best = &now->frames[frame];
    double begin = tables_seconds();
    update(now, frame);
    double middle = tables_seconds();
    query(now, frame, now->setting->query == TABLES_PASS, false, &unused);
    double end = tables_seconds();
    best->update_ms = least(best->update_ms, ms_between(begin, middle));
    best->query_ms = least(best->query_ms, ms_between(middle, end));
}

/* All settings find the same pairs, where they look for all of them. */
static void compare(const tables_run *runs, uint32_t count, uint32_t frame)
{
    const tables_run *first = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const tables_setting *setting = runs[i].setting;
        if (setting->query == TABLES_LEAVES || setting->first_only || setting->cones) {
            continue;
        }
        first = first == NULL ? &runs[i] : first;
        tables_failed += runs[i].frames[frame].found != first->frames[frame].found;
    }
}

/* Seconds. Two rounds at least, and more while they are short. */
#define LONG_ENOUGH 0.1

static double time_round(tables_run *now)
{
    double begin = tables_seconds(), spent = 0.0;
    do {
        for (uint32_t f = 0; f < now->scene->scene.frame_count; f++) {
            time_frame(now, f);
        }
        spent = tables_seconds() - begin;
    } while (spent < 0.008); /* short frames more often: they vary most */
    return spent;
}

void tables_measure(const tables_scene *scene, const tables_setting *settings, uint32_t count,
                    tables_cost *cost)
{
    uint32_t frames = scene->scene.frame_count;
    double *spent = tables_take(count, sizeof *spent);
    hem_pair *pairs = tables_take(TABLES_PAIRS, sizeof *pairs);
    tables_run *runs = tables_take(count, sizeof *runs);
    for (uint32_t i = 0; i < count; i++) {
        start(&runs[i], scene, &settings[i], pairs, cost + (size_t)i * frames);
        for (uint32_t f = 0; f < frames; f++) {
            count_frame(&runs[i], f);
        }
    }
    for (uint32_t f = 0; f < frames; f++) {
        compare(runs, count, f);
    }
    for (uint32_t round = 0; round < tables_rounds; round++) {
        for (uint32_t turn = 0; turn < count; turn++) {
            /* Not always after the same one: it leaves the caches to the next. */
            uint32_t i = (turn + round) % count;
            if (round < 2u || spent[i] < LONG_ENOUGH) {
                spent[i] += time_round(&runs[i]);
            }
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        free(runs[i].arena.base);
    }
    free(runs);
    free(pairs);
    free(spent);
}

tables_cost tables_mean(const tables_cost *cost, uint32_t frames)
{
    tables_cost sum = {0};
    for (uint32_t f = 0; f < frames; f++) {
        sum.update_ms += cost[f].update_ms / frames;
        sum.query_ms += cost[f].query_ms / frames;
        sum.fitted += cost[f].fitted;
        sum.volume_tests += cost[f].volume_tests;
        sum.leaf_pairs += cost[f].leaf_pairs;
        sum.pair_tests += cost[f].pair_tests;
        sum.found += cost[f].found;
    }
    sum.fitted /= frames;
    sum.volume_tests /= frames;
    sum.leaf_pairs /= frames;
    sum.pair_tests /= frames;
    sum.found /= frames;
    return sum;
}

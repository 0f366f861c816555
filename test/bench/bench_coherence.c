/* What coherence from step to step gains: walks over the trees from the roots and from a front
 * (002-16), and contacts measured every step or kept while faces hardly move (002-17), on moving
 * sheets and bodies. Prints a table, and writes a report to the path given. */
#define _POSIX_C_SOURCE 200809L

#include "bench/bench_target.h"
#include "bench/peers/folded.h"
#include "hem/coherence.h"
#include "scenes/scenes.h"
#include "tree/front.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STEPS   24u
#define ROUNDS  5u
#define ROWS    64u
#define ROOM    4000000u
#define ENTRIES 2000000u

typedef struct row {
    char scene[40];
    const char *setting;
    double work; /* pairs of volumes compared, or pairs of faces measured, a step */
    double ms, ratio;
} row;

static row rows[ROWS];
static uint32_t row_count, failed;
static hem_pair pairs[ROOM];
static hem_traverse_entry entries[ENTRIES];
static hem_traverse_entry stack[4096];

/* One body of a scene, and its positions in all steps. */
typedef struct body {
    uint32_t vertex_count, triangle_count;
    uint32_t *triangles;
    hem_vec3 *steps[STEPS];
    const hem_mesh *mesh;
    hem_tree *tree;
} body;

/* Either body `index` of a scene, or a folded sheet; `speed` steps, or units of time, a step. */
typedef struct scene {
    const char *name;
    scene_id id; /* SCENE_COUNT: the folded sheet */
    float first, speed;
    bool self;
    uint32_t index_a, index_b;
    float epsilon;
} scene;

static const scene scenes[] = {
    {"folded-rest", SCENE_COUNT, 0.0f, 0.0f, true, 0, 0, 0.001f},
    {"folded-slow", SCENE_COUNT, 0.0f, 0.002f, true, 0, 0, 0.001f},
    {"folded-fast", SCENE_COUNT, 0.0f, 0.05f, true, 0, 0, 0.001f},
    {"spheres-apart", SCENE_E5_ICO_5, 0.0f, 4.0f, false, 0, 1, 0.001f},
    {"spheres-meeting", SCENE_E5_ICO_5, 176.0f, 1.0f, false, 0, 1, 0.001f},
    {"sweater-slow", SCENE_E22_FINE, 0.0f, 0.02f, false, 0, 1, 0.012f},
    {"sweater-fast", SCENE_E22_FINE, 0.0f, 1.0f, false, 0, 1, 0.012f},
};

static void *take(size_t count, size_t size)
{
    void *memory = aligned_alloc(16, (count * size + 16u) / 16u * 16u);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void fill(const scene *from, uint32_t index, float time, scene_mesh *mesh)
{
    if (from->id == SCENE_COUNT) {
        folded_make(mesh, folded_default(), time);
    } else {
        scene_build_body(from->id, SCENE_FULL, index, time, mesh);
    }
}

static void build(body *of)
{
    hem_arena arena;
    hem_mesh_def def = hem_default_mesh_def(of->triangles, of->triangle_count, of->vertex_count);
    def.edge_capacity = 3u * of->triangle_count;
    def.self_pairs = false;
    def.orphan_capacity = 0;
    uint64_t bytes = HEM_MESH_BYTES(of->vertex_count, of->triangle_count, def.edge_capacity, 0);
    hem_arena_init(&arena, take(1, bytes), (uint32_t)bytes);
    failed += hem_mesh_build(&arena, &def, &of->mesh, NULL) != HEM_OK;
    hem_tree_def tree = hem_default_tree_def(of->mesh, of->steps[0]);
    bytes = hem_tree_bytes(&tree);
    hem_arena_init(&arena, take(1, bytes), (uint32_t)bytes);
    failed += hem_tree_build(&arena, &tree, &of->tree, NULL) != HEM_OK;
}

static body make_body(const scene *from, uint32_t index)
{
    body out = {0};
    scene_mesh counted = scene_mesh_over(NULL, 0, NULL, 0);
    fill(from, index, from->first, &counted);
    out.vertex_count = counted.vertex_count;
    out.triangle_count = counted.triangle_count;
    out.triangles = take(3u * (size_t)out.triangle_count, sizeof *out.triangles);
    for (uint32_t step = 0; step < STEPS; step++) {
        out.steps[step] = take(out.vertex_count, sizeof(hem_vec3));
        scene_mesh mesh =
            scene_mesh_over(out.steps[step], out.vertex_count, out.triangles, out.triangle_count);
        fill(from, index, from->first + from->speed * (float)step, &mesh);
    }
    build(&out);
    return out;
}

static row *add_row(const char *name, const char *part, const char *setting)
{
    row *out = &rows[row_count++];
    snprintf(out->scene, sizeof out->scene, "%s %s", name, part);
    out->setting = setting;
    return out;
}

static void refit(const body *of, uint32_t step)
{
    failed += hem_tree_refit(of->tree, of->steps[step], NULL, of->vertex_count) != HEM_OK;
}

/* ---- walks ---- */

static uint64_t hash_of(uint32_t count)
{
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++) {
        /* Of a set: the order must not show. */
        hash += (pairs[i].first * 0x9E3779B97F4A7C15u) ^ (pairs[i].second * 0xC2B2AE3D27D4EB4Fu);
    }
    return hash;
}

enum { WALK_ROOTS, WALK_FRONT, WALK_ANEW_8, WALK_ANEW_1, WALKS };
static const char *const walk_names[WALKS] = {"roots", "front", "front-anew-every-8",
                                              "front-anew-every-1"};
/* After how many steps the list is made anew. The last one has no use for the step before: what it
 * gains over the roots is the queue's and not coherence. */
static const uint32_t walk_refresh[WALKS] = {1, STEPS, 8, 1};

typedef struct walked {
    uint64_t hash, volume_tests;
    double time;
} walked;

static walked walk_once(const scene *from, const body *a, const body *b, hem_front_walk *front)
{
    walked out;
    hem_traversal walk;
    uint32_t count;
    double start = seconds();
    if (front == NULL) {
        hem_traverse_start(&walk, a->tree, b->tree, from->epsilon, stack);
        count = hem_traverse_next(&walk, pairs, ROOM);
    } else {
        hem_front_start(front, a->tree, b->tree, from->epsilon, stack);
        count = hem_front_next(front, pairs, ROOM);
        hem_front_end(front);
        failed += front->left_out != 0;
    }
    out.time = seconds() - start;
    out.volume_tests = front == NULL ? walk.volume_tests : front->walk.volume_tests;
    out.hash = hash_of(count);
    return out;
}

/* Each kind of walk goes through all steps by itself, after a refit like any other, so that none
 * finds in the caches what another has left there. The shortest time of each step counts; the first
 * step is the start and does not. */
static void measure_walks(const scene *from, const body *a, const body *b)
{
    static walked best[WALKS][STEPS];
    for (uint32_t run = 0; run < ROUNDS * WALKS; run++) {
        uint32_t kind = run % WALKS;
        hem_front_walk front = {.list = entries, .room = ENTRIES};
        for (uint32_t step = 0; step < STEPS; step++) {
            refit(a, step);
            if (b != a) {
                refit(b, step);
            }
            front.count = step % walk_refresh[kind] == 0 ? 0 : front.count;
            walked now = walk_once(from, a, b, kind == WALK_ROOTS ? NULL : &front);
            failed += kind != WALK_ROOTS && now.hash != best[WALK_ROOTS][step].hash;
            if (run >= WALKS && best[kind][step].time < now.time) {
                now.time = best[kind][step].time;
            }
            best[kind][step] = now;
        }
    }
    double times[WALKS] = {0.0};
    for (uint32_t kind = 0; kind < WALKS; kind++) {
        row *out = add_row(from->name, "walk", walk_names[kind]);
        for (uint32_t step = 1; step < STEPS; step++) {
            times[kind] += best[kind][step].time;
            out->work += (double)best[kind][step].volume_tests / (STEPS - 1u);
        }
        out->ms = 1e3 * times[kind] / (STEPS - 1u);
        out->ratio = times[WALK_ROOTS] / times[kind];
    }
}

/* ---- contacts ---- */

#define CONTACTS 40000u

static hem_face_contact contacts[CONTACTS];
static hem_contact_age ages[CONTACTS];
static hem_pair order[CONTACTS];

static hem_side side_of(const body *of, uint32_t step)
{
    return (hem_side){.mesh = of->mesh, .tree = of->tree, .positions = of->steps[step]};
}

static uint32_t near_pairs(const scene *from, const body *a, const body *b, hem_arena *scratch)
{
    hem_near_faces_out out;
    hem_near_faces_in in = {
        .a = a->tree,
        .b = b->tree,
        .positions_a = a->steps[0],
        .positions_b = b->steps[0],
        .epsilon = from->epsilon,
        .pairs = pairs,
        .room = CONTACTS,
        .scratch = scratch,
    };
    refit(a, 0);
    refit(b, 0);
    failed += hem_near_faces(&in, &out) < HEM_OK;
    return out.kept;
}

static hem_face_contacts_in pass_at(const body *a, const body *b, uint32_t step, uint32_t count,
                                    hem_arena *scratch)
{
    return (hem_face_contacts_in){
        .a = side_of(a, step),
        .b = side_of(b, step),
        .pairs = pairs,
        .pair_count = count,
        .dt = 0.01f,
        .contacts = contacts,
        .room = CONTACTS,
        .scratch = scratch,
    };
}

static hem_reuse_contacts_in reuse_at(const body *a, const body *b, uint32_t step, uint32_t count)
{
    return (hem_reuse_contacts_in){
        .a = side_of(a, step),
        .b = side_of(b, step),
        .before_a = a->steps[step - 1u],
        .before_b = b->steps[step - 1u],
        .dt = 0.01f,
        .contacts = contacts,
        .ages = ages,
        .count = count,
        .order = order,
    };
}

enum { CONTACTS_MEASURED, CONTACTS_KEPT, CONTACTS_PASS, CONTACT_KINDS };
static const char *const contact_names[CONTACT_KINDS] = {"measured", "kept", "pass"};

/* The pairs of the first step, followed through all others: measured anew each time, kept while
 * they are off by a twentieth of epsilon at most, and by hem_face_contacts, which measures twice.
 * What all share is the order. */
static void measure_contacts(const scene *from, const body *a, const body *b, hem_arena *scratch)
{
    uint32_t count = near_pairs(from, a, b, scratch);
    double best[CONTACT_KINDS][STEPS], work[CONTACT_KINDS] = {0.0};
    for (uint32_t run = 0; run < ROUNDS * CONTACT_KINDS && count > 0; run++) {
        uint32_t kind = run % CONTACT_KINDS;
        hem_face_contacts_out out;
        hem_face_contacts_in first = pass_at(a, b, 0, count, scratch);
        failed += hem_face_contacts(&first, &out) != HEM_OK;
        memset(ages, 0, sizeof ages);
        work[kind] = 0.0;
        for (uint32_t step = 1; step < STEPS; step++) {
            hem_reuse_contacts_out reused = {.measured = 2u * count};
            hem_reuse_contacts_in reuse = reuse_at(a, b, step, count);
            hem_face_contacts_in pass = pass_at(a, b, step, count, scratch);
            reuse.tolerance = 0.05f * from->epsilon;
            reuse.refresh_after = kind == CONTACTS_MEASURED ? 1u : 0u;
            double start = seconds();
            failed += (kind == CONTACTS_PASS ? hem_face_contacts(&pass, &out)
                                             : hem_reuse_contacts(&reuse, &reused)) != HEM_OK;
            double time = seconds() - start;
            best[kind][step] =
                run < CONTACT_KINDS || time < best[kind][step] ? time : best[kind][step];
            work[kind] += reused.measured;
        }
    }
    double times[CONTACT_KINDS] = {0.0};
    for (uint32_t kind = 0; kind < CONTACT_KINDS && count > 0; kind++) {
        row *out = add_row(from->name, "contacts", contact_names[kind]);
        for (uint32_t step = 1; step < STEPS; step++) {
            times[kind] += best[kind][step];
        }
        out->work = work[kind] / (STEPS - 1u);
        out->ms = 1e3 * times[kind] / (STEPS - 1u);
        out->ratio = times[CONTACTS_MEASURED] / times[kind];
    }
}

static void measure_all(void)
{
    hem_arena scratch;
    uint32_t bytes = 256u << 20;
    hem_arena_init(&scratch, take(1, bytes), bytes);
    for (uint32_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        body a = make_body(&scenes[i], scenes[i].index_a), other = {0};
        if (!scenes[i].self) {
            other = make_body(&scenes[i], scenes[i].index_b);
        }
        const body *b = scenes[i].self ? &a : &other;
        measure_walks(&scenes[i], &a, b);
        measure_contacts(&scenes[i], &a, b, &scratch);
    }
}

static int write_report(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fprintf(file, "{\"schema\":1,\"command\":\"coherence\",\"target\":\"%s\",\"rows\":[",
            BENCH_TARGET);
    for (uint32_t i = 0; i < row_count; i++) {
        fprintf(file,
                "%s\n{\"scene\":\"%s\",\"setting\":\"%s\",\"work\":%.0f,\"ms\":%.5f,"
                "\"ratio\":%.3f}",
                i == 0 ? "" : ",", rows[i].scene, rows[i].setting, rows[i].work, rows[i].ms,
                rows[i].ratio);
    }
    fprintf(file, "\n],\"failed\":%" PRIu32 "}\n", failed);
    return fclose(file) == 0 ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    measure_all();
    printf("%-26s %-24s %12s %10s %8s\n", "scene", "setting", "work", "ms", "ratio");
    for (uint32_t i = 0; i < row_count; i++) {
        printf("%-26s %-24s %12.0f %10.4f %8.2f\n", rows[i].scene, rows[i].setting, rows[i].work,
               rows[i].ms, rows[i].ratio);
    }
    printf("A step, the first one left out. Work: pairs of volumes compared by walks, pairs of "
           "faces measured for contacts. Ratio: the time from the roots, or of measuring all, by "
           "this. %s.\n",
           BENCH_TARGET);
    if (failed > 0) {
        printf("%" PRIu32 " calls were refused or did not give the pairs of a walk from the "
               "roots.\n",
               failed);
    }
    int written = argument_count > 1 ? write_report(arguments[1]) : 0;
    return failed > 0 ? 1 : written;
}

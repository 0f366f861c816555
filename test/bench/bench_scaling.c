/* `make scaling`: what building, refitting and asking cost a triangle, in time and memory, from a
 * thousand triangles to three hundred thousand. Prints, and writes scaling.json.
 *
 *     bench_scaling REPORT.json [rounds]
 *
 * What is counted must not grow faster than n log n, with a generous factor; times are shown and
 * not judged. Exit status 1 when something counted grows faster. */
#define _POSIX_C_SOURCE 200809L

#include "bench/peers/folded.h"
#include "bench_target.h"
#include "hem/crossings.h"
#include "hem/near_faces.h"
#include "scenes/shapes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROWS    256u
#define ROUNDS  5u
#define SIZES   6u
#define EPSILON 0.001f

/* How much more work a triangle may take than n log n says, from the smallest size on. At the
 * borders of small sheets there is less to find. */
#define GENEROUS 3.0

typedef enum phase { MESH, TREE, REFIT, INTERSECT, NEAR, CROSSINGS, PHASES } phase;

static const char *const phase_names[PHASES] = {"build mesh", "build tree", "refit",
                                                "intersect",  "near faces", "crossings"};

typedef struct row {
    const char *scene;
    uint32_t triangles;
    phase at;
    double ms, bytes, work; /* work 0: nothing is counted */
    bool grows_too_fast;
} row;

static row rows[ROWS];
static uint32_t row_count, failed, rounds = ROUNDS;

/* ---- scenes ---- */

typedef struct body {
    hem_vec3 *positions;
    uint32_t *triangles;
    uint32_t vertex_count, triangle_count;
    const hem_mesh *mesh;
    hem_tree *tree;
} body;

typedef struct scene {
    const char *name;
    uint32_t body_count;
    /* Appends a body of size 0 to SIZES - 1. */
    void (*fill)(uint32_t body, uint32_t size, scene_mesh *mesh);
} scene;

/* About 1k, 3k, 10k, 30k, 100k and 300k triangles: `lines` rows in each of ten layers, and twice as
 * many vertices across. */
static const uint32_t lines[SIZES] = {5, 9, 16, 28, 50, 87};

static void fill_folded(uint32_t which, uint32_t size, scene_mesh *mesh)
{
    folded_sheet sheet = folded_default();
    (void)which;
    sheet.layers = 10;
    sheet.rows = lines[size];
    sheet.across = 2u * lines[size];
    folded_make(mesh, sheet, 0.0f);
}

/* Two wavy sheets one above the other, of as many triangles together. */
static void fill_sheets(uint32_t which, uint32_t size, scene_mesh *mesh)
{
    folded_sheet sheet = folded_default();
    uint32_t first = mesh->vertex_count;
    sheet.layers = 1;
    sheet.rows = 3u * lines[size];
    sheet.across = 10u * lines[size] / 3u;
    sheet.seed += which;
    folded_make(mesh, sheet, 0.0f);
    if (mesh->positions != NULL) {
        scene_mesh_place(mesh, first, scene_frame_at(0.0f, 0.0f, 0.001f * (float)which));
    }
}

/* Two bumpy spheres deep in each other; finer meshes of the same shapes. */
static void fill_spheres(uint32_t which, uint32_t size, scene_mesh *mesh)
{
    static const struct {
        shape_solid solid;
        uint32_t level;
    } meshes[SIZES] = {{SHAPE_OCTA, 3},  {SHAPE_ICO, 3},   {SHAPE_ICO, 4},
                       {SHAPE_TETRA, 6}, {SHAPE_TETRA, 7}, {SHAPE_OCTA, 7}};
    uint32_t first = mesh->vertex_count;
    shape_sphere(mesh, meshes[size].solid, meshes[size].level, 1.0f);
    if (mesh->positions != NULL) {
        shape_bump(mesh, first, (shape_bumps){0.15f, 4.0f, 0xB0B0u + which}, 0.0f);
        scene_mesh_place(mesh, first,
                         scene_frame_at(0.3f * (float)which, 0.4f * (float)which, 0.0f));
    }
}

static const scene scenes[] = {
    {"folded sheet", 1, fill_folded},
    {"two sheets", 2, fill_sheets},
    {"two spheres", 2, fill_spheres},
};

/* ---- memory and time ---- */

static void *take(size_t count, size_t bytes)
{
    void *taken = calloc(count, bytes);
    if (taken == NULL) {
        abort();
    }
    return taken;
}

static hem_arena arena_of(size_t bytes)
{
    hem_arena arena;
    bytes = bytes / HEM_ALIGN * HEM_ALIGN;
    void *memory = aligned_alloc(HEM_ALIGN, bytes);
    if (memory == NULL || bytes > UINT32_MAX ||
        hem_arena_init(&arena, memory, (uint32_t)bytes) != HEM_OK) {
        abort();
    }
    return arena;
}

static void need(hem_status status)
{
    if (status != HEM_OK) {
        fprintf(stderr, "%s\n", hem_status_text(status));
        abort();
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- one size of one scene ---- */

typedef struct trial {
    const scene *scene;
    body bodies[2];
    hem_arena meshes, trees, scratch;
    hem_pair *pairs;
    uint32_t room;
    double ms[PHASES], bytes[PHASES], work[PHASES];
    uint32_t triangles;
} trial;

static void fill_body(trial *now, uint32_t which, uint32_t size)
{
    body *made = &now->bodies[which];
    scene_mesh counted = scene_mesh_over(NULL, 0, NULL, 0);
    now->scene->fill(which, size, &counted);
    made->vertex_count = counted.vertex_count;
    made->triangle_count = counted.triangle_count;
    made->positions = take(counted.vertex_count, sizeof *made->positions);
    made->triangles = take(3u * (size_t)counted.triangle_count, sizeof *made->triangles);
    scene_mesh mesh =
        scene_mesh_over(made->positions, made->vertex_count, made->triangles, made->triangle_count);
    now->scene->fill(which, size, &mesh);
    now->triangles += made->triangle_count;
}

static const body *second_of(const trial *now)
{
    return &now->bodies[now->scene->body_count - 1u];
}

static void build_meshes(trial *now)
{
    hem_arena_release(&now->meshes, 0);
    for (uint32_t b = 0; b < now->scene->body_count; b++) {
        body *of = &now->bodies[b];
        hem_mesh_def def =
            hem_default_mesh_def(of->triangles, of->triangle_count, of->vertex_count);
        def.self_pairs = now->scene->body_count == 1u;
        need(hem_mesh_build(&now->meshes, &def, &of->mesh, NULL));
    }
    now->bytes[MESH] = now->meshes.used;
}

static void build_trees(trial *now)
{
    hem_arena_release(&now->trees, 0);
    now->work[TREE] = 0.0;
    for (uint32_t b = 0; b < now->scene->body_count; b++) {
        body *of = &now->bodies[b];
        hem_tree_def def = hem_default_tree_def(of->mesh, of->positions);
        need(hem_tree_build(&now->trees, &def, &of->tree, NULL));
        now->work[TREE] += of->tree->leaf_count;
    }
    now->bytes[TREE] = now->trees.used;
}

static void refit(trial *now)
{
    now->work[REFIT] = 0.0;
    for (uint32_t b = 0; b < now->scene->body_count; b++) {
        body *of = &now->bodies[b];
        need(hem_tree_refit(of->tree, of->positions, NULL, of->vertex_count));
        now->work[REFIT] += of->tree->volume_count;
    }
}

static void intersect(trial *now)
{
    const body *a = &now->bodies[0], *b = second_of(now);
    hem_intersect_in in = {.a = a->tree,
                           .b = b->tree,
                           .positions_a = a->positions,
                           .positions_b = b->positions,
                           .pairs = now->pairs,
                           .room = now->room,
                           .scratch = &now->scratch};
    hem_intersect_out out;
    need(hem_intersect(&in, &out));
    now->bytes[INTERSECT] = (double)hem_intersect_bytes(a->tree, b->tree);
    now->work[INTERSECT] = (double)out.volume_tests + out.leaf_pairs + out.pair_tests;
}

static void near_faces(trial *now)
{
    const body *a = &now->bodies[0], *b = second_of(now);
    hem_near_faces_in in = {.a = a->tree,
                            .b = b->tree,
                            .positions_a = a->positions,
                            .positions_b = b->positions,
                            .epsilon = EPSILON,
                            .pairs = now->pairs,
                            .room = now->room,
                            .scratch = &now->scratch};
    hem_near_faces_out out;
    need(hem_near_faces(&in, &out));
    now->bytes[NEAR] = (double)hem_near_faces_bytes(a->tree, b->tree);
    now->work[NEAR] = (double)out.volume_tests + out.leaf_pairs + out.pair_tests + out.edge_tests;
}

static hem_side side_of(const body *of, uint32_t first_vertex)
{
    return (hem_side){.mesh = of->mesh,
                      .tree = of->tree,
                      .positions = of->positions,
                      .first_vertex = first_vertex};
}

static void crossings(trial *now)
{
    const body *a = &now->bodies[0], *b = second_of(now);
    hem_crossings_in in = {.a = side_of(a, 0),
                           .b = side_of(b, a == b ? 0u : a->vertex_count),
                           .crossings = now->pairs,
                           .room = now->room,
                           .scratch = &now->scratch};
    hem_crossings_out out;
    need(hem_crossings(&in, &out));
    now->bytes[CROSSINGS] = (double)hem_crossings_bytes(a->tree, b->tree);
    now->work[CROSSINGS] =
        (double)out.volume_tests + out.leaf_pairs + out.pair_tests + out.feature_tests;
}

static void (*const phases[PHASES])(trial *) = {build_meshes, build_trees, refit,
                                                intersect,    near_faces,  crossings};

/* The shortest of some rounds; of long ones, two. */
static void time_phase(trial *now, phase at)
{
    double spent = 0.0;
    now->ms[at] = 1e9;
    for (uint32_t round = 0; round < rounds && (round < 2u || spent < 0.2); round++) {
        double begin = seconds();
        phases[at](now);
        double taken = seconds() - begin;
        now->ms[at] = 1e3 * taken < now->ms[at] ? 1e3 * taken : now->ms[at];
        spent += taken;
    }
}

static void run(trial *now, uint32_t size)
{
    for (uint32_t b = 0; b < now->scene->body_count; b++) {
        fill_body(now, b, size);
    }
    now->room = 64u * now->triangles;
    now->pairs = take(now->room, sizeof *now->pairs);
    now->meshes = arena_of((1u << 20) + 400u * (size_t)now->triangles);
    now->trees = arena_of((1u << 20) + 400u * (size_t)now->triangles);
    now->scratch = arena_of((1u << 20) + 400u * (size_t)now->triangles);
    for (uint32_t at = 0; at < PHASES; at++) {
        time_phase(now, (phase)at);
    }
    for (uint32_t b = 0; b < now->scene->body_count; b++) {
        free(now->bodies[b].positions);
        free(now->bodies[b].triangles);
    }
    free(now->pairs);
    free(now->meshes.base);
    free(now->trees.base);
    free(now->scratch.base);
}

/* ---- growth ---- */

/* Whole steps of the logarithm are not enough between 1,000 and 3,000. */
static double log_2(double n)
{
    double whole = 0.0;
    for (; n >= 2.0; n /= 2.0) {
        whole += 1.0;
    }
    /* log2(1 + x) for 0 <= x < 1, to a hundredth. */
    double x = n - 1.0;
    return whole + x * (1.4249 - 0.4249 * x);
}

static bool grows_too_fast(const row *first, const row *now)
{
    double before = first->work / first->triangles, after = now->work / now->triangles;
    double allowed = GENEROUS * log_2(now->triangles) / log_2(first->triangles);
    return now->work > 0.0 && after > allowed * before;
}

static void add_rows(const trial *now, uint32_t first_row)
{
    for (uint32_t at = 0; at < PHASES; at++) {
        if (row_count == ROWS) {
            abort();
        }
        row *added = &rows[row_count++];
        *added = (row){now->scene->name, now->triangles, (phase)at, now->ms[at],
                       now->bytes[at],   now->work[at],  false};
        added->grows_too_fast = grows_too_fast(&rows[first_row + at], added);
        failed += added->grows_too_fast;
        double n = added->triangles;
        printf("  %-14s %8" PRIu32 " %-11s %10.3f %10.1f %10.1f", added->scene, added->triangles,
               phase_names[at], added->ms, 1e6 * added->ms / n, added->bytes / n);
        if (added->work > 0.0) {
            printf(" %10.2f", added->work / n);
        }
        printf("%s\n", added->grows_too_fast ? "  GROWS TOO FAST" : "");
    }
}

static int write_report(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fprintf(file, "{\"schema\":1,\"command\":\"make scaling\",\"target\":\"%s\",\"rows\":[",
            BENCH_TARGET);
    for (uint32_t i = 0; i < row_count; i++) {
        double n = rows[i].triangles;
        fprintf(file,
                "%s\n{\"scene\":\"%s\",\"triangles\":%" PRIu32 ",\"phase\":\"%s\",\"ms\":%.5f,"
                "\"ns_per_triangle\":%.2f,\"bytes_per_triangle\":%.2f,\"work_per_triangle\":",
                i == 0 ? "" : ",", rows[i].scene, rows[i].triangles, phase_names[rows[i].at],
                rows[i].ms, 1e6 * rows[i].ms / n, rows[i].bytes / n);
        if (rows[i].work > 0.0) {
            fprintf(file, "%.5f,", rows[i].work / n);
        } else {
            fprintf(file, "null,");
        }
        fprintf(file, "\"n_log_n\":%s}", rows[i].grows_too_fast ? "false" : "true");
    }
    fprintf(file, "\n],\"failed\":%" PRIu32 "}\n", failed);
    return fclose(file) == 0 ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    if (argument_count < 2) {
        fprintf(stderr, "usage: bench_scaling REPORT.json [rounds]\n");
        return 2;
    }
    int asked = argument_count > 2 ? atoi(arguments[2]) : 0;
    rounds = asked > 0 ? (uint32_t)asked : ROUNDS;
    printf("Patch trees as they are by default. Bytes: of meshes and trees what they keep, of "
           "queries scratch.\nWork: leaves made; volumes fitted; volumes, leaves, triangles and "
           "features "
           "compared.\n\n");
    printf("  %-14s %8s %-11s %10s %10s %10s %10s\n", "scene", "triangles", "phase", "ms",
           "ns each", "bytes each", "work each");
    for (uint32_t s = 0; s < sizeof scenes / sizeof scenes[0]; s++) {
        uint32_t first_row = row_count;
        for (uint32_t size = 0; size < SIZES; size++) {
            trial now = {.scene = &scenes[s]};
            run(&now, size);
            add_rows(&now, first_row);
        }
    }
    if (failed > 0) {
        printf("%" PRIu32 " rows grow faster than %.0f n log n.\n", failed, GENEROUS);
    } else {
        printf("Nothing that is counted grows faster than n log n, within a factor of %.0f.\n",
               GENEROUS);
    }
    int written = write_report(arguments[1]);
    return failed > 0 ? 1 : written;
}

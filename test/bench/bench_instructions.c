/* `make instructions`: fixed work for counting instructions. Under callgrind every workload dumps a
 * profile of its own, of nothing but the calls that are measured; test/tools/instructions.rb reads
 * and compares them. Run by itself, the program does the same and says nothing.
 *
 *     valgrind --tool=callgrind --instr-atstart=no --collect-atstart=no bench_instructions */
#include "bench/bench_moving.h"
#include "bench/bench_target.h"
#include "bench/peers/folded.h"
#include "ccd_cases.h"
#include "hem/continuous.h"
#include "hem/crossings.h"
#include "hem/detect.h"
#include "hem/near_faces.h"
#include "hem/proximity.h"
#include "played_world.h"
#include "scenes/shapes.h"

#include <stdio.h>

#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif
#endif
#if !defined(CALLGRIND_TOGGLE_COLLECT)
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#define CALLGRIND_TOGGLE_COLLECT
#define CALLGRIND_DUMP_STATS_AT(name)
#endif

#define ROOM    65536u
#define QUERIES 2000u
#define EPSILON 0.001f

/* ---- a folded sheet that moves, and two bumpy spheres in each other ---- */

static bench_body sheet, spheres[2];
static hem_vec3 *sheet_start, *sheet_end, *sphere_points[2];
static hem_arena arena, scratch;
static hem_pair pairs[ROOM];
static hem_contact contacts[ROOM];
static hem_hit hits[ROOM];

/* The arrays of a shape that was counted. */
static scene_mesh room_for(bench_body *body, hem_vec3 **points, const scene_mesh *counted)
{
    body->vertex_count = counted->vertex_count;
    body->triangle_count = counted->triangle_count;
    body->triangles = bench_take(3u * (size_t)counted->triangle_count, sizeof *body->triangles);
    *points = bench_take(counted->vertex_count, sizeof **points);
    return scene_mesh_over(*points, body->vertex_count, body->triangles, body->triangle_count);
}

static void make_sheet(void)
{
    folded_sheet shape = folded_default();
    shape.layers = 10;
    shape.rows = 12;
    shape.across = 24;
    scene_mesh counted = scene_mesh_over(NULL, 0, NULL, 0);
    folded_make(&counted, shape, 0.0f);
    scene_mesh end = room_for(&sheet, &sheet_end, &counted);
    folded_make(&end, shape, 0.5f);
    scene_mesh start = room_for(&sheet, &sheet_start, &counted);
    folded_make(&start, shape, 0.0f);
    bench_body_mesh(&sheet);
    bench_body_tree(&sheet, sheet_start, HEM_BUILD_PATCHES, 6, 4);
}

static void make_sphere(uint32_t which)
{
    scene_mesh counted = scene_mesh_over(NULL, 0, NULL, 0);
    shape_sphere(&counted, SHAPE_ICO, 3, 1.0f);
    scene_mesh mesh = room_for(&spheres[which], &sphere_points[which], &counted);
    shape_sphere(&mesh, SHAPE_ICO, 3, 1.0f);
    shape_bump(&mesh, 0, (shape_bumps){0.15f, 4.0f, 0xB0B0u + which}, 0.0f);
    scene_mesh_place(&mesh, 0, scene_frame_at(0.3f * (float)which, 0.4f * (float)which, 0.0f));
    bench_body_mesh(&spheres[which]);
    bench_body_tree(&spheres[which], sphere_points[which], HEM_BUILD_PATCHES, 6, 4);
    bench_need(hem_tree_refit(spheres[which].tree, sphere_points[which], NULL,
                              spheres[which].vertex_count));
}

static void run_mesh_build(void)
{
    const hem_mesh *mesh;
    hem_mesh_def def =
        hem_default_mesh_def(sheet.triangles, sheet.triangle_count, sheet.vertex_count);
    bench_need(hem_mesh_build(&arena, &def, &mesh, NULL));
}

static void run_tree_build(void)
{
    hem_tree *tree;
    hem_tree_def def = hem_default_tree_def(sheet.mesh, sheet_start);
    bench_need(hem_tree_build(&arena, &def, &tree, NULL));
}

static void run_refit(void)
{
    bench_need(hem_tree_refit(sheet.tree, sheet_start, NULL, sheet.vertex_count));
}

static void run_refit_swept(void)
{
    bench_need(hem_tree_refit(sheet.tree, sheet_start, sheet_end, sheet.vertex_count));
}

static void run_intersect(void)
{
    hem_intersect_in in = {.a = spheres[0].tree,
                           .b = spheres[1].tree,
                           .positions_a = sphere_points[0],
                           .positions_b = sphere_points[1],
                           .pairs = pairs,
                           .room = ROOM,
                           .scratch = &scratch};
    hem_intersect_out out;
    bench_need(hem_intersect(&in, &out));
}

static hem_side sheet_side(void)
{
    return (hem_side){
        .mesh = sheet.mesh, .tree = sheet.tree, .positions = sheet_start, .ends = sheet_end};
}

static void run_crossings(void)
{
    hem_crossings_in in = {.a = sheet_side(),
                           .b = sheet_side(),
                           .crossings = pairs,
                           .room = ROOM,
                           .scratch = &scratch};
    hem_crossings_out out;
    bench_need(hem_crossings(&in, &out));
}

static void run_near_faces(void)
{
    hem_near_faces_in in = {.a = sheet.tree,
                            .b = sheet.tree,
                            .positions_a = sheet_start,
                            .positions_b = sheet_start,
                            .epsilon = EPSILON,
                            .pairs = pairs,
                            .room = ROOM,
                            .scratch = &scratch};
    hem_near_faces_out out;
    bench_need(hem_near_faces(&in, &out));
}

static void run_proximity(void)
{
    hem_proximity_in in = {.a = sheet_side(),
                           .b = sheet_side(),
                           .epsilon = EPSILON,
                           .contacts = contacts,
                           .room = ROOM,
                           .scratch = &scratch};
    hem_proximity_out out;
    bench_need(hem_proximity(&in, &out));
}

static void run_continuous(void)
{
    hem_continuous_in in = {
        .a = sheet_side(), .b = sheet_side(), .hits = hits, .room = ROOM, .scratch = &scratch};
    hem_continuous_out out;
    bench_need(hem_continuous(&in, &out));
}

/* ---- queries ---- */

static hem_ccd_in queries[HEM_CCD_REPORTED_SETS][QUERIES];

static void make_queries(hem_ccd_pair pair)
{
    test_random random = {.state = 7};
    for (uint32_t set = 0; set < HEM_CCD_REPORTED_SETS; set++) {
        for (uint32_t i = 0; i < QUERIES; i++) {
            hem_ccd_case((hem_ccd_set)set, pair, 0.0f, &random, &queries[set][i]);
        }
    }
}

static void make_vertex_face(void)
{
    make_queries(HEM_CCD_PAIR_VERTEX_FACE);
}

static void make_edge_edge(void)
{
    make_queries(HEM_CCD_PAIR_EDGE_EDGE);
}

static void run_vertex_face(void)
{
    hem_ccd_out out;
    for (uint32_t i = 0; i < HEM_CCD_REPORTED_SETS * QUERIES; i++) {
        hem_ccd_vertex_face(&queries[0][i], &out);
    }
}

static void run_edge_edge(void)
{
    hem_ccd_out out;
    for (uint32_t i = 0; i < HEM_CCD_REPORTED_SETS * QUERIES; i++) {
        hem_ccd_edge_edge(&queries[0][i], &out);
    }
}

/* ---- whole steps ---- */

static played_world played;

static void start_play(play_id id, bool simulated)
{
    bool there = played_world_start(&played, id, SCENE_SMALL);
    hem_caps caps = resolve_player_caps(&played.player, played_world_contacts(&played.player));
    caps.cloth_triangles = simulated ? caps.triangles : 0u;
    if (!there || !played_world_make_with(&played, &caps)) {
        bench_need(HEM_BLOCK_TOO_SMALL);
    }
}

static void start_pile(void)
{
    start_play(PLAY_PILE, false);
}

static void start_torus(void)
{
    start_play(PLAY_TORUS, false);
}

static void start_tube(void)
{
    start_play(PLAY_TUBE, false);
}

static void start_simulated_pile(void)
{
    start_play(PLAY_PILE, true);
}

static void start_simulated_drapes(void)
{
    start_play(PLAY_DRAPES, true);
}

/* Nothing is led in these. */
static void step(void)
{
    bench_need(hem_step(played.hem.world, &played.hem.in, &played.report));
}

/* The example simulator's part is not counted. */
static void simulate(void)
{
    player_step_candidates(&played.player);
}

static void resolve(void)
{
    bench_need(resolve_player_step(&played.hem, &played.player, &played.report));
}

/* ---- all of it ---- */

typedef struct workload {
    const char *name;
    uint32_t rounds;
    void (*prepare)(void); /* once, or null */
    void (*before)(void);  /* each round, or null */
    void (*run)(void);     /* each round, counted */
} workload;

/* The tree of the sheet is fitted to its motion from `refit swept` on. */
static const workload workloads[] = {
    {"mesh build", 1, NULL, NULL, run_mesh_build},
    {"tree build", 1, NULL, NULL, run_tree_build},
    {"refit swept", 4, NULL, NULL, run_refit_swept},
    {"continuous", 1, NULL, NULL, run_continuous},
    {"refit", 4, NULL, NULL, run_refit},
    {"intersect", 1, NULL, NULL, run_intersect},
    {"crossings", 1, NULL, NULL, run_crossings},
    {"near faces", 1, NULL, NULL, run_near_faces},
    {"proximity", 1, NULL, NULL, run_proximity},
    {"ccd vertex-face", 1, make_vertex_face, NULL, run_vertex_face},
    {"ccd edge-edge", 1, make_edge_edge, NULL, run_edge_edge},
    {"resolve pile", 9, start_pile, simulate, resolve},
    {"resolve torus", 20, start_torus, simulate, resolve},
    {"resolve tube", 60, start_tube, simulate, resolve},
    {"step pile", 12, start_simulated_pile, NULL, step},
    {"step drapes", 20, start_simulated_drapes, NULL, step},
};

static void count(const workload *work)
{
    uint32_t mark = hem_arena_mark(&arena);
    if (work->prepare != NULL) {
        work->prepare();
    }
    CALLGRIND_START_INSTRUMENTATION;
    for (uint32_t round = 0; round < work->rounds; round++) {
        if (work->before != NULL) {
            work->before();
        }
        CALLGRIND_TOGGLE_COLLECT;
        work->run();
        CALLGRIND_TOGGLE_COLLECT;
    }
    CALLGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_DUMP_STATS_AT(work->name);
    hem_arena_release(&arena, mark);
}

int main(void)
{
    arena = bench_arena(1u << 24);
    scratch = bench_arena(1u << 24);
    make_sheet();
    make_sphere(0);
    make_sphere(1);
    for (uint32_t i = 0; i < sizeof workloads / sizeof workloads[0]; i++) {
        count(&workloads[i]);
    }
    played_world_end(&played);
    puts(BENCH_TARGET);
    return 0;
}

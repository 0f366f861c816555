/* Golden phases of simulated steps: small worlds that hem_step moves, each of another kind. A hash
 * for each phase of the step, over all steps, and one of the world at the end. */
#include "golden/golden_phases.h"

#include "scenes/shapes.h"

#define MOST_BODIES    6u
#define MOST_VERTICES  340u
#define MOST_TRIANGLES 620u
#define SIDE           10u

HEM_BLOCK(block,
          HEM_CLOTH_WORLD_BYTES(MOST_BODIES, MOST_VERTICES, MOST_TRIANGLES,
                                HEM_EDGES(MOST_VERTICES, MOST_TRIANGLES), 16u * MOST_VERTICES));
static hem_vec3 positions[MOST_VERTICES];
static uint32_t triangles[3u * MOST_TRIANGLES];
static hem_world *world;
static hem_body bodies[MOST_BODIES];
static hem_status status;
static hem_step_in in;
static hem_report report;

static const char *const phase_names[HEM_PHASES] = {
    [HEM_PHASE_PROXIMITY] = "proximity", [HEM_PHASE_INTEGRATE] = "integrate",
    [HEM_PHASE_REPEL] = "repel",         [HEM_PHASE_IMPACT] = "impact",
    [HEM_PHASE_ZONE] = "zone",           [HEM_PHASE_HOLD] = "hold",
    [HEM_PHASE_COMMIT] = "commit",
};

/* ---- bodies ---- */

static scene_mesh staging(void)
{
    return scene_mesh_over(positions, MOST_VERTICES, triangles, MOST_TRIANGLES);
}

static hem_body_def body_of(const scene_mesh *mesh, hem_body_kind kind)
{
    hem_body_def def = hem_default_body_def();
    def.kind = (uint32_t)kind;
    def.positions = mesh->positions;
    def.vertex_count = mesh->vertex_count;
    def.triangles = mesh->triangles;
    def.triangle_count = mesh->triangle_count;
    return def;
}

static void add(const hem_body_def *def)
{
    if (status == HEM_OK) {
        status = hem_add_body(world, def, &bodies[world->body_count], NULL);
    }
}

static void add_floor(void)
{
    scene_mesh mesh = staging();
    shape_grid(&mesh, 2, 2, 1.0f, 1.0f);
    hem_body_def def = body_of(&mesh, HEM_STATIC);
    add(&def);
}

static scene_mesh sheet_at(float x, float y, float z)
{
    scene_mesh mesh = staging();
    shape_grid(&mesh, SIDE, SIDE, 0.01f, 0.01f);
    scene_mesh_place(&mesh, 0, scene_frame_at(x, y, z));
    return mesh;
}

static void add_sheet(float x, float y, float z)
{
    scene_mesh mesh = sheet_at(x, y, z);
    hem_body_def def = body_of(&mesh, HEM_CLOTH);
    add(&def);
}

static hem_body_def sphere_at(float radius, float z, hem_body_kind kind)
{
    scene_mesh mesh = staging();
    shape_sphere(&mesh, SHAPE_ICO, 2, radius);
    scene_mesh_place(&mesh, 0, scene_frame_at(0.0f, 0.0f, z));
    return body_of(&mesh, kind);
}

static void pin(uint32_t body, uint32_t vertex)
{
    if (status == HEM_OK) {
        status = hem_set_pin(world, bodies[body], vertex, true);
    }
}

/* The body's vertices, all shifted, in `positions`. */
static uint32_t shifted(uint32_t body, hem_vec3 by)
{
    const hem_vec3 *at = hem_body_positions(world, bodies[body]);
    uint32_t count = hem_body_mesh(world, bodies[body])->vertex_count;
    for (uint32_t v = 0; v < count; v++) {
        positions[v] = hem_add(at[v], by);
    }
    return count;
}

/* ---- worlds ---- */

/* Sheets lie on each other, one of another material. */
static void make_pile(void)
{
    add_floor();
    add_sheet(0.0f, 0.0f, 0.003f);
    add_sheet(0.013f, 0.004f, 0.006f);
    scene_mesh mesh = sheet_at(-0.007f, 0.011f, 0.009f);
    hem_body_def def = body_of(&mesh, HEM_CLOTH);
    def.thickness = 0.0015f;
    def.friction = 0.8f;
    def.cloth.bend = 0.0002f;
    def.warp = (hem_vec3){0.6f, 0.8f, 0.0f};
    add(&def);
}

static void make_drape(void)
{
    hem_body_def def = sphere_at(0.025f, 0.0f, HEM_STATIC);
    add(&def);
    add_sheet(0.002f, 0.003f, 0.028f);
}

static void make_flag(void)
{
    add_sheet(0.0f, 0.0f, 0.0f);
    for (uint32_t row = 0; row < SIDE; row++) {
        pin(0, SIDE * row);
    }
    in.wind = (hem_vec3){6.0f, 1.0f, 2.5f};
}

static void make_balloon(void)
{
    add_floor();
    hem_body_def def = sphere_at(0.05f, 0.053f, HEM_SOFT);
    def.cloth.pressure = 60.0f;
    add(&def);
}

/* A bent sheet that wants to stay bent, in long steps. */
static void make_shell(void)
{
    add_floor();
    scene_mesh mesh = sheet_at(0.0f, 0.0f, 0.02f);
    for (uint32_t v = 0; v < mesh.vertex_count; v++) {
        float x = mesh.positions[v].x;
        mesh.positions[v].z = 0.02f - 8.0f * (x * x);
    }
    hem_body_def def = body_of(&mesh, HEM_CLOTH);
    def.angles = HEM_CLOTH_SHAPED;
    def.cloth.bend = 0.003f;
    def.cloth.bend_damping = 0.01f;
    add(&def);
    in.dt = 1.0f / 25.0f;
}

/* Two corners of a sheet are drawn down over a sphere that rises. */
static void make_led(void)
{
    hem_body_def def = sphere_at(0.025f, 0.0f, HEM_KINEMATIC);
    add(&def);
    add_sheet(0.0f, 0.0f, 0.03f);
    pin(1, 0);
    pin(1, SIDE * SIDE - 1u);
}

static void lead(void)
{
    uint32_t count = shifted(0, (hem_vec3){0.0f, 0.0002f, 0.001f});
    status = hem_set_kinematic(world, bodies[0], positions, count);
    if (status == HEM_OK) {
        count = shifted(1, (hem_vec3){0.0005f, 0.0f, -0.002f});
        status = hem_set_candidate(world, bodies[1], positions, count);
    }
}

/* ---- all of them ---- */

typedef struct step_case {
    const char *name;
    uint32_t steps;
    void (*make)(void);
    void (*before)(void); /* each step, or null */
} step_case;

static const step_case cases[] = {
    {"step-pile", 14, make_pile, NULL},  {"step-drape", 12, make_drape, NULL},
    {"step-flag", 8, make_flag, NULL},   {"step-balloon", 10, make_balloon, NULL},
    {"step-shell", 8, make_shell, NULL}, {"step-led", 10, make_led, lead},
};

static void run(const step_case *what, uint64_t hashes[HEM_PHASES])
{
    hem_caps caps =
        hem_default_cloth_caps(MOST_BODIES, MOST_VERTICES, MOST_TRIANGLES,
                               HEM_EDGES(MOST_VERTICES, MOST_TRIANGLES), 16u * MOST_VERTICES);
    in = hem_default_step_in(1.0f / 90.0f);
    status = hem_world_init(block, (uint32_t)sizeof block, &caps, &world);
    if (status == HEM_OK) {
        what->make();
    }
    for (uint32_t s = 0; s < what->steps && status >= HEM_OK; s++) {
        if (what->before != NULL) {
            what->before();
        }
        status = status >= HEM_OK ? hem_step(world, &in, &report) : status;
        if (status >= HEM_OK) {
            golden_phases_add(hashes, &report);
        }
    }
}

void golden_step(golden_emit_fn emit)
{
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t hashes[HEM_PHASES];
        for (uint32_t p = 0; p < HEM_PHASES; p++) {
            hashes[p] = HEM_HASH_SEED;
        }
        run(&cases[i], hashes);
        for (uint32_t p = 0; p < HEM_PHASES; p++) {
            emit(cases[i].name, phase_names[p], hashes[p]);
        }
        emit(cases[i].name, "world",
             status >= HEM_OK ? hem_world_hash(world) : 0xBAD0000000000000u | (uint32_t)status);
    }
}

/* A scene in a world, simulated and timed: see bench_simulated.h. */
#include "bench_simulated.h"

#include "base/vec3.h"
#include "bench_hips.h"
#include "bench_seams.h"
#include "world/step.h"

#include <stdlib.h>
#include <string.h>

#define SEWN  0.001f /* what a seam is wide in the pattern, metres */
#define OPEN  0.006f /* what it is where it does not close: as in the scene */
#define WAIST 0.02f  /* of clothes this much from the top is pinned, metres */

/* ---- the clock around detection: the linker leads calls here ---- */

static double proximity_seconds, pass_seconds, solver_seconds, looked_seconds;
bench_before_solve *bench_look;
void *bench_look_context;

void __real_hem_step_proximity(hem_step_now *step);
void __wrap_hem_step_proximity(hem_step_now *step);
hem_status __real_hem_impacts_start(hem_impacts *impacts, const hem_impacts_in *in);
hem_status __wrap_hem_impacts_start(hem_impacts *impacts, const hem_impacts_in *in);
hem_status __real_hem_impacts_pass(hem_impacts *impacts);
hem_status __wrap_hem_impacts_pass(hem_impacts *impacts);
void __real_hem_step_integrate(hem_step_now *step);
void __wrap_hem_step_integrate(hem_step_now *step);

void __wrap_hem_step_proximity(hem_step_now *step)
{
    double begin = bench_seconds();
    __real_hem_step_proximity(step);
    proximity_seconds += bench_seconds() - begin;
}

hem_status __wrap_hem_impacts_start(hem_impacts *impacts, const hem_impacts_in *in)
{
    double begin = bench_seconds();
    hem_status status = __real_hem_impacts_start(impacts, in);
    pass_seconds += bench_seconds() - begin;
    return status;
}

hem_status __wrap_hem_impacts_pass(hem_impacts *impacts)
{
    double begin = bench_seconds();
    hem_status status = __real_hem_impacts_pass(impacts);
    pass_seconds += bench_seconds() - begin;
    return status;
}

static void *copy_of(const void *of, size_t bytes)
{
    return memcpy(bench_take(bytes, 1), of, bytes);
}

static void look(hem_step_now *step)
{
    double begin = bench_seconds(), passes = pass_seconds;
    size_t bytes = step->world->vertex_count * sizeof(hem_vec3);
    uint32_t contacts = step->world->contact_count;
    void *velocities = copy_of(step->motion.velocity, bytes), *ends = copy_of(step->ends, bytes);
    hem_report report = *step->report;
    bench_look(step, bench_look_context);
    *step->report = report;
    step->world->contact_count = contacts;
    memcpy(step->motion.velocity, velocities, bytes);
    memcpy(step->ends, ends, bytes);
    free(velocities);
    free(ends);
    pass_seconds = passes;
    looked_seconds += bench_seconds() - begin;
}

void __wrap_hem_step_integrate(hem_step_now *step)
{
    if (bench_look != NULL) {
        look(step);
    }
    double begin = bench_seconds();
    __real_hem_step_integrate(step);
    solver_seconds += bench_seconds() - begin;
}

void bench_solve_alone(hem_step_now *step)
{
    step->world->contact_count = 0;
    __real_hem_step_integrate(step);
}

/* ---- the world ---- */

static bool is_worn_by_body(scene_id id)
{
    return id == SCENE_E22_PANTS || id == SCENE_E22_COARSE || id == SCENE_E22_FINE;
}

static uint32_t nearest(const scene_mesh *solid, hem_vec3 point)
{
    uint32_t best = 0;
    float least = 3e38f;
    for (uint32_t v = 0; v < solid->vertex_count; v++) {
        hem_vec3 way = hem_sub(solid->positions[v], point);
        if (hem_dot(way, way) < least) {
            least = hem_dot(way, way);
            best = v;
        }
    }
    return best;
}

/* Clothes hang at their upper rim from the body under them. */
static void wear(bench_simulated *of, hem_body body, const scene_mesh *solid,
                 const scene_mesh *cloth, uint32_t first)
{
    float top = -3e38f;
    for (uint32_t v = 0; v < cloth->vertex_count; v++) {
        top = cloth->positions[v].z > top ? cloth->positions[v].z : top;
    }
    for (uint32_t v = 0; v < cloth->vertex_count; v++) {
        if (cloth->positions[v].z > top - WAIST) {
            of->worn[first + v] = nearest(solid, cloth->positions[v]);
            bench_need(hem_set_pin(of->world, body, v, true));
        }
    }
}

static scene_mesh take_mesh(scene_id id, uint32_t number, float step)
{
    scene_body body;
    scene_describe_body(id, SCENE_FULL, number, &body);
    scene_mesh mesh = scene_mesh_over(
        bench_take(body.vertex_count, sizeof(hem_vec3)), body.vertex_count,
        bench_take(3u * (size_t)body.triangle_count, sizeof(uint32_t)), body.triangle_count);
    scene_build_body(id, SCENE_FULL, number, step, &mesh);
    return mesh;
}

static void free_mesh(scene_mesh *mesh)
{
    free(mesh->positions);
    free(mesh->triangles);
}

static void add_body(bench_simulated *of, uint32_t number, const scene_mesh *solid, uint32_t first)
{
    static const uint32_t kinds[] = {HEM_CLOTH, HEM_SOFT, HEM_KINEMATIC, HEM_STATIC};
    scene_body body;
    scene_describe_body(of->id, SCENE_FULL, number, &body);
    scene_mesh mesh = take_mesh(of->id, number, 0.0f);
    hem_body_def def = hem_default_body_def();
    bench_sewn sewn = {.pattern = NULL};
    def.kind = kinds[body.kind];
    def.positions = mesh.positions;
    def.vertex_count = mesh.vertex_count;
    def.triangles = mesh.triangles;
    def.triangle_count = mesh.triangle_count;
    def.thickness = of->info.thickness;
    of->moves[number] = body.moves;
    of->yields[number] = body.kind == SCENE_CLOTH || body.kind == SCENE_SOFT;
    if (of->yields[number] && of->info.seam_count > 0) {
        bool closes = !of->pressed || number == BENCH_HIPS_TROUSERS;
        sewn = bench_sew(of->id, number, &mesh, closes ? SEWN : OPEN);
        def.triangles = sewn.triangles;
        def.triangle_count = sewn.triangle_count;
        def.pattern = sewn.pattern;
    }
    hem_body_report report;
    bench_need(hem_add_body(of->world, &def, &of->bodies[number], &report));
    of->cloth_vertices += of->yields[number] ? mesh.vertex_count : 0;
    if (of->yields[number] && is_worn_by_body(of->id)) {
        wear(of, of->bodies[number], solid, &mesh, first);
    }
    free(sewn.triangles);
    free(sewn.pattern);
    free_mesh(&mesh);
}

static bench_simulated make(scene_id id, bool pressed, uint32_t contacts)
{
    bench_simulated out = {.id = id, .pressed = pressed};
    scene_describe(id, SCENE_FULL, &out.info);
    out.info.dt *= pressed ? (float)BENCH_HIPS_STEPS : 1.0f;
    out.info.name = pressed ? BENCH_HIPS_NAME : out.info.name;
    uint32_t b = out.info.body_count, v = out.info.vertex_count;
    uint32_t f = out.info.triangle_count + 2u * out.info.seam_count;
    hem_caps caps = hem_default_cloth_caps(b, v, f, HEM_EDGES(v, f), contacts * v);
    uint32_t bytes = hem_world_bytes(&caps), first = 0;
    bench_need(hem_world_init(bench_take(bytes, 1), bytes, &caps, &out.world));
    out.kept = bench_take(bytes, 1);
    out.bodies = bench_take(b, sizeof *out.bodies);
    out.moves = bench_take(b, sizeof *out.moves);
    out.yields = bench_take(b, sizeof *out.yields);
    out.worn = bench_take(v, sizeof *out.worn);
    out.ends = bench_take(v, sizeof *out.ends);
    out.in = hem_default_step_in(out.info.dt);
    memset(out.worn, 0xFF, v * sizeof *out.worn);
    scene_mesh solid = take_mesh(id, 0, 0.0f);
    for (uint32_t i = 0; i < b; i++) {
        add_body(&out, i, &solid, first);
        first += hem_body_mesh(out.world, out.bodies[i])->vertex_count;
    }
    free_mesh(&solid);
    return out;
}

bench_simulated bench_simulate(scene_id id, uint32_t contacts)
{
    return make(id, false, contacts);
}

bench_simulated bench_simulate_pressed(uint32_t contacts)
{
    return make(SCENE_E4_GARMENT, true, contacts);
}

void bench_simulated_free(bench_simulated *of)
{
    void *all[] = {of->world, of->kept, of->bodies, of->moves, of->yields, of->worn, of->ends};
    for (uint32_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        free(all[i]);
    }
}

/* ---- steps ---- */

static bool is_worn(const bench_simulated *of, uint32_t first, uint32_t count)
{
    uint32_t v = 0;
    while (v < count && of->worn[first + v] == HEM_NONE) {
        v++;
    }
    return v < count;
}

/* Pinned vertices go the way of the vertex that they are pinned to. */
static void lead_clothes(bench_simulated *of, uint32_t number, uint32_t first, uint32_t count)
{
    const hem_vec3 *start = hem_body_positions(of->world, of->bodies[0]);
    hem_vec3 *ends = of->ends + first;
    for (uint32_t v = 0; v < count; v++) {
        uint32_t on = of->worn[first + v];
        hem_vec3 way = {0.0f, 0.0f, 0.0f};
        way = on == HEM_NONE ? way : hem_sub(of->ends[on], start[on]);
        ends[v] = hem_add(start[first + v], way);
    }
    bench_need(hem_set_candidate(of->world, of->bodies[number], ends, count));
}

static void lead_body(bench_simulated *of, uint32_t number, uint32_t first, uint32_t count)
{
    uint32_t step = (of->step + 1u) * (of->pressed ? BENCH_HIPS_STEPS : 1u);
    scene_mesh mesh = scene_mesh_over(of->ends + first, count, NULL, 0);
    scene_build_body(of->id, SCENE_FULL, number, (float)step, &mesh);
    if (of->pressed) {
        bench_hips_sway(of->ends + first, count, (float)(of->step + 1u) * of->info.dt);
    }
    bench_need(hem_set_kinematic(of->world, of->bodies[number], of->ends + first, count));
}

void bench_simulated_lead(bench_simulated *of)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < of->info.body_count; i++) {
        uint32_t count = hem_body_mesh(of->world, of->bodies[i])->vertex_count;
        if (of->moves[i] && !of->yields[i]) {
            lead_body(of, i, first, count);
        } else if (is_worn(of, first, count)) {
            lead_clothes(of, i, first, count);
        }
        first += count;
    }
    of->step++;
}

void bench_simulated_keep(bench_simulated *of)
{
    memcpy(of->kept, of->world, of->world->bytes);
}

void bench_simulated_go_back(bench_simulated *of)
{
    memcpy(of->world, of->kept, of->world->bytes);
}

bench_parts bench_simulated_step(bench_simulated *of, hem_report *report)
{
    proximity_seconds = pass_seconds = solver_seconds = looked_seconds = 0.0;
    double begin = bench_seconds();
    bench_need(hem_step(of->world, &of->in, report));
    bench_parts out = {.total = 1e3 * (bench_seconds() - begin - looked_seconds)};
    out.continuous = 1e3 * pass_seconds;
    out.detection = 1e3 * (proximity_seconds + pass_seconds);
    out.solver = 1e3 * solver_seconds;
    double rest = out.total - out.detection - out.solver;
    out.response = rest > 0.0 ? rest : 0.0;
    return out;
}

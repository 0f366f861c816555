/* A step: from candidates, or from forces, to clean positions. See inc/hem/world.h. */
#include "world/step.h"

#include "base/bits.h"
#include "base/hash.h"
#include "base/stopwatch.h"
#include "base/vec3.h"
#include "cloth/cloth_check.h"
#include "cloth/lean.h"
#include "hem/port.h"
#include "world/events.h"

#include <float.h>
#include <string.h>

#define STEP_COOKIE 0x48454D53u

hem_step_in hem_default_step_in(float dt)
{
    return (hem_step_in){
        .cookie = STEP_COOKIE,
        .dt = dt,
        .limits = {.repel_sweeps = 8,
                   .impact_passes = 64,
                   .impact_sweeps = 16,
                   .zone_passes = 32,
                   .zone_sweeps = 64,
                   .hold_passes = 8,
                   .cloth_passes = 8,
                   .cloth_iterations = 160},
        .gravity = {0.0f, 0.0f, -9.81f},
    };
}

uint32_t hem_step_body_of(const hem_step_now *step, uint32_t vertex)
{
    uint32_t low = 0, high = step->world->body_count;
    while (high - low > 1u) {
        uint32_t middle = low + (high - low) / 2u;
        if (step->bodies[middle].first_vertex <= vertex) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

hem_touch hem_step_touch(const hem_step_now *step, const hem_impact *impact)
{
    if (step->one_touch) {
        return step->touch;
    }
    const hem_body_record *records = hem_world_bodies(step->world);
    const hem_body_record *a = records + hem_step_body_of(step, impact->vertex[0]);
    const hem_body_record *b = records + hem_step_body_of(step, impact->vertex[3]);
    return hem_touch_between((hem_touch){hem_step_thickness(a), a->friction},
                             (hem_touch){hem_step_thickness(b), b->friction});
}

hem_vec3 hem_step_end_of(const hem_step_now *step, uint32_t vertex)
{
    return hem_vec3_snap(
        hem_add_scaled(step->motion.start[vertex], step->in->dt, step->motion.velocity[vertex]));
}

void hem_step_note_lack(hem_step_now *step, uint64_t needed)
{
    step->report->scratch.left_out = needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed;
    step->limited = true;
}

void hem_step_put_back(hem_step_now *step, uint32_t vertex)
{
    step->motion.velocity[vertex] = (hem_vec3){0.0f, 0.0f, 0.0f};
    step->ends[vertex] = step->motion.start[vertex];
    hem_bits_add(step->held, vertex);
}

void hem_step_go_on(hem_step_now *step, uint32_t vertex)
{
    step->ends[vertex] = hem_step_end_of(step, vertex);
    if (!hem_vec3_is_finite(step->ends[vertex]) || !hem_vec3_in_domain(step->ends[vertex])) {
        hem_step_put_back(step, vertex);
        step->report->nonfinite++;
    }
}

void hem_step_lose(hem_step_now *step, uint32_t body)
{
    const hem_moving_body *lost = &step->bodies[body];
    uint32_t end = lost->first_vertex + lost->mesh->vertex_count;
    for (uint32_t v = lost->first_vertex; v < end; v++) {
        hem_step_put_back(step, v);
        /* Without a mass it stays; but nobody looks at what moves into it then, and hold must. */
        step->inverse_mass[v] = step->holding ? step->inverse_mass[v] : 0.0f;
        hem_impacts_mark(&step->impacts, v);
    }
    hem_impacts_refresh(&step->impacts);
}

void hem_step_hold_lost(hem_step_now *step)
{
    if (step->report->nonfinite == 0) {
        return;
    }
    for (uint32_t i = 0; i < step->world->body_count; i++) {
        const hem_moving_body *body = &step->bodies[i];
        uint32_t end = body->first_vertex + body->mesh->vertex_count;
        /* The search may go on to the end of a word: to vertices of the next body. */
        if (hem_bits_next(step->held, end, body->first_vertex) < end) {
            hem_step_lose(step, i);
        }
    }
}

/* ---- begin and commit ---- */

/* Where bodies go that nobody has told where, and the velocities of all. */
static void set_motion(hem_step_now *step)
{
    hem_world *world = step->world;
    const hem_vec3 *start = step->motion.start;
    float per_second = 1.0f / step->in->dt;
    for (uint32_t i = 0; i < world->body_count; i++) {
        const hem_body_record *record = hem_world_bodies(world) + i;
        uint32_t end = record->vertex_begin + hem_world_mesh(world, i)->vertex_count;
        if (step->simulate && record->movable > 0) {
            hem_step_fall(step, i);
            continue;
        }
        for (uint32_t v = record->vertex_begin; v < end; v++) {
            if (record->motion == 0 && record->movable > 0) {
                hem_step_go_on(step, v);
            } else if (record->motion == 0) {
                step->ends[v] = start[v];
            }
            step->motion.velocity[v] = hem_scale(per_second, hem_sub(step->ends[v], start[v]));
        }
    }
    hem_step_hold_lost(step);
}

static bool begin(hem_step_now *step)
{
    hem_world *world = step->world;
    uint32_t vertices = world->vertex_count, bodies = world->body_count;
    step->scratch = hem_world_scratch(world);
    step->ends = hem_world_ends(world);
    step->bodies = hem_arena_take(&step->scratch, bodies, sizeof *step->bodies);
    step->inverse_mass = hem_arena_take(&step->scratch, vertices, sizeof *step->inverse_mass);
    step->held = hem_arena_take(&step->scratch, HEM_BIT_WORDS(vertices), sizeof *step->held);
    if (step->bodies == NULL || step->inverse_mass == NULL || step->held == NULL) {
        return false;
    }
    const hem_body_record *first = hem_world_bodies(world);
    step->touch = (hem_touch){.thickness = hem_step_thickness(first), .friction = first->friction};
    step->one_touch = true;
    for (uint32_t i = 0; i < bodies; i++) {
        const hem_body_record *record = hem_world_bodies(world) + i;
        step->one_touch = step->one_touch && record->thickness == first->thickness &&
                          record->friction == first->friction;
        step->bodies[i] = (hem_moving_body){.mesh = hem_world_mesh(world, i),
                                            .tree = hem_world_tree(world, record),
                                            .first_vertex = record->vertex_begin,
                                            .self = record->movable > 0};
    }
    memcpy(step->inverse_mass, hem_world_inverse_masses(world), vertices * sizeof(float));
    const uint32_t *pinned = hem_world_pinned(world);
    for (uint32_t v = hem_bits_next(pinned, vertices, 0); v != HEM_NONE;
         v = hem_bits_next(pinned, vertices, v + 1u)) {
        step->inverse_mass[v] = 0.0f;
    }
    hem_bits_clear_all(step->held, vertices);
    step->motion = (hem_motion){.start = hem_world_positions(world),
                                .velocity = hem_world_velocities(world),
                                .inverse_mass = step->inverse_mass,
                                .vertex_count = vertices,
                                .dt = step->in->dt};
    set_motion(step);
    return true;
}

static void count_held(hem_step_now *step)
{
    hem_report *report = step->report;
    const uint32_t *pinned = hem_world_pinned(step->world);
    for (uint32_t i = 0; i < step->world->body_count; i++) {
        const hem_moving_body *body = &step->bodies[i];
        uint32_t held = 0, count = body->mesh->vertex_count;
        for (uint32_t v = body->first_vertex; v < body->first_vertex + count; v++) {
            bool is_held = hem_bits_has(step->held, v);
            held += is_held;
            report->pins_held += is_held && hem_bits_has(pinned, v);
        }
        report->held_vertices += held;
        report->held_bodies += held == count;
        if (held > 0) {
            hem_events_held(step, i, held);
        }
    }
}

/* The velocity that is stored: what was simulated has its own. */
static hem_vec3 last_velocity(const hem_step_now *step, uint32_t v)
{
    hem_vec3 velocity = step->motion.velocity[v];
    if (!step->simulate) {
        hem_vec3 way = hem_sub(step->ends[v], step->motion.start[v]);
        velocity = hem_scale(1.0f / step->in->dt, way);
    }
    /* A way in next to no time has no velocity that could be stored. */
    return hem_vec3_is_finite(velocity) ? velocity : (hem_vec3){0.0f, 0.0f, 0.0f};
}

static void commit(hem_step_now *step)
{
    hem_world *world = step->world;
    hem_vec3 *positions = hem_world_positions(world);
    for (uint32_t v = 0; v < world->vertex_count; v++) {
        step->motion.velocity[v] = last_velocity(step, v);
        positions[v] = step->ends[v];
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        hem_world_bodies(world)[i].motion = 0;
    }
    hem_world_erase_contacts_from(world, world->contact_count);
    world->step++;
    world->may_be_tangled =
        step->may_be_tangled || step->report->pinched > 0 || hem_step_leaves_edges(step);
    count_held(step);
}

/* ---- the phases ---- */

static void nothing_moves(hem_step_now *step)
{
    hem_world *world = step->world;
    memcpy(hem_world_ends(world), hem_world_positions(world),
           world->vertex_count * sizeof(hem_vec3));
    memset(hem_world_velocities(world), 0, world->vertex_count * sizeof(hem_vec3));
    for (uint32_t i = 0; i < world->body_count; i++) {
        hem_world_bodies(world)[i].motion = 0;
    }
    world->step++;
    hem_events_keep(step);
    step->report->held_vertices = world->vertex_count;
    step->report->scratch.left_out = 1;
}

static void finish_phase(hem_step_now *step, hem_phase phase, hem_stopwatch *watch)
{
    hem_phase_report *report = &step->report->phase[phase];
    uint64_t hash =
        hem_hash_vec3_array(HEM_HASH_SEED, step->motion.velocity, step->world->vertex_count);
    report->hash = hem_hash_vec3_array(hash, step->ends, step->world->vertex_count);
    report->microseconds = hem_stopwatch_lap(watch);
}

static void run(hem_step_now *step)
{
    hem_stopwatch watch = hem_stopwatch_start();
    hem_step_tangled(step);
    hem_step_proximity(step);
    finish_phase(step, HEM_PHASE_PROXIMITY, &watch);
    if (step->simulate) {
        hem_step_integrate(step);
        hem_step_hold_lost(step);
        finish_phase(step, HEM_PHASE_INTEGRATE, &watch);
    }
    hem_step_repel(step);
    finish_phase(step, HEM_PHASE_REPEL, &watch);
    hem_step_impact(step);
    finish_phase(step, HEM_PHASE_IMPACT, &watch);
    hem_step_zone(step);
    finish_phase(step, HEM_PHASE_ZONE, &watch);
    hem_step_hold(step);
    finish_phase(step, HEM_PHASE_HOLD, &watch);
    hem_step_end_talk(step);
    commit(step);
    finish_phase(step, HEM_PHASE_COMMIT, &watch);
}

/* May the report be written, also where something else is null or no world? */
static bool is_apart(const hem_report *report, const hem_world *world, const hem_step_in *in)
{
    bool in_block =
        world != NULL &&
        hem_ranges_overlap(world, hem_world_is_valid(world) ? world->bytes : sizeof *world, report,
                           sizeof *report);
    return !in_block && (in == NULL || !hem_ranges_overlap(in, sizeof *in, report, sizeof *report));
}

static hem_status check(const hem_world *world, const hem_step_in *in, const hem_report *report)
{
    if (world == NULL || in == NULL || report == NULL) {
        return HEM_NULL;
    }
    if (!hem_world_is_valid(world)) {
        return HEM_BAD_WORLD;
    }
    if (hem_ranges_overlap(world, world->bytes, in, sizeof *in) || !is_apart(report, world, in)) {
        return HEM_ALIASED;
    }
    if (in->cookie != STEP_COOKIE || in->solid_features > (uint32_t)HEM_SOLID_FACES_ONLY ||
        in->cloth_gaps > (uint32_t)HEM_GAPS_BY_SHIFTS) {
        return HEM_BAD_DEFINITION;
    }
    if (!hem_is_finite(in->dt)) {
        return HEM_NOT_FINITE;
    }
    bool fits = in->dt >= FLT_MIN && in->dt <= HEM_DT_MOST && hem_is_finite(1.0f / in->dt);
    return fits ? HEM_OK : HEM_OUT_OF_RANGE;
}

static hem_status check_simulation(const hem_world *world, const hem_step_in *in)
{
    if (world->caps.cloth_triangles == 0) {
        return HEM_BAD_CAPACITY;
    }
    hem_status status = hem_cloth_weather_check(in->gravity, in->wind);
    return status == HEM_OK && in->limits.cloth_passes > 16u ? HEM_OUT_OF_RANGE : status;
}

/* Did something run out, or was something given up? Whoever reads the report must come to the same
 * answer. */
static bool says_limited(const hem_report *report)
{
    uint64_t left =
        (uint64_t)report->rigid_zones + report->held_vertices + report->pinched + report->nonfinite;
    for (uint32_t p = 0; p < HEM_PHASES; p++) {
        left += report->phase[p].undone;
    }
    left += report->phase[HEM_PHASE_INTEGRATE].unsettled;
#define ADD_LEFT_OUT(name) left += report->name.left_out;
    HEM_BUFFERS(ADD_LEFT_OUT)
#undef ADD_LEFT_OUT
    return left > 0;
}

static hem_status take(hem_world *world, const hem_step_in *in, hem_report *report, bool simulate)
{
    hem_step_now step = {.world = world, .in = in, .report = report, .simulate = simulate};
    memset(report, 0, sizeof *report);
    report->detail = (hem_detail){HEM_NONE, 0};
    uint32_t saved = hem_fp_enter();
    hem_events_begin(&step);
    if (world->body_count == 0) {
        world->step++;
    } else if (begin(&step)) {
        run(&step);
    } else {
        nothing_moves(&step);
    }
    hem_world_note_scratch(world, &step.scratch);
    report->scratch.used = step.scratch.peak;
    hem_world_report_use(world, report);
    if (step.scratch.refused > report->scratch.left_out) {
        report->scratch.left_out = step.scratch.refused;
    }
    hem_fp_leave(saved);
    return step.limited || says_limited(report) ? HEM_LIMITED : HEM_OK;
}

/* Takes a step, or says what it is refused for. */
static hem_status take_or_refuse(hem_world *world, const hem_step_in *in, hem_report *report,
                                 bool simulate)
{
    hem_body refused = {0, 0};
    hem_detail detail = {HEM_NONE, 0};
    hem_status status = check(world, in, report);
    if (status == HEM_OK && simulate) {
        status = check_simulation(world, in);
    }
    if (status == HEM_OK) {
        status = hem_world_check_speeds(world, in->dt, &refused, &detail);
    }
    if (status == HEM_OK) {
        return take(world, in, report, simulate);
    }
    if (report != NULL && is_apart(report, world, in)) {
        report->detail = detail;
        report->refused = refused;
    }
    return status;
}

hem_status hem_resolve(hem_world *world, const hem_step_in *in, hem_report *report)
{
    return take_or_refuse(world, in, report, false);
}

hem_status hem_step(hem_world *world, const hem_step_in *in, hem_report *report)
{
    return take_or_refuse(world, in, report, true);
}

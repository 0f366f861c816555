/* Hits on the way from start to end: impulses, then zones. See step.h. */
#include "world/step.h"

#include "base/vec3.h"
#include "world/answers.h"
#include "world/events.h"

bool hem_step_talk(hem_step_now *step)
{
    const hem_impacts_in in = {.bodies = step->bodies,
                               .body_count = step->world->body_count,
                               .start = step->motion.start,
                               .end = step->ends,
                               .velocity = step->motion.velocity,
                               .inverse_mass = step->inverse_mass,
                               .vertex_count = step->world->vertex_count,
                               .dt = step->in->dt,
                               .pass_limit = UINT32_MAX,
                               .tangled = hem_step_let_through(step),
                               .unmarked = step->in->unmarked,
                               .uncounted = true,
                               .every_pair = step->in->every_pair,
                               .no_volumes = step->in->no_volumes,
                               .solid_faces_only = hem_step_leaves_edges(step),
                               .scratch = &step->scratch};
    hem_status status = hem_impacts_start(&step->impacts, &in);
    if (status == HEM_FULL_SCRATCH) {
        hem_step_note_lack(step, step->impacts.needed);
    }
    step->limited = step->limited || status != HEM_OK;
    step->talking = status == HEM_OK;
    step->clear = false;
    return step->talking;
}

void hem_step_end_talk(hem_step_now *step)
{
    uint64_t exempt = step->report->exempt + step->impacts.exempt;
    step->report->exempt = exempt < UINT32_MAX ? (uint32_t)exempt : UINT32_MAX;
    hem_impacts_end(&step->impacts);
    step->talking = false;
}

/* What impact and zone have left when their passes ran out, or when they were skipped, is known by
 * the first look after them. A phase that made passes has taken over what was left before. */
static void tell_left(hem_step_now *step, hem_phase_report *phase, uint32_t found)
{
    const hem_phase_report *first = &step->report->phase[HEM_PHASE_IMPACT];
    bool more = phase > first;
    while (more) {
        phase--;
        phase->undone = found;
        more = phase > first && phase->passes == 0;
    }
}

hem_status hem_step_pass(hem_step_now *step, hem_phase_report *phase)
{
    hem_impacts *impacts = &step->impacts;
    uint64_t tests = impacts->vertex_face_tests + impacts->edge_edge_tests;
    uint64_t volumes = impacts->volume_tests;
    hem_status status = hem_impacts_pass(impacts);
    for (uint32_t i = 0; status < HEM_OK && i < step->world->body_count; i++) {
        step->report->nonfinite++;
        hem_step_lose(step, impacts->bad_body);
        status = hem_impacts_pass(impacts);
    }
    phase->tests += impacts->vertex_face_tests + impacts->edge_edge_tests - tests;
    phase->volume_tests += impacts->volume_tests - volumes;
    if (step->open && phase->passes == 0) {
        tell_left(step, phase, impacts->found);
    }
    phase->passes++;
    phase->undone = impacts->found;
    step->report->hits += impacts->found;
    step->clear = status == HEM_OK;
    step->open = !step->clear;
    return status;
}

/* Room for the impacts met, behind the contacts, with a table of them that is the list of zones
 * afterwards; none where that would take what the conversation needs. */
static void take_met(hem_step_now *step)
{
    hem_world *world = step->world;
    uint32_t capacity = world->caps.contacts, known = world->contact_count;
    uint32_t mark = hem_arena_mark(&step->scratch), zones = HEM_ZONE_IMPACTS(capacity);
    uint64_t talk = hem_impacts_bytes(step->bodies, world->body_count, world->vertex_count);
    uint64_t list = HEM_ARENA_BYTES(zones, sizeof(hem_impact));
    uint64_t table = HEM_ARENA_BYTES(capacity, 2u * sizeof(uint32_t));
    uint32_t bytes = (uint32_t)(list > table ? list : table);
    bool fits = hem_fresh_take(&step->fresh, world->vertex_count, &step->scratch);
    step->zone = hem_arena_take(&step->scratch, bytes, 1);
    uint32_t room = capacity - known;
    if (!fits || step->zone == NULL || talk > step->scratch.capacity - step->scratch.used) {
        hem_arena_release(&step->scratch, mark);
        step->zone = NULL;
        room = 0;
        hem_step_note_lack(step, HEM_STEP_MET_BYTES(world->vertex_count, capacity) + talk);
    }
    hem_met_impacts_start(&step->met, hem_world_contact_room(world) + known, room,
                          (uint32_t *)(void *)step->zone, 2u * capacity);
}

void hem_step_impact(hem_step_now *step)
{
    hem_phase_report *phase = &step->report->phase[HEM_PHASE_IMPACT];
    hem_report *report = step->report;
    phase->limit = step->in->limits.impact_passes;
    phase->sweep_limit = step->in->limits.impact_sweeps;
    take_met(step);
    if (!hem_step_talk(step)) {
        return;
    }
    step->open = true;
    step->impacts.every_hit = true;
    /* Without sweeps every pass would find the same. */
    uint32_t most = step->zone == NULL || phase->sweep_limit == 0 ? 1u : phase->limit;
    while (phase->passes < phase->limit && phase->passes < most) {
        if (hem_step_pass(step, phase) == HEM_OK) {
            break;
        }
        hem_step_learn(step);
        hem_step_answer(step, 0);
    }
    report->met_impacts.used = step->met.count + step->met.left_out;
    report->met_impacts.left_out = step->met.left_out;
}

/* ---- zones ---- */

/* Zones are rigid after this part of the passes. */
#define RIGID_FROM 4u

/* Takes the hits of the last pass to those of the passes before. */
static uint32_t gather(hem_step_now *step, uint32_t count, uint32_t room)
{
    const hem_impacts *impacts = &step->impacts;
    for (uint32_t i = 0; i < impacts->count; i++) {
        hem_impact impact = hem_step_with_gap(step, &impacts->hits[i]);
        hem_events_hit(step, &impact);
        if (count < room) {
            step->zone[count++] = impact;
        } else {
            step->report->zone_impacts.left_out++;
        }
    }
    return count;
}

/* What became of the zones. */
static void count_zones(hem_step_now *step, const hem_zones *zones, const hem_zones_out *out,
                        bool rigid)
{
    hem_phase_report *phase = &step->report->phase[HEM_PHASE_ZONE];
    step->report->zones += zones->zone_count;
    step->report->rigid_zones += out->rigid + out->limited + out->carried;
    step->report->zone_impacts.left_out += zones->left_out;
    /* Inelastic zones are skipped. */
    step->limited = step->limited || (!rigid && phase->sweep_limit == 0);
    phase->sweeps = out->sweeps > phase->sweeps ? out->sweeps : phase->sweeps;
    if (!rigid) {
        /* One that ended with the last sweep may have had more to do. */
        phase->unsettled +=
            out->unsolved > 0 || out->sweeps < phase->sweep_limit ? out->unsolved : 1u;
    }
    for (uint32_t i = 0; i < zones->vertex_count; i++) {
        hem_impacts_mark(&step->impacts, zones->vertices[i]);
        hem_bits_add(step->fresh.now, zones->vertices[i]);
    }
}

/* Zones are made and solved in what a pass needs and nobody else in between. */
static void solve(hem_step_now *step, uint32_t count, bool rigid)
{
    hem_impacts_lend(&step->impacts);
    hem_touch *touches = hem_arena_take(&step->scratch, count, sizeof *touches);
    if (touches == NULL) {
        hem_impacts_take_back(&step->impacts);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        touches[i] = hem_step_touch(step, &step->zone[i]);
    }
    hem_respond_in in = {.motion = step->motion,
                         .impacts = step->zone,
                         .count = count,
                         .touch = touches,
                         .touch_each = true};
    uint32_t vertices = step->world->vertex_count;
    hem_zone_def def = hem_default_zone_def(4u * count < vertices ? 4u * count : vertices, count);
    def.sweeps = step->in->limits.zone_sweeps;
    hem_zones zones;
    hem_status status = hem_zones_make(&in, &def, &step->scratch, &zones);
    uint32_t needed = zones.needed;
    if (status >= HEM_OK) {
        hem_zones_in to_solve = {
            .respond = in, .zones = &zones, .def = def, .scratch = &step->scratch};
        hem_zones_out out = {.solved = 0};
        status = rigid ? hem_zones_rigid(&to_solve, &out) : hem_zones_inelastic(&to_solve, &out);
        needed = out.needed;
        count_zones(step, &zones, &out, rigid);
    }
    step->limited = step->limited || status < HEM_OK;
    if (status == HEM_FULL_SCRATCH) {
        hem_step_note_lack(step, needed);
    }
    hem_impacts_take_back(&step->impacts);
}

void hem_step_zone(hem_step_now *step)
{
    hem_phase_report *phase = &step->report->phase[HEM_PHASE_ZONE];
    uint32_t room = HEM_ZONE_IMPACTS(step->world->caps.contacts), count = 0;
    phase->limit = step->in->limits.zone_passes;
    phase->sweep_limit = step->in->limits.zone_sweeps;
    step->report->zone_impacts.capacity = room;
    if (!step->talking || step->clear || phase->limit == 0 || step->zone == NULL) {
        return;
    }
    step->impacts.every_hit = true;
    while (phase->passes < phase->limit && hem_step_pass(step, phase) != HEM_OK) {
        bool rigid = phase->passes > phase->limit / RIGID_FROM;
        /* What is rigid grows into its neighbours, so such zones are of these hits alone. */
        count = gather(step, rigid ? 0 : count, room);
        solve(step, count, rigid);
        /* What they did to their neighbours is answered, and the other way round. */
        hem_step_answer(step, rigid ? 0 : count);
    }
    step->report->zone_impacts.used = count + step->report->zone_impacts.left_out;
    step->impacts.every_hit = false;
}

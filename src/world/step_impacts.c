/* Hits on the way from start to end: impulses, then zones. See step.h. */
#include "world/step.h"

#include "base/vec3.h"
#include "respond/impulse.h"
#include "world/met_impacts.h"

/* Starts the conversation; without enough scratch, nothing can be known about the motion. */
static bool start_talking(hem_step_now *step)
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
                               .scratch = &step->scratch};
    hem_status status = hem_impacts_start(&step->impacts, &in);
    if (status == HEM_FULL_SCRATCH) {
        step->report->scratch.left_out = step->impacts.needed;
    }
    step->limited = step->limited || status != HEM_OK;
    return status == HEM_OK;
}

/* An answer that leads nowhere goes back to the start; then the pass is tried again. */
static hem_status next_pass(hem_step_now *step, hem_phase_report *phase)
{
    hem_impacts *impacts = &step->impacts;
    uint64_t tests = impacts->vertex_face_tests + impacts->edge_edge_tests;
    uint64_t volumes = impacts->volume_tests;
    hem_status status = hem_impacts_pass(impacts);
    for (uint32_t i = 0; status < HEM_OK && i < step->world->vertex_count; i++) {
        hem_step_put_back(step, impacts->bad_vertex);
        step->report->nonfinite++;
        status = hem_impacts_pass(impacts);
    }
    phase->tests += impacts->vertex_face_tests + impacts->edge_edge_tests - tests;
    phase->volume_tests += impacts->volume_tests - volumes;
    phase->passes++;
    phase->undone = impacts->found;
    step->report->hits += impacts->found;
    step->clear = status == HEM_OK;
    return status;
}

/* A hit with the gap that its points have at the start: they may come as near as the thickness
 * allows, and need not stop where they are. */
static hem_impact with_gap(const hem_step_now *step, const hem_impact *hit)
{
    hem_impact impact = *hit;
    const hem_vec3 *start = step->motion.start;
    float gap = 0.0f;
    for (uint32_t k = 1; k < 4; k++) {
        hem_vec3 way = hem_sub(start[hit->vertex[k]], start[hit->vertex[0]]);
        gap = gap + hit->weight[k] * hem_dot(hit->normal, way);
    }
    impact.distance = hem_max(gap, 0.0f);
    return impact;
}

/* An impulse for an impact that was met, if its points approach. Returns whether it changed
 * something. */
static bool answer(hem_step_now *step, const hem_impact *impact)
{
    hem_touch touch = hem_step_touch(step, impact);
    if (hem_impulse(&step->motion, impact, touch) != HEM_IMPULSE_APPLIED) {
        return false;
    }
    for (uint32_t k = 0; k < 4; k++) {
        if (step->inverse_mass[impact->vertex[k]] > 0.0f) {
            hem_impacts_mark(&step->impacts, impact->vertex[k]);
        }
    }
    step->report->impacts++;
    return true;
}

static void answer_all(hem_step_now *step, const hem_met_impacts *met)
{
    bool more = true;
    for (uint32_t sweep = 0; more && sweep < step->in->limits.impact_sweeps; sweep++) {
        more = false;
        for (uint32_t i = 0; i < met->count; i++) {
            more = answer(step, &met->impacts[i]) || more;
        }
    }
}

void hem_step_impact(hem_step_now *step)
{
    hem_phase_report *phase = &step->report->phase[HEM_PHASE_IMPACT];
    hem_report *report = step->report;
    uint32_t mark = hem_arena_mark(&step->scratch);
    hem_met_impacts met;
    phase->limit = step->in->limits.impact_passes;
    step->talking = start_talking(step);
    if (!step->talking) {
        return;
    }
    mark = hem_arena_mark(&step->scratch);
    hem_met_impacts_take(&met, HEM_MET_IMPACTS(step->world->caps.contacts), &step->scratch);
    step->impacts.every_hit = true;
    while (!step->clear && phase->passes < phase->limit) {
        if (next_pass(step, phase) == HEM_OK) {
            break;
        }
        for (uint32_t i = 0; i < step->impacts.count; i++) {
            hem_impact impact = with_gap(step, &step->impacts.hits[i]);
            hem_met_impacts_add(&met, &impact);
        }
        answer_all(step, &met);
    }
    report->met_impacts.used = met.count + met.left_out;
    report->met_impacts.capacity = met.room;
    report->met_impacts.left_out = met.left_out;
    step->limited = step->limited || met.left_out > 0;
    hem_arena_release(&step->scratch, mark);
}

/* ---- zones ---- */

/* Takes the hits of the last pass to those of the passes before. */
static uint32_t gather(hem_step_now *step, hem_impact *zone, uint32_t count, uint32_t room)
{
    const hem_impacts *impacts = &step->impacts;
    for (uint32_t i = 0; i < impacts->count; i++) {
        if (count < room) {
            zone[count++] = with_gap(step, &impacts->hits[i]);
        } else {
            step->report->zone_impacts.left_out++;
            step->limited = true;
        }
    }
    return count;
}

static void solve(hem_step_now *step, const hem_impact *list, uint32_t count, bool rigid)
{
    uint32_t mark = hem_arena_mark(&step->scratch);
    hem_touch *touches = hem_arena_take(&step->scratch, count, sizeof *touches);
    if (touches == NULL) {
        step->limited = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        touches[i] = hem_step_touch(step, &list[i]);
    }
    hem_respond_in in = {.motion = step->motion,
                         .impacts = list,
                         .count = count,
                         .touch = touches,
                         .touch_each = true};
    uint32_t vertices = step->world->vertex_count;
    hem_zone_def def = hem_default_zone_def(4u * count < vertices ? 4u * count : vertices, count);
    def.sweeps = step->in->limits.zone_sweeps;
    hem_zones zones;
    hem_status status = hem_zones_make(&in, &def, &step->scratch, &zones);
    if (status < HEM_OK) {
        step->report->scratch.left_out =
            status == HEM_FULL_SCRATCH ? zones.needed : step->report->scratch.left_out;
        step->limited = true;
        hem_arena_release(&step->scratch, mark);
        return;
    }
    hem_zones_in solve_in = {.respond = in, .zones = &zones, .def = def, .scratch = &step->scratch};
    hem_zones_out out = {.solved = 0};
    status = rigid ? hem_zones_rigid(&solve_in, &out) : hem_zones_inelastic(&solve_in, &out);
    step->limited = step->limited || status < HEM_OK;
    if (status == HEM_FULL_SCRATCH) {
        step->report->scratch.left_out = out.needed;
    }
    step->report->zones += zones.zone_count;
    step->report->rigid_zones += out.rigid + out.limited + out.carried;
    for (uint32_t i = 0; i < zones.vertex_count; i++) {
        hem_impacts_mark(&step->impacts, zones.vertices[i]);
    }
    hem_arena_release(&step->scratch, mark);
}

void hem_step_zone(hem_step_now *step)
{
    hem_phase_report *phase = &step->report->phase[HEM_PHASE_ZONE];
    uint32_t room = HEM_ZONE_IMPACTS(step->world->caps.contacts), count = 0;
    uint32_t mark = hem_arena_mark(&step->scratch);
    phase->limit = step->in->limits.zone_passes;
    step->report->zone_impacts.capacity = room;
    if (!step->talking || step->clear || phase->limit == 0) {
        return;
    }
    hem_impact *list = hem_arena_take(&step->scratch, room, sizeof *list);
    if (list == NULL) {
        step->limited = true;
        return;
    }
    step->impacts.every_hit = true;
    while (phase->passes < phase->limit && next_pass(step, phase) != HEM_OK) {
        count = gather(step, list, count, room);
        solve(step, list, count, phase->passes > phase->limit / 2u);
    }
    step->report->zone_impacts.used = count;
    step->impacts.every_hit = false;
    hem_arena_release(&step->scratch, mark);
}

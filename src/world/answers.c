/* Answers to what is known: see answers.h. */
#include "world/answers.h"

#include "base/vec3.h"
#include "respond/impulse.h"
#include "world/events.h"

/* How close to its target an answer must come, of the thickness, after so many passes. A step that
 * takes this many is a violent one: there gaps may narrow, so that answers, which are in each
 * other's way, come to an end, and with them the step, clean. */
static float how_close(const hem_step_now *step)
{
    uint32_t passes = step->report->phase[HEM_PHASE_IMPACT].passes;
    if (passes <= 16u) {
        return HEM_IMPULSE_CLOSE;
    }
    return passes <= 24u ? 0.01f : passes <= 40u ? 0.1f : 1.0f;
}

/* An impulse, if something has changed and the points approach too fast now. Returns whether it
 * changed something. */
static bool answer(hem_step_now *step, const hem_small_impact *small, float close)
{
    if (!hem_fresh_has(&step->fresh, small->vertex)) {
        return false;
    }
    const hem_impact impact = hem_small_open(small);
    if (hem_impulse(&step->motion, &impact, hem_step_touch(step, &impact), close) !=
        HEM_IMPULSE_APPLIED) {
        return false;
    }
    for (uint32_t k = 0; k < 4; k++) {
        if (step->inverse_mass[impact.vertex[k]] > 0.0f) {
            hem_impacts_mark(&step->impacts, impact.vertex[k]);
        }
    }
    hem_fresh_add(&step->fresh, impact.vertex);
    step->report->impacts++;
    return true;
}

/* Points that would end further apart than this, of the thickness, than they must. */
#define FAR 0.5f

static void forget_far_ones(hem_step_now *step)
{
    uint32_t count = step->met.count;
    hem_met_impacts_forget(&step->met);
    for (uint32_t i = 0; i < count; i++) {
        const hem_small_impact small = step->met.impacts[i];
        const hem_impact impact = hem_small_open(&small);
        hem_touch touch = hem_step_touch(step, &impact);
        float slack = hem_impulse_parting(&step->motion, &impact) -
                      hem_gap_target(impact.distance, touch.thickness, step->in->dt);
        if (slack * step->in->dt < FAR * touch.thickness) {
            hem_met_impacts_add(&step->met, small);
        }
    }
    step->met.left_out += count - step->met.count;
}

/* The gap along the normal that its points have at the start. */
static float gap_of(const hem_step_now *step, const hem_impact *hit)
{
    const hem_vec3 *start = step->motion.start;
    float gap = 0.0f;
    for (uint32_t k = 1; k < 4; k++) {
        hem_vec3 way = hem_sub(start[hit->vertex[k]], start[hit->vertex[0]]);
        gap = gap + hit->weight[k] * hem_dot(hit->normal, way);
    }
    return hem_max(gap, 0.0f);
}

hem_impact hem_step_with_gap(const hem_step_now *step, const hem_impact *hit)
{
    hem_impact impact = *hit;
    hem_touch touch = hem_step_touch(step, hit);
    float dt = step->in->dt;
    impact.distance = gap_of(step, hit);
    float parting = hem_impulse_parting(&step->motion, &impact);
    if (parting >= hem_impulse_enough(&impact, touch, dt, how_close(step))) {
        impact.distance = -(parting * dt);
    }
    return impact;
}

void hem_step_learn(hem_step_now *step)
{
    const hem_impacts *impacts = &step->impacts;
    if (step->met.room > 0 && step->met.count + impacts->count > step->met.room) {
        forget_far_ones(step);
    }
    for (uint32_t i = 0; i < impacts->count; i++) {
        const hem_impact impact = hem_step_with_gap(step, &impacts->hits[i]);
        hem_met_impacts_add(&step->met, hem_small_of(&impact));
        hem_events_hit(step, &impact);
        if (step->zone != NULL) {
            hem_fresh_add(&step->fresh, impact.vertex);
        }
    }
}

/* Goes through the contacts and the impacts met, and those of zones, once. Returns whether it
 * changed something. */
static bool sweep(hem_step_now *step, uint32_t zone_impacts, float close)
{
    const hem_small_impact *contacts = hem_world_contact_room(step->world);
    bool more = false;
    hem_fresh_turn(&step->fresh);
    for (uint32_t i = 0; i < step->world->contact_count; i++) {
        more = answer(step, &contacts[i], close) || more;
    }
    for (uint32_t i = 0; i < step->met.count; i++) {
        more = answer(step, &step->met.impacts[i], close) || more;
    }
    for (uint32_t i = 0; i < zone_impacts; i++) {
        const hem_small_impact small = hem_small_of(&step->zone[i]);
        more = answer(step, &small, close) || more;
    }
    return more;
}

void hem_step_answer(hem_step_now *step, uint32_t zone_impacts)
{
    hem_phase_report *phase = &step->report->phase[HEM_PHASE_IMPACT];
    float close = how_close(step);
    bool more = step->zone != NULL;
    uint32_t sweeps = 0;
    for (; more && sweeps < step->in->limits.impact_sweeps; sweeps++) {
        more = sweep(step, zone_impacts, close);
    }
    phase->sweeps = sweeps > phase->sweeps ? sweeps : phase->sweeps;
    phase->unsettled += more;
}

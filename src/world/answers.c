/* Answers to what is known: see answers.h. */
#include "world/answers.h"

#include "base/vec3.h"
#include "respond/impulse.h"
#include "world/events.h"

/* After so many passes answers need not be as close: in a step that comes to this, gaps may lose a
 * hundredth of the thickness, and sweeps have much less to do. */
#define MANY_PASSES 16u
#define IN_A_HURRY  0.01f

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
        float slack = hem_impulse_slack(&step->motion, &impact, touch);
        if (slack * step->in->dt < FAR * touch.thickness) {
            hem_met_impacts_add(&step->met, small);
        }
    }
}

/* A hit with the gap that its points have at the start: they may come as near as the thickness
 * allows, and need not stop where they are. */
hem_impact hem_step_with_gap(const hem_step_now *step, const hem_impact *hit)
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

void hem_step_answer(hem_step_now *step)
{
    hem_phase_report *phase = &step->report->phase[HEM_PHASE_IMPACT];
    const hem_small_impact *contacts = hem_world_contact_room(step->world);
    float close = phase->passes > MANY_PASSES ? IN_A_HURRY : HEM_IMPULSE_CLOSE;
    bool more = step->zone != NULL;
    uint32_t sweep = 0;
    for (; more && sweep < step->in->limits.impact_sweeps; sweep++) {
        more = false;
        hem_fresh_turn(&step->fresh);
        for (uint32_t i = 0; i < step->world->contact_count; i++) {
            more = answer(step, &contacts[i], close) || more;
        }
        for (uint32_t i = 0; i < step->met.count; i++) {
            more = answer(step, &step->met.impacts[i], close) || more;
        }
    }
    phase->sweeps = sweep > phase->sweeps ? sweep : phase->sweeps;
    phase->unsettled += more;
}

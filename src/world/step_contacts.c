/* Contacts at the start of a step, and the answer to them: see step.h. */
#include "world/step.h"

#include "base/bits.h"
#include "base/vec3.h"
#include "detect/body_contacts.h"
#include "respond/repel.h"
#include "world/events.h"

#include <string.h>

/* Contacts are looked for up to so many thicknesses, so that what arrives in this step is known. */
#define REACH 1.5f

void hem_step_proximity(hem_step_now *step)
{
    hem_world *world = step->world;
    hem_report *report = step->report;
    hem_phase_report *phase = &report->phase[HEM_PHASE_PROXIMITY];
    uint32_t mark = hem_arena_mark(&step->scratch);
    uint32_t room = HEM_CONTACT_ROOM(world->caps.contacts);
    float *reach = hem_arena_take(&step->scratch, world->body_count, sizeof *reach);
    uint64_t needed =
        hem_body_contacts_bytes(step->bodies, world->body_count, world->vertex_count, room);
    /* Only the solve tells what contacts did. */
    uint32_t before = step->simulate ? world->contact_count : 0;
    world->contact_count = 0;
    report->contacts.capacity = room;
    if (reach == NULL || needed > step->scratch.capacity - step->scratch.used) {
        hem_step_note_lack(step, needed);
        phase->undone = 1;
        hem_events_keep(step);
        hem_arena_release(&step->scratch, mark);
        return;
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        reach[i] = REACH * hem_step_thickness(hem_world_bodies(world) + i);
    }
    hem_body_contacts_in in = {.bodies = step->bodies,
                               .body_count = world->body_count,
                               .start = step->motion.start,
                               .velocity = step->motion.velocity,
                               .inverse_mass = step->inverse_mass,
                               .reach = reach,
                               .tangled = hem_step_let_through(step),
                               .solid_faces_only = hem_step_leaves_edges(step),
                               .vertex_count = world->vertex_count,
                               .dt = step->in->dt,
                               .contacts = hem_world_contact_room(world),
                               .room = room,
                               .before = before,
                               .scratch = &step->scratch};
    hem_body_contacts_out out;
    hem_body_contacts(&in, &out);
    world->contact_count = out.kept;
    report->exempt += out.exempt;
    report->contacts.used = out.count;
    report->contacts.left_out = out.count - out.kept;
    hem_events_contacts(step);
    phase->passes = phase->limit = 1;
    phase->undone = out.count - out.kept;
    phase->tests = out.tests;
    phase->volume_tests = out.volume_tests;
    hem_arena_release(&step->scratch, mark);
}

/* The ends of vertices that have other velocities now. A body that is led nowhere stays. */
static void follow(hem_step_now *step, const uint32_t *pushed)
{
    uint32_t vertices = step->world->vertex_count;
    for (uint32_t v = hem_bits_next(pushed, vertices, 0); v != HEM_NONE;
         v = hem_bits_next(pushed, vertices, v + 1u)) {
        if (step->inverse_mass[v] > 0.0f) {
            hem_step_go_on(step, v);
        }
    }
    hem_step_hold_lost(step);
}

/* Velocities beyond what answers are made for: the other phases do without this one. */
static bool is_too_fast(const hem_step_now *step)
{
    for (uint32_t v = 0; v < step->world->vertex_count; v++) {
        hem_vec3 speed = step->motion.velocity[v];
        if (!(hem_abs(speed.x) <= HEM_SPEED_MOST && hem_abs(speed.y) <= HEM_SPEED_MOST &&
              hem_abs(speed.z) <= HEM_SPEED_MOST)) {
            return true;
        }
    }
    return false;
}

/* Of what the solve has put at rest, only what it has failed to keep apart is left to answer: an
 * answer that others do not know of would set it in motion again. */
#define ENOUGH 0.5f

static bool stays_apart(const hem_step_now *step, const hem_impact *contact, float thickness)
{
    float apart = 0.0f;
    for (uint32_t k = 0; k < 4; k++) {
        apart = apart + contact->weight[k] *
                            hem_dot(contact->normal, step->motion.velocity[contact->vertex[k]]);
    }
    float least = ENOUGH * hem_min(contact->distance, thickness);
    return contact->distance + step->in->dt * apart >= least;
}

/* Goes through the contacts once; `touched` receives the vertices of all that were pushed. Returns
 * how many were by more than nothing. */
static uint32_t repel_sweep(hem_step_now *step, const hem_repel_def *def, hem_fresh *fresh,
                            float *press, uint32_t *touched, bool all)
{
    const hem_small_impact *contacts = hem_world_contact_room(step->world);
    uint32_t count = step->world->contact_count, pushed = 0;
    hem_fresh_turn(fresh);
    for (uint32_t i = 0; i < count; i++) {
        if (!all && !hem_fresh_has(fresh, contacts[i].vertex)) {
            continue;
        }
        const hem_impact contact = hem_small_open(&contacts[i]);
        hem_touch touch = hem_step_touch(step, &contact);
        if (step->simulate && stays_apart(step, &contact, touch.thickness)) {
            continue;
        }
        hem_repel_done done = hem_repel_contact(&step->motion, &contact, touch, def, &press[i]);
        for (uint32_t k = 0; done.what != 0 && k < 4; k++) {
            hem_bits_add(touched, contact.vertex[k]);
        }
        if (done.change > def->tolerance || (done.what & (uint32_t)HEM_REPEL_STUCK) != 0) {
            hem_fresh_add(fresh, contact.vertex);
            pushed++;
        }
    }
    return pushed;
}

static void repel_all(hem_step_now *step, hem_fresh *fresh, float *press, uint32_t *touched)
{
    hem_phase_report *phase = &step->report->phase[HEM_PHASE_REPEL];
    hem_repel_def def = hem_default_repel_def();
    memset(press, 0, (size_t)step->world->contact_count * sizeof *press);
    hem_bits_clear_all(touched, step->world->vertex_count);
    uint32_t pushed = 1;
    while (pushed > 0 && phase->passes < phase->limit) {
        pushed = repel_sweep(step, &def, fresh, press, touched, phase->passes == 0);
        phase->passes++;
    }
    /* The passes of impact see to the rest. */
    phase->unsettled = pushed;
    follow(step, touched);
}

void hem_step_repel(hem_step_now *step)
{
    const hem_world *world = step->world;
    hem_phase_report *phase = &step->report->phase[HEM_PHASE_REPEL];
    uint32_t count = world->contact_count, mark = hem_arena_mark(&step->scratch);
    phase->limit = step->in->limits.repel_sweeps;
    if (count == 0) {
        return;
    }
    hem_fresh fresh;
    bool fits = hem_fresh_take(&fresh, world->vertex_count, &step->scratch);
    float *press = hem_arena_take(&step->scratch, count, sizeof *press);
    uint32_t *touched =
        hem_arena_take(&step->scratch, HEM_BIT_WORDS(world->vertex_count), sizeof *touched);
    if (phase->limit == 0 || !fits || press == NULL || touched == NULL || is_too_fast(step)) {
        phase->undone = count;
    } else {
        repel_all(step, &fresh, press, touched);
    }
    hem_arena_release(&step->scratch, mark);
}

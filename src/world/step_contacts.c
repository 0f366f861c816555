/* Contacts at the start of a step, and the answer to them: see step.h. */
#include "world/step.h"

#include "base/bits.h"
#include "base/vec3.h"
#include "detect/body_contacts.h"
#include "world/events.h"

/* Contacts are looked for up to so many thicknesses, so that what arrives in this step is known. */
#define REACH 1.5f

void hem_step_proximity(hem_step_now *step)
{
    hem_world *world = step->world;
    hem_report *report = step->report;
    hem_phase_report *phase = &report->phase[HEM_PHASE_PROXIMITY];
    uint32_t mark = hem_arena_mark(&step->scratch);
    uint32_t room = world->caps.contacts;
    float *reach = hem_arena_take(&step->scratch, world->body_count, sizeof *reach);
    uint64_t needed =
        hem_body_contacts_bytes(step->bodies, world->body_count, world->vertex_count, room);
    world->contact_count = 0;
    report->contacts.capacity = room;
    if (reach == NULL || needed > step->scratch.capacity - step->scratch.used) {
        report->scratch.left_out = needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed;
        phase->undone = 1;
        step->limited = true;
        hem_events_keep(step);
        hem_arena_release(&step->scratch, mark);
        return;
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        reach[i] = REACH * hem_world_bodies(world)[i].thickness;
    }
    hem_body_contacts_in in = {.bodies = step->bodies,
                               .body_count = world->body_count,
                               .start = step->motion.start,
                               .velocity = step->motion.velocity,
                               .inverse_mass = step->inverse_mass,
                               .reach = reach,
                               .tangled = hem_step_let_through(step),
                               .vertex_count = world->vertex_count,
                               .dt = step->in->dt,
                               .contacts = hem_world_contact_room(world),
                               .room = room,
                               .scratch = &step->scratch};
    hem_body_contacts_out out;
    hem_body_contacts(&in, &out);
    world->contact_count = out.kept;
    report->exempt += out.exempt;
    report->contacts.used = out.count;
    report->contacts.left_out = out.count - out.kept;
    step->limited = step->limited || out.count > out.kept;
    hem_events_contacts(step);
    phase->passes = phase->limit = 1;
    phase->undone = out.count - out.kept;
    phase->tests = out.tests;
    phase->volume_tests = out.volume_tests;
    hem_arena_release(&step->scratch, mark);
}

/* The ends of the vertices of contacts, which may have other velocities now. */
static void follow(hem_step_now *step, const hem_impact *contacts, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t vertex = contacts[i].vertex[k];
            if (step->inverse_mass[vertex] > 0.0f) {
                step->ends[vertex] = hem_step_end_of(step, vertex);
            }
        }
    }
}

void hem_step_repel(hem_step_now *step)
{
    hem_world *world = step->world;
    hem_phase_report *phase = &step->report->phase[HEM_PHASE_REPEL];
    const hem_impact *contacts = hem_world_contact_room(world);
    uint32_t count = world->contact_count, mark = hem_arena_mark(&step->scratch);
    phase->limit = step->in->limits.repel_sweeps;
    if (phase->limit == 0 || count == 0) {
        phase->undone = count;
        step->limited = step->limited || count > 0;
        return;
    }
    hem_touch *touches = hem_arena_take(&step->scratch, count, sizeof *touches);
    if (touches == NULL || step->scratch.capacity - step->scratch.used < HEM_REPEL_BYTES(count)) {
        step->report->scratch.left_out = (uint32_t)HEM_REPEL_BYTES(count);
        phase->undone = count;
        step->limited = true;
        hem_arena_release(&step->scratch, mark);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        touches[i] = hem_step_touch(step, &contacts[i]);
    }
    hem_repel_def def = hem_default_repel_def();
    def.sweeps = phase->limit;
    hem_respond_in in = {.motion = step->motion,
                         .impacts = contacts,
                         .count = count,
                         .touch = touches,
                         .touch_each = true};
    hem_repel_out out = {.sweeps = 0};
    hem_status status = hem_repel(&in, &def, &step->scratch, &out);
    phase->passes = out.sweeps;
    if (status < HEM_OK) {
        /* Velocities beyond what it takes: the other phases do without. */
        phase->undone = count;
        step->limited = true;
    } else {
        follow(step, contacts, count);
    }
    hem_arena_release(&step->scratch, mark);
}

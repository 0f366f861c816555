/* Events: see events.h. They stand in the block in ascending order of their bodies, from step to
 * step, so that one knows whether two that touch already did.
 *
 * Contacts and hits come in the order of their lists, which is total; so which pairs find room, and
 * which of two that are equally fast is kept, does not depend on the order of detection. */
#include "world/events.h"

#include "base/vec3.h"

#include <float.h>
#include <string.h>

static hem_event *events_of(hem_world *world)
{
    return hem_world_part_to_change(world, world->offset.events);
}

const hem_event *hem_world_events(const hem_world *world, uint32_t *count)
{
    bool there = world != NULL && hem_world_is_valid(world);
    if (there && hem_world_holds(world, count, sizeof *count)) {
        return NULL;
    }
    if (count != NULL) {
        *count = there ? world->event_count : 0;
    }
    return there ? hem_world_part(world, world->offset.events) : NULL;
}

void hem_events_begin(hem_step_now *step)
{
    hem_world *world = step->world;
    hem_event *events = events_of(world);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->event_count; i++) {
        hem_event old = events[i];
        if (old.kind == HEM_EVENT_BEGAN || old.kind == HEM_EVENT_STAYED) {
            events[kept++] = (hem_event){.first = old.first,
                                         .second = old.second,
                                         .kind = HEM_EVENT_ENDED,
                                         .steps = old.steps + 1u};
        }
    }
    /* What nothing uses is zero. */
    memset(events + kept, 0, (world->event_count - kept) * sizeof *events);
    world->event_count = kept;
}

void hem_events_keep(hem_step_now *step)
{
    hem_event *events = events_of(step->world);
    for (uint32_t i = 0; i < step->world->event_count; i++) {
        if (events[i].kind == HEM_EVENT_ENDED) {
            events[i].kind = HEM_EVENT_STAYED;
        }
    }
}

/* ---- finding ---- */

static hem_body handle_of(const hem_step_now *step, uint32_t body)
{
    uint32_t slot = hem_world_bodies(step->world)[body].slot;
    return (hem_body){slot, hem_world_slots(step->world)[slot].generation};
}

static uint64_t slots_of(hem_body first, hem_body second)
{
    return (uint64_t)first.slot << 32 | second.slot;
}

static uint64_t generations_of(hem_body first, hem_body second)
{
    return (uint64_t)first.generation << 32 | second.generation;
}

static bool comes_before(const hem_event *event, hem_body first, hem_body second)
{
    uint64_t a = slots_of(event->first, event->second), b = slots_of(first, second);
    return a != b ? a < b
                  : generations_of(event->first, event->second) < generations_of(first, second);
}

static bool is_of(const hem_event *event, hem_body first, hem_body second)
{
    return slots_of(event->first, event->second) == slots_of(first, second) &&
           generations_of(event->first, event->second) == generations_of(first, second);
}

/* The first event that does not come before those bodies. */
static uint32_t place_of(hem_world *world, hem_body first, hem_body second)
{
    const hem_event *events = events_of(world);
    uint32_t low = 0, high = world->event_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2u;
        if (comes_before(&events[middle], first, second)) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The event of these bodies, in ascending order; a new one if it may begin; null where it may not,
 * or has no room. */
static hem_event *find(hem_step_now *step, hem_body first, hem_body second, bool begins)
{
    hem_world *world = step->world;
    uint32_t place = place_of(world, first, second);
    hem_event *event = events_of(world) + place;
    if (place < world->event_count && is_of(event, first, second)) {
        event->kind = event->kind == HEM_EVENT_ENDED ? HEM_EVENT_STAYED : event->kind;
        return event;
    }
    if (!begins) {
        return NULL;
    }
    if (world->event_count == world->caps.events) {
        step->report->events.left_out++;
        return NULL;
    }
    memmove(event + 1, event, (world->event_count - place) * sizeof *event);
    world->event_count++;
    *event = (hem_event){.first = first, .second = second, .kind = HEM_EVENT_BEGAN};
    return event;
}

static hem_event *find_pair(hem_step_now *step, const hem_impact *impact, bool begins)
{
    hem_body a = handle_of(step, hem_step_body_of(step, impact->vertex[0]));
    hem_body b = handle_of(step, hem_step_body_of(step, impact->vertex[3]));
    return a.slot < b.slot ? find(step, a, b, begins) : find(step, b, a, begins);
}

/* ---- what is told ---- */

static void note_speed(hem_event *event, const hem_impact *impact, float speed)
{
    if (event->contacts + event->hits == 0 || speed > event->speed) {
        event->speed = hem_min(hem_max(speed, 0.0f), FLT_MAX);
        event->fastest = *impact;
    }
}

/* How fast the points of an impact approach, as velocities are now. */
static float approach_of(const hem_step_now *step, const hem_impact *impact)
{
    hem_vec3 apart = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < 4; k++) {
        apart = hem_add_scaled(apart, impact->weight[k], step->motion.velocity[impact->vertex[k]]);
    }
    return 0.0f - hem_dot(impact->normal, apart);
}

void hem_events_contacts(hem_step_now *step)
{
    hem_world *world = step->world;
    const hem_small_impact *contacts = hem_world_contact_room(world);
    for (uint32_t i = 0; i < world->contact_count; i++) {
        hem_impact contact = hem_small_open(&contacts[i]);
        float thickness = hem_step_touch(step, &contact).thickness;
        float speed = approach_of(step, &contact);
        float predicted = contact.distance - speed * step->in->dt;
        hem_event *event = find_pair(step, &contact, predicted < thickness);
        if (event != NULL) {
            note_speed(event, &contact, speed);
            event->contacts++;
        }
    }
}

void hem_events_hit(hem_step_now *step, const hem_impact *hit)
{
    hem_event *event = find_pair(step, hit, true);
    if (event == NULL) {
        return;
    }
    note_speed(event, hit, approach_of(step, hit));
    event->hits++;
}

void hem_events_pinched(hem_step_now *step, const hem_impact *hit)
{
    hem_event *event = find_pair(step, hit, true);
    if (event != NULL) {
        event->pinched++;
    }
}

void hem_events_held(hem_step_now *step, uint32_t body, uint32_t held)
{
    hem_event *event = find(step, handle_of(step, body), (hem_body){HEM_NONE, 0}, true);
    if (event != NULL) {
        event->kind = HEM_EVENT_HELD;
        event->held = held;
    }
}

/* Hold: what still hits goes back to where it started, so that the step ends clean whatever ran
 * out. See step.h.
 *
 * The vertices that are held only become more, so this ends: first those of hits, then all of their
 * bodies, then all bodies that are near those, then everything. */
#include "world/step.h"

#include "base/bits.h"
#include "detect/body_sweep.h"
#include "world/events.h"

#include <string.h>

/* How far it reaches when a hit is left. */
typedef enum reach { OF_HITS, OF_BODIES, OF_ISLANDS, OF_ALL, REACHES } reach;

static bool hold_vertex(hem_step_now *step, uint32_t vertex)
{
    if (!(step->inverse_mass[vertex] > 0.0f) || hem_bits_has(step->held, vertex)) {
        return false;
    }
    hem_step_put_back(step, vertex);
    if (step->talking) {
        hem_impacts_mark(&step->impacts, vertex);
    }
    return true;
}

static bool hold_body(hem_step_now *step, uint32_t body)
{
    const hem_moving_body *from = &step->bodies[body];
    bool more = false;
    for (uint32_t v = 0; v < from->mesh->vertex_count; v++) {
        more = hold_vertex(step, from->first_vertex + v) || more;
    }
    return more;
}

/* A bit for each body with a vertex that a hit has touched. */
static void find_bodies(const hem_step_now *step, uint32_t *bodies)
{
    const uint32_t *touched = hem_impacts_touched(&step->impacts);
    hem_bits_clear_all(bodies, step->world->body_count);
    for (uint32_t i = 0; i < step->world->body_count; i++) {
        const hem_moving_body *body = &step->bodies[i];
        uint32_t end = body->first_vertex + body->mesh->vertex_count;
        /* The search may go on to the end of a word: to vertices of the next body. */
        if (hem_bits_next(touched, end, body->first_vertex) < end) {
            hem_bits_add(bodies, i);
        }
    }
}

/* All bodies whose boxes overlap those, and so on. */
static void find_islands(hem_step_now *step, uint32_t *bodies)
{
    uint32_t count = step->world->body_count, mark = hem_arena_mark(&step->scratch);
    hem_body_sweep sweep;
    hem_body_sweep_take(&sweep, count, &step->scratch);
    if (sweep.boxes == NULL || sweep.order == NULL) {
        for (uint32_t i = 0; i < count; i++) {
            hem_bits_add(bodies, i);
        }
        hem_arena_release(&step->scratch, mark);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        sweep.boxes[i] = hem_box_of_tree(step->bodies[i].tree);
    }
    bool more = true;
    for (uint32_t round = 0; more && round < count; round++) {
        hem_pair pair;
        more = false;
        hem_body_sweep_start(&sweep, 2.0f * HEM_GRID);
        while (hem_body_sweep_next(&sweep, &pair)) {
            bool first = hem_bits_has(bodies, pair.first);
            bool second = hem_bits_has(bodies, pair.second);
            if (first != second) {
                hem_bits_add(bodies, first ? pair.second : pair.first);
                more = true;
            }
        }
    }
    hem_arena_release(&step->scratch, mark);
}

/* Holds what the last pass has found, as far as it is to reach. False: there was nothing more to
 * hold. */
static bool hold_found(hem_step_now *step, reach far, uint32_t *bodies)
{
    uint32_t vertices = step->world->vertex_count;
    const uint32_t *touched = hem_impacts_touched(&step->impacts);
    bool more = false;
    if (far == OF_HITS) {
        for (uint32_t v = hem_bits_next(touched, vertices, 0); v != HEM_NONE;
             v = hem_bits_next(touched, vertices, v + 1u)) {
            more = hold_vertex(step, v) || more;
        }
        return more;
    }
    find_bodies(step, bodies);
    if (far == OF_ISLANDS) {
        find_islands(step, bodies);
    }
    for (uint32_t i = 0; i < step->world->body_count; i++) {
        if (far == OF_ALL || hem_bits_has(bodies, i)) {
            more = hold_body(step, i) || more;
        }
    }
    return more;
}

/* Nothing is known about the motion: nothing moves, kinematic bodies neither. */
static void hold_all(hem_step_now *step)
{
    for (uint32_t v = 0; v < step->world->vertex_count; v++) {
        hem_step_put_back(step, v);
    }
}

/* Hold beats pins: from now on they can be put back. And what meets a body that was put back on the
 * way, because it was led nowhere, is looked for again. */
static void release(hem_step_now *step)
{
    uint32_t vertices = step->world->vertex_count;
    bool pins = hem_bits_next(hem_world_pinned(step->world), vertices, 0) != HEM_NONE;
    step->holding = true;
    if (!pins && step->report->nonfinite == 0) {
        return;
    }
    memcpy(step->inverse_mass, hem_world_inverse_masses(step->world), vertices * sizeof(float));
    if (step->talking) {
        hem_impacts_refresh(&step->impacts);
        step->clear = false;
    }
}

/* Until nothing hits, or nothing more can be held. */
static void hold_hits(hem_step_now *step)
{
    hem_phase_report *phase = &step->report->phase[HEM_PHASE_HOLD];
    const hem_impacts *impacts = &step->impacts;
    uint32_t mark = hem_arena_mark(&step->scratch);
    uint32_t words = HEM_BIT_WORDS(step->world->body_count);
    /* What is pinched is counted. */
    step->impacts.in.uncounted = false;
    uint32_t *bodies = step->talking ? hem_arena_take(&step->scratch, words, sizeof *bodies) : NULL;
    if (bodies == NULL) {
        hold_all(step);
        return;
    }
    reach far = phase->limit > 0 ? OF_HITS : OF_BODIES;
    bool more = true;
    while (!step->clear && more) {
        if (hem_step_pass(step, phase) == HEM_OK) {
            break;
        }
        if (phase->passes > phase->limit && far < OF_ALL) {
            far = (reach)(far + 1);
        }
        more = hold_found(step, far, bodies);
        while (!more && far < OF_ALL && phase->passes >= phase->limit) {
            far = (reach)(far + 1);
            more = hold_found(step, far, bodies);
        }
    }
    /* What is held and still hits has no room left. */
    if (!step->clear) {
        step->report->pinched = impacts->found;
        for (uint32_t i = 0; i < impacts->count; i++) {
            hem_events_pinched(step, &impacts->hits[i]);
        }
    }
    hem_arena_release(&step->scratch, mark);
}

/* ---- what started in exact contact ---- */

/* Holds the vertices of what goes through each other at the end and was not let through, or
 * everything. False: there was nothing more to hold. */
static bool hold_crossed(hem_step_now *step, const hem_tangled *ends, bool everything)
{
    const hem_tangled *known = hem_step_let_through(step);
    uint32_t crossed = ends->crossings.count - ends->crossings.kept;
    bool more = false;
    everything = everything || crossed > 0;
    for (uint32_t i = 0; i < ends->crossings.kept; i++) {
        const hem_tangled_crossing crossing = hem_tangled_crossing_at(ends, i);
        if (known != NULL && hem_tangled_lets_cross(known, &crossing)) {
            continue;
        }
        crossed++;
        for (uint32_t k = 0; k < 5; k++) {
            more = hold_vertex(step, crossing.vertex[k]) || more;
        }
    }
    for (uint32_t i = 0; crossed > 0 && everything && i < step->world->body_count; i++) {
        more = hold_body(step, i) || more;
    }
    if (crossed > 0 && !more && step->report->pinched == 0) {
        step->report->pinched = crossed;
    }
    return more;
}

/* The continuous test takes what starts in exact contact to be clear on whichever side it leaves.
 * So the ends of such a step are looked at. */
static bool hold_ends(hem_step_now *step, bool everything)
{
    uint32_t mark = hem_arena_mark(&step->scratch);
    uint64_t needed = hem_step_look_bytes(step);
    if (needed > step->scratch.capacity - step->scratch.used) {
        hem_step_note_lack(step, needed);
        hold_all(step);
        return false;
    }
    hem_tangled ends;
    hem_step_look(step, &ends, step->ends);
    bool more = hold_crossed(step, &ends, everything);
    step->may_be_tangled = step->tangled.crossings.count > 0 || ends.touching > 0;
    hem_arena_release(&step->scratch, mark);
    return more;
}

void hem_step_hold(hem_step_now *step)
{
    uint32_t rounds = step->in->limits.hold_passes;
    step->report->phase[HEM_PHASE_HOLD].limit = rounds;
    release(step);
    hold_hits(step);
    bool more = step->touching && step->talking;
    while (more) {
        hem_step_end_talk(step);
        more = hold_ends(step, rounds == 0);
        rounds -= rounds > 0;
        if (more) {
            (void)hem_step_talk(step);
            hold_hits(step);
        }
    }
}

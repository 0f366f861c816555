/* What contacts do in the solve: see lean.h. */
#include "cloth/lean.h"

#include "base/vec3.h"
#include "cloth/block.h"
#include "cloth/row_points.h"
#include "respond/lever.h"

/* Stiffness of a spring, in effective masses for each square of the time step: such that its own
 * weight, of 9.81 N for a kilogram, narrows a gap by this part of the thickness at rest. More where
 * the gap is narrow, by the cube: the corner of a box carries much more cloth than its own, and a
 * gap that is left to the phases after the solve opens and closes for ever. Within bounds: a spring
 * much stiffer than cloth only makes the solve longer. */
#define NARROWS  0.06f
#define STIFFEST 2000.0f
#define SOFTEST  20.0f
#define LEAST    0.01f

#define REGAIN HEM_LEAN_REGAIN

/* Points that would end further apart than they should by less than this, of the thickness, are
 * taken to lean on each other until the first solve shows that they do not. */
#define NEARLY 0.03f

/* Resistance to slip of what does not slide, for each unit of stiffness: it lets points creep, by
 * micrometres a second. Nothing resists more. */
#define STICK 256.0f

static hem_touch surface_of(const hem_cloth_contacts *contacts, uint32_t vertex)
{
    uint32_t low = 0, high = contacts->surface_count;
    while (high - low > 1u) {
        uint32_t middle = low + (high - low) / 2u;
        if (contacts->surfaces[middle].first_vertex <= vertex) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return contacts->surfaces[low].touch;
}

hem_touch hem_touch_of(const hem_cloth_contacts *contacts, uint32_t i)
{
    if (contacts->surfaces == NULL) {
        return *contacts->touch;
    }
    const uint32_t *vertex = contacts->contacts[i].vertex;
    return hem_touch_between(surface_of(contacts, vertex[0]), surface_of(contacts, vertex[3]));
}

/* How far apart the points are to be at the end of the step. */
static float aim_of(float distance, float thickness)
{
    return distance < thickness ? distance + REGAIN * (thickness - distance) : thickness;
}

static float stiffness_of(float distance, float thickness, float dt)
{
    if (!(thickness > 0.0f)) {
        return STIFFEST;
    }
    float stiffness = hem_max(SOFTEST, 9.81f * (dt * dt) / (REGAIN * NARROWS * thickness));
    if (distance < thickness) {
        float narrowed = thickness / hem_max(distance, LEAST * thickness);
        stiffness = stiffness * (narrowed * narrowed * narrowed);
    }
    return hem_min(stiffness, STIFFEST);
}

/* Slip, and what it would be if nothing had changed since the start of the step. */
static hem_vec3 across_of(hem_vec3 normal, hem_vec3 speed)
{
    return hem_add_scaled(speed, -hem_dot(speed, normal), normal);
}

/* With what gravity has given to vertices with a mass, or without. */
static hem_vec3 speed_at_start(const hem_motion *motion, const hem_impact *impact, hem_vec3 fall)
{
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t v = impact->vertex[k];
        float falls = motion->inverse_mass[v] > 0.0f ? impact->weight[k] : 0.0f;
        sum = hem_add_scaled(sum, impact->weight[k], motion->velocity[v]);
        sum = hem_add_scaled(sum, -falls, fall);
    }
    return sum;
}

/* Does what was stuck in the last step begin so? */
static bool lasts(const hem_cloth_system *system, const hem_impact *impact, float friction)
{
    hem_vec3 fall = system->contacts->fall;
    hem_vec3 start = speed_at_start(&system->in->motion, impact, fall);
    return hem_lean_lasts(friction, across_of(impact->normal, start), fall);
}

static bool is_stuck(hem_lean lean)
{
    return lean.along > 0.0f && lean.across >= STICK * lean.along;
}

/* Resistance that comes to the friction there is, `most` (N s), at the slip that the pass before
 * has left; or, of what held and takes more than that, at the slip that it would have had by
 * itself. Friction never pushes, so passes come closer to Coulomb's law from wherever they begin:
 * slip that could be ended becomes less in each of them until the points stick, and what is pulled
 * too much slips more and more. */
static float resistance(hem_lean before, float slip, float mass, float most, float stick)
{
    float left = slip;
    if (is_stuck(before)) {
        float holding = before.across * slip;
        if (holding <= HEM_LEAN_AT_REST * most) {
            return stick;
        }
        left = (holding - most) / mass;
    }
    return left * stick < most ? stick : left > 0.0f ? most / left : 0.0f;
}

uint32_t hem_lean_known(const hem_cloth_system *system, uint32_t number, bool first)
{
    uint32_t flags = system->contacts->contacts[number].flags;
    return first && (flags & HEM_SMALL_KNOWN) != 0 ? flags : 0u;
}

/* The spring of a contact, with what it was in the pass before, if any. In the first pass it is
 * what the last step has left it as. */
static hem_lean lean_on(const hem_cloth_system *system, uint32_t number, hem_lean before,
                        bool first)
{
    const hem_small_impact *small = &system->contacts->contacts[number];
    const hem_touch touch = hem_touch_of(system->contacts, number);
    const hem_impact opened = hem_small_open(small), *impact = &opened;
    uint32_t flags = hem_lean_known(system, number, first);
    const hem_lever lever = hem_lever_in_motion(&system->in->motion, impact);
    hem_lean lean = {0.0f, 0.0f};
    if (!(lever.compliance > 0.0f) || (flags != 0 && (flags & HEM_SMALL_PUSHED) == 0)) {
        return lean;
    }
    float mass = 1.0f / lever.compliance, per_second = 1.0f / system->dt;
    float way = hem_row_gone(system, impact) +
                hem_dot(impact->normal, hem_row_between(impact, system->direction));
    float short_of = aim_of(impact->distance, touch.thickness) - (impact->distance + way);
    if (!(short_of > (first ? -NEARLY * touch.thickness : 0.0f))) {
        return lean;
    }
    float stiffness = stiffness_of(impact->distance, touch.thickness, system->dt);
    float press = stiffness * mass * (short_of * per_second); /* N s */
    /* Where the solve has not felt it yet: what is left when the points have given way. */
    float felt = first || !(before.along > 0.0f) ? press * (1.0f / (1.0f + stiffness)) : press;
    float expected = hem_max(felt, 0.0f);
    hem_vec3 slip = across_of(impact->normal, hem_row_between(impact, system->moved));
    hem_vec3 impulse = hem_scale(press, impact->normal);
    lean.along = stiffness * mass;
    float most = touch.friction * expected, stick = STICK * lean.along;
    bool stuck = (flags & HEM_SMALL_STUCK) != 0, slid = flags != 0 && !stuck;
    bool is_new = !slid && !(before.along > 0.0f);
    /* Under a load, what is new slides at first: it may be the next of many that slide. */
    float fall = hem_length(system->contacts->fall);
    float own = fall > 0.0f ? touch.friction * mass * fall : most;
    if ((stuck && lasts(system, impact, touch.friction)) ||
        (is_new && mass * hem_length(slip) <= hem_min(most, own))) {
        lean.across = stick;
    } else {
        lean.across = resistance(before, hem_length(slip), mass, most, stick);
    }
    impulse = hem_add_scaled(impulse, -lean.across, slip);
    hem_row_spread(impact, impulse, system->residual);
    for (uint32_t k = 0; k < 4; k++) {
        float square = impact->weight[k] * impact->weight[k];
        hem_block_add(&system->blocks[impact->vertex[k]], lean.across * square,
                      (lean.along - lean.across) * square, impact->normal);
    }
    return lean;
}

uint32_t hem_lean_make(const hem_cloth_system *system, bool first)
{
    uint32_t pushing = 0;
    for (uint32_t i = 0; system->contacts != NULL && i < system->contacts->count; i++) {
        hem_lean before =
            first ? (hem_lean){hem_min(system->leans[i].along, 0.0f), 0.0f} : system->leans[i];
        if (before.along < 0.0f) {
            continue;
        }
        system->leans[i] = lean_on(system, i, before, first);
        pushing += system->leans[i].along > 0.0f;
    }
    return pushing;
}

void hem_lean_multiply(const hem_cloth_system *system)
{
    for (uint32_t i = 0; system->contacts != NULL && i < system->contacts->count; i++) {
        hem_lean lean = system->leans[i];
        if (lean.along > 0.0f) {
            const hem_impact impact = hem_small_open(&system->contacts->contacts[i]);
            hem_vec3 apart = hem_row_between(&impact, system->direction);
            hem_row_spread(&impact, hem_row_weigh(impact.normal, lean.along, lean.across, apart),
                           system->product);
        }
    }
}

void hem_lean_remember(const hem_cloth_system *system)
{
    for (uint32_t i = 0; system->contacts != NULL && i < system->contacts->count; i++) {
        hem_lean lean = system->leans[i];
        uint32_t flags = HEM_SMALL_KNOWN;
        flags |= lean.along > 0.0f ? HEM_SMALL_PUSHED : 0u;
        flags |= is_stuck(lean) ? HEM_SMALL_STUCK : 0u;
        system->contacts->contacts[i].flags = (uint8_t)flags;
    }
}

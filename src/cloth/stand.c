/* Vertices of cloth on solids: see stand.h. */
#include "cloth/stand.h"

#include "base/vec3.h"
#include "cloth/block.h"

#include <string.h>

/* Directions count as others where a cosine between them is below this. */
#define ALIKE 0.9f

/* And as the same where it is above this. */
#define THE_SAME 0.9995f

/* Points that would end further apart than the thickness by less than this part of it are taken to
 * stand at first. */
#define NEARLY 0.03f

/* Resistance to slip, in masses: beyond this it holds. */
#define HARDEST 10000.0f

/* Let go where it would part faster than this, m/s: less is what rounded places pull. */
#define RELEASE 0.001f

/* Times that narrow gaps are gone through. */
#define EASE_SWEEPS 4u

#define NO_SPRING -1.0f

static hem_vec3 vector_of(const hem_row *row)
{
    return (hem_vec3){row->x, row->y, row->z};
}

/* ---- which contacts ---- */

static bool is_on_solid(const hem_motion *motion, const hem_small_impact *contact)
{
    const uint32_t *vertex = contact->vertex;
    return contact->kind == (uint8_t)HEM_CONTACT_VERTEX_FACE &&
           motion->inverse_mass[vertex[0]] > 0.0f && !(motion->inverse_mass[vertex[1]] > 0.0f) &&
           !(motion->inverse_mass[vertex[2]] > 0.0f) && !(motion->inverse_mass[vertex[3]] > 0.0f);
}

/* Of a face that goes on, another face's border says nothing new. */
static bool is_within(const hem_small_impact *contact)
{
    uint32_t sum = (uint32_t)contact->weight[0] + contact->weight[1];
    return contact->weight[0] > 0 && contact->weight[1] > 0 && sum < 65535u;
}

static bool is_independent(const hem_small_impact *contacts, const hem_stand *stand,
                           hem_vec3 normal)
{
    hem_vec3 n[2] = {normal, normal};
    for (uint32_t k = 0; k < stand->count; k++) {
        n[k] = hem_small_open(&contacts[stand->contact[k]]).normal;
        if (hem_abs(hem_dot(n[k], normal)) > ALIKE) {
            return false;
        }
    }
    hem_vec3 across = hem_cross(n[0], n[1]);
    return stand->count < 2u ||
           hem_abs(hem_dot(across, normal)) > (1.0f - ALIKE) * hem_length(across);
}

/* The nearest contact of a vertex comes first: not the one that it heads for. */
static void add_nearest(const hem_small_impact *contacts, uint32_t i, hem_stand *stand)
{
    if (stand->count == 0 || contacts[i].distance < contacts[stand->contact[0]].distance) {
        stand->contact[0] = i;
        stand->count = 1;
    }
}

static void add_other(const hem_small_impact *contacts, uint32_t i, hem_stand *stand)
{
    if (stand->count < 3u && is_within(&contacts[i]) &&
        is_independent(contacts, stand, hem_small_open(&contacts[i]).normal)) {
        stand->contact[stand->count++] = i;
    }
}

/* Does a vertex stand on a face with all corners that a contact weighs? Then another face ends
 * where the nearest one goes on, and is no obstacle. */
static bool is_on_border(const hem_impact *contact, const hem_small_impact *nearest)
{
    for (uint32_t k = 1; k < 4; k++) {
        uint32_t corner = contact->vertex[k];
        if (contact->weight[k] < 0.0f && corner != nearest->vertex[1] &&
            corner != nearest->vertex[2] && corner != nearest->vertex[3]) {
            return false;
        }
    }
    return true;
}

/* Is all that a contact could do done by the vertices that stand? `stands` are those of all
 * vertices. */
static bool is_done(const hem_cloth_system *system, const hem_stand *stands, uint32_t i)
{
    const hem_small_impact *contacts = system->contacts->contacts;
    const hem_impact contact = hem_small_open(&contacts[i]);
    const float *inverse = system->in->motion.inverse_mass;
    if (is_on_solid(&system->in->motion, &contacts[i])) {
        const hem_stand *own = &stands[contact.vertex[0]];
        return is_on_border(&contact, &contacts[own->contact[0]]);
    }
    bool solid[4];
    for (uint32_t k = 0; k < 4; k++) {
        const hem_stand *own = &stands[contact.vertex[k]];
        solid[k] = !(inverse[contact.vertex[k]] > 0.0f);
        if (solid[k] || contact.weight[k] == 0.0f) {
            continue;
        }
        if (own->count == 0 || hem_abs(hem_dot(hem_small_open(&contacts[own->contact[0]]).normal,
                                               contact.normal)) < THE_SAME) {
            return false;
        }
    }
    bool edges = contact.kind == (uint32_t)HEM_CONTACT_EDGE_EDGE;
    return edges ? (solid[0] && solid[1]) || (solid[2] && solid[3]) : solid[0];
}

/* Contacts of all vertices, by vertex. */
static void find_stands(const hem_cloth_system *system, hem_stand *stands)
{
    const hem_cloth_contacts *contacts = system->contacts;
    memset(stands, 0, (size_t)system->in->motion.vertex_count * sizeof *stands);
    for (uint32_t i = 0; i < contacts->count; i++) {
        if (is_on_solid(&system->in->motion, &contacts->contacts[i])) {
            add_nearest(contacts->contacts, i, &stands[contacts->contacts[i].vertex[0]]);
        }
    }
    for (uint32_t i = 0; i < contacts->count; i++) {
        if (is_on_solid(&system->in->motion, &contacts->contacts[i])) {
            add_other(contacts->contacts, i, &stands[contacts->contacts[i].vertex[0]]);
        }
    }
    for (uint32_t i = 0; i < contacts->count; i++) {
        system->leans[i] = (hem_lean){is_done(system, stands, i) ? NO_SPRING : 0.0f, 0.0f};
    }
    for (uint32_t v = 0; v < system->in->motion.vertex_count; v++) {
        for (uint32_t k = 0; k < stands[v].count; k++) {
            system->leans[stands[v].contact[k]].along = NO_SPRING;
        }
    }
}

/* ---- narrow gaps of cloth ---- */

/* What vertices on solids are shifted by is up to these. */
static float ease_of(const hem_cloth_system *system, uint32_t vertex)
{
    return system->stands[vertex].count > 0 ? 0.0f : system->in->motion.inverse_mass[vertex];
}

/* Shifts that open a gap between cloth and cloth by as much as is regained in a step, shared by
 * masses; what other gaps have shifted already counts. `shifts` are those of all vertices. */
static void ease(const hem_cloth_system *system, uint32_t i, hem_cloth_guide *guides)
{
    const hem_impact contact = hem_small_open(&system->contacts->contacts[i]);
    float thickness = hem_touch_of(system->contacts, i).thickness;
    float wanted = HEM_LEAN_REGAIN * (thickness - contact.distance), compliance = 0.0f;
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t v = contact.vertex[k];
        wanted = wanted - contact.weight[k] * hem_dot(contact.normal, guides[v].shift);
        compliance = compliance + contact.weight[k] * contact.weight[k] * ease_of(system, v);
    }
    if (!(wanted > 0.0f) || !(compliance > 0.0f)) {
        return;
    }
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t v = contact.vertex[k];
        float by = wanted / compliance * (contact.weight[k] * ease_of(system, v));
        guides[v].shift = hem_add_scaled(guides[v].shift, by, contact.normal);
    }
}

static void ease_all(const hem_cloth_system *system, hem_cloth_guide *guides)
{
    const hem_cloth_contacts *contacts = system->contacts;
    for (uint32_t sweep = 0; contacts->ease && sweep < EASE_SWEEPS; sweep++) {
        for (uint32_t i = 0; i < contacts->count; i++) {
            float thickness = hem_touch_of(contacts, i).thickness;
            if (contacts->contacts[i].distance < thickness && !(system->leans[i].along < 0.0f)) {
                ease(system, i, guides);
            }
        }
    }
}

static bool is_shifted(const hem_cloth_guide *guide)
{
    return guide->shift.x != 0.0f || guide->shift.y != 0.0f || guide->shift.z != 0.0f;
}

void hem_stand_take(hem_cloth_system *system, hem_arena *scratch)
{
    uint32_t vertices = system->in->motion.vertex_count, count = 0;
    system->standing = hem_arena_take(scratch, vertices, sizeof *system->standing);
    system->stands = hem_arena_take(scratch, vertices, sizeof *system->stands);
    memset(system->standing, 0, (size_t)vertices * sizeof *system->standing);
    find_stands(system, system->stands);
    ease_all(system, system->standing);
    for (uint32_t v = 0; v < vertices; v++) {
        hem_stand stand = system->stands[v];
        hem_cloth_guide guide = system->standing[v];
        if (stand.count > 0 || is_shifted(&guide)) {
            guide.vertex = v;
            system->standing[count] = guide;
            system->stands[count++] = stand;
        }
    }
    system->guides = system->standing;
    system->guide_count = count;
}

/* ---- a vertex and the contacts that push ---- */

/* Directions at right angles to each other that span the normals: normal i is the sum of
 * part[i][k] axis[k] over k <= i. */
typedef struct footing {
    uint32_t count;
    uint32_t place[3]; /* among the contacts of the stand */
    hem_vec3 normal[3], axis[3];
    float part[3][3];
    float gap[3];   /* that is missing */
    hem_vec3 speed; /* of the nearest solid */
    float along[3]; /* of each solid, along its normal */
    float friction; /* with the nearest */
} footing;

static hem_vec3 solid_speed(const hem_motion *motion, const hem_impact *contact)
{
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = 1; k < 4; k++) {
        sum = hem_add_scaled(sum, -contact->weight[k], motion->velocity[contact->vertex[k]]);
    }
    return sum;
}

static void add_axis(footing *on, hem_vec3 normal)
{
    uint32_t i = on->count++;
    hem_vec3 rest = normal;
    on->normal[i] = normal;
    for (uint32_t k = 0; k < i; k++) {
        on->part[i][k] = hem_dot(normal, on->axis[k]);
        rest = hem_add_scaled(rest, -on->part[i][k], on->axis[k]);
    }
    on->part[i][i] = hem_length(rest);
    on->axis[i] = hem_scale(1.0f / on->part[i][i], rest);
}

static footing footing_of(const hem_cloth_system *system, const hem_stand *stand)
{
    footing on = {.count = 0};
    for (uint32_t k = 0; k < stand->count; k++) {
        if ((stand->active >> k & 1u) != 0) {
            const hem_impact contact =
                hem_small_open(&system->contacts->contacts[stand->contact[k]]);
            const hem_touch touch = hem_touch_of(system->contacts, stand->contact[k]);
            hem_vec3 speed = solid_speed(&system->in->motion, &contact);
            uint32_t i = on.count;
            if (i == 0) {
                on.speed = speed;
                on.friction = touch.friction;
            }
            on.place[i] = k;
            float missing = touch.thickness - contact.distance;
            on.gap[i] = hem_max(missing, 0.0f);
            on.along[i] = hem_dot(speed, contact.normal) + hem_min(missing, 0.0f) / system->dt;
            add_axis(&on, contact.normal);
        }
    }
    return on;
}

/* The vector in the span of the normals that has these parts along them. */
static hem_vec3 with_parts(const footing *on, const float along[3])
{
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    float by[3];
    for (uint32_t i = 0; i < on->count; i++) {
        float left = along[i];
        for (uint32_t k = 0; k < i; k++) {
            left = left - on->part[i][k] * by[k];
        }
        by[i] = left / on->part[i][i];
        sum = hem_add_scaled(sum, by[i], on->axis[i]);
    }
    return sum;
}

/* How much of each normal adds up to a vector, as far as they span it. */
static void as_sum(const footing *on, hem_vec3 vector, float of[3])
{
    for (uint32_t i = on->count; i-- > 0;) {
        float left = hem_dot(vector, on->axis[i]);
        for (uint32_t k = i + 1u; k < on->count; k++) {
            left = left - of[k] * on->part[k][i];
        }
        of[i] = left / on->part[i][i];
    }
}

/* What of a vector the normals leave free. */
static hem_vec3 free_of(const footing *on, hem_vec3 vector)
{
    for (uint32_t k = 0; k < on->count; k++) {
        vector = hem_add_scaled(vector, -hem_dot(vector, on->axis[k]), on->axis[k]);
    }
    return vector;
}

/* The velocity that it is to have: of the solids along their normals, of the nearest across. */
static hem_vec3 target_of(const footing *on)
{
    return hem_add(with_parts(on, on->along), free_of(on, on->speed));
}

static void set_guide(const hem_cloth_system *system, const footing *on, const hem_stand *stand,
                      hem_cloth_guide *guide)
{
    guide->given = stand->sticks != 0 && on->count > 0 ? 3u : on->count;
    guide->direction = on->count == 2u ? hem_cross(on->axis[0], on->axis[1]) : on->axis[0];
    guide->shift = with_parts(on, on->gap);
    guide->change = hem_sub(target_of(on), system->in->motion.velocity[guide->vertex]);
}

/* ---- in each pass ---- */

/* The velocity that a vertex has now, or would have if it fell freely. */
static hem_vec3 velocity_of(const hem_cloth_system *system, uint32_t vertex, bool first)
{
    hem_vec3 velocity = vector_of(&system->moved[vertex]);
    return first ? hem_add_scaled(velocity, system->dt, system->in->gravity) : velocity;
}

static bool comes_too_close(const hem_cloth_system *system, uint32_t number, hem_vec3 velocity,
                            bool first)
{
    const hem_impact contact = hem_small_open(&system->contacts->contacts[number]);
    float thickness = hem_touch_of(system->contacts, number).thickness;
    hem_vec3 speed = hem_sub(velocity, solid_speed(&system->in->motion, &contact));
    float from = hem_max(contact.distance, thickness); /* where a shift takes it */
    float end = from + system->dt * hem_dot(contact.normal, speed);
    return end < (first ? (1.0f + NEARLY) * thickness : (1.0f - NEARLY) * thickness);
}

/* Does a contact that did not push begin to? In the first pass it goes on as the last step has left
 * it. */
static bool begins(const hem_cloth_system *system, uint32_t number, hem_vec3 velocity, bool first)
{
    uint32_t flags = hem_lean_known(system, number, first);
    return flags != 0 ? (flags & HEM_SMALL_PUSHED) != 0
                      : comes_too_close(system, number, velocity, first);
}

void hem_stand_find(const hem_cloth_system *system, bool first)
{
    for (uint32_t i = 0; system->stands != NULL && i < system->guide_count; i++) {
        hem_stand *stand = &system->stands[i];
        hem_cloth_guide *guide = &system->standing[i];
        hem_vec3 velocity = velocity_of(system, guide->vertex, first);
        stand->fresh = 0;
        for (uint32_t k = 0; k < stand->count; k++) {
            uint32_t bit = 1u << k;
            if ((stand->active & bit) == 0 && begins(system, stand->contact[k], velocity, first)) {
                stand->active = (uint8_t)(stand->active | bit);
                stand->fresh = (uint8_t)(stand->fresh | bit);
            }
        }
        if (stand->fresh != 0) {
            const footing on = footing_of(system, stand);
            set_guide(system, &on, stand, guide);
        }
    }
}

/* The impulse that its constraints take: what the right-hand side would do without them. Where they
 * are new, what their change of velocity takes: forces between vertices near each other go both
 * ways, and would let some of them hold others at first. */
static hem_vec3 impulse_on(const hem_cloth_system *system, const hem_stand *stand,
                           const footing *on, uint32_t vertex, bool first)
{
    if (stand->active != stand->fresh) {
        return hem_scale(-1.0f, vector_of(&system->residual[vertex]));
    }
    hem_vec3 change = hem_sub(target_of(on), velocity_of(system, vertex, first));
    return hem_scale(system->mass[vertex], change);
}

/* Lets go of contacts that would have to pull. Those that are new have done nothing yet. */
static bool let_go(hem_stand *stand, const footing *on, const float press[3], float mass)
{
    bool any = false;
    for (uint32_t i = 0; i < on->count; i++) {
        uint32_t bit = 1u << on->place[i];
        if (press[i] < -RELEASE * mass && (stand->fresh & bit) == 0) {
            stand->active = (uint8_t)(stand->active & ~bit);
            any = true;
        }
    }
    return any;
}

/* Does a vertex that was stuck in the last step begin so? */
static bool lasts(const hem_cloth_system *system, const footing *on, uint32_t vertex)
{
    hem_vec3 fall = system->contacts->fall;
    hem_vec3 start = hem_sub(system->in->motion.velocity[vertex], fall);
    return hem_lean_lasts(on->friction, free_of(on, hem_sub(start, on->speed)), fall);
}

/* What moves with a vertex along a way: its mass, and what forces around it add to that. */
static float mass_along(const hem_block3 *block, hem_vec3 way)
{
    hem_vec3 moved = {(block->xx * way.x + block->xy * way.y) + block->xz * way.z,
                      (block->xy * way.x + block->yy * way.y) + block->yz * way.z,
                      (block->xz * way.x + block->yz * way.y) + block->zz * way.z};
    return hem_dot(way, moved);
}

/* Friction of at most so much (N s): all that it takes to hold the vertex, or resistance to slip
 * that comes to so much at the slip that is left. `flags` tell whether it held in the last step. */
static void resist(const hem_cloth_system *system, hem_stand *stand, const footing *on,
                   uint32_t vertex, hem_vec3 impulse, float most, uint32_t flags)
{
    float mass = system->mass[vertex];
    hem_vec3 slip = free_of(on, hem_sub(vector_of(&system->moved[vertex]), on->speed));
    hem_vec3 across = free_of(on, impulse);
    bool stuck = (flags & HEM_SMALL_STUCK) != 0, slid = flags != 0 && !stuck;
    bool is_new = stand->active == stand->fresh, held = stand->sticks != 0 && !is_new;
    float holding = hem_length(across), left = hem_length(slip);
    /* Under a load, what is new slides at first: it may be the next of many that slide. */
    float fall = hem_length(system->contacts->fall);
    float light = fall > 0.0f ? hem_min(most, on->friction * mass * fall) : most;
    bool ends = is_new && !slid && holding <= light;
    bool holds = held ? holding <= HEM_LEAN_AT_REST * most : mass * left * HARDEST < most;
    if (held) {
        float heavy = mass_along(&system->blocks[vertex], across) / (holding * holding);
        left = (holding - most) / heavy;
    }
    stand->sticks = holds || ends || (stuck && lasts(system, on, vertex)) ? 1u : 0u;
    stand->rub = stand->sticks == 0 && left > 0.0f ? most / left : 0.0f;
    if (stand->sticks == 0) {
        hem_row *row = &system->residual[vertex];
        hem_vec3 right = hem_add_scaled(vector_of(row), -stand->rub, slip);
        *row = (hem_row){right.x, right.y, right.z, 0.0f};
        hem_block_add(&system->blocks[vertex], stand->rub, 0.0f, slip);
    }
}

static bool judge(const hem_cloth_system *system, hem_stand *stand, hem_cloth_guide *guide,
                  bool first)
{
    footing on = footing_of(system, stand);
    hem_vec3 impulse = impulse_on(system, stand, &on, guide->vertex, first);
    float press[3] = {0.0f, 0.0f, 0.0f}, all = 0.0f;
    as_sum(&on, impulse, press);
    if (let_go(stand, &on, press, system->mass[guide->vertex])) {
        on = footing_of(system, stand);
        as_sum(&on, impulse, press);
    }
    for (uint32_t i = 0; i < on.count; i++) {
        all = all + hem_max(press[i], 0.0f);
    }
    if (on.count > 0) {
        uint32_t nearest = stand->contact[on.place[0]];
        resist(system, stand, &on, guide->vertex, impulse, on.friction * all,
               hem_lean_known(system, nearest, first));
    } else {
        stand->sticks = 0;
        stand->rub = 0.0f;
    }
    set_guide(system, &on, stand, guide);
    return on.count > 0;
}

uint32_t hem_stand_judge(const hem_cloth_system *system, bool first)
{
    uint32_t standing = 0;
    for (uint32_t i = 0; system->stands != NULL && i < system->guide_count; i++) {
        if (system->stands[i].active != 0) {
            standing += judge(system, &system->stands[i], &system->standing[i], first);
        }
    }
    return standing;
}

void hem_stand_multiply(const hem_cloth_system *system)
{
    for (uint32_t i = 0; system->stands != NULL && i < system->guide_count; i++) {
        float rub = system->stands[i].rub;
        if (rub > 0.0f) {
            uint32_t v = system->guides[i].vertex;
            hem_row *to = &system->product[v];
            const hem_row *from = &system->direction[v];
            *to = (hem_row){to->x + rub * from->x, to->y + rub * from->y, to->z + rub * from->z,
                            0.0f};
        }
    }
}

void hem_stand_remember(const hem_cloth_system *system)
{
    for (uint32_t i = 0; system->stands != NULL && i < system->guide_count; i++) {
        const hem_stand *stand = &system->stands[i];
        for (uint32_t k = 0; k < stand->count; k++) {
            if ((stand->active >> k & 1u) != 0) {
                uint8_t *flags = &system->contacts->contacts[stand->contact[k]].flags;
                uint32_t does = HEM_SMALL_PUSHED | (stand->sticks != 0 ? HEM_SMALL_STUCK : 0u);
                *flags = (uint8_t)(*flags | does);
            }
        }
    }
}

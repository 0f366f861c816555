/* No more energy than there was: what a solve that was cut off may leave is a stretch that nobody
 * has looked at. See system.h.
 *
 * Of a body that nothing pushes, guides, leads or blows at, the energy of motion and of shape may
 * grow by what gravity does and no more. Where it would, the motion is cut down until it does not;
 * without any, the energy is that of the shape at the start. Of a body that flies freely that is
 * its motion about the mean, so momentum stays. Others get energy from outside, and those under
 * pressure from what is in them: they are left alone. */
#include "cloth/system.h"

#include "base/vec3.h"

/* Of the energies that are compared, what the tolerance of a solve may make of them; how often a
 * motion is halved before it is given up; and how often what it can afford is looked for between
 * two of these. */
#define CLOSE    1e-3f
#define HALVINGS 10u
#define HALFWAYS 6u

/* A body on its own: twice the energy of its motion about the mean at the start and in the end, and
 * what gravity does on the way. */
typedef struct alone {
    hem_body_part part;
    uint32_t first, end;
    hem_vec3 mean, mean_before; /* velocity in the end and at the start, if it flies freely */
    bool flies;
    float before, after, fall;
    float shape; /* at the start */
} alone;

static hem_vec3 velocity_of(const hem_cloth_system *system, uint32_t v)
{
    const hem_row *change = &system->change[v];
    return hem_add(system->in->motion.velocity[v], (hem_vec3){change->x, change->y, change->z});
}

static bool is_blown(const hem_cloth_system *system, const hem_cloth_body *body)
{
    hem_vec3 wind = system->in->wind;
    return body->material.drag > 0.0f && hem_dot(wind, wind) > 0.0f;
}

/* Is it on its own? Then also its mean. */
static bool is_alone(const hem_cloth_system *system, alone *body)
{
    float mass = 0.0f;
    bool led = false, flies = true;
    hem_vec3 none = {0.0f, 0.0f, 0.0f}, sum = none, sum_before = none;
    for (uint32_t v = body->first; v < body->end; v++) {
        hem_vec3 velocity = velocity_of(system, v);
        bool movable = system->mass[v] > 0.0f;
        led = led || (!movable && hem_dot(velocity, velocity) > 0.0f);
        flies = flies && movable;
        mass = mass + system->mass[v];
        sum = hem_add_scaled(sum, system->mass[v], velocity);
        sum_before = hem_add_scaled(sum_before, system->mass[v], system->in->motion.velocity[v]);
    }
    bool pressed = body->part.body->material.pressure > 0.0f;
    flies = flies && mass > 0.0f;
    body->mean = flies ? hem_scale(1.0f / mass, sum) : none;
    body->mean_before = flies ? hem_scale(1.0f / mass, sum_before) : none;
    body->flies = flies;
    return !led && !pressed && !is_blown(system, body->part.body) &&
           system->wholes[body->part.number].touched == 0;
}

/* A step of hem_step begins with velocities that have fallen already. */
static void weigh(const hem_cloth_system *system, alone *body)
{
    const hem_cloth_step_in *in = system->in;
    hem_vec3 fallen = {0.0f, 0.0f, 0.0f}, fall = hem_scale(system->dt, in->gravity);
    if (system->contacts != NULL) {
        fall = hem_add(fall, system->contacts->fall);
        fallen = system->contacts->fall;
    }
    fallen = body->flies ? body->mean_before : fallen; /* all of it has, alike */
    body->before = body->after = body->fall = 0.0f;
    for (uint32_t v = body->first; v < body->end; v++) {
        hem_vec3 d = hem_sub(velocity_of(system, v), body->mean);
        hem_vec3 start = hem_sub(in->motion.velocity[v], fallen);
        body->before = body->before + system->mass[v] * hem_dot(start, start);
        body->after = body->after + system->mass[v] * hem_dot(d, d);
        body->fall = body->fall + system->mass[v] * hem_dot(d, fall);
    }
}

/* Energy of shape where so much of the motion about the mean leads. */
static float shape_at(const hem_cloth_system *system, const alone *body, float part)
{
    for (uint32_t v = body->first; v < body->end; v++) {
        hem_vec3 d = hem_sub(velocity_of(system, v), body->mean);
        hem_vec3 at = hem_add_scaled(system->in->motion.start[v], part * system->dt, d);
        system->product[v] = (hem_row){at.x, at.y, at.z, 0.0f};
    }
    return hem_membrane_energy(body->part, system->product) +
           hem_hinge_energy(system, body->part, system->product);
}

static bool can_afford(const hem_cloth_system *system, const alone *body, float part)
{
    float moving = 0.5f * (part * part) * body->after, fall = part * body->fall;
    float shape = shape_at(system, body, part), had = 0.5f * body->before + body->shape;
    float rounding = CLOSE * ((had + hem_abs(fall)) + (moving + shape));
    return (moving + shape) - (had + fall) <= rounding;
}

/* How much of its motion it can afford. */
static float part_of(const hem_cloth_system *system, alone *body)
{
    weigh(system, body);
    if (!hem_is_finite(body->after)) {
        return 1.0f; /* it was led nowhere, and stays */
    }
    body->shape = shape_at(system, body, 0.0f);
    float part = 1.0f, step = 0.5f;
    for (uint32_t i = 0; !can_afford(system, body, part); i++) {
        if (i == HALVINGS) {
            return 0.0f;
        }
        part = 0.5f * part;
        step = 0.5f * part;
    }
    for (uint32_t i = 0; part < 1.0f && i < HALFWAYS; i++) {
        part = can_afford(system, body, part + step) ? part + step : part;
        step = 0.5f * step;
    }
    return part;
}

static void brake(const hem_cloth_system *system, const alone *body, float part)
{
    for (uint32_t v = body->first; v < body->end; v++) {
        hem_vec3 d = hem_sub(velocity_of(system, v), body->mean);
        hem_vec3 to = hem_add_scaled(body->mean, part, d);
        hem_vec3 change = hem_sub(to, system->in->motion.velocity[v]);
        if (system->mass[v] > 0.0f) {
            system->change[v] = (hem_row){change.x, change.y, change.z, 0.0f};
        }
    }
}

void hem_energy_guard(const hem_cloth_system *system)
{
    hem_body_part part = hem_first_part(system);
    for (; part.number < system->in->body_count; part = hem_next_part(part)) {
        uint32_t first = part.body->first_vertex;
        alone body = {.part = part, .first = first, .end = first + part.body->mesh->vertex_count};
        if (is_alone(system, &body)) {
            float affordable = part_of(system, &body);
            if (affordable < 1.0f) {
                brake(system, &body, affordable);
            }
        }
    }
}

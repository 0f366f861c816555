/* No more energy than there was: what a solve that was cut off may leave is a stretch that nobody
 * has looked at. See system.h.
 *
 * With w the velocity that came out, v what it was with gravity, and E the energy of shape,
 * backward Euler ends where
 *
 *     w.M(w - v) + E(start + h w) - E(start) <= w.(what air and others do),
 *
 * for a convex E, and then no energy has come from nowhere. A solve that ends early may miss that,
 * if the shape at the end is another than the one it has been linear about. The left side is 0 for
 * w = 0; so w of a body that misses it is halved until it holds. Of a body that flies freely, that
 * is its motion about the mean, so momentum stays. Bodies that something pushes, guides or leads
 * get energy from there, and those under pressure from what is in them: they are left alone. */
#include "cloth/system.h"

#include "base/vec3.h"
#include "cloth/block.h"

/* Of the energies that are compared, what may be rounding; and how often a motion is halved before
 * it is given up. */
#define CLOSE    1e-4f
#define HALVINGS 10u

/* A body on its own. */
typedef struct alone {
    hem_body_part part;
    uint32_t first, end;
    hem_vec3 mean;        /* velocity, if it flies freely, or none */
    float linear, square; /* of what w costs, by how much of it there is */
} alone;

static hem_vec3 velocity_of(const hem_cloth_system *system, uint32_t v)
{
    const hem_row *change = &system->change[v];
    return hem_add(system->in->motion.velocity[v], (hem_vec3){change->x, change->y, change->z});
}

/* Is it on its own? Then also its mean. */
static bool is_alone(const hem_cloth_system *system, alone *body)
{
    float mass = 0.0f;
    bool led = false, flies = true;
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t v = body->first; v < body->end; v++) {
        hem_vec3 velocity = velocity_of(system, v);
        bool movable = system->mass[v] > 0.0f;
        led = led || (!movable && hem_dot(velocity, velocity) > 0.0f);
        flies = flies && movable;
        mass = mass + system->mass[v];
        sum = hem_add_scaled(sum, system->mass[v], velocity);
    }
    bool pressed = body->part.body->material.pressure > 0.0f;
    body->mean = flies && mass > 0.0f ? hem_scale(1.0f / mass, sum) : (hem_vec3){0.0f, 0.0f, 0.0f};
    return !led && !pressed && system->wholes[body->part.number].touched == 0;
}

/* d.(M (mean - v) - K (wind - mean)) and d.(M + K) d, for d about the mean. */
static void weigh(const hem_cloth_system *system, alone *body)
{
    const hem_cloth_step_in *in = system->in;
    body->linear = body->square = 0.0f;
    for (uint32_t v = body->first; v < body->end; v++) {
        if (!(system->mass[v] > 0.0f)) {
            continue;
        }
        hem_vec3 d = hem_sub(velocity_of(system, v), body->mean);
        hem_vec3 before = hem_add_scaled(in->motion.velocity[v], system->dt, in->gravity);
        const hem_block3 k = hem_air_block(system, v);
        hem_vec3 drag = {(k.xx * d.x + k.xy * d.y) + k.xz * d.z,
                         (k.xy * d.x + k.yy * d.y) + k.yz * d.z,
                         (k.xz * d.x + k.yz * d.y) + k.zz * d.z};
        float lost = system->mass[v] * hem_dot(d, hem_sub(body->mean, before));
        body->linear = body->linear + (lost - hem_dot(drag, hem_sub(in->wind, body->mean)));
        body->square = body->square + (system->mass[v] * hem_dot(d, d) + hem_dot(drag, d));
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

/* How much of its motion it can afford. */
static float part_of(const hem_cloth_system *system, alone *body)
{
    weigh(system, body);
    float before = shape_at(system, body, 0.0f), part = 1.0f;
    for (uint32_t i = 0; i < HALVINGS; i++) {
        float after = shape_at(system, body, part);
        float cost = part * body->linear + (part * part) * body->square;
        float rounding = CLOSE * (before + part * (part * body->square + hem_abs(body->linear)));
        if (cost + (after - before) <= rounding) {
            return part;
        }
        part = 0.5f * part;
    }
    return 0.0f;
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

/* Cloth moves: velocities by its forces, gravity, wind and contacts. See step.h. */
#include "world/step.h"

#include "base/bits.h"
#include "base/vec3.h"
#include "cloth/lean.h"

void hem_step_fall(hem_step_now *step, uint32_t body)
{
    const hem_body_record *record = hem_world_bodies(step->world) + body;
    const hem_vec3 *start = step->motion.start;
    float dt = step->in->dt, per_second = 1.0f / dt;
    for (uint32_t v = record->vertex_begin; v < record->vertex_begin + record->movable; v++) {
        hem_vec3 *velocity = &step->motion.velocity[v];
        if (step->inverse_mass[v] > 0.0f) {
            *velocity = hem_add_scaled(*velocity, dt, step->in->gravity);
            hem_step_go_on(step, v);
        } else {
            step->ends[v] = record->motion == 0 ? start[v] : step->ends[v];
            *velocity = hem_scale(per_second, hem_sub(step->ends[v], start[v]));
        }
    }
}

/* The bodies with cloth, or null when there is no room for them. */
static hem_cloth_body *take_bodies(hem_step_now *step, uint32_t *count)
{
    hem_world *world = step->world;
    hem_cloth_body *bodies = hem_arena_take(&step->scratch, world->body_count, sizeof *bodies);
    for (uint32_t i = 0; bodies != NULL && i < world->body_count; i++) {
        const hem_body_record *record = hem_world_bodies(world) + i;
        const hem_body_cloth *own = hem_world_cloth(world, record);
        if (own != NULL) {
            bodies[(*count)++] = (hem_cloth_body){.cloth = &own->cloth,
                                                  .mesh = hem_world_mesh(world, i),
                                                  .first_vertex = record->vertex_begin,
                                                  .material = own->material};
        }
    }
    return bodies;
}

/* What bend is multiplied by at each vertex; null where that is 1 for all, with which the solve
 * comes to the same bits and need not look. */
static const float *bend_scales(const hem_step_now *step)
{
    hem_world *world = step->world;
    const float *scales = hem_world_bend_scales(world);
    bool scaled = false;
    for (uint32_t i = 0; i < world->body_count; i++) {
        const hem_body_record *record = hem_world_bodies(world) + i;
        uint32_t end = record->vertex_begin + record->movable;
        for (uint32_t v = record->vertex_begin; !scaled && v < end; v++) {
            scaled = scales[v] != 1.0f;
        }
    }
    return scaled ? scales : NULL;
}

/* How bodies touch, where they are not alike; null also when there is no room. */
static const hem_surface *take_surfaces(hem_step_now *step)
{
    uint32_t count = step->world->body_count;
    hem_surface *surfaces =
        step->one_touch ? NULL : hem_arena_take(&step->scratch, count, sizeof *surfaces);
    for (uint32_t i = 0; surfaces != NULL && i < count; i++) {
        const hem_body_record *record = hem_world_bodies(step->world) + i;
        surfaces[i] =
            (hem_surface){record->vertex_begin,
                          {.thickness = hem_step_thickness(record), .friction = record->friction}};
    }
    return surfaces;
}

static uint64_t bytes_of_solve(const hem_cloth_step_in *in, uint32_t contacts)
{
    uint64_t triangles = 0, hinges = 0;
    for (uint32_t b = 0; b < in->body_count; b++) {
        triangles += in->bodies[b].cloth->triangle_count;
        hinges += in->bodies[b].cloth->hinge_count;
    }
    uint32_t vertices = in->motion.vertex_count;
    return HEM_CLOTH_SCRATCH_BYTES(in->body_count, vertices, triangles, hinges,
                                   2u * (uint64_t)contacts) +
           HEM_CLOTH_PRESSURE_BYTES(vertices) + HEM_STEP_STAND_BYTES(vertices);
}

/* The ends of what has a mass. A vertex that the solve has led nowhere stands where it was, but
 * its velocity leads elsewhere; its body stays as a whole. */
static void follow(hem_step_now *step, const hem_cloth_body *body)
{
    uint32_t first = body->first_vertex, end = first + body->mesh->vertex_count, nowhere = 0;
    for (uint32_t v = first; v < end; v++) {
        hem_vec3 led = hem_step_end_of(step, v), at = step->motion.start[v], to = step->ends[v];
        bool stays = to.x == at.x && to.y == at.y && to.z == at.z;
        nowhere += step->inverse_mass[v] > 0.0f && stays &&
                   (led.x != at.x || led.y != at.y || led.z != at.z);
    }
    for (uint32_t v = first; nowhere > 0 && v < end; v++) {
        hem_step_put_back(step, v);
    }
    step->report->nonfinite += nowhere;
}

/* What is slower than this, in m/s, stays where it is and keeps its velocity: the solve ends when
 * little is left to do, and the little would add up until something slips. */
#define STILL 3e-6f

static bool is_shorter(hem_vec3 way, float length)
{
    return hem_dot(way, way) < length * length;
}

static void rest(hem_step_now *step)
{
    for (uint32_t v = 0; v < step->world->vertex_count; v++) {
        hem_vec3 way = hem_sub(step->ends[v], step->motion.start[v]);
        if (step->inverse_mass[v] > 0.0f && is_shorter(step->motion.velocity[v], STILL) &&
            is_shorter(way, STILL * step->in->dt)) {
            step->ends[v] = step->motion.start[v];
        }
    }
}

static void solve(hem_step_now *step, hem_cloth_step_in *in, const hem_cloth_contacts *contacts)
{
    hem_phase_report *phase = &step->report->phase[HEM_PHASE_INTEGRATE];
    hem_cloth_out out = {.iterations = 0};
    phase->unsettled = hem_cloth_solve(in, contacts, &step->scratch, &out) != HEM_OK;
    hem_world_note_limit(&step->world->peak.enough.cloth_iterations, out.enough,
                         phase->unsettled > 0 ? &phase->limit : NULL);
    phase->passes = out.iterations;
    phase->sweeps = out.passes;
    step->report->solve_error = out.error;
    step->report->solve_speed = out.speed;
    step->limited = step->limited || phase->unsettled > 0;
    for (uint32_t b = 0; out.nonfinite > 0 && b < in->body_count; b++) {
        follow(step, &in->bodies[b]);
    }
    rest(step);
    /* What had no place to fall to stays, whatever its neighbours do. */
    uint32_t vertices = step->world->vertex_count;
    for (uint32_t v = hem_bits_next(step->held, vertices, 0); v != HEM_NONE;
         v = hem_bits_next(step->held, vertices, v + 1u)) {
        hem_step_put_back(step, v);
    }
}

/* Nothing was solved: nobody knows what contacts do. */
static void forget(const hem_step_now *step)
{
    hem_small_impact *contacts = hem_world_contact_room(step->world);
    for (uint32_t i = 0; i < step->world->contact_count; i++) {
        contacts[i].flags = 0;
    }
}

void hem_step_integrate(hem_step_now *step)
{
    hem_world *world = step->world;
    hem_phase_report *phase = &step->report->phase[HEM_PHASE_INTEGRATE];
    uint32_t mark = hem_arena_mark(&step->scratch), count = 0;
    const hem_limits *limits = &step->in->limits;
    hem_cloth_body *bodies = take_bodies(step, &count);
    phase->limit = limits->cloth_iterations;
    phase->sweep_limit = limits->cloth_passes;
    if (bodies != NULL && count == 0) {
        hem_arena_release(&step->scratch, mark);
        return;
    }
    const hem_surface *surfaces = take_surfaces(step);
    hem_cloth_step_in in = hem_default_cloth_step_in(step->in->dt);
    in.motion = step->motion;
    in.ends = step->ends;
    in.bodies = bodies;
    in.body_count = count;
    in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f}; /* it is in the velocities already */
    in.wind = step->in->wind;
    in.bend_scale = bend_scales(step);
    in.passes = limits->cloth_passes;
    in.iterations = limits->cloth_iterations;
    hem_cloth_contacts contacts = {.contacts = hem_world_contact_room(world),
                                   .count = world->contact_count,
                                   .touch = &step->touch,
                                   .surfaces = surfaces,
                                   .surface_count = world->body_count,
                                   .fall = hem_scale(step->in->dt, step->in->gravity),
                                   .ease = step->in->cloth_gaps == (uint32_t)HEM_GAPS_BY_SHIFTS};
    uint64_t needed = bodies == NULL ? 0 : bytes_of_solve(&in, contacts.count);
    bool fits = needed <= step->scratch.capacity - step->scratch.used;
    if (!fits) {
        hem_step_note_lack(step, needed);
    }
    if (bodies == NULL || (surfaces == NULL && !step->one_touch) || phase->limit == 0 ||
        limits->cloth_passes == 0 || !fits) {
        phase->undone = count;
        step->limited = true;
        forget(step);
    } else {
        solve(step, &in, &contacts);
    }
    hem_arena_release(&step->scratch, mark);
}

/* The linear system of a step as a whole: see system.h. */
#include "cloth/system.h"

#include "base/hem_assert.h"
#include "base/vec3.h"
#include "cloth/block.h"
#include "cloth/gather_4.h"
#include "cloth/stand.h"
#include "cloth/whole_bodies.h"

static bool has_pressure(const hem_cloth_step_in *in)
{
    for (uint32_t b = 0; b < in->body_count; b++) {
        if (in->bodies[b].material.pressure > 0.0f) {
            return true;
        }
    }
    return false;
}

static bool has_shells(const hem_cloth_step_in *in)
{
    for (uint32_t b = 0; b < in->body_count; b++) {
        if (!hem_hinges_are_plain(&in->bodies[b])) {
            return true;
        }
    }
    return false;
}

static uint32_t air_fours(const hem_cloth_step_in *in)
{
    uint32_t count = in->motion.vertex_count;
    return count / 4u + (count % 4u != 0 ? 1u : 0u);
}

hem_cloth_system hem_system_take(const hem_cloth_step_in *in, const hem_cloth_contacts *contacts,
                                 hem_arena *scratch)
{
    uint32_t vertices = in->motion.vertex_count, fours = 0, hinges = 0;
    for (uint32_t b = 0; b < in->body_count; b++) {
        fours += (in->bodies[b].cloth->triangle_count + 3u) / 4u;
        hinges += in->bodies[b].cloth->hinge_count;
    }
    hem_cloth_system system = {.in = in,
                               .dt = in->motion.dt,
                               .contacts = contacts,
                               .guides = in->guides,
                               .guide_count = in->guide_count};
    system.change = hem_arena_take(scratch, vertices, sizeof(hem_row));
    system.residual = hem_arena_take(scratch, vertices, sizeof(hem_row));
    system.direction = hem_arena_take(scratch, vertices, sizeof(hem_row));
    system.product = hem_arena_take(scratch, vertices, sizeof(hem_row));
    system.moved = hem_arena_take(scratch, vertices, sizeof(hem_row));
    system.going = hem_arena_take(scratch, vertices, sizeof(hem_vec3));
    system.blocks = hem_arena_take(scratch, vertices, sizeof(hem_block3));
    system.mass = hem_arena_take(scratch, vertices, sizeof(float));
    system.air = hem_arena_take(scratch, air_fours(in), sizeof(hem_air_now));
    system.membranes = hem_arena_take(scratch, fours, sizeof(hem_membrane_now));
    system.hinges = hem_arena_take(scratch, hinges, sizeof(hem_hinge_now));
    system.pushes = hem_arena_take(scratch, in->impact_count, sizeof(float));
    if (contacts != NULL) {
        system.leans = hem_arena_take(scratch, contacts->count, sizeof(hem_lean));
        hem_stand_take(&system, scratch);
    }
    system.wholes = hem_arena_take(scratch, in->body_count, sizeof(hem_whole));
    system.bulks = hem_arena_take(scratch, in->body_count, sizeof(float));
    HEM_ASSERT(system.bulks != NULL);
    if (has_pressure(in)) {
        system.area_vectors = hem_arena_take(scratch, vertices, sizeof(hem_vec3));
        HEM_ASSERT(system.area_vectors != NULL);
    }
    if (has_shells(in)) {
        system.places = in->ends != NULL ? in->ends : hem_arena_take(scratch, vertices, 12u);
        HEM_ASSERT(system.places != NULL);
    }
    return system;
}

static hem_row row_of(hem_vec3 vector)
{
    return (hem_row){vector.x, vector.y, vector.z, 0.0f};
}

/* Masses, blocks with nothing but mass in them, and nothing on the right. */
static void make_masses(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    for (uint32_t v = 0; v < in->motion.vertex_count; v++) {
        float inverse = in->motion.inverse_mass[v];
        float mass = inverse > 0.0f ? 1.0f / inverse : 0.0f;
        system->mass[v] = mass;
        system->blocks[v] = (hem_block3){mass, mass, mass, 0.0f, 0.0f, 0.0f};
        system->residual[v] = (hem_row){0.0f, 0.0f, 0.0f, 0.0f};
    }
}

/* Positions, velocities and s into the rows that the parts read them from. */
static void make_rows(const hem_cloth_system *system, hem_cloth_look look)
{
    const hem_cloth_step_in *in = system->in;
    for (uint32_t v = 0; v < in->motion.vertex_count; v++) {
        hem_vec3 start = in->motion.start[v], velocity = in->motion.velocity[v];
        hem_vec3 way = {0.0f, 0.0f, 0.0f};
        if (look == HEM_LOOK_AHEAD) {
            way = hem_scale(system->dt, velocity);
        } else if (look == HEM_LOOK_AGAIN) {
            const hem_row *change = &system->change[v];
            hem_vec3 by = {change->x, change->y, change->z};
            velocity = hem_add(velocity, by);
            start = hem_add_scaled(start, system->dt, velocity);
        }
        system->product[v] = row_of(start);
        system->moved[v] = row_of(velocity);
        system->direction[v] = row_of(way);
    }
}

/* Gravity, less what the changes found so far have taken of the right-hand side. */
static void add_inertia(const hem_cloth_system *system, hem_cloth_look look)
{
    const hem_cloth_step_in *in = system->in;
    for (uint32_t v = 0; v < in->motion.vertex_count; v++) {
        hem_vec3 speed = hem_scale(system->dt, in->gravity);
        if (look == HEM_LOOK_AGAIN) {
            const hem_row *change = &system->change[v];
            speed = hem_sub(speed, (hem_vec3){change->x, change->y, change->z});
        }
        hem_row *right = &system->residual[v];
        hem_vec3 before = {right->x, right->y, right->z};
        *right = row_of(hem_add_scaled(before, system->mass[v], speed));
    }
}

/* Shifts of guides: to s, or to the positions that they lead to. */
static void add_shifts(const hem_cloth_system *system, hem_row *rows)
{
    for (uint32_t i = 0; i < system->guide_count; i++) {
        hem_row *row = &rows[system->guides[i].vertex];
        hem_vec3 shift = system->guides[i].shift;
        *row = (hem_row){row->x + shift.x, row->y + shift.y, row->z + shift.z, 0.0f};
    }
}

/* Where hinges look. What has no mass may not be written: its end is none of a solve's business. */
static void keep_places(hem_cloth_system *system, hem_cloth_look look)
{
    system->led = look == HEM_LOOK_AGAIN ? system->dt : 0.0f;
    for (uint32_t v = 0; system->places != NULL && v < system->in->motion.vertex_count; v++) {
        const hem_row *at = &system->product[v];
        if (system->mass[v] > 0.0f) {
            system->places[v] = (hem_vec3){at->x, at->y, at->z};
        }
    }
}

void hem_system_make(hem_cloth_system *system, hem_cloth_look look)
{
    const hem_cloth_step_in *in = system->in;
    make_masses(system);
    make_rows(system, look);
    bool first = look != HEM_LOOK_AGAIN;
    if (first) {
        memset(system->air, 0, air_fours(in) * sizeof *system->air);
    }
    hem_stand_find(system, first);
    if (look != HEM_LOOK_STILL) {
        add_shifts(system, look == HEM_LOOK_AHEAD ? system->direction : system->product);
    }
    keep_places(system, look);
    hem_body_part part = hem_first_part(system);
    for (; part.number < in->body_count; part = hem_next_part(part)) {
        hem_membrane_make(system, part);
        hem_hinge_make(system, part);
        hem_pressure_make(system, part);
        hem_air_make(system, part, first);
    }
    add_inertia(system, look);
    system->pushing =
        hem_push_make(system) + hem_lean_make(system, first) + hem_stand_judge(system, first);
    hem_bodies_make(system);
    for (uint32_t v = 0; v < in->motion.vertex_count; v++) {
        hem_block_factor(&system->blocks[v], system->mass[v]);
    }
}

void hem_system_multiply(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    hem_air_multiply(system);
    hem_body_part part = hem_first_part(system);
    for (; part.number < in->body_count; part = hem_next_part(part)) {
        hem_membrane_multiply(system, part);
        hem_hinge_multiply(system, part);
        hem_pressure_multiply(system, part);
    }
    hem_push_multiply(system);
    hem_lean_multiply(system);
    hem_stand_multiply(system);
}

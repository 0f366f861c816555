/* Conjugate gradients for the change of velocity, filtered by guides. The preconditioner are the
 * diagonal blocks, and where contacts push also bodies as a whole. See system.h.
 *
 * Wherever the iterations end, energy may not grow by what is missing. With E convex and w the
 * velocity that comes out, backward Euler loses at least |dv|^2 / 2 of energy plus the residual's
 * product with w; so the residual is kept orthogonal to w: to all directions searched, as always,
 * and to the velocity at the start of the pass, by deflation: it is the first direction, and all
 * others are kept conjugate to it. From rest there is no such velocity; then the first guess moves
 * each body as a whole, by as much as serves it best. How free groups of bodies move as a whole is
 * settled before, exactly, and is no part of anything else (whole_bodies.h): so neither momentum
 * nor the frame in which cloth is looked at depends on where the iterations end. */
#include "cloth/block.h"
#include "cloth/guide.h"
#include "cloth/rows.h"
#include "cloth/whole_bodies.h"

#include "base/sum.h"

/* Bodies that would reach their speed within a step at this acceleration start from rest, m/s^2. */
#define SLOWEST 1.0f

/* What is left to solve, measured with the preconditioner: with its blocks alone, and with all of
 * it; and is too much of it in the motion of some body as a whole? */
typedef struct hem_left {
    float blocks, all;
    bool whole;
} hem_left;

/* The residual through the preconditioner, into the product. */
static hem_left precondition(const hem_cloth_system *system)
{
    for (uint32_t v = 0; v < system->in->motion.vertex_count; v++) {
        system->product[v] = hem_block_solve(&system->blocks[v], system->residual[v]);
    }
    hem_guides_filter(system, system->product);
    float blocks = hem_rows_inner(system, system->residual, system->product);
    hem_left left = {blocks, blocks, false};
    if (hem_bodies_push(system)) {
        left.all = blocks + hem_bodies_precondition(system, &left.whole);
        hem_guides_filter(system, system->product);
    }
    hem_groups_still(system, system->product);
    return left;
}

/* The velocities at the start of the pass into the direction, where they may change, of free groups
 * about their mean. Returns their energy, twice. */
static float start_velocities(const hem_cloth_system *system)
{
    const hem_vec3 *velocity = system->in->motion.velocity;
    uint32_t count = system->in->motion.vertex_count;
    float energy = 0.0f;
    for (uint32_t v = 0; v < count; v++) {
        const hem_row *change = &system->change[v];
        system->direction[v] = system->mass[v] > 0.0f
                                   ? (hem_row){velocity[v].x + change->x, velocity[v].y + change->y,
                                               velocity[v].z + change->z, 0.0f}
                                   : (hem_row){0.0f, 0.0f, 0.0f, 0.0f};
    }
    hem_guides_filter(system, system->direction);
    hem_groups_still(system, system->direction);
    for (uint32_t v = 0; v < count; v++) {
        const hem_row *row = &system->direction[v];
        system->going[v] = (hem_vec3){row->x, row->y, row->z};
        energy = energy + system->mass[v] * hem_dot(system->going[v], system->going[v]);
    }
    return energy;
}

/* Takes from the direction what is not conjugate to these. `cost` is their own product with the
 * system; the preconditioned residual is in the product. */
static void deflate(const hem_cloth_system *system, float cost)
{
    if (!(cost > 0.0f)) {
        return;
    }
    float part = hem_rows_inner(system, system->moved, system->product) / cost;
    for (uint32_t v = 0; v < system->in->motion.vertex_count; v++) {
        const hem_vec3 *going = &system->going[v];
        hem_row *row = &system->direction[v];
        row->x = row->x - part * going->x;
        row->y = row->y - part * going->y;
        row->z = row->z - part * going->z;
    }
}

/* The first direction; returns its product with the system if others have to be conjugate to it,
 * otherwise 0. */
static float first_guess(const hem_cloth_system *system)
{
    uint32_t count = system->in->motion.vertex_count;
    float mass = hem_sum(system->mass, count);
    float energy = start_velocities(system), slow = SLOWEST * system->dt;
    if (!(energy > mass * (slow * slow))) {
        hem_bodies_move(system);
        (void)hem_groups_settle(system);
        return 0.0f;
    }
    hem_system_multiply(system);
    float cost = hem_rows_go_along(system);
    memcpy(system->moved, system->product, (size_t)count * sizeof(hem_row));
    return cost;
}

/* The changes that are given, and what they leave of the right-hand side. */
static void begin(const hem_cloth_system *system, bool again)
{
    uint32_t count = system->in->motion.vertex_count;
    for (uint32_t v = 0; v < count; v++) {
        if (!(system->mass[v] > 0.0f)) {
            system->residual[v] = (hem_row){0.0f, 0.0f, 0.0f, 0.0f};
        }
    }
    if (!again) {
        memset(system->change, 0, (size_t)count * sizeof(hem_row));
    }
    memset(system->direction, 0, (size_t)count * sizeof(hem_row));
    if (hem_guides_change(system, system->direction)) {
        hem_system_multiply(system);
        hem_rows_add(system, system->change, 1.0f, system->direction);
        hem_rows_add(system, system->residual, -1.0f, system->product);
    }
}

/* One iteration; returns what is left. Nothing also if there is nowhere to go. */
static hem_left iterate(const hem_cloth_system *system, float left, float deflated)
{
    hem_system_multiply(system);
    hem_guides_filter(system, system->product);
    float cost = hem_rows_inner(system, system->direction, system->product);
    if (!(cost > 0.0f)) {
        return (hem_left){0.0f, 0.0f, false};
    }
    hem_rows_add(system, system->change, left / cost, system->direction);
    hem_rows_add(system, system->residual, -(left / cost), system->product);
    hem_left next = precondition(system);
    hem_f4 keep = hem_f4_splat(next.all / left);
    for (uint32_t v = 0; v < system->in->motion.vertex_count; v++) {
        hem_row_store(&system->direction[v],
                      hem_f4_add(hem_row_load(&system->product[v]),
                                 hem_f4_mul(keep, hem_row_load(&system->direction[v]))));
    }
    deflate(system, deflated);
    return next;
}

bool hem_gradient_solve(const hem_cloth_system *system, bool again, uint32_t iterations,
                        hem_cloth_out *out)
{
    const hem_cloth_step_in *in = system->in;
    uint32_t count = in->motion.vertex_count;
    begin(system, again);
    float settled = hem_groups_settle(system);
    hem_guides_filter(system, system->residual);
    hem_left left = precondition(system);
    float mass = hem_sum(system->mass, count), deflated = 0.0f;
    out->start = again ? out->start : left.blocks + settled;
    float enough =
        hem_max(in->tolerance * in->tolerance * out->start, in->still * in->still * mass);
    if ((left.whole || left.blocks > enough) && iterations > 0) {
        deflated = first_guess(system);
        left = precondition(system);
        memcpy(system->direction, system->product, (size_t)count * sizeof(hem_row));
        deflate(system, deflated);
    }
    /* The first direction is an iteration, too, where it is searched. */
    uint32_t taken = deflated > 0.0f ? 1u : 0u;
    for (; (left.whole || left.blocks > enough) && taken < iterations; taken++) {
        left = iterate(system, left.all, deflated);
    }
    out->iterations += taken;
    out->error = out->start > 0.0f ? hem_sqrt(left.blocks / out->start) : 0.0f;
    out->speed = mass > 0.0f ? hem_sqrt(left.blocks / mass) : 0.0f;
    return !left.whole && left.blocks <= enough;
}

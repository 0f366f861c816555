/* Conjugate gradients for the change of velocity, filtered by guides and with the diagonal blocks
 * as preconditioner. See system.h.
 *
 * Wherever the iterations end, energy may not grow by what is missing. With E convex and w the
 * velocity that comes out, backward Euler loses at least |dv|^2 / 2 of energy plus the residual's
 * product with w; so the residual is kept orthogonal to w: to all directions searched, as always,
 * and to the velocity at the start, by deflation: it is the first direction, and all others are
 * kept conjugate to it. From rest there is no such velocity; then the first guess moves each body
 * as a whole, by as much as serves it best, which solves free fall. */
#include "cloth/gather_4.h"
#include "cloth/block.h"
#include "cloth/guide.h"

#include "base/sum.h"

/* Bodies that would reach their speed within a step at this acceleration start from rest, m/s^2. */
#define SLOWEST 1.0f

static float inner(const hem_cloth_system *system, const hem_row *a, const hem_row *b)
{
    return hem_sum_products(hem_row_numbers(a), hem_row_numbers(b),
                            4u * system->in->motion.vertex_count);
}

/* to += scale from, in all rows. */
static void add_rows(const hem_cloth_system *system, hem_row *to, float scale, const hem_row *from)
{
    hem_f4 factor = hem_f4_splat(scale);
    for (uint32_t v = 0; v < system->in->motion.vertex_count; v++) {
        hem_row_store(&to[v],
                      hem_f4_add(hem_row_load(&to[v]), hem_f4_mul(factor, hem_row_load(&from[v]))));
    }
}

/* The residual through the preconditioner, into the product. */
static void precondition(const hem_cloth_system *system)
{
    for (uint32_t v = 0; v < system->in->motion.vertex_count; v++) {
        system->product[v] = hem_block_solve(&system->blocks[v], system->residual[v]);
    }
    hem_guides_filter(system, system->product);
}

/* The sum of so many rows, in the shape of hem_sum. */
static hem_f4 sum_rows(const hem_row *rows, uint32_t count)
{
    hem_f4 total = hem_f4_zero();
    for (uint32_t begin = 0; begin < count; begin += HEM_SUM_CHUNK / 4u) {
        uint32_t end = count - begin < HEM_SUM_CHUNK / 4u ? count : begin + HEM_SUM_CHUNK / 4u;
        hem_f4 sum = hem_f4_zero();
        for (uint32_t v = begin; v < end; v++) {
            sum = hem_f4_add(sum, hem_row_load(&rows[v]));
        }
        total = hem_f4_add(total, sum);
    }
    return total;
}

/* Directions in which bodies would move as a whole, where their vertices have a mass. */
static void whole_bodies(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    memset(system->direction, 0, (size_t)in->motion.vertex_count * sizeof(hem_row));
    for (uint32_t b = 0; b < in->body_count; b++) {
        uint32_t first = in->bodies[b].first_vertex, count = in->bodies[b].mesh->vertex_count;
        float mass = hem_sum(system->mass + first, count);
        if (!(mass > 0.0f)) {
            continue;
        }
        hem_f4 mean = hem_f4_div(sum_rows(system->residual + first, count), hem_f4_splat(mass));
        for (uint32_t v = first; v < first + count; v++) {
            if (system->mass[v] > 0.0f) {
                hem_row_store(&system->direction[v], mean);
            }
        }
    }
    hem_guides_filter(system, system->direction);
}

/* How far each body should go in its direction, for itself. */
static void scale_bodies(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    for (uint32_t b = 0; b < in->body_count; b++) {
        uint32_t first = in->bodies[b].first_vertex, count = in->bodies[b].mesh->vertex_count;
        hem_row *way = system->direction + first;
        float gain = hem_sum_products(hem_row_numbers(way),
                                      hem_row_numbers(system->residual + first), 4u * count);
        float cost = hem_sum_products(hem_row_numbers(way),
                                      hem_row_numbers(system->product + first), 4u * count);
        hem_f4 scale = hem_f4_splat(cost > 0.0f ? gain / cost : 0.0f);
        for (uint32_t v = 0; v < count; v++) {
            hem_row_store(&way[v], hem_f4_mul(scale, hem_row_load(&way[v])));
        }
    }
}

/* Goes once along the direction, whose product is known, by as much as serves best. Returns the
 * direction's product with it. */
static float go_along(const hem_cloth_system *system)
{
    hem_guides_filter(system, system->product);
    float gain = inner(system, system->direction, system->residual);
    float cost = inner(system, system->direction, system->product);
    if (cost > 0.0f) {
        add_rows(system, system->change, gain / cost, system->direction);
        add_rows(system, system->residual, -(gain / cost), system->product);
    }
    return cost;
}

static void move_bodies(const hem_cloth_system *system)
{
    whole_bodies(system);
    hem_system_multiply(system);
    scale_bodies(system);
    hem_system_multiply(system);
    (void)go_along(system);
}

/* The velocities at the start into the direction, where they may change. Returns their energy,
 * twice. */
static float start_velocities(const hem_cloth_system *system)
{
    const hem_vec3 *velocity = system->in->motion.velocity;
    float energy = 0.0f;
    for (uint32_t v = 0; v < system->in->motion.vertex_count; v++) {
        bool movable = system->mass[v] > 0.0f;
        hem_vec3 fast = velocity[v];
        system->direction[v] =
            movable ? (hem_row){fast.x, fast.y, fast.z, 0.0f} : (hem_row){0.0f, 0.0f, 0.0f, 0.0f};
        energy = energy + system->mass[v] * hem_dot(fast, fast);
    }
    hem_guides_filter(system, system->direction);
    return energy;
}

/* Takes from the direction what is not conjugate to the velocities at the start. `cost` is their
 * own product with the system; the preconditioned residual is in the product. */
static void deflate(const hem_cloth_system *system, float cost)
{
    if (!(cost > 0.0f)) {
        return;
    }
    float part = inner(system, system->moved, system->product) / cost;
    const hem_vec3 *velocity = system->in->motion.velocity;
    for (uint32_t v = 0; v < system->in->motion.vertex_count; v++) {
        if (system->mass[v] > 0.0f) {
            hem_row *row = &system->direction[v];
            row->x = row->x - part * velocity[v].x;
            row->y = row->y - part * velocity[v].y;
            row->z = row->z - part * velocity[v].z;
        }
    }
    hem_guides_filter(system, system->direction);
}

/* The first direction; returns its product with the system if others have to be conjugate to it,
 * otherwise 0. */
static float first_guess(const hem_cloth_system *system)
{
    uint32_t count = system->in->motion.vertex_count;
    float mass = hem_sum(system->mass, count);
    float energy = start_velocities(system), slow = SLOWEST * system->dt;
    if (!(energy > mass * (slow * slow))) {
        move_bodies(system);
        return 0.0f;
    }
    hem_system_multiply(system);
    float cost = go_along(system);
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
        add_rows(system, system->change, 1.0f, system->direction);
        add_rows(system, system->residual, -1.0f, system->product);
    }
    hem_guides_filter(system, system->residual);
}

/* One iteration; returns what is left. 0 also if there is nowhere to go. */
static float iterate(const hem_cloth_system *system, float left, float deflated)
{
    hem_system_multiply(system);
    hem_guides_filter(system, system->product);
    float cost = inner(system, system->direction, system->product);
    if (!(cost > 0.0f)) {
        return 0.0f;
    }
    add_rows(system, system->change, left / cost, system->direction);
    add_rows(system, system->residual, -(left / cost), system->product);
    precondition(system);
    float next = inner(system, system->residual, system->product);
    hem_f4 keep = hem_f4_splat(next / left);
    for (uint32_t v = 0; v < system->in->motion.vertex_count; v++) {
        hem_row_store(&system->direction[v],
                      hem_f4_add(hem_row_load(&system->product[v]),
                                 hem_f4_mul(keep, hem_row_load(&system->direction[v]))));
    }
    deflate(system, deflated);
    return next;
}

static bool is_free(const hem_cloth_system *system, uint32_t first, uint32_t count)
{
    for (uint32_t v = first; v < first + count; v++) {
        if (!(system->mass[v] > 0.0f)) {
            return false;
        }
    }
    return true;
}

/* Is it free, and does it stick to no solid? `guide` moves on to the guides of the next body. */
static bool can_slide(const hem_cloth_system *system, uint32_t first, uint32_t count,
                      uint32_t *guide)
{
    bool sticks = false;
    for (; *guide < system->guide_count; ++*guide) {
        const hem_cloth_guide *at = &system->guides[*guide];
        if (at->vertex >= first + count) {
            break;
        }
        sticks = sticks || (at->vertex >= first && at->given >= 3u);
    }
    return !sticks && is_free(system, first, count);
}

/* How much of the error is in a body that would have to move as a whole: what going along its
 * direction, with the product known, would take from it, less what may stay. */
static float off_by(const hem_cloth_system *system, uint32_t first, uint32_t count)
{
    const hem_cloth_step_in *in = system->in;
    const hem_vec3 *velocity = in->motion.velocity;
    const hem_row *way = system->direction + first;
    float gain = hem_sum_products(hem_row_numbers(way), hem_row_numbers(system->residual + first),
                                  4u * count);
    float cost = hem_sum_products(hem_row_numbers(way), hem_row_numbers(system->product + first),
                                  4u * count);
    float mass = 0.0f, energy = 0.0f;
    for (uint32_t v = first; v < first + count; v++) {
        mass = mass + system->mass[v];
        energy = energy + system->mass[v] * hem_dot(velocity[v], velocity[v]);
    }
    float most = hem_max(in->tolerance * in->tolerance * energy, in->still * in->still * mass);
    return cost > 0.0f ? gain * gain / cost - most : 0.0f;
}

/* Is a body as a whole off by more than may stay? The preconditioner hardly sees that: its blocks
 * know how stiff cloth is, and a body that slides on others is not. */
static bool bodies_are_off(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    uint32_t guide = 0;
    bool off = false;
    whole_bodies(system);
    hem_system_carry(system);
    for (uint32_t b = 0; !off && b < in->body_count; b++) {
        uint32_t first = in->bodies[b].first_vertex, count = in->bodies[b].mesh->vertex_count;
        off = can_slide(system, first, count, &guide) && off_by(system, first, count) > 0.0f;
    }
    return off;
}

bool hem_gradient_solve(const hem_cloth_system *system, bool again, uint32_t iterations,
                        hem_cloth_out *out)
{
    const hem_cloth_step_in *in = system->in;
    uint32_t count = in->motion.vertex_count;
    begin(system, again);
    precondition(system);
    float left = inner(system, system->residual, system->product), deflated = 0.0f;
    float mass = hem_sum(system->mass, count);
    out->start = again ? out->start : left;
    float enough =
        hem_max(in->tolerance * in->tolerance * out->start, in->still * in->still * mass);
    if (left > enough && iterations > 0) {
        deflated = first_guess(system);
        precondition(system);
        left = inner(system, system->residual, system->product);
        memcpy(system->direction, system->product, (size_t)count * sizeof(hem_row));
        deflate(system, deflated);
    }
    uint32_t end = out->iterations + iterations;
    for (bool more = true; more;) {
        for (; left > enough && out->iterations < end; out->iterations++) {
            left = iterate(system, left, deflated);
        }
        more = system->pushing > 0 && out->iterations < end && bodies_are_off(system);
        if (more) {
            move_bodies(system);
            out->iterations++;
            precondition(system);
            left = inner(system, system->residual, system->product);
            memcpy(system->direction, system->product, (size_t)count * sizeof(hem_row));
            deflated = 0.0f;
        }
    }
    out->error = out->start > 0.0f ? hem_sqrt(left / out->start) : 0.0f;
    out->speed = mass > 0.0f ? hem_sqrt(left / mass) : 0.0f;
    return left <= enough;
}

void hem_gradient_settle(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    for (uint32_t b = 0; in->guide_count == 0 && system->pushing == 0 && b < in->body_count; b++) {
        uint32_t first = in->bodies[b].first_vertex, count = in->bodies[b].mesh->vertex_count;
        if (is_free(system, first, count)) {
            hem_f4 mass = hem_f4_splat(hem_sum(system->mass + first, count));
            hem_f4 mean = hem_f4_div(sum_rows(system->residual + first, count), mass);
            for (uint32_t v = first; v < first + count; v++) {
                hem_row *row = &system->change[v];
                hem_row_store(row, hem_f4_add(hem_row_load(row), mean));
            }
        }
    }
}

/* Bodies that move as a whole: see whole_bodies.h. */
#include "cloth/whole_bodies.h"

#include "cloth/rows.h"

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
        hem_f4 mean = hem_f4_div(hem_rows_sum(system->residual + first, count), hem_f4_splat(mass));
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

void hem_bodies_move(const hem_cloth_system *system)
{
    whole_bodies(system);
    hem_system_multiply(system);
    scale_bodies(system);
    hem_system_multiply(system);
    (void)hem_rows_go_along(system);
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

bool hem_bodies_are_off(const hem_cloth_system *system)
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

void hem_bodies_settle(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    for (uint32_t b = 0; in->guide_count == 0 && system->pushing == 0 && b < in->body_count; b++) {
        uint32_t first = in->bodies[b].first_vertex, count = in->bodies[b].mesh->vertex_count;
        if (is_free(system, first, count)) {
            hem_f4 mass = hem_f4_splat(hem_sum(system->mass + first, count));
            hem_f4 mean = hem_f4_div(hem_rows_sum(system->residual + first, count), mass);
            for (uint32_t v = first; v < first + count; v++) {
                hem_row *row = &system->change[v];
                hem_row_store(row, hem_f4_add(hem_row_load(row), mean));
            }
        }
    }
}

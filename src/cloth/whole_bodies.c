/* Bodies that move as a whole: see whole_bodies.h. */
#include "cloth/whole_bodies.h"

#include "cloth/block.h"
#include "cloth/rows.h"
#include "cloth/stand.h"

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

/* ---- in the preconditioner ---- */

/* What guides fix is no way to move: as if its vertex had so much more mass there. */
#define FIXED 1000.0f

/* Adds the guides of a body, from `guide` on, and what rubs there. True if one leaves nothing free:
 * a body that sticks to a solid does not move as a whole. */
static bool add_guides(const hem_cloth_system *system, uint32_t first, uint32_t end,
                       uint32_t *guide, hem_block3 *block)
{
    bool sticks = false;
    for (; *guide < system->guide_count && system->guides[*guide].vertex < end; ++*guide) {
        const hem_cloth_guide *at = &system->guides[*guide];
        if (at->vertex < first) {
            continue; /* of no body */
        }
        float fixed = FIXED * system->mass[at->vertex];
        float rub = system->stands != NULL ? system->stands[*guide].rub : 0.0f;
        float plain = at->given > 1u ? fixed : 0.0f;
        float along = at->given == 0u ? 0.0f : at->given == 1u ? fixed : -fixed;
        hem_block_add(block, rub + plain, along, at->direction);
        sticks = sticks || at->given > 2u;
    }
    return sticks;
}

/* The body that has a vertex, or none. */
static uint32_t body_of(const hem_cloth_step_in *in, uint32_t vertex)
{
    uint32_t low = 0, high = in->body_count;
    while (high - low > 1u) {
        uint32_t middle = low + (high - low) / 2u;
        if (in->bodies[middle].first_vertex <= vertex) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const hem_cloth_body *body = &in->bodies[low];
    return in->body_count > 0 && vertex - body->first_vertex < body->mesh->vertex_count ? low
                                                                                        : HEM_NONE;
}

static void add_lean(const hem_cloth_system *system, uint32_t contact)
{
    const hem_impact impact = hem_small_open(&system->contacts->contacts[contact]);
    uint32_t first = body_of(system->in, impact.vertex[0]);
    uint32_t second = body_of(system->in, impact.vertex[3]);
    float along = system->leans[contact].along, across = system->leans[contact].across;
    if (first == second || !(along > 0.0f)) {
        return; /* it moves with itself */
    }
    if (first != HEM_NONE) {
        hem_block_add(&system->wholes[first].block, across, along - across, impact.normal);
    }
    if (second != HEM_NONE) {
        hem_block_add(&system->wholes[second].block, across, along - across, impact.normal);
    }
}

/* How much of the error may stay in a body's motion as a whole: a part of its own speed, or of what
 * it falls by in a step, for friction follows that however fast all moves. */
static float enough_of(const hem_cloth_system *system, uint32_t first, uint32_t count, float mass)
{
    const hem_cloth_step_in *in = system->in;
    float energy = 0.0f;
    for (uint32_t v = first; v < first + count; v++) {
        hem_vec3 velocity = in->motion.velocity[v];
        energy = energy + system->mass[v] * hem_dot(velocity, velocity);
    }
    hem_vec3 fall = system->contacts->fall;
    float fallen = mass * hem_dot(fall, fall);
    energy = fallen > 0.0f ? hem_min(energy, fallen) : energy;
    return hem_max(in->tolerance * in->tolerance * energy, in->still * in->still * mass);
}

static void make_blocks(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    uint32_t guide = 0;
    for (uint32_t i = 0; i < system->contacts->count; i++) {
        add_lean(system, i);
    }
    for (uint32_t b = 0; b < in->body_count; b++) {
        uint32_t first = in->bodies[b].first_vertex, count = in->bodies[b].mesh->vertex_count;
        hem_whole *whole = &system->wholes[b];
        float mass = hem_sum(system->mass + first, count);
        bool sticks = add_guides(system, first, first + count, &guide, &whole->block);
        hem_block_add(&whole->block, mass, 0.0f, (hem_vec3){0.0f, 0.0f, 0.0f});
        hem_block_factor(&whole->block, !sticks && is_free(system, first, count) ? mass : 0.0f);
        whole->enough = enough_of(system, first, count, mass);
    }
}

/* ---- groups ---- */

/* The first body of the group of a body; every step of the way there is half as long afterwards. */
static uint32_t group_of(const hem_cloth_system *system, uint32_t body)
{
    hem_whole *wholes = system->wholes;
    while (wholes[body].group != body) {
        wholes[body].group = wholes[wholes[body].group].group;
        body = wholes[body].group;
    }
    return body;
}

/* Something pushes between two bodies, or a body and what is none: then that is not free. */
static void join(const hem_cloth_system *system, const uint32_t vertex[4])
{
    uint32_t first = body_of(system->in, vertex[0]), second = body_of(system->in, vertex[3]);
    if (first != HEM_NONE) {
        system->wholes[first].touched = 1;
    }
    if (second != HEM_NONE) {
        system->wholes[second].touched = 1;
    }
    if (first == HEM_NONE || second == HEM_NONE) {
        uint32_t body = first == HEM_NONE ? second : first;
        if (body != HEM_NONE) {
            system->wholes[body].mass = 0.0f;
        }
        return;
    }
    uint32_t a = group_of(system, first), b = group_of(system, second);
    system->wholes[a < b ? b : a].group = a < b ? a : b;
}

static void join_all(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    uint32_t contacts = system->contacts != NULL ? system->contacts->count : 0u;
    for (uint32_t i = 0; i < contacts; i++) {
        if (system->leans[i].along > 0.0f) {
            join(system, system->contacts->contacts[i].vertex);
        }
    }
    for (uint32_t i = 0; i < in->impact_count; i++) {
        if (system->pushes[i] > 0.0f) {
            join(system, in->impacts[i].vertex);
        }
    }
}

/* Bodies that nothing but each other holds or pushes move freely together. */
static void make_groups(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    hem_whole *wholes = system->wholes;
    for (uint32_t b = 0; b < in->body_count; b++) {
        uint32_t first = in->bodies[b].first_vertex, count = in->bodies[b].mesh->vertex_count;
        bool loose = is_free(system, first, count);
        wholes[b].group = b;
        wholes[b].mass = loose ? hem_sum(system->mass + first, count) : 0.0f;
    }
    for (uint32_t i = 0; i < system->guide_count; i++) {
        const hem_cloth_guide *guide = &system->guides[i];
        uint32_t body = body_of(in, guide->vertex);
        bool rubs = system->stands != NULL && system->stands[i].rub > 0.0f;
        if (body != HEM_NONE) {
            wholes[body].mass = guide->given > 0u || rubs ? 0.0f : wholes[body].mass;
            wholes[body].touched = 1;
        }
    }
    join_all(system);
    for (uint32_t b = 0; b < in->body_count; b++) {
        hem_whole *first = &wholes[group_of(system, b)];
        bool loose = first->mass > 0.0f && wholes[b].mass > 0.0f;
        wholes[b].group = group_of(system, b);
        if (first != &wholes[b]) {
            first->mass = loose ? first->mass + wholes[b].mass : 0.0f;
        }
    }
}

/* The mass of each free group with what air adds to it, factored. */
static void weigh_groups(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    for (uint32_t b = 0; b < in->body_count; b++) {
        uint32_t first = in->bodies[b].first_vertex, count = in->bodies[b].mesh->vertex_count;
        hem_whole *group = &system->wholes[system->wholes[b].group];
        for (uint32_t v = first; group->mass > 0.0f && v < first + count; v++) {
            const hem_block3 air = hem_air_block(system, v);
            hem_block_join(&group->together, &air);
        }
    }
    for (uint32_t b = 0; b < in->body_count; b++) {
        hem_whole *whole = &system->wholes[b];
        hem_block_add(&whole->together, whole->mass, 0.0f, (hem_vec3){0.0f, 0.0f, 0.0f});
        hem_block_factor(&whole->together, whole->mass);
    }
}

void hem_bodies_make(const hem_cloth_system *system)
{
    memset(system->wholes, 0, system->in->body_count * sizeof *system->wholes);
    make_groups(system);
    weigh_groups(system);
    if (hem_bodies_push(system)) {
        make_blocks(system);
    }
}

static bool is_free_group(const hem_whole *first)
{
    return first->mass > 0.0f;
}

/* The mean of rows over the mass of each free group, to its first body; each row times its mass, or
 * as it is. */
static void find_means(const hem_cloth_system *system, const hem_row *rows, bool weigh)
{
    const hem_cloth_step_in *in = system->in;
    for (uint32_t b = 0; b < in->body_count; b++) {
        hem_whole *group = &system->wholes[system->wholes[b].group];
        uint32_t first = in->bodies[b].first_vertex, count = in->bodies[b].mesh->vertex_count;
        if (is_free_group(group)) {
            hem_f4 sum =
                weigh ? hem_air_sum(system, rows, first, count) : hem_rows_sum(rows + first, count);
            hem_f4 before =
                system->wholes[b].group == b ? hem_f4_zero() : hem_row_load(&group->mean);
            hem_row_store(&group->mean, hem_f4_add(before, sum));
        }
    }
    for (uint32_t b = 0; b < in->body_count; b++) {
        hem_whole *whole = &system->wholes[b];
        if (whole->group == b && is_free_group(whole)) {
            whole->mean = hem_block_solve(&whole->together, whole->mean);
        }
    }
}

/* rows += scale mean, in free groups. */
static void add_means(const hem_cloth_system *system, float scale, hem_row *rows)
{
    const hem_cloth_step_in *in = system->in;
    for (uint32_t b = 0; b < in->body_count; b++) {
        const hem_whole *group = &system->wholes[system->wholes[b].group];
        uint32_t first = in->bodies[b].first_vertex, count = in->bodies[b].mesh->vertex_count;
        if (is_free_group(group)) {
            hem_f4 by = hem_f4_mul(hem_f4_splat(scale), hem_row_load(&group->mean));
            for (uint32_t v = first; v < first + count; v++) {
                hem_row_store(&rows[v], hem_f4_add(hem_row_load(&rows[v]), by));
            }
        }
    }
}

void hem_groups_still(const hem_cloth_system *system, hem_row *rows)
{
    find_means(system, rows, true);
    add_means(system, -1.0f, rows);
}

float hem_groups_settle(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    float settled = 0.0f;
    find_means(system, system->residual, false);
    for (uint32_t b = 0; b < in->body_count; b++) {
        const hem_whole *whole = &system->wholes[b];
        if (whole->group == b && is_free_group(whole)) {
            const hem_row *mean = &whole->mean;
            float square = (mean->x * mean->x + mean->y * mean->y) + mean->z * mean->z;
            settled = settled + whole->mass * square;
        }
    }
    if (settled > 0.0f) {
        memset(system->direction, 0, (size_t)in->motion.vertex_count * sizeof(hem_row));
        add_means(system, 1.0f, system->direction);
        hem_system_multiply(system);
        hem_rows_add(system, system->change, 1.0f, system->direction);
        hem_rows_add(system, system->residual, -1.0f, system->product);
    }
    return settled;
}

float hem_bodies_precondition(const hem_cloth_system *system, bool *off)
{
    const hem_cloth_step_in *in = system->in;
    float all = 0.0f;
    *off = false;
    for (uint32_t b = 0; b < in->body_count; b++) {
        uint32_t first = in->bodies[b].first_vertex, count = in->bodies[b].mesh->vertex_count;
        hem_row error;
        hem_row_store(&error, hem_rows_sum(system->residual + first, count));
        const hem_row whole = hem_block_solve(&system->wholes[b].block, error);
        float left = (whole.x * error.x + whole.y * error.y) + whole.z * error.z;
        *off = *off || left > system->wholes[b].enough;
        all = all + left;
        hem_f4 by = hem_row_load(&whole);
        for (uint32_t v = first; v < first + count; v++) {
            hem_row_store(&system->product[v], hem_f4_add(hem_row_load(&system->product[v]), by));
        }
    }
    return all;
}

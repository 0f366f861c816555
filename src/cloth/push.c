/* Springs between the points of impacts (004-2), with the derivatives of their force. The normal
 * stays what it is during a step. See cloth.h and system.h. */
#include "cloth/system.h"

#include "cloth/block.h"

static const hem_cloth_touch *touch_of(const hem_cloth_step_in *in, uint32_t i)
{
    return &in->touch[in->touch_each ? i : 0u];
}

/* What the two points differ by in a vector of rows. */
static hem_vec3 between(const hem_impact *impact, const hem_row *rows)
{
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < 4; k++) {
        const hem_row *row = &rows[impact->vertex[k]];
        sum = hem_add_scaled(sum, impact->weight[k], (hem_vec3){row->x, row->y, row->z});
    }
    return sum;
}

/* How far the two points have gone apart since the start, along the normal. */
static float gone(const hem_cloth_system *system, const hem_impact *impact)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < 4; k++) {
        const hem_row *row = &system->product[impact->vertex[k]];
        hem_vec3 way = hem_sub((hem_vec3){row->x, row->y, row->z},
                               system->in->motion.start[impact->vertex[k]]);
        sum = sum + impact->weight[k] * hem_dot(impact->normal, way);
    }
    return sum;
}

static void spread(const hem_impact *impact, hem_vec3 on, hem_row *rows)
{
    for (uint32_t k = 0; k < 4; k++) {
        hem_row *row = &rows[impact->vertex[k]];
        row->x = row->x + impact->weight[k] * on.x;
        row->y = row->y + impact->weight[k] * on.y;
        row->z = row->z + impact->weight[k] * on.z;
    }
}

/* along n n^T + across (I - n n^T), times a vector. */
static hem_vec3 weigh(hem_vec3 normal, float along, float across, hem_vec3 vector)
{
    float part = (along - across) * hem_dot(normal, vector);
    return hem_add_scaled(hem_scale(across, vector), part, normal);
}

uint32_t hem_push_make(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    float dt = system->dt;
    uint32_t pushing = 0;
    for (uint32_t i = 0; i < in->impact_count; i++) {
        const hem_impact *impact = &in->impacts[i];
        const hem_cloth_touch *touch = touch_of(in, i);
        hem_vec3 speed = between(impact, system->moved);
        float distance = impact->distance + gone(system, impact);
        float press = touch->stiffness * (touch->thickness - distance) -
                      touch->damping * hem_dot(impact->normal, speed);
        system->pushes[i] = 0.0f;
        if (!(distance < touch->thickness) || !(press > 0.0f)) {
            continue;
        }
        pushing++;
        float onward =
            touch->stiffness * hem_dot(impact->normal, between(impact, system->direction));
        hem_vec3 force = weigh(impact->normal, 0.0f, -touch->slip, speed);
        force = hem_add_scaled(force, press - onward, impact->normal);
        spread(impact, hem_scale(dt, force), system->residual);
        float along = touch->stiffness * (dt * dt) + touch->damping * dt;
        float across = touch->slip * dt;
        system->pushes[i] = along;
        for (uint32_t k = 0; k < 4; k++) {
            float square = impact->weight[k] * impact->weight[k];
            hem_block_add(&system->blocks[impact->vertex[k]], across * square,
                          (along - across) * square, impact->normal);
        }
    }
    return pushing;
}

void hem_push_multiply(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    for (uint32_t i = 0; i < in->impact_count; i++) {
        if (system->pushes[i] > 0.0f) {
            const hem_impact *impact = &in->impacts[i];
            float across = touch_of(in, i)->slip * system->dt;
            spread(impact,
                   weigh(impact->normal, system->pushes[i], across,
                         between(impact, system->direction)),
                   system->product);
        }
    }
}

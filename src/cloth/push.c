/* Springs between the points of impacts (004-2), with the derivatives of their force. The normal
 * stays what it is during a step. See cloth.h and system.h. */
#include "cloth/system.h"

#include "cloth/block.h"
#include "cloth/row_points.h"

static const hem_cloth_touch *touch_of(const hem_cloth_step_in *in, uint32_t i)
{
    return &in->touch[in->touch_each ? i : 0u];
}

uint32_t hem_push_make(const hem_cloth_system *system)
{
    const hem_cloth_step_in *in = system->in;
    float dt = system->dt;
    uint32_t pushing = 0;
    for (uint32_t i = 0; i < in->impact_count; i++) {
        const hem_impact *impact = &in->impacts[i];
        const hem_cloth_touch *touch = touch_of(in, i);
        hem_vec3 speed = hem_row_between(impact, system->moved);
        float distance = impact->distance + hem_row_gone(system, impact);
        float press = touch->stiffness * (touch->thickness - distance) -
                      touch->damping * hem_dot(impact->normal, speed);
        system->pushes[i] = 0.0f;
        if (!(distance < touch->thickness) || !(press > 0.0f)) {
            continue;
        }
        pushing++;
        float onward =
            touch->stiffness * hem_dot(impact->normal, hem_row_between(impact, system->direction));
        hem_vec3 force = hem_row_weigh(impact->normal, 0.0f, -touch->slip, speed);
        force = hem_add_scaled(force, press - onward, impact->normal);
        hem_row_spread(impact, hem_scale(dt, force), system->residual);
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
            hem_row_spread(impact,
                           hem_row_weigh(impact->normal, system->pushes[i], across,
                                         hem_row_between(impact, system->direction)),
                           system->product);
        }
    }
}

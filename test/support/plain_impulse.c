/* A simple inelastic impulse: see plain_impulse.h. */
#include "plain_impulse.h"

#include "base/vec3.h"

/* What a unit of impulse along a direction changes of the speed along it. */
static float give_of(const hem_impact *impact, const float *inverse_mass)
{
    float give = 0.0f;
    for (uint32_t k = 0; k < 4; k++) {
        give += impact->weight[k] * impact->weight[k] * inverse_mass[impact->vertex[k]];
    }
    return give;
}

static void apply(const hem_impact *impact, const float *inverse_mass, float impulse,
                  hem_vec3 direction, hem_vec3 *velocity)
{
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t v = impact->vertex[k];
        if (inverse_mass[v] > 0.0f) {
            float change = impulse * (impact->weight[k] * inverse_mass[v]);
            velocity[v] = hem_add_scaled(velocity[v], change, direction);
        }
    }
}

/* Of the first feature's point, relative to the second's. */
static hem_vec3 velocity_of(const hem_impact *impact, const hem_vec3 *velocity)
{
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < 4; k++) {
        sum = hem_add_scaled(sum, impact->weight[k], velocity[impact->vertex[k]]);
    }
    return sum;
}

float plain_impulse(const hem_impact *impact, const float *inverse_mass, float extra,
                    hem_vec3 *velocity)
{
    float speed = hem_dot(impact->normal, velocity_of(impact, velocity));
    float give = give_of(impact, inverse_mass);
    if (speed >= extra || !(give > 1e-12f)) {
        return 0.0f;
    }
    float impulse = (extra - speed) / give;
    apply(impact, inverse_mass, impulse, impact->normal, velocity);
    return impulse;
}

void plain_friction(const hem_impact *impact, const float *inverse_mass, float most,
                    hem_vec3 *velocity)
{
    hem_vec3 relative = velocity_of(impact, velocity);
    float along = hem_dot(impact->normal, relative);
    hem_vec3 sliding = hem_add_scaled(relative, -along, impact->normal);
    float speed = hem_length(sliding), give = give_of(impact, inverse_mass);
    if (speed > 1e-9f && give > 1e-12f) {
        float impulse = hem_min(speed / give, most);
        apply(impact, inverse_mass, -impulse, hem_scale(1.0f / speed, sliding), velocity);
    }
}

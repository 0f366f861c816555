/* Inelastic impulses with friction: see impulse.h, and lever.h for what they share with others. */
#include "respond/impulse.h"

hem_vec3 hem_friction(const hem_lever *lever, hem_vec3 normal, hem_vec3 relative, float most,
                      float stick_speed, bool *stuck)
{
    hem_vec3 slip = hem_add_scaled(relative, -hem_dot(relative, normal), normal);
    float speed = hem_length(slip);
    *stuck = false;
    if (!(speed > 0.0f)) {
        return (hem_vec3){0.0f, 0.0f, 0.0f};
    }
    float ending = speed / lever->compliance;
    *stuck = most < ending && speed <= stick_speed;
    float size = *stuck ? ending : hem_min(most, ending);
    return hem_scale(-(size / speed), slip);
}

float hem_impulse_parting(const hem_motion *motion, const hem_impact *impact)
{
    hem_vec3 first = motion->velocity[impact->vertex[0]];
    float speed = 0.0f;
    for (uint32_t k = 1; k < 4; k++) {
        hem_vec3 relative = hem_sub(motion->velocity[impact->vertex[k]], first);
        speed = speed + impact->weight[k] * hem_dot(relative, impact->normal);
    }
    return speed;
}

float hem_impulse_enough(const hem_impact *impact, hem_touch touch, float dt, float close)
{
    float target = hem_gap_target(impact->distance, touch.thickness, dt);
    float nearest = (HEM_IMPULSE_NEAREST * touch.thickness - impact->distance) / dt;
    return hem_max(target - close * touch.thickness / dt, hem_min(nearest, target));
}

hem_impulse_result hem_impulse(const hem_motion *motion, const hem_impact *impact, hem_touch touch,
                               float close)
{
    float enough = hem_impulse_enough(impact, touch, motion->dt, close);
    if (hem_impulse_parting(motion, impact) >= enough) {
        return HEM_IMPULSE_APART;
    }
    hem_lever lever = hem_lever_in_motion(motion, impact);
    if (!(lever.compliance > 0.0f)) {
        return HEM_IMPULSE_IMMOVABLE;
    }
    hem_vec3 relative = hem_lever_velocity_in_motion(&lever, motion, impact);
    float speed = hem_dot(relative, impact->normal);
    if (!(speed < enough)) {
        return HEM_IMPULSE_APART;
    }
    float target = hem_gap_target(impact->distance, touch.thickness, motion->dt);
    float size = (target - speed) / lever.compliance;
    bool stuck;
    hem_vec3 tangential =
        hem_friction(&lever, impact->normal, relative, touch.friction * size, 0.0f, &stuck);
    hem_lever_push(&lever, motion, impact, hem_add_scaled(tangential, size, impact->normal));
    return HEM_IMPULSE_APPLIED;
}

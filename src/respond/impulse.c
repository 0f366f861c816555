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

/* How fast the points part along the normal, roughly as the lever has it. */
static float rough_speed(const hem_motion *motion, const hem_impact *impact)
{
    hem_vec3 first = motion->velocity[impact->vertex[0]];
    float speed = 0.0f;
    for (uint32_t k = 1; k < 4; k++) {
        hem_vec3 relative = hem_sub(motion->velocity[impact->vertex[k]], first);
        speed = speed + impact->weight[k] * hem_dot(relative, impact->normal);
    }
    return speed;
}

float hem_impulse_slack(const hem_motion *motion, const hem_impact *impact, hem_touch touch)
{
    return rough_speed(motion, impact) -
           hem_gap_target(impact->distance, touch.thickness, motion->dt);
}

hem_impulse_result hem_impulse(const hem_motion *motion, const hem_impact *impact, hem_touch touch,
                               float close)
{
    float target = hem_gap_target(impact->distance, touch.thickness, motion->dt);
    float enough = target - close * touch.thickness / motion->dt;
    if (rough_speed(motion, impact) >= enough) {
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
    float size = (target - speed) / lever.compliance;
    bool stuck;
    hem_vec3 tangential =
        hem_friction(&lever, impact->normal, relative, touch.friction * size, 0.0f, &stuck);
    hem_lever_push(&lever, motion, impact, hem_add_scaled(tangential, size, impact->normal));
    return HEM_IMPULSE_APPLIED;
}

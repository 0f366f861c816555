/* Velocity constraints on what is close: see repel.h and hem_repel in inc/hem/respond.h. */
#include "respond/repel.h"

/* The speed at which the points are to part, at least; below zero they may approach. -FLT_MAX asks
 * nothing of them (002-20, 002-21, C6). */
static float aim_of(const hem_impact *contact, float thickness, float dt, float recovery,
                    float press)
{
    float way = thickness - contact->distance;
    if (!(way > 0.0f)) {
        return hem_max(-HEM_SPEED_MOST, way / dt);
    }
    float regained = hem_min(hem_min(way, recovery * thickness) / dt, HEM_SPEED_MOST);
    if (contact->distance < 0.0f) {
        return regained;
    }
    return press > 0.0f ? hem_min(press * dt / thickness, 1.0f) * regained : -FLT_MAX;
}

hem_repel_done hem_repel_contact(const hem_motion *motion, const hem_impact *contact,
                                 hem_touch touch, const hem_repel_def *def, float *press)
{
    if (contact->distance <= -def->separate_depth && contact->distance < 0.0f) {
        return (hem_repel_done){HEM_REPEL_DEEP, 0.0f};
    }
    hem_lever lever = hem_lever_in_motion(motion, contact);
    if (!(lever.compliance > 0.0f)) {
        return (hem_repel_done){HEM_REPEL_IMMOVABLE, 0.0f};
    }
    hem_vec3 relative = hem_lever_velocity_in_motion(&lever, motion, contact);
    float speed = hem_dot(relative, contact->normal);
    float pressed = *press + hem_max(-speed, 0.0f);
    float aim = aim_of(contact, touch.thickness, motion->dt, def->recovery, pressed);
    float change = speed < aim ? aim - speed : 0.0f;
    bool touching = contact->distance <= def->stick_reach * touch.thickness &&
                    def->stick_reach > 0.0f && (pressed > 0.0f || speed <= def->release_speed);
    if (!(change > 0.0f) && !touching) {
        return (hem_repel_done){0, 0.0f};
    }
    float size = change / lever.compliance;
    float stick_speed = touching && touch.friction > 0.0f ? def->stick_speed : 0.0f;
    bool stuck;
    hem_vec3 impulse =
        hem_friction(&lever, contact->normal, relative, touch.friction * size, stick_speed, &stuck);
    if (change > 0.0f) {
        *press = pressed;
    }
    if (change > 0.0f || stuck) {
        impulse = hem_add_scaled(impulse, size, contact->normal);
        hem_lever_push(&lever, motion, contact, impulse);
    }
    uint32_t what = (change > 0.0f ? (uint32_t)HEM_REPEL_PUSHED : 0u) |
                    (stuck ? (uint32_t)HEM_REPEL_STUCK : 0u);
    return (hem_repel_done){what, change};
}

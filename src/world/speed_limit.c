/* Kinematic bodies that would go faster than their definition allows: a jump, which a step would
 * take for a very fast way. See hem_step in inc/hem/world.h. */
#include "world/world_block.h"

#include "base/vec3.h"
#include "hem/port.h"

/* The first of so many vertices whose way is longer than that, or HEM_NONE. Squares are compared:
 * on the grid no way is so short that its square would be 0, and none so long that it would not be
 * finite. */
static uint32_t first_beyond(const hem_vec3 *start, const hem_vec3 *end, uint32_t count, float most)
{
    for (uint32_t v = 0; v < count; v++) {
        hem_vec3 way = hem_sub(end[v], start[v]);
        if (hem_dot(way, way) > most * most) {
            return v;
        }
    }
    return HEM_NONE;
}

static bool is_limited(const hem_body_record *record)
{
    return record->kind == (uint32_t)HEM_KINEMATIC && record->motion != 0 &&
           record->max_speed > 0.0f;
}

hem_status hem_world_check_max_speed(float speed)
{
    if (!hem_is_finite(speed)) {
        return HEM_NOT_FINITE;
    }
    return speed >= 0.0f ? HEM_OK : HEM_OUT_OF_RANGE;
}

hem_status hem_world_check_speeds(hem_world *world, float dt, hem_body *body, hem_detail *detail)
{
    hem_status status = HEM_OK;
    uint32_t saved = hem_fp_enter();
    for (uint32_t i = 0; status == HEM_OK && i < world->body_count; i++) {
        const hem_body_record *record = hem_world_bodies(world) + i;
        uint32_t begin = record->vertex_begin;
        uint32_t beyond =
            is_limited(record)
                ? first_beyond(hem_world_positions(world) + begin, hem_world_ends(world) + begin,
                               hem_world_mesh(world, i)->vertex_count, record->max_speed * dt)
                : HEM_NONE;
        if (beyond != HEM_NONE) {
            *body = (hem_body){record->slot, hem_world_slots(world)[record->slot].generation};
            detail->index = beyond;
            status = HEM_TOO_FAST;
        }
    }
    hem_fp_leave(saved);
    return status;
}

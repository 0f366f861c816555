/* A world with the bodies of a play: see player_world.h. */
#include "player_world.h"

static uint32_t kind_of(scene_kind kind)
{
    static const uint32_t kinds[] = {[SCENE_CLOTH] = HEM_CLOTH,
                                     [SCENE_SOFT] = HEM_SOFT,
                                     [SCENE_KINEMATIC] = HEM_KINEMATIC,
                                     [SCENE_STATIC] = HEM_STATIC};
    return kinds[kind];
}

static hem_status add_body(hem_world *world, const scene_player *player, uint32_t number,
                           hem_body *out)
{
    const player_memory *memory = &player->memory;
    const player_body *body = &player->bodies[number];
    const scene_body *shape = &body->what.shape;
    uint32_t first = body->first_vertex;
    hem_body_def def = hem_default_body_def();
    def.kind = kind_of(shape->kind);
    def.positions = memory->positions + first;
    def.vertex_count = shape->vertex_count;
    def.triangles = memory->triangles + 3u * (size_t)body->first_triangle;
    def.triangle_count = shape->triangle_count;
    def.thickness = player->info.thickness;
    if (player_deforms(body)) {
        def.masses = memory->masses + first; /* those of the simulator */
        def.rest = player_rest(player, number);
    }
    hem_status status = hem_add_body(world, &def, out, NULL);
    for (uint32_t p = 0; p < body->what.pin_count && status == HEM_OK; p++) {
        status = hem_set_pin(world, *out, player->pins[body->first_pin + p].vertex, true);
    }
    if (player_deforms(body) && status == HEM_OK) {
        status = hem_set_velocities(world, *out, memory->velocities + first, shape->vertex_count);
    }
    return status;
}

hem_status player_world_start(player_world *hem, const scene_player *player, void *block,
                              uint32_t bytes, const hem_caps *caps)
{
    hem_status status = hem_world_init(block, bytes, caps, &hem->world);
    for (uint32_t b = 0; b < player->info.body_count && status == HEM_OK; b++) {
        status = add_body(hem->world, player, b, &hem->bodies[b]);
    }
    hem->in = hem_default_step_in(player->info.dt);
    return status;
}

static hem_status set_end(const player_world *hem, const scene_player *player, uint32_t number)
{
    const player_body *body = &player->bodies[number];
    const hem_vec3 *end = player->memory.candidates + body->first_vertex;
    uint32_t count = body->what.shape.vertex_count;
    if (player_deforms(body)) {
        return hem_set_candidate(hem->world, hem->bodies[number], end, count);
    }
    if (body->what.shape.kind == SCENE_KINEMATIC) {
        return hem_set_kinematic(hem->world, hem->bodies[number], end, count);
    }
    return HEM_OK;
}

hem_status player_world_set_ends(const player_world *hem, const scene_player *player)
{
    hem_status status = HEM_OK;
    for (uint32_t b = 0; b < player->info.body_count && status >= HEM_OK; b++) {
        status = set_end(hem, player, b);
    }
    return status;
}

/* Bodies stand behind each other in the world, in the order in which they were added, as they do in
 * the player; so the first one's arrays are those of all. */
const hem_vec3 *player_world_positions(const player_world *hem)
{
    return hem_body_positions(hem->world, hem->bodies[0]);
}

const hem_vec3 *player_world_velocities(const player_world *hem)
{
    return hem_body_velocities(hem->world, hem->bodies[0]);
}

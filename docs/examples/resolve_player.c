/* Candidates in, clean positions out: see resolve_player.h. */
#include "resolve_player.h"

hem_caps resolve_player_caps(const scene_player *player, uint32_t contacts)
{
    uint32_t vertices = player->info.vertex_count, triangles = player->info.triangle_count;
    return hem_default_caps(player->info.body_count, vertices, triangles,
                            HEM_EDGES(vertices, triangles), contacts);
}

static uint32_t kind_of(scene_kind kind)
{
    static const uint32_t kinds[] = {[SCENE_CLOTH] = HEM_CLOTH,
                                     [SCENE_SOFT] = HEM_SOFT,
                                     [SCENE_KINEMATIC] = HEM_KINEMATIC,
                                     [SCENE_STATIC] = HEM_STATIC};
    return kinds[kind];
}

static hem_status add_body(hem_world *world, const scene_player *player, const player_body *body,
                           hem_body *out)
{
    const player_memory *memory = &player->memory;
    const scene_body *shape = &body->what.shape;
    hem_body_def def = hem_default_body_def();
    def.kind = kind_of(shape->kind);
    def.positions = memory->positions + body->first_vertex;
    def.vertex_count = shape->vertex_count;
    def.triangles = memory->triangles + 3u * (size_t)body->first_triangle;
    def.triangle_count = shape->triangle_count;
    def.thickness = player->info.thickness;
    if (player_deforms(body)) {
        def.masses = memory->masses + body->first_vertex; /* those of the simulator */
    }
    hem_status status = hem_add_body(world, &def, out, NULL);
    for (uint32_t p = 0; p < body->what.pin_count && status == HEM_OK; p++) {
        status = hem_set_pin(world, *out, player->pins[body->first_pin + p].vertex, true);
    }
    return status;
}

hem_status resolve_player_start(resolve_player *hem, const scene_player *player, void *block,
                                uint32_t bytes, uint32_t contacts)
{
    hem_caps caps = resolve_player_caps(player, contacts);
    return resolve_player_start_with(hem, player, block, bytes, &caps);
}

hem_status resolve_player_start_with(resolve_player *hem, const scene_player *player, void *block,
                                     uint32_t bytes, const hem_caps *caps)
{
    hem_status status = hem_world_init(block, bytes, caps, &hem->world);
    for (uint32_t b = 0; b < player->info.body_count && status == HEM_OK; b++) {
        status = add_body(hem->world, player, &player->bodies[b], &hem->bodies[b]);
    }
    hem->in = hem_default_step_in(player->info.dt);
    return status;
}

static hem_status set_end(const resolve_player *hem, const scene_player *player, uint32_t number)
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

hem_status resolve_player_step(resolve_player *hem, scene_player *player, hem_report *report)
{
    for (uint32_t b = 0; b < player->info.body_count; b++) {
        hem_status status = set_end(hem, player, b);
        if (status < HEM_OK) {
            return status;
        }
    }
    hem->in.gravity = player->info.gravity;
    hem->in.wind = play_wind(player->id, (float)player->step);
    hem_status status = hem->world->caps.cloth_triangles > 0
                            ? hem_step(hem->world, &hem->in, report)
                            : hem_resolve(hem->world, &hem->in, report);
    if (status < HEM_OK) {
        return status;
    }
    /* Bodies stand behind each other in the world, in the order in which they were added, as they
     * do in the player; so the first one's arrays are those of all. Limited is still safe. */
    player_accept(player, hem_body_positions(hem->world, hem->bodies[0]),
                  hem_body_velocities(hem->world, hem->bodies[0]));
    return status;
}

/* A play whose cloth the world simulates: see step_player.h. */
#include "step_player.h"

hem_caps step_player_caps(const scene_player *player, uint32_t contacts)
{
    uint32_t vertices = player->info.vertex_count, triangles = player->info.triangle_count;
    hem_caps caps = hem_default_cloth_caps(player->info.body_count, vertices, triangles,
                                           HEM_EDGES(vertices, triangles), contacts);
    caps.cloth_triangles = 0;
    for (uint32_t b = 0; b < player->info.body_count; b++) {
        const player_body *body = &player->bodies[b];
        caps.cloth_triangles += player_deforms(body) ? body->what.shape.triangle_count : 0u;
    }
    return caps;
}

hem_status step_player_start(step_player *hem, const scene_player *player, void *block,
                             uint32_t bytes, uint32_t contacts)
{
    hem_caps caps = step_player_caps(player, contacts);
    return player_world_start(hem, player, block, bytes, &caps);
}

hem_status step_player_step(step_player *hem, scene_player *player, hem_report *report)
{
    player_lead(player);
    hem_status status = player_world_set_ends(hem, player);
    hem->in.gravity = player->info.gravity;
    hem->in.wind = play_wind(player->id, (float)(player->step + 1u));
    if (status >= HEM_OK) {
        status = hem_step(hem->world, &hem->in, report);
    }
    if (status >= HEM_OK) { /* limited is still safe */
        player_follow(player, player_world_positions(hem), player_world_velocities(hem));
    }
    return status;
}

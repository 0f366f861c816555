/* Candidates in, clean positions out: see resolve_player.h. */
#include "resolve_player.h"

hem_caps resolve_player_caps(const scene_player *player, uint32_t contacts)
{
    uint32_t vertices = player->info.vertex_count, triangles = player->info.triangle_count;
    return hem_default_caps(player->info.body_count, vertices, triangles,
                            HEM_EDGES(vertices, triangles), contacts);
}

hem_status resolve_player_start(resolve_player *hem, const scene_player *player, void *block,
                                uint32_t bytes, uint32_t contacts)
{
    hem_caps caps = resolve_player_caps(player, contacts);
    return player_world_start(hem, player, block, bytes, &caps);
}

hem_status resolve_player_step(resolve_player *hem, scene_player *player, hem_report *report)
{
    hem_status status = player_world_set_ends(hem, player);
    if (status >= HEM_OK) {
        status = hem_resolve(hem->world, &hem->in, report);
    }
    if (status >= HEM_OK) { /* limited is still safe */
        player_accept(player, player_world_positions(hem), player_world_velocities(hem));
    }
    return status;
}

/* Crossings of a play: see player_crossings.h. */
#include "player_crossings.h"

#include <hem/crossings.h>

static hem_side side_of(const player_crossings *all, const player_world *hem,
                        const scene_player *player, uint32_t number)
{
    uint32_t first = player->bodies[number].first_vertex;
    return (hem_side){.mesh = hem_body_mesh(hem->world, hem->bodies[number]),
                      .tree = all->trees[number],
                      .positions = player->memory.positions + first,
                      .first_vertex = first};
}

hem_status player_crossings_start(player_crossings *all, const player_world *hem,
                                  const scene_player *player, void *memory, uint32_t bytes)
{
    hem_status status = hem_arena_init(&all->memory, memory, bytes);
    for (uint32_t b = 0; b < player->info.body_count && status == HEM_OK; b++) {
        hem_side side = side_of(all, hem, player, b);
        hem_tree_def def = hem_default_tree_def(side.mesh, side.positions);
        status = hem_tree_build(&all->memory, &def, &all->trees[b], NULL);
    }
    return status;
}

/* Where the crossings of two bodies are counted; null for two that do not deform. */
static uint32_t *counter_of(player_crossings *all, const player_world *hem,
                            const scene_player *player, uint32_t a, uint32_t b)
{
    bool a_deforms = player_deforms(&player->bodies[a]);
    bool b_deforms = player_deforms(&player->bodies[b]);
    if (a_deforms && b_deforms) {
        return a == b ? &all->self : &all->deformable;
    }
    if (!a_deforms && !b_deforms) {
        return NULL;
    }
    uint32_t thing = a_deforms ? b : a;
    const hem_vec3 *speed = hem_body_velocities(hem->world, hem->bodies[thing]);
    for (uint32_t v = 0; v < player->bodies[thing].what.shape.vertex_count; v++) {
        if (speed[v].x != 0.0f || speed[v].y != 0.0f || speed[v].z != 0.0f) {
            return &all->moving;
        }
    }
    return &all->still;
}

hem_status player_crossings_count(player_crossings *all, const player_world *hem,
                                  const scene_player *player)
{
    hem_status status = HEM_OK;
    all->self = all->deformable = all->still = all->moving = 0;
    for (uint32_t b = 0; b < player->info.body_count && status == HEM_OK; b++) {
        hem_side side = side_of(all, hem, player, b);
        status = hem_tree_refit(all->trees[b], side.positions, NULL, side.mesh->vertex_count);
    }
    for (uint32_t a = 0; a < player->info.body_count; a++) {
        for (uint32_t b = a; b < player->info.body_count && status == HEM_OK; b++) {
            uint32_t *counter = counter_of(all, hem, player, a, b);
            hem_crossings_in in = {.a = side_of(all, hem, player, a),
                                   .b = side_of(all, hem, player, b),
                                   .scratch = &all->memory};
            hem_crossings_out out;
            if (counter != NULL) {
                status = hem_crossings(&in, &out);
                *counter += status >= HEM_OK ? out.count : 0u;
                /* There is no room to list them in, and none is needed to count them. */
                status = status > HEM_OK ? HEM_OK : status;
            }
        }
    }
    return status;
}

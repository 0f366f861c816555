/* A world with the bodies of a play: what a program that resolves (resolve_player.h) and one that
 * lets the world simulate (step_player.h) have in common. */
#ifndef PLAYER_WORLD_H
#define PLAYER_WORLD_H

#include "player.h"

#include <hem/world.h>

typedef struct player_world {
    hem_world *world;
    hem_step_in in; /* limits may be changed */
    hem_body bodies[PLAY_MOST_BODIES];
} player_world;

/* Makes a world in the block and adds the player's bodies as they stand, with masses, velocities
 * and pins; at rest cloth has the shape that it starts the play with. Statuses as hem_world_init,
 * hem_add_body and hem_set_velocities. */
hem_status player_world_start(player_world *hem, const scene_player *player, void *block,
                              uint32_t bytes, const hem_caps *caps);

/* The player's candidates, to cloth and to what is kinematic. Statuses as hem_set_candidate. */
hem_status player_world_set_ends(const player_world *hem, const scene_player *player);

/* Of all bodies, in the player's numbering. */
const hem_vec3 *player_world_positions(const player_world *hem);
const hem_vec3 *player_world_velocities(const player_world *hem);

#endif

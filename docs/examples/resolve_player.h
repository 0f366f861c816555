/* Hem between a player and what it accepts: all the calls that a program with a simulator of its
 * own makes. The lines to copy are those of resolve_player.c.
 *
 *     resolve_player_start(&hem, &player, block, sizeof block, contacts);   a world in the block
 *     for (...) {
 *         player_step_candidates(&player);                                  where all would go
 *         status = resolve_player_step(&hem, &player, &report);             and it is where it may
 *     } */
#ifndef RESOLVE_PLAYER_H
#define RESOLVE_PLAYER_H

#include "player.h"

#include <hem/world.h>

typedef struct resolve_player {
    hem_world *world;
    hem_step_in in; /* limits may be changed */
    hem_body bodies[PLAY_MOST_BODIES];
} resolve_player;

/* The capacities of a world for the play, with room for so many contacts. */
hem_caps resolve_player_caps(const scene_player *player, uint32_t contacts);

/* Makes a world in the block and adds the player's bodies as they stand, with masses and pins.
 * Statuses as hem_world_init and hem_add_body. */
hem_status resolve_player_start(resolve_player *hem, const scene_player *player, void *block,
                                uint32_t bytes, uint32_t contacts);

/* The same with other capacities. */
hem_status resolve_player_start_with(resolve_player *hem, const scene_player *player, void *block,
                                     uint32_t bytes, const hem_caps *caps);

/* Resolves the player's candidates and lets it accept what came of them. In a world with room for
 * cloth, Hem simulates it, and only pins and kinematic bodies follow candidates. Statuses as
 * hem_set_candidate and hem_resolve; when refused, the player stays at its step. */
hem_status resolve_player_step(resolve_player *hem, scene_player *player, hem_report *report);

#endif

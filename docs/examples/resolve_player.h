/* Hem between a player and what it accepts: all the calls that a program with a simulator of its
 * own makes. The lines to copy are those of player_world.c and resolve_player.c.
 *
 *     resolve_player_start(&hem, &player, block, sizeof block, contacts);   a world in the block
 *     for (...) {
 *         player_step_candidates(&player);                                  where all would go
 *         status = resolve_player_step(&hem, &player, &report);             and it is where it may
 *     } */
#ifndef RESOLVE_PLAYER_H
#define RESOLVE_PLAYER_H

#include "player_world.h"

typedef player_world resolve_player;

/* The capacities of a world for the play, with room for so many contacts. */
hem_caps resolve_player_caps(const scene_player *player, uint32_t contacts);

/* Makes a world in the block and adds the player's bodies as they stand. Statuses as
 * player_world_start. */
hem_status resolve_player_start(resolve_player *hem, const scene_player *player, void *block,
                                uint32_t bytes, uint32_t contacts);

/* Resolves the player's candidates and lets it accept what came of them. Statuses as
 * hem_set_candidate and hem_resolve; when refused, the player stays at its step. */
hem_status resolve_player_step(resolve_player *hem, scene_player *player, hem_report *report);

#endif

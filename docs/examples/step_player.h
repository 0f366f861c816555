/* A player whose cloth Hem simulates: all the calls that a program without a simulator of its own
 * makes. The lines to copy are those of player_world.c and step_player.c.
 *
 *     step_player_start(&hem, &player, block, sizeof block, contacts);   a world in the block
 *     for (...) {
 *         status = step_player_step(&hem, &player, &report);             and all is a step further
 *     } */
#ifndef STEP_PLAYER_H
#define STEP_PLAYER_H

#include "player_world.h"

typedef player_world step_player;

/* The capacities of a world for the play, with room for so many contacts. */
hem_caps step_player_caps(const scene_player *player, uint32_t contacts);

/* Makes a world in the block and adds the player's bodies as they stand. Statuses as
 * player_world_start. */
hem_status step_player_start(step_player *hem, const scene_player *player, void *block,
                             uint32_t bytes, uint32_t contacts);

/* Leads pins and kinematic bodies, lets the world simulate a step, and lets the player follow.
 * Statuses as hem_set_candidate and hem_step; when refused, the player stays at its step. */
hem_status step_player_step(step_player *hem, scene_player *player, hem_report *report);

#endif

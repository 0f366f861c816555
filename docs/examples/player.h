/* A play (scenes/play.h) in motion: every cloth has a simulator of its own, and whoever resolves
 * collisions stands between its candidates and what is accepted. Or the world simulates, and the
 * player only leads what is led (player_lead) and takes over what came of it (player_follow).
 *
 *     player_start(&player, id, size, &memory);
 *     for (...) {
 *         player_step_candidates(&player);            where everything would go
 *         ... resolve player.candidates ...           where it may go
 *         player_accept(&player, positions, velocities);
 *     }
 *
 * The vertices of all bodies stand in one numbering, body after body. */
#ifndef PLAYER_H
#define PLAYER_H

#include "own_simulator.h"
#include "scenes/play.h"

/* Arrays for a play of so many vertices and triangles, all of the caller's. */
typedef struct player_memory {
    uint32_t vertex_capacity, triangle_capacity;
    hem_vec3 *positions, *velocities, *candidates, *before; /* one for each vertex */
    float *masses, *weights;                                /* one for each vertex */
    uint32_t *chains;                                       /* one for each vertex */
    uint32_t *triangles;                                    /* three for each triangle */
    own_link *links;                                        /* three for each triangle */
} player_memory;

/* Static arrays of that size, and a player_memory of that name over them. */
#define PLAYER_MEMORY(name, v, f)                                                    \
    static hem_vec3 name##_positions[v], name##_velocities[v], name##_candidates[v]; \
    static hem_vec3 name##_before[v];                                                \
    static float name##_masses[v], name##_weights[v];                                \
    static uint32_t name##_chains[v], name##_triangles[3u * (f)];                    \
    static own_link name##_links[3u * (f)];                                          \
    static const player_memory name = {.vertex_capacity = (v),                       \
                                       .triangle_capacity = (f),                     \
                                       .positions = name##_positions,                \
                                       .velocities = name##_velocities,              \
                                       .candidates = name##_candidates,              \
                                       .before = name##_before,                      \
                                       .masses = name##_masses,                      \
                                       .weights = name##_weights,                    \
                                       .chains = name##_chains,                      \
                                       .triangles = name##_triangles,                \
                                       .links = name##_links}

typedef struct player_body {
    play_body what;
    uint32_t first_vertex, first_triangle, first_pin;
    own_simulator cloth; /* of cloth and soft bodies */
} player_body;

typedef struct scene_player {
    play_id id;
    scene_size size;
    play_info info;
    player_memory memory; /* positions, velocities and candidates are here; triangles are numbered
                           * within their body */
    player_body bodies[PLAY_MOST_BODIES];
    own_pin pins[PLAY_MOST_PINS]; /* vertices within their body */
    hem_vec3 pin_starts[PLAY_MOST_PINS];
    uint32_t step; /* that it has come to */
} scene_player;

/* Puts the play on at step 0. False if there is no such play or memory is too small. */
bool player_start(scene_player *player, play_id id, scene_size size, const player_memory *memory);

/* Writes candidates: cloth where its simulator and its pins would have it, kinematic bodies where
 * the play has them at the next step, static ones where they are. */
void player_step_candidates(scene_player *player);

/* Where nobody but the world simulates: candidates of pins and of bodies that do not deform are
 * written as above, all else stays where it is. */
void player_lead(scene_player *player);

/* The shape of a body at rest, which is the one that it starts with; in the candidates, where it
 * stays until they are written again. */
const hem_vec3 *player_rest(const scene_player *player, uint32_t number);

/* Ends the step with these positions of all bodies. Velocities may be null: as positions tell. */
void player_accept(scene_player *player, const hem_vec3 *positions, const hem_vec3 *velocities);

/* The same for a player that leads: it takes over what the world has come to. */
void player_follow(scene_player *player, const hem_vec3 *positions, const hem_vec3 *velocities);

bool player_deforms(const player_body *body);

#endif

/* A play in a world, by docs/examples/resolve_player.h or step_player.h, between guard bytes and
 * with a hash of all that it does. For the programs and tests that show promise 3. One at a time;
 * refusals are found in `status`, nothing is asserted. */
#ifndef HEM_TEST_PLAYED_WORLD_H
#define HEM_TEST_PLAYED_WORLD_H

#include "../../docs/examples/resolve_player.h"
#include "../../docs/examples/step_player.h"

#define PLAYED_GUARD      4096u
#define PLAYED_GUARD_BYTE 0x5A

/* Who moves the cloth: the simulator of the examples, with hem_resolve; or hem_step. */
typedef enum played_driver { PLAYED_RESOLVE, PLAYED_STEP, PLAYED_DRIVERS } played_driver;

extern const char *const played_driver_names[PLAYED_DRIVERS];

typedef struct played_world {
    scene_player player;
    played_driver driver;
    player_world hem;  /* its world is in a block of its own, between guard bytes */
    hem_report report; /* of the last step */
    hem_status status; /* of the last call; below 0 when it was refused */
    uint64_t hash;     /* over all phases of all steps, and what they counted */
    uint8_t *whole;    /* guard, block, guard */
    uint32_t given;    /* bytes of the block */
} played_world;

/* The most contacts that are worth having room for. */
uint32_t played_world_contacts(const scene_player *player);

/* Puts a play on at its step 0, without a world, for hem_resolve. False: there is no such play. */
bool played_world_start(played_world *played, play_id id, scene_size size);

/* The same for either driver. */
bool played_world_start_by(played_world *played, played_driver driver, play_id id, scene_size size);

/* Makes a world of the play as it stands now, with room for so many contacts, and default limits;
 * the world before is given back. False: status says why not. */
bool played_world_make(played_world *played, uint32_t contacts);

/* The same with other capacities. A world with room for cloth is for hem_step. */
bool played_world_make_with(played_world *played, const hem_caps *caps);

/* Lets the world have only so many bytes of scratch from now on: what follows counts as behind the
 * block. */
void played_world_cut_scratch(played_world *played, uint32_t bytes);

/* One step: candidates, resolve, accept; or one of hem_step. False: something was refused, and
 * status says why. */
bool played_world_step(played_world *played);

/* Nothing was written before or behind the block. */
bool played_world_guards_hold(const played_world *played);

void played_world_end(played_world *played);

/* Keeps where the play stands, and goes back there: a moment to start worlds from. One is kept. */
void played_world_keep(const played_world *played);
void played_world_go_back(played_world *played);

/* Feature tests and volume tests of the last step, all phases. */
uint64_t played_world_work(const played_world *played);

#endif

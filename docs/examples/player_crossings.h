/* Is a play clean? Counts the edges that cross faces, exactly and with trees of its own, so that it
 * takes nothing from the step that it judges but the bodies' topology. */
#ifndef PLAYER_CROSSINGS_H
#define PLAYER_CROSSINGS_H

#include "player_world.h"

/* Memory for a play of f triangles in b bodies: trees, and scratch for a pass. */
#define PLAYER_CROSSINGS_BYTES(b, f) \
    (HEM_TREE_BYTES(f) + (uint64_t)(b) * (HEM_TREE_BYTES(16u) + 512u) + (UINT64_C(2) << 20))

typedef struct player_crossings {
    hem_arena memory;
    hem_tree *trees[PLAY_MOST_BODIES];
    /* What the last count found: within a body, between two that deform, with one that stood still
     * in the player's last step, and with one that moved. */
    uint32_t self, deformable, still, moving;
} player_crossings;

/* Builds the trees in the memory. Statuses as hem_arena_init and hem_tree_build. */
hem_status player_crossings_start(player_crossings *all, const player_world *hem,
                                  const scene_player *player, void *memory, uint32_t bytes);

/* Counts the crossings of the player's positions. Statuses as hem_tree_refit and hem_crossings. */
hem_status player_crossings_count(player_crossings *all, const player_world *hem,
                                  const scene_player *player);

#endif

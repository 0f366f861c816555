/* A scene in a world: what the demo, the benchmarks and the golden program start from. */
#ifndef HEM_SCENES_SCENE_WORLD_H
#define HEM_SCENES_SCENE_WORLD_H

#include "hem/world.h"
#include "scenes/scenes.h"

/* Block sizes that are enough for every scene: small ones without contacts, full ones with the
 * usual number and with room for cloth. */
#define SCENE_SMALL_BLOCK                                                           \
    HEM_WORLD_BYTES(SCENE_MOST_BODIES, SCENE_SMALL_VERTICES, SCENE_SMALL_TRIANGLES, \
                    HEM_EDGES(SCENE_SMALL_VERTICES, SCENE_SMALL_TRIANGLES), 0)
#define SCENE_FULL_BLOCK                                                                \
    HEM_CLOTH_WORLD_BYTES(SCENE_MOST_BODIES, SCENE_FULL_VERTICES, SCENE_FULL_TRIANGLES, \
                          HEM_EDGES(SCENE_FULL_VERTICES, SCENE_FULL_TRIANGLES),         \
                          HEM_CONTACTS(SCENE_FULL_VERTICES))

typedef struct scene_world_in {
    scene_id id;
    scene_size size;
    void *block; /* HEM_ALIGN aligned */
    uint32_t block_bytes;
    scene_mesh staging; /* buffers for one body at a time; empty */
    uint32_t contacts;  /* that there is to be room for */
    bool simulate;      /* with room for cloth */
} scene_world_in;

/* The capacities of a world for the scene: hem_default_cloth_caps, or hem_default_caps. */
hem_caps scene_world_caps(const scene_info *info, uint32_t contacts, bool simulate);

/* Makes a world of just the capacities that the scene needs at the start of the block, and adds the
 * scene's bodies as they are at step 0. Statuses as hem_world_init and hem_add_body, and
 * HEM_BAD_BODY where the scene or its staging fails; `refused_body` (may be null) names the body.
 */
hem_status scene_world_make(const scene_world_in *in, hem_world **out, uint32_t *refused_body);

/* The body of that number in a world made by scene_world_make. */
hem_body scene_world_body(uint32_t number);

/* How many bytes of the block hold something. */
uint32_t scene_world_used(const hem_world *world);

#endif

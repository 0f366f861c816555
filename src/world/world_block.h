/* Ways into the block that the files of the world layer share. */
#ifndef HEM_WORLD_WORLD_BLOCK_H
#define HEM_WORLD_WORLD_BLOCK_H

#include "base/ranges.h"
#include "hem/world.h"

/* A region of the block, by its offset. */
static inline const void *hem_world_part(const hem_world *world, uint32_t offset)
{
    return (const uint8_t *)world + offset;
}

static inline void *hem_world_part_to_change(hem_world *world, uint32_t offset)
{
    return (uint8_t *)world + offset;
}

bool hem_world_is_valid(const hem_world *world);

/* The record of a body, or null when it does not exist. */
const hem_body_record *hem_world_body(const hem_world *world, hem_body body);

#endif

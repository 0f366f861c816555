/* Ranges of bytes: whether two buffers that must be apart overlap. */
#ifndef HEM_BASE_RANGES_H
#define HEM_BASE_RANGES_H

#include "hem/arena.h"

/* Do two ranges of bytes have one in common? */
static inline bool hem_ranges_overlap(const void *a, uint64_t a_bytes, const void *b,
                                      uint64_t b_bytes)
{
    uint64_t a_begin = (uintptr_t)a;
    uint64_t b_begin = (uintptr_t)b;
    return a_begin < b_begin + b_bytes && b_begin < a_begin + a_bytes;
}

/* Does any of these bytes lie in the part of an arena that is not taken yet? */
static inline bool hem_in_free_part(const hem_arena *arena, const void *pointer, uint64_t bytes)
{
    return hem_ranges_overlap(arena->base + arena->used, arena->capacity - arena->used, pointer,
                              bytes);
}

#endif

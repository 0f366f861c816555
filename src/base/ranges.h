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

/* Bytes from somewhere on. */
typedef struct hem_range {
    const void *begin;
    uint64_t bytes;
} hem_range;

/* The same of several ranges, and of the arena itself. */
static inline bool hem_any_in_free_part(const hem_arena *arena, const hem_range *ranges,
                                        uint32_t count)
{
    bool any = hem_in_free_part(arena, arena, sizeof *arena);
    for (uint32_t i = 0; i < count; i++) {
        any = any ||
              (ranges[i].bytes > 0 && hem_in_free_part(arena, ranges[i].begin, ranges[i].bytes));
    }
    return any;
}

#endif

/* Which vertices have changed lately: an impact none of whose vertices has changed since it was
 * looked at has nothing new to say, and sweeps pass over it. */
#ifndef HEM_WORLD_FRESH_H
#define HEM_WORLD_FRESH_H

#include "base/bits.h"
#include "hem/arena.h"

typedef struct hem_fresh {
    uint32_t *before; /* bits: changed in the last sweep */
    uint32_t *now;    /* and in this one */
    uint32_t vertex_count;
} hem_fresh;

/* Takes bits for so many vertices, none of which has changed; false when there is no room. */
static inline bool hem_fresh_take(hem_fresh *fresh, uint32_t vertex_count, hem_arena *scratch)
{
    uint32_t words = HEM_BIT_WORDS(vertex_count);
    fresh->vertex_count = vertex_count;
    fresh->before = hem_arena_take(scratch, words, sizeof *fresh->before);
    fresh->now = hem_arena_take(scratch, words, sizeof *fresh->now);
    if (fresh->before == NULL || fresh->now == NULL) {
        return false;
    }
    hem_bits_clear_all(fresh->before, vertex_count);
    hem_bits_clear_all(fresh->now, vertex_count);
    return true;
}

/* The next sweep begins. */
static inline void hem_fresh_turn(hem_fresh *fresh)
{
    uint32_t *before = fresh->before;
    fresh->before = fresh->now;
    fresh->now = before;
    hem_bits_clear_all(fresh->now, fresh->vertex_count);
}

static inline bool hem_fresh_has(const hem_fresh *fresh, const uint32_t vertex[4])
{
    uint32_t found = 0;
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t word = fresh->before[vertex[k] / 32u] | fresh->now[vertex[k] / 32u];
        found |= word >> (vertex[k] % 32u);
    }
    return (found & 1u) != 0;
}

static inline void hem_fresh_add(hem_fresh *fresh, const uint32_t vertex[4])
{
    for (uint32_t k = 0; k < 4; k++) {
        hem_bits_add(fresh->now, vertex[k]);
    }
}

#endif

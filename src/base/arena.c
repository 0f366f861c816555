/* Arena: see inc/hem/arena.h. */
#include "hem/arena.h"

#include "base/hem_assert.h"
#include "base/ranges.h"

#include <string.h>

hem_status hem_arena_init(hem_arena *arena, void *memory, uint32_t bytes)
{
    if (arena == NULL || memory == NULL) {
        return HEM_NULL;
    }
    if ((uintptr_t)memory % HEM_ALIGN != 0) {
        return HEM_MISALIGNED;
    }
    if (bytes == 0) {
        return HEM_BAD_COUNT;
    }
    if (hem_ranges_overlap(arena, sizeof *arena, memory, bytes)) {
        return HEM_ALIASED;
    }
    *arena = (hem_arena){.base = (uint8_t *)memory, .capacity = bytes};
    return HEM_OK;
}

void *hem_arena_take(hem_arena *arena, uint32_t count, uint32_t element_bytes)
{
    if (arena == NULL || arena->base == NULL) {
        return NULL;
    }
    HEM_ASSERT(arena->used <= arena->capacity);
    uint64_t wanted = (uint64_t)count * element_bytes;
    uint64_t end = arena->used + HEM_ARENA_BYTES(count, element_bytes);
    if (end > arena->capacity) {
        uint32_t reported = end > UINT32_MAX ? UINT32_MAX : (uint32_t)end;
        arena->refused = reported > arena->refused ? reported : arena->refused;
        return NULL;
    }
    uint8_t *taken = arena->base + arena->used;
    memset(taken + wanted, 0, (size_t)(end - arena->used - wanted));
    arena->used = (uint32_t)end;
    arena->peak = arena->used > arena->peak ? arena->used : arena->peak;
    return taken;
}

uint32_t hem_arena_mark(const hem_arena *arena)
{
    return arena == NULL ? 0 : arena->used;
}

void hem_arena_release(hem_arena *arena, uint32_t mark)
{
    if (arena != NULL && mark < arena->used && mark % HEM_ALIGN == 0) {
        arena->used = mark;
    }
}

uint32_t hem_arena_offset(const hem_arena *arena, const void *pointer)
{
    if (arena == NULL) {
        return HEM_NONE;
    }
    uintptr_t base = (uintptr_t)arena->base;
    uintptr_t place = (uintptr_t)pointer;
    if (place < base || place - base >= arena->used) {
        return HEM_NONE;
    }
    return (uint32_t)(place - base);
}

void *hem_arena_at(const hem_arena *arena, uint32_t offset)
{
    return arena != NULL && offset < arena->used ? arena->base + offset : NULL;
}

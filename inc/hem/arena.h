/* Arena: memory that the caller gives once, taken in stack order.
 *
 * Nothing is ever freed one by one: a mark remembers how far the arena is used, and going back to
 * it gives up everything taken since. What an arena hands out starts at a multiple of HEM_ALIGN,
 * and can be named by its offset from the arena's base, so that the memory can be moved. */
#ifndef HEM_ARENA_H
#define HEM_ARENA_H

#include "hem/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hem_arena {
    uint8_t *base;     /* multiple of HEM_ALIGN */
    uint32_t capacity; /* bytes that may be used */
    uint32_t used;     /* bytes in use, a multiple of HEM_ALIGN */
    uint32_t peak;     /* the largest `used` ever seen */
    uint32_t refused;  /* bytes that the largest refused request would have needed in all */
} hem_arena;

/* The bytes that one array takes from an arena: a constant expression. */
#define HEM_ARENA_BYTES(count, element_bytes) \
    (((uint64_t)(count) * (uint64_t)(element_bytes) + (HEM_ALIGN - 1u)) / HEM_ALIGN * HEM_ALIGN)

/* Declares an aligned static block. */
#if defined(__cplusplus)
#define HEM_BLOCK(name, bytes) alignas(16) static uint8_t name[bytes]
#else
#define HEM_BLOCK(name, bytes) static _Alignas(16) uint8_t name[bytes]
#endif

/* Makes an arena over `bytes` bytes at `memory`. The memory's contents are not touched.
 * Constant time. HEM_OK, HEM_NULL, HEM_MISALIGNED, HEM_BAD_COUNT (no bytes), HEM_ALIASED (the arena
 * lies in the memory). */
hem_status hem_arena_init(hem_arena *arena, void *memory, uint32_t bytes);

/* Takes an array of `count` elements of `element_bytes` bytes, not initialised, its tail up to the
 * next multiple of HEM_ALIGN zeroed. Null when it does not fit, and the arena stays as it was; an
 * array of no elements is a valid pointer to nothing. Constant time. */
void *hem_arena_take(hem_arena *arena, uint32_t count, uint32_t element_bytes);

/* How far the arena is used. Constant time. */
uint32_t hem_arena_mark(const hem_arena *arena);

/* Gives back everything taken since the mark. A mark ahead of the arena, or one that hem_arena_mark
 * could never have given, is ignored. Constant time. */
void hem_arena_release(hem_arena *arena, uint32_t mark);

/* The offset of a pointer that lies in the arena, and back. HEM_NONE and null for what lies
 * outside its used part. Constant time. */
uint32_t hem_arena_offset(const hem_arena *arena, const void *pointer);
void *hem_arena_at(const hem_arena *arena, uint32_t offset);

#ifdef __cplusplus
}
#endif

#endif

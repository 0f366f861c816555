/* Fuzzes arenas beside a model of one: takes, marks and releases in any order. Nothing overlaps,
 * nothing lies outside, and what does not fit changes nothing. */
#include "fuzz/fuzz_body.h"

enum { PIECES = 64 };

typedef struct piece {
    uint32_t begin, end, value;
} piece;

typedef struct model {
    piece pieces[PIECES];
    uint32_t count, used;
} model;

static void take(fuzz_bytes *bytes, hem_arena *arena, model *so_far)
{
    uint32_t count = fuzz_one_in(bytes, 8) ? fuzz_u32(bytes) : fuzz_below(bytes, 20);
    uint32_t element = fuzz_one_in(bytes, 8) ? fuzz_u32(bytes) : 1u + fuzz_below(bytes, 24);
    uint64_t wanted = (uint64_t)count * element;
    uint64_t end = so_far->used + HEM_ARENA_BYTES(count, element);
    uint8_t *taken = hem_arena_take(arena, count, element);
    if (end > arena->capacity) {
        FUZZ_CHECK(taken == NULL && arena->used == so_far->used);
        FUZZ_CHECK(arena->refused >= (end > UINT32_MAX ? UINT32_MAX : (uint32_t)end));
        return;
    }
    FUZZ_CHECK(taken == arena->base + so_far->used && arena->used == end);
    for (uint64_t i = so_far->used + wanted; i < end; i++) {
        FUZZ_CHECK(arena->base[i] == 0);
    }
    FUZZ_CHECK(hem_arena_offset(arena, taken) == (wanted > 0 ? so_far->used : HEM_NONE));
    if (so_far->count < PIECES) {
        piece made = {so_far->used, so_far->used + (uint32_t)wanted, fuzz_byte(bytes)};
        memset(taken, (int)made.value, (size_t)wanted);
        so_far->pieces[so_far->count++] = made;
    }
    so_far->used = (uint32_t)end;
}

static void release(fuzz_bytes *bytes, hem_arena *arena, model *so_far)
{
    uint32_t mark = so_far->count == 0 ? 0 : so_far->pieces[fuzz_below(bytes, so_far->count)].begin;
    if (fuzz_one_in(bytes, 8)) {
        mark = fuzz_u32(bytes);
    }
    hem_arena_release(arena, mark);
    if (mark < so_far->used && mark % HEM_ALIGN == 0) {
        so_far->used = mark;
        while (so_far->count > 0 && so_far->pieces[so_far->count - 1u].begin >= mark) {
            so_far->count--;
        }
        if (so_far->count > 0 && so_far->pieces[so_far->count - 1u].end > mark) {
            so_far->pieces[so_far->count - 1u].end = mark;
        }
    }
    FUZZ_CHECK(hem_arena_mark(arena) == so_far->used);
}

static void check(const hem_arena *arena, const model *so_far)
{
    FUZZ_CHECK(arena->used == so_far->used && arena->peak >= arena->used);
    for (uint32_t i = 0; i < so_far->count; i++) {
        const piece *kept = &so_far->pieces[i];
        for (uint32_t at = kept->begin; at < kept->end; at++) {
            FUZZ_CHECK(arena->base[at] == kept->value);
        }
    }
    FUZZ_CHECK(hem_arena_at(arena, so_far->used) == NULL);
    FUZZ_CHECK(hem_arena_offset(arena, arena->base + arena->used) == HEM_NONE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    fuzz_block block = fuzz_block_take(1u + fuzz_below(&bytes, 2000));
    hem_arena arena = {0}, before = {0};
    uint32_t shift = fuzz_one_in(&bytes, 8) ? 1u + fuzz_below(&bytes, 15) : 0u;
    hem_status status = hem_arena_init(&arena, block.memory + shift, block.bytes);
    if (shift > 0) {
        FUZZ_CHECK(status == HEM_MISALIGNED && memcmp(&arena, &before, sizeof arena) == 0);
    } else {
        FUZZ_CHECK(status == HEM_OK);
        model so_far = {.count = 0};
        for (uint32_t i = fuzz_below(&bytes, 100); i > 0; i--) {
            if (fuzz_one_in(&bytes, 4)) {
                release(&bytes, &arena, &so_far);
            } else {
                take(&bytes, &arena, &so_far);
            }
            check(&arena, &so_far);
        }
    }
    fuzz_block_free(&block);
    return 0;
}

/* Blocks with guard bytes: see guarded_block.h. */
#include "guarded_block.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>

#define GUARD      4096u
#define GUARD_BYTE 0x5A
#define MOST       8u

typedef struct guarded_block {
    uint8_t *whole;
    uint32_t inner_bytes;
} guarded_block;

static guarded_block blocks[MOST];
static uint32_t block_count;

void *guarded_block_take(uint32_t bytes)
{
    TEST_ASSERT_LESS_THAN_UINT32_MESSAGE(MOST, block_count, "blocks at a time");
    size_t rounded = ((size_t)bytes + 2u * GUARD + 15u) / 16u * 16u;
    uint8_t *whole = aligned_alloc(16, rounded);
    TEST_ASSERT_NOT_NULL(whole);
    memset(whole, GUARD_BYTE, rounded);
    memset(whole + GUARD, 0xCD, bytes);
    blocks[block_count++] = (guarded_block){whole, bytes};
    return whole + GUARD;
}

void guarded_block_check_and_free(void)
{
    int before = 0, behind = 0;
    while (block_count > 0) {
        guarded_block block = blocks[--block_count];
        for (uint32_t i = 0; i < GUARD; i++) {
            before += block.whole[i] != GUARD_BYTE;
            behind += block.whole[GUARD + block.inner_bytes + i] != GUARD_BYTE;
        }
        free(block.whole);
    }
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, before, "bytes written before the block");
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, behind, "bytes written behind the block");
}

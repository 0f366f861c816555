/* A block with guard bytes: see guarded_block.h. */
#include "guarded_block.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>

#define GUARD      4096u
#define GUARD_BYTE 0x5A

static uint8_t *whole;
static uint32_t inner_bytes;

void *guarded_block_take(uint32_t bytes)
{
    size_t rounded = ((size_t)bytes + 2u * GUARD + 15u) / 16u * 16u;
    whole = aligned_alloc(16, rounded);
    TEST_ASSERT_NOT_NULL(whole);
    inner_bytes = bytes;
    memset(whole, GUARD_BYTE, rounded);
    memset(whole + GUARD, 0xCD, bytes);
    return whole + GUARD;
}

void guarded_block_check_and_free(void)
{
    if (whole == NULL) {
        return;
    }
    int before = 0, behind = 0;
    for (uint32_t i = 0; i < GUARD; i++) {
        before += whole[i] != GUARD_BYTE;
        behind += whole[GUARD + inner_bytes + i] != GUARD_BYTE;
    }
    free(whole);
    whole = NULL;
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, before, "bytes written before the block");
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, behind, "bytes written behind the block");
}

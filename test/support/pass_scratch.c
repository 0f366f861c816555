/* See pass_scratch.h. */
#include "pass_scratch.h"

#include "unity.h"

#include <stdlib.h>

uint8_t *scratch_memory;
hem_arena scratch;

void pass_scratch_start(uint32_t bytes)
{
    scratch_memory = aligned_alloc(HEM_ALIGN, bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, scratch_memory, bytes));
}

void pass_scratch_end(void)
{
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, scratch.used, "scratch was not given back");
    free(scratch_memory);
    scratch_memory = NULL;
}

/* A block with guard bytes before and behind it, to show that nothing is written outside. */
#ifndef HEM_TEST_GUARDED_BLOCK_H
#define HEM_TEST_GUARDED_BLOCK_H

#include <stdint.h>

/* A block of exactly `bytes` bytes, aligned to 16, filled with 0xCD. One at a time. */
void *guarded_block_take(uint32_t bytes);

/* Fails the test if a guard byte changed; gives the block back. */
void guarded_block_check_and_free(void);

#endif

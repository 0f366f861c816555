/* Blocks with guard bytes before and behind them, to show that nothing is written outside. */
#ifndef HEM_TEST_GUARDED_BLOCK_H
#define HEM_TEST_GUARDED_BLOCK_H

#include <stdint.h>

/* A block of exactly `bytes` bytes, aligned to 16, filled with 0xCD. Eight at a time. */
void *guarded_block_take(uint32_t bytes);

/* Gives all of them back; fails the test if a guard byte changed. */
void guarded_block_check_and_free(void);

#endif

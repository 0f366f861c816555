/* Scratch for the tests of passes, from setUp to tearDown. */
#ifndef HEM_PASS_SCRATCH_H
#define HEM_PASS_SCRATCH_H

#include "hem/arena.h"

extern uint8_t *scratch_memory;
extern hem_arena scratch;

/* The end fails the test when a pass did not give everything back. */
void pass_scratch_start(uint32_t bytes);
void pass_scratch_end(void);

#endif

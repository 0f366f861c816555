/* How deep the stack goes: paints what is free of it, and looks later how much has changed. For
 * stacks that grow down and reach STACK_PAINTED bytes further than where they stand. */
#ifndef HEM_TEST_STACK_PAINT_H
#define HEM_TEST_STACK_PAINT_H

#include <stdint.h>

#define STACK_PAINTED 65536u

/* Paints below the caller's frame. */
void stack_paint(void);

/* Bytes that were used since, below the frame of stack_paint's caller; a little more than calls
 * took, as stack_paint's own frame counts. STACK_PAINTED means: that or more. */
uint32_t stack_used(void);

#endif

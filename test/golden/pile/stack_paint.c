/* A painted stack: see stack_paint.h. */
#include "golden/pile/stack_paint.h"

#define PAINT 0x5AFE57ACu
#define GAP   256u /* what this function may itself use below its frame */

static uintptr_t top; /* where painting began */

/* Words below the program's own objects have no name in C, but on every machine that this runs on
 * they are memory. */
static volatile uint32_t *word_below(uintptr_t bytes)
{
    return (volatile uint32_t *)(top - bytes);
}

__attribute__((noinline)) void stack_paint(void)
{
    volatile uint32_t here = 0;
    top = (uintptr_t)&here & ~(uintptr_t)15u;
    for (uintptr_t down = GAP; down <= STACK_PAINTED; down += 4u) {
        *word_below(down) = PAINT;
    }
}

__attribute__((noinline)) uint32_t stack_used(void)
{
    uint32_t down = STACK_PAINTED;
    while (down >= GAP && *word_below(down) == PAINT) {
        down -= 4u;
    }
    return down;
}

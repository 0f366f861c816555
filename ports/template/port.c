/* The template port: the contract of inc/hem/port.h with nothing behind it. Copy this folder to
 * begin a port. Without a clock every report shows zero times; without an FP environment the
 * caller must compute to nearest with denormals kept, which init checks. */
#include "hem/port.h"

uint64_t hem_ticks(void)
{
    return 0;
}

uint64_t hem_ticks_per_second(void)
{
    return 1;
}

uint32_t hem_fp_enter(void)
{
    return 0;
}

void hem_fp_leave(uint32_t saved)
{
    (void)saved;
}

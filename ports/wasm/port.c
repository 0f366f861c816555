/* The port for WebAssembly: the clock is a function that the page or program gives, and the
 * floating-point environment is fixed by the standard as Hem wants it.
 *
 * The import is hem.now_us, microseconds as a number: () => performance.now() * 1000. */
#include "hem/port.h"

__attribute__((import_module("hem"), import_name("now_us"))) double hem_import_now_us(void);

uint64_t hem_ticks(void)
{
    return (uint64_t)hem_import_now_us();
}

uint64_t hem_ticks_per_second(void)
{
    return 1000000u;
}

uint32_t hem_fp_enter(void)
{
    return 0;
}

void hem_fp_leave(uint32_t saved)
{
    (void)saved;
}

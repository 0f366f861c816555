/* The port: everything that Hem asks of a platform. Link exactly one folder of ports/.
 *
 * Four functions, found by the linker, so that no function pointer has to live in a block. Time
 * measures and reports; it decides nothing. */
#ifndef HEM_PORT_H
#define HEM_PORT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Ticks of a clock that never runs backwards and does not wrap within a run. A port without a
 * clock returns 0 always; reports then show zero times and nothing else changes. */
uint64_t hem_ticks(void);

/* How many ticks make a second; constant over a run, never 0. */
uint64_t hem_ticks_per_second(void);

/* Sets the floating-point environment that Hem computes in: round to nearest, denormals kept, no
 * traps. Returns the caller's environment for hem_fp_leave. Calls nest.
 *
 * Public calls that compute do this by themselves. Around a batch of many small calls, do it once
 * yourself: entering an environment that is already set costs a read and no write. */
uint32_t hem_fp_enter(void);

/* Brings back the environment that hem_fp_enter returned, to the last bit. */
void hem_fp_leave(uint32_t saved);

#ifdef __cplusplus
}
#endif

#endif

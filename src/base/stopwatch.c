/* Time between two moments: see stopwatch.h. */
#include "base/stopwatch.h"

#include "hem/port.h"

#define MICROSECONDS 1000000u

hem_stopwatch hem_stopwatch_start(void)
{
    return (hem_stopwatch){hem_ticks()};
}

uint32_t hem_stopwatch_lap(hem_stopwatch *watch)
{
    uint64_t now = hem_ticks();
    uint64_t rate = hem_ticks_per_second();
    uint64_t ticks = now > watch->started ? now - watch->started : 0;
    watch->started = now;
    if (rate == 0) {
        return 0;
    }
    /* Whole seconds and the rest apart, so that no product overflows for rates up to 2^44. */
    uint64_t seconds = ticks / rate;
    if (seconds > UINT32_MAX / MICROSECONDS) {
        return UINT32_MAX;
    }
    uint64_t microseconds = seconds * MICROSECONDS + (ticks % rate) * MICROSECONDS / rate;
    return microseconds > UINT32_MAX ? UINT32_MAX : (uint32_t)microseconds;
}

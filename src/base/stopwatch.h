/* Time between two moments, for reports. It measures; nothing decides by it. */
#ifndef HEM_BASE_STOPWATCH_H
#define HEM_BASE_STOPWATCH_H

#include "hem/types.h"

typedef struct hem_stopwatch {
    uint64_t started; /* ticks of the port's clock */
} hem_stopwatch;

hem_stopwatch hem_stopwatch_start(void);

/* Microseconds since the start or the last lap, and starts anew. Saturates at 2^32 - 1 (71
 * minutes); 0 when the clock stands still or runs backwards. */
uint32_t hem_stopwatch_lap(hem_stopwatch *watch);

#endif

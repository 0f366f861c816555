/* One knob for generated tests: the environment variable HEM_TEST_SCALE multiplies their case
 * counts (1 when unset; less under sanitizers and emulators, more for a soak). */
#ifndef HEM_TEST_SCALE_H
#define HEM_TEST_SCALE_H

#include <stdint.h>
#include <stdlib.h>

/* `count` times the scale, at least 1. What is no positive number counts as 1. */
static inline uint32_t hem_test_count(uint32_t count)
{
    const char *text = getenv("HEM_TEST_SCALE");
    double scale = text != NULL ? strtod(text, NULL) : 1.0;
    if (!(scale > 0.0)) {
        scale = 1.0;
    }
    double scaled = (double)count * scale;
    if (!(scaled >= 1.0)) {
        return 1;
    }
    return scaled < 4294967295.0 ? (uint32_t)scaled : UINT32_MAX;
}

#endif

/* Runs: an array in so many parts, each from where it begins to where the next one does. */
#ifndef HEM_BASE_RUNS_H
#define HEM_BASE_RUNS_H

#include <stdbool.h>
#include <stdint.h>

/* Do the runs follow each other, from 0 to `end`? There is a beginning more than there are runs. */
static inline bool hem_are_runs(const uint32_t *begin, uint32_t count, uint32_t end)
{
    bool good = begin[0] == 0 && begin[count] == end;
    for (uint32_t i = 0; i < count; i++) {
        good = good && begin[i] <= begin[i + 1u];
    }
    return good;
}

#endif

/* Sorting pairs of a 32-bit key and an index, ties by index: a total order, so the result does not
 * depend on how the items stood before. Float keys go in by hem_float_key. */
#ifndef HEM_BASE_SORT_H
#define HEM_BASE_SORT_H

#include "hem/types.h"

static inline bool hem_sort_before(hem_pair a, hem_pair b)
{
    return a.first < b.first || (a.first == b.first && a.second < b.second);
}

/* Sorts in place by (first, second). At most about 4 n log2 n comparisons whatever the input; 512
 * bytes of stack. */
void hem_sort(hem_pair *items, uint32_t count);

#endif

/* Sorting pairs of a 32-bit key and an index, ties by index: a total order, so the result does not
 * depend on how the items stood before. Float keys go in by hem_float_key. */
#ifndef HEM_BASE_SORT_H
#define HEM_BASE_SORT_H

#include "hem/types.h"

static inline bool hem_sort_before(hem_pair a, hem_pair b)
{
    /* As numbers of 64 bits: no branch on a tie. */
    return ((uint64_t)a.first << 32 | a.second) < ((uint64_t)b.first << 32 | b.second);
}

/* Sorts in place by (first, second), with 512 bytes of stack. About n (1.1 log2 n + 8) comparisons,
 * n - 1 if the items stand in order already, and whatever they are at most n (1.25 log2 n + 90):
 * log2 n + 6 passes by pivots, which may say little, then 65 by the bits of first and second. */
void hem_sort(hem_pair *items, uint32_t count);

#define HEM_SORT_COUNTS 2048u

/* The same with room for as many items again and for HEM_SORT_COUNTS numbers. Counts by digits, of
 * first and of second, that have log2 n bits, or 11 if that is less: some 4 n steps for each. From
 * 2048 items on, two digits do for numbers up to 2047, four up to 2^22. A few items are left to
 * hem_sort. */
void hem_sort_with_room(hem_pair *items, uint32_t count, hem_pair *room, uint32_t *counts);

#endif

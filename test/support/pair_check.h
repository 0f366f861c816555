/* What passes over pairs of triangles have in common: the lists of the pass and of brute force. */
#ifndef HEM_PAIR_CHECK_H
#define HEM_PAIR_CHECK_H

#include "hem/types.h"

#define PAIR_CHECK_ROOM 400000u

/* What the last pass found, and what it should have. */
extern hem_pair pair_found[PAIR_CHECK_ROOM], pair_expected[PAIR_CHECK_ROOM];

/* A pass that had room for all found exactly what was expected. */
void pair_check_all(uint32_t expected, uint32_t count, uint32_t kept, const char *name);

/* Before and after a pass that has room for `room` only: it counted all, kept the smallest, and
 * wrote nothing behind them. */
void pair_check_mark(uint32_t room);
void pair_check_smallest(uint32_t expected, uint32_t room, uint32_t count, uint32_t kept);

#endif

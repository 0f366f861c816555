/* The impacts that a step has met so far, each pair of features once, as it was met last. */
#ifndef HEM_WORLD_MET_IMPACTS_H
#define HEM_WORLD_MET_IMPACTS_H

#include "detect/small_impact.h"

typedef struct hem_met_impacts {
    hem_small_impact *impacts;
    uint32_t *places; /* a table by hash: numbers of impacts and one, 0 for none */
    uint32_t room, count;
    uint32_t table_size; /* at least twice the room: half of the places are free */
    uint32_t left_out;   /* that there was no room for, or no room any more */
} hem_met_impacts;

/* Begins with none, and with this room and table. */
void hem_met_impacts_start(hem_met_impacts *met, hem_small_impact *impacts, uint32_t room,
                           uint32_t *places, uint32_t table_size);

/* Takes an impact in, or puts it in the place of an earlier one of the same features. Constant
 * time, as good as always. */
void hem_met_impacts_add(hem_met_impacts *met, hem_small_impact impact);

/* Forgets them all; what is still in the list can be put in again, from first to last. */
void hem_met_impacts_forget(hem_met_impacts *met);

#endif

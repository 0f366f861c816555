/* The impacts that a step has met so far, each pair of features once, as it was met last. What was
 * answered before must stay answered while something else is, so all of them are gone through. */
#ifndef HEM_WORLD_MET_IMPACTS_H
#define HEM_WORLD_MET_IMPACTS_H

#include "hem/arena.h"
#include "hem/impacts.h"

typedef struct hem_met_impacts {
    hem_impact *impacts;
    uint32_t *places; /* a table by hash: numbers of impacts and one, 0 for none */
    uint32_t room, count;
    uint32_t table_size; /* twice the room: at least half of the places are free */
    uint32_t left_out;   /* that there was no room for */
} hem_met_impacts;

/* Takes room for so many from the scratch; with too little scratch, for none. */
void hem_met_impacts_take(hem_met_impacts *met, uint32_t room, hem_arena *scratch);

/* Takes an impact in, or puts it in the place of an earlier one of the same features. Constant
 * time, as good as always. */
void hem_met_impacts_add(hem_met_impacts *met, const hem_impact *impact);

#endif

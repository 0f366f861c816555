/* A list of contacts with bounded room: what is found first does not matter, only what is found.
 *
 * Cloth whose contacts come and go cannot rest. So where there is no room for all, those are kept
 * that come first by
 *   - predicted distance, in whole reaches, so that small motions do not matter;
 *   - vertices on faces, which hold most, and then edges;
 *   - those that pushed in the step before, then those that were kept, and then others;
 *   - a hash, which spreads evenly what is left out, kind and vertices.
 * What is kept is put in the order of predicted distance, kind and vertices (002-18). */
#ifndef HEM_DETECT_IMPACT_LIST_H
#define HEM_DETECT_IMPACT_LIST_H

#include "detect/contact_memory.h"

typedef struct hem_impact_list {
    hem_small_impact *impacts;
    hem_pair *keys;      /* rank and number, one for each there is room for; sorted in the end */
    uint32_t *predicted; /* distances as keys, one for each there is room for */
    hem_contact_memory before;
    uint32_t room, kept;
    uint32_t count; /* ever added */
} hem_impact_list;

/* Takes one in with its predicted distance as time. Logarithmic in the room once the list is full,
 * else constant. */
void hem_impact_list_add(hem_impact_list *list, const hem_impact *impact, float reach);

/* Puts them in ascending order; nothing may be added after that. About n log n. */
void hem_impact_list_finish(hem_impact_list *list);

#endif

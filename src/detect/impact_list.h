/* A list of contacts with bounded room that keeps the smallest, by predicted distance, kind and
 * vertices: what is found first does not matter, only what is found. */
#ifndef HEM_DETECT_IMPACT_LIST_H
#define HEM_DETECT_IMPACT_LIST_H

#include "detect/small_impact.h"

typedef struct hem_impact_list {
    hem_small_impact *impacts;
    hem_pair *keys; /* predicted distance and number, one for each there is room for */
    uint32_t room, kept;
    uint32_t count; /* ever added */
} hem_impact_list;

/* Takes one in with its predicted distance as time. Logarithmic in the room once the list is full,
 * else constant. */
void hem_impact_list_add(hem_impact_list *list, const hem_impact *impact);

/* Puts them in ascending order; nothing may be added after that. About n log n. */
void hem_impact_list_finish(hem_impact_list *list);

#endif

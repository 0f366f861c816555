/* A list of impacts with bounded room that keeps the smallest, by time (for a contact its predicted
 * distance), kind and vertices: what is found first does not matter, only what is found. */
#ifndef HEM_DETECT_IMPACT_LIST_H
#define HEM_DETECT_IMPACT_LIST_H

#include "hem/impacts.h"

typedef struct hem_impact_list {
    hem_impact *impacts;
    hem_pair *keys; /* one for each impact there is room for */
    uint32_t room, kept;
    uint32_t count; /* ever added */
} hem_impact_list;

/* Logarithmic in the room once the list is full, else constant. */
void hem_impact_list_add(hem_impact_list *list, const hem_impact *impact);

/* Puts them in ascending order; nothing may be added after that. About n log n. */
void hem_impact_list_finish(hem_impact_list *list);

/* Does the first come before the second? */
bool hem_impact_comes_before(const hem_impact *a, const hem_impact *b);

#endif

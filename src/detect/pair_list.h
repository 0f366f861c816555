/* A list of pairs with bounded room that keeps the smallest: what is found first does not matter,
 * only what is found. A heap with the largest on top once it is full; sorted at the end. */
#ifndef HEM_DETECT_PAIR_LIST_H
#define HEM_DETECT_PAIR_LIST_H

#include "hem/arena.h"

typedef struct hem_pair_list {
    hem_pair *pairs;
    uint32_t room;
    uint32_t kept;  /* in the list */
    uint32_t count; /* ever added, stops at 2^32 - 1 */
} hem_pair_list;

/* Logarithmic in the room once the list is full, else constant. */
void hem_pair_list_add(hem_pair_list *list, hem_pair pair);

/* The same for many at once. */
void hem_pair_list_add_all(hem_pair_list *list, const hem_pair *pairs, uint32_t count);

/* Puts the pairs in ascending order; nothing may be added after that. */
void hem_pair_list_finish(hem_pair_list *list);

/* The same, faster, with up to `bytes` bytes of the scratch where they suffice. All is given back.
 */
void hem_pair_list_finish_in(hem_pair_list *list, hem_arena *scratch, uint64_t bytes);

#endif

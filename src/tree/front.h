/* Front: where the last walk over two trees, or over one with itself, stopped (002-16): the pairs
 * of volumes that were apart, and the pairs of leaves. The next walk starts there instead of at the
 * roots. The list follows what comes closer, down the trees, and never goes up again; so after a
 * while it is better made anew.
 *
 * The list is also the queue of the walk: pairs to look at stand behind those that were looked at,
 * so there is no stack. Where the list is full, a pair that overlaps stays in it, and what is below
 * is walked as usual. Every pair of leaves is below exactly one pair of the list, always. */
#ifndef HEM_TREE_FRONT_H
#define HEM_TREE_FRONT_H

#include "tree/traverse.h"

/* The most pairs of leaves that one entry can give at once. */
#define HEM_FRONT_BATCH 16u

typedef struct hem_front_walk {
    hem_traverse_entry *list; /* groups, and the pairs of their volumes that are in the front */
    uint32_t room;            /* entries that the list can have */
    uint32_t count;           /* entries from the last walk; 0 starts a new list */
    uint32_t left_out;        /* pairs of volumes whose children did not fit the list */

    uint32_t next, kept; /* entries from `next` on are to be looked at, those before `kept` stay */
    hem_traversal walk;  /* below what did not fit; counts all volume tests */
} hem_front_walk;

/* Begins, with list, room and count set, and a stack of hem_traverse_room entries. Trees, the same
 * as when the list was made, are wholly fitted; epsilon may change. */
void hem_front_start(hem_front_walk *front, const hem_tree *a, const hem_tree *b, float epsilon,
                     hem_traverse_entry *stack);

/* More pairs of leaves, as a set those of hem_traverse_next, up to `room`, which is HEM_FRONT_BATCH
 * or more; none when there are no more. */
uint32_t hem_front_next(hem_front_walk *front, hem_pair *pairs, uint32_t room);

/* Closes the gaps; `count` is then what the next walk starts with. At any time. */
void hem_front_end(hem_front_walk *front);

#endif

/* The pairs of leaves that a walk over two trees, or one, comes to from the roots, in order: what
 * other walks are compared with. */
#ifndef HEM_TEST_LEAF_WALK_H
#define HEM_TEST_LEAF_WALK_H

#include "hem/tree.h"

/* Less, equal or greater than zero, by first and then second: for qsort. */
int leaf_walk_compare(const void *a, const void *b);

/* In ascending order; returns how many there are, at most `room`. */
uint32_t leaf_walk(const hem_tree *a, const hem_tree *b, float epsilon, hem_pair *pairs,
                   uint32_t room);

#endif

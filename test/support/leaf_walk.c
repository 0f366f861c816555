/* See leaf_walk.h. */
#include "leaf_walk.h"

#include "tree/traverse.h"

#include <stdlib.h>

int leaf_walk_compare(const void *a, const void *b)
{
    const hem_pair *x = a, *y = b;
    if (x->first != y->first) {
        return x->first < y->first ? -1 : 1;
    }
    return x->second < y->second ? -1 : x->second > y->second;
}

uint32_t leaf_walk(const hem_tree *a, const hem_tree *b, float epsilon, hem_pair *pairs,
                   uint32_t room)
{
    hem_traversal walk;
    hem_traverse_entry *stack = malloc(hem_traverse_room(a, b) * sizeof *stack);
    hem_traverse_start(&walk, a, b, epsilon, stack);
    uint32_t count = hem_traverse_next(&walk, pairs, room);
    qsort(pairs, count, sizeof *pairs, leaf_walk_compare);
    free(stack);
    return count;
}

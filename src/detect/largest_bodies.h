/* The scratch that passes over many bodies take, whichever two of them they are at. */
#ifndef HEM_DETECT_LARGEST_BODIES_H
#define HEM_DETECT_LARGEST_BODIES_H

#include "detect/hit_queue.h"
#include "hem/impacts.h"

/* What the largest of the bodies have. */
typedef struct hem_largest {
    uint32_t leaves, depth, groups_per_node;
} hem_largest;

static inline hem_largest hem_largest_bodies(const hem_moving_body *bodies, uint32_t count)
{
    hem_largest most = {0, 0, 1};
    for (uint32_t i = 0; i < count; i++) {
        const hem_tree *tree = bodies[i].tree;
        most.leaves = tree->leaf_count > most.leaves ? tree->leaf_count : most.leaves;
        most.depth = tree->depth > most.depth ? tree->depth : most.depth;
        if (tree->groups_per_node > most.groups_per_node) {
            most.groups_per_node = tree->groups_per_node;
        }
    }
    return most;
}

/* Views, features and the walk's stack, for what moves or not. */
static inline uint64_t hem_pass_scratch(hem_largest most)
{
    uint32_t room = (2u * most.depth + 1u) * most.groups_per_node * most.groups_per_node;
    return hem_hit_queue_bytes(most.leaves, room);
}

#endif

/* Lazy refits (002-7): volumes whose vertices have moved by less than a slack b since they were
 * fitted stay as they are. A traversal with epsilon then finds every pair closer than epsilon - 2
 * b, so b must be less than half of epsilon.
 *
 * How far vertices have moved is either measured, leaf by leaf, from the positions of the last
 * call; or bounded by the speeds that they had when a leaf was fitted, which costs nothing for
 * whole subtrees that are not due, and holds if no vertex becomes faster meanwhile. */
#ifndef HEM_TREE_LAZY_H
#define HEM_TREE_LAZY_H

#include "hem/arena.h"
#include "tree/lanes.h"

typedef struct hem_lazy {
    hem_tree *tree;
    float slack;
    float clock;      /* seconds since the start */
    float *due;       /* of each lane: on the clock, when something below must be fitted again */
    float *moved;     /* of each leaf: how far its vertices may have moved since it was fitted */
    uint32_t *list;   /* groups with something due */
    uint8_t *changed; /* of each group: refitted in this call */
    uint64_t volumes_fitted, leaves_fitted, leaves_kept; /* in the last call */
} hem_lazy;

/* The bytes of arena that lazy refits of a tree take, for as long as they go on. */
uint32_t hem_lazy_bytes(const hem_tree *tree);
bool hem_lazy_take(hem_lazy *lazy, hem_tree *tree, hem_arena *arena);

/* Fits everything. With velocities not null, notes when each leaf is due. */
void hem_lazy_start(hem_lazy *lazy, float slack, const hem_vec3 *positions,
                    const hem_vec3 *velocities);

/* One of these a step, always the same: by what was measured, `previous` being the positions of the
 * last call; or by speeds, `time` being the seconds since the last call. */
void hem_lazy_refit_measured(hem_lazy *lazy, const hem_vec3 *positions, const hem_vec3 *previous);
void hem_lazy_refit_by_speed(hem_lazy *lazy, const hem_vec3 *positions, const hem_vec3 *velocities,
                             float time);

#endif

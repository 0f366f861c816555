/* Fit: one pass in which a tree's volumes follow new positions, wholly or where they are needed
 * (003-5). On demand, a group that a traversal reaches is fitted then, from the vertices below it;
 * what is never reached costs nothing. All ways give the same volumes where they are looked at. */
#ifndef HEM_TREE_FIT_H
#define HEM_TREE_FIT_H

#include "tree/lanes.h"

typedef struct hem_fit {
    hem_tree *tree;
    hem_fit_points points;
    uint32_t levels;         /* fitted at once, bottom-up, from a group on that is reached */
    uint64_t volumes_fitted; /* in this pass */
} hem_fit;

/* Starts a pass. The positions must be finite and in the domain, and stay as they are until the
 * pass is over. `levels` is for what is on demand: how many levels to fit from a group on that is
 * reached; 1 is the usual. */
void hem_fit_start(hem_fit *fit, hem_tree *tree, const hem_fit_points *points,
                   hem_tree_refit_mode mode, uint32_t levels);

/* Fits groups first to end - 1, all of one level, and so many levels below in all; the lowest from
 * the vertices, the others from those below. */
void hem_fit_levels(hem_fit *fit, uint32_t first, uint32_t end, uint32_t levels);

/* Sees to it that a group fits. */
static inline void hem_fit_group(hem_fit *fit, uint32_t group)
{
    if (hem_tree_fitted(fit->tree)[group] != fit->tree->pass) {
        hem_fit_levels(fit, group, group + 1u, fit->levels);
    }
}

#endif

/* Marks: which vertices of a body have changed since the last pass, seen from its tree (000-20).
 *
 * A pass that looks only at what changed fits the volumes above marked vertices and descends only
 * into pairs of volumes of which at least one is marked. */
#ifndef HEM_TREE_MARKS_H
#define HEM_TREE_MARKS_H

#include "hem/arena.h"
#include "tree/lanes.h"

typedef struct hem_marks {
    uint16_t *leaves; /* a bit for each vertex of the leaf that is marked */
    uint8_t *groups;  /* a bit for each of the four volumes with a marked vertex below */
} hem_marks;

/* The scratch of a tree's marks, in bytes. */
uint64_t hem_marks_bytes(const hem_tree *tree);

/* Takes them from scratch that has enough. */
hem_marks hem_marks_take(hem_arena *scratch, const hem_tree *tree);

/* Sets them from bits for vertices, the bit of the tree's first vertex being number `first`. Linear
 * time. Returns how many leaves are marked. */
uint32_t hem_marks_set(const hem_marks *marks, const hem_tree *tree, const uint32_t *bits,
                       uint32_t first);

/* Fits the marked volumes, from the leaves up. Where only marked vertices have moved, the tree is
 * then what hem_tree_refit_all makes of it, bit for bit. Returns how many volumes it fitted. */
uint32_t hem_tree_refit_marked(hem_tree *tree, const hem_fit_points *points,
                               const hem_marks *marks);

#endif

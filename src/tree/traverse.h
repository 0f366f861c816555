/* Traversal: the pairs of leaves whose volumes overlap, of two trees or of one with itself.
 *
 * No recursion: a stack of pairs of groups, each with the pairs of volumes in it that are still to
 * be descended into. Pairs come out in a fixed order, as many at a time as the caller has room for,
 * so that a caller can stop at any time and a pass can work in batches. */
#ifndef HEM_TREE_TRAVERSE_H
#define HEM_TREE_TRAVERSE_H

#include "tree/cones.h"
#include "tree/fit.h"

typedef struct hem_traverse_entry {
    uint32_t a, b;  /* groups */
    uint32_t pairs; /* bit 4 i + j: volume i of a and volume j of b wait */
} hem_traverse_entry;

/* Where to go down when two nodes overlap. */
typedef enum hem_traverse_rule {
    HEM_DESCEND_BOTH,  /* children against children: the default */
    HEM_DESCEND_LONGER /* the children of the longer k-DOP against the shorter one (002-12) */
} hem_traverse_rule;

typedef struct hem_traverse_def {
    const hem_tree *a, *b;  /* the same tree for self-detection; both with the same axes */
    float epsilon;          /* volumes closer than this count as overlapping */
    hem_fit *fit_a, *fit_b; /* for trees that are fitted on demand; otherwise null. In
                             * self-detection both the same */
    hem_traverse_rule rule;
    hem_flat_def flat;                /* for self-detection: regions to skip; none by default */
    const uint8_t *marks_a, *marks_b; /* of their groups (tree/marks.h): only pairs of which one is
                                       * marked; both null: all pairs */
    bool counted;                     /* compare one by one and count every comparison: slower */
} hem_traverse_def;

typedef struct hem_traversal {
    const hem_tree *a, *b;
    float reach[HEM_AXES];
    hem_traverse_entry *stack;
    uint32_t room, depth;
    uint64_t volume_tests;   /* pairs of volumes compared so far */
    uint64_t interval_tests; /* of a counted traversal: on how many axes */
    bool plain;              /* boxes, fitted before, not counted: the usual traversal */
    bool counted, longer;
    hem_fit *fit_a, *fit_b;
    hem_flat_def flat;
    uint64_t flat_regions; /* skipped so far */
    const uint8_t *marks_a, *marks_b;
} hem_traversal;

/* How many entries of stack a traversal of two trees can need: on each level, every pair of a
 * node's groups with another's. */
uint32_t hem_traverse_room(const hem_tree *a, const hem_tree *b);

/* Starts at the roots, with a stack of at least hem_traverse_room entries. With b equal to a: all
 * pairs of leaves of one tree, each once and in order, and each leaf with itself. With an epsilon,
 * all pairs whose volumes are closer than that. */
void hem_traverse_start(hem_traversal *walk, const hem_tree *a, const hem_tree *b, float epsilon,
                        hem_traverse_entry *stack);

/* The same with every setting. */
void hem_traverse_start_with(hem_traversal *walk, const hem_traverse_def *def,
                             hem_traverse_entry *stack);

/* Up to `room` more pairs of leaves; fewer only when there are no more. */
uint32_t hem_traverse_next(hem_traversal *walk, hem_pair *pairs, uint32_t room);

#endif

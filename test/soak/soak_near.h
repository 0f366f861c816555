/* Which triangles of two bodies, or of one, are close, by brute force; and whether a traversal
 * comes to all of them. */
#ifndef HEM_SOAK_NEAR_H
#define HEM_SOAK_NEAR_H

#include "soak/soak.h"
#include "soak/soak_body.h"
#include "tree/traverse.h"

typedef struct near_table {
    const soak_body *a, *b;
    uint32_t rows, columns;
    bool *near; /* of each triangle of a with each of b */
} near_table;

near_table near_table_take(const soak_body *a, const soak_body *b);
void near_table_free(near_table *near);

/* Adds the pairs that are closer than epsilon, by more than rounding; without an epsilon, those
 * that meet by the exact test. Positions that are not exact lie within half an ulp of those that
 * are meant; without an epsilon, they say nothing. */
void near_table_add(near_table *near, const hem_vec3 *of_a, const hem_vec3 *of_b, float epsilon,
                    bool exact);

/* Walks, `batch` pairs at a time, and takes note of what is missed and what comes out twice. */
void near_table_check_walk(const near_table *near, const hem_traverse_def *def, uint32_t batch,
                           const char *name, soak_tally *tally);

/* The same for pairs of leaves of two trees, or one, that something else came to. */
void near_table_check_leaves(const near_table *near, const hem_tree *a, const hem_tree *b,
                             const hem_pair *leaves, uint32_t count, const char *name,
                             soak_tally *tally);

/* Does every volume of a tree that is wholly fitted hold the vertices below it, when it may be
 * `slack` too small? Positions that are not exact as above. What does not is a miss. */
void soak_check_holds(const soak_body *body, const hem_vec3 *positions, double slack,
                      soak_tally *tally);

/* None, or any from a hundredth of a millimetre to a decimetre. */
float soak_some_epsilon(test_random *random);

#endif

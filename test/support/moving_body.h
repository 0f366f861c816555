/* A body that moves, for the tests of the continuous pass: like feature_body.h, with a second set
 * of positions and a tree fitted to both. */
#ifndef HEM_TEST_MOVING_BODY_H
#define HEM_TEST_MOVING_BODY_H

#include "feature_body.h"

typedef struct moving_body {
    tree_body body;
    hem_vec3 *ends; /* as many as positions */
} moving_body;

/* Takes over a body that is finished or not; it does not move yet. */
moving_body moving_body_take(tree_body body);
void moving_body_free(moving_body *moving);

/* Fits the tree to both ends of the motion. */
void moving_body_fit(const moving_body *moving);

/* Both ends to another place. Not fitted. */
void moving_body_shift(moving_body *moving, hem_vec3 by);

/* Ends from positions: by `way`, and each vertex by up to `size` on each axis. In the domain, on
 * the grid, fitted. */
void moving_body_go(moving_body *moving, test_random *random, float size, hem_vec3 way);

/* The body as the continuous pass looks at it. */
hem_side moving_body_side(const moving_body *moving, uint32_t first_vertex);

/* A point with up to `size` on each axis, and one put into the domain and onto the grid. */
hem_vec3 moving_point(test_random *random, float size);
hem_vec3 moving_put(hem_vec3 point);

#endif

/* Bodies of a soak round: a shape of the tests' cases, moved, put on a lattice or far away, with a
 * motion, and trees of any settings over it. */
#ifndef HEM_SOAK_BODY_H
#define HEM_SOAK_BODY_H

#include "tree_build.h"

typedef struct soak_body {
    tree_case made;
    uint32_t vertex_count, triangle_count;
    hem_vec3 *start, *end; /* where it is, and where it goes within a second */
    hem_vec3 *velocities;  /* from one to the other, before rounding */
    mesh_built mesh;
    uint8_t *tree_memory;
    uint32_t tree_room;
    hem_tree *tree;
    char name[160]; /* the shape and the tree's settings */
} soak_body;

/* How the bodies of one round lie; one for all of them, so that they meet. */
typedef struct soak_place {
    float shift[3], lattice; /* lattice: distance of its points, or 0 */
    float shake;             /* how far vertices are from the case's own positions */
} soak_place;

soak_place soak_some_place(test_random *random);
soak_body soak_body_make(test_random *random, const soak_place *place);
void soak_body_free(soak_body *body);

/* Any settings; with the same directions as others where two trees have to meet. */
tree_settings soak_some_settings(test_random *random, uint32_t directions);

/* Builds a tree, in the place of the last one. */
void soak_body_build(soak_body *body, tree_settings settings);

void soak_corners(const soak_body *body, const hem_vec3 *positions, uint32_t triangle,
                  hem_vec3 corners[3]);

/* Where it is after a time from 0 to 1, on the straight way from start to end; to be freed. */
hem_vec3 *soak_body_at(const soak_body *body, float time);

/* The largest coordinate at the start and at the end. */
float soak_body_reach(const soak_body *body);

#endif

/* The cones of a tree's volumes: of normals, of velocities, and whether all faces below lie in
 * groups that touch each other. Made for a pass, in scratch; a tree itself has none.
 *
 * Culling by them is a setting (002-9, 002-10, 002-15). A region whose normals all point to one
 * side cannot cut itself, unless its outline does; the paper leaves outlines to face groups. */
#ifndef HEM_TREE_CONES_H
#define HEM_TREE_CONES_H

#include "hem/arena.h"
#include "hem/tree.h"
#include "tree/cone.h"

/* Which regions count as flat. */
typedef enum hem_flat_test {
    HEM_FLAT_NEVER,  /* the default: nothing is culled by curvature */
    HEM_FLAT_BY_BOX, /* a direction is in front of all normals: by boxes of normals */
    HEM_FLAT_BY_CONE /* the apex angle is small: Provot's cones */
} hem_flat_test;

/* One entry for each lane of each group, and a last one for the root. */
typedef struct hem_cones {
    uint32_t count;
    hem_cone *normal_cones;
    hem_normal_box *normal_boxes;
    hem_velocity_cone *velocity_cones;
    uint8_t *in_touching_groups; /* 1: all faces below are in groups that all touch each other */
} hem_cones;

/* The bytes of arena that the cones of a tree take. */
uint32_t hem_cones_bytes(const hem_tree *tree);

/* Takes them, without contents. False if they do not fit; then nothing is taken. */
bool hem_cones_take(hem_cones *cones, const hem_tree *tree, hem_arena *arena);

/* Fits them from the leaves up; linear time. Normals are of the mesh's triangles. */
void hem_cones_fit_normals(hem_cones *cones, const hem_tree *tree, const hem_vec3 *positions);
void hem_cones_fit_velocities(hem_cones *cones, const hem_tree *tree, const hem_vec3 *velocities);
void hem_cones_find_groups(hem_cones *cones, const hem_tree *tree, const hem_mesh *mesh);

/* How a traversal of a tree with itself culls regions. */
typedef struct hem_flat_def {
    const hem_cones *cones; /* with normals fitted, and groups found if those are asked for */
    hem_flat_test test;
    float cosine;     /* by cone: flat if the cosine of half the apex angle is larger; 0: less than
                       * pi, the criterion for intersections. More for proximities */
    bool face_groups; /* cull only regions whose groups all touch each other */
} hem_flat_def;

/* Is the region of an entry flat? */
bool hem_cones_is_flat(const hem_flat_def *def, uint32_t entry);

#endif

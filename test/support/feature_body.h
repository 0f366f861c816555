/* A body for the tests of passes over features: like tree_body.h, with a mesh that knows its orphan
 * pairs. */
#ifndef HEM_TEST_FEATURE_BODY_H
#define HEM_TEST_FEATURE_BODY_H

#include "hem/detect.h"
#include "scenes/scenes.h"
#include "tree_body.h"
#include "tree_cases.h"

/* Builds mesh and tree of a body that tree_body_start made and someone filled. */
void feature_body_finish(tree_body *body);
void feature_body_finish_as(tree_body *body, hem_tree_builder builder, uint32_t directions,
                            uint32_t degree);

/* The body as a pass looks at it. */
hem_side feature_body_side(const tree_body *body, uint32_t first_vertex);

/* A case of tree_cases.h; the case can be freed afterwards. Not finished. */
tree_body feature_body_from(const tree_case *made);

/* A whole small scene as one body, or one body of it, at a step. Not finished. */
tree_body feature_body_of_scene(scene_id id, float step);
tree_body feature_body_in_scene(scene_id id, uint32_t index, float step);

/* Triangles between random vertices, on a lattice or not. Not finished. */
tree_body feature_body_soup(test_random *random, uint32_t vertices, uint32_t triangles,
                            bool lattice);

/* Mesh number `index` of mesh_case_random, with its vertices on a lattice. Not finished. */
tree_body feature_body_odd(test_random *random, uint32_t index);

/* Two grids of 4 to 3 + `more` vertices a side. Not finished. */
void feature_body_sheets(test_random *random, uint32_t more, tree_body *a, tree_body *b);

/* Moves every vertex by up to `size` on each axis, and all by `shift`; on the grid, fitted. */
void feature_body_shake(tree_body *body, test_random *random, float size, hem_vec3 shift);

#endif

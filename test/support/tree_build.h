/* Building a tree for a test, in memory of its own, with settings. */
#ifndef HEM_TREE_BUILD_H
#define HEM_TREE_BUILD_H

#include "hem/tree.h"
#include "mesh_build.h"
#include "tree_cases.h"

typedef struct tree_settings {
    hem_tree_builder builder;
    uint32_t directions, degree;
} tree_settings;

/* Every combination, numbered. */
#define TREE_SETTINGS (HEM_BUILDERS * 4u * 4u)
tree_settings tree_settings_at(uint32_t index);

typedef struct tree_built {
    char name[160]; /* the case and the settings, for messages */
    mesh_built mesh;
    uint8_t *memory;
    uint32_t bytes;
    hem_arena arena;
    hem_tree *tree;
} tree_built;

hem_tree_def tree_build_def(const tree_case *made, const hem_mesh *mesh, tree_settings settings);

/* A refusal fails the test. */
tree_built tree_build(const tree_case *made, tree_settings settings);
tree_built tree_build_with(const tree_case *made, tree_settings settings, uint32_t node_capacity,
                           uint32_t triangle_capacity);
void tree_build_free(tree_built *built);

/* For a test that looks at one tree after another: builds number `settings` for the case in place
 * of the last, or forgets both. */
hem_tree *tree_build_next(tree_built *built, const tree_case *now, uint32_t settings);
void tree_build_forget(tree_built *built, tree_case *now);

/* Runs a check on every case with every setting, and on a stream of random ones. */
void tree_build_every(tree_built *built, tree_case *now, void (*check)(void));

/* Every triangle is in the order of the tree once. */
void tree_build_check_order(const tree_built *built);

/* k / 2 components of axis `axis` of a k-DOP. */
typedef struct tree_axis {
    int x, y, z;
} tree_axis;
tree_axis tree_axis_at(uint32_t axis_count, uint32_t axis);

#endif

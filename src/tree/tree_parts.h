/* The arrays of a tree while they change, and the steps that build it. */
#ifndef HEM_TREE_TREE_PARTS_H
#define HEM_TREE_TREE_PARTS_H

#include "hem/tree.h"

typedef struct hem_tree_parts {
#define HEM_TREE_PART(name, type, count) type *name;
    HEM_TREE_REGIONS(HEM_TREE_PART, 0, 0, 0, 0, 0)
#undef HEM_TREE_PART
} hem_tree_parts;

hem_tree_parts hem_tree_open(hem_tree *tree);

/* Assigns each triangle to a patch: connected where possible, at most 16 triangles and 16 vertices.
 * Returns the number of patches, at most HEM_PATCH_LEAVES(triangles). `scratch` holds 5 words a
 * triangle and one more. */
uint32_t hem_tree_grow_patches(const hem_mesh *mesh, const hem_vec3 *reference, uint32_t *patch_of,
                               uint32_t *scratch);

/* Numbers the patches so that each run of degree^h of them, from a multiple of that on, lies
 * together in space: by splitting at the longest axis. `order` receives the patches in that order;
 * `keys` is scratch of as many pairs. */
void hem_tree_order_leaves(const hem_vec3 *centres, uint32_t leaf_count, uint32_t degree,
                           uint32_t *order, hem_pair *keys);

/* Sorts the triangles by patch, the patches in the order given. `scratch` holds a word a leaf. */
void hem_tree_sort_patches(hem_tree *tree, const hem_tree_parts *parts, const uint32_t *patch_of,
                           const uint32_t *leaf_order, uint32_t *scratch);

/* Finds the leaves' vertices and corners, from order and leaf_begin. */
void hem_tree_fill_leaves(hem_tree *tree, const hem_tree_parts *parts, const hem_mesh *mesh);

/* Chooses each leaf's chords on the reference positions. */
void hem_tree_choose_chords(const hem_tree *tree, const hem_tree_parts *parts,
                            const hem_vec3 *reference);

/* Lists which leaves touch. `scratch` holds two words a triangle. */
void hem_tree_find_neighbours(hem_tree *tree, const hem_tree_parts *parts, const hem_mesh *mesh,
                              uint32_t *scratch);

/* Finds the leaves' levels, from leaf_vertices. `scratch` holds six words a triangle. */
void hem_tree_find_leaf_levels(const hem_tree *tree, const hem_tree_parts *parts,
                               const hem_mesh *mesh, uint32_t *scratch);

/* The nodes above patches, as many children each as the degree says. */
void hem_tree_stack_groups(hem_tree *tree, const hem_tree_parts *parts);

/* Builds a tree in an arena with scratch from another, for a definition that is known to be good
 * and arenas that have enough: HEM_TREE_PARTS_BYTES, and HEM_PATCH_TREE_SCRATCH or
 * HEM_TRIANGLE_TREE_SCRATCH. */
hem_tree *hem_tree_place(hem_arena *arena, const hem_tree_def *def, hem_arena *scratch);

/* Does a tree of so many bytes belong to the mesh, and does every index in it lead somewhere? Reads
 * no other bytes. Linear time. */
bool hem_tree_is_sound(const hem_tree *tree, const hem_mesh *mesh, uint32_t bytes);

/* The place of a triangle's corner among its leaf's vertices. */
static inline uint32_t hem_corner(uint16_t corners, uint32_t k)
{
    return (uint32_t)corners >> (4u * k) & 15u;
}

#endif

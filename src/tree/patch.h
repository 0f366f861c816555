/* A patch while it is put together: its triangles, and the vertices they have between them. */
#ifndef HEM_TREE_PATCH_H
#define HEM_TREE_PATCH_H

#include "base/vec3.h"
#include "hem/tree.h"

typedef struct hem_patch {
    uint32_t triangles[HEM_LEAF_TRIANGLES], vertices[HEM_LEAF_VERTICES];
    uint32_t triangle_count, vertex_count;
    hem_vec3 sum; /* of the triangles' corner sums */
} hem_patch;

/* A patch under this is too small to stay. */
#define HEM_PATCH_LEAST 5u

static inline const uint32_t *hem_patch_corners(const hem_mesh *mesh, uint32_t triangle)
{
    return hem_mesh_triangles(mesh) + 3u * (size_t)triangle;
}

static inline bool hem_patch_has(const hem_patch *patch, uint32_t vertex)
{
    for (uint32_t i = 0; i < patch->vertex_count; i++) {
        if (patch->vertices[i] == vertex) {
            return true;
        }
    }
    return false;
}

/* How many of a triangle's corners a patch does not have. */
static inline uint32_t hem_patch_lacks(const hem_patch *patch, const uint32_t *v)
{
    return (uint32_t)!hem_patch_has(patch, v[0]) + (uint32_t)!hem_patch_has(patch, v[1]) +
           (uint32_t)!hem_patch_has(patch, v[2]);
}

/* Adds a triangle if it fits. */
bool hem_patch_add(hem_patch *patch, uint32_t triangle, const uint32_t *v);

/* What growing leaves behind is mended: pieces under five triangles go to the patches beside them,
 * and what those cannot take is poured together. Returns the number of patches and numbers them in
 * patch_of. `scratch` holds 5 words a triangle and one more. */
uint32_t hem_tree_mend_patches(const hem_mesh *mesh, const hem_vec3 *reference, uint32_t *patch_of,
                               uint32_t patch_count, uint32_t *scratch);

#endif

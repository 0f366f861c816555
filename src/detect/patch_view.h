/* A leaf as the passes look at it: its vertices by coordinate, its triangles' boxes as integers,
 * and a slab across it. Filled in stages, as far as a pass needs it. Of a leaf that moves there are
 * two, for the start and for the end of the step, with one slab axis and one grid.
 *
 * Everything here only rejects: what the bounds cannot exclude goes on to an exact test. */
#ifndef HEM_DETECT_PATCH_VIEW_H
#define HEM_DETECT_PATCH_VIEW_H

#include "base/vec3.h"
#include "hem/tree.h"

#define HEM_SLANTS 6u

typedef struct hem_patch_view {
    /* Always: the vertices, those that are missing equal to the first, and the slab. */
    float x[HEM_LEAF_VERTICES], y[HEM_LEAF_VERTICES], z[HEM_LEAF_VERTICES];
    hem_vec3 slab;                    /* an axis across the patch */
    float slab_low, slab_high;        /* of the vertices on it */
    float slab_weight, slab_length;   /* sum of the axis's magnitudes, and its length */
    hem_vec3 low_corner, high_corner; /* of the box */
    float size, reach;                /* longest side of the box, largest coordinate */
    uint32_t stage;                   /* how far it is filled */
    uint32_t leaf;                    /* that it shows, once it is filled */

    /* From HEM_VIEW_BOXES on: boxes on the pass's grid, of each triangle and of all. */
    int16_t low[3][HEM_LEAF_TRIANGLES], high[3][HEM_LEAF_TRIANGLES];
    int16_t box_low[3], box_high[3];
    int16_t base[3]; /* of all places: those of the lower corner */

    /* From HEM_VIEW_SLANTS on: the same along x+y x-y y+z y-z z+x z-x, and the places of the
     * vertices there, a row a vertex, relative to those of the lower corner. */
    int16_t slant_low[HEM_SLANTS][HEM_LEAF_TRIANGLES], slant_high[HEM_SLANTS][HEM_LEAF_TRIANGLES];
    int16_t slant[HEM_LEAF_VERTICES][8], slant_base[8];
} hem_patch_view;

enum { HEM_VIEW_EMPTY, HEM_VIEW_SLAB, HEM_VIEW_BOXES, HEM_VIEW_SLANTS };

/* The integer grid of a pass: coordinates relative to `origin` times `scale`, cut to 16 bits. Boxes
 * on it are wider by half the distance that the pass looks for, so that those of two triangles
 * which are closer overlap; boxes whose distance is less than half of the range are compared by
 * wrapping differences. */
typedef struct hem_patch_grid {
    hem_vec3 origin;
    float scale;
    int16_t wider, slant_wider; /* steps that a box is wider on each side */
} hem_patch_grid;

/* A grid on which two leaves of these trees, twice `epsilon` and rounding span less than half the
 * range; with slants, sums of two coordinates do. */
hem_patch_grid hem_patch_grid_for(const hem_tree *a, const hem_tree *b, float epsilon, bool slants);

/* The length of a vector, rounded up; its weight, the sum of its magnitudes, where squares would
 * underflow. */
static inline float hem_length_bound(hem_vec3 vector, float weight)
{
    float square = hem_dot(vector, vector);
    return square > 1e-30f ? hem_sqrt(square) * (1.0f + 8.0f / 16777216.0f) : weight;
}

/* Where a body's vertices are: positions, or, if it is known that the tree is fitted to them, the
 * same on their grid (HEM_GRID), with a fourth number that does not matter. */
typedef struct hem_view_points {
    const hem_vec3 *positions;
    const float (*points)[4]; /* or null */
} hem_view_points;

/* Fills a view up to a stage, if it is not there yet. The first takes the positions, onto their
 * grid; false when they are not those that the tree is fitted to, or NaN. */
bool hem_patch_fill_slab(hem_patch_view *view, const hem_tree *tree, uint32_t leaf,
                         const hem_view_points *from);

/* The same for the end of a step, with the axis of the view of its start. */
bool hem_patch_fill_end(hem_patch_view *end, const hem_patch_view *start, const hem_tree *tree,
                        uint32_t leaf, const hem_view_points *from);

void hem_patch_fill_boxes(hem_patch_view *view, const hem_tree *tree, uint32_t leaf,
                          const hem_patch_grid *grid);
void hem_patch_fill_slants(hem_patch_view *view, const hem_tree *tree, uint32_t leaf,
                           const hem_patch_grid *grid);

#endif

/* The vertices and edges that a leaf stands for, as passes over features look at them: their boxes
 * on the pass's grid (000-9). One box is compared with eight at a time. */
#ifndef HEM_DETECT_FEATURE_VIEW_H
#define HEM_DETECT_FEATURE_VIEW_H

#include "detect/patch_view.h"
#include "hem/detect.h"

/* The most edges of a leaf: sixteen triangles with none in common. */
#define HEM_LEAF_EDGES 48u

typedef struct hem_feature_view {
    uint32_t filled;
    uint32_t edge_count;
    int32_t wider;                         /* the steps that a box is wider on each side */
    uint8_t owners[HEM_LEAF_TRIANGLES];    /* of its triangles (HEM_OWNS_VERTEX, HEM_OWNS_EDGE) */
    uint64_t edges_of[HEM_LEAF_TRIANGLES]; /* that a triangle owns, a bit each */
    uint8_t corner_of[HEM_LEAF_EDGES];     /* 3 t + k: edge k of triangle t */
    int16_t place[3][HEM_LEAF_VERTICES];   /* of the vertices */
    int16_t low[3][HEM_LEAF_EDGES], high[3][HEM_LEAF_EDGES]; /* of the owned edges */
} hem_feature_view;

/* Fills a leaf's features from its view, if they are not there yet. */
void hem_feature_fill(hem_feature_view *features, const hem_side *side, uint32_t leaf,
                      const hem_patch_view *view, const hem_patch_grid *grid);

/* A box on the grid, both ends included. */
typedef struct hem_grid_box {
    int16_t low[3], high[3];
} hem_grid_box;

/* Of a vertex, by its place in the leaf, and of an owned edge; as wide as the grid says. */
hem_grid_box hem_feature_vertex_box(const hem_feature_view *features, uint32_t place);
hem_grid_box hem_feature_edge_box(const hem_feature_view *features, uint32_t edge);

/* Which of a leaf's sixteen triangles have boxes that overlap a box. */
uint32_t hem_feature_triangles_near(const hem_patch_view *view, const hem_grid_box *box);

/* Which of the owned edges that are asked for do. */
uint64_t hem_feature_edges_near(const hem_feature_view *features, const hem_grid_box *box,
                                uint64_t asked);

#endif

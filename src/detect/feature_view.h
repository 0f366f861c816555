/* The vertices and edges that a leaf stands for, as passes over features look at them: their boxes
 * on the pass's grid (000-9). One box is compared with eight at a time. */
#ifndef HEM_DETECT_FEATURE_VIEW_H
#define HEM_DETECT_FEATURE_VIEW_H

#include "detect/grid_box.h"
#include "hem/detect.h"

/* The most edges of a leaf: sixteen triangles with none in common. */
#define HEM_LEAF_EDGES 48u

/* Where a leaf's features are, at one end of the step. */
typedef struct hem_feature_boxes {
    int16_t place[3][HEM_LEAF_VERTICES];                     /* of the vertices */
    int16_t low[3][HEM_LEAF_EDGES], high[3][HEM_LEAF_EDGES]; /* of the owned edges */
} hem_feature_boxes;

typedef struct hem_feature_view {
    uint32_t filled; /* the leaf's number and one; 0: not yet */
    uint32_t edge_count;
    int32_t wider;                      /* the steps that a box is wider on each side */
    uint8_t owners[HEM_LEAF_TRIANGLES]; /* of its triangles (HEM_OWNS_VERTEX, HEM_OWNS_EDGE) */
    uint8_t edge_begin[HEM_LEAF_TRIANGLES + 1u]; /* where a triangle's owned edges begin */
    uint8_t corner_of[HEM_LEAF_EDGES];           /* 3 t + k: edge k of triangle t */
    uint8_t ends_of[HEM_LEAF_EDGES];             /* the places of its vertices, four bits each */
    hem_feature_boxes boxes;
} hem_feature_view;

/* The owned edges of a triangle, a bit each. */
static inline uint64_t hem_feature_edges_of(const hem_feature_view *features, uint32_t triangle)
{
    return ((uint64_t)1u << features->edge_begin[triangle + 1u]) -
           ((uint64_t)1u << features->edge_begin[triangle]);
}

/* Fills a leaf's features from its view, if they are not there yet. */
void hem_feature_fill(hem_feature_view *features, const hem_side *side, uint32_t leaf,
                      const hem_patch_view *view, const hem_patch_grid *grid);

/* The boxes of the same features at the end of the step, from the view of that. */
void hem_feature_fill_end(hem_feature_boxes *end, const hem_feature_view *features,
                          const hem_patch_view *view, const hem_patch_grid *grid);

/* Of a vertex, by its place in the leaf, and of an owned edge; `wider` on each side. */
hem_grid_box hem_feature_vertex_box(const hem_feature_boxes *boxes, uint32_t place, int32_t wider);
hem_grid_box hem_feature_edge_box(const hem_feature_boxes *boxes, uint32_t edge);

/* Which of the owned edges that are asked for have boxes that overlap a box. */
uint64_t hem_feature_edges_near(const hem_feature_view *features, const hem_grid_box *box,
                                uint64_t asked);

/* The same where both move. */
uint64_t hem_feature_edges_meet(const hem_feature_view *features, const hem_feature_boxes *end,
                                const hem_grid_box *box, const hem_grid_box *end_box,
                                uint64_t asked);

#endif

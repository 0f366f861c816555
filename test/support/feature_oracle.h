/* What the passes over features must find, by looking at every pair of features: boxes first, then
 * exact signs. Slow, simple, and without a look at trees, representatives and orphan pairs. */
#ifndef HEM_FEATURE_ORACLE_H
#define HEM_FEATURE_ORACLE_H

#include "hem/crossings.h"

/* Do two features of one body have a vertex in common? */
bool feature_oracle_edge_touches(const hem_mesh *mesh, uint32_t edge, uint32_t face);
bool feature_oracle_edges_touch(const hem_mesh *mesh, uint32_t edge_a, uint32_t edge_b);
bool feature_oracle_vertex_touches(const hem_mesh *mesh, uint32_t vertex, uint32_t face);

/* The box around some vertices of a side, and whether two have a point in common. */
typedef struct feature_box {
    float low[3], high[3];
    uint32_t feature;
} feature_box;

feature_box feature_oracle_box(const hem_side *side, const uint32_t *vertices, uint32_t count,
                               uint32_t feature);
bool feature_oracle_boxes_meet(const feature_box *a, const feature_box *b);

/* The boxes of all faces, and of all edges, by ascending low x; to be freed. */
feature_box *feature_oracle_face_boxes(const hem_side *side);
feature_box *feature_oracle_edge_boxes(const hem_side *side);

/* Every edge with every face, in the order of hem_crossings. Returns how many cross; no more than
 * `room` are written. `edges_of_a` receives how many are edges of a. */
uint32_t feature_oracle_crossings(const hem_side *a, const hem_side *b, hem_pair *out,
                                  uint32_t room, uint32_t *edges_of_a);

#endif

/* What the passes over features must find, by looking at every pair of features: boxes first, then
 * exact signs. Slow, simple, and without a look at trees, representatives and orphan pairs. */
#ifndef HEM_FEATURE_ORACLE_H
#define HEM_FEATURE_ORACLE_H

#include "hem/crossings.h"

/* Do two features of one body have a vertex in common? */
bool feature_oracle_edge_touches(const hem_mesh *mesh, uint32_t edge, uint32_t face);
bool feature_oracle_edges_touch(const hem_mesh *mesh, uint32_t edge_a, uint32_t edge_b);
bool feature_oracle_vertex_touches(const hem_mesh *mesh, uint32_t vertex, uint32_t face);

/* Every edge with every face, in the order of hem_crossings. Returns how many cross; no more than
 * `room` are written. `edges_of_a` receives how many are edges of a. */
uint32_t feature_oracle_crossings(const hem_side *a, const hem_side *b, hem_pair *out,
                                  uint32_t room, uint32_t *edges_of_a);

#endif

/* The hits that a continuous pass must find, by asking the library's own test about every pair of
 * features, each in the order of points that the pass has; and whether a hit is true, by exact
 * arithmetic. Slow, simple, and without a look at trees, representatives and orphan pairs. */
#ifndef HEM_HIT_ORACLE_H
#define HEM_HIT_ORACLE_H

#include "ccd_oracle.h"
#include "hem/continuous.h"

/* Every vertex with every face and every edge with every edge, in the order of hem_continuous. No
 * more than `room` are written. Of large bodies, pairs whose boxes over the motion are far apart
 * are not asked about. */
uint32_t hit_oracle_find(const hem_continuous_in *in, hem_hit *out, uint32_t room);

/* Less, equal or greater than zero by time, kind, first and second; and by the last three. */
int hit_oracle_compare(const void *a, const void *b);
int hit_oracle_compare_features(const void *a, const void *b);

/* The query of a hit: its points on the grid, in the order of the pass. */
hem_ccd_in hit_oracle_query(const hem_continuous_in *in, const hem_hit *hit);

/* Do the features of a hit truly come within its separation after the start? */
bool hit_oracle_is_true(const hem_continuous_in *in, const hem_hit *hit);

/* Is one of the four vertices of a hit among the marked ones of the pass? */
bool hit_oracle_is_marked(const hem_continuous_in *in, const hem_hit *hit);

/* A hit as it is when a and b change places. */
hem_hit hit_oracle_turned(hem_hit hit);

#endif

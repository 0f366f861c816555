/* Queries of feature pairs, four at a time into vector lanes. */
#ifndef HEM_DETECT_QUERY_LANES_H
#define HEM_DETECT_QUERY_LANES_H

#include "detect/feature_search.h"
#include "narrow/closest.h"

/* Of `count` queries the first four; where there are fewer, the last one again. */
static inline hem_points_4 hem_query_lanes(const float (*points)[4], const hem_feature_query *query,
                                           uint32_t count)
{
    hem_points_4 lanes;
    for (uint32_t k = 0; k < 4; k++) {
        hem_f4 row[4];
        for (uint32_t lane = 0; lane < 4; lane++) {
            const hem_feature_query *own = query + (lane < count ? lane : count - 1u);
            row[lane] = hem_f4_load(points[own->point[k]]);
        }
        hem_f4_transpose(row);
        hem_f4_store(&lanes.x[k][0], row[0]);
        hem_f4_store(&lanes.y[k][0], row[1]);
        hem_f4_store(&lanes.z[k][0], row[2]);
    }
    return lanes;
}

#endif

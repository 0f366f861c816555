/* The two points of an impact in vectors of rows: what they differ by, and what acts on both. */
#ifndef HEM_CLOTH_ROW_POINTS_H
#define HEM_CLOTH_ROW_POINTS_H

#include "base/vec3.h"
#include "cloth/system.h"

/* What the two points differ by in a vector of rows. */
static inline hem_vec3 hem_row_between(const hem_impact *impact, const hem_row *rows)
{
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < 4; k++) {
        const hem_row *row = &rows[impact->vertex[k]];
        sum = hem_add_scaled(sum, impact->weight[k], (hem_vec3){row->x, row->y, row->z});
    }
    return sum;
}

/* How far the two points have gone apart since the start, along the normal. */
static inline float hem_row_gone(const hem_cloth_system *system, const hem_impact *impact)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < 4; k++) {
        const hem_row *row = &system->product[impact->vertex[k]];
        hem_vec3 way = hem_sub((hem_vec3){row->x, row->y, row->z},
                               system->in->motion.start[impact->vertex[k]]);
        sum = sum + impact->weight[k] * hem_dot(impact->normal, way);
    }
    return sum;
}

static inline void hem_row_spread(const hem_impact *impact, hem_vec3 on, hem_row *rows)
{
    for (uint32_t k = 0; k < 4; k++) {
        hem_row *row = &rows[impact->vertex[k]];
        row->x = row->x + impact->weight[k] * on.x;
        row->y = row->y + impact->weight[k] * on.y;
        row->z = row->z + impact->weight[k] * on.z;
    }
}

/* along n n^T + across (I - n n^T), times a vector. */
static inline hem_vec3 hem_row_weigh(hem_vec3 normal, float along, float across, hem_vec3 vector)
{
    float part = (along - across) * hem_dot(normal, vector);
    return hem_add_scaled(hem_scale(across, vector), part, normal);
}

#endif

/* Rows of four triangles' corners as vectors in lanes, and back. */
#ifndef HEM_CLOTH_GATHER_4_H
#define HEM_CLOTH_GATHER_4_H

#include "base/vec3.h"
#include "cloth/system.h"
#include "narrow/vector_4.h"

static inline hem_f4 hem_row_load(const hem_row *row)
{
    return hem_f4_load(hem_row_numbers(row));
}

static inline void hem_row_store(hem_row *row, hem_f4 value)
{
    hem_f4_store((float *)(void *)row, value);
}

static inline hem_vector_4 hem_scale_4(hem_f4 scale, const hem_vector_4 *a)
{
    return (hem_vector_4){hem_f4_mul(scale, a->x), hem_f4_mul(scale, a->y),
                          hem_f4_mul(scale, a->z)};
}

/* a += scale b */
static inline void hem_add_scaled_4(hem_vector_4 *a, hem_f4 scale, const hem_vector_4 *b)
{
    a->x = hem_f4_add(a->x, hem_f4_mul(scale, b->x));
    a->y = hem_f4_add(a->y, hem_f4_mul(scale, b->y));
    a->z = hem_f4_add(a->z, hem_f4_mul(scale, b->z));
}

/* How many triangles there are of four from t on. */
static inline uint32_t hem_lanes_4(uint32_t t, uint32_t count)
{
    return count - t < 4u ? count - t : 4u;
}

/* The corners of four triangles from t on; where there are fewer, the last one stands for the rest,
 * in `tail`. */
static inline const uint32_t *hem_corners_4(const uint32_t *triangles, uint32_t t, uint32_t count,
                                            uint32_t tail[12])
{
    if (t + 4u <= count) {
        return triangles + 3u * (size_t)t;
    }
    for (uint32_t lane = 0; lane < 4; lane++) {
        uint32_t from = t + lane < count ? t + lane : count - 1u;
        for (uint32_t k = 0; k < 3; k++) {
            tail[3u * lane + k] = triangles[3u * (size_t)from + k];
        }
    }
    return tail;
}

/* Corner k of four triangles. */
static inline hem_vector_4 hem_gather_4(const hem_row *rows, const uint32_t *corners, uint32_t k)
{
    hem_f4 row[4] = {hem_row_load(&rows[corners[k]]), hem_row_load(&rows[corners[3u + k]]),
                     hem_row_load(&rows[corners[6u + k]]), hem_row_load(&rows[corners[9u + k]])};
    hem_f4_transpose(row);
    return (hem_vector_4){row[0], row[1], row[2]};
}

/* Adds to corner k of the first so many of four triangles, in order. */
static inline void hem_scatter_4(hem_row *rows, const uint32_t *corners, uint32_t k,
                                 const hem_vector_4 *value, uint32_t lanes)
{
    hem_f4 row[4] = {value->x, value->y, value->z, hem_f4_zero()};
    hem_f4_transpose(row);
    for (uint32_t lane = 0; lane < lanes; lane++) {
        hem_row *to = &rows[corners[3u * lane + k]];
        hem_row_store(to, hem_f4_add(hem_row_load(to), row[lane]));
    }
}

#endif

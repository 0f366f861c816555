/* Arithmetic on whole arrays of rows, one for each vertex: the steps of conjugate gradients. */
#ifndef HEM_CLOTH_ROWS_H
#define HEM_CLOTH_ROWS_H

#include "base/sum.h"
#include "cloth/gather_4.h"
#include "cloth/guide.h"

static inline float hem_rows_inner(const hem_cloth_system *system, const hem_row *a,
                                   const hem_row *b)
{
    return hem_sum_products(hem_row_numbers(a), hem_row_numbers(b),
                            4u * system->in->motion.vertex_count);
}

/* to += scale from, in all rows. */
static inline void hem_rows_add(const hem_cloth_system *system, hem_row *to, float scale,
                                const hem_row *from)
{
    hem_f4 factor = hem_f4_splat(scale);
    for (uint32_t v = 0; v < system->in->motion.vertex_count; v++) {
        hem_row_store(&to[v],
                      hem_f4_add(hem_row_load(&to[v]), hem_f4_mul(factor, hem_row_load(&from[v]))));
    }
}

/* The sum of so many rows, in the shape of hem_sum. */
static inline hem_f4 hem_rows_sum(const hem_row *rows, uint32_t count)
{
    hem_f4 total = hem_f4_zero();
    for (uint32_t begin = 0; begin < count; begin += HEM_SUM_CHUNK / 4u) {
        uint32_t end = count - begin < HEM_SUM_CHUNK / 4u ? count : begin + HEM_SUM_CHUNK / 4u;
        hem_f4 sum = hem_f4_zero();
        for (uint32_t v = begin; v < end; v++) {
            sum = hem_f4_add(sum, hem_row_load(&rows[v]));
        }
        total = hem_f4_add(total, sum);
    }
    return total;
}

/* Goes once along the direction, whose product is known, by as much as serves best. Returns the
 * direction's product with it. */
static inline float hem_rows_go_along(const hem_cloth_system *system)
{
    hem_guides_filter(system, system->product);
    float gain = hem_rows_inner(system, system->direction, system->residual);
    float cost = hem_rows_inner(system, system->direction, system->product);
    if (cost > 0.0f) {
        hem_rows_add(system, system->change, gain / cost, system->direction);
        hem_rows_add(system, system->residual, -(gain / cost), system->product);
    }
    return cost;
}

#endif

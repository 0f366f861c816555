/* Vectors of four queries, one a lane, for the tests that run in lanes. */
#ifndef HEM_NARROW_VECTOR_4_H
#define HEM_NARROW_VECTOR_4_H

#include "base/simd.h"

typedef struct hem_vector_4 {
    hem_f4 x, y, z;
} hem_vector_4;

static inline hem_vector_4 hem_sub_4(const hem_vector_4 *a, const hem_vector_4 *b)
{
    return (hem_vector_4){hem_f4_sub(a->x, b->x), hem_f4_sub(a->y, b->y), hem_f4_sub(a->z, b->z)};
}

static inline hem_f4 hem_dot_4(const hem_vector_4 *a, const hem_vector_4 *b)
{
    return hem_f4_add(hem_f4_add(hem_f4_mul(a->x, b->x), hem_f4_mul(a->y, b->y)),
                      hem_f4_mul(a->z, b->z));
}

static inline hem_vector_4 hem_cross_4(const hem_vector_4 *a, const hem_vector_4 *b)
{
    return (hem_vector_4){hem_f4_sub(hem_f4_mul(a->y, b->z), hem_f4_mul(a->z, b->y)),
                          hem_f4_sub(hem_f4_mul(a->z, b->x), hem_f4_mul(a->x, b->z)),
                          hem_f4_sub(hem_f4_mul(a->x, b->y), hem_f4_mul(a->y, b->x))};
}

/* The sum of the magnitudes of the components. */
static inline hem_f4 hem_weight_4(const hem_vector_4 *a)
{
    return hem_f4_add(hem_f4_add(hem_f4_abs(a->x), hem_f4_abs(a->y)), hem_f4_abs(a->z));
}

#endif

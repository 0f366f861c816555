/* A float under the names of the vector lanes of base/simd.h, so that arithmetic that is written
 * once for any number of lanes (closest_kernel.h, near_kernel.h) can be compiled for one. */
#ifndef HEM_NARROW_ONE_LANE_H
#define HEM_NARROW_ONE_LANE_H

#include "base/real.h"
#include "base/simd.h"

typedef float hem_f1;
typedef bool hem_m1;

static inline hem_f1 hem_f1_splat(float a)
{
    return a;
}

static inline hem_f1 hem_f1_add(hem_f1 a, hem_f1 b)
{
    return a + b;
}

static inline hem_f1 hem_f1_sub(hem_f1 a, hem_f1 b)
{
    return a - b;
}

static inline hem_f1 hem_f1_mul(hem_f1 a, hem_f1 b)
{
    return a * b;
}

static inline hem_f1 hem_f1_div(hem_f1 a, hem_f1 b)
{
    return a / b;
}

static inline hem_f1 hem_f1_min(hem_f1 a, hem_f1 b)
{
    return hem_min(a, b);
}

static inline hem_f1 hem_f1_max(hem_f1 a, hem_f1 b)
{
    return hem_max(a, b);
}

static inline hem_m1 hem_f1_lt(hem_f1 a, hem_f1 b)
{
    return a < b;
}

static inline hem_m1 hem_f1_le(hem_f1 a, hem_f1 b)
{
    return a <= b;
}

static inline hem_f1 hem_f1_abs(hem_f1 a)
{
    return hem_abs(a);
}

static inline hem_f1 hem_f1_sqrt(hem_f1 a)
{
    return hem_sqrt(a);
}

static inline hem_m1 hem_m1_and(hem_m1 a, hem_m1 b)
{
    return a && b;
}

static inline hem_m1 hem_m1_or(hem_m1 a, hem_m1 b)
{
    return a || b;
}

static inline hem_f1 hem_f1_select(hem_m1 mask, hem_f1 a, hem_f1 b)
{
    return mask ? a : b;
}

#endif

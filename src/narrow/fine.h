/* Numbers with twice the digits of a float: unevaluated sums of two floats, in four lanes.
 *
 * Sums and products of two floats are exact as such sums (Knuth, Dekker), as long as nothing
 * overflows or underflows; operations on such sums round only their low parts. */
#ifndef HEM_NARROW_FINE_H
#define HEM_NARROW_FINE_H

#include "base/simd.h"

/* The low part is at most a few units of the last place of the high one. */
typedef struct hem_fine {
    hem_f4 high, low;
} hem_fine;

typedef struct hem_fine_vector {
    hem_fine x, y, z;
} hem_fine_vector;

static inline hem_f4 hem_fine_negative(hem_f4 a)
{
    return hem_f4_sub(hem_f4_zero(), a);
}

/* a + b, exactly. */
static inline hem_fine hem_fine_of_sum(hem_f4 a, hem_f4 b)
{
    hem_f4 high = hem_f4_add(a, b);
    hem_f4 b_part = hem_f4_sub(high, a);
    hem_f4 a_part = hem_f4_sub(high, b_part);
    return (hem_fine){high, hem_f4_add(hem_f4_sub(a, a_part), hem_f4_sub(b, b_part))};
}

/* a - b, exactly. */
static inline hem_fine hem_fine_of_difference(hem_f4 a, hem_f4 b)
{
    return hem_fine_of_sum(a, hem_fine_negative(b));
}

/* The leading 12 bits of each number; what is left has 12 bits or less, too. */
static inline hem_f4 hem_fine_leading(hem_f4 a)
{
    hem_f4 much = hem_f4_mul(hem_f4_splat(4097.0f), a);
    return hem_f4_sub(much, hem_f4_sub(much, a));
}

/* a b, exactly. */
static inline hem_fine hem_fine_of_product(hem_f4 a, hem_f4 b)
{
    hem_f4 high = hem_f4_mul(a, b);
    hem_f4 a1 = hem_fine_leading(a), b1 = hem_fine_leading(b);
    hem_f4 a2 = hem_f4_sub(a, a1), b2 = hem_f4_sub(b, b1);
    hem_f4 rest = hem_f4_sub(hem_f4_mul(a1, b1), high);
    rest = hem_f4_add(hem_f4_add(rest, hem_f4_mul(a1, b2)), hem_f4_mul(a2, b1));
    return (hem_fine){high, hem_f4_add(rest, hem_f4_mul(a2, b2))};
}

/* a b without the product of the low parts. */
static inline hem_fine hem_fine_product(const hem_fine *a, const hem_fine *b)
{
    hem_fine high = hem_fine_of_product(a->high, b->high);
    hem_f4 mixed = hem_f4_add(hem_f4_mul(a->high, b->low), hem_f4_mul(a->low, b->high));
    return (hem_fine){high.high, hem_f4_add(high.low, mixed)};
}

static inline hem_fine hem_fine_difference(const hem_fine *a, const hem_fine *b)
{
    hem_fine high = hem_fine_of_difference(a->high, b->high);
    return hem_fine_of_sum(high.high, hem_f4_add(high.low, hem_f4_sub(a->low, b->low)));
}

/* start + time (end - start) */
static inline hem_fine hem_fine_mean(const hem_fine *start, const hem_fine *end, hem_f4 time)
{
    hem_fine way = hem_fine_difference(end, start);
    hem_fine part = hem_fine_of_product(time, way.high);
    hem_f4 low = hem_f4_add(part.low, hem_f4_mul(time, way.low));
    hem_fine high = hem_fine_of_sum(start->high, part.high);
    return hem_fine_of_sum(high.high, hem_f4_add(hem_f4_add(start->low, low), high.low));
}

#endif

/* Sums over many floats, in one shape everywhere: chunks of 256, four strided lanes in a chunk,
 * (l0 + l1) + (l2 + l3), chunk results added in order. Scalar code, vector code and several threads
 * that each take whole chunks then agree to the last bit. */
#ifndef HEM_BASE_SUM_H
#define HEM_BASE_SUM_H

#include "base/real.h"

#define HEM_SUM_CHUNK 256u

/* The sum of one chunk of at most HEM_SUM_CHUNK values. */
float hem_sum_chunk(const float *values, uint32_t count);

/* The sum of all values; +0 for none. */
float hem_sum(const float *values, uint32_t count);

/* The sum of the products a[i] b[i], each rounded once, in the same shape. */
float hem_sum_products(const float *a, const float *b, uint32_t count);

#endif

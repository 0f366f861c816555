/* Single-precision arithmetic with one meaning on every machine: min, max, bits; with
 * simd.h, a square root rounded as IEEE 754 asks. The library may not be built with options that
 * change what a float expression means. */
#ifndef HEM_BASE_REAL_H
#define HEM_BASE_REAL_H

#include "hem/types.h"
#include "base/simd.h"

#include <float.h>
#include <string.h>

#if defined(__FAST_MATH__) || defined(_M_FP_FAST) || defined(__NO_SIGNED_ZEROS__) || \
    defined(__RECIPROCAL_MATH__) || defined(__ASSOCIATIVE_MATH__) ||                 \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "Hem needs exact float semantics: build without -ffast-math and without /fp:fast"
#endif
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "Hem needs float expressions evaluated as float: on x86 build with -msse2 -mfpmath=sse"
#endif

/* The operand order is part of the meaning: with NaN or zeros of two signs, b is the answer. */
static inline float hem_min(float a, float b)
{
    return a < b ? a : b;
}

static inline float hem_max(float a, float b)
{
    return a > b ? a : b;
}

static inline float hem_abs(float a)
{
    return a < 0.0f ? -a : a + 0.0f;
}

static inline uint32_t hem_float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float hem_bits_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline bool hem_is_finite(float value)
{
    return (hem_float_bits(value) & 0x7F800000u) != 0x7F800000u;
}

/* A key that sorts as the float does: -inf < ... < -0 < +0 < ... < +inf. */
static inline uint32_t hem_float_key(float value)
{
    uint32_t bits = hem_float_bits(value);
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

#endif

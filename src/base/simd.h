/* The only way to vector instructions: four floats, a mask of four, and eight 16-bit integers, each
 * lane doing what scalar code does. SSE2, AArch64 NEON, wasm SIMD128, or plain C; -DHEM_SCALAR
 * forces plain C.
 *
 *   hem_f4_zero splat load store          unaligned addresses are fine
 *   hem_f4_add sub mul div sqrt abs       as the scalar operators and hem_sqrt
 *   hem_f4_min max                        a < b ? a : b and a > b ? a : b
 *   hem_f4_lt le, hem_m4_and or           false where an operand is NaN
 *   hem_m4_bits                           one bit a lane, lane 0 lowest
 *   hem_f4_select                         mask ? a : b
 *   hem_f4_transpose                      four of them, rows for columns
 *   hem_s8_splat load store add sub min max or and    add and sub wrap around
 *   hem_s8_transpose                      eight of them, rows for columns
 *   hem_s8_cut                            eight floats under 2^31, cut to the low 16 bits
 *   hem_s8_equal_bits negative_bits       one bit a lane, lane 0 lowest
 *   hem_lowest_bit                        of a word that is not zero
 *   hem_prefetch                          a hint, nothing more
 *
 * Armv7 NEON is left out on purpose: it flushes denormals. Approximate reciprocals differ between
 * machines and are left out as well. */
#ifndef HEM_BASE_SIMD_H
#define HEM_BASE_SIMD_H

#include "hem/types.h"

#if defined(HEM_SCALAR)
#define HEM_SIMD_NAME "scalar"
#elif defined(__SSE2__) || defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 2)
#define HEM_SIMD_SSE2 1
#define HEM_SIMD_NAME "SSE2"
#include "base/simd_sse2.h"
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define HEM_SIMD_NEON 1
#define HEM_SIMD_NAME "NEON"
#include "base/simd_neon.h"
#elif defined(__wasm_simd128__)
#define HEM_SIMD_WASM 1
#define HEM_SIMD_NAME "SIMD128"
#include "base/simd_wasm.h"
#else
#define HEM_SIMD_NAME "scalar"
#endif

/* Tells the machine that memory will be read soon, where it can be told. Changes nothing else. */
static inline void hem_prefetch(const void *place)
{
#if defined(HEM_SIMD_SSE2)
    _mm_prefetch((const char *)place, _MM_HINT_T0);
#elif (defined(__GNUC__) || defined(__clang__)) && !defined(HEM_SCALAR)
    __builtin_prefetch(place);
#else
    (void)place;
#endif
}

/* The place of the lowest bit of a word that is not zero. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(HEM_SCALAR)
static inline uint32_t hem_lowest_bit(uint32_t word)
{
    return (uint32_t)__builtin_ctz(word);
}
#else
static inline uint32_t hem_lowest_bit(uint32_t word)
{
    static const uint8_t place[37] = {32, 0, 1,  26, 2,  23, 27, 0,  3,  16, 24, 30, 28,
                                      11, 0, 13, 4,  7,  17, 0,  25, 22, 31, 15, 29, 10,
                                      12, 6, 0,  21, 14, 9,  5,  20, 8,  19, 18};
    return place[(word & (0u - word)) % 37u];
}
#endif

/* The machine's square root, where there is one that cannot become a call into libm. */
#if defined(HEM_SIMD_SSE2)
#define HEM_HAS_SQRT 1
static inline float hem_machine_sqrt(float value)
{
    return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(value)));
}
#elif defined(HEM_SIMD_NEON)
#define HEM_HAS_SQRT 1
static inline float hem_machine_sqrt(float value)
{
    return vget_lane_f32(vsqrt_f32(vdup_n_f32(value)), 0);
}
#elif defined(HEM_SIMD_WASM)
#define HEM_HAS_SQRT 1
static inline float hem_machine_sqrt(float value)
{
    return wasm_f32x4_extract_lane(wasm_f32x4_sqrt(wasm_f32x4_splat(value)), 0);
}
#elif !defined(HEM_SCALAR) && defined(__NO_MATH_ERRNO__) && \
    ((defined(__ARM_FP) && (__ARM_FP & 4)) || defined(__riscv_fsqrt) || defined(__wasm__))
#define HEM_HAS_SQRT 1
static inline float hem_machine_sqrt(float value)
{
    return __builtin_sqrtf(value);
}
#endif

/* Square root in integer arithmetic, rounded to nearest even: what hem_sqrt does where the machine
 * has no such instruction, and the measure for machines that have one. */
float hem_sqrt_portable(float value);

/* Square root, rounded to nearest even; NaN below zero, -0 for -0. */
static inline float hem_sqrt(float value)
{
#if defined(HEM_HAS_SQRT)
    return hem_machine_sqrt(value);
#else
    return hem_sqrt_portable(value);
#endif
}

#if !defined(HEM_SIMD_SSE2) && !defined(HEM_SIMD_NEON) && !defined(HEM_SIMD_WASM)
#include "base/simd_plain.h"

static inline hem_f4 hem_f4_sqrt(hem_f4 a)
{
    for (int i = 0; i < 4; i++) {
        a.lane[i] = hem_sqrt(a.lane[i]);
    }
    return a;
}

static inline hem_f4 hem_f4_abs(hem_f4 a)
{
    for (int i = 0; i < 4; i++) {
        a.lane[i] = a.lane[i] < 0.0f ? -a.lane[i] : a.lane[i] + 0.0f;
    }
    return a;
}
#endif

#endif

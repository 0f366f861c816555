/* The only place with intrinsics: four floats that do in each lane what scalar code does, and the
 * machine's square root. SSE2, AArch64 NEON, wasm SIMD128, or plain C; -DHEM_SCALAR forces C.
 *
 * ARMv7 NEON is left out on purpose: it flushes denormals. Approximate reciprocals differ between
 * machines and are left out as well. */
#ifndef HEM_BASE_SIMD_H
#define HEM_BASE_SIMD_H

#include "hem/types.h"

#if defined(HEM_SCALAR)
#define HEM_SIMD_NAME "scalar"
#elif defined(__SSE2__) || defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 2)
#define HEM_SIMD_SSE2 1
#define HEM_SIMD_NAME "SSE2"
#include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define HEM_SIMD_NEON 1
#define HEM_SIMD_NAME "NEON"
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#define HEM_SIMD_WASM 1
#define HEM_SIMD_NAME "SIMD128"
#include <wasm_simd128.h>
#else
#define HEM_SIMD_NAME "scalar"
#endif

#if defined(HEM_SIMD_SSE2)

typedef __m128 hem_f4;

static inline hem_f4 hem_f4_zero(void)
{
    return _mm_setzero_ps();
}

static inline hem_f4 hem_f4_load(const float *from)
{
    return _mm_loadu_ps(from);
}

static inline void hem_f4_store(float *to, hem_f4 a)
{
    _mm_storeu_ps(to, a);
}

static inline hem_f4 hem_f4_add(hem_f4 a, hem_f4 b)
{
    return _mm_add_ps(a, b);
}

static inline hem_f4 hem_f4_mul(hem_f4 a, hem_f4 b)
{
    return _mm_mul_ps(a, b);
}

#elif defined(HEM_SIMD_NEON)

typedef float32x4_t hem_f4;

static inline hem_f4 hem_f4_zero(void)
{
    return vdupq_n_f32(0.0f);
}

static inline hem_f4 hem_f4_load(const float *from)
{
    return vld1q_f32(from);
}

static inline void hem_f4_store(float *to, hem_f4 a)
{
    vst1q_f32(to, a);
}

static inline hem_f4 hem_f4_add(hem_f4 a, hem_f4 b)
{
    return vaddq_f32(a, b);
}

static inline hem_f4 hem_f4_mul(hem_f4 a, hem_f4 b)
{
    return vmulq_f32(a, b);
}

#elif defined(HEM_SIMD_WASM)

typedef v128_t hem_f4;

static inline hem_f4 hem_f4_zero(void)
{
    return wasm_f32x4_const_splat(0.0f);
}

static inline hem_f4 hem_f4_load(const float *from)
{
    return wasm_v128_load(from);
}

static inline void hem_f4_store(float *to, hem_f4 a)
{
    wasm_v128_store(to, a);
}

static inline hem_f4 hem_f4_add(hem_f4 a, hem_f4 b)
{
    return wasm_f32x4_add(a, b);
}

static inline hem_f4 hem_f4_mul(hem_f4 a, hem_f4 b)
{
    return wasm_f32x4_mul(a, b);
}

#else

typedef struct hem_f4 {
    float lane[4];
} hem_f4;

static inline hem_f4 hem_f4_zero(void)
{
    return (hem_f4){{0.0f, 0.0f, 0.0f, 0.0f}};
}

static inline hem_f4 hem_f4_load(const float *from)
{
    return (hem_f4){{from[0], from[1], from[2], from[3]}};
}

static inline void hem_f4_store(float *to, hem_f4 a)
{
    for (int i = 0; i < 4; i++) {
        to[i] = a.lane[i];
    }
}

static inline hem_f4 hem_f4_add(hem_f4 a, hem_f4 b)
{
    for (int i = 0; i < 4; i++) {
        a.lane[i] = a.lane[i] + b.lane[i];
    }
    return a;
}

static inline hem_f4 hem_f4_mul(hem_f4 a, hem_f4 b)
{
    for (int i = 0; i < 4; i++) {
        a.lane[i] = a.lane[i] * b.lane[i];
    }
    return a;
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

#endif

/* Four floats and eight 16-bit integers: the SSE2 form. See simd.h. */
#ifndef HEM_BASE_SIMD_SSE2_H
#define HEM_BASE_SIMD_SSE2_H

#include "hem/types.h"

#include <emmintrin.h>

typedef __m128 hem_f4;
typedef __m128 hem_m4;
typedef __m128i hem_s8;

static inline hem_f4 hem_f4_zero(void)
{
    return _mm_setzero_ps();
}

static inline hem_f4 hem_f4_splat(float a)
{
    return _mm_set1_ps(a);
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

static inline hem_f4 hem_f4_sub(hem_f4 a, hem_f4 b)
{
    return _mm_sub_ps(a, b);
}

static inline hem_f4 hem_f4_mul(hem_f4 a, hem_f4 b)
{
    return _mm_mul_ps(a, b);
}

static inline hem_f4 hem_f4_div(hem_f4 a, hem_f4 b)
{
    return _mm_div_ps(a, b);
}

static inline hem_f4 hem_f4_min(hem_f4 a, hem_f4 b)
{
    return _mm_min_ps(a, b);
}

static inline hem_f4 hem_f4_max(hem_f4 a, hem_f4 b)
{
    return _mm_max_ps(a, b);
}

static inline hem_f4 hem_f4_sqrt(hem_f4 a)
{
    return _mm_sqrt_ps(a);
}

static inline hem_f4 hem_f4_abs(hem_f4 a)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}

static inline hem_m4 hem_f4_lt(hem_f4 a, hem_f4 b)
{
    return _mm_cmplt_ps(a, b);
}

static inline hem_m4 hem_f4_le(hem_f4 a, hem_f4 b)
{
    return _mm_cmple_ps(a, b);
}

static inline hem_m4 hem_m4_and(hem_m4 a, hem_m4 b)
{
    return _mm_and_ps(a, b);
}

static inline hem_m4 hem_m4_or(hem_m4 a, hem_m4 b)
{
    return _mm_or_ps(a, b);
}

static inline uint32_t hem_m4_bits(hem_m4 a)
{
    return (uint32_t)_mm_movemask_ps(a);
}

static inline hem_f4 hem_f4_select(hem_m4 mask, hem_f4 a, hem_f4 b)
{
    return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
}

static inline void hem_f4_transpose(hem_f4 row[4])
{
    __m128 low_01 = _mm_unpacklo_ps(row[0], row[1]), high_01 = _mm_unpackhi_ps(row[0], row[1]);
    __m128 low_23 = _mm_unpacklo_ps(row[2], row[3]), high_23 = _mm_unpackhi_ps(row[2], row[3]);
    row[0] = _mm_movelh_ps(low_01, low_23);
    row[1] = _mm_movehl_ps(low_23, low_01);
    row[2] = _mm_movelh_ps(high_01, high_23);
    row[3] = _mm_movehl_ps(high_23, high_01);
}

static inline hem_s8 hem_s8_splat(int16_t a)
{
    return _mm_set1_epi16(a);
}

static inline hem_s8 hem_s8_load(const int16_t *from)
{
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}

static inline void hem_s8_store(int16_t *to, hem_s8 a)
{
    _mm_storeu_si128((__m128i *)(void *)to, a);
}

static inline hem_s8 hem_s8_sub(hem_s8 a, hem_s8 b)
{
    return _mm_sub_epi16(a, b);
}

static inline hem_s8 hem_s8_max(hem_s8 a, hem_s8 b)
{
    return _mm_max_epi16(a, b);
}

static inline hem_s8 hem_s8_or(hem_s8 a, hem_s8 b)
{
    return _mm_or_si128(a, b);
}

static inline hem_s8 hem_s8_and(hem_s8 a, hem_s8 b)
{
    return _mm_and_si128(a, b);
}

static inline uint32_t hem_s8_equal_bits(hem_s8 a, hem_s8 b)
{
    __m128i equal = _mm_cmpeq_epi16(a, b);
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(equal, _mm_setzero_si128()));
}

static inline uint32_t hem_s8_negative_bits(hem_s8 a)
{
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(a, _mm_setzero_si128()));
}

static inline hem_s8 hem_s8_cut(hem_f4 a, hem_f4 b)
{
    __m128i low = _mm_srai_epi32(_mm_slli_epi32(_mm_cvttps_epi32(a), 16), 16);
    __m128i high = _mm_srai_epi32(_mm_slli_epi32(_mm_cvttps_epi32(b), 16), 16);
    return _mm_packs_epi32(low, high);
}

static inline hem_s8 hem_s8_min(hem_s8 a, hem_s8 b)
{
    return _mm_min_epi16(a, b);
}

static inline hem_s8 hem_s8_add(hem_s8 a, hem_s8 b)
{
    return _mm_add_epi16(a, b);
}

static inline void hem_s8_transpose(hem_s8 row[8])
{
    __m128i pair[8], four[8];
    for (int i = 0; i < 4; i++) {
        pair[2 * i] = _mm_unpacklo_epi16(row[2 * i], row[2 * i + 1]);
        pair[2 * i + 1] = _mm_unpackhi_epi16(row[2 * i], row[2 * i + 1]);
    }
    for (int i = 0; i < 2; i++) {
        four[4 * i] = _mm_unpacklo_epi32(pair[4 * i], pair[4 * i + 2]);
        four[4 * i + 1] = _mm_unpackhi_epi32(pair[4 * i], pair[4 * i + 2]);
        four[4 * i + 2] = _mm_unpacklo_epi32(pair[4 * i + 1], pair[4 * i + 3]);
        four[4 * i + 3] = _mm_unpackhi_epi32(pair[4 * i + 1], pair[4 * i + 3]);
    }
    for (int i = 0; i < 4; i++) {
        row[2 * i] = _mm_unpacklo_epi64(four[i], four[4 + i]);
        row[2 * i + 1] = _mm_unpackhi_epi64(four[i], four[4 + i]);
    }
}

#endif

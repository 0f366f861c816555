/* Four floats and eight 16-bit integers: the AArch64 NEON form. See simd.h. */
#ifndef HEM_BASE_SIMD_NEON_H
#define HEM_BASE_SIMD_NEON_H

#include "hem/types.h"

#include <arm_neon.h>

typedef float32x4_t hem_f4;
typedef uint32x4_t hem_m4;
typedef int16x8_t hem_s8;

static inline hem_f4 hem_f4_zero(void)
{
    return vdupq_n_f32(0.0f);
}

static inline hem_f4 hem_f4_splat(float a)
{
    return vdupq_n_f32(a);
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

static inline hem_f4 hem_f4_sub(hem_f4 a, hem_f4 b)
{
    return vsubq_f32(a, b);
}

static inline hem_f4 hem_f4_mul(hem_f4 a, hem_f4 b)
{
    return vmulq_f32(a, b);
}

static inline hem_f4 hem_f4_div(hem_f4 a, hem_f4 b)
{
    return vdivq_f32(a, b);
}

static inline hem_f4 hem_f4_min(hem_f4 a, hem_f4 b)
{
    return vbslq_f32(vcltq_f32(a, b), a, b);
}

static inline hem_f4 hem_f4_max(hem_f4 a, hem_f4 b)
{
    return vbslq_f32(vcgtq_f32(a, b), a, b);
}

static inline hem_f4 hem_f4_sqrt(hem_f4 a)
{
    return vsqrtq_f32(a);
}

static inline hem_f4 hem_f4_abs(hem_f4 a)
{
    return vabsq_f32(a);
}

static inline hem_m4 hem_f4_lt(hem_f4 a, hem_f4 b)
{
    return vcltq_f32(a, b);
}

static inline hem_m4 hem_f4_le(hem_f4 a, hem_f4 b)
{
    return vcleq_f32(a, b);
}

static inline hem_m4 hem_m4_and(hem_m4 a, hem_m4 b)
{
    return vandq_u32(a, b);
}

static inline hem_m4 hem_m4_or(hem_m4 a, hem_m4 b)
{
    return vorrq_u32(a, b);
}

static inline uint32_t hem_m4_bits(hem_m4 a)
{
    const uint32_t weight[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(a, vld1q_u32(weight)));
}

static inline hem_f4 hem_f4_select(hem_m4 mask, hem_f4 a, hem_f4 b)
{
    return vbslq_f32(mask, a, b);
}

static inline void hem_f4_transpose(hem_f4 row[4])
{
    float32x4_t low_02 = vzip1q_f32(row[0], row[2]), high_02 = vzip2q_f32(row[0], row[2]);
    float32x4_t low_13 = vzip1q_f32(row[1], row[3]), high_13 = vzip2q_f32(row[1], row[3]);
    row[0] = vzip1q_f32(low_02, low_13);
    row[1] = vzip2q_f32(low_02, low_13);
    row[2] = vzip1q_f32(high_02, high_13);
    row[3] = vzip2q_f32(high_02, high_13);
}

static inline hem_s8 hem_s8_splat(int16_t a)
{
    return vdupq_n_s16(a);
}

static inline hem_s8 hem_s8_load(const int16_t *from)
{
    return vld1q_s16(from);
}

static inline void hem_s8_store(int16_t *to, hem_s8 a)
{
    vst1q_s16(to, a);
}

static inline hem_s8 hem_s8_sub(hem_s8 a, hem_s8 b)
{
    return vsubq_s16(a, b);
}

static inline hem_s8 hem_s8_max(hem_s8 a, hem_s8 b)
{
    return vmaxq_s16(a, b);
}

static inline hem_s8 hem_s8_or(hem_s8 a, hem_s8 b)
{
    return vorrq_s16(a, b);
}

static inline hem_s8 hem_s8_and(hem_s8 a, hem_s8 b)
{
    return vandq_s16(a, b);
}

/* One bit a lane, lane 0 lowest. */
static inline uint32_t hem_s8_weigh(uint16x8_t lanes)
{
    const uint16_t weight[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    return vaddvq_u16(vandq_u16(lanes, vld1q_u16(weight)));
}

static inline uint32_t hem_s8_equal_bits(hem_s8 a, hem_s8 b)
{
    return hem_s8_weigh(vceqq_s16(a, b));
}

static inline uint32_t hem_s8_negative_bits(hem_s8 a)
{
    return hem_s8_weigh(vcltzq_s16(a));
}

static inline hem_s8 hem_s8_cut(hem_f4 a, hem_f4 b)
{
    return vcombine_s16(vmovn_s32(vcvtq_s32_f32(a)), vmovn_s32(vcvtq_s32_f32(b)));
}

static inline hem_s8 hem_s8_min(hem_s8 a, hem_s8 b)
{
    return vminq_s16(a, b);
}

static inline hem_s8 hem_s8_add(hem_s8 a, hem_s8 b)
{
    return vaddq_s16(a, b);
}

static inline void hem_s8_transpose(hem_s8 row[8])
{
    int16_t cell[8][8];
    for (int i = 0; i < 8; i++) {
        hem_s8_store(cell[i], row[i]);
    }
    for (int i = 0; i < 8; i++) {
        int16_t column[8];
        for (int j = 0; j < 8; j++) {
            column[j] = cell[j][i];
        }
        row[i] = hem_s8_load(column);
    }
}

#endif

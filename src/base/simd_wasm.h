/* Four floats and eight 16-bit integers: the WebAssembly SIMD128 form. See simd.h. */
#ifndef HEM_BASE_SIMD_WASM_H
#define HEM_BASE_SIMD_WASM_H

#include "hem/types.h"

#include <wasm_simd128.h>

typedef v128_t hem_f4;
typedef v128_t hem_m4;
typedef v128_t hem_s8;

static inline hem_f4 hem_f4_zero(void)
{
    return wasm_f32x4_const_splat(0.0f);
}

static inline hem_f4 hem_f4_splat(float a)
{
    return wasm_f32x4_splat(a);
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

static inline hem_f4 hem_f4_sub(hem_f4 a, hem_f4 b)
{
    return wasm_f32x4_sub(a, b);
}

static inline hem_f4 hem_f4_mul(hem_f4 a, hem_f4 b)
{
    return wasm_f32x4_mul(a, b);
}

static inline hem_f4 hem_f4_div(hem_f4 a, hem_f4 b)
{
    return wasm_f32x4_div(a, b);
}

static inline hem_f4 hem_f4_min(hem_f4 a, hem_f4 b)
{
    return wasm_f32x4_pmin(b, a);
}

static inline hem_f4 hem_f4_max(hem_f4 a, hem_f4 b)
{
    return wasm_f32x4_pmax(b, a);
}

static inline hem_f4 hem_f4_sqrt(hem_f4 a)
{
    return wasm_f32x4_sqrt(a);
}

static inline hem_f4 hem_f4_abs(hem_f4 a)
{
    return wasm_f32x4_abs(a);
}

static inline hem_m4 hem_f4_lt(hem_f4 a, hem_f4 b)
{
    return wasm_f32x4_lt(a, b);
}

static inline hem_m4 hem_f4_le(hem_f4 a, hem_f4 b)
{
    return wasm_f32x4_le(a, b);
}

static inline hem_m4 hem_m4_and(hem_m4 a, hem_m4 b)
{
    return wasm_v128_and(a, b);
}

static inline hem_m4 hem_m4_or(hem_m4 a, hem_m4 b)
{
    return wasm_v128_or(a, b);
}

static inline uint32_t hem_m4_bits(hem_m4 a)
{
    return (uint32_t)wasm_i32x4_bitmask(a);
}

static inline hem_f4 hem_f4_select(hem_m4 mask, hem_f4 a, hem_f4 b)
{
    return wasm_v128_bitselect(a, b, mask);
}

static inline void hem_f4_transpose(hem_f4 row[4])
{
    v128_t low_02 = wasm_i32x4_shuffle(row[0], row[2], 0, 4, 1, 5);
    v128_t high_02 = wasm_i32x4_shuffle(row[0], row[2], 2, 6, 3, 7);
    v128_t low_13 = wasm_i32x4_shuffle(row[1], row[3], 0, 4, 1, 5);
    v128_t high_13 = wasm_i32x4_shuffle(row[1], row[3], 2, 6, 3, 7);
    row[0] = wasm_i32x4_shuffle(low_02, low_13, 0, 4, 1, 5);
    row[1] = wasm_i32x4_shuffle(low_02, low_13, 2, 6, 3, 7);
    row[2] = wasm_i32x4_shuffle(high_02, high_13, 0, 4, 1, 5);
    row[3] = wasm_i32x4_shuffle(high_02, high_13, 2, 6, 3, 7);
}

static inline hem_s8 hem_s8_splat(int16_t a)
{
    return wasm_i16x8_splat(a);
}

static inline hem_s8 hem_s8_load(const int16_t *from)
{
    return wasm_v128_load(from);
}

static inline void hem_s8_store(int16_t *to, hem_s8 a)
{
    wasm_v128_store(to, a);
}

static inline hem_s8 hem_s8_sub(hem_s8 a, hem_s8 b)
{
    return wasm_i16x8_sub(a, b);
}

static inline hem_s8 hem_s8_max(hem_s8 a, hem_s8 b)
{
    return wasm_i16x8_max(a, b);
}

static inline hem_s8 hem_s8_or(hem_s8 a, hem_s8 b)
{
    return wasm_v128_or(a, b);
}

static inline hem_s8 hem_s8_and(hem_s8 a, hem_s8 b)
{
    return wasm_v128_and(a, b);
}

static inline uint32_t hem_s8_equal_bits(hem_s8 a, hem_s8 b)
{
    return (uint32_t)wasm_i16x8_bitmask(wasm_i16x8_eq(a, b));
}

static inline uint32_t hem_s8_negative_bits(hem_s8 a)
{
    return (uint32_t)wasm_i16x8_bitmask(a);
}

static inline hem_s8 hem_s8_cut(hem_f4 a, hem_f4 b)
{
    v128_t low = wasm_i32x4_shr(wasm_i32x4_shl(wasm_i32x4_trunc_sat_f32x4(a), 16), 16);
    v128_t high = wasm_i32x4_shr(wasm_i32x4_shl(wasm_i32x4_trunc_sat_f32x4(b), 16), 16);
    return wasm_i16x8_narrow_i32x4(low, high);
}

static inline hem_s8 hem_s8_min(hem_s8 a, hem_s8 b)
{
    return wasm_i16x8_min(a, b);
}

static inline hem_s8 hem_s8_add(hem_s8 a, hem_s8 b)
{
    return wasm_i16x8_add(a, b);
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

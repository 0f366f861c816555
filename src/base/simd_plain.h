/* Four floats and eight 16-bit integers: the plain C form. See simd.h. */
#ifndef HEM_BASE_SIMD_PLAIN_H
#define HEM_BASE_SIMD_PLAIN_H

#include "hem/types.h"

typedef struct hem_f4 {
    float lane[4];
} hem_f4;

typedef struct hem_m4 {
    uint32_t bits; /* one a lane, lane 0 lowest */
} hem_m4;

typedef struct hem_s8 {
    int16_t lane[8];
} hem_s8;

static inline hem_f4 hem_f4_splat(float a)
{
    return (hem_f4){{a, a, a, a}};
}

static inline hem_f4 hem_f4_zero(void)
{
    return hem_f4_splat(0.0f);
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

static inline hem_f4 hem_f4_sub(hem_f4 a, hem_f4 b)
{
    for (int i = 0; i < 4; i++) {
        a.lane[i] = a.lane[i] - b.lane[i];
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

static inline hem_f4 hem_f4_div(hem_f4 a, hem_f4 b)
{
    for (int i = 0; i < 4; i++) {
        a.lane[i] = a.lane[i] / b.lane[i];
    }
    return a;
}

static inline hem_f4 hem_f4_min(hem_f4 a, hem_f4 b)
{
    for (int i = 0; i < 4; i++) {
        a.lane[i] = a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}

static inline hem_f4 hem_f4_max(hem_f4 a, hem_f4 b)
{
    for (int i = 0; i < 4; i++) {
        a.lane[i] = a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}

static inline hem_m4 hem_f4_lt(hem_f4 a, hem_f4 b)
{
    uint32_t bits = 0;
    for (int i = 0; i < 4; i++) {
        bits |= (uint32_t)(a.lane[i] < b.lane[i]) << i;
    }
    return (hem_m4){bits};
}

static inline hem_m4 hem_f4_le(hem_f4 a, hem_f4 b)
{
    uint32_t bits = 0;
    for (int i = 0; i < 4; i++) {
        bits |= (uint32_t)(a.lane[i] <= b.lane[i]) << i;
    }
    return (hem_m4){bits};
}

static inline hem_m4 hem_m4_and(hem_m4 a, hem_m4 b)
{
    return (hem_m4){a.bits & b.bits};
}

static inline hem_m4 hem_m4_or(hem_m4 a, hem_m4 b)
{
    return (hem_m4){a.bits | b.bits};
}

static inline uint32_t hem_m4_bits(hem_m4 a)
{
    return a.bits;
}

static inline hem_f4 hem_f4_select(hem_m4 mask, hem_f4 a, hem_f4 b)
{
    for (int i = 0; i < 4; i++) {
        a.lane[i] = (mask.bits >> i & 1u) != 0 ? a.lane[i] : b.lane[i];
    }
    return a;
}

static inline void hem_f4_transpose(hem_f4 row[4])
{
    for (int i = 0; i < 4; i++) {
        for (int j = i + 1; j < 4; j++) {
            float kept = row[i].lane[j];
            row[i].lane[j] = row[j].lane[i];
            row[j].lane[i] = kept;
        }
    }
}

static inline hem_s8 hem_s8_splat(int16_t a)
{
    return (hem_s8){{a, a, a, a, a, a, a, a}};
}

static inline hem_s8 hem_s8_load(const int16_t *from)
{
    hem_s8 a;
    for (int i = 0; i < 8; i++) {
        a.lane[i] = from[i];
    }
    return a;
}

static inline void hem_s8_store(int16_t *to, hem_s8 a)
{
    for (int i = 0; i < 8; i++) {
        to[i] = a.lane[i];
    }
}

static inline hem_s8 hem_s8_sub(hem_s8 a, hem_s8 b)
{
    for (int i = 0; i < 8; i++) {
        a.lane[i] = (int16_t)(uint16_t)((uint32_t)(uint16_t)a.lane[i] - (uint16_t)b.lane[i]);
    }
    return a;
}

static inline hem_s8 hem_s8_max(hem_s8 a, hem_s8 b)
{
    for (int i = 0; i < 8; i++) {
        a.lane[i] = a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}

static inline hem_s8 hem_s8_or(hem_s8 a, hem_s8 b)
{
    for (int i = 0; i < 8; i++) {
        a.lane[i] = (int16_t)(a.lane[i] | b.lane[i]);
    }
    return a;
}

static inline hem_s8 hem_s8_and(hem_s8 a, hem_s8 b)
{
    for (int i = 0; i < 8; i++) {
        a.lane[i] = (int16_t)(a.lane[i] & b.lane[i]);
    }
    return a;
}

static inline uint32_t hem_s8_equal_bits(hem_s8 a, hem_s8 b)
{
    uint32_t bits = 0;
    for (int i = 0; i < 8; i++) {
        bits |= (uint32_t)(a.lane[i] == b.lane[i]) << i;
    }
    return bits;
}

static inline uint32_t hem_s8_negative_bits(hem_s8 a)
{
    uint32_t bits = 0;
    for (int i = 0; i < 8; i++) {
        bits |= (uint32_t)(a.lane[i] < 0) << i;
    }
    return bits;
}

static inline hem_s8 hem_s8_cut(hem_f4 a, hem_f4 b)
{
    hem_s8 cut;
    for (int i = 0; i < 4; i++) {
        cut.lane[i] = (int16_t)(uint16_t)((uint32_t)(int32_t)a.lane[i] & 0xFFFFu);
        cut.lane[4 + i] = (int16_t)(uint16_t)((uint32_t)(int32_t)b.lane[i] & 0xFFFFu);
    }
    return cut;
}

static inline hem_s8 hem_s8_min(hem_s8 a, hem_s8 b)
{
    for (int i = 0; i < 8; i++) {
        a.lane[i] = a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}

static inline hem_s8 hem_s8_add(hem_s8 a, hem_s8 b)
{
    for (int i = 0; i < 8; i++) {
        a.lane[i] = (int16_t)(uint16_t)((uint32_t)(uint16_t)a.lane[i] + (uint16_t)b.lane[i]);
    }
    return a;
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

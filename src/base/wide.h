/* Signed integers wider than the machine: 128 and 192 bits in 32-bit limbs, lowest limb first,
 * two's complement. Just what exact orientation signs need: product, difference, sum, sign.
 *
 * Every product of limbs is 32 x 32 -> 64 bits, and a product plus two limbs still fits 64 bits:
 * one instruction on a Cortex-M4. Results that do not fit wrap; the callers state why theirs fit.
 */
#ifndef HEM_BASE_WIDE_H
#define HEM_BASE_WIDE_H

#include <stdint.h>

typedef struct hem_wide128 {
    uint32_t limb[4];
} hem_wide128;

typedef struct hem_wide192 {
    uint32_t limb[6];
} hem_wide192;

/* The next limb of a sum, a product or a difference; `carry` goes in and comes out. */
static inline uint32_t hem_limb_add(uint32_t a, uint32_t b, uint32_t *carry)
{
    uint64_t sum = (uint64_t)a + b + *carry;
    *carry = (uint32_t)(sum >> 32);
    return (uint32_t)sum;
}

static inline uint32_t hem_limb_sub(uint32_t a, uint32_t b, uint32_t *borrow)
{
    uint64_t difference = (uint64_t)a - b - *borrow;
    *borrow = (uint32_t)(difference >> 63);
    return (uint32_t)difference;
}

static inline uint32_t hem_limb_mul_add(uint32_t a, uint32_t b, uint32_t c, uint32_t *carry)
{
    uint64_t sum = (uint64_t)a * b + c + *carry;
    *carry = (uint32_t)(sum >> 32);
    return (uint32_t)sum;
}

/* All ones for a negative number's highest limb, else zero. */
static inline uint32_t hem_limb_sign_mask(uint32_t highest)
{
    return (uint32_t)0 - (highest >> 31);
}

/* a b. Always fits. The limbs are multiplied as if unsigned; a negative a then counts 2^64 too
 * much, so b 2^64 is taken off again, and the same the other way round. */
static inline hem_wide128 hem_wide128_mul(int64_t a, int64_t b)
{
    uint32_t a0 = (uint32_t)(uint64_t)a;
    uint32_t a1 = (uint32_t)((uint64_t)a >> 32);
    uint32_t b0 = (uint32_t)(uint64_t)b;
    uint32_t b1 = (uint32_t)((uint64_t)b >> 32);
    hem_wide128 product;

    uint32_t carry = 0;
    product.limb[0] = hem_limb_mul_add(a0, b0, 0, &carry);
    product.limb[1] = hem_limb_mul_add(a1, b0, 0, &carry);
    product.limb[2] = carry;
    carry = 0;
    product.limb[1] = hem_limb_mul_add(a0, b1, product.limb[1], &carry);
    product.limb[2] = hem_limb_mul_add(a1, b1, product.limb[2], &carry);
    product.limb[3] = carry;

    uint32_t a_mask = hem_limb_sign_mask(a1);
    uint32_t b_mask = hem_limb_sign_mask(b1);
    uint32_t borrow = 0;
    product.limb[2] = hem_limb_sub(product.limb[2], b0 & a_mask, &borrow);
    product.limb[3] = hem_limb_sub(product.limb[3], b1 & a_mask, &borrow);
    borrow = 0;
    product.limb[2] = hem_limb_sub(product.limb[2], a0 & b_mask, &borrow);
    product.limb[3] = hem_limb_sub(product.limb[3], a1 & b_mask, &borrow);
    return product;
}

/* a - b. Fits when it lies within -2^127 and 2^127 - 1. */
static inline hem_wide128 hem_wide128_sub(hem_wide128 a, hem_wide128 b)
{
    uint32_t borrow = 0;
    a.limb[0] = hem_limb_sub(a.limb[0], b.limb[0], &borrow);
    a.limb[1] = hem_limb_sub(a.limb[1], b.limb[1], &borrow);
    a.limb[2] = hem_limb_sub(a.limb[2], b.limb[2], &borrow);
    a.limb[3] = hem_limb_sub(a.limb[3], b.limb[3], &borrow);
    return a;
}

/* -1, 0 or 1. */
static inline int hem_wide128_sign(hem_wide128 a)
{
    if ((a.limb[3] >> 31) != 0) {
        return -1;
    }
    return (a.limb[0] | a.limb[1] | a.limb[2] | a.limb[3]) != 0 ? 1 : 0;
}

/* a b. Always fits. Signs as in hem_wide128_mul. */
static inline hem_wide192 hem_wide192_mul(hem_wide128 a, int64_t b)
{
    uint32_t b0 = (uint32_t)(uint64_t)b;
    uint32_t b1 = (uint32_t)((uint64_t)b >> 32);
    hem_wide192 product;

    uint32_t carry = 0;
    product.limb[0] = hem_limb_mul_add(a.limb[0], b0, 0, &carry);
    product.limb[1] = hem_limb_mul_add(a.limb[1], b0, 0, &carry);
    product.limb[2] = hem_limb_mul_add(a.limb[2], b0, 0, &carry);
    product.limb[3] = hem_limb_mul_add(a.limb[3], b0, 0, &carry);
    product.limb[4] = carry;
    carry = 0;
    product.limb[1] = hem_limb_mul_add(a.limb[0], b1, product.limb[1], &carry);
    product.limb[2] = hem_limb_mul_add(a.limb[1], b1, product.limb[2], &carry);
    product.limb[3] = hem_limb_mul_add(a.limb[2], b1, product.limb[3], &carry);
    product.limb[4] = hem_limb_mul_add(a.limb[3], b1, product.limb[4], &carry);
    product.limb[5] = carry;

    uint32_t a_mask = hem_limb_sign_mask(a.limb[3]);
    uint32_t b_mask = hem_limb_sign_mask(b1);
    uint32_t borrow = 0;
    product.limb[4] = hem_limb_sub(product.limb[4], b0 & a_mask, &borrow);
    product.limb[5] = hem_limb_sub(product.limb[5], b1 & a_mask, &borrow);
    borrow = 0;
    product.limb[2] = hem_limb_sub(product.limb[2], a.limb[0] & b_mask, &borrow);
    product.limb[3] = hem_limb_sub(product.limb[3], a.limb[1] & b_mask, &borrow);
    product.limb[4] = hem_limb_sub(product.limb[4], a.limb[2] & b_mask, &borrow);
    product.limb[5] = hem_limb_sub(product.limb[5], a.limb[3] & b_mask, &borrow);
    return product;
}

/* a + b. Fits when it lies within -2^191 and 2^191 - 1. */
static inline hem_wide192 hem_wide192_add(hem_wide192 a, hem_wide192 b)
{
    uint32_t carry = 0;
    a.limb[0] = hem_limb_add(a.limb[0], b.limb[0], &carry);
    a.limb[1] = hem_limb_add(a.limb[1], b.limb[1], &carry);
    a.limb[2] = hem_limb_add(a.limb[2], b.limb[2], &carry);
    a.limb[3] = hem_limb_add(a.limb[3], b.limb[3], &carry);
    a.limb[4] = hem_limb_add(a.limb[4], b.limb[4], &carry);
    a.limb[5] = hem_limb_add(a.limb[5], b.limb[5], &carry);
    return a;
}

/* -1, 0 or 1. */
static inline int hem_wide192_sign(hem_wide192 a)
{
    if ((a.limb[5] >> 31) != 0) {
        return -1;
    }
    uint32_t any = a.limb[0] | a.limb[1] | a.limb[2] | a.limb[3] | a.limb[4] | a.limb[5];
    return any != 0 ? 1 : 0;
}

#endif

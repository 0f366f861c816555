/* Checks of the float environment by trying it: see fp_check.h. The operands are volatile, so that
 * nothing is folded when compiling; the expressions between the reads are compiled like any other
 * expression of the library. */
#include "base/fp_check.h"

#include "base/real.h"

static float opaque(float value)
{
    volatile float hidden = value;
    return hidden;
}

/* To nearest even, 1 + u is 1 and 1 + 3u is 1 + 4u, on both sides of zero. Every other mode moves
 * at least one of them. */
static bool rounds_to_nearest(void)
{
    float one = opaque(1.0f);
    float half_ulp = opaque(FLT_EPSILON / 2.0f);
    float up = opaque(one + half_ulp);
    float down = opaque(-one - half_ulp);
    float tie = opaque(one + opaque(FLT_EPSILON * 1.5f));
    return up == 1.0f && down == -1.0f && tie == 1.0f + 2.0f * FLT_EPSILON;
}

/* Both as results (flush to zero) and as operands (denormals are zero). */
static bool keeps_denormals(void)
{
    float small = opaque(FLT_MIN);
    float denormal = opaque(small * opaque(0.5f));
    float back = opaque(denormal * opaque(2.0f));
    return hem_float_bits(denormal) == 0x00400000u && hem_float_bits(back) == 0x00800000u;
}

/* (1 + u) - 1 is 0 in float, and u in any wider format. */
static bool rounds_every_step(void)
{
    float one = opaque(1.0f);
    float half_ulp = opaque(FLT_EPSILON / 2.0f);
    float rest = (one + half_ulp) - one;
    float large = opaque(FLT_MAX);
    float overflow = (large * opaque(2.0f)) * opaque(0.5f);
    return rest == 0.0f && overflow > FLT_MAX;
}

/* (1 + e)(1 - e) - 1 is 0 when the product is rounded, and -e e when it is not. */
static bool multiplies_and_adds_apart(void)
{
    float a = opaque(1.0f + FLT_EPSILON);
    float b = opaque(1.0f - FLT_EPSILON);
    float c = opaque(-1.0f);
    float plus = a * b + c;
    float minus = c - a * -b;
    float crossed = a * b - (-c) * (-c);
    return plus == 0.0f && minus == 0.0f && crossed == 0.0f;
}

hem_status hem_fp_check(void)
{
    if (!rounds_to_nearest()) {
        return HEM_FP_ROUNDING;
    }
    if (!keeps_denormals()) {
        return HEM_FP_FLUSHED;
    }
    if (!rounds_every_step()) {
        return HEM_FP_EXCESS;
    }
    if (!multiplies_and_adds_apart()) {
        return HEM_FP_CONTRACTED;
    }
    return HEM_OK;
}

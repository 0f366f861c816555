/* Square root without a square root instruction: see real.h. */
#include "base/real.h"

/* floor(sqrt(n)) for n < 2^50, one bit at a time: exact, 25 rounds. */
static uint32_t integer_root(uint64_t n)
{
    uint64_t root = 0;
    uint64_t rest = n;
    for (uint64_t bit = (uint64_t)1 << 48; bit != 0; bit >>= 2) {
        uint64_t trial = root + bit;
        root >>= 1;
        if (rest >= trial) {
            rest -= trial;
            root += bit;
        }
    }
    return (uint32_t)root;
}

float hem_sqrt_portable(float value)
{
    uint32_t bits = hem_float_bits(value);
    if ((bits & 0x7FFFFFFFu) == 0 || bits == 0x7F800000u) {
        return value;
    }
    if (bits > 0x7F800000u) {
        return hem_bits_float(0x7FC00000u);
    }
    int32_t exponent = (int32_t)(bits >> 23);
    uint64_t fraction = bits & 0x007FFFFFu;
    if (exponent == 0) {
        exponent = 1;
        while (fraction < 0x00800000u) {
            fraction <<= 1;
            exponent--;
        }
    } else {
        fraction |= 0x00800000u;
    }
    /* value = fraction 2^(exponent - 150). With an even power of two taken out, the root of
     * fraction 2^25 or 2^26 has 25 bits: 24 of the result and one to round by. The root of a
     * 24-bit number never lies exactly between two floats, so rounding half up is enough. */
    int32_t power = exponent - 150;
    uint32_t shift = (power & 1) != 0 ? 25u : 26u;
    uint32_t root = integer_root(fraction << shift);
    int32_t root_power = (power - (int32_t)shift) / 2;
    uint32_t rounded = (root + 1u) >> 1;
    uint32_t biased = (uint32_t)(root_power + 1 + 150);
    return hem_bits_float(((biased - 1u) << 23) + rounded);
}

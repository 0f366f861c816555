/* A set of small integers, one bit each, in 32-bit words. */
#ifndef HEM_BASE_BITS_H
#define HEM_BASE_BITS_H

#include "base/simd.h"
#include "hem/types.h"

#include <string.h>

#define HEM_BIT_WORDS(count) (((uint32_t)(count) + 31u) / 32u)

static inline void hem_bits_clear_all(uint32_t *words, uint32_t count)
{
    memset(words, 0, (size_t)HEM_BIT_WORDS(count) * sizeof *words);
}

static inline bool hem_bits_has(const uint32_t *words, uint32_t bit)
{
    return (words[bit / 32u] >> (bit % 32u) & 1u) != 0;
}

static inline void hem_bits_add(uint32_t *words, uint32_t bit)
{
    words[bit / 32u] |= 1u << (bit % 32u);
}

static inline void hem_bits_remove(uint32_t *words, uint32_t bit)
{
    words[bit / 32u] &= ~(1u << (bit % 32u));
}

/* How many bits of a word are set. */
static inline uint32_t hem_bits_in_word(uint32_t word)
{
    word = word - (word >> 1 & 0x55555555u);
    word = (word & 0x33333333u) + (word >> 2 & 0x33333333u);
    return (((word + (word >> 4)) & 0x0F0F0F0Fu) * 0x01010101u) >> 24;
}

/* The place of the lowest bit of a word that is not zero. */
static inline uint32_t hem_bits_lowest(uint32_t word)
{
    return hem_lowest_bit(word);
}

/* How many of the first `count` bits are set; bits from `count` on must be zero. */
static inline uint32_t hem_bits_count(const uint32_t *words, uint32_t count)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < HEM_BIT_WORDS(count); i++) {
        total += hem_bits_in_word(words[i]);
    }
    return total;
}

/* The smallest member that is at least `from`, or HEM_NONE. Members come out in ascending order:
 * for (i = hem_bits_next(w, n, 0); i != HEM_NONE; i = hem_bits_next(w, n, i + 1)) */
static inline uint32_t hem_bits_next(const uint32_t *words, uint32_t count, uint32_t from)
{
    if (from >= count) {
        return HEM_NONE;
    }
    uint32_t index = from / 32u;
    uint32_t word = words[index] & (0xFFFFFFFFu << (from % 32u));
    while (word == 0) {
        index++;
        if (index == HEM_BIT_WORDS(count)) {
            return HEM_NONE;
        }
        word = words[index];
    }
    uint32_t found = index * 32u + hem_bits_lowest(word);
    return found < count ? found : HEM_NONE;
}

#endif

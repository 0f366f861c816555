/* Random numbers for generated cases: small, seeded, the same everywhere. */
#ifndef HEM_TEST_RANDOM_H
#define HEM_TEST_RANDOM_H

#include <stdint.h>

typedef struct test_random {
    uint64_t state;
} test_random;

static inline uint32_t random_u32(test_random *random)
{
    random->state += 0x9E3779B97F4A7C15u;
    uint64_t z = random->state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

/* 0 to limit - 1 */
static inline uint32_t random_below(test_random *random, uint32_t limit)
{
    return (uint32_t)(((uint64_t)random_u32(random) * limit) >> 32);
}

/* low to high */
static inline float random_float(test_random *random, float low, float high)
{
    return low + (high - low) * ((float)(random_u32(random) >> 8) / 16777216.0f);
}

#endif

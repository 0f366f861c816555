/* A 64-bit hash of 32-bit values.
 *
 * It takes values, not memory, so that little- and big-endian machines agree. Floats go in by
 * their bits. Each value is mixed by an invertible step, so two sequences that differ in one value
 * never agree. */
#ifndef HEM_BASE_HASH_H
#define HEM_BASE_HASH_H

#include "hem/types.h"

#include <string.h>

#define HEM_HASH_SEED 0x6A09E667F3BCC908u

static inline uint64_t hem_hash_u32(uint64_t hash, uint32_t value)
{
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
    return hash ^ (hash >> 29);
}

static inline uint64_t hem_hash_u64(uint64_t hash, uint64_t value)
{
    return hem_hash_u32(hem_hash_u32(hash, (uint32_t)value), (uint32_t)(value >> 32));
}

static inline uint64_t hem_hash_float(uint64_t hash, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return hem_hash_u32(hash, bits);
}

static inline uint64_t hem_hash_vec3(uint64_t hash, hem_vec3 value)
{
    hash = hem_hash_float(hash, value.x);
    hash = hem_hash_float(hash, value.y);
    return hem_hash_float(hash, value.z);
}

static inline uint64_t hem_hash_u32_array(uint64_t hash, const uint32_t *values, uint32_t count)
{
    hash = hem_hash_u32(hash, count);
    for (uint32_t i = 0; i < count; i++) {
        hash = hem_hash_u32(hash, values[i]);
    }
    return hash;
}

static inline uint64_t hem_hash_vec3_array(uint64_t hash, const hem_vec3 *values, uint32_t count)
{
    hash = hem_hash_u32(hash, count);
    for (uint32_t i = 0; i < count; i++) {
        hash = hem_hash_vec3(hash, values[i]);
    }
    return hash;
}

#endif

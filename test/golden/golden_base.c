/* Golden phases of the base layer: arithmetic over a spread of bit patterns, denormals, infinities
 * and zeros of both signs included. */
#include "golden/golden.h"

#include "base/vec3.h"

/* Well spread 32 bits for a counter. */
static uint32_t spread(uint32_t i)
{
    i = (i ^ (i >> 16)) * 0x85EBCA6Bu;
    i = (i ^ (i >> 13)) * 0xC2B2AE35u;
    return i ^ (i >> 16);
}

/* Any float, NaN and infinities included. */
static float any_float(uint32_t i)
{
    return hem_bits_float(spread(i));
}

/* A float whose biased exponent lies in [low, low + 32), of either sign. */
static float float_near(uint32_t i, uint32_t low)
{
    uint32_t bits = spread(i);
    uint32_t exponent = low + (bits >> 23 & 31u);
    return hem_bits_float((bits & 0x807FFFFFu) | exponent << 23);
}

static hem_vec3 vector_near(uint32_t i, uint32_t low)
{
    return (hem_vec3){float_near(3 * i, low), float_near(3 * i + 1, low),
                      float_near(3 * i + 2, low)};
}

static const uint32_t edges[] = {
    0x00000000u, 0x80000000u, 0x00000001u, 0x80000001u, 0x007FFFFFu, 0x00800000u, 0x00800001u,
    0x3F7FFFFFu, 0x3F800000u, 0x3F800001u, 0x40000000u, 0xBF800000u, 0x7F7FFFFFu, 0xFF7FFFFFu,
    0x7F800000u, 0xFF800000u, 0x7FC00000u, 0x36FFFFFFu, 0x37000000u, 0x2B000000u, 0x2A800000u,
};

enum { EDGES = sizeof edges / sizeof edges[0] };

/* Every sign and exponent with 128 fractions each, through both forms of the root. */
static uint64_t hash_sqrt(void)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t i = 0; i < EDGES; i++) {
        hash = golden_float(hash, hem_sqrt(hem_bits_float(edges[i])));
        hash = golden_float(hash, hem_sqrt_portable(hem_bits_float(edges[i])));
    }
    for (uint32_t i = 0; i < 65536; i++) {
        float value = hem_bits_float(i << 16 | (spread(i) & 0xFFFFu));
        hash = golden_float(hash, hem_sqrt(value));
        hash = golden_float(hash, hem_sqrt_portable(value));
    }
    return hash;
}

static uint64_t hash_vec3(uint64_t hash, hem_vec3 a, hem_vec3 b, float s)
{
    hash = golden_vec3(hash, hem_add(a, b));
    hash = golden_vec3(hash, hem_sub(a, b));
    hash = golden_vec3(hash, hem_scale(s, a));
    hash = golden_vec3(hash, hem_add_scaled(a, s, b));
    hash = golden_float(hash, hem_dot(a, b));
    hash = golden_vec3(hash, hem_cross(a, b));
    hash = golden_float(hash, hem_length(a));
    hash = golden_vec3(hash, hem_vec3_min(a, b));
    hash = golden_vec3(hash, hem_vec3_max(a, b));
    hash = hem_hash_u32(hash, hem_vec3_is_finite(a));
    return hem_hash_u32(hash, hem_vec3_in_domain(a));
}

/* Once at the sizes of a scene, once where everything is denormal or nearly so, once near the
 * largest floats, once anywhere. */
static uint64_t hash_vectors(void)
{
    static const uint32_t lows[] = {108, 0, 223};
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t k = 0; k < sizeof lows / sizeof lows[0]; k++) {
        for (uint32_t i = 0; i < 2000; i++) {
            hash = hash_vec3(hash, vector_near(2 * i, lows[k]), vector_near(2 * i + 1, lows[k]),
                             float_near(i, 108));
        }
    }
    for (uint32_t i = 0; i < 2000; i++) {
        hem_vec3 a = {any_float(i), any_float(i + 2000), any_float(i + 4000)};
        hem_vec3 b = {any_float(i + 6000), any_float(i + 8000), any_float(i + 10000)};
        hash = hash_vec3(hash, a, b, any_float(i + 12000));
    }
    return hash;
}

static uint64_t hash_snap(void)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t i = 0; i < EDGES; i++) {
        hash = golden_float(hash, hem_snap(hem_bits_float(edges[i])));
    }
    for (uint32_t i = 0; i < 4000; i++) {
        hash = golden_vec3(hash, hem_vec3_snap(vector_near(i, 82)));
    }
    /* Odd multiples of half the grid: ties. */
    for (uint32_t i = 0; i < 1000; i++) {
        float half = HEM_GRID * 0.5f * (float)(int32_t)(2 * i + 1);
        hash = golden_float(hash, hem_snap(half));
        hash = golden_float(hash, hem_snap(-half));
    }
    return hash;
}

static uint64_t hash_order(void)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t i = 0; i < EDGES; i++) {
        float a = hem_bits_float(edges[i]);
        hash = hem_hash_u32(hash, hem_float_key(a));
        hash = golden_float(hash, hem_abs(a));
        for (uint32_t j = 0; j < EDGES; j++) {
            float b = hem_bits_float(edges[j]);
            hash = golden_float(hash, hem_min(a, b));
            hash = golden_float(hash, hem_max(a, b));
        }
    }
    return hash;
}

static uint64_t hash_lanes(void)
{
    uint64_t hash = HEM_HASH_SEED;
    hem_f4 sum = hem_f4_zero();
    for (uint32_t i = 0; i < 4000; i++) {
        float from[8];
        float to[4];
        for (uint32_t k = 0; k < 8; k++) {
            from[k] = float_near(8 * i + k, i % 2 == 0 ? 108 : 0);
        }
        hem_f4 product = hem_f4_mul(hem_f4_load(from), hem_f4_load(from + 4));
        sum = hem_f4_add(sum, product);
        hem_f4_store(to, product);
        for (uint32_t k = 0; k < 4; k++) {
            hash = golden_float(hash, to[k]);
        }
        hem_f4_store(to, sum);
        for (uint32_t k = 0; k < 4; k++) {
            hash = golden_float(hash, to[k]);
        }
    }
    return hash;
}

static uint64_t hash_hash(void)
{
    uint32_t values[64];
    hem_vec3 vectors[64];
    for (uint32_t i = 0; i < 64; i++) {
        values[i] = spread(i);
        vectors[i] = vector_near(i, 108);
    }
    uint64_t hash = hem_hash_u32_array(HEM_HASH_SEED, values, 64);
    hash = hem_hash_vec3_array(hash, vectors, 64);
    return hem_hash_u64(hash, 0x0123456789ABCDEFu);
}

void golden_base(golden_emit_fn emit)
{
    emit("base", "sqrt", hash_sqrt());
    emit("base", "vec3", hash_vectors());
    emit("base", "snap", hash_snap());
    emit("base", "order", hash_order());
    emit("base", "lanes", hash_lanes());
    emit("base", "hash", hash_hash());
}

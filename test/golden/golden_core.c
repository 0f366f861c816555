/* Golden phases of sums, sorting, exact signs and sizes. */
#include "golden/golden.h"

#include "base/orient.h"
#include "base/sort.h"
#include "base/sum.h"
#include "base/vec3.h"
#include "hem/world.h"

/* A counter's bits, well mixed. */
static uint32_t mixed(uint32_t i)
{
    uint64_t hash = hem_hash_u32(HEM_HASH_SEED, i);
    return (uint32_t)(hash ^ (hash >> 32));
}

/* -1 to 1, in steps of 2^-23. */
static float signed_unit(uint32_t i)
{
    return (float)(int32_t)(mixed(i) >> 8) / 8388608.0f - 1.0f;
}

#define VALUES 1500u

static uint64_t hash_sums(void)
{
    static float a[VALUES], b[VALUES];
    for (uint32_t i = 0; i < VALUES; i++) {
        a[i] = signed_unit(i) * (float)(1u << i % 20u);
        b[i] = signed_unit(i + VALUES);
    }
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t count = 0; count <= VALUES; count += 37) {
        hash = golden_float(hash, hem_sum(a, count));
        hash = golden_float(hash, hem_sum_products(a, b, count));
    }
    return hash;
}

static uint64_t hash_sort(void)
{
    static hem_pair items[VALUES];
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t round = 0; round < 4; round++) {
        for (uint32_t i = 0; i < VALUES; i++) {
            items[i] = (hem_pair){mixed(i + round) >> (8u * round), i};
        }
        hem_sort(items, VALUES);
        for (uint32_t i = 0; i < VALUES; i++) {
            hash = hem_hash_u32(hem_hash_u32(hash, items[i].first), items[i].second);
        }
    }
    return hash;
}

/* Points on a coarse lattice: about half of all quadruples are degenerate. */
static hem_vec3 lattice_point(uint32_t i)
{
    uint32_t bits = mixed(i);
    float x = (float)(bits & 3u), y = (float)(bits >> 2 & 3u), z = (float)(bits >> 4 & 3u);
    float scale = (bits >> 6 & 1u) != 0 ? 1000.0f : 0.001f;
    return hem_vec3_snap((hem_vec3){scale * x, scale * y, scale * z});
}

static hem_vec3 cloth_point(uint32_t i)
{
    return hem_vec3_snap(
        (hem_vec3){signed_unit(3 * i), signed_unit(3 * i + 1), 1e-4f * signed_unit(3 * i + 2)});
}

static uint64_t hash_signs(void)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t i = 0; i < 3000; i++) {
        hem_vec3 point[4];
        uint32_t id[4];
        for (uint32_t k = 0; k < 4; k++) {
            point[k] = i % 2 == 0 ? lattice_point(4 * i + k) : cloth_point(4 * i + k);
            id[k] = mixed(i) % 97u + 100u * k;
        }
        hash = hem_hash_u32(
            hash, (uint32_t)hem_orient_filter(&point[0], &point[1], &point[2], &point[3]));
        hash = hem_hash_u32(hash,
                            (uint32_t)hem_orient_exact(&point[0], &point[1], &point[2], &point[3]));
        hash = hem_hash_u32(hash, (uint32_t)hem_orient_sos(point, id));
        for (uint32_t axis = 0; axis < 3; axis++) {
            hash = hem_hash_u32(hash,
                                (uint32_t)hem_orient2d_sign(&point[0], &point[1], &point[2], axis));
        }
    }
    return hash;
}

/* The block's size does not depend on how wide a pointer is. */
static uint64_t hash_sizes(void)
{
    uint64_t hash = hem_hash_u64(HEM_HASH_SEED, HEM_WORLD_BYTES(10, 1000, 1640, 2640, 5000));
    hash = hem_hash_u64(hash, HEM_MESH_BYTES(100, 164, 263, 400));
    for (uint32_t i = 0; i < 2000; i++) {
        hem_caps caps = hem_default_caps(1u + mixed(i) % 60u, 1u + mixed(i + 1u) % 70000u,
                                         1u + mixed(i + 2u) % 140000u, 1u + mixed(i + 3u) % 210000u,
                                         mixed(i + 4u) % 50000u);
        hash = hem_hash_u32(hash, hem_world_bytes(&caps));
    }
    return hash;
}

void golden_core(golden_emit_fn emit)
{
    emit("base", "sums", hash_sums());
    emit("base", "sort", hash_sort());
    emit("base", "signs", hash_signs());
    emit("world", "sizes", hash_sizes());
}

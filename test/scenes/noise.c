/* Value noise on the four-dimensional integer lattice: see noise.h. */
#include "scenes/noise.h"

static uint32_t mix(uint32_t h)
{
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    return h ^ (h >> 16);
}

uint32_t scene_hash(int32_t x, int32_t y, int32_t z, int32_t t, uint32_t seed)
{
    uint32_t h = mix(seed + 0x9E3779B9u);
    h = mix(h ^ (uint32_t)x);
    h = mix(h + (uint32_t)y);
    h = mix(h ^ (uint32_t)z);
    return mix(h + (uint32_t)t);
}

/* The upper 24 bits as a number in [-1, 1), exactly. */
static float lattice_value(int32_t x, int32_t y, int32_t z, int32_t t, uint32_t seed)
{
    return (float)(scene_hash(x, y, z, t, seed) >> 8) * (1.0f / 8388608.0f) - 1.0f;
}

static int32_t floor_index(float value)
{
    int32_t index = (int32_t)value;
    return (float)index > value ? index - 1 : index;
}

/* 6t^5 - 15t^4 + 10t^3: from 0 to 1 with no slope and no curvature at the ends. */
static float fade(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static float blend(float a, float b, float weight)
{
    return a + weight * (b - a);
}

float scene_noise(hem_vec3 point, float time, uint32_t seed)
{
    int32_t x = floor_index(point.x);
    int32_t y = floor_index(point.y);
    int32_t z = floor_index(point.z);
    int32_t t = floor_index(time);
    float wx = fade(point.x - (float)x);
    float wy = fade(point.y - (float)y);
    float wz = fade(point.z - (float)z);
    float wt = fade(time - (float)t);
    float at_time[2];
    for (int32_t k = 0; k < 2; k++) {
        float at_height[2];
        for (int32_t j = 0; j < 2; j++) {
            float near = blend(lattice_value(x, y, z + j, t + k, seed),
                               lattice_value(x + 1, y, z + j, t + k, seed), wx);
            float far = blend(lattice_value(x, y + 1, z + j, t + k, seed),
                              lattice_value(x + 1, y + 1, z + j, t + k, seed), wx);
            at_height[j] = blend(near, far, wy);
        }
        at_time[k] = blend(at_height[0], at_height[1], wz);
    }
    return blend(at_time[0], at_time[1], wt);
}

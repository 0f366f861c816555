/* Three floats: the arithmetic of positions and velocities. Each function does its operations in
 * the order written, so that scalar and vector code can agree to the last bit. */
#ifndef HEM_BASE_VEC3_H
#define HEM_BASE_VEC3_H

#include "base/real.h"

static inline hem_vec3 hem_vec3_make(float x, float y, float z)
{
    return (hem_vec3){x, y, z};
}

static inline hem_vec3 hem_add(hem_vec3 a, hem_vec3 b)
{
    return (hem_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline hem_vec3 hem_sub(hem_vec3 a, hem_vec3 b)
{
    return (hem_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline hem_vec3 hem_scale(float s, hem_vec3 a)
{
    return (hem_vec3){s * a.x, s * a.y, s * a.z};
}

/* a + s b */
static inline hem_vec3 hem_add_scaled(hem_vec3 a, float s, hem_vec3 b)
{
    return (hem_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline float hem_dot(hem_vec3 a, hem_vec3 b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

static inline hem_vec3 hem_cross(hem_vec3 a, hem_vec3 b)
{
    return (hem_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline float hem_length(hem_vec3 a)
{
    return hem_sqrt(hem_dot(a, a));
}

static inline hem_vec3 hem_vec3_min(hem_vec3 a, hem_vec3 b)
{
    return (hem_vec3){hem_min(a.x, b.x), hem_min(a.y, b.y), hem_min(a.z, b.z)};
}

static inline hem_vec3 hem_vec3_max(hem_vec3 a, hem_vec3 b)
{
    return (hem_vec3){hem_max(a.x, b.x), hem_max(a.y, b.y), hem_max(a.z, b.z)};
}

static inline bool hem_vec3_is_finite(hem_vec3 a)
{
    return hem_is_finite(a.x) && hem_is_finite(a.y) && hem_is_finite(a.z);
}

static inline bool hem_vec3_in_domain(hem_vec3 a)
{
    return hem_abs(a.x) < HEM_DOMAIN && hem_abs(a.y) < HEM_DOMAIN && hem_abs(a.z) < HEM_DOMAIN;
}

/* The nearest multiple of HEM_GRID, ties to even; -0 becomes +0. From 2^-17 on a float is such a
 * multiple already. Below, adding and taking away 2^-17, whose last bit is the grid, rounds. */
static inline float hem_snap(float value)
{
    const float edge = 1.0f / 131072.0f;
    float size = hem_abs(value);
    if (!(size < edge)) {
        return value;
    }
    float rounded = (size + edge) - edge;
    return (value < 0.0f ? -rounded : rounded) + 0.0f;
}

static inline hem_vec3 hem_vec3_snap(hem_vec3 a)
{
    return (hem_vec3){hem_snap(a.x), hem_snap(a.y), hem_snap(a.z)};
}

#endif

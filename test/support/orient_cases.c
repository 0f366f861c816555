/* Makes points on planes, lines and each other, and a few units beside: see orient_cases.h. */
#include "orient_cases.h"

#include "base/vec3.h"

uint64_t hem_case_random(uint64_t *state)
{
    *state += 0x9E3779B97F4A7C15u;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static uint32_t below(uint64_t *state, uint32_t bound)
{
    return (uint32_t)((hem_case_random(state) >> 32) * bound >> 32);
}

/* A whole number from -size to size. */
static int32_t whole(uint64_t *state, uint32_t size)
{
    return (int32_t)below(state, 2 * size + 1) - (int32_t)size;
}

/* A power of two, exactly, for exponents of normal floats. */
static float power(int32_t exponent)
{
    return hem_bits_float((uint32_t)(exponent + 127) << 23);
}

/* Uniform in [-size, size) with 24 random bits. */
static float uniform(uint64_t *state, float size)
{
    int32_t bits = (int32_t)(hem_case_random(state) >> 40) - 8388608;
    return (float)bits * power(-23) * size;
}

/* Into the domain and onto the grid. */
static float legal(float value)
{
    const float most = hem_bits_float(hem_float_bits(HEM_DOMAIN) - 1u);
    return hem_snap(hem_max(-most, hem_min(most, value)));
}

static hem_vec3 legal_point(hem_vec3 point)
{
    return (hem_vec3){legal(point.x), legal(point.y), legal(point.z)};
}

static hem_vec3 uniform_point(uint64_t *state, float size)
{
    float x = uniform(state, size);
    float y = uniform(state, size);
    float z = uniform(state, size);
    return legal_point((hem_vec3){x, y, z});
}

/* Moves a coordinate by some units: in the last place, or of the grid where that is coarser. */
static float nudged(float value, int32_t units)
{
    float size = hem_abs(value);
    if (size < power(-16)) {
        return legal(value + (float)units * HEM_GRID);
    }
    uint32_t bits = hem_float_bits(size) + (uint32_t)units;
    return legal(value < 0.0f ? -hem_bits_float(bits) : hem_bits_float(bits));
}

/* Nudges some coordinates of some points by up to three units; often none at all. */
static void nudge(uint64_t *state, hem_vec3 point[4])
{
    uint32_t times = below(state, 4);
    for (uint32_t i = 0; i < times; i++) {
        hem_vec3 *moved = &point[below(state, 4)];
        int32_t units = whole(state, 3);
        switch (below(state, 3)) {
        case 0:
            moved->x = nudged(moved->x, units);
            break;
        case 1:
            moved->y = nudged(moved->y, units);
            break;
        default:
            moved->z = nudged(moved->z, units);
            break;
        }
    }
}

/* Roles must not stick to places in the quadruple. */
static void shuffle(uint64_t *state, hem_vec3 point[4])
{
    for (uint32_t i = 3; i > 0; i--) {
        uint32_t j = below(state, i + 1);
        hem_vec3 kept = point[i];
        point[i] = point[j];
        point[j] = kept;
    }
}

/* From millimetres to the whole domain. */
static float some_size(uint64_t *state)
{
    return power((int32_t)below(state, 22) - 10);
}

static void cloud(uint64_t *state, hem_vec3 centre, float size, hem_vec3 point[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        point[i] = legal_point(hem_add(centre, uniform_point(state, size)));
    }
}

/* `edge` away from the origin on every axis. */
static hem_vec3 corner(uint64_t *state, float edge)
{
    uint32_t signs = below(state, 8);
    return (hem_vec3){(signs & 1u) != 0 ? edge : -edge, (signs & 2u) != 0 ? edge : -edge,
                      (signs & 4u) != 0 ? edge : -edge};
}

static float mixed_scale(uint64_t *state)
{
    return legal(uniform(state, power((int32_t)below(state, 53) - 40)));
}

static void on_a_plane(uint64_t *state, hem_vec3 point[4])
{
    /* Products and sums of these are exact: 10 bits of coordinates at one scale. */
    float scale = power((int32_t)below(state, 42) - 40);
    int32_t base[3], u[3], v[3];
    for (uint32_t k = 0; k < 3; k++) {
        base[k] = whole(state, 500);
        u[k] = whole(state, 20);
        v[k] = whole(state, 20);
    }
    for (uint32_t i = 0; i < 4; i++) {
        int32_t s = whole(state, 9);
        int32_t t = whole(state, 9);
        point[i] = (hem_vec3){(float)(base[0] + s * u[0] + t * v[0]) * scale,
                              (float)(base[1] + s * u[1] + t * v[1]) * scale,
                              (float)(base[2] + s * u[2] + t * v[2]) * scale};
    }
}

static void flat(uint64_t *state, hem_vec3 point[4])
{
    float size = some_size(state);
    cloud(state, uniform_point(state, size), size, point);
    uint32_t axis = below(state, 3);
    float level = legal(uniform(state, size));
    for (uint32_t i = 0; i < 4; i++) {
        if (axis == 0) {
            point[i].x = level;
        } else if (axis == 1) {
            point[i].y = level;
        } else {
            point[i].z = level;
        }
    }
}

static void sliver(uint64_t *state, hem_vec3 point[4])
{
    float size = some_size(state);
    point[0] = uniform_point(state, size);
    point[1] = uniform_point(state, size);
    hem_vec3 along = hem_sub(point[1], point[0]);
    hem_vec3 off = uniform_point(state, size * power(-16));
    point[2] = hem_add(hem_add_scaled(point[0], uniform(state, 1.0f), along), off);
    hem_vec3 height = hem_sub(point[2], point[0]);
    float s = uniform(state, 2.0f);
    point[3] = hem_add_scaled(hem_add_scaled(point[0], s, along), uniform(state, 2.0f), height);
}

static void few_units(uint64_t *state, hem_vec3 centre, hem_vec3 point[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        /* One after the other: the order of evaluation in an initialiser is the compiler's. */
        point[i].x = nudged(centre.x, whole(state, 3));
        point[i].y = nudged(centre.y, whole(state, 3));
        point[i].z = nudged(centre.z, whole(state, 3));
    }
}

void hem_orient_case(hem_orient_case_kind kind, uint64_t *state, hem_vec3 point[4])
{
    const hem_vec3 origin = {0.0f, 0.0f, 0.0f};
    float size = some_size(state);
    bool near_degenerate = (uint32_t)kind >= HEM_ORIENT_GENERAL_KINDS;
    switch (kind) {
    case HEM_ORIENT_CLOTH:
        cloud(state, uniform_point(state, 4.0f), 0.03125f, point);
        break;
    case HEM_ORIENT_CORNER:
        cloud(state, corner(state, HEM_DOMAIN - 1.0f), 1.0f, point);
        break;
    case HEM_ORIENT_MIXED_SCALES:
        for (uint32_t i = 0; i < 4; i++) {
            point[i].x = mixed_scale(state);
            point[i].y = mixed_scale(state);
            point[i].z = mixed_scale(state);
        }
        break;
    case HEM_ORIENT_COPLANAR: {
        hem_vec3 centre = uniform_point(state, some_size(state));
        cloud(state, centre, size, point);
        hem_vec3 u = hem_sub(point[1], point[0]);
        hem_vec3 v = hem_sub(point[2], point[0]);
        float s = uniform(state, 1.0f);
        point[3] = hem_add_scaled(hem_add_scaled(point[0], s, u), uniform(state, 1.0f), v);
        break;
    }
    case HEM_ORIENT_ON_A_PLANE:
        on_a_plane(state, point);
        break;
    case HEM_ORIENT_FLAT:
        flat(state, point);
        break;
    case HEM_ORIENT_COLLINEAR: {
        cloud(state, origin, size, point);
        hem_vec3 along = hem_sub(point[1], point[0]);
        point[2] = hem_add_scaled(point[0], uniform(state, 2.0f), along);
        if (below(state, 2) == 0) {
            point[3] = hem_add_scaled(point[0], uniform(state, 2.0f), along);
        }
        break;
    }
    case HEM_ORIENT_DUPLICATES: {
        cloud(state, origin, size, point);
        for (uint32_t i = 0; i < 3; i++) {
            if (i == 2 || below(state, 2) == 0) {
                point[i + 1] = point[i];
            }
        }
        break;
    }
    case HEM_ORIENT_SLIVER:
        sliver(state, point);
        break;
    case HEM_ORIENT_TINY:
        few_units(state, below(state, 2) == 0 ? origin : uniform_point(state, size), point);
        break;
    case HEM_ORIENT_CORNER_TINY:
        few_units(state, legal_point(corner(state, HEM_DOMAIN)), point);
        break;
    default:
        cloud(state, origin, HEM_DOMAIN, point);
        break;
    }
    for (uint32_t i = 0; i < 4; i++) {
        point[i] = legal_point(point[i]);
    }
    if (near_degenerate) {
        nudge(state, point);
    }
    shuffle(state, point);
}

void hem_orient_mixed_case(uint32_t i, uint64_t *state, hem_vec3 point[4])
{
    const uint32_t degenerate_kinds = (uint32_t)HEM_ORIENT_KINDS - HEM_ORIENT_GENERAL_KINDS;
    uint32_t turn = i / 2;
    uint32_t kind = (i & 1u) == 0 ? turn % HEM_ORIENT_GENERAL_KINDS
                                  : HEM_ORIENT_GENERAL_KINDS + turn % degenerate_kinds;
    hem_orient_case((hem_orient_case_kind)kind, state, point);
}

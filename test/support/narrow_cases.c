/* Makes hard pairs of features: see narrow_cases.h. */
#include "narrow_cases.h"

#include "base/vec3.h"
#include "orient_cases.h"

const char *const hem_closest_case_names[HEM_CLOSEST_KINDS] = {
    "orient cases", "cloth", "slivers", "needles", "parallel", "touching", "far", "degenerate",
};

static float legal(float value)
{
    const float most = hem_bits_float(hem_float_bits(HEM_DOMAIN) - 1u);
    return hem_snap(hem_max(-most, hem_min(most, value)));
}

static hem_vec3 legal_point(hem_vec3 point)
{
    return (hem_vec3){legal(point.x), legal(point.y), legal(point.z)};
}

static hem_vec3 random_point(test_random *random, float size)
{
    float x = random_float(random, -size, size);
    float y = random_float(random, -size, size);
    float z = random_float(random, -size, size);
    return (hem_vec3){x, y, z};
}

/* 10^low to 10^high, evenly over the exponents. */
static float random_scale(test_random *random, int low, int high)
{
    float scale = random_float(random, 1.0f, 10.0f);
    int exponent = low + (int)random_below(random, (uint32_t)(high - low));
    for (; exponent > 0; exponent--) {
        scale *= 10.0f;
    }
    for (; exponent < 0; exponent++) {
        scale *= 0.1f;
    }
    return scale;
}

static float nudged(float value, int32_t units)
{
    float size = hem_abs(value);
    if (size < 1.0f / 65536.0f) {
        return legal(value + (float)units * HEM_GRID);
    }
    float moved = hem_bits_float(hem_float_bits(size) + (uint32_t)units);
    return legal(value < 0.0f ? -moved : moved);
}

static void nudge(test_random *random, hem_vec3 *point)
{
    int32_t units = (int32_t)random_below(random, 5) - 2;
    switch (random_below(random, 3)) {
    case 0:
        point->x = nudged(point->x, units);
        break;
    case 1:
        point->y = nudged(point->y, units);
        break;
    default:
        point->z = nudged(point->z, units);
        break;
    }
}

/* Where scenes stand: at the origin, 10 m, 100 m and 4 km away. */
static hem_vec3 some_place(test_random *random)
{
    static const float far[4] = {0.0f, 10.0f, 100.0f, 4000.0f};
    return random_point(random, far[random_below(random, 4)]);
}

/* ---- two triangles ---- */

static void some_triangle(test_random *random, hem_vec3 a[3])
{
    float size = random_scale(random, -4, 3);
    hem_vec3 place = random_point(random, random_below(random, 2) == 0 ? 0.0f : 2000.0f);
    for (uint32_t i = 0; i < 3; i++) {
        a[i] = hem_add(place, random_point(random, size));
    }
    switch (random_below(random, 8)) {
    case 0: { /* a sliver, or nearly */
        float s = random_float(random, -1.0f, 2.0f);
        a[2] = hem_add_scaled(a[0], s, hem_sub(a[1], a[0]));
        a[2] = hem_add(a[2], random_point(random, size * random_scale(random, -8, -2)));
        break;
    }
    case 1: /* in a line, exactly: whole numbers */
        for (uint32_t i = 0; i < 3; i++) {
            float s = (float)random_below(random, 9);
            a[i] = (hem_vec3){s, 3.0f - 2.0f * s, s * 0.5f};
        }
        break;
    case 2: /* two corners or all three are one */
        a[1] = a[0];
        if (random_below(random, 2) == 0) {
            a[2] = a[0];
        }
        break;
    case 3: /* level */
        a[1].y = a[0].y;
        a[2].y = a[0].y;
        break;
    case 4: /* on a slope that floats hit exactly */
        for (uint32_t i = 0; i < 3; i++) {
            a[i].x = (float)random_below(random, 64) / 64.0f;
            a[i].y = (float)random_below(random, 64) / 64.0f;
            a[i].z = a[i].x + 0.5f * a[i].y;
        }
        break;
    default:
        break;
    }
    for (uint32_t i = 0; i < 3; i++) {
        a[i] = legal_point(a[i]);
    }
}

/* Of the plane of a: weights in eighths, or any. */
static hem_vec3 plane_point(test_random *random, const hem_vec3 a[3])
{
    float s, t;
    if (random_below(random, 2) == 0) {
        s = (float)((int)random_below(random, 17) - 4) / 8.0f;
        t = (float)((int)random_below(random, 17) - 4) / 8.0f;
    } else {
        s = random_float(random, -0.5f, 1.5f);
        t = random_float(random, -0.5f, 1.5f);
    }
    hem_vec3 along = hem_add_scaled(a[0], s, hem_sub(a[1], a[0]));
    return hem_add_scaled(along, t, hem_sub(a[2], a[0]));
}

static hem_vec3 edge_point(test_random *random, const hem_vec3 a[3])
{
    uint32_t i = random_below(random, 3);
    float s = (float)((int)random_below(random, 13) - 2) / 8.0f;
    return hem_add_scaled(a[i], s, hem_sub(a[(i + 1) % 3], a[i]));
}

void hem_two_triangles_case(test_random *random, hem_vec3 a[3], hem_vec3 b[3])
{
    some_triangle(random, a);
    float size = hem_length(hem_sub(a[1], a[0])) + hem_length(hem_sub(a[2], a[0])) + 0.001f;
    bool flat = random_below(random, 4) == 0;
    for (uint32_t i = 0; i < 3; i++) {
        switch (flat ? random_below(random, 3) : random_below(random, 6)) {
        case 0:
            b[i] = plane_point(random, a);
            break;
        case 1:
            b[i] = edge_point(random, a);
            break;
        case 2:
            b[i] = a[random_below(random, 3)];
            break;
        case 3: /* beyond a point of the triangle, seen from another corner of b */
            b[i] = plane_point(random, a);
            if (i > 0) {
                b[i] = hem_add_scaled(b[i], 1.0f, hem_sub(b[i], b[i - 1]));
            }
            break;
        default:
            b[i] = hem_add(a[random_below(random, 3)], random_point(random, size));
            break;
        }
        b[i] = legal_point(b[i]);
        if (random_below(random, 3) == 0) {
            nudge(random, &b[i]);
        }
    }
    if (random_below(random, 16) == 0) {
        b[1] = b[0];
    }
    if (random_below(random, 2) == 0) {
        for (uint32_t i = 0; i < 3; i++) {
            hem_vec3 kept = a[i];
            a[i] = b[2 - i];
            b[2 - i] = kept;
        }
    }
}

void hem_lattice_triangles_case(test_random *random, uint32_t side, hem_vec3 a[3], hem_vec3 b[3])
{
    for (uint32_t i = 0; i < 6; i++) {
        float x = (float)random_below(random, side);
        float y = (float)random_below(random, side);
        float z = (float)random_below(random, side);
        *(i < 3 ? &a[i] : &b[i - 3]) = (hem_vec3){x, y, z};
    }
}

/* ---- four points ---- */

static void cloth(test_random *random, hem_vec3 point[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        point[i] = random_point(random, 0.01f);
        point[i].z *= 0.1f;
    }
}

/* p1 p2 is the long side, p3 close to it; p0 near the plane. For two edges, 2-3 runs along. */
static void sliver(test_random *random, hem_vec3 point[4])
{
    float height = random_float(random, 10e-6f, 30e-6f);
    hem_vec3 along = random_point(random, 0.01f);
    hem_vec3 across = hem_cross(along, random_point(random, 1.0f));
    across = hem_scale(height / (hem_length(across) + 1e-12f), across);
    hem_vec3 up = hem_cross(along, across);
    up = hem_scale(1.0f / (hem_length(up) + 1e-20f), up);
    uint32_t first = random_below(random, 3);
    hem_vec3 corner[3];
    corner[0] = random_point(random, 0.01f);
    corner[1] = hem_add(corner[0], along);
    corner[2] =
        hem_add(hem_add_scaled(corner[0], random_float(random, -0.2f, 1.2f), along), across);
    for (uint32_t i = 0; i < 3; i++) {
        point[1 + i] = corner[(i + first) % 3];
    }
    float away = random_below(random, 2) == 0 ? random_float(random, 0.0f, 0.001f)
                                              : random_float(random, 0.0f, 40e-6f);
    hem_vec3 over = hem_add_scaled(corner[0], random_float(random, -0.2f, 1.2f), along);
    over = hem_add_scaled(over, random_float(random, -1.0f, 2.0f), across);
    point[0] = hem_add_scaled(over, away, up);
}

static void needle(test_random *random, hem_vec3 point[4])
{
    hem_vec3 tip = random_point(random, 0.01f);
    hem_vec3 end = random_point(random, 0.01f);
    hem_vec3 corner[3] = {tip, end,
                          hem_add(end, random_point(random, random_scale(random, -7, -3)))};
    uint32_t first = random_below(random, 3);
    for (uint32_t i = 0; i < 3; i++) {
        point[1 + i] = corner[(i + first) % 3];
    }
    float s = random_float(random, -0.1f, 1.1f);
    point[0] = hem_add(hem_add_scaled(tip, s, hem_sub(end, tip)), random_point(random, 0.0001f));
}

static void near_parallel(test_random *random, hem_vec3 point[4])
{
    hem_vec3 along = random_point(random, 0.01f);
    hem_vec3 off = random_point(random, random_scale(random, -7, -2));
    float turn = random_scale(random, -9, -3);
    point[0] = random_point(random, 0.01f);
    point[1] = hem_add(point[0], along);
    float from = random_float(random, -0.5f, 0.9f);
    float to = random_float(random, 0.1f, 1.5f);
    point[2] = hem_add(hem_add_scaled(point[0], from, along), off);
    point[3] = hem_add(hem_add_scaled(point[0], to, along), off);
    point[2] = hem_add(point[2], random_point(random, turn * 0.01f));
    point[3] = hem_add(point[3], random_point(random, turn * 0.01f));
}

/* Vertex on face and edge on edge at once: p0 a mean of the others. */
static void touching(test_random *random, hem_vec3 point[4])
{
    cloth(random, point);
    float s = random_float(random, 0.0f, 1.0f), t = random_float(random, 0.0f, 1.0f);
    hem_vec3 on_edge = hem_add_scaled(point[2], t, hem_sub(point[3], point[2]));
    if (random_below(random, 2) == 0) {
        point[0] = hem_add_scaled(point[1], s, hem_sub(on_edge, point[1]));
    } else {
        /* The edge 0-1 leads through a point of 2-3. */
        point[0] = hem_add_scaled(point[1], 1.0f + s, hem_sub(on_edge, point[1]));
    }
}

static void far_apart(test_random *random, hem_vec3 point[4])
{
    float size = random_scale(random, -6, -1);
    hem_vec3 away = random_point(random, random_scale(random, -1, 2));
    for (uint32_t i = 0; i < 4; i++) {
        point[i] = random_point(random, size);
    }
    point[0] = hem_add(point[0], away);
    if (random_below(random, 2) == 0) {
        point[1] = hem_add(point[1], away);
    }
}

static void degenerate(test_random *random, hem_vec3 point[4])
{
    cloth(random, point);
    if (random_below(random, 2) == 0) {
        /* In one line, by steps that floats hit exactly. */
        hem_vec3 step = {0.25f, -0.5f, 0.125f};
        for (uint32_t i = 0; i < 4; i++) {
            point[i] = hem_scale((float)random_below(random, 5), step);
        }
    }
    if (random_below(random, 2) == 0) {
        point[random_below(random, 4)] = point[random_below(random, 4)];
    }
    if (random_below(random, 2) == 0) {
        point[random_below(random, 4)] = point[random_below(random, 4)];
    }
}

void hem_closest_case(hem_closest_case_kind kind, test_random *random, hem_vec3 point[4])
{
    switch (kind) {
    case HEM_CLOSEST_ORIENT: {
        uint32_t which = random_below(random, HEM_ORIENT_KINDS);
        hem_orient_case((hem_orient_case_kind)which, &random->state, point);
        return;
    }
    case HEM_CLOSEST_CLOTH:
        cloth(random, point);
        break;
    case HEM_CLOSEST_SLIVER:
        sliver(random, point);
        break;
    case HEM_CLOSEST_NEEDLE:
        needle(random, point);
        break;
    case HEM_CLOSEST_NEAR_PARALLEL:
        near_parallel(random, point);
        break;
    case HEM_CLOSEST_TOUCHING:
        touching(random, point);
        break;
    case HEM_CLOSEST_FAR:
        far_apart(random, point);
        break;
    default:
        degenerate(random, point);
        break;
    }
    hem_vec3 place = some_place(random);
    for (uint32_t i = 0; i < 4; i++) {
        point[i] = legal_point(hem_add(place, point[i]));
    }
}

/* ---- two faces ---- */

/* The plane of a face: a corner and two sides. */
typedef struct frame {
    hem_vec3 base, u, v;
} frame;

static hem_vec3 whole_point(test_random *random, uint32_t size)
{
    float x = (float)((int)random_below(random, 2 * size + 1) - (int)size);
    float y = (float)((int)random_below(random, 2 * size + 1) - (int)size);
    float z = (float)((int)random_below(random, 2 * size + 1) - (int)size);
    return (hem_vec3){x, y, z};
}

/* Whole numbers, the sides multiples of 8, of which eighths are whole again. */
static frame whole_frame(test_random *random)
{
    return (frame){whole_point(random, 200), hem_scale(8.0f, whole_point(random, 12)),
                   hem_scale(8.0f, whole_point(random, 12))};
}

static frame any_frame(test_random *random, float size)
{
    return (frame){random_point(random, size), random_point(random, size),
                   random_point(random, size)};
}

/* A triangle, or a quad whose fourth corner lies beyond the line through u and v. */
static uint32_t face_of(test_random *random, const frame *f, hem_vec3 point[4])
{
    point[0] = f->base;
    point[1] = hem_add(f->base, f->u);
    point[2] = hem_add(f->base, f->v);
    point[3] = f->base;
    if (random_below(random, 3) == 0) {
        return 3;
    }
    uint32_t s = 3 + random_below(random, 8);
    uint32_t t = 9 - (s < 8 ? s : 8) + random_below(random, 6);
    point[3] = point[2];
    point[2] = hem_add_scaled(f->base, (float)s / 8.0f, f->u);
    point[2] = hem_add_scaled(point[2], (float)t / 8.0f, f->v);
    return 4;
}

void hem_two_faces_case(test_random *random, bool exact, hem_faces_case *faces)
{
    float size = random_scale(random, -3, 1);
    frame a = exact ? whole_frame(random) : any_frame(random, size);
    frame b = exact ? whole_frame(random) : any_frame(random, size);
    switch (random_below(random, 6)) {
    case 0: /* parallel, or in one plane */
        b.u = a.v;
        b.v = exact ? hem_add(a.u, a.v) : hem_add_scaled(a.u, 0.3f, a.v);
        break;
    case 1: /* with a common corner */
        b.base = a.base;
        break;
    case 2: /* across each other */
        b.base = hem_sub(a.base, b.u);
        b.u = hem_scale(2.0f, b.u);
        break;
    case 3: /* a sliver */
        a.v = exact ? a.u : hem_add(a.u, random_point(random, size * 0.001f));
        break;
    default:
        break;
    }
    faces->a_count = face_of(random, &a, faces->a);
    faces->b_count = face_of(random, &b, faces->b);
    float scale = exact ? 1.0f / (float)(1u << random_below(random, 24)) : 1.0f;
    /* Rounding far from the origin would bend quads. */
    bool stays = exact || faces->a_count == 4 || faces->b_count == 4;
    hem_vec3 place = stays ? (hem_vec3){0.0f, 0.0f, 0.0f} : some_place(random);
    for (uint32_t i = 0; i < 4; i++) {
        faces->a[i] = legal_point(hem_add(place, hem_scale(scale, faces->a[i])));
        faces->b[i] = legal_point(hem_add(place, hem_scale(scale, faces->b[i])));
    }
}

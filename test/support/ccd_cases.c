/* Makes queries for the continuous tests: see ccd_cases.h. */
#include "ccd_case_parts.h"

const char *const hem_ccd_set_names[HEM_CCD_SETS] = {
    "cloth on cloth", "cloth on ball", "cloth through cloth",
    "slivers",        "near-parallel", "coplanar",
    "rotation",       "touching",      "tiny motion",
    "huge motion",    "lattice",       "grid units",
    "still",          "equal points",  "leaving",
    "mixed scales",   "an instant",
};

/* ---- hard shapes ---- */

static void sliver(test_random *random, hem_ccd_pair pair, hem_ccd_in *in)
{
    hem_vec3 along = hem_scale(CCD_CELL, ccd_direction(random));
    hem_vec3 across = hem_cross(along, ccd_direction(random));
    across = hem_scale(random_float(random, 1e-5f, 3e-5f) / (hem_length(across) + 1e-12f), across);
    hem_vec3 up = hem_cross(along, across);
    up = hem_scale(1.0f / (hem_length(up) + 1e-20f), up);
    hem_vec3 third = hem_add_scaled(across, random_float(random, -0.2f, 1.2f), along);
    hem_vec3 over = hem_scale(random_float(random, 0.0f, 1.0f), third);
    over = hem_add_scaled(over, random_float(random, -0.1f, 1.0f), along);
    over = hem_add_scaled(over, random_float(random, -1.0f, 1.0f), across);
    float height = ccd_log_scale(random, -5.0f, -2.5f), below = ccd_log_scale(random, -5.0f, -2.5f);
    hem_vec3 aside = hem_scale(ccd_range(random, 2.0f), across);
    if (random_below(random, 3) == 0) {
        below = -below;
    }
    if (pair == HEM_CCD_PAIR_VERTEX_FACE) {
        const hem_vec3 start[4] = {
            hem_add_scaled(over, height, up), {0.0f, 0.0f, 0.0f}, along, third};
        for (int i = 0; i < 4; i++) {
            in->start[i] = start[i];
        }
    } else {
        /* The long side and a line along it, or across it. */
        hem_vec3 other = random_below(random, 2) == 0 ? hem_add(along, hem_scale(5.0f, across))
                                                      : hem_scale(CCD_CELL, ccd_direction(random));
        in->start[0] = hem_add_scaled(over, height, up);
        in->start[1] = hem_add(in->start[0], other);
        in->start[2] = (hem_vec3){0.0f, 0.0f, 0.0f};
        in->start[3] = along;
    }
    hem_vec3 first = hem_add(aside, hem_scale(-height - below, up));
    ccd_move(random, pair, ccd_point(random, 0.002f), first, 1e-6f, in);
}

/* Edges that run along each other and pass, or a vertex that passes a side. */
static void near_parallel(test_random *random, hem_ccd_pair pair, hem_ccd_in *in)
{
    hem_vec3 along = hem_scale(CCD_CELL, ccd_direction(random));
    hem_vec3 off = hem_cross(along, ccd_direction(random));
    off = hem_scale(ccd_log_scale(random, -4.0f, -2.5f) / (hem_length(off) + 1e-9f), off);
    hem_vec3 aside = hem_cross(along, off);
    aside = hem_scale(1.0f / (hem_length(aside) + 1e-12f), aside);
    float turn = CCD_CELL * ccd_log_scale(random, -6.0f, -1.0f);
    float from = random_float(random, -0.5f, 0.9f), to = random_float(random, 0.1f, 1.5f);
    in->start[2] = (hem_vec3){0.0f, 0.0f, 0.0f};
    in->start[3] = along;
    in->start[0] =
        hem_add(hem_scale(from, along), hem_add(off, hem_scale(turn, ccd_direction(random))));
    in->start[1] =
        hem_add(hem_scale(to, along), hem_add(off, hem_scale(turn, ccd_direction(random))));
    if (pair == HEM_CCD_PAIR_VERTEX_FACE) {
        in->start[1] = hem_add_scaled(hem_scale(0.4f, along), CCD_CELL, aside);
    }
    hem_vec3 first = hem_scale(-random_float(random, 0.5f, 2.0f), off);
    float beside = ccd_log_scale(random, -6.0f, -3.0f);
    first = hem_add_scaled(first, random_below(random, 2) == 0 ? beside : -beside, aside);
    float noise = random_below(random, 2) == 0 ? 0.0f : 0.5f * turn;
    ccd_move(random, pair, ccd_point(random, 0.002f), first, noise, in);
}

/* Which way round three points turn in the plane, twice the area. */
static float turn_of(hem_vec3 a, hem_vec3 b, hem_vec3 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool on_both_sides(float a, float b)
{
    return (a >= 0.0f && b <= 0.0f) || (a <= 0.0f && b >= 0.0f);
}

static bool overlap_in_plane(hem_ccd_pair pair, const hem_vec3 p[4])
{
    if (pair == HEM_CCD_PAIR_EDGE_EDGE) {
        return on_both_sides(turn_of(p[0], p[1], p[2]), turn_of(p[0], p[1], p[3])) &&
               on_both_sides(turn_of(p[2], p[3], p[0]), turn_of(p[2], p[3], p[1]));
    }
    float a = turn_of(p[1], p[2], p[0]), b = turn_of(p[2], p[3], p[0]);
    float c = turn_of(p[3], p[1], p[0]);
    return (a >= 0.0f && b >= 0.0f && c >= 0.0f) || (a <= 0.0f && b <= 0.0f && c <= 0.0f);
}

/* Features of one flat sheet, which do not overlap at the start. A level one moves anyhow in its
 * plane, a sloping one slides and stretches. */
static void coplanar(test_random *random, hem_ccd_pair pair, hem_ccd_in *in)
{
    float speed = ccd_log_scale(random, -4.0f, -1.5f);
    float slope = random_below(random, 2) == 0 ? 0.0f : random_float(random, -1.0f, 1.0f);
    bool together = slope != 0.0f || random_below(random, 3) == 0;
    hem_vec3 slide = ccd_point(random, 0.01f);
    float stretch = random_float(random, 0.9f, 1.1f);
    do {
        for (int i = 0; i < 4; i++) {
            in->start[i] =
                (hem_vec3){ccd_range(random, CCD_CELL), ccd_range(random, CCD_CELL), 0.0f};
            in->end[i] = together ? hem_add(slide, hem_scale(stretch, in->start[i]))
                                  : hem_add(in->start[i], ccd_point(random, speed));
            in->start[i].z = slope * in->start[i].x;
            in->end[i].z = slope * in->end[i].x;
        }
    } while (overlap_in_plane(pair, in->start));
}

static hem_vec3 turned(hem_vec3 point, hem_vec3 axis, float angle)
{
    float s = sinf(angle), c = cosf(angle);
    hem_vec3 side = hem_cross(axis, point);
    hem_vec3 keep = hem_scale(hem_dot(axis, point) * (1.0f - c), axis);
    return hem_add(hem_add_scaled(keep, c, point), hem_scale(s, side));
}

static void rotation(test_random *random, hem_ccd_pair pair, hem_ccd_in *in)
{
    hem_vec3 axis = ccd_direction(random);
    float angle = ccd_range(random, 3.1f);
    hem_vec3 offset = ccd_point(random, 0.5f * CCD_CELL);
    float other = random_below(random, 2) == 0 ? 0.0f : ccd_range(random, 1.5f);
    for (int i = 0; i < 4; i++) {
        hem_vec3 point = ccd_point(random, CCD_CELL);
        if (ccd_is_first(pair, i)) {
            in->start[i] = hem_add(point, offset);
            in->end[i] = hem_add(turned(point, axis, other), offset);
        } else {
            in->start[i] = point;
            in->end[i] = turned(point, axis, angle);
        }
    }
}

/* The features end or pass each other with a gap, along the normal or past a side. */
static void touching(test_random *random, hem_ccd_pair pair, hem_ccd_in *in)
{
    float gap = random_below(random, 6) == 0 ? 0.0f : ccd_log_scale(random, -9.0f, -4.0f);
    for (int i = 1; i < 4; i++) {
        in->start[i] = (hem_vec3){ccd_range(random, CCD_CELL), ccd_range(random, CCD_CELL), 0.0f};
    }
    bool level = random_below(random, 2) == 0;
    hem_vec3 u = hem_sub(in->start[2], in->start[1]), v = hem_sub(in->start[3], in->start[1]);
    hem_vec3 up = {0.0f, 0.0f, 1.0f};
    float s = random_float(random, 0.05f, 0.45f), t = random_float(random, 0.05f, 0.45f);
    if (pair == HEM_CCD_PAIR_EDGE_EDGE) {
        hem_vec3 along = hem_sub(in->start[3], in->start[2]);
        hem_vec3 on = hem_add_scaled(in->start[2], t, along);
        hem_vec3 half = {ccd_range(random, CCD_CELL), ccd_range(random, CCD_CELL), 0.0f};
        in->start[0] = hem_sub(on, half);
        in->start[1] = hem_add(on, half);
        v = half;
        u = along;
    } else {
        in->start[0] = hem_add_scaled(hem_add_scaled(in->start[1], s, u), t, v);
    }
    hem_vec3 from = hem_scale(random_float(random, 0.0005f, 0.01f), up);
    hem_vec3 to = hem_scale(gap, up);
    if (random_below(random, 3) == 0) {
        /* Past the side 1-2, or past the end of edge 2-3, by the gap. */
        hem_vec3 beside = pair == HEM_CCD_PAIR_EDGE_EDGE ? u : hem_cross(u, up);
        float toward = hem_dot(beside, v) > 0.0f ? -1.0f : 1.0f;
        beside = hem_scale(toward / (hem_length(beside) + 1e-9f), beside);
        if (pair == HEM_CCD_PAIR_VERTEX_FACE) {
            in->start[0] = hem_add(hem_add_scaled(in->start[1], s, u), hem_scale(gap, beside));
        } else {
            float turn = toward > 0.0f ? 1.0f - t : -t;
            hem_vec3 slide = hem_add(hem_scale(turn, u), hem_scale(gap, beside));
            in->start[0] = hem_add(in->start[0], slide);
            in->start[1] = hem_add(in->start[1], slide);
        }
        to = hem_scale(-1.0f, from);
    }
    hem_vec3 axis = ccd_direction(random);
    float angle = level ? 0.0f : ccd_range(random, 3.0f);
    hem_vec3 together = ccd_point(random, 0.005f);
    for (int i = 0; i < 4; i++) {
        hem_vec3 base = in->start[i];
        bool first = ccd_is_first(pair, i);
        in->start[i] = turned(first ? hem_add(base, from) : base, axis, angle);
        in->end[i] = hem_add(turned(first ? hem_add(base, to) : base, axis, angle), together);
    }
}

static void huge(test_random *random, hem_ccd_pair pair, hem_ccd_in *in)
{
    float size = ccd_log_scale(random, -2.5f, 0.0f);
    hem_vec3 meeting = ccd_point(random, 0.5f * size);
    for (int i = 0; i < 4; i++) {
        in->start[i] = ccd_point(random, size);
    }
    float speed = ccd_log_scale(random, 0.0f, 2.5f);
    hem_vec3 first = hem_scale(speed, ccd_direction(random));
    /* On its way the first feature comes by the second. */
    hem_vec3 back = hem_scale(-random_float(random, 0.0f, 1.0f), first);
    for (int i = 0; i < 4; i++) {
        if (ccd_is_first(pair, i)) {
            in->start[i] = hem_add(hem_add(in->start[i], meeting), back);
        }
    }
    float noise = random_below(random, 2) == 0 ? 0.0f : speed * 0.3f;
    ccd_move(random, pair, ccd_point(random, speed), first, noise, in);
}

/* ---- degenerate ones ---- */

static hem_vec3 lattice_point(test_random *random, uint32_t side)
{
    float x = (float)random_below(random, side), y = (float)random_below(random, side);
    float z = (float)random_below(random, side);
    return (hem_vec3){x, y, z};
}

static void lattice(test_random *random, float unit, uint32_t side, hem_ccd_in *in)
{
    bool flat = random_below(random, 3) == 0;
    for (int i = 0; i < 4; i++) {
        in->start[i] = hem_scale(unit, lattice_point(random, side));
        in->end[i] = random_below(random, 4) == 0 ? in->start[i]
                                                  : hem_scale(unit, lattice_point(random, side));
        if (flat) {
            in->start[i].z = in->end[i].z = 0.0f;
        }
    }
}

static void still(test_random *random, hem_ccd_pair pair, hem_ccd_in *in)
{
    if (random_below(random, 2) == 0) {
        lattice(random, 0.25f, 4, in);
    } else {
        touching(random, pair, in);
    }
    for (int i = 0; i < 4; i++) {
        if (random_below(random, 2) == 0) {
            in->start[i] = in->end[i];
        } else {
            in->end[i] = in->start[i];
        }
    }
}

static void equal_points(test_random *random, hem_ccd_pair pair, hem_ccd_in *in)
{
    if (random_below(random, 2) == 0) {
        ccd_cloth(random, pair, 1.0f, in);
    } else {
        lattice(random, 0.5f, 3, in);
    }
    for (int tries = 0; tries < 3; tries++) {
        uint32_t i = random_below(random, 4), j = random_below(random, 4);
        in->start[i] = in->start[j];
        if (random_below(random, 2) == 0) {
            in->end[i] = in->end[j];
        }
    }
}

/* In exact contact by halves and quarters, in a level plane or on a slope that floats hit. */
static void leaving(test_random *random, hem_ccd_pair pair, hem_ccd_in *in)
{
    hem_vec3 on = hem_scale(0.25f, lattice_point(random, 4));
    hem_vec3 u = hem_scale(0.25f, lattice_point(random, 5));
    hem_vec3 v = hem_scale(0.25f, lattice_point(random, 5));
    u.z = 0.5f * u.x;
    v.z = 0.5f * v.x;
    if (pair == HEM_CCD_PAIR_VERTEX_FACE) {
        in->start[0] = on;
        in->start[1] = hem_sub(on, u);
        in->start[2] = hem_add(hem_add(on, u), v);
        in->start[3] = random_below(random, 2) == 0 ? hem_sub(hem_add(on, u), v) : on;
    } else {
        in->start[0] = hem_sub(on, u);
        in->start[1] = hem_add(on, u);
        in->start[2] = hem_sub(on, v);
        in->start[3] = random_below(random, 2) == 0 ? hem_add(on, v) : on;
    }
    hem_vec3 first = {-0.5f, 0.0f, 1.0f};
    first = hem_scale(ccd_range(random, 0.01f), first);
    if (random_below(random, 3) == 0) {
        first = hem_add(first, ccd_point(random, 0.01f));
    }
    float noise = random_below(random, 2) == 0 ? 0.0f : 0.0005f;
    hem_vec3 together = hem_scale(0.125f, lattice_point(random, 3));
    ccd_move(random, pair, together, first, noise, in);
}

static float any_scale(test_random *random)
{
    float size = ccd_log_scale(random, -12.0f, 3.5f);
    return random_below(random, 2) == 0 ? size : -size;
}

static void mixed_scales(test_random *random, hem_ccd_in *in)
{
    for (int i = 0; i < 4; i++) {
        in->start[i] = (hem_vec3){any_scale(random), any_scale(random), any_scale(random)};
        in->end[i] = (hem_vec3){any_scale(random), any_scale(random), any_scale(random)};
        if (random_below(random, 3) == 0) {
            in->end[i].x = in->start[i].x;
        }
        if (random_below(random, 3) == 0) {
            in->end[i].z = in->start[i].z;
        }
    }
}

static hem_vec3 whole_point(test_random *random, uint32_t bits)
{
    uint32_t side = 2u << bits;
    float half = (float)(1u << bits);
    float x = (float)random_below(random, side) - half,
          y = (float)random_below(random, side) - half;
    float z = (float)random_below(random, side) - half;
    return (hem_vec3){x, y, z};
}

/* Whole numbers of up to 24 bits, in units that fit the domain. A side of one feature passes a
 * corner of the other at half time: what decides has 70 bits. Sometimes by a unit beside. */
static void instant(test_random *random, hem_ccd_pair pair, hem_ccd_in *in)
{
    const float unit = 1.0f / 4096.0f;
    uint32_t bits = 4 + random_below(random, 15);
    hem_vec3 from = whole_point(random, bits), along = whole_point(random, bits);
    float share = (float)random_below(random, 9);
    hem_vec3 meeting = hem_add_scaled(hem_scale(8.0f, from), share, along);
    hem_vec3 speed = whole_point(random, bits), other = whole_point(random, bits);
    uint32_t nudged = random_below(random, 12);
    for (int i = 0; i < 4; i++) {
        hem_vec3 place = hem_scale(8.0f, whole_point(random, bits));
        if (i == 0) {
            place = meeting;
        } else if (i == 2) {
            place = hem_scale(8.0f, from);
        } else if (i == 3) {
            place = hem_scale(8.0f, hem_add(from, along));
        } else if (pair == HEM_CCD_PAIR_EDGE_EDGE && random_below(random, 2) == 0) {
            /* Across, not at its end. */
            place = hem_add(meeting, hem_scale(4.0f, other));
        }
        hem_vec3 step = ccd_is_first(pair, i) ? speed : (hem_vec3){0.0f, 0.0f, 0.0f};
        in->start[i] = hem_sub(place, step);
        in->end[i] = hem_add(place, step);
        if (nudged == (uint32_t)i) {
            in->end[i].x += 1.0f;
        }
        in->start[i] = hem_scale(unit, in->start[i]);
        in->end[i] = hem_scale(unit, in->end[i]);
    }
}

/* ---- all ---- */

static float legal(float value)
{
    const float most = hem_bits_float(hem_float_bits(HEM_DOMAIN) - 1u);
    return hem_snap(hem_max(-most, hem_min(most, value)));
}

void hem_ccd_case(hem_ccd_set set, hem_ccd_pair pair, float far, test_random *random,
                  hem_ccd_in *in)
{
    switch (set) {
    case HEM_CCD_SET_CLOTH:
        ccd_cloth(random, pair, 1.0f, in);
        break;
    case HEM_CCD_SET_BALL:
        ccd_ball(random, pair, in);
        break;
    case HEM_CCD_SET_THROUGH:
        ccd_through(random, pair, in);
        break;
    case HEM_CCD_SET_SLIVER:
        sliver(random, pair, in);
        break;
    case HEM_CCD_SET_PARALLEL:
        near_parallel(random, pair, in);
        break;
    case HEM_CCD_SET_COPLANAR:
        coplanar(random, pair, in);
        break;
    case HEM_CCD_SET_ROTATION:
        rotation(random, pair, in);
        break;
    case HEM_CCD_SET_TOUCHING:
        touching(random, pair, in);
        break;
    case HEM_CCD_SET_TINY:
        ccd_cloth(random, pair, ccd_log_scale(random, -7.0f, -2.0f), in);
        break;
    case HEM_CCD_SET_HUGE:
        huge(random, pair, in);
        break;
    case HEM_CCD_SET_LATTICE:
        lattice(random, 0.25f, 2 + random_below(random, 5), in);
        break;
    case HEM_CCD_SET_GRID:
        lattice(random, HEM_GRID, 2 + random_below(random, 5), in);
        break;
    case HEM_CCD_SET_STILL:
        still(random, pair, in);
        break;
    case HEM_CCD_SET_EQUAL:
        equal_points(random, pair, in);
        break;
    case HEM_CCD_SET_LEAVING:
        leaving(random, pair, in);
        break;
    case HEM_CCD_SET_INSTANT:
        instant(random, pair, in);
        break;
    default:
        mixed_scales(random, in);
        break;
    }
    hem_vec3 place = hem_scale(far, ccd_direction(random));
    for (int i = 0; i < 4; i++) {
        hem_vec3 a = hem_add(in->start[i], place), b = hem_add(in->end[i], place);
        in->start[i] = (hem_vec3){legal(a.x), legal(a.y), legal(a.z)};
        in->end[i] = (hem_vec3){legal(b.x), legal(b.y), legal(b.z)};
    }
    in->separation = 0.0f;
}

/* The first proofs of the continuous test for four queries at once: see ccd_clear.h. Each lane does
 * what hem_ccd_clear_at_once does with one query, operation by operation; there the lanes are
 * the corners of the polygon, here they are queries, and corners are counted. */
#include "narrow/ccd_clear.h"
#include "narrow/ccd_once.h"
#include "narrow/vector_4.h"

#if defined(HEM_SIMD_SSE2) || defined(HEM_SIMD_NEON) || defined(HEM_SIMD_WASM)

/* Corners at the start and at the end, and the larger magnitudes. */
typedef struct motion {
    hem_vector_4 start[4], end[4], size[4];
} motion;

static hem_vector_4 corner(const hem_points_4 *p, uint32_t a, uint32_t b)
{
    return (hem_vector_4){hem_f4_sub(hem_f4_load(p->x[a]), hem_f4_load(p->x[b])),
                          hem_f4_sub(hem_f4_load(p->y[a]), hem_f4_load(p->y[b])),
                          hem_f4_sub(hem_f4_load(p->z[a]), hem_f4_load(p->z[b]))};
}

static hem_vector_4 sum(const hem_vector_4 *a, const hem_vector_4 *b)
{
    return (hem_vector_4){hem_f4_add(a->x, b->x), hem_f4_add(a->y, b->y), hem_f4_add(a->z, b->z)};
}

static hem_vector_4 magnitude(const hem_vector_4 *a)
{
    return (hem_vector_4){hem_f4_abs(a->x), hem_f4_abs(a->y), hem_f4_abs(a->z)};
}

static hem_vector_4 choose(hem_m4 mask, const hem_vector_4 *a, const hem_vector_4 *b)
{
    return (hem_vector_4){hem_f4_select(mask, a->x, b->x), hem_f4_select(mask, a->y, b->y),
                          hem_f4_select(mask, a->z, b->z)};
}

/* hem_ccd_beyond */
static hem_f4 beyond(const hem_vector_4 *axis, float separation)
{
    const hem_f4 least = hem_f4_splat(HEM_CCD_LEAST);
    if (!(separation > 0.0f)) {
        return least;
    }
    hem_f4 square = hem_dot_4(axis, axis);
    hem_vector_4 size = magnitude(axis);
    hem_f4 length = hem_f4_select(hem_f4_lt(hem_f4_splat(1e-30f), square), hem_f4_sqrt(square),
                                  hem_f4_add(hem_f4_add(size.x, size.y), size.z));
    length = hem_f4_mul(hem_f4_splat(separation), length);
    return hem_f4_add(hem_f4_mul(length, hem_f4_splat(1.0f + 1.0f / 1048576.0f)), least);
}

/* hem_ccd_heights_on and hem_ccd_heights_clear: lanes whose corners are all beyond. */
static inline uint32_t clear_along(const motion *m, uint32_t corners, const hem_vector_4 *axis,
                                   float separation)
{
    const hem_f4 further = beyond(axis, separation);
    const hem_vector_4 size = magnitude(axis);
    uint32_t above = 15u, below = 15u;
    for (uint32_t i = 0; i < corners; i++) {
        hem_f4 error = hem_f4_mul(hem_f4_splat(HEM_CCD_AXIS_BOUND), hem_dot_4(&size, &m->size[i]));
        hem_f4 bound = hem_f4_add(error, further);
        hem_f4 start = hem_dot_4(axis, &m->start[i]), end = hem_dot_4(axis, &m->end[i]);
        hem_f4 under = hem_f4_sub(hem_f4_zero(), bound);
        above &= hem_m4_bits(hem_m4_and(hem_f4_lt(bound, start), hem_f4_lt(bound, end)));
        below &= hem_m4_bits(hem_m4_and(hem_f4_lt(start, under), hem_f4_lt(end, under)));
    }
    return above | below;
}

/* The point of a side that is closest to the origin, and its squared distance. */
typedef struct nearest {
    hem_vector_4 point;
    hem_f4 square;
} nearest;

static nearest nearest_on(const hem_vector_4 *from, const hem_vector_4 *way)
{
    const hem_f4 zero = hem_f4_zero();
    hem_f4 back = hem_dot_4(from, way);
    hem_f4 square = hem_f4_add(hem_dot_4(way, way), hem_f4_splat(HEM_CCD_LEAST));
    hem_f4 foot = hem_f4_div(hem_f4_min(hem_f4_max(hem_f4_sub(zero, back), zero), square), square);
    hem_vector_4 point = {hem_f4_add(from->x, hem_f4_mul(foot, way->x)),
                          hem_f4_add(from->y, hem_f4_mul(foot, way->y)),
                          hem_f4_add(from->z, hem_f4_mul(foot, way->z))};
    return (nearest){point, hem_dot_4(&point, &point)};
}

static nearest nearer(const nearest *a, const nearest *b)
{
    hem_m4 second = hem_f4_lt(b->square, a->square);
    return (nearest){choose(second, &b->point, &a->point),
                     hem_f4_select(second, b->square, a->square)};
}

/* Lanes in which the origin is not outside of any side, and in which it is inside of some. */
typedef struct inside {
    uint32_t not_out, in;
} inside;

static inline nearest look_at_side(const hem_vector_4 *from, const hem_vector_4 *to,
                                   const hem_vector_4 *normal, inside *seen)
{
    hem_vector_4 way = hem_sub_4(to, from);
    hem_vector_4 across = hem_cross_4(from, &way);
    hem_f4 turn = hem_dot_4(normal, &across);
    seen->not_out &= hem_m4_bits(hem_f4_le(hem_f4_zero(), turn));
    seen->in |= hem_m4_bits(hem_f4_lt(hem_f4_zero(), turn));
    return nearest_on(from, &way);
}

/* hem_ccd_sides_hold and hem_ccd_sides_way: lanes where the origin lies over the inside, and the
 * closest points. */
static inline uint32_t find_way(const hem_vector_4 middle[4], uint32_t corners,
                                const hem_vector_4 *normal, hem_vector_4 *way)
{
    inside seen = {15u, 0};
    nearest a = look_at_side(&middle[0], &middle[1], normal, &seen);
    nearest b = look_at_side(&middle[1], &middle[2], normal, &seen);
    const nearest first = nearer(&a, &b);
    if (corners == 3) {
        /* The side between the two corners that are one is a point. */
        a = (nearest){middle[2], hem_dot_4(&middle[2], &middle[2])};
        b = look_at_side(&middle[2], &middle[0], normal, &seen);
    } else {
        a = look_at_side(&middle[2], &middle[3], normal, &seen);
        b = look_at_side(&middle[3], &middle[0], normal, &seen);
    }
    const nearest second = nearer(&a, &b);
    *way = nearer(&first, &second).point;
    return seen.not_out & seen.in;
}

/* Three corners or four; three stand for four of which the last two are one. */
static inline uint32_t clear(motion *m, uint32_t corners, float separation)
{
    hem_vector_4 middle[4];
    for (uint32_t i = 0; i < corners; i++) {
        m->size[i] = (hem_vector_4){hem_ccd_size(m->start[i].x, m->end[i].x),
                                    hem_ccd_size(m->start[i].y, m->end[i].y),
                                    hem_ccd_size(m->start[i].z, m->end[i].z)};
        middle[i] = sum(&m->start[i], &m->end[i]);
    }
    hem_vector_4 first = hem_sub_4(&middle[1], &middle[0]),
                 second = hem_sub_4(&middle[2], &middle[1]);
    hem_vector_4 normal = hem_cross_4(&first, &second);
    uint32_t done = clear_along(m, corners, &normal, separation);
    if (done != 15u) {
        hem_vector_4 way;
        uint32_t over = find_way(middle, corners, &normal, &way);
        done |= clear_along(m, corners, &way, separation) & ~over;
    }
    return done;
}

uint32_t hem_ccd_clear_vertex_face_4(const hem_points_4 *start, const hem_points_4 *end,
                                     float separation)
{
    motion m;
    for (uint32_t i = 0; i < 3; i++) {
        m.start[i] = corner(start, 0, 1 + i);
        m.end[i] = corner(end, 0, 1 + i);
    }
    return clear(&m, 3, separation);
}

uint32_t hem_ccd_clear_edge_edge_4(const hem_points_4 *start, const hem_points_4 *end,
                                   float separation)
{
    static const uint8_t first[4] = {0, 1, 1, 0}, second[4] = {2, 2, 3, 3};
    motion m;
    for (uint32_t i = 0; i < 4; i++) {
        m.start[i] = corner(start, first[i], second[i]);
        m.end[i] = corner(end, first[i], second[i]);
    }
    return clear(&m, 4, separation);
}

#else

/* The points of one lane. */
typedef struct one_lane {
    hem_vec3 start[4], end[4];
} one_lane;

static const uint32_t order[4] = {0, 1, 2, 3};

static void take_lane(const hem_points_4 *start, const hem_points_4 *end, uint32_t lane,
                      one_lane *to)
{
    for (uint32_t i = 0; i < 4; i++) {
        to->start[i] = (hem_vec3){start->x[i][lane], start->y[i][lane], start->z[i][lane]};
        to->end[i] = (hem_vec3){end->x[i][lane], end->y[i][lane], end->z[i][lane]};
    }
}

static uint32_t bit_if_clear(const hem_ccd_motion *motion, float separation, uint32_t lane)
{
    return hem_ccd_clear_at_once(motion, separation) ? 1u << lane : 0u;
}

uint32_t hem_ccd_clear_vertex_face_4(const hem_points_4 *start, const hem_points_4 *end,
                                     float separation)
{
    uint32_t done = 0;
    for (uint32_t i = 0; i < 4; i++) {
        one_lane one;
        hem_ccd_motion motion;
        take_lane(start, end, i, &one);
        const hem_ccd_points points = {one.start, one.end, order};
        hem_ccd_face_motion(&points, &motion);
        done |= bit_if_clear(&motion, separation, i);
    }
    return done;
}

uint32_t hem_ccd_clear_edge_edge_4(const hem_points_4 *start, const hem_points_4 *end,
                                   float separation)
{
    uint32_t done = 0;
    for (uint32_t i = 0; i < 4; i++) {
        one_lane one;
        hem_ccd_motion motion;
        take_lane(start, end, i, &one);
        const hem_ccd_points points = {one.start, one.end, order};
        hem_ccd_edge_motion(&points, &motion);
        done |= bit_if_clear(&motion, separation, i);
    }
    return done;
}

#endif

/* The motion of one pair of features as a polygon, and the first kind of proof that it stays clear.
 *
 * The differences "corner of the first feature less corner of the second" are the corners of a
 * polygon: a triangle for a vertex and a face, a parallelogram for two edges. The features are as
 * far apart as the origin is from it, and its corners move on straight lines. So one arithmetic
 * serves both kinds of pair, in four lanes; a triangle has its last corner twice.
 *
 * Axis certificate. If all corners lie beyond a plane across some axis at two times, they do
 * between them: the projections are linear in time. The axis may be any vector; rounding in it
 * costs nothing but its quality. With u = 2^-24, d a difference of two coordinates as rounded and W
 * the larger magnitude of d at the start and at the end, a projection (n.x d.x + n.y d.y) + n.z d.z
 * goes through 4 roundings (the difference, the product, two sums), and so does each end of
 *     (1 - t) start + t end,
 * which adds 3 (1 - t, a product, the sum). 7 u sum |n_k| W_k bounds the error; 8 u is used, which
 * also covers the rounding of the bound. Products under the least normal number may lose all their
 * digits, even be flushed: 2^-120 covers that. Nothing overflows: |d| < 2^13, and axes are made of
 * products of at most three such differences. Every test is written x > bound, so that NaN proves
 * nothing. */
#ifndef HEM_NARROW_CCD_MOTION_H
#define HEM_NARROW_CCD_MOTION_H

#include "base/vec3.h"

/* Positions at the start and at the end, and which of them the four points are. */
typedef struct hem_ccd_points {
    const hem_vec3 *start, *end;
    const uint32_t *vertex;
} hem_ccd_points;

/* The corners at the start and at the end, and the larger magnitude of each coordinate. */
typedef struct hem_ccd_motion {
    hem_f4 x0, y0, z0, x1, y1, z1;
    hem_f4 size_x, size_y, size_z;
} hem_ccd_motion;

#define HEM_CCD_AXIS_BOUND (1.0f / 2097152.0f)     /* 8 u */
#define HEM_CCD_LEAST      7.5231638452626401e-37f /* 2^-120 */

/* Without a branch; the sign of a zero does not matter. */
static inline float hem_ccd_magnitude(float a)
{
    return hem_max(a, -a);
}

static inline hem_f4 hem_ccd_size(hem_f4 start, hem_f4 end)
{
    return hem_f4_max(hem_f4_abs(start), hem_f4_abs(end));
}

static inline void hem_ccd_motion_sizes(hem_ccd_motion *m)
{
    m->size_x = hem_ccd_size(m->x0, m->x1);
    m->size_y = hem_ccd_size(m->y0, m->y1);
    m->size_z = hem_ccd_size(m->z0, m->z1);
}

static inline hem_f4 hem_ccd_face_lanes(float a, float b, float c, float d)
{
    const float lane[4] = {a - b, a - c, a - d, a - d};
    return hem_f4_load(lane);
}

static inline hem_f4 hem_ccd_edge_lanes(float a, float b, float c, float d)
{
    const float lane[4] = {a - c, b - c, b - d, a - d};
    return hem_f4_load(lane);
}

/* Corners in order around the polygon, of four points at one time. */
#define HEM_CCD_CORNERS(lanes, p0, p1, p2, p3, to_x, to_y, to_z) \
    do {                                                         \
        (to_x) = lanes((p0)->x, (p1)->x, (p2)->x, (p3)->x);      \
        (to_y) = lanes((p0)->y, (p1)->y, (p2)->y, (p3)->y);      \
        (to_z) = lanes((p0)->z, (p1)->z, (p2)->z, (p3)->z);      \
    } while (0)

static inline void hem_ccd_face_motion(const hem_ccd_points *p, hem_ccd_motion *m)
{
    const uint32_t *v = p->vertex;
    const hem_vec3 *x = p->start, *y = p->end;
    HEM_CCD_CORNERS(hem_ccd_face_lanes, &x[v[0]], &x[v[1]], &x[v[2]], &x[v[3]], m->x0, m->y0,
                    m->z0);
    HEM_CCD_CORNERS(hem_ccd_face_lanes, &y[v[0]], &y[v[1]], &y[v[2]], &y[v[3]], m->x1, m->y1,
                    m->z1);
    hem_ccd_motion_sizes(m);
}

static inline void hem_ccd_edge_motion(const hem_ccd_points *p, hem_ccd_motion *m)
{
    const uint32_t *v = p->vertex;
    const hem_vec3 *x = p->start, *y = p->end;
    HEM_CCD_CORNERS(hem_ccd_edge_lanes, &x[v[0]], &x[v[1]], &x[v[2]], &x[v[3]], m->x0, m->y0,
                    m->z0);
    HEM_CCD_CORNERS(hem_ccd_edge_lanes, &y[v[0]], &y[v[1]], &y[v[2]], &y[v[3]], m->x1, m->y1,
                    m->z1);
    hem_ccd_motion_sizes(m);
}

/* Projections of the corners on an axis, how far they may be off, and what they must exceed. */
typedef struct hem_ccd_heights {
    hem_f4 start, end, error, bound;
} hem_ccd_heights;

static inline hem_f4 hem_ccd_project(hem_vec3 axis, hem_f4 x, hem_f4 y, hem_f4 z)
{
    return hem_f4_add(
        hem_f4_add(hem_f4_mul(hem_f4_splat(axis.x), x), hem_f4_mul(hem_f4_splat(axis.y), y)),
        hem_f4_mul(hem_f4_splat(axis.z), z));
}

static inline hem_f4 hem_ccd_dot_4(hem_f4 ax, hem_f4 ay, hem_f4 az, hem_f4 bx, hem_f4 by, hem_f4 bz)
{
    return hem_f4_add(hem_f4_add(hem_f4_mul(ax, bx), hem_f4_mul(ay, by)), hem_f4_mul(az, bz));
}

/* `beyond` is the separation times the length of the axis, rounded up. */
static inline hem_ccd_heights hem_ccd_heights_on(const hem_ccd_motion *m, hem_vec3 axis,
                                                 float beyond)
{
    const hem_f4 x = hem_f4_splat(axis.x), y = hem_f4_splat(axis.y), z = hem_f4_splat(axis.z);
    hem_f4 sum =
        hem_ccd_dot_4(hem_f4_abs(x), hem_f4_abs(y), hem_f4_abs(z), m->size_x, m->size_y, m->size_z);
    hem_f4 error = hem_f4_mul(hem_f4_splat(HEM_CCD_AXIS_BOUND), sum);
    return (hem_ccd_heights){
        hem_ccd_dot_4(x, y, z, m->x0, m->y0, m->z0),
        hem_ccd_dot_4(x, y, z, m->x1, m->y1, m->z1),
        error,
        hem_f4_add(error, hem_f4_splat(beyond)),
    };
}

/* Do all corners lie surely beyond the plane, on one side of it, from start to end? No branch. */
static inline bool hem_ccd_heights_clear(const hem_ccd_heights *h)
{
    hem_f4 under = hem_f4_sub(hem_f4_zero(), h->bound);
    hem_m4 above = hem_m4_and(hem_f4_lt(h->bound, h->start), hem_f4_lt(h->bound, h->end));
    hem_m4 below = hem_m4_and(hem_f4_lt(h->start, under), hem_f4_lt(h->end, under));
    uint32_t all_above = hem_m4_bits(above) == 15u ? 1u : 0u;
    uint32_t all_below = hem_m4_bits(below) == 15u ? 1u : 0u;
    return (all_above | all_below) != 0;
}

/* The separation times the length of an axis, rounded up, and the least bound. */
static inline float hem_ccd_beyond(hem_vec3 axis, float separation)
{
    if (!(separation > 0.0f)) {
        return HEM_CCD_LEAST;
    }
    float square = hem_dot(axis, axis);
    /* Where the square may have lost digits, the sum of the magnitudes is long enough. */
    float length = square > 1e-30f ? hem_sqrt(square)
                                   : (hem_ccd_magnitude(axis.x) + hem_ccd_magnitude(axis.y)) +
                                         hem_ccd_magnitude(axis.z);
    return separation * length * (1.0f + 1.0f / 1048576.0f) + HEM_CCD_LEAST;
}

#endif

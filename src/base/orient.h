/* Orientation signs without error: on which side of a plane a point lies, and which way round a
 * projected triangle turns.
 *
 * A float filter answers nearly always; what it leaves open is decided in fixed point. So a sign
 * never depends on the order of operations, the compiler or the machine, and vector code may filter
 * as it likes and ask the exact functions for the rest. Points must lie in the domain and on the
 * grid (HEM_DOMAIN, HEM_GRID); the FP environment must round to nearest.
 *
 * The sign of four points is that of
 *
 *     | a.x a.y a.z 1 |
 *     | b.x b.y b.z 1 |   =  det(a - d, b - d, c - d)  =  (a - d) . ((b - d) x (c - d)),
 *     | c.x c.y c.z 1 |
 *     | d.x d.y d.z 1 |
 *
 * positive when d lies below the plane through a, b, c, above being where a, b, c are seen to turn
 * counter-clockwise. Exchanging two points turns the sign. */
#ifndef HEM_BASE_ORIENT_H
#define HEM_BASE_ORIENT_H

#include "base/real.h"

/* The filter of four points. With u = 2^-24 every float operation errs by a factor 1 + e or
 * 1 / (1 + e), |e| <= u, as long as nothing underflows, and nothing does: coordinates are multiples
 * of 2^-40, rounding keeps a multiple of a power of two one, so differences are multiples of 2^-40,
 * products of two of 2^-80, of three of 2^-120, all zero or far above the least normal 2^-126.
 *
 * Write D for the determinant, P for the same sum over magnitudes (the permanent), s for what the
 * last addition of D is handed, D' = fl(s) and P' for the computed values.
 *  - Each of the six triple products in s went through at most 7 roundings: three differences, the
 *    product, the difference of two products, the product with the third factor, one addition.
 *    Hence |s - D| <= ((1+u)^7 - 1) P.
 *  - Each triple product in P' went through 8, so P <= (1+u)^8 P'.
 *  - Rounding keeps the sign of s, and |D'| <= (1+u) |s|.
 * So |D'| > k P' gives |s| > k (1+u)^-9 P, and s has the sign of D if k >= (1+u)^9 ((1+u)^7 - 1),
 * which is 7u + 84 u^2 and a little. k = 8u is a power of two, so k P' is exact. Where k P' is less
 * than 2^-126 it may round or be flushed; then the error of s is less than 2^-125, and any D' that
 * is not zero is at least 2^-120 and right. */
#define HEM_ORIENT_BOUND (1.0f / 2097152.0f)

/* The same for three points: 3 roundings before the last, 4 in the permanent, hence at least
 * (1+u)^5 ((1+u)^3 - 1) = 3u + 18 u^2 and a little; 4u. */
#define HEM_ORIENT2D_BOUND (1.0f / 4194304.0f)

/* Magnitude as a vector lane would take it, without a branch. The sign of a zero does not matter.
 */
static inline float hem_orient_magnitude(float value)
{
    return hem_max(value, -value);
}

/* 1 or -1 where float arithmetic is sure of the sign of four points, 0 where it is not (which says
 * nothing about the sign). 32 float operations and no branch: made to be repeated in vector lanes.
 * Constant time. */
static inline int hem_orient_filter(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c,
                                    const hem_vec3 *d)
{
    float ax = a->x - d->x, ay = a->y - d->y, az = a->z - d->z;
    float bx = b->x - d->x, by = b->y - d->y, bz = b->z - d->z;
    float cx = c->x - d->x, cy = c->y - d->y, cz = c->z - d->z;

    float by_cz = by * cz, bz_cy = bz * cy;
    float bz_cx = bz * cx, bx_cz = bx * cz;
    float bx_cy = bx * cy, by_cx = by * cx;

    float determinant = (ax * (by_cz - bz_cy) + ay * (bz_cx - bx_cz)) + az * (bx_cy - by_cx);
    float permanent =
        (hem_orient_magnitude(ax) * (hem_orient_magnitude(by_cz) + hem_orient_magnitude(bz_cy)) +
         hem_orient_magnitude(ay) * (hem_orient_magnitude(bz_cx) + hem_orient_magnitude(bx_cz))) +
        hem_orient_magnitude(az) * (hem_orient_magnitude(bx_cy) + hem_orient_magnitude(by_cx));
    float bound = HEM_ORIENT_BOUND * permanent;
    return (int)(determinant > bound) - (int)(determinant < -bound);
}

/* The sign of four points in fixed point, -1, 0 or 1, whatever the filter says. Constant time: at
 * most 48 products of limbs. */
int hem_orient_exact(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c, const hem_vec3 *d);

/* The sign of four points: -1, 0 (exactly coplanar) or 1. Constant time. */
static inline int hem_orient_sign(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c,
                                  const hem_vec3 *d)
{
    int sign = hem_orient_filter(a, b, c, d);
    return sign != 0 ? sign : hem_orient_exact(a, b, c, d);
}

/* The sign of component `axis` (0 x, 1 y, 2 z) of the normal (a - c) x (b - c): which way round the
 * triangle turns when seen against that axis; 1 is counter-clockwise. -1, 0 (collinear in the
 * projection) or 1. For closed tests of coplanar triangles. Constant time. */
int hem_orient2d_sign(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c, uint32_t axis);

/* The same in fixed point, whatever the filter says. */
int hem_orient2d_exact(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c, uint32_t axis);

/* The sign of four points as if no four were ever coplanar: the sign where it is not zero, else the
 * sign after moving every vertex by its own vanishing amount, larger for smaller ids (simulation of
 * simplicity, Edelsbrunner and Muecke 1990). -1 or 1, for any coordinates, four equal points
 * included. Exchanging two points with their ids turns the sign, and all signs together are those
 * of one set of points in general position. The ids must differ. Constant time. */
int hem_orient_sos_exact(const hem_vec3 point[4], const uint32_t id[4]);

static inline int hem_orient_sos(const hem_vec3 point[4], const uint32_t id[4])
{
    int sign = hem_orient_filter(&point[0], &point[1], &point[2], &point[3]);
    return sign != 0 ? sign : hem_orient_sos_exact(point, id);
}

#endif

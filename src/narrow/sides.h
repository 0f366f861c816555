/* On which side of a plane a point lies, in float with a bound: the first stage of the tests on
 * triangles, made to be shared. A plane is set up once and asked about many points, one at a time
 * or four in vector lanes; what the bound leaves open goes to the exact signs of base/orient.h.
 *
 * The bound is the one derived in base/orient.h. It holds for every determinant of three vectors
 * that are differences of two points each, taken with one rounding a component: three differences,
 * a product, a difference of products, a product and an addition lie before the last addition.
 * Points must lie in the domain and on the grid. */
#ifndef HEM_NARROW_SIDES_H
#define HEM_NARROW_SIDES_H

#include "base/orient.h"
#include "base/vec3.h"

/* The plane of a triangle: a corner, the normal (b - a) x (c - a), and the same sum over
 * magnitudes, by which errors are bounded. */
typedef struct hem_plane {
    hem_vec3 origin, normal, weight;
} hem_plane;

static inline hem_plane hem_plane_of(const hem_vec3 corner[3])
{
    hem_vec3 u = hem_sub(corner[1], corner[0]);
    hem_vec3 v = hem_sub(corner[2], corner[0]);
    float yz = u.y * v.z, zy = u.z * v.y;
    float zx = u.z * v.x, xz = u.x * v.z;
    float xy = u.x * v.y, yx = u.y * v.x;
    return (hem_plane){
        corner[0],
        {yz - zy, zx - xz, xy - yx},
        {hem_orient_magnitude(yz) + hem_orient_magnitude(zy),
         hem_orient_magnitude(zx) + hem_orient_magnitude(xz),
         hem_orient_magnitude(xy) + hem_orient_magnitude(yx)},
    };
}

/* 1 above the plane, where the triangle is seen to turn counter-clockwise, -1 below, 0 where float
 * arithmetic is not sure. 19 float operations and no branch. */
static inline int hem_plane_side_filter(const hem_plane *plane, const hem_vec3 *point)
{
    hem_vec3 way = hem_sub(*point, plane->origin);
    float height = (way.x * plane->normal.x + way.y * plane->normal.y) + way.z * plane->normal.z;
    float bound = HEM_ORIENT_BOUND * ((hem_orient_magnitude(way.x) * plane->weight.x +
                                       hem_orient_magnitude(way.y) * plane->weight.y) +
                                      hem_orient_magnitude(way.z) * plane->weight.z);
    return (int)(height > bound) - (int)(height < -bound);
}

/* Which of four points are surely above and which surely below the plane, one bit a lane. */
typedef struct hem_sides_4 {
    uint32_t above, below;
} hem_sides_4;

static inline hem_sides_4 hem_plane_sides_4(const hem_plane *plane, hem_f4 x, hem_f4 y, hem_f4 z)
{
    hem_f4 way_x = hem_f4_sub(x, hem_f4_splat(plane->origin.x));
    hem_f4 way_y = hem_f4_sub(y, hem_f4_splat(plane->origin.y));
    hem_f4 way_z = hem_f4_sub(z, hem_f4_splat(plane->origin.z));
    hem_f4 height = hem_f4_add(hem_f4_add(hem_f4_mul(way_x, hem_f4_splat(plane->normal.x)),
                                          hem_f4_mul(way_y, hem_f4_splat(plane->normal.y))),
                               hem_f4_mul(way_z, hem_f4_splat(plane->normal.z)));
    hem_f4 sum =
        hem_f4_add(hem_f4_add(hem_f4_mul(hem_f4_abs(way_x), hem_f4_splat(plane->weight.x)),
                              hem_f4_mul(hem_f4_abs(way_y), hem_f4_splat(plane->weight.y))),
                   hem_f4_mul(hem_f4_abs(way_z), hem_f4_splat(plane->weight.z)));
    hem_f4 bound = hem_f4_mul(hem_f4_splat(HEM_ORIENT_BOUND), sum);
    hem_f4 under = hem_f4_sub(hem_f4_zero(), bound);
    return (hem_sides_4){hem_m4_bits(hem_f4_lt(bound, height)),
                         hem_m4_bits(hem_f4_lt(height, under))};
}

/* The sign without error: 1 above, -1 below, 0 exactly on the plane. The sign of base/orient.h is
 * positive below. */
static inline int hem_plane_side_exact(const hem_vec3 corner[3], const hem_vec3 *point)
{
    return -hem_orient_exact(&corner[0], &corner[1], &corner[2], point);
}

#endif

/* The proofs that end most queries at once: along the common normal, and along the way to the sides
 * of the polygon that a pair in motion makes (ccd_motion.h). */
#ifndef HEM_NARROW_CCD_ONCE_H
#define HEM_NARROW_CCD_ONCE_H

#include "narrow/ccd_motion.h"

/* Each corner of the polygon at half time and the way from it to the next, all times two. Guesses
 * for axes: nothing rests on them. */
typedef struct hem_ccd_sides {
    hem_f4 x, y, z, way_x, way_y, way_z;
} hem_ccd_sides;

static inline hem_f4 hem_ccd_next(hem_f4 a)
{
    float at[4];
    hem_f4_store(at, a);
    const float next[4] = {at[1], at[2], at[3], at[0]};
    return hem_f4_load(next);
}

static inline void hem_ccd_sides_set(const hem_ccd_motion *m, hem_ccd_sides *s)
{
    s->x = hem_f4_add(m->x0, m->x1);
    s->y = hem_f4_add(m->y0, m->y1);
    s->z = hem_f4_add(m->z0, m->z1);
    s->way_x = hem_f4_sub(hem_ccd_next(s->x), s->x);
    s->way_y = hem_f4_sub(hem_ccd_next(s->y), s->y);
    s->way_z = hem_f4_sub(hem_ccd_next(s->z), s->z);
}

/* The common normal at half time, of any length. */
static inline hem_vec3 hem_ccd_sides_normal(const hem_ccd_sides *s)
{
    float x[4], y[4], z[4];
    hem_f4_store(x, s->way_x);
    hem_f4_store(y, s->way_y);
    hem_f4_store(z, s->way_z);
    return hem_cross((hem_vec3){x[0], y[0], z[0]}, (hem_vec3){x[1], y[1], z[1]});
}

/* Does the origin lie over or under the inside, seen along the normal? */
static inline bool hem_ccd_sides_hold(const hem_ccd_sides *s, hem_vec3 normal)
{
    const hem_f4 zero = hem_f4_zero();
    hem_f4 turn =
        hem_ccd_project(normal, hem_f4_sub(hem_f4_mul(s->y, s->way_z), hem_f4_mul(s->z, s->way_y)),
                        hem_f4_sub(hem_f4_mul(s->z, s->way_x), hem_f4_mul(s->x, s->way_z)),
                        hem_f4_sub(hem_f4_mul(s->x, s->way_y), hem_f4_mul(s->y, s->way_x)));
    return hem_m4_bits(hem_f4_le(zero, turn)) == 15u && hem_m4_bits(hem_f4_lt(zero, turn)) != 0;
}

/* The point of the sides that is closest to the origin, roughly. Constant time. */
hem_vec3 hem_ccd_sides_way(const hem_ccd_sides *sides);

static inline bool hem_ccd_clear_along(const hem_ccd_motion *m, hem_vec3 axis, float separation)
{
    hem_ccd_heights h = hem_ccd_heights_on(m, axis, hem_ccd_beyond(axis, separation));
    return hem_ccd_heights_clear(&h);
}

/* Nearly every query ends here: the common normal at half time, or the way between the closest
 * points of the features' borders then, separates them from start to end. */
static inline bool hem_ccd_clear_at_once(const hem_ccd_motion *m, float separation)
{
    hem_ccd_sides sides;
    hem_ccd_sides_set(m, &sides);
    hem_vec3 normal = hem_ccd_sides_normal(&sides);
    return hem_ccd_clear_along(m, normal, separation) ||
           (!hem_ccd_sides_hold(&sides, normal) &&
            hem_ccd_clear_along(m, hem_ccd_sides_way(&sides), separation));
}

#endif

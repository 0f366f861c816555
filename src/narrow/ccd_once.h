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

void hem_ccd_sides_set(const hem_ccd_motion *motion, hem_ccd_sides *sides);

/* Does the origin lie over or under the inside, seen along the normal? Constant time. */
bool hem_ccd_sides_hold(const hem_ccd_sides *sides, hem_vec3 normal);

/* The point of the sides that is closest to the origin, roughly. Constant time. */
hem_vec3 hem_ccd_sides_way(const hem_ccd_sides *sides);

/* The common normal at half time, of any length. */
static inline hem_vec3 hem_ccd_normal_between(const hem_ccd_motion *m)
{
    float x[4], y[4], z[4];
    hem_f4_store(x, hem_f4_add(m->x0, m->x1));
    hem_f4_store(y, hem_f4_add(m->y0, m->y1));
    hem_f4_store(z, hem_f4_add(m->z0, m->z1));
    hem_vec3 first = {x[1] - x[0], y[1] - y[0], z[1] - z[0]};
    hem_vec3 second = {x[2] - x[1], y[2] - y[1], z[2] - z[1]};
    return hem_cross(first, second);
}

static inline bool hem_ccd_clear_along(const hem_ccd_motion *m, hem_vec3 axis, float separation)
{
    hem_ccd_heights h = hem_ccd_heights_on(m, axis, hem_ccd_beyond(axis, separation));
    return hem_ccd_heights_clear(&h);
}

/* Nearly every query ends here: the common normal at half time, or the way between the closest
 * points of the features' borders then, separates them from start to end. */
static inline bool hem_ccd_clear_at_once(const hem_ccd_motion *m, float separation)
{
    hem_vec3 normal = hem_ccd_normal_between(m);
    if (hem_ccd_clear_along(m, normal, separation)) {
        return true;
    }
    hem_ccd_sides sides;
    hem_ccd_sides_set(m, &sides);
    return !hem_ccd_sides_hold(&sides, normal) &&
           hem_ccd_clear_along(m, hem_ccd_sides_way(&sides), separation);
}

#endif

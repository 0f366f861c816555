/* Mass points of a zone, in scratch, seen from their centre of mass: sums over them, their
 * principal axes, and how they move as one body. */
#ifndef HEM_RESPOND_MASS_POINTS_H
#define HEM_RESPOND_MASS_POINTS_H

#include "base/vec3.h"
#include "hem/respond.h"

typedef struct hem_mass_points {
    float *mass;
    hem_vec3 *place;    /* relative to the centre of mass */
    hem_vec3 *velocity; /* relative to that of the centre of mass */
    float *lane;        /* room for one float a point */
    uint32_t count;
    float total;     /* mass */
    hem_vec3 common; /* the velocity of the centre of mass */
} hem_mass_points;

/* Takes room for so many points: 32 bytes each. */
hem_mass_points hem_mass_points_take(hem_arena *scratch, uint32_t count);

/* Takes in the movable vertices that are named. */
void hem_mass_points_load(hem_mass_points *points, const hem_motion *motion,
                          const uint32_t *vertices);

/* The sum of mass times value. */
hem_vec3 hem_mass_points_sum(const hem_mass_points *points, const hem_vec3 *values);

/* Angular momentum about the centre of mass. */
hem_vec3 hem_mass_points_spin(const hem_mass_points *points);

/* The sum of mass times the lengths of place and velocity: what rounding of a spin goes by. */
float hem_mass_points_spin_size(const hem_mass_points *points);

/* Principal axes. Turns about an axis that no point is away from are not considered. */
typedef struct hem_axes {
    hem_vec3 axis[3];
    float moment[3]; /* 0: no turn about this axis */
} hem_axes;

hem_axes hem_mass_points_axes(const hem_mass_points *points);

/* The turning speed that has this angular momentum. About axes whose moment is a thousandth of the
 * largest or less, momentum up to `noise` counts as none: the speeds that it stands for are
 * rounding of the others. */
hem_vec3 hem_axes_turn(const hem_axes *axes, hem_vec3 spin, float noise);

/* Where, seen from the centre, the middle of the way is on which a place turns about the centre by
 * the unit quaternion along (1, half). That turn takes a place p to q with q - p = 2 half x m, and
 * m = (p + q) / 2; so m = p + half x m, which is solved here without a root. */
static inline hem_vec3 hem_turned_halfway(hem_vec3 half, hem_vec3 place)
{
    hem_vec3 sum = hem_add(place, hem_cross(half, place));
    sum = hem_add_scaled(sum, hem_dot(half, place), half);
    return hem_scale(1.0f / (1.0f + hem_dot(half, half)), sum);
}

/* The way that it goes in the step, by dt. */
static inline hem_vec3 hem_turned_velocity(hem_vec3 turn, float dt, hem_vec3 place)
{
    return hem_cross(turn, hem_turned_halfway(hem_scale(0.5f * dt, turn), place));
}

#endif

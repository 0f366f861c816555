/* Cones of directions, without angles: an axis, and cosine and sine of the half apex angle. A cone
 * holds every direction that lies within that angle of its axis; rounding makes it wider, never
 * narrower.
 *
 *   normal cones (002-9)    of a surface's unit normals: how much it bends
 *   normal boxes            the same question by the box of the unit normals: tighter for few
 *                           directions, cheaper to merge
 *   velocity cones (002-11) of the vertices' velocities, with the largest speed */
#ifndef HEM_TREE_CONE_H
#define HEM_TREE_CONE_H

#include "base/vec3.h"

typedef struct hem_cone {
    hem_vec3 axis;      /* unit length, or zero for a cone that holds nothing or everything */
    float cosine, sine; /* of the half apex angle, 0 to pi: cosine -1 holds everything, 2 nothing */
} hem_cone;

hem_cone hem_cone_empty(void);
hem_cone hem_cone_all(void);

/* The cone of one direction, given as a vector that is off by at most `error` (a length):
 * everything when that is too much. */
hem_cone hem_cone_of(hem_vec3 direction, float error);

/* The cone around two (Provot's merge): its axis between theirs, its angle half of that between the
 * axes and the larger of their own. */
hem_cone hem_cone_merge(hem_cone a, hem_cone b);

/* The cone of an axis alone, and the same cone made to hold another one too: for more than two at
 * once, around the sum of their axes. For two it is Provot's merge. */
hem_cone hem_cone_around(hem_vec3 axis_sum);
void hem_cone_widen(hem_cone *cone, hem_cone other);

/* Cosine of the angle between a unit vector and the nearest direction in the cone, not rounded
 * down: 1 inside; 0 for an empty cone. */
float hem_cone_nearest(hem_cone cone, hem_vec3 unit);

/* The unit normal of a triangle, and by how much it may be off; an error of 1 or more for a
 * triangle that is a sliver or less. */
typedef struct hem_unit_normal {
    hem_vec3 normal;
    float error;
} hem_unit_normal;
hem_unit_normal hem_unit_normal_of(hem_vec3 a, hem_vec3 b, hem_vec3 c);

/* The box of some unit normals, each with its error; without any, low is above high. */
typedef struct hem_normal_box {
    hem_vec3 low, high;
} hem_normal_box;

hem_normal_box hem_normal_box_empty(void);
void hem_normal_box_take(hem_normal_box *box, hem_unit_normal normal);
void hem_normal_box_merge(hem_normal_box *box, const hem_normal_box *other);

/* Is there a direction that makes less than a right angle with every normal of the box? Looks at
 * the 13 axes of boxes, edges and corners, both ways. */
bool hem_normal_box_is_flat(const hem_normal_box *box);

/* Velocities: their directions, and no speed is larger. A vertex at rest has no direction. */
typedef struct hem_velocity_cone {
    hem_cone cone;
    float speed;
} hem_velocity_cone;

hem_velocity_cone hem_velocity_cone_empty(void);
void hem_velocity_cone_take(hem_velocity_cone *cone, hem_vec3 velocity);
void hem_velocity_cone_merge(hem_velocity_cone *cone, const hem_velocity_cone *other);

#endif

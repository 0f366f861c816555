/* What the files of a picture share: triangles as the eye sees them, and how they are filled. */
#ifndef PICTURE_PARTS_H
#define PICTURE_PARTS_H

#include "picture.h"

#include <math.h>

/* A triangle on the picture. Nearness is 1 / distance, which is linear over the picture. */
typedef struct picture_face {
    float x[3], y[3], nearness[3];
    uint32_t body, triangle;
    uint32_t first_vertex; /* of the body, among those of all bodies */
} picture_face;

static inline hem_vec3 picture_add(hem_vec3 a, float s, hem_vec3 b)
{
    return (hem_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline float picture_dot(hem_vec3 a, hem_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline hem_vec3 picture_cross(hem_vec3 a, hem_vec3 b)
{
    return (hem_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* As long as 1; a zero stays zero. */
static inline hem_vec3 picture_unit(hem_vec3 a)
{
    float length = sqrtf(picture_dot(a, a));
    return picture_add((hem_vec3){0}, length > 0.0f ? 1.0f / length : 0.0f, a);
}

static inline hem_vec3 picture_corner(const picture_body *body, uint32_t triangle, uint32_t corner)
{
    return body->positions[body->triangles[3u * (size_t)triangle + corner]];
}

/* Calls visit for every pixel of a width x height raster whose centre lies in the face. */
typedef void picture_visit(void *context, uint32_t pixel, float nearness);
void picture_fill(const picture_face *face, uint32_t width, uint32_t height, picture_visit *visit,
                  void *context);

/* picture_order.c: keeps the faces that are seen, and writes their numbers from back to front.
 * Returns how many; `cycles` counts those that could not be put in their place. */
uint32_t picture_order(const picture_face *faces, uint32_t count, uint32_t *order,
                       uint32_t *cycles);

/* A point of a face, by how much of each corner is in it. */
typedef struct picture_point {
    float share[3];
} picture_point;

/* picture_light.c: the way to the lamp; finds out what it reaches and how surfaces are curved; and
 * then, the colour at a point of a face, 0xRRGGBB. */
hem_vec3 picture_to_light(void);
void picture_shine(const picture_in *in);
uint32_t picture_colour(const picture_in *in, const picture_face *face, picture_point at);

#endif

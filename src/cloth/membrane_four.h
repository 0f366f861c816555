/* Four triangles at a time: their images in warp and weft, and what stretch and shear make of them.
 */
#ifndef HEM_CLOTH_MEMBRANE_FOUR_H
#define HEM_CLOTH_MEMBRANE_FOUR_H

#include "cloth/gather_4.h"

/* a p1 + b p2 for the two edges of a triangle. */
static inline hem_vector_4 hem_membrane_combine(const float weight[2][4], const hem_vector_4 *first,
                                                const hem_vector_4 *second)
{
    hem_f4 a = hem_f4_load(weight[0]), b = hem_f4_load(weight[1]);
    return (hem_vector_4){hem_f4_add(hem_f4_mul(a, first->x), hem_f4_mul(b, second->x)),
                          hem_f4_add(hem_f4_mul(a, first->y), hem_f4_mul(b, second->y)),
                          hem_f4_add(hem_f4_mul(a, first->z), hem_f4_mul(b, second->z))};
}

/* What a vector of rows comes to in warp and weft. */
typedef struct hem_images {
    hem_vector_4 warp, weft;
} hem_images;

static inline hem_images hem_membrane_image(const hem_cloth_membrane *rest, const hem_row *rows,
                                            const uint32_t *corners)
{
    hem_vector_4 p0 = hem_gather_4(rows, corners, 0), p1 = hem_gather_4(rows, corners, 1),
                 p2 = hem_gather_4(rows, corners, 2);
    hem_vector_4 first = hem_sub_4(&p1, &p0), second = hem_sub_4(&p2, &p0);
    return (hem_images){hem_membrane_combine(rest->warp, &first, &second),
                        hem_membrane_combine(rest->weft, &first, &second)};
}

typedef struct hem_step_size {
    hem_f4 square;  /* h^2 */
    hem_f4 along;   /* h^2 + h damping */
    hem_f4 damping; /* s */
} hem_step_size;

/* Where the rows of a body begin. */
typedef struct hem_body_rows {
    const hem_row *positions, *velocities, *ways;
    hem_row *right;
    hem_block3 *blocks;
} hem_body_rows;

/* Four triangles while their part is made: images of positions, velocities and s, and what acts on
 * them. */
typedef struct hem_four_images {
    hem_images at, rate, way, on;
    hem_step_size size;
} hem_four_images;

/* Loads the images; nothing acts on them yet. */
void hem_membrane_load(const hem_cloth_membrane *rest, const hem_body_rows *rows,
                       const uint32_t *corners, hem_four_images *out);

/* Adds what stretch and then shear do to them, and says what the product needs. */
void hem_membrane_stretch(const hem_cloth_membrane *rest, const hem_cloth_material *material,
                          hem_four_images *four, hem_membrane_now *now);
void hem_membrane_shear(const hem_cloth_membrane *rest, const hem_cloth_material *material,
                        hem_four_images *four, hem_membrane_now *now);

/* The energy of stretch and shear of four triangles, J. */
hem_f4 hem_membrane_energy_4(const hem_cloth_membrane *rest, const hem_cloth_material *material,
                             const hem_images *at);

#endif

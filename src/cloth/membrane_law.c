/* Energies of stretch and shear: what acts on four triangles' images. See cloth.h.
 *
 * With u and v the images of warp and weft, both linear in the positions, a fibre's energy
 * k/2 (|u| - 1)^2 has the derivative k (uu^T / |u|^2 + max(0, 1 - 1/|u|) (I - uu^T / |u|^2)) in u,
 * where the part that would be negative is left out. That of k/2 (u.v)^2 is k g g^T, g = (v, u),
 * and k (u.v) times a matrix that swaps u and v, of which the negative half is left out. */
#include "cloth/membrane_four.h"

/* Lengths below this count as this when they divide. */
#define SHORTEST 1e-12f

static inline void store_vector(float to[3][4], const hem_vector_4 *vector)
{
    hem_f4_store(to[0], vector->x);
    hem_f4_store(to[1], vector->y);
    hem_f4_store(to[2], vector->z);
}

/* Stiffness times rest area. */
static inline hem_f4 stiffness_of(const hem_cloth_membrane *rest, float stiffness)
{
    hem_f4 determinant =
        hem_f4_sub(hem_f4_mul(hem_f4_load(rest->warp[0]), hem_f4_load(rest->weft[1])),
                   hem_f4_mul(hem_f4_load(rest->warp[1]), hem_f4_load(rest->weft[0])));
    return hem_f4_div(hem_f4_splat(0.5f * stiffness), hem_f4_abs(determinant));
}

/* One fibre: adds to what acts on its image, and says what the product needs. `pull` is stiffness
 * times area, `rate` the image of the velocities, `way` that of s. */
static inline void fibre(const hem_step_size *size, hem_f4 pull, const hem_vector_4 *at,
                         const hem_vector_4 *rate, const hem_vector_4 *way, hem_vector_4 *on,
                         hem_f4 *plain, hem_f4 *along)
{
    hem_f4 one = hem_f4_splat(1.0f), length = hem_f4_sqrt(hem_dot_4(at, at));
    hem_f4 inverse = hem_f4_div(one, hem_f4_max(length, hem_f4_splat(SHORTEST)));
    hem_vector_4 unit = hem_scale_4(inverse, at);
    hem_f4 slack = hem_f4_max(hem_f4_zero(), hem_f4_sub(one, inverse));
    hem_f4 tension =
        hem_f4_add(hem_f4_sub(length, one), hem_f4_mul(size->damping, hem_dot_4(&unit, rate)));
    hem_f4 onward = hem_f4_mul(hem_f4_sub(one, slack), hem_dot_4(&unit, way));
    hem_f4 lost = hem_f4_sub(hem_f4_zero(), pull);
    hem_add_scaled_4(on, hem_f4_mul(lost, hem_f4_add(tension, onward)), &unit);
    hem_add_scaled_4(on, hem_f4_mul(lost, slack), way);
    *plain = hem_f4_mul(size->square, hem_f4_mul(pull, slack));
    *along =
        hem_f4_mul(hem_f4_mul(inverse, inverse), hem_f4_sub(hem_f4_mul(size->along, pull), *plain));
}

void hem_membrane_load(const hem_cloth_membrane *rest, const hem_body_rows *rows,
                       const uint32_t *corners, hem_four_images *out)
{
    const hem_row *const from[3] = {rows->positions, rows->velocities, rows->ways};
    hem_images *const to[3] = {&out->at, &out->rate, &out->way};
    for (uint32_t k = 0; k < 3; k++) {
        *to[k] = hem_membrane_image(rest, from[k], corners);
    }
    hem_vector_4 none = {hem_f4_zero(), hem_f4_zero(), hem_f4_zero()};
    out->on = (hem_images){none, none};
}

void hem_membrane_stretch(const hem_cloth_membrane *rest, const hem_cloth_material *material,
                          hem_four_images *four, hem_membrane_now *now)
{
    hem_f4 plain, along;
    fibre(&four->size, stiffness_of(rest, material->stretch_warp), &four->at.warp, &four->rate.warp,
          &four->way.warp, &four->on.warp, &plain, &along);
    store_vector(now->warp, &four->at.warp);
    hem_f4_store(now->plain_warp, plain);
    hem_f4_store(now->along_warp, along);
    fibre(&four->size, stiffness_of(rest, material->stretch_weft), &four->at.weft, &four->rate.weft,
          &four->way.weft, &four->on.weft, &plain, &along);
    store_vector(now->weft, &four->at.weft);
    hem_f4_store(now->plain_weft, plain);
    hem_f4_store(now->along_weft, along);
}

/* stiffness / 2 (|at| - 1)^2 */
static hem_f4 fibre_energy(hem_f4 pull, const hem_vector_4 *at)
{
    hem_f4 longer = hem_f4_sub(hem_f4_sqrt(hem_dot_4(at, at)), hem_f4_splat(1.0f));
    return hem_f4_mul(hem_f4_mul(hem_f4_splat(0.5f), pull), hem_f4_mul(longer, longer));
}

hem_f4 hem_membrane_energy_4(const hem_cloth_membrane *rest, const hem_cloth_material *material,
                             const hem_images *at)
{
    hem_f4 slant = hem_dot_4(&at->warp, &at->weft);
    hem_f4 shear = hem_f4_mul(hem_f4_splat(0.5f), stiffness_of(rest, material->shear));
    hem_f4 stretch =
        hem_f4_add(fibre_energy(stiffness_of(rest, material->stretch_warp), &at->warp),
                   fibre_energy(stiffness_of(rest, material->stretch_weft), &at->weft));
    return hem_f4_add(stretch, hem_f4_mul(shear, hem_f4_mul(slant, slant)));
}

/* What shear takes of warp and weft in an image: v.p + u.q. */
static hem_f4 slant_of(const hem_images *at, const hem_images *of)
{
    return hem_f4_add(hem_dot_4(&at->weft, &of->warp), hem_dot_4(&at->warp, &of->weft));
}

void hem_membrane_shear(const hem_cloth_membrane *rest, const hem_cloth_material *material,
                        hem_four_images *four, hem_membrane_now *now)
{
    hem_f4 pull = stiffness_of(rest, material->shear);
    hem_f4 none = hem_f4_zero(), slant = hem_dot_4(&four->at.warp, &four->at.weft);
    hem_f4 tension =
        hem_f4_add(slant, hem_f4_mul(four->size.damping, slant_of(&four->at, &four->rate)));
    tension = hem_f4_add(tension, slant_of(&four->at, &four->way));
    hem_f4 force = hem_f4_mul(hem_f4_sub(none, pull), tension);
    hem_add_scaled_4(&four->on.warp, force, &four->at.weft);
    hem_add_scaled_4(&four->on.weft, force, &four->at.warp);
    hem_f4 swap = hem_f4_mul(hem_f4_splat(0.5f), hem_f4_mul(pull, slant)), both = hem_f4_abs(swap);
    hem_f4 less = hem_f4_sub(none, both);
    hem_add_scaled_4(&four->on.warp, less, &four->way.warp);
    hem_add_scaled_4(&four->on.weft, less, &four->way.weft);
    less = hem_f4_sub(none, swap);
    hem_add_scaled_4(&four->on.warp, less, &four->way.weft);
    hem_add_scaled_4(&four->on.weft, less, &four->way.warp);
    both = hem_f4_mul(four->size.square, both);
    hem_f4_store(now->plain_warp, hem_f4_add(hem_f4_load(now->plain_warp), both));
    hem_f4_store(now->plain_weft, hem_f4_add(hem_f4_load(now->plain_weft), both));
    hem_f4_store(now->shear, hem_f4_mul(four->size.along, pull));
    hem_f4_store(now->cross, hem_f4_mul(four->size.square, swap));
}

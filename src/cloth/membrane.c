/* Stretch in warp and weft, and shear, in the system: four triangles at a time. See system.h. */
#include "cloth/system.h"

#include "base/sum.h"
#include "cloth/block.h"
#include "cloth/membrane_four.h"

/* Adds what acts on the images to the rows of the corners. */
static inline void spread(const hem_cloth_membrane *rest, const hem_images *on, hem_row *rows,
                          const uint32_t *corners, uint32_t lanes)
{
    hem_vector_4 force[3];
    for (uint32_t k = 0; k < 2; k++) {
        hem_f4 warp = hem_f4_load(rest->warp[k]), weft = hem_f4_load(rest->weft[k]);
        force[k + 1] = hem_scale_4(warp, &on->warp);
        hem_add_scaled_4(&force[k + 1], weft, &on->weft);
    }
    hem_vector_4 none = {hem_f4_zero(), hem_f4_zero(), hem_f4_zero()};
    force[0] = hem_sub_4(&none, &force[1]);
    force[0] = hem_sub_4(&force[0], &force[2]);
    hem_scatter_4(rows, corners, 0, &force[0], lanes);
    hem_scatter_4(rows, corners, 1, &force[1], lanes);
    hem_scatter_4(rows, corners, 2, &force[2], lanes);
}

static inline hem_vector_4 load_vector(const float from[3][4])
{
    return (hem_vector_4){hem_f4_load(from[0]), hem_f4_load(from[1]), hem_f4_load(from[2])};
}

static void add_blocks(const hem_membrane_now *now, const hem_cloth_membrane *rest,
                       hem_block3 *blocks, const uint32_t *corners, uint32_t lanes)
{
    for (uint32_t lane = 0; lane < lanes; lane++) {
        hem_vec3 u = {now->warp[0][lane], now->warp[1][lane], now->warp[2][lane]};
        hem_vec3 v = {now->weft[0][lane], now->weft[1][lane], now->weft[2][lane]};
        float a[3], b[3];
        a[1] = rest->warp[0][lane];
        a[2] = rest->warp[1][lane];
        b[1] = rest->weft[0][lane];
        b[2] = rest->weft[1][lane];
        a[0] = -(a[1] + a[2]);
        b[0] = -(b[1] + b[2]);
        for (uint32_t k = 0; k < 3; k++) {
            float aa = a[k] * a[k], bb = b[k] * b[k];
            float plain = (now->plain_warp[lane] * aa + now->plain_weft[lane] * bb) +
                          2.0f * (now->cross[lane] * (a[k] * b[k]));
            hem_block3 *block = &blocks[corners[3u * lane + k]];
            hem_vec3 slant = hem_add_scaled(hem_scale(a[k], v), b[k], u);
            hem_block_add(block, plain, now->along_warp[lane] * aa, u);
            hem_block_add(block, 0.0f, now->along_weft[lane] * bb, v);
            hem_block_add(block, 0.0f, now->shear[lane], slant);
        }
    }
}

void hem_membrane_make(const hem_cloth_system *system, hem_body_part part)
{
    const hem_cloth *cloth = part.body->cloth;
    const hem_cloth_membrane *rest = hem_cloth_membranes(cloth);
    const uint32_t *triangles = hem_mesh_triangles(part.body->mesh);
    uint32_t first = part.body->first_vertex, count = cloth->triangle_count;
    hem_body_rows rows = {system->product + first, system->moved + first, system->direction + first,
                          system->residual + first, system->blocks + first};
    const hem_cloth_material *material = &part.body->material;
    float dt = system->dt;
    hem_four_images four = {.size = {hem_f4_splat(dt * dt),
                                     hem_f4_splat(dt * dt + dt * material->damping),
                                     hem_f4_splat(material->damping)}};
    for (uint32_t t = 0; t < count; t += 4, rest++) {
        uint32_t tail[12], lanes = hem_lanes_4(t, count);
        const uint32_t *corners = hem_corners_4(triangles, t, count, tail);
        hem_membrane_now *now = &system->membranes[part.membrane + t / 4u];
        hem_membrane_load(rest, &rows, corners, &four);
        hem_membrane_stretch(rest, material, &four, now);
        hem_membrane_shear(rest, material, &four, now);
        four.on.warp = hem_scale_4(hem_f4_splat(dt), &four.on.warp);
        four.on.weft = hem_scale_4(hem_f4_splat(dt), &four.on.weft);
        spread(rest, &four.on, rows.right, corners, lanes);
        add_blocks(now, rest, rows.blocks, corners, lanes);
    }
}

float hem_membrane_energy(hem_body_part part, const hem_row *rows)
{
    const hem_cloth_membrane *rest = hem_cloth_membranes(part.body->cloth);
    const uint32_t *triangles = hem_mesh_triangles(part.body->mesh);
    const hem_row *own = rows + part.body->first_vertex;
    uint32_t count = part.body->cloth->triangle_count;
    float total = 0.0f, sum = 0.0f;
    for (uint32_t t = 0; t < count; t += 4, rest++) {
        uint32_t tail[12], lanes = hem_lanes_4(t, count);
        hem_images at = hem_membrane_image(rest, own, hem_corners_4(triangles, t, count, tail));
        float energy[4];
        hem_f4_store(energy, hem_membrane_energy_4(rest, &part.body->material, &at));
        for (uint32_t lane = 0; lane < lanes; lane++) {
            sum = sum + energy[lane];
        }
        if ((t + 4u) % HEM_SUM_CHUNK == 0) {
            total = total + sum;
            sum = 0.0f;
        }
    }
    return total + sum;
}

static inline void multiply_four(const hem_cloth_membrane *rest, const hem_membrane_now *now,
                                 const hem_row *from, hem_row *to, const uint32_t *corners,
                                 uint32_t lanes)
{
    hem_images p = hem_membrane_image(rest, from, corners);
    hem_vector_4 u = load_vector(now->warp), v = load_vector(now->weft);
    hem_f4 cross = hem_f4_load(now->cross);
    hem_f4 along_u = hem_f4_mul(hem_f4_load(now->along_warp), hem_dot_4(&u, &p.warp));
    hem_f4 along_v = hem_f4_mul(hem_f4_load(now->along_weft), hem_dot_4(&v, &p.weft));
    hem_f4 slant = hem_f4_mul(hem_f4_load(now->shear),
                              hem_f4_add(hem_dot_4(&v, &p.warp), hem_dot_4(&u, &p.weft)));
    hem_images on = {hem_scale_4(hem_f4_load(now->plain_warp), &p.warp),
                     hem_scale_4(hem_f4_load(now->plain_weft), &p.weft)};
    hem_add_scaled_4(&on.warp, cross, &p.weft);
    hem_add_scaled_4(&on.warp, along_u, &u);
    hem_add_scaled_4(&on.warp, slant, &v);
    hem_add_scaled_4(&on.weft, cross, &p.warp);
    hem_add_scaled_4(&on.weft, along_v, &v);
    hem_add_scaled_4(&on.weft, slant, &u);
    spread(rest, &on, to, corners, lanes);
}

void hem_membrane_multiply(const hem_cloth_system *system, hem_body_part part)
{
    const hem_cloth *cloth = part.body->cloth;
    const hem_cloth_membrane *rest = hem_cloth_membranes(cloth);
    const hem_membrane_now *now = system->membranes + part.membrane;
    const uint32_t *triangles = hem_mesh_triangles(part.body->mesh);
    const hem_row *from = system->direction + part.body->first_vertex;
    hem_row *to = system->product + part.body->first_vertex;
    uint32_t count = cloth->triangle_count, t = 0;
    for (; t + 4u <= count; t += 4) {
        multiply_four(&rest[t / 4u], &now[t / 4u], from, to, triangles + 3u * (size_t)t, 4);
    }
    if (t < count) {
        uint32_t tail[12];
        multiply_four(&rest[t / 4u], &now[t / 4u], from, to,
                      hem_corners_4(triangles, t, count, tail), count - t);
    }
}

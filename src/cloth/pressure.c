/* Pressure of what is inside a closed body. See cloth.h and system.h.
 *
 * It acts along the area vector of each vertex, a third of those of its triangles, which is also
 * the gradient of the volume. It falls as the volume grows, p V0 / V; the stiffness that this gives
 * to the volume is one outer product for a body. */
#include "cloth/system.h"

#include "base/vec3.h"
#include "cloth/block.h"
#include "cloth/rows.h"

/* A volume below this part of that at rest presses no more. */
#define SMALLEST 0.125f

/* Adds a triangle's area vector by thirds to its corners; returns it, by 3. */
static hem_vec3 add_area(hem_vec3 a, hem_vec3 b, hem_vec3 c, const uint32_t *v, hem_vec3 *areas)
{
    hem_vec3 third = hem_scale(1.0f / 6.0f, hem_cross(hem_sub(b, a), hem_sub(c, a)));
    for (uint32_t k = 0; k < 3; k++) {
        areas[v[k]] = hem_add(areas[v[k]], third);
    }
    return third;
}

static hem_f4 area_row(const hem_vec3 *area)
{
    const hem_row row = {area->x, area->y, area->z, 0.0f};
    return hem_row_load(&row);
}

/* How much the volume grows with rows: the sum over vertices, in the shape of hem_sum_products. */
static float growth_of(const hem_vec3 *areas, const hem_row *rows, uint32_t count)
{
    float total = 0.0f;
    for (uint32_t begin = 0; begin < count; begin += HEM_SUM_CHUNK / 4u) {
        uint32_t end = count - begin < HEM_SUM_CHUNK / 4u ? count : begin + HEM_SUM_CHUNK / 4u;
        hem_f4 sum = hem_f4_zero();
        for (uint32_t v = begin; v < end; v++) {
            sum = hem_f4_add(sum, hem_f4_mul(area_row(&areas[v]), hem_row_load(&rows[v])));
        }
        hem_row lane;
        hem_row_store(&lane, sum);
        total = total + ((lane.x + lane.y) + (lane.z + lane.none));
    }
    return total;
}

static hem_vec3 place(const hem_row *row)
{
    return (hem_vec3){row->x, row->y, row->z};
}

/* Area vectors where the body is now, and its volume. */
static float find_volume(const hem_cloth_system *system, hem_body_part part, hem_vec3 *areas)
{
    const hem_mesh *mesh = part.body->mesh;
    const hem_row *x = system->product + part.body->first_vertex;
    const uint32_t *triangles = hem_mesh_triangles(mesh);
    float volume = 0.0f;
    memset(areas, 0, (size_t)mesh->vertex_count * sizeof *areas);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *v = triangles + 3u * (size_t)t;
        hem_vec3 a = place(&x[v[0]]);
        hem_vec3 third = add_area(a, place(&x[v[1]]), place(&x[v[2]]), v, areas);
        volume = volume + hem_dot(hem_sub(a, place(&x[0])), third);
    }
    return volume;
}

/* What a body does to itself sums up to nothing, but for rounding: a body under pressure, whose
 * forces are large at rest, too, would push itself away. So what they sum up to is taken off. */
static void balance(hem_row *right, uint32_t count)
{
    hem_f4 mean = hem_f4_div(hem_rows_sum(right, count), hem_f4_splat((float)count));
    for (uint32_t v = 0; v < count; v++) {
        hem_row_store(&right[v], hem_f4_sub(hem_row_load(&right[v]), mean));
    }
}

void hem_pressure_make(const hem_cloth_system *system, hem_body_part part)
{
    float pressure = part.body->material.pressure, dt = system->dt;
    if (!(pressure > 0.0f)) {
        return;
    }
    uint32_t first = part.body->first_vertex, count = part.body->mesh->vertex_count;
    hem_vec3 *areas = system->area_vectors + first;
    float at_rest = part.body->cloth->volume;
    float volume = hem_max(find_volume(system, part, areas), SMALLEST * at_rest);
    float now = pressure * at_rest / volume, bulk = now / volume;
    system->bulks[part.number] = bulk * (dt * dt);
    float onward = growth_of(areas, system->direction + first, count);
    float push = dt * (now - bulk * onward);
    for (uint32_t v = 0; v < count; v++) {
        hem_row *right = &system->residual[first + v];
        hem_vec3 area = areas[v];
        right->x = right->x + push * area.x;
        right->y = right->y + push * area.y;
        right->z = right->z + push * area.z;
        hem_block_add(&system->blocks[first + v], 0.0f, bulk * (dt * dt), area);
    }
    balance(system->residual + first, count);
}

void hem_pressure_multiply(const hem_cloth_system *system, hem_body_part part)
{
    if (!(part.body->material.pressure > 0.0f)) {
        return;
    }
    uint32_t first = part.body->first_vertex, count = part.body->mesh->vertex_count;
    const hem_vec3 *areas = system->area_vectors + first;
    float growth = growth_of(areas, system->direction + first, count);
    hem_f4 push = hem_f4_splat(system->bulks[part.number] * growth);
    hem_row *to = system->product + first;
    for (uint32_t v = 0; v < count; v++) {
        hem_f4 force = hem_f4_mul(push, area_row(&areas[v]));
        hem_row_store(&to[v], hem_f4_add(hem_row_load(&to[v]), force));
    }
}

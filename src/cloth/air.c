/* Drag of the air and wind. See cloth.h and system.h.
 *
 * A third of each triangle is with each of its corners and meets the flow there, along the
 * triangle's normal: drag times area times the square of its speed. In the system that is
 *
 *     h F = K (wind - velocity at the end),  K = h drag area / 3 |n . flow| n n^T
 *
 * over the triangles of a vertex, with normals and the speed in K of the start. K has no negative
 * eigenvalue, so air never does more than take cloth along, however long the step; what it carries
 * at rest, and the speed at which it falls, do not depend on the step; and what nothing but the air
 * moves slows down by the law of squares itself, 1 / (1 + t). Turning a normal round changes
 * nothing. Of the flow, what gravity has just given is not in K: cloth that lies on something does
 * not feel the fall of every step. */
#include "cloth/system.h"

#include "base/vec3.h"
#include "cloth/block.h"
#include "cloth/gather_4.h"

/* A normal longer than this, in square metres, has a direction. */
#define SHORTEST 1e-18f

static inline hem_vec3 place_of(const hem_row *row)
{
    return (hem_vec3){row->x, row->y, row->z};
}

/* Adds along n n^T to the block of a vertex. */
static void add_to(hem_air_now *air, uint32_t vertex, float along, hem_vec3 n)
{
    hem_air_now *to = &air[vertex / 4u];
    uint32_t lane = vertex % 4u;
    float x = along * n.x, y = along * n.y, z = along * n.z;
    to->xx[lane] = to->xx[lane] + x * n.x;
    to->yy[lane] = to->yy[lane] + y * n.y;
    to->zz[lane] = to->zz[lane] + z * n.z;
    to->xy[lane] = to->xy[lane] + x * n.y;
    to->xz[lane] = to->xz[lane] + x * n.z;
    to->yz[lane] = to->yz[lane] + y * n.z;
}

/* Adds K of a triangle to its corners. Lengths by twice the area. */
static void add_triangle(const hem_cloth_system *system, uint32_t first, const uint32_t corner[3],
                         hem_vec3 wind, float scale)
{
    hem_vec3 x[3];
    for (uint32_t k = 0; k < 3; k++) {
        x[k] = place_of(&system->product[first + corner[k]]);
    }
    hem_vec3 n = hem_cross(hem_sub(x[1], x[0]), hem_sub(x[2], x[0]));
    float length = hem_sqrt(hem_dot(n, n));
    n = hem_scale(1.0f / hem_max(length, SHORTEST), n);
    for (uint32_t k = 0; k < 3; k++) {
        hem_vec3 flow = hem_sub(wind, place_of(&system->moved[first + corner[k]]));
        add_to(system->air, first + corner[k], scale * length * hem_abs(hem_dot(n, flow)), n);
    }
}

static void find(const hem_cloth_system *system, hem_body_part part)
{
    const hem_cloth_step_in *in = system->in;
    hem_vec3 wind = system->contacts != NULL ? hem_add(in->wind, system->contacts->fall) : in->wind;
    const uint32_t *triangles = hem_mesh_triangles(part.body->mesh);
    float scale = system->dt * part.body->material.drag * (1.0f / 6.0f);
    for (uint32_t t = 0; t < part.body->mesh->triangle_count; t++) {
        add_triangle(system, part.body->first_vertex, triangles + 3u * (size_t)t, wind, scale);
    }
}

void hem_air_make(const hem_cloth_system *system, hem_body_part part, bool first)
{
    hem_vec3 wind = system->in->wind;
    uint32_t begin = part.body->first_vertex, end = begin + part.body->mesh->vertex_count;
    if (!(part.body->material.drag > 0.0f)) {
        return;
    }
    if (first) {
        find(system, part);
    }
    for (uint32_t v = begin; v < end; v++) {
        const hem_block3 now = hem_air_block(system, v);
        const hem_row *moved = &system->moved[v];
        hem_vec3 flow = hem_sub(wind, place_of(moved));
        hem_row *right = &system->residual[v];
        right->x = right->x + ((now.xx * flow.x + now.xy * flow.y) + now.xz * flow.z);
        right->y = right->y + ((now.xy * flow.x + now.yy * flow.y) + now.yz * flow.z);
        right->z = right->z + ((now.xz * flow.x + now.yz * flow.y) + now.zz * flow.z);
        hem_block_join(&system->blocks[v], &now);
    }
}

/* (M + K) from, of four vertices, in lanes. */
static inline hem_vector_4 weigh_four(const hem_air_now *k, const float *mass, const hem_row *from)
{
    hem_f4 p[4] = {hem_row_load(&from[0]), hem_row_load(&from[1]), hem_row_load(&from[2]),
                   hem_row_load(&from[3])};
    hem_f4_transpose(p);
    hem_f4 m = hem_f4_load(mass), xy = hem_f4_load(k->xy), xz = hem_f4_load(k->xz),
           yz = hem_f4_load(k->yz);
    hem_vector_4 x = {hem_f4_add(m, hem_f4_load(k->xx)), xy, xz};
    hem_vector_4 y = {xy, hem_f4_add(m, hem_f4_load(k->yy)), yz};
    hem_vector_4 z = {xz, yz, hem_f4_add(m, hem_f4_load(k->zz))};
    const hem_vector_4 way = {p[0], p[1], p[2]};
    return (hem_vector_4){hem_dot_4(&x, &way), hem_dot_4(&y, &way), hem_dot_4(&z, &way)};
}

static inline void multiply_four(const hem_air_now *k, const float *mass, const hem_row *from,
                                 hem_row *to)
{
    hem_vector_4 made = weigh_four(k, mass, from);
    hem_f4 p[4] = {made.x, made.y, made.z, hem_f4_zero()};
    hem_f4_transpose(p);
    for (uint32_t lane = 0; lane < 4; lane++) {
        hem_row_store(&to[lane], p[lane]);
    }
}

/* The sum of lanes as a row. */
static hem_f4 across(const hem_vector_4 *lanes)
{
    hem_f4 p[4] = {lanes->x, lanes->y, lanes->z, hem_f4_zero()};
    hem_f4_transpose(p);
    return hem_f4_add(hem_f4_add(p[0], p[1]), hem_f4_add(p[2], p[3]));
}

hem_f4 hem_air_sum(const hem_cloth_system *system, const hem_row *rows, uint32_t first,
                   uint32_t count)
{
    const uint32_t end = first + count;
    hem_f4 total = hem_f4_zero(), zero = hem_f4_zero();
    hem_vector_4 lanes = {zero, zero, zero};
    uint32_t since = 0;
    for (uint32_t four = first / 4u; 4u * four < end; four++) {
        uint32_t v = 4u * four;
        hem_vector_4 made;
        if (v >= first && v + 4u <= end) {
            made = weigh_four(&system->air[four], &system->mass[v], &rows[v]);
        } else {
            hem_row some[4] = {{0.0f, 0.0f, 0.0f, 0.0f}};
            float mass[4] = {0.0f, 0.0f, 0.0f, 0.0f};
            for (uint32_t lane = 0; lane < 4; lane++) {
                if (v + lane >= first && v + lane < end) {
                    some[lane] = rows[v + lane];
                    mass[lane] = system->mass[v + lane];
                }
            }
            made = weigh_four(&system->air[four], mass, some);
        }
        lanes = (hem_vector_4){hem_f4_add(lanes.x, made.x), hem_f4_add(lanes.y, made.y),
                               hem_f4_add(lanes.z, made.z)};
        if (++since == 64u) {
            total = hem_f4_add(total, across(&lanes));
            lanes = (hem_vector_4){zero, zero, zero};
            since = 0;
        }
    }
    return hem_f4_add(total, across(&lanes));
}

void hem_air_multiply(const hem_cloth_system *system)
{
    uint32_t count = system->in->motion.vertex_count, v = 0;
    for (; v + 4u <= count; v += 4) {
        multiply_four(&system->air[v / 4u], &system->mass[v], &system->direction[v],
                      &system->product[v]);
    }
    if (v < count) {
        hem_row rows[4] = {{0.0f, 0.0f, 0.0f, 0.0f}};
        float mass[4] = {0.0f, 0.0f, 0.0f, 0.0f};
        memcpy(rows, &system->direction[v], (count - v) * sizeof *rows);
        memcpy(mass, &system->mass[v], (count - v) * sizeof *mass);
        multiply_four(&system->air[v / 4u], mass, rows, rows);
        memcpy(&system->product[v], rows, (count - v) * sizeof *rows);
    }
}

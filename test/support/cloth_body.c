/* See cloth_body.h. */
#include "cloth_body.h"

#include "scenes/shapes.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DENSITY 0.2

/* Springs that a test may add. */
#define IMPACTS 64u

static void *take(size_t bytes)
{
    void *memory = aligned_alloc(HEM_ALIGN, (bytes + HEM_ALIGN) / HEM_ALIGN * HEM_ALIGN);
    TEST_ASSERT_NOT_NULL(memory);
    return memset(memory, 0, bytes);
}

static void give_mass(cloth_body *cloth)
{
    double *mass = take(cloth->count * sizeof *mass);
    for (uint32_t t = 0; t < cloth->shape.triangle_count; t++) {
        const uint32_t *v = cloth->shape.triangles + 3u * t;
        const hem_vec3 *x = cloth->rest;
        double a[3] = {(double)x[v[1]].x - x[v[0]].x, (double)x[v[1]].y - x[v[0]].y,
                       (double)x[v[1]].z - x[v[0]].z};
        double b[3] = {(double)x[v[2]].x - x[v[0]].x, (double)x[v[2]].y - x[v[0]].y,
                       (double)x[v[2]].z - x[v[0]].z};
        double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                       a[0] * b[1] - a[1] * b[0]};
        double area = 0.5 * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (uint32_t k = 0; k < 3; k++) {
            mass[v[k]] += DENSITY * area / 3.0;
        }
    }
    for (uint32_t v = 0; v < cloth->count; v++) {
        cloth->inverse_mass[v] = mass[v] > 0.0 ? (float)(1.0 / mass[v]) : 0.0f;
    }
    free(mass);
}

cloth_body cloth_body_make(mesh_case shape, const hem_vec3 *rest, uint32_t angles)
{
    cloth_body cloth = {.shape = shape, .count = shape.vertex_count};
    cloth.built = mesh_build_case(&cloth.shape);
    size_t bytes = cloth.count * sizeof(hem_vec3);
    cloth.rest = take(bytes);
    cloth.positions = take(bytes);
    cloth.velocities = take(bytes);
    cloth.ends = take(bytes);
    cloth.inverse_mass = take(cloth.count * sizeof(float));
    memcpy(cloth.rest, rest, bytes);
    memcpy(cloth.positions, rest, bytes);
    give_mass(&cloth);

    const hem_mesh *mesh = cloth.built.mesh;
    uint32_t need = (uint32_t)HEM_CLOTH_BYTES(mesh->triangle_count, mesh->edge_count);
    uint32_t scratch = (uint32_t)(HEM_CLOTH_SCRATCH_BYTES(1, cloth.count, mesh->triangle_count,
                                                          mesh->edge_count, IMPACTS) +
                                  HEM_CLOTH_PRESSURE_BYTES(cloth.count));
    cloth.memory = take(need);
    cloth.scratch_memory = take(scratch);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&cloth.arena, cloth.memory, need));
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&cloth.scratch, cloth.scratch_memory, scratch));
    hem_cloth_def def = hem_default_cloth_def(mesh, cloth.rest);
    def.angles = angles;
    TEST_ASSERT_EQUAL(HEM_OK, hem_cloth_build(&cloth.arena, &def, &cloth.cloth, NULL));
    cloth.body = (hem_cloth_body){
        .cloth = cloth.cloth, .mesh = mesh, .material = hem_default_cloth_material()};
    cloth.in = hem_default_cloth_step_in(1.0f / 90.0f);
    return cloth;
}

cloth_body cloth_body_sheet(uint32_t columns, uint32_t rows, float cell)
{
    hem_vec3 *rest = take((size_t)columns * rows * sizeof *rest);
    for (uint32_t j = 0; j < rows; j++) {
        for (uint32_t i = 0; i < columns; i++) {
            rest[j * columns + i] = (hem_vec3){cell * (float)i, cell * (float)j, 0.0f};
        }
    }
    cloth_body cloth = cloth_body_make(mesh_case_grid(columns, rows), rest, HEM_CLOTH_FLAT);
    free(rest);
    return cloth;
}

cloth_body cloth_body_arc(uint32_t columns, uint32_t rows, float radius, float angle,
                          uint32_t angles)
{
    hem_vec3 *rest = take((size_t)columns * rows * sizeof *rest);
    double width = (double)radius * (double)angle / (columns - 1u);
    for (uint32_t j = 0; j < rows; j++) {
        for (uint32_t i = 0; i < columns; i++) {
            double at = (double)angle * ((double)i / (columns - 1u) - 0.5);
            rest[j * columns + i] =
                (hem_vec3){(float)((double)radius * sin(at)), (float)(width * j),
                           (float)((double)radius * cos(at))};
        }
    }
    cloth_body cloth = cloth_body_make(mesh_case_grid(columns, rows), rest, angles);
    free(rest);
    return cloth;
}

cloth_body cloth_body_ball(uint32_t level, float radius, uint32_t angles)
{
    uint32_t vertices = SHAPE_SPHERE_VERTICES(SHAPE_OCTA, level);
    uint32_t triangles = SHAPE_SPHERE_TRIANGLES(SHAPE_OCTA, level);
    mesh_case shape = mesh_case_empty("ball");
    hem_vec3 *rest = take(vertices * sizeof *rest);
    uint32_t *corners = take(3u * (size_t)triangles * sizeof *corners);
    scene_mesh mesh = {.positions = rest,
                       .triangles = corners,
                       .vertex_capacity = vertices,
                       .triangle_capacity = triangles};
    shape_sphere(&mesh, SHAPE_OCTA, level, radius);
    shape.vertex_count = vertices;
    for (uint32_t t = 0; t < triangles; t++) {
        mesh_case_add(&shape, corners[3u * t], corners[3u * t + 1u], corners[3u * t + 2u]);
    }
    cloth_body cloth = cloth_body_make(shape, rest, angles);
    free(corners);
    free(rest);
    return cloth;
}

void cloth_body_free(cloth_body *cloth)
{
    mesh_build_forget(&cloth->built, &cloth->shape);
    free(cloth->rest);
    free(cloth->positions);
    free(cloth->velocities);
    free(cloth->ends);
    free(cloth->inverse_mass);
    free(cloth->memory);
    free(cloth->scratch_memory);
    *cloth = (cloth_body){.count = 0};
}

void cloth_body_pin(cloth_body *cloth, uint32_t vertex)
{
    cloth->inverse_mass[vertex] = 0.0f;
}

void cloth_body_open(cloth_body *cloth)
{
    cloth->in.motion.start = cloth->positions;
    cloth->in.motion.velocity = cloth->velocities;
    cloth->in.motion.inverse_mass = cloth->inverse_mass;
    cloth->in.motion.vertex_count = cloth->count;
    cloth->in.ends = cloth->ends;
    cloth->in.bodies = &cloth->body;
    cloth->in.body_count = 1;
}

hem_status cloth_body_step(cloth_body *cloth)
{
    cloth_body_open(cloth);
    hem_status status = hem_cloth_step(&cloth->in, &cloth->scratch, &cloth->out);
    if (status >= HEM_OK) {
        memcpy(cloth->positions, cloth->ends, cloth->count * sizeof(hem_vec3));
    }
    return status;
}

static hem_vec3 random_vector(test_random *random, float size)
{
    float x = random_float(random, -size, size), y = random_float(random, -size, size);
    return (hem_vec3){x, y, random_float(random, -size, size)};
}

void cloth_body_shake(cloth_body *cloth, test_random *random, float way, float speed)
{
    for (uint32_t v = 0; v < cloth->count; v++) {
        hem_vec3 by = random_vector(random, way), fast = random_vector(random, speed);
        cloth->positions[v].x += by.x;
        cloth->positions[v].y += by.y;
        cloth->positions[v].z += by.z;
        cloth->velocities[v] = fast;
    }
}

/* Bodies for the tests of worlds: see world_shapes.h. */
#include "world_shapes.h"

#include "guarded_block.h"
#include "mesh_cases.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static world_shape shape_over(mesh_case mesh)
{
    world_shape shape = {.kind = HEM_CLOTH,
                         .vertex_count = mesh.vertex_count,
                         .triangle_count = mesh.triangle_count,
                         .positions = calloc(mesh.vertex_count, sizeof(hem_vec3)),
                         .triangles = mesh.triangles,
                         .density = 0.2f,
                         .thickness = 0.001f,
                         .friction = 0.3f};
    return shape;
}

world_shape world_shape_sheet(uint32_t columns, uint32_t rows, hem_vec3 at)
{
    world_shape shape = shape_over(mesh_case_grid(columns, rows));
    for (uint32_t v = 0; v < shape.vertex_count; v++) {
        shape.positions[v] = (hem_vec3){at.x + 0.01f * (float)(v % columns),
                                        at.y + 0.01f * (float)(v / columns), at.z};
    }
    return shape;
}

world_shape world_shape_tube(uint32_t around, uint32_t along)
{
    mesh_case mesh = mesh_case_empty("tube");
    for (uint32_t v = 0; v < around * along; v++) {
        mesh_case_add_vertex(&mesh);
    }
    for (uint32_t quad = 0; quad < around * (along - 1u); quad++) {
        uint32_t next = quad / around * around + (quad + 1u) % around;
        mesh_case_add(&mesh, quad, next, quad + around);
        mesh_case_add(&mesh, next, next + around, quad + around);
    }
    world_shape shape = shape_over(mesh);
    float radius = 0.01f * (float)around / 6.2831853f;
    for (uint32_t v = 0; v < shape.vertex_count; v++) {
        float turn = 6.2831853f * (float)(v % around) / (float)around;
        shape.positions[v] =
            (hem_vec3){radius * cosf(turn), radius * sinf(turn), 0.01f * (float)(v / around)};
    }
    return shape;
}

static world_shape bent_ring(uint32_t around, uint32_t along)
{
    world_shape shape = shape_over(mesh_case_torus(around, along));
    for (uint32_t v = 0; v < shape.vertex_count; v++) {
        float turn = 6.2831853f * (float)(v % around) / (float)around;
        float roll = 6.2831853f * (float)(v / around) / (float)along;
        float far = 0.03f + 0.01f * cosf(turn);
        shape.positions[v] = (hem_vec3){far * cosf(roll), far * sinf(roll), 0.01f * sinf(turn)};
    }
    return shape;
}

static world_shape tetrahedron(void)
{
    static const hem_vec3 corners[4] = {{0.02f, 0.02f, 0.02f},
                                        {-0.02f, -0.02f, 0.02f},
                                        {-0.02f, 0.02f, -0.02f},
                                        {0.02f, -0.02f, -0.02f}};
    world_shape shape = shape_over(mesh_case_tetrahedron());
    memcpy(shape.positions, corners, sizeof corners);
    return shape;
}

world_shape world_shape_random(test_random *random)
{
    static const hem_vec3 origin = {0.0f, 0.0f, 0.0f};
    world_shape shape;
    switch (random_below(random, 3)) {
    case 0:
        shape =
            world_shape_sheet(2u + random_below(random, 8), 2u + random_below(random, 8), origin);
        break;
    case 1:
        shape = bent_ring(3u + random_below(random, 5), 3u + random_below(random, 8));
        break;
    default:
        shape = tetrahedron();
        break;
    }
    hem_vec3 at = {random_float(random, -0.1f, 0.1f), random_float(random, -0.1f, 0.1f),
                   random_float(random, -0.1f, 0.1f)};
    for (uint32_t v = 0; v < shape.vertex_count; v++) {
        hem_vec3 *p = &shape.positions[v];
        p->x += at.x + random_float(random, -0.001f, 0.001f);
        p->y += at.y + random_float(random, -0.001f, 0.001f);
        p->z += at.z + random_float(random, -0.001f, 0.001f);
    }
    shape.kind = random_below(random, (uint32_t)HEM_STATIC + 1u);
    shape.density = random_float(random, 0.01f, 2.0f);
    shape.thickness = random_float(random, 0.0f, 0.002f);
    shape.friction = random_float(random, 0.0f, 1.0f);
    if (random_below(random, 3) == 0) {
        shape.masses = calloc(shape.vertex_count, sizeof *shape.masses);
        for (uint32_t v = 0; v < shape.vertex_count; v++) {
            shape.masses[v] = random_float(random, 1e-5f, 1e-2f);
        }
    }
    return shape;
}

void world_shape_free(world_shape *shape)
{
    free(shape->positions);
    free(shape->triangles);
    free(shape->masses);
    *shape = (world_shape){0};
}

hem_body_def world_shape_def(const world_shape *shape)
{
    hem_body_def def = hem_default_body_def();
    def.kind = shape->kind;
    def.positions = shape->positions;
    def.vertex_count = shape->vertex_count;
    def.triangles = shape->triangles;
    def.triangle_count = shape->triangle_count;
    def.masses = shape->masses;
    def.density = shape->density;
    def.thickness = shape->thickness;
    def.friction = shape->friction;
    return def;
}

hem_body world_shape_add(hem_world *world, const world_shape *shape)
{
    hem_body_def def = world_shape_def(shape);
    hem_body body = {0, 0};
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &def, &body, NULL));
    return body;
}

hem_world *world_take(uint32_t bodies, uint32_t vertices, uint32_t triangles, uint32_t contacts)
{
    hem_caps caps = hem_default_caps(bodies, vertices, triangles, 3u * triangles, contacts);
    caps.orphans = 20u * vertices + 100u;
    uint32_t bytes = hem_world_bytes(&caps);
    hem_world *world = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    return world;
}

void world_check_valid(const hem_world *world)
{
    hem_detail detail;
    hem_status status = hem_world_validate(world, &detail);
    TEST_ASSERT_EQUAL_HEX32(HEM_NONE, detail.index);
    TEST_ASSERT_EQUAL(HEM_OK, status);
}

void world_check_step(hem_status status, const hem_report *report)
{
    const hem_phase_report *solve = &report->phase[HEM_PHASE_INTEGRATE];
    TEST_ASSERT_EQUAL(solve->unsettled > 0 ? HEM_LIMITED : HEM_OK, status);
    for (uint32_t p = 0; p < HEM_PHASES; p++) {
        TEST_ASSERT_EQUAL_UINT32(0, report->phase[p].undone);
    }
#define CHECK_ALL_FITTED(name) TEST_ASSERT_EQUAL_UINT32(0, report->name.left_out);
    HEM_BUFFERS(CHECK_ALL_FITTED)
#undef CHECK_ALL_FITTED
    TEST_ASSERT_EQUAL_UINT32(0, report->held_vertices + report->nonfinite + report->pinched);
}

/* A body for the tests of passes over features: see feature_body.h. */
#include "feature_body.h"

#include "base/vec3.h"
#include "mesh_build.h"
#include "unity.h"

#include <stdlib.h>
#include <string.h>

void feature_body_finish(tree_body *body)
{
    feature_body_finish_as(body, HEM_BUILD_PATCHES, 6, 4);
}

void feature_body_finish_as(tree_body *body, hem_tree_builder builder, uint32_t directions,
                            uint32_t degree)
{
    hem_mesh_def def =
        hem_default_mesh_def(body->triangles, body->triangle_count, body->vertex_count);
    mesh_built mesh = mesh_build(&def, "body");
    body->mesh = mesh.mesh;
    body->mesh_memory = mesh.memory;
    hem_tree_def tree = hem_default_tree_def(body->mesh, body->positions);
    tree.builder = builder;
    tree.directions = directions;
    tree.degree = degree;
    uint32_t bytes = hem_tree_bytes(&tree);
    hem_arena arena;
    body->tree_memory = aligned_alloc(HEM_ALIGN, bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, body->tree_memory, bytes));
    TEST_ASSERT_EQUAL(HEM_OK, hem_tree_build(&arena, &tree, &body->tree, NULL));
}

hem_side feature_body_side(const tree_body *body, uint32_t first_vertex)
{
    return (hem_side){.mesh = body->mesh,
                      .tree = body->tree,
                      .positions = body->positions,
                      .first_vertex = first_vertex};
}

tree_body feature_body_from(const tree_case *made)
{
    tree_body body = tree_body_start(made->mesh.vertex_count, made->mesh.triangle_count);
    memcpy(body.positions, made->positions, body.vertex_count * sizeof *body.positions);
    memcpy(body.triangles, made->mesh.triangles,
           3u * (size_t)body.triangle_count * sizeof *body.triangles);
    return body;
}

tree_body feature_body_of_scene(scene_id id, float step)
{
    scene_info info;
    TEST_ASSERT_TRUE(scene_describe(id, SCENE_SMALL, &info));
    tree_body all = tree_body_start(info.vertex_count, info.triangle_count);
    scene_mesh mesh =
        scene_mesh_over(all.positions, info.vertex_count, all.triangles, info.triangle_count);
    for (uint32_t i = 0; i < info.body_count; i++) {
        TEST_ASSERT_TRUE(scene_build_body(id, SCENE_SMALL, i, step, &mesh));
    }
    return all;
}

tree_body feature_body_in_scene(scene_id id, uint32_t index, float step)
{
    scene_body described;
    TEST_ASSERT_TRUE(scene_describe_body(id, SCENE_SMALL, index, &described));
    tree_body body = tree_body_start(described.vertex_count, described.triangle_count);
    scene_mesh mesh =
        scene_mesh_over(body.positions, body.vertex_count, body.triangles, body.triangle_count);
    TEST_ASSERT_TRUE(scene_build_body(id, SCENE_SMALL, index, step, &mesh));
    return body;
}

static hem_vec3 anywhere(test_random *random, float size)
{
    float x = random_float(random, -size, size), y = random_float(random, -size, size);
    return (hem_vec3){x, y, random_float(random, -size, size)};
}

tree_body feature_body_soup(test_random *random, uint32_t vertices, uint32_t triangles,
                            bool lattice)
{
    tree_body soup = tree_body_start(vertices, triangles);
    for (uint32_t v = 0; v < vertices; v++) {
        hem_vec3 p = anywhere(random, 1.0f);
        if (lattice) {
            p.x = (float)random_below(random, 4);
            p.y = (float)random_below(random, 4);
            p.z = (float)random_below(random, 2);
        }
        soup.positions[v] = hem_vec3_snap(p);
    }
    for (uint32_t t = 0; t < triangles; t++) {
        uint32_t *v = soup.triangles + 3u * (size_t)t;
        do {
            v[0] = random_below(random, vertices);
            v[1] = random_below(random, vertices);
            v[2] = random_below(random, vertices);
        } while (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]);
    }
    return soup;
}

tree_body feature_body_odd(test_random *random, uint32_t index)
{
    mesh_case mesh = mesh_case_random(index);
    tree_body body = tree_body_start(mesh.vertex_count, mesh.triangle_count);
    memcpy(body.triangles, mesh.triangles, 3u * mesh.triangle_count * sizeof *body.triangles);
    mesh_case_free(&mesh);
    for (uint32_t v = 0; v < body.vertex_count; v++) {
        float x = (float)random_below(random, 5), y = (float)random_below(random, 5);
        body.positions[v] =
            (hem_vec3){0.25f * x, 0.25f * y, 0.25f * (float)random_below(random, 5)};
    }
    return body;
}

void feature_body_sheets(test_random *random, uint32_t more, tree_body *a, tree_body *b)
{
    *a = tree_body_grid(4 + random_below(random, more), 4 + random_below(random, more), 0.01f);
    *b = tree_body_grid(4 + random_below(random, more), 4 + random_below(random, more), 0.01f);
}

void feature_body_shake(tree_body *body, test_random *random, float size, hem_vec3 shift)
{
    for (uint32_t v = 0; v < body->vertex_count; v++) {
        hem_vec3 to = hem_add(hem_add(body->positions[v], anywhere(random, size)), shift);
        body->positions[v] = hem_vec3_snap(to);
    }
    tree_body_refit(body);
}

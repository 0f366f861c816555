/* See soak_body.h. */
#include "soak/soak_body.h"

#include "base/vec3.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

soak_place soak_some_place(test_random *random)
{
    static const float shakes[] = {0.0f, 0.001f, 0.01f, 0.2f};
    soak_place place = {.shake = shakes[random_below(random, 4)]};
    if (random_below(random, 4) == 0) {
        place.lattice = ldexpf(1.0f, -(int)random_below(random, 12));
    }
    if (random_below(random, 6) == 0) {
        for (uint32_t axis = 0; axis < 3; axis++) {
            place.shift[axis] = random_float(random, -4094.0f, 4094.0f);
        }
    }
    return place;
}

static float placed(float value, float shift, float lattice)
{
    value = value + shift;
    value = lattice > 0.0f ? lattice * floorf(value / lattice) : value;
    return hem_snap(hem_max(-4095.0f, hem_min(4095.0f, value)));
}

static void place_all(hem_vec3 *positions, uint32_t count, const soak_place *place)
{
    for (uint32_t v = 0; v < count; v++) {
        positions[v].x = placed(positions[v].x, place->shift[0], place->lattice);
        positions[v].y = placed(positions[v].y, place->shift[1], place->lattice);
        positions[v].z = placed(positions[v].z, place->shift[2], place->lattice);
    }
}

/* Nearly one velocity for all, or each its own; some are at rest. */
static void set_in_motion(soak_body *body, test_random *random)
{
    static const float spreads[] = {0.0f, 0.02f, 0.3f};
    float spread = spreads[random_below(random, 3)], speed = random_float(random, 0.0f, 0.5f);
    float common[3];
    for (uint32_t axis = 0; axis < 3; axis++) {
        common[axis] = random_float(random, -speed, speed);
    }
    for (uint32_t v = 0; v < body->vertex_count; v++) {
        bool rests = random_below(random, 11) == 0;
        float x = common[0] + random_float(random, -spread, spread);
        float y = common[1] + random_float(random, -spread, spread);
        float z = common[2] + random_float(random, -spread, spread);
        body->velocities[v] = rests ? (hem_vec3){0.0f, 0.0f, 0.0f} : (hem_vec3){x, y, z};
        body->end[v] = hem_add(body->start[v], body->velocities[v]);
    }
    place_all(body->end, body->vertex_count, &(soak_place){.lattice = 0.0f});
}

soak_body soak_body_make(test_random *random, const soak_place *place)
{
    soak_body body = {.tree = NULL};
    body.made = random_below(random, 4) == 0 ? tree_case_make(random_below(random, TREE_CASES))
                                             : tree_case_random(random_u32(random));
    body.vertex_count = body.made.mesh.vertex_count;
    body.triangle_count = body.made.mesh.triangle_count;
    body.start = malloc(body.vertex_count * sizeof *body.start);
    body.end = malloc(body.vertex_count * sizeof *body.end);
    body.velocities = malloc(body.vertex_count * sizeof *body.velocities);
    tree_case_move(&body.made, random_u32(random), place->shake, body.start);
    place_all(body.start, body.vertex_count, place);
    set_in_motion(&body, random);
    hem_mesh_def def = mesh_build_def(&body.made.mesh);
    body.mesh = mesh_build(&def, body.made.mesh.name);
    return body;
}

void soak_body_free(soak_body *body)
{
    tree_case_free(&body->made);
    mesh_build_free(&body->mesh);
    free(body->start);
    free(body->end);
    free(body->velocities);
    free(body->tree_memory);
    *body = (soak_body){.tree = NULL};
}

tree_settings soak_some_settings(test_random *random, uint32_t directions)
{
    tree_settings settings = tree_settings_at(random_below(random, TREE_SETTINGS));
    settings.directions = directions != 0 ? directions : settings.directions;
    return settings;
}

void soak_body_build(soak_body *body, tree_settings settings)
{
    snprintf(body->name, sizeof body->name, "%.80s: builder %u, k = %u, degree %u",
             body->made.mesh.name, (unsigned)settings.builder, (unsigned)settings.directions,
             (unsigned)settings.degree);
    hem_tree_def def = tree_build_def(&body->made, body->mesh.mesh, settings);
    uint32_t bytes = hem_tree_bytes(&def);
    if (bytes > body->tree_room) {
        free(body->tree_memory);
        body->tree_memory = aligned_alloc(HEM_ALIGN, bytes);
        body->tree_room = bytes;
    }
    hem_arena arena;
    TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_arena_init(&arena, body->tree_memory, bytes), body->name);
    TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_tree_build(&arena, &def, &body->tree, NULL), body->name);
}

void soak_corners(const soak_body *body, const hem_vec3 *positions, uint32_t triangle,
                  hem_vec3 corners[3])
{
    for (uint32_t k = 0; k < 3; k++) {
        corners[k] = positions[body->made.mesh.triangles[3u * (size_t)triangle + k]];
    }
}

hem_vec3 *soak_body_at(const soak_body *body, float time)
{
    hem_vec3 *positions = malloc(body->vertex_count * sizeof *positions);
    for (uint32_t v = 0; v < body->vertex_count; v++) {
        hem_vec3 way = hem_sub(body->end[v], body->start[v]);
        positions[v] = hem_add_scaled(body->start[v], time, way);
    }
    place_all(positions, body->vertex_count, &(soak_place){.lattice = 0.0f});
    return positions;
}

static float reach_of(const hem_vec3 *positions, uint32_t count)
{
    float reach = 0.0f;
    for (uint32_t v = 0; v < count; v++) {
        hem_vec3 p = positions[v];
        reach = hem_max(reach, hem_max(fabsf(p.x), hem_max(fabsf(p.y), fabsf(p.z))));
    }
    return reach;
}

float soak_body_reach(const soak_body *body)
{
    return hem_max(reach_of(body->start, body->vertex_count),
                   reach_of(body->end, body->vertex_count));
}

/* One body of cloth for a test, with all memory of its own: mesh, shape at rest, masses, state, and
 * a step that moves it. */
#ifndef HEM_TEST_CLOTH_BODY_H
#define HEM_TEST_CLOTH_BODY_H

#include "hem/cloth.h"
#include "mesh_build.h"

typedef struct cloth_body {
    mesh_case shape;
    mesh_built built;
    uint32_t count; /* of vertices */
    hem_vec3 *rest, *positions, *velocities, *ends;
    float *inverse_mass;
    uint8_t *memory, *scratch_memory;
    hem_arena arena, scratch;
    const hem_cloth *cloth;
    hem_cloth_body body;  /* its material may be changed */
    hem_cloth_step_in in; /* so may everything in here */
    hem_cloth_out out;
} cloth_body;

/* A grid of columns x rows vertices in the plane z = 0, one corner at the origin; 0.2 kg a square
 * metre; at rest. */
cloth_body cloth_body_sheet(uint32_t columns, uint32_t rows, float cell);

/* Any mesh, which it takes over, at rest in these positions. */
cloth_body cloth_body_make(mesh_case shape, const hem_vec3 *rest, uint32_t angles);

/* A ball of a halved octahedron, welded and wound outwards. */
cloth_body cloth_body_ball(uint32_t level, float radius, uint32_t angles);

/* A cylinder around the y axis, open, bent to a part of the circle: a shell. */
cloth_body cloth_body_arc(uint32_t columns, uint32_t rows, float radius, float angle,
                          uint32_t angles);

void cloth_body_free(cloth_body *cloth);

/* A vertex that moves as its velocity says. */
void cloth_body_pin(cloth_body *cloth, uint32_t vertex);

/* Names its arrays in `in`, as a step does. */
void cloth_body_open(cloth_body *cloth);

/* One step, and the ends are the positions. */
hem_status cloth_body_step(cloth_body *cloth);

/* Random positions around those at rest, and random velocities. */
void cloth_body_shake(cloth_body *cloth, test_random *random, float way, float speed);

#endif

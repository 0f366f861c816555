/* Bodies for the tests of worlds: a shape with all that a definition says, on the heap, and worlds
 * with just enough room. */
#ifndef HEM_TEST_WORLD_SHAPES_H
#define HEM_TEST_WORLD_SHAPES_H

#include "hem/world.h"
#include "random.h"

typedef struct world_shape {
    uint32_t kind;
    uint32_t vertex_count, triangle_count;
    hem_vec3 *positions;
    uint32_t *triangles;
    float *masses; /* or null */
    float density, thickness, friction;
} world_shape;

/* A grid of so many vertices with cells of a centimetre, its first corner there. */
world_shape world_shape_sheet(uint32_t columns, uint32_t rows, hem_vec3 at);

/* A tube about the z axis, open at both ends, likewise. */
world_shape world_shape_tube(uint32_t around, uint32_t along);

/* A sheet, a ring or a tetrahedron of any kind and material, bumpy, somewhere within a decimetre of
 * the origin. */
world_shape world_shape_random(test_random *random);

void world_shape_free(world_shape *shape);

hem_body_def world_shape_def(const world_shape *shape);

/* Adds it, or fails the test. */
hem_body world_shape_add(hem_world *world, const world_shape *shape);

/* A world in a guarded block, with so much of everything; edges and orphans in plenty. */
hem_world *world_take(uint32_t bodies, uint32_t vertices, uint32_t triangles, uint32_t contacts);

/* Fails the test unless a step of hem_step was done whole; only iterations of its solve may have
 * run out. */
void world_check_step(hem_status status, const hem_report *report);

/* Fails the test unless hem_world_validate finds nothing. */
void world_check_valid(const hem_world *world);

#endif

/* Bullet's deformable world with sheets of cloth and convex bodies that stand still: backward
 * Euler, springs along edges and across them, contacts of vertices and faces, self-collision on.
 * Metres, kilograms, seconds outside; inside lengths are larger, as suits it. */
#ifndef HEM_BENCH_CLOTH_BULLET_H
#define HEM_BENCH_CLOTH_BULLET_H

#include "hem/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cloth_bullet cloth_bullet;

typedef struct cloth_bullet_def {
    float dt, gravity; /* gravity along -z */
    uint32_t substeps;
    float thickness, friction;
    float stiffness; /* N/m, of a spring along an edge */
    float bending;   /* N/m, of a spring across an edge */
    float damping;   /* s, times the stiffness */
} cloth_bullet_def;

typedef struct cloth_bullet_mesh {
    const hem_vec3 *positions;
    uint32_t vertex_count;
    const uint32_t *triangles;
    uint32_t triangle_count;
    const float *masses; /* of cloth */
} cloth_bullet_mesh;

cloth_bullet *cloth_bullet_start(const cloth_bullet_def *def);
void cloth_bullet_add_sheet(cloth_bullet *bullet, const cloth_bullet_mesh *mesh);
/* The convex hull of a mesh; one that is flat gets a depth downwards. */
void cloth_bullet_add_solid(cloth_bullet *bullet, const cloth_bullet_mesh *mesh);
void cloth_bullet_step(cloth_bullet *bullet);
void cloth_bullet_positions(const cloth_bullet *bullet, uint32_t sheet, hem_vec3 *out);
void cloth_bullet_end(cloth_bullet *bullet);

#ifdef __cplusplus
}
#endif

#endif

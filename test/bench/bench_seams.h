/* Seams of a scene as cloth: narrow strips of triangles between what is sewn, which would be
 * narrower than they are. So whatever simulates cloth pulls seams together, and knows no seams. */
#ifndef HEM_BENCH_SEAMS_H
#define HEM_BENCH_SEAMS_H

#include "hem/types.h"
#include "scenes/scenes.h"

/* A body with its strips, and the flat pattern that it was cut from: as around the z axis,
 * unrolled.
 */
typedef struct bench_sewn {
    uint32_t triangle_count;
    uint32_t *triangles;
    float *pattern; /* six numbers a triangle, as in hem_cloth_def */
} bench_sewn;

/* A seam is `left` wide in the pattern. Taken from the heap, never given back. */
bench_sewn bench_sew(scene_id id, uint32_t body, const scene_mesh *mesh, float left);

#endif

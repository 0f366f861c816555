/* Bodies for what measures passes over a motion: memory, processor time, meshes and trees. What
 * goes wrong here ends the program. */
#ifndef HEM_BENCH_MOVING_H
#define HEM_BENCH_MOVING_H

#include "hem/tree.h"

#include <stddef.h>

/* Zeroed, aligned to HEM_ALIGN, never given back. */
void *bench_take(size_t count, size_t size);
hem_arena bench_arena(uint64_t bytes);

/* Processor time of this program. */
double bench_seconds(void);

/* Ends the program when it is a refusal. */
void bench_need(hem_status status);

typedef struct bench_body {
    uint32_t vertex_count, triangle_count;
    uint32_t *triangles;
    const hem_mesh *mesh; /* knows its orphan pairs */
    hem_tree *tree;
} bench_body;

/* The mesh, and a tree over it. */
void bench_body_mesh(bench_body *body);
void bench_body_tree(bench_body *body, const hem_vec3 *reference, hem_tree_builder builder,
                     uint32_t directions, uint32_t degree);

#endif

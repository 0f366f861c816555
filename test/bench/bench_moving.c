/* Bodies for what measures passes over a motion: see bench_moving.h. */
#define _POSIX_C_SOURCE 200809L

#include "bench_moving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void *bench_take(size_t count, size_t size)
{
    size_t bytes = (count * size + 2u * HEM_ALIGN - 1u) / HEM_ALIGN * HEM_ALIGN;
    void *memory = aligned_alloc(HEM_ALIGN, bytes);
    if (memory == NULL) {
        abort();
    }
    return memset(memory, 0, bytes);
}

hem_arena bench_arena(uint64_t bytes)
{
    hem_arena arena;
    if (bytes > UINT32_MAX) {
        abort();
    }
    bench_need(hem_arena_init(&arena, bench_take((size_t)bytes, 1), (uint32_t)bytes));
    return arena;
}

double bench_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void bench_need(hem_status status)
{
    if (status < HEM_OK) {
        fprintf(stderr, "%s\n", hem_status_text(status));
        abort();
    }
}

void bench_body_mesh(bench_body *body)
{
    hem_mesh_def def =
        hem_default_mesh_def(body->triangles, body->triangle_count, body->vertex_count);
    def.edge_capacity = 3u * body->triangle_count;
    def.orphan_capacity = 16u * body->vertex_count;
    hem_arena arena = bench_arena(HEM_MESH_BYTES(body->vertex_count, body->triangle_count,
                                                 def.edge_capacity, def.orphan_capacity));
    bench_need(hem_mesh_build(&arena, &def, &body->mesh, NULL));
}

void bench_body_tree(bench_body *body, const hem_vec3 *reference, hem_tree_builder builder,
                     uint32_t directions, uint32_t degree)
{
    hem_tree_def def = hem_default_tree_def(body->mesh, reference);
    def.builder = builder;
    def.directions = directions;
    def.degree = degree;
    hem_arena arena = bench_arena(hem_tree_bytes(&def));
    bench_need(hem_tree_build(&arena, &def, &body->tree, NULL));
}

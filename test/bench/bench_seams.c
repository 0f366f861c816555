/* Seams as strips: see bench_seams.h. */
#include "bench_seams.h"

#include "base/vec3.h"
#include "bench_moving.h"

#include <math.h>
#include <string.h>

/* 1: a triangle has an edge from a to b; -1: from b to a; 0: none. */
static int edge_between(const scene_mesh *mesh, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < 3u * mesh->triangle_count; i++) {
        uint32_t from = mesh->triangles[i], to = mesh->triangles[i % 3u == 2u ? i - 2u : i + 1u];
        if ((from == a && to == b) || (from == b && to == a)) {
            return from == a ? 1 : -1;
        }
    }
    return 0;
}

/* How far a vertex is from another, unrolled around the z axis. */
static void unroll(const scene_mesh *mesh, uint32_t from, uint32_t to, float *out)
{
    hem_vec3 a = mesh->positions[from], b = mesh->positions[to];
    float angle = atan2f(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
    out[0] = angle * sqrtf(a.x * a.x + a.y * a.y);
    out[1] = b.z - a.z;
}

static void cut(const scene_mesh *mesh, const uint32_t *corners, float *pattern)
{
    for (uint32_t k = 0; k < 3; k++) {
        unroll(mesh, corners[0], corners[k], pattern + 2u * k);
    }
}

/* Corner k of a strip's triangle goes over the gap to `other`; the gap is narrower in the pattern.
 */
static void narrow(const scene_mesh *mesh, const uint32_t *corners, const scene_seam *seams,
                   float left, float *pattern)
{
    for (uint32_t k = 0; k < 3; k++) {
        for (uint32_t s = 0; s < 2; s++) {
            if (corners[k] == seams[s].vertex_b) {
                float gap[2];
                unroll(mesh, seams[s].vertex_a, corners[k], gap);
                float part = 1.0f - left / sqrtf(gap[0] * gap[0] + gap[1] * gap[1]);
                pattern[2u * k] -= part * gap[0];
                pattern[2u * k + 1u] -= part * gap[1];
            }
        }
    }
}

static void add_strip(bench_sewn *sewn, const scene_mesh *mesh, const scene_seam *seams, int way,
                      float left)
{
    uint32_t a = seams[0].vertex_a, b = seams[0].vertex_b;
    uint32_t a_next = seams[1].vertex_a, b_next = seams[1].vertex_b;
    uint32_t corners[2][3] = {{a, b, b_next}, {a, b_next, a_next}};
    for (uint32_t t = 0; t < 2; t++) {
        if (way < 0) {
            uint32_t kept = corners[t][1];
            corners[t][1] = corners[t][2];
            corners[t][2] = kept;
        }
        float *pattern = sewn->pattern + 6u * (size_t)sewn->triangle_count;
        memcpy(sewn->triangles + 3u * (size_t)sewn->triangle_count++, corners[t],
               sizeof corners[t]);
        cut(mesh, corners[t], pattern);
        narrow(mesh, corners[t], seams, left, pattern);
    }
}

bench_sewn bench_sew(scene_id id, uint32_t body, const scene_mesh *mesh, float left)
{
    scene_info info;
    scene_describe(id, SCENE_FULL, &info);
    size_t most = mesh->triangle_count + 2u * (size_t)info.seam_count;
    bench_sewn sewn = {.triangle_count = mesh->triangle_count,
                       .triangles = bench_take(3u * most, sizeof *sewn.triangles),
                       .pattern = bench_take(6u * most, sizeof *sewn.pattern)};
    memcpy(sewn.triangles, mesh->triangles, 3u * mesh->triangle_count * sizeof *mesh->triangles);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        cut(mesh, mesh->triangles + 3u * (size_t)t, sewn.pattern + 6u * (size_t)t);
    }
    for (uint32_t i = 0; i + 1u < info.seam_count; i++) {
        scene_seam seams[2];
        scene_get_seam(id, SCENE_FULL, i, &seams[0]);
        scene_get_seam(id, SCENE_FULL, i + 1u, &seams[1]);
        if (seams[0].body != body || seams[1].body != body) {
            continue;
        }
        int way = edge_between(mesh, seams[0].vertex_a, seams[1].vertex_a);
        if (way != 0 && edge_between(mesh, seams[0].vertex_b, seams[1].vertex_b) != 0) {
            add_strip(&sewn, mesh, seams, way, left);
        }
    }
    return sewn;
}

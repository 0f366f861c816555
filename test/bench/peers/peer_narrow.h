/* The decision about two triangles that all competitors share: one function for intersection, one
 * for nearness, in double with the exact signs of the library behind the first. */
#ifndef HEM_BENCH_PEER_NARROW_H
#define HEM_BENCH_PEER_NARROW_H

#include "bench/peers/peers.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Do two closed triangles have a point in common? Exact; neither may be without area. */
bool peer_triangles_meet(const hem_vec3 *const a[3], const hem_vec3 *const b[3]);

/* Are two triangles closer than the root of `epsilon_squared`? Rounded as double does it, the same
 * for the same order of triangles. */
bool peer_triangles_near(const hem_vec3 *const a[3], const hem_vec3 *const b[3], double epsilon,
                         double epsilon_squared);

/* The exact signs; see peer_exact.c. */
int peer_orient_exact(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c, const hem_vec3 *d);
int peer_orient2d(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c, uint32_t axis);

#ifdef __cplusplus
}

/* What a competitor hands its candidates to. */
struct peer_sink {
    const peer_scene *scene;
    const hem_vec3 *positions;
    peer_pairs *out;
    double epsilon, epsilon_squared;

    peer_sink(const peer_scene *of, const hem_vec3 *at, peer_pairs *to)
        : scene(of), positions(at), out(to), epsilon(of->epsilon),
          epsilon_squared(epsilon * epsilon)
    {
    }

    static bool share_vertex(const uint32_t *a, const uint32_t *b)
    {
        return (a[0] == b[0]) | (a[0] == b[1]) | (a[0] == b[2]) | (a[1] == b[0]) | (a[1] == b[1]) |
               (a[1] == b[2]) | (a[2] == b[0]) | (a[2] == b[1]) | (a[2] == b[2]);
    }

    void found(uint32_t a, uint32_t b) const
    {
        if (out->count < out->capacity) {
            out->pairs[out->count] = a < b ? hem_pair{a, b} : hem_pair{b, a};
        }
        out->count++;
    }

    /* Two different triangles, numbered over the whole scene, in any order. */
    void candidate(uint32_t a, uint32_t b) const
    {
        if (a > b) {
            uint32_t swap = a;
            a = b;
            b = swap;
        }
        const uint32_t *ta = scene->triangles + 3u * static_cast<size_t>(a);
        const uint32_t *tb = scene->triangles + 3u * static_cast<size_t>(b);
        if (scene->within && share_vertex(ta, tb)) {
            return;
        }
        out->candidates++;
        const hem_vec3 *const pa[3] = {positions + ta[0], positions + ta[1], positions + ta[2]};
        const hem_vec3 *const pb[3] = {positions + tb[0], positions + tb[1], positions + tb[2]};
        if (epsilon > 0.0 ? peer_triangles_near(pa, pb, epsilon, epsilon_squared)
                          : peer_triangles_meet(pa, pb)) {
            found(a, b);
        }
    }
};
#endif

#endif

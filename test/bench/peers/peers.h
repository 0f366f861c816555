/* What the side-by-side benchmark asks of every competitor: the same scenes, the same frames, the
 * same complete list of triangle pairs. Each brings its own way to find candidates; the decision
 * about a candidate is the same for all (peer_narrow.h), unless a competitor has its own exact one.
 *
 * All bodies of a scene share one numbering of vertices and one of triangles; a body is a range of
 * each. A pair is (a, b) with a < b and no common vertex. */
#ifndef HEM_BENCH_PEERS_H
#define HEM_BENCH_PEERS_H

#include "hem/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peer_body {
    uint32_t first_vertex, vertex_count;
    uint32_t first_triangle, triangle_count;
} peer_body;

typedef struct peer_scene {
    const char *name;
    bool within;   /* pairs inside one body are asked for */
    bool between;  /* pairs of two bodies are asked for */
    float epsilon; /* 0: pairs that intersect or touch; else pairs closer than this */
    uint32_t body_count, vertex_count, triangle_count;
    const peer_body *bodies;
    const uint32_t *triangles;     /* three vertices each */
    const hem_vec3 *rest;          /* what hierarchies are built from */
    uint32_t frame_count;          /* positions to update to, one after the other */
    const hem_vec3 *const *frames; /* on the grid of HEM_GRID */
} peer_scene;

/* Where a query puts what it finds, in any order. The room is never used up. */
typedef struct peer_pairs {
    hem_pair *pairs;
    size_t count, capacity;
    uint64_t candidates; /* pairs of triangles that reached a test of their own */
} peer_pairs;

typedef struct peer {
    const char *name;
    bool (*takes)(const peer_scene *scene); /* null: every scene */
    /* Anything may be allocated and prepared here, and nothing of it is timed. The scene outlives
     * what is made. Null: cannot. */
    void *(*create)(const peer_scene *scene);
    /* All bodies have moved. The positions stay where they are until the next update. Timed. */
    void (*update)(void *self, const hem_vec3 *positions);
    /* All pairs that the scene asks for, each once. Timed. */
    void (*query)(void *self, peer_pairs *out);
    /* Bytes in use after the frames, where the heap does not tell; null: what malloc and new gave.
     */
    size_t (*used_bytes)(const void *self);
    void (*destroy)(void *self);
} peer;

/* Null ends the list. The first is the reference for the set of pairs and takes every scene. */
extern const peer *const peer_list[];

/* The scenes, made once; see peer_scenes.c. Null past the last. */
const peer_scene *peer_scene_get(uint32_t index);

#ifdef __cplusplus
}
#endif

#endif

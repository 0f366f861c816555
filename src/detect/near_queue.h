/* Pairs of triangles on their way to a decision: near, far, or open. They wait in queues until
 * there are enough to fill the lanes, go through one test after the other, and drop out as soon as
 * one is sure. */
#ifndef HEM_DETECT_NEAR_QUEUE_H
#define HEM_DETECT_NEAR_QUEUE_H

#include "detect/patch_view.h"

/* The corners of a triangle, each with a size behind it: no side of a triangle's box in the same
 * leaf is longer. Below zero where the leaf is not filled yet. */
typedef struct hem_near_triangle {
    float corner[3][4];
} hem_near_triangle;

typedef struct hem_near_pair {
    hem_pair places; /* of two triangles in the orders of their trees */
    uint32_t doubts; /* counts what the corners' tests could not exclude, see below */
} hem_near_pair;

/* Perhaps a corner of one is over the other face; one, or both, may cut the other's plane. */
#define HEM_DOUBT_OVER 4u
#define HEM_DOUBT_CUT  1u

/* Pairs come in by so many at a time, and a later test waits until it has as many. */
#define HEM_NEAR_BATCH 64u

typedef struct hem_near_queue {
    hem_near_pair pair[3u * HEM_NEAR_BATCH + 4u]; /* some are written behind the last */
    uint32_t count;
} hem_near_queue;

typedef struct hem_near_queues {
    hem_near_queue by_face_b, by_face_a, by_edges; /* the tests, in this order */
    hem_near_queue open;                           /* what they leave */
    hem_pair near[6u * HEM_NEAR_BATCH + 4u];       /* places of those that surely are */
    uint32_t near_count;
    const hem_near_triangle *triangles_a, *triangles_b; /* in the orders of the trees */
    float epsilon;
    uint32_t edge_tests; /* pairs that came to the test of edges */
} hem_near_queues;

/* The triangles of a leaf, from its view, if they are not there yet. */
void hem_near_fill(hem_near_triangle *triangles, const hem_patch_view *view,
                   const uint16_t *corners, uint32_t count);

/* Tests the pairs that came in, at most HEM_NEAR_BATCH, and the later queues where they are long
 * enough, or all of them. `near` and `open` begin anew. */
void hem_near_queues_run(hem_near_queues *queues, bool all);

#endif

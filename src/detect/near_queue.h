/* Pairs of triangles on their way to a decision: near, far, or open. They wait in queues until
 * there are enough to fill the lanes, go through one test after the other, and drop out as soon as
 * one is sure. */
#ifndef HEM_DETECT_NEAR_QUEUE_H
#define HEM_DETECT_NEAR_QUEUE_H

#include "detect/patch_view.h"

/* A leaf's vertices one after the other, each with a size behind it: no side of a triangle's box in
 * the leaf is longer. Below zero where they are not filled yet. */
typedef struct hem_patch_points {
    float point[HEM_LEAF_VERTICES][4];
} hem_patch_points;

typedef struct hem_near_pair {
    uint32_t leaf_a, leaf_b;
    uint16_t corners_a, corners_b; /* places in their leaves */
    uint32_t doubts;               /* counts what the corners' tests could not exclude, see below */
    hem_pair faces;
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
    hem_pair near[6u * HEM_NEAR_BATCH + 4u];       /* faces that surely are */
    uint32_t near_count;
    const hem_patch_points *points_a, *points_b; /* of all leaves */
    float epsilon;
    uint32_t edge_tests; /* pairs that came to the test of edges */
} hem_near_queues;

/* The vertices of a leaf, from its view, if they are not there yet. */
void hem_patch_fill_points(hem_patch_points *points, const hem_patch_view *view,
                           const uint16_t *corners, uint32_t triangles);

/* Tests the pairs that came in, at most HEM_NEAR_BATCH, and the later queues where they are long
 * enough, or all of them. `near` and `open` begin anew. */
void hem_near_queues_run(hem_near_queues *queues, bool all);

#endif

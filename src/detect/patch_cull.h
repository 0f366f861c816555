/* Culling: of the up to 256 pairs of triangles in two leaves, those that cannot be excluded.
 *
 * By slabs, then by boxes and slanted boxes on the integer grid, then by the planes of the
 * triangles; each stage looks only at what the one before it left. With epsilon, pairs farther
 * apart than that are excluded. Errors of float arithmetic are on the safe side throughout.
 *
 * Leaves that move are compared at the start and at the end of the step: triangles that are apart
 * along one direction, the same of them ahead both times, are so in between, because places along a
 * direction are linear in time. That excludes more than boxes around the whole motion, above all
 * where both move alike. */
#ifndef HEM_DETECT_PATCH_CULL_H
#define HEM_DETECT_PATCH_CULL_H

#include "detect/patch_view.h"

typedef struct hem_cull_in {
    const hem_patch_view *a, *b;
    const hem_patch_view *end_a, *end_b;   /* where they move to; both null: nowhere */
    const uint16_t *corners_a, *corners_b; /* of their triangles */
    const uint16_t *bits_a, *bits_b;       /* the same as sets; sixteen can be read */
    uint32_t triangles_a, triangles_b;     /* how many each has */
    float epsilon;
} hem_cull_in;

/* On which sides of the planes of a leaf's triangles the other leaf's vertices surely lie. */
typedef struct hem_plane_sides {
    uint16_t above[HEM_LEAF_TRIANGLES], below[HEM_LEAF_TRIANGLES];
} hem_plane_sides;

typedef struct hem_cull_pairs {
    uint16_t rows[HEM_LEAF_TRIANGLES]; /* bit j of row i: triangle i of a with triangle j of b */
    uint32_t row_mask, column_mask;    /* which triangles of a and of b are still in a pair */
    hem_plane_sides of_a, of_b;        /* of the planes that were looked at */
} hem_cull_pairs;

/* Every triangle of both leaves. */
void hem_cull_nothing(const hem_cull_in *in, hem_cull_pairs *pairs);

/* The triangles of both leaves that reach into the other's slab; false when there are none. */
bool hem_cull_by_slabs(const hem_cull_in *in, hem_cull_pairs *pairs);

/* Take pairs out. By planes, for leaves that do not move: what is left knows the sides of both
 * triangles' planes. */
void hem_cull_by_boxes(const hem_cull_in *in, hem_cull_pairs *pairs);
void hem_cull_by_slants(const hem_cull_in *in, hem_cull_pairs *pairs);
void hem_cull_by_planes(const hem_cull_in *in, hem_cull_pairs *pairs);

#endif

/* Narrow: questions about one pair of features. Does an edge cross a face, do two triangles meet,
 * where are a vertex and a face, two edges or two convex faces closest?
 *
 * Every function takes its points in metres, checks them, and takes them as the library stores
 * positions: on the grid (HEM_GRID), which moves a coordinate by less than a picometre. What it
 * answers does not depend on where the points came from, on the machine or on the compiler.
 *
 * All of them take constant time and no memory but the stack. Around a batch of calls, use
 * hem_fp_enter and hem_fp_leave once (hem/port.h). */
#ifndef HEM_NARROW_H
#define HEM_NARROW_H

#include "hem/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a query came to. Refusals are below zero, have the values of the statuses of the same name,
 * and leave the output as it was. */
typedef enum hem_narrow_state {
    HEM_NARROW_APART = 0,          /* the two have no point in common */
    HEM_NARROW_MEETING = 1,        /* they have one */
    HEM_NARROW_APART_BY_BOUND = 2, /* apart; an iteration bound was reached, and the answer comes
                                    * from all pairs of features instead: as good, and slower */

    HEM_NARROW_NULL = HEM_NULL,                 /* a pointer is null */
    HEM_NARROW_BAD_COUNT = HEM_BAD_COUNT,       /* a face has neither three nor four vertices */
    HEM_NARROW_BAD_INDEX = HEM_BAD_INDEX,       /* two vertices have the same id */
    HEM_NARROW_NOT_FINITE = HEM_NOT_FINITE,     /* a coordinate is NaN or infinite */
    HEM_NARROW_OUT_OF_RANGE = HEM_OUT_OF_RANGE, /* a coordinate lies outside the domain */
} hem_narrow_state;

/* --------------------------------------------------------------------------------- edge and face
 */

/* The lines through its three sides divide the plane of a face into seven regions (001-5). An edge
 * passes through one of them, or lies above the plane (where the face is seen to turn
 * counter-clockwise) or below it. */
typedef enum hem_region {
    HEM_REGION_INTERIOR, /* the edge crosses the face */
    HEM_REGION_EDGE_0,   /* beyond the side from corner 0 to corner 1: a half-plane region */
    HEM_REGION_EDGE_1,   /* from 1 to 2 */
    HEM_REGION_EDGE_2,   /* from 2 to 0 */
    HEM_REGION_CORNER_0, /* beyond the two sides at corner 0: a cone region */
    HEM_REGION_CORNER_1,
    HEM_REGION_CORNER_2,
    HEM_REGION_ABOVE,
    HEM_REGION_BELOW,
} hem_region;

typedef struct hem_edge_face_in {
    hem_vec3 edge[2];
    hem_vec3 face[3];
    uint32_t edge_id[2], face_id[3]; /* names of the five vertices, the same in every call */
} hem_edge_face_in;

typedef struct hem_edge_face_out {
    hem_region region;
} hem_edge_face_out;

/* Does an edge cross a face? Where points are exactly coplanar or equal, vertices count as moved
 * by vanishing amounts, larger for smaller ids (simulation of simplicity). So an edge that touches
 * a face either crosses it or does not, and all answers together are those of one set of points in
 * general position: two triangles that share no vertex have no such crossing, or exactly two.
 *
 * At most five exact signs.
 *
 * Returns HEM_NARROW_APART or HEM_NARROW_MEETING; HEM_NARROW_NULL, HEM_NARROW_NOT_FINITE,
 * HEM_NARROW_OUT_OF_RANGE, or HEM_NARROW_BAD_INDEX if the five ids are not all different. */
hem_narrow_state hem_edge_face(const hem_edge_face_in *in, hem_edge_face_out *out);

/* ----------------------------------------------------------------------- triangle and triangle
 */

typedef struct hem_triangle_triangle_in {
    hem_vec3 a[3], b[3];
} hem_triangle_triangle_in;

/* Do two closed triangles have a point in common? Touching counts, by a corner, an edge or a whole
 * area. Exact for any input: slivers, triangles that are segments or points, coplanar ones.
 *
 * Float arithmetic decides nearly always; the rest takes at most 140 exact signs.
 *
 * Returns HEM_NARROW_APART or HEM_NARROW_MEETING; HEM_NARROW_NULL, HEM_NARROW_NOT_FINITE or
 * HEM_NARROW_OUT_OF_RANGE. */
hem_narrow_state hem_triangle_triangle(const hem_triangle_triangle_in *in);

/* -------------------------------------------------------------------------------- closest points
 */

/* A vertex and a face: point 0 against points 1, 2, 3. Two edges: 0-1 against 2-3. */
typedef struct hem_closest_in {
    hem_vec3 point[4];
} hem_closest_in;

/* Which features carry the closest points. */
typedef enum hem_closest_kind {
    HEM_CLOSEST_VERTEX_VERTEX,
    HEM_CLOSEST_VERTEX_EDGE,
    HEM_CLOSEST_VERTEX_FACE,
    HEM_CLOSEST_EDGE_EDGE,
} hem_closest_kind;

typedef struct hem_closest_out {
    float distance, distance_squared;
    float weight[4];       /* of the four points: a vertex and a face 1 | b1 b2 b3, two edges
                            * 1-s s | 1-t t; none negative, each side adds up to 1 */
    hem_vec3 normal;       /* unit, from the second feature's closest point to the first's */
    hem_closest_kind kind; /* by the weights that are not zero */
    uint32_t support;      /* those weights: bit i for weight i */
} hem_closest_out;

/* How far a distance, and that of the points that the weights make, may be off: HEM_CLOSEST_ERROR
 * times the largest distance between two of the query's points (10 nanometres for features of a
 * centimetre). How far the query is from the origin does not matter. */
#define HEM_CLOSEST_ERROR (16.0f / 16777216.0f)

/* Where features are closer than HEM_CLOSEST_CONTACT times their longest edge, the way between the
 * closest points is mostly rounding, and the normal is the face's or that of both edges, turned to
 * agree with it; where these have none (a sliver, parallel edges), some direction across the
 * longest edge; and (0, 0, 1) where all points of a feature are one. */
#define HEM_CLOSEST_CONTACT (1.0f / 262144.0f)

/* The closest points of a vertex and a face, and of two edges. They hold for slivers, triangles
 * without area, parallel edges and edges of no length; nothing is ever NaN. Where several pairs of
 * points are equally close, one is found, always the same.
 *
 * About 200 float operations.
 *
 * Returns HEM_NARROW_APART, or HEM_NARROW_MEETING if the distance found is zero; HEM_NARROW_NULL,
 * HEM_NARROW_NOT_FINITE or HEM_NARROW_OUT_OF_RANGE. */
hem_narrow_state hem_closest_vertex_face(const hem_closest_in *in, hem_closest_out *out);
hem_narrow_state hem_closest_edge_edge(const hem_closest_in *in, hem_closest_out *out);

/* A convex face: three vertices, or four in a plane, in order around it. A quad that is not flat
 * is taken as two triangles, 0 1 2 and 0 2 3, up to the height by which it is not. */
typedef struct hem_polygon {
    hem_vec3 point[4];
    uint32_t count; /* 3 or 4 */
} hem_polygon;

typedef struct hem_closest_faces_in {
    hem_polygon a, b;
} hem_closest_faces_in;

typedef struct hem_closest_faces_out {
    float distance;
    float weight_a[4], weight_b[4]; /* of the vertices; each side adds up to 1 */
    hem_vec3 normal;                /* unit, from the closest point of b to that of a */
    uint32_t iterations;            /* at most HEM_GJK_LIMIT */
} hem_closest_faces_out;

#define HEM_GJK_LIMIT 16u

/* How far the distance of two faces may be off, times the largest distance between two of their
 * vertices. */
#define HEM_CLOSEST_FACES_ERROR (32.0f / 16777216.0f)

/* The closest points of two convex faces, by GJK (002-13). Faces that meet, exactly as
 * hem_triangle_triangle says of the triangles that they consist of, have distance zero and the
 * normal of face a; their weights make a common point, up to rounding, or for slivers up to 2^-12
 * of their size.
 *
 * At most HEM_GJK_LIMIT iterations, typically 4. If they do not suffice, all pairs of features
 * decide.
 *
 * Returns HEM_NARROW_APART, HEM_NARROW_APART_BY_BOUND or HEM_NARROW_MEETING; HEM_NARROW_NULL,
 * HEM_NARROW_BAD_COUNT, HEM_NARROW_NOT_FINITE or HEM_NARROW_OUT_OF_RANGE. */
hem_narrow_state hem_closest_faces(const hem_closest_faces_in *in, hem_closest_faces_out *out);

#ifdef __cplusplus
}
#endif

#endif

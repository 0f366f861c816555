/* Closest points of a vertex and a face, and of two edges: one query, or four in vector lanes with
 * the same bits. The forms for the library's own use: they take any finite points of the domain,
 * on the grid or not. What is promised stands in hem/narrow.h. */
#ifndef HEM_NARROW_CLOSEST_H
#define HEM_NARROW_CLOSEST_H

#include "hem/narrow.h"

/* The closest points of one query, as far as deciding takes. A vertex and a face are closest at
 * p1 + s (p2 - p1) + t (p3 - p1), two edges at p0 + s (p1 - p0) and p2 + t (p3 - p2); the way leads
 * from the second feature to the first. */
typedef struct hem_nearest {
    float distance_squared, s, t;
    hem_vec3 way;
} hem_nearest;

/* Points of four queries, by point and lane. */
typedef struct hem_points_4 {
    float x[4][4], y[4][4], z[4][4];
} hem_points_4;

/* The closest points of four queries, by lane. */
typedef struct hem_nearest_4 {
    float distance_squared[4];
    float s[4], t[4];
    float way_x[4], way_y[4], way_z[4];
} hem_nearest_4;

/* One query. Constant time. */
void hem_closest_vertex_face_1(const hem_vec3 point[4], hem_nearest *out);
void hem_closest_edge_edge_1(const hem_vec3 point[4], hem_nearest *out);

/* Four queries: in each lane the bits of the form for one. Constant time. */
void hem_closest_vertex_face_4(const hem_points_4 *points, hem_nearest_4 *out);
void hem_closest_edge_edge_4(const hem_points_4 *points, hem_nearest_4 *out);

/* The weights of the four points: 1 | b1 b2 b3 for a vertex and a face, 1-s s | 1-t t for edges. */
static inline void hem_weigh_vertex_face(const hem_nearest *found, float weight[4])
{
    weight[0] = 1.0f;
    weight[1] = (1.0f - found->t) - found->s;
    weight[2] = found->s;
    weight[3] = found->t;
}

static inline void hem_weigh_edge_edge(const hem_nearest *found, float weight[4])
{
    weight[0] = 1.0f - found->s;
    weight[1] = found->s;
    weight[2] = 1.0f - found->t;
    weight[3] = found->t;
}

/* The rest, for a query whose closest points are wanted: distance, weights, normal, features. */
void hem_finish_vertex_face(const hem_vec3 point[4], const hem_nearest *found,
                            hem_closest_out *out);
void hem_finish_edge_edge(const hem_vec3 point[4], const hem_nearest *found, hem_closest_out *out);

/* Puts the points of one query into a lane. */
static inline void hem_points_4_set(hem_points_4 *points, uint32_t lane, const hem_vec3 point[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        points->x[i][lane] = point[i].x;
        points->y[i][lane] = point[i].y;
        points->z[i][lane] = point[i].z;
    }
}

static inline hem_nearest hem_nearest_4_get(const hem_nearest_4 *found, uint32_t lane)
{
    return (hem_nearest){found->distance_squared[lane],
                         found->s[lane],
                         found->t[lane],
                         {found->way_x[lane], found->way_y[lane], found->way_z[lane]}};
}

/* The direction of a way that is `distance` long between features with these edges; where that is
 * mostly rounding (HEM_CLOSEST_CONTACT), a unit vector across both edges, turned to agree with the
 * way, else across the longer one, else (0, 0, 1). */
hem_vec3 hem_contact_normal(hem_vec3 way, float distance, hem_vec3 edge_a, hem_vec3 edge_b);

#endif

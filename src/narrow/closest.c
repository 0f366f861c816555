/* Closest points: the kernel for one lane and for four, and what makes its result whole. See
 * closest.h. */
#include "narrow/closest.h"
#include "narrow/one_lane.h"
#include "base/vec3.h"

#if defined(HEM_SIMD_SSE2) || defined(HEM_SIMD_NEON) || defined(HEM_SIMD_WASM)
#define HEM_FOUR_LANES 1
#endif

#define LANE_REAL       hem_f1
#define LANE_MASK       hem_m1
#define LANE(name)      hem_f1_##name
#define LANE_NAME(name) name##_1
#include "narrow/closest_kernel.h"

#if defined(HEM_FOUR_LANES)
#define LANE_REAL       hem_f4
#define LANE_MASK       hem_m4
#define LANE(name)      hem_f4_##name
#define LANE_NAME(name) name##_4
#include "narrow/closest_kernel.h"
#endif

/* ---- the normal ---- */

/* Sine squared of the angle under which two directions count as parallel: 2^-36. */
#define PARALLEL (1.0f / 68719476736.0f)

/* A square under which lengths lose digits: 2^-120. */
#define LEAST 7.5231638452626401e-37f

static hem_vec3 unit(hem_vec3 a)
{
    float length = hem_length(a);
    return length > 0.0f ? hem_scale(1.0f / length, a) : (hem_vec3){0.0f, 0.0f, 0.0f};
}

static hem_vec3 normal_across(hem_vec3 edge_a, hem_vec3 edge_b, hem_vec3 way)
{
    hem_vec3 normal = hem_cross(unit(edge_a), unit(edge_b));
    if (!(hem_dot(normal, normal) > PARALLEL)) {
        hem_vec3 along = hem_dot(edge_b, edge_b) > hem_dot(edge_a, edge_a) ? edge_b : edge_a;
        along = unit(along);
        /* Across the axis that is the furthest from it. */
        float x = hem_abs(along.x), y = hem_abs(along.y), z = hem_abs(along.z);
        if (x <= y && x <= z) {
            normal = (hem_vec3){0.0f, along.z, -along.y};
        } else if (y <= z) {
            normal = (hem_vec3){-along.z, 0.0f, along.x};
        } else {
            normal = (hem_vec3){along.y, -along.x, 0.0f};
        }
        if (!(hem_dot(normal, normal) > 0.0f)) {
            normal = (hem_vec3){0.0f, 0.0f, 1.0f};
        }
    }
    normal = unit(normal);
    return hem_dot(normal, way) < 0.0f ? hem_scale(-1.0f, normal) : normal;
}

hem_vec3 hem_contact_normal(hem_vec3 way, float distance, hem_vec3 edge_a, hem_vec3 edge_b)
{
    const float contact = HEM_CLOSEST_CONTACT * HEM_CLOSEST_CONTACT;
    float longest = hem_max(hem_dot(edge_a, edge_a), hem_dot(edge_b, edge_b));
    float squared = distance * distance;
    if (squared > contact * longest && squared > LEAST) {
        return hem_scale(1.0f / distance, way);
    }
    return normal_across(edge_a, edge_b, way);
}

/* ---- one query ---- */

static void to_one_lane(const hem_vec3 point[4], vector_1 lane[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        lane[i] = (vector_1){point[i].x, point[i].y, point[i].z};
    }
}

static hem_nearest from_one_lane(const nearest_1 *found)
{
    return (hem_nearest){
        found->distance_squared, found->s, found->t, {found->way.x, found->way.y, found->way.z}};
}

void hem_closest_vertex_face_1(const hem_vec3 point[4], hem_nearest *out)
{
    vector_1 lane[4];
    to_one_lane(point, lane);
    nearest_1 found = nearest_vertex_face_1(lane);
    *out = from_one_lane(&found);
}

void hem_closest_edge_edge_1(const hem_vec3 point[4], hem_nearest *out)
{
    vector_1 lane[4];
    to_one_lane(point, lane);
    nearest_1 found = nearest_edge_edge_1(lane);
    *out = from_one_lane(&found);
}

/* ---- four queries ---- */

#if defined(HEM_FOUR_LANES)

static void load_points(const hem_points_4 *points, vector_4 lane[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        lane[i] = (vector_4){hem_f4_load(points->x[i]), hem_f4_load(points->y[i]),
                             hem_f4_load(points->z[i])};
    }
}

static void store_found(const nearest_4 *found, hem_nearest_4 *out)
{
    hem_f4_store(out->distance_squared, found->distance_squared);
    hem_f4_store(out->s, found->s);
    hem_f4_store(out->t, found->t);
    hem_f4_store(out->way_x, found->way.x);
    hem_f4_store(out->way_y, found->way.y);
    hem_f4_store(out->way_z, found->way.z);
}

void hem_closest_vertex_face_4(const hem_points_4 *points, hem_nearest_4 *out)
{
    vector_4 lane[4];
    load_points(points, lane);
    nearest_4 found = nearest_vertex_face_4(lane);
    store_found(&found, out);
}

void hem_closest_edge_edge_4(const hem_points_4 *points, hem_nearest_4 *out)
{
    vector_4 lane[4];
    load_points(points, lane);
    nearest_4 found = nearest_edge_edge_4(lane);
    store_found(&found, out);
}

#else

static void point_of_lane(const hem_points_4 *points, uint32_t lane, hem_vec3 point[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        point[i] = (hem_vec3){points->x[i][lane], points->y[i][lane], points->z[i][lane]};
    }
}

static void set_lane(const hem_nearest *found, uint32_t lane, hem_nearest_4 *out)
{
    out->distance_squared[lane] = found->distance_squared;
    out->s[lane] = found->s;
    out->t[lane] = found->t;
    out->way_x[lane] = found->way.x;
    out->way_y[lane] = found->way.y;
    out->way_z[lane] = found->way.z;
}

void hem_closest_vertex_face_4(const hem_points_4 *points, hem_nearest_4 *out)
{
    for (uint32_t i = 0; i < 4; i++) {
        hem_vec3 point[4];
        hem_nearest found;
        point_of_lane(points, i, point);
        hem_closest_vertex_face_1(point, &found);
        set_lane(&found, i, out);
    }
}

void hem_closest_edge_edge_4(const hem_points_4 *points, hem_nearest_4 *out)
{
    for (uint32_t i = 0; i < 4; i++) {
        hem_vec3 point[4];
        hem_nearest found;
        point_of_lane(points, i, point);
        hem_closest_edge_edge_1(point, &found);
        set_lane(&found, i, out);
    }
}

#endif

/* ---- one result, whole ---- */

static uint32_t support_of(const float weight[4])
{
    uint32_t support = 0;
    for (uint32_t i = 0; i < 4; i++) {
        support |= weight[i] > 0.0f ? 1u << i : 0u;
    }
    return support;
}

static void finish(const hem_nearest *found, hem_vec3 edge_a, hem_vec3 edge_b, hem_closest_kind all,
                   hem_closest_out *out)
{
    out->distance_squared = found->distance_squared;
    out->distance = hem_sqrt(found->distance_squared);
    out->normal = hem_contact_normal(found->way, out->distance, edge_a, edge_b);
    out->support = support_of(out->weight);
    uint32_t corners = (out->support & 1u) + (out->support >> 1 & 1u) + (out->support >> 2 & 1u) +
                       (out->support >> 3 & 1u);
    out->kind = corners == 4   ? all
                : corners == 3 ? HEM_CLOSEST_VERTEX_EDGE
                               : HEM_CLOSEST_VERTEX_VERTEX;
}

void hem_finish_vertex_face(const hem_vec3 point[4], const hem_nearest *found, hem_closest_out *out)
{
    hem_weigh_vertex_face(found, out->weight);
    finish(found, hem_sub(point[2], point[1]), hem_sub(point[3], point[1]), HEM_CLOSEST_VERTEX_FACE,
           out);
}

void hem_finish_edge_edge(const hem_vec3 point[4], const hem_nearest *found, hem_closest_out *out)
{
    hem_weigh_edge_edge(found, out->weight);
    finish(found, hem_sub(point[1], point[0]), hem_sub(point[3], point[2]), HEM_CLOSEST_EDGE_EDGE,
           out);
}

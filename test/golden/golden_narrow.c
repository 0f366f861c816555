/* Golden phases of the tests on single pairs of features: edge and face, two triangles, closest
 * points one by one and in lanes, convex faces. */
#include "golden/golden.h"

#include "base/vec3.h"
#include "hem/narrow.h"
#include "narrow/beyond.h"
#include "narrow/closest.h"
#include "narrow/sides.h"

/* A counter's bits, well mixed. */
static uint32_t mixed(uint32_t i)
{
    uint64_t hash = hem_hash_u32(HEM_HASH_SEED, i);
    return (uint32_t)(hash ^ (hash >> 32));
}

static float signed_unit(uint32_t i)
{
    return (float)(int32_t)(mixed(i) >> 8) / 8388608.0f - 1.0f;
}

/* Every kind of place in turn: a coarse lattice, where most is degenerate; a centimetre of cloth, a
 * little above a plane, 3 m away; almost a line; anywhere. */
static hem_vec3 point_of(uint32_t kind, uint32_t i)
{
    float x = signed_unit(3 * i), y = signed_unit(3 * i + 1), z = signed_unit(3 * i + 2);
    uint32_t bits = mixed(i);
    hem_vec3 point;
    switch (kind % 4) {
    case 0:
        point = (hem_vec3){(float)(bits & 3u), (float)(bits >> 2 & 3u), (float)(bits >> 4 & 3u)};
        break;
    case 1:
        point = (hem_vec3){3.0f + 0.01f * x, 0.01f * y, 0.0005f * z};
        break;
    case 2:
        point = (hem_vec3){0.01f * x, 0.02f * x + 1e-6f * y, 0.005f * x + 1e-6f * z};
        break;
    default:
        point = (hem_vec3){4000.0f * x, 4000.0f * y, 4000.0f * z};
        break;
    }
    return hem_vec3_snap(point);
}

static uint64_t hash_edge_face(void)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t i = 0; i < 3000; i++) {
        hem_edge_face_in in;
        hem_edge_face_out out = {HEM_REGION_INTERIOR};
        for (uint32_t k = 0; k < 5; k++) {
            *(k < 2 ? &in.edge[k] : &in.face[k - 2]) = point_of(i, 8 * i + k);
            *(k < 2 ? &in.edge_id[k] : &in.face_id[k - 2]) = (mixed(i + k) % 97u) * 5u + k;
        }
        hash = hem_hash_u32(hash, (uint32_t)hem_edge_face(&in, &out));
        hash = hem_hash_u32(hash, (uint32_t)out.region);
    }
    return hash;
}

static uint64_t hash_triangles(void)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t i = 0; i < 4000; i++) {
        hem_triangle_triangle_in in;
        for (uint32_t k = 0; k < 3; k++) {
            in.a[k] = point_of(i, 6 * i + k);
            in.b[k] = point_of(i, 6 * i + 3 + k);
        }
        if (i % 5 == 0) {
            in.b[i % 3] = in.a[0];
        }
        hash = hem_hash_u32(hash, (uint32_t)hem_triangle_triangle(&in));
        hem_plane plane = hem_plane_of(in.a);
        hash = golden_vec3(hash, plane.normal);
        hash = golden_vec3(hash, plane.weight);
        hash = hem_hash_u32(hash, (uint32_t)hem_plane_side_filter(&plane, &in.b[1]));
    }
    return hash;
}

static uint64_t hash_result(uint64_t hash, hem_narrow_state state, const hem_closest_out *out)
{
    hash = hem_hash_u32(hash, (uint32_t)state);
    hash = golden_float(hash, out->distance);
    hash = golden_float(hash, out->distance_squared);
    for (uint32_t k = 0; k < 4; k++) {
        hash = golden_float(hash, out->weight[k]);
    }
    hash = golden_vec3(hash, out->normal);
    hash = hem_hash_u32(hash, (uint32_t)out->kind);
    return hem_hash_u32(hash, out->support);
}

static uint64_t hash_closest(void)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t i = 0; i < 2000; i++) {
        hem_closest_in in;
        hem_closest_out out;
        for (uint32_t k = 0; k < 4; k++) {
            in.point[k] = point_of(i, 4 * i + k);
        }
        hem_narrow_state state = hem_closest_vertex_face(&in, &out);
        hash = hash_result(hash, state, &out);
        state = hem_closest_edge_edge(&in, &out);
        hash = hash_result(hash, state, &out);
    }
    return hash;
}

static uint64_t hash_four(uint64_t hash, const hem_nearest_4 *found)
{
    for (uint32_t lane = 0; lane < 4; lane++) {
        hem_nearest one = hem_nearest_4_get(found, lane);
        hash = golden_float(hash, one.distance_squared);
        hash = golden_float(hash, one.s);
        hash = golden_float(hash, one.t);
        hash = golden_vec3(hash, one.way);
    }
    return hash;
}

static uint64_t hash_lanes(void)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t i = 0; i < 1000; i++) {
        hem_points_4 points;
        hem_nearest_4 found;
        for (uint32_t lane = 0; lane < 4; lane++) {
            hem_vec3 point[4];
            for (uint32_t k = 0; k < 4; k++) {
                point[k] = point_of(i + lane, 16 * i + 4 * lane + k);
            }
            hem_points_4_set(&points, lane, point);
        }
        hem_closest_vertex_face_4(&points, &found);
        hash = hash_four(hash, &found);
        hem_closest_edge_edge_4(&points, &found);
        hash = hash_four(hash, &found);
        hash = hem_hash_u32(hash, hem_vertex_face_beyond_4(&points, 0.001f));
        hash = hem_hash_u32(hash, hem_edge_edge_beyond_4(&points, 0.001f));
        hem_plane plane = {{3.0f, 0.0f, 0.0f}, {0.1f, -0.2f, 1.0f}, {0.1f, 0.2f, 1.0f}};
        hem_sides_4 sides = hem_plane_sides_4(&plane, hem_f4_load(points.x[0]),
                                              hem_f4_load(points.y[0]), hem_f4_load(points.z[0]));
        hash = hem_hash_u32(hem_hash_u32(hash, sides.above), sides.below);
    }
    return hash;
}

static uint64_t hash_faces(void)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t i = 0; i < 1500; i++) {
        hem_closest_faces_in in = {.a = {.count = 3}, .b = {.count = 3}};
        hem_closest_faces_out out;
        for (uint32_t k = 0; k < 3; k++) {
            in.a.point[k] = point_of(i, 6 * i + k);
            in.b.point[k] = point_of(i, 6 * i + 3 + k);
        }
        if (i % 3 == 0) {
            in.b.count = 4;
            in.b.point[3] = in.b.point[2];
            in.b.point[2] = hem_sub(hem_add(in.b.point[1], in.b.point[3]), in.b.point[0]);
        }
        hem_narrow_state state = hem_closest_faces(&in, &out);
        hash = hem_hash_u32(hash, (uint32_t)state);
        if (state < 0) {
            continue;
        }
        hash = golden_float(hash, out.distance);
        for (uint32_t k = 0; k < 4; k++) {
            hash = golden_float(golden_float(hash, out.weight_a[k]), out.weight_b[k]);
        }
        hash = golden_vec3(hash, out.normal);
        hash = hem_hash_u32(hash, out.iterations);
    }
    return hash;
}

void golden_narrow(golden_emit_fn emit)
{
    emit("narrow", "edge-face", hash_edge_face());
    emit("narrow", "triangles", hash_triangles());
    emit("narrow", "closest", hash_closest());
    emit("narrow", "lanes", hash_lanes());
    emit("narrow", "faces", hash_faces());
}

/* The public forms of the narrow tests: check, take the points onto the grid, ask. See
 * hem/narrow.h. */
#include "hem/narrow.h"
#include "hem/port.h"
#include "base/vec3.h"
#include "narrow/edge_face.h"
#include "narrow/gjk.h"
#include "narrow/triangle_triangle.h"

/* Copies points onto the grid; a refusal if one is no position. */
static hem_narrow_state take(hem_vec3 *to, const hem_vec3 *from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!hem_vec3_is_finite(from[i])) {
            return HEM_NARROW_NOT_FINITE;
        }
        if (!hem_vec3_in_domain(from[i])) {
            return HEM_NARROW_OUT_OF_RANGE;
        }
        to[i] = hem_vec3_snap(from[i]);
    }
    return HEM_NARROW_APART;
}

static bool all_different(const uint32_t *id, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (id[i] == id[j]) {
                return false;
            }
        }
    }
    return true;
}

hem_narrow_state hem_edge_face(const hem_edge_face_in *in, hem_edge_face_out *out)
{
    if (in == NULL || out == NULL) {
        return HEM_NARROW_NULL;
    }
    const uint32_t id[5] = {in->edge_id[0], in->edge_id[1], in->face_id[0], in->face_id[1],
                            in->face_id[2]};
    if (!all_different(id, 5)) {
        return HEM_NARROW_BAD_INDEX;
    }
    uint32_t saved = hem_fp_enter();
    hem_vec3 edge[2], face[3];
    hem_narrow_state state = take(edge, in->edge, 2);
    if (state == HEM_NARROW_APART) {
        state = take(face, in->face, 3);
    }
    if (state == HEM_NARROW_APART) {
        out->region = hem_edge_region(edge, in->edge_id, face, in->face_id);
        state = out->region == HEM_REGION_INTERIOR ? HEM_NARROW_MEETING : HEM_NARROW_APART;
    }
    hem_fp_leave(saved);
    return state;
}

hem_narrow_state hem_triangle_triangle(const hem_triangle_triangle_in *in)
{
    if (in == NULL) {
        return HEM_NARROW_NULL;
    }
    uint32_t saved = hem_fp_enter();
    hem_vec3 a[3], b[3];
    hem_narrow_state state = take(a, in->a, 3);
    if (state == HEM_NARROW_APART) {
        state = take(b, in->b, 3);
    }
    if (state == HEM_NARROW_APART && hem_triangles_meet(a, b)) {
        state = HEM_NARROW_MEETING;
    }
    hem_fp_leave(saved);
    return state;
}

hem_narrow_state hem_closest_vertex_face(const hem_closest_in *in, hem_closest_out *out)
{
    if (in == NULL || out == NULL) {
        return HEM_NARROW_NULL;
    }
    uint32_t saved = hem_fp_enter();
    hem_vec3 point[4];
    hem_narrow_state state = take(point, in->point, 4);
    if (state == HEM_NARROW_APART) {
        hem_nearest found;
        hem_closest_vertex_face_1(point, &found);
        hem_finish_vertex_face(point, &found, out);
        state = out->distance > 0.0f ? HEM_NARROW_APART : HEM_NARROW_MEETING;
    }
    hem_fp_leave(saved);
    return state;
}

hem_narrow_state hem_closest_edge_edge(const hem_closest_in *in, hem_closest_out *out)
{
    if (in == NULL || out == NULL) {
        return HEM_NARROW_NULL;
    }
    uint32_t saved = hem_fp_enter();
    hem_vec3 point[4];
    hem_narrow_state state = take(point, in->point, 4);
    if (state == HEM_NARROW_APART) {
        hem_nearest found;
        hem_closest_edge_edge_1(point, &found);
        hem_finish_edge_edge(point, &found, out);
        state = out->distance > 0.0f ? HEM_NARROW_APART : HEM_NARROW_MEETING;
    }
    hem_fp_leave(saved);
    return state;
}

/* A face onto the grid; its fourth point is the first where it has none. */
static hem_narrow_state take_face(hem_polygon *to, const hem_polygon *from)
{
    if (from->count != 3 && from->count != 4) {
        return HEM_NARROW_BAD_COUNT;
    }
    to->count = from->count;
    hem_narrow_state state = take(to->point, from->point, from->count);
    if (from->count == 3) {
        to->point[3] = to->point[0];
    }
    return state;
}

static hem_narrow_state closest_faces(const hem_polygon *a, const hem_polygon *b,
                                      hem_closest_faces_out *out)
{
    hem_faces_nearest found;
    hem_gjk_state state = hem_gjk(a, b, HEM_GJK_LIMIT, &found, &out->iterations);
    out->distance = hem_sqrt(found.distance_squared);
    memcpy(out->weight_a, found.weight, sizeof out->weight_a);
    memcpy(out->weight_b, found.weight + 4, sizeof out->weight_b);
    out->normal = hem_contact_normal(found.way, out->distance, hem_sub(a->point[1], a->point[0]),
                                     hem_sub(a->point[2], a->point[0]));
    switch (state) {
    case HEM_GJK_CONVERGED:
        return HEM_NARROW_APART;
    case HEM_GJK_BY_BOUND:
        return HEM_NARROW_APART_BY_BOUND;
    default:
        return HEM_NARROW_MEETING;
    }
}

hem_narrow_state hem_closest_faces(const hem_closest_faces_in *in, hem_closest_faces_out *out)
{
    if (in == NULL || out == NULL) {
        return HEM_NARROW_NULL;
    }
    uint32_t saved = hem_fp_enter();
    hem_polygon a, b;
    hem_narrow_state state = take_face(&a, &in->a);
    if (state == HEM_NARROW_APART) {
        state = take_face(&b, &in->b);
    }
    if (state == HEM_NARROW_APART) {
        state = closest_faces(&a, &b, out);
    }
    hem_fp_leave(saved);
    return state;
}

/* Closest points of near faces: see inc/hem/near_faces.h.
 *
 * Every pair is measured twice, first for its place in the order, then, if it is kept, to be
 * written there. That takes no room for contacts that are not kept, and moves none. */
#include "hem/near_faces.h"

#include "base/sort.h"
#include "base/vec3.h"
#include "hem/port.h"
#include "narrow/gjk.h"

#include <string.h>

/* The faces of one side. */
typedef struct faces {
    const hem_side *side;
    bool quads;
} faces;

/* A face's corners, as vertices and as points. */
typedef struct face {
    uint32_t vertex[4];
    hem_polygon polygon;
} face;

static const uint32_t *triangle_of(const hem_side *side, uint32_t triangle)
{
    return hem_mesh_triangles(side->mesh) + 3u * (size_t)triangle;
}

static bool has_vertex(const uint32_t *triangle, uint32_t vertex)
{
    return triangle[0] == vertex || triangle[1] == vertex || triangle[2] == vertex;
}

/* Which corner of a triangle the other does not have; 3 unless the rest is one edge of both. */
static uint32_t lone_corner(const uint32_t *triangle, const uint32_t *other)
{
    uint32_t lone = 3, shared = 0;
    for (uint32_t k = 0; k < 3; k++) {
        bool is_shared = has_vertex(other, triangle[k]);
        shared += is_shared;
        lone = is_shared ? lone : k;
    }
    return shared == 2 ? lone : 3;
}

/* The first half from its lone corner on; the second's stands across from it. */
static void quad_vertices(const hem_side *side, uint32_t quad, uint32_t vertex[4])
{
    const uint32_t *first = triangle_of(side, 2u * quad), *second = first + 3;
    uint32_t lone = lone_corner(first, second);
    vertex[0] = first[lone];
    vertex[1] = first[(lone + 1u) % 3u];
    vertex[2] = second[lone_corner(second, first)];
    vertex[3] = first[(lone + 2u) % 3u];
}

static face face_of(const faces *from, uint32_t number)
{
    face out = {.polygon = {.count = from->quads ? 4u : 3u}};
    if (from->quads) {
        quad_vertices(from->side, number, out.vertex);
    } else {
        memcpy(out.vertex, triangle_of(from->side, number), 3u * sizeof(uint32_t));
        out.vertex[3] = out.vertex[0];
    }
    for (uint32_t k = 0; k < 4; k++) {
        out.polygon.point[k] = hem_vec3_snap(from->side->positions[out.vertex[k]]);
    }
    return out;
}

static hem_vec3 velocity_at(const faces *of, const face *on, const float weight[4])
{
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < on->polygon.count && of->side->velocities != NULL; k++) {
        sum = hem_add_scaled(sum, weight[k], of->side->velocities[on->vertex[k]]);
    }
    return sum;
}

typedef struct measured {
    hem_face_contact contact;
    hem_gjk_state state;
    uint32_t iterations;
} measured;

static void measure(const faces *a, const faces *b, hem_pair pair, float dt, measured *out)
{
    face of_a = face_of(a, pair.first), of_b = face_of(b, pair.second);
    const hem_vec3 *p = of_a.polygon.point;
    hem_faces_nearest found;
    out->state = hem_gjk(&of_a.polygon, &of_b.polygon, HEM_GJK_LIMIT, &found, &out->iterations);
    hem_face_contact *contact = &out->contact;
    contact->faces = pair;
    contact->distance = hem_sqrt(found.distance_squared);
    memcpy(contact->weight_a, found.weight, sizeof contact->weight_a);
    memcpy(contact->weight_b, found.weight + 4, sizeof contact->weight_b);
    contact->normal =
        hem_contact_normal(found.way, contact->distance, hem_sub(p[1], p[0]), hem_sub(p[2], p[0]));
    hem_vec3 approach =
        hem_sub(velocity_at(a, &of_a, contact->weight_a), velocity_at(b, &of_b, contact->weight_b));
    float predicted = contact->distance + hem_dot(approach, contact->normal) * dt;
    /* Huge velocities may overflow, and then in either direction. */
    bool ends = predicted >= -FLT_MAX && predicted <= FLT_MAX;
    contact->predicted = ends ? predicted : (predicted > 0.0f ? FLT_MAX : -FLT_MAX);
}

static bool share_a_vertex(const faces *a, const faces *b, hem_pair pair)
{
    face of_a = face_of(a, pair.first), of_b = face_of(b, pair.second);
    for (uint32_t i = 0; i < of_a.polygon.count; i++) {
        for (uint32_t j = 0; j < of_b.polygon.count; j++) {
            if (of_a.vertex[i] == of_b.vertex[j]) {
                return true;
            }
        }
    }
    return false;
}

/* Pairs of faces in ascending order, each once; returns how many. */
static uint32_t list_faces(const hem_face_contacts_in *in, const faces *a, const faces *b,
                           hem_pair *to)
{
    bool within = in->a.mesh == in->b.mesh;
    for (uint32_t i = 0; i < in->pair_count; i++) {
        hem_pair pair = {in->pairs[i].first / (in->quads_a ? 2u : 1u),
                         in->pairs[i].second / (in->quads_b ? 2u : 1u)};
        bool turned = within && pair.second < pair.first;
        to[i] = turned ? (hem_pair){pair.second, pair.first} : pair;
    }
    hem_sort(to, in->pair_count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < in->pair_count; i++) {
        bool again = count > 0 && to[count - 1u].first == to[i].first &&
                     to[count - 1u].second == to[i].second;
        if (!again && !(within && in->quads_a && share_a_vertex(a, b, to[i]))) {
            to[count++] = to[i];
        }
    }
    return count;
}

static void run(const hem_face_contacts_in *in, hem_face_contacts_out *out)
{
    uint32_t mark = hem_arena_mark(in->scratch);
    const faces a = {&in->a, in->quads_a}, b = {&in->b, in->quads_b};
    hem_pair *pairs = hem_arena_take(in->scratch, in->pair_count, sizeof *pairs);
    hem_pair *keys = hem_arena_take(in->scratch, in->pair_count, sizeof *keys);
    measured now;
    out->count = list_faces(in, &a, &b, pairs);
    for (uint32_t i = 0; i < out->count; i++) {
        measure(&a, &b, pairs[i], in->dt, &now);
        keys[i] = (hem_pair){hem_float_key(now.contact.predicted), i};
        out->iterations += now.iterations;
        out->by_bound += now.state == HEM_GJK_BY_BOUND;
    }
    hem_sort(keys, out->count);
    out->kept = out->count < in->room ? out->count : in->room;
    for (uint32_t i = 0; i < out->kept; i++) {
        measure(&a, &b, pairs[keys[i].second], in->dt, &now);
        in->contacts[i] = now.contact;
    }
    hem_arena_release(in->scratch, mark);
}

static hem_status refuse(hem_face_contacts_out *out, hem_status status, uint32_t index)
{
    out->detail.index = index;
    return status;
}

static hem_status check_quads(const hem_side *side, bool quads, hem_face_contacts_out *out)
{
    uint32_t count = quads ? side->mesh->triangle_count : 0u;
    if (count % 2u != 0) {
        return HEM_BAD_COUNT;
    }
    for (uint32_t t = 0; t < count; t += 2) {
        const uint32_t *first = triangle_of(side, t);
        if (lone_corner(first, first + 3) == 3) {
            return refuse(out, HEM_BAD_TRIANGLE, t);
        }
    }
    return HEM_OK;
}

static hem_status check_pairs(const hem_face_contacts_in *in, hem_face_contacts_out *out)
{
    bool within = in->a.mesh == in->b.mesh;
    for (uint32_t i = 0; i < in->pair_count; i++) {
        hem_pair pair = in->pairs[i];
        if (pair.first >= in->a.mesh->triangle_count || pair.second >= in->b.mesh->triangle_count) {
            return refuse(out, HEM_BAD_INDEX, i);
        }
        const faces a = {&in->a, false}, b = {&in->b, false};
        if (within && share_a_vertex(&a, &b, pair)) {
            return refuse(out, HEM_BAD_INDEX, i);
        }
    }
    return HEM_OK;
}

static hem_status check_positions(const hem_side *side, hem_face_contacts_out *out)
{
    for (uint32_t v = 0; v < side->mesh->vertex_count; v++) {
        if (!hem_vec3_in_domain(side->positions[v])) {
            return refuse(out, HEM_OUT_OF_RANGE, v);
        }
    }
    return HEM_OK;
}

static hem_status check_velocities(const hem_side *side, hem_face_contacts_out *out)
{
    uint32_t count = side->velocities == NULL ? 0u : side->mesh->vertex_count;
    for (uint32_t v = 0; v < count; v++) {
        if (!hem_vec3_is_finite(side->velocities[v])) {
            return refuse(out, HEM_NOT_FINITE, v);
        }
    }
    return HEM_OK;
}

static hem_status check(const hem_face_contacts_in *in, hem_face_contacts_out *out)
{
    if (in->a.mesh == in->b.mesh && in->quads_a != in->quads_b) {
        return HEM_BAD_DEFINITION;
    }
    if (!hem_is_finite(in->dt)) {
        return HEM_NOT_FINITE;
    }
    if (in->dt < 0.0f) {
        return HEM_OUT_OF_RANGE;
    }
    hem_status status = check_positions(&in->a, out);
    if (status == HEM_OK) {
        status = check_positions(&in->b, out);
    }
    if (status == HEM_OK) {
        status = check_velocities(&in->a, out);
    }
    if (status == HEM_OK) {
        status = check_velocities(&in->b, out);
    }
    if (status == HEM_OK) {
        status = check_quads(&in->a, in->quads_a, out);
    }
    if (status == HEM_OK) {
        status = check_quads(&in->b, in->quads_b, out);
    }
    if (status == HEM_OK) {
        status = check_pairs(in, out);
    }
    uint64_t needed = HEM_FACE_CONTACTS_BYTES((uint64_t)in->pair_count);
    if (status == HEM_OK && needed > in->scratch->capacity - in->scratch->used) {
        out->detail.needed = needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed;
        status = HEM_FULL_SCRATCH;
    }
    return status;
}

hem_status hem_face_contacts(const hem_face_contacts_in *in, hem_face_contacts_out *out)
{
    if (in == NULL || out == NULL || in->a.mesh == NULL || in->b.mesh == NULL ||
        in->a.positions == NULL || in->b.positions == NULL || in->scratch == NULL ||
        (in->pairs == NULL && in->pair_count > 0) || (in->contacts == NULL && in->room > 0)) {
        return HEM_NULL;
    }
    *out = (hem_face_contacts_out){.detail = {.index = HEM_NONE}};
    hem_status status = check(in, out);
    if (status != HEM_OK) {
        return status;
    }
    uint32_t saved = hem_fp_enter();
    run(in, out);
    hem_fp_leave(saved);
    return out->kept < out->count ? HEM_LIMITED : HEM_OK;
}

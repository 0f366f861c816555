/* Faces, and the contact of two of them: see face_measure.h. */
#include "detect/face_measure.h"

#include "base/vec3.h"
#include "narrow/closest.h"

#include <string.h>

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

hem_face hem_face_of(const hem_faces *from, uint32_t number)
{
    hem_face out = {.polygon = {.count = from->quads ? 4u : 3u}};
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

static hem_vec3 velocity_at(const hem_faces *of, const hem_face *on, const float weight[4])
{
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < on->polygon.count && of->side->velocities != NULL; k++) {
        sum = hem_add_scaled(sum, weight[k], of->side->velocities[on->vertex[k]]);
    }
    return sum;
}

void hem_finish_face_contact(const hem_faces *a, const hem_faces *b, const hem_face faces[2],
                             hem_vec3 way, float dt, hem_face_contact *contact)
{
    const hem_vec3 *p = faces[0].polygon.point;
    contact->normal =
        hem_contact_normal(way, contact->distance, hem_sub(p[1], p[0]), hem_sub(p[2], p[0]));
    hem_vec3 approach = hem_sub(velocity_at(a, &faces[0], contact->weight_a),
                                velocity_at(b, &faces[1], contact->weight_b));
    float predicted = contact->distance + hem_dot(approach, contact->normal) * dt;
    /* Huge velocities may overflow, and then in either direction. */
    bool ends = predicted >= -FLT_MAX && predicted <= FLT_MAX;
    contact->predicted = ends ? predicted : (predicted > 0.0f ? FLT_MAX : -FLT_MAX);
}

void hem_measure_faces(const hem_faces *a, const hem_faces *b, hem_pair pair, float dt,
                       hem_face_measure *out)
{
    hem_face faces[2] = {hem_face_of(a, pair.first), hem_face_of(b, pair.second)};
    hem_faces_nearest found;
    out->state =
        hem_gjk(&faces[0].polygon, &faces[1].polygon, HEM_GJK_LIMIT, &found, &out->iterations);
    hem_face_contact *contact = &out->contact;
    contact->faces = pair;
    contact->distance = hem_sqrt(found.distance_squared);
    memcpy(contact->weight_a, found.weight, sizeof contact->weight_a);
    memcpy(contact->weight_b, found.weight + 4, sizeof contact->weight_b);
    hem_finish_face_contact(a, b, faces, found.way, dt, contact);
}

static hem_status refuse(hem_detail *detail, hem_status status, uint32_t index)
{
    detail->index = index;
    return status;
}

hem_status hem_check_positions(const hem_vec3 *positions, uint32_t count, hem_detail *detail)
{
    for (uint32_t v = 0; v < count; v++) {
        if (!hem_vec3_in_domain(positions[v])) {
            return refuse(detail, HEM_OUT_OF_RANGE, v);
        }
    }
    return HEM_OK;
}

static hem_status check_velocities(const hem_side *side, hem_detail *detail)
{
    uint32_t count = side->velocities == NULL ? 0u : side->mesh->vertex_count;
    for (uint32_t v = 0; v < count; v++) {
        if (!hem_vec3_is_finite(side->velocities[v])) {
            return refuse(detail, HEM_NOT_FINITE, v);
        }
    }
    return HEM_OK;
}

static hem_status check_quads(const hem_faces *faces, hem_detail *detail)
{
    uint32_t count = faces->quads ? faces->side->mesh->triangle_count : 0u;
    if (count % 2u != 0) {
        return HEM_BAD_COUNT;
    }
    for (uint32_t t = 0; t < count; t += 2) {
        const uint32_t *first = triangle_of(faces->side, t);
        if (lone_corner(first, first + 3) == 3) {
            return refuse(detail, HEM_BAD_TRIANGLE, t);
        }
    }
    return HEM_OK;
}

hem_status hem_check_faces(const hem_faces *faces, hem_detail *detail)
{
    const hem_side *side = faces->side;
    hem_status status = hem_check_positions(side->positions, side->mesh->vertex_count, detail);
    if (status == HEM_OK) {
        status = check_velocities(side, detail);
    }
    return status == HEM_OK ? check_quads(faces, detail) : status;
}

/* Borders of faces: see face_border.h. */
#include "detect/face_border.h"

#include "base/vec3.h"

/* Directions that lead nearer by less than this cosine count as leading nowhere: where a vertex is
 * right above an edge, both its faces might say that the other one does. */
#define LEADS 0.001f

/* The closest point is known to so much, of the size of the face: that tilts the way to it. */
#define ROUNDING (16.0f / 16777216.0f)

/* Below this cosine the way between two features may as well lead across the faces of one. */
#define ALONG 0.1f

static hem_vec3 position_of(const float (*points)[4], uint32_t vertex)
{
    const float *at = points[vertex];
    return (hem_vec3){at[0], at[1], at[2]};
}

/* At least the longest edge of the face. */
static float size_of(const hem_face_border *contact)
{
    const uint32_t *corner = hem_mesh_triangles(contact->mesh) + 3u * (size_t)contact->face;
    hem_vec3 from = position_of(contact->points, corner[0]);
    return hem_length(hem_sub(position_of(contact->points, corner[1]), from)) +
           hem_length(hem_sub(position_of(contact->points, corner[2]), from));
}

static bool leads_nearer(const hem_face_border *contact, hem_vec3 way)
{
    float along = hem_dot(contact->towards, way);
    float least = LEADS * hem_length(contact->towards) + ROUNDING * size_of(contact);
    return along > least * hem_length(way);
}

/* The corner of a triangle that an edge of it does not have. */
static uint32_t across(const uint32_t *corner, hem_pair edge)
{
    for (uint32_t k = 0; k < 2; k++) {
        if (corner[k] != edge.first && corner[k] != edge.second) {
            return corner[k];
        }
    }
    return corner[2];
}

/* A face that is narrower than this, of the way to its corner, has no direction that is known. */
#define NARROW 0.0001f

/* From an edge into a face on it, at a right angle; nothing where the face is too narrow. */
static hem_vec3 into_face(const hem_mesh *mesh, const float (*points)[4], uint32_t number,
                          uint32_t face)
{
    const uint32_t *corner = hem_mesh_triangles(mesh) + 3u * (size_t)face;
    hem_pair edge = hem_mesh_edges(mesh)[number];
    hem_vec3 from = position_of(points, edge.first);
    hem_vec3 along = hem_sub(position_of(points, edge.second), from);
    hem_vec3 way = hem_sub(position_of(points, across(corner, edge)), from);
    float square = hem_dot(along, along), reach = hem_dot(way, way);
    way = square > 0.0f ? hem_add_scaled(way, -(hem_dot(way, along) / square), along) : way;
    bool known = hem_dot(way, way) > NARROW * NARROW * reach;
    return known ? way : (hem_vec3){0.0f, 0.0f, 0.0f};
}

/* The closest point lies on an edge: does another face on it lead nearer, or come first? */
static bool is_idle_on_edge(const hem_face_border *contact, uint32_t number)
{
    const hem_mesh *mesh = contact->mesh;
    const uint32_t *begin = hem_mesh_edge_begin(mesh);
    for (uint32_t i = begin[number]; i < begin[number + 1u]; i++) {
        uint32_t other = hem_mesh_edge_triangles(mesh)[i];
        if (other != contact->face &&
            (other < contact->face ||
             leads_nearer(contact, into_face(mesh, contact->points, number, other)))) {
            return true;
        }
    }
    return false;
}

/* It is a corner: do edges from there lead nearer, or does another face around it come first? */
static bool is_idle_at_corner(const hem_face_border *contact, uint32_t vertex)
{
    const hem_mesh *mesh = contact->mesh;
    const uint32_t *begin = hem_mesh_ring_begin(mesh);
    hem_vec3 from = position_of(contact->points, vertex);
    for (uint32_t i = begin[vertex]; i < begin[vertex + 1u]; i++) {
        uint32_t other = hem_mesh_ring(mesh)[i];
        const uint32_t *corner = hem_mesh_triangles(mesh) + 3u * (size_t)other;
        for (uint32_t k = 0; k < 3; k++) {
            if (corner[k] != vertex &&
                leads_nearer(contact, hem_sub(position_of(contact->points, corner[k]), from))) {
                return true;
            }
        }
        if (other < contact->face) {
            return true;
        }
    }
    return false;
}

bool hem_face_border_is_idle(const hem_face_border *contact)
{
    const uint32_t *corner = hem_mesh_triangles(contact->mesh) + 3u * (size_t)contact->face;
    const uint32_t *edge = hem_mesh_triangle_edges(contact->mesh) + 3u * (size_t)contact->face;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t next = (k + 1u) % 3u, last = (k + 2u) % 3u;
        if (!(contact->weight[next] > 0.0f) && !(contact->weight[last] > 0.0f)) {
            return is_idle_at_corner(contact, corner[k]);
        }
    }
    for (uint32_t k = 0; k < 3; k++) {
        if (!(contact->weight[(k + 2u) % 3u] > 0.0f)) {
            return is_idle_on_edge(contact, edge[k]);
        }
    }
    return false;
}

static bool leads_along(const hem_feature_border *contact, hem_vec3 way)
{
    float least = ALONG * hem_length(contact->towards);
    return hem_dot(contact->towards, way) > least * hem_length(way);
}

bool hem_edge_border_is_idle(const hem_feature_border *contact)
{
    const hem_mesh *mesh = contact->mesh;
    const uint32_t *begin = hem_mesh_edge_begin(mesh);
    uint32_t edge = contact->feature;
    for (uint32_t i = begin[edge]; i < begin[edge + 1u]; i++) {
        uint32_t face = hem_mesh_edge_triangles(mesh)[i];
        if (leads_along(contact, into_face(mesh, contact->points, edge, face))) {
            return true;
        }
    }
    return false;
}

bool hem_vertex_border_is_idle(const hem_feature_border *contact)
{
    const hem_mesh *mesh = contact->mesh;
    const uint32_t *begin = hem_mesh_ring_begin(mesh);
    hem_vec3 from = position_of(contact->points, contact->feature);
    for (uint32_t i = begin[contact->feature]; i < begin[contact->feature + 1u]; i++) {
        const uint32_t *corner = hem_mesh_triangles(mesh) + 3u * (size_t)hem_mesh_ring(mesh)[i];
        for (uint32_t k = 0; k < 3; k++) {
            hem_vec3 way = hem_sub(position_of(contact->points, corner[k]), from);
            if (corner[k] != contact->feature && leads_along(contact, way)) {
                return true;
            }
        }
    }
    return false;
}

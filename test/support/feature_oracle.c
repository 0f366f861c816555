/* Passes over features by brute force: see feature_oracle.h. */
#include "feature_oracle.h"

#include "orient_oracle.h"
#include "scene_oracle.h"

#include <stdlib.h>

static const uint32_t *corners_of(const hem_mesh *mesh, uint32_t face)
{
    return hem_mesh_triangles(mesh) + 3u * (size_t)face;
}

bool feature_oracle_vertex_touches(const hem_mesh *mesh, uint32_t vertex, uint32_t face)
{
    const uint32_t *v = corners_of(mesh, face);
    return v[0] == vertex || v[1] == vertex || v[2] == vertex;
}

bool feature_oracle_edge_touches(const hem_mesh *mesh, uint32_t edge, uint32_t face)
{
    hem_pair ends = hem_mesh_edges(mesh)[edge];
    return feature_oracle_vertex_touches(mesh, ends.first, face) ||
           feature_oracle_vertex_touches(mesh, ends.second, face);
}

bool feature_oracle_edges_touch(const hem_mesh *mesh, uint32_t edge_a, uint32_t edge_b)
{
    hem_pair a = hem_mesh_edges(mesh)[edge_a], b = hem_mesh_edges(mesh)[edge_b];
    return a.first == b.first || a.first == b.second || a.second == b.first || a.second == b.second;
}

/* ---- boxes ---- */

feature_box feature_oracle_box(const hem_side *side, const uint32_t *vertices, uint32_t count,
                               uint32_t feature)
{
    feature_box around = {{1e30f, 1e30f, 1e30f}, {-1e30f, -1e30f, -1e30f}, feature};
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 p = side->positions[vertices[i]];
        const float at[3] = {p.x, p.y, p.z};
        for (uint32_t k = 0; k < 3; k++) {
            around.low[k] = at[k] < around.low[k] ? at[k] : around.low[k];
            around.high[k] = at[k] > around.high[k] ? at[k] : around.high[k];
        }
    }
    return around;
}

static int by_low_x(const void *a, const void *b)
{
    const feature_box *first = a, *second = b;
    if (first->low[0] != second->low[0]) {
        return first->low[0] < second->low[0] ? -1 : 1;
    }
    return first->feature < second->feature ? -1 : 1;
}

static feature_box edge_box(const hem_side *side, uint32_t edge)
{
    hem_pair ends = hem_mesh_edges(side->mesh)[edge];
    return feature_oracle_box(side, (const uint32_t[2]){ends.first, ends.second}, 2, edge);
}

feature_box *feature_oracle_face_boxes(const hem_side *side)
{
    uint32_t count = side->mesh->triangle_count;
    feature_box *boxes = malloc(count * sizeof *boxes);
    for (uint32_t f = 0; f < count; f++) {
        boxes[f] = feature_oracle_box(side, corners_of(side->mesh, f), 3, f);
    }
    qsort(boxes, count, sizeof *boxes, by_low_x);
    return boxes;
}

feature_box *feature_oracle_edge_boxes(const hem_side *side)
{
    uint32_t count = side->mesh->edge_count;
    feature_box *boxes = malloc(count * sizeof *boxes);
    for (uint32_t e = 0; e < count; e++) {
        boxes[e] = edge_box(side, e);
    }
    qsort(boxes, count, sizeof *boxes, by_low_x);
    return boxes;
}

bool feature_oracle_boxes_meet(const feature_box *a, const feature_box *b)
{
    for (uint32_t k = 0; k < 3; k++) {
        if (a->high[k] < b->low[k] || b->high[k] < a->low[k]) {
            return false;
        }
    }
    return true;
}

/* ---- crossings ---- */

static int sign_of(const hem_vec3 point[4], const uint32_t id[4])
{
    int sign = soup_orient(point[0], point[1], point[2], point[3]);
    return sign != 0 ? sign : hem_oracle_sos(point, id);
}

/* With no four points coplanar: the ends lie on different sides of the face's plane, and all three
 * sides of the face lie on one side of the edge. */
static bool crosses(const hem_side *edges, uint32_t edge, const hem_side *faces, uint32_t face)
{
    hem_pair ends = hem_mesh_edges(edges->mesh)[edge];
    const uint32_t *v = corners_of(faces->mesh, face);
    hem_vec3 point[5] = {edges->positions[ends.first], edges->positions[ends.second],
                         faces->positions[v[0]], faces->positions[v[1]], faces->positions[v[2]]};
    uint32_t id[5] = {edges->first_vertex + ends.first, edges->first_vertex + ends.second,
                      faces->first_vertex + v[0], faces->first_vertex + v[1],
                      faces->first_vertex + v[2]};
    int side[2], turn[3];
    for (uint32_t i = 0; i < 2; i++) {
        const hem_vec3 points[4] = {point[2], point[3], point[4], point[i]};
        const uint32_t ids[4] = {id[2], id[3], id[4], id[i]};
        side[i] = sign_of(points, ids);
    }
    if (side[0] == side[1]) {
        return false;
    }
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t from = 2 + k, to = 2 + (k + 1) % 3;
        const hem_vec3 points[4] = {point[0], point[1], point[from], point[to]};
        const uint32_t ids[4] = {id[0], id[1], id[from], id[to]};
        turn[k] = sign_of(points, ids);
    }
    return turn[0] == turn[1] && turn[1] == turn[2];
}

static int by_pair(const void *a, const void *b)
{
    const hem_pair *first = a, *second = b;
    if (first->first != second->first) {
        return first->first < second->first ? -1 : 1;
    }
    return first->second < second->second ? -1 : first->second > second->second;
}

typedef struct found_pairs {
    hem_pair *pairs;
    uint32_t count, room;
} found_pairs;

/* The edges of one side with the faces of the other, sorted. */
static void find_crossings(const hem_side *edges, const hem_side *faces, found_pairs *found)
{
    feature_box *boxes = feature_oracle_face_boxes(faces);
    uint32_t begin = found->count;
    for (uint32_t e = 0; e < edges->mesh->edge_count; e++) {
        feature_box own = edge_box(edges, e);
        for (uint32_t i = 0; i < faces->mesh->triangle_count; i++) {
            if (boxes[i].low[0] > own.high[0]) {
                break;
            }
            uint32_t f = boxes[i].feature;
            if (!feature_oracle_boxes_meet(&own, &boxes[i]) ||
                (edges->mesh == faces->mesh && edges->positions == faces->positions &&
                 feature_oracle_edge_touches(edges->mesh, e, f)) ||
                !crosses(edges, e, faces, f)) {
                continue;
            }
            if (found->count < found->room) {
                found->pairs[found->count] = (hem_pair){e, f};
            }
            found->count++;
        }
    }
    free(boxes);
    if (found->count > begin && found->count <= found->room) {
        qsort(found->pairs + begin, found->count - begin, sizeof *found->pairs, by_pair);
    }
}

uint32_t feature_oracle_crossings(const hem_side *a, const hem_side *b, hem_pair *out,
                                  uint32_t room, uint32_t *edges_of_a)
{
    found_pairs found = {out, 0, room};
    find_crossings(a, b, &found);
    *edges_of_a = found.count;
    if (a->tree != b->tree) {
        find_crossings(b, a, &found);
    }
    return found.count;
}

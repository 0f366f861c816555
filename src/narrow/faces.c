/* Convex faces by pairs of features, four at a time: see faces.h. */
#include "narrow/faces.h"
#include "narrow/triangle_triangle.h"
#include "base/vec3.h"

/* A search over pairs of features. Vertices 0 to 3 are those of a, 4 to 7 those of b. Up to four
 * pairs wait in lanes. */
typedef struct search {
    hem_vec3 vertex[8];
    hem_points_4 points;
    uint8_t waiting[4][4];
    uint32_t waiting_count;
    bool edges; /* what waits: edges, or a vertex and a face each */
    uint8_t best_vertex[4];
    bool best_edges;
    hem_nearest best;
} search;

static void settle_waiting(search *s)
{
    hem_nearest_4 found;
    if (s->edges) {
        hem_closest_edge_edge_4(&s->points, &found);
    } else {
        hem_closest_vertex_face_4(&s->points, &found);
    }
    for (uint32_t i = 0; i < s->waiting_count; i++) {
        if (found.distance_squared[i] < s->best.distance_squared) {
            s->best = hem_nearest_4_get(&found, i);
            s->best_edges = s->edges;
            memcpy(s->best_vertex, s->waiting[i], sizeof s->best_vertex);
        }
    }
    s->waiting_count = 0;
}

static void try_pair(search *s, uint32_t v0, uint32_t v1, uint32_t v2, uint32_t v3)
{
    const hem_vec3 point[4] = {s->vertex[v0], s->vertex[v1], s->vertex[v2], s->vertex[v3]};
    uint8_t *waiting = s->waiting[s->waiting_count];
    waiting[0] = (uint8_t)v0;
    waiting[1] = (uint8_t)v1;
    waiting[2] = (uint8_t)v2;
    waiting[3] = (uint8_t)v3;
    hem_points_4_set(&s->points, s->waiting_count, point);
    s->waiting_count++;
    if (s->waiting_count == 4) {
        settle_waiting(s);
    }
}

/* Every vertex of one face against the triangles of the other. */
static void try_vertices(search *s, uint32_t from, uint32_t from_count, uint32_t to,
                         uint32_t to_count)
{
    for (uint32_t i = 0; i < from_count; i++) {
        for (uint32_t j = 2; j < to_count; j++) {
            try_pair(s, from + i, to, to + j - 1, to + j);
        }
    }
}

static void try_edges(search *s, uint32_t a_count, uint32_t b_count)
{
    for (uint32_t i = 0; i < a_count; i++) {
        uint32_t i_next = i + 1 == a_count ? 0 : i + 1;
        for (uint32_t j = 0; j < b_count; j++) {
            uint32_t j_next = j + 1 == b_count ? 0 : j + 1;
            try_pair(s, i, i_next, 4 + j, 4 + j_next);
        }
    }
}

void hem_closest_features(const hem_polygon *a, const hem_polygon *b, hem_faces_nearest *out)
{
    search s;
    memset(&s, 0, sizeof s);
    memcpy(s.vertex, a->point, a->count * sizeof a->point[0]);
    memcpy(s.vertex + 4, b->point, b->count * sizeof b->point[0]);
    s.best.distance_squared = FLT_MAX;

    try_vertices(&s, 0, a->count, 4, b->count);
    try_vertices(&s, 4, b->count, 0, a->count);
    settle_waiting(&s);
    s.edges = true;
    try_edges(&s, a->count, b->count);
    settle_waiting(&s);

    float weight[4];
    if (s.best_edges) {
        hem_weigh_edge_edge(&s.best, weight);
    } else {
        hem_weigh_vertex_face(&s.best, weight);
    }
    memset(out, 0, sizeof *out);
    out->distance_squared = s.best.distance_squared;
    for (uint32_t i = 0; i < 4; i++) {
        out->weight[s.best_vertex[i]] = weight[i];
    }
    bool from_b = s.best_vertex[0] >= 4;
    out->way = from_b ? hem_scale(-1.0f, s.best.way) : s.best.way;
}

/* Where the edge from v0 to v1 passes the plane of the triangle v2 v3 v4, against the triangle.
 * Everything is taken from v2, so that the point is as good as the differences are. */
static void try_passage(const hem_vec3 vertex[8], const uint32_t v[5], hem_faces_nearest *best)
{
    const hem_vec3 origin = {0.0f, 0.0f, 0.0f};
    hem_vec3 from = hem_sub(vertex[v[0]], vertex[v[2]]);
    hem_vec3 to = hem_sub(vertex[v[1]], vertex[v[2]]);
    hem_vec3 second = hem_sub(vertex[v[3]], vertex[v[2]]);
    hem_vec3 third = hem_sub(vertex[v[4]], vertex[v[2]]);
    hem_vec3 normal = hem_cross(second, third);
    float over = hem_dot(normal, from), under = hem_dot(normal, to);
    float way = over - under;
    if (way == 0.0f) {
        return;
    }
    float along = hem_max(0.0f, hem_min(over / way, 1.0f));
    hem_vec3 passage = hem_add_scaled(from, along, hem_sub(to, from));
    const hem_vec3 point[4] = {passage, origin, second, third};
    hem_nearest found;
    hem_closest_vertex_face_1(point, &found);
    if (found.distance_squared < best->distance_squared) {
        memset(best, 0, sizeof *best);
        best->distance_squared = found.distance_squared;
        best->way = v[0] < 4 ? found.way : hem_scale(-1.0f, found.way);
        best->weight[v[0]] = 1.0f - along;
        best->weight[v[1]] = along;
        best->weight[v[2]] = (1.0f - found.t) - found.s;
        best->weight[v[3]] = found.s;
        best->weight[v[4]] = found.t;
    }
}

static void try_passages(const hem_vec3 vertex[8], uint32_t from, uint32_t from_count, uint32_t to,
                         uint32_t to_count, hem_faces_nearest *best)
{
    for (uint32_t i = 0; i < from_count; i++) {
        uint32_t next = i + 1 == from_count ? 0 : i + 1;
        for (uint32_t j = 2; j < to_count; j++) {
            const uint32_t v[5] = {from + i, from + next, to, to + j - 1, to + j};
            try_passage(vertex, v, best);
        }
    }
}

void hem_common_point(const hem_polygon *a, const hem_polygon *b, hem_faces_nearest *out)
{
    hem_vec3 vertex[8];
    memcpy(vertex, a->point, sizeof a->point);
    memcpy(vertex + 4, b->point, sizeof b->point);
    hem_closest_features(a, b, out);
    try_passages(vertex, 0, a->count, 4, b->count, out);
    try_passages(vertex, 4, b->count, 0, a->count, out);
}

bool hem_faces_meet(const hem_polygon *a, const hem_polygon *b)
{
    for (uint32_t i = 2; i < a->count; i++) {
        const hem_vec3 of_a[3] = {a->point[0], a->point[i - 1], a->point[i]};
        for (uint32_t j = 2; j < b->count; j++) {
            const hem_vec3 of_b[3] = {b->point[0], b->point[j - 1], b->point[j]};
            if (hem_triangles_meet(of_a, of_b)) {
                return true;
            }
        }
    }
    return false;
}

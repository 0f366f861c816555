/* Feature pairs by pairs of triangles, for those close to each other on one mesh and for whoever
 * wants it so: see feature_search.h. */
#include "detect/feature_search.h"

#include "base/bits.h"
#include "base/vec3.h"
#include "detect/represent.h"
#include "narrow/near_4.h"

/* A point along the nine axes of an 18-DOP: x y z, then the sums and differences of two. Relative
 * to a point of the query, so it does not matter how far away that is. */
typedef struct axis_row {
    float at[12];
} axis_row;

static hem_vec3 position_at(const float (*points)[4], uint32_t point)
{
    const float *at = points[point];
    return (hem_vec3){at[0], at[1], at[2]};
}

static void set_row(axis_row *row, hem_vec3 position, hem_vec3 origin)
{
    hem_vec3 p = hem_sub(position, origin);
    *row = (axis_row){{p.x, p.y, p.z, 0.0f, p.x + p.y, p.x - p.y, p.y + p.z, p.y - p.z, p.z + p.x,
                       p.z - p.x, 0.0f, 0.0f}};
}

/* Up to six points of a query, at the start and at the end. */
typedef struct query_rows {
    axis_row start[6], end[6];
} query_rows;

static void set_rows(const hem_feature_search *search, const uint32_t *points, uint32_t count,
                     query_rows *rows)
{
    hem_vec3 origin = position_at(search->points, points[0]);
    for (uint32_t k = 0; k < count; k++) {
        set_row(&rows->start[k], position_at(search->points, points[k]), origin);
        if (search->ends != NULL) {
            set_row(&rows->end[k], position_at(search->ends, points[k]), origin);
        }
    }
}

/* The points of a query that make a feature. */
typedef struct feature {
    uint32_t point[3], count;
} feature;

static hem_f4 least_of(const axis_row *rows, const feature *of, uint32_t axis)
{
    hem_f4 least = hem_f4_load(rows[of->point[0]].at + axis);
    for (uint32_t k = 1; k < of->count; k++) {
        least = hem_f4_min(hem_f4_load(rows[of->point[k]].at + axis), least);
    }
    return least;
}

static hem_f4 most_of(const axis_row *rows, const feature *of, uint32_t axis)
{
    hem_f4 most = hem_f4_load(rows[of->point[0]].at + axis);
    for (uint32_t k = 1; k < of->count; k++) {
        most = hem_f4_max(hem_f4_load(rows[of->point[k]].at + axis), most);
    }
    return most;
}

/* In which lanes the second feature is surely ahead of the first, of four axes. */
static hem_m4 is_ahead(const axis_row *rows, const feature *first, const feature *second,
                       uint32_t axis, hem_f4 margin)
{
    return hem_f4_lt(margin, hem_f4_sub(least_of(rows, second, axis), most_of(rows, first, axis)));
}

/* Are two features apart by more than the reach along one of the axes, all the time? A place errs
 * by two roundings of what the reach has to spare for. */
static bool are_apart(const hem_feature_search *search, const query_rows *rows,
                      const feature *first, const feature *second)
{
    for (uint32_t axis = 0; axis < 12; axis += 4) {
        hem_f4 margin = hem_f4_splat(axis == 0 ? search->reach : 1.4142137f * search->reach);
        hem_m4 before = is_ahead(rows->start, first, second, axis, margin);
        hem_m4 after = is_ahead(rows->start, second, first, axis, margin);
        if (search->ends != NULL) {
            before = hem_m4_and(before, is_ahead(rows->end, first, second, axis, margin));
            after = hem_m4_and(after, is_ahead(rows->end, second, first, axis, margin));
        }
        if (hem_m4_bits(hem_m4_or(before, after)) != 0) {
            return true;
        }
    }
    return false;
}

/* The feature pairs of two triangles that are close, or all of them: bits as in represent.h. */
typedef struct close_pairs {
    hem_represented vertices;
    uint32_t edges;
} close_pairs;

#define EVERY_VERTEX 0x7u
#define EVERY_EDGE   0x1FFu

static close_pairs find_close(const hem_feature_search *search, const uint32_t *corners_i,
                              const uint32_t *corners_j)
{
    if (search->no_volumes) {
        return (close_pairs){{EVERY_VERTEX, EVERY_VERTEX}, EVERY_EDGE};
    }
    static const feature vertex[6] = {{{0, 0, 0}, 1}, {{1, 0, 0}, 1}, {{2, 0, 0}, 1},
                                      {{3, 0, 0}, 1}, {{4, 0, 0}, 1}, {{5, 0, 0}, 1}};
    static const feature edge[6] = {{{0, 1, 0}, 2}, {{1, 2, 0}, 2}, {{2, 0, 0}, 2},
                                    {{3, 4, 0}, 2}, {{4, 5, 0}, 2}, {{5, 3, 0}, 2}};
    static const feature face[2] = {{{0, 1, 2}, 3}, {{3, 4, 5}, 3}};
    uint32_t a = search->first_a, b = search->first_b;
    const uint32_t points[6] = {a + corners_i[0], a + corners_i[1], a + corners_i[2],
                                b + corners_j[0], b + corners_j[1], b + corners_j[2]};
    query_rows rows;
    set_rows(search, points, 6, &rows);
    close_pairs found = {{0, 0}, 0};
    for (uint32_t k = 0; k < 3; k++) {
        bool first = !are_apart(search, &rows, &vertex[k], &face[1]);
        bool second = !are_apart(search, &rows, &vertex[3 + k], &face[0]);
        found.vertices.first |= (uint32_t)first << k;
        found.vertices.second |= (uint32_t)second << k;
        for (uint32_t l = 0; l < 3; l++) {
            bool close = !are_apart(search, &rows, &edge[k], &edge[3 + l]);
            found.edges |= (uint32_t)close << (3u * k + l);
        }
    }
    return found;
}

/* Of the close ones, those that the pair of triangles stands for. */
static close_pairs find_represented(const hem_feature_search *search, hem_pair pair,
                                    close_pairs close)
{
    const hem_mesh *mesh = search->a.mesh;
    if (search->same) {
        return (close_pairs){
            hem_represented_vertex_face(mesh, pair.first, pair.second, close.vertices),
            hem_represented_edge_edge(mesh, pair.first, pair.second, close.edges)};
    }
    uint32_t owners_i = hem_mesh_owners(mesh)[pair.first];
    uint32_t owners_j = hem_mesh_owners(search->b.mesh)[pair.second];
    hem_represented owned = hem_owned_vertex_face(owners_i, owners_j);
    return (close_pairs){{close.vertices.first & owned.first, close.vertices.second & owned.second},
                         close.edges & hem_owned_edge_edge(owners_i, owners_j)};
}

static close_pairs asked_of(const hem_feature_search *search, close_pairs pairs)
{
    bool first = hem_feature_asks(search, HEM_CONTACT_VERTEX_FACE);
    bool second = hem_feature_asks(search, HEM_CONTACT_FACE_VERTEX);
    return (close_pairs){{first ? pairs.vertices.first : 0u, second ? pairs.vertices.second : 0u},
                         hem_feature_asks(search, HEM_CONTACT_EDGE_EDGE) ? pairs.edges : 0u};
}

static void look_at_pair(hem_feature_search *search, hem_pair pair)
{
    const size_t i = pair.first, j = pair.second;
    const uint32_t *corners_i = hem_mesh_triangles(search->a.mesh) + 3u * i;
    const uint32_t *corners_j = hem_mesh_triangles(search->b.mesh) + 3u * j;
    const uint32_t *edges_i = hem_mesh_triangle_edges(search->a.mesh) + 3u * i;
    const uint32_t *edges_j = hem_mesh_triangle_edges(search->b.mesh) + 3u * j;
    close_pairs ask = find_close(search, corners_i, corners_j);
    close_pairs stands = find_represented(search, pair, ask);
    if (!search->every_pair) {
        ask = stands;
    }
    ask = asked_of(search, ask);
    for (uint32_t mask = ask.vertices.first; mask != 0; mask &= mask - 1u) {
        uint32_t k = hem_bits_lowest(mask);
        hem_feature_ask_vertex_face(search, true, corners_i[k], pair.second,
                                    (stands.vertices.first >> k & 1u) != 0);
    }
    for (uint32_t mask = ask.vertices.second; mask != 0; mask &= mask - 1u) {
        uint32_t k = hem_bits_lowest(mask);
        hem_feature_ask_vertex_face(search, search->same, corners_j[k], pair.first,
                                    (stands.vertices.second >> k & 1u) != 0);
    }
    for (uint32_t mask = ask.edges; mask != 0; mask &= mask - 1u) {
        uint32_t bit = hem_bits_lowest(mask);
        hem_feature_ask_edge_edge(search, edges_i[bit / 3u], edges_j[bit % 3u],
                                  (stands.edges >> bit & 1u) != 0);
    }
}

static void load_triangles(const hem_feature_search *search, const uint32_t triangle[4],
                           hem_triangles_4 *to)
{
    const uint32_t *corners = hem_mesh_triangles(search->a.mesh);
    for (uint32_t k = 0; k < 3; k++) {
        hem_f4 row[4];
        for (uint32_t lane = 0; lane < 4; lane++) {
            uint32_t vertex = corners[3u * (size_t)triangle[lane] + k];
            row[lane] = hem_f4_load(search->points[search->first_a + vertex]);
        }
        hem_f4_transpose(row);
        to->x[k] = row[0];
        to->y[k] = row[1];
        to->z[k] = row[2];
    }
}

/* Which of up to four pairs are not surely farther apart than epsilon. In a sheet, most triangles
 * that are close on the mesh lie beside each other in nearly one plane: boxes and planes say
 * nothing, edges do. */
static uint32_t pairs_left(const hem_feature_search *search, const hem_pair *pairs, uint32_t count)
{
    uint32_t first[4], second[4];
    for (uint32_t lane = 0; lane < 4; lane++) {
        hem_pair pair = pairs[lane < count ? lane : count - 1u];
        first[lane] = pair.first;
        second[lane] = pair.second;
    }
    hem_triangles_4 a, b;
    load_triangles(search, first, &a);
    load_triangles(search, second, &b);
    hem_f4 span = hem_f4_splat(search->span);
    uint32_t left = count < 4u ? (1u << count) - 1u : 15u;
    left &= ~hem_corners_near_4(&a, &b, span, search->epsilon).far;
    if (left != 0) {
        left &= ~hem_corners_near_4(&b, &a, span, search->epsilon).far;
    }
    return left;
}

void hem_feature_close_finish(hem_feature_search *search)
{
    bool in_lanes = search->ends == NULL && !search->by_triangles;
    for (uint32_t i = 0; i < search->close_count; i += 4) {
        const hem_pair *pairs = search->close + i;
        uint32_t count = search->close_count - i;
        uint32_t left = count < 4u ? (1u << count) - 1u : 15u;
        if (in_lanes) {
            left = pairs_left(search, pairs, count);
        }
        for (; left != 0; left &= left - 1u) {
            look_at_pair(search, pairs[hem_bits_lowest(left)]);
        }
    }
    search->close_count = 0;
}

void hem_feature_ask_triangles(hem_feature_search *search, hem_pair triangles)
{
    search->close[search->close_count++] = triangles;
    if (search->close_count == HEM_CLOSE_BATCH) {
        hem_feature_close_finish(search);
    }
}

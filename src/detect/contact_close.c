/* Feature pairs of triangles that are close to each other on one mesh, and orphan pairs: see
 * contact_search.h. */
#include "detect/contact_search.h"

#include "base/bits.h"
#include "detect/represent.h"
#include "narrow/near_4.h"

static hem_vec3 point_at(const hem_contact_search *search, uint32_t point)
{
    const float *at = search->queue.points[point];
    return (hem_vec3){at[0], at[1], at[2]};
}

typedef struct box {
    hem_vec3 low, high;
} box;

/* Around some points, relative to one: so it does not matter how far away they are. */
static box box_around(const hem_contact_search *search, const uint32_t *points, uint32_t count,
                      hem_vec3 origin)
{
    hem_vec3 first = hem_sub(point_at(search, points[0]), origin);
    box around = {first, first};
    for (uint32_t k = 1; k < count; k++) {
        hem_vec3 way = hem_sub(point_at(search, points[k]), origin);
        around.low = hem_vec3_min(around.low, way);
        around.high = hem_vec3_max(around.high, way);
    }
    return around;
}

static bool apart(float low_a, float high_a, float low_b, float high_b, float margin)
{
    return low_b - high_a > margin || low_a - high_b > margin;
}

static bool boxes_close(const box *a, const box *b, float margin)
{
    return !apart(a->low.x, a->high.x, b->low.x, b->high.x, margin) &&
           !apart(a->low.y, a->high.y, b->low.y, b->high.y, margin) &&
           !apart(a->low.z, a->high.z, b->low.z, b->high.z, margin);
}

/* The boxes of a triangle's corners, edges and face. */
typedef struct triangle_boxes {
    box corner[3], edge[3], face;
} triangle_boxes;

static box box_of_two(const box *a, const box *b)
{
    return (box){hem_vec3_min(a->low, b->low), hem_vec3_max(a->high, b->high)};
}

static void boxes_of(const hem_contact_search *search, const uint32_t *corners, hem_vec3 origin,
                     triangle_boxes *to)
{
    for (uint32_t k = 0; k < 3; k++) {
        to->corner[k] = box_around(search, corners + k, 1, origin);
    }
    to->edge[0] = box_of_two(&to->corner[0], &to->corner[1]);
    to->edge[1] = box_of_two(&to->corner[1], &to->corner[2]);
    to->edge[2] = box_of_two(&to->corner[2], &to->corner[0]);
    to->face = box_of_two(&to->edge[0], &to->edge[1]);
}

static void look_at_pair(hem_contact_search *search, uint32_t i, uint32_t j)
{
    const hem_mesh *mesh = search->a.mesh;
    const uint32_t *corners_i = hem_mesh_triangles(mesh) + 3u * (size_t)i;
    const uint32_t *corners_j = hem_mesh_triangles(mesh) + 3u * (size_t)j;
    const uint32_t *edges = hem_mesh_triangle_edges(mesh);
    triangle_boxes of_i, of_j;
    hem_vec3 origin = point_at(search, corners_i[0]);
    boxes_of(search, corners_i, origin, &of_i);
    boxes_of(search, corners_j, origin, &of_j);
    hem_represented vertices = {0, 0};
    uint32_t pairs = 0;
    for (uint32_t k = 0; k < 3; k++) {
        vertices.first |= (uint32_t)boxes_close(&of_i.corner[k], &of_j.face, search->reach) << k;
        vertices.second |= (uint32_t)boxes_close(&of_j.corner[k], &of_i.face, search->reach) << k;
        for (uint32_t l = 0; l < 3; l++) {
            pairs |= (uint32_t)boxes_close(&of_i.edge[k], &of_j.edge[l], search->reach)
                     << (3u * k + l);
        }
    }
    vertices = hem_represented_vertex_face(mesh, i, j, vertices);
    for (uint32_t mask = vertices.first; mask != 0; mask &= mask - 1u) {
        hem_contact_ask_vertex_face(search, true, corners_i[hem_bits_lowest(mask)], j);
    }
    for (uint32_t mask = vertices.second; mask != 0; mask &= mask - 1u) {
        hem_contact_ask_vertex_face(search, true, corners_j[hem_bits_lowest(mask)], i);
    }
    pairs = hem_represented_edge_edge(mesh, i, j, pairs);
    for (; pairs != 0; pairs &= pairs - 1u) {
        uint32_t bit = hem_bits_lowest(pairs);
        hem_contact_ask_edge_edge(search, edges[3u * (size_t)i + bit / 3u],
                                  edges[3u * (size_t)j + bit % 3u]);
    }
}

static void load_triangles(const hem_contact_search *search, const uint32_t triangle[4],
                           hem_triangles_4 *to)
{
    const uint32_t *corners = hem_mesh_triangles(search->a.mesh);
    for (uint32_t k = 0; k < 3; k++) {
        hem_f4 row[4];
        for (uint32_t lane = 0; lane < 4; lane++) {
            row[lane] = hem_f4_load(search->queue.points[corners[3u * (size_t)triangle[lane] + k]]);
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
static uint32_t pairs_left(const hem_contact_search *search, const hem_pair *pairs, uint32_t count)
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
    left &= ~hem_corners_near_4(&a, &b, span, search->queue.epsilon).far;
    if (left != 0) {
        left &= ~hem_corners_near_4(&b, &a, span, search->queue.epsilon).far;
    }
    return left;
}

void hem_contact_close_finish(hem_contact_search *search)
{
    for (uint32_t i = 0; i < search->close_count; i += 4) {
        const hem_pair *pairs = search->close + i;
        for (uint32_t left = pairs_left(search, pairs, search->close_count - i); left != 0;
             left &= left - 1u) {
            hem_pair pair = pairs[hem_bits_lowest(left)];
            look_at_pair(search, pair.first, pair.second);
        }
    }
    search->close_count = 0;
}

void hem_contact_ask_triangles(hem_contact_search *search, hem_pair triangles)
{
    search->close[search->close_count++] = triangles;
    if (search->close_count == HEM_CLOSE_BATCH) {
        hem_contact_close_finish(search);
    }
}

void hem_contact_search_orphans(hem_contact_search *search)
{
    const hem_mesh *mesh = search->a.mesh;
    const hem_pair *orphan = hem_mesh_orphans(mesh);
    for (uint32_t i = 0; i < mesh->vertex_face_orphans; i++, orphan++) {
        const uint32_t *corners = hem_mesh_triangles(mesh) + 3u * (size_t)orphan->second;
        hem_vec3 origin = point_at(search, orphan->first);
        box a = box_around(search, &orphan->first, 1, origin);
        box b = box_around(search, corners, 3, origin);
        if (boxes_close(&a, &b, search->reach)) {
            hem_contact_ask_vertex_face(search, true, orphan->first, orphan->second);
        }
    }
    for (uint32_t i = 0; i < mesh->edge_edge_orphans; i++, orphan++) {
        hem_pair first = hem_mesh_edges(mesh)[orphan->first];
        hem_pair second = hem_mesh_edges(mesh)[orphan->second];
        hem_vec3 origin = point_at(search, first.first);
        box a = box_around(search, (const uint32_t[2]){first.first, first.second}, 2, origin);
        box b = box_around(search, (const uint32_t[2]){second.first, second.second}, 2, origin);
        if (boxes_close(&a, &b, search->reach)) {
            hem_contact_ask_edge_edge(search, orphan->first, orphan->second);
        }
    }
}

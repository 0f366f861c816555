/* Orphan pairs (001-3): feature pairs that share no vertex although all the triangles around them
 * do, so that no pair of apart triangles covers them. They are few, and listed once.
 *
 * Every triangle at the first feature must touch the second one's, so it is enough to look around
 * one of them: the one with the fewest triangles around it. */
#include "mesh/mesh_parts.h"

#include "base/sort.h"

/* A list that goes on counting when it is full. */
typedef struct pair_list {
    hem_pair *pairs;
    uint32_t count, capacity;
} pair_list;

static void add_pair(pair_list *list, uint32_t first, uint32_t second)
{
    if (list->count < list->capacity) {
        list->pairs[list->count] = (hem_pair){first, second};
    }
    list->count += list->count < UINT32_MAX;
}

static const uint32_t *triangle_at(const hem_mesh_parts *parts, uint32_t triangle)
{
    return parts->triangles + 3u * (size_t)triangle;
}

/* The triangle of a list with the fewest triangles around its vertices. */
static uint32_t quietest(const hem_mesh_parts *parts, const uint32_t *list, uint32_t count)
{
    uint32_t best = list[0];
    uint64_t best_size = UINT64_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *v = triangle_at(parts, list[i]);
        uint64_t size = 0;
        for (uint32_t k = 0; k < 3; k++) {
            size += parts->ring_begin[v[k] + 1u] - parts->ring_begin[v[k]];
        }
        if (size < best_size) {
            best = list[i];
            best_size = size;
        }
    }
    return best;
}

/* The triangles that touch a given one, each once: `around` walks the rings of its three vertices
 * and passes over what an earlier ring had. */
typedef struct neighbours {
    const hem_mesh_parts *parts;
    const uint32_t *center;
    uint32_t corner, next;
} neighbours;

static neighbours neighbours_of(const hem_mesh_parts *parts, uint32_t triangle)
{
    const uint32_t *center = triangle_at(parts, triangle);
    return (neighbours){parts, center, 0, parts->ring_begin[center[0]]};
}

static uint32_t next_neighbour(neighbours *around)
{
    const hem_mesh_parts *parts = around->parts;
    while (around->corner < 3) {
        while (around->next < parts->ring_begin[around->center[around->corner] + 1u]) {
            uint32_t triangle = parts->ring[around->next++];
            const uint32_t *v = triangle_at(parts, triangle);
            bool seen = (around->corner > 0 && hem_triangle_has(v, around->center[0])) ||
                        (around->corner > 1 && hem_triangle_has(v, around->center[1]));
            if (!seen) {
                return triangle;
            }
        }
        around->corner++;
        if (around->corner < 3) {
            around->next = parts->ring_begin[around->center[around->corner]];
        }
    }
    return HEM_NONE;
}

static bool all_touch(const hem_mesh_parts *parts, const uint32_t *list, uint32_t count,
                      uint32_t face)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!hem_triangles_touch(triangle_at(parts, list[i]), triangle_at(parts, face))) {
            return false;
        }
    }
    return true;
}

static void find_vertex_face(const hem_mesh *mesh, const hem_mesh_parts *parts, pair_list *list)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const uint32_t *ring = parts->ring + parts->ring_begin[v];
        uint32_t ring_size = parts->ring_begin[v + 1u] - parts->ring_begin[v];
        if (ring_size == 0) {
            continue;
        }
        neighbours around = neighbours_of(parts, quietest(parts, ring, ring_size));
        for (uint32_t f = next_neighbour(&around); f != HEM_NONE; f = next_neighbour(&around)) {
            if (!hem_triangle_has(triangle_at(parts, f), v) &&
                all_touch(parts, ring, ring_size, f)) {
                add_pair(list, v, f);
            }
        }
    }
}

static void find_edge_face(const hem_mesh *mesh, const hem_mesh_parts *parts, pair_list *list)
{
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        const uint32_t *triangles = parts->edge_triangles + parts->edge_begin[e];
        uint32_t count = parts->edge_begin[e + 1u] - parts->edge_begin[e];
        neighbours around = neighbours_of(parts, quietest(parts, triangles, count));
        for (uint32_t f = next_neighbour(&around); f != HEM_NONE; f = next_neighbour(&around)) {
            if (!hem_edge_touches(parts->edges[e], triangle_at(parts, f)) &&
                all_touch(parts, triangles, count, f)) {
                add_pair(list, e, f);
            }
        }
    }
}

static bool all_pairs_touch(const hem_mesh_parts *parts, uint32_t edge_a, uint32_t edge_b)
{
    const uint32_t *list = parts->edge_triangles + parts->edge_begin[edge_a];
    uint32_t count = parts->edge_begin[edge_a + 1u] - parts->edge_begin[edge_a];
    for (uint32_t i = parts->edge_begin[edge_b]; i < parts->edge_begin[edge_b + 1u]; i++) {
        if (!all_touch(parts, list, count, parts->edge_triangles[i])) {
            return false;
        }
    }
    return true;
}

static void find_edge_edge(const hem_mesh *mesh, const hem_mesh_parts *parts, pair_list *list)
{
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        const uint32_t *triangles = parts->edge_triangles + parts->edge_begin[e];
        uint32_t count = parts->edge_begin[e + 1u] - parts->edge_begin[e];
        neighbours around = neighbours_of(parts, quietest(parts, triangles, count));
        for (uint32_t f = next_neighbour(&around); f != HEM_NONE; f = next_neighbour(&around)) {
            for (uint32_t k = 0; k < 3; k++) {
                /* The other edge comes up once: in the triangle that owns it. */
                uint32_t other = parts->triangle_edges[3u * (size_t)f + k];
                bool owned = (parts->owners[f] >> k & HEM_OWNS_EDGE) != 0;
                if (owned && other > e && !hem_edges_touch(parts->edges[e], parts->edges[other]) &&
                    all_pairs_touch(parts, e, other)) {
                    add_pair(list, e, other);
                }
            }
        }
    }
}

hem_status hem_mesh_find_orphans(hem_mesh *mesh, const hem_mesh_parts *parts, uint32_t capacity,
                                 hem_detail *detail)
{
    pair_list list = {parts->orphans, 0, capacity};
    find_vertex_face(mesh, parts, &list);
    uint32_t edge_edge_begin = list.count;
    find_edge_edge(mesh, parts, &list);
    uint32_t edge_face_begin = list.count;
    find_edge_face(mesh, parts, &list);
    if (list.count > capacity) {
        if (detail != NULL) {
            *detail = (hem_detail){HEM_NONE, list.count};
        }
        return HEM_FULL_ORPHANS;
    }
    mesh->vertex_face_orphans = edge_edge_begin;
    mesh->edge_edge_orphans = edge_face_begin - edge_edge_begin;
    mesh->edge_face_orphans = list.count - edge_face_begin;
    hem_sort(list.pairs, mesh->vertex_face_orphans);
    hem_sort(list.pairs + edge_edge_begin, mesh->edge_edge_orphans);
    hem_sort(list.pairs + edge_face_begin, mesh->edge_face_orphans);
    return HEM_OK;
}

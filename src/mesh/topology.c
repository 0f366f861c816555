/* Rings and edges: who is next to whom. Both by counting sorts, so in linear time, and without
 * scratch: arrays that are filled later hold the intermediate orders. */
#include "mesh/mesh_parts.h"

#include <string.h>

/* Turns counts into the place where each bucket begins. */
static void begin_buckets(uint32_t *counts, uint32_t bucket_count)
{
    uint32_t begin = 0;
    for (uint32_t i = 0; i < bucket_count; i++) {
        uint32_t count = counts[i];
        counts[i] = begin;
        begin += count;
    }
}

void hem_mesh_find_rings(const hem_mesh *mesh, const hem_mesh_parts *parts)
{
    uint32_t corner_count = 3u * mesh->triangle_count;
    uint32_t *begin = parts->ring_begin;
    memset(begin, 0, ((size_t)mesh->vertex_count + 1u) * sizeof *begin);
    for (uint32_t corner = 0; corner < corner_count; corner++) {
        begin[parts->triangles[corner]]++;
    }
    begin_buckets(begin, mesh->vertex_count + 1u);
    for (uint32_t corner = 0; corner < corner_count; corner++) {
        parts->ring[begin[parts->triangles[corner]]++] = corner / 3u;
    }
    /* Each bucket's begin has moved to its end, which is where the next one begins. */
    for (uint32_t v = mesh->vertex_count; v > 0; v--) {
        begin[v] = begin[v - 1u];
    }
    begin[0] = 0;
}

/* A corner stands for the edge from its vertex to the triangle's next vertex. */
static hem_pair corner_edge(const uint32_t *triangles, uint32_t corner)
{
    uint32_t from = triangles[corner];
    uint32_t to = triangles[corner % 3u == 2u ? corner - 2u : corner + 1u];
    return from < to ? (hem_pair){from, to} : (hem_pair){to, from};
}

/* One stable pass of a radix sort of corners, by the larger or the smaller vertex of their edge.
 * A null `from` stands for the corners in their own order. */
static void sort_corners(const hem_mesh *mesh, const hem_mesh_parts *parts, const uint32_t *from,
                         uint32_t *to, bool by_larger)
{
    uint32_t *place = parts->component_of;
    uint32_t corner_count = 3u * mesh->triangle_count;
    memset(place, 0, (size_t)mesh->vertex_count * sizeof *place);
    for (uint32_t corner = 0; corner < corner_count; corner++) {
        hem_pair edge = corner_edge(parts->triangles, corner);
        place[by_larger ? edge.second : edge.first]++;
    }
    begin_buckets(place, mesh->vertex_count);
    for (uint32_t i = 0; i < corner_count; i++) {
        uint32_t corner = from == NULL ? i : from[i];
        hem_pair edge = corner_edge(parts->triangles, corner);
        to[place[by_larger ? edge.second : edge.first]++] = corner;
    }
}

static bool same_edge(hem_pair a, hem_pair b)
{
    return a.first == b.first && a.second == b.second;
}

static uint32_t count_edges(const uint32_t *triangles, const uint32_t *corners,
                            uint32_t corner_count)
{
    uint32_t count = 1;
    for (uint32_t i = 1; i < corner_count; i++) {
        count +=
            !same_edge(corner_edge(triangles, corners[i - 1u]), corner_edge(triangles, corners[i]));
    }
    return count;
}

/* Triangles with the same three vertices share all their edges: look for equal apexes at the
 * smallest. An edge remembers the apexes it has seen by a stamp on them. */
static uint32_t count_duplicates(const hem_mesh *mesh, const hem_mesh_parts *parts)
{
    uint32_t *stamp = parts->component_of;
    memset(stamp, 0, (size_t)mesh->vertex_count * sizeof *stamp);
    uint32_t duplicates = 0;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        for (uint32_t i = parts->edge_begin[e]; i < parts->edge_begin[e + 1u]; i++) {
            size_t corner = 3u * (size_t)parts->edge_triangles[i];
            const uint32_t *edges = parts->triangle_edges + corner;
            if (edges[0] < e || edges[1] < e || edges[2] < e) {
                continue;
            }
            uint32_t apex = hem_apex(parts->triangles + corner, parts->edges[e]);
            duplicates += stamp[apex] == e + 1u;
            stamp[apex] = e + 1u;
        }
    }
    return duplicates;
}

hem_status hem_mesh_find_edges(hem_mesh *mesh, const hem_mesh_parts *parts, uint32_t capacity,
                               hem_detail *detail)
{
    uint32_t corner_count = 3u * mesh->triangle_count;
    uint32_t *corners = parts->edge_triangles;
    sort_corners(mesh, parts, NULL, parts->triangle_edges, true);
    sort_corners(mesh, parts, parts->triangle_edges, corners, false);

    uint32_t edge_count = count_edges(parts->triangles, corners, corner_count);
    if (edge_count > capacity) {
        if (detail != NULL) {
            *detail = (hem_detail){HEM_NONE, edge_count};
        }
        return HEM_FULL_EDGES;
    }
    mesh->edge_count = edge_count;
    uint32_t e = 0;
    for (uint32_t i = 0; i < corner_count; i++) {
        hem_pair edge = corner_edge(parts->triangles, corners[i]);
        if (i == 0 || !same_edge(edge, parts->edges[e - 1u])) {
            parts->edges[e] = edge;
            parts->edge_begin[e] = i;
            e++;
        }
        parts->triangle_edges[corners[i]] = e - 1u;
        corners[i] /= 3u; /* from here on the array holds triangles */
    }
    parts->edge_begin[e] = corner_count;
    mesh->duplicate_triangles = count_duplicates(mesh, parts);
    return HEM_OK;
}

void hem_mesh_find_owners(const hem_mesh *mesh, const hem_mesh_parts *parts)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        uint32_t owned = 0;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t vertex = parts->triangles[3u * (size_t)t + k];
            uint32_t edge = parts->triangle_edges[3u * (size_t)t + k];
            if (parts->ring[parts->ring_begin[vertex]] == t) {
                owned |= (uint32_t)HEM_OWNS_VERTEX << k;
            }
            if (parts->edge_triangles[parts->edge_begin[edge]] == t) {
                owned |= (uint32_t)HEM_OWNS_EDGE << k;
            }
        }
        parts->owners[t] = (uint8_t)owned;
    }
}

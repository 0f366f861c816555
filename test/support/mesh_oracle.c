/* See mesh_oracle.h. */
#include "mesh_oracle.h"

#include <stdlib.h>

static void *allocate(size_t count, size_t bytes)
{
    void *memory = calloc(count + 1u, bytes);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

bool oracle_has_vertex(const mesh_case *mesh, uint32_t triangle, uint32_t vertex)
{
    for (uint32_t k = 0; k < 3; k++) {
        if (mesh->triangles[3u * triangle + k] == vertex) {
            return true;
        }
    }
    return false;
}

bool oracle_has_edge(const mesh_case *mesh, uint32_t triangle, hem_pair edge)
{
    return oracle_has_vertex(mesh, triangle, edge.first) &&
           oracle_has_vertex(mesh, triangle, edge.second);
}

static uint32_t common_vertices(const mesh_case *mesh, uint32_t a, uint32_t b)
{
    uint32_t common = 0;
    for (uint32_t k = 0; k < 3; k++) {
        common += oracle_has_vertex(mesh, a, mesh->triangles[3u * b + k]);
    }
    return common;
}

bool oracle_share_vertex(const mesh_case *mesh, uint32_t a, uint32_t b)
{
    return common_vertices(mesh, a, b) > 0;
}

bool oracle_share_edge(const mesh_case *mesh, uint32_t a, uint32_t b)
{
    return common_vertices(mesh, a, b) > 1;
}

static oracle_list triangles_with_edge(const mesh_case *mesh, hem_pair edge)
{
    oracle_list list = {0, allocate(mesh->triangle_count, sizeof *list.triangles)};
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        if (oracle_has_edge(mesh, t, edge)) {
            list.triangles[list.count++] = t;
        }
    }
    return list;
}

static void find_edges(mesh_oracle *oracle)
{
    const mesh_case *mesh = oracle->mesh;
    size_t most = 3u * (size_t)mesh->triangle_count;
    oracle->edges = allocate(most, sizeof *oracle->edges);
    oracle->edge_triangles = allocate(most, sizeof *oracle->edge_triangles);
    for (uint32_t a = 0; a < mesh->vertex_count; a++) {
        for (uint32_t b = a + 1u; b < mesh->vertex_count; b++) {
            oracle_list list = triangles_with_edge(mesh, (hem_pair){a, b});
            if (list.count == 0) {
                free(list.triangles);
                continue;
            }
            oracle->edges[oracle->edge_count] = (hem_pair){a, b};
            oracle->edge_triangles[oracle->edge_count] = list;
            oracle->edge_count++;
        }
    }
}

/* Spreads the smallest number over everything that hangs together, until nothing changes. */
static void find_components(mesh_oracle *oracle)
{
    const mesh_case *mesh = oracle->mesh;
    uint32_t *label = allocate(mesh->vertex_count, sizeof *label);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        label[v] = v;
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < 9u * mesh->triangle_count; i++) {
            uint32_t to = mesh->triangles[3u * (i / 9u) + i % 3u];
            uint32_t from = mesh->triangles[3u * (i / 9u) + i / 3u % 3u];
            if (label[from] < label[to]) {
                label[to] = label[from];
                changed = true;
            }
        }
    }
    oracle->component_of = allocate(mesh->vertex_count, sizeof *oracle->component_of);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (oracle->rings[v].count == 0) {
            oracle->component_of[v] = HEM_NONE;
        } else if (label[v] == v) {
            oracle->component_of[v] = oracle->component_count++;
        } else {
            oracle->component_of[v] = oracle->component_of[label[v]];
        }
    }
    free(label);
}

uint32_t mesh_oracle_walks(const mesh_oracle *oracle, uint32_t from, uint32_t to)
{
    const mesh_case *mesh = oracle->mesh;
    uint32_t walks = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        for (uint32_t k = 0; k < 3; k++) {
            walks += mesh->triangles[3u * t + k] == from &&
                     mesh->triangles[3u * t + (k + 1u) % 3u] == to;
        }
    }
    return walks;
}

static oracle_component describe_component(const mesh_oracle *oracle, uint32_t number)
{
    const mesh_case *mesh = oracle->mesh;
    oracle_component component = {.closed = true, .oriented = true, .manifold = true};
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        component.vertex_count += oracle->component_of[v] == number;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        component.triangle_count += oracle->component_of[mesh->triangles[3u * t]] == number;
    }
    for (uint32_t e = 0; e < oracle->edge_count; e++) {
        hem_pair edge = oracle->edges[e];
        if (oracle->component_of[edge.first] != number) {
            continue;
        }
        component.edge_count++;
        component.closed &= oracle->edge_triangles[e].count != 1;
        component.manifold &= oracle->edge_triangles[e].count <= 2;
        component.oriented &= mesh_oracle_walks(oracle, edge.first, edge.second) <= 1 &&
                              mesh_oracle_walks(oracle, edge.second, edge.first) <= 1;
    }
    return component;
}

uint32_t oracle_pieces(const mesh_case *mesh)
{
    uint32_t pieces = 0;
    uint32_t count = mesh->triangle_count;
    uint32_t *waiting = allocate(count, sizeof *waiting);
    bool *reached = allocate(count, sizeof *reached);
    for (uint32_t seed = 0; seed < count; seed++) {
        if (reached[seed]) {
            continue;
        }
        pieces++;
        uint32_t waiting_count = 0;
        waiting[waiting_count++] = seed;
        reached[seed] = true;
        while (waiting_count > 0) {
            uint32_t from = waiting[--waiting_count];
            for (uint32_t t = 0; t < count; t++) {
                if (!reached[t] && oracle_share_edge(mesh, from, t)) {
                    reached[t] = true;
                    waiting[waiting_count++] = t;
                }
            }
        }
    }
    free(waiting);
    free(reached);
    return pieces;
}

mesh_oracle mesh_oracle_make(const mesh_case *mesh)
{
    mesh_oracle oracle = {.mesh = mesh};
    oracle.rings = allocate(mesh->vertex_count, sizeof *oracle.rings);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        oracle.rings[v] = triangles_with_edge(mesh, (hem_pair){v, v});
    }
    find_edges(&oracle);
    find_components(&oracle);
    oracle.components = allocate(oracle.component_count, sizeof *oracle.components);
    for (uint32_t c = 0; c < oracle.component_count; c++) {
        oracle.components[c] = describe_component(&oracle, c);
    }
    return oracle;
}

void mesh_oracle_free(mesh_oracle *oracle)
{
    for (uint32_t e = 0; e < oracle->edge_count; e++) {
        free(oracle->edge_triangles[e].triangles);
    }
    for (uint32_t v = 0; v < oracle->mesh->vertex_count; v++) {
        free(oracle->rings[v].triangles);
    }
    free(oracle->edges);
    free(oracle->edge_triangles);
    free(oracle->rings);
    free(oracle->component_of);
    free(oracle->components);
    *oracle = (mesh_oracle){.mesh = NULL};
}

uint32_t mesh_oracle_duplicates(const mesh_oracle *oracle)
{
    uint32_t duplicates = 0;
    for (uint32_t t = 0; t < oracle->mesh->triangle_count; t++) {
        bool seen = false;
        for (uint32_t earlier = 0; earlier < t; earlier++) {
            seen |= common_vertices(oracle->mesh, t, earlier) == 3;
        }
        duplicates += seen;
    }
    return duplicates;
}

/* ------------------------------------------------------------------------------------- pairs */

/* A vertex, an edge or a face: its vertices, and the triangles that cover it. */
typedef struct feature {
    uint32_t size, vertices[3];
    oracle_list covers;
} feature;

static feature vertex_feature(const mesh_oracle *oracle, uint32_t vertex)
{
    return (feature){1, {vertex}, oracle->rings[vertex]};
}

static feature edge_feature(const mesh_oracle *oracle, uint32_t edge)
{
    hem_pair ends = oracle->edges[edge];
    return (feature){2, {ends.first, ends.second}, oracle->edge_triangles[edge]};
}

/* A face is covered by itself alone. */
static feature face_feature(const mesh_oracle *oracle, uint32_t *face)
{
    const uint32_t *v = oracle->mesh->triangles + 3u * (size_t)*face;
    return (feature){3, {v[0], v[1], v[2]}, {1, face}};
}

static bool have_common_vertex(const feature *a, const feature *b)
{
    for (uint32_t i = 0; i < a->size; i++) {
        for (uint32_t j = 0; j < b->size; j++) {
            if (a->vertices[i] == b->vertices[j]) {
                return true;
            }
        }
    }
    return false;
}

static oracle_pair judge(const mesh_oracle *oracle, feature a, feature b, hem_pair *first)
{
    *first = (hem_pair){HEM_NONE, HEM_NONE};
    if (have_common_vertex(&a, &b)) {
        return ORACLE_INCIDENT;
    }
    if (a.covers.count == 0 || b.covers.count == 0) {
        return ORACLE_UNCOVERED;
    }
    for (uint32_t i = 0; i < a.covers.count; i++) {
        for (uint32_t j = 0; j < b.covers.count; j++) {
            hem_pair pair = {a.covers.triangles[i], b.covers.triangles[j]};
            if (!oracle_share_vertex(oracle->mesh, pair.first, pair.second)) {
                *first = pair;
                return ORACLE_COVERED;
            }
        }
    }
    return ORACLE_ORPHAN;
}

oracle_pair mesh_oracle_vertex_face(const mesh_oracle *oracle, uint32_t vertex, uint32_t face,
                                    hem_pair *first)
{
    return judge(oracle, vertex_feature(oracle, vertex), face_feature(oracle, &face), first);
}

oracle_pair mesh_oracle_edge_edge(const mesh_oracle *oracle, uint32_t a, uint32_t b,
                                  hem_pair *first)
{
    return judge(oracle, edge_feature(oracle, a), edge_feature(oracle, b), first);
}

oracle_pair mesh_oracle_edge_face(const mesh_oracle *oracle, uint32_t edge, uint32_t face,
                                  hem_pair *first)
{
    return judge(oracle, edge_feature(oracle, edge), face_feature(oracle, &face), first);
}

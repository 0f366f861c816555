/* What a mesh must say about its triangles, by brute force over all vertices, edges and triangles
 * and straight from the definitions: slow, simple, and without a look at how the library does it.
 */
#ifndef HEM_MESH_ORACLE_H
#define HEM_MESH_ORACLE_H

#include "hem/types.h"
#include "mesh_cases.h"

/* Some triangles, in ascending order. */
typedef struct oracle_list {
    uint32_t count;
    uint32_t *triangles;
} oracle_list;

typedef struct oracle_component {
    uint32_t vertex_count, edge_count, triangle_count;
    bool closed, oriented, manifold;
} oracle_component;

typedef struct mesh_oracle {
    const mesh_case *mesh;
    uint32_t edge_count, component_count;
    hem_pair *edges;             /* sorted */
    oracle_list *edge_triangles; /* of each edge */
    oracle_list *rings;          /* of each vertex */
    uint32_t *component_of;      /* each vertex's, HEM_NONE without a triangle */
    oracle_component *components;
} mesh_oracle;

mesh_oracle mesh_oracle_make(const mesh_case *mesh);
void mesh_oracle_free(mesh_oracle *oracle);

/* Is a vertex, or an edge, part of a triangle? Do two triangles have a vertex, or two of them, in
 * common? */
bool oracle_has_vertex(const mesh_case *mesh, uint32_t triangle, uint32_t vertex);
bool oracle_has_edge(const mesh_case *mesh, uint32_t triangle, hem_pair edge);
bool oracle_share_vertex(const mesh_case *mesh, uint32_t a, uint32_t b);
bool oracle_share_edge(const mesh_case *mesh, uint32_t a, uint32_t b);

/* Into how many pieces a mesh falls that hang together by edges. */
uint32_t oracle_pieces(const mesh_case *mesh);

/* Triangles that have the same three vertices as an earlier one. */
uint32_t mesh_oracle_duplicates(const mesh_oracle *oracle);

/* How often the triangles at an edge go from one vertex to another. */
uint32_t mesh_oracle_walks(const mesh_oracle *oracle, uint32_t from, uint32_t to);

/* What a pair of features is: they have a vertex in common; one of them has no triangle; every pair
 * of triangles that covers them shares a vertex; or there is a first one that does not. */
typedef enum oracle_pair {
    ORACLE_INCIDENT,
    ORACLE_UNCOVERED,
    ORACLE_ORPHAN,
    ORACLE_COVERED,
} oracle_pair;

/* `first` is the representative of a covered pair, else {HEM_NONE, HEM_NONE}. */
oracle_pair mesh_oracle_vertex_face(const mesh_oracle *oracle, uint32_t vertex, uint32_t face,
                                    hem_pair *first);
oracle_pair mesh_oracle_edge_edge(const mesh_oracle *oracle, uint32_t a, uint32_t b,
                                  hem_pair *first);
oracle_pair mesh_oracle_edge_face(const mesh_oracle *oracle, uint32_t edge, uint32_t face,
                                  hem_pair *first);

#endif

/* Mesh: what the triangles alone say about a body, found once and kept in the block.
 *
 * Edges with their triangles, the ring of triangles around each vertex, connected components,
 * which triangle stands for which vertex and edge, the feature pairs that no pair of apart
 * triangles covers, and groups of connected faces. A mesh holds no positions and no pointers: its
 * arrays lie at byte offsets from the record itself, so a block can be copied or moved.
 *
 * Any triangles are welcome: open, closed, several components, edges with three or more triangles,
 * triangles given twice. A triangle that names a vertex twice is refused. */
#ifndef HEM_MESH_H
#define HEM_MESH_H

#include "hem/arena.h"
#include "hem/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most face groups in a mesh, and the group of a face that is in none. */
#define HEM_FACE_GROUPS      64u
#define HEM_NO_FACE_GROUP    255u
#define HEM_FACE_GROUP_WORDS (HEM_FACE_GROUPS * (HEM_FACE_GROUPS / 32u))

/* Edges to expect for v vertices and f triangles of one body: sheets, closed surfaces, garments
 * with up to thirty openings or fifteen handles. The worst case, for loose triangles, is 3 f. */
#define HEM_EDGES(v, f) ((v) + (f) + 32u)

/* Orphan pairs to expect in b meshes of v vertices and f triangles together. They live along
 * borders, and a sheet has about 2 v - f border edges: 284 orphans in a sheet of 10 x 10 vertices,
 * 3,164 in one of 100 x 100, none in most closed surfaces. More triangles than there will be make
 * it smaller: who wants spare room there names the orphans, too. */
#define HEM_DEFAULT_ORPHANS(b, v, f)                                                        \
    ((uint32_t)(v) +                                                                        \
     10u * (2u * (uint32_t)(v) > (uint32_t)(f) ? 2u * (uint32_t)(v) - (uint32_t)(f) : 0u) + \
     32u * (uint32_t)(b))

/* Flags of a mesh and of its components. */
enum {
    HEM_MESH_CLOSED = 1,   /* no edge has only one triangle */
    HEM_MESH_ORIENTED = 2, /* no edge is walked twice in the same direction */
    HEM_MESH_MANIFOLD = 4, /* no edge has more than two triangles */
    HEM_MESH_SELF = 8,     /* of a whole mesh: its orphan pairs were found (self_pairs) */
};

/* What triangle owns: HEM_OWNS_VERTEX << k for its k-th vertex, HEM_OWNS_EDGE << k for its k-th
 * edge, which runs from vertex k to vertex (k + 1) % 3. The owner is the first triangle there. */
enum {
    HEM_OWNS_VERTEX = 1,
    HEM_OWNS_EDGE = 8,
};

/* A part of the mesh that hangs together by shared vertices. */
typedef struct hem_component {
    uint32_t vertex_count, edge_count, triangle_count;
    uint32_t flags; /* HEM_MESH_CLOSED, HEM_MESH_ORIENTED, HEM_MESH_MANIFOLD */
} hem_component;

/* One row for each array of a mesh: name, element, and how many of them `meshes` meshes need that
 * have v vertices, f triangles, e edges and o orphan pairs together. The one place that says so:
 * sizes, offsets and accessors all come from here.
 *
 *   triangles       three vertices a triangle
 *   triangle_edges  three edges a triangle, edge k from vertex k to vertex k + 1
 *   edges           an edge's two vertices, the smaller first; edges stand in that order
 *   edge_begin      edge e's triangles are edge_triangles[edge_begin[e] .. edge_begin[e + 1]),
 *   edge_triangles      in ascending order
 *   ring_begin      vertex v's triangles are ring[ring_begin[v] .. ring_begin[v + 1]),
 *   ring                in ascending order
 *   component_of    the component of each vertex, HEM_NONE for a vertex without triangles
 *   components      numbered by their smallest vertex
 *   owners          the features that a triangle owns, as bits
 *   groups          the face group of a triangle, or HEM_NO_FACE_GROUP
 *   group_adjacency two words a group: the groups that share a vertex with it, itself included
 *   orphans         V-F, then E-E, then E-F orphan pairs, each list sorted */
#define HEM_MESH_REGIONS(R, meshes, v, f, e, o)                            \
    R(triangles, uint32_t, 3u * (uint64_t)(f))                             \
    R(triangle_edges, uint32_t, 3u * (uint64_t)(f))                        \
    R(edges, hem_pair, (uint64_t)(e))                                      \
    R(edge_begin, uint32_t, (uint64_t)(e) + (meshes))                      \
    R(edge_triangles, uint32_t, 3u * (uint64_t)(f))                        \
    R(ring_begin, uint32_t, (uint64_t)(v) + (meshes))                      \
    R(ring, uint32_t, 3u * (uint64_t)(f))                                  \
    R(component_of, uint32_t, (uint64_t)(v))                               \
    R(components, hem_component, (uint64_t)(v) / 3u)                       \
    R(owners, uint8_t, (uint64_t)(f))                                      \
    R(groups, uint8_t, (uint64_t)(f))                                      \
    R(group_adjacency, uint32_t, (uint64_t)HEM_FACE_GROUP_WORDS *(meshes)) \
    R(orphans, hem_pair, (uint64_t)(o))

typedef struct hem_mesh {
    uint32_t vertex_count, triangle_count, edge_count, component_count, group_count;
    uint32_t vertex_face_orphans, edge_edge_orphans, edge_face_orphans; /* how many of each */
    uint32_t boundary_edges;      /* edges with one triangle */
    uint32_t branching_edges;     /* edges with three or more */
    uint32_t duplicate_triangles; /* triangles whose three vertices an earlier one has */
    uint32_t loose_vertices;      /* vertices without a triangle */
    uint32_t flags;               /* those of all components, and HEM_MESH_SELF */

    struct {
#define HEM_MESH_OFFSET(name, type, count) uint32_t name;
        HEM_MESH_REGIONS(HEM_MESH_OFFSET, 0, 0, 0, 0, 0)
#undef HEM_MESH_OFFSET
    } offset; /* bytes from this record to each array */
} hem_mesh;

/* hem_mesh_triangles(mesh), hem_mesh_edges(mesh) and so on: the array of that name. */
#define HEM_MESH_ACCESSOR(name, type, count)                                            \
    static inline const type *hem_mesh_##name(const hem_mesh *mesh)                     \
    {                                                                                   \
        return (const type *)(const void *)((const uint8_t *)mesh + mesh->offset.name); \
    }
HEM_MESH_REGIONS(HEM_MESH_ACCESSOR, 0, 0, 0, 0, 0)
#undef HEM_MESH_ACCESSOR

typedef struct hem_mesh_def {
    uint32_t cookie; /* set by hem_default_mesh_def */
    uint32_t vertex_count, triangle_count;
    const uint32_t *triangles; /* three vertices a triangle; copied */
    uint32_t edge_capacity;    /* default HEM_EDGES(vertex_count, triangle_count) */
    uint32_t orphan_capacity;  /* default HEM_DEFAULT_ORPHANS(1, vertex_count, triangle_count) */
    uint32_t group_limit;      /* 0 to HEM_FACE_GROUPS, the default */
    bool self_pairs;           /* find orphan pairs; default true. A body that is never tested
                                * against itself needs none */
} hem_mesh_def;

/* A definition with defaults. Constant time. */
hem_mesh_def hem_default_mesh_def(const uint32_t *triangles, uint32_t triangle_count,
                                  uint32_t vertex_count);

/* The bytes of arena that hem_mesh_build needs: a constant expression. Scratch, given back when it
 * returns, is part of it. */
#define HEM_MESH_SCRATCH_BYTES(f)                HEM_ARENA_BYTES(f, sizeof(uint32_t))
#define HEM_MESH_REGION_BYTES(name, type, count) +HEM_ARENA_BYTES(count, sizeof(type))
#define HEM_MESH_BYTES(v, f, e, o)                                 \
    (HEM_ARENA_BYTES(1u, sizeof(hem_mesh))                         \
         HEM_MESH_REGIONS(HEM_MESH_REGION_BYTES, 1u, v, f, e, o) + \
     HEM_MESH_SCRATCH_BYTES(f))

/* The most vertices and triangles of one mesh: three of anything still fit an index. */
#define HEM_MESH_COUNT_MAX 0x3FFFFFFFu

/* Finds everything above, into the arena.
 *
 * Time: near linear in vertices and triangles, except for orphan pairs, which take the sum of
 * squared ring sizes. Memory: HEM_MESH_BYTES(vertices, triangles, edge_capacity, orphan_capacity).
 *
 * HEM_OK; HEM_NULL; HEM_BAD_DEFINITION (no cookie, group_limit too large); HEM_BAD_COUNT;
 * HEM_ALIASED (triangles, definition, outputs or the arena itself lie in the arena's free part, or
 * an output lies on an input); HEM_BLOCK_TOO_SMALL (detail: bytes needed); HEM_BAD_INDEX,
 * HEM_BAD_TRIANGLE (detail: the triangle); HEM_FULL_EDGES, HEM_FULL_ORPHANS (detail: the capacity
 * needed). `detail` may be null. When refused, the arena's used part is as it was. */
hem_status hem_mesh_build(hem_arena *arena, const hem_mesh_def *def, const hem_mesh **out,
                          hem_detail *detail);

/* The representative of a feature pair: the first pair of triangles that cover it and share no
 * vertex, by the triangle of the first feature, then of the second. Testing a feature pair only in
 * its representative tests it once. {HEM_NONE, HEM_NONE} for an orphan pair, which no such pair
 * covers, for features that share a vertex, for a vertex without triangles, and for indices out of
 * range. Of two edges, the smaller
 * is the first feature; the answer names the triangle of edge_a first.
 * Time: the product of the features' triangle counts at worst, typically one comparison. */
hem_pair hem_mesh_cover_vertex_face(const hem_mesh *mesh, uint32_t vertex, uint32_t face);
hem_pair hem_mesh_cover_edge_edge(const hem_mesh *mesh, uint32_t edge_a, uint32_t edge_b);
hem_pair hem_mesh_cover_edge_face(const hem_mesh *mesh, uint32_t edge, uint32_t face);

/* Do two face groups share a vertex, or are they one? False when either is HEM_NO_FACE_GROUP.
 * Constant time. */
bool hem_mesh_groups_touch(const hem_mesh *mesh, uint32_t group_a, uint32_t group_b);

/* A hash of the whole mesh, the same on every machine. Linear time. */
uint64_t hem_mesh_hash(const hem_mesh *mesh);

#ifdef __cplusplus
}
#endif

#endif

/* World: bodies in one block of memory that the caller owns.
 *
 * The block's size is known before anything runs, from one table of regions; init works at exactly
 * that size and is refused at one byte less. A hem_world * is the block's address. The block holds
 * no pointers, so a copy of its bytes at another aligned address is the same world. */
#ifndef HEM_WORLD_H
#define HEM_WORLD_H

#include "hem/mesh.h"
#include "hem/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------ capacities
 */

typedef struct hem_caps {
    uint32_t cookie; /* set by hem_default_caps */
    uint32_t bodies, vertices, triangles, edges;
    uint32_t contacts; /* lists of contacts are sized by this; there are none yet */
    uint32_t orphans;  /* default HEM_DEFAULT_ORPHANS(bodies, vertices, triangles) */
} hem_caps;

/* The capacities behind HEM_WORLD_BYTES(bodies, vertices, triangles, edges, contacts). */
hem_caps hem_default_caps(uint32_t bodies, uint32_t vertices, uint32_t triangles, uint32_t edges,
                          uint32_t contacts);

/* ---------------------------------------------------------------------------------------- bodies
 */

typedef enum hem_body_kind {
    HEM_CLOTH,     /* a sheet that bends; tested against itself */
    HEM_SOFT,      /* a closed surface that deforms; tested against itself */
    HEM_KINEMATIC, /* moved by the caller */
    HEM_STATIC,    /* never moves */
} hem_body_kind;

/* Names a body of a world; null when generation is 0. */
typedef struct hem_body {
    uint32_t slot, generation;
} hem_body;

typedef struct hem_body_def {
    uint32_t cookie;           /* set by hem_default_body_def */
    uint32_t kind;             /* a hem_body_kind */
    const hem_vec3 *positions; /* copied, and snapped to the grid */
    uint32_t vertex_count;
    const uint32_t *triangles; /* three vertices a triangle; copied */
    uint32_t triangle_count;
    uint32_t group_limit; /* face groups, 0 to HEM_FACE_GROUPS, the default */
} hem_body_def;

/* Cloth, with nothing in it yet. */
hem_body_def hem_default_body_def(void);

typedef struct hem_body_report {
    hem_detail detail;     /* what a refusal was about */
    uint32_t microseconds; /* how long it took, by the port's clock */
} hem_body_report;

/* Where a body's data stand in the shared arrays. */
typedef struct hem_body_record {
    uint32_t kind, generation;
    uint32_t vertex_begin, triangle_begin, edge_begin, orphan_begin;
} hem_body_record;

/* ------------------------------------------------------------------------------------- the block
 */

/* One row for each region of the block: name, element, count. `b` bodies, `v` vertices, `f`
 * triangles, `e` edges, `c` contacts, `o` orphan pairs. The last row is scratch, which nothing
 * survives in between calls. The one place that says so: sizes, offsets and the memory report all
 * come from here. */
#define HEM_WORLD_REGIONS(R, b, v, f, e, c, o) \
    R(world, hem_world, 1u)                    \
    R(bodies, hem_body_record, (uint64_t)(b))  \
    R(meshes, hem_mesh, (uint64_t)(b))         \
    HEM_MESH_REGIONS(R, b, v, f, e, o)         \
    R(positions, hem_vec3, (uint64_t)(v))      \
    R(scratch, uint8_t, HEM_MESH_SCRATCH_BYTES(f))

/* The head of the block. Read it if you like; only the library writes it. */
typedef struct hem_world {
    uint32_t magic, version;
    uint32_t bytes; /* of the whole block */
    hem_caps caps;
    uint32_t body_count, vertex_count, triangle_count, edge_count, orphan_count;
    uint32_t scratch_peak; /* the most scratch any call has used */

    struct {
#define HEM_WORLD_OFFSET(name, type, count) uint32_t name;
        HEM_WORLD_REGIONS(HEM_WORLD_OFFSET, 0, 0, 0, 0, 0, 0)
#undef HEM_WORLD_OFFSET
    } offset; /* bytes from the block's start to each region */
} hem_world;

/* The block's size: a constant expression of type uint64_t, for static arrays. The second form
 * names the capacities that the first derives. */
#define HEM_WORLD_REGION_BYTES(name, type, count) +HEM_ARENA_BYTES(count, sizeof(type))
#define HEM_WORLD_BYTES(b, v, f, e, c) \
    HEM_WORLD_BYTES_WITH(b, v, f, e, c, HEM_DEFAULT_ORPHANS(b, v, f))
#define HEM_WORLD_BYTES_WITH(b, v, f, e, c, o) \
    (UINT64_C(0) HEM_WORLD_REGIONS(HEM_WORLD_REGION_BYTES, b, v, f, e, c, o))

/* The same figure at run time; 0 for capacities that hem_world_init would refuse. Constant time. */
uint32_t hem_world_bytes(const hem_caps *caps);

/* ----------------------------------------------------------------------------------------- calls
 */

/* Makes an empty world in the block, all of whose bytes up to the needed size are written.
 *
 * Checks first that float arithmetic means what it must. Linear in the block's size.
 *
 * HEM_OK; HEM_NULL; HEM_MISALIGNED; HEM_BAD_DEFINITION (caps not from hem_default_caps);
 * HEM_BAD_CAPACITY (bodies, vertices, triangles or edges are zero, or all together pass 4 GiB);
 * HEM_ALIASED (caps or out lie in the block); HEM_BLOCK_TOO_SMALL; HEM_FP_CONTRACTED,
 * HEM_FP_FLUSHED, HEM_FP_EXCESS, HEM_FP_ROUNDING. When refused, the block is not touched. */
hem_status hem_world_init(void *block, uint32_t bytes, const hem_caps *caps, hem_world **out);

/* Adds a body: copies its positions and triangles and finds its topology.
 *
 * Time as hem_mesh_build; scratch HEM_MESH_SCRATCH_BYTES(triangles). Orphan pairs are looked for
 * only where a body is tested against itself (HEM_CLOTH, HEM_SOFT).
 *
 * HEM_OK; HEM_NULL; HEM_BAD_WORLD; HEM_BAD_DEFINITION; HEM_BAD_COUNT; HEM_ALIASED (positions,
 * triangles, definition or outputs lie in the block); HEM_NOT_FINITE, HEM_OUT_OF_RANGE (detail: the
 * vertex); HEM_BAD_INDEX, HEM_BAD_TRIANGLE, HEM_ZERO_AREA in cloth (detail: the triangle);
 * HEM_FULL_BODIES, HEM_FULL_VERTICES, HEM_FULL_TRIANGLES, HEM_FULL_EDGES, HEM_FULL_ORPHANS (detail:
 * the capacity needed). When refused, the world is as it was. `report` may be null; it is written
 * unless the status is HEM_NULL for the world, the definition or `out`, HEM_BAD_WORLD or
 * HEM_ALIASED. */
hem_status hem_add_body(hem_world *world, const hem_body_def *def, hem_body *out,
                        hem_body_report *report);

/* A body's topology and positions, in place; null for a body that does not exist. They stay where
 * they are until a body is added or removed. Constant time. */
const hem_mesh *hem_body_mesh(const hem_world *world, hem_body body);
const hem_vec3 *hem_body_positions(const hem_world *world, hem_body body);

/* A hash of the bodies, their topology and positions, the same on every machine and for every block
 * that holds them. Linear time; 0 for no world. */
uint64_t hem_world_hash(const hem_world *world);

/* How much of a region is there and in use, for reports. */
typedef struct hem_memory_region {
    const char *name;
    uint32_t bytes; /* given, padding included */
    uint32_t used;  /* by the bodies there are; for scratch, the most ever used */
} hem_memory_region;

/* The region of that number, counted from 0 in the order of HEM_WORLD_REGIONS; false when there is
 * no such region. Constant time. */
bool hem_world_region(const hem_world *world, uint32_t number, hem_memory_region *out);

#ifdef __cplusplus
}
#endif

#endif

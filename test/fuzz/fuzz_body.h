/* Bodies for fuzz targets: exact blocks, triangles and positions from bytes, meshes and trees. */
#ifndef HEM_FUZZ_BODY_H
#define HEM_FUZZ_BODY_H

#include "fuzz/fuzz_bytes.h"
#include "hem/arena.h"
#include "hem/mesh.h"
#include "hem/tree.h"

/* A block of exactly so many bytes, so that the address sanitizer sees one byte too far. */
typedef struct fuzz_block {
    uint8_t *memory;
    uint32_t bytes;
} fuzz_block;

fuzz_block fuzz_block_take(uint32_t bytes);
void fuzz_block_free(fuzz_block *block);
hem_arena fuzz_block_arena(const fuzz_block *block);

/* A hash of some bytes: has a refused call changed anything? */
uint64_t fuzz_hash(const void *memory, size_t bytes);

#define FUZZ_MOST_TRIANGLES 70u
#define FUZZ_MOST_VERTICES  43u

typedef struct fuzz_body {
    uint32_t vertex_count, triangle_count;
    uint32_t *triangles;
    hem_vec3 *positions;
    fuzz_block mesh_block, tree_block;
    const hem_mesh *mesh;
    hem_tree *tree; /* null until fuzz_body_build_tree */
} fuzz_body;

/* Triangles and positions; three different vertices a triangle. No mesh yet. */
fuzz_body fuzz_body_shape(fuzz_bytes *bytes, fuzz_places places);
void fuzz_body_free(fuzz_body *body);

/* A mesh of its triangles, orphan pairs included; and both at once. */
void fuzz_body_build_mesh(fuzz_body *body);
fuzz_body fuzz_body_take(fuzz_bytes *bytes, fuzz_places places);

/* The same on the grid, and often its triangles 2 i and 2 i + 1 are the halves of quads. */
fuzz_body fuzz_body_take_faces(fuzz_bytes *bytes, fuzz_places places);

/* New positions, in a new array of exactly the right size; the old one is freed. */
void fuzz_body_move(fuzz_body *body, fuzz_bytes *bytes, fuzz_places places);

/* Takes the positions onto the grid (hem/types.h). */
void fuzz_body_snap(fuzz_body *body);

/* A definition with any builder, directions and degree that there are. */
hem_tree_def fuzz_tree_def(fuzz_bytes *bytes, const fuzz_body *body);

/* A tree in exactly the memory that it needs; positions must be legal. */
void fuzz_body_build_tree(fuzz_body *body, const hem_tree_def *def);

/* Do the three corners of a triangle, and of another, have a vertex in common? */
bool fuzz_share_vertex(const fuzz_body *body, uint32_t a, uint32_t b);

#endif

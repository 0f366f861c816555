/* Tree: a hierarchy of k-DOPs over a mesh whose vertices move.
 *
 * A leaf is a patch of up to 16 triangles with up to 16 vertices between them, or, by the other
 * builders, one triangle; a volume is the smallest k-DOP around a leaf or around the volumes below.
 * The tree is built once, from the mesh and reference positions, and refitted when the vertices
 * have moved. Of patches, what is connected stays together, so it stays good however the body
 * folds.
 *
 * A tree holds no pointers: its arrays lie at byte offsets from the record itself. It does not hold
 * positions either; calls take those they work on. It is made for one set of triangles: a refit
 * with another number of vertices is refused, and hem_tree_rebuild takes new triangles. */
#ifndef HEM_TREE_H
#define HEM_TREE_H

#include "hem/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most triangles and the most vertices of a leaf. */
#define HEM_LEAF_TRIANGLES 16u
#define HEM_LEAF_VERTICES  16u

/* The most levels of volumes below the root's own, and the most axes of a k-DOP. */
#define HEM_TREE_DEPTH 40u
#define HEM_AXES       9u

/* Marks a child that is a leaf and not a node. */
#define HEM_IS_LEAF 0x80000000u

/* Which triangles of two leaves share a vertex: bit j of row i stands for triangle i of the first
 * and triangle j of the second leaf. */
typedef struct hem_shared_rows {
    uint16_t row[HEM_LEAF_TRIANGLES];
} hem_shared_rows;

/* How a tree is made of its triangles. All but the first have leaves of one triangle. */
typedef enum hem_tree_builder {
    HEM_BUILD_PATCHES,      /* connected patches, ordered in space: the default */
    HEM_BUILD_LONGEST_SIDE, /* 002-6: cut the k-DOP's longest side in the middle; a triangle that is
                             * cut goes where fewer are, and where all are cut, halves by count */
    HEM_BUILD_BOX_CENTRE,   /* 003-3: cut the box's one, two or three longest sides in the middle;
                             * triangles go by their centres */
    HEM_BUILD_MEAN,         /* the same, cut at the mean of the centres */
    HEM_BUILD_CONNECTED,    /* 003-4: by growing from two triangles far apart on the mesh; what is
                             * connected by edges is so under every node */
    HEM_BUILDERS
} hem_tree_builder;

/* How volumes follow the positions. What is on demand happens during a traversal. */
typedef enum hem_tree_refit_mode {
    HEM_REFIT_BOTTOM_UP, /* all of them, each from those below: the default */
    HEM_REFIT_TOP_DOWN,  /* those that a traversal reaches, from the vertices below */
    HEM_REFIT_HYBRID,    /* the upper half of the levels bottom-up, the rest on demand (003-5) */
    HEM_REFITS
} hem_tree_refit_mode;

/* How volumes are inflated by where vertices are going (002-3, 002-4). */
typedef enum hem_tree_inflation {
    HEM_INFLATE_NONE,
    HEM_INFLATE_ALL_AROUND, /* by the largest speed, in every direction */
    HEM_INFLATE_ORIENTED,   /* by as much as the cone of the velocities reaches in each direction */
    HEM_INFLATIONS
} hem_tree_inflation;

/* The leaves that f triangles make at most: any five triangles fit one. */
#define HEM_PATCH_LEAVES(f) ((uint64_t)(f) / 5u + 2u)

/* The groups of four volumes that a node of that many children takes. */
#define HEM_NODE_GROUPS(degree) ((uint64_t)((degree) > 4u ? (degree) / 4u : 1u))

/* Levels that are enough above n patches, where four or more are below a node. */
#define HEM_PATCH_LEVELS(n) ((n) > 65536u ? 16u : (n) > 256u ? 8u : 4u)

/* The groups above that many patches: a node for each `degree` of them, and so on up; a level adds
 * less than one node that is not full. */
#define HEM_PATCH_GROUPS(leaves, degree)                                             \
    (HEM_NODE_GROUPS(degree) * (((uint64_t)(leaves) + (degree)-2u) / ((degree)-1u) + \
                                ((degree) == 2u ? 32u : HEM_PATCH_LEVELS(leaves))))

/* Pairs of touching patches to keep. Where there are more, shared vertices are looked for when the
 * leaves meet, which costs time and nothing else. Leaves of one triangle keep none. */
#define HEM_PATCH_NEIGHBOURS(f) ((uint64_t)(f) / 3u + 16u)

/* The nodes above f leaves of one triangle: a binary tree has exactly f - 1, others need fewer, on
 * regular shapes at most 0.6 f. With fewer than a builder would make, some subtrees are split by
 * count alone; hem_tree_build says how few that takes. */
#define HEM_TREE_NODES(f) ((uint64_t)(f))

/* One row for each array of a tree: name, element, count, for f triangles, that many leaves, groups
 * of four volumes, axes of the k-DOPs and pairs of touching leaves.
 *
 *   order             triangles in the order of their leaves
 *   corners           a triangle's three vertices as places in its leaf, 4 bits each, in that order
 *   corner_bits       the same as a set, a bit for each place; sixteen more stand behind the last
 *   leaf_begin        leaf l's triangles are order[leaf_begin[l] .. leaf_begin[l + 1])
 *   leaf_vertex_begin leaf l's vertices are leaf_vertices[leaf_vertex_begin[l] ..
 *   leaf_vertices         leaf_vertex_begin[l + 1])
 *   chords            four of a leaf's vertices as places in it, 4 bits each: two lines across it
 *   leaf_levels       least and greatest level of a leaf's vertices: their distance, in edges, from
 *                         the component's smallest vertex; levels of components lie 8 apart
 *   neighbour_begin   leaf l touches itself, the leaves neighbours[neighbour_begin[l] ..
 *   neighbours            neighbour_begin[l + 1]) behind it, and leaves before it
 *   shared_rows       what they share, one for each entry of neighbours
 *   child             four a group: the first group of a node, a leaf with HEM_IS_LEAF, HEM_NONE
 *   first_leaf        four a group: the leaves below are first_leaf to end_leaf - 1
 *   end_leaf
 *   fitted            the pass of an on-demand refit that fitted a group last
 *   volumes           a group's volumes, by axis: four lower and four upper bounds; without a
 *                         child, FLT_MAX and -FLT_MAX */
#define HEM_TREE_REGIONS(R, f, leaves, groups, axes, pairs)      \
    R(order, uint32_t, (uint64_t)(f))                            \
    R(corners, uint16_t, (uint64_t)(f))                          \
    R(corner_bits, uint16_t, (uint64_t)(f) + HEM_LEAF_TRIANGLES) \
    R(leaf_begin, uint32_t, (uint64_t)(leaves) + 1u)             \
    R(leaf_vertex_begin, uint32_t, (uint64_t)(leaves) + 1u)      \
    R(leaf_vertices, uint32_t, 3u * (uint64_t)(f))               \
    R(chords, uint16_t, (uint64_t)(leaves))                      \
    R(leaf_levels, hem_pair, (uint64_t)(leaves))                 \
    R(neighbour_begin, uint32_t, (uint64_t)(leaves) + 1u)        \
    R(neighbours, uint32_t, (uint64_t)(pairs))                   \
    R(shared_rows, hem_shared_rows, (uint64_t)(pairs))           \
    R(child, uint32_t, 4u * (uint64_t)(groups))                  \
    R(first_leaf, uint32_t, 4u * (uint64_t)(groups))             \
    R(end_leaf, uint32_t, 4u * (uint64_t)(groups))               \
    R(fitted, uint32_t, (uint64_t)(groups))                      \
    R(volumes, float, 8u * (uint64_t)(axes) * (uint64_t)(groups))

typedef struct hem_tree {
    uint32_t vertex_count, triangle_count;
    uint32_t leaf_count, group_count, depth;
    uint32_t builder, degree;
    uint32_t groups_per_node; /* 1, 2 or 4 for up to 4, 8 or 16 children */
    uint32_t axis_count;      /* 3, 4, 7 or 9 for a 6-, 8-, 14- or 18-DOP */
    uint32_t volume_count;    /* of all leaves and nodes, the root's own included */
    uint32_t split_by_count;  /* subtrees that nodes or depth were too few to build otherwise */
    uint32_t neighbour_count;
    uint32_t first_crowded; /* leaves from this one on are not listed as neighbours */
    uint32_t triangle_capacity, leaf_capacity, group_capacity, neighbour_capacity;
    uint32_t pass;     /* of the last refit on demand */
    uint32_t partial;  /* not 0: only what that pass has reached fits the positions */
    float leaf_extent; /* no leaf's box has a longer side */
    float root_low[HEM_AXES], root_high[HEM_AXES]; /* the root's own volume */
    uint32_t level_begin[HEM_TREE_DEPTH + 1u];     /* the first group of each level, and the end */

    struct {
#define HEM_TREE_OFFSET(name, type, count) uint32_t name;
        HEM_TREE_REGIONS(HEM_TREE_OFFSET, 0, 0, 0, 0, 0)
#undef HEM_TREE_OFFSET
    } offset; /* bytes from this record to each array */
} hem_tree;

/* hem_tree_order(tree), hem_tree_child(tree) and so on: the array of that name. */
#define HEM_TREE_ACCESSOR(name, type, count)                                            \
    static inline const type *hem_tree_##name(const hem_tree *tree)                     \
    {                                                                                   \
        return (const type *)(const void *)((const uint8_t *)tree + tree->offset.name); \
    }
HEM_TREE_REGIONS(HEM_TREE_ACCESSOR, 0, 0, 0, 0, 0)
#undef HEM_TREE_ACCESSOR

typedef struct hem_tree_def {
    uint32_t cookie;            /* set by hem_default_tree_def */
    const hem_mesh *mesh;       /* read while building only */
    const hem_vec3 *reference;  /* a position for each vertex: the shape to build for, or a flat
                                 * pattern (000-21); read while building only */
    hem_tree_builder builder;   /* default HEM_BUILD_PATCHES */
    uint32_t directions;        /* k of the k-DOPs: 6, the default, 8, 14 or 18 */
    uint32_t degree;            /* children of a node: 2, 4, the default, 8 or 16 */
    uint32_t triangle_capacity; /* for hem_tree_rebuild; default 0: those of the mesh */
    uint32_t node_capacity;     /* for leaves of one triangle; default 0: HEM_TREE_NODES of the
                                 * triangle capacity. Patches do not look at it */
} hem_tree_def;

/* A definition with defaults. Constant time. */
hem_tree_def hem_default_tree_def(const hem_mesh *mesh, const hem_vec3 *reference);

#define HEM_TREE_REGION_BYTES(name, type, count) +HEM_ARENA_BYTES(count, sizeof(type))
#define HEM_TREE_PARTS_BYTES(f, leaves, groups, axes, pairs) \
    (HEM_ARENA_BYTES(1u, sizeof(hem_tree))                   \
         HEM_TREE_REGIONS(HEM_TREE_REGION_BYTES, f, leaves, groups, axes, pairs))

/* Scratch to build a tree of f triangles. */
#define HEM_PATCH_TREE_SCRATCH(f)                                  \
    (HEM_ARENA_BYTES(6u * (uint64_t)(f) + 1u, sizeof(uint32_t)) +  \
     2u * HEM_ARENA_BYTES(HEM_PATCH_LEAVES(f), sizeof(hem_pair)) + \
     HEM_ARENA_BYTES(HEM_PATCH_LEAVES(f), sizeof(hem_vec3)))
#define HEM_TRIANGLE_TREE_SCRATCH(f) HEM_ARENA_BYTES(9u * (uint64_t)(f), sizeof(uint32_t))

/* The bytes of arena that hem_tree_build needs, constant expressions: for patches of f triangles,
 * and for leaves of one triangle below that many nodes. Scratch, given back when it returns, is
 * part of it. HEM_TREE_BYTES is for the defaults. */
#define HEM_PATCH_TREE_BYTES(f, directions, degree)                                              \
    (HEM_TREE_PARTS_BYTES(f, HEM_PATCH_LEAVES(f), HEM_PATCH_GROUPS(HEM_PATCH_LEAVES(f), degree), \
                          (directions) / 2u, HEM_PATCH_NEIGHBOURS(f)) +                          \
     HEM_PATCH_TREE_SCRATCH(f))
#define HEM_TRIANGLE_TREE_BYTES(f, directions, degree, nodes)                                   \
    (HEM_TREE_PARTS_BYTES(f, f, HEM_NODE_GROUPS(degree) * (uint64_t)(nodes), (directions) / 2u, \
                          0u) +                                                                 \
     HEM_TRIANGLE_TREE_SCRATCH(f))
#define HEM_TREE_BYTES(f) HEM_PATCH_TREE_BYTES(f, 6u, 4u)

/* The bytes that hem_tree_build needs for a definition; 0 for a definition that it refuses without
 * looking at the positions, or where the sum passes 4 GiB. Constant time. */
uint32_t hem_tree_bytes(const hem_tree_def *def);

/* Builds a tree in the arena; its volumes fit the reference positions.
 *
 * Time n log^2 n. HEM_OK; HEM_NULL; HEM_BAD_DEFINITION (no cookie, or a setting that there is not);
 * HEM_BAD_CAPACITY (fewer triangles than the mesh has, or fewer nodes than splitting by count
 * needs; detail: how many are needed); HEM_ALIASED (definition, mesh, positions or outputs lie in
 * the arena's free part); HEM_NOT_FINITE, HEM_OUT_OF_RANGE (detail: the vertex);
 * HEM_BLOCK_TOO_SMALL (detail: bytes needed). When refused, the arena's used part is as it was.
 * `detail` may be null. */
hem_status hem_tree_build(hem_arena *arena, const hem_tree_def *def, hem_tree **out,
                          hem_detail *detail);

/* Builds again in the same memory, for another mesh or other reference positions. The result is
 * what hem_tree_build gives with the same capacities, to the last bit. Builder, directions and
 * degree must be those of the tree; the definition's capacities are not looked at.
 *
 * Time n log^2 n. Memory: HEM_PATCH_TREE_SCRATCH or HEM_TRIANGLE_TREE_SCRATCH of the tree's
 * triangle capacity from `scratch`, given back.
 * HEM_OK; HEM_NULL; HEM_BAD_DEFINITION (also other settings than the tree's); HEM_FULL_TRIANGLES
 * (detail: how many there are); HEM_BAD_CAPACITY (too few nodes for so many; detail: how many are
 * needed); HEM_ALIASED; HEM_NOT_FINITE, HEM_OUT_OF_RANGE (detail: the vertex); HEM_FULL_SCRATCH
 * (detail: bytes needed). When refused, the tree is as it was. `detail` may be null. */
hem_status hem_tree_rebuild(hem_tree *tree, const hem_tree_def *def, hem_arena *scratch,
                            hem_detail *detail);

/* Fits every volume to new positions, from the leaves up; with `end` not null also to those, so
 * that a volume holds all of a linear motion from one to the other.
 *
 * Linear time. HEM_OK; HEM_NULL; HEM_BAD_COUNT (not the count that the tree was built for);
 * HEM_NOT_FINITE (a position is not finite or out of the domain; hem_tree_check_points says which
 * of the two, and names the vertex). When refused, the tree is as it was. */
hem_status hem_tree_refit(hem_tree *tree, const hem_vec3 *start, const hem_vec3 *end,
                          uint32_t vertex_count);

/* Is every position one that the tree can be fitted to, and if not, which is the first that is not?
 * Refits look at all of them at once, which is faster and names none. `detail` may be null.
 *
 * Linear time. HEM_OK; HEM_NULL; HEM_BAD_COUNT (not the count that the tree was built for);
 * HEM_NOT_FINITE, HEM_OUT_OF_RANGE (detail: the vertex). */
hem_status hem_tree_check_points(const hem_tree *tree, const hem_vec3 *points,
                                 uint32_t vertex_count, hem_detail *detail);

typedef struct hem_tree_ahead {
    const hem_vec3 *positions, *velocities;
    uint32_t vertex_count;
    float time; /* seconds; not negative */
    hem_tree_inflation inflation;
} hem_tree_ahead;

/* Fits every volume to positions and to where the velocities lead within a time, without looking at
 * end positions: each leaf is inflated by its velocity cone (C5), conservatively.
 *
 * Linear time. HEM_OK; HEM_NULL; HEM_BAD_DEFINITION (no such inflation); HEM_BAD_COUNT;
 * HEM_NOT_FINITE (a position is not finite or out of the domain, see hem_tree_check_points; a
 * velocity is not finite, or the time is negative or not finite). When refused, the tree is as it
 * was. */
hem_status hem_tree_refit_ahead(hem_tree *tree, const hem_tree_ahead *in);

/* A hash of all that a tree holds, the same on every machine and whatever its capacities. Linear
 * time. */
uint64_t hem_tree_hash(const hem_tree *tree);

#ifdef __cplusplus
}
#endif

#endif

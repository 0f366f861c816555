/* Splitting: trees with leaves of one triangle, from the root down (002-6, 003-3, 003-4).
 *
 * A node's triangles are a run of the order array; a cut permutes the run so that its first part
 * goes to one side. A node of 2^n children is cut in n rounds, every part once a round. */
#ifndef HEM_TREE_SPLIT_H
#define HEM_TREE_SPLIT_H

#include "tree/tree_parts.h"

typedef struct hem_splitter {
    const hem_mesh *mesh;
    const hem_vec3 *reference;
    uint32_t builder, axis_count, degree;
    uint32_t *order;
    uint32_t *spare; /* a word a triangle, for any cut */
    /* Of cuts by planes: the triangles' centres. */
    hem_vec3 *centres;
    /* Of cuts by connectivity; a mark is a number that was given to nothing before. */
    uint32_t next_mark;
    uint32_t *marks, *edge_marks; /* of triangles and edges */
    uint32_t *queue;
    hem_pair *pieces; /* where they lie on an axis, and where they begin in the queue */
    uint32_t *sizes;  /* of the piece that begins there */
} hem_splitter;

typedef struct hem_run {
    uint32_t begin, count;
} hem_run;

/* Where a node is cut in its first three rounds. */
typedef struct hem_cut_planes {
    uint32_t axis[3]; /* longest first */
    float at[3];
} hem_cut_planes;

/* How many triangles go to the first side; 0 or all of them when there is no cut. */
uint32_t hem_cut_longest_side(const hem_splitter *split, hem_run run);
uint32_t hem_cut_at_plane(const hem_splitter *split, hem_run run, uint32_t axis, float at);
uint32_t hem_cut_connected(hem_splitter *split, hem_run run);

hem_cut_planes hem_choose_planes(const hem_splitter *split, hem_run run);
void hem_find_triangle_centres(const hem_splitter *split);

/* The nodes that n triangles take when they are split by count alone. */
uint32_t hem_nodes_by_count(uint32_t n, uint32_t degree);

/* Builds all nodes above leaves of one triangle, at most `node_capacity`, which is at least
 * hem_nodes_by_count of all. `scratch` holds 9 words a triangle. */
void hem_tree_split(hem_tree *tree, const hem_tree_parts *parts, const hem_tree_def *def,
                    uint32_t node_capacity, uint32_t *scratch);

#endif

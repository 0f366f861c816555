/* Meshes with positions, for the tests of the tree layer: regular shapes, everything that makes
 * cuts and volumes difficult, and a stream of random mixtures. The same on every machine. */
#ifndef HEM_TREE_CASES_H
#define HEM_TREE_CASES_H

#include "hem/types.h"
#include "mesh_cases.h"

typedef struct tree_case {
    mesh_case mesh;
    hem_vec3 *positions;
} tree_case;

enum {
    TREE_CASE_SINGLE,
    TREE_CASE_TWO_APART,
    TREE_CASE_TWO_JOINED,
    TREE_CASE_ROW,    /* sixteen in a row, as in E7 */
    TREE_CASE_GRID,   /* flat */
    TREE_CASE_WAVES,  /* a sheet in waves */
    TREE_CASE_FOLDED, /* a sheet folded onto itself */
    TREE_CASE_SPHERE,
    TREE_CASE_LOOSE,      /* no two triangles have a vertex in common */
    TREE_CASE_SOUP,       /* random corners from few vertices */
    TREE_CASE_FAN,        /* all around one vertex */
    TREE_CASE_BOOK,       /* all around one edge */
    TREE_CASE_REPEATED,   /* one triangle many times */
    TREE_CASE_COINCIDENT, /* many triangles in one place, with vertices of their own */
    TREE_CASE_POINT,      /* all vertices in one point */
    TREE_CASE_LINE,       /* all vertices on one line: no area */
    TREE_CASE_FAR,        /* near a corner of the domain, millimetres apart */
    TREE_CASE_SCALES,     /* triangles from micrometres to kilometres */
    TREE_CASES
};

tree_case tree_case_make(uint32_t index);
tree_case tree_case_random(uint32_t index);
void tree_case_free(tree_case *made);

/* Moves every vertex a little, or far; snapped and in the domain. */
void tree_case_move(const tree_case *made, uint32_t seed, float distance, hem_vec3 *to);

/* Do two triangles have a vertex, or two of them, in common? */
bool tree_case_share_vertex(const tree_case *made, uint32_t a, uint32_t b);
bool tree_case_share_edge(const tree_case *made, uint32_t a, uint32_t b);

/* Into how many pieces, by edges, some triangles fall, and how many the largest has. */
uint32_t tree_case_pieces(const tree_case *made, const uint32_t *triangles, uint32_t count,
                          uint32_t *largest);

/* A position's distance along (x, y, z) in double: no rounding for coordinates of a scene. */
double tree_case_project(hem_vec3 p, int x, int y, int z);

#endif

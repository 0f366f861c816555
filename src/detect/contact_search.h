/* Which feature pairs of two leaves to ask about: those that their triangles stand for, and whose
 * boxes are close.
 *
 * Leaves of two bodies, or far from each other on the mesh, go by owners: boxes of the vertices and
 * edges that one owns against the other's, many at a time. Leaves close to each other on the mesh
 * go by pairs of triangles, and each pair by the full rule of represent.h. */
#ifndef HEM_DETECT_CONTACT_SEARCH_H
#define HEM_DETECT_CONTACT_SEARCH_H

#include "detect/contact_queue.h"
#include "detect/feature_view.h"
#include "detect/leaf_pairs.h"

/* Pairs of triangles close on the mesh wait for each other, to be looked at in lanes. */
#define HEM_CLOSE_BATCH 64u

typedef struct hem_contact_search {
    hem_side a, b;
    bool same; /* one body with itself */
    hem_feature_view *features_a, *features_b;
    float reach; /* the margin that leaves nothing out: epsilon and what closest points err by */
    float span;  /* no two points of triangles within it are farther apart */

    uint32_t pair_tests, vertex_face_tests, edge_edge_tests;

    hem_contact_queue queue;
    hem_pair close[HEM_CLOSE_BATCH];
    uint32_t close_count;
} hem_contact_search;

/* Looks into two leaves. */
void hem_contact_search_leaves(hem_contact_search *search, const hem_leaf_pair *leaves,
                               const hem_patch_grid *grid);

/* The mesh's orphan pairs, for one body with itself. */
void hem_contact_search_orphans(hem_contact_search *search);

/* Everything that still waits. */
void hem_contact_search_finish(hem_contact_search *search);

/* The parts of it. A vertex and a face: `of_a`, the vertex is of a and the face of b. An edge of a
 * and one of b. A pair of triangles of one mesh that share no vertex. */
void hem_contact_ask_vertex_face(hem_contact_search *search, bool of_a, uint32_t vertex,
                                 uint32_t face);
void hem_contact_ask_edge_edge(hem_contact_search *search, uint32_t edge_a, uint32_t edge_b);
void hem_contact_ask_triangles(hem_contact_search *search, hem_pair triangles);
void hem_contact_close_finish(hem_contact_search *search);

#endif

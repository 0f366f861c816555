/* Which feature pairs of two leaves to ask about: those that their triangles stand for, and whose
 * boxes are close, at one moment or during a motion.
 *
 * Leaves of two bodies, or far from each other on the mesh, go by owners: boxes of the vertices and
 * edges that one owns against the other's, many at a time, then along the slants, one by one.
 * Leaves close to each other on the mesh go by pairs of triangles, and each pair by the full rule
 * of represent.h. What is asked about waits until there is enough of it for vector lanes. */
#ifndef HEM_DETECT_FEATURE_SEARCH_H
#define HEM_DETECT_FEATURE_SEARCH_H

#include "base/bits.h"
#include "detect/feature_view.h"
#include "detect/leaf_pairs.h"
#include "hem/proximity.h"

/* One feature pair: its four points in the order of hem_closest_in, and the features' numbers as
 * they stand in a contact; HEM_NONE twice for one that another pair of triangles stands for. */
typedef struct hem_feature_query {
    uint32_t point[4];
    hem_pair features;
} hem_feature_query;

/* So many are looked at in one go. */
#define HEM_QUERY_BATCH 64u

typedef struct hem_query_queue {
    hem_feature_query query[HEM_QUERY_BATCH];
    uint32_t count;
} hem_query_queue;

/* Pairs of triangles close on the mesh wait for each other, to be looked at in lanes. */
#define HEM_CLOSE_BATCH 64u

typedef struct hem_feature_search hem_feature_search;

/* Looks at the queries of one kind that wait. */
typedef void hem_feature_look(hem_feature_search *search, hem_contact_kind kind);

struct hem_feature_search {
    hem_side a, b;             /* the one with the lower numbers first */
    bool same;                 /* one body with itself */
    uint32_t first_a, first_b; /* where their points begin */
    const float (*points)[4];  /* positions on the grid, at the start */
    const float (*ends)[4];    /* and at the end, or null: nothing moves */
    const uint32_t *marked;    /* bits for points: only queries with one of them; or null */
    float epsilon;             /* what is closer is asked about */
    float reach;               /* with a margin that leaves nothing out */
    float span;                /* no two points of triangles within it are farther apart */
    bool fits;                 /* all points lie within the volumes of their trees */
    bool by_triangles;         /* go by pairs of triangles everywhere */
    bool every_pair;           /* also ask what other pairs of triangles stand for */
    bool no_volumes;           /* ask whatever the boxes of features say */
    uint32_t left_out;         /* bits: kinds of contact that are not asked about */
    uint32_t view_limit;       /* as in hem_leaf_pairs */
    uint32_t slot_mask;
    hem_feature_view *features_a, *features_b;
    hem_feature_boxes *end_boxes_a, *end_boxes_b;

    uint32_t pair_tests;        /* pairs of triangles */
    uint32_t vertex_face_tests; /* feature pairs asked about */
    uint32_t edge_edge_tests;

    hem_feature_look *look;
    hem_query_queue of[HEM_CONTACT_KINDS];
    hem_pair close[HEM_CLOSE_BATCH];
    uint32_t close_count;
};

static inline bool hem_feature_asks(const hem_feature_search *search, hem_contact_kind kind)
{
    return (search->left_out >> kind & 1u) == 0;
}

/* The kinds to leave out between two bodies of which one is solid, so that only the other's
 * vertices and its faces are asked about (004-3); none where both are, or neither. */
static inline uint32_t hem_feature_kinds_of_solid(bool a_is_solid, bool b_is_solid)
{
    uint32_t solid_vertices = a_is_solid ? HEM_CONTACT_VERTEX_FACE : HEM_CONTACT_FACE_VERTEX;
    return a_is_solid == b_is_solid ? 0u : 1u << solid_vertices | 1u << HEM_CONTACT_EDGE_EDGE;
}

/* Nothing has changed about a query without a marked point. */
static inline bool hem_feature_is_marked(const hem_feature_search *search,
                                         const hem_feature_query *query)
{
    const uint32_t *marked = search->marked, *point = query->point;
    return marked == NULL || hem_bits_has(marked, point[0]) || hem_bits_has(marked, point[1]) ||
           hem_bits_has(marked, point[2]) || hem_bits_has(marked, point[3]);
}

/* The scratch of a search over two trees, in bytes, its own record not included. */
uint64_t hem_feature_search_bytes(const hem_tree *a, const hem_tree *b, bool moving);

/* The same with a limit of views, for what moves: as hem_leaf_pairs_bytes_limited. */
uint64_t hem_feature_search_bytes_limited(uint32_t leaves, uint32_t view_limit);

/* Begins, with sides, points, epsilon, look and what else is wanted set. `slack`: how far apart
 * features may be, as a part of the largest distance in a query, that count as closer than
 * epsilon. */
void hem_feature_search_start(hem_feature_search *search, float slack, hem_arena *scratch);

/* Copies positions onto the grid, one after the other. */
void hem_feature_points(float (*points)[4], const hem_vec3 *positions, uint32_t count);

/* A whole pass over two sides (feature_pass.c): clears the record and sets the sides, the one with
 * the lower numbers first, so that a and b are looked at alike in either order; returns whether
 * they changed places. */
bool hem_feature_pass_sides(hem_feature_search *search, const hem_side *a, const hem_side *b);

/* Takes points of their own for the sides; the scratch for that. */
void hem_feature_pass_points(hem_feature_search *search, hem_arena *scratch);
uint64_t hem_feature_pass_points_bytes(const hem_tree *a, const hem_tree *b, bool moving);

/* Walks the trees, looks at all there is, and says what was counted. The marks are those of a and b
 * of the search, or null. HEM_OK, or HEM_OUT_OF_RANGE for positions that do not fit a tree. */
hem_status hem_feature_pass_run(hem_feature_search *search, const hem_marks *marks_a,
                                const hem_marks *marks_b, hem_arena *scratch,
                                hem_leaf_pairs *pairs);

/* Looks into two leaves. */
void hem_feature_search_leaves(hem_feature_search *search, const hem_leaf_pair *leaves,
                               const hem_patch_grid *grid);

/* The mesh's orphan pairs, for one body with itself (feature_orphans.c). */
void hem_feature_search_orphans(hem_feature_search *search);

/* Everything that still waits. */
void hem_feature_search_finish(hem_feature_search *search);

/* The parts of it. A vertex and a face: `of_a`, the vertex is of a and the face of b. An edge of a
 * and one of b. A pair of triangles of a and b; of one mesh, that share no vertex. `stands`: the
 * pair of triangles stands for the features. */
void hem_feature_ask_vertex_face(hem_feature_search *search, bool of_a, uint32_t vertex,
                                 uint32_t face, bool stands);
void hem_feature_ask_edge_edge(hem_feature_search *search, uint32_t edge_a, uint32_t edge_b,
                               bool stands);
void hem_feature_ask_triangles(hem_feature_search *search, hem_pair triangles);
void hem_feature_close_finish(hem_feature_search *search);

#endif

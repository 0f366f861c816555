/* Edges that cross faces: see inc/hem/crossings.h. */
#include "hem/crossings.h"

#include "base/bits.h"
#include "base/ranges.h"
#include "detect/crossings_each.h"
#include "detect/hit_queue.h"
#include "detect/leaf_pairs.h"
#include "detect/pair_list.h"
#include "detect/represent.h"
#include "detect/side.h"
#include "hem/port.h"
#include "narrow/edge_face.h"
#include "narrow/triangle_triangle.h"
#include "tree/tree_parts.h"

/* In the list, an edge of b with a face of a: it sorts behind those of a. No mesh has so many
 * edges: its arrays are 12 bytes an edge and lie in 4 GiB. */
#define EDGE_OF_B 0x80000000u

typedef struct pass {
    const hem_crossings_in *in;
    hem_crossings_out *out;
    hem_crossing_take *take;
    void *to;
    uint32_t view_limit; /* as in hem_leaf_pairs */
    bool same;           /* one body with itself */
} pass;

static bool is_over(const pass *now)
{
    return now->in->first_only && now->out->count > 0;
}

static void add(pass *now, uint32_t edge, uint32_t face, bool edge_of_b)
{
    now->out->count += now->out->count < UINT32_MAX;
    if (now->take != NULL) {
        now->take(now->to, (hem_pair){edge, face}, edge_of_b && !now->same);
    }
}

/* A triangle of a leaf: its number, and its corners as places in the leaf, points and numbers. */
typedef struct corners {
    uint32_t triangle;
    uint16_t places;
    hem_vec3 point[3];
    uint32_t id[3];
} corners;

static void corners_of(const hem_side *side, const hem_patch_view *view, uint32_t in_order,
                       corners *got)
{
    got->triangle = hem_tree_order(side->tree)[in_order];
    got->places = hem_tree_corners(side->tree)[in_order];
    const uint32_t *vertices = hem_mesh_triangles(side->mesh) + 3u * (size_t)got->triangle;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t place = hem_corner(got->places, k);
        got->point[k] = (hem_vec3){view->x[place], view->y[place], view->z[place]};
        got->id[k] = side->first_vertex + vertices[k];
    }
}

/* Some edges of one triangle against the face of another. */
typedef struct edges_and_face {
    const corners *edges, *face;
    uint32_t mask;         /* bit k for edge k */
    uint32_t above, below; /* where the vertices of the first one's leaf surely lie */
} edges_and_face;

static const uint8_t next_corner[3] = {1, 2, 0};

/* The vertices at the ends of edge k, as a set. */
static uint32_t ends_of(uint16_t places, uint32_t k)
{
    return 1u << hem_corner(places, k) | 1u << hem_corner(places, next_corner[k]);
}

/* Which edges of a triangle are not wholly on one side of a face's plane. */
static uint32_t edges_across(uint16_t places, uint32_t above, uint32_t below)
{
    uint32_t across = 0;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t ends = ends_of(places, k);
        across |= (uint32_t)((ends & ~above) != 0 && (ends & ~below) != 0) << k;
    }
    return across;
}

/* An edge that touches a face: as a triangle without an area. */
static void note_touch(pass *now, const hem_vec3 edge[2], const hem_vec3 face[3])
{
    const hem_vec3 thin[3] = {edge[0], edge[1], edge[1]};
    now->out->touching += now->in->touching && hem_triangles_meet(thin, face);
}

static bool edge_crosses(const edges_and_face *query, uint32_t k)
{
    const corners *edges = query->edges, *face = query->face;
    uint32_t ends = ends_of(edges->places, k), from = 1u << hem_corner(edges->places, k);
    const hem_vec3 edge[2] = {edges->point[k], edges->point[next_corner[k]]};
    const uint32_t ids[2] = {edges->id[k], edges->id[next_corner[k]]};
    bool known = (ends & ~(query->above | query->below)) == 0;
    return known
               ? hem_edge_passes_face(edge, ids, face->point, face->id, (query->above & from) != 0)
               : hem_edge_crosses_face(edge, ids, face->point, face->id);
}

static void test_edges(pass *now, const hem_side *side, const edges_and_face *query)
{
    for (uint32_t mask = query->mask; mask != 0 && !is_over(now); mask &= mask - 1u) {
        uint32_t k = hem_bits_lowest(mask);
        now->out->feature_tests++;
        if (edge_crosses(query, k)) {
            size_t corner = 3u * (size_t)query->edges->triangle + k;
            add(now, hem_mesh_triangle_edges(side->mesh)[corner], query->face->triangle,
                side == &now->in->b);
        } else {
            const corners *edges = query->edges;
            const hem_vec3 edge[2] = {edges->point[k], edges->point[next_corner[k]]};
            note_touch(now, edge, query->face->point);
        }
    }
}

static void test_pair(pass *now, const hem_cull_pairs *pairs, hem_pair places, bool by_owners,
                      const corners *first, const corners *second)
{
    const hem_side *a = &now->in->a, *b = &now->in->b;
    uint32_t i = first->triangle, j = second->triangle;
    edges_and_face of_a = {first, second, 0, pairs->of_b.above[places.second],
                           pairs->of_b.below[places.second]};
    edges_and_face of_b = {second, first, 0, pairs->of_a.above[places.first],
                           pairs->of_a.below[places.first]};
    hem_represented edges = {edges_across(first->places, of_a.above, of_a.below),
                             edges_across(second->places, of_b.above, of_b.below)};
    if (by_owners) {
        hem_represented owned =
            hem_owned_edge_face(hem_mesh_owners(a->mesh)[i], hem_mesh_owners(b->mesh)[j]);
        edges.first &= owned.first;
        edges.second &= owned.second;
    } else {
        edges = hem_represented_edge_face(a->mesh, i, j, edges);
    }
    of_a.mask = edges.first;
    of_b.mask = edges.second;
    now->out->pair_tests++;
    test_edges(now, a, &of_a);
    test_edges(now, b, &of_b);
}

static void test_leaves(pass *now, const hem_leaf_pair *leaves)
{
    const hem_cull_pairs *pairs = &leaves->pairs;
    bool by_owners = !now->same || hem_leaves_far(now->in->a.tree, leaves->leaf_a, leaves->leaf_b);
    uint32_t begin_a = hem_tree_leaf_begin(now->in->a.tree)[leaves->leaf_a];
    uint32_t begin_b = hem_tree_leaf_begin(now->in->b.tree)[leaves->leaf_b];
    corners first, second;
    for (uint32_t rows = pairs->row_mask; rows != 0; rows &= rows - 1u) {
        uint32_t i = hem_bits_lowest(rows);
        corners_of(&now->in->a, leaves->cull.a, begin_a + i, &first);
        for (uint32_t row = pairs->rows[i]; row != 0 && !is_over(now); row &= row - 1u) {
            uint32_t j = hem_bits_lowest(row);
            corners_of(&now->in->b, leaves->cull.b, begin_b + j, &second);
            test_pair(now, pairs, (hem_pair){i, j}, by_owners, &first, &second);
        }
    }
}

static bool boxes_meet(const hem_vec3 edge[2], const hem_vec3 face[3])
{
    hem_vec3 low = hem_vec3_min(face[0], hem_vec3_min(face[1], face[2]));
    hem_vec3 high = hem_vec3_max(face[0], hem_vec3_max(face[1], face[2]));
    hem_vec3 from = hem_vec3_min(edge[0], edge[1]), to = hem_vec3_max(edge[0], edge[1]);
    return from.x <= high.x && low.x <= to.x && from.y <= high.y && low.y <= to.y &&
           from.z <= high.z && low.z <= to.z;
}

/* Some vertices as points on the grid and as numbers. */
static void take_vertices(const hem_side *side, const uint32_t *vertices, uint32_t count,
                          hem_vec3 *points, uint32_t *ids)
{
    for (uint32_t k = 0; k < count; k++) {
        points[k] = hem_vec3_snap(side->positions[vertices[k]]);
        ids[k] = side->first_vertex + vertices[k];
    }
}

/* What no pair of triangles without a common vertex covers. Every leaf has met itself before, so
 * positions are known to be good. */
static void test_orphans(pass *now)
{
    const hem_side *side = &now->in->a;
    const hem_mesh *mesh = side->mesh;
    const hem_pair *orphans =
        hem_mesh_orphans(mesh) + mesh->vertex_face_orphans + mesh->edge_edge_orphans;
    for (uint32_t i = 0; i < mesh->edge_face_orphans && !is_over(now); i++) {
        hem_pair orphan = orphans[i], ends = hem_mesh_edges(mesh)[orphan.first];
        const uint32_t *corner = hem_mesh_triangles(mesh) + 3u * (size_t)orphan.second;
        hem_vec3 edge[2], face[3];
        uint32_t edge_id[2], face_id[3];
        take_vertices(side, (const uint32_t[2]){ends.first, ends.second}, 2, edge, edge_id);
        take_vertices(side, corner, 3, face, face_id);
        now->out->feature_tests++;
        if (!boxes_meet(edge, face)) {
            continue;
        }
        if (hem_edge_crosses_face(edge, edge_id, face, face_id)) {
            add(now, orphan.first, orphan.second, false);
        } else {
            note_touch(now, edge, face);
        }
    }
}

/* All pairs of triangles without a common vertex. False: a position does not fit its tree. */
static bool walk(pass *now)
{
    const hem_crossings_in *in = now->in;
    hem_leaf_pairs pairs = {.a = in->a.tree,
                            .b = in->b.tree,
                            .positions_a = in->a.positions,
                            .positions_b = in->b.positions,
                            .slants = now->same,
                            .planes = true,
                            .view_limit = now->view_limit};
    hem_leaf_pair leaves;
    hem_leaf_pairs_start(&pairs, in->scratch);
    while (!is_over(now) && hem_leaf_pairs_next(&pairs, &leaves)) {
        test_leaves(now, &leaves);
    }
    hem_leaf_pairs_end(&pairs, in->scratch);
    now->out->leaf_pairs = pairs.leaf_pairs;
    now->out->leaf_tests = pairs.leaf_tests;
    now->out->volume_tests = pairs.walk.volume_tests;
    return !pairs.misfit;
}

static hem_status run(pass *now)
{
    if (!walk(now)) {
        return HEM_OUT_OF_RANGE;
    }
    if (now->same) {
        test_orphans(now);
    }
    return HEM_OK;
}

static void take_to_list(void *to, hem_pair crossing, bool edge_of_b)
{
    crossing.first |= edge_of_b ? EDGE_OF_B : 0u;
    hem_pair_list_add(to, crossing);
}

/* In order, without the mark of b's edges. */
static void finish(hem_pair_list *found, hem_crossings_out *out)
{
    hem_pair_list_finish(found);
    for (uint32_t i = 0; i < found->kept; i++) {
        out->kept_edges_a += (found->pairs[i].first & EDGE_OF_B) == 0;
        found->pairs[i].first &= ~EDGE_OF_B;
    }
    out->kept = found->kept;
}

hem_status hem_crossings_each(const hem_crossings_in *in, hem_crossing_take *take, void *to,
                              hem_crossings_out *out)
{
    pass now = {.in = in,
                .out = out,
                .take = take,
                .to = to,
                .view_limit = HEM_MOVING_VIEWS,
                .same = hem_sides_same(&in->a, &in->b)};
    *out = (hem_crossings_out){0};
    return run(&now);
}

uint64_t hem_crossings_bytes(const hem_tree *a, const hem_tree *b)
{
    return a == NULL || b == NULL ? 0 : hem_leaf_pairs_bytes(a, b, false);
}

hem_status hem_crossings(const hem_crossings_in *in, hem_crossings_out *out)
{
    if (in == NULL || out == NULL || in->scratch == NULL ||
        (in->crossings == NULL && in->room > 0)) {
        return HEM_NULL;
    }
    hem_status status = hem_sides_check(&in->a, &in->b, in->scratch);
    if (status != HEM_OK) {
        return status;
    }
    const hem_range given[] = {{in, sizeof *in},
                               {out, sizeof *out},
                               {in->crossings, (uint64_t)in->room * sizeof *in->crossings}};
    if (hem_any_in_free_part(in->scratch, given, sizeof given / sizeof given[0])) {
        return HEM_ALIASED;
    }
    *out = (hem_crossings_out){0};
    uint64_t needed = hem_crossings_bytes(in->a.tree, in->b.tree);
    if (needed > in->scratch->capacity - in->scratch->used) {
        out->needed = needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed;
        return HEM_FULL_SCRATCH;
    }
    hem_pair_list found = {.pairs = in->crossings, .room = in->room};
    pass now = {.in = in,
                .out = out,
                .take = take_to_list,
                .to = &found,
                .same = hem_sides_same(&in->a, &in->b)};
    uint32_t saved = hem_fp_enter();
    status = run(&now);
    finish(&found, out);
    hem_fp_leave(saved);
    if (status != HEM_OK) {
        *out = (hem_crossings_out){0};
        return status;
    }
    return out->kept < out->count ? HEM_LIMITED : HEM_OK;
}

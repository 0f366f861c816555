/* The discrete pass: see inc/hem/detect.h. */
#include "hem/detect.h"

#include "base/bits.h"
#include "detect/pair_list.h"
#include "detect/patch_cull.h"
#include "detect/patch_view.h"
#include "hem/port.h"
#include "narrow/triangle_triangle.h"
#include "tree/traverse.h"
#include "tree/tree_parts.h"

#include <string.h>

#define BATCH 256u

/* Views are scattered and do not all fit the caches: ask for them this many pairs before. */
#define AHEAD 4u

typedef struct pass {
    const hem_intersect_in *in;
    hem_intersect_out *out;
    hem_patch_view *views_a, *views_b;
    hem_patch_grid grid;
    hem_pair_list found;
} pass;

static hem_patch_view *view_of(hem_patch_view *views, const hem_tree *tree,
                               const hem_vec3 *positions, uint32_t leaf)
{
    hem_patch_view *view = views + leaf;
    if (view->stage == HEM_VIEW_EMPTY) {
        hem_patch_fill_slab(view, tree, leaf, positions);
    }
    return view;
}

/* Which triangles of two leaves share a vertex, by looking at their vertices; for leaves whose
 * neighbours did not fit the tree's list. */
static hem_shared_rows compare_vertices(const hem_tree *tree, uint32_t leaf_a, uint32_t leaf_b)
{
    hem_shared_rows shared = {{0}};
    const uint32_t *begin = hem_tree_leaf_begin(tree);
    const uint32_t *vertices = hem_tree_leaf_vertices(tree);
    const uint32_t *vertices_a = vertices + hem_tree_leaf_vertex_begin(tree)[leaf_a];
    const uint32_t *vertices_b = vertices + hem_tree_leaf_vertex_begin(tree)[leaf_b];
    const uint16_t *corners = hem_tree_corners(tree);
    for (uint32_t i = 0; i < begin[leaf_a + 1u] - begin[leaf_a]; i++) {
        for (uint32_t j = 0; j < begin[leaf_b + 1u] - begin[leaf_b]; j++) {
            for (uint32_t k = 0; k < 9; k++) {
                uint32_t a = hem_corner(corners[begin[leaf_a] + i], k / 3u);
                uint32_t b = hem_corner(corners[begin[leaf_b] + j], k % 3u);
                if (vertices_a[a] == vertices_b[b]) {
                    shared.row[i] = (uint16_t)(shared.row[i] | 1u << j);
                }
            }
        }
    }
    return shared;
}

/* The rows that two leaves of one tree share, or null if they share none. */
static const hem_shared_rows *shared_by(const hem_tree *tree, uint32_t leaf_a, uint32_t leaf_b,
                                        hem_shared_rows *room)
{
    if (leaf_a >= tree->first_crowded) {
        *room = compare_vertices(tree, leaf_a, leaf_b);
        return room;
    }
    const uint32_t *begin = hem_tree_neighbour_begin(tree) + leaf_a;
    const uint32_t *neighbours = hem_tree_neighbours(tree);
    for (uint32_t n = begin[0]; n < begin[1]; n++) {
        if (neighbours[n] == leaf_b) {
            return hem_tree_shared_rows(tree) + n;
        }
    }
    return NULL;
}

/* All pairs; within one body each once, and without those that share a vertex. */
static void start_rows(const pass *now, uint32_t leaf_a, uint32_t leaf_b, uint16_t *rows)
{
    memset(rows, 0xFF, HEM_LEAF_TRIANGLES * sizeof *rows);
    if (now->in->a != now->in->b) {
        return;
    }
    hem_shared_rows room;
    const hem_shared_rows *shared = shared_by(now->in->a, leaf_a, leaf_b, &room);
    if (shared != NULL) {
        for (uint32_t i = 0; i < HEM_LEAF_TRIANGLES; i++) {
            uint32_t not_before = leaf_a == leaf_b ? 0xFFFFu << i : 0xFFFFu;
            rows[i] = (uint16_t)(~(uint32_t)shared->row[i] & not_before);
        }
    }
}

/* The positions of a leaf's vertices, by their places in it. */
typedef struct leaf_points {
    const hem_vec3 *positions;
    const uint32_t *vertices;
} leaf_points;

static leaf_points points_of(const hem_tree *tree, const hem_vec3 *positions, uint32_t leaf)
{
    return (leaf_points){positions,
                         hem_tree_leaf_vertices(tree) + hem_tree_leaf_vertex_begin(tree)[leaf]};
}

static void triangle_points(leaf_points leaf, uint16_t corners, const hem_vec3 *points[3])
{
    for (uint32_t k = 0; k < 3; k++) {
        points[k] = leaf.positions + leaf.vertices[hem_corner(corners, k)];
    }
}

/* A triangle's corners as bits, by where its leaf's vertices lie. */
static uint32_t corner_bits(uint32_t vertices, uint16_t corners)
{
    return (vertices >> hem_corner(corners, 0) & 1u) |
           (vertices >> hem_corner(corners, 1) & 1u) << 1 |
           (vertices >> hem_corner(corners, 2) & 1u) << 2;
}

/* Triangle i of a and j of b, neither wholly on one side of the other's plane. */
static bool pair_meets(const hem_cull_in *cull, const hem_cull_pairs *pairs, uint32_t i, uint32_t j,
                       const hem_vec3 *a[3], const hem_vec3 *b[3])
{
    uint16_t corners_a = cull->corners_a[i], corners_b = cull->corners_b[j];
    uint32_t above_b = corner_bits(pairs->of_a.above[i], corners_b);
    uint32_t above_a = corner_bits(pairs->of_b.above[j], corners_a);
    uint32_t below_b = corner_bits(pairs->of_a.below[i], corners_b);
    uint32_t below_a = corner_bits(pairs->of_b.below[j], corners_a);
    if (((above_a | below_a) & (above_b | below_b)) == 7u) {
        return hem_triangles_meet_by_sides(a, b, above_a, above_b);
    }
    const hem_vec3 first[3] = {*a[0], *a[1], *a[2]};
    const hem_vec3 second[3] = {*b[0], *b[1], *b[2]};
    return hem_triangles_meet(first, second);
}

static void test_pairs(pass *now, const hem_cull_in *cull, hem_pair leaves,
                       const hem_cull_pairs *pairs)
{
    const hem_intersect_in *in = now->in;
    uint32_t begin_a = hem_tree_leaf_begin(in->a)[leaves.first];
    uint32_t begin_b = hem_tree_leaf_begin(in->b)[leaves.second];
    leaf_points points_a = points_of(in->a, in->positions_a, leaves.first);
    leaf_points points_b = points_of(in->b, in->positions_b, leaves.second);
    for (uint32_t mask = pairs->row_mask; mask != 0; mask &= mask - 1u) {
        uint32_t i = hem_bits_lowest(mask);
        const hem_vec3 *first[3], *second[3];
        triangle_points(points_a, cull->corners_a[i], first);
        for (uint32_t row = pairs->rows[i]; row != 0; row &= row - 1u) {
            uint32_t j = hem_bits_lowest(row);
            now->out->pair_tests++;
            triangle_points(points_b, cull->corners_b[j], second);
            if (pair_meets(cull, pairs, i, j, first, second)) {
                hem_pair pair = {hem_tree_order(in->a)[begin_a + i],
                                 hem_tree_order(in->b)[begin_b + j]};
                bool turned = in->a == in->b && pair.second < pair.first;
                hem_pair_list_add(&now->found, turned ? (hem_pair){pair.second, pair.first} : pair);
            }
        }
    }
}

static void look_at(pass *now, hem_pair leaves)
{
    const hem_intersect_in *in = now->in;
    const uint32_t *begin_a = hem_tree_leaf_begin(in->a) + leaves.first;
    const uint32_t *begin_b = hem_tree_leaf_begin(in->b) + leaves.second;
    hem_patch_view *a = view_of(now->views_a, in->a, in->positions_a, leaves.first);
    hem_patch_view *b = view_of(now->views_b, in->b, in->positions_b, leaves.second);
    hem_cull_in cull = {
        .a = a,
        .b = b,
        .corners_a = hem_tree_corners(in->a) + begin_a[0],
        .corners_b = hem_tree_corners(in->b) + begin_b[0],
        .bits_a = hem_tree_corner_bits(in->a) + begin_a[0],
        .bits_b = hem_tree_corner_bits(in->b) + begin_b[0],
        .triangles_a = begin_a[1] - begin_a[0],
        .triangles_b = begin_b[1] - begin_b[0],
    };
    hem_cull_pairs pairs;
    bool same = in->a == in->b && leaves.first == leaves.second;
    if (same) {
        hem_cull_nothing(&cull, &pairs);
    } else if (!hem_cull_by_slabs(&cull, &pairs)) {
        return;
    }
    hem_patch_fill_boxes(a, in->a, leaves.first, &now->grid);
    hem_patch_fill_boxes(b, in->b, leaves.second, &now->grid);
    start_rows(now, leaves.first, leaves.second, pairs.rows);
    hem_cull_by_boxes(&cull, &pairs);
    if (pairs.row_mask == 0) {
        return;
    }
    now->out->leaf_tests++;
    hem_cull_by_planes(&cull, &pairs);
    test_pairs(now, &cull, leaves, &pairs);
}

uint64_t hem_intersect_bytes(const hem_tree *a, const hem_tree *b)
{
    if (a == NULL || b == NULL) {
        return 0;
    }
    return HEM_ARENA_BYTES(a->leaf_count, sizeof(hem_patch_view)) +
           (a == b ? 0u : HEM_ARENA_BYTES(b->leaf_count, sizeof(hem_patch_view))) +
           HEM_ARENA_BYTES(hem_traverse_room(a, b), sizeof(hem_traverse_entry)) +
           HEM_ARENA_BYTES(BATCH, sizeof(hem_pair));
}

static hem_patch_view *take_views(hem_arena *scratch, const hem_tree *tree)
{
    hem_patch_view *views = hem_arena_take(scratch, tree->leaf_count, sizeof *views);
    for (uint32_t leaf = 0; leaf < tree->leaf_count; leaf++) {
        views[leaf].stage = HEM_VIEW_EMPTY;
    }
    return views;
}

static void fetch_view(const hem_patch_view *view)
{
    const uint8_t *bytes = (const uint8_t *)view;
    for (uint32_t line = 0; line < sizeof *view; line += 64u) {
        hem_prefetch(bytes + line);
    }
}

static void fetch_ahead(const pass *now, hem_pair leaves)
{
    fetch_view(now->views_a + leaves.first);
    fetch_view(now->views_b + leaves.second);
}

static void run(pass *now)
{
    const hem_intersect_in *in = now->in;
    uint32_t mark = hem_arena_mark(in->scratch);
    now->grid = hem_patch_grid_for(in->a, in->b, 0.0f);
    now->views_a = take_views(in->scratch, in->a);
    now->views_b = in->a == in->b ? now->views_a : take_views(in->scratch, in->b);
    hem_traverse_entry *stack =
        hem_arena_take(in->scratch, hem_traverse_room(in->a, in->b), sizeof *stack);
    hem_pair *leaves = hem_arena_take(in->scratch, BATCH, sizeof *leaves);
    hem_traversal walk;
    hem_traverse_start(&walk, in->a, in->b, 0.0f, stack);
    bool done = false;
    while (!done) {
        uint32_t count = hem_traverse_next(&walk, leaves, BATCH);
        done = count < BATCH;
        now->out->leaf_pairs += count;
        for (uint32_t i = 0; i < count; i++) {
            if (i + AHEAD < count) {
                fetch_ahead(now, leaves[i + AHEAD]);
            }
            look_at(now, leaves[i]);
            if (in->first_only && now->found.count > 0) {
                done = true;
                break;
            }
        }
    }
    now->out->volume_tests = walk.volume_tests;
    hem_arena_release(in->scratch, mark);
}

hem_status hem_intersect(const hem_intersect_in *in, hem_intersect_out *out)
{
    if (in == NULL || out == NULL || in->a == NULL || in->b == NULL || in->positions_a == NULL ||
        in->positions_b == NULL || in->scratch == NULL || (in->pairs == NULL && in->room > 0)) {
        return HEM_NULL;
    }
    if (in->a->axis_count != in->b->axis_count) {
        return HEM_BAD_DEFINITION;
    }
    *out = (hem_intersect_out){0};
    uint64_t needed = hem_intersect_bytes(in->a, in->b);
    if (needed > in->scratch->capacity - in->scratch->used) {
        out->needed = needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed;
        return HEM_FULL_SCRATCH;
    }
    pass now = {.in = in, .out = out, .found = {.pairs = in->pairs, .room = in->room}};
    uint32_t saved = hem_fp_enter();
    run(&now);
    hem_pair_list_finish(&now.found);
    hem_fp_leave(saved);
    out->count = now.found.count;
    out->kept = now.found.kept;
    return out->kept < out->count ? HEM_LIMITED : HEM_OK;
}

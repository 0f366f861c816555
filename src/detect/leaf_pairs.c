/* Pairs of leaves, and what is left of their triangles: see leaf_pairs.h. */
#include "detect/leaf_pairs.h"

#include "tree/tree_parts.h"

#include <string.h>

#define BATCH 256u

/* Views are scattered and do not all fit the caches: ask for them this many pairs before. */
#define AHEAD 4u

static hem_patch_view *view_of(hem_patch_view *views, const hem_tree *tree,
                               const hem_vec3 *positions, uint32_t leaf)
{
    hem_patch_view *view = views + leaf;
    if (view->stage == HEM_VIEW_EMPTY && !hem_patch_fill_slab(view, tree, leaf, positions)) {
        return NULL;
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
static void start_rows(const hem_leaf_pairs *pass, const hem_leaf_pair *now, uint16_t *rows)
{
    memset(rows, 0xFF, HEM_LEAF_TRIANGLES * sizeof *rows);
    if (pass->a != pass->b) {
        return;
    }
    hem_shared_rows room;
    const hem_shared_rows *shared = shared_by(pass->a, now->leaf_a, now->leaf_b, &room);
    if (shared != NULL) {
        for (uint32_t i = 0; i < HEM_LEAF_TRIANGLES; i++) {
            uint32_t not_before = now->same ? 0xFFFFu << i : 0xFFFFu;
            rows[i] = (uint16_t)(~(uint32_t)shared->row[i] & not_before);
        }
    }
}

static bool look_at(hem_leaf_pairs *pass, hem_pair leaves, hem_leaf_pair *now)
{
    const uint32_t *begin_a = hem_tree_leaf_begin(pass->a) + leaves.first;
    const uint32_t *begin_b = hem_tree_leaf_begin(pass->b) + leaves.second;
    hem_patch_view *a = view_of(pass->views_a, pass->a, pass->positions_a, leaves.first);
    hem_patch_view *b = view_of(pass->views_b, pass->b, pass->positions_b, leaves.second);
    if (a == NULL || b == NULL) {
        pass->misfit = true;
        return false;
    }
    now->leaf_a = leaves.first;
    now->leaf_b = leaves.second;
    now->same = pass->a == pass->b && leaves.first == leaves.second;
    now->cull = (hem_cull_in){
        .a = a,
        .b = b,
        .corners_a = hem_tree_corners(pass->a) + begin_a[0],
        .corners_b = hem_tree_corners(pass->b) + begin_b[0],
        .bits_a = hem_tree_corner_bits(pass->a) + begin_a[0],
        .bits_b = hem_tree_corner_bits(pass->b) + begin_b[0],
        .triangles_a = begin_a[1] - begin_a[0],
        .triangles_b = begin_b[1] - begin_b[0],
        .epsilon = pass->epsilon,
    };
    if (now->same) {
        hem_cull_nothing(&now->cull, &now->pairs);
    } else if (!hem_cull_by_slabs(&now->cull, &now->pairs)) {
        return false;
    }
    hem_patch_fill_boxes(a, pass->a, leaves.first, &pass->grid);
    hem_patch_fill_boxes(b, pass->b, leaves.second, &pass->grid);
    start_rows(pass, now, now->pairs.rows);
    hem_cull_by_boxes(&now->cull, &now->pairs);
    if (now->pairs.row_mask == 0) {
        return false;
    }
    if (pass->slants) {
        hem_patch_fill_slants(a, pass->a, leaves.first, &pass->grid);
        hem_patch_fill_slants(b, pass->b, leaves.second, &pass->grid);
        hem_cull_by_slants(&now->cull, &now->pairs);
        if (now->pairs.row_mask == 0) {
            return false;
        }
    }
    pass->leaf_tests++;
    if (pass->planes) {
        hem_cull_by_planes(&now->cull, &now->pairs);
    }
    return now->pairs.row_mask != 0;
}

uint64_t hem_leaf_pairs_bytes(const hem_tree *a, const hem_tree *b)
{
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

void hem_leaf_pairs_start(hem_leaf_pairs *pass, hem_arena *scratch)
{
    pass->mark = hem_arena_mark(scratch);
    pass->grid = hem_patch_grid_for(pass->a, pass->b, pass->epsilon, pass->slants);
    pass->views_a = take_views(scratch, pass->a);
    pass->views_b = pass->a == pass->b ? pass->views_a : take_views(scratch, pass->b);
    hem_traverse_entry *stack =
        hem_arena_take(scratch, hem_traverse_room(pass->a, pass->b), sizeof *stack);
    pass->batch = hem_arena_take(scratch, BATCH, sizeof *pass->batch);
    pass->next = pass->count = 0;
    pass->leaf_pairs = pass->leaf_tests = 0;
    pass->misfit = false;
    /* Volumes are fitted to positions as they are, views hold them on the grid. */
    hem_traverse_start(&pass->walk, pass->a, pass->b, pass->epsilon + HEM_GRID, stack);
}

static void fetch_view(const hem_patch_view *view)
{
    const uint8_t *bytes = (const uint8_t *)view;
    for (uint32_t line = 0; line < sizeof *view; line += 64u) {
        hem_prefetch(bytes + line);
    }
}

static bool fill_batch(hem_leaf_pairs *pass)
{
    pass->next = 0;
    pass->count = hem_traverse_next(&pass->walk, pass->batch, BATCH);
    pass->leaf_pairs += pass->count;
    return pass->count > 0;
}

bool hem_leaf_pairs_next(hem_leaf_pairs *pass, hem_leaf_pair *now)
{
    for (;;) {
        if (pass->misfit || (pass->next == pass->count && !fill_batch(pass))) {
            return false;
        }
        uint32_t place = pass->next++;
        if (place + AHEAD < pass->count) {
            fetch_view(pass->views_a + pass->batch[place + AHEAD].first);
            fetch_view(pass->views_b + pass->batch[place + AHEAD].second);
        }
        if (look_at(pass, pass->batch[place], now)) {
            return true;
        }
    }
}

void hem_leaf_pairs_end(hem_leaf_pairs *pass, hem_arena *scratch)
{
    hem_arena_release(scratch, pass->mark);
}

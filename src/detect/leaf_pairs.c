/* Pairs of leaves, and what is left of their triangles: see leaf_pairs.h. */
#include "detect/leaf_pairs.h"

#include "tree/tree_parts.h"

#include <string.h>

#define BATCH 256u

/* Where every leaf has a view, they are scattered and do not all fit the caches: ask for them this
 * many pairs before. */
#define AHEAD 4u

/* One side of a pass. */
typedef struct half {
    const hem_tree *tree;
    hem_view_points start, end;
    hem_patch_view *views, *end_views;
    uint32_t slot_mask;
} half;

static half first_half(const hem_leaf_pairs *pass)
{
    return (half){.tree = pass->a,
                  .start = {pass->positions_a, pass->points_a},
                  .end = {pass->ends_a, pass->end_points_a},
                  .views = pass->views_a,
                  .end_views = pass->end_views_a,
                  .slot_mask = pass->slot_mask};
}

static half second_half(const hem_leaf_pairs *pass)
{
    return (half){.tree = pass->b,
                  .start = {pass->positions_b, pass->points_b},
                  .end = {pass->ends_b, pass->end_points_b},
                  .views = pass->views_b,
                  .end_views = pass->end_views_b,
                  .slot_mask = pass->slot_mask};
}

/* Fills a leaf's views as far as the first stage; false for positions that do not fit. */
static bool fill_views(const half *of, uint32_t leaf)
{
    uint32_t slot = leaf & of->slot_mask;
    hem_patch_view *view = of->views + slot;
    if (view->stage != HEM_VIEW_EMPTY && view->leaf == leaf) {
        return true;
    }
    return hem_patch_fill_slab(view, of->tree, leaf, &of->start) &&
           (of->end_views == NULL ||
            hem_patch_fill_end(of->end_views + slot, view, of->tree, leaf, &of->end));
}

static void fill_boxes(const half *of, uint32_t leaf, const hem_patch_grid *grid)
{
    uint32_t slot = leaf & of->slot_mask;
    hem_patch_fill_boxes(of->views + slot, of->tree, leaf, grid);
    if (of->end_views != NULL) {
        hem_patch_fill_boxes(of->end_views + slot, of->tree, leaf, grid);
    }
}

static void fill_slants(const half *of, uint32_t leaf, const hem_patch_grid *grid)
{
    uint32_t slot = leaf & of->slot_mask;
    hem_patch_fill_slants(of->views + slot, of->tree, leaf, grid);
    if (of->end_views != NULL) {
        hem_patch_fill_slants(of->end_views + slot, of->tree, leaf, grid);
    }
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

/* Which of a leaf's triangles have a marked vertex: sixteen at a time. */
static uint32_t marked_triangles(const uint16_t *bits, uint32_t marked)
{
    const hem_s8 zero = hem_s8_splat(0), any = hem_s8_splat((int16_t)(uint16_t)marked);
    uint32_t without = 0;
    for (uint32_t i = 0; i < HEM_LEAF_TRIANGLES; i += 8) {
        hem_s8 own = hem_s8_load((const int16_t *)(const void *)(bits + i));
        without |= hem_s8_equal_bits(hem_s8_and(own, any), zero) << i;
    }
    return ~without & 0xFFFFu;
}

static void set_marked(const hem_leaf_pairs *pass, hem_leaf_pair *now)
{
    now->marked_a = now->marked_b = now->marked_rows = now->marked_columns = 0xFFFFu;
    if (pass->marks_a != NULL) {
        now->marked_a = pass->marks_a->leaves[now->leaf_a];
        now->marked_b = pass->marks_b->leaves[now->leaf_b];
        now->marked_rows = marked_triangles(now->cull.bits_a, now->marked_a);
        now->marked_columns = marked_triangles(now->cull.bits_b, now->marked_b);
    }
}

/* Has any of the triangles that are left a marked vertex? */
static bool any_is_marked(const hem_leaf_pair *now)
{
    return ((now->pairs.row_mask & now->marked_rows) |
            (now->pairs.column_mask & now->marked_columns)) != 0;
}

static void keep_marked(const hem_leaf_pair *now, uint16_t *rows)
{
    for (uint32_t i = 0; i < HEM_LEAF_TRIANGLES; i++) {
        bool marked = (now->marked_rows >> i & 1u) != 0;
        rows[i] = (uint16_t)(rows[i] & (marked ? 0xFFFFu : now->marked_columns));
    }
}

static bool look_at(hem_leaf_pairs *pass, hem_pair leaves, hem_leaf_pair *now)
{
    const half a = first_half(pass), b = second_half(pass);
    const uint32_t *begin_a = hem_tree_leaf_begin(pass->a) + leaves.first;
    const uint32_t *begin_b = hem_tree_leaf_begin(pass->b) + leaves.second;
    if (!fill_views(&a, leaves.first) || !fill_views(&b, leaves.second)) {
        pass->misfit = true;
        return false;
    }
    uint32_t slot_a = leaves.first & pass->slot_mask, slot_b = leaves.second & pass->slot_mask;
    now->leaf_a = leaves.first;
    now->leaf_b = leaves.second;
    now->same = pass->a == pass->b && leaves.first == leaves.second;
    now->cull = (hem_cull_in){
        .a = a.views + slot_a,
        .b = b.views + slot_b,
        .end_a = a.end_views == NULL ? NULL : a.end_views + slot_a,
        .end_b = b.end_views == NULL ? NULL : b.end_views + slot_b,
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
    set_marked(pass, now);
    if (!any_is_marked(now)) {
        return false;
    }
    fill_boxes(&a, leaves.first, &pass->grid);
    fill_boxes(&b, leaves.second, &pass->grid);
    start_rows(pass, now, now->pairs.rows);
    if (pass->marks_a != NULL) {
        keep_marked(now, now->pairs.rows);
    }
    hem_cull_by_boxes(&now->cull, &now->pairs);
    if (now->pairs.row_mask == 0) {
        return false;
    }
    if (pass->slants) {
        fill_slants(&a, leaves.first, &pass->grid);
        fill_slants(&b, leaves.second, &pass->grid);
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

uint64_t hem_leaf_pairs_bytes(const hem_tree *a, const hem_tree *b, bool moving)
{
    uint64_t views = HEM_ARENA_BYTES(a->leaf_count, sizeof(hem_patch_view)) +
                     (a == b ? 0u : HEM_ARENA_BYTES(b->leaf_count, sizeof(hem_patch_view)));
    return (moving ? 2u : 1u) * views +
           HEM_ARENA_BYTES(hem_traverse_room(a, b), sizeof(hem_traverse_entry)) +
           HEM_ARENA_BYTES(BATCH, sizeof(hem_pair));
}

uint64_t hem_leaf_pairs_bytes_limited(uint32_t leaves, uint32_t traverse_room, uint32_t view_limit)
{
    uint64_t slots = hem_view_slots(leaves, view_limit);
    return 4u * HEM_ARENA_BYTES(slots, sizeof(hem_patch_view)) +
           HEM_ARENA_BYTES(traverse_room, sizeof(hem_traverse_entry)) +
           HEM_ARENA_BYTES(BATCH, sizeof(hem_pair));
}

static hem_patch_view *take_views(hem_arena *scratch, uint32_t count)
{
    hem_patch_view *views = hem_arena_take(scratch, count, sizeof *views);
    for (uint32_t i = 0; i < count; i++) {
        views[i].stage = HEM_VIEW_EMPTY;
    }
    return views;
}

static void start_views(hem_leaf_pairs *pass, hem_arena *scratch)
{
    uint32_t most =
        pass->a->leaf_count > pass->b->leaf_count ? pass->a->leaf_count : pass->b->leaf_count;
    bool all = pass->view_limit == 0 || most <= pass->view_limit;
    bool shared = pass->a == pass->b && all;
    uint32_t slots_a = hem_view_slots(pass->a->leaf_count, pass->view_limit);
    uint32_t slots_b = hem_view_slots(pass->b->leaf_count, pass->view_limit);
    pass->slot_mask = all ? UINT32_MAX : pass->view_limit - 1u;
    pass->views_a = take_views(scratch, slots_a);
    pass->views_b = shared ? pass->views_a : take_views(scratch, slots_b);
    pass->end_views_a = pass->end_views_b = NULL;
    if (pass->ends_a != NULL) {
        pass->end_views_a = take_views(scratch, slots_a);
        pass->end_views_b = shared ? pass->end_views_a : take_views(scratch, slots_b);
    }
}

void hem_leaf_pairs_start(hem_leaf_pairs *pass, hem_arena *scratch)
{
    pass->mark = hem_arena_mark(scratch);
    pass->grid = hem_patch_grid_for(pass->a, pass->b, pass->epsilon, pass->slants);
    start_views(pass, scratch);
    hem_traverse_entry *stack =
        hem_arena_take(scratch, hem_traverse_room(pass->a, pass->b), sizeof *stack);
    pass->batch = hem_arena_take(scratch, BATCH, sizeof *pass->batch);
    pass->next = pass->count = 0;
    pass->leaf_pairs = pass->leaf_tests = 0;
    pass->misfit = false;
    /* Volumes are fitted to positions as they are, views hold them on the grid. */
    hem_traverse_def def = {.a = pass->a, .b = pass->b, .epsilon = pass->epsilon + HEM_GRID};
    if (pass->marks_a != NULL) {
        def.marks_a = pass->marks_a->groups;
        def.marks_b = pass->marks_b->groups;
    }
    hem_traverse_start_with(&pass->walk, &def, stack);
}

/* What of a view every pass reads, or every pass with slants. */
static void fetch_view(const hem_patch_view *view, bool slants)
{
    const uint8_t *bytes = (const uint8_t *)view;
    uint32_t end = slants ? (uint32_t)offsetof(hem_patch_view, slant)
                          : (uint32_t)offsetof(hem_patch_view, slant_low);
    for (uint32_t line = 0; line < end; line += 64u) {
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
        if (pass->view_limit == 0 && place + AHEAD < pass->count) {
            fetch_view(pass->views_a + pass->batch[place + AHEAD].first, pass->slants);
            fetch_view(pass->views_b + pass->batch[place + AHEAD].second, pass->slants);
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

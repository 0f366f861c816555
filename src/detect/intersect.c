/* Triangles that meet: see inc/hem/detect.h. */
#include "hem/detect.h"

#include "base/bits.h"
#include "base/ranges.h"
#include "detect/leaf_pairs.h"
#include "detect/pair_list.h"
#include "detect/side.h"
#include "hem/port.h"
#include "narrow/triangle_pairs.h"
#include "tree/tree_parts.h"

/* Pairs of triangles on their way to the test, and where they stand in the trees' order. */
typedef struct waiting {
    hem_triangle_pairs pairs;
    hem_pair place[HEM_TRIANGLE_PAIRS];
    uint32_t count;
} waiting;

typedef struct pass {
    const hem_intersect_in *in;
    hem_intersect_out *out;
    waiting *waiting;
    hem_pair_list found;
} pass;

/* Tests what waits. */
static void test_pairs(pass *now)
{
    const hem_intersect_in *in = now->in;
    waiting *wait = now->waiting;
    uint32_t meet = hem_triangle_pairs_meet(&wait->pairs, wait->count);
    now->out->pair_tests += wait->count;
    wait->count = 0;
    if (in->first_only) {
        meet = now->found.count > 0 ? 0 : meet & (0u - meet);
    }
    for (; meet != 0; meet &= meet - 1u) {
        hem_pair at = wait->place[hem_bits_lowest(meet)];
        hem_pair pair = {hem_tree_order(in->a)[at.first], hem_tree_order(in->b)[at.second]};
        bool turned = in->a == in->b && pair.second < pair.first;
        hem_pair_list_add(&now->found, turned ? (hem_pair){pair.second, pair.first} : pair);
    }
}

static hem_triangle_numbers triangle_of(const hem_patch_view *view, uint16_t corners)
{
    return hem_triangle_numbers_at(view->x, view->y, view->z, hem_corner(corners, 0),
                                   hem_corner(corners, 1), hem_corner(corners, 2));
}

/* Lets the pairs of two leaves wait, and tests whenever there are enough. */
static void gather_pairs(pass *now, const hem_leaf_pair *leaves)
{
    const hem_cull_in *cull = &leaves->cull;
    waiting *wait = now->waiting;
    uint32_t begin_a = hem_tree_leaf_begin(now->in->a)[leaves->leaf_a];
    uint32_t begin_b = hem_tree_leaf_begin(now->in->b)[leaves->leaf_b];
    for (uint32_t mask = leaves->pairs.row_mask; mask != 0; mask &= mask - 1u) {
        uint32_t i = hem_bits_lowest(mask);
        hem_triangle_numbers a = triangle_of(cull->a, cull->corners_a[i]);
        for (uint32_t row = leaves->pairs.rows[i]; row != 0; row &= row - 1u) {
            uint32_t j = hem_bits_lowest(row);
            hem_triangle_numbers b = triangle_of(cull->b, cull->corners_b[j]);
            hem_triangle_pairs_put(&wait->pairs, wait->count, &a, &b);
            wait->place[wait->count++] = (hem_pair){begin_a + i, begin_b + j};
            if (wait->count == HEM_TRIANGLE_PAIRS) {
                test_pairs(now);
            }
        }
    }
}

uint64_t hem_intersect_bytes(const hem_tree *a, const hem_tree *b)
{
    return a == NULL || b == NULL
               ? 0
               : hem_leaf_pairs_bytes(a, b, false) + HEM_ARENA_BYTES(1, sizeof(waiting));
}

static hem_status run(pass *now)
{
    const hem_intersect_in *in = now->in;
    hem_leaf_pairs pairs = {
        .a = in->a,
        .b = in->b,
        .positions_a = in->positions_a,
        .positions_b = in->positions_b,
        /* They pay where layers lie on layers, which within one body they often do. */
        .slants = in->a == in->b,
    };
    hem_leaf_pair leaves;
    hem_leaf_pairs_start(&pairs, in->scratch);
    now->waiting = hem_arena_take(in->scratch, 1, sizeof *now->waiting);
    now->waiting->count = 0;
    while (hem_leaf_pairs_next(&pairs, &leaves)) {
        gather_pairs(now, &leaves);
        if (in->first_only) {
            test_pairs(now);
            if (now->found.count > 0) {
                break;
            }
        }
    }
    test_pairs(now);
    hem_leaf_pairs_end(&pairs, in->scratch);
    now->out->leaf_pairs = pairs.leaf_pairs;
    now->out->leaf_tests = pairs.leaf_tests;
    now->out->volume_tests = pairs.walk.volume_tests;
    return pairs.misfit ? HEM_OUT_OF_RANGE : HEM_OK;
}

static hem_status check(const hem_intersect_in *in, const hem_intersect_out *out)
{
    if (in == NULL || out == NULL || in->a == NULL || in->b == NULL || in->positions_a == NULL ||
        in->positions_b == NULL || in->scratch == NULL || (in->pairs == NULL && in->room > 0)) {
        return HEM_NULL;
    }
    const hem_range given[] = {
        {in, sizeof *in}, {out, sizeof *out}, {in->pairs, (uint64_t)in->room * sizeof *in->pairs}};
    if (hem_any_in_free_part(in->scratch, given, sizeof given / sizeof given[0]) ||
        hem_tree_in_free_part(in->a, in->positions_a, in->scratch) ||
        hem_tree_in_free_part(in->b, in->positions_b, in->scratch)) {
        return HEM_ALIASED;
    }
    bool fitting = in->a->axis_count == in->b->axis_count;
    return fitting && in->a->partial == 0 && in->b->partial == 0 ? HEM_OK : HEM_BAD_DEFINITION;
}

hem_status hem_intersect(const hem_intersect_in *in, hem_intersect_out *out)
{
    hem_status status = check(in, out);
    if (status != HEM_OK) {
        return status;
    }
    *out = (hem_intersect_out){0};
    uint64_t needed = hem_intersect_bytes(in->a, in->b);
    if (needed > in->scratch->capacity - in->scratch->used) {
        out->needed = needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed;
        return HEM_FULL_SCRATCH;
    }
    pass now = {.in = in, .out = out, .found = {.pairs = in->pairs, .room = in->room}};
    uint32_t saved = hem_fp_enter();
    status = run(&now);
    hem_pair_list_finish(&now.found);
    hem_fp_leave(saved);
    if (status != HEM_OK) {
        *out = (hem_intersect_out){0};
        return status;
    }
    out->count = now.found.count;
    out->kept = now.found.kept;
    return out->kept < out->count ? HEM_LIMITED : HEM_OK;
}

/* Fronts, as the caller has them: see inc/hem/coherence.h. */
#include "hem/coherence.h"

#include "base/ranges.h"
#include "base/real.h"
#include "detect/pair_list.h"
#include "detect/side.h"
#include "hem/port.h"
#include "tree/front.h"

#include <string.h>

#define FRONT_COOKIE 0x46524F4Eu
#define BATCH        256u

_Static_assert(sizeof(hem_traverse_entry) == HEM_FRONT_ENTRY_BYTES, "an entry of the list");

hem_status hem_front_make(hem_arena *arena, uint32_t capacity, hem_front **out, hem_detail *detail)
{
    if (arena == NULL || arena->base == NULL || out == NULL) {
        return HEM_NULL;
    }
    if (hem_in_free_part(arena, arena, sizeof *arena) ||
        hem_in_free_part(arena, out, sizeof *out) ||
        (detail != NULL && hem_in_free_part(arena, detail, sizeof *detail))) {
        return HEM_ALIASED;
    }
    uint64_t bytes = HEM_FRONT_BYTES(capacity);
    hem_status status = HEM_OK;
    if (capacity == 0 || bytes > UINT32_MAX) {
        status = HEM_BAD_CAPACITY;
    } else if (bytes > arena->capacity - arena->used) {
        status = HEM_BLOCK_TOO_SMALL;
    } else {
        *out = hem_arena_take(arena, 1, sizeof **out);
        **out = (hem_front){.cookie = FRONT_COOKIE, .capacity = capacity};
        memset(hem_arena_take(arena, capacity, HEM_FRONT_ENTRY_BYTES), 0,
               (size_t)capacity * HEM_FRONT_ENTRY_BYTES);
    }
    if (detail != NULL) {
        *detail = (hem_detail){HEM_NONE, status == HEM_BLOCK_TOO_SMALL ? (uint32_t)bytes : 0u};
    }
    return status;
}

hem_status hem_front_reset(hem_front *front)
{
    if (front == NULL) {
        return HEM_NULL;
    }
    if (front->cookie != FRONT_COOKIE) {
        return HEM_BAD_DEFINITION;
    }
    front->count = 0;
    return HEM_OK;
}

uint64_t hem_front_pairs_bytes(const hem_tree *a, const hem_tree *b)
{
    if (a == NULL || b == NULL) {
        return 0;
    }
    return HEM_ARENA_BYTES(hem_traverse_room(a, b), sizeof(hem_traverse_entry)) +
           HEM_ARENA_BYTES(BATCH, sizeof(hem_pair));
}

/* Empties the list when it is old or of other trees; true if it is empty. */
static bool refresh(hem_front *front, const hem_front_in *in)
{
    hem_front now = *front;
    now.within = in->a == in->b;
    now.groups_a = in->a->group_count;
    now.leaves_a = in->a->leaf_count;
    now.groups_b = in->b->group_count;
    now.leaves_b = in->b->leaf_count;
    bool same = now.within == front->within && now.groups_a == front->groups_a &&
                now.leaves_a == front->leaves_a && now.groups_b == front->groups_b &&
                now.leaves_b == front->leaves_b;
    bool old = in->refresh_after != 0 && front->steps >= in->refresh_after;
    bool fresh = !same || old || front->count == 0;
    if (fresh) {
        now.count = now.steps = 0;
        now.refreshed++;
    }
    now.steps++;
    *front = now;
    return fresh;
}

static void run(hem_front *front, const hem_front_in *in, hem_front_out *out)
{
    uint32_t mark = hem_arena_mark(in->scratch);
    hem_traverse_entry *stack =
        hem_arena_take(in->scratch, hem_traverse_room(in->a, in->b), sizeof *stack);
    hem_pair *batch = hem_arena_take(in->scratch, BATCH, sizeof *batch);
    out->fresh = refresh(front, in);
    uint8_t *behind = (uint8_t *)front + HEM_ARENA_BYTES(1u, sizeof *front);
    hem_front_walk walk = {
        .list = (hem_traverse_entry *)(void *)behind,
        .room = front->capacity,
        .count = front->count,
    };
    hem_pair_list found = {.pairs = in->pairs, .room = in->room};
    hem_front_start(&walk, in->a, in->b, in->epsilon, stack);
    for (uint32_t count; (count = hem_front_next(&walk, batch, BATCH)) > 0;) {
        for (uint32_t i = 0; i < count; i++) {
            hem_pair_list_add(&found, batch[i]);
        }
    }
    hem_front_end(&walk);
    hem_pair_list_finish(&found);
    front->count = walk.count;
    out->count = found.count;
    out->kept = found.kept;
    out->listed = walk.count;
    out->walked = walk.left_out;
    out->volume_tests = walk.walk.volume_tests;
    hem_arena_release(in->scratch, mark);
}

static bool in_free_part(const hem_front *front, const hem_front_in *in, const hem_front_out *out)
{
    const hem_range given[] = {{front, HEM_FRONT_BYTES(front->capacity)},
                               {in, sizeof *in},
                               {out, sizeof *out},
                               {in->pairs, (uint64_t)in->room * sizeof *in->pairs}};
    return hem_any_in_free_part(in->scratch, given, sizeof given / sizeof given[0]) ||
           hem_tree_in_free_part(in->a, NULL, in->scratch) ||
           hem_tree_in_free_part(in->b, NULL, in->scratch);
}

static hem_status check(const hem_front *front, const hem_front_in *in, const hem_front_out *out)
{
    if (in->a == NULL || in->b == NULL || in->scratch == NULL ||
        (in->pairs == NULL && in->room > 0)) {
        return HEM_NULL;
    }
    if (front->cookie != FRONT_COOKIE) {
        return HEM_BAD_DEFINITION;
    }
    if (in_free_part(front, in, out)) {
        return HEM_ALIASED;
    }
    if (in->a->axis_count != in->b->axis_count || in->a->partial != 0 || in->b->partial != 0) {
        return HEM_BAD_DEFINITION;
    }
    if (!hem_is_finite(in->epsilon)) {
        return HEM_NOT_FINITE;
    }
    return in->epsilon < 0.0f || in->epsilon > HEM_DOMAIN ? HEM_OUT_OF_RANGE : HEM_OK;
}

hem_status hem_front_pairs(hem_front *front, const hem_front_in *in, hem_front_out *out)
{
    if (front == NULL || in == NULL || out == NULL) {
        return HEM_NULL;
    }
    hem_status status = check(front, in, out);
    if (status != HEM_OK) {
        return status;
    }
    *out = (hem_front_out){0};
    uint64_t needed = hem_front_pairs_bytes(in->a, in->b);
    if (needed > in->scratch->capacity - in->scratch->used) {
        out->needed = needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed;
        return HEM_FULL_SCRATCH;
    }
    uint32_t saved = hem_fp_enter();
    run(front, in, out);
    hem_fp_leave(saved);
    return out->kept < out->count ? HEM_LIMITED : HEM_OK;
}

/* Sweep and prune on three axes (003-6): the ends of all boxes stay in order from step to step.
 *
 * Two boxes that did not overlap and now do have, on some axis, a lower end that was above the
 * other's upper end and now is not. Insertion sort brings each such pair of ends past each other
 * once, so every pair that begins to overlap is seen there; what overlapped before is in the list
 * and only has to be compared again. Where ends are equal, lower ones stand first, so that touching
 * counts. */
#include "detect/broad_parts.h"

#include "base/sort.h"

#include <string.h>

/* An axis on which more places than that would have to change for each end is sorted as a whole,
 * which takes about as long. */
#define SWAPS_FOR_EACH 8u

/* Bodies that are no longer fixed are compared with all others, if they are so few. */
#define MOST_RELEASED 16u

static bool is_high(hem_pair end)
{
    return (end.second & HEM_BROAD_HIGH) != 0;
}

static uint32_t body_of(hem_pair end)
{
    return end.second & ~HEM_BROAD_HIGH;
}

/* The end where it now is. */
static hem_pair moved(const hem_broad_step *step, uint32_t axis, hem_pair end)
{
    const hem_wide_box *box = step->boxes + body_of(end);
    end.first = hem_float_key(is_high(end) ? box->high[axis] : box->low[axis]);
    return end;
}

/* Takes out the ends of bodies that are gone; puts those of new ones behind all others, upper ends
 * first, as if they lay apart from everything. */
static void resize(const hem_broad_step *step, uint32_t axis)
{
    hem_pair *ends = hem_ends_on(step, axis);
    uint32_t before = step->broad->sorted, count = step->in->count, place = 2u * before;
    if (count < before) {
        place = 0;
        for (uint32_t i = 0; i < 2u * before; i++) {
            ends[place] = ends[i];
            place += body_of(ends[i]) < count;
        }
        memset(ends + place, 0, 2u * (size_t)(before - count) * sizeof *ends);
    }
    for (uint32_t body = before; body < count; body++) {
        ends[place].second = body | HEM_BROAD_HIGH;
        ends[place + count - before].second = body;
        place++;
    }
}

static void compare(const hem_broad_step *step, uint32_t a, uint32_t b, hem_pair_list *fresh)
{
    if (a == b || hem_both_fixed(step, a, b)) {
        return;
    }
    step->out->box_tests++;
    if (hem_wide_boxes_overlap(step->boxes + a, step->boxes + b)) {
        hem_pair_list_add(fresh, hem_ordered_pair(a, b));
    }
}

/* Insertion sort of an axis, with new keys; compares what comes to overlap on it. False when it
 * takes too many swaps: then the axis is not in order. */
static bool insert_ends(const hem_broad_step *step, uint32_t axis, hem_pair_list *fresh,
                        uint64_t *swaps)
{
    hem_pair *ends = hem_ends_on(step, axis);
    uint32_t count = 2u * step->in->count;
    uint64_t most = *swaps + count;
    for (uint32_t i = 0; i < count; i++) {
        hem_pair moving = moved(step, axis, ends[i]);
        bool opens = !is_high(moving) && fresh != NULL;
        uint32_t place = i;
        for (; place > 0 && hem_sort_before(moving, ends[place - 1u]); place--) {
            ends[place] = ends[place - 1u];
            if (opens && is_high(ends[place])) {
                compare(step, moving.second, body_of(ends[place]), fresh);
            }
        }
        ends[place] = moving;
        *swaps += i - place;
        most += SWAPS_FOR_EACH;
        if (*swaps > most) {
            return false;
        }
    }
    return true;
}

/* Pairs of bodies that were both fixed are in no list. False: too many to look at. */
static bool compare_released(const hem_broad_step *step, hem_pair_list *fresh)
{
    const uint32_t *was_fixed = step->parts.fixed;
    uint32_t before = step->broad->sorted, count = step->in->count, released = 0;
    for (uint32_t body = hem_bits_next(was_fixed, before, 0); body < count;
         body = hem_bits_next(was_fixed, before, body + 1u)) {
        if (step->in->fixed != NULL && step->in->fixed[body] != 0) {
            continue;
        }
        released++;
        if (released > MOST_RELEASED) {
            return false;
        }
        for (uint32_t other = hem_bits_next(was_fixed, before, 0); other < count;
             other = hem_bits_next(was_fixed, before, other + 1u)) {
            compare(step, body, other, fresh);
        }
    }
    return true;
}

static void note_fixed(const hem_broad_step *step)
{
    uint32_t before = step->broad->sorted, count = step->in->count;
    hem_bits_clear_all(step->parts.fixed, before > count ? before : count);
    for (uint32_t body = 0; body < count && step->in->fixed != NULL; body++) {
        if (step->in->fixed[body] != 0) {
            hem_bits_add(step->parts.fixed, body);
        }
    }
}

/* Of the last step's pairs, those that still overlap; they stay in order. */
static uint32_t keep_old(const hem_broad_step *step)
{
    hem_pair *pairs = step->parts.pairs;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < step->broad->kept; i++) {
        hem_pair pair = pairs[i];
        if (pair.second < step->in->count && !hem_both_fixed(step, pair.first, pair.second)) {
            step->out->box_tests++;
            pairs[kept] = pair;
            kept += hem_wide_boxes_overlap(step->boxes + pair.first, step->boxes + pair.second);
        }
    }
    return kept;
}

/* A pair may come to overlap on several axes at once. */
static uint32_t drop_repeated(hem_pair *pairs, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || hem_sort_before(pairs[kept - 1u], pairs[i])) {
            pairs[kept++] = pairs[i];
        }
    }
    return kept;
}

/* Merges new pairs into the old ones, from the back, as far as there is room. */
static void merge(hem_broad_step *step, const hem_pair_list *fresh)
{
    hem_broad *broad = step->broad;
    hem_pair *pairs = step->parts.pairs;
    uint32_t used = broad->kept, old = keep_old(step);
    uint32_t added = drop_repeated(fresh->pairs, fresh->kept);
    uint64_t place = (uint64_t)old + added;
    step->out->count = place > UINT32_MAX ? UINT32_MAX : (uint32_t)place;
    broad->complete = place <= broad->pair_capacity;
    broad->kept = broad->complete != 0 ? (uint32_t)place : broad->pair_capacity;
    while (added > 0) {
        bool is_old = old > 0 && hem_sort_before(fresh->pairs[added - 1u], pairs[old - 1u]);
        hem_pair largest = is_old ? pairs[--old] : fresh->pairs[--added];
        place--;
        if (place < broad->pair_capacity) {
            pairs[place] = largest;
        }
    }
    if (broad->kept < used) {
        memset(pairs + broad->kept, 0, (size_t)(used - broad->kept) * sizeof *pairs);
    }
}

/* What of the scratch is left, for pairs that begin to overlap. */
static hem_pair_list take_fresh(const hem_broad_step *step)
{
    uint32_t room = 3u * (step->in->count + 4u);
    return (hem_pair_list){
        .pairs = hem_arena_take(step->in->scratch, room, sizeof(hem_pair)),
        .room = room,
    };
}

void hem_broad_by_sweep(hem_broad_step *step)
{
    hem_broad *broad = step->broad;
    uint32_t mark = hem_arena_mark(step->in->scratch);
    hem_pair_list fresh = take_fresh(step);
    bool anew = broad->sorted == 0;
    bool changes = !anew && broad->complete != 0 && compare_released(step, &fresh);
    uint64_t swaps = 0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        resize(step, axis);
        if (anew || !insert_ends(step, axis, changes ? &fresh : NULL, &swaps)) {
            changes = false;
            hem_broad_sort_ends(step, axis, fresh.pairs);
        }
    }
    step->out->swaps = swaps > UINT32_MAX ? UINT32_MAX : (uint32_t)swaps;
    note_fixed(step);
    broad->sorted = step->in->count;
    if (changes && fresh.kept == fresh.count) {
        hem_pair_list_finish(&fresh);
        merge(step, &fresh);
        hem_arena_release(step->in->scratch, mark);
    } else {
        hem_arena_release(step->in->scratch, mark);
        hem_broad_along_best_axis(step);
    }
}

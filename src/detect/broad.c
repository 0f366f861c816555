/* Broad phase: memory, checks and the choice of a way. See inc/hem/broad.h. */
#include "hem/broad.h"

#include "base/ranges.h"
#include "base/vec3.h"
#include "detect/broad_parts.h"
#include "hem/port.h"

#include <string.h>

#define BROAD_COOKIE 0x48454D42u

_Static_assert(sizeof(hem_box) == 24, "hem_box is six floats");
_Static_assert(sizeof(hem_broad) == 4 * (6 + 3), "hem_broad is six counts and three offsets");
_Static_assert(offsetof(hem_broad, offset) == 24, "counts before offsets");
_Static_assert(sizeof(hem_wide_box) == 32, "hem_wide_box is two vectors");

static uint32_t bytes_or_zero(uint64_t bytes)
{
    return bytes > UINT32_MAX ? 0u : (uint32_t)bytes;
}

uint32_t hem_broad_bytes(uint32_t body_capacity, uint32_t pair_capacity)
{
    return body_capacity == 0 ? 0u : bytes_or_zero(HEM_BROAD_BYTES(body_capacity, pair_capacity));
}

uint32_t hem_broad_scratch_bytes(uint32_t body_count)
{
    return bytes_or_zero(HEM_BROAD_SCRATCH_BYTES(body_count));
}

static hem_broad_parts open_parts(hem_broad *broad)
{
    hem_broad_parts parts;
#define OPEN_PART(name, type, count) \
    parts.name = (type *)(void *)((uint8_t *)broad + broad->offset.name);
    HEM_BROAD_REGIONS(OPEN_PART, 0, 0)
#undef OPEN_PART
    return parts;
}

static hem_broad *take_state(hem_arena *arena, uint32_t bodies, uint32_t pairs)
{
    hem_broad *broad = hem_arena_take(arena, 1, sizeof *broad);
    *broad = (hem_broad){
        .cookie = BROAD_COOKIE,
        .body_capacity = bodies,
        .pair_capacity = pairs,
        .complete = 1,
    };
#define TAKE_PART(name, type, count)                                            \
    {                                                                           \
        uint8_t *part = hem_arena_take(arena, (uint32_t)(count), sizeof(type)); \
        memset(part, 0, (size_t)(count) * sizeof(type));                        \
        broad->offset.name = (uint32_t)(part - (uint8_t *)broad);               \
    }
    HEM_BROAD_REGIONS(TAKE_PART, bodies, pairs)
#undef TAKE_PART
    return broad;
}

hem_status hem_broad_make(hem_arena *arena, uint32_t body_capacity, uint32_t pair_capacity,
                          hem_broad **out, hem_detail *detail)
{
    if (arena == NULL || arena->base == NULL || out == NULL) {
        return HEM_NULL;
    }
    if (hem_in_free_part(arena, arena, sizeof *arena) ||
        hem_in_free_part(arena, out, sizeof *out) ||
        (detail != NULL && hem_in_free_part(arena, detail, sizeof *detail))) {
        return HEM_ALIASED;
    }
    hem_detail told = {HEM_NONE, hem_broad_bytes(body_capacity, pair_capacity)};
    hem_status status = HEM_OK;
    if (told.needed == 0) {
        status = HEM_BAD_CAPACITY;
    } else if (told.needed > arena->capacity - arena->used) {
        status = HEM_BLOCK_TOO_SMALL;
    } else {
        told.needed = 0;
        *out = take_state(arena, body_capacity, pair_capacity);
    }
    if (detail != NULL) {
        *detail = told;
    }
    return status;
}

void hem_broad_forget_order(hem_broad *broad, const hem_broad_parts *parts)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        memset(parts->ends + 2u * (size_t)axis * broad->body_capacity, 0,
               2u * (size_t)broad->sorted * sizeof *parts->ends);
    }
    hem_bits_clear_all(parts->fixed, broad->sorted);
    broad->sorted = 0;
}

hem_status hem_broad_reset(hem_broad *broad)
{
    if (broad == NULL) {
        return HEM_NULL;
    }
    if (broad->cookie != BROAD_COOKIE) {
        return HEM_BAD_DEFINITION;
    }
    hem_broad_parts parts = open_parts(broad);
    hem_broad_forget_order(broad, &parts);
    memset(parts.pairs, 0, (size_t)broad->kept * sizeof *parts.pairs);
    broad->kept = 0;
    broad->complete = 1;
    return HEM_OK;
}

/* ---- checks ---- */

typedef struct span {
    const void *begin; /* null: not there */
    uint64_t bytes;
} span;

static bool spans_overlap(span a, span b)
{
    return a.begin != NULL && b.begin != NULL &&
           hem_ranges_overlap(a.begin, a.bytes, b.begin, b.bytes);
}

static bool is_aliased(const hem_broad *broad, const hem_broad_in *in, const hem_broad_out *out)
{
    const hem_arena *scratch = in->scratch;
    const span written[3] = {
        {out, sizeof *out},
        {broad, HEM_BROAD_BYTES(broad->body_capacity, broad->pair_capacity)},
        {scratch->base + scratch->used, scratch->capacity - scratch->used},
    };
    const span read[5] = {
        {in, sizeof *in},
        {scratch, sizeof *scratch},
        {in->boxes, (uint64_t)in->count * sizeof *in->boxes},
        {in->loose, (uint64_t)in->count * sizeof *in->loose},
        {in->fixed, in->count},
    };
    for (uint32_t i = 0; i < 3; i++) {
        if (spans_overlap(written[i], written[(i + 1u) % 3u])) {
            return true;
        }
        for (uint32_t j = 0; j < 5; j++) {
            if (spans_overlap(written[i], read[j])) {
                return true;
            }
        }
    }
    return false;
}

static hem_status check_numbers(const hem_broad *broad, const hem_broad_in *in, hem_detail *detail)
{
    if (in->count > broad->body_capacity) {
        detail->needed = in->count;
        return HEM_FULL_BODIES;
    }
    if (!hem_is_finite(in->epsilon)) {
        return HEM_NOT_FINITE;
    }
    if (in->epsilon < 0.0f) {
        return HEM_OUT_OF_RANGE;
    }
    uint32_t needed = hem_broad_scratch_bytes(in->count);
    if (needed == 0 || needed > in->scratch->capacity - in->scratch->used) {
        detail->needed = needed;
        return HEM_FULL_SCRATCH;
    }
    return HEM_OK;
}

/* ---- boxes ---- */

static bool is_empty(const hem_box *box)
{
    return !(box->low.x <= box->high.x && box->low.y <= box->high.y && box->low.z <= box->high.z);
}

static bool is_finite_box(const hem_box *box)
{
    return hem_vec3_is_finite(box->low) && hem_vec3_is_finite(box->high);
}

/* Rounding keeps order: if two boxes are no farther apart than twice `by`, the widened ones
 * overlap. Zeros of both signs become one. */
static hem_wide_box widen(const hem_box *box, float by)
{
    if (is_empty(box)) {
        const float infinity = hem_bits_float(0x7F800000u);
        return (hem_wide_box){{infinity, infinity, infinity, 0.0f},
                              {-infinity, -infinity, -infinity, 0.0f}};
    }
    const hem_f4 zero = hem_f4_zero(), most = hem_f4_splat(FLT_MAX);
    hem_wide_box wide = {{box->low.x, box->low.y, box->low.z, 0.0f},
                         {box->high.x, box->high.y, box->high.z, 0.0f}};
    hem_f4 low = hem_f4_add(hem_f4_sub(hem_f4_load(wide.low), hem_f4_splat(by)), zero);
    hem_f4 high = hem_f4_add(hem_f4_add(hem_f4_load(wide.high), hem_f4_splat(by)), zero);
    hem_f4_store(wide.low, hem_f4_max(low, hem_f4_sub(zero, most)));
    hem_f4_store(wide.high, hem_f4_min(high, most));
    return wide;
}

/* Chooses each body's box and widens it. Writes nothing but scratch and `out`. */
static hem_status take_boxes(hem_broad_step *step)
{
    const hem_broad_in *in = step->in;
    /* Half of a denormal number may round down. */
    float by = in->epsilon > 0.0f ? 0.5f * in->epsilon + FLT_MIN : 0.0f;
    for (uint32_t i = 0; i < in->count; i++) {
        const hem_box *box = in->boxes + i, *loose = in->loose == NULL ? box : in->loose + i;
        if (!is_finite_box(box) || !is_finite_box(loose)) {
            step->out->detail.index = i;
            return HEM_NOT_FINITE;
        }
        if (hem_box_holds(loose, box)) {
            box = loose;
        } else {
            step->out->first_broken = step->out->broken == 0 ? i : step->out->first_broken;
            step->out->broken++;
        }
        step->boxes[i] = widen(box, by);
    }
    return HEM_OK;
}

/* ---- a step ---- */

void hem_broad_take_list(hem_broad_step *step, hem_pair_list *list)
{
    hem_pair_list_finish(list);
    if (list->kept < step->broad->kept) {
        memset(list->pairs + list->kept, 0,
               (size_t)(step->broad->kept - list->kept) * sizeof *list->pairs);
    }
    step->broad->kept = list->kept;
    step->broad->complete = list->kept == list->count;
    step->out->count = list->count;
}

static hem_status run(hem_broad_step *step)
{
    hem_status status = take_boxes(step);
    if (status != HEM_OK) {
        return status;
    }
    bool few = step->in->count <= HEM_BROAD_FEW;
    bool brute =
        step->in->method == HEM_BROAD_AUTOMATIC ? few : step->in->method == HEM_BROAD_BRUTE;
    step->out->method = brute ? HEM_BROAD_BRUTE : HEM_BROAD_SWEEP;
    if (brute) {
        hem_broad_by_brute_force(step);
    } else {
        hem_broad_by_sweep(step);
    }
    step->out->kept = step->broad->kept;
    return step->broad->complete != 0 ? HEM_OK : HEM_LIMITED;
}

hem_status hem_broad_update(hem_broad *broad, const hem_broad_in *in, hem_broad_out *out)
{
    if (broad == NULL || in == NULL || out == NULL || in->scratch == NULL ||
        in->scratch->base == NULL || (in->boxes == NULL && in->count > 0)) {
        return HEM_NULL;
    }
    if (broad->cookie != BROAD_COOKIE || (uint32_t)in->method >= HEM_BROAD_METHODS) {
        return HEM_BAD_DEFINITION;
    }
    if (is_aliased(broad, in, out)) {
        return HEM_ALIASED;
    }
    *out = (hem_broad_out){.first_broken = HEM_NONE, .detail = {HEM_NONE, 0}};
    hem_status status = check_numbers(broad, in, &out->detail);
    if (status != HEM_OK) {
        return status;
    }
    uint32_t mark = hem_arena_mark(in->scratch);
    hem_broad_step step = {.broad = broad, .parts = open_parts(broad), .in = in, .out = out};
    step.boxes = hem_arena_take(in->scratch, in->count, sizeof *step.boxes);
    uint32_t saved = hem_fp_enter();
    status = run(&step);
    hem_fp_leave(saved);
    hem_arena_release(in->scratch, mark);
    return status;
}

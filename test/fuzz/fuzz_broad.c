/* Fuzzes the broad phase: any boxes, promises and methods, step after step, with memory that moves
 * in between. The pairs are those of each box with each, a state follows from its last step alone,
 * and what is refused leaves it as it was. */
#include "fuzz/fuzz_body.h"
#include "hem/broad.h"

#include <float.h>
#include <math.h>

enum { MOST = 24 };

typedef struct step {
    hem_box own[MOST], loose[MOST], taken[MOST];
    uint8_t fixed[MOST];
    bool finite, has_loose, has_fixed;
    uint32_t broken, first_broken;
    hem_broad_in in;
} step;

/* ---- boxes ---- */

static hem_box some_box(fuzz_bytes *bytes, fuzz_places places)
{
    hem_box box = {fuzz_position(bytes, places), fuzz_position(bytes, places)};
    float *low = &box.low.x, *high = &box.high.x;
    bool any = fuzz_one_in(bytes, 8);
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (!any && low[axis] > high[axis]) {
            float kept = low[axis];
            low[axis] = high[axis];
            high[axis] = kept;
        }
    }
    return box;
}

static bool is_finite(const hem_box *box)
{
    return isfinite(box->low.x) && isfinite(box->low.y) && isfinite(box->low.z) &&
           isfinite(box->high.x) && isfinite(box->high.y) && isfinite(box->high.z);
}

static bool is_empty(const hem_box *box)
{
    return box->low.x > box->high.x || box->low.y > box->high.y || box->low.z > box->high.z;
}

static bool holds(const hem_box *outer, const hem_box *inner)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        if ((&inner->low.x)[axis] < (&outer->low.x)[axis] ||
            (&inner->high.x)[axis] > (&outer->high.x)[axis]) {
            return is_empty(inner);
        }
    }
    return true;
}

/* How far two boxes are apart on the axis where it is most, less what rounding may hide. */
static double gap(const hem_box *a, const hem_box *b, float epsilon, double rounding)
{
    double most = -1e300;
    for (uint32_t axis = 0; axis < 3; axis++) {
        double low_a = (double)(&a->low.x)[axis], high_a = (double)(&a->high.x)[axis];
        double low_b = (double)(&b->low.x)[axis], high_b = (double)(&b->high.x)[axis];
        double size = fmax(fmax(fabs(low_a), fabs(high_a)), fmax(fabs(low_b), fabs(high_b)));
        double hidden =
            rounding * (size + (double)epsilon) + (rounding > 0.0 ? 4.0 * (double)FLT_MIN : 0.0);
        most = fmax(most, fmax(low_a - high_b, low_b - high_a) - hidden);
    }
    return most;
}

static bool overlap(const step *now, uint32_t i, uint32_t j, double rounding)
{
    const hem_box *a = &now->taken[i], *b = &now->taken[j];
    if (is_empty(a) || is_empty(b) || (now->has_fixed && now->fixed[i] && now->fixed[j])) {
        return false;
    }
    double error = now->in.epsilon > 0.0f ? rounding : 0.0;
    return gap(a, b, now->in.epsilon, error) <= (double)now->in.epsilon;
}

/* ---- a step ---- */

static float some_epsilon(fuzz_bytes *bytes)
{
    switch (fuzz_below(bytes, 4)) {
    case 0:
        return fuzz_float(bytes);
    case 1:
        return (float)fuzz_byte(bytes) / 64.0f;
    default:
        return 0.0f;
    }
}

static void take_step(fuzz_bytes *bytes, step *now, uint32_t count)
{
    fuzz_places places = fuzz_one_in(bytes, 8) ? FUZZ_ANY : fuzz_legal_places(bytes);
    *now = (step){.finite = true, .first_broken = HEM_NONE};
    now->has_loose = fuzz_one_in(bytes, 4);
    now->has_fixed = fuzz_one_in(bytes, 2);
    for (uint32_t i = 0; i < count && i < MOST; i++) {
        now->own[i] = some_box(bytes, places);
        now->fixed[i] = now->has_fixed && fuzz_one_in(bytes, 2);
        now->loose[i] = now->own[i];
        if (now->has_loose && !fuzz_one_in(bytes, 4)) {
            now->loose[i] = some_box(bytes, places);
        }
        const hem_box *promise = now->has_loose ? &now->loose[i] : &now->own[i];
        bool kept = holds(promise, &now->own[i]);
        now->taken[i] = kept ? *promise : now->own[i];
        now->finite = now->finite && is_finite(&now->own[i]) && is_finite(promise);
        if (!kept) {
            now->first_broken = now->broken == 0 ? i : now->first_broken;
            now->broken++;
        }
    }
    now->in = (hem_broad_in){
        .boxes = now->own,
        .count = count,
        .loose = now->has_loose ? now->loose : NULL,
        .fixed = now->has_fixed ? now->fixed : NULL,
        .epsilon = some_epsilon(bytes),
        .method = (hem_broad_method)fuzz_below(bytes, HEM_BROAD_METHODS),
    };
    if (fuzz_one_in(bytes, 64)) {
        now->in.method = (hem_broad_method)(HEM_BROAD_METHODS + fuzz_byte(bytes));
    }
}

/* With an epsilon, what is closer must be there and what is clearly farther must not. */
static void check_pairs(const step *now, const hem_broad *broad, const hem_broad_out *out)
{
    const hem_pair *pairs = hem_broad_pairs(broad);
    uint32_t must = 0, may = 0, next = 0;
    for (uint32_t i = 0; i < now->in.count; i++) {
        for (uint32_t j = i + 1u; j < now->in.count; j++) {
            bool here = next < out->kept && pairs[next].first == i && pairs[next].second == j;
            bool surely = overlap(now, i, j, 0.0), perhaps = overlap(now, i, j, 4e-7);
            must += surely;
            may += perhaps;
            next += here;
            FUZZ_CHECK(perhaps || !here);
            FUZZ_CHECK(here || !surely || next == broad->pair_capacity);
        }
    }
    FUZZ_CHECK(next == out->kept && must <= out->count && out->count <= may);
    FUZZ_CHECK(out->kept ==
               (out->count < broad->pair_capacity ? out->count : broad->pair_capacity));
    FUZZ_CHECK(out->broken == now->broken && out->first_broken == now->first_broken);
}

static void check_refusal(const step *now, const hem_broad *broad, hem_status status,
                          const hem_broad_out *out, bool too_small)
{
    bool bad_epsilon = !isfinite(now->in.epsilon) || now->in.epsilon < 0.0f;
    switch (status) {
    case HEM_BAD_DEFINITION:
        FUZZ_CHECK((uint32_t)now->in.method >= HEM_BROAD_METHODS);
        break;
    case HEM_FULL_BODIES:
        FUZZ_CHECK(now->in.count > broad->body_capacity && out->detail.needed == now->in.count);
        break;
    case HEM_ALIASED: /* arrays of that size would reach into what lies behind them */
        FUZZ_CHECK(now->in.count > MOST);
        break;
    case HEM_FULL_SCRATCH:
        FUZZ_CHECK(too_small && out->detail.needed == hem_broad_scratch_bytes(now->in.count));
        break;
    default:
        FUZZ_CHECK(status == HEM_NOT_FINITE || status == HEM_OUT_OF_RANGE);
        FUZZ_CHECK(bad_epsilon || !now->finite);
        break;
    }
}

static hem_broad *make(fuzz_block *block, uint32_t bodies, uint32_t pairs)
{
    hem_broad *broad = NULL;
    *block = fuzz_block_take(hem_broad_bytes(bodies, pairs));
    hem_arena arena = fuzz_block_arena(block);
    FUZZ_CHECK(hem_broad_make(&arena, bodies, pairs, &broad, NULL) == HEM_OK);
    FUZZ_CHECK((uint8_t *)broad == block->memory);
    return broad;
}

/* The same step from nothing gives the same pairs, and by the same method the same bytes. */
static void check_afresh(const step *now, const hem_broad *broad, const fuzz_block *block,
                         const hem_broad_out *out)
{
    fuzz_block fresh_block;
    hem_broad *fresh = make(&fresh_block, broad->body_capacity, broad->pair_capacity);
    hem_broad_out fresh_out;
    now->in.scratch->used = 0;
    hem_status status = hem_broad_update(fresh, &now->in, &fresh_out);
    FUZZ_CHECK(status >= HEM_OK && fresh_out.count == out->count);
    FUZZ_CHECK(memcmp(fresh_block.memory, block->memory, block->bytes) == 0);
    fuzz_block_free(&fresh_block);
}

static void update(fuzz_bytes *bytes, step *now, hem_broad *broad, const fuzz_block *block)
{
    uint32_t needed = hem_broad_scratch_bytes(now->in.count);
    bool too_small = needed > 1u && fuzz_one_in(bytes, 8);
    uint32_t given = needed - (too_small ? 1u : 0u);
    fuzz_block scratch = fuzz_block_take(given == 0 ? 1u : given);
    hem_arena arena = fuzz_block_arena(&scratch);
    now->in.scratch = &arena;
    uint64_t before = fuzz_hash(block->memory, block->bytes);
    hem_broad_out out = {0};
    hem_status status = hem_broad_update(broad, &now->in, &out);
    FUZZ_CHECK(arena.used == 0);
    if (status < HEM_OK) {
        FUZZ_CHECK(before == fuzz_hash(block->memory, block->bytes));
        check_refusal(now, broad, status, &out, too_small);
    } else {
        FUZZ_CHECK(now->finite && !too_small);
        FUZZ_CHECK(status == (out.kept < out.count ? HEM_LIMITED : HEM_OK));
        check_pairs(now, broad, &out);
        check_afresh(now, broad, block, &out);
    }
    fuzz_block_free(&scratch);
}

static void check_loose(fuzz_bytes *bytes)
{
    fuzz_places places = fuzz_some_places(bytes);
    hem_box loose = some_box(bytes, places);
    hem_vec3 positions[8];
    uint32_t count = 1u + fuzz_below(bytes, 8), outside = 0;
    bool finite = is_finite(&loose);
    for (uint32_t v = 0; v < count; v++) {
        hem_vec3 p = positions[v] = fuzz_position(bytes, places);
        hem_box point = {p, p};
        finite = finite && is_finite(&point);
        outside += !holds(&loose, &point);
    }
    hem_loose_out out;
    hem_status status = hem_loose_box_check(&loose, positions, count, &out);
    if (finite) {
        FUZZ_CHECK(status == (outside > 0 ? HEM_LIMITED : HEM_OK) && out.outside == outside);
        FUZZ_CHECK(outside > 0 || holds(&loose, &out.fitted));
    } else {
        FUZZ_CHECK(status == HEM_NOT_FINITE);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    uint32_t bodies = 1u + fuzz_below(&bytes, MOST);
    uint32_t room = fuzz_one_in(&bytes, 2) ? fuzz_below(&bytes, 8) : MOST * MOST;
    fuzz_block block;
    hem_broad *broad = make(&block, bodies, room);
    uint32_t count = fuzz_below(&bytes, bodies + 1u);
    for (uint32_t i = fuzz_below(&bytes, 8); i > 0; i--) {
        step now;
        uint32_t beyond = fuzz_one_in(&bytes, 16) ? MOST + fuzz_byte(&bytes) : count;
        take_step(&bytes, &now, beyond);
        update(&bytes, &now, broad, &block);
        /* The state goes on somewhere else. */
        fuzz_block moved = fuzz_block_take(block.bytes);
        memcpy(moved.memory, block.memory, block.bytes);
        fuzz_block_free(&block);
        block = moved;
        broad = (hem_broad *)(void *)block.memory;
        count = fuzz_one_in(&bytes, 4) ? fuzz_below(&bytes, bodies + 1u) : count;
        if (fuzz_one_in(&bytes, 8)) {
            FUZZ_CHECK(hem_broad_reset(broad) == HEM_OK);
        }
    }
    check_loose(&bytes);
    fuzz_block_free(&block);
    return 0;
}

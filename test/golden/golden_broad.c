/* Golden phases of the broad phase: boxes that drift, jump, come and go, by each way and with
 * promised boxes. Pairs and counts of work go in. */
#include "golden/golden.h"

#include "base/vec3.h"
#include "hem/broad.h"

#define BODIES 150u
#define PAIRS  400u
#define STEPS  12u

HEM_BLOCK(memory, HEM_BROAD_BYTES(BODIES, PAIRS));
HEM_BLOCK(scratch_memory, HEM_BROAD_SCRATCH_BYTES(BODIES));
static hem_box boxes[BODIES], loose[BODIES];
static uint8_t fixed[BODIES];

/* 0 to 1, from a body, a component and what else makes the number another. */
static float unit(uint32_t body, uint32_t component, uint32_t turn)
{
    uint64_t hash = hem_hash_u32(hem_hash_u32(HEM_HASH_SEED, 16u * body + component), turn);
    return (float)(uint32_t)(hash >> 40) / 16777216.0f;
}

/* A place for each body, new every fourth step, and a slow drift from there. */
static float place(uint32_t body, uint32_t axis, uint32_t step)
{
    float from = 6.0f * unit(body, axis, step / 4u);
    return from + 0.02f * (float)(step % 4u) * (unit(body, 3u + axis, 0) - 0.5f);
}

static void move_boxes(uint32_t step)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        hem_vec3 low = {place(i, 0, step), place(i, 1, step), place(i, 2, step)};
        hem_vec3 size = {unit(i, 6, 0), unit(i, 7, 0), unit(i, 8, 0) - 0.03f};
        boxes[i] = (hem_box){low, hem_add(low, size)};
        /* On whole numbers many ends are equal. */
        if (i % 3u == 0) {
            low = hem_vec3_make((float)(int32_t)low.x, (float)(int32_t)low.y, 0.0f);
            boxes[i] = (hem_box){low, hem_add(low, hem_vec3_make(1.0f, 1.0f, 1.0f))};
        }
        const hem_vec3 margin = {0.2f, 0.2f, i % 7u == 0 ? -0.2f : 0.2f};
        loose[i] = (hem_box){hem_sub(boxes[i].low, margin), hem_add(boxes[i].high, margin)};
        fixed[i] = (uint8_t)(unit(i, 9, step / 2u) < 0.2f);
    }
}

static uint64_t hash_steps(hem_broad_method method, bool with_loose, float epsilon)
{
    hem_arena arena, scratch;
    hem_broad *broad = NULL;
    hem_status status = hem_arena_init(&arena, memory, (uint32_t)sizeof memory);
    if (status == HEM_OK) {
        status = hem_arena_init(&scratch, scratch_memory, (uint32_t)sizeof scratch_memory);
    }
    if (status == HEM_OK) {
        status = hem_broad_make(&arena, BODIES, PAIRS, &broad, NULL);
    }
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t step = 0; step < STEPS && status >= HEM_OK; step++) {
        move_boxes(step);
        hem_broad_in in = {
            .boxes = boxes,
            .count = step == 6u ? BODIES - 20u : BODIES,
            .loose = with_loose ? loose : NULL,
            .fixed = fixed,
            .epsilon = epsilon,
            .method = method,
            .scratch = &scratch,
        };
        hem_broad_out out;
        status = hem_broad_update(broad, &in, &out);
        const uint32_t counts[] = {out.count, out.kept,   out.afresh,      out.swaps,
                                   out.sorts, out.broken, out.first_broken};
        hash = hem_hash_u32_array(hash, counts, sizeof counts / sizeof counts[0]);
        hash = hem_hash_u64(hash, out.box_tests);
        for (uint32_t i = 0; i < out.kept; i++) {
            hem_pair pair = hem_broad_pairs(broad)[i];
            hash = hem_hash_u32(hem_hash_u32(hash, pair.first), pair.second);
        }
    }
    return status < HEM_OK ? 0xBAD0000000000000u | (uint32_t)status : hash;
}

void golden_broad(golden_emit_fn emit)
{
    emit("broad", "brute", hash_steps(HEM_BROAD_BRUTE, false, 0.0f));
    emit("broad", "sweep", hash_steps(HEM_BROAD_SWEEP, false, 0.0f));
    emit("broad", "sweep-within", hash_steps(HEM_BROAD_SWEEP, false, 0.05f));
    emit("broad", "sweep-loose", hash_steps(HEM_BROAD_SWEEP, true, 0.0f));
}

/* Soak of the broad phase: boxes that move in every way, by both methods, against each box with
 * each. */
#include "soak/soak_pairs.h"

#include "broad_cases.h"
#include "unity.h"

#include <stdlib.h>

enum { MOST = 160, STEPS = 10 };

typedef struct crowd {
    uint32_t kind, count;
    hem_box boxes[MOST];
    uint8_t fixed[MOST];
    bool has_fixed;
    hem_pair expected[MOST * (MOST - 1) / 2];
} crowd;

static void check_step(const crowd *now, hem_broad *broad, hem_broad_method method,
                       uint32_t expected, soak_tally *tally)
{
    soak_scratch scratch = soak_scratch_take(hem_broad_scratch_bytes(now->count) + HEM_ALIGN);
    hem_broad_in in = {.boxes = now->boxes,
                       .count = now->count,
                       .fixed = now->has_fixed ? now->fixed : NULL,
                       .method = method,
                       .scratch = &scratch.arena};
    hem_broad_out out;
    uint32_t kept = expected < broad->pair_capacity ? expected : broad->pair_capacity;
    TEST_ASSERT_EQUAL(kept < expected ? HEM_LIMITED : HEM_OK, hem_broad_update(broad, &in, &out));
    TEST_ASSERT_EQUAL(expected, out.count);
    soak_compare(tally, method == HEM_BROAD_SWEEP ? "sweep" : "brute force", now->expected, kept,
                 hem_broad_pairs(broad), out.kept);
    tally->cases++;
    tally->pairs += (uint64_t)now->count * now->count / 2u;
    soak_scratch_free(&scratch);
}

/* Two states follow the same bodies, one by each method. */
void soak_bodies(test_random *random, soak_tally *tally)
{
    static crowd now;
    uint32_t most = random_below(random, 8) == 0 ? MOST : 30u;
    uint32_t room = random_below(random, 3) == 0 ? random_below(random, 30) : MOST * MOST;
    soak_scratch block[2];
    hem_broad *broad[2];
    for (uint32_t i = 0; i < 2; i++) {
        block[i] = soak_scratch_take(hem_broad_bytes(most, room));
        TEST_ASSERT_EQUAL(HEM_OK, hem_broad_make(&block[i].arena, most, room, &broad[i], NULL));
    }
    now.kind = random_below(random, BOX_KINDS);
    now.has_fixed = random_below(random, 2) == 0;
    now.count = 1u + random_below(random, most);
    broad_case_fill(random, now.kind, now.boxes, most);
    for (uint32_t step = 0; step < STEPS; step++) {
        for (uint32_t i = 0; i < most; i++) {
            now.fixed[i] = (uint8_t)(random_below(random, 4) == 0);
        }
        uint32_t expected = broad_case_pairs(now.boxes, now.has_fixed ? now.fixed : NULL, now.count,
                                             0.0, now.expected);
        check_step(&now, broad[0], HEM_BROAD_BRUTE, expected, tally);
        check_step(&now, broad[1], HEM_BROAD_SWEEP, expected, tally);
        broad_case_move(random, random_below(random, MOVES), now.kind, now.boxes, most);
        if (random_below(random, 6) == 0) {
            now.count = random_below(random, most + 1u);
        }
    }
    soak_scratch_free(&block[0]);
    soak_scratch_free(&block[1]);
}

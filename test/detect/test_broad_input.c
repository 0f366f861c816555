/* The broad phase takes exactly the memory that it says, and refuses whatever makes no sense
 * without changing anything. */
#include "unity.h"

#include "broad_cases.h"
#include "guarded_block.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BODIES 10u
#define PAIRS  20u
#define BYTES  HEM_BROAD_BYTES(BODIES, PAIRS)

HEM_BLOCK(memory, BYTES);
HEM_BLOCK(scratch_memory, HEM_BROAD_SCRATCH_BYTES(BODIES) + 1024u);
static uint8_t before[BYTES];
static hem_box boxes[BODIES + 1], loose[BODIES + 1];
static uint8_t fixed[BODIES + 1];
static hem_arena arena, scratch;
static hem_broad *broad;
static hem_broad_in in;
static hem_broad_out out;

void setUp(void)
{
    test_random random = {81};
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, memory, sizeof memory));
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, scratch_memory, sizeof scratch_memory));
    TEST_ASSERT_EQUAL(HEM_OK, hem_broad_make(&arena, BODIES, PAIRS, &broad, NULL));
    broad_case_fill(&random, BOXES_CROWDED, boxes, BODIES + 1);
    memcpy(loose, boxes, sizeof loose);
    memset(fixed, 0, sizeof fixed);
    in = (hem_broad_in){
        .boxes = boxes,
        .count = BODIES,
        .loose = loose,
        .fixed = fixed,
        .epsilon = 0.01f,
        .method = HEM_BROAD_SWEEP,
        .scratch = &scratch,
    };
    TEST_ASSERT_TRUE(hem_broad_update(broad, &in, &out) >= HEM_OK);
    memcpy(before, memory, sizeof memory);
}

void tearDown(void)
{
    guarded_block_check_and_free();
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, scratch.used, "scratch was not given back");
}

/* The step is refused, says what about, and nothing has changed. */
static void check_refused(hem_status status, uint32_t index, uint32_t needed)
{
    out.detail = (hem_detail){77, 77};
    TEST_ASSERT_EQUAL(status, hem_broad_update(broad, &in, &out));
    TEST_ASSERT_EQUAL_UINT32(index, out.detail.index);
    TEST_ASSERT_EQUAL_UINT32(needed, out.detail.needed);
    TEST_ASSERT_EQUAL_MEMORY(before, memory, sizeof memory);
}

/* The same, with `out` as it was. */
static void check_not_even_told(hem_status status)
{
    check_refused(status, 77, 77);
}

/* ---- memory ---- */

void test_the_size_is_the_same_when_compiling_and_when_running(void)
{
    test_random random = {82};
    for (uint32_t i = 0; i < 1000; i++) {
        uint32_t bodies = 1u + random_below(&random, 20000), pairs = random_below(&random, 90000);
        TEST_ASSERT_EQUAL_UINT64(HEM_BROAD_BYTES(bodies, pairs), hem_broad_bytes(bodies, pairs));
        TEST_ASSERT_EQUAL_UINT64(HEM_BROAD_SCRATCH_BYTES(bodies), hem_broad_scratch_bytes(bodies));
    }
    TEST_ASSERT_EQUAL_UINT32(0, hem_broad_bytes(0, 10));
    TEST_ASSERT_EQUAL_UINT32(0, hem_broad_bytes(0x10000000u, 10));
    TEST_ASSERT_EQUAL_UINT32(0, hem_broad_bytes(10, 0x20000000u));
    TEST_ASSERT_EQUAL_UINT32(0, hem_broad_bytes(UINT32_MAX, UINT32_MAX));
    TEST_ASSERT_EQUAL_UINT32(0, hem_broad_scratch_bytes(UINT32_MAX));
}

void test_it_is_made_in_exactly_its_size_and_refused_in_one_byte_less(void)
{
    test_random random = {83};
    for (uint32_t i = 0; i < 200; i++) {
        uint32_t bodies = 1u + random_below(&random, 100), pairs = random_below(&random, 200);
        uint32_t bytes = hem_broad_bytes(bodies, pairs);
        hem_broad *made = NULL;
        hem_detail detail;
        void *block = guarded_block_take(bytes);
        TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, block, bytes - 1u));
        TEST_ASSERT_EQUAL(HEM_BLOCK_TOO_SMALL,
                          hem_broad_make(&arena, bodies, pairs, &made, &detail));
        TEST_ASSERT_EQUAL_UINT32(bytes, detail.needed);
        TEST_ASSERT_EQUAL_UINT32(HEM_NONE, detail.index);
        TEST_ASSERT_EQUAL_UINT32(0, arena.used);
        TEST_ASSERT_NULL(made);
        TEST_ASSERT_EACH_EQUAL_HEX8(0xCD, block, bytes);

        TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, block, bytes));
        TEST_ASSERT_EQUAL(HEM_OK, hem_broad_make(&arena, bodies, pairs, &made, &detail));
        TEST_ASSERT_EQUAL_PTR(block, made);
        TEST_ASSERT_EQUAL_UINT32(bytes, arena.used);
        TEST_ASSERT_EQUAL_UINT32(0, detail.needed);
        hem_box *many = malloc(bodies * sizeof *many);
        broad_case_fill(&random, i % BOX_KINDS, many, bodies);
        for (uint32_t step = 0; step < 8; step++) {
            uint32_t move = step == 3 ? MOVE_ALL : MOVE_A_LITTLE;
            broad_case_move(&random, move, i % BOX_KINDS, many, bodies);
            in = (hem_broad_in){.boxes = many,
                                .count = bodies,
                                .method = step == 6 ? HEM_BROAD_BRUTE : HEM_BROAD_SWEEP,
                                .scratch = &scratch};
            uint32_t needed = hem_broad_scratch_bytes(bodies);
            uint8_t *working = aligned_alloc(16, needed);
            TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, working, needed - 1u));
            TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_broad_update(made, &in, &out));
            TEST_ASSERT_EQUAL_UINT32(needed, out.detail.needed);
            TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, working, needed));
            TEST_ASSERT_TRUE(hem_broad_update(made, &in, &out) >= HEM_OK);
            TEST_ASSERT_EQUAL_UINT32(needed, scratch.peak);
            free(working);
        }
        free(many);
        guarded_block_check_and_free();
    }
}

void test_making_it_is_refused_for_what_makes_no_sense(void)
{
    hem_broad *made = NULL;
    hem_detail detail;
    hem_arena nowhere = {0};
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, memory, sizeof memory));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_broad_make(NULL, 1, 1, &made, &detail));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_broad_make(&nowhere, 1, 1, &made, &detail));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_broad_make(&arena, 1, 1, NULL, &detail));
    TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, hem_broad_make(&arena, 0, 1, &made, &detail));
    TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, hem_broad_make(&arena, UINT32_MAX, 1, &made, NULL));
    TEST_ASSERT_EQUAL(HEM_BLOCK_TOO_SMALL, hem_broad_make(&arena, 1000, 1, &made, NULL));
    TEST_ASSERT_EQUAL(HEM_ALIASED,
                      hem_broad_make(&arena, 1, 1, (hem_broad **)(void *)(memory + 64), NULL));
    TEST_ASSERT_EQUAL(HEM_ALIASED,
                      hem_broad_make(&arena, 1, 1, &made, (hem_detail *)(void *)(memory + 64)));
    hem_arena *inside = (hem_arena *)(void *)scratch_memory;
    *inside = (hem_arena){.base = scratch_memory, .capacity = sizeof scratch_memory};
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_broad_make(inside, 1, 1, &made, NULL));
    TEST_ASSERT_NULL(made);
    TEST_ASSERT_EQUAL_UINT32(0, arena.used);
    TEST_ASSERT_EQUAL_MEMORY(before, memory, sizeof memory);
}

/* ---- a step ---- */

void test_a_step_without_what_it_needs_is_refused(void)
{
    TEST_ASSERT_EQUAL(HEM_NULL, hem_broad_update(NULL, &in, &out));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_broad_update(broad, NULL, &out));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_broad_update(broad, &in, NULL));
    hem_arena nowhere = {0};
    in.scratch = NULL;
    check_not_even_told(HEM_NULL);
    in.scratch = &nowhere;
    check_not_even_told(HEM_NULL);
    in.scratch = &scratch;
    in.boxes = NULL;
    check_not_even_told(HEM_NULL);
}

void test_a_method_or_a_state_that_is_none_is_refused(void)
{
    in.method = HEM_BROAD_METHODS;
    check_not_even_told(HEM_BAD_DEFINITION);
    in.method = (hem_broad_method)-1;
    check_not_even_told(HEM_BAD_DEFINITION);
    in.method = HEM_BROAD_SWEEP;
    hem_broad none = {0};
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_broad_update(&none, &in, &out));
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_broad_reset(&none));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_broad_reset(NULL));
}

void test_more_bodies_than_there_is_room_for_are_refused(void)
{
    in.count = BODIES + 1;
    check_refused(HEM_FULL_BODIES, HEM_NONE, BODIES + 1);
}

void test_an_epsilon_that_is_no_distance_is_refused(void)
{
    in.epsilon = NAN;
    check_refused(HEM_NOT_FINITE, HEM_NONE, 0);
    in.epsilon = INFINITY;
    check_refused(HEM_NOT_FINITE, HEM_NONE, 0);
    in.epsilon = -0.001f;
    check_refused(HEM_OUT_OF_RANGE, HEM_NONE, 0);
    in.epsilon = -0.0f;
    TEST_ASSERT_TRUE(hem_broad_update(broad, &in, &out) >= HEM_OK);
}

void test_a_bound_that_is_not_finite_is_refused_with_its_body(void)
{
    const float bad[3] = {NAN, INFINITY, -INFINITY};
    hem_box *arrays[2] = {boxes, loose};
    for (uint32_t which = 0; which < 2; which++) {
        for (uint32_t body = 0; body < BODIES; body++) {
            for (uint32_t i = 0; i < 18; i++) {
                float *bound = &arrays[which][body].low.x + i % 6u;
                float kept = *bound;
                *bound = bad[i / 6u];
                for (uint32_t method = 0; method < HEM_BROAD_METHODS; method++) {
                    in.method = (hem_broad_method)method;
                    check_refused(HEM_NOT_FINITE, body, 0);
                }
                *bound = kept;
            }
        }
    }
    TEST_ASSERT_TRUE(hem_broad_update(broad, &in, &out) >= HEM_OK);
}

void test_scratch_that_is_too_small_is_refused(void)
{
    uint32_t needed = hem_broad_scratch_bytes(BODIES);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, scratch_memory, needed - 1u));
    check_refused(HEM_FULL_SCRATCH, HEM_NONE, needed);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, scratch_memory, needed + 32u));
    TEST_ASSERT_NOT_NULL(hem_arena_take(&scratch, 33, 1));
    check_refused(HEM_FULL_SCRATCH, HEM_NONE, needed);
    hem_arena_release(&scratch, 0);
}

void test_what_lies_where_the_step_writes_is_refused(void)
{
    hem_broad_in right = in;
    const void *inside[3] = {memory + 16, scratch_memory + 16, &out};
    for (uint32_t i = 0; i < 3; i++) {
        in = right;
        in.boxes = inside[i];
        check_not_even_told(HEM_ALIASED);
        in = right;
        in.loose = inside[i];
        check_not_even_told(HEM_ALIASED);
        in = right;
        in.fixed = inside[i];
        check_not_even_told(HEM_ALIASED);
    }
    in = right;
    TEST_ASSERT_EQUAL(HEM_ALIASED,
                      hem_broad_update(broad, &in, (hem_broad_out *)(void *)(memory + 48)));
    TEST_ASSERT_EQUAL(HEM_ALIASED,
                      hem_broad_update(broad, &in, (hem_broad_out *)(void *)scratch_memory));
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_broad_update(broad, &in, (hem_broad_out *)(void *)boxes));
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_broad_update(broad, &in, (hem_broad_out *)(void *)&in));
    hem_arena over_state = {.base = memory, .capacity = sizeof memory};
    in.scratch = &over_state;
    check_not_even_told(HEM_ALIASED);
}

void test_state_and_scratch_may_come_from_one_arena(void)
{
    static _Alignas(16) uint8_t both[BYTES + HEM_BROAD_SCRATCH_BYTES(BODIES)];
    hem_arena shared;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&shared, both, sizeof both));
    hem_broad *made = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_broad_make(&shared, BODIES, PAIRS, &made, NULL));
    in.scratch = &shared;
    for (uint32_t step = 0; step < 3; step++) {
        TEST_ASSERT_TRUE(hem_broad_update(made, &in, &out) >= HEM_OK);
        TEST_ASSERT_EQUAL_UINT32(BYTES, shared.used);
    }
    TEST_ASSERT_EQUAL_MEMORY(before, made, BYTES);
}

void test_no_bodies_have_no_pairs(void)
{
    for (uint32_t method = 0; method < HEM_BROAD_METHODS; method++) {
        hem_broad_in none = {.method = (hem_broad_method)method, .scratch = &scratch};
        TEST_ASSERT_EQUAL(HEM_OK, hem_broad_update(broad, &none, &out));
        TEST_ASSERT_EQUAL_UINT32(0, out.count);
        TEST_ASSERT_EQUAL_UINT32(0, out.kept);
        TEST_ASSERT_EQUAL_UINT64(0, out.box_tests);
        TEST_ASSERT_TRUE(hem_broad_update(broad, &in, &out) >= HEM_OK);
        TEST_ASSERT_TRUE(out.count > 0);
    }
}

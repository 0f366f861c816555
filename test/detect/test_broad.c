/* Whatever bodies do, brute force and sweep both find the pairs that comparing each box with each
 * finds. */
#include "unity.h"

#include "broad_cases.h"
#include "test_scale.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST  320u
#define ROOM  (MOST * (MOST - 1u) / 2u)
#define BYTES HEM_BROAD_BYTES(MOST, ROOM)

HEM_BLOCK(memory, BYTES);
HEM_BLOCK(other_memory, BYTES);
HEM_BLOCK(scratch_memory, HEM_BROAD_SCRATCH_BYTES(MOST));
static hem_box boxes[MOST];
static uint8_t fixed[MOST];
static hem_pair expected[ROOM], within[ROOM];
static hem_arena arena, scratch;
static hem_broad_out out;

static hem_broad *make_in(uint8_t *block, uint32_t bodies, uint32_t pairs)
{
    hem_broad *broad = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, block, (uint32_t)BYTES));
    TEST_ASSERT_EQUAL(HEM_OK, hem_broad_make(&arena, bodies, pairs, &broad, NULL));
    return broad;
}

static hem_broad *make(uint32_t bodies, uint32_t pairs)
{
    return make_in(memory, bodies, pairs);
}

void setUp(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, scratch_memory, sizeof scratch_memory));
}

void tearDown(void)
{
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, scratch.used, "scratch was not given back");
}

static hem_broad_in input(uint32_t count, hem_broad_method method)
{
    return (hem_broad_in){.boxes = boxes, .count = count, .method = method, .scratch = &scratch};
}

/* A step that must give the smallest of `count` expected pairs, as many as there is room for. */
static void check_step(hem_broad *broad, const hem_broad_in *in, uint32_t count)
{
    uint32_t kept = count < broad->pair_capacity ? count : broad->pair_capacity;
    hem_status status = hem_broad_update(broad, in, &out);
    TEST_ASSERT_EQUAL(kept < count ? HEM_LIMITED : HEM_OK, status);
    TEST_ASSERT_EQUAL_UINT32(count, out.count);
    TEST_ASSERT_EQUAL_UINT32(kept, out.kept);
    if (kept > 0) {
        TEST_ASSERT_EQUAL_MEMORY(expected, hem_broad_pairs(broad), kept * sizeof *expected);
    }
}

static void check_against_oracle(hem_broad *broad, const hem_broad_in *in)
{
    check_step(broad, in, broad_case_pairs(in->boxes, in->fixed, in->count, 0.0, expected));
}

/* ---- the pairs ---- */

void test_bodies_that_do_anything_give_the_pairs_of_comparing_each_with_each(void)
{
    test_random random = {61};
    uint32_t by_changes = 0, by_sorting = 0;
    for (uint32_t run = 0; run < hem_test_count(2000); run++) {
        uint32_t kind = run % BOX_KINDS, most = run % 20 == 0 ? MOST : 40u;
        uint32_t room = random_below(&random, 3) == 0 ? random_below(&random, 30) : ROOM;
        uint32_t count = 1u + random_below(&random, most);
        bool steady = random_below(&random, 2) == 0;
        hem_broad *broad = make(most, room);
        broad_case_fill(&random, kind, boxes, most);
        memset(fixed, 0, sizeof fixed);
        for (uint32_t step = 0; step < 24; step++) {
            hem_broad_in in = input(count, HEM_BROAD_SWEEP);
            in.method = steady ? HEM_BROAD_SWEEP : 1 + random_below(&random, 2);
            in.fixed = run % 2 == 0 ? fixed : NULL;
            check_against_oracle(broad, &in);
            by_changes += out.afresh == 0;
            by_sorting += out.sorts > 0;
            TEST_ASSERT_TRUE(out.swaps <= 3u * 20u * count);
            broad_case_move(&random, random_below(&random, MOVES), kind, boxes, most);
            for (uint32_t i = random_below(&random, 50); i < count; i += 50) {
                fixed[i] = (uint8_t)random_below(&random, 2);
            }
            if (random_below(&random, 6) == 0) {
                count = random_below(&random, most + 1u);
            }
        }
    }
    /* Each way was gone often enough to mean something. */
    TEST_ASSERT_TRUE(by_changes > hem_test_count(2000));
    TEST_ASSERT_TRUE(by_sorting > hem_test_count(2000));
}

void test_bodies_that_drift_for_long_are_followed_by_their_changes_alone(void)
{
    test_random random = {62};
    for (uint32_t kind = 0; kind < BOX_KINDS; kind++) {
        hem_broad *broad = make(MOST, ROOM);
        broad_case_fill(&random, kind, boxes, 200);
        uint32_t afresh = 0;
        for (uint32_t step = 0; step < hem_test_count(100); step++) {
            hem_broad_in in = input(200, HEM_BROAD_SWEEP);
            check_against_oracle(broad, &in);
            afresh += out.afresh;
            broad_case_move(&random, MOVE_A_LITTLE, kind, boxes, 200);
        }
        if (kind == BOXES_SPREAD || kind == BOXES_PLANKS) {
            TEST_ASSERT_EQUAL_UINT32(1, afresh);
        }
    }
}

void test_touching_counts_and_the_next_float_does_not(void)
{
    for (uint32_t method = HEM_BROAD_BRUTE; method <= HEM_BROAD_SWEEP; method++) {
        for (uint32_t axis = 0; axis < 6; axis++) {
            hem_broad *broad = make(2, 1);
            boxes[0] = (hem_box){{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
            boxes[1] = boxes[0];
            float *low = &boxes[1].low.x + axis % 3u, *high = &boxes[1].high.x + axis % 3u;
            bool above = axis < 3;
            *low = above ? 1.0f : -3.0f;
            *high = above ? 3.0f : -1.0f;
            hem_broad_in in = input(2, (hem_broad_method)method);
            TEST_ASSERT_EQUAL(HEM_OK, hem_broad_update(broad, &in, &out));
            TEST_ASSERT_EQUAL_UINT32(1, out.count);
            float *nearest = above ? low : high;
            *nearest = nextafterf(*nearest, above ? 2.0f : -2.0f);
            TEST_ASSERT_EQUAL(HEM_OK, hem_broad_update(broad, &in, &out));
            TEST_ASSERT_EQUAL_UINT32(0, out.count);
        }
    }
}

void test_zeros_of_both_signs_are_one_place(void)
{
    for (uint32_t method = HEM_BROAD_BRUTE; method <= HEM_BROAD_SWEEP; method++) {
        hem_broad *broad = make(2, 1);
        boxes[0] = (hem_box){{-1.0f, -1.0f, -1.0f}, {-0.0f, 1.0f, 1.0f}};
        boxes[1] = (hem_box){{0.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
        hem_broad_in in = input(2, (hem_broad_method)method);
        for (uint32_t step = 0; step < 4; step++) {
            TEST_ASSERT_EQUAL(HEM_OK, hem_broad_update(broad, &in, &out));
            TEST_ASSERT_EQUAL_UINT32(1, out.count);
            boxes[step % 2].low.x = boxes[step % 2].low.x == 0.0f ? -0.0f : boxes[step % 2].low.x;
            boxes[0].high.x = step % 2 == 0 ? 0.0f : -0.0f;
        }
    }
}

void test_an_empty_box_overlaps_nothing_not_even_itself_or_all_of_space(void)
{
    for (uint32_t method = HEM_BROAD_BRUTE; method <= HEM_BROAD_SWEEP; method++) {
        hem_broad *broad = make(4, 6);
        boxes[0] = (hem_box){{-FLT_MAX, -FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX, FLT_MAX}};
        boxes[1] = (hem_box){{5.0f, 0.0f, 0.0f}, {3.0f, 1.0f, 1.0f}};
        boxes[2] = boxes[1];
        boxes[3] = (hem_box){{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
        const float epsilons[3] = {0.0f, 10.0f, FLT_MAX};
        for (uint32_t i = 0; i < 3; i++) {
            hem_broad_in in = input(4, (hem_broad_method)method);
            in.epsilon = epsilons[i];
            TEST_ASSERT_EQUAL(HEM_OK, hem_broad_reset(broad));
            TEST_ASSERT_EQUAL(HEM_OK, hem_broad_update(broad, &in, &out));
            TEST_ASSERT_EQUAL_UINT32(0, out.count);
            TEST_ASSERT_EQUAL_UINT64(method == HEM_BROAD_BRUTE ? 6 : 0, out.box_tests);
        }
    }
}

/* ---- epsilon ---- */

void test_no_pair_within_epsilon_is_missed_and_none_much_farther_found(void)
{
    test_random random = {63};
    /* Some are exactly what lies between boxes on whole numbers, or far away. */
    const float sizes[] = {1e-45f, 3e-45f,         1e-30f,         1e-6f, 0.001f,
                           1.0f,   1.0f / 4096.0f, 3.0f / 4096.0f, 5.0f};
    for (uint32_t run = 0; run < hem_test_count(3000); run++) {
        uint32_t kind = random_below(&random, BOXES_HUGE), count = 2u + random_below(&random, 30);
        hem_broad *brute = make(MOST, ROOM), *sweep = make_in(other_memory, MOST, ROOM);
        broad_case_fill(&random, kind, boxes, count);
        for (uint32_t step = 0; step < 4; step++) {
            hem_broad_in in = input(count, HEM_BROAD_BRUTE);
            in.epsilon = sizes[random_below(&random, 9)];
            in.epsilon *= step % 2 == 0 ? 1.0f : random_float(&random, 1.0f, 2.0f);
            double more = (double)in.epsilon * 1.000001 + (kind == BOXES_FAR ? 0.001 : 1e-6);
            uint32_t close = broad_case_pairs(boxes, NULL, count, (double)in.epsilon, within);
            uint32_t upper = broad_case_pairs(boxes, NULL, count, more, expected);
            TEST_ASSERT_EQUAL(HEM_OK, hem_broad_update(brute, &in, &out));
            TEST_ASSERT_TRUE(out.count >= close && out.count <= upper);
            uint32_t seen = 0;
            for (uint32_t i = 0; i < out.count && seen < close; i++) {
                seen += memcmp(&hem_broad_pairs(brute)[i], &within[seen], sizeof *within) == 0;
            }
            TEST_ASSERT_EQUAL_UINT32(close, seen);
            memcpy(expected, hem_broad_pairs(brute), out.count * sizeof *expected);
            in.method = HEM_BROAD_SWEEP;
            check_step(sweep, &in, out.count);
            broad_case_move(&random, random_below(&random, MOVES), kind, boxes, count);
        }
    }
}

void test_numbers_at_the_end_of_the_line_are_widened_without_overflow(void)
{
    test_random random = {64};
    for (uint32_t run = 0; run < hem_test_count(300); run++) {
        hem_broad *brute = make(MOST, ROOM), *sweep = make_in(other_memory, MOST, ROOM);
        broad_case_fill(&random, BOXES_HUGE, boxes, 20);
        hem_broad_in in = input(20, HEM_BROAD_BRUTE);
        in.epsilon = random_below(&random, 2) == 0 ? FLT_MAX : random_float(&random, 0.0f, 1e38f);
        uint32_t close = broad_case_pairs(boxes, NULL, 20, (double)in.epsilon, within);
        TEST_ASSERT_EQUAL(HEM_OK, hem_broad_update(brute, &in, &out));
        TEST_ASSERT_TRUE(out.count >= close);
        memcpy(expected, hem_broad_pairs(brute), out.count * sizeof *expected);
        in.method = HEM_BROAD_SWEEP;
        check_step(sweep, &in, out.count);
    }
}

/* ---- fixed bodies ---- */

void test_two_fixed_bodies_are_never_paired_and_are_found_when_released(void)
{
    test_random random = {65};
    const uint32_t released[] = {1, 5, 16, 17, 100};
    for (uint32_t i = 0; i < 5; i++) {
        hem_broad *broad = make(MOST, ROOM);
        hem_broad_in in = input(200, HEM_BROAD_SWEEP);
        in.fixed = fixed;
        broad_case_fill(&random, BOXES_SPREAD, boxes, 200);
        boxes[0] = (hem_box){{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
        memset(fixed, 1, sizeof fixed);
        check_step(broad, &in, 0);
        /* Nothing moves: only the flags say that there is something to find. */
        memset(fixed, 0, released[i]);
        check_against_oracle(broad, &in);
        TEST_ASSERT_TRUE(out.count > 0);
        TEST_ASSERT_EQUAL_UINT32(released[i] > 16, out.afresh);
        TEST_ASSERT_EQUAL_UINT32(0, out.swaps);
        memset(fixed, 1, sizeof fixed);
        check_step(broad, &in, 0);
        in.fixed = NULL;
        check_against_oracle(broad, &in);
    }
}

/* ---- what it costs ---- */

void test_bodies_at_rest_cost_one_comparison_a_pair(void)
{
    test_random random = {66};
    hem_broad *broad = make(MOST, ROOM);
    broad_case_fill(&random, BOXES_SPREAD, boxes, MOST);
    hem_broad_in in = input(MOST, HEM_BROAD_SWEEP);
    check_against_oracle(broad, &in);
    TEST_ASSERT_EQUAL_UINT32(3, out.sorts);
    TEST_ASSERT_EQUAL_UINT32(1, out.afresh);
    check_against_oracle(broad, &in);
    TEST_ASSERT_EQUAL_UINT32(0, out.sorts);
    TEST_ASSERT_EQUAL_UINT32(0, out.afresh);
    TEST_ASSERT_EQUAL_UINT32(0, out.swaps);
    TEST_ASSERT_EQUAL_UINT64(out.count, out.box_tests);
    in.method = HEM_BROAD_BRUTE;
    check_against_oracle(broad, &in);
    TEST_ASSERT_EQUAL_UINT64((uint64_t)MOST * (MOST - 1u) / 2u, out.box_tests);
}

void test_bodies_that_come_one_by_one_are_put_in_their_places(void)
{
    test_random random = {67};
    hem_broad *broad = make(MOST, ROOM);
    broad_case_fill(&random, BOXES_SPREAD, boxes, MOST);
    for (uint32_t count = 0; count <= MOST; count++) {
        hem_broad_in in = input(count, HEM_BROAD_SWEEP);
        check_against_oracle(broad, &in);
        TEST_ASSERT_EQUAL_UINT32(count <= 1, out.afresh);
        TEST_ASSERT_TRUE(out.swaps <= 3u * 4u * count);
    }
    for (uint32_t count = MOST; count-- > 1;) {
        hem_broad_in in = input(count, HEM_BROAD_SWEEP);
        check_against_oracle(broad, &in);
        TEST_ASSERT_EQUAL_UINT32(0, out.afresh);
        TEST_ASSERT_EQUAL_UINT32(0, out.swaps);
    }
}

void test_an_axis_far_out_of_order_is_sorted_as_a_whole(void)
{
    test_random random = {68};
    hem_broad *broad = make(MOST, ROOM);
    for (uint32_t step = 0; step < 10; step++) {
        broad_case_fill(&random, BOXES_SPREAD, boxes, MOST);
        hem_broad_in in = input(MOST, HEM_BROAD_SWEEP);
        check_against_oracle(broad, &in);
        TEST_ASSERT_EQUAL_UINT32(3, out.sorts);
        TEST_ASSERT_EQUAL_UINT32(1, out.afresh);
    }
    /* One axis turned around, the others as they were. */
    for (uint32_t i = 0; i < MOST; i++) {
        float low = boxes[i].low.y;
        boxes[i].low.y = -boxes[i].high.y;
        boxes[i].high.y = -low;
    }
    hem_broad_in in = input(MOST, HEM_BROAD_SWEEP);
    check_against_oracle(broad, &in);
    TEST_ASSERT_EQUAL_UINT32(1, out.sorts);
    TEST_ASSERT_EQUAL_UINT32(1, out.afresh);
}

void test_more_new_pairs_than_the_scratch_can_note_are_found_all_the_same(void)
{
    hem_broad *broad = make(MOST, ROOM);
    hem_broad_in in = input(MOST, HEM_BROAD_SWEEP);
    for (uint32_t i = 0; i < MOST; i++) {
        boxes[i] = (hem_box){{(float)i, 0.0f, 0.0f}, {(float)i + 0.5f, 1.0f, 1.0f}};
    }
    check_step(broad, &in, 0);
    for (uint32_t i = 0; i < MOST; i++) {
        boxes[i].high.x = (float)i + 4.5f;
    }
    check_against_oracle(broad, &in);
    TEST_ASSERT_EQUAL_UINT32(4u * MOST - 10u, out.count);
    TEST_ASSERT_EQUAL_UINT32(1, out.afresh);
    TEST_ASSERT_EQUAL_UINT32(0, out.sorts);
}

void test_the_axis_with_the_fewest_overlaps_is_taken(void)
{
    /* A tower along each axis in turn: there nothing overlaps, on the others everything. */
    for (uint32_t axis = 0; axis < 3; axis++) {
        hem_broad *broad = make(MOST, ROOM);
        for (uint32_t i = 0; i < MOST; i++) {
            boxes[i] = (hem_box){{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}};
            (&boxes[i].low.x)[axis] = 2.0f * (float)i;
            (&boxes[i].high.x)[axis] = 2.0f * (float)i + 1.0f;
        }
        for (uint32_t i = 0; i < MOST; i += 9) {
            boxes[i].low.y = 5.0f * (float)MOST; /* empty ones are nowhere */
        }
        hem_broad_in in = input(MOST, HEM_BROAD_SWEEP);
        check_step(broad, &in, 0);
        TEST_ASSERT_EQUAL_UINT64(0, out.box_tests);
    }
}

void test_the_way_is_chosen_by_the_number_of_bodies(void)
{
    test_random random = {69};
    hem_broad *broad = make(MOST, ROOM);
    broad_case_fill(&random, BOXES_SPREAD, boxes, MOST);
    for (uint32_t count = HEM_BROAD_FEW - 1u; count <= HEM_BROAD_FEW + 2u; count++) {
        hem_broad_in in = input(count, HEM_BROAD_AUTOMATIC);
        check_against_oracle(broad, &in);
        TEST_ASSERT_EQUAL_UINT32(count <= HEM_BROAD_FEW ? HEM_BROAD_BRUTE : HEM_BROAD_SWEEP,
                                 out.method);
    }
}

/* ---- little room ---- */

void test_what_does_not_fit_is_counted_and_the_smallest_are_kept(void)
{
    test_random random = {70};
    for (uint32_t room = 0; room < 300; room += room < 8 ? 1 : 37) {
        for (uint32_t method = HEM_BROAD_BRUTE; method <= HEM_BROAD_SWEEP; method++) {
            hem_broad *broad = make(100, room);
            broad_case_fill(&random, BOXES_SPREAD, boxes, 100);
            for (uint32_t step = 0; step < 10; step++) {
                hem_broad_in in = input(100, (hem_broad_method)method);
                check_against_oracle(broad, &in);
                broad_case_move(&random, MOVE_A_LITTLE, BOXES_SPREAD, boxes, 100);
            }
        }
    }
}

void test_a_list_that_was_too_short_is_made_whole_when_the_pairs_fit_again(void)
{
    hem_broad *broad = make(MOST, 100);
    hem_broad_in in = input(60, HEM_BROAD_SWEEP);
    for (uint32_t step = 0; step < 40; step++) {
        /* The row of boxes grows together and shrinks apart again. */
        float size = 0.2f * (float)(step < 20 ? step : 40 - step);
        for (uint32_t i = 0; i < 60; i++) {
            boxes[i] = (hem_box){{(float)i, 0.0f, 0.0f}, {(float)i + size, 1.0f, 1.0f}};
        }
        check_against_oracle(broad, &in);
        TEST_ASSERT_EQUAL_UINT32(out.count <= 100, broad->complete);
    }
}

/* ---- what is kept between steps ---- */

void test_what_is_kept_follows_from_the_last_step_alone(void)
{
    test_random random = {71};
    for (uint32_t run = 0; run < hem_test_count(200); run++) {
        uint32_t kind = run % BOX_KINDS, most = 60, room = run % 3 == 0 ? 20 : 2000;
        uint32_t bytes = hem_broad_bytes(most, room);
        hem_broad *old = make(most, room);
        broad_case_fill(&random, kind, boxes, most);
        for (uint32_t step = 0; step < 10; step++) {
            for (uint32_t i = 0; i < most; i++) {
                fixed[i] = (uint8_t)random_below(&random, 2);
            }
            hem_broad_in in =
                input(random_below(&random, most + 1u), random_below(&random, HEM_BROAD_METHODS));
            in.fixed = random_below(&random, 2) == 0 ? fixed : NULL;
            TEST_ASSERT_TRUE(hem_broad_update(old, &in, &out) >= HEM_OK);
            hem_broad *young = make_in(other_memory, most, room);
            TEST_ASSERT_TRUE(hem_broad_update(young, &in, &out) >= HEM_OK);
            TEST_ASSERT_EQUAL_MEMORY(young, old, bytes);
            broad_case_move(&random, random_below(&random, MOVES), kind, boxes, most);
        }
        TEST_ASSERT_EQUAL(HEM_OK, hem_broad_reset(old));
        TEST_ASSERT_EQUAL_MEMORY(make_in(other_memory, most, room), old, bytes);
    }
}

void test_a_copy_goes_on_where_the_original_was(void)
{
    test_random random = {72};
    hem_broad *staying = make(MOST, 500);
    uint32_t bytes = hem_broad_bytes(MOST, 500);
    uint8_t *places = aligned_alloc(16, 2u * ((size_t)bytes + 16u));
    hem_broad *moving = (hem_broad *)(void *)places;
    memcpy(moving, staying, bytes);
    broad_case_fill(&random, BOXES_SPREAD, boxes, MOST);
    for (uint32_t step = 0; step < 30; step++) {
        hem_broad_out other;
        hem_broad_in in = input(step % 7 == 6 ? 200 : MOST, HEM_BROAD_SWEEP);
        TEST_ASSERT_TRUE(hem_broad_update(staying, &in, &out) >= HEM_OK);
        TEST_ASSERT_TRUE(hem_broad_update(moving, &in, &other) >= HEM_OK);
        TEST_ASSERT_EQUAL_MEMORY(&out, &other, sizeof out);
        TEST_ASSERT_EQUAL_MEMORY(staying, moving, bytes);
        uint8_t *to = places + (step % 2 == 0 ? (size_t)bytes + 16u : 0u);
        memcpy(to, moving, bytes);
        memset(moving, 0xEE, bytes);
        moving = (hem_broad *)(void *)to;
        broad_case_move(&random, step % MOVES, BOXES_SPREAD, boxes, MOST);
    }
    free(places);
}

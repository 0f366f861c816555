#include "unity.h"

#include "hem/arena.h"

#include <string.h>

#define BYTES 256u

HEM_BLOCK(memory, BYTES + 16u);
static hem_arena arena;

void setUp(void)
{
    memset(memory, 0xAA, sizeof memory);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, memory, BYTES));
}

void tearDown(void)
{
    for (uint32_t i = BYTES; i < sizeof memory; i++) {
        TEST_ASSERT_EQUAL_HEX8_MESSAGE(0xAA, memory[i], "written behind the arena");
    }
}

void test_a_new_arena_is_empty_and_its_memory_untouched(void)
{
    TEST_ASSERT_EQUAL(0, arena.used);
    TEST_ASSERT_EQUAL(0, arena.peak);
    TEST_ASSERT_EQUAL(BYTES, arena.capacity);
    TEST_ASSERT_EACH_EQUAL_HEX8(0xAA, memory, BYTES);
}

void test_init_refuses_null_misaligned_and_empty_memory(void)
{
    hem_arena before = arena;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_arena_init(NULL, memory, BYTES));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_arena_init(&arena, NULL, BYTES));
    for (uint32_t shift = 1; shift < HEM_ALIGN; shift++) {
        TEST_ASSERT_EQUAL(HEM_MISALIGNED, hem_arena_init(&arena, memory + shift, 64));
    }
    TEST_ASSERT_EQUAL(HEM_BAD_COUNT, hem_arena_init(&arena, memory, 0));
    TEST_ASSERT_EQUAL_MEMORY(&before, &arena, sizeof arena);
}

void test_arrays_start_at_multiples_of_the_alignment(void)
{
    for (uint32_t bytes = 1; bytes < 40; bytes++) {
        hem_arena_release(&arena, 0);
        TEST_ASSERT_NOT_NULL(hem_arena_take(&arena, 1, bytes));
        uint8_t *second = hem_arena_take(&arena, 1, 1);
        TEST_ASSERT_NOT_NULL(second);
        TEST_ASSERT_EQUAL(0, (uintptr_t)second % HEM_ALIGN);
        TEST_ASSERT_EQUAL(HEM_ARENA_BYTES(1, bytes), hem_arena_offset(&arena, second));
    }
}

void test_the_tail_of_an_array_is_zeroed_and_its_elements_are_not(void)
{
    uint8_t *taken = hem_arena_take(&arena, 7, 3);
    TEST_ASSERT_EACH_EQUAL_HEX8(0xAA, taken, 21);
    TEST_ASSERT_EACH_EQUAL_HEX8(0, taken + 21, 11);
    TEST_ASSERT_EQUAL_HEX8(0xAA, taken[32]);
}

void test_the_last_byte_can_be_taken_and_one_more_cannot(void)
{
    TEST_ASSERT_NOT_NULL(hem_arena_take(&arena, BYTES, 1));
    TEST_ASSERT_EQUAL(BYTES, arena.used);
    TEST_ASSERT_NULL(hem_arena_take(&arena, 1, 1));
    TEST_ASSERT_EQUAL(BYTES, arena.used);
}

void test_a_refused_request_leaves_the_arena_as_it_was_and_says_what_it_lacked(void)
{
    hem_arena_take(&arena, 2, 16);
    hem_arena before = arena;
    TEST_ASSERT_NULL(hem_arena_take(&arena, 15, 16));
    TEST_ASSERT_EQUAL(before.used, arena.used);
    TEST_ASSERT_EQUAL(before.peak, arena.peak);
    TEST_ASSERT_EQUAL(17 * 16, arena.refused);
    TEST_ASSERT_NULL(hem_arena_take(&arena, 14, 17));
    TEST_ASSERT_EQUAL(17 * 16, arena.refused);
}

void test_sizes_that_overflow_are_refused(void)
{
    TEST_ASSERT_NULL(hem_arena_take(&arena, UINT32_MAX, UINT32_MAX));
    TEST_ASSERT_NULL(hem_arena_take(&arena, 0x10000000u, 16));
    TEST_ASSERT_EQUAL(UINT32_MAX, arena.refused);
    TEST_ASSERT_EQUAL(0, arena.used);
}

void test_an_empty_array_takes_nothing(void)
{
    hem_arena_take(&arena, BYTES, 1);
    TEST_ASSERT_NOT_NULL(hem_arena_take(&arena, 0, 12));
    TEST_ASSERT_EQUAL(BYTES, arena.used);
}

void test_a_mark_gives_back_what_came_after_it_and_the_peak_stays(void)
{
    hem_arena_take(&arena, 1, 16);
    uint32_t mark = hem_arena_mark(&arena);
    void *first = hem_arena_take(&arena, 5, 16);
    hem_arena_release(&arena, mark);
    TEST_ASSERT_EQUAL(16, arena.used);
    TEST_ASSERT_EQUAL(96, arena.peak);
    TEST_ASSERT_EQUAL_PTR(first, hem_arena_take(&arena, 1, 1));
}

void test_a_mark_ahead_of_the_arena_is_ignored(void)
{
    hem_arena_take(&arena, 1, 16);
    hem_arena_release(&arena, 200);
    TEST_ASSERT_EQUAL(16, arena.used);
    hem_arena_release(&arena, 32);
    TEST_ASSERT_EQUAL(16, arena.used);
}

void test_a_mark_that_would_misalign_the_arena_is_ignored(void)
{
    hem_arena_take(&arena, 1, 32);
    for (uint32_t mark = 1; mark < 16; mark++) {
        hem_arena_release(&arena, mark);
        TEST_ASSERT_EQUAL(32, arena.used);
    }
}

void test_an_arena_inside_its_own_memory_is_refused(void)
{
    hem_arena *inside = (hem_arena *)(void *)(memory + 64);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_arena_init(inside, memory, BYTES));
    TEST_ASSERT_EACH_EQUAL_HEX8(0xAA, memory, BYTES);
}

void test_an_arena_without_memory_gives_nothing(void)
{
    hem_arena none = {0};
    TEST_ASSERT_NULL(hem_arena_take(&none, 0, 4));
}

void test_offsets_name_places_and_survive_a_move(void)
{
    HEM_BLOCK(other, BYTES);
    hem_arena_take(&arena, 3, 16);
    uint8_t *place = hem_arena_take(&arena, 4, 4);
    memcpy(place, "moved", 6);
    uint32_t offset = hem_arena_offset(&arena, place);
    TEST_ASSERT_EQUAL(48, offset);

    memcpy(other, memory, BYTES);
    hem_arena copy = arena;
    copy.base = other;
    TEST_ASSERT_EQUAL_STRING("moved", hem_arena_at(&copy, offset));
}

void test_what_lies_outside_the_used_part_has_no_offset(void)
{
    hem_arena_take(&arena, 1, 16);
    TEST_ASSERT_EQUAL(0, hem_arena_offset(&arena, memory));
    TEST_ASSERT_EQUAL(15, hem_arena_offset(&arena, memory + 15));
    TEST_ASSERT_EQUAL(HEM_NONE, hem_arena_offset(&arena, memory + 16));
    TEST_ASSERT_EQUAL(HEM_NONE, hem_arena_offset(&arena, &arena));
    TEST_ASSERT_NULL(hem_arena_at(&arena, 16));
    TEST_ASSERT_EQUAL_PTR(memory + 15, hem_arena_at(&arena, 15));
}

void test_no_arena_is_no_crash(void)
{
    TEST_ASSERT_NULL(hem_arena_take(NULL, 1, 1));
    TEST_ASSERT_EQUAL(0, hem_arena_mark(NULL));
    hem_arena_release(NULL, 0);
    TEST_ASSERT_EQUAL(HEM_NONE, hem_arena_offset(NULL, memory));
    TEST_ASSERT_NULL(hem_arena_at(NULL, 0));
}

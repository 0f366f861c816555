#include "unity.h"

#include "base/stopwatch.h"
#include "mock_port.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static uint32_t lap_from_to(uint64_t start, uint64_t end, uint64_t rate)
{
    hem_ticks_ExpectAndReturn(start);
    hem_stopwatch watch = hem_stopwatch_start();
    hem_ticks_ExpectAndReturn(end);
    hem_ticks_per_second_ExpectAndReturn(rate);
    return hem_stopwatch_lap(&watch);
}

void test_ticks_become_microseconds_at_any_rate(void)
{
    TEST_ASSERT_EQUAL_UINT32(250, lap_from_to(1000, 1250, 1000000));
    TEST_ASSERT_EQUAL_UINT32(250, lap_from_to(0, 250000, 1000000000));
    TEST_ASSERT_EQUAL_UINT32(1000000, lap_from_to(5, 6, 1));
    TEST_ASSERT_EQUAL_UINT32(333333, lap_from_to(0, 1, 3));
    TEST_ASSERT_EQUAL_UINT32(40, lap_from_to(0, 1000, 25000000));
}

void test_a_lap_starts_the_next_one(void)
{
    hem_ticks_ExpectAndReturn(100);
    hem_stopwatch watch = hem_stopwatch_start();
    hem_ticks_ExpectAndReturn(150);
    hem_ticks_per_second_ExpectAndReturn(1000000);
    TEST_ASSERT_EQUAL_UINT32(50, hem_stopwatch_lap(&watch));
    hem_ticks_ExpectAndReturn(157);
    hem_ticks_per_second_ExpectAndReturn(1000000);
    TEST_ASSERT_EQUAL_UINT32(7, hem_stopwatch_lap(&watch));
}

void test_a_clock_that_stands_still_or_runs_backwards_gives_zero(void)
{
    TEST_ASSERT_EQUAL_UINT32(0, lap_from_to(9, 9, 1000));
    TEST_ASSERT_EQUAL_UINT32(0, lap_from_to(9, 3, 1000));
}

void test_a_clock_without_a_rate_gives_zero(void)
{
    TEST_ASSERT_EQUAL_UINT32(0, lap_from_to(0, 1000, 0));
}

void test_long_times_saturate(void)
{
    TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, lap_from_to(0, 1000000000000u, 1000000));
    TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, lap_from_to(0, 4294967296u, 1000000));
    TEST_ASSERT_EQUAL_UINT32(4294967295u, lap_from_to(0, 4294967295u, 1000000));
    TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, lap_from_to(0, UINT64_MAX, 1));
}

/* The POSIX port on the machine that runs the tests. port_check.c does the same for every other
 * target, and by the processor's own control words. */
#include "unity.h"

#include "hem/port.h"

#include <fenv.h>
#include <float.h>
#include <string.h>
#include <time.h>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

static fenv_t before;

void setUp(void)
{
    fegetenv(&before);
    feclearexcept(FE_ALL_EXCEPT);
}

void tearDown(void)
{
    fesetenv(&before);
}

static volatile float one = 1.0f;
static volatile float three = 3.0f;
static volatile float zero = 0.0f;
static volatile float half = 0.5f;
static volatile float smallest_normal = FLT_MIN;

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The last bits of 1/3 and -1/3, which each rounding mode gives differently. fegetround would not
 * do: on x86 it tells of the x87 unit, which Hem does not use. */
static uint32_t rounding(void)
{
    volatile float above = one / three;
    volatile float below = -one / three;
    return (bits_of(above) & 0xFFu) << 8 | (bits_of(below) & 0xFFu);
}

#define NEAREST 0xABABu

static void assert_denormals_kept(void)
{
    volatile float denormal = smallest_normal * half;
    volatile float doubled = denormal + denormal;
    TEST_ASSERT_TRUE(denormal > 0.0f);
    TEST_ASSERT_TRUE(doubled == smallest_normal);
}

static uint64_t wall_nanoseconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void test_the_clock_never_runs_backwards(void)
{
    uint64_t last = hem_ticks();
    for (int i = 0; i < 100000; i++) {
        uint64_t now = hem_ticks();
        TEST_ASSERT_TRUE(now >= last);
        last = now;
    }
}

void test_the_clock_advances_as_its_rate_says(void)
{
    uint64_t begun = hem_ticks();
    uint64_t begun_wall = wall_nanoseconds();
    uint64_t passed_wall = 0;
    while (passed_wall < 30000000u) {
        passed_wall = wall_nanoseconds() - begun_wall;
    }
    uint64_t passed = hem_ticks() - begun;
    /* Another program may hold the machine in between, so the upper bound is wide. */
    TEST_ASSERT_TRUE(passed > passed_wall - passed_wall / 10);
    TEST_ASSERT_TRUE(passed < passed_wall * 100);
}

void test_the_rate_is_a_billion_ticks_a_second(void)
{
    TEST_ASSERT_EQUAL_UINT64(1000000000u, hem_ticks_per_second());
}

void test_every_rounding_mode_of_a_caller_comes_back(void)
{
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int i = 0; i < 4; i++) {
        fesetround(modes[i]);
        uint32_t before_enter = rounding();
        uint32_t saved = hem_fp_enter();
        uint32_t inside = rounding();
        hem_fp_leave(saved);
        uint32_t after = rounding();
        fesetround(FE_TONEAREST);
        TEST_ASSERT_EQUAL(i == 0, before_enter == NEAREST);
        TEST_ASSERT_EQUAL_HEX32(NEAREST, inside);
        TEST_ASSERT_EQUAL_HEX32(before_enter, after);
    }
}

void test_inside_is_to_nearest_with_denormals_kept(void)
{
    uint32_t saved = hem_fp_enter();
    TEST_ASSERT_EQUAL_HEX32(NEAREST, rounding());
    assert_denormals_kept();
    hem_fp_leave(saved);
}

void test_calls_nest(void)
{
    fesetround(FE_UPWARD);
    uint32_t outside = rounding();
    uint32_t outer = hem_fp_enter();
    uint32_t inner = hem_fp_enter();
    hem_fp_leave(inner);
    uint32_t between = rounding();
    hem_fp_leave(outer);
    uint32_t after = rounding();
    fesetround(FE_TONEAREST);
    TEST_ASSERT_EQUAL_HEX32(NEAREST, between);
    TEST_ASSERT_EQUAL_HEX32(outside, after);
}

void test_flags_raised_inside_are_not_left_behind(void)
{
    uint32_t saved = hem_fp_enter();
    volatile float infinite = one / zero;
    volatile float third = one / three;
    int inside = fetestexcept(FE_ALL_EXCEPT);
    hem_fp_leave(saved);
    (void)infinite;
    (void)third;
    TEST_ASSERT_EQUAL(FE_DIVBYZERO | FE_INEXACT, inside & (FE_DIVBYZERO | FE_INEXACT));
    TEST_ASSERT_EQUAL(0, fetestexcept(FE_ALL_EXCEPT));
}

void test_flags_raised_before_stay_raised(void)
{
    volatile float infinite = one / zero;
    (void)infinite;
    uint32_t saved = hem_fp_enter();
    hem_fp_leave(saved);
    TEST_ASSERT_EQUAL(FE_DIVBYZERO, fetestexcept(FE_ALL_EXCEPT));
}

#if defined(__SSE__)

void test_flushing_to_zero_is_off_inside_and_back_after(void)
{
    static const unsigned settings[] = {0x8000, 0x0040, 0x8040};
    unsigned normal = _mm_getcsr();
    for (int i = 0; i < 3; i++) {
        _mm_setcsr(normal | settings[i]);
        uint32_t saved = hem_fp_enter();
        unsigned inside = _mm_getcsr();
        assert_denormals_kept();
        hem_fp_leave(saved);
        unsigned after = _mm_getcsr();
        _mm_setcsr(normal);
        TEST_ASSERT_EQUAL_HEX32(0, inside & 0x8040u);
        TEST_ASSERT_EQUAL_HEX32(normal | settings[i], after);
    }
}

void test_traps_are_off_inside_and_back_after(void)
{
    unsigned normal = _mm_getcsr();
    unsigned trapping = normal & ~0x0F80u;
    _mm_setcsr(trapping);
    uint32_t saved = hem_fp_enter();
    volatile float infinite = one / zero;
    hem_fp_leave(saved);
    unsigned after = _mm_getcsr();
    _mm_setcsr(normal);
    TEST_ASSERT_TRUE(infinite > FLT_MAX);
    TEST_ASSERT_EQUAL_HEX32(trapping, after);
}

#endif

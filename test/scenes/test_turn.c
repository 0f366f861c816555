#include "unity.h"

#include "scenes/turn.h"

#include <math.h>

void setUp(void)
{
}

void tearDown(void)
{
}

static const double two_pi = 6.283185307179586476925;

/* The largest error of both functions at one argument; the double reduces turns exactly first. */
static double error_at(float turns)
{
    double part = fmod((double)turns, 1.0);
    double sine = fabs(sin(two_pi * part) - (double)scene_sin_turns(turns));
    double cosine = fabs(cos(two_pi * part) - (double)scene_cos_turns(turns));
    return fmax(sine, cosine);
}

void test_sine_and_cosine_are_within_the_stated_error_over_a_turn(void)
{
    double worst = 0;
    for (int i = -2000000; i <= 2000000; i++) {
        worst = fmax(worst, error_at((float)i / 1000003.0f));
    }
    TEST_ASSERT_TRUE(worst < 1.2e-7);
}

void test_sine_and_cosine_are_within_the_stated_error_far_out(void)
{
    double worst = 0;
    for (int i = -500000; i <= 500000; i++) {
        worst = fmax(worst, error_at((float)i * 2.0971f));
    }
    worst = fmax(worst, error_at(SCENE_TURNS_MAX));
    worst = fmax(worst, error_at(-SCENE_TURNS_MAX));
    TEST_ASSERT_TRUE(worst < 1.2e-7);
}

void test_quarters_of_a_turn_are_exact(void)
{
    static const float sine[4] = {0.0f, 1.0f, 0.0f, -1.0f};
    for (int quarter = -400; quarter <= 400; quarter++) {
        float turns = 0.25f * (float)quarter;
        TEST_ASSERT_TRUE(scene_sin_turns(turns) == sine[(quarter + 400) % 4]);
        TEST_ASSERT_TRUE(scene_cos_turns(turns) == sine[(quarter + 401) % 4]);
    }
}

void test_sine_is_odd_and_cosine_even_to_the_last_bit(void)
{
    for (int i = 0; i < 100000; i++) {
        float turns = (float)i * 0.00013f;
        TEST_ASSERT_TRUE(scene_sin_turns(-turns) == -scene_sin_turns(turns));
        TEST_ASSERT_TRUE(scene_cos_turns(-turns) == scene_cos_turns(turns));
    }
}

/* Except half way between two quarters, where the two polynomials meet. */
void test_a_whole_turn_changes_no_bit(void)
{
    for (int i = 0; i < 4096; i++) {
        float turns = (float)i / 4096.0f;
        if (i % 1024 == 512) {
            continue;
        }
        TEST_ASSERT_TRUE(scene_sin_turns(turns) == scene_sin_turns(turns + 17.0f));
        TEST_ASSERT_TRUE(scene_cos_turns(turns) == scene_cos_turns(turns - 300.0f));
    }
}

void test_results_never_leave_the_unit_interval(void)
{
    for (int i = -300000; i <= 300000; i++) {
        float turns = (float)i * 1e-6f;
        TEST_ASSERT_TRUE(fabsf(scene_sin_turns(turns)) <= 1.0f);
        TEST_ASSERT_TRUE(fabsf(scene_cos_turns(turns)) <= 1.0f);
    }
}

void test_ease_rises_from_zero_to_one_and_stays(void)
{
    float before = 0.0f;
    for (int i = 0; i <= 1000; i++) {
        float value = scene_ease(2.0f, 5.0f, 1.0f + 0.005f * (float)i);
        TEST_ASSERT_TRUE(value >= before && value <= 1.0f);
        before = value;
    }
    TEST_ASSERT_TRUE(scene_ease(2.0f, 5.0f, 2.0f) == 0.0f);
    TEST_ASSERT_TRUE(scene_ease(2.0f, 5.0f, 3.5f) == 0.5f);
    TEST_ASSERT_TRUE(scene_ease(2.0f, 5.0f, 5.0f) == 1.0f);
    TEST_ASSERT_TRUE(scene_ease(2.0f, 5.0f, 1e9f) == 1.0f);
    TEST_ASSERT_TRUE(scene_ease(2.0f, 5.0f, -1e9f) == 0.0f);
}

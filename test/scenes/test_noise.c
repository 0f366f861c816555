#include "unity.h"

#include "base/hash.h"
#include "base/vec3.h"
#include "scenes/noise.h"

#include <math.h>

void setUp(void)
{
}

void tearDown(void)
{
}

/* Some point of a cube of 20 m around the origin. */
static hem_vec3 some_point(int32_t i)
{
    hem_vec3 at;
    at.x = (float)(scene_hash(i, 0, 0, 0, 77) >> 8) * (20.0f / 16777216.0f) - 10.0f;
    at.y = (float)(scene_hash(i, 1, 0, 0, 77) >> 8) * (20.0f / 16777216.0f) - 10.0f;
    at.z = (float)(scene_hash(i, 2, 0, 0, 77) >> 8) * (20.0f / 16777216.0f) - 10.0f;
    return at;
}

void test_noise_stays_between_minus_one_and_one_and_uses_most_of_it(void)
{
    float lo = 0.0f, hi = 0.0f;
    double sum = 0;
    for (int32_t i = 0; i < 100000; i++) {
        float value = scene_noise(some_point(i), 0.37f * (float)(i % 50), 5);
        TEST_ASSERT_TRUE(value >= -1.0f && value <= 1.0f);
        lo = fminf(lo, value);
        hi = fmaxf(hi, value);
        sum += (double)value;
    }
    TEST_ASSERT_TRUE(lo < -0.7f && hi > 0.7f);
    TEST_ASSERT_TRUE(fabs(sum / 100000) < 0.02);
}

/* The steepest that 6t^5 - 15t^4 + 10t^3 gets is 1.875, between values 2 apart. */
void test_noise_has_no_jumps(void)
{
    const float step = 1e-3f;
    for (int32_t i = 0; i < 100000; i++) {
        hem_vec3 at = some_point(i);
        float time = 0.011f * (float)(i % 1000);
        float here = scene_noise(at, time, 9);
        hem_vec3 beside = {at.x + step, at.y, at.z};
        hem_vec3 above = {at.x, at.y, at.z + step};
        TEST_ASSERT_TRUE(fabsf(scene_noise(beside, time, 9) - here) < 3.76f * step);
        TEST_ASSERT_TRUE(fabsf(scene_noise(above, time, 9) - here) < 3.76f * step);
        TEST_ASSERT_TRUE(fabsf(scene_noise(at, time + step, 9) - here) < 3.76f * step);
    }
}

void test_noise_does_not_jump_across_lattice_planes_on_either_side_of_zero(void)
{
    for (int32_t plane = -3; plane <= 3; plane++) {
        float below = (float)plane - 1e-6f;
        float above = (float)plane + 1e-6f;
        hem_vec3 left = {below, 0.3f, -0.6f};
        hem_vec3 right = {above, 0.3f, -0.6f};
        TEST_ASSERT_FLOAT_WITHIN(1e-5f, scene_noise(left, 0.2f, 1), scene_noise(right, 0.2f, 1));
    }
}

void test_another_seed_or_time_gives_other_noise(void)
{
    int same_seed = 0, same_time = 0;
    for (int32_t i = 0; i < 1000; i++) {
        hem_vec3 at = some_point(i);
        same_seed += scene_noise(at, 0.0f, 1) == scene_noise(at, 0.0f, 2);
        same_time += scene_noise(at, 0.0f, 1) == scene_noise(at, 1.0f, 1);
    }
    TEST_ASSERT_TRUE(same_seed < 5);
    TEST_ASSERT_TRUE(same_time < 5);
}

void test_hash_tells_neighbours_apart(void)
{
    uint32_t bit_changes = 0;
    for (int32_t i = -500; i < 500; i++) {
        uint32_t here = scene_hash(i, i / 3, -i, 7, 3);
        uint32_t other[4] = {scene_hash(i + 1, i / 3, -i, 7, 3), scene_hash(i, i / 3 + 1, -i, 7, 3),
                             scene_hash(i, i / 3, 1 - i, 7, 3), scene_hash(i, i / 3, -i, 8, 3)};
        for (int k = 0; k < 4; k++) {
            bit_changes += (uint32_t)__builtin_popcount(here ^ other[k]);
        }
    }
    /* Half of the bits, on average. */
    TEST_ASSERT_UINT32_WITHIN(1000, 64000, bit_changes);
}

void test_noise_has_the_bits_it_always_had(void)
{
    uint64_t hash = HEM_HASH_SEED;
    for (int32_t i = 0; i < 4096; i++) {
        hash = hem_hash_float(hash, scene_noise(some_point(i), 0.01f * (float)i, (uint32_t)i));
    }
    TEST_ASSERT_EQUAL_HEX64(0x087DDF57D770CCEFu, hash);
}

/* Whatever runs out, a step ends clean, the same each time, within its block, and says what it was:
 * a few steps of plays with each capacity and limit cut, in most of them all to where something is
 * missing. `make starve` does more of them. */
#include "unity.h"

#include "starve.h"

enum { STEPS = 5, OF_RESOLVE = STARVE_COUNT - 2 };

void setUp(void)
{
}

void tearDown(void)
{
    starve_end();
}

/* Returns whether anything was missing. */
static bool expect_safe(starve_what what, uint32_t value)
{
    starve_result got = starve_run(what, value);
    const char *name = starve_names[what];
    TEST_ASSERT_FALSE_MESSAGE(got.refused, name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, got.intersections, name);
    TEST_ASSERT_TRUE_MESSAGE(got.guard_ok, name);
    TEST_ASSERT_TRUE_MESSAGE(got.deterministic, name);
    TEST_ASSERT_TRUE_MESSAGE(got.named, name);
    TEST_ASSERT_TRUE_MESSAGE(got.told, name);
    TEST_ASSERT_TRUE_MESSAGE(got.honest, name);
    TEST_ASSERT_FALSE_MESSAGE(got.led_astray, name);
    return starve_bites(&got);
}

/* Returns of how many capacities and limits some cut, or nothing at all, was too little. */
static uint32_t starve_all(played_driver driver, play_id id, uint32_t from)
{
    uint32_t biting = 0;
    TEST_ASSERT_TRUE(starve_start(driver, id, SCENE_SMALL, from, STEPS));
    for (int what = 0; what < STARVE_COUNT; what++) {
        uint32_t values[4];
        uint32_t count = starve_values(starve_plenty((starve_what)what), values);
        bool bites = false;
        for (uint32_t i = 0; i < count; i++) {
            bites = expect_safe((starve_what)what, values[i]) || bites;
        }
        biting += bites;
    }
    return biting;
}

void test_starved_sheets_that_pass_each_other_stay_apart(void)
{
    (void)starve_all(PLAYED_RESOLVE, PLAY_PASSING, 0);
}

void test_starved_drapes_stay_on_what_they_fall_on(void)
{
    TEST_ASSERT_EQUAL_UINT32(OF_RESOLVE, starve_all(PLAYED_RESOLVE, PLAY_DRAPES, 5));
}

void test_starved_cloth_on_a_platform_stays_on_it(void)
{
    TEST_ASSERT_EQUAL_UINT32(OF_RESOLVE, starve_all(PLAYED_RESOLVE, PLAY_PLATFORM, 7));
}

void test_starved_tube_stays_around_its_bar(void)
{
    TEST_ASSERT_EQUAL_UINT32(OF_RESOLVE, starve_all(PLAYED_RESOLVE, PLAY_TUBE, 40));
}

void test_starved_cloth_that_the_world_simulates_stays_apart(void)
{
    (void)starve_all(PLAYED_STEP, PLAY_PASSING, 0);
    starve_end();
    (void)starve_all(PLAYED_STEP, PLAY_DRAPES, 5);
    starve_end();
    (void)starve_all(PLAYED_STEP, PLAY_TABLE, 8);
}

static void cut_scratch_anywhere(played_driver driver)
{
    TEST_ASSERT_TRUE(starve_start(driver, PLAY_PLATFORM, SCENE_SMALL, 9, 2));
    uint64_t plenty = starve_plenty(STARVE_SCRATCH);
    for (uint32_t i = 0; i < 48; i++) {
        expect_safe(STARVE_SCRATCH, (uint32_t)(plenty * i / 48u) + i % 3u);
    }
}

void test_scratch_may_end_anywhere(void)
{
    cut_scratch_anywhere(PLAYED_RESOLVE);
    starve_end();
    cut_scratch_anywhere(PLAYED_STEP);
}

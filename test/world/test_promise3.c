/* Clean stays clean: the beginning of every small play by hem_resolve and by hem_step, every edge
 * with every face after each step, and the same again to the last bit. `make promise3` does it at
 * full size. */
#include "unity.h"

#include "clean_check.h"
#include "played_world.h"
#include "test_scale.h"

/* The ball hits in its thirteenth step; what follows takes long. */
enum { STEPS = 40, STEPS_OF_BALL = 14, STEPS_AGAIN = 12 };

static played_world played;
static played_driver driver;
static uint32_t held_steps;
static clean_check check;

void setUp(void)
{
    driver = PLAYED_RESOLVE;
}

void tearDown(void)
{
    clean_check_end(&check);
    played_world_end(&played);
}

static void start(int id)
{
    TEST_ASSERT_TRUE(played_world_start_by(&played, driver, (play_id)id, SCENE_SMALL));
    TEST_ASSERT_TRUE_MESSAGE(played_world_make(&played, played_world_contacts(&played.player)),
                             played.player.info.name);
}

static uint32_t steps_of(uint32_t wanted)
{
    uint32_t steps = hem_test_count(wanted), all = played.player.info.steps;
    return steps < all ? steps : all;
}

static void expect_clean_step(void)
{
    const char *name = played.player.info.name;
    clean_count found;
    TEST_ASSERT_TRUE_MESSAGE(played_world_step(&played), name);
    TEST_ASSERT_TRUE_MESSAGE(clean_check_look(&check, true, &found), name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, found.self, name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, found.deformable, name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, found.still, name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, found.fresh, name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, played.report.pinched, name);
    held_steps += played.report.held_vertices > 0;
}

static void play_twice(int id)
{
    uint64_t hash = 0;
    held_steps = 0;
    start(id);
    TEST_ASSERT_TRUE_MESSAGE(clean_check_start(&check, &played.player), played.player.info.name);
    uint32_t again = steps_of(STEPS_AGAIN);
    for (uint32_t k = 0; k < steps_of(id == PLAY_BALL ? STEPS_OF_BALL : STEPS); k++) {
        expect_clean_step();
        hash = k + 1u == again ? played.hash : hash;
    }
    TEST_ASSERT_TRUE(played_world_guards_hold(&played));
    clean_check_end(&check);
    played_world_end(&played);
    start(id);
    for (uint32_t k = 0; k < again; k++) {
        TEST_ASSERT_TRUE(played_world_step(&played));
    }
    TEST_ASSERT_EQUAL_HEX64_MESSAGE(hash, played.hash, played.player.info.name);
    played_world_end(&played);
}

void test_sheets_that_fall_stay_clean_and_do_the_same_twice(void)
{
    play_twice(PLAY_PILE);
    play_twice(PLAY_TORUS);
    play_twice(PLAY_PASSING);
    play_twice(PLAY_DRAPES);
}

void test_sheets_that_are_led_stay_clean_and_do_the_same_twice(void)
{
    play_twice(PLAY_FLAG);
    play_twice(PLAY_RING);
    play_twice(PLAY_BALL);
    play_twice(PLAY_TWIST);
    play_twice(PLAY_PLATFORM);
    play_twice(PLAY_TUBE);
}

void test_clothes_and_things_on_tables_stay_clean_and_do_the_same_twice(void)
{
    play_twice(PLAY_GARMENT);
    play_twice(PLAY_LARGE);
    play_twice(PLAY_TABLE);
    play_twice(PLAY_TAPE);
    play_twice(PLAY_PANTS);
    play_twice(PLAY_SLACKS);
}

void test_what_the_world_simulates_stays_clean_without_being_held_and_does_the_same_twice(void)
{
    driver = PLAYED_STEP;
    for (int id = 0; id < PLAY_COUNT; id++) {
        play_twice(id);
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, held_steps, played.player.info.name);
    }
}

/* Otherwise what the others show would mean nothing. */
void test_the_same_sheets_cross_when_nothing_is_resolved(void)
{
    static const play_id crossing[] = {PLAY_DRAPES, PLAY_BALL};
    for (uint32_t i = 0; i < sizeof crossing / sizeof crossing[0]; i++) {
        clean_count found, all = {0};
        TEST_ASSERT_TRUE(played_world_start(&played, crossing[i], SCENE_SMALL));
        TEST_ASSERT_TRUE(clean_check_start(&check, &played.player));
        for (uint32_t k = 0; k < STEPS; k++) {
            player_step_candidates(&played.player);
            player_accept(&played.player, played.player.memory.candidates, NULL);
            TEST_ASSERT_TRUE(clean_check_look(&check, true, &found));
            all.deformable += found.deformable;
            all.still += found.still;
            all.moving += found.moving;
        }
        TEST_ASSERT_GREATER_THAN_UINT32_MESSAGE(0, all.deformable + all.still + all.moving,
                                                played.player.info.name);
        clean_check_end(&check);
    }
}

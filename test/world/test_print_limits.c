/* The limits that a run needed: they are C, the same run comes to the same bits with them, and
 * where one ran out, trying again with what is printed ends. */
#include "unity.h"

#include "guarded_block.h"
#include "played_world.h"
#include "world/world_block.h"
#include "world_shapes.h"

#include <stdio.h>
#include <string.h>

enum { STEPS = 40, ROOM = 400, LIMITS = sizeof(hem_limits) / 4 };

/* In the order of hem_limits. */
static const char *const names[LIMITS] = {
    "repel_sweeps", "impact_passes", "impact_sweeps", "zone_passes",
    "zone_sweeps",  "hold_passes",   "cloth_passes",  "cloth_iterations",
};

static played_world played;
static char text[ROOM];

void setUp(void)
{
    memset(&played, 0, sizeof played);
}

void tearDown(void)
{
    played_world_end(&played);
    guarded_block_check_and_free();
}

/* As a compiler would read it: what is not there stays. */
static void paste(const char *from, hem_limits *limits)
{
    uint32_t *each = &limits->repel_sweeps;
    for (uint32_t i = 0; i < LIMITS; i++) {
        char line[60];
        unsigned value;
        (void)snprintf(line, sizeof line, "in.limits.%s = ", names[i]);
        const char *found = strstr(from, line);
        if (found != NULL) {
            TEST_ASSERT_EQUAL_INT(1, sscanf(found + strlen(line), "%uu;\n", &value));
            each[i] = value;
        }
    }
}

/* ---- what is printed ---- */

static void set_enough(hem_world *world, const uint32_t values[LIMITS])
{
    memcpy(&world->peak.enough, values, sizeof world->peak.enough);
}

void test_what_was_needed_is_printed_and_nothing_else(void)
{
    hem_world *world = world_take(1, 9, 9, 9);
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_print_limits(world, text, ROOM));
    TEST_ASSERT_EQUAL_STRING("", text);
    set_enough(world, (const uint32_t[LIMITS]){8, 7, 0, 12, 0, 0, 0, 4294967295u});
    (void)hem_world_print_limits(world, text, ROOM);
    TEST_ASSERT_EQUAL_STRING("in.limits.repel_sweeps = 8u;\n"
                             "in.limits.impact_passes = 7u;\n"
                             "in.limits.zone_passes = 12u;\n"
                             "in.limits.cloth_iterations = 4294967295u;\n",
                             text);
}

void test_every_limit_can_be_pasted(void)
{
    hem_world *world = world_take(1, 9, 9, 9);
    hem_step_in in = hem_default_step_in(0.01f);
    set_enough(world, (const uint32_t[LIMITS]){1, 2, 3, 4, 5, 6, 7, 8});
    (void)hem_world_print_limits(world, text, ROOM);
    paste(text, &in.limits);
    TEST_ASSERT_EQUAL_MEMORY(&world->peak.enough, &in.limits, sizeof in.limits);
}

void test_the_length_is_told_whatever_fits(void)
{
    hem_world *world = world_take(1, 9, 9, 9);
    char part[ROOM];
    set_enough(world, (const uint32_t[LIMITS]){1, 20, 3, 4, 5, 6, 7, 8});
    uint32_t length = hem_world_print_limits(world, text, ROOM);
    TEST_ASSERT_EQUAL_UINT32(strlen(text), length);
    TEST_ASSERT_EQUAL_UINT32(length, hem_world_print_limits(world, NULL, 0));
    for (uint32_t room = 1; room < length + 3u; room++) {
        memset(part, 'x', sizeof part);
        TEST_ASSERT_EQUAL_UINT32(length, hem_world_print_limits(world, part, room));
        TEST_ASSERT_EQUAL_UINT32(room <= length ? room - 1u : length, strlen(part));
        TEST_ASSERT_EQUAL('x', part[room]);
    }
}

/* ---- the same run ---- */

/* From the start, with these limits; notes the hash of every step, or compares with it. Returns how
 * many steps were limited. */
static uint32_t play(played_driver driver, play_id id, const hem_limits *limits, uint64_t *hashes,
                     bool compare)
{
    uint32_t limited = 0;
    played_world_end(&played);
    TEST_ASSERT_TRUE(played_world_start_by(&played, driver, id, SCENE_SMALL));
    TEST_ASSERT_TRUE(played_world_make(&played, 60u * played.player.info.vertex_count));
    played.hem.in.limits = *limits;
    for (uint32_t step = 0; step < STEPS; step++) {
        TEST_ASSERT_TRUE(played_world_step(&played));
        limited += played.status == HEM_LIMITED;
        uint64_t hash = hem_world_hash(played.hem.world);
        TEST_ASSERT_TRUE(!compare || hash == hashes[step]);
        hashes[step] = hash;
    }
    (void)hem_world_print_limits(played.hem.world, text, ROOM);
    return limited;
}

/* Nothing is limited with more than enough of everything, nor with what that is said to have
 * needed; and that says the same of itself. */
static void check_enough(played_driver driver, play_id id)
{
    uint64_t hashes[STEPS];
    hem_limits limits = {400, 400, 400, 1600, 2000, 400, 8, 4000}, exact;
    TEST_ASSERT_EQUAL_UINT32(0, play(driver, id, &limits, hashes, false));
    memcpy(&exact, &limits, sizeof exact);
    paste(text, &exact);
    TEST_ASSERT_LESS_THAN_UINT32(limits.impact_passes, exact.impact_passes);
    char first[ROOM];
    memcpy(first, text, sizeof first);
    TEST_ASSERT_EQUAL_UINT32(0, play(driver, id, &exact, hashes, true));
    TEST_ASSERT_EQUAL_STRING(first, text);
}

void test_runs_that_need_no_more_are_the_same_with_what_they_needed(void)
{
    check_enough(PLAYED_RESOLVE, PLAY_PASSING);
    check_enough(PLAYED_STEP, PLAY_PASSING);
    check_enough(PLAYED_RESOLVE, PLAY_DRAPES);
    check_enough(PLAYED_STEP, PLAY_DRAPES);
    check_enough(PLAYED_RESOLVE, PLAY_PLATFORM);
}

/* Without impact, what zones need is enough for them, and what hold needs without zones. */
void test_zones_and_hold_are_the_same_with_what_they_needed(void)
{
    uint64_t hashes[STEPS];
    const hem_limits zones = {8, 0, 0, 1600, 2000, 400, 8, 4000};
    const hem_limits hold = {8, 0, 0, 0, 0, 400, 8, 4000};
    hem_limits exact = zones;
    (void)play(PLAYED_RESOLVE, PLAY_DRAPES, &zones, hashes, false);
    paste(text, &exact);
    exact.impact_passes = exact.impact_sweeps = 0;
    TEST_ASSERT_GREATER_THAN_UINT32(1, exact.zone_passes);
    TEST_ASSERT_LESS_THAN_UINT32(zones.zone_passes, exact.zone_passes);
    (void)play(PLAYED_RESOLVE, PLAY_DRAPES, &exact, hashes, true);

    exact = hold;
    (void)play(PLAYED_RESOLVE, PLAY_DRAPES, &hold, hashes, false);
    paste(text, &exact);
    exact.impact_passes = exact.impact_sweeps = exact.zone_passes = exact.zone_sweeps = 0;
    TEST_ASSERT_LESS_THAN_UINT32(hold.hold_passes, exact.hold_passes);
    (void)play(PLAYED_RESOLVE, PLAY_DRAPES, &exact, hashes, true);
}

/* A plate that moves through one end of a strip, which cannot give way: that end is held, and the
 * other one goes on, as long as there is a pass left when nothing more can be held. */
static uint64_t pinch(uint32_t hold_passes, uint32_t *passes)
{
    guarded_block_check_and_free();
    hem_world *world = world_take(2, 50, 70, 200);
    world_shape strip = world_shape_sheet(12, 3, (hem_vec3){0.0f, 0.0f, 0.0f});
    world_shape plate = world_shape_sheet(3, 3, (hem_vec3){0.003f, 0.002f, 0.004f});
    plate.kind = HEM_KINEMATIC;
    hem_body cloth = world_shape_add(world, &strip), press = world_shape_add(world, &plate);
    for (uint32_t v = 0; v < strip.vertex_count; v++) {
        strip.positions[v].z -= 0.005f;
    }
    for (uint32_t v = 0; v < plate.vertex_count; v++) {
        plate.positions[v].z -= 0.02f;
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, cloth, strip.positions, strip.vertex_count));
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_kinematic(world, press, plate.positions, plate.vertex_count));
    hem_step_in in = hem_default_step_in(0.01f);
    in.limits = (hem_limits){.hold_passes = hold_passes};
    hem_report report;
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_resolve(world, &in, &report));
    TEST_ASSERT_GREATER_THAN_UINT32(0, report.pinched);
    *passes = report.phase[HEM_PHASE_HOLD].passes;
    (void)hem_world_print_limits(world, text, ROOM);
    world_shape_free(&strip);
    world_shape_free(&plate);
    return hem_world_hash(world);
}

void test_hold_that_has_just_enough_passes_does_not_go_on_to_whole_bodies(void)
{
    uint32_t passes;
    hem_limits exact = {0};
    uint64_t hash = pinch(100, &passes);
    paste(text, &exact);
    TEST_ASSERT_LESS_THAN_UINT32(100, passes);
    TEST_ASSERT_EQUAL_HEX64(hash, pinch(exact.hold_passes, &passes));
    TEST_ASSERT_TRUE(hash != pinch(passes, &passes));
}

/* ---- what ran out ---- */

/* Beginning with nothing at all, what is printed each time is enough sooner or later. */
static void check_ends(played_driver driver, play_id id)
{
    uint64_t hashes[STEPS];
    hem_limits limits = {0};
    uint32_t rounds = 0;
    while (play(driver, id, &limits, hashes, false) > 0) {
        hem_limits before = limits;
        paste(text, &limits);
        TEST_ASSERT_LESS_THAN_UINT32(20, ++rounds);
        TEST_ASSERT_FALSE(memcmp(&before, &limits, sizeof before) == 0);
    }
    TEST_ASSERT_GREATER_THAN_UINT32(1, rounds);
}

void test_trying_again_with_what_is_printed_ends(void)
{
    check_ends(PLAYED_RESOLVE, PLAY_PASSING);
    check_ends(PLAYED_RESOLVE, PLAY_PLATFORM);
    check_ends(PLAYED_STEP, PLAY_PASSING);
}

/* The example of a program with a simulator of its own: plays go through hem_resolve, stay clean,
 * and come to the same in every run. */
#include "unity.h"

#include "guarded_block.h"
#include "player_crossings.h"
#include "resolve_player.h"

/* The ball hits in its thirteenth step; what follows takes long. */
enum { STEPS = 30, STEPS_OF_BALL = 14 };

PLAYER_MEMORY(memory, PLAY_SMALL_VERTICES, PLAY_SMALL_TRIANGLES);
HEM_BLOCK(judge_memory, PLAYER_CROSSINGS_BYTES(PLAY_MOST_BODIES, PLAY_SMALL_TRIANGLES));
static scene_player player;
static resolve_player hem;
static player_crossings judge;
static hem_report report;

void setUp(void)
{
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

static uint32_t contacts(void)
{
    return HEM_CONTACTS(player.info.vertex_count);
}

/* A world in a block of exactly the size that its capacities need. */
static void start(int id)
{
    TEST_ASSERT_TRUE(player_start(&player, (play_id)id, SCENE_SMALL, &memory));
    hem_caps caps = resolve_player_caps(&player, contacts());
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(
        HEM_OK, resolve_player_start(&hem, &player, guarded_block_take(bytes), bytes, contacts()));
    TEST_ASSERT_EQUAL(HEM_OK, player_crossings_start(&judge, &hem, &player, judge_memory,
                                                     (uint32_t)sizeof judge_memory));
}

static void step(void)
{
    player_step_candidates(&player);
    TEST_ASSERT_TRUE(resolve_player_step(&hem, &player, &report) >= HEM_OK);
}

void test_small_plays_stay_clean_and_repeat_to_the_last_bit(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        uint64_t hash[2];
        for (int run = 0; run < 2; run++) {
            uint32_t pinched = 0;
            start(id);
            uint32_t steps = id == PLAY_BALL ? STEPS_OF_BALL : STEPS;
            for (uint32_t k = 0; k < steps; k++) {
                step();
                TEST_ASSERT_EQUAL(HEM_OK, player_crossings_count(&judge, &hem, &player));
                uint32_t found = judge.self + judge.deformable;
                TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, found, player.info.name);
                /* What was pinched stays in a thing that comes to rest. */
                pinched += report.pinched;
                TEST_ASSERT_TRUE_MESSAGE(pinched > 0 || judge.still + judge.moving == 0,
                                         player.info.name);
            }
            TEST_ASSERT_EQUAL_UINT32(steps, player.step);
            hash[run] = hem_world_hash(hem.world);
            guarded_block_check_and_free();
        }
        TEST_ASSERT_EQUAL_HEX64_MESSAGE(hash[0], hash[1], player.info.name);
    }
}

void test_the_player_stands_where_the_world_does(void)
{
    start(PLAY_PILE);
    for (uint32_t k = 0; k < 5; k++) {
        step();
    }
    for (uint32_t b = 0; b < player.info.body_count; b++) {
        const player_body *body = &player.bodies[b];
        TEST_ASSERT_EQUAL_MEMORY(hem_body_positions(hem.world, hem.bodies[b]),
                                 memory.positions + body->first_vertex,
                                 body->what.shape.vertex_count * sizeof(hem_vec3));
    }
}

void test_a_refused_step_leaves_the_player_where_it_is(void)
{
    start(PLAY_PASSING);
    player_step_candidates(&player);
    hem_vec3 first = memory.positions[0];
    memory.candidates[3].x = 1e9f;
    TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, resolve_player_step(&hem, &player, &report));
    TEST_ASSERT_EQUAL_UINT32(0, player.step);
    TEST_ASSERT_EQUAL_MEMORY(&first, &memory.positions[0], sizeof first);
}

void test_a_block_one_byte_too_small_is_refused(void)
{
    TEST_ASSERT_TRUE(player_start(&player, PLAY_FLAG, SCENE_SMALL, &memory));
    hem_caps caps = resolve_player_caps(&player, contacts());
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(
        HEM_BLOCK_TOO_SMALL,
        resolve_player_start(&hem, &player, guarded_block_take(bytes), bytes - 1u, contacts()));
}

/* Two sheets that were put through each other by hand are found. */
void test_crossings_are_counted_where_there_are_some(void)
{
    start(PLAY_PASSING);
    TEST_ASSERT_EQUAL(HEM_OK, player_crossings_count(&judge, &hem, &player));
    TEST_ASSERT_EQUAL_UINT32(0, judge.deformable);
    uint32_t first = player.bodies[1].first_vertex;
    for (uint32_t v = first; v < player.info.vertex_count; v++) {
        memory.positions[v].z += 0.2f * memory.positions[v].x - 0.01f;
    }
    TEST_ASSERT_EQUAL(HEM_OK, player_crossings_count(&judge, &hem, &player));
    TEST_ASSERT_TRUE(judge.deformable > 0);
    TEST_ASSERT_EQUAL_UINT32(0, judge.self + judge.still + judge.moving);
}

/* The example of a program whose cloth the world simulates: the player leads what is led and
 * follows the rest, and a world can be made anew in the middle of a play. */
#include "unity.h"

#include "guarded_block.h"
#include "step_player.h"

#include <string.h>

PLAYER_MEMORY(memory, PLAY_SMALL_VERTICES, PLAY_SMALL_TRIANGLES);
static scene_player player;
static step_player hem;
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

/* In a block of exactly the size that its capacities need. */
static void make_world(void)
{
    hem_caps caps = step_player_caps(&player, contacts());
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(
        HEM_OK, step_player_start(&hem, &player, guarded_block_take(bytes), bytes, contacts()));
}

static void start(int id)
{
    TEST_ASSERT_TRUE(player_start(&player, (play_id)id, SCENE_SMALL, &memory));
    make_world();
}

static void step(uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        TEST_ASSERT_TRUE(step_player_step(&hem, &player, &report) >= HEM_OK);
    }
}

void test_there_is_room_for_the_cloth_and_no_more(void)
{
    start(PLAY_SLACKS);
    uint32_t cloth =
        player.bodies[1].what.shape.triangle_count + player.bodies[2].what.shape.triangle_count;
    TEST_ASSERT_EQUAL_UINT32(cloth, hem.world->caps.cloth_triangles);
    TEST_ASSERT_EQUAL_UINT32(cloth, hem.world->cloth_triangle_count);
}

void test_the_player_stands_where_the_world_does_and_moves_as_it_does(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        start(id);
        step(4);
        TEST_ASSERT_EQUAL_UINT32(4, player.step);
        for (uint32_t b = 0; b < player.info.body_count; b++) {
            const player_body *body = &player.bodies[b];
            size_t bytes = body->what.shape.vertex_count * sizeof(hem_vec3);
            TEST_ASSERT_EQUAL_MEMORY(hem_body_positions(hem.world, hem.bodies[b]),
                                     memory.positions + body->first_vertex, bytes);
            TEST_ASSERT_EQUAL_MEMORY(hem_body_velocities(hem.world, hem.bodies[b]),
                                     memory.velocities + body->first_vertex, bytes);
        }
        guarded_block_check_and_free();
    }
}

void test_pins_are_where_the_play_leads_them(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        start(id);
        step(10);
        for (uint32_t b = 0; b < player.info.body_count; b++) {
            const player_body *body = &player.bodies[b];
            for (uint32_t p = 0; p < body->what.pin_count; p++) {
                play_pin pin;
                play_get_pin((play_id)id, SCENE_SMALL, b, p, 10.0f, &pin);
                hem_vec3 to = scene_frame_point(pin.frame, player.pin_starts[body->first_pin + p]);
                hem_vec3 at = memory.positions[body->first_vertex + pin.vertex];
                TEST_ASSERT_TRUE_MESSAGE(hem_length(hem_sub(to, at)) < 1e-6f, player.info.name);
            }
        }
        guarded_block_check_and_free();
    }
}

/* Bodies start with the velocities that the play gives them. */
void test_sheets_that_fly_at_each_other_meet(void)
{
    start(PLAY_PASSING);
    TEST_ASSERT_EQUAL_FLOAT(1.5f, hem_body_velocities(hem.world, hem.bodies[0])[0].z);
    step(1);
    TEST_ASSERT_TRUE(report.hits > 0 || report.contacts.used > 0);
    TEST_ASSERT_TRUE(memory.positions[0].z > -0.005f);
}

/* The farthest that a vertex is from where it was. */
static float farthest(const hem_vec3 *from)
{
    float most = 0.0f;
    for (uint32_t v = 0; v < player.info.vertex_count; v++) {
        most = hem_max(most, hem_length(hem_sub(memory.positions[v], from[v])));
    }
    return most;
}

/* Returns whether there was any contact. */
static bool touched_in(uint32_t count)
{
    bool touched = false;
    for (uint32_t k = 0; k < count; k++) {
        step(1);
        touched = touched || report.contacts.used > 0;
    }
    return touched;
}

/* The rest shape is that of the start, and velocities go along. What the last contacts did does
 * not, and is where the solve begins: where there are none, bits are the same. Where there are,
 * what is off most is so by up to a fifth of the longest way that anything has gone (measured). */
void test_a_world_made_in_the_middle_goes_on_as_the_old_one(void)
{
    static const play_id some[] = {PLAY_DRAPES, PLAY_FLAG, PLAY_TWIST, PLAY_GARMENT, PLAY_TAPE};
    static hem_vec3 positions[PLAY_SMALL_VERTICES], velocities[PLAY_SMALL_VERTICES];
    static hem_vec3 went[PLAY_SMALL_VERTICES];
    uint32_t untouched = 0;
    for (uint32_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        start((int)some[i]);
        step(20);
        size_t bytes = player.info.vertex_count * sizeof(hem_vec3);
        memcpy(positions, memory.positions, bytes);
        memcpy(velocities, memory.velocities, bytes);
        bool touched = touched_in(3);
        float way = farthest(positions);
        uint64_t hash = hem_world_hash(hem.world);
        memcpy(went, memory.positions, bytes);
        guarded_block_check_and_free();
        memcpy(memory.positions, positions, bytes);
        memcpy(memory.velocities, velocities, bytes);
        player.step = 20;
        make_world();
        TEST_ASSERT_EQUAL_MESSAGE(touched, touched_in(3), player.info.name);
        if (!touched) {
            TEST_ASSERT_EQUAL_HEX64_MESSAGE(hash, hem_world_hash(hem.world), player.info.name);
            untouched++;
        }
        TEST_ASSERT_TRUE_MESSAGE(farthest(went) <= 0.25f * way, player.info.name);
        guarded_block_check_and_free();
    }
    TEST_ASSERT_TRUE(untouched > 0);
}

void test_wind_blows_the_flag(void)
{
    start(PLAY_FLAG);
    step(30);
    TEST_ASSERT_TRUE(hem.in.wind.x > 5.0f);
    uint32_t corner = player.bodies[1].first_vertex + 18u;
    TEST_ASSERT_TRUE(memory.positions[corner].x > 0.5f);
}

void test_a_refused_step_leaves_the_player_where_it_is(void)
{
    start(PLAY_PILE);
    hem_vec3 first = memory.positions[4];
    hem.in.dt = -1.0f;
    TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, step_player_step(&hem, &player, &report));
    TEST_ASSERT_EQUAL_UINT32(0, player.step);
    TEST_ASSERT_EQUAL_MEMORY(&first, &memory.positions[4], sizeof first);
}

void test_a_block_one_byte_too_small_is_refused(void)
{
    TEST_ASSERT_TRUE(player_start(&player, PLAY_FLAG, SCENE_SMALL, &memory));
    hem_caps caps = step_player_caps(&player, contacts());
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(
        HEM_BLOCK_TOO_SMALL,
        step_player_start(&hem, &player, guarded_block_take(bytes), bytes - 1u, contacts()));
}

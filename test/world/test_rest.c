/* Cloth that lies still: no creep, no jitter, nothing held, although there is no room for all
 * contacts. `make rest` looks at 10,000 steps of larger scenes. */
#include "unity.h"

#include "played_world.h"
#include "test_scale.h"

#include <math.h>
#include <string.h>

static played_world played;
static hem_vec3 settled[PLAY_SMALL_VERTICES];

void setUp(void)
{
}

void tearDown(void)
{
    played_world_end(&played);
}

static void step(uint32_t steps)
{
    for (uint32_t k = 0; k < steps; k++) {
        TEST_ASSERT_TRUE(played_world_step(&played));
    }
}

static float length(hem_vec3 a)
{
    return sqrtf(a.x * a.x + a.y * a.y + a.z * a.z);
}

static void check_rest(play_id id, uint32_t settle, uint32_t watch, bool crowded)
{
    TEST_ASSERT_TRUE(played_world_start_by(&played, PLAYED_STEP, id, SCENE_SMALL));
    TEST_ASSERT_TRUE(played_world_make(&played, played_world_contacts(&played.player)));
    uint32_t vertices = played.player.info.vertex_count;
    step(settle);
    memcpy(settled, player_world_positions(&played.hem), vertices * sizeof *settled);
    for (uint32_t k = 0; k < watch; k++) {
        step(1);
        TEST_ASSERT_EQUAL_UINT32(0, played.report.held_vertices);
        TEST_ASSERT_EQUAL_UINT32(0, played.report.hits);
        const hem_vec3 *velocity = player_world_velocities(&played.hem);
        for (uint32_t v = 0; v < vertices; v++) {
            TEST_ASSERT_TRUE_MESSAGE(length(velocity[v]) < 0.002f, played.player.info.name);
        }
    }
    const hem_vec3 *position = player_world_positions(&played.hem);
    for (uint32_t v = 0; v < vertices; v++) {
        TEST_ASSERT_TRUE(length(hem_sub(position[v], settled[v])) < 0.0001f);
    }
    TEST_ASSERT_EQUAL(crowded, played.report.contacts.left_out > 0);
    played_world_end(&played);
}

void test_a_pile_rests_with_more_contacts_than_there_is_room_for(void)
{
    check_rest(PLAY_PILE, 150, hem_test_count(300), true);
}

void test_a_folded_towel_rests(void)
{
    check_rest(PLAY_TOWEL, 300, hem_test_count(200), true);
}

void test_cloth_rests_on_a_platform_that_has_stopped_and_draped_over_solids(void)
{
    check_rest(PLAY_PLATFORM, 500, hem_test_count(200), false);
    check_rest(PLAY_DRAPES, 1000, hem_test_count(200), false);
}

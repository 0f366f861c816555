/* Plays in motion: candidates, what is accepted, pins, kinematic bodies, and memory. */
#include "unity.h"

#include "player.h"

#include <string.h>

enum { MOST = 300 }; /* steps: the walkers only go on walking */

PLAYER_MEMORY(memory, PLAY_FULL_VERTICES, PLAY_FULL_TRIANGLES);
static scene_player player;
static hem_vec3 copy[PLAY_FULL_VERTICES];

void setUp(void)
{
}

void tearDown(void)
{
}

static void start(int id, int size)
{
    TEST_ASSERT_TRUE(player_start(&player, (play_id)id, (scene_size)size, &memory));
}

static void run(uint32_t steps)
{
    for (uint32_t k = 0; k < steps; k++) {
        player_step_candidates(&player);
        player_accept(&player, memory.candidates, NULL);
    }
}

static bool all_sound(const hem_vec3 *positions)
{
    for (uint32_t v = 0; v < player.info.vertex_count; v++) {
        if (!hem_vec3_is_finite(positions[v]) || !hem_vec3_in_domain(positions[v])) {
            return false;
        }
    }
    return true;
}

void test_a_play_starts_with_its_bodies_one_after_the_other(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        uint32_t vertices = 0, triangles = 0;
        start(id, SCENE_FULL);
        for (uint32_t b = 0; b < player.info.body_count; b++) {
            const player_body *body = &player.bodies[b];
            TEST_ASSERT_EQUAL_UINT32(vertices, body->first_vertex);
            TEST_ASSERT_EQUAL_UINT32(triangles, body->first_triangle);
            for (uint32_t k = 0; k < 3 * body->what.shape.triangle_count; k++) {
                uint32_t corner = memory.triangles[3 * triangles + k];
                TEST_ASSERT_TRUE(corner < body->what.shape.vertex_count);
            }
            vertices += body->what.shape.vertex_count;
            triangles += body->what.shape.triangle_count;
        }
        TEST_ASSERT_EQUAL_UINT32(player.info.vertex_count, vertices);
        TEST_ASSERT_EQUAL_UINT32(0, player.step);
    }
}

/* Cloth that is led by pins or blown by wind may stretch a little where it is held, and nowhere
 * much. */
void test_small_plays_run_for_long_and_cloth_keeps_its_lengths(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        start(id, SCENE_SMALL);
        uint32_t steps = player.info.steps < MOST ? player.info.steps : MOST;
        for (uint32_t step = 0; step < steps; step += 10) {
            double sum = 0;
            uint32_t edges = 0;
            run(10);
            for (uint32_t b = 0; b < player.info.body_count; b++) {
                const own_simulator *cloth = &player.bodies[b].cloth;
                for (uint32_t l = 0; l < cloth->link_count && player_deforms(&player.bodies[b]);
                     l++) {
                    const own_link *link = &cloth->links[l];
                    hem_vec3 way = hem_sub(cloth->positions[link->a], cloth->positions[link->b]);
                    if (link->stiffness == 1.0f) {
                        sum += (double)hem_abs(hem_length(way) / link->length - 1.0f);
                        edges++;
                    }
                }
            }
            TEST_ASSERT_TRUE_MESSAGE(sum / edges < 0.02, player.info.name);
            TEST_ASSERT_TRUE_MESSAGE(all_sound(memory.positions), player.info.name);
        }
        TEST_ASSERT_EQUAL_UINT32(steps, player.step);
    }
}

void test_static_bodies_stay_and_kinematic_ones_go_as_the_play_says(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        start(id, SCENE_SMALL);
        run(25);
        for (uint32_t b = 0; b < player.info.body_count; b++) {
            const player_body *body = &player.bodies[b];
            scene_mesh mesh = scene_mesh_over(copy, PLAY_FULL_VERTICES, NULL, 0);
            if (player_deforms(body)) {
                continue;
            }
            play_build_body((play_id)id, SCENE_SMALL, b, (float)player.step, &mesh);
            TEST_ASSERT_EQUAL_MEMORY(copy, memory.positions + body->first_vertex,
                                     mesh.vertex_count * sizeof *copy);
        }
    }
}

void test_candidates_take_every_pin_to_its_target(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        start(id, SCENE_SMALL);
        for (uint32_t step = 0; step < 20; step++) {
            player_step_candidates(&player);
            for (uint32_t b = 0; b < player.info.body_count; b++) {
                const player_body *body = &player.bodies[b];
                for (uint32_t p = 0; p < body->what.pin_count; p++) {
                    const own_pin *pin = &player.pins[body->first_pin + p];
                    TEST_ASSERT_EQUAL_MEMORY(&pin->target,
                                             &memory.candidates[body->first_vertex + pin->vertex],
                                             sizeof(hem_vec3));
                }
            }
            player_accept(&player, memory.candidates, NULL);
        }
    }
}

void test_the_next_step_starts_where_the_last_one_was_accepted(void)
{
    start(PLAY_DRAPES, SCENE_SMALL);
    run(3);
    player_step_candidates(&player);
    for (uint32_t v = 0; v < player.info.vertex_count; v++) {
        copy[v] = hem_add(memory.candidates[v], hem_vec3_make(0.0f, 0.0f, 0.001f));
    }
    player_accept(&player, copy, NULL);
    TEST_ASSERT_EQUAL_MEMORY(copy, memory.positions, player.info.vertex_count * sizeof *copy);
    TEST_ASSERT_EQUAL_UINT32(4, player.step);
}

/* A stand-in for whoever resolves: it stops everything at once. */
void test_what_is_stopped_stays(void)
{
    static const hem_vec3 still[PLAY_FULL_VERTICES];
    start(PLAY_PASSING, SCENE_SMALL);
    memcpy(copy, memory.positions, sizeof copy);
    for (int k = 0; k < 5; k++) {
        player_step_candidates(&player);
        player_accept(&player, copy, still);
    }
    player_step_candidates(&player);
    for (uint32_t v = 0; v < player.info.vertex_count; v++) {
        TEST_ASSERT_TRUE(hem_length(hem_sub(copy[v], memory.candidates[v])) < 1e-4f);
    }
}

void test_two_runs_give_the_same_bits(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        start(id, SCENE_SMALL);
        run(15);
        memcpy(copy, memory.positions, player.info.vertex_count * sizeof *copy);
        start(id, SCENE_SMALL);
        run(15);
        TEST_ASSERT_EQUAL_MEMORY(copy, memory.positions, player.info.vertex_count * sizeof *copy);
    }
}

void test_a_play_that_does_not_fit_or_exist_is_refused(void)
{
    play_info info;
    TEST_ASSERT_TRUE(play_describe(PLAY_FLAG, SCENE_SMALL, &info));
    player_memory room = memory;
    room.vertex_capacity = info.vertex_count;
    room.triangle_capacity = info.triangle_count;
    TEST_ASSERT_TRUE(player_start(&player, PLAY_FLAG, SCENE_SMALL, &room));
    room.vertex_capacity--;
    TEST_ASSERT_FALSE(player_start(&player, PLAY_FLAG, SCENE_SMALL, &room));
    room.vertex_capacity++;
    room.triangle_capacity--;
    TEST_ASSERT_FALSE(player_start(&player, PLAY_FLAG, SCENE_SMALL, &room));
    TEST_ASSERT_FALSE(player_start(&player, PLAY_COUNT, SCENE_SMALL, &memory));
}

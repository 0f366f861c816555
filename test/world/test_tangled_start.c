/* A start that is not clean: two sheets that cross each other, and others that do not. The step
 * ends, nothing is written outside, and all that started apart stays apart. */
#include "unity.h"

#include "clean_check.h"
#include "played_world.h"

enum { STEPS = 25 };

static played_world played;
static clean_check check;

void setUp(void)
{
}

void tearDown(void)
{
    clean_check_end(&check);
    played_world_end(&played);
}

static void move_vertices(uint32_t body, hem_vec3 by)
{
    const player_body *moved = &played.player.bodies[body];
    hem_vec3 *positions = played.player.memory.positions + moved->first_vertex;
    for (uint32_t v = 0; v < moved->what.shape.vertex_count; v++) {
        positions[v].x += by.x;
        positions[v].y += by.y;
        positions[v].z += by.z;
    }
}

/* Tips a body up, about the x axis through its first vertex. */
static void tip_up(uint32_t body)
{
    const player_body *tipped = &played.player.bodies[body];
    hem_vec3 *positions = played.player.memory.positions + tipped->first_vertex;
    hem_vec3 about = positions[0];
    for (uint32_t v = 0; v < tipped->what.shape.vertex_count; v++) {
        float y = positions[v].y - about.y, z = positions[v].z - about.z;
        positions[v].y = about.y + 0.8f * y - 0.6f * z;
        positions[v].z = about.z + 0.6f * y + 0.8f * z;
    }
}

static hem_vec3 middle_of(uint32_t body)
{
    const player_body *of = &played.player.bodies[body];
    const hem_vec3 *positions = played.player.memory.positions + of->first_vertex;
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    float part = 1.0f / (float)of->what.shape.vertex_count;
    for (uint32_t v = 0; v < of->what.shape.vertex_count; v++) {
        sum.x += part * positions[v].x;
        sum.y += part * positions[v].y;
        sum.z += part * positions[v].z;
    }
    return sum;
}

/* Body a through body b. */
static void tangle(uint32_t a, uint32_t b)
{
    tip_up(a);
    hem_vec3 from = middle_of(a), to = middle_of(b);
    move_vertices(a, (hem_vec3){to.x - from.x, to.y - from.y, to.z - from.z});
}

/* Bodies that are there at the start are counted from here on only where they did not cross. */
static uint32_t exempt_what_crosses(void)
{
    uint32_t pairs = 0;
    for (uint32_t a = 0; a < played.player.info.body_count; a++) {
        for (uint32_t b = a; b < played.player.info.body_count; b++) {
            check.exempt[a][b] = check.crossed[a][b];
            pairs += check.crossed[a][b];
        }
    }
    return pairs;
}

static void play_tangled(play_id id, uint32_t a, uint32_t b)
{
    TEST_ASSERT_TRUE(played_world_start(&played, id, SCENE_SMALL));
    tangle(a, b);
    TEST_ASSERT_TRUE(played_world_make(&played, played_world_contacts(&played.player)));
    TEST_ASSERT_TRUE(clean_check_start(&check, &played.player));
    TEST_ASSERT_TRUE(check.crossed[a][b]);
    TEST_ASSERT_GREATER_THAN_UINT32(0, exempt_what_crosses());
    for (uint32_t k = 0; k < STEPS; k++) {
        clean_count found;
        TEST_ASSERT_TRUE(played_world_step(&played));
        TEST_ASSERT_TRUE(clean_check_look(&check, true, &found));
        TEST_ASSERT_EQUAL_UINT32(0, found.self);
        TEST_ASSERT_EQUAL_UINT32(0, found.deformable);
        TEST_ASSERT_EQUAL_UINT32(0, found.still);
    }
    TEST_ASSERT_TRUE(played_world_guards_hold(&played));
}

void test_a_sheet_through_another_leaves_the_rest_of_a_pile_clean(void)
{
    play_tangled(PLAY_PILE, 10, 9);
}

void test_a_sheet_through_a_still_body_leaves_other_drapes_clean(void)
{
    play_info info;
    uint32_t cloth = HEM_NONE, still = HEM_NONE;
    TEST_ASSERT_TRUE(play_describe(PLAY_DRAPES, SCENE_SMALL, &info));
    for (uint32_t b = 0; b < info.body_count; b++) {
        play_body body;
        TEST_ASSERT_TRUE(play_describe_body(PLAY_DRAPES, SCENE_SMALL, b, &body));
        if (body.shape.kind == SCENE_CLOTH) {
            cloth = b;
        } else {
            still = b;
        }
    }
    TEST_ASSERT_TRUE(cloth != HEM_NONE && still != HEM_NONE);
    play_tangled(PLAY_DRAPES, cloth, still);
}

void test_two_sheets_in_the_same_place_end_their_steps(void)
{
    TEST_ASSERT_TRUE(played_world_start(&played, PLAY_PASSING, SCENE_SMALL));
    const player_body *a = &played.player.bodies[0], *b = &played.player.bodies[1];
    for (uint32_t v = 0; v < a->what.shape.vertex_count; v++) {
        played.player.memory.positions[b->first_vertex + v] =
            played.player.memory.positions[a->first_vertex + v];
    }
    TEST_ASSERT_TRUE(played_world_make(&played, played_world_contacts(&played.player)));
    for (uint32_t k = 0; k < STEPS; k++) {
        TEST_ASSERT_TRUE(played_world_step(&played));
    }
    TEST_ASSERT_TRUE(played_world_guards_hold(&played));
}

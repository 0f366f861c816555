/* A start that is not clean: bodies that cross each other or themselves, and others that do not.
 * The step ends, nothing is written outside, what is tangled is let through and counted, and all
 * that started apart stays apart. */
#include "unity.h"

#include "clean_check.h"
#include "played_world.h"
#include "tangle_check.h"

#include <math.h>

enum { STEPS = 15 };

static played_world played;
static clean_check check;
static tangle_check tangle;

void setUp(void)
{
}

void tearDown(void)
{
    tangle_check_end(&tangle);
    clean_check_end(&check);
    played_world_end(&played);
}

static hem_vec3 *places_of(uint32_t body)
{
    return played.player.memory.positions + played.player.bodies[body].first_vertex;
}

static uint32_t vertices_of(uint32_t body)
{
    return played.player.bodies[body].what.shape.vertex_count;
}

static void move_vertices(uint32_t body, hem_vec3 by)
{
    hem_vec3 *positions = places_of(body);
    for (uint32_t v = 0; v < vertices_of(body); v++) {
        positions[v].x += by.x;
        positions[v].y += by.y;
        positions[v].z += by.z;
    }
}

/* Tips a body up, about the x axis through its first vertex. */
static void tip_up(uint32_t body)
{
    hem_vec3 *positions = places_of(body);
    hem_vec3 about = positions[0];
    for (uint32_t v = 0; v < vertices_of(body); v++) {
        float y = positions[v].y - about.y, z = positions[v].z - about.z;
        positions[v].y = about.y + 0.8f * y - 0.6f * z;
        positions[v].z = about.z + 0.6f * y + 0.8f * z;
    }
}

static hem_vec3 middle_of(uint32_t body)
{
    const hem_vec3 *positions = places_of(body);
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    float part = 1.0f / (float)vertices_of(body);
    for (uint32_t v = 0; v < vertices_of(body); v++) {
        sum.x += part * positions[v].x;
        sum.y += part * positions[v].y;
        sum.z += part * positions[v].z;
    }
    return sum;
}

/* Body a to where body b is. */
static void put_into(uint32_t a, uint32_t b)
{
    hem_vec3 from = middle_of(a), to = middle_of(b);
    move_vertices(a, (hem_vec3){to.x - from.x, to.y - from.y, to.z - from.z});
}

/* Body a through body b. */
static void tangle_bodies(uint32_t a, uint32_t b)
{
    tip_up(a);
    put_into(a, b);
}

/* Body a on body b, in waves that go through it many times. */
static void weave(uint32_t a, uint32_t b)
{
    hem_vec3 *positions = places_of(a);
    put_into(a, b);
    for (uint32_t v = 0; v < vertices_of(a); v++) {
        positions[v].x += 0.013f;
        positions[v].y += 0.007f;
        positions[v].z += 0.01f * sinf(20.0f * positions[v].x) * cosf(17.0f * positions[v].y);
    }
}

/* Rolls a body up about the y axis, a turn and a half, so that the outer end goes through the inner
 * turn. */
static void roll_up(uint32_t body)
{
    hem_vec3 *positions = places_of(body);
    hem_vec3 middle = middle_of(body);
    float low = positions[0].x, high = positions[0].x;
    for (uint32_t v = 0; v < vertices_of(body); v++) {
        low = positions[v].x < low ? positions[v].x : low;
        high = positions[v].x > high ? positions[v].x : high;
    }
    float radius = (high - low) / 9.4f;
    for (uint32_t v = 0; v < vertices_of(body); v++) {
        float angle = (positions[v].x - low) / radius;
        float away = radius * (1.0f + 0.2f * sinf(1.5f * angle));
        positions[v].x = middle.x + away * cosf(angle);
        positions[v].z += away * sinf(angle);
    }
}

static void make(uint32_t contacts)
{
    clean_count found;
    TEST_ASSERT_TRUE(played_world_make(&played, contacts));
    TEST_ASSERT_TRUE(clean_check_start(&check, &played.player));
    TEST_ASSERT_TRUE(clean_check_look(&check, false, &found));
}

static uint32_t usual_contacts(void)
{
    return played_world_contacts(&played.player);
}

/* A step, in which what was not tangled came through nothing. Returns how many crossings are new.
 */
static uint32_t step_and_judge(void)
{
    clean_count found;
    tangle_check_start(&tangle, &check);
    TEST_ASSERT_TRUE(played_world_step(&played));
    TEST_ASSERT_TRUE(clean_check_look(&check, true, &found));
    tangle_check_judge(&tangle);
    TEST_ASSERT_EQUAL_UINT32(0, tangle.illicit);
    TEST_ASSERT_EQUAL_UINT32(HEM_TANGLED_PAIRS(played.hem.world->caps.contacts),
                             played.report.tangled_pairs.capacity);
    return tangle.fresh;
}

/* Crossings of bodies of which one deforms. */
static uint32_t count_now(void)
{
    clean_count found;
    TEST_ASSERT_TRUE(clean_check_look(&check, false, &found));
    return found.self + found.deformable + found.still + found.moving;
}

/* Steps from a tangled start, each of which starts with as many crossings as are there. Returns how
 * many were ever new. */
static uint32_t play_tangled(uint32_t steps)
{
    uint32_t fresh = 0, exempt = 0, most = 2u * count_now() + 20u;
    for (uint32_t k = 0; k < steps; k++) {
        uint32_t before = count_now();
        fresh += step_and_judge();
        TEST_ASSERT_EQUAL_UINT32(before, played.report.tangled);
        TEST_ASSERT_EQUAL_UINT32(before, played.report.tangled_pairs.used);
        TEST_ASSERT_TRUE(before <= most); /* they do not breed */
        exempt += played.report.exempt;
    }
    TEST_ASSERT_GREATER_THAN_UINT32(0, exempt);
    TEST_ASSERT_TRUE(played_world_guards_hold(&played));
    return fresh;
}

/* What is tangled takes no passes and holds nothing, as long as nothing else meets. */
static void check_first_step_is_free(void)
{
    TEST_ASSERT_TRUE(check.found_count > 0);
    step_and_judge();
    TEST_ASSERT_EQUAL_UINT32(0, played.report.held_vertices);
    TEST_ASSERT_EQUAL_UINT32(1, played.report.phase[HEM_PHASE_IMPACT].passes);
    TEST_ASSERT_EQUAL_UINT32(0, played.report.hits);
    TEST_ASSERT_EQUAL(HEM_OK, played.status);
}

void test_a_sheet_through_others_of_a_pile_is_let_through_and_nothing_else(void)
{
    TEST_ASSERT_TRUE(played_world_start(&played, PLAY_PILE, SCENE_SMALL));
    tangle_bodies(10, 9);
    make(usual_contacts());
    check_first_step_is_free();
    TEST_ASSERT_GREATER_THAN_UINT32(0, play_tangled(STEPS));
}

void test_two_sheets_woven_into_each_other(void)
{
    TEST_ASSERT_TRUE(played_world_start(&played, PLAY_PILE, SCENE_SMALL));
    weave(10, 9);
    make(usual_contacts());
    check_first_step_is_free();
    play_tangled(STEPS);
}

void test_a_sheet_that_goes_through_itself(void)
{
    clean_count found;
    TEST_ASSERT_TRUE(played_world_start(&played, PLAY_PILE, SCENE_SMALL));
    move_vertices(10, (hem_vec3){0.0f, 0.0f, 1.0f});
    roll_up(10);
    make(usual_contacts());
    TEST_ASSERT_TRUE(clean_check_look(&check, false, &found));
    TEST_ASSERT_GREATER_THAN_UINT32(0, found.self);
    TEST_ASSERT_EQUAL_UINT32(0, found.deformable);
    check_first_step_is_free();
    play_tangled(STEPS);
}

void test_a_sheet_through_a_still_body(void)
{
    uint32_t cloth = HEM_NONE, still = HEM_NONE;
    TEST_ASSERT_TRUE(played_world_start(&played, PLAY_DRAPES, SCENE_SMALL));
    for (uint32_t b = 0; b < played.player.info.body_count; b++) {
        if (player_deforms(&played.player.bodies[b])) {
            cloth = b;
        } else {
            still = b;
        }
    }
    TEST_ASSERT_TRUE(cloth != HEM_NONE && still != HEM_NONE);
    tangle_bodies(cloth, still);
    make(usual_contacts());
    play_tangled(STEPS);
}

void test_where_the_list_is_full_the_rest_is_kept_as_it_is(void)
{
    TEST_ASSERT_TRUE(played_world_start(&played, PLAY_PILE, SCENE_SMALL));
    tangle_bodies(10, 9);
    make(0);
    TEST_ASSERT_TRUE(check.found_count > HEM_TANGLED_PAIRS(0u));
    for (uint32_t k = 0; k < STEPS; k++) {
        uint32_t before = count_now();
        step_and_judge();
        const hem_use *use = &played.report.tangled_pairs;
        TEST_ASSERT_EQUAL_UINT32(before, played.report.tangled);
        TEST_ASSERT_EQUAL_UINT32(before > use->capacity ? before - use->capacity : 0u,
                                 use->left_out);
        TEST_ASSERT_TRUE(use->left_out == 0 || played.status == HEM_LIMITED);
    }
    TEST_ASSERT_TRUE(played_world_guards_hold(&played));
}

void test_without_scratch_nothing_is_let_through(void)
{
    TEST_ASSERT_TRUE(played_world_start(&played, PLAY_PILE, SCENE_SMALL));
    tangle_bodies(10, 9);
    make(usual_contacts());
    uint32_t all = played.hem.world->bytes - played.hem.world->offset.scratch;
    for (uint32_t part = 9; part > 0; part--) {
        played_world_cut_scratch(&played, all / 10u * part);
        step_and_judge();
        TEST_ASSERT_TRUE(played_world_guards_hold(&played));
        TEST_ASSERT_TRUE(played.hem.world->may_be_tangled == 1u);
    }
    TEST_ASSERT_EQUAL_UINT32(0, played.report.tangled);
    TEST_ASSERT_EQUAL_UINT32(0, played.report.exempt);
    TEST_ASSERT_EQUAL(HEM_LIMITED, played.status);
}

static uint64_t hash_of_a_tangled_play(void)
{
    TEST_ASSERT_TRUE(played_world_start(&played, PLAY_PILE, SCENE_SMALL));
    weave(10, 9);
    TEST_ASSERT_TRUE(played_world_make(&played, usual_contacts()));
    for (uint32_t k = 0; k < STEPS; k++) {
        TEST_ASSERT_TRUE(played_world_step(&played));
    }
    played_world_end(&played);
    return played.hash;
}

void test_a_tangled_play_has_one_course(void)
{
    TEST_ASSERT_EQUAL_HEX64(hash_of_a_tangled_play(), hash_of_a_tangled_play());
}

void test_two_sheets_in_the_same_place_end_their_steps(void)
{
    TEST_ASSERT_TRUE(played_world_start(&played, PLAY_PASSING, SCENE_SMALL));
    for (uint32_t v = 0; v < vertices_of(0); v++) {
        places_of(1)[v] = places_of(0)[v];
    }
    make(usual_contacts());
    for (uint32_t k = 0; k < STEPS; k++) {
        step_and_judge();
    }
    TEST_ASSERT_TRUE(played_world_guards_hold(&played));
}

static uint32_t state(void)
{
    return played.hem.world->may_be_tangled;
}

static void teleport(uint32_t body, hem_vec3 by)
{
    move_vertices(body, by);
    TEST_ASSERT_EQUAL(HEM_OK, hem_teleport(played.hem.world, played.hem.bodies[body],
                                           places_of(body), vertices_of(body)));
}

void test_a_clean_world_is_looked_at_only_after_someone_was_put_somewhere(void)
{
    TEST_ASSERT_TRUE(played_world_start(&played, PLAY_PILE, SCENE_SMALL));
    make(usual_contacts());
    TEST_ASSERT_EQUAL_UINT32(0, state());
    step_and_judge();
    TEST_ASSERT_EQUAL_UINT32(0, state());
    /* Away, and then into another. */
    teleport(10, (hem_vec3){0.0f, 0.0f, 1.0f});
    TEST_ASSERT_EQUAL_UINT32(1, state());
    step_and_judge();
    TEST_ASSERT_EQUAL_UINT32(0, played.report.tangled);
    TEST_ASSERT_EQUAL_UINT32(0, state());
    weave(10, 9);
    teleport(10, (hem_vec3){0.0f, 0.0f, 0.0f});
    uint32_t crossings = count_now();
    TEST_ASSERT_GREATER_THAN_UINT32(0, crossings);
    step_and_judge();
    TEST_ASSERT_EQUAL_UINT32(crossings, played.report.tangled);
    TEST_ASSERT_EQUAL_UINT32(1, state());
    /* And away again. */
    teleport(10, (hem_vec3){0.0f, 0.0f, 2.0f});
    TEST_ASSERT_EQUAL_UINT32(0, count_now());
    step_and_judge();
    TEST_ASSERT_EQUAL_UINT32(0, played.report.tangled);
    TEST_ASSERT_EQUAL_UINT32(0, state());
}

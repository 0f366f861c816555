/* The capacities that a run needed: they are C, the same run fits in them, and not in less. */
#include "unity.h"

#include "played_world.h"
#include "world/world_block.h"
#include "guarded_block.h"
#include "world_shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 30, ROOM = 400 };

static played_world played;
static char text[ROOM];

void setUp(void)
{
}

void tearDown(void)
{
    played_world_end(&played);
    guarded_block_check_and_free();
}

/* Two sheets at rest, close together, in far too large a world. */
static hem_world *sheets_at_rest(void)
{
    hem_world *world = world_take(20, 900, 900, 5000);
    hem_step_in in = hem_default_step_in(0.01f);
    hem_report report;
    for (uint32_t i = 0; i < 2; i++) {
        world_shape sheet = world_shape_sheet(3, 3, (hem_vec3){0.0f, 0.0f, 0.0009f * (float)i});
        (void)world_shape_add(world, &sheet);
        world_shape_free(&sheet);
    }
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    TEST_ASSERT_EQUAL_UINT32(2, report.bodies.used);
    TEST_ASSERT_EQUAL_UINT32(20, report.bodies.capacity);
    TEST_ASSERT_EQUAL_UINT32(report.contacts.used, report.contacts.peak);
    return world;
}

void test_what_is_printed_can_be_pasted(void)
{
    (void)hem_world_print_caps(sheets_at_rest(), text, ROOM);
    TEST_ASSERT_EQUAL_STRING(
        "HEM_BLOCK(block, HEM_WORLD_BYTES_WITH(2u, 18u, 16u, 32u, 24u, 124u, 1u));\n"
        "hem_caps caps = hem_default_caps(2u, 18u, 16u, 32u, 24u);\n"
        "caps.orphans = 124u;\n"
        "caps.events = 1u;\n",
        text);

    HEM_BLOCK(block, HEM_WORLD_BYTES_WITH(2u, 18u, 16u, 32u, 24u, 124u, 1u));
    hem_caps caps = hem_default_caps(2u, 18u, 16u, 32u, 24u);
    caps.orphans = 124u;
    caps.events = 1u;
    hem_world *world = NULL;
    TEST_ASSERT_EQUAL_UINT32(sizeof block, hem_world_bytes(&caps));
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(block, sizeof block, &caps, &world));
}

void test_the_length_is_told_whatever_fits(void)
{
    hem_world *world = sheets_at_rest();
    char part[ROOM];
    uint32_t length = hem_world_print_caps(world, text, ROOM);
    TEST_ASSERT_EQUAL_UINT32(strlen(text), length);
    TEST_ASSERT_EQUAL_UINT32(length, hem_world_print_caps(world, NULL, 0));
    for (uint32_t room = 0; room < length + 3u; room++) {
        memset(part, 'x', sizeof part);
        TEST_ASSERT_EQUAL_UINT32(length, hem_world_print_caps(world, part, room));
        for (uint32_t i = 0; i < room && i < length; i++) {
            TEST_ASSERT_EQUAL(i + 1u < room ? text[i] : '\0', part[i]);
        }
        TEST_ASSERT_EQUAL('x', part[room < length + 1u ? room : length + 1u]);
    }
}

void test_bad_input_prints_nothing(void)
{
    hem_world *world = sheets_at_rest();
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_print_caps(NULL, text, ROOM));
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_print_caps(world, NULL, 1));
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_print_caps(world, (char *)world, 100));
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_print_limits(NULL, text, ROOM));
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_print_limits(world, NULL, 1));
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_print_limits(world, (char *)world, 100));
    world->magic++;
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_print_caps(world, text, ROOM));
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_print_limits(world, text, ROOM));
}

void test_an_empty_world_prints_capacities_that_init_takes(void)
{
    unsigned b, v, f, e, c;
    hem_world *world = world_take(3, 9, 9, 9);
    (void)hem_world_print_caps(world, text, ROOM);
    const char *second = strstr(text, "hem_default_caps(");
    TEST_ASSERT_NOT_NULL(second);
    TEST_ASSERT_EQUAL_INT(
        5, sscanf(second, "hem_default_caps(%uu, %uu, %uu, %uu, %uu)", &b, &v, &f, &e, &c));
    hem_caps caps = hem_default_caps(b, v, f, e, c);
    TEST_ASSERT_TRUE(hem_world_bytes(&caps) > 0);
}

/* ---- what starts tangled ---- */

/* Four sheets stand in one that lies, and hardly anything else is near. */
static hem_world *tangled_sheets(const hem_caps *caps, uint32_t *left_out)
{
    enum { SIDE = 20 };
    hem_world *world = NULL;
    hem_report report;
    hem_step_in in = hem_default_step_in(0.01f);
    uint32_t bytes = hem_world_bytes(caps);
    guarded_block_check_and_free();
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, caps, &world));
    for (uint32_t i = 0; i < 5; i++) {
        world_shape sheet = world_shape_sheet(SIDE, SIDE, (hem_vec3){0.0f, 0.0f, 0.0f});
        for (uint32_t v = 0; i > 0 && v < sheet.vertex_count; v++) {
            hem_vec3 at = sheet.positions[v];
            sheet.positions[v] = (hem_vec3){at.x, 0.041f * (float)i, at.y - 0.093f};
        }
        (void)world_shape_add(world, &sheet);
        world_shape_free(&sheet);
    }
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    TEST_ASSERT_GREATER_THAN_UINT32(HEM_TANGLED_PAIRS(0u), report.tangled);
    *left_out = report.tangled_pairs.left_out;
    return world;
}

static hem_caps read_caps(const hem_world *world)
{
    unsigned n[7] = {0};
    (void)hem_world_print_caps(world, text, ROOM);
    TEST_ASSERT_EQUAL_INT(7, sscanf(strstr(text, "WITH("), "WITH(%uu, %uu, %uu, %uu, %uu, %uu, %uu",
                                    &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6]));
    hem_caps caps = hem_default_caps(n[0], n[1], n[2], n[3], n[4]);
    caps.orphans = n[5];
    caps.events = n[6];
    return caps;
}

void test_what_starts_tangled_fits_in_what_it_needed(void)
{
    hem_caps plenty = hem_default_caps(5, 2000, 4000, 12000, 20000);
    plenty.orphans = 40000;
    uint32_t left_out;
    const hem_world *world = tangled_sheets(&plenty, &left_out);
    uint64_t hash = hem_world_hash(world);
    hem_caps exact = read_caps(world);
    TEST_ASSERT_EQUAL_UINT32(world->peak.tangled_pairs, HEM_TANGLED_PAIRS(exact.contacts));

    world = tangled_sheets(&exact, &left_out);
    TEST_ASSERT_EQUAL_UINT32(0, left_out);
    TEST_ASSERT_EQUAL_HEX64(hash, hem_world_hash(world));
    hem_caps same = read_caps(world);
    TEST_ASSERT_EQUAL_MEMORY(&exact, &same, sizeof same);

    exact.contacts--;
    (void)tangled_sheets(&exact, &left_out);
    TEST_ASSERT_EQUAL_UINT32(1, left_out);
}

/* ---- plays ---- */

static hem_caps printed_caps(void)
{
    unsigned n[8] = {0};
    (void)hem_world_print_caps(played.hem.world, text, ROOM);
    const char *list = strstr(text, "WITH(");
    TEST_ASSERT_NOT_NULL(list);
    TEST_ASSERT_EQUAL_INT(played.driver == PLAYED_STEP ? 8 : 7,
                          sscanf(list, "WITH(%uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu)", &n[0], &n[1],
                                 &n[2], &n[3], &n[4], &n[5], &n[6], &n[7]));
    hem_caps caps = hem_default_caps(n[0], n[1], n[2], n[3], n[4]);
    caps.orphans = n[5];
    caps.events = n[6];
    caps.cloth_triangles = n[7];
    return caps;
}

static bool left_something_out(const hem_report *report)
{
    uint32_t left_out = 0;
#define ADD_LEFT_OUT(name) left_out += report->name.left_out;
    HEM_BUFFERS(ADD_LEFT_OUT)
#undef ADD_LEFT_OUT
    return left_out > 0;
}

/* Plays; notes the hash of every step, or compares with it. Returns whether anything was left out.
 */
static bool play(uint64_t *hashes, bool compare)
{
    bool left_out = false;
    for (uint32_t step = 0; step < STEPS; step++) {
        TEST_ASSERT_TRUE(played_world_step(&played));
        uint64_t hash = hem_world_hash(played.hem.world);
        left_out = left_out || left_something_out(&played.report);
        TEST_ASSERT_TRUE(!compare || hash == hashes[step]);
        hashes[step] = hash;
    }
    return left_out;
}

static void check_play(played_driver driver, play_id id)
{
    uint64_t hashes[STEPS];
    TEST_ASSERT_TRUE(played_world_start_by(&played, driver, id, SCENE_SMALL));
    TEST_ASSERT_TRUE(played_world_make(&played, 60u * played.player.info.vertex_count));
    TEST_ASSERT_FALSE(play(hashes, false));
    hem_caps exact = printed_caps();
    TEST_ASSERT_EQUAL_UINT32(played.player.info.vertex_count, exact.vertices);

    played_world_end(&played);
    TEST_ASSERT_TRUE(played_world_start_by(&played, driver, id, SCENE_SMALL));
    TEST_ASSERT_TRUE(played_world_make_with(&played, &exact));
    TEST_ASSERT_EQUAL_UINT32(hem_world_bytes(&exact), played.given);
    TEST_ASSERT_FALSE(play(hashes, true));
    TEST_ASSERT_TRUE(played_world_guards_hold(&played));
    hem_caps same = printed_caps();
    TEST_ASSERT_EQUAL_MEMORY(&exact, &same, sizeof same);

    if (exact.contacts > 0) {
        hem_caps less = exact;
        less.contacts--;
        less.events -= less.events > 0;
        played_world_end(&played);
        TEST_ASSERT_TRUE(played_world_start_by(&played, driver, id, SCENE_SMALL));
        TEST_ASSERT_TRUE(played_world_make_with(&played, &less));
        bool left_out = false;
        for (uint32_t step = 0; step < STEPS; step++) {
            TEST_ASSERT_TRUE(played_world_step(&played));
            left_out = left_out || left_something_out(&played.report);
        }
        TEST_ASSERT_TRUE(left_out);
    }
    played_world_end(&played);
}

void test_passing_sheets_fit_in_what_they_needed(void)
{
    check_play(PLAYED_RESOLVE, PLAY_PASSING);
    check_play(PLAYED_STEP, PLAY_PASSING);
}

void test_a_pile_fits_in_what_it_needed(void)
{
    check_play(PLAYED_RESOLVE, PLAY_PILE);
    check_play(PLAYED_STEP, PLAY_PILE);
}

void test_a_platform_with_its_cloth_fits_in_what_it_needed(void)
{
    check_play(PLAYED_RESOLVE, PLAY_PLATFORM);
    check_play(PLAYED_STEP, PLAY_PLATFORM);
}

void test_draped_cloth_and_a_folded_towel_fit_in_what_they_needed(void)
{
    check_play(PLAYED_STEP, PLAY_DRAPES);
    check_play(PLAYED_STEP, PLAY_TOWEL);
}

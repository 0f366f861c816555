/* The plays start clean by the library's own passes: no two triangles meet, no edge crosses a face,
 * within bodies and between them. */
#include "unity.h"

#include "feature_body.h"
#include "hem/crossings.h"
#include "scenes/play.h"

#include <stdlib.h>

enum { ROOM = 16, SCRATCH = 64 << 20 };

static uint8_t *scratch_memory;
static hem_arena scratch;
static hem_pair found[ROOM];

void setUp(void)
{
    scratch_memory = aligned_alloc(HEM_ALIGN, SCRATCH);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, scratch_memory, SCRATCH));
}

void tearDown(void)
{
    free(scratch_memory);
}

/* All bodies of a play as one: what holds between any two of its triangles holds between bodies
 * and within them. */
static tree_body whole_play(play_id id, scene_size size)
{
    play_info info;
    TEST_ASSERT_TRUE(play_describe(id, size, &info));
    tree_body all = tree_body_start(info.vertex_count, info.triangle_count);
    scene_mesh mesh =
        scene_mesh_over(all.positions, info.vertex_count, all.triangles, info.triangle_count);
    for (uint32_t b = 0; b < info.body_count; b++) {
        TEST_ASSERT_TRUE(play_build_body(id, size, b, 0.0f, &mesh));
    }
    feature_body_finish(&all);
    return all;
}

/* Figures, whose limbs overlap, are not among them. */
static void expect_clean(scene_size size)
{
    for (int id = 0; id < PLAY_PANTS; id++) {
        play_info info;
        play_describe((play_id)id, size, &info);
        tree_body all = whole_play((play_id)id, size);
        hem_side side = feature_body_side(&all, 0);
        hem_crossings_in cross = {
            .a = side, .b = side, .crossings = found, .room = ROOM, .scratch = &scratch};
        hem_crossings_out crossed;
        hem_intersect_in meet = {.a = all.tree,
                                 .b = all.tree,
                                 .positions_a = all.positions,
                                 .positions_b = all.positions,
                                 .pairs = found,
                                 .room = ROOM,
                                 .scratch = &scratch};
        hem_intersect_out met;
        TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_crossings(&cross, &crossed), info.name);
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, crossed.count, info.name);
        TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_intersect(&meet, &met), info.name);
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, met.count, info.name);
        tree_body_free(&all);
    }
}

void test_small_plays_start_without_crossings_and_meetings(void)
{
    expect_clean(SCENE_SMALL);
}

void test_full_plays_start_without_crossings_and_meetings(void)
{
    expect_clean(SCENE_FULL);
}

/* Between passes of impacts: what hits have touched is told, more can be marked, and the scratch
 * can be lent. */
#include "unity.h"

#include "base/bits.h"
#include "impact_scene.h"
#include "plain_impulse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static impact_scene scene;
static hem_impacts_in in;
static hem_impacts impacts;
static hem_arena scratch;
static void *memory;

void setUp(void)
{
    impact_def def = impact_default(IMPACT_CROSSING, 4);
    scene = impact_scene_make(&def);
    in = impact_scene_input(&scene, 0.0f, 50);
    uint32_t bytes =
        (uint32_t)hem_impacts_bytes(scene.moving, scene.body_count, scene.vertex_count);
    memory = aligned_alloc(HEM_ALIGN, bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, memory, bytes));
    in.scratch = &scratch;
}

void tearDown(void)
{
    impact_scene_free(&scene);
    free(memory);
}

static void answer_all(void)
{
    for (uint32_t i = 0; i < impacts.count; i++) {
        plain_impulse(&impacts.hits[i], scene.inverse_mass, 0.005f, scene.velocity);
    }
}

/* All passes, with the scratch lent and written to in between or not; the ends of all vertices. */
static void run_all(bool lend, hem_vec3 *ends)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    uint32_t used = scratch.used;
    while (hem_impacts_pass(&impacts) == HEM_LIMITED && impacts.count > 0) {
        answer_all();
        if (lend) {
            hem_impacts_lend(&impacts);
            hem_impacts_lend(&impacts); /* once is enough */
            uint32_t room = scratch.capacity - scratch.used;
            TEST_ASSERT_EQUAL_UINT32(0, impacts.count);
            TEST_ASSERT_TRUE(room >= scene.vertex_count * sizeof(hem_impact));
            memset(hem_arena_take(&scratch, room, 1), 0xA5, room);
            if (impacts.pass % 2u == 0) {
                hem_impacts_take_back(&impacts);
                hem_impacts_take_back(&impacts);
                TEST_ASSERT_EQUAL_UINT32(used, scratch.used);
            }
        }
    }
    TEST_ASSERT_EQUAL_UINT32(used, scratch.used);
    hem_impacts_end(&impacts);
    TEST_ASSERT_EQUAL_UINT32(0, scratch.used);
    memcpy(ends, scene.end, scene.vertex_count * sizeof *ends);
}

void test_scratch_can_be_lent_between_passes(void)
{
    uint32_t bytes = scene.vertex_count * (uint32_t)sizeof(hem_vec3);
    hem_vec3 *ends[2] = {malloc(bytes), malloc(bytes)};
    run_all(false, ends[0]);
    uint64_t found = impacts.collisions;
    TEST_ASSERT_TRUE(impacts.pass > 2);
    impact_def def = impact_default(IMPACT_CROSSING, 4);
    impact_scene_free(&scene);
    scene = impact_scene_make(&def);
    in = impact_scene_input(&scene, 0.0f, 50);
    in.scratch = &scratch;
    run_all(true, ends[1]);
    TEST_ASSERT_EQUAL_UINT64(found, impacts.collisions);
    TEST_ASSERT_EQUAL_MEMORY(ends[0], ends[1], bytes);
    free(ends[0]);
    free(ends[1]);
    hem_impacts_lend(NULL);
    hem_impacts_take_back(NULL);
    hem_impacts_lend(&impacts); /* it has ended */
    hem_impacts_take_back(&impacts);
    TEST_ASSERT_EQUAL_UINT32(0, scratch.used);
}

void test_what_hits_have_touched_is_told(void)
{
    TEST_ASSERT_NULL(hem_impacts_touched(NULL));
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    TEST_ASSERT_EQUAL_UINT32(0, hem_bits_count(hem_impacts_touched(&impacts), scene.vertex_count));
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_impacts_pass(&impacts));
    for (uint32_t i = 0; i < impacts.count; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t v = impacts.hits[i].vertex[k];
            TEST_ASSERT_TRUE(hem_bits_has(hem_impacts_touched(&impacts), v));
        }
    }
    hem_impacts_mark(&impacts, scene.vertex_count); /* no such vertex */
    hem_impacts_mark(NULL, 0);
    hem_impacts_refresh(NULL);
    hem_impacts_end(&impacts);
    TEST_ASSERT_NULL(hem_impacts_touched(&impacts));
    hem_impacts_mark(&impacts, 0);
    hem_impacts_refresh(&impacts);
}

/* Of a vertex without a velocity that is looked at, where it ends is the caller's. */
void test_a_mark_does_not_move_what_cannot_move(void)
{
    uint32_t pinned = scene.moving[1].first_vertex + 2u;
    scene.inverse_mass[pinned] = 0.0f;
    scene.velocity[pinned] = (hem_vec3){NAN, INFINITY, 1.0f};
    scene.end[pinned] = scene.start[pinned];
    hem_vec3 before = scene.end[pinned];
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_impacts_pass(&impacts));
    hem_impacts_mark(&impacts, pinned);
    TEST_ASSERT_FALSE(hem_bits_has(hem_impacts_touched(&impacts), pinned));
    answer_all();
    TEST_ASSERT_TRUE(hem_impacts_pass(&impacts) >= HEM_OK);
    TEST_ASSERT_EQUAL_MEMORY(&before, &scene.end[pinned], sizeof before);
    hem_impacts_end(&impacts);
}

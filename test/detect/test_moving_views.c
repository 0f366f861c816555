/* Leaves that move, as a pass looks at them: what is made of a leaf is made when it is needed, and
 * slanted boxes only where boxes could not decide (000-13). */
#include "unity.h"

#include "detect/leaf_pairs.h"
#include "moving_body.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *scratch_memory;
static hem_arena scratch;

void setUp(void)
{
    uint32_t bytes = 8u << 20;
    scratch_memory = aligned_alloc(16, bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, scratch_memory, bytes));
}

void tearDown(void)
{
    TEST_ASSERT_EQUAL_UINT32(0, scratch.used);
    free(scratch_memory);
}

static hem_leaf_pairs pass_over(const moving_body *a, const moving_body *b)
{
    return (hem_leaf_pairs){.a = a->body.tree,
                            .b = b->body.tree,
                            .positions_a = a->body.positions,
                            .positions_b = b->body.positions,
                            .ends_a = a->ends,
                            .ends_b = b->ends,
                            .epsilon = 1e-6f,
                            .slants = true};
}

/* How many leaves got how far. */
typedef struct stages {
    uint32_t count[HEM_VIEW_SLANTS + 1];
} stages;

static stages stages_of(const hem_patch_view *views, uint32_t count)
{
    stages seen = {{0}};
    for (uint32_t i = 0; i < count; i++) {
        seen.count[views[i].stage]++;
    }
    return seen;
}

static moving_body sheet_at(hem_vec3 at, hem_vec3 way, float tilt)
{
    test_random random = {251};
    tree_body sheet = tree_body_grid(25, 25, 0.01f);
    for (uint32_t v = 0; v < sheet.vertex_count; v++) {
        sheet.positions[v].z = tilt * sheet.positions[v].x;
    }
    feature_body_finish(&sheet);
    moving_body moving = moving_body_take(sheet);
    moving_body_shift(&moving, at);
    moving_body_go(&moving, &random, 0.0f, way);
    return moving;
}

void test_views_are_filled_as_far_as_they_are_needed(void)
{
    /* A tilted sheet that falls, and meets the other along one side. */
    moving_body a = sheet_at((hem_vec3){0.0f, 0.0f, 0.0f}, (hem_vec3){0.0f, 0.0f, 0.0f}, 0.0f);
    moving_body b =
        sheet_at((hem_vec3){0.001f, 0.002f, 0.02f}, (hem_vec3){0.0f, 0.0f, -0.03f}, 0.7f);
    hem_leaf_pairs pass = pass_over(&a, &b);
    hem_leaf_pair now;
    uint32_t pairs = 0;
    hem_leaf_pairs_start(&pass, &scratch);
    while (hem_leaf_pairs_next(&pass, &now)) {
        TEST_ASSERT_EQUAL_UINT32(HEM_VIEW_SLANTS, now.cull.a->stage);
        TEST_ASSERT_EQUAL_UINT32(HEM_VIEW_SLANTS, now.cull.b->stage);
        TEST_ASSERT_EQUAL_UINT32(HEM_VIEW_SLANTS, now.cull.end_a->stage);
        TEST_ASSERT_EQUAL_UINT32(HEM_VIEW_SLANTS, now.cull.end_b->stage);
        pairs++;
    }
    TEST_ASSERT_TRUE(pairs > 5 && pairs <= pass.leaf_tests && pass.leaf_tests < pass.leaf_pairs);
    stages of_a = stages_of(pass.views_a, pass.a->leaf_count);
    stages of_b = stages_of(pass.views_b, pass.b->leaf_count);
    TEST_ASSERT_TRUE(of_a.count[HEM_VIEW_EMPTY] > pass.a->leaf_count / 3u);
    TEST_ASSERT_TRUE(of_b.count[HEM_VIEW_EMPTY] > pass.b->leaf_count / 3u);
    TEST_ASSERT_TRUE(of_a.count[HEM_VIEW_SLANTS] > 0 &&
                     of_a.count[HEM_VIEW_SLANTS] < pass.a->leaf_count / 2u);
    hem_leaf_pairs_end(&pass, &scratch);
    moving_body_free(&a);
    moving_body_free(&b);
}

void test_sheets_that_go_together_get_no_slants(void)
{
    /* Their volumes over the motion overlap, their slabs never do. */
    hem_vec3 way = {0.1f, 0.05f, -0.2f};
    moving_body a = sheet_at((hem_vec3){0.0f, 0.0f, 0.0f}, way, 0.3f);
    moving_body b = sheet_at((hem_vec3){0.0f, 0.0f, 0.002f}, way, 0.3f);
    hem_leaf_pairs pass = pass_over(&a, &b);
    hem_leaf_pair now;
    hem_leaf_pairs_start(&pass, &scratch);
    TEST_ASSERT_FALSE(hem_leaf_pairs_next(&pass, &now));
    TEST_ASSERT_TRUE(pass.leaf_pairs > 1000);
    stages seen = stages_of(pass.views_a, pass.a->leaf_count);
    TEST_ASSERT_EQUAL_UINT32(pass.a->leaf_count, seen.count[HEM_VIEW_SLAB]);
    hem_leaf_pairs_end(&pass, &scratch);
    moving_body_free(&a);
    moving_body_free(&b);
}

void test_what_is_far_is_never_looked_at(void)
{
    moving_body a = sheet_at((hem_vec3){0.0f, 0.0f, 0.0f}, (hem_vec3){0.0f, 0.0f, -0.1f}, 0.1f);
    moving_body b = sheet_at((hem_vec3){0.0f, 0.0f, 0.2f}, (hem_vec3){0.0f, 0.0f, 0.1f}, 0.1f);
    hem_leaf_pairs pass = pass_over(&a, &b);
    hem_leaf_pair now;
    hem_leaf_pairs_start(&pass, &scratch);
    TEST_ASSERT_FALSE(hem_leaf_pairs_next(&pass, &now));
    stages seen = stages_of(pass.views_a, pass.a->leaf_count);
    TEST_ASSERT_EQUAL_UINT32(pass.a->leaf_count, seen.count[HEM_VIEW_EMPTY]);
    hem_leaf_pairs_end(&pass, &scratch);
    moving_body_free(&a);
    moving_body_free(&b);
}

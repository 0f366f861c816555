/* What goes into a crossings pass: scratch, and all that is refused. */
#include "unity.h"

#include "feature_body.h"
#include "hem/crossings.h"
#include "pass_scratch.h"

#include <math.h>
#include <string.h>

#define ROOM 100u

static hem_pair found[ROOM];
static hem_crossings_out out;

void setUp(void)
{
    pass_scratch_start(8u << 20);
}

void tearDown(void)
{
    pass_scratch_end();
}

static hem_crossings_in input(const hem_side *a, const hem_side *b)
{
    return (hem_crossings_in){
        .a = *a, .b = *b, .crossings = found, .room = ROOM, .scratch = &scratch};
}

void test_exactly_enough_scratch_works_and_one_byte_less_is_refused(void)
{
    tree_body a = tree_body_grid(12, 9, 0.01f), b = tree_body_grid(7, 15, 0.01f);
    feature_body_finish(&a);
    feature_body_finish(&b);
    hem_side sides[2] = {feature_body_side(&a, 0), feature_body_side(&b, 500)};
    for (uint32_t i = 0; i < 2; i++) {
        hem_crossings_in in = input(&sides[0], &sides[i]);
        uint32_t bytes = (uint32_t)hem_crossings_bytes(in.a.tree, in.b.tree);
        scratch.capacity = bytes;
        TEST_ASSERT_EQUAL(HEM_OK, hem_crossings(&in, &out));
        scratch.capacity = bytes - 1u;
        TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_crossings(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(bytes, out.needed);
    }
    TEST_ASSERT_EQUAL_UINT64(0, hem_crossings_bytes(NULL, b.tree));
    TEST_ASSERT_EQUAL_UINT64(0, hem_crossings_bytes(a.tree, NULL));
    tree_body_free(&a);
    tree_body_free(&b);
}

/* ------------------------------------------------------------------------------------- refusals */

static tree_body small;

static void refused(hem_status status, const hem_crossings_in *in)
{
    memset(&out, 0x5A, sizeof out);
    hem_crossings_out before = out;
    found[0] = (hem_pair){77, 77};
    TEST_ASSERT_EQUAL(status, hem_crossings(in, &out));
    TEST_ASSERT_EQUAL_MEMORY(&before, &out, sizeof out);
    TEST_ASSERT_EQUAL_UINT32(77, found[0].first);
    TEST_ASSERT_EQUAL_UINT32(0, scratch.used);
}

void test_what_is_missing_is_refused(void)
{
    small = tree_body_grid(5, 5, 0.01f);
    feature_body_finish(&small);
    hem_side side = feature_body_side(&small, 0);
    hem_crossings_in in = input(&side, &side);
    TEST_ASSERT_EQUAL(HEM_NULL, hem_crossings(NULL, &out));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_crossings(&in, NULL));
    for (uint32_t missing = 0; missing < 8; missing++) {
        in = input(&side, &side);
        hem_side *half = missing < 3 ? &in.a : &in.b;
        half->mesh = missing % 3 == 0 && missing < 6 ? NULL : half->mesh;
        half->tree = missing % 3 == 1 && missing < 6 ? NULL : half->tree;
        half->positions = missing % 3 == 2 && missing < 6 ? NULL : half->positions;
        in.crossings = missing == 6 ? NULL : in.crossings;
        in.scratch = missing == 7 ? NULL : in.scratch;
        refused(HEM_NULL, &in);
    }
    tree_body_free(&small);
}

void test_sides_that_do_not_belong_together_are_refused(void)
{
    small = tree_body_grid(5, 5, 0.01f);
    feature_body_finish(&small);
    hem_side side = feature_body_side(&small, 0);
    hem_crossings_in in = input(&side, &side);
    in.b.first_vertex = 1;
    refused(HEM_BAD_DEFINITION, &in);
    tree_body_free(&small);
}

void test_a_list_in_the_scratch_is_refused(void)
{
    small = tree_body_grid(5, 5, 0.01f);
    feature_body_finish(&small);
    hem_side side = feature_body_side(&small, 0);
    hem_crossings_in in = input(&side, &side);
    in.crossings = (hem_pair *)(void *)(scratch_memory + 64);
    in.room = 4;
    refused(HEM_ALIASED, &in);
    tree_body_free(&small);
}

void test_nothing_that_is_given_may_lie_in_the_free_part_of_the_scratch(void)
{
    small = tree_body_grid(5, 5, 0.01f);
    feature_body_finish(&small);
    uint8_t *inside = (uint8_t *)scratch_memory + 64;
    hem_side side = feature_body_side(&small, 0);
    for (uint32_t what = 0; what < 3; what++) {
        hem_side moved = side;
        moved.positions = what == 0 ? (hem_vec3 *)(void *)inside : moved.positions;
        moved.mesh = what == 1 ? (hem_mesh *)(void *)inside : moved.mesh;
        moved.tree = what == 2 ? (hem_tree *)(void *)inside : moved.tree;
        hem_crossings_in in = input(&side, &moved);
        refused(HEM_ALIASED, &in);
    }
    hem_crossings_in in = input(&side, &side);
    memcpy(inside, &in, sizeof in);
    refused(HEM_ALIASED, (hem_crossings_in *)(void *)inside);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_crossings(&in, (hem_crossings_out *)(void *)inside));
    tree_body_free(&small);
}

void test_positions_that_the_tree_is_not_fitted_to_are_refused(void)
{
    const hem_vec3 bad[] = {
        {NAN, 0.0f, 0.0f}, {0.0f, INFINITY, 0.0f}, {0.0f, 0.0f, -5000.0f}, {3.0f, 0.0f, 0.0f}};
    for (uint32_t i = 0; i < 4; i++) {
        small = tree_body_grid(5, 5, 0.01f);
        feature_body_finish(&small);
        small.positions[12] = bad[i];
        hem_side side = feature_body_side(&small, 0);
        hem_crossings_in in = input(&side, &side);
        TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_crossings(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(0, out.count + out.kept + out.leaf_pairs);
        tree_body_free(&small);
    }
    /* Two triangles at one vertex: no pair of triangles is left to look at. */
    tree_body two = tree_body_start(5, 2);
    const uint32_t corners[6] = {0, 1, 2, 0, 3, 4};
    memcpy(two.triangles, corners, sizeof corners);
    for (uint32_t i = 0; i < 3; i++) {
        memset(two.positions, 0, 5 * sizeof *two.positions);
        if (i == 0) {
            feature_body_finish(&two);
        }
        two.positions[4] = bad[i];
        hem_side side = feature_body_side(&two, 0);
        hem_crossings_in in = input(&side, &side);
        TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_crossings(&in, &out));
    }
    tree_body_free(&two);
}

/* The two sides of a pass: what is refused of them. */
#include "unity.h"

#include "detect/side.h"
#include "feature_body.h"

#include <string.h>

static tree_body first, second;
static hem_side a, b;
static hem_arena scratch;
static _Alignas(HEM_ALIGN) uint8_t memory[4096];

void setUp(void)
{
    first = tree_body_grid(5, 5, 0.01f);
    second = tree_body_grid(6, 5, 0.01f);
    feature_body_finish(&first);
    feature_body_finish(&second);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, memory, sizeof memory));
    a = feature_body_side(&first, 0);
    b = feature_body_side(&second, 25);
}

void tearDown(void)
{
    tree_body_free(&first);
    tree_body_free(&second);
}

void test_two_bodies_and_one_body_twice_are_taken(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_sides_check(&a, &b, &scratch));
    TEST_ASSERT_EQUAL(HEM_OK, hem_sides_check(&b, &a, &scratch));
    TEST_ASSERT_EQUAL(HEM_OK, hem_sides_check(&a, &a, &scratch));
    TEST_ASSERT_TRUE(hem_sides_same(&a, &a));
    TEST_ASSERT_FALSE(hem_sides_same(&a, &b));
}

void test_what_is_missing_is_refused(void)
{
    for (uint32_t missing = 0; missing < 3; missing++) {
        hem_side broken = b;
        broken.mesh = missing == 0 ? NULL : broken.mesh;
        broken.tree = missing == 1 ? NULL : broken.tree;
        broken.positions = missing == 2 ? NULL : broken.positions;
        TEST_ASSERT_EQUAL(HEM_NULL, hem_sides_check(&a, &broken, &scratch));
        TEST_ASSERT_EQUAL(HEM_NULL, hem_sides_check(&broken, &a, &scratch));
    }
}

/* What is taken of the scratch may hold anything; in what is left, one byte is too much. */
void test_nothing_of_a_side_may_lie_in_the_free_part_of_the_scratch(void)
{
    void *taken = hem_arena_take(&scratch, 1, 2048);
    for (uint32_t free_part = 0; free_part < 2; free_part++) {
        uint8_t *place = (uint8_t *)taken + (free_part != 0 ? 2048 : 0);
        for (uint32_t what = 0; what < 5; what++) {
            hem_side moved = b;
            memcpy(place, what == 0 ? (const void *)b.mesh : (const void *)b.tree,
                   what == 0 ? sizeof *b.mesh : sizeof *b.tree);
            moved.mesh = what == 0 ? (hem_mesh *)(void *)place : moved.mesh;
            moved.tree = what == 1 ? (hem_tree *)(void *)place : moved.tree;
            /* Of positions, the last one reaches into it. */
            hem_vec3 *points = (hem_vec3 *)(void *)(place - (free_part != 0 ? 29 * 12 : 0));
            moved.positions = what == 2 ? points : moved.positions;
            moved.velocities = what == 3 ? points : moved.velocities;
            moved.ends = what == 4 ? points : moved.ends;
            hem_status status = free_part != 0 ? HEM_ALIASED : HEM_OK;
            TEST_ASSERT_EQUAL(status, hem_sides_check(&a, &moved, &scratch));
            TEST_ASSERT_EQUAL(status, hem_sides_check(&moved, &a, &scratch));
        }
    }
}

void test_a_mesh_and_a_tree_that_do_not_belong_together_are_refused(void)
{
    hem_side broken = b;
    broken.mesh = a.mesh;
    TEST_ASSERT_EQUAL(HEM_BAD_COUNT, hem_sides_check(&a, &broken, &scratch));
    TEST_ASSERT_EQUAL(HEM_BAD_COUNT, hem_sides_check(&broken, &a, &scratch));
    /* The same number of triangles only. */
    hem_mesh other = *b.mesh;
    other.vertex_count++;
    broken.mesh = &other;
    TEST_ASSERT_EQUAL(HEM_BAD_COUNT, hem_sides_check(&a, &broken, &scratch));
}

void test_trees_of_different_kinds_are_refused(void)
{
    tree_body wide = tree_body_grid(5, 5, 0.01f);
    feature_body_finish_as(&wide, HEM_BUILD_PATCHES, 18, 4);
    hem_side other = feature_body_side(&wide, 100);
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_sides_check(&a, &other, &scratch));
    tree_body_free(&wide);
}

void test_a_tree_that_is_fitted_on_demand_is_refused(void)
{
    second.tree->partial = 1;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_sides_check(&a, &b, &scratch));
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_sides_check(&b, &a, &scratch));
    TEST_ASSERT_EQUAL(HEM_OK, hem_sides_check(&a, &a, &scratch));
}

void test_one_tree_with_two_of_anything_else_is_refused(void)
{
    hem_mesh copy = *a.mesh;
    for (uint32_t what = 0; what < 4; what++) {
        hem_side twin = a;
        twin.mesh = what == 0 ? &copy : twin.mesh;
        twin.positions = what == 1 ? second.positions : twin.positions;
        twin.velocities = what == 2 ? second.positions : twin.velocities;
        twin.first_vertex = what == 3 ? 25 : twin.first_vertex;
        TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_sides_check(&a, &twin, &scratch));
        TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_sides_check(&twin, &a, &scratch));
    }
}

void test_numbers_of_vertices_must_differ_and_fit(void)
{
    const struct {
        uint32_t a, b;
        hem_status status;
    } numbers[] = {
        {0, 25, HEM_OK},
        {0, 24, HEM_BAD_INDEX},
        {30, 0, HEM_OK},
        {29, 0, HEM_BAD_INDEX},
        {5, 5, HEM_BAD_INDEX},
        {HEM_NONE - 25u, 0, HEM_OK},
        {HEM_NONE - 24u, 0, HEM_BAD_INDEX},
        {0, HEM_NONE - 30u, HEM_OK},
        {0, HEM_NONE - 29u, HEM_BAD_INDEX},
    };
    for (uint32_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        a.first_vertex = numbers[i].a;
        b.first_vertex = numbers[i].b;
        TEST_ASSERT_EQUAL(numbers[i].status, hem_sides_check(&a, &b, &scratch));
    }
}

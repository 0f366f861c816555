/* A continuous pass with marks finds exactly the hits of a full pass that have a marked vertex, and
 * looks at nothing more than a full pass does (000-20). */
#include "unity.h"

#include "base/bits.h"
#include "hit_check.h"
#include "hit_oracle.h"
#include "test_scale.h"
#include "tree/marks.h"
#include "tree_build.h"

#include <stdlib.h>
#include <string.h>

static hem_hit all[HIT_CHECK_ROOM];

void setUp(void)
{
    hit_check_start();
}

void tearDown(void)
{
    hit_check_end();
}

/* A bit for each vertex, each set with a chance of `part`; to be freed. */
static uint32_t *some_marks(test_random *random, uint32_t count, float part)
{
    uint32_t *marks = calloc(HEM_BIT_WORDS(count) + 1u, sizeof *marks);
    for (uint32_t v = 0; v < count; v++) {
        if (random_float(random, 0.0f, 1.0f) < part) {
            hem_bits_add(marks, v);
        }
    }
    /* Bits behind the last are of no account. */
    marks[count / 32u] |= count % 32u == 0 ? 0u : 0xFFFFFFFFu << count % 32u;
    return marks;
}

static void check_no_more_work(const hem_continuous_out *full, bool everything)
{
    const hem_continuous_out *some = &hit_out;
    TEST_ASSERT_TRUE(some->volume_tests <= full->volume_tests);
    TEST_ASSERT_TRUE(some->leaf_pairs <= full->leaf_pairs);
    TEST_ASSERT_TRUE(some->leaf_tests <= full->leaf_tests);
    TEST_ASSERT_TRUE(some->pair_tests <= full->pair_tests);
    TEST_ASSERT_TRUE(some->vertex_face_tests <= full->vertex_face_tests);
    TEST_ASSERT_TRUE(some->edge_edge_tests <= full->edge_edge_tests);
    TEST_ASSERT_TRUE(some->searches <= full->searches);
    TEST_ASSERT_TRUE(some->by_bound <= full->by_bound);
    if (everything) {
        TEST_ASSERT_EQUAL_UINT32(full->leaf_tests, some->leaf_tests);
        TEST_ASSERT_EQUAL_UINT32(full->vertex_face_tests, some->vertex_face_tests);
        TEST_ASSERT_EQUAL_UINT32(full->edge_edge_tests, some->edge_edge_tests);
        TEST_ASSERT_EQUAL_UINT32(full->searches, some->searches);
    }
}

/* Runs a full pass and one with the marks of `in`. */
static uint32_t check(const hem_continuous_in *in, bool everything, const char *name)
{
    hem_continuous_in full = *in;
    full.marked_a = full.marked_b = NULL;
    uint32_t count = hit_check_run(&full, name), expected = 0;
    hem_continuous_out work = hit_out;
    for (uint32_t i = 0; i < count; i++) {
        if (hit_oracle_is_marked(in, &hit_found[i])) {
            all[expected++] = hit_found[i];
        }
    }
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(expected, hit_check_run(in, name), name);
    if (expected > 0) {
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(all, hit_found, expected * sizeof *all, name);
    }
    TEST_ASSERT_TRUE(!everything || expected == count);
    check_no_more_work(&work, everything);
    return expected;
}

static const float parts[] = {0.0f, 0.01f, 0.1f, 0.5f, 1.1f};

/* Two bodies and one, both ways, with few and many marks. */
static uint32_t check_all(const moving_body *first, const moving_body *second, float separation,
                          test_random *random, const char *name)
{
    hem_side a = moving_body_side(first, 0), b = moving_body_side(second, 5000);
    uint32_t hits = 0;
    for (uint32_t i = 0; i < 10; i++) {
        float part = parts[i / 2];
        uint32_t *of_a = some_marks(random, first->body.vertex_count, part);
        uint32_t *of_b = some_marks(random, second->body.vertex_count, part);
        hem_continuous_in in = hit_check_input(&a, &b, separation);
        in.marked_a = of_a;
        in.marked_b = of_b;
        if (i % 2 == 1) {
            in.a = b;
            in.b = a;
            in.marked_a = of_b;
            in.marked_b = of_a;
        }
        uint32_t found = check(&in, part > 1.0f, name);
        if (part == 0.0f) {
            TEST_ASSERT_EQUAL_UINT32(0, found + hit_out.leaf_pairs + hit_out.pair_tests);
            TEST_ASSERT_TRUE(hit_out.volume_tests <= 1);
        }
        hits += found;
        in.b = in.a;
        in.marked_b = in.marked_a;
        found = check(&in, part > 1.0f, name);
        TEST_ASSERT_TRUE(part > 0.0f || found + hit_out.leaf_pairs == 0);
        hits += found;
        free(of_a);
        free(of_b);
    }
    return hits;
}

void test_sheets_of_every_kind_of_tree(void)
{
    uint32_t hits = 0;
    for (uint32_t kind = 0; kind < TREE_SETTINGS; kind++) {
        tree_settings as = tree_settings_at(kind);
        test_random random = {231};
        moving_body pair[2];
        for (uint32_t i = 0; i < 2; i++) {
            tree_body sheet = i == 0 ? tree_body_grid(13, 12, 0.01f) : tree_body_grid(9, 14, 0.01f);
            feature_body_finish_as(&sheet, as.builder, as.directions, as.degree);
            float up = i == 0 ? 0.0f : 0.004f;
            feature_body_shake(&sheet, &random, 0.004f, (hem_vec3){0.001f, 0.002f, up});
            pair[i] = moving_body_take(sheet);
            moving_body_go(&pair[i], &random, 0.006f, (hem_vec3){0.0f, 0.001f, -2.0f * up});
        }
        hits += check_all(&pair[0], &pair[1], kind % 2 == 0 ? 0.0f : 0.001f, &random, "sheets");
        moving_body_free(&pair[0]);
        moving_body_free(&pair[1]);
    }
    TEST_ASSERT_TRUE(hits > 100000);
}

void test_soups_and_meshes_that_are_not_manifold(void)
{
    test_random random = {232};
    for (uint32_t round = 0; round < hem_test_count(300); round++) {
        moving_body pair[2];
        for (uint32_t i = 0; i < 2; i++) {
            tree_body body = round % 2 == 0
                                 ? feature_body_soup(&random, 3 + random_below(&random, 30),
                                                     1 + random_below(&random, 40), round % 4 == 0)
                                 : feature_body_odd(&random, round + i);
            feature_body_finish(&body);
            pair[i] = moving_body_take(body);
            moving_body_go(&pair[i], &random, 0.2f, (hem_vec3){0.0f, 0.0f, 0.0f});
        }
        check_all(&pair[0], &pair[1], round % 3 == 0 ? 0.02f : 0.0f, &random, "soups");
        moving_body_free(&pair[0]);
        moving_body_free(&pair[1]);
    }
}

void test_with_every_setting(void)
{
    test_random random = {233};
    tree_body sheet = tree_body_grid(14, 14, 0.01f);
    feature_body_finish(&sheet);
    feature_body_shake(&sheet, &random, 0.005f, (hem_vec3){0.0f, 0.0f, 0.0f});
    moving_body moving = moving_body_take(sheet);
    moving_body_go(&moving, &random, 0.01f, (hem_vec3){0.0f, 0.0f, 0.0f});
    hem_side side = moving_body_side(&moving, 0);
    uint32_t *marks = some_marks(&random, sheet.vertex_count, 0.1f);
    for (uint32_t i = 0; i < 8; i++) {
        hem_continuous_in in = hit_check_input(&side, &side, 1e-5f);
        in.marked_a = in.marked_b = marks;
        in.every_pair = (i & 1u) != 0;
        in.no_volumes = (i & 2u) != 0;
        in.test = (i & 4u) != 0 ? HEM_TEST_CUBIC : HEM_TEST_SURE;
        TEST_ASSERT_TRUE(check(&in, false, "settings") > 10);
    }
    free(marks);
    moving_body_free(&moving);
}

void test_few_marks_cost_little(void)
{
    /* Of a sheet of 5,000 triangles, one vertex is marked. */
    test_random random = {234};
    tree_body sheet = tree_body_grid(50, 52, 0.01f);
    feature_body_finish(&sheet);
    moving_body moving = moving_body_take(sheet);
    moving_body_go(&moving, &random, 0.006f, (hem_vec3){0.0f, 0.0f, 0.0f});
    hem_side side = moving_body_side(&moving, 0);
    hem_continuous_in in = hit_check_input(&side, &side, 0.0f);
    hit_check_run(&in, "full");
    hem_continuous_out full = hit_out;
    uint32_t *marks = some_marks(&random, sheet.vertex_count, 0.0f);
    hem_bits_add(marks, 25 * 50 + 25);
    in.marked_a = in.marked_b = marks;
    check(&in, false, "one vertex");
    TEST_ASSERT_TRUE(hit_out.leaf_pairs > 0 && 20u * hit_out.leaf_pairs < full.leaf_pairs);
    TEST_ASSERT_TRUE(8u * hit_out.volume_tests < full.volume_tests);
    TEST_ASSERT_TRUE(50u * hit_out.edge_edge_tests < full.edge_edge_tests);
    free(marks);
    moving_body_free(&moving);
}

void test_fitting_and_looking_at_what_changed_is_fitting_and_looking_at_all(void)
{
    /* Some vertices go back, pass after pass; the rest keeps its motion and its hits. */
    test_random random = {235};
    for (uint32_t round = 0; round < hem_test_count(12); round++) {
        tree_body sheet = tree_body_grid(13, 11, 0.01f);
        feature_body_finish(&sheet);
        feature_body_shake(&sheet, &random, 0.004f, (hem_vec3){0.0f, 0.0f, 0.0f});
        moving_body moving = moving_body_take(sheet);
        moving_body_go(&moving, &random, 0.01f, (hem_vec3){0.0f, 0.0f, 0.0f});
        hem_side side = moving_body_side(&moving, 0);
        hem_arena *scratch = hit_check_scratch();
        for (uint32_t pass = 0; pass < 5; pass++) {
            uint32_t *marks = some_marks(&random, sheet.vertex_count, 0.08f);
            for (uint32_t v = 0; v < sheet.vertex_count; v++) {
                if (hem_bits_has(marks, v)) {
                    moving.ends[v] = pass % 2 == 0 ? moving.body.positions[v]
                                                   : moving_put(moving_point(&random, 0.1f));
                }
            }
            uint32_t mark = hem_arena_mark(scratch);
            hem_marks of_tree = hem_marks_take(scratch, sheet.tree);
            hem_marks_set(&of_tree, sheet.tree, marks, 0);
            hem_tree_refit_marked(
                sheet.tree, &(hem_fit_points){.start = side.positions, .end = side.ends}, &of_tree);
            hem_arena_release(scratch, mark);
            uint64_t hash = hem_tree_hash(sheet.tree);
            hem_continuous_in in = hit_check_input(&side, &side, 0.0f);
            in.marked_a = in.marked_b = marks;
            uint32_t count = hit_check_run(&in, "marked");
            memcpy(all, hit_found, count * sizeof *all);
            moving_body_fit(&moving);
            TEST_ASSERT_TRUE(hash == hem_tree_hash(sheet.tree));
            TEST_ASSERT_EQUAL_UINT32(count, check(&in, false, "full"));
            TEST_ASSERT_EQUAL_MEMORY(all, hit_found, count * sizeof *all);
            TEST_ASSERT_TRUE(count > 0);
            free(marks);
        }
        moving_body_free(&moving);
    }
}

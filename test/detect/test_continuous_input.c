/* What goes into a continuous pass: room, separations, scratch, settings, and all that is refused.
 */
#include "unity.h"

#include "guarded_block.h"
#include "hit_check.h"
#include "hit_oracle.h"
#include "tree/fit.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static hem_hit all[HIT_CHECK_ROOM];
static moving_body sheet, other;
static hem_side a, b;

static moving_body some_sheet(uint32_t columns, test_random *random, float up)
{
    tree_body grid = tree_body_grid(columns, 12, 0.01f);
    feature_body_finish(&grid);
    feature_body_shake(&grid, random, 0.004f, (hem_vec3){0.0f, 0.0f, up});
    moving_body moving = moving_body_take(grid);
    moving_body_go(&moving, random, 0.004f, (hem_vec3){0.0f, 0.0f, -2.0f * up});
    return moving;
}

void setUp(void)
{
    test_random random = {201};
    hit_check_start();
    sheet = some_sheet(12, &random, 0.0f);
    other = some_sheet(9, &random, 0.005f);
    a = moving_body_side(&sheet, 0);
    b = moving_body_side(&other, 200);
}

void tearDown(void)
{
    moving_body_free(&sheet);
    moving_body_free(&other);
    hit_check_end();
}

static hem_continuous_in input(void)
{
    return hit_check_input(&a, &b, 0.0f);
}

/* --------------------------------------------------------------------------------------- bounds */

void test_what_does_not_fit_is_counted_by_kind_and_the_earliest_are_kept(void)
{
    hem_continuous_in in = input();
    uint32_t count = hit_check_run(&in, "all");
    hem_continuous_out whole = hit_out;
    TEST_ASSERT_TRUE(count > 300);
    memcpy(all, hit_found, count * sizeof *all);
    const uint32_t rooms[] = {0, 1, 2, 7, 100, count - 1u, count, count + 1u};
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t room = rooms[i], kept = room < count ? room : count, of_kind[3] = {0, 0, 0};
        in.room = room;
        in.hits = room == 0 ? NULL : guarded_block_take(room * (uint32_t)sizeof(hem_hit));
        TEST_ASSERT_EQUAL(room < count ? HEM_LIMITED : HEM_OK, hem_continuous(&in, &hit_out));
        TEST_ASSERT_EQUAL_UINT32(kept, hit_out.kept);
        TEST_ASSERT_EQUAL_UINT32_ARRAY(whole.count, hit_out.count, 3);
        TEST_ASSERT_EQUAL_UINT32(whole.by_bound, hit_out.by_bound);
        TEST_ASSERT_EQUAL_UINT32(whole.searches, hit_out.searches);
        if (kept > 0) {
            TEST_ASSERT_EQUAL_MEMORY(all, in.hits, kept * sizeof *all);
        }
        for (uint32_t k = 0; k < kept; k++) {
            of_kind[in.hits[k].kind]++;
        }
        for (uint32_t kind = 0; kind < 3; kind++) {
            TEST_ASSERT_EQUAL_UINT32(hit_out.count[kind] - of_kind[kind], hit_out.left_out[kind]);
        }
        if (room > 0) {
            guarded_block_check_and_free();
        }
    }
}

void test_the_work_is_counted_and_falls_from_stage_to_stage(void)
{
    for (uint32_t i = 0; i < 2; i++) {
        hem_continuous_in in = input();
        in.b = i == 0 ? a : b;
        hit_check_run(&in, "work");
        const hem_continuous_out *out = &hit_out;
        TEST_ASSERT_TRUE(out->volume_tests >= out->leaf_pairs);
        TEST_ASSERT_TRUE(out->leaf_pairs >= out->leaf_tests && out->leaf_tests > 0);
        uint32_t tests = out->vertex_face_tests + out->edge_edge_tests;
        TEST_ASSERT_TRUE(15u * out->pair_tests >= tests);
        TEST_ASSERT_TRUE(tests >= out->searches && out->searches >= out->kept);
        TEST_ASSERT_TRUE(out->vertex_face_tests >= out->count[0] + out->count[1]);
        TEST_ASSERT_TRUE(out->edge_edge_tests >= out->count[2]);
        TEST_ASSERT_TRUE(out->by_bound <= out->kept);
        TEST_ASSERT_EQUAL_UINT32(0, out->needed);
    }
}

void test_exactly_enough_scratch_works_and_one_byte_less_is_refused(void)
{
    uint32_t marks[16];
    memset(marks, 0xFF, sizeof marks);
    for (uint32_t i = 0; i < 32; i++) {
        hem_continuous_in in = input();
        in.b = i % 2 == 0 ? a : b;
        in.room = (i & 2u) != 0 ? 333 : 0;
        in.every_pair = (i & 4u) != 0;
        in.no_volumes = (i & 8u) != 0;
        in.marked_a = in.marked_b = (i & 16u) != 0 ? marks : NULL;
        uint32_t bytes = (uint32_t)hem_continuous_bytes(in.a.tree, in.b.tree, in.room);
        hem_arena exact;
        in.scratch = &exact;
        TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&exact, guarded_block_take(bytes), bytes));
        TEST_ASSERT_TRUE(hem_continuous(&in, &hit_out) >= HEM_OK);
        TEST_ASSERT_EQUAL_UINT32(0, exact.used);
        exact.capacity = bytes - 1u;
        hit_found[0].kind = 77;
        TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_continuous(&in, &hit_out));
        TEST_ASSERT_EQUAL_UINT32(bytes, hit_out.needed);
        TEST_ASSERT_EQUAL_UINT32(0, hit_out.kept + hit_out.leaf_pairs);
        TEST_ASSERT_EQUAL_UINT32(77, hit_found[0].kind);
        TEST_ASSERT_TRUE(hit_out.bad_body == HEM_NONE && hit_out.bad_vertex == HEM_NONE);
        guarded_block_check_and_free();
    }
    TEST_ASSERT_EQUAL_UINT64(0, hem_continuous_bytes(NULL, b.tree, 5));
    TEST_ASSERT_EQUAL_UINT64(0, hem_continuous_bytes(a.tree, NULL, 5));
}

void test_scratch_that_is_partly_taken_stays_as_it_is(void)
{
    hem_continuous_in in = input();
    uint8_t *taken = hem_arena_take(in.scratch, 1000, 1);
    memset(taken, 0x3C, 1000);
    uint32_t used = in.scratch->used;
    TEST_ASSERT_EQUAL(HEM_OK, hem_continuous(&in, &hit_out));
    TEST_ASSERT_EQUAL_UINT32(used, in.scratch->used);
    for (uint32_t i = 0; i < 1000; i++) {
        TEST_ASSERT_EQUAL_UINT8(0x3C, taken[i]);
    }
    hem_arena_release(in.scratch, 0);
}

/* ------------------------------------------------------------------------------------- settings */

void test_without_ends_a_body_stays_where_it_is(void)
{
    hem_continuous_in in = input();
    in.a.ends = NULL;
    TEST_ASSERT_TRUE(hit_check(&in, "one of them moves") > 50);
    in.b.ends = NULL;
    TEST_ASSERT_EQUAL_UINT32(0, hit_check(&in, "neither moves"));
    in.b = in.a;
    TEST_ASSERT_EQUAL_UINT32(0, hit_check(&in, "one that does not move"));
}

void test_every_setting_has_the_same_hits(void)
{
    for (uint32_t i = 0; i < 32; i++) {
        hem_continuous_in in = input();
        in.b = (i & 1u) != 0 ? a : b;
        in.separation = (i & 2u) != 0 ? 0.001f : 0.0f;
        uint32_t count = hit_check(&in, "usual");
        hem_continuous_out usual = hit_out;
        memcpy(all, hit_found, count * sizeof *all);
        in.every_pair = (i & 4u) != 0;
        in.no_volumes = (i & 8u) != 0;
        in.one_by_one = (i & 16u) != 0;
        TEST_ASSERT_EQUAL_UINT32(count, hit_check(&in, "setting"));
        TEST_ASSERT_EQUAL_MEMORY(all, hit_found, count * sizeof *all);
        TEST_ASSERT_TRUE(hit_out.vertex_face_tests >= usual.vertex_face_tests);
        TEST_ASSERT_TRUE(hit_out.edge_edge_tests >= usual.edge_edge_tests);
        TEST_ASSERT_EQUAL_UINT32(usual.by_bound, hit_out.by_bound);
        if (in.every_pair && in.no_volumes) {
            uint32_t orphans =
                (i & 1u) == 0 ? 0u : a.mesh->vertex_face_orphans + a.mesh->edge_edge_orphans;
            TEST_ASSERT_EQUAL_UINT32(15u * hit_out.pair_tests + orphans,
                                     hit_out.vertex_face_tests + hit_out.edge_edge_tests);
        }
    }
}

void test_the_cubic_finds_most_and_nothing_that_is_not_a_feature_pair(void)
{
    for (uint32_t i = 0; i < 2; i++) {
        hem_continuous_in in = input();
        in.separation = 1e-5f;
        in.b = i == 0 ? a : b;
        uint32_t sure = hit_check(&in, "sure");
        in.test = HEM_TEST_CUBIC;
        uint32_t cubic = hit_check_run(&in, "cubic");
        TEST_ASSERT_TRUE(10u * cubic > 9u * sure && 10u * cubic < 11u * sure);
        TEST_ASSERT_EQUAL_UINT32(0, hit_out.by_bound);
        TEST_ASSERT_EQUAL_UINT32(hit_out.vertex_face_tests + hit_out.edge_edge_tests,
                                 hit_out.searches);
        for (uint32_t k = 0; k < cubic; k++) {
            hem_ccd_in query = hit_oracle_query(&in, &hit_found[k]);
            hem_ccd_out out;
            TEST_ASSERT_EQUAL(HEM_CCD_HIT, hit_found[k].kind == HEM_CONTACT_EDGE_EDGE
                                               ? hem_ccd_cubic_edge_edge(&query, &out)
                                               : hem_ccd_cubic_vertex_face(&query, &out));
            TEST_ASSERT_EQUAL_FLOAT(out.time, hit_found[k].time);
        }
    }
}

void test_within_the_largest_separation_everything_that_moves_hits_or_is_held_to_half(void)
{
    hem_continuous_in in = input();
    const float separations[] = {0.1f, 10.0f, nextafterf(HEM_DOMAIN, 0.0f)};
    for (uint32_t i = 0; i < 3; i++) {
        in.separation = separations[i];
        TEST_ASSERT_TRUE(hit_check(&in, "large") > 1000);
    }
}

void test_the_smallest_separations_are_taken(void)
{
    hem_continuous_in in = input();
    const float separations[] = {-0.0f, FLT_TRUE_MIN, FLT_MIN, 1e-30f, 1e-12f, 1e-7f};
    for (uint32_t i = 0; i < 6; i++) {
        in.separation = separations[i];
        TEST_ASSERT_TRUE(hit_check(&in, "small") > 300);
    }
}

void test_positions_beside_the_grid_are_taken_onto_it(void)
{
    /* A vertex that ends a third of a step of the grid above a face ends on it. */
    tree_body tiny = tree_body_start(6, 2);
    const float near = 1e-12f / 3.0f;
    const hem_vec3 at[6] = {{0.0f, 0.0f, 0.0f},   {1.0f, 0.0f, 0.0f},   {0.0f, 1.0f, 0.0f},
                            {0.25f, 0.25f, 0.5f}, {0.25f, 0.25f, 1.0f}, {0.5f, 0.25f, 1.0f}};
    for (uint32_t k = 0; k < 6; k++) {
        tiny.positions[k] = at[k];
        tiny.triangles[k] = k;
    }
    feature_body_finish(&tiny);
    moving_body moving = moving_body_take(tiny);
    moving.ends[3].z = near;
    moving_body_fit(&moving);
    TEST_ASSERT_EQUAL_UINT32(1, hit_check_alone(&moving, 0.0f, "beside"));
    moving_body_free(&moving);
}

/* ------------------------------------------------------------------------------------- refusals */

static void refused(hem_status status, const hem_continuous_in *in)
{
    memset(&hit_out, 0x5A, sizeof hit_out);
    hem_continuous_out before = hit_out;
    uint64_t trees[2] = {hem_tree_hash(sheet.body.tree), hem_tree_hash(other.body.tree)};
    hit_found[0].kind = 77;
    TEST_ASSERT_EQUAL(status, hem_continuous(in, &hit_out));
    TEST_ASSERT_EQUAL_MEMORY(&before, &hit_out, sizeof hit_out);
    TEST_ASSERT_EQUAL_UINT32(77, hit_found[0].kind);
    TEST_ASSERT_TRUE(trees[0] == hem_tree_hash(sheet.body.tree));
    TEST_ASSERT_TRUE(trees[1] == hem_tree_hash(other.body.tree));
}

void test_separations_that_make_no_sense_are_refused(void)
{
    const struct {
        float separation;
        hem_status status;
    } cases[] = {
        {NAN, HEM_NOT_FINITE},      {INFINITY, HEM_NOT_FINITE}, {-INFINITY, HEM_NOT_FINITE},
        {-1e-9f, HEM_OUT_OF_RANGE}, {-1.0f, HEM_OUT_OF_RANGE},  {4096.0f, HEM_OUT_OF_RANGE},
        {1e30f, HEM_OUT_OF_RANGE},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hem_continuous_in in = input();
        in.separation = cases[i].separation;
        refused(cases[i].status, &in);
    }
}

void test_what_is_missing_is_refused(void)
{
    uint32_t marks[8] = {0};
    hem_continuous_in in = input();
    TEST_ASSERT_EQUAL(HEM_NULL, hem_continuous(NULL, &hit_out));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_continuous(&in, NULL));
    for (uint32_t missing = 0; missing < 10; missing++) {
        in = input();
        in.hits = missing == 0 ? NULL : in.hits;
        in.scratch = missing == 1 ? NULL : in.scratch;
        in.marked_a = missing == 2 ? marks : NULL;
        in.marked_b = missing == 3 ? marks : NULL;
        in.a.mesh = missing == 4 ? NULL : in.a.mesh;
        in.b.mesh = missing == 5 ? NULL : in.b.mesh;
        in.a.tree = missing == 6 ? NULL : in.a.tree;
        in.b.tree = missing == 7 ? NULL : in.b.tree;
        in.a.positions = missing == 8 ? NULL : in.a.positions;
        in.b.positions = missing == 9 ? NULL : in.b.positions;
        refused(HEM_NULL, &in);
    }
}

void test_sides_and_lists_that_do_not_fit_are_refused(void)
{
    hem_continuous_in in = input();
    in.b.first_vertex = 143;
    refused(HEM_BAD_INDEX, &in);
    in = input();
    in.b.first_vertex = HEM_NONE - 5u;
    refused(HEM_BAD_INDEX, &in);
    in = input();
    in.b.mesh = in.a.mesh;
    refused(HEM_BAD_COUNT, &in);
    in = input();
    in.hits = (hem_hit *)(void *)((uint8_t *)hem_arena_take(in.scratch, 1, 16) + 64);
    hem_arena_release(in.scratch, 0);
    in.room = 4;
    refused(HEM_ALIASED, &in);
}

void test_nothing_that_is_given_may_lie_in_the_free_part_of_the_scratch(void)
{
    uint32_t marks[8] = {0};
    uint8_t *inside = (uint8_t *)hem_arena_take(hit_check_scratch(), 1, 16) + 64;
    hem_arena_release(hit_check_scratch(), 0);
    hem_vec3 *points = (hem_vec3 *)(void *)inside;
    for (uint32_t what = 0; what < 10; what++) {
        hem_continuous_in in = input();
        in.marked_a = in.marked_b = marks;
        in.marked_a = what == 0 ? (uint32_t *)(void *)inside : in.marked_a;
        in.marked_b = what == 1 ? (uint32_t *)(void *)inside : in.marked_b;
        in.a.positions = what == 2 ? points : in.a.positions;
        in.b.positions = what == 3 ? points : in.b.positions;
        in.a.ends = what == 4 ? points : in.a.ends;
        in.b.ends = what == 5 ? points : in.b.ends;
        in.a.mesh = what == 6 ? (hem_mesh *)(void *)inside : in.a.mesh;
        in.b.mesh = what == 7 ? (hem_mesh *)(void *)inside : in.b.mesh;
        in.a.tree = what == 8 ? (hem_tree *)(void *)inside : in.a.tree;
        in.b.tree = what == 9 ? (hem_tree *)(void *)inside : in.b.tree;
        refused(HEM_ALIASED, &in);
    }
    hem_continuous_in in = input();
    memcpy(inside, &in, sizeof in);
    refused(HEM_ALIASED, (hem_continuous_in *)(void *)inside);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_continuous(&in, (hem_continuous_out *)(void *)inside));
    hem_arena *own = (hem_arena *)(void *)inside;
    *own = *in.scratch;
    in.scratch = own;
    refused(HEM_ALIASED, &in);
    /* Marks of what is taken are fine. */
    in = input();
    in.marked_a = in.marked_b = hem_arena_take(in.scratch, 8, sizeof *in.marked_a);
    memcpy((void *)(uintptr_t)in.marked_a, marks, sizeof marks);
    TEST_ASSERT_EQUAL(HEM_OK, hem_continuous(&in, &hit_out));
    hem_arena_release(in.scratch, 0);
}

void test_definitions_that_there_are_not_are_refused(void)
{
    hem_continuous_in in = input();
    in.test = HEM_TESTS;
    refused(HEM_BAD_DEFINITION, &in);
    in.test = (hem_continuous_test)-1;
    refused(HEM_BAD_DEFINITION, &in);
    /* One body with two of what it has one of. */
    uint32_t marks[2][8] = {{0}};
    for (uint32_t i = 0; i < 5; i++) {
        in = input();
        in.b = in.a;
        in.b.ends = i == 0 ? in.b.positions : i == 1 ? NULL : in.b.ends;
        in.b.positions = i == 2 ? in.b.ends : in.b.positions;
        in.b.first_vertex = i == 3 ? 500 : in.b.first_vertex;
        in.marked_a = i == 4 ? marks[0] : NULL;
        in.marked_b = i == 4 ? marks[1] : NULL;
        refused(HEM_BAD_DEFINITION, &in);
    }
    /* Trees of different kinds. */
    tree_body grid = tree_body_grid(5, 5, 0.01f);
    feature_body_finish_as(&grid, HEM_BUILD_PATCHES, 18, 4);
    in = input();
    in.b = feature_body_side(&grid, 1000);
    refused(HEM_BAD_DEFINITION, &in);
    tree_body_free(&grid);
    /* A mesh that does not know its orphan pairs. */
    grid = tree_body_grid(5, 5, 0.01f);
    tree_body_finish(&grid);
    in.a = in.b = feature_body_side(&grid, 1000);
    refused(HEM_BAD_DEFINITION, &in);
    tree_body_free(&grid);
}

/* ---- positions ---- */

static void check_named(hem_status status, const hem_continuous_in *in, uint32_t body,
                        uint32_t vertex)
{
    memset(&hit_out, 0x5A, sizeof hit_out);
    uint64_t trees[2] = {hem_tree_hash(sheet.body.tree), hem_tree_hash(other.body.tree)};
    hit_found[0].kind = 77;
    TEST_ASSERT_EQUAL(status, hem_continuous(in, &hit_out));
    TEST_ASSERT_EQUAL_UINT32(77, hit_found[0].kind);
    TEST_ASSERT_EQUAL_UINT32(body, hit_out.bad_body);
    TEST_ASSERT_EQUAL_UINT32(vertex, hit_out.bad_vertex);
    TEST_ASSERT_EQUAL_UINT32(0, hit_out.count[0] + hit_out.count[1] + hit_out.count[2]);
    TEST_ASSERT_EQUAL_UINT32(0, hit_out.kept + hit_out.leaf_pairs + hit_out.needed);
    TEST_ASSERT_EQUAL_UINT32(0, in->scratch->used);
    TEST_ASSERT_TRUE(trees[0] == hem_tree_hash(sheet.body.tree));
    TEST_ASSERT_TRUE(trees[1] == hem_tree_hash(other.body.tree));
}

void test_positions_that_no_tree_is_fitted_to_are_named(void)
{
    const float wrong[] = {NAN, INFINITY, -INFINITY, 4096.0f, -5000.0f, 3.0f};
    test_random random = {202};
    uint32_t checked = 0;
    for (uint32_t i = 0; i < 6 * 3 * 2 * 2 * 3; i++) {
        uint32_t value = i % 6, axis = i / 6 % 3, end = i / 18 % 2, way = i / 36;
        /* a with b, b with a, and one with itself. */
        hem_continuous_in in = input();
        moving_body *body = way % 2 == 0 ? &sheet : &other;
        in.a = way < 2 ? a : way < 4 ? b : moving_body_side(body, 0);
        in.b = way < 2 ? b : way < 4 ? a : in.a;
        uint32_t number = way < 4 && in.b.tree == body->body.tree ? 1u : 0u;
        uint32_t vertex = random_below(&random, body->body.vertex_count);
        hem_vec3 *at = end == 0 ? &body->body.positions[vertex] : &body->ends[vertex];
        float *where = axis == 0 ? &at->x : axis == 1 ? &at->y : &at->z, right = *where;
        *where = wrong[value];
        check_named(value < 3 ? HEM_NOT_FINITE : HEM_OUT_OF_RANGE, &in, number, vertex);
        *where = right;
        TEST_ASSERT_EQUAL(HEM_OK, hem_continuous(&in, &hit_out));
        checked++;
    }
    TEST_ASSERT_EQUAL_UINT32(216, checked);
}

void test_a_vertex_without_triangles_is_not_blamed(void)
{
    /* No volume holds it; what is wrong is another. */
    tree_body body = tree_body_start(8, 2);
    const hem_vec3 at[8] = {{50.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f},   {1.0f, 0.0f, 0.0f},
                            {0.0f, 1.0f, 0.0f},  {0.25f, 0.25f, 0.5f}, {0.25f, 0.25f, 1.0f},
                            {0.5f, 0.25f, 1.0f}, {0.0f, 0.0f, -70.0f}};
    for (uint32_t k = 0; k < 8; k++) {
        body.positions[k] = at[k];
    }
    for (uint32_t k = 0; k < 6; k++) {
        body.triangles[k] = k + 1u;
    }
    feature_body_finish(&body);
    moving_body moving = moving_body_take(body);
    moving.ends[4].z = -0.5f;
    moving_body_fit(&moving);
    TEST_ASSERT_EQUAL_UINT32(1, hit_check_alone(&moving, 0.0f, "loose vertices"));
    hem_side side = moving_body_side(&moving, 0);
    hem_continuous_in in = hit_check_input(&side, &side, 0.0f);
    moving.ends[5].x = NAN;
    check_named(HEM_NOT_FINITE, &in, 0, 5);
    moving_body_free(&moving);
}

void test_positions_out_of_reach_of_each_other_are_looked_at_too(void)
{
    /* Far apart, no leaves meet; a number that is none is still refused. */
    hem_continuous_in in = input();
    moving_body_shift(&other, (hem_vec3){50.0f, 0.0f, 0.0f});
    moving_body_fit(&other);
    TEST_ASSERT_EQUAL(HEM_OK, hem_continuous(&in, &hit_out));
    other.ends[17].y = NAN;
    check_named(HEM_NOT_FINITE, &in, 1, 17);
    other.ends[17].y = 0.0f;
    sheet.body.positions[3].y = INFINITY;
    check_named(HEM_NOT_FINITE, &in, 0, 3);
}

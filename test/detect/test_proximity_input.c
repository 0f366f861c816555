/* What goes into a proximity pass: room, margins of every size, scratch, and all that is refused.
 */
#include "unity.h"

#include "feature_body.h"
#include "hem/proximity.h"
#include "pass_scratch.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 20000u

static hem_contact found[ROOM], all[ROOM];
static hem_proximity_out out;
static tree_body sheet, other;
static hem_side a, b;

void setUp(void)
{
    test_random random = {91};
    pass_scratch_start(4u << 20);
    sheet = tree_body_grid(12, 12, 0.01f);
    other = tree_body_grid(9, 12, 0.01f);
    feature_body_finish(&sheet);
    feature_body_finish(&other);
    feature_body_shake(&sheet, &random, 0.004f, (hem_vec3){0.0f, 0.0f, 0.0f});
    feature_body_shake(&other, &random, 0.004f, (hem_vec3){0.0f, 0.0f, 0.001f});
    a = feature_body_side(&sheet, 0);
    b = feature_body_side(&other, 200);
}

void tearDown(void)
{
    pass_scratch_end();
    tree_body_free(&sheet);
    tree_body_free(&other);
}

static hem_proximity_in input(void)
{
    return (hem_proximity_in){
        .a = a, .b = b, .epsilon = 0.002f, .contacts = found, .room = ROOM, .scratch = &scratch};
}

static uint32_t total(void)
{
    return out.count[0] + out.count[1] + out.count[2];
}

/* --------------------------------------------------------------------------------------- bounds */

void test_what_does_not_fit_is_counted_by_kind_and_the_nearest_are_kept(void)
{
    hem_proximity_in in = input();
    TEST_ASSERT_EQUAL(HEM_OK, hem_proximity(&in, &out));
    hem_proximity_out whole = out;
    uint32_t count = out.kept;
    TEST_ASSERT_TRUE(count > 100 && count == total());
    memcpy(all, found, count * sizeof *found);
    const uint32_t rooms[] = {0, 1, 2, 7, 100, count - 1u, count, count + 1u};
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t room = rooms[i], kept = room < count ? room : count, of_kind[3] = {0, 0, 0};
        in.room = room;
        in.contacts = room == 0 ? NULL : found;
        found[room].kind = 77;
        TEST_ASSERT_EQUAL(room < count ? HEM_LIMITED : HEM_OK, hem_proximity(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(kept, out.kept);
        TEST_ASSERT_EQUAL_UINT32_ARRAY(whole.count, out.count, 3);
        if (kept > 0) {
            TEST_ASSERT_EQUAL_MEMORY(all, found, kept * sizeof *found);
        }
        for (uint32_t k = 0; k < kept; k++) {
            of_kind[found[k].kind]++;
        }
        for (uint32_t kind = 0; kind < 3; kind++) {
            TEST_ASSERT_EQUAL_UINT32(out.count[kind] - of_kind[kind], out.left_out[kind]);
        }
        TEST_ASSERT_EQUAL_UINT32(77, found[room].kind);
    }
}

void test_the_work_is_counted_and_falls_from_stage_to_stage(void)
{
    for (uint32_t i = 0; i < 2; i++) {
        hem_proximity_in in = input();
        in.b = i == 0 ? a : b;
        TEST_ASSERT_EQUAL(HEM_OK, hem_proximity(&in, &out));
        TEST_ASSERT_TRUE(out.volume_tests >= out.leaf_pairs);
        TEST_ASSERT_TRUE(out.leaf_pairs >= out.leaf_tests && out.leaf_tests > 0);
        TEST_ASSERT_TRUE(15u * out.pair_tests >= out.vertex_face_tests + out.edge_edge_tests);
        TEST_ASSERT_TRUE(out.vertex_face_tests >= out.count[0] + out.count[1]);
        TEST_ASSERT_TRUE(out.edge_edge_tests >= out.count[2]);
    }
}

void test_exactly_enough_scratch_works_and_one_byte_less_is_refused(void)
{
    for (uint32_t i = 0; i < 4; i++) {
        hem_proximity_in in = input();
        in.b = i % 2 == 0 ? a : b;
        in.room = i < 2 ? 333 : 0;
        uint32_t bytes = (uint32_t)hem_proximity_bytes(in.a.tree, in.b.tree, in.room);
        scratch.capacity = bytes;
        TEST_ASSERT_TRUE(hem_proximity(&in, &out) >= HEM_OK);
        scratch.capacity = bytes - 1u;
        TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_proximity(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(bytes, out.needed);
        TEST_ASSERT_EQUAL_UINT32(0, out.kept);
    }
    TEST_ASSERT_EQUAL_UINT64(0, hem_proximity_bytes(NULL, b.tree, 5));
    TEST_ASSERT_EQUAL_UINT64(0, hem_proximity_bytes(a.tree, NULL, 5));
}

void test_a_contact_is_48_bytes_without_a_gap(void)
{
    TEST_ASSERT_EQUAL_UINT32(48, sizeof(hem_contact));
}

/* -------------------------------------------------------------------------------------- margins */

void test_within_no_margin_nothing_is_found(void)
{
    hem_proximity_in in = input();
    const float margins[] = {0.0f, -0.0f, FLT_TRUE_MIN, FLT_MIN, 1e-30f};
    for (uint32_t i = 0; i < 5; i++) {
        in.epsilon = margins[i];
        TEST_ASSERT_EQUAL(HEM_OK, hem_proximity(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(0, total());
    }
}

void test_within_the_smallest_margin_what_touches_is_found(void)
{
    /* A vertex in a face, to the last bit. */
    tree_body touching = tree_body_start(6, 2);
    const hem_vec3 at[6] = {{0.0f, 0.0f, 0.0f},   {1.0f, 0.0f, 0.0f},   {0.0f, 1.0f, 0.0f},
                            {0.25f, 0.25f, 0.0f}, {0.25f, 0.25f, 1.0f}, {0.5f, 0.25f, 1.0f}};
    for (uint32_t k = 0; k < 6; k++) {
        touching.positions[k] = at[k];
        touching.triangles[k] = k;
    }
    feature_body_finish(&touching);
    hem_proximity_in in = input();
    in.a = in.b = feature_body_side(&touching, 0);
    const float margins[] = {0.0f, FLT_TRUE_MIN, FLT_MIN, 1e-22f, 1e-6f};
    for (uint32_t i = 0; i < 5; i++) {
        in.epsilon = margins[i];
        TEST_ASSERT_EQUAL(HEM_OK, hem_proximity(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(i == 0 ? 0 : 1, out.kept);
        TEST_ASSERT_EQUAL_UINT32(i == 0 ? 0 : 1, out.count[HEM_CONTACT_VERTEX_FACE]);
    }
    TEST_ASSERT_EQUAL_UINT32(3, found[0].first);
    TEST_ASSERT_EQUAL_FLOAT(0.0f, found[0].distance);
    tree_body_free(&touching);
}

void test_the_margin_itself_does_not_count(void)
{
    tree_body apart = tree_body_start(6, 2);
    const hem_vec3 at[6] = {{0.0f, 0.0f, 0.0f},   {1.0f, 0.0f, 0.0f},   {0.0f, 1.0f, 0.0f},
                            {0.25f, 0.25f, 0.5f}, {0.25f, 0.25f, 3.0f}, {0.5f, 0.25f, 3.0f}};
    for (uint32_t k = 0; k < 6; k++) {
        apart.positions[k] = at[k];
        apart.triangles[k] = k;
    }
    feature_body_finish(&apart);
    hem_proximity_in in = input();
    in.a = in.b = feature_body_side(&apart, 0);
    in.epsilon = 0.5f;
    TEST_ASSERT_EQUAL(HEM_OK, hem_proximity(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(0, out.count[HEM_CONTACT_VERTEX_FACE]);
    in.epsilon = nextafterf(0.5f, 1.0f);
    TEST_ASSERT_EQUAL(HEM_OK, hem_proximity(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(1, out.count[HEM_CONTACT_VERTEX_FACE]);
    tree_body_free(&apart);
}

void test_within_the_largest_margin_everything_is_found(void)
{
    tree_body small = tree_body_grid(3, 3, 0.01f), smaller = tree_body_grid(2, 2, 0.01f);
    feature_body_finish(&small);
    feature_body_finish(&smaller);
    hem_proximity_in in = input();
    in.a = feature_body_side(&small, 0);
    in.b = feature_body_side(&smaller, 50);
    const float margins[] = {0.1f, 10.0f, HEM_DOMAIN};
    for (uint32_t i = 0; i < 3; i++) {
        in.epsilon = margins[i];
        TEST_ASSERT_EQUAL(HEM_OK, hem_proximity(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(9 * 2, out.count[HEM_CONTACT_VERTEX_FACE]);
        TEST_ASSERT_EQUAL_UINT32(8 * 4, out.count[HEM_CONTACT_FACE_VERTEX]);
        TEST_ASSERT_EQUAL_UINT32(16 * 5, out.count[HEM_CONTACT_EDGE_EDGE]);
    }
    tree_body_free(&small);
    tree_body_free(&smaller);
}

/* ------------------------------------------------------------------------------------- refusals */

static void refused(hem_status status, const hem_proximity_in *in)
{
    memset(&out, 0x5A, sizeof out);
    hem_proximity_out before = out;
    found[0].kind = 77;
    TEST_ASSERT_EQUAL(status, hem_proximity(in, &out));
    TEST_ASSERT_EQUAL_MEMORY(&before, &out, sizeof out);
    TEST_ASSERT_EQUAL_UINT32(77, found[0].kind);
}

void test_margins_and_times_that_make_no_sense_are_refused(void)
{
    const struct {
        float epsilon, dt;
        hem_status status;
    } cases[] = {
        {NAN, 0.0f, HEM_NOT_FINITE},        {INFINITY, 0.0f, HEM_NOT_FINITE},
        {-INFINITY, 0.0f, HEM_NOT_FINITE},  {0.001f, NAN, HEM_NOT_FINITE},
        {0.001f, INFINITY, HEM_NOT_FINITE}, {-1e-9f, 0.0f, HEM_OUT_OF_RANGE},
        {4096.5f, 0.0f, HEM_OUT_OF_RANGE},  {0.001f, -1e-9f, HEM_OUT_OF_RANGE},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hem_proximity_in in = input();
        in.epsilon = cases[i].epsilon;
        in.dt = cases[i].dt;
        refused(cases[i].status, &in);
    }
}

void test_velocities_that_are_not_finite_are_refused(void)
{
    hem_vec3 *velocities = calloc(144, sizeof *velocities);
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (uint32_t i = 0; i < 18; i++) {
        hem_proximity_in in = input();
        hem_vec3 *last = &velocities[(i % 2 == 0 ? sheet : other).vertex_count - 1u];
        float *axis = i / 2 % 3 == 0 ? &last->x : i / 2 % 3 == 1 ? &last->y : &last->z;
        *axis = bad[i / 6];
        (i % 2 == 0 ? &in.a : &in.b)->velocities = velocities;
        refused(HEM_NOT_FINITE, &in);
        *axis = 0.0f;
        TEST_ASSERT_EQUAL(HEM_OK, hem_proximity(&in, &out));
    }
    free(velocities);
}

void test_what_is_missing_is_refused(void)
{
    hem_proximity_in in = input();
    TEST_ASSERT_EQUAL(HEM_NULL, hem_proximity(NULL, &out));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_proximity(&in, NULL));
    in.contacts = NULL;
    refused(HEM_NULL, &in);
    in = input();
    in.scratch = NULL;
    refused(HEM_NULL, &in);
    in = input();
    in.b.mesh = NULL;
    refused(HEM_NULL, &in);
}

void test_sides_and_lists_that_do_not_fit_are_refused(void)
{
    hem_proximity_in in = input();
    in.b.first_vertex = 143;
    refused(HEM_BAD_INDEX, &in);
    in = input();
    in.b.mesh = in.a.mesh;
    refused(HEM_BAD_COUNT, &in);
    in = input();
    in.contacts = (hem_contact *)(void *)(scratch_memory + 64);
    in.room = 4;
    refused(HEM_ALIASED, &in);
}

void test_nothing_that_is_given_may_lie_in_the_free_part_of_the_scratch(void)
{
    uint8_t *inside = (uint8_t *)scratch_memory + 64;
    for (uint32_t what = 0; what < 4; what++) {
        hem_proximity_in in = input();
        in.a.positions = what == 0 ? (hem_vec3 *)(void *)inside : in.a.positions;
        in.b.velocities = what == 1 ? (hem_vec3 *)(void *)inside : in.b.velocities;
        in.a.mesh = what == 2 ? (hem_mesh *)(void *)inside : in.a.mesh;
        in.b.tree = what == 3 ? (hem_tree *)(void *)inside : in.b.tree;
        refused(HEM_ALIASED, &in);
    }
    hem_proximity_in in = input();
    memcpy(inside, &in, sizeof in);
    refused(HEM_ALIASED, (hem_proximity_in *)(void *)inside);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_proximity(&in, (hem_proximity_out *)(void *)inside));
}

void test_positions_that_the_tree_is_not_fitted_to_are_refused(void)
{
    const hem_vec3 bad[] = {
        {NAN, 0.0f, 0.0f}, {0.0f, INFINITY, 0.0f}, {0.0f, 0.0f, -5000.0f}, {3.0f, 0.0f, 0.0f}};
    for (uint32_t i = 0; i < 8; i++) {
        hem_proximity_in in = input();
        in.b = i < 4 ? a : b;
        hem_vec3 *moved = &(i < 4 ? sheet : other).positions[40];
        hem_vec3 kept = *moved;
        *moved = bad[i % 4];
        TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_proximity(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(0, total() + out.kept + out.leaf_pairs);
        *moved = kept;
        TEST_ASSERT_EQUAL(HEM_OK, hem_proximity(&in, &out));
    }
}

void test_positions_beside_the_grid_are_taken_onto_it(void)
{
    tree_body tiny = tree_body_start(6, 2);
    const float near = 1e-12f / 3.0f; /* not a multiple of the grid, which rounds it to zero */
    const hem_vec3 at[6] = {{0.0f, 0.0f, 0.0f},   {1.0f, 0.0f, 0.0f},   {0.0f, 1.0f, 0.0f},
                            {0.25f, 0.25f, near}, {0.25f, 0.25f, 1.0f}, {0.5f, 0.25f, 1.0f}};
    for (uint32_t k = 0; k < 6; k++) {
        tiny.positions[k] = at[k];
        tiny.triangles[k] = k;
    }
    feature_body_finish(&tiny);
    hem_proximity_in in = input();
    in.a = in.b = feature_body_side(&tiny, 0);
    in.epsilon = FLT_MIN;
    TEST_ASSERT_EQUAL(HEM_OK, hem_proximity(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(1, out.kept);
    tree_body_free(&tiny);
}

/* What goes into impacts: how many passes, scratch, answers that lead nowhere, and all that is
 * refused. */
#include "unity.h"

#include "feature_body.h"
#include "guarded_block.h"
#include "impact_scene.h"
#include "plain_impulse.h"

#include <float.h>
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

/* ------------------------------------------------------------------------------------- the passes
 */

void test_no_passes_leave_everything_open(void)
{
    in.pass_limit = 0;
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_impacts_pass(&impacts));
    TEST_ASSERT_EQUAL_UINT32(0, impacts.count);
    TEST_ASSERT_EQUAL_UINT32(0, impacts.pass);
    TEST_ASSERT_EQUAL_UINT64(0, impacts.volumes_fitted);
    hem_impacts_end(&impacts);
    TEST_ASSERT_EQUAL_UINT32(0, scratch.used);
}

void test_one_pass_finds_hits_and_leaves_the_answers_untested(void)
{
    in.pass_limit = 1;
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_impacts_pass(&impacts));
    TEST_ASSERT_TRUE(impacts.count > 0 && impacts.found >= impacts.count);
    uint32_t vertex = impacts.hits[0].vertex[0];
    hem_vec3 before = scene.end[vertex];
    answer_all();
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_impacts_pass(&impacts));
    TEST_ASSERT_EQUAL_UINT32(0, impacts.count);
    TEST_ASSERT_EQUAL_UINT32(1, impacts.pass);
    /* The answers have been taken, though. */
    TEST_ASSERT_TRUE(memcmp(&before, &scene.end[vertex], sizeof before) != 0);
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_impacts_pass(&impacts));
    hem_impacts_end(&impacts);
}

void test_impacts_say_where_the_points_are_and_in_which_direction(void)
{
    in.separation = 0.0005f;
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_impacts_pass(&impacts));
    for (uint32_t i = 0; i < impacts.count; i++) {
        const hem_impact *hit = &impacts.hits[i];
        uint32_t split = hit->kind == HEM_CONTACT_EDGE_EDGE ? 2u : 1u;
        double sum[2] = {0.0, 0.0}, point[2][3] = {{0.0}}, square = 0.0, speed = 0.0;
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t v = hit->vertex[k], side = k < split ? 0u : 1u;
            double w = (double)hit->weight[k], t = (double)hit->time;
            const float *from = &scene.start[v].x, *to = &scene.end[v].x;
            TEST_ASSERT_TRUE(side == 0 ? w >= 0.0 : w <= 0.0);
            sum[side] += w;
            for (uint32_t axis = 0; axis < 3; axis++) {
                double x = (double)from[axis], y = (double)to[axis];
                point[side][axis] += w * (x + t * (y - x));
                speed += w * (double)(&hit->normal.x)[axis] * (y - x);
            }
        }
        for (uint32_t axis = 0; axis < 3; axis++) {
            /* The second side's weights are negative: this is the way from it to the first. */
            double way = point[0][axis] + point[1][axis];
            square += way * way;
        }
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1.0, sum[0]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, -1.0, sum[1]);
        TEST_ASSERT_TRUE(sqrt(square) <= (double)in.separation + 2e-5);
        TEST_ASSERT_TRUE(speed < 1e-6); /* they approach */
        TEST_ASSERT_EQUAL_FLOAT(0.0f, hit->distance);
        TEST_ASSERT_TRUE(i == 0 || hit->time >= impacts.hits[i - 1u].time);
    }
    hem_impacts_end(&impacts);
}

void test_a_clear_motion_stays_clear_and_changes_nothing(void)
{
    size_t bytes = scene.vertex_count * sizeof *scene.end;
    memcpy(scene.end, scene.start, bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_pass(&impacts));
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_pass(&impacts));
    TEST_ASSERT_EQUAL_UINT32(2, impacts.pass);
    TEST_ASSERT_EQUAL_UINT32(0, impacts.found);
    TEST_ASSERT_EQUAL_MEMORY(scene.start, scene.end, bytes);
    hem_impacts_end(&impacts);
}

void test_hits_of_what_cannot_give_way_are_not_told(void)
{
    /* Nothing can, but for one vertex, a corner that is out of the way of everything. */
    memset(scene.inverse_mass, 0, scene.vertex_count * sizeof *scene.inverse_mass);
    scene.inverse_mass[0] = 1.0f;
    scene.start[0] = scene.end[0] = (hem_vec3){-3.0f, -3.0f, 3.0f};
    scene.velocity[0] = (hem_vec3){0.0f, 0.0f, 0.0f};
    for (uint32_t unmarked = 0; unmarked < 2; unmarked++) {
        in.unmarked = unmarked != 0;
        TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
        hem_status first = hem_impacts_pass(&impacts);
        uint32_t found = impacts.found;
        TEST_ASSERT_EQUAL_UINT32(found, impacts.collisions);
        TEST_ASSERT_EQUAL_UINT32(impact_scene_hits(&scene, 0.0f).found, found);
        /* What is left goes through triangles at that vertex. */
        for (uint32_t i = 0; i < impacts.count; i++) {
            const uint32_t *v = impacts.hits[i].vertex;
            TEST_ASSERT_TRUE(v[0] == 0 || v[1] == 0 || v[2] == 0 || v[3] == 0);
        }
        TEST_ASSERT_EQUAL(found > 0 ? HEM_LIMITED : HEM_OK, first);
        hem_impacts_end(&impacts);
    }
    scene.inverse_mass[0] = 0.0f;
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_pass(&impacts));
    TEST_ASSERT_EQUAL_UINT32(0, impacts.found);
    hem_impacts_end(&impacts);
}

void test_every_hit_that_is_the_earliest_of_some_vertex_can_be_asked_for(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_impacts_pass(&impacts));
    uint32_t accepted = impacts.count, found = impacts.found;
    hem_impact first = impacts.hits[0];
    hem_impacts_end(&impacts);
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    impacts.every_hit = true;
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_impacts_pass(&impacts));
    TEST_ASSERT_TRUE(impacts.count > accepted && impacts.count <= found);
    TEST_ASSERT_EQUAL_MEMORY(&first, &impacts.hits[0], sizeof first);
    for (uint32_t i = 1; i < impacts.count; i++) {
        TEST_ASSERT_TRUE(impacts.hits[i].time >= impacts.hits[i - 1u].time);
        TEST_ASSERT_TRUE(
            memcmp(impacts.hits[i].vertex, impacts.hits[i - 1u].vertex, sizeof first.vertex) != 0);
    }
    hem_impacts_end(&impacts);
}

/* ------------------------------------------------------------------------------------ the scratch
 */

void test_scratch_of_exactly_the_size_is_enough_and_one_byte_less_is_not(void)
{
    for (uint32_t kind = 0; kind < IMPACT_KINDS; kind++) {
        for (uint32_t i = 0; i < 4; i++) {
            static const tree_settings trees[4] = {{HEM_BUILD_PATCHES, 6, 4},
                                                   {HEM_BUILD_PATCHES, 18, 16},
                                                   {HEM_BUILD_LONGEST_SIDE, 14, 8},
                                                   {HEM_BUILD_CONNECTED, 8, 2}};
            impact_def def = impact_default((impact_kind)kind, 30 + i);
            def.trees = trees[i];
            impact_scene own = impact_scene_make(&def);
            hem_impacts_in with = impact_scene_input(&own, 0.0005f, 6);
            uint32_t bytes =
                (uint32_t)hem_impacts_bytes(own.moving, own.body_count, own.vertex_count);
            hem_arena arena;
            TEST_ASSERT_EQUAL_UINT32(0, bytes % HEM_ALIGN);
            TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, guarded_block_take(bytes), bytes));
            with.scratch = &arena;
            arena.capacity--;
            TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_impacts_start(&impacts, &with));
            TEST_ASSERT_EQUAL_UINT32(bytes, impacts.needed);
            TEST_ASSERT_EQUAL_UINT32(0, arena.used);
            TEST_ASSERT_EQUAL(HEM_NULL, hem_impacts_pass(&impacts));
            arena.capacity++;
            TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &with));
            while (hem_impacts_pass(&impacts) == HEM_LIMITED && impacts.count > 0) {
                for (uint32_t k = 0; k < impacts.count; k++) {
                    plain_impulse(&impacts.hits[k], own.inverse_mass, 0.005f, own.velocity);
                }
            }
            TEST_ASSERT_EQUAL_UINT32(0, arena.refused);
            hem_impacts_end(&impacts);
            TEST_ASSERT_EQUAL_UINT32(0, arena.used);
            guarded_block_check_and_free();
            impact_scene_free(&own);
        }
    }
}

void test_bodies_that_are_null_need_no_scratch(void)
{
    TEST_ASSERT_EQUAL_UINT64(0, hem_impacts_bytes(NULL, 2, 10));
}

/* ------------------------------------------------------------------------------- what is refused
 */

/* Refused with that status and those numbers, and nothing changed. */
static void assert_refused(hem_status status, uint32_t body, uint32_t vertex)
{
    size_t bytes = scene.vertex_count * sizeof *scene.end;
    hem_vec3 *ends = malloc(bytes);
    uint64_t trees[2] = {hem_tree_hash(scene.bodies[0].tree), hem_tree_hash(scene.bodies[1].tree)};
    uint32_t used = scratch.used;
    memcpy(ends, scene.end, bytes);
    TEST_ASSERT_EQUAL(status, hem_impacts_start(&impacts, &in));
    TEST_ASSERT_EQUAL_UINT32(body, impacts.bad_body);
    TEST_ASSERT_EQUAL_UINT32(vertex, impacts.bad_vertex);
    TEST_ASSERT_EQUAL_UINT32(used, scratch.used);
    TEST_ASSERT_EQUAL_MEMORY(ends, scene.end, bytes);
    TEST_ASSERT_EQUAL_UINT64(trees[0], hem_tree_hash(scene.bodies[0].tree));
    TEST_ASSERT_EQUAL_UINT64(trees[1], hem_tree_hash(scene.bodies[1].tree));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_impacts_pass(&impacts));
    hem_impacts_end(&impacts);
    free(ends);
}

void test_null_anywhere_is_refused(void)
{
    hem_impacts_in good = in;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_impacts_start(NULL, &in));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_impacts_start(&impacts, NULL));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_impacts_pass(NULL));
    hem_impacts_end(NULL);
    in.bodies = NULL;
    assert_refused(HEM_NULL, HEM_NONE, HEM_NONE);
    in = good;
    in.start = NULL;
    assert_refused(HEM_NULL, HEM_NONE, HEM_NONE);
    in = good;
    in.velocity = NULL;
    assert_refused(HEM_NULL, HEM_NONE, HEM_NONE);
    in = good;
    in.inverse_mass = NULL;
    assert_refused(HEM_NULL, HEM_NONE, HEM_NONE);
    in = good;
    in.end = NULL;
    assert_refused(HEM_NULL, HEM_NONE, HEM_NONE);
    in = good;
    in.scratch = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_impacts_start(&impacts, &in));
}

void test_bodies_without_a_mesh_or_a_tree_are_refused(void)
{
    scene.moving[1].mesh = NULL;
    assert_refused(HEM_NULL, 1, HEM_NONE);
    scene.moving[1].mesh = scene.bodies[1].mesh;
    hem_tree *tree = scene.moving[1].tree;
    uint64_t hash = hem_tree_hash(tree);
    scene.moving[1].tree = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_impacts_start(&impacts, &in));
    TEST_ASSERT_EQUAL_UINT32(1, impacts.bad_body);
    TEST_ASSERT_EQUAL_UINT64(hash, hem_tree_hash(tree));
}

void test_counts_that_make_no_sense_are_refused(void)
{
    hem_impacts_in good = in;
    in.body_count = 0;
    assert_refused(HEM_BAD_COUNT, HEM_NONE, HEM_NONE);
    in = good;
    in.vertex_count = 0;
    assert_refused(HEM_BAD_COUNT, HEM_NONE, HEM_NONE);
    in = good;
    tree_body other = tree_body_grid(3, 3, 0.01f);
    tree_body_finish(&other);
    scene.moving[1].mesh = other.mesh;
    assert_refused(HEM_BAD_COUNT, 1, HEM_NONE);
    tree_body_free(&other);
}

void test_bodies_that_overlap_or_stick_out_are_refused(void)
{
    uint32_t first = scene.moving[1].first_vertex;
    scene.moving[1].first_vertex = first - 1u;
    assert_refused(HEM_BAD_INDEX, 1, HEM_NONE);
    scene.moving[1].first_vertex = first + 1u;
    assert_refused(HEM_BAD_INDEX, 1, HEM_NONE);
    scene.moving[1].first_vertex = UINT32_MAX - 2u;
    assert_refused(HEM_BAD_INDEX, 1, HEM_NONE);
    scene.moving[1].first_vertex = first;
    hem_moving_body kept = scene.moving[0];
    scene.moving[0] = scene.moving[1];
    scene.moving[1] = kept; /* out of order */
    assert_refused(HEM_BAD_INDEX, 1, HEM_NONE);
}

void test_two_bodies_with_one_tree_are_refused(void)
{
    /* The one grid is as large as the other, so that nothing else is wrong with it. */
    TEST_ASSERT_EQUAL_UINT32(scene.moving[0].mesh->vertex_count,
                             scene.moving[1].mesh->vertex_count);
    hem_moving_body bodies[3] = {scene.moving[0], scene.moving[1], scene.moving[0]};
    tree_body other = tree_body_grid(2, 2, 0.01f);
    feature_body_finish(&other);
    bodies[1].tree = bodies[0].tree;
    in.bodies = bodies;
    assert_refused(HEM_ALIASED, 1, HEM_NONE);
    /* With another one between them, whatever the order of their addresses. */
    for (uint32_t first = 0; first < 2; first++) {
        uint32_t count = scene.moving[first].mesh->vertex_count;
        bodies[0] = bodies[2] = scene.moving[first];
        bodies[0].first_vertex = 0;
        bodies[1] = (hem_moving_body){other.mesh, other.tree, count, true};
        bodies[2].first_vertex = count + 4u;
        hem_impacts_in three = in;
        three.body_count = 3;
        three.vertex_count = 2u * count + 4u;
        three.start = calloc(three.vertex_count, sizeof *three.start);
        three.end = calloc(three.vertex_count, sizeof *three.end);
        three.velocity = calloc(three.vertex_count, sizeof *three.velocity);
        float *inverse_mass = calloc(three.vertex_count, sizeof *inverse_mass);
        three.inverse_mass = inverse_mass;
        TEST_ASSERT_EQUAL(HEM_ALIASED, hem_impacts_start(&impacts, &three));
        TEST_ASSERT_EQUAL_UINT32(2, impacts.bad_body);
        TEST_ASSERT_EQUAL_UINT32(0, scratch.used);
        free((void *)three.start);
        free(three.end);
        free((void *)three.velocity);
        free(inverse_mass);
    }
    tree_body_free(&other);
}

void test_trees_with_other_axes_and_meshes_without_orphans_are_refused(void)
{
    tree_body other = tree_body_grid(3, 3, 0.01f);
    tree_body_finish(&other); /* knows no orphan pairs */
    hem_moving_body kept = scene.moving[1];
    scene.moving[1].mesh = other.mesh;
    scene.moving[1].tree = other.tree;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_impacts_start(&impacts, &in));
    TEST_ASSERT_EQUAL_UINT32(1, impacts.bad_body);
    scene.moving[1].self = false;
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    hem_impacts_end(&impacts);
    tree_body_free(&other);
    other = tree_body_grid(3, 3, 0.01f);
    tree_body_finish_as(&other, HEM_BUILD_PATCHES, 18, 4);
    scene.moving[1].mesh = other.mesh;
    scene.moving[1].tree = other.tree;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_impacts_start(&impacts, &in));
    TEST_ASSERT_EQUAL_UINT32(1, impacts.bad_body);
    TEST_ASSERT_EQUAL_UINT32(0, scratch.used);
    tree_body_free(&other);
    scene.moving[1] = kept;
}

void test_ends_that_lie_on_something_else_are_refused(void)
{
    hem_impacts_in good = in;
    void *const others[] = {scene.start,  scene.velocity, scene.inverse_mass,
                            scene.moving, &impacts,       &scratch};
    uint64_t tree = hem_tree_hash(scene.bodies[0].tree);
    for (uint32_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        in.end = others[i];
        TEST_ASSERT_EQUAL(HEM_ALIASED, hem_impacts_start(&impacts, &in));
        TEST_ASSERT_NULL(impacts.state);
        TEST_ASSERT_EQUAL_UINT32(0, scratch.used);
    }
    in = good;
    in.end = scene.start + scene.vertex_count - 1u; /* one of them is enough */
    assert_refused(HEM_ALIASED, HEM_NONE, HEM_NONE);
    in = good;
    TEST_ASSERT_EQUAL_UINT64(tree, hem_tree_hash(scene.bodies[0].tree));
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    hem_impacts_end(&impacts);
}

void test_nothing_that_is_given_may_lie_in_the_free_part_of_the_scratch(void)
{
    hem_impacts_in good = in;
    void *inside = (uint8_t *)memory + scratch.capacity - 16u;
    in.end = inside;
    assert_refused(HEM_ALIASED, HEM_NONE, HEM_NONE);
    in = good;
    in.start = inside;
    assert_refused(HEM_ALIASED, HEM_NONE, HEM_NONE);
    in = good;
    in.velocity = inside;
    assert_refused(HEM_ALIASED, HEM_NONE, HEM_NONE);
    in = good;
    in.inverse_mass = inside;
    assert_refused(HEM_ALIASED, HEM_NONE, HEM_NONE);
    in = good;
    in.bodies = inside;
    assert_refused(HEM_ALIASED, HEM_NONE, HEM_NONE);
    in = good;
    hem_moving_body kept = scene.moving[1];
    scene.moving[1].mesh = inside;
    assert_refused(HEM_ALIASED, 1, HEM_NONE);
    scene.moving[1] = kept;
    scene.moving[1].tree = inside;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_impacts_start(&impacts, &in));
    scene.moving[1] = kept;
}

void test_ends_in_the_part_of_the_scratch_that_is_taken_are_fine(void)
{
    uint32_t points = scene.vertex_count * (uint32_t)sizeof(hem_vec3);
    uint32_t bytes =
        (uint32_t)hem_impacts_bytes(scene.moving, scene.body_count, scene.vertex_count) +
        HEM_ARENA_BYTES(points, 1u);
    void *more = aligned_alloc(HEM_ALIGN, bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, more, bytes));
    in.end = hem_arena_take(&scratch, points, 1);
    memcpy(in.end, scene.end, points);
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_impacts_pass(&impacts));
    hem_impacts_end(&impacts);
    free(more);
}

void test_steps_and_separations_that_are_no_good_are_refused(void)
{
    const float dts[] = {0.0f, -0.01f, 1e-40f}, separations[] = {-1e-6f, HEM_DOMAIN, 1e30f};
    for (uint32_t i = 0; i < 3; i++) {
        in.dt = dts[i];
        assert_refused(HEM_OUT_OF_RANGE, HEM_NONE, HEM_NONE);
        in.dt = scene.dt;
        in.separation = separations[i];
        assert_refused(HEM_OUT_OF_RANGE, HEM_NONE, HEM_NONE);
        in.separation = 0.0f;
    }
    const float none[] = {NAN, INFINITY, -INFINITY};
    for (uint32_t i = 0; i < 3; i++) {
        in.dt = none[i];
        assert_refused(HEM_NOT_FINITE, HEM_NONE, HEM_NONE);
        in.dt = scene.dt;
        in.separation = none[i];
        assert_refused(HEM_NOT_FINITE, HEM_NONE, HEM_NONE);
        in.separation = 0.0f;
    }
}

void test_a_number_that_is_none_names_its_body_and_vertex(void)
{
    const float none[] = {NAN, INFINITY, -INFINITY};
    uint32_t first = scene.moving[1].first_vertex;
    for (uint32_t i = 0; i < 36; i++) {
        uint32_t body = i % 2u, vertex = (body == 0 ? 0 : first) + (i * 5u) % first;
        hem_vec3 *arrays[3] = {scene.start, scene.end, scene.velocity};
        float *at = &arrays[i / 2u % 3u][vertex].x + i / 6u % 3u, kept = *at;
        *at = none[i / 12u];
        assert_refused(HEM_NOT_FINITE, body, vertex);
        *at = kept;
    }
    scene.inverse_mass[first + 3u] = NAN;
    assert_refused(HEM_NOT_FINITE, 1, first + 3u);
    scene.inverse_mass[first + 3u] = INFINITY;
    assert_refused(HEM_NOT_FINITE, 1, first + 3u);
    scene.inverse_mass[first + 3u] = -1.0f;
    assert_refused(HEM_OUT_OF_RANGE, 1, first + 3u);
    scene.inverse_mass[first + 3u] = 1.0f;
    scene.start[2].y = HEM_DOMAIN;
    assert_refused(HEM_OUT_OF_RANGE, 0, 2);
    scene.start[2].y = 0.0f;
    scene.end[first].z = -HEM_DOMAIN;
    assert_refused(HEM_OUT_OF_RANGE, 1, first);
    scene.end[first].z = 0.0f;
    /* What cannot move has no velocity to look at. */
    scene.velocity[1].x = NAN;
    scene.inverse_mass[1] = 0.0f;
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    hem_impacts_end(&impacts);
}

/* ---------------------------------------------------------------------- answers that lead nowhere
 */

void test_an_answer_that_leads_nowhere_names_its_body_and_vertex(void)
{
    const float speeds[] = {NAN, INFINITY, -INFINITY, FLT_MAX, 1e6f};
    for (uint32_t i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
        TEST_ASSERT_EQUAL(HEM_LIMITED, hem_impacts_pass(&impacts));
        uint32_t vertex = impacts.hits[0].vertex[0];
        uint32_t body = vertex >= scene.moving[1].first_vertex ? 1u : 0u;
        uint32_t behind = scene.vertex_count - vertex, pass = impacts.pass;
        hem_vec3 *ends = malloc(behind * sizeof *ends), kept = scene.velocity[vertex];
        memcpy(ends, scene.end + vertex, behind * sizeof *ends);
        scene.velocity[vertex].y = speeds[i];
        hem_status status = hem_impacts_pass(&impacts);
        TEST_ASSERT_EQUAL(i < 3 ? HEM_NOT_FINITE : HEM_OUT_OF_RANGE, status);
        TEST_ASSERT_EQUAL_UINT32(body, impacts.bad_body);
        TEST_ASSERT_EQUAL_UINT32(vertex, impacts.bad_vertex);
        TEST_ASSERT_EQUAL_UINT32(0, impacts.count);
        TEST_ASSERT_EQUAL_UINT32(pass, impacts.pass);
        TEST_ASSERT_EQUAL_MEMORY(ends, scene.end + vertex, behind * sizeof *ends);
        /* A better answer goes on from there. */
        scene.velocity[vertex] = kept;
        TEST_ASSERT_EQUAL(HEM_LIMITED, hem_impacts_pass(&impacts));
        TEST_ASSERT_EQUAL_UINT32(HEM_NONE, impacts.bad_body);
        TEST_ASSERT_EQUAL_UINT32(HEM_NONE, impacts.bad_vertex);
        TEST_ASSERT_EQUAL_UINT32(pass + 1u, impacts.pass);
        hem_impacts_end(&impacts);
        free(ends);
    }
}

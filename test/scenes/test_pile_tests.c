/* What tests cost on the pile, counted, so that the same on every machine: how many evaluations a
 * collision takes where the sheets rest (000-22), and what volumes around features save in the
 * passes of a step (000-24). `make marking` and `make table2` say it of larger scenes, with times.
 */
#include "unity.h"

#include "base/vec3.h"
#include "feature_body.h"
#include "hem/impacts.h"
#include "plain_impulse.h"
#include "played_world.h"

#include <stdlib.h>
#include <string.h>

#define SETTLED 100u /* steps until nothing hits any more */
#define ROOM    40000u

static played_world played;
static tree_body bodies[PLAY_MOST_BODIES];
static hem_moving_body moving[PLAY_MOST_BODIES];
static hem_vec3 at_rest[PLAY_SMALL_VERTICES];
static uint32_t body_count, vertex_count;
static float thickness, dt;
static hem_vec3 gravity;

/* The pile as it lies, once for all tests. */
static void settle(void)
{
    if (body_count > 0) {
        return;
    }
    TEST_ASSERT_TRUE(played_world_start_by(&played, PLAYED_STEP, PLAY_PILE, SCENE_SMALL));
    TEST_ASSERT_TRUE(played_world_make(&played, played_world_contacts(&played.player)));
    for (uint32_t step = 0; step < SETTLED; step++) {
        TEST_ASSERT_TRUE(played_world_step(&played));
    }
    TEST_ASSERT_EQUAL_UINT32(0, played.report.hits);
    const play_info *info = &played.player.info;
    thickness = info->thickness;
    dt = info->dt;
    gravity = info->gravity;
    memcpy(at_rest, player_world_positions(&played.hem), info->vertex_count * sizeof *at_rest);
    for (body_count = 0; body_count < info->body_count; body_count++) {
        play_body of;
        TEST_ASSERT_TRUE(play_describe_body(PLAY_PILE, SCENE_SMALL, body_count, &of));
        tree_body *body = &bodies[body_count];
        *body = tree_body_start(of.shape.vertex_count, of.shape.triangle_count);
        scene_mesh mesh = scene_mesh_over(body->positions, body->vertex_count, body->triangles,
                                          body->triangle_count);
        TEST_ASSERT_TRUE(play_build_body(PLAY_PILE, SCENE_SMALL, body_count, 0.0f, &mesh));
        memcpy(body->positions, at_rest + vertex_count, body->vertex_count * sizeof *at_rest);
        feature_body_finish(body);
        moving[body_count] = (hem_moving_body){.mesh = body->mesh,
                                               .tree = body->tree,
                                               .first_vertex = vertex_count,
                                               .self = of.density > 0.0f};
        vertex_count += body->vertex_count;
    }
    TEST_ASSERT_EQUAL_UINT32(info->vertex_count, vertex_count);
    played_world_end(&played);
}

void setUp(void)
{
    settle();
}

void tearDown(void)
{
}

static hem_arena take_scratch(uint64_t bytes)
{
    hem_arena scratch;
    TEST_ASSERT_EQUAL(
        HEM_OK, hem_arena_init(&scratch, aligned_alloc(HEM_ALIGN, (size_t)bytes), (uint32_t)bytes));
    return scratch;
}

/* Evaluations and collisions of all pairs of bodies, closer than the thickness. */
static void look_for_contacts(uint32_t *evaluations, uint32_t *collisions)
{
    static hem_contact contacts[ROOM];
    for (uint32_t i = 0; i < body_count; i++) {
        for (uint32_t j = moving[i].self ? i : i + 1u; j < body_count; j++) {
            hem_arena scratch =
                take_scratch(hem_proximity_bytes(moving[i].tree, moving[j].tree, ROOM));
            hem_proximity_out out;
            const hem_proximity_in in = {.a = feature_body_side(&bodies[i], moving[i].first_vertex),
                                         .b = feature_body_side(&bodies[j], moving[j].first_vertex),
                                         .epsilon = thickness,
                                         .contacts = contacts,
                                         .room = ROOM,
                                         .scratch = &scratch};
            TEST_ASSERT_EQUAL(HEM_OK, hem_proximity(&in, &out));
            *evaluations += out.vertex_face_tests + out.edge_edge_tests;
            *collisions += out.kept;
            free(scratch.base);
        }
    }
}

void test_at_rest_a_collision_takes_at_most_two_evaluations(void)
{
    uint32_t evaluations = 0, collisions = 0;
    for (uint32_t i = 0; i < body_count; i++) {
        tree_body_refit(&bodies[i]);
    }
    look_for_contacts(&evaluations, &collisions);
    TEST_ASSERT_TRUE(collisions > 1000);
    TEST_ASSERT_TRUE(evaluations >= collisions && evaluations <= 2u * collisions);
}

typedef struct pass_cost {
    uint64_t evaluations, work, collisions;
    uint32_t passes;
} pass_cost;

/* The passes of a step in which every sheet falls as it would freely, a few millimetres, and each
 * pass is answered by simple impulses. */
static pass_cost fall(bool volumes)
{
    static hem_vec3 end[PLAY_SMALL_VERTICES], velocity[PLAY_SMALL_VERTICES];
    static float inverse_mass[PLAY_SMALL_VERTICES];
    for (uint32_t i = 0; i < body_count; i++) {
        for (uint32_t k = 0; k < bodies[i].vertex_count; k++) {
            uint32_t v = moving[i].first_vertex + k;
            inverse_mass[v] = moving[i].self ? 1.0f : 0.0f;
            velocity[v] = moving[i].self ? hem_scale(10.0f * dt, gravity) : (hem_vec3){0};
            end[v] = hem_vec3_snap(hem_add_scaled(at_rest[v], dt, velocity[v]));
        }
    }
    hem_arena scratch = take_scratch(hem_impacts_bytes(moving, body_count, vertex_count));
    hem_impacts impacts;
    const hem_impacts_in in = {.bodies = moving,
                               .body_count = body_count,
                               .start = at_rest,
                               .end = end,
                               .velocity = velocity,
                               .inverse_mass = inverse_mass,
                               .vertex_count = vertex_count,
                               .dt = dt,
                               .pass_limit = 4,
                               .unmarked = true,
                               .every_pair = !volumes,
                               .no_volumes = !volumes,
                               .scratch = &scratch};
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    while (hem_impacts_pass(&impacts) == HEM_LIMITED && impacts.count > 0) {
        for (uint32_t i = 0; i < impacts.count; i++) {
            plain_impulse(&impacts.hits[i], inverse_mass, 0.0005f, velocity);
        }
    }
    pass_cost cost = {.evaluations = impacts.vertex_face_tests + impacts.edge_edge_tests,
                      .collisions = impacts.collisions,
                      .passes = impacts.pass};
    cost.work = cost.evaluations + impacts.volumes_fitted + impacts.volume_tests;
    hem_impacts_end(&impacts);
    free(scratch.base);
    return cost;
}

void test_volumes_around_features_save_two_thirds_of_the_work_and_more(void)
{
    pass_cost plain = fall(false), with_volumes = fall(true);
    TEST_ASSERT_TRUE(plain.collisions > 100);
    TEST_ASSERT_EQUAL_UINT64(plain.collisions, with_volumes.collisions);
    TEST_ASSERT_EQUAL_UINT32(plain.passes, with_volumes.passes);
    TEST_ASSERT_TRUE(plain.evaluations > 10u * with_volumes.evaluations);
    TEST_ASSERT_TRUE(plain.work >= 3u * with_volumes.work);
}

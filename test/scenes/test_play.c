/* The plays: what they consist of, how bodies and pins move, and that they start clean. */
#include "unity.h"

#include "orient_oracle.h"
#include "scene_check.h"
#include "scene_oracle.h"
#include "scenes/play.h"

#include <math.h>
#include <string.h>

static scene_mesh mesh, other;

void setUp(void)
{
    mesh = scene_mesh_take(PLAY_FULL_VERTICES, PLAY_FULL_TRIANGLES);
    other = scene_mesh_take(PLAY_FULL_VERTICES, PLAY_FULL_TRIANGLES);
}

void tearDown(void)
{
    scene_mesh_free(&mesh);
    scene_mesh_free(&other);
}

static play_info info_of(int id, int size)
{
    play_info info;
    TEST_ASSERT_TRUE(play_describe((play_id)id, (scene_size)size, &info));
    return info;
}

static play_body body_of(int id, int size, uint32_t body)
{
    play_body out;
    TEST_ASSERT_TRUE(play_describe_body((play_id)id, (scene_size)size, body, &out));
    return out;
}

static void build(scene_mesh *into, int id, int size, uint32_t body, float step)
{
    into->vertex_count = 0;
    into->triangle_count = 0;
    TEST_ASSERT_TRUE(play_build_body((play_id)id, (scene_size)size, body, step, into));
}

static void build_all(int id, int size, float step)
{
    mesh.vertex_count = 0;
    mesh.triangle_count = 0;
    for (uint32_t b = 0; b < info_of(id, size).body_count; b++) {
        TEST_ASSERT_TRUE(play_build_body((play_id)id, (scene_size)size, b, step, &mesh));
    }
}

/* Runs the check for every body of every play, in both sizes. */
static void for_all_bodies(void (*check)(int id, int size, uint32_t body))
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        for (int size = SCENE_FULL; size <= SCENE_SMALL; size++) {
            for (uint32_t b = 0; b < info_of(id, size).body_count; b++) {
                check(id, size, b);
            }
        }
    }
}

void test_the_totals_for_static_buffers_are_those_of_the_largest_plays(void)
{
    uint32_t vertices[2] = {0, 0}, triangles[2] = {0, 0}, bodies = 0, pins = 0;
    for (int id = 0; id < PLAY_COUNT; id++) {
        for (int size = SCENE_FULL; size <= SCENE_SMALL; size++) {
            play_info info = info_of(id, size);
            vertices[size] =
                vertices[size] > info.vertex_count ? vertices[size] : info.vertex_count;
            triangles[size] =
                triangles[size] > info.triangle_count ? triangles[size] : info.triangle_count;
            bodies = bodies > info.body_count ? bodies : info.body_count;
            pins = pins > info.pin_count ? pins : info.pin_count;
        }
    }
    TEST_ASSERT_TRUE(vertices[SCENE_FULL] <= PLAY_FULL_VERTICES);
    TEST_ASSERT_TRUE(triangles[SCENE_FULL] <= PLAY_FULL_TRIANGLES);
    TEST_ASSERT_TRUE(vertices[SCENE_SMALL] <= PLAY_SMALL_VERTICES);
    TEST_ASSERT_TRUE(triangles[SCENE_SMALL] <= PLAY_SMALL_TRIANGLES);
    TEST_ASSERT_EQUAL_UINT32(PLAY_MOST_BODIES, bodies);
    TEST_ASSERT_EQUAL_UINT32(PLAY_MOST_PINS, pins);
}

void test_every_play_has_cloth_and_something_happens_in_it(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        for (int size = SCENE_FULL; size <= SCENE_SMALL; size++) {
            play_info info = info_of(id, size);
            bool moves = info.gravity.z < 0.0f || info.pin_count > 0;
            uint32_t cloths = 0, total = 0;
            for (uint32_t b = 0; b < info.body_count; b++) {
                play_body body = body_of(id, size, b);
                cloths += body.shape.kind == SCENE_CLOTH;
                total += body.shape.vertex_count;
                moves = moves || hem_dot(body.velocity, body.velocity) > 0.0f;
            }
            TEST_ASSERT_TRUE_MESSAGE(cloths > 0 && moves && info.steps > 0, info.name);
            TEST_ASSERT_EQUAL_UINT32(info.vertex_count, total);
            TEST_ASSERT_TRUE(info.dt > 0.0f && info.thickness > 0.0f);
            hem_vec3 sight = hem_sub(info.look_at, info.eye);
            TEST_ASSERT_TRUE(hem_abs(sight.x) + hem_abs(sight.y) > 0.1f);
        }
    }
}

static void check_mesh(int id, int size, uint32_t b)
{
    play_body body = body_of(id, size, b);
    build(&mesh, id, size, b, 0.0f);
    scene_facts facts = scene_check(&mesh, 0, 0);
    TEST_ASSERT_EQUAL_UINT32(body.shape.vertex_count, mesh.vertex_count);
    TEST_ASSERT_EQUAL_UINT32(body.shape.triangle_count, mesh.triangle_count);
    TEST_ASSERT_TRUE(facts.indices_valid && facts.positions_valid);
    TEST_ASSERT_EQUAL_UINT32(0, facts.crowded_edges + facts.against_edges);
    TEST_ASSERT_EQUAL_UINT32(1, facts.components);
    TEST_ASSERT_TRUE(facts.smallest_height > 1e-4);
    TEST_ASSERT_EQUAL(body.shape.kind == SCENE_CLOTH, body.density > 0.0f);
    /* All but floors and cloth is closed, its normals outward. */
    if (body.shape.kind != SCENE_CLOTH && body.shape.triangle_count > 2) {
        TEST_ASSERT_EQUAL_UINT32(0, facts.boundary_edges);
        TEST_ASSERT_TRUE(facts.volume > 0.0);
    }
}

void test_bodies_are_sound_meshes_of_the_counts_they_say(void)
{
    for_all_bodies(check_mesh);
}

void test_full_plays_start_clean(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        build_all(id, SCENE_FULL, 0.0f);
        soup all = {mesh.positions, mesh.triangles, mesh.triangle_count};
        TEST_ASSERT_EQUAL_UINT64_MESSAGE(0, soup_pairs_within(all, NULL, NULL),
                                         info_of(id, SCENE_FULL).name);
    }
}

void test_small_plays_start_clean(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        build_all(id, SCENE_SMALL, 0.0f);
        soup all = {mesh.positions, mesh.triangles, mesh.triangle_count};
        TEST_ASSERT_EQUAL_UINT64_MESSAGE(0, soup_pairs_within(all, NULL, NULL),
                                         info_of(id, SCENE_SMALL).name);
    }
}

/* Bodies that nothing can push must leave each other alone all the time. */
void test_kinematic_bodies_never_run_into_static_ones(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        play_info info = info_of(id, SCENE_SMALL);
        for (uint32_t step = 0; step <= info.steps; step++) {
            mesh.vertex_count = 0;
            mesh.triangle_count = 0;
            for (uint32_t b = 0; b < info.body_count; b++) {
                if (body_of(id, SCENE_SMALL, b).shape.kind != SCENE_CLOTH) {
                    play_build_body((play_id)id, SCENE_SMALL, b, (float)step, &mesh);
                }
            }
            soup all = {mesh.positions, mesh.triangles, mesh.triangle_count};
            TEST_ASSERT_EQUAL_UINT64_MESSAGE(0, soup_pairs_within(all, NULL, NULL), info.name);
        }
    }
}

static void check_motion(int id, int size, uint32_t b)
{
    play_body body = body_of(id, size, b);
    play_info info = info_of(id, size);
    bool moved = false;
    build(&mesh, id, size, b, 0.0f);
    for (uint32_t step = 1; step <= info.steps; step += size == SCENE_FULL ? 7 : 1) {
        build(&other, id, size, b, (float)step);
        moved = moved ||
                memcmp(mesh.positions, other.positions, mesh.vertex_count * sizeof(hem_vec3)) != 0;
    }
    TEST_ASSERT_EQUAL_MESSAGE(body.shape.kind == SCENE_KINEMATIC, moved, info.name);
}

void test_only_kinematic_bodies_move_by_themselves(void)
{
    for_all_bodies(check_motion);
}

static void check_rigid(int id, int size, uint32_t b)
{
    if (body_of(id, size, b).shape.kind != SCENE_KINEMATIC || size == SCENE_FULL) {
        return;
    }
    play_info info = info_of(id, size);
    for (uint32_t step = 0; step < info.steps; step++) {
        build(&mesh, id, size, b, (float)step);
        build(&other, id, size, b, (float)(step + 1));
        for (uint32_t v = 0; v < mesh.vertex_count; v++) {
            uint32_t next = (v + 1u) % mesh.vertex_count;
            float before = hem_length(hem_sub(mesh.positions[v], mesh.positions[next]));
            float after = hem_length(hem_sub(other.positions[v], other.positions[next]));
            TEST_ASSERT_FLOAT_WITHIN_MESSAGE(1e-6f, before, after, info.name);
            /* The ball is fast, the others are not. */
            float way = hem_length(hem_sub(mesh.positions[v], other.positions[v]));
            TEST_ASSERT_TRUE(way <= (id == PLAY_BALL ? 0.1601f : 0.01f));
        }
    }
}

void test_kinematic_bodies_move_rigidly_and_without_jumps(void)
{
    for_all_bodies(check_rigid);
}

static void check_pins(int id, int size, uint32_t b)
{
    play_body body = body_of(id, size, b);
    play_info info = info_of(id, size);
    bool taken[PLAY_FULL_VERTICES] = {false};
    play_pin pin, next;
    build(&mesh, id, size, b, 0.0f);
    for (uint32_t p = 0; p < body.pin_count; p++) {
        TEST_ASSERT_TRUE(play_get_pin((play_id)id, (scene_size)size, b, p, 0.0f, &pin));
        TEST_ASSERT_TRUE(pin.vertex < body.shape.vertex_count && !taken[pin.vertex]);
        taken[pin.vertex] = true;
        hem_vec3 start = mesh.positions[pin.vertex];
        hem_vec3 at = scene_frame_point(pin.frame, start);
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&start, &at, sizeof at, info.name);
        for (uint32_t step = 1; step <= info.steps; step++) {
            TEST_ASSERT_TRUE(play_get_pin((play_id)id, (scene_size)size, b, p, (float)step, &next));
            TEST_ASSERT_EQUAL_UINT32(pin.vertex, next.vertex);
            hem_vec3 to = scene_frame_point(next.frame, start);
            TEST_ASSERT_TRUE_MESSAGE(hem_length(hem_sub(to, at)) < 0.02f, info.name);
            at = to;
        }
    }
    TEST_ASSERT_FALSE(play_get_pin((play_id)id, (scene_size)size, b, body.pin_count, 0.0f, &pin));
    TEST_ASSERT_TRUE(body.pin_count == 0 || body.shape.kind == SCENE_CLOTH);
}

void test_pins_are_different_vertices_of_cloth_that_start_in_place_and_never_jump(void)
{
    for_all_bodies(check_pins);
}

void test_the_ends_of_the_twisted_cloth_turn_once_each_against_each_other(void)
{
    play_info info = info_of(PLAY_TWIST, SCENE_FULL);
    uint32_t half = body_of(PLAY_TWIST, SCENE_FULL, 0).pin_count / 2;
    play_pin first, last;
    for (uint32_t step = 0; step <= info.steps; step++) {
        play_get_pin(PLAY_TWIST, SCENE_FULL, 0, 0, (float)step, &first);
        play_get_pin(PLAY_TWIST, SCENE_FULL, 0, half, (float)step, &last);
        TEST_ASSERT_FLOAT_WITHIN(1e-6f, first.frame.x.z, -last.frame.x.z);
        TEST_ASSERT_FLOAT_WITHIN(1e-6f, first.frame.x.x, last.frame.x.x);
    }
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 1.0f, first.frame.x.x);
}

/* The scene leads the sheets; the play gives them the same speed. */
void test_the_passing_sheets_start_as_fast_as_their_scene_leads_them(void)
{
    float dt = info_of(PLAY_PASSING, SCENE_SMALL).dt;
    for (uint32_t b = 0; b < 2; b++) {
        mesh.vertex_count = mesh.triangle_count = 0;
        other.vertex_count = other.triangle_count = 0;
        TEST_ASSERT_TRUE(scene_build_body(SCENE_E18_PASSING, SCENE_SMALL, b, 0.0f, &mesh));
        TEST_ASSERT_TRUE(scene_build_body(SCENE_E18_PASSING, SCENE_SMALL, b, 1.0f, &other));
        hem_vec3 way = hem_sub(other.positions[0], mesh.positions[0]);
        play_body body = body_of(PLAY_PASSING, SCENE_SMALL, b);
        TEST_ASSERT_FLOAT_WITHIN(1e-6f, way.z, dt * body.velocity.z);
        TEST_ASSERT_TRUE(body.velocity.x == 0.0f && body.velocity.y == 0.0f);
    }
}

void test_the_ball_passes_several_sheets_within_a_step(void)
{
    hem_vec3 sheet[2];
    build(&mesh, PLAY_BALL, SCENE_SMALL, 1, 0.0f);
    sheet[0] = mesh.positions[0];
    build(&mesh, PLAY_BALL, SCENE_SMALL, 2, 0.0f);
    sheet[1] = mesh.positions[0];
    build(&mesh, PLAY_BALL, SCENE_SMALL, 0, 12.0f);
    build(&other, PLAY_BALL, SCENE_SMALL, 0, 13.0f);
    float way = other.positions[0].x - mesh.positions[0].x;
    TEST_ASSERT_TRUE(way > 5.0f * (sheet[1].x - sheet[0].x));
}

void test_the_wind_is_strong_in_the_flag_play_and_still_elsewhere(void)
{
    float least = 100.0f, most_across = 0.0f;
    for (int id = 0; id < PLAY_COUNT; id++) {
        for (int step = 0; step <= 300; step++) {
            hem_vec3 wind = play_wind((play_id)id, (float)step);
            if (id != PLAY_FLAG) {
                TEST_ASSERT_TRUE(hem_dot(wind, wind) == 0.0f);
                continue;
            }
            least = hem_min(least, wind.x);
            most_across = hem_max(most_across, hem_abs(wind.y));
        }
    }
    TEST_ASSERT_TRUE(least > 9.0f && most_across > 2.0f);
}

static void check_repeats(int id, int size, uint32_t b)
{
    build(&mesh, id, size, b, 33.0f);
    build(&other, id, size, b, 33.0f);
    TEST_ASSERT_EQUAL_MEMORY(mesh.positions, other.positions, mesh.vertex_count * sizeof(hem_vec3));
}

void test_building_twice_gives_the_same_bits(void)
{
    for_all_bodies(check_repeats);
}

void test_what_does_not_exist_is_refused(void)
{
    play_info info;
    play_body body;
    play_pin pin;
    TEST_ASSERT_FALSE(play_describe(PLAY_COUNT, SCENE_FULL, &info));
    TEST_ASSERT_FALSE(play_describe((play_id)-1, SCENE_FULL, &info));
    TEST_ASSERT_FALSE(play_describe(PLAY_PILE, (scene_size)2, &info));
    TEST_ASSERT_FALSE(play_describe_body(PLAY_PILE, SCENE_FULL, 11, &body));
    TEST_ASSERT_FALSE(play_build_body(PLAY_PILE, SCENE_FULL, 11, 0.0f, &mesh));
    TEST_ASSERT_FALSE(play_get_pin(PLAY_PILE, SCENE_FULL, 1, 0, 0.0f, &pin));
    TEST_ASSERT_FALSE(play_get_pin(PLAY_FLAG, SCENE_FULL, 2, 0, 0.0f, &pin));
    hem_vec3 wind = play_wind(PLAY_COUNT, 0.0f);
    TEST_ASSERT_TRUE(hem_dot(wind, wind) == 0.0f);
}

void test_steps_outside_the_play_count_as_its_ends(void)
{
    build(&mesh, PLAY_PLATFORM, SCENE_SMALL, 0, 300.0f);
    build(&other, PLAY_PLATFORM, SCENE_SMALL, 0, 1e9f);
    TEST_ASSERT_EQUAL_MEMORY(mesh.positions, other.positions, mesh.vertex_count * sizeof(hem_vec3));
    build(&mesh, PLAY_PLATFORM, SCENE_SMALL, 0, 0.0f);
    build(&other, PLAY_PLATFORM, SCENE_SMALL, 0, NAN);
    TEST_ASSERT_EQUAL_MEMORY(mesh.positions, other.positions, mesh.vertex_count * sizeof(hem_vec3));
}

void test_a_body_that_does_not_fit_is_not_begun(void)
{
    scene_mesh tight = scene_mesh_take(10, 10);
    TEST_ASSERT_FALSE(play_build_body(PLAY_FLAG, SCENE_SMALL, 1, 0.0f, &tight));
    TEST_ASSERT_TRUE(tight.overflow && tight.vertex_count == 0 && tight.triangle_count == 0);
    scene_mesh_free(&tight);
}

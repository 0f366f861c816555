/* The plays: what they consist of, how bodies and pins move, and that they start clean. */
#include "unity.h"

#include "orient_oracle.h"
#include "scene_check.h"
#include "scene_oracle.h"
#include "scenes/play.h"

#include <math.h>
#include <string.h>

static scene_mesh mesh, other;
static uint32_t body_of_triangle[PLAY_FULL_TRIANGLES]; /* HEM_NONE in a figure */

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

/* Figures are made of limbs that overlap at the joints. */
static bool is_walk(int id)
{
    return id == PLAY_PANTS || id == PLAY_SLACKS || id == PLAY_FINE;
}

static void add_body(int id, int size, uint32_t body, float step)
{
    uint32_t first = mesh.triangle_count;
    TEST_ASSERT_TRUE(play_build_body((play_id)id, (scene_size)size, body, step, &mesh));
    bool figure = is_walk(id) && body_of(id, size, body).shape.kind == SCENE_KINEMATIC;
    for (uint32_t t = first; t < mesh.triangle_count; t++) {
        body_of_triangle[t] = figure ? HEM_NONE : body;
    }
}

static void build_all(int id, int size, float step)
{
    mesh.vertex_count = 0;
    mesh.triangle_count = 0;
    for (uint32_t b = 0; b < info_of(id, size).body_count; b++) {
        add_body(id, size, b, step);
    }
}

static void count_meeting(void *count, uint32_t a, uint32_t b)
{
    bool within_figure = body_of_triangle[a] == HEM_NONE && body_of_triangle[b] == HEM_NONE;
    *(uint32_t *)count += !within_figure;
}

static uint32_t pairs_that_meet(void)
{
    uint32_t count = 0;
    soup all = {mesh.positions, mesh.triangles, mesh.triangle_count};
    soup_pairs_within(all, count_meeting, &count);
    return count;
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
    bool sweater = is_walk(id) && b == 2 && body.shape.kind == SCENE_CLOTH;
    bool figure = is_walk(id) && b == 0;
    TEST_ASSERT_EQUAL_UINT32(sweater ? 3 : figure ? 17 : 1, facts.components);
    TEST_ASSERT_TRUE(facts.smallest_height > 1e-4);
    TEST_ASSERT_EQUAL(body.shape.kind == SCENE_CLOTH, body.density > 0.0f);
    /* All but floors, tables and cloth is closed, its normals outward. */
    bool flat = body.shape.triangle_count == 2 || (id == PLAY_TABLE && b == 0);
    if (body.shape.kind != SCENE_CLOTH && !flat) {
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
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, pairs_that_meet(), info_of(id, SCENE_FULL).name);
    }
}

void test_small_plays_start_clean(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        build_all(id, SCENE_SMALL, 0.0f);
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, pairs_that_meet(), info_of(id, SCENE_SMALL).name);
    }
}

/* Bodies that nothing can push must leave each other alone all the time. */
void test_kinematic_bodies_never_run_into_static_ones(void)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        play_info info = info_of(id, SCENE_SMALL);
        for (uint32_t step = 0; step <= info.steps; step += is_walk(id) ? 15 : 1) {
            mesh.vertex_count = 0;
            mesh.triangle_count = 0;
            for (uint32_t b = 0; b < info.body_count; b++) {
                if (body_of(id, SCENE_SMALL, b).shape.kind != SCENE_CLOTH) {
                    add_body(id, SCENE_SMALL, b, (float)step);
                }
            }
            TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, pairs_that_meet(), info.name);
        }
    }
}

static void check_motion(int id, int size, uint32_t b)
{
    play_body body = body_of(id, size, b);
    play_info info = info_of(id, size);
    bool moved = false;
    build(&mesh, id, size, b, 0.0f);
    for (uint32_t step = 1; step <= info.steps && !moved; step += size == SCENE_FULL ? 7 : 1) {
        build(&other, id, size, b, (float)step);
        moved = memcmp(mesh.positions, other.positions, mesh.vertex_count * sizeof(hem_vec3)) != 0;
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
    bool rigid = !is_walk(id) && id != PLAY_GARMENT;
    uint32_t steps = info.steps < 300 ? info.steps : 300;
    for (uint32_t step = 0; step < steps; step++) {
        build(&mesh, id, size, b, (float)step);
        build(&other, id, size, b, (float)(step + 1));
        for (uint32_t v = 0; v < mesh.vertex_count; v++) {
            uint32_t next = (v + 1u) % mesh.vertex_count;
            float before = hem_length(hem_sub(mesh.positions[v], mesh.positions[next]));
            float after = hem_length(hem_sub(other.positions[v], other.positions[next]));
            TEST_ASSERT_FLOAT_WITHIN_MESSAGE(rigid ? 1e-6f : 0.02f, before, after, info.name);
            /* The ball is fast, feet step out, the others are slow. */
            float way = hem_length(hem_sub(mesh.positions[v], other.positions[v]));
            TEST_ASSERT_TRUE(way <= (id == PLAY_BALL ? 0.1601f : is_walk(id) ? 0.025f : 0.01f));
        }
    }
}

void test_kinematic_bodies_move_without_jumps_and_all_but_the_soft_ones_rigidly(void)
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

/* Each layer is one piece of as many triangles as the patches of the scene. */
void test_the_layers_of_the_garment_are_sewn_up_and_grow_tight(void)
{
    uint32_t triangles = 0;
    build(&other, PLAY_GARMENT, SCENE_FULL, 0, 200.0f);
    float body = hem_sqrt(other.positions[700].x * other.positions[700].x +
                          other.positions[700].y * other.positions[700].y);
    for (uint32_t layer = 1; layer <= 3; layer++) {
        play_pin pin;
        build(&mesh, PLAY_GARMENT, SCENE_FULL, layer, 0.0f);
        triangles += mesh.triangle_count;
        hem_vec3 at = mesh.positions[0];
        /* Under what it would take to lie around the swollen body, layers below included. */
        float around = hem_sqrt(at.x * at.x + at.y * at.y);
        TEST_ASSERT_TRUE(around < body + 0.001f * (float)layer);
        /* The pins go out with the body, further than its skin. */
        TEST_ASSERT_TRUE(play_get_pin(PLAY_GARMENT, SCENE_FULL, layer, 0, 200.0f, &pin));
        at = scene_frame_point(pin.frame, mesh.positions[pin.vertex]);
        TEST_ASSERT_TRUE(hem_sqrt(at.x * at.x + at.y * at.y) > body + 0.001f * (float)layer);
    }
    TEST_ASSERT_EQUAL_UINT32(80u * 2u * 9u * 9u, triangles);
}

void test_the_walker_and_the_view_go_the_same_way(void)
{
    for (int id = PLAY_PANTS; id <= PLAY_FINE; id++) {
        hem_vec3 shift = play_view_shift((play_id)id, 600.0f);
        build(&mesh, id, SCENE_SMALL, 0, 0.0f);
        build(&other, id, SCENE_SMALL, 0, 600.0f);
        TEST_ASSERT_FLOAT_WITHIN(0.02f, other.positions[0].y - mesh.positions[0].y, shift.y);
        TEST_ASSERT_TRUE(shift.y > 3.0f);
    }
    hem_vec3 still = play_view_shift(PLAY_PILE, 100.0f);
    TEST_ASSERT_TRUE(still.x == 0.0f && still.y == 0.0f && still.z == 0.0f);
    TEST_ASSERT_TRUE(play_view_shift(PLAY_COUNT, 100.0f).y == 0.0f);
}

/* What is pinned stays where it is on the body that carries it. */
void test_the_clothes_of_the_walker_are_held_where_they_sit(void)
{
    uint32_t pins = 0;
    for (int id = PLAY_PANTS; id <= PLAY_FINE; id++) {
        for (uint32_t b = 1; b < info_of(id, SCENE_FULL).body_count; b++) {
            uint32_t count = body_of(id, SCENE_FULL, b).pin_count;
            build(&mesh, id, SCENE_FULL, b, 0.0f);
            for (uint32_t p = 0; p < count; p++) {
                play_pin pin;
                play_get_pin((play_id)id, SCENE_FULL, b, p, 300.0f, &pin);
                hem_vec3 was = mesh.positions[pin.vertex];
                hem_vec3 is = scene_frame_point(pin.frame, was);
                TEST_ASSERT_TRUE(is.y - was.y > 1.2f && is.y - was.y < 2.0f);
            }
            pins += count;
        }
    }
    TEST_ASSERT_EQUAL_UINT32(22u + 18u + 15u + 16u + 72u + 54u + 56u, pins);
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

/* The world simulates its cloth: hem_step comes to rest, stays clean, does the same twice and needs
 * no more memory than it says. */
#include "unity.h"

#include "clean_check.h"
#include "guarded_block.h"
#include "hem/hem.h"
#include "played_world.h"
#include "random.h"
#include "test_scale.h"
#include "world_shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 12, MOST = 6 };

static hem_world *world;
static world_shape shapes[MOST];
static hem_body bodies[MOST];
static uint32_t count;
static hem_step_in in;
static hem_report report;
static played_world played;
static clean_check check;
static void *copy;

void setUp(void)
{
    in = hem_default_step_in(1.0f / 90.0f);
    count = 0;
    world = NULL;
    copy = NULL;
}

static void forget(void)
{
    for (; count > 0; count--) {
        world_shape_free(&shapes[count - 1u]);
    }
    guarded_block_check_and_free();
}

void tearDown(void)
{
    forget();
    free(copy);
    clean_check_end(&check);
    played_world_end(&played);
}

static hem_world *take_world(uint32_t b, uint32_t v, uint32_t f, uint32_t contacts)
{
    hem_caps caps = hem_default_cloth_caps(b, v, f, 3u * f, contacts);
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_TRUE(bytes > 0);
    hem_world *made = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &made));
    return made;
}

static void add_floor(void)
{
    shapes[count] = world_shape_sheet(2, 2, (hem_vec3){0.0f, 0.0f, 0.0f});
    for (uint32_t v = 0; v < 4; v++) {
        hem_vec3 *at = &shapes[count].positions[v];
        *at = (hem_vec3){200.0f * at->x - 1.0f, 200.0f * at->y - 1.0f, 0.0f};
    }
    shapes[count++].kind = HEM_STATIC;
}

static void add_sheet(float x, float y, float z)
{
    shapes[count++] = world_shape_sheet(SIDE, SIDE, (hem_vec3){x, y, z});
}

static void make_world(void)
{
    uint32_t v = 0, f = 0;
    for (uint32_t i = 0; i < count; i++) {
        v += shapes[i].vertex_count;
        f += shapes[i].triangle_count;
    }
    world = take_world(count, v, f, 30u * v);
    for (uint32_t i = 0; i < count; i++) {
        bodies[i] = world_shape_add(world, &shapes[i]);
    }
    world_check_valid(world);
}

static void step(hem_world *of, uint32_t steps)
{
    for (uint32_t k = 0; k < steps; k++) {
        world_check_step(hem_step(of, &in, &report), &report);
    }
}

static float fastest(uint32_t body)
{
    const hem_vec3 *velocity = hem_body_velocities(world, bodies[body]);
    float most = 0.0f;
    for (uint32_t v = 0; v < shapes[body].vertex_count; v++) {
        hem_vec3 w = velocity[v];
        most = fmaxf(most, sqrtf(w.x * w.x + w.y * w.y + w.z * w.z));
    }
    return most;
}

/* ---- rest ---- */

void test_a_sheet_falls_on_the_floor_and_lies_still_at_its_thickness(void)
{
    add_floor();
    add_sheet(0.0f, 0.0f, 0.03f);
    make_world();
    step(world, 120);
    TEST_ASSERT_TRUE(fastest(1) < 0.0005f);
    const hem_vec3 *at = hem_body_positions(world, bodies[1]);
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        TEST_ASSERT_FLOAT_WITHIN(0.0002f, 0.001f, at[v].z);
    }
}

void test_a_pile_of_four_sheets_comes_to_rest_without_being_held(void)
{
    add_floor();
    for (uint32_t i = 0; i < 4; i++) {
        add_sheet(0.003f * (float)i, 0.002f * (float)(i * i), 0.01f + 0.01f * (float)i);
    }
    make_world();
    step(world, 200);
    for (uint32_t k = 0; k < 50; k++) {
        step(world, 1);
        TEST_ASSERT_EQUAL_UINT32(0, report.held_vertices);
        for (uint32_t i = 1; i < 5; i++) {
            TEST_ASSERT_TRUE(fastest(i) < 0.002f);
        }
    }
    TEST_ASSERT_TRUE(hem_body_positions(world, bodies[4])[SIDE * 6u + 6u].z > 0.0032f);
}

/* Friction of 0.3 holds up to 16.7 degrees. */
static float slid_in_a_second(float slope)
{
    add_floor();
    add_sheet(0.0f, 0.0f, 0.001f);
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t v = 0; v < shapes[i].vertex_count; v++) {
            hem_vec3 *at = &shapes[i].positions[v], was = *at;
            at->x = cosf(slope) * was.x + sinf(slope) * was.z;
            at->z = cosf(slope) * was.z - sinf(slope) * was.x;
        }
    }
    make_world();
    step(world, 90);
    float way = hem_body_positions(world, bodies[1])[0].x - shapes[1].positions[0].x;
    forget();
    return way;
}

void test_cloth_stays_on_a_gentle_slope_and_slides_down_a_steep_one(void)
{
    TEST_ASSERT_TRUE(fabsf(slid_in_a_second(0.2f)) < 0.002f);
    TEST_ASSERT_TRUE(slid_in_a_second(0.6f) > 0.3f);
}

/* ---- what is led ---- */

static void hang(void)
{
    add_sheet(0.0f, 0.0f, 1.0f);
    make_world();
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(world, bodies[0], 0, true));
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(world, bodies[0], SIDE - 1u, true));
}

void test_hanging_cloth_hangs_from_its_pins_and_hardly_stretches(void)
{
    hang();
    step(world, 400);
    const hem_vec3 *at = hem_body_positions(world, bodies[0]);
    TEST_ASSERT_EQUAL_MEMORY(&shapes[0].positions[0], &at[0], sizeof at[0]);
    float hangs = at[0].z - at[SIDE * (SIDE - 1u)].z;
    TEST_ASSERT_TRUE(hangs > 0.10f && hangs < 0.115f);
    TEST_ASSERT_TRUE(fastest(0) < 0.2f);
}

void test_a_pin_goes_where_its_target_is_and_stays_without_one(void)
{
    hang();
    hem_vec3 *to = shapes[0].positions;
    to[0].x -= 0.001f;
    to[5].z += 1.0f; /* not pinned: no target */
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, bodies[0], to, shapes[0].vertex_count));
    step(world, 1);
    const hem_vec3 *at = hem_body_positions(world, bodies[0]);
    TEST_ASSERT_EQUAL_FLOAT(to[0].x, at[0].x);
    TEST_ASSERT_TRUE(at[5].z < 1.0f);
    step(world, 1);
    TEST_ASSERT_EQUAL_FLOAT(to[0].x, at[0].x);
}

void test_wind_blows_hanging_cloth_and_gravity_can_be_none(void)
{
    hang();
    in.gravity = (hem_vec3){0.0f, 0.0f, 0.0f};
    step(world, 5);
    TEST_ASSERT_EQUAL_FLOAT(1.0f, hem_body_positions(world, bodies[0])[70].z);
    in.wind = (hem_vec3){0.0f, 0.0f, 5.0f};
    step(world, 5);
    TEST_ASSERT_TRUE(hem_body_positions(world, bodies[0])[70].z > 1.0f);
}

/* ---- clean, and the same bits ---- */

static void start_play(play_id id)
{
    TEST_ASSERT_TRUE(played_world_start(&played, id, SCENE_SMALL));
    hem_caps caps = resolve_player_caps(&played.player, played_world_contacts(&played.player));
    caps.cloth_triangles = caps.triangles;
    TEST_ASSERT_TRUE_MESSAGE(played_world_make_with(&played, &caps), played.player.info.name);
}

static void play_twice(play_id id)
{
    uint64_t hash = 0;
    start_play(id);
    TEST_ASSERT_TRUE(clean_check_start(&check, &played.player));
    uint32_t steps = hem_test_count(40), all = played.player.info.steps;
    steps = steps < all ? steps : all;
    uint32_t again = steps < 8u ? steps : 8u;
    for (uint32_t k = 0; k < steps; k++) {
        const char *name = played.player.info.name;
        clean_count found;
        TEST_ASSERT_TRUE_MESSAGE(played_world_step(&played), name);
        TEST_ASSERT_TRUE_MESSAGE(clean_check_look(&check, true, &found), name);
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, found.self + found.deformable + found.still, name);
        TEST_ASSERT_TRUE_MESSAGE(found.fresh == 0 || played.report.pinched > 0, name);
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, played.report.scratch.left_out, name);
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, played.report.nonfinite, name);
        hash = k + 1u == again ? played.hash : hash;
    }
    TEST_ASSERT_TRUE(played_world_guards_hold(&played));
    world_check_valid(played.hem.world);
    clean_check_end(&check);
    played_world_end(&played);
    start_play(id);
    for (uint32_t k = 0; k < again; k++) {
        TEST_ASSERT_TRUE(played_world_step(&played));
    }
    TEST_ASSERT_EQUAL_HEX64(hash, played.hash);
    played_world_end(&played);
}

void test_what_falls_on_a_sphere_or_on_each_other_stays_clean_and_does_the_same_twice(void)
{
    play_twice(PLAY_PILE);
    play_twice(PLAY_DRAPES);
    play_twice(PLAY_TORUS);
}

void test_what_is_led_or_hit_or_blown_stays_clean_and_does_the_same_twice(void)
{
    play_twice(PLAY_FLAG);
    play_twice(PLAY_BALL);
    play_twice(PLAY_PLATFORM);
    play_twice(PLAY_TWIST);
}

void test_a_copy_of_the_block_goes_on_with_the_same_bits(void)
{
    add_floor();
    add_sheet(0.0f, 0.0f, 0.004f);
    add_sheet(0.02f, 0.01f, 0.01f);
    make_world();
    step(world, 10);
    copy = aligned_alloc(16, world->bytes);
    memcpy(copy, world, world->bytes);
    hem_world *other = copy;
    for (uint32_t k = 0; k < 20; k++) {
        step(world, 1);
        uint64_t hash = report.phase[HEM_PHASE_INTEGRATE].hash;
        TEST_ASSERT_TRUE(hash != 0);
        step(other, 1);
        TEST_ASSERT_EQUAL_HEX64(hash, report.phase[HEM_PHASE_INTEGRATE].hash);
        TEST_ASSERT_EQUAL_HEX64(hem_world_hash(world), hem_world_hash(other));
    }
}

/* ---- bodies come and go ---- */

void test_cloth_moves_up_when_a_body_before_it_is_removed_or_replaced(void)
{
    hem_vec3 alone[SIDE * SIDE];
    add_sheet(0.0f, 0.0f, 1.0f);
    make_world();
    step(world, 20);
    memcpy(alone, hem_body_positions(world, bodies[0]), sizeof alone);
    forget();

    add_floor();
    add_sheet(3.0f, 0.0f, 0.5f);
    add_sheet(0.0f, 0.0f, 1.0f);
    make_world();
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, bodies[1]));
    world_check_valid(world);
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, bodies[0]));
    world_check_valid(world);
    step(world, 20);
    TEST_ASSERT_EQUAL_UINT32(shapes[2].triangle_count, report.cloth_triangles.used);
    TEST_ASSERT_EQUAL_MEMORY(alone, hem_body_positions(world, bodies[2]), sizeof alone);

    hem_body_def def = world_shape_def(&shapes[1]);
    TEST_ASSERT_EQUAL(HEM_OK, hem_replace_body(world, bodies[2], &def, NULL));
    world_check_valid(world);
    step(world, 1);
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, bodies[2]));
    TEST_ASSERT_EQUAL_UINT32(0, world->cloth_bytes);
    TEST_ASSERT_EQUAL_UINT32(0, world->cloth_triangle_count);
    step(world, 1);
}

void test_another_material_takes_effect(void)
{
    hem_cloth_material soft = hem_default_cloth_material();
    soft.stretch_warp = soft.stretch_weft = soft.shear = 0.2f;
    hang();
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_cloth_material(world, bodies[0], &soft));
    step(world, 100);
    const hem_vec3 *at = hem_body_positions(world, bodies[0]);
    TEST_ASSERT_TRUE(at[0].z - at[SIDE * (SIDE - 1u)].z > 0.13f);
}

/* ---- refusals ---- */

void test_bad_numbers_of_a_step_are_refused_and_change_nothing(void)
{
    hang();
    uint64_t hash = hem_world_hash(world);
    const float bad[] = {NAN, INFINITY, 70000.0f};
    for (uint32_t i = 0; i < 6; i++) {
        hem_step_in wrong = in;
        *(i < 3 ? &wrong.gravity.y : &wrong.wind.z) = bad[i % 3u];
        TEST_ASSERT_EQUAL(i % 3u < 2 ? HEM_NOT_FINITE : HEM_OUT_OF_RANGE,
                          hem_step(world, &wrong, &report));
    }
    hem_step_in wrong = in;
    wrong.limits.cloth_passes = 17;
    TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_step(world, &wrong, &report));
    wrong = in;
    wrong.dt = 0.0f;
    TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_step(world, &wrong, &report));
    wrong.cookie = 0;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_step(world, &wrong, &report));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_step(NULL, &in, &report));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_step(world, NULL, &report));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_step(world, &in, NULL));
    TEST_ASSERT_EQUAL_HEX64(hash, hem_world_hash(world));
}

void test_a_world_without_room_for_cloth_can_only_resolve(void)
{
    world = world_take(1, 9, 8, 0);
    TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, hem_step(world, &in, &report));
    TEST_ASSERT_EQUAL(HEM_OK, hem_resolve(world, &in, &report));
}

void test_bad_cloth_is_refused_and_the_world_stays_as_it_was(void)
{
    shapes[count++] = world_shape_sheet(3, 3, (hem_vec3){0.0f, 0.0f, 0.0f});
    world = take_world(2, 20, 10, 10);
    hem_body_def good = world_shape_def(&shapes[0]);
    hem_body body;
    hem_body_report said;
    uint32_t persistent = world->offset.scratch;
    copy = malloc(persistent);
    memcpy(copy, world, persistent);
    for (uint32_t field = 0; field < 8; field++) {
        const float bad[] = {-1.0f, NAN, INFINITY};
        for (uint32_t k = 0; k < 3; k++) {
            hem_body_def def = good;
            (&def.cloth.stretch_warp)[field] = bad[k];
            TEST_ASSERT_EQUAL(HEM_BAD_STIFFNESS, hem_add_body(world, &def, &body, &said));
        }
    }
    hem_body_def def = good;
    def.cloth.pressure = 10.0f;
    TEST_ASSERT_EQUAL(HEM_OPEN_MESH, hem_add_body(world, &def, &body, &said));
    hem_vec3 rest[9];
    memcpy(rest, good.positions, sizeof rest);
    def = good;
    def.rest = rest;
    rest[0] = rest[1];
    TEST_ASSERT_EQUAL(HEM_ZERO_AREA, hem_add_body(world, &def, &body, &said));
    TEST_ASSERT_EQUAL_UINT32(0, said.detail.index);
    rest[0].x = NAN;
    TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_add_body(world, &def, &body, &said));
    def = good;
    def.angles = 2;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_add_body(world, &def, &body, &said));
    def = good;
    def.warp = (hem_vec3){0.0f, 0.0f, 0.0f};
    TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_add_body(world, &def, &body, &said));
    TEST_ASSERT_EQUAL_MEMORY(copy, world, persistent);
    world_check_valid(world);

    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &good, &body, &said));
    hem_cloth_material material = good.cloth;
    material.bend = NAN;
    TEST_ASSERT_EQUAL(HEM_BAD_STIFFNESS, hem_set_cloth_material(world, body, &material));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_set_cloth_material(world, body, NULL));
    TEST_ASSERT_EQUAL(HEM_BAD_BODY, hem_set_cloth_material(world, (hem_body){1, 7}, &good.cloth));
}

void test_more_cloth_than_there_is_room_for_is_refused_with_what_it_needs(void)
{
    shapes[count++] = world_shape_sheet(3, 3, (hem_vec3){0.0f, 0.0f, 0.0f});
    hem_caps caps = hem_default_cloth_caps(3, 30, 30, 60, 10);
    caps.cloth_triangles = 15;
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    bodies[0] = world_shape_add(world, &shapes[0]);
    hem_body_def def = world_shape_def(&shapes[0]);
    hem_body_report said;
    TEST_ASSERT_EQUAL(HEM_FULL_CLOTH, hem_add_body(world, &def, &bodies[1], &said));
    TEST_ASSERT_EQUAL_UINT32(16, said.detail.needed);
    def.kind = HEM_STATIC; /* needs none */
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &def, &bodies[1], &said));
    world_check_valid(world);
}

void test_limits_of_zero_skip_the_solve_and_say_so(void)
{
    add_sheet(0.0f, 0.0f, 1.0f);
    make_world();
    for (uint32_t i = 0; i < 2; i++) {
        *(i == 0 ? &in.limits.cloth_passes : &in.limits.cloth_iterations) = 0;
        TEST_ASSERT_EQUAL(HEM_LIMITED, hem_step(world, &in, &report));
        TEST_ASSERT_EQUAL_UINT32(1, report.phase[HEM_PHASE_INTEGRATE].undone);
        TEST_ASSERT_TRUE(report.solve_error == 0.0f && report.solve_speed == 0.0f);
    }
    TEST_ASSERT_TRUE(hem_body_positions(world, bodies[0])[0].z < 1.0f); /* it falls all the same */
}

void test_without_cloth_there_is_nothing_to_solve_and_nothing_is_limited(void)
{
    add_floor();
    make_world();
    in.limits.cloth_passes = in.limits.cloth_iterations = 0;
    TEST_ASSERT_EQUAL(HEM_OK, hem_step(world, &in, &report));
    TEST_ASSERT_EQUAL_UINT32(0, report.phase[HEM_PHASE_INTEGRATE].undone);
}

void test_a_solve_that_is_cut_off_limits_the_step_and_says_by_how_much(void)
{
    hang();
    in.limits.cloth_iterations = 4000;
    step(world, 10);
    TEST_ASSERT_EQUAL_UINT32(0, report.phase[HEM_PHASE_INTEGRATE].unsettled);
    TEST_ASSERT_TRUE(report.solve_error <= 0.001f || report.solve_speed <= 0.000001f);
    float met = report.solve_speed, few = 0.0f;
    copy = malloc(world->bytes);
    memcpy(copy, world, world->bytes);
    for (uint32_t most = 32; most > 0; most /= 4u) {
        in.limits.cloth_iterations = most;
        in.limits.cloth_passes = 1;
        memcpy(world, copy, ((const hem_world *)copy)->bytes);
        TEST_ASSERT_EQUAL(HEM_LIMITED, hem_step(world, &in, &report));
        TEST_ASSERT_EQUAL_UINT32(1, report.phase[HEM_PHASE_INTEGRATE].unsettled);
        TEST_ASSERT_EQUAL_UINT32(most, report.phase[HEM_PHASE_INTEGRATE].passes);
        TEST_ASSERT_TRUE(report.solve_error > 0.001f && report.solve_speed > met);
        TEST_ASSERT_TRUE(report.solve_speed > few); /* the fewer iterations, the more is left */
        few = report.solve_speed;
        TEST_ASSERT_EQUAL_UINT32(0, report.held_vertices);
        world_check_valid(world);
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_resolve(world, &in, &report));
    TEST_ASSERT_TRUE(report.solve_error == 0.0f && report.solve_speed == 0.0f);
}

void test_cloth_that_leaves_the_domain_is_held_and_the_rest_goes_on(void)
{
    add_sheet(0.0f, 0.0f, -4095.99f);
    add_sheet(0.0f, 0.0f, 1.0f);
    make_world();
    for (uint32_t k = 0; k < 10; k++) {
        TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
    }
    TEST_ASSERT_TRUE(report.nonfinite > 0);
    TEST_ASSERT_EQUAL_UINT32(SIDE * SIDE, report.held_vertices);
    TEST_ASSERT_TRUE(hem_body_positions(world, bodies[0])[0].z > -4096.0f);
    TEST_ASSERT_TRUE(hem_body_positions(world, bodies[1])[0].z < 1.0f);
}

/* ---- memory ---- */

void test_no_step_of_cloth_runs_out_of_scratch_in_any_world(void)
{
    test_random random = {81};
    for (uint32_t round = 0; round < hem_test_count(60); round++) {
        uint32_t v = 0, f = 0;
        for (uint32_t wanted = 1u + random_below(&random, MOST); count < wanted; count++) {
            shapes[count] = world_shape_random(&random);
            v += shapes[count].vertex_count;
            f += shapes[count].triangle_count;
        }
        const uint32_t contacts[] = {0, 1, v, HEM_CONTACTS(v), random_below(&random, 2000)};
        world = take_world(count, v, f, contacts[random_below(&random, 5)]);
        uint32_t cloth = 0;
        for (uint32_t i = 0; i < count; i++) {
            hem_body_def def = world_shape_def(&shapes[i]);
            hem_status status = hem_add_body(world, &def, &bodies[i], NULL);
            TEST_ASSERT_TRUE(status == HEM_OK || status == HEM_ZERO_AREA);
            cloth += status == HEM_OK && shapes[i].kind <= (uint32_t)HEM_SOFT;
        }
        TEST_ASSERT_TRUE(world->cloth_bytes <= world->offset.contacts - world->offset.cloth);
        TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
        TEST_ASSERT_EQUAL_UINT32(0, report.phase[HEM_PHASE_INTEGRATE].undone);
        TEST_ASSERT_EQUAL_UINT32(0, report.scratch.left_out);
        TEST_ASSERT_TRUE(report.scratch.used <= report.scratch.capacity);
        TEST_ASSERT_TRUE(cloth > 0 || world->cloth_bytes == 0);
        forget();
    }
}

void test_a_world_that_simulates_takes_at_most_a_thousand_bytes_a_vertex(void)
{
    for (uint32_t v = 1000; v <= 100000; v *= 10u) {
        uint32_t b = v / 100u, f = 162u * b;
        uint64_t all = HEM_CLOTH_WORLD_BYTES(b, v, f, HEM_EDGES(v, f), HEM_CONTACTS(v));
        hem_caps caps = hem_default_cloth_caps(b, v, f, HEM_EDGES(v, f), HEM_CONTACTS(v));
        TEST_ASSERT_EQUAL_UINT64(all, hem_world_bytes(&caps));
        TEST_ASSERT_TRUE(all <= 1000u * (uint64_t)v);
        caps.cloth_triangles = 0;
        TEST_ASSERT_EQUAL_UINT64(HEM_WORLD_BYTES(b, v, f, HEM_EDGES(v, f), HEM_CONTACTS(v)),
                                 hem_world_bytes(&caps));
    }
}

void test_capacities_are_printed_with_cloth(void)
{
    char text[400];
    add_sheet(0.0f, 0.0f, 1.0f);
    make_world();
    step(world, 1);
    TEST_ASSERT_TRUE(hem_world_print_caps(world, text, sizeof text) < sizeof text);
    TEST_ASSERT_NOT_NULL(strstr(text, "HEM_CLOTH_WORLD_BYTES_WITH(1u, 144u, 242u, "));
    TEST_ASSERT_NOT_NULL(strstr(text, "caps.cloth_triangles = 242u;"));
}

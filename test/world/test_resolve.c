/* Steps of a world: what moves and what does not, the same bits again and again, in any block, and
 * every refusal. That steps end clean is shown elsewhere. */
#include "unity.h"

#include "world/world_block.h"
#include "guarded_block.h"
#include "world_shapes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE     6u
#define VERTICES (SIDE * SIDE)
#define LAYERS   3u
#define FLOOR    10u
#define DT       (1.0f / 90.0f)

static hem_world *world;
static hem_body floor_body, layers[LAYERS];
static hem_step_in in;
static hem_report report;

/* Sheets above each other and above a larger floor, all with some way to fall. */
static void fill_world(hem_world *to)
{
    world_shape ground = world_shape_sheet(FLOOR, FLOOR, (hem_vec3){-0.02f, -0.02f, 0.0f});
    world_shape sheet = world_shape_sheet(SIDE, SIDE, (hem_vec3){0.0f, 0.0f, 0.0f});
    ground.kind = HEM_STATIC;
    floor_body = world_shape_add(to, &ground);
    for (uint32_t i = 0; i < LAYERS; i++) {
        for (uint32_t v = 0; v < VERTICES; v++) {
            sheet.positions[v].x += 0.0013f;
            sheet.positions[v].z = 0.002f * (float)(i + 1u);
        }
        layers[i] = world_shape_add(to, &sheet);
    }
    world_shape_free(&ground);
    world_shape_free(&sheet);
}

static hem_world *make_world(uint32_t contacts)
{
    hem_world *made =
        world_take(LAYERS + 2u, (LAYERS + 1u) * VERTICES + FLOOR * FLOOR, 400, contacts);
    fill_world(made);
    return made;
}

void setUp(void)
{
    world = make_world(2000);
    in = hem_default_step_in(DT);
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

/* Every sheet is to fall by so much, and a little more in the middle. */
static void fall(hem_world *in_world, float depth)
{
    hem_vec3 ends[VERTICES];
    for (uint32_t i = 0; i < LAYERS; i++) {
        const hem_vec3 *now = hem_body_positions(in_world, layers[i]);
        for (uint32_t v = 0; v < VERTICES; v++) {
            ends[v] = now[v];
            ends[v].z -= depth * (1.0f + 0.1f * (float)(v % 5u));
        }
        TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(in_world, layers[i], ends, VERTICES));
    }
}

static void step_down(hem_world *in_world)
{
    fall(in_world, 0.001f);
    TEST_ASSERT_TRUE(hem_resolve(in_world, &in, &report) >= HEM_OK);
}

static bool is_above(const hem_world *of, hem_body upper, hem_body lower)
{
    const hem_vec3 *a = hem_body_positions(of, upper), *b = hem_body_positions(of, lower);
    float low = a[0].z, high = b[0].z;
    for (uint32_t v = 0; v < hem_body_mesh(of, upper)->vertex_count; v++) {
        low = fminf(low, a[v].z);
    }
    for (uint32_t v = 0; v < hem_body_mesh(of, lower)->vertex_count; v++) {
        high = fmaxf(high, b[v].z);
    }
    return low > high;
}

/* ---- what moves ---- */

void test_what_has_room_goes_to_its_candidate_to_the_bit(void)
{
    hem_vec3 ends[VERTICES];
    const hem_vec3 *now = hem_body_positions(world, layers[LAYERS - 1u]);
    for (uint32_t v = 0; v < VERTICES; v++) {
        ends[v] = now[v];
        ends[v].z += 0.013f;
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, layers[LAYERS - 1u], ends, VERTICES));
    TEST_ASSERT_EQUAL(HEM_OK, hem_resolve(world, &in, &report));
    TEST_ASSERT_EQUAL_MEMORY(ends, hem_body_positions(world, layers[LAYERS - 1u]), sizeof ends);
    TEST_ASSERT_FLOAT_WITHIN(1e-3f, 0.013f * 90.0f,
                             hem_body_velocities(world, layers[LAYERS - 1u])[5].z);
    TEST_ASSERT_EQUAL_UINT32(0, report.hits);
    TEST_ASSERT_EQUAL_UINT32(0, report.held_vertices);
    TEST_ASSERT_EQUAL_UINT32(1, world->step);
    world_check_valid(world);
}

void test_what_deforms_and_is_told_nothing_goes_on(void)
{
    test_what_has_room_goes_to_its_candidate_to_the_bit();
    float before = hem_body_positions(world, layers[LAYERS - 1u])[5].z;
    TEST_ASSERT_EQUAL(HEM_OK, hem_resolve(world, &in, &report));
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, before + 0.013f,
                             hem_body_positions(world, layers[LAYERS - 1u])[5].z);
}

void test_sheets_that_fall_stay_above_what_is_below(void)
{
    hem_vec3 rest[FLOOR * FLOOR];
    memcpy(rest, hem_body_positions(world, floor_body), sizeof rest);
    for (uint32_t step = 0; step < 30; step++) {
        step_down(world);
        world_check_valid(world);
        TEST_ASSERT_TRUE(is_above(world, layers[0], floor_body));
        TEST_ASSERT_EQUAL_MEMORY(rest, hem_body_positions(world, floor_body), sizeof rest);
        TEST_ASSERT_EACH_EQUAL_HEX8(0, hem_body_velocities(world, floor_body), sizeof rest);
        TEST_ASSERT_EQUAL_UINT32(0, report.pinched);
        TEST_ASSERT_EQUAL_UINT32(0, report.nonfinite);
        TEST_ASSERT_EQUAL_UINT32(0, report.scratch.left_out);
    }
    uint32_t count = hem_world_contact_count(world);
    hem_impact contact;
    TEST_ASSERT_EQUAL_UINT32(world->contact_count, count);
    TEST_ASSERT_TRUE(count > 0);
    for (uint32_t i = 0; i < count; i++) {
        TEST_ASSERT_TRUE(hem_world_contact(world, i, &contact));
        TEST_ASSERT_FLOAT_WITHIN(1e-4f, 1.0f, hem_length(contact.normal));
        TEST_ASSERT_TRUE(contact.distance <= 1.5f * 0.001f);
        TEST_ASSERT_TRUE(contact.vertex[3] < world->vertex_count);
    }
    TEST_ASSERT_FALSE(hem_world_contact(world, count, &contact));
    TEST_ASSERT_FALSE(hem_world_contact(world, 0, NULL));
    uint64_t hash = hem_world_hash(world);
    TEST_ASSERT_FALSE(hem_world_contact(world, 0, (hem_impact *)(void *)hem_world_ends(world)));
    TEST_ASSERT_FALSE(
        hem_world_contact(world, 0, (hem_impact *)(void *)hem_world_positions(world)));
    TEST_ASSERT_EQUAL_HEX64(hash, hem_world_hash(world));
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, floor_body));
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_contact_count(world));
    TEST_ASSERT_FALSE(hem_world_contact(world, 0, &contact));
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_contact_count(NULL));
    TEST_ASSERT_FALSE(hem_world_contact(NULL, 0, &contact));
}

void test_a_kinematic_body_goes_its_way_and_then_stays(void)
{
    guarded_block_check_and_free();
    world_shape sheet = world_shape_sheet(SIDE, SIDE, (hem_vec3){0.0f, 0.0f, 0.0f});
    world = world_take(2, 2 * VERTICES, 2 * sheet.triangle_count, 500);
    sheet.kind = HEM_KINEMATIC;
    hem_body platform = world_shape_add(world, &sheet);
    sheet.kind = HEM_CLOTH;
    for (uint32_t v = 0; v < VERTICES; v++) {
        sheet.positions[v].z = 0.003f;
    }
    hem_body cloth = world_shape_add(world, &sheet);
    hem_vec3 ends[VERTICES];
    for (uint32_t step = 0; step < 20; step++) {
        for (uint32_t v = 0; v < VERTICES; v++) {
            ends[v] = hem_body_positions(world, platform)[v];
            ends[v].z += 0.0015f;
        }
        TEST_ASSERT_EQUAL(HEM_OK, hem_set_kinematic(world, platform, ends, VERTICES));
        TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
        TEST_ASSERT_EQUAL_MEMORY(ends, hem_body_positions(world, platform), sizeof ends);
        TEST_ASSERT_TRUE(is_above(world, cloth, platform));
        TEST_ASSERT_EQUAL_UINT32(0, report.pinched);
    }
    TEST_ASSERT_TRUE(hem_body_velocities(world, platform)[0].z > 0.13f);
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    TEST_ASSERT_EQUAL_MEMORY(ends, hem_body_positions(world, platform), sizeof ends);
    TEST_ASSERT_EACH_EQUAL_HEX8(0, hem_body_velocities(world, platform), sizeof ends);
    world_shape_free(&sheet);
}

void test_a_pinned_vertex_goes_where_it_is_led(void)
{
    const uint32_t pins[] = {0, SIDE - 1u, VERTICES - 1u};
    for (uint32_t i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(world, layers[1], pins[i], true));
    }
    for (uint32_t step = 0; step < 10; step++) {
        hem_vec3 led[VERTICES];
        fall(world, 0.0002f);
        memcpy(led, hem_body_positions(world, layers[1]), sizeof led);
        TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, layers[1], led, VERTICES));
        TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
        for (uint32_t i = 0; i < 3; i++) {
            TEST_ASSERT_EQUAL_MEMORY(&led[pins[i]], &hem_body_positions(world, layers[1])[pins[i]],
                                     12);
        }
        TEST_ASSERT_EQUAL_UINT32(0, report.pins_held);
    }
}

/* ---- the same again ---- */

void test_two_runs_and_a_copy_elsewhere_have_the_same_hashes(void)
{
    uint64_t hashes[20][HEM_PHASES + 1];
    for (uint32_t step = 0; step < 20; step++) {
        step_down(world);
        for (uint32_t phase = 0; phase < HEM_PHASES; phase++) {
            hashes[step][phase] = report.phase[phase].hash;
        }
        hashes[step][HEM_PHASES] = hem_world_hash(world);
    }
    uint32_t bytes = world->bytes;
    guarded_block_check_and_free();
    world = make_world(2000);
    uint8_t *room = aligned_alloc(16, (bytes + 64u + 15u) / 16u * 16u);
    for (uint32_t step = 0; step < 20; step++) {
        hem_world *now = world;
        if (step % 2u == 1) { /* every other step at another address */
            now = (hem_world *)(void *)(room + 16u * (1u + step % 3u));
            memcpy(now, world, bytes);
            memset(world, 0x33, bytes);
        }
        step_down(now);
        for (uint32_t phase = 0; phase < HEM_PHASES; phase++) {
            TEST_ASSERT_EQUAL_HEX64(hashes[step][phase], report.phase[phase].hash);
        }
        TEST_ASSERT_EQUAL_HEX64(hashes[step][HEM_PHASES], hem_world_hash(now));
        world_check_valid(now);
        if (now != world) {
            memcpy(world, now, bytes);
        }
    }
    free(room);
}

/* The tests of the continuous passes of a few steps without repulsion and with hardly any contacts,
 * so that there are several passes; and where the world is then. */
static uint64_t count_tests(uint64_t *hash)
{
    uint64_t tests = 0;
    guarded_block_check_and_free();
    world = make_world(20);
    in.limits.repel_sweeps = 0;
    for (uint32_t step = 0; step < 12; step++) {
        step_down(world);
        for (uint32_t p = HEM_PHASE_IMPACT; p <= HEM_PHASE_HOLD; p++) {
            tests += report.phase[p].tests;
        }
    }
    *hash = hem_world_hash(world);
    return tests;
}

void test_settings_for_comparison_test_more_and_change_nothing(void)
{
    uint64_t expected, hash;
    uint64_t fewest = count_tests(&expected);
    in.unmarked = true;
    uint64_t unmarked = count_tests(&hash);
    TEST_ASSERT_EQUAL_HEX64(expected, hash);
    TEST_ASSERT_TRUE(unmarked > fewest);
    in.no_volumes = true;
    uint64_t without_volumes = count_tests(&hash);
    TEST_ASSERT_EQUAL_HEX64(expected, hash);
    TEST_ASSERT_TRUE(without_volumes > unmarked);
    in.every_pair = true;
    TEST_ASSERT_TRUE(count_tests(&hash) > without_volumes);
    TEST_ASSERT_EQUAL_HEX64(expected, hash);
}

void test_what_is_left_in_scratch_changes_nothing(void)
{
    uint64_t clean[10];
    for (uint32_t step = 0; step < 10; step++) {
        step_down(world);
        clean[step] = hem_world_hash(world);
    }
    guarded_block_check_and_free();
    world = make_world(2000);
    for (uint32_t step = 0; step < 10; step++) {
        memset((uint8_t *)world + world->offset.scratch, 0xFF,
               world->bytes - world->offset.scratch);
        step_down(world);
        TEST_ASSERT_EQUAL_HEX64(clean[step], hem_world_hash(world));
    }
}

void test_bodies_that_were_added_and_removed_before_leave_no_trace(void)
{
    uint64_t plain[10];
    for (uint32_t step = 0; step < 10; step++) {
        step_down(world);
        plain[step] = report.phase[HEM_PHASE_COMMIT].hash;
    }
    guarded_block_check_and_free();
    world_shape sheet = world_shape_sheet(SIDE, SIDE, (hem_vec3){0.0f, 0.0f, 0.0005f});
    world = world_take(LAYERS + 2u, (LAYERS + 1u) * VERTICES + FLOOR * FLOOR, 400, 2000);
    hem_body extra = world_shape_add(world, &sheet);
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    fill_world(world);
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, extra));
    for (uint32_t step = 0; step < 10; step++) {
        step_down(world);
        TEST_ASSERT_EQUAL_HEX64(plain[step], report.phase[HEM_PHASE_COMMIT].hash);
    }
    world_shape_free(&sheet);
}

/* ---- bounds ---- */

void test_limits_of_zero_skip_a_phase_and_stay_clean(void)
{
    for (uint32_t which = 0; which < 64; which++) {
        guarded_block_check_and_free();
        world = make_world(which % 3u == 0 ? 0 : 2000);
        in = hem_default_step_in(DT);
        uint32_t *limits = &in.limits.repel_sweeps;
        for (uint32_t i = 0; i < 6; i++) {
            limits[i] = (which >> i & 1u) != 0 ? limits[i] : 0;
        }
        for (uint32_t step = 0; step < 6; step++) {
            step_down(world);
            world_check_valid(world);
            TEST_ASSERT_TRUE(is_above(world, layers[0], floor_body));
            TEST_ASSERT_EQUAL_UINT32(0, report.pinched);
            TEST_ASSERT_EQUAL_UINT32(limits[0], report.phase[HEM_PHASE_REPEL].limit);
            TEST_ASSERT_EQUAL_UINT32(limits[1], report.phase[HEM_PHASE_IMPACT].limit);
            TEST_ASSERT_EQUAL_UINT32(limits[3], report.phase[HEM_PHASE_ZONE].limit);
            TEST_ASSERT_EQUAL_UINT32(limits[5], report.phase[HEM_PHASE_HOLD].limit);
            TEST_ASSERT_TRUE(report.phase[HEM_PHASE_REPEL].passes <= limits[0]);
            TEST_ASSERT_TRUE(report.phase[HEM_PHASE_IMPACT].passes <= limits[1]);
            TEST_ASSERT_TRUE(report.phase[HEM_PHASE_ZONE].passes <= limits[3]);
        }
    }
}

void test_a_world_without_bodies_has_nothing_to_do(void)
{
    guarded_block_check_and_free();
    world = world_take(1, 3, 1, 0);
    uint64_t hash = hem_world_hash(world);
    TEST_ASSERT_EQUAL(HEM_OK, hem_resolve(world, &in, &report));
    TEST_ASSERT_EQUAL_HEX64(hash, hem_world_hash(world));
    TEST_ASSERT_EQUAL_UINT32(0, report.hits);
    world_check_valid(world);
}

void test_bodies_that_cannot_move_take_a_step_too(void)
{
    guarded_block_check_and_free();
    world_shape sheet = world_shape_sheet(3, 3, (hem_vec3){0.0f, 0.0f, 0.0f});
    world = world_take(2, 18, 16, 10);
    sheet.kind = HEM_STATIC;
    (void)world_shape_add(world, &sheet);
    sheet.kind = HEM_KINEMATIC;
    (void)world_shape_add(world, &sheet);
    uint64_t hash = hem_world_hash(world);
    TEST_ASSERT_EQUAL(HEM_OK, hem_resolve(world, &in, &report));
    TEST_ASSERT_EQUAL_HEX64(hash, hem_world_hash(world));
    world_shape_free(&sheet);
}

/* ---- refusals ---- */

static void check_refused(hem_status expected)
{
    uint8_t *before = malloc(world->bytes);
    memcpy(before, world, world->bytes);
    TEST_ASSERT_EQUAL(expected, hem_resolve(world, &in, &report));
    TEST_ASSERT_EQUAL_MEMORY(before, world, world->bytes);
    free(before);
}

void test_times_that_are_none_are_refused(void)
{
    const float bad[] = {NAN, INFINITY,       -INFINITY, 0.0f,
                         -DT, FLT_MIN / 2.0f, FLT_MAX,   HEM_DT_MOST * 2.0f};
    fall(world, 0.001f);
    for (uint32_t i = 0; i < 8; i++) {
        in.dt = bad[i];
        check_refused(i < 3 ? HEM_NOT_FINITE : HEM_OUT_OF_RANGE);
    }
    const float good[] = {FLT_MIN, 1e-30f, 1.0f, HEM_DT_MOST};
    for (uint32_t i = 0; i < 4; i++) {
        in.dt = good[i];
        fall(world, 0.001f);
        TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
        world_check_valid(world);
        TEST_ASSERT_TRUE(is_above(world, layers[0], floor_body));
    }
}

void test_a_kinematic_way_in_no_time_leaves_numbers(void)
{
    guarded_block_check_and_free();
    world_shape sheet = world_shape_sheet(3, 3, (hem_vec3){0.0f, 0.0f, 0.0f});
    world = world_take(1, 9, 8, 10);
    sheet.kind = HEM_KINEMATIC;
    hem_body body = world_shape_add(world, &sheet);
    for (uint32_t v = 0; v < 9; v++) {
        sheet.positions[v].x += 4000.0f;
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_kinematic(world, body, sheet.positions, 9));
    in.dt = FLT_MIN;
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    world_check_valid(world);
    world_shape_free(&sheet);
}

void test_what_is_null_foreign_or_in_the_block_is_refused(void)
{
    TEST_ASSERT_EQUAL(HEM_NULL, hem_resolve(NULL, &in, &report));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_resolve(world, NULL, &report));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_resolve(world, &in, NULL));
    uint8_t *inside = (uint8_t *)world + world->offset.scratch;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_resolve(world, (hem_step_in *)(void *)inside, &report));
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_resolve(world, &in, (hem_report *)(void *)inside));
    in.cookie = 0;
    check_refused(HEM_BAD_DEFINITION);
    in = hem_default_step_in(DT);
    world->magic++;
    check_refused(HEM_BAD_WORLD);
}

void test_settings_and_a_report_in_each_other_are_refused(void)
{
    enum { GAP = 8, PLACES = (int)((sizeof in + sizeof report) / GAP) };
    static _Alignas(16) uint8_t room[3u * (sizeof in + sizeof report)];
    uint8_t *before = malloc(world->bytes);
    memcpy(before, world, world->bytes);
    hem_step_in *inside = (hem_step_in *)(void *)(room + GAP * PLACES);
    for (int place = 0; place <= 2 * PLACES; place++) {
        uint8_t *start = room + GAP * place;
        bool apart =
            start + sizeof report <= (uint8_t *)inside || start >= (uint8_t *)inside + sizeof in;
        memcpy(inside, &in, sizeof in);
        hem_status status = hem_resolve(world, inside, (hem_report *)(void *)start);
        TEST_ASSERT_EQUAL(apart, status != HEM_ALIASED);
        if (!apart) {
            TEST_ASSERT_EQUAL_MEMORY(&in, inside, sizeof in);
            TEST_ASSERT_EQUAL_MEMORY(before, world, world->bytes);
        }
        memcpy(world, before, world->bytes);
    }
    free(before);
}

/* What ran out is told: the status of a step and its report say the same, a phase says what it has
 * left, whoever finishes it, and limits of zero are no different from others. */
#include "unity.h"

#include "guarded_block.h"
#include "report_check.h"
#include "world_shapes.h"

#include <string.h>

#define SIDE     10u
#define VERTICES (SIDE * SIDE)
#define FLOOR    16u
#define LAYERS   4u
#define DT       (1.0f / 90.0f)

static hem_world *world;
static hem_body layers[LAYERS];
static hem_step_in in;
static hem_report report;
static const hem_phase_report *repel, *impact, *zone;

/* Sheets on each other above a floor, with room for so many events. */
static void make_world(uint32_t events)
{
    uint32_t vertices = LAYERS * VERTICES + FLOOR * FLOOR, triangles = 2u * vertices;
    hem_caps caps = hem_default_caps(LAYERS + 1u, vertices, triangles, 3u * triangles, 20000);
    caps.orphans = 20u * vertices;
    caps.events = events;
    uint32_t bytes = hem_world_bytes(&caps);
    guarded_block_check_and_free();
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    world_shape ground = world_shape_sheet(FLOOR, FLOOR, (hem_vec3){-0.02f, -0.02f, 0.0f});
    ground.kind = HEM_STATIC;
    (void)world_shape_add(world, &ground);
    world_shape_free(&ground);
    for (uint32_t i = 0; i < LAYERS; i++) {
        float high = (float)(i + 1u);
        world_shape sheet = world_shape_sheet(
            SIDE, SIDE, (hem_vec3){0.003f * high, 0.002f * high, 0.0015f * high - 0.0002f});
        layers[i] = world_shape_add(world, &sheet);
        world_shape_free(&sheet);
    }
}

void setUp(void)
{
    make_world(100);
    in = hem_default_step_in(DT);
    repel = &report.phase[HEM_PHASE_REPEL];
    impact = &report.phase[HEM_PHASE_IMPACT];
    zone = &report.phase[HEM_PHASE_ZONE];
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

/* All sheets are to fall through each other and the floor. */
static hem_status fall(void)
{
    hem_vec3 ends[VERTICES];
    for (uint32_t i = 0; i < LAYERS; i++) {
        const hem_vec3 *now = hem_body_positions(world, layers[i]);
        for (uint32_t v = 0; v < VERTICES; v++) {
            ends[v] = (hem_vec3){now[v].x + 0.001f * (float)i, now[v].y,
                                 now[v].z - 0.012f * (1.0f + 0.1f * (float)(v % 7u))};
        }
        TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, layers[i], ends, VERTICES));
    }
    hem_status status = hem_resolve(world, &in, &report);
    TEST_ASSERT_EQUAL(report_says_limited(&report) ? HEM_LIMITED : HEM_OK, status);
    world_check_valid(world);
    return status;
}

/* ---- passes ---- */

void test_with_enough_of_everything_nothing_is_limited(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, fall());
    TEST_ASSERT_GREATER_THAN_UINT32(2, impact->passes);
    TEST_ASSERT_GREATER_THAN_UINT32(0, report.hits);
}

void test_what_impact_has_left_is_told_although_zones_have_finished_it(void)
{
    in.limits.impact_passes = 1;
    TEST_ASSERT_EQUAL(HEM_LIMITED, fall());
    TEST_ASSERT_GREATER_THAN_UINT32(0, impact->undone);
    TEST_ASSERT_GREATER_THAN_UINT32(0, zone->passes);
    TEST_ASSERT_EQUAL_UINT32(0, zone->undone);
    TEST_ASSERT_EQUAL_UINT32(0, report.held_vertices);
}

/* The last answers of impact are then looked at by zone. */
void test_passes_that_just_suffice_are_not_limited(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, fall());
    uint32_t enough = impact->passes;
    uint64_t hash = hem_world_hash(world);
    make_world(100);
    in.limits.impact_passes = enough - 1u;
    TEST_ASSERT_EQUAL(HEM_OK, fall());
    TEST_ASSERT_EQUAL_UINT32(enough - 1u, impact->passes);
    TEST_ASSERT_EQUAL_UINT32(1, zone->passes);
    TEST_ASSERT_EQUAL_HEX64(hash, hem_world_hash(world));
    make_world(100);
    in.limits.impact_passes = enough - 2u;
    TEST_ASSERT_EQUAL(HEM_LIMITED, fall());
    TEST_ASSERT_GREATER_THAN_UINT32(0, impact->undone);
}

void test_zones_that_run_out_say_what_is_left_to_hold(void)
{
    in.limits.impact_passes = 0;
    in.limits.zone_passes = 1;
    in.limits.zone_sweeps = 1;
    TEST_ASSERT_EQUAL(HEM_LIMITED, fall());
    TEST_ASSERT_TRUE(zone->undone > 0 || report.rigid_zones > 0);
}

void test_zones_that_are_made_rigid_limit_a_step(void)
{
    in.limits.impact_passes = 0;
    in.limits.impact_sweeps = 0;
    in.limits.zone_sweeps = 1;
    for (uint32_t passes = 2; passes < 20; passes += 3) {
        make_world(100);
        in.limits.zone_passes = passes;
        TEST_ASSERT_EQUAL(HEM_LIMITED, fall());
        TEST_ASSERT_TRUE(zone->passes <= passes / 2u + 1u || report.rigid_zones > 0);
    }
}

/* ---- peaks ---- */

static void check_peaks(const uint32_t most[HEM_PHASES][2])
{
    for (uint32_t p = 0; p < HEM_PHASES; p++) {
        TEST_ASSERT_EQUAL_UINT32(most[p][0], report.phase[p].peak);
        TEST_ASSERT_EQUAL_UINT32(most[p][1], report.phase[p].sweep_peak);
        TEST_ASSERT_EQUAL_UINT32(most[p][0], world->peak.phase[p].passes);
    }
}

/* Of steps with limits that come and go, and of a last one that has nothing to do. */
void test_peaks_are_the_most_of_all_steps(void)
{
    static const uint32_t impact_passes[4] = {64, 1, 0, 64};
    uint32_t most[HEM_PHASES][2] = {{0}};
    uint64_t hash = 0;
    for (uint32_t k = 0; k < 4; k++) {
        in.limits.impact_passes = impact_passes[k];
        (void)fall();
        for (uint32_t p = 0; p < HEM_PHASES; p++) {
            const hem_phase_report *phase = &report.phase[p];
            most[p][0] = phase->passes > most[p][0] ? phase->passes : most[p][0];
            most[p][1] = phase->sweeps > most[p][1] ? phase->sweeps : most[p][1];
        }
        check_peaks((const uint32_t(*)[2])most);
        hash = hem_world_hash(world);
    }
    TEST_ASSERT_GREATER_THAN_UINT32(2, impact->peak);
    TEST_ASSERT_GREATER_THAN_UINT32(0, zone->sweep_peak);
    memset(&world->peak, 0, sizeof world->peak);
    TEST_ASSERT_EQUAL_HEX64(hash, hem_world_hash(world));
}

void test_peaks_stay_when_bodies_go(void)
{
    (void)fall();
    uint32_t peak = impact->peak;
    for (uint32_t i = 0; i < LAYERS; i++) {
        TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, layers[i]));
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_resolve(world, &in, &report));
    TEST_ASSERT_LESS_THAN_UINT32(peak, impact->passes);
    TEST_ASSERT_EQUAL_UINT32(peak, impact->peak);
}

/* ---- nothing at all ---- */

void test_what_is_skipped_says_what_it_had_to_do(void)
{
    in.limits.impact_passes = 0;
    TEST_ASSERT_EQUAL(HEM_LIMITED, fall());
    uint32_t left = impact->undone;
    TEST_ASSERT_GREATER_THAN_UINT32(0, left);
    TEST_ASSERT_EQUAL_UINT32(0, impact->passes);
    make_world(100);
    in.limits.zone_passes = 0;
    TEST_ASSERT_EQUAL(HEM_LIMITED, fall());
    TEST_ASSERT_GREATER_OR_EQUAL_UINT32(left, impact->undone);
    TEST_ASSERT_EQUAL_UINT32(impact->undone, zone->undone);
    TEST_ASSERT_GREATER_THAN_UINT32(0, report.held_vertices);
}

void test_zones_that_are_skipped_after_clean_impacts_had_nothing_to_do(void)
{
    in.limits.zone_passes = in.limits.zone_sweeps = in.limits.hold_passes = 0;
    TEST_ASSERT_EQUAL(HEM_OK, fall());
    TEST_ASSERT_EQUAL_UINT32(0, zone->undone);
}

void test_without_anything_to_do_everything_may_be_skipped(void)
{
    for (uint32_t i = 0; i < LAYERS; i++) {
        hem_vec3 away[VERTICES];
        memcpy(away, hem_body_positions(world, layers[i]), sizeof away);
        for (uint32_t v = 0; v < VERTICES; v++) {
            away[v].z += 0.1f * (float)(i + 1u);
        }
        TEST_ASSERT_EQUAL(HEM_OK, hem_teleport(world, layers[i], away, VERTICES));
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(world, layers[0], 0, true));
    memset(&in.limits, 0, sizeof in.limits);
    TEST_ASSERT_EQUAL(HEM_OK, hem_resolve(world, &in, &report));
    TEST_ASSERT_FALSE(report_says_limited(&report));
}

void test_pins_that_meet_are_nothing_that_impacts_have_left(void)
{
    for (uint32_t i = 0; i < LAYERS; i++) {
        for (uint32_t v = 0; v < VERTICES; v++) {
            TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(world, layers[i], v, true));
        }
    }
    TEST_ASSERT_EQUAL(HEM_LIMITED, fall());
    TEST_ASSERT_GREATER_THAN_UINT32(0, report.pins_held);
    TEST_ASSERT_EQUAL_UINT32(0, impact->undone + zone->undone);
}

/* ---- sweeps ---- */

void test_without_sweeps_impact_looks_once_and_leaves_it_to_zones(void)
{
    in.limits.impact_sweeps = 0;
    TEST_ASSERT_EQUAL(HEM_LIMITED, fall());
    TEST_ASSERT_EQUAL_UINT32(1, impact->passes);
    TEST_ASSERT_EQUAL_UINT32(0, report.impacts);
    TEST_ASSERT_GREATER_THAN_UINT32(0, impact->undone);
    TEST_ASSERT_GREATER_THAN_UINT32(0, impact->unsettled);
}

void test_sweeps_that_run_out_are_counted_and_passes_see_to_the_rest(void)
{
    in.limits.impact_sweeps = 1;
    TEST_ASSERT_EQUAL(HEM_OK, fall());
    TEST_ASSERT_GREATER_THAN_UINT32(0, impact->unsettled);
    TEST_ASSERT_EQUAL_UINT32(0, impact->undone);
}

void test_sweeps_of_repel_that_run_out_are_counted(void)
{
    in.limits.repel_sweeps = 1;
    TEST_ASSERT_EQUAL(HEM_OK, fall());
    TEST_ASSERT_GREATER_THAN_UINT32(0, repel->unsettled);
    uint32_t after_one = repel->unsettled;
    make_world(100);
    in.limits.repel_sweeps = 100000;
    (void)fall();
    TEST_ASSERT_TRUE(repel->unsettled == 0 || repel->passes == 100000);
    make_world(100);
    in.limits.repel_sweeps = 0;
    TEST_ASSERT_EQUAL(HEM_LIMITED, fall());
    TEST_ASSERT_GREATER_OR_EQUAL_UINT32(after_one, repel->undone);
}

void test_inelastic_zones_that_are_skipped_limit_a_step(void)
{
    in.limits.impact_passes = 0;
    in.limits.zone_sweeps = 0;
    TEST_ASSERT_EQUAL(HEM_LIMITED, fall());
    TEST_ASSERT_GREATER_THAN_UINT32(0, zone->unsettled);
}

/* ---- room ---- */

void test_events_without_room_limit_a_step_and_change_nothing_else(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, fall());
    uint32_t all = report.events.used;
    uint64_t hash = hem_world_hash(world);
    TEST_ASSERT_GREATER_THAN_UINT32(1, all);
    for (uint32_t events = 0; events <= all; events++) {
        make_world(events);
        TEST_ASSERT_EQUAL(events < all ? HEM_LIMITED : HEM_OK, fall());
        TEST_ASSERT_EQUAL(events<all, report.events.left_out> 0);
        TEST_ASSERT_EQUAL_HEX64(hash, hem_world_hash(world));
    }
}

/* ---- all of it ---- */

void test_status_and_report_agree_whatever_runs_out(void)
{
    test_random random = {11};
    for (uint32_t round = 0; round < 60; round++) {
        uint32_t *limits = &in.limits.repel_sweeps;
        in = hem_default_step_in(DT);
        make_world(random_below(&random, 2) == 0 ? random_below(&random, 6) : 100u);
        for (uint32_t i = 0; i < 6; i++) {
            limits[i] = random_below(&random, 2) == 0 ? random_below(&random, 4) : limits[i];
        }
        for (uint32_t k = 0; k < 3; k++) {
            (void)fall();
        }
    }
}

/* The inelastic solve of zones: against a solve in double, and what it keeps. */
#include "unity.h"

#include "hem/respond.h"
#include "respond_cases.h"
#include "test_scale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static respond_case now, earlier;
static hem_zones zones;
static hem_zones_out out;
static hem_arena arena;
HEM_BLOCK(memory, HEM_ZONES_BYTES(RESPOND_VERTICES, RESPOND_IMPACTS) +
                      HEM_ZONE_SOLVE_BYTES(RESPOND_VERTICES, RESPOND_IMPACTS));
static hem_zone_def def;

void setUp(void)
{
    def = hem_default_zone_def(RESPOND_VERTICES, RESPOND_IMPACTS);
}

void tearDown(void)
{
}

/* Makes zones of `now` and solves them all. */
static hem_status solve(void)
{
    earlier = now;
    hem_arena_init(&arena, memory, sizeof memory);
    hem_zones_in in = {
        .respond = respond_case_in(&now), .zones = &zones, .def = def, .scratch = &arena};
    TEST_ASSERT_EQUAL(HEM_OK, hem_zones_make(&in.respond, &def, &arena, &zones));
    return hem_zones_inelastic(&in, &out);
}

static void make(test_random *random, float heavy, bool hits)
{
    respond_kind kind = respond_kind_random(random);
    kind.vertices = 8u + random_below(random, 60);
    kind.impacts = 1u + random_below(random, kind.vertices / 2u);
    kind.heavy = heavy;
    kind.hits = hits;
    respond_case_make(&now, kind, random);
}

static double target_of(const hem_impact *impact)
{
    double thickness = (double)now.touch.thickness, distance = (double)impact->distance;
    return fmin(thickness - distance, fmax(0.1 * thickness - distance, 0.0)) / (double)now.dt;
}

/* The largest speed of the case, which rounding goes by. */
static double speed_of(const respond_case *system)
{
    double largest = 0.0;
    for (uint32_t v = 0; v < system->vertex_count; v++) {
        largest = fmax(largest, double3_length(double3_of(system->velocity[v])));
    }
    return largest;
}

void test_no_impact_of_a_solved_zone_approaches(void)
{
    test_random random = {51};
    uint32_t solved = 0, unsolved = 0;
    for (uint32_t i = 0; i < hem_test_count(2000); i++) {
        make(&random, i % 4 == 0 ? 0.2f : 0.0f, i % 2 == 0);
        hem_status status = solve();
        TEST_ASSERT_EQUAL(out.unsolved > 0 ? HEM_LIMITED : HEM_OK, status);
        TEST_ASSERT_EQUAL(zones.zone_count, out.solved + out.unsolved);
        solved += out.solved;
        unsolved += out.unsolved;
        for (uint32_t z = 0; z < zones.zone_count; z++) {
            const hem_zone *zone = &zones.zones[z];
            bool done = zone->state == HEM_ZONE_SOLVED;
            TEST_ASSERT_EQUAL(done, zone->approach <= def.tolerance);
            for (uint32_t k = 0; k < zone->impact_count; k++) {
                const hem_impact *impact = &now.impacts[zones.impacts[zone->first_impact + k]];
                double speed =
                    double3_dot(impact_velocity(&now, impact), double3_of(impact->normal));
                double short_by = target_of(impact) - speed;
                TEST_ASSERT_TRUE(short_by <= (double)zone->approach +
                                                 1e-5 * (speed_of(&now) + speed_of(&earlier)));
            }
        }
    }
    printf("%u zones solved, %u not\n", solved, unsolved);
    TEST_ASSERT_TRUE(solved > 4u * unsolved);
}

/* Gauss-Seidel in double until nothing changes: the velocities nearest to the candidates, by mass,
 * that no impact forbids. They are unique. */
static void solve_in_double(double3 *velocity)
{
    static double impulse[RESPOND_IMPACTS];
    for (uint32_t v = 0; v < now.vertex_count; v++) {
        velocity[v] = double3_of(earlier.velocity[v]);
    }
    memset(impulse, 0, sizeof impulse);
    for (uint32_t sweep = 0; sweep < 5000; sweep++) {
        for (uint32_t i = 0; i < now.impact_count; i++) {
            const hem_impact *impact = &now.impacts[i];
            double3 normal = double3_of(impact->normal), relative = {0.0, 0.0, 0.0};
            double compliance = 0.0;
            for (uint32_t k = 0; k < 4; k++) {
                double weight = (double)impact->weight[k];
                relative = double3_add_scaled(relative, weight, velocity[impact->vertex[k]]);
                compliance += weight * weight * (double)now.inverse_mass[impact->vertex[k]];
            }
            double short_by = target_of(impact) - double3_dot(relative, normal);
            double after = fmax(impulse[i] + short_by / compliance, 0.0);
            double change = after - impulse[i];
            impulse[i] = after;
            for (uint32_t k = 0; k < 4; k++) {
                uint32_t v = impact->vertex[k];
                double size = (double)impact->weight[k] * (double)now.inverse_mass[v] * change;
                velocity[v] = double3_add_scaled(velocity[v], size, normal);
            }
        }
    }
}

void test_the_solve_agrees_with_one_in_double(void)
{
    test_random random = {52};
    static double3 expected[RESPOND_VERTICES];
    double worst = 0.0;
    def.sweeps = 3000;
    for (uint32_t i = 0; i < hem_test_count(150); i++) {
        respond_kind kind = {.vertices = 24,
                             .impacts = 1u + random_below(&random, 14),
                             .size = 0.1f,
                             .speed = 1.0f,
                             .common = 1.0f,
                             .decades = 1.0f,
                             .hits = i % 2 == 0};
        respond_case_make(&now, kind, &random);
        def.tolerance = 1e-6f;
        solve();
        if (out.unsolved > 0) {
            continue;
        }
        solve_in_double(expected);
        for (uint32_t v = 0; v < now.vertex_count; v++) {
            double off =
                double3_length(double3_add_scaled(expected[v], -1.0, double3_of(now.velocity[v])));
            worst = fmax(worst, off / (speed_of(&earlier) + speed_of(&now)));
        }
    }
    printf("off the solve in double by %.2g of the largest speed\n", worst);
    TEST_ASSERT_TRUE(worst <= 1e-4);
}

void test_momenta_stay_whether_solved_or_not(void)
{
    test_random random = {53};
    double linear = 0.0, angular = 0.0;
    for (uint32_t i = 0; i < hem_test_count(3000); i++) {
        make(&random, 0.0f, false);
        def.sweeps = i % 3 == 0 ? 2 : 64;
        momenta before = momenta_of(&now);
        solve();
        momenta after = momenta_of(&now);
        linear = fmax(linear, linear_change(&before, &after));
        angular = fmax(angular, angular_change(&before, &after));
    }
    printf("momenta change by at most %.2g (linear), %.2g (angular)\n", linear, angular);
    TEST_ASSERT_TRUE(linear <= 1e-5);
    TEST_ASSERT_TRUE(angular <= 1e-5);
}

void test_linear_momentum_stays_for_hits_of_any_direction(void)
{
    test_random random = {54};
    double linear = 0.0;
    for (uint32_t i = 0; i < hem_test_count(2000); i++) {
        make(&random, 0.0f, true);
        momenta before = momenta_of(&now);
        solve();
        momenta after = momenta_of(&now);
        linear = fmax(linear, linear_change(&before, &after));
    }
    TEST_ASSERT_TRUE(linear <= 1e-5);
}

void test_without_a_gap_to_make_no_energy_comes_in(void)
{
    test_random random = {55};
    for (uint32_t i = 0; i < hem_test_count(2000); i++) {
        make(&random, 0.0f, i % 2 == 0);
        now.touch.thickness = 0.0f;
        def.sweeps = 1u + random_below(&random, 64);
        momenta before = momenta_of(&now);
        solve();
        momenta after = momenta_of(&now);
        TEST_ASSERT_TRUE(after.energy <= before.energy * (1.0 + 1e-5));
    }
}

void test_the_order_of_finding_does_not_matter_after_sorting(void)
{
    test_random random = {56};
    static respond_case found, first;
    for (uint32_t i = 0; i < hem_test_count(500); i++) {
        make(&random, 0.1f, true);
        found = now;
        respond_case_sort(&now);
        solve();
        first = now;
        now = found;
        respond_case_shuffle(&now, &random);
        respond_case_sort(&now);
        solve();
        TEST_ASSERT_EQUAL_MEMORY(&first, &now, sizeof now);
    }
}

void test_infinite_masses_and_what_is_in_no_zone_keep_every_bit(void)
{
    test_random random = {57};
    for (uint32_t i = 0; i < hem_test_count(1000); i++) {
        make(&random, 0.4f, true);
        solve();
        bool in_zone[RESPOND_VERTICES] = {false};
        for (uint32_t k = 0; k < zones.vertex_count; k++) {
            in_zone[zones.vertices[k]] = true;
        }
        for (uint32_t v = 0; v < now.vertex_count; v++) {
            if (!in_zone[v]) {
                TEST_ASSERT_EQUAL_MEMORY(&earlier.velocity[v], &now.velocity[v], sizeof(hem_vec3));
            }
        }
    }
}

void test_zones_that_are_not_chosen_are_left_alone(void)
{
    test_random random = {58};
    static const uint8_t chosen[RESPOND_VERTICES] = {0};
    make(&random, 0.0f, true);
    solve();
    now = earlier;
    hem_zones_in in = {.respond = respond_case_in(&now),
                       .zones = &zones,
                       .chosen = chosen,
                       .def = def,
                       .scratch = &arena};
    TEST_ASSERT_EQUAL(HEM_OK, hem_zones_inelastic(&in, &out));
    TEST_ASSERT_EQUAL(0, out.solved + out.unsolved);
    TEST_ASSERT_EQUAL_MEMORY(&earlier, &now, sizeof now);
}

void test_no_sweeps_change_nothing_and_are_said(void)
{
    test_random random = {59};
    make(&random, 0.0f, true);
    now.touch.thickness = 0.1f;
    for (uint32_t v = 0; v < now.vertex_count; v++) {
        now.velocity[v] = (hem_vec3){0.0f, 0.0f, 0.0f};
    }
    def.sweeps = 0;
    TEST_ASSERT_EQUAL(HEM_LIMITED, solve());
    TEST_ASSERT_EQUAL(zones.zone_count, out.unsolved);
    TEST_ASSERT_EQUAL_MEMORY(&earlier, &now, sizeof now);
}

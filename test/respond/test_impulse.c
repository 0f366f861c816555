/* Impulses: what they bring about, what they keep, and what they never do, against double. */
#include "unity.h"

#include "hem/respond.h"
#include "respond/impact_order.h"
#include "respond/impulse.h"
#include "respond_cases.h"
#include "test_scale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static respond_case now, earlier;
static hem_impulses_out out;

void setUp(void)
{
}

void tearDown(void)
{
}

/* A case of one impact, or of many. */
static void make(test_random *random, uint32_t impacts, float friction)
{
    respond_kind kind = respond_kind_random(random);
    kind.impacts = impacts > 0 ? impacts : kind.impacts;
    respond_case_make(&now, kind, random);
    now.touch.friction = friction;
    earlier = now;
}

static void apply(void)
{
    hem_respond_in in = respond_case_in(&now);
    TEST_ASSERT_EQUAL(HEM_OK, hem_impulses(&in, &out));
    TEST_ASSERT_EQUAL(in.count, out.applied + out.apart + out.immovable);
}

static double target_of(const respond_case *system, const hem_impact *impact)
{
    double thickness = (double)system->touch.thickness, distance = (double)impact->distance;
    double aim = fmin(thickness, fmax(distance, 0.1 * thickness));
    return (aim - distance) / (double)system->dt;
}

/* Change of the points' velocity by a unit impulse, and that of the vertex that it moves most. */
static double compliance_of(const respond_case *system, const hem_impact *impact, double *most)
{
    double sum = 0.0;
    *most = 0.0;
    for (uint32_t k = 0; k < 4; k++) {
        double weight = (double)impact->weight[k];
        double inverse = (double)system->inverse_mass[impact->vertex[k]];
        sum += weight * weight * inverse;
        *most = fmax(*most, fabs(weight) * inverse);
    }
    return sum;
}

/* A float that comes of velocities and weights is good to so much. */
static double rounding(const respond_case *system, const hem_impact *impact)
{
    double size = fabs(target_of(system, impact));
    for (uint32_t k = 0; k < 4; k++) {
        size += double3_length(double3_of(system->velocity[impact->vertex[k]]));
    }
    return 3e-6 * size;
}

void test_an_impulse_brings_the_points_to_their_target_speed(void)
{
    test_random random = {11};
    uint32_t applied = 0, in_part = 0;
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        make(&random, 1, 0.0f);
        apply();
        const hem_impact *impact = &now.impacts[0];
        double3 normal = double3_of(impact->normal);
        double before = double3_dot(impact_velocity(&earlier, impact), normal);
        double after = double3_dot(impact_velocity(&now, impact), normal);
        double target = target_of(&now, impact), most;
        double close = rounding(&now, impact) + rounding(&earlier, impact);
        double compliance = compliance_of(&now, impact, &most);
        if (out.apart > 0) {
            double enough = 0.001 * (double)now.touch.thickness / (double)now.dt;
            TEST_ASSERT_TRUE(before >= target - enough - close);
            TEST_ASSERT_EQUAL_MEMORY(&earlier, &now, sizeof now);
        } else if (out.immovable > 0) {
            TEST_ASSERT_TRUE(compliance < 1e-12);
            TEST_ASSERT_EQUAL_MEMORY(&earlier, &now, sizeof now);
        } else {
            double share = fmin(compliance * 16.0 / most, 1.0);
            applied++;
            in_part += share < 1.0;
            double expected = before + share * (target - before);
            if (fabs(after - expected) > close) {
                printf("case %u: %g expected %g close %g\n", i, after, expected, close);
            }
            TEST_ASSERT_TRUE(fabs(after - expected) <= close);
        }
    }
    TEST_ASSERT_TRUE(applied > hem_test_count(20000) / 4u);
    TEST_ASSERT_TRUE(in_part > 0);
}

void test_no_vertex_changes_more_than_sixteen_times_what_is_needed(void)
{
    test_random random = {12};
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        make(&random, 1, 0.0f);
        apply();
        const hem_impact *impact = &now.impacts[0];
        double before = double3_dot(impact_velocity(&earlier, impact), double3_of(impact->normal));
        double needed = target_of(&now, impact) - before;
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t v = impact->vertex[k];
            double3 change = double3_add_scaled(double3_of(now.velocity[v]), -1.0,
                                                double3_of(earlier.velocity[v]));
            TEST_ASSERT_TRUE(double3_length(change) <=
                             16.0 * (fabs(needed) + rounding(&earlier, impact)) * 1.001);
        }
    }
}

void test_linear_momentum_stays_through_lists_of_impacts(void)
{
    test_random random = {13};
    double worst = 0.0;
    for (uint32_t i = 0; i < hem_test_count(4000); i++) {
        respond_kind kind = respond_kind_random(&random);
        kind.heavy = 0.0f;
        respond_case_make(&now, kind, &random);
        now.touch.friction = i % 2 == 0 ? 0.0f : 0.5f;
        /* Weights may be off by a hundred-thousandth. */
        for (uint32_t k = 0; k < 4u * now.impact_count; k++) {
            now.impacts[k / 4u].weight[k % 4u] *= 1.0f + random_float(&random, -1e-5f, 1e-5f);
        }
        momenta before = momenta_of(&now);
        apply();
        momenta after = momenta_of(&now);
        worst = fmax(worst, linear_change(&before, &after));
    }
    printf("linear momentum changes by at most %.2g\n", worst);
    TEST_ASSERT_TRUE(worst <= 1e-6); /* 1e-5 is promised */
}

/* Impulses P add d x P to angular momentum, d being the way between the points: nothing along it.
 */
void test_angular_momentum_changes_by_the_way_between_the_points_alone(void)
{
    test_random random = {14};
    double worst_along = 0.0, worst_any = 0.0;
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        respond_kind kind = respond_kind_random(&random);
        kind.heavy = 0.0f;
        kind.impacts = 1;
        kind.hits = i % 2 == 0;
        respond_case_make(&now, kind, &random);
        now.touch.friction = i % 4 == 0 ? 0.4f : 0.0f;
        earlier = now;
        momenta before = momenta_of(&now);
        apply();
        momenta after = momenta_of(&now);
        const hem_impact *impact = &now.impacts[0];
        double3 impulse = {0.0, 0.0, 0.0};
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t v = impact->vertex[k];
            if (impact->weight[k] > 0.0f) {
                double3 change = double3_add_scaled(double3_of(now.velocity[v]), -1.0,
                                                    double3_of(earlier.velocity[v]));
                impulse = double3_add_scaled(impulse, 1.0 / (double)now.inverse_mass[v], change);
            }
        }
        if (kind.hits) {
            double3 turn = double3_cross(impact_way(&now, impact), impulse);
            before.angular = double3_add_scaled(before.angular, 1.0, turn);
            worst_any = fmax(worst_any, angular_change(&before, &after));
        } else {
            worst_along = fmax(worst_along, angular_change(&before, &after));
        }
    }
    printf("angular momentum: %.2g along the way, %.2g off d x P otherwise\n", worst_along,
           worst_any);
    TEST_ASSERT_TRUE(worst_along <= 1e-5);
    TEST_ASSERT_TRUE(worst_any <= 1e-5);
}

/* At a hit the points are one, and so nothing is turned about the places then, friction or not. */
void test_angular_momentum_about_the_places_of_a_hit_stays(void)
{
    test_random random = {15};
    double worst = 0.0;
    for (uint32_t i = 0; i < hem_test_count(10000); i++) {
        respond_kind kind = respond_kind_random(&random);
        kind.heavy = 0.0f;
        kind.impacts = 1;
        kind.hits = true;
        respond_case_make(&now, kind, &random);
        now.touch.friction = 0.4f;
        /* The places given are those of the hit: a corner moves so that the points are one. */
        hem_impact *impact = &now.impacts[0];
        uint32_t moved = 0;
        for (uint32_t k = 1; k < 4; k++) {
            moved = fabsf(impact->weight[k]) > fabsf(impact->weight[moved]) ? k : moved;
        }
        double3 way = impact_way(&now, impact);
        hem_vec3 *corner = &now.start[impact->vertex[moved]];
        double3 to =
            double3_add_scaled(double3_of(*corner), -1.0 / (double)impact->weight[moved], way);
        *corner = (hem_vec3){(float)to.x, (float)to.y, (float)to.z};
        momenta before = momenta_of(&now);
        apply();
        momenta after = momenta_of(&now);
        /* Far from the origin a place is no closer to the point than its last bit. */
        double grain = (double)kind.place * 1.2e-7 / (double)kind.size;
        worst = fmax(worst, angular_change(&before, &after) - 8.0 * grain);
    }
    TEST_ASSERT_TRUE(worst <= 1e-5);
}

void test_energy_grows_by_no_more_than_the_target_speed_has(void)
{
    test_random random = {16};
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        respond_kind kind = respond_kind_random(&random);
        kind.heavy = 0.0f;
        kind.impacts = 1;
        respond_case_make(&now, kind, &random);
        now.touch.friction = i % 2 == 0 ? 0.7f : 0.0f;
        momenta before = momenta_of(&now);
        apply();
        momenta after = momenta_of(&now);
        double most, target = fmax(target_of(&now, &now.impacts[0]), 0.0);
        double compliance = compliance_of(&now, &now.impacts[0], &most);
        double added = 0.5 * target * target / fmax(compliance, most / 16.0);
        TEST_ASSERT_TRUE(after.energy <= (before.energy + added) * (1.0 + 2e-6));
    }
}

void test_friction_stays_in_its_cone_and_never_turns_slip_round(void)
{
    test_random random = {17};
    uint32_t stopped = 0, slowed = 0;
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        make(&random, 1, random_float(&random, 0.0f, 2.0f));
        apply();
        if (out.applied == 0) {
            continue;
        }
        const hem_impact *impact = &now.impacts[0];
        double3 normal = double3_of(impact->normal);
        double3 before = impact_velocity(&earlier, impact), after = impact_velocity(&now, impact);
        double speed_before = double3_dot(before, normal), speed_after = double3_dot(after, normal);
        double3 slip_before = double3_add_scaled(before, -speed_before, normal);
        double3 slip_after = double3_add_scaled(after, -speed_after, normal);
        double close = rounding(&now, impact) + rounding(&earlier, impact);
        double lost = double3_length(slip_before) - double3_length(slip_after);
        double cone = (double)now.touch.friction * (speed_after - speed_before);
        TEST_ASSERT_TRUE(lost >= -close &&
                         lost <= cone + (2.0 + (double)now.touch.friction) * close);
        TEST_ASSERT_TRUE(double3_dot(slip_before, slip_after) >=
                         -close * (double3_length(slip_before) + close));
        bool at_rest = double3_length(slip_after) <= close;
        stopped += at_rest;
        slowed += !at_rest;
        if (!at_rest) {
            double most, compliance = compliance_of(&now, impact, &most);
            if (compliance * 16.0 > most) {
                TEST_ASSERT_TRUE(fabs(lost - cone) <= (2.0 + (double)now.touch.friction) * close);
            }
        }
    }
    TEST_ASSERT_TRUE(stopped > 0 && slowed > 0);
}

void test_infinite_masses_keep_every_bit(void)
{
    test_random random = {18};
    for (uint32_t i = 0; i < hem_test_count(3000); i++) {
        respond_kind kind = respond_kind_random(&random);
        kind.heavy = 0.5f;
        respond_case_make(&now, kind, &random);
        now.touch.friction = 0.5f;
        now.velocity[0] = (hem_vec3){-0.0f, 0.0f, -0.0f};
        now.inverse_mass[0] = 0.0f;
        earlier = now;
        apply();
        for (uint32_t v = 0; v < now.vertex_count; v++) {
            if (!(now.inverse_mass[v] > 0.0f)) {
                TEST_ASSERT_EQUAL_MEMORY(&earlier.velocity[v], &now.velocity[v], sizeof(hem_vec3));
            }
        }
    }
}

void test_the_gap_at_the_end_of_the_step_is_what_was_aimed_at(void)
{
    hem_vec3 start[4] = {{0, 0, 0.0003f}, {-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
    const float inverse_mass[4] = {2000.0f, 0.0f, 0.0f, 0.0f};
    const float distances[6] = {0.0f, 0.0003f, 0.00095f, 0.001f, 0.0015f, 0.003f};
    for (uint32_t i = 0; i < 6; i++) {
        hem_vec3 velocity[4] = {{0.5f, 0, -3.0f}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
        hem_impact impact = {.vertex = {0, 1, 2, 3},
                             .weight = {1.0f, -0.25f, -0.25f, -0.5f},
                             .normal = {0, 0, 1},
                             .distance = distances[i]};
        hem_touch touch = hem_default_touch();
        hem_respond_in in = {.motion = {start, velocity, inverse_mass, 4, 1.0f / 90.0f},
                             .impacts = &impact,
                             .count = 1,
                             .touch = &touch};
        TEST_ASSERT_EQUAL(HEM_OK, hem_impulses(&in, &out));
        double gap = (double)distances[i] + (double)velocity[0].z / 90.0;
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, fmin(0.001, fmax((double)distances[i], 0.0001)), gap);
        /* Slip: 0.5 m/s, less 0.3 times the change along the normal. */
        double slip = fmax(0.5 - 0.3 * ((double)velocity[0].z + 3.0), 0.0);
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, slip, (double)velocity[0].x);
    }
}

void test_a_motion_that_all_have_in_common_changes_nothing_but_rounding(void)
{
    test_random random = {19};
    const float cell = 1.0f / 64.0f, common = 128.0f;
    for (uint32_t i = 0; i < hem_test_count(3000); i++) {
        respond_kind kind = respond_kind_random(&random);
        kind.impacts = 1;
        kind.common = 0.0f;
        kind.speed = 4.0f;
        respond_case_make(&now, kind, &random);
        for (uint32_t k = 0; k < 4; k++) {
            now.impacts[0].weight[k] *= 1.0f + random_float(&random, -1e-5f, 1e-5f);
        }
        /* On a lattice that velocities have with and without it. */
        for (uint32_t v = 0; v < now.vertex_count; v++) {
            now.velocity[v].x = cell * roundf(now.velocity[v].x / cell);
        }
        static respond_case moving;
        moving = now;
        for (uint32_t v = 0; v < now.vertex_count; v++) {
            moving.velocity[v].x += common;
        }
        apply();
        hem_respond_in in = respond_case_in(&moving);
        hem_impulses_out other;
        TEST_ASSERT_EQUAL(HEM_OK, hem_impulses(&in, &other));
        TEST_ASSERT_EQUAL(out.applied, other.applied);
        for (uint32_t v = 0; v < now.vertex_count; v++) {
            float size = fabsf(now.velocity[v].x) + common;
            TEST_ASSERT_FLOAT_WITHIN(1.2e-7f * size, now.velocity[v].x + common,
                                     moving.velocity[v].x);
            TEST_ASSERT_EQUAL_FLOAT(now.velocity[v].z, moving.velocity[v].z);
        }
    }
}

void test_the_order_of_finding_does_not_matter_after_sorting(void)
{
    test_random random = {20};
    for (uint32_t i = 0; i < hem_test_count(500); i++) {
        make(&random, 0, 0.3f);
        static respond_case other;
        other = now;
        respond_case_shuffle(&other, &random);
        respond_case_sort(&other);
        respond_case_sort(&now);
        apply();
        hem_respond_in in = respond_case_in(&other);
        hem_impulses_out ignored;
        TEST_ASSERT_EQUAL(HEM_OK, hem_impulses(&in, &ignored));
        TEST_ASSERT_EQUAL_MEMORY(&now, &other, sizeof now);
    }
}

/* An impact of few values, so that many are equal up to some part. */
static hem_impact coarse_impact(test_random *random)
{
    hem_impact made = {.vertex = {0, 1, 2, 3}, .weight = {1.0f, -0.5f, -0.25f, -0.25f}};
    uint32_t first = random_below(random, 2), turn = random_below(random, 2);
    made.vertex[0] = first + 3u * turn;
    made.vertex[1] = first + 3u * (1u - turn);
    made.vertex[2] = first + 1u;
    made.vertex[3] = first + 2u;
    made.weight[0] = random_below(random, 3) == 0 ? 0.5f : 1.0f;
    made.normal = (hem_vec3){0, random_below(random, 2) == 0 ? 0.0f : -0.0f, 1.0f};
    made.distance = (float)random_below(random, 2);
    made.time = 0.5f * (float)random_below(random, 2);
    made.kind = 2u * random_below(random, 2);
    return made;
}

void test_impacts_have_a_total_order(void)
{
    test_random random = {21};
    for (uint32_t i = 0; i < hem_test_count(50000); i++) {
        hem_impact a = coarse_impact(&random), b = coarse_impact(&random);
        hem_impact c = coarse_impact(&random);
        bool same = memcmp(&a, &b, sizeof a) == 0;
        TEST_ASSERT_EQUAL(same ? 0 : 1, hem_impact_before(&a, &b) + hem_impact_before(&b, &a));
        if (hem_impact_before(&a, &b) && hem_impact_before(&b, &c)) {
            TEST_ASSERT_TRUE(hem_impact_before(&a, &c));
        }
    }
    hem_impact early = coarse_impact(&random), late = early;
    late.time = early.time + 0.25f;
    late.kind = 0;
    TEST_ASSERT_TRUE(hem_impact_before(&early, &late));
}

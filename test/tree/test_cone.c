/* Cones of directions: they hold what was put in, whatever the rounding, and are not much wider
 * than they must be. Angles are in double, as in no part of the library. */
#include "unity.h"

#include "random.h"
#include "test_scale.h"
#include "tree/cone.h"

#include <math.h>

#define PI 3.14159265358979323846

static test_random source;

void setUp(void)
{
    source.state = 3;
}

void tearDown(void)
{
}

static hem_vec3 random_vector(float spread)
{
    float x = random_float(&source, -spread, spread), y = random_float(&source, -spread, spread);
    return hem_vec3_make(x, y, random_float(&source, -spread, spread));
}

/* A direction near another. */
static hem_vec3 near_to(hem_vec3 middle, float spread)
{
    hem_vec3 v = hem_add(middle, random_vector(spread));
    return hem_scale(1.0f / hem_length(v), v);
}

static double angle_between(hem_vec3 a, hem_vec3 b)
{
    double ax = (double)a.x, ay = (double)a.y, az = (double)a.z;
    double bx = (double)b.x, by = (double)b.y, bz = (double)b.z;
    double cx = ay * bz - az * by, cy = az * bx - ax * bz, cz = ax * by - ay * bx;
    return atan2(sqrt(cx * cx + cy * cy + cz * cz), ax * bx + ay * by + az * bz);
}

static double half_apex(hem_cone cone)
{
    return cone.cosine <= -1.0f ? PI : acos((double)cone.cosine);
}

static bool holds(hem_cone cone, hem_vec3 direction)
{
    return cone.cosine <= -1.0f ||
           (cone.cosine <= 1.0f && angle_between(cone.axis, direction) <= half_apex(cone));
}

void test_the_cone_of_one_direction_is_narrow_and_holds_it(void)
{
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        hem_vec3 v = random_vector(ldexpf(1.0f, (int)random_below(&source, 30) - 15));
        hem_cone cone = hem_cone_of(v, 0.0f);
        TEST_ASSERT_TRUE(holds(cone, v));
        TEST_ASSERT_TRUE(half_apex(cone) < 0.004);
        TEST_ASSERT_TRUE((double)cone.sine >= sin(half_apex(cone)));
    }
    TEST_ASSERT_EQUAL_FLOAT(-1.0f, hem_cone_of((hem_vec3){0, 0, 0}, 0.0f).cosine);
    TEST_ASSERT_EQUAL_FLOAT(-1.0f, hem_cone_of((hem_vec3){1, 0, 0}, 0.6f).cosine);
}

void test_an_error_widens_the_cone_by_its_angle(void)
{
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        hem_vec3 v = random_vector(1.0f);
        float error = random_float(&source, 0.0f, 0.4f) * hem_length(v);
        hem_vec3 off = random_vector(1.0f);
        off = hem_scale(error / hem_length(off), off);
        TEST_ASSERT_TRUE(holds(hem_cone_of(v, error), hem_add_scaled(v, 0.999f, off)));
    }
}

/* Merged in any shape of tree, a cone holds all that went in. */
void test_a_merged_cone_holds_every_direction(void)
{
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        hem_vec3 middle = near_to((hem_vec3){0, 0, 0}, 1.0f), all[32];
        hem_cone cones[32];
        float spread = ldexpf(1.0f, (int)random_below(&source, 14) - 12);
        uint32_t count = 2u + random_below(&source, 31);
        for (uint32_t j = 0; j < count; j++) {
            all[j] = near_to(middle, spread);
            cones[j] = hem_cone_of(all[j], 0.0f);
        }
        uint32_t left = count;
        while (left > 1) {
            uint32_t at = random_below(&source, left - 1u);
            cones[at] = hem_cone_merge(cones[at], cones[at + 1u]);
            for (uint32_t j = at + 1u; j + 1u < left; j++) {
                cones[j] = cones[j + 1u];
            }
            left--;
        }
        for (uint32_t j = 0; j < count; j++) {
            TEST_ASSERT_TRUE(holds(cones[0], all[j]));
        }
    }
}

/* Half the angle between the axes and the larger of the two, and little more. */
void test_a_merge_is_as_wide_as_it_must_be(void)
{
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        hem_cone a = hem_cone_of(random_vector(1.0f), random_float(&source, 0.0f, 0.2f));
        hem_cone b = hem_cone_of(random_vector(1.0f), random_float(&source, 0.0f, 0.2f));
        if (a.cosine <= -1.0f || b.cosine <= -1.0f) {
            continue;
        }
        hem_cone both = hem_cone_merge(a, b);
        double between = angle_between(a.axis, b.axis);
        double expected = 0.5 * between + fmax(half_apex(a), half_apex(b));
        if (both.cosine <= -1.0f) {
            TEST_ASSERT_TRUE(between > 2.6 || expected > 3.1);
        } else {
            TEST_ASSERT_TRUE(half_apex(both) >= expected && half_apex(both) < expected + 0.003);
        }
    }
}

void test_nothing_and_everything_merge_as_they_should(void)
{
    hem_cone some = hem_cone_of((hem_vec3){1, 2, 3}, 0.1f);
    TEST_ASSERT_EQUAL_FLOAT(some.cosine, hem_cone_merge(some, hem_cone_empty()).cosine);
    TEST_ASSERT_EQUAL_FLOAT(some.cosine, hem_cone_merge(hem_cone_empty(), some).cosine);
    TEST_ASSERT_EQUAL_FLOAT(-1.0f, hem_cone_merge(some, hem_cone_all()).cosine);
    TEST_ASSERT_EQUAL_FLOAT(-1.0f, hem_cone_merge(hem_cone_all(), some).cosine);
    TEST_ASSERT_EQUAL_FLOAT(-1.0f, hem_cone_merge(hem_cone_empty(), hem_cone_all()).cosine);
    TEST_ASSERT_EQUAL_FLOAT(2.0f, hem_cone_merge(hem_cone_empty(), hem_cone_empty()).cosine);
    hem_cone back = hem_cone_of((hem_vec3){-1, -2, -3}, 0.0f);
    TEST_ASSERT_EQUAL_FLOAT(-1.0f, hem_cone_merge(some, back).cosine);
}

/* No direction in the cone is nearer to a vector than is said, and some nearly are (C5). */
void test_the_nearest_direction_is_not_farther_than_said(void)
{
    for (uint32_t i = 0; i < hem_test_count(40000); i++) {
        hem_cone cone = hem_cone_of(random_vector(1.0f), random_float(&source, 0.0f, 0.3f));
        for (uint32_t widen = random_below(&source, 4); widen > 0; widen--) {
            hem_cone other = hem_cone_of(random_vector(1.0f), 0.1f);
            cone = hem_cone_merge(cone, other);
        }
        hem_vec3 unit = near_to((hem_vec3){0, 0, 0}, 1.0f);
        float nearest = hem_cone_nearest(cone, unit);
        if (cone.cosine <= -1.0f) {
            TEST_ASSERT_EQUAL_FLOAT(1.0f, nearest);
            continue;
        }
        double left = fmax(0.0, angle_between(cone.axis, unit) - half_apex(cone));
        TEST_ASSERT_TRUE((double)nearest >= cos(left) - 1e-9);
        TEST_ASSERT_TRUE((double)nearest <= cos(left) + 0.003);
    }
    TEST_ASSERT_EQUAL_FLOAT(0.0f, hem_cone_nearest(hem_cone_empty(), (hem_vec3){1, 0, 0}));
}

/* ------------------------------------------------------------------------------------ normals */

static double exact_normal_angle(const hem_vec3 t[3], hem_vec3 n)
{
    double u[3] = {(double)t[1].x - (double)t[0].x, (double)t[1].y - (double)t[0].y,
                   (double)t[1].z - (double)t[0].z};
    double v[3] = {(double)t[2].x - (double)t[0].x, (double)t[2].y - (double)t[0].y,
                   (double)t[2].z - (double)t[0].z};
    double m[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    double length = sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    double dx = m[0] / length - (double)n.x, dy = m[1] / length - (double)n.y;
    double dz = m[2] / length - (double)n.z;
    return sqrt(dx * dx + dy * dy + dz * dz);
}

/* Far from the origin, slivers included: the true unit normal is within the error that is given. */
void test_a_unit_normal_is_within_its_error(void)
{
    uint32_t useful = 0;
    for (uint32_t i = 0; i < hem_test_count(50000); i++) {
        float size = ldexpf(1.0f, (int)random_below(&source, 20) - 16);
        hem_vec3 middle = random_vector(i % 3u == 0 ? 4000.0f : 1.0f), t[3];
        for (uint32_t k = 0; k < 3; k++) {
            t[k] = hem_add(middle, random_vector(size));
        }
        if (i % 5u == 0) {
            t[2] = hem_add_scaled(t[0], 0.5f, hem_sub(t[1], t[0]));
            t[2] = hem_add(t[2], random_vector(size * 1e-5f));
        }
        hem_unit_normal normal = hem_unit_normal_of(t[0], t[1], t[2]);
        if (normal.error >= 1.0f) {
            continue;
        }
        useful++;
        TEST_ASSERT_TRUE(exact_normal_angle(t, normal.normal) <= (double)normal.error);
        TEST_ASSERT_TRUE(holds(hem_cone_of(normal.normal, normal.error), normal.normal));
    }
    TEST_ASSERT_GREATER_THAN(hem_test_count(50000) / 3u, useful);
}

void test_a_triangle_without_area_may_face_anywhere(void)
{
    hem_vec3 a = {0.1f, 0.2f, 0.3f}, b = {0.2f, 0.4f, 0.6f};
    hem_normal_box box = hem_normal_box_empty();
    TEST_ASSERT_TRUE(hem_unit_normal_of(a, a, a).error >= 1.0f);
    TEST_ASSERT_TRUE(hem_unit_normal_of(a, b, b).error >= 1.0f);
    hem_normal_box_take(&box, hem_unit_normal_of(a, b, a));
    TEST_ASSERT_FALSE(hem_normal_box_is_flat(&box));
}

/* Flat means that a direction exists which all normals have in front of them: never when two
 * normals are opposite, always when all are within 30 degrees of one. */
void test_a_box_of_normals_is_flat_only_if_it_is(void)
{
    uint32_t flat_count = 0;
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        hem_vec3 middle = near_to((hem_vec3){0, 0, 0}, 1.0f), all[8];
        hem_normal_box box = hem_normal_box_empty();
        float spread = ldexpf(1.0f, (int)random_below(&source, 8) - 5);
        double widest = 0, farthest = 0;
        for (uint32_t j = 0; j < 8; j++) {
            all[j] = near_to(middle, spread);
            hem_normal_box_take(&box, (hem_unit_normal){all[j], 1e-6f});
            farthest = fmax(farthest, angle_between(middle, all[j]));
            for (uint32_t k = 0; k < j; k++) {
                widest = fmax(widest, angle_between(all[j], all[k]));
            }
        }
        bool flat = hem_normal_box_is_flat(&box);
        flat_count += flat;
        TEST_ASSERT_FALSE(flat && widest > PI - 1e-6);
        TEST_ASSERT_TRUE(flat || farthest > 0.4);
    }
    TEST_ASSERT_GREATER_THAN(0, flat_count);
    hem_normal_box none = hem_normal_box_empty();
    TEST_ASSERT_FALSE(hem_normal_box_is_flat(&none));
}

/* --------------------------------------------------------------------------------- velocities */

void test_a_velocity_cone_holds_all_velocities_and_the_largest_speed(void)
{
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        hem_velocity_cone cone = hem_velocity_cone_empty(), halves[2] = {cone, cone};
        hem_vec3 all[12], middle = random_vector(1.0f);
        double fastest = 0;
        for (uint32_t j = 0; j < 12; j++) {
            float size = ldexpf(1.0f, (int)random_below(&source, 40) - 30);
            all[j] = j % 5u == 4 ? (hem_vec3){0, 0, 0}
                                 : hem_scale(size, near_to(middle, i % 2u == 0 ? 0.3f : 2.0f));
            hem_velocity_cone_take(&halves[j / 6u], all[j]);
            double x = (double)all[j].x, y = (double)all[j].y, z = (double)all[j].z;
            fastest = fmax(fastest, sqrt(x * x + y * y + z * z));
        }
        hem_velocity_cone_merge(&cone, &halves[0]);
        hem_velocity_cone_merge(&cone, &halves[1]);
        for (uint32_t j = 0; j < 12; j++) {
            TEST_ASSERT_TRUE(j % 5u == 4 || holds(cone.cone, all[j]));
        }
        TEST_ASSERT_TRUE((double)cone.speed >= fastest && (double)cone.speed <= fastest * 1.000002);
    }
}

void test_what_rests_has_no_direction(void)
{
    hem_velocity_cone cone = hem_velocity_cone_empty();
    hem_velocity_cone_take(&cone, (hem_vec3){0, 0, 0});
    TEST_ASSERT_EQUAL_FLOAT(0.0f, cone.speed);
    TEST_ASSERT_EQUAL_FLOAT(2.0f, cone.cone.cosine);
    /* So small that its square vanishes. */
    hem_velocity_cone_take(&cone, (hem_vec3){1e-30f, 0, 0});
    TEST_ASSERT_TRUE(cone.speed >= 1e-30f);
    TEST_ASSERT_TRUE(holds(cone.cone, (hem_vec3){1, 0, 0}));
}

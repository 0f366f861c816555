/* Single k-DOPs: inserting, merging, overlap and its cost, sides and boxes. */
#include "unity.h"

#include "random.h"
#include "test_scale.h"
#include "tree/volume.h"
#include "tree_build.h"

#include <math.h>

static const uint32_t axis_counts[4] = {3, 4, 7, 9};
static test_random source;

void setUp(void)
{
    source.state = 1;
}

void tearDown(void)
{
}

/* Of any size that positions have, near the origin or far out. */
static hem_vec3 random_point(void)
{
    float size = ldexpf(1.0f, (int)random_below(&source, 50) - 38);
    hem_vec3 p = {random_float(&source, -size, size), random_float(&source, -size, size),
                  random_float(&source, -size, size)};
    return hem_vec3_snap(p);
}

static hem_volume random_volume(uint32_t axes, uint32_t points)
{
    hem_volume volume = hem_volume_empty();
    for (uint32_t i = 0; i < points; i++) {
        hem_volume_insert(&volume, axes, random_point());
    }
    return volume;
}

static void assert_same(const hem_volume *a, const hem_volume *b, uint32_t axes)
{
    TEST_ASSERT_EQUAL_MEMORY(a->low, b->low, axes * sizeof *a->low);
    TEST_ASSERT_EQUAL_MEMORY(a->high, b->high, axes * sizeof *a->high);
}

/* Corner axes hold a point's exact projection; the others hold it rounded once. */
void test_a_volume_holds_the_points_that_were_inserted(void)
{
    for (uint32_t i = 0; i < hem_test_count(200000); i++) {
        uint32_t axes = axis_counts[i % 4u];
        hem_volume volume = hem_volume_empty();
        hem_vec3 p = random_point();
        hem_volume_insert(&volume, axes, p);
        for (uint32_t axis = 0; axis < axes; axis++) {
            tree_axis n = tree_axis_at(axes, axis);
            double place = tree_case_project(p, n.x, n.y, n.z);
            if (n.x != 0 && n.y != 0 && n.z != 0) {
                TEST_ASSERT_TRUE((double)volume.low[axis] <= place &&
                                 place <= (double)volume.high[axis]);
                double sum = fabs((double)p.x) + fabs((double)p.y) + fabs((double)p.z);
                TEST_ASSERT_TRUE((double)volume.high[axis] - (double)volume.low[axis] <=
                                 6e-7 * sum);
            } else {
                TEST_ASSERT_EQUAL_FLOAT((float)place, volume.low[axis]);
                TEST_ASSERT_EQUAL_FLOAT((float)place, volume.high[axis]);
            }
        }
    }
}

void test_merging_parts_is_inserting_all_points_in_any_order(void)
{
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        uint32_t axes = axis_counts[i % 4u];
        hem_vec3 points[12];
        uint32_t cut = random_below(&source, 13);
        hem_volume all = hem_volume_empty(), parts[2] = {hem_volume_empty(), hem_volume_empty()};
        for (uint32_t j = 0; j < 12; j++) {
            points[j] = random_point();
            hem_volume_insert(&all, axes, points[j]);
        }
        for (uint32_t j = 12; j-- > 0;) {
            hem_volume_insert(&parts[j < cut], axes, points[j]);
        }
        hem_volume_merge(&parts[0], axes, &parts[1]);
        assert_same(&all, &parts[0], axes);
    }
}

void test_an_empty_volume_holds_and_overlaps_nothing(void)
{
    float reach[HEM_AXES] = {0};
    uint64_t tests = 0;
    for (uint32_t k = 0; k < 4; k++) {
        hem_volume empty = hem_volume_empty(), some = random_volume(axis_counts[k], 5);
        TEST_ASSERT_FALSE(hem_volume_overlap(&empty, &some, axis_counts[k], reach, &tests));
        TEST_ASSERT_FALSE(hem_volume_overlap(&some, &empty, axis_counts[k], reach, &tests));
        TEST_ASSERT_FALSE(hem_volume_overlap(&empty, &empty, axis_counts[k], reach, &tests));
        hem_volume merged = some;
        hem_volume_merge(&merged, axis_counts[k], &empty);
        assert_same(&some, &merged, axis_counts[k]);
    }
}

/* At most k / 2 intervals, and it stops at the first that is apart (002-2). */
void test_overlap_stops_at_the_first_interval_that_is_apart(void)
{
    float reach[HEM_AXES] = {0};
    for (uint32_t i = 0; i < hem_test_count(50000); i++) {
        uint32_t axes = axis_counts[i % 4u];
        hem_volume a = random_volume(axes, 3), b = random_volume(axes, 3);
        uint64_t tests = 0;
        bool overlap = hem_volume_overlap(&a, &b, axes, reach, &tests);
        uint32_t first_apart = 0;
        while (first_apart < axes && a.low[first_apart] <= b.high[first_apart] &&
               b.low[first_apart] <= a.high[first_apart]) {
            first_apart++;
        }
        TEST_ASSERT_EQUAL(first_apart == axes, overlap);
        TEST_ASSERT_EQUAL(overlap ? axes : first_apart + 1u, tests);
    }
}

/* Sixteen comparisons at once give what sixteen single ones give. */
void test_four_by_four_at_once_is_one_by_one(void)
{
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        uint32_t axes = axis_counts[i % 4u];
        hem_volume single[8];
        float group[2][8 * HEM_AXES], reach[HEM_AXES];
        uint64_t tests = 0;
        for (uint32_t j = 0; j < 8; j++) {
            single[j] = random_below(&source, 6) == 0 ? hem_volume_empty() : random_volume(axes, 3);
            for (uint32_t axis = 0; axis < axes; axis++) {
                group[j / 4u][8u * axis + j % 4u] = single[j].low[axis];
                group[j / 4u][8u * axis + 4u + j % 4u] = single[j].high[axis];
            }
        }
        for (uint32_t axis = 0; axis < HEM_AXES; axis++) {
            reach[axis] = i % 3u == 0 ? 0.0f : random_float(&source, 0.0f, 10.0f);
        }
        uint32_t pairs = hem_volumes_overlap(group[0], group[1], axes, reach);
        for (uint32_t j = 0; j < 16; j++) {
            TEST_ASSERT_EQUAL(
                hem_volume_overlap(&single[j / 4u], &single[4u + j % 4u], axes, reach, &tests),
                pairs >> j & 1u);
        }
        TEST_ASSERT_EQUAL(0, pairs >> 16);
    }
}

/* Four points into four volumes at once are one point into each. */
void test_four_points_at_once_are_one_by_one(void)
{
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        uint32_t axes = axis_counts[i % 4u];
        hem_volume single[4];
        hem_bounds4 four[HEM_AXES];
        for (uint32_t axis = 0; axis < HEM_AXES; axis++) {
            four[axis] = (hem_bounds4){hem_f4_splat(FLT_MAX), hem_f4_splat(-FLT_MAX)};
        }
        for (uint32_t lane = 0; lane < 4; lane++) {
            single[lane] = hem_volume_empty();
        }
        for (uint32_t round = 0; round < 3; round++) {
            float x[4], y[4], z[4];
            for (uint32_t lane = 0; lane < 4; lane++) {
                hem_vec3 p = random_point();
                hem_volume_insert(&single[lane], axes, p);
                x[lane] = p.x;
                y[lane] = p.y;
                z[lane] = p.z;
            }
            hem_points4 points = {hem_f4_load(x), hem_f4_load(y), hem_f4_load(z)};
            hem_volumes_take(four, axes, points);
        }
        for (uint32_t axis = 0; axis < axes; axis++) {
            float low[4], high[4];
            hem_f4_store(low, four[axis].low);
            hem_f4_store(high, four[axis].high);
            for (uint32_t lane = 0; lane < 4; lane++) {
                TEST_ASSERT_TRUE(single[lane].low[axis] == low[lane]);
                TEST_ASSERT_TRUE(single[lane].high[axis] == high[lane]);
            }
        }
    }
}

void test_the_longest_side_is_measured_across_the_faces(void)
{
    /* Along (1, 1, 0) it is the slab x + y that is longest, by the axis's own length. */
    hem_volume volume = hem_volume_empty();
    hem_volume_insert(&volume, 9, hem_vec3_make(0.0f, 0.0f, 0.0f));
    hem_volume_insert(&volume, 9, hem_vec3_make(1.0f, 1.0f, 0.0f));
    hem_volume_side side = hem_volume_longest(&volume, 9);
    TEST_ASSERT_EQUAL(3, side.axis);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 1.41421356f, side.length);
    /* With a box, ties go to the first axis. */
    TEST_ASSERT_EQUAL(0, hem_volume_longest(&volume, 3).axis);
    TEST_ASSERT_EQUAL_FLOAT(1.0f, hem_volume_longest(&volume, 3).length);
}

void test_axis_lengths_are_not_rounded_down(void)
{
    for (uint32_t k = 0; k < 4; k++) {
        for (uint32_t axis = 0; axis < axis_counts[k]; axis++) {
            tree_axis n = tree_axis_at(axis_counts[k], axis);
            double length = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
            double stored = (double)hem_axis_length(axis_counts[k], axis);
            TEST_ASSERT_TRUE(stored >= length && stored < length * (1 + 1e-6));
        }
    }
}

/* A tree's box holds all vertices, exactly so where the axes are the box's own. */
void test_the_box_of_a_tree_holds_all_vertices(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        tree_case made = tree_case_make(c);
        for (uint32_t k = 0; k < 4; k++) {
            tree_built built = tree_build(&made, tree_settings_at(4u * k + 1u));
            hem_tree_box box = hem_volume_box(built.tree);
            hem_vec3 low = made.positions[made.mesh.triangles[0]], high = low;
            for (uint32_t i = 0; i < 3u * made.mesh.triangle_count; i++) {
                low = hem_vec3_min(low, made.positions[made.mesh.triangles[i]]);
                high = hem_vec3_max(high, made.positions[made.mesh.triangles[i]]);
            }
            TEST_ASSERT_TRUE_MESSAGE(box.low.x <= low.x && box.low.y <= low.y && box.low.z <= low.z,
                                     built.name);
            TEST_ASSERT_TRUE_MESSAGE(
                high.x <= box.high.x && high.y <= box.high.y && high.z <= box.high.z, built.name);
            if (built.tree->axis_count != 4) {
                TEST_ASSERT_EQUAL_MEMORY(&low, &box.low, sizeof low);
                TEST_ASSERT_EQUAL_MEMORY(&high, &box.high, sizeof high);
            }
            tree_build_free(&built);
        }
        tree_case_free(&made);
    }
}

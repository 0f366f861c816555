/* What contacts mean: distances and points against double, order, predictions, and how many tests
 * they take. */
#include "unity.h"

#include "contact_check.h"
#include "contact_oracle.h"
#include "test_scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void setUp(void)
{
    contact_check_start();
}

void tearDown(void)
{
    contact_check_end();
}

/* ------------------------------------------------------------------------------ what they mean */

void test_distances_and_points_hold_against_double(void)
{
    test_random random = {78};
    for (uint32_t round = 0; round < hem_test_count(200); round++) {
        tree_body sheet = tree_body_grid(10, 10, 0.01f);
        feature_body_finish(&sheet);
        float place = round % 2 == 0 ? 0.0f : 1000.0f;
        feature_body_shake(&sheet, &random, 0.008f, (hem_vec3){place, 0.0f, 0.0f});
        contact_check_alone(&sheet, 0.003f, "sheet");
        hem_side side = feature_body_side(&sheet, 0);
        hem_proximity_in in = contact_check_input(&side, &side, 0.003f);
        for (uint32_t i = 0; i < contact_out.kept; i++) {
            hem_vec3 p[4];
            double way[3] = {0, 0, 0};
            const hem_contact *contact = &contact_found[i];
            contact_oracle_points(&in, contact, p);
            for (uint32_t k = 0; k < 4; k++) {
                bool first = k < (contact->kind == HEM_CONTACT_EDGE_EDGE ? 2u : 1u);
                double weight = (first ? 1.0 : -1.0) * (double)contact->weight[k];
                way[0] += weight * (double)p[k].x;
                way[1] += weight * (double)p[k].y;
                way[2] += weight * (double)p[k].z;
            }
            /* Weights are floats: their points are off by a rounding of the coordinates. */
            double error = 2e-6 * 0.05 + 1.2e-7 * (double)place;
            double length = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
            TEST_ASSERT_DOUBLE_WITHIN(error, (double)contact->distance, length);
            TEST_ASSERT_DOUBLE_WITHIN(2e-6 * 0.05, contact_oracle_distance(&in, contact),
                                      (double)contact->distance);
            hem_vec3 n = contact->normal;
            TEST_ASSERT_DOUBLE_WITHIN(1e-5, 1.0,
                                      (double)n.x * n.x + (double)n.y * n.y + (double)n.z * n.z);
            double along = way[0] * (double)n.x + way[1] * (double)n.y + way[2] * (double)n.z;
            TEST_ASSERT_DOUBLE_WITHIN(error + 1e-5 * length, length, along);
        }
        tree_body_free(&sheet);
    }
}

static double distance_of(const hem_proximity_in *in, uint32_t kind, uint32_t first,
                          uint32_t second)
{
    hem_contact contact = {.kind = kind, .first = first, .second = second};
    return contact_oracle_distance(in, &contact);
}

void test_nothing_nearer_is_missed_and_nothing_farther_is_found(void)
{
    /* Every feature pair of two small bodies, in double, without a look at boxes. */
    test_random random = {79};
    for (uint32_t round = 0; round < hem_test_count(300); round++) {
        tree_body a = tree_body_grid(5, 4, 0.01f), b = feature_body_soup(&random, 12, 10, false);
        feature_body_finish(&a);
        for (uint32_t v = 0; v < b.vertex_count; v++) {
            b.positions[v] = (hem_vec3){0.04f * b.positions[v].x, 0.04f * b.positions[v].y,
                                        0.004f * b.positions[v].z};
        }
        feature_body_finish(&b);
        feature_body_shake(&a, &random, 0.002f, (hem_vec3){-0.02f, -0.02f, 0.0f});
        feature_body_shake(&b, &random, 0.0f, (hem_vec3){0.0f, 0.0f, 0.0f});
        hem_side first = feature_body_side(&a, 0), second = feature_body_side(&b, 500);
        hem_proximity_in in = contact_check_input(&first, &second, 0.0015f);
        contact_check_run(&in);
        qsort(contact_found, contact_out.kept, sizeof *contact_found, contact_oracle_compare);
        const uint32_t counts[3][2] = {{a.vertex_count, b.triangle_count},
                                       {a.triangle_count, b.vertex_count},
                                       {a.mesh->edge_count, b.mesh->edge_count}};
        uint32_t next = 0;
        for (uint32_t kind = 0; kind < 3; kind++) {
            for (uint32_t pair = 0; pair < counts[kind][0] * counts[kind][1]; pair++) {
                hem_contact wanted = {.kind = kind,
                                      .first = pair / counts[kind][1],
                                      .second = pair % counts[kind][1]};
                bool is = next < contact_out.kept &&
                          contact_oracle_compare(&wanted, &contact_found[next]) == 0;
                bool loose = kind == 1 && hem_mesh_ring_begin(b.mesh)[wanted.second] ==
                                              hem_mesh_ring_begin(b.mesh)[wanted.second + 1u];
                double distance = distance_of(&in, kind, wanted.first, wanted.second);
                TEST_ASSERT_FALSE(is && (loose || distance > 0.0015 + 1e-7));
                TEST_ASSERT_FALSE(!is && !loose && distance < 0.0015 - 1e-7);
                next += is;
            }
        }
        TEST_ASSERT_EQUAL_UINT32(next, contact_out.kept);
        tree_body_free(&a);
        tree_body_free(&b);
    }
}

void test_triangles_in_another_order_give_the_same_contacts(void)
{
    test_random random = {80};
    tree_body sheet = tree_body_grid(12, 12, 0.01f), other = tree_body_grid(12, 12, 0.01f);
    uint32_t count = sheet.triangle_count, number[242];
    for (uint32_t t = 0; t < count; t++) {
        number[t] = t;
    }
    for (uint32_t t = count; t-- > 1;) {
        uint32_t with = random_below(&random, t + 1), kept = number[t];
        number[t] = number[with];
        number[with] = kept;
    }
    for (uint32_t t = 0; t < count; t++) {
        memcpy(other.triangles + 3 * t, sheet.triangles + 3 * number[t], 3 * sizeof(uint32_t));
    }
    feature_body_finish(&sheet);
    feature_body_finish(&other);
    test_random motion = {81};
    feature_body_shake(&sheet, &motion, 0.006f, (hem_vec3){0.0f, 0.0f, 0.0f});
    motion.state = 81;
    feature_body_shake(&other, &motion, 0.006f, (hem_vec3){0.0f, 0.0f, 0.0f});
    uint32_t contacts = contact_check_alone(&sheet, 0.004f, "sheet");
    TEST_ASSERT_TRUE(contacts > 300);
    hem_side side = feature_body_side(&other, 0);
    hem_proximity_in in = contact_check_input(&side, &side, 0.004f);
    memcpy(contact_expected, contact_found, contacts * sizeof *contact_found); /* in order */
    contact_check_run(&in);
    TEST_ASSERT_EQUAL_UINT32(contacts, contact_out.kept);
    for (uint32_t i = 0; i < contacts; i++) {
        TEST_ASSERT_EQUAL_MEMORY(&contact_expected[i].predicted, &contact_found[i].predicted,
                                 sizeof(float));
        if (contact_found[i].kind == HEM_CONTACT_VERTEX_FACE) {
            contact_found[i].second = number[contact_found[i].second];
        }
    }
    qsort(contact_expected, contacts, sizeof *contact_expected, contact_oracle_compare);
    qsort(contact_found, contacts, sizeof *contact_found, contact_oracle_compare);
    TEST_ASSERT_EQUAL_MEMORY(contact_expected, contact_found, contacts * sizeof *contact_found);
    tree_body_free(&sheet);
    tree_body_free(&other);
}

static void random_velocities(hem_vec3 *velocities, uint32_t count, test_random *random)
{
    for (uint32_t v = 0; v < count; v++) {
        velocities[v] =
            (hem_vec3){random_float(random, -1.0f, 1.0f), random_float(random, -1.0f, 1.0f),
                       random_float(random, -1.0f, 1.0f)};
    }
}

void test_velocities_say_what_comes_first(void)
{
    test_random random = {82};
    hem_vec3 fast[2][400];
    for (uint32_t round = 0; round < hem_test_count(200); round++) {
        tree_body a = tree_body_grid(10, 10, 0.01f), b = tree_body_grid(10, 10, 0.01f);
        feature_body_finish(&a);
        feature_body_finish(&b);
        feature_body_shake(&a, &random, 0.003f, (hem_vec3){0.0f, 0.0f, 0.0f});
        feature_body_shake(&b, &random, 0.003f, (hem_vec3){0.001f, 0.0f, 0.002f});
        random_velocities(fast[0], 100, &random);
        random_velocities(fast[1], 100, &random);
        hem_side first = feature_body_side(&a, 0), second = feature_body_side(&b, 200);
        first.velocities = round % 3 == 0 ? NULL : fast[0];
        second.velocities = round % 3 == 1 ? NULL : fast[1];
        TEST_ASSERT_TRUE(contact_check_sides(&first, &second, 0.002f, 0.01f, "two sheets") > 0);
        first.velocities = second.velocities = fast[0];
        hem_proximity_in in = contact_check_input(&first, &first, 0.002f);
        in.dt = 0.01f;
        contact_check(&in, "one sheet");
        tree_body_free(&a);
        tree_body_free(&b);
    }
}

/* One triangle under another, closing or parting. */
static tree_body two_triangles(float gap)
{
    tree_body body = tree_body_start(6, 2);
    const hem_vec3 at[6] = {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f},
                            {0.1f, 0.1f, gap},  {0.9f, 0.05f, gap}, {0.05f, 0.9f, gap}};
    for (uint32_t k = 0; k < 6; k++) {
        body.positions[k] = at[k];
        body.triangles[k] = k;
    }
    feature_body_finish(&body);
    return body;
}

void test_what_approaches_is_predicted_to_be_nearer(void)
{
    tree_body body = two_triangles(0.25f);
    hem_side side = feature_body_side(&body, 0);
    hem_vec3 velocities[6] = {{0.0f, 0.0f, 0.0f}};
    velocities[3].z = velocities[4].z = velocities[5].z = -2.0f;
    side.velocities = velocities;
    hem_proximity_in in = contact_check_input(&side, &side, 0.3f);
    in.dt = 0.0625f;
    contact_check(&in, "approaching");
    TEST_ASSERT_EQUAL_FLOAT(0.25f, contact_found[0].distance);
    TEST_ASSERT_EQUAL_FLOAT(0.125f, contact_found[0].predicted);
    velocities[3].z = velocities[4].z = velocities[5].z = 2.0f;
    contact_check(&in, "parting");
    TEST_ASSERT_EQUAL_FLOAT(0.375f, contact_found[0].predicted);
    tree_body_free(&body);
}

void test_velocities_beyond_reason_are_kept_within_floats(void)
{
    tree_body body = two_triangles(0.25f);
    hem_side side = feature_body_side(&body, 0);
    hem_vec3 velocities[6];
    for (uint32_t k = 0; k < 6; k++) {
        float up = k < 3 ? 3e38f : -3e38f;
        velocities[k] = (hem_vec3){-up, up, up};
    }
    side.velocities = velocities;
    hem_proximity_in in = contact_check_input(&side, &side, 0.3f);
    in.dt = 1.0f;
    contact_check_run(&in);
    TEST_ASSERT_TRUE(contact_out.kept > 0);
    for (uint32_t i = 0; i < contact_out.kept; i++) {
        TEST_ASSERT_TRUE(isfinite(contact_found[i].predicted));
    }
    tree_body_free(&body);
}

/* ------------------------------------------------------------------------------ counts of tests */

void test_two_triangles_make_fifteen_tests(void)
{
    tree_body a = two_triangles(0.001f); /* 000-7 */
    hem_side side = feature_body_side(&a, 0);
    hem_proximity_in in = contact_check_input(&side, &side, 4.0f);
    contact_check_run(&in);
    TEST_ASSERT_EQUAL_UINT32(1, contact_out.pair_tests);
    TEST_ASSERT_EQUAL_UINT32(6, contact_out.vertex_face_tests);
    TEST_ASSERT_EQUAL_UINT32(9, contact_out.edge_edge_tests);
    TEST_ASSERT_EQUAL_UINT32(6, contact_out.count[HEM_CONTACT_VERTEX_FACE]);
    TEST_ASSERT_EQUAL_UINT32(9, contact_out.count[HEM_CONTACT_EDGE_EDGE]);
    tree_body_free(&a);
}

void test_a_triangle_over_a_patch_makes_3n_v_3e_tests(void)
{
    /* 000-8: of 15 n tests, those that are left when none is made twice; as two bodies, and as one
     * body of two components. */
    const scene_id scenes[3] = {SCENE_E1_BEST, SCENE_E1_AVERAGE, SCENE_E1_WORST};
    const uint32_t tests[3] = {15, 61, 123};
    for (uint32_t i = 0; i < 3; i++) {
        tree_body one = feature_body_in_scene(scenes[i], 0, 0.0f);
        tree_body two = feature_body_in_scene(scenes[i], 1, 0.0f);
        feature_body_finish(&one);
        feature_body_finish(&two);
        hem_side a = feature_body_side(&one, 0), b = feature_body_side(&two, 50);
        hem_proximity_in in = contact_check_input(&a, &b, 100.0f);
        contact_check_run(&in);
        TEST_ASSERT_EQUAL_UINT32(two.triangle_count * one.triangle_count, contact_out.pair_tests);
        TEST_ASSERT_EQUAL_UINT32(tests[i],
                                 contact_out.vertex_face_tests + contact_out.edge_edge_tests);
        TEST_ASSERT_EQUAL_UINT32(tests[i], contact_out.kept);
        /* With a small margin, boxes of vertices and edges leave a part of them (000-9). */
        in.epsilon = 0.0005f;
        contact_check_run(&in);
        TEST_ASSERT_TRUE(contact_out.vertex_face_tests + contact_out.edge_edge_tests < tests[i]);
        tree_body_free(&one);
        tree_body_free(&two);
    }
}

void test_every_feature_of_a_body_is_looked_at_once(void)
{
    /* With a margin beyond its size, a body's candidates are all its feature pairs. */
    tree_body sheet = tree_body_grid(8, 6, 0.01f);
    feature_body_finish(&sheet);
    uint32_t count = contact_check_alone(&sheet, 1.0f, "sheet");
    TEST_ASSERT_EQUAL_UINT32(count, contact_out.vertex_face_tests + contact_out.edge_edge_tests);
    tree_body_free(&sheet);
}

void test_a_clamped_cloth_meets_what_clamps_it_on_both_sides(void)
{
    /* 002-14: every vertex between two plates has a contact with each. */
    tree_body cloth = tree_body_grid(9, 9, 0.01f), under = tree_body_grid(4, 4, 0.04f);
    tree_body over = tree_body_grid(4, 4, 0.04f);
    feature_body_finish(&cloth);
    feature_body_finish(&under);
    feature_body_finish(&over);
    test_random random = {83};
    feature_body_shake(&cloth, &random, 0.0002f, (hem_vec3){0.02f, 0.02f, 0.0f});
    feature_body_shake(&under, &random, 0.0f, (hem_vec3){0.0f, 0.0f, -0.0005f});
    feature_body_shake(&over, &random, 0.0f, (hem_vec3){0.0f, 0.0f, 0.0005f});
    hem_side a = feature_body_side(&cloth, 0);
    for (uint32_t plate = 0; plate < 2; plate++) {
        hem_side b = feature_body_side(plate == 0 ? &under : &over, 100 + 100 * plate);
        contact_check_sides(&a, &b, 0.001f, 0.0f, "plate");
        hem_proximity_in in = contact_check_input(&a, &b, 0.001f);
        contact_check_run(&in);
        bool met[81] = {false};
        for (uint32_t i = 0; i < contact_out.kept; i++) {
            if (contact_found[i].kind == HEM_CONTACT_VERTEX_FACE) {
                met[contact_found[i].first] = true;
                TEST_ASSERT_TRUE((contact_found[i].normal.z > 0.0f) == (plate == 0));
            }
        }
        for (uint32_t v = 0; v < 81; v++) {
            TEST_ASSERT_TRUE(met[v]);
        }
    }
    tree_body_free(&cloth);
    tree_body_free(&under);
    tree_body_free(&over);
}

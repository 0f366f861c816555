/* The pass finds exactly the crossings that looking at every edge and every face finds, each once,
 * by exact signs. */
#include "unity.h"

#include "feature_body.h"
#include "feature_oracle.h"
#include "narrow/edge_face.h"
#include "narrow/triangle_triangle.h"
#include "pair_check.h"
#include "pass_scratch.h"
#include "test_scale.h"
#include "tree_build.h"

#include <stdlib.h>
#include <string.h>

static hem_crossings_out out;

void setUp(void)
{
    pass_scratch_start(8u << 20);
}

void tearDown(void)
{
    pass_scratch_end();
}

static hem_crossings_in input(const hem_side *a, const hem_side *b)
{
    return (hem_crossings_in){
        .a = *a, .b = *b, .crossings = pair_found, .room = PAIR_CHECK_ROOM, .scratch = &scratch};
}

/* Against what is expected. */
static void compare(const hem_side *a, const hem_side *b, uint32_t count, uint32_t edges_of_a,
                    const char *name)
{
    hem_crossings_in in = input(a, b);
    TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_crossings(&in, &out), name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(edges_of_a, out.kept_edges_a, name);
    pair_check_all(count, out.count, out.kept, name);
}

static uint32_t check(const hem_side *a, const hem_side *b, const char *name)
{
    uint32_t edges_of_a;
    uint32_t count = feature_oracle_crossings(a, b, pair_expected, PAIR_CHECK_ROOM, &edges_of_a);
    TEST_ASSERT_TRUE(count <= PAIR_CHECK_ROOM);
    compare(a, b, count, edges_of_a, name);
    return count;
}

static uint32_t check_alone(const tree_body *body, const char *name)
{
    hem_side side = feature_body_side(body, 1000);
    return check(&side, &side, name);
}

/* Both ways round: numbers of vertices do not depend on which body is called a, so the edges of
 * either change places and nothing else. */
static uint32_t check_both(const tree_body *a, const tree_body *b, const char *name)
{
    hem_side first = feature_body_side(a, 7), second = feature_body_side(b, 7 + a->vertex_count);
    uint32_t count = check(&first, &second, name);
    uint32_t of_a = out.kept_edges_a;
    memcpy(pair_expected, pair_found + of_a, (count - of_a) * sizeof *pair_found);
    memcpy(pair_expected + (count - of_a), pair_found, of_a * sizeof *pair_found);
    compare(&second, &first, count, count - of_a, name);
    return count;
}

/* ------------------------------------------------------------------------------- every crossing */

void test_random_sheets_that_pass_through_each_other_and_themselves(void)
{
    test_random random = {51};
    for (uint32_t round = 0; round < hem_test_count(60); round++) {
        tree_body a, b;
        feature_body_sheets(&random, 12, &a, &b);
        feature_body_finish(&a);
        feature_body_finish(&b);
        const float sizes[] = {0.0f, 0.0005f, 0.003f, 0.02f};
        const float places[] = {0.0f, 3.0f, 100.0f, 4000.0f};
        float place = places[round / 4 % 4];
        /* In the first rounds the sheets lie in one plane, on each other. */
        hem_vec3 shift = {place, -place, round < 30 ? 0.0f : 0.001f};
        feature_body_shake(&a, &random, sizes[round % 4], shift);
        feature_body_shake(&b, &random, sizes[round % 4], shift);
        check_both(&a, &b, "two sheets");
        check_alone(&a, "one sheet");
        tree_body_free(&a);
        tree_body_free(&b);
    }
}

void test_triangle_soups_of_every_size_and_shape(void)
{
    test_random random = {52};
    uint32_t seen = 0;
    for (uint32_t round = 0; round < hem_test_count(200); round++) {
        uint32_t vertices = 3 + random_below(&random, 60), count = 1 + random_below(&random, 120);
        tree_body soup = feature_body_soup(&random, vertices, count, round % 3 == 0);
        feature_body_finish(&soup);
        seen += check_alone(&soup, "soup");
        tree_body_free(&soup);
    }
    TEST_ASSERT_TRUE(seen > 50000u || hem_test_count(200) < 200);
}

void test_two_soups_on_one_lattice(void)
{
    test_random random = {53};
    for (uint32_t round = 0; round < hem_test_count(60); round++) {
        tree_body a = feature_body_soup(&random, 30, 1 + random_below(&random, 60), true);
        tree_body b = feature_body_soup(&random, 30, 1 + random_below(&random, 60), true);
        feature_body_finish(&a);
        feature_body_finish(&b);
        check_both(&a, &b, "two soups");
        tree_body_free(&a);
        tree_body_free(&b);
    }
}

void test_meshes_that_are_not_manifold_or_have_loose_vertices(void)
{
    test_random random = {54};
    for (uint32_t round = 0; round < hem_test_count(600); round++) {
        tree_body body = feature_body_odd(&random, round);
        feature_body_finish(&body);
        if (round % 2 == 0) {
            feature_body_shake(&body, &random, 0.2f, (hem_vec3){0.0f, 0.0f, 0.0f});
        }
        check_alone(&body, "odd mesh");
        tree_body_free(&body);
    }
}

void test_slivers_lines_points_duplicates_and_what_lies_far_away(void)
{
    for (uint32_t i = 0; i < TREE_CASES; i++) {
        tree_case made = tree_case_make(i);
        tree_body body = feature_body_from(&made), again = feature_body_from(&made);
        feature_body_finish(&body);
        feature_body_finish(&again);
        check_alone(&body, made.mesh.name);
        check_both(&body, &again, made.mesh.name); /* every vertex on its twin */
        tree_body_free(&body);
        tree_body_free(&again);
        tree_case_free(&made);
    }
    for (uint32_t i = 0; i < hem_test_count(60); i++) {
        tree_case made = tree_case_random(i);
        tree_body body = feature_body_from(&made);
        feature_body_finish(&body);
        check_alone(&body, made.mesh.name);
        tree_body_free(&body);
        tree_case_free(&made);
    }
}

void test_every_scene_at_its_start_in_the_middle_and_at_its_end(void)
{
    for (uint32_t id = 0; id < SCENE_COUNT; id++) {
        scene_info info;
        TEST_ASSERT_TRUE(scene_describe((scene_id)id, SCENE_SMALL, &info));
        for (uint32_t when = 0; when < 3; when++) {
            tree_body all =
                feature_body_of_scene((scene_id)id, 0.5f * (float)when * (float)info.steps);
            feature_body_finish(&all);
            check_alone(&all, info.name);
            tree_body_free(&all);
        }
    }
}

void test_the_bodies_of_every_scene_with_each_other(void)
{
    for (uint32_t id = 0; id < SCENE_COUNT; id++) {
        scene_info info;
        TEST_ASSERT_TRUE(scene_describe((scene_id)id, SCENE_SMALL, &info));
        uint32_t count = info.body_count < 4 ? info.body_count : 4;
        tree_body body[4];
        for (uint32_t i = 0; i < count; i++) {
            body[i] = feature_body_in_scene((scene_id)id, i, (float)info.steps);
            feature_body_finish(&body[i]);
        }
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t j = i + 1; j < count; j++) {
                check_both(&body[i], &body[j], info.name);
            }
        }
        for (uint32_t i = 0; i < count; i++) {
            tree_body_free(&body[i]);
        }
    }
}

/* The soup's crossings are found once; they do not depend on the tree. */
static uint32_t soup_of_kind(tree_settings as, bool first, uint32_t count)
{
    test_random random = {57};
    tree_body soup = feature_body_soup(&random, 25, 60, true);
    feature_body_finish_as(&soup, as.builder, as.directions, as.degree);
    hem_side side = feature_body_side(&soup, 0);
    if (first) {
        count = check(&side, &side, "soup");
    }
    compare(&side, &side, count, count, "soup");
    tree_body_free(&soup);
    return count;
}

void test_every_kind_of_tree_gives_the_same_crossings(void)
{
    uint32_t count = 0;
    for (uint32_t kind = 0; kind < TREE_SETTINGS; kind++) {
        count = soup_of_kind(tree_settings_at(kind), kind == 0, count);
    }
    for (uint32_t kind = 0; kind < TREE_SETTINGS; kind++) {
        tree_settings as = tree_settings_at(kind);
        test_random random = {57};
        tree_body a = tree_body_grid(9, 8, 0.01f), b = tree_body_grid(7, 10, 0.01f);
        feature_body_finish_as(&a, as.builder, as.directions, as.degree);
        feature_body_finish_as(&b, as.builder, as.directions, as.degree);
        feature_body_shake(&a, &random, 0.006f, (hem_vec3){0.0f, 0.0f, 0.0f});
        feature_body_shake(&b, &random, 0.004f, (hem_vec3){0.001f, 0.002f, 0.001f});
        check_both(&a, &b, "two sheets");
        check_alone(&a, "one sheet");
        tree_body_free(&a);
        tree_body_free(&b);
    }
}

void test_a_body_around_one_vertex_whose_neighbours_do_not_fit_the_list(void)
{
    test_random random = {58};
    uint32_t rays = 150;
    tree_body star = tree_body_start(rays + 1, rays);
    for (uint32_t i = 0; i < rays; i++) {
        uint32_t *v = star.triangles + 3u * (size_t)i;
        v[0] = 0, v[1] = i + 1, v[2] = (i + 1) % rays + 1;
    }
    feature_body_finish(&star);
    feature_body_shake(&star, &random, 1.0f, (hem_vec3){0.0f, 0.0f, 0.0f});
    TEST_ASSERT_TRUE(check_alone(&star, "star") > 1000);
    tree_body_free(&star);
}

/* -------------------------------------------------------------------------------- what it means */

void test_two_triangles_have_no_crossing_or_exactly_two(void)
{
    test_random random = {59};
    uint32_t crossing = 0;
    for (uint32_t round = 0; round < hem_test_count(3000); round++) {
        tree_body pair = feature_body_soup(&random, 6, 2, round % 2 == 0);
        for (uint32_t k = 0; k < 6; k++) {
            pair.triangles[k] = k;
        }
        feature_body_finish(&pair);
        hem_side side = feature_body_side(&pair, 0);
        hem_crossings_in in = input(&side, &side);
        TEST_ASSERT_EQUAL(HEM_OK, hem_crossings(&in, &out));
        TEST_ASSERT_TRUE(out.count == 0 || out.count == 2);
        crossing += out.count / 2u;
        tree_body_free(&pair);
    }
    TEST_ASSERT_TRUE(crossing > 0);
}

void test_neighbours_in_a_flat_sheet_do_not_cross(void)
{
    tree_body sheet = tree_body_grid(30, 30, 0.01f);
    feature_body_finish(&sheet);
    TEST_ASSERT_EQUAL_UINT32(0, check_alone(&sheet, "flat sheet"));
    tree_body_free(&sheet);
}

void test_an_edge_through_the_face_of_a_neighbour_is_found(void)
{
    /* Two triangles with vertex 0 in common, and an edge that only orphan pairs cover. */
    tree_body body = tree_body_start(5, 2);
    const hem_vec3 at[5] = {{0.0f, 0.0f, 0.0f},
                            {2.0f, -1.0f, 0.0f},
                            {2.0f, 1.0f, 0.0f},
                            {1.0f, 0.0f, -1.0f},
                            {1.0f, 0.25f, 1.0f}};
    const uint32_t corners[6] = {0, 1, 2, 0, 3, 4};
    memcpy(body.positions, at, sizeof at);
    memcpy(body.triangles, corners, sizeof corners);
    feature_body_finish(&body);
    TEST_ASSERT_TRUE(body.mesh->edge_face_orphans > 0);
    TEST_ASSERT_EQUAL_UINT32(1, check_alone(&body, "neighbours"));
    TEST_ASSERT_EQUAL_UINT32(0, pair_found[0].second);
    tree_body_free(&body);
}

void test_a_body_given_as_one_mesh_or_as_two_has_the_same_crossings(void)
{
    /* Numbers of vertices decide ties, not the bodies that they are in. */
    test_random random = {60};
    for (uint32_t round = 0; round < hem_test_count(40); round++) {
        tree_body a = feature_body_soup(&random, 20, 20, true);
        tree_body b = feature_body_soup(&random, 20, 20, true);
        tree_body both = tree_body_start(40, 40);
        memcpy(both.positions, a.positions, 20 * sizeof *a.positions);
        memcpy(both.positions + 20, b.positions, 20 * sizeof *b.positions);
        for (uint32_t i = 0; i < 60; i++) {
            both.triangles[i] = a.triangles[i];
            both.triangles[60 + i] = b.triangles[i] + 20u;
        }
        feature_body_finish(&a);
        feature_body_finish(&b);
        feature_body_finish(&both);
        uint32_t apart = check_alone(&a, "a") + check_alone(&b, "b") + check_both(&a, &b, "a, b");
        TEST_ASSERT_EQUAL_UINT32(apart, check_alone(&both, "both"));
        tree_body_free(&a);
        tree_body_free(&b);
        tree_body_free(&both);
    }
}

/* --------------------------------------------------------------------------------------- bounds */

static tree_body crumpled(void)
{
    test_random random = {61};
    tree_body sheet = tree_body_grid(20, 20, 0.01f);
    feature_body_finish(&sheet);
    feature_body_shake(&sheet, &random, 0.015f, (hem_vec3){0.0f, 0.0f, 0.0f});
    return sheet;
}

void test_what_does_not_fit_is_counted_and_the_first_are_kept(void)
{
    tree_body a = crumpled(), b = tree_body_grid(20, 20, 0.01f);
    feature_body_finish(&b);
    hem_side first = feature_body_side(&a, 0), second = feature_body_side(&b, 5000);
    uint32_t count = check(&first, &second, "crumpled and flat");
    uint32_t of_a = out.kept_edges_a;
    TEST_ASSERT_TRUE(of_a > 10 && count > of_a + 10);
    const uint32_t rooms[] = {0, 1, 7, of_a, of_a + 1u, count - 1u, count, count + 1u};
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t room = rooms[i], kept = room < count ? room : count;
        hem_crossings_in in = input(&first, &second);
        in.room = room;
        in.crossings = room == 0 ? NULL : pair_found;
        pair_found[room] = (hem_pair){77, 77};
        TEST_ASSERT_EQUAL(room < count ? HEM_LIMITED : HEM_OK, hem_crossings(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(count, out.count);
        TEST_ASSERT_EQUAL_UINT32(kept, out.kept);
        TEST_ASSERT_EQUAL_UINT32(kept < of_a ? kept : of_a, out.kept_edges_a);
        if (kept > 0) {
            TEST_ASSERT_EQUAL_MEMORY(pair_expected, pair_found, kept * sizeof *pair_found);
        }
        TEST_ASSERT_EQUAL_UINT32(77, pair_found[room].first);
    }
    tree_body_free(&a);
    tree_body_free(&b);
}

void test_the_first_crossing_alone_is_one_of_all_and_costs_less(void)
{
    tree_body sheet = crumpled();
    hem_side side = feature_body_side(&sheet, 0);
    uint32_t count = check_alone(&sheet, "crumpled");
    uint32_t all_tests = out.feature_tests;
    hem_crossings_in in = input(&side, &side);
    in.first_only = true;
    TEST_ASSERT_EQUAL(HEM_OK, hem_crossings(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(1, out.count);
    TEST_ASSERT_TRUE(out.feature_tests < all_tests);
    uint32_t known = 0;
    for (uint32_t i = 0; i < count; i++) {
        known += memcmp(&pair_found[0], &pair_expected[i], sizeof pair_found[0]) == 0;
    }
    TEST_ASSERT_EQUAL_UINT32(1, known);
    in.room = 0;
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_crossings(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(1, out.count);
    tree_body_free(&sheet);
}

void test_the_work_is_counted_and_falls_from_stage_to_stage(void)
{
    tree_body sheet = crumpled();
    check_alone(&sheet, "crumpled");
    TEST_ASSERT_TRUE(out.volume_tests >= out.leaf_pairs);
    TEST_ASSERT_TRUE(out.leaf_pairs >= out.leaf_tests);
    TEST_ASSERT_TRUE(out.leaf_tests > 0 && out.pair_tests > 0);
    TEST_ASSERT_TRUE(out.feature_tests >= out.count);
    /* Owners halve the six edge-face tests of a pair of triangles. */
    TEST_ASSERT_TRUE(out.feature_tests - sheet.mesh->edge_face_orphans < 4u * out.pair_tests);
    tree_body_free(&sheet);
}

void test_positions_beside_the_grid_are_taken_onto_it(void)
{
    test_random random = {62};
    for (uint32_t round = 0; round < hem_test_count(50); round++) {
        tree_body soup = feature_body_soup(&random, 20, 30, false);
        for (uint32_t v = 0; v < soup.vertex_count; v++) {
            hem_vec3 *p = &soup.positions[v];
            float size = random_float(&random, 1e-12f, 1e-11f); /* a few steps of the grid */
            *p = (hem_vec3){size * p->x, size * p->y, size * p->z};
        }
        feature_body_finish(&soup);
        hem_side side = feature_body_side(&soup, 0);
        hem_crossings_in in = input(&side, &side);
        TEST_ASSERT_EQUAL(HEM_OK, hem_crossings(&in, &out));
        uint32_t count = out.count;
        hem_pair *before = malloc((count + 1u) * sizeof *before);
        memcpy(before, pair_found, count * sizeof *before);
        feature_body_shake(&soup, &random, 0.0f, (hem_vec3){0.0f, 0.0f, 0.0f});
        TEST_ASSERT_EQUAL_UINT32(count, check_alone(&soup, "on the grid"));
        TEST_ASSERT_EQUAL(0, memcmp(before, pair_found, count * sizeof *before));
        free(before);
        tree_body_free(&soup);
    }
}

/* Every edge with every face that it has no vertex in common with. */
static uint32_t count_touching(const hem_side *edges, const hem_side *faces, bool same)
{
    uint32_t count = 0;
    for (uint32_t e = 0; e < edges->mesh->edge_count; e++) {
        hem_pair ends = hem_mesh_edges(edges->mesh)[e];
        const hem_vec3 edge[3] = {edges->positions[ends.first], edges->positions[ends.second],
                                  edges->positions[ends.second]};
        const uint32_t edge_id[2] = {edges->first_vertex + ends.first,
                                     edges->first_vertex + ends.second};
        for (uint32_t f = 0; f < faces->mesh->triangle_count; f++) {
            const uint32_t *corner = hem_mesh_triangles(faces->mesh) + 3u * (size_t)f;
            hem_vec3 face[3];
            uint32_t face_id[3];
            for (uint32_t k = 0; k < 3; k++) {
                face[k] = faces->positions[corner[k]];
                face_id[k] = faces->first_vertex + corner[k];
            }
            bool apart = !same || !feature_oracle_edge_touches(edges->mesh, e, f);
            count += apart && hem_triangles_meet(edge, face) &&
                     !hem_edge_crosses_face(edge, edge_id, face, face_id);
        }
    }
    return count;
}

void test_edges_in_exact_contact_are_counted_where_that_is_asked_for(void)
{
    test_random random = {58};
    uint32_t seen = 0;
    for (uint32_t round = 0; round < hem_test_count(60); round++) {
        tree_body body[2];
        for (uint32_t i = 0; i < 2; i++) {
            body[i] = feature_body_soup(&random, 30, 1 + random_below(&random, 40), true);
            feature_body_finish(&body[i]);
        }
        hem_side a = feature_body_side(&body[0], 7);
        hem_side b = round % 2 == 0 ? a : feature_body_side(&body[1], 7 + body[0].vertex_count);
        bool same = round % 2 == 0;
        uint32_t expected = count_touching(&a, &b, same);
        expected += same ? 0 : count_touching(&b, &a, same);
        hem_crossings_in in = input(&a, &b);
        TEST_ASSERT_EQUAL(HEM_OK, hem_crossings(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(0, out.touching);
        in.touching = true;
        TEST_ASSERT_EQUAL(HEM_OK, hem_crossings(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(expected, out.touching);
        seen += expected;
        tree_body_free(&body[0]);
        tree_body_free(&body[1]);
    }
    TEST_ASSERT_TRUE(seen > 30u * hem_test_count(60));
}

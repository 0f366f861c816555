/* Orphan pairs and representatives (000-8, 001-3): every feature pair is tested once, against brute
 * force over all feature pairs. */
#include "unity.h"

#include "hem/mesh.h"
#include "mesh_build.h"
#include "mesh_cases.h"
#include "mesh_oracle.h"
#include "test_scale.h"

#include <stdlib.h>

static mesh_case now;
static mesh_built built;
static const hem_mesh *mesh;
static mesh_oracle oracle;

static void forget(void)
{
    if (oracle.mesh != NULL) {
        mesh_oracle_free(&oracle);
    }
    mesh_build_forget(&built, &now);
}

static void build(mesh_case with)
{
    forget();
    mesh = mesh_build_next(&built, &now, with);
}

void setUp(void)
{
}

void tearDown(void)
{
    forget();
}

static uint32_t orphan_count(void)
{
    return mesh->vertex_face_orphans + mesh->edge_edge_orphans + mesh->edge_face_orphans;
}

static void assert_pair(hem_pair expected, hem_pair actual)
{
    TEST_ASSERT_EQUAL_HEX32_MESSAGE(expected.first, actual.first, now.name);
    TEST_ASSERT_EQUAL_HEX32_MESSAGE(expected.second, actual.second, now.name);
}

/* -------------------------------------------------------------- every pair by the definition */

/* The orphans in the order in which brute force meets them, which is sorted and without repeats. */
static uint32_t next_orphan;

static void assert_judged(oracle_pair kind, hem_pair pair, hem_pair first, hem_pair cover)
{
    assert_pair(first, cover);
    if (kind == ORACLE_ORPHAN) {
        TEST_ASSERT_LESS_THAN_UINT32_MESSAGE(orphan_count(), next_orphan, now.name);
        assert_pair(pair, hem_mesh_orphans(mesh)[next_orphan]);
        next_orphan++;
    }
}

static void assert_all_pairs(void)
{
    hem_pair first;
    oracle = mesh_oracle_make(&now);
    next_orphan = 0;
    for (uint32_t v = 0; v < now.vertex_count; v++) {
        for (uint32_t f = 0; f < now.triangle_count; f++) {
            oracle_pair kind = mesh_oracle_vertex_face(&oracle, v, f, &first);
            hem_pair cover = hem_mesh_cover_vertex_face(mesh, v, f);
            assert_judged(kind, (hem_pair){v, f}, first, cover);
        }
    }
    TEST_ASSERT_EQUAL_MESSAGE(next_orphan, mesh->vertex_face_orphans, now.name);
    for (uint32_t a = 0; a < oracle.edge_count; a++) {
        for (uint32_t b = a; b < oracle.edge_count; b++) {
            oracle_pair kind = mesh_oracle_edge_edge(&oracle, a, b, &first);
            hem_pair cover = hem_mesh_cover_edge_edge(mesh, a, b);
            hem_pair swapped = hem_mesh_cover_edge_edge(mesh, b, a);
            assert_judged(kind, (hem_pair){a, b}, first, cover);
            assert_pair((hem_pair){first.second, first.first}, swapped);
        }
    }
    TEST_ASSERT_EQUAL_MESSAGE(next_orphan - mesh->vertex_face_orphans, mesh->edge_edge_orphans,
                              now.name);
    for (uint32_t e = 0; e < oracle.edge_count; e++) {
        for (uint32_t f = 0; f < now.triangle_count; f++) {
            oracle_pair kind = mesh_oracle_edge_face(&oracle, e, f, &first);
            hem_pair cover = hem_mesh_cover_edge_face(mesh, e, f);
            assert_judged(kind, (hem_pair){e, f}, first, cover);
        }
    }
    TEST_ASSERT_EQUAL_MESSAGE(next_orphan, orphan_count(), now.name);
}

void test_orphans_and_representatives_are_those_of_the_definition_for_all_feature_pairs(void)
{
    uint32_t count = hem_test_count(5000);
    for (uint32_t i = 0; i < count; i++) {
        build(mesh_case_random(i));
        assert_all_pairs();
    }
}

void test_orphans_are_complete_where_many_triangles_meet(void)
{
    test_random random = {0x0ACE};
    uint32_t count = hem_test_count(150);
    for (uint32_t i = 0; i < count; i++) {
        build(mesh_case_soup(&random, 5u + i % 8u, 40u + random_below(&random, 60)));
        assert_all_pairs();
    }
}

void test_orphans_are_complete_around_vertices_of_high_valence(void)
{
    test_random random = {0x57A2};
    mesh_case shapes[] = {mesh_case_cone(50), mesh_case_star(50), mesh_case_fan(40),
                          mesh_case_book(40), mesh_case_bow_tie(30)};
    for (uint32_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        mesh_case_shuffle(&shapes[i], &random);
        build(shapes[i]);
        assert_all_pairs();
    }
}

/* --------------------------------------------------------------------------- every pair once */

/* How often each feature pair is tested when all the pairs of triangles that share no vertex are
 * visited and a feature pair is tested in its representative only, and the orphans are added. */
typedef struct visits {
    uint8_t *vertex_face, *edge_edge, *edge_face;
} visits;

static visits visits_make(void)
{
    size_t v = now.vertex_count;
    size_t f = now.triangle_count;
    size_t e = mesh->edge_count;
    return (visits){calloc(v * f, 1), calloc(e * e, 1), calloc(e * f, 1)};
}

static void visits_free(visits *seen)
{
    free(seen->vertex_face);
    free(seen->edge_edge);
    free(seen->edge_face);
}

static bool same_pair(hem_pair a, hem_pair b)
{
    return a.first == b.first && a.second == b.second;
}

/* The features of t against the face u, and against the edges of u. */
static void visit_triangles(visits *seen, uint32_t t, uint32_t u)
{
    const uint32_t *edges = hem_mesh_triangle_edges(mesh);
    hem_pair here = {t, u};
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t v = now.triangles[3u * t + i];
        uint32_t a = edges[3u * t + i];
        if (same_pair(hem_mesh_cover_vertex_face(mesh, v, u), here)) {
            seen->vertex_face[v * now.triangle_count + u]++;
        }
        if (same_pair(hem_mesh_cover_edge_face(mesh, a, u), here)) {
            seen->edge_face[a * now.triangle_count + u]++;
        }
        for (uint32_t j = 0; j < 3; j++) {
            uint32_t b = edges[3u * u + j];
            if (a < b && same_pair(hem_mesh_cover_edge_edge(mesh, a, b), here)) {
                seen->edge_edge[a * mesh->edge_count + b]++;
            }
        }
    }
}

static void visit_all_apart(visits *seen)
{
    for (uint32_t t = 0; t < now.triangle_count; t++) {
        for (uint32_t u = 0; u < now.triangle_count; u++) {
            if (!oracle_share_vertex(&now, t, u)) {
                visit_triangles(seen, t, u);
            }
        }
    }
}

static void visit_orphans(visits *seen)
{
    const hem_pair *pair = hem_mesh_orphans(mesh);
    for (uint32_t i = 0; i < mesh->vertex_face_orphans; i++, pair++) {
        seen->vertex_face[pair->first * now.triangle_count + pair->second]++;
    }
    for (uint32_t i = 0; i < mesh->edge_edge_orphans; i++, pair++) {
        seen->edge_edge[pair->first * mesh->edge_count + pair->second]++;
    }
    for (uint32_t i = 0; i < mesh->edge_face_orphans; i++, pair++) {
        seen->edge_face[pair->first * now.triangle_count + pair->second]++;
    }
}

/* The other way: all pairs of triangles, adjacent ones too, and each feature by its owner. */
static void visit_by_owner(visits *seen)
{
    const uint32_t *edges = hem_mesh_triangle_edges(mesh);
    const uint8_t *owners = hem_mesh_owners(mesh);
    for (uint32_t t = 0; t < now.triangle_count; t++) {
        for (uint32_t i = 0; i < 9u * now.triangle_count; i++) {
            uint32_t u = i / 9u;
            uint32_t k = i % 3u;
            uint32_t m = i / 3u % 3u;
            uint32_t v = now.triangles[3u * t + k];
            uint32_t a = edges[3u * t + k];
            uint32_t b = edges[3u * u + m];
            bool owns_edge = (owners[t] & HEM_OWNS_EDGE << k) != 0;
            if (m == 0 && (owners[t] & HEM_OWNS_VERTEX << k) != 0) {
                seen->vertex_face[v * now.triangle_count + u]++;
            }
            if (m == 0 && owns_edge) {
                seen->edge_face[a * now.triangle_count + u]++;
            }
            if (a < b && owns_edge && (owners[u] & HEM_OWNS_EDGE << m) != 0) {
                seen->edge_edge[a * mesh->edge_count + b]++;
            }
        }
    }
}

/* With owners, features that share a vertex come up too: the test has to leave them out. */
static void assert_visited(uint8_t times, oracle_pair kind, bool by_owner)
{
    if (kind == ORACLE_ORPHAN || kind == ORACLE_COVERED) {
        TEST_ASSERT_EQUAL_MESSAGE(1, times, now.name);
    } else if (!by_owner || kind == ORACLE_UNCOVERED) {
        TEST_ASSERT_EQUAL_MESSAGE(0, times, now.name);
    }
}

static void assert_visited_once(const visits *seen, bool by_owner)
{
    hem_pair first;
    uint32_t f_count = now.triangle_count;
    for (uint32_t v = 0; v < now.vertex_count; v++) {
        for (uint32_t f = 0; f < f_count; f++) {
            oracle_pair kind = mesh_oracle_vertex_face(&oracle, v, f, &first);
            assert_visited(seen->vertex_face[v * f_count + f], kind, by_owner);
        }
    }
    for (uint32_t a = 0; a < mesh->edge_count; a++) {
        for (uint32_t b = a + 1u; b < mesh->edge_count; b++) {
            oracle_pair kind = mesh_oracle_edge_edge(&oracle, a, b, &first);
            assert_visited(seen->edge_edge[a * mesh->edge_count + b], kind, by_owner);
        }
        for (uint32_t f = 0; f < f_count; f++) {
            oracle_pair kind = mesh_oracle_edge_face(&oracle, a, f, &first);
            assert_visited(seen->edge_face[a * f_count + f], kind, by_owner);
        }
    }
}

void test_representatives_and_orphans_together_test_every_feature_pair_once(void)
{
    uint32_t count = hem_test_count(1000);
    for (uint32_t i = 0; i < count; i++) {
        build(mesh_case_random(100000u + i));
        oracle = mesh_oracle_make(&now);
        visits seen = visits_make();
        visit_all_apart(&seen);
        visit_orphans(&seen);
        assert_visited_once(&seen, false);
        visits_free(&seen);
    }
}

void test_owners_over_all_triangle_pairs_test_the_same_feature_pairs_once(void)
{
    uint32_t count = hem_test_count(1000);
    for (uint32_t i = 0; i < count; i++) {
        build(mesh_case_random(200000u + i));
        oracle = mesh_oracle_make(&now);
        visits seen = visits_make();
        visit_by_owner(&seen);
        assert_visited_once(&seen, true);
        visits_free(&seen);
    }
}

/* ------------------------------------------------------------------------------ known shapes */

static void assert_orphans(uint32_t vertex_face, uint32_t edge_edge, uint32_t edge_face)
{
    TEST_ASSERT_EQUAL_MESSAGE(vertex_face, mesh->vertex_face_orphans, now.name);
    TEST_ASSERT_EQUAL_MESSAGE(edge_edge, mesh->edge_edge_orphans, now.name);
    TEST_ASSERT_EQUAL_MESSAGE(edge_face, mesh->edge_face_orphans, now.name);
}

void test_small_shapes_have_the_orphans_that_one_counts_by_hand(void)
{
    build(mesh_case_single());
    assert_orphans(0, 0, 0);
    build(mesh_case_loose(5));
    assert_orphans(0, 0, 0);
    build(mesh_case_strip(2)); /* each apex against the other face, two pairs of sides */
    assert_orphans(2, 2, 0);
    build(mesh_case_tetrahedron()); /* each vertex against the opposite face, opposite edges */
    assert_orphans(4, 3, 0);
}

/* In a fan every two triangles share the hub, so that whatever is not incident is an orphan. */
void test_a_fan_has_an_orphan_for_every_pair_that_is_not_incident(void)
{
    for (uint32_t n = 1; n < 30; n++) {
        build(mesh_case_fan(n));
        uint32_t rim_against_rim = n * (n - 1u) / 2u - (n - 1u);
        uint32_t rim_against_spoke = n * (n - 1u);
        assert_orphans(n * (n - 1u), rim_against_rim + rim_against_spoke,
                       n < 2 ? 0 : (n - 1u) * (n - 2u));
    }
}

/* Eight a border edge, less four at the corners: under one a vertex from 31 by 31 on. */
void test_a_grid_has_eight_orphans_a_border_edge(void)
{
    const uint32_t sizes[][2] = {{4, 4}, {5, 9}, {10, 10}, {30, 7}, {31, 31}, {100, 100}};
    for (uint32_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        build(mesh_case_grid(sizes[i][0], sizes[i][1]));
        TEST_ASSERT_EQUAL(8u * mesh->boundary_edges - 4u, orphan_count());
        if (sizes[i][0] > 30) {
            TEST_ASSERT_LESS_THAN_UINT32(now.vertex_count, orphan_count());
        }
    }
}

void test_a_regular_surface_without_a_border_has_no_orphans(void)
{
    mesh_case shapes[] = {mesh_case_octahedron(), mesh_case_cone(5), mesh_case_cone(100),
                          mesh_case_torus(3, 3), mesh_case_torus(20, 30)};
    for (uint32_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        build(shapes[i]);
        assert_orphans(0, 0, 0);
    }
}

void test_orphans_do_not_depend_on_the_numbering(void)
{
    test_random random = {0x5EED};
    build(mesh_case_grid(9, 8));
    uint32_t vertex_face = mesh->vertex_face_orphans;
    uint32_t edge_edge = mesh->edge_edge_orphans;
    uint32_t edge_face = mesh->edge_face_orphans;
    for (uint32_t i = 0; i < 20; i++) {
        mesh_case shuffled = mesh_case_grid(9, 8);
        mesh_case_shuffle(&shuffled, &random);
        build(shuffled);
        assert_orphans(vertex_face, edge_edge, edge_face);
    }
}

void test_a_body_that_is_not_tested_against_itself_has_no_orphans(void)
{
    build(mesh_case_tetrahedron());
    hem_mesh_def def = mesh_build_def(&now);
    def.self_pairs = false;
    def.orphan_capacity = 0;
    mesh_build_free(&built);
    built = mesh_build(&def, now.name);
    mesh = built.mesh;
    assert_orphans(0, 0, 0);
    assert_pair((hem_pair){HEM_NONE, HEM_NONE}, hem_mesh_cover_vertex_face(mesh, 3, 0));
}

void test_a_vertex_without_triangles_is_no_orphan_and_has_no_representative(void)
{
    mesh_case sheet = mesh_case_strip(2);
    mesh_case_add_loose(&sheet, 3);
    build(sheet);
    assert_orphans(2, 2, 0);
    for (uint32_t v = 4; v < 7; v++) {
        assert_pair((hem_pair){HEM_NONE, HEM_NONE}, hem_mesh_cover_vertex_face(mesh, v, 0));
    }
}

/* ----------------------------------------------------------------------- the paper's numbers */

/* The triangles of a regular sheet that touch one in its middle: 13 of them. */
static mesh_case two_rings(void)
{
    mesh_case sheet = mesh_case_grid(7, 7);
    mesh_case patch = mesh_case_empty("two rings");
    uint32_t middle = 2u * (2u * 6u + 3u);
    uint32_t number[49];
    for (uint32_t v = 0; v < 49; v++) {
        number[v] = HEM_NONE;
    }
    for (uint32_t t = 0; t < sheet.triangle_count; t++) {
        if (!oracle_share_vertex(&sheet, t, middle)) {
            continue;
        }
        uint32_t v[3];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t old = sheet.triangles[3u * t + k];
            number[old] = number[old] == HEM_NONE ? mesh_case_add_vertex(&patch) : number[old];
            v[k] = number[old];
        }
        mesh_case_add(&patch, v[0], v[1], v[2]);
    }
    mesh_case_free(&sheet);
    return patch;
}

static uint32_t tests_against_first_triangle(void)
{
    uint32_t tests = 0;
    visits seen = visits_make();
    for (uint32_t u = 1; u < now.triangle_count; u++) {
        visit_triangles(&seen, 0, u);
        visit_triangles(&seen, u, 0);
    }
    for (uint32_t i = 0; i < now.vertex_count * now.triangle_count; i++) {
        tests += seen.vertex_face[i];
    }
    for (uint32_t i = 0; i < mesh->edge_count * mesh->edge_count; i++) {
        tests += seen.edge_edge[i];
    }
    visits_free(&seen);
    return tests;
}

/* 000-8: 3 n + V + 3 E tests of a triangle against a patch of n, instead of 15 n. */
void test_a_triangle_against_a_patch_takes_the_tests_of_the_paper(void)
{
    mesh_case patches[] = {mesh_case_single(), mesh_case_star(6), two_rings()};
    const uint32_t counts[][3] = {{1, 3, 3}, {6, 7, 12}, {13, 12, 24}};
    for (uint32_t i = 0; i < 3; i++) {
        mesh_case both = mesh_case_single();
        mesh_case_join(&both, &patches[i]);
        mesh_case_free(&patches[i]);
        build(both);
        TEST_ASSERT_EQUAL(counts[i][0], now.triangle_count - 1u);
        TEST_ASSERT_EQUAL(counts[i][1], now.vertex_count - 3u);
        TEST_ASSERT_EQUAL(counts[i][2], mesh->edge_count - 3u);
        TEST_ASSERT_EQUAL(3u * counts[i][0] + counts[i][1] + 3u * counts[i][2],
                          tests_against_first_triangle());
    }
}

void test_the_default_capacity_holds_the_orphans_of_sheets_strips_and_closed_shapes(void)
{
    mesh_case shapes[] = {mesh_case_grid(2, 2),   mesh_case_grid(3, 3),    mesh_case_grid(10, 10),
                          mesh_case_grid(3, 200), mesh_case_grid(2, 200),  mesh_case_grid(60, 60),
                          mesh_case_strip(300),   mesh_case_tetrahedron(), mesh_case_octahedron(),
                          mesh_case_torus(5, 12), mesh_case_cone(25),      mesh_case_moebius(30),
                          mesh_case_grid(161, 9)};
    for (uint32_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        build(shapes[i]);
        uint32_t orphans =
            mesh->vertex_face_orphans + mesh->edge_edge_orphans + mesh->edge_face_orphans;
        TEST_ASSERT_LESS_OR_EQUAL_UINT32_MESSAGE(
            HEM_DEFAULT_ORPHANS(1u, now.vertex_count, now.triangle_count), orphans, now.name);
    }
}

/* --------------------------------------------------------------------------------- bad input */

void test_features_that_do_not_exist_have_no_representative(void)
{
    const hem_pair nothing = {HEM_NONE, HEM_NONE};
    build(mesh_case_loose(2));
    assert_pair((hem_pair){0, 1}, hem_mesh_cover_vertex_face(mesh, 0, 1));
    assert_pair(nothing, hem_mesh_cover_vertex_face(mesh, 6, 1));
    assert_pair(nothing, hem_mesh_cover_vertex_face(mesh, HEM_NONE, 1));
    assert_pair(nothing, hem_mesh_cover_vertex_face(mesh, 0, 2));
    assert_pair(nothing, hem_mesh_cover_vertex_face(NULL, 0, 1));
    assert_pair((hem_pair){0, 1}, hem_mesh_cover_edge_face(mesh, 0, 1));
    assert_pair(nothing, hem_mesh_cover_edge_face(mesh, 6, 1));
    assert_pair(nothing, hem_mesh_cover_edge_face(mesh, 0, 2));
    assert_pair(nothing, hem_mesh_cover_edge_face(mesh, 0, HEM_NONE));
    assert_pair(nothing, hem_mesh_cover_edge_face(NULL, 0, 1));
    assert_pair((hem_pair){0, 1}, hem_mesh_cover_edge_edge(mesh, 0, 3));
    assert_pair((hem_pair){1, 0}, hem_mesh_cover_edge_edge(mesh, 3, 0));
    assert_pair(nothing, hem_mesh_cover_edge_edge(mesh, 6, 3));
    assert_pair(nothing, hem_mesh_cover_edge_edge(mesh, 0, 6));
    assert_pair(nothing, hem_mesh_cover_edge_edge(mesh, 0, HEM_NONE));
    assert_pair(nothing, hem_mesh_cover_edge_edge(NULL, 0, 3));
}

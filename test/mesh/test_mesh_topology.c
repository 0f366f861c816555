/* Edges, rings, owners and counts of generated meshes, against brute force. */
#include "unity.h"

#include "hem/mesh.h"
#include "mesh_build.h"
#include "mesh_cases.h"
#include "mesh_oracle.h"
#include "test_scale.h"

static mesh_case now;
static mesh_built built;
static const hem_mesh *mesh;

static void build(mesh_case with)
{
    mesh = mesh_build_next(&built, &now, with);
}

void setUp(void)
{
}

void tearDown(void)
{
    mesh_build_forget(&built, &now);
}

typedef void check(const mesh_oracle *oracle);

static void for_generated_meshes(check *holds)
{
    uint32_t count = hem_test_count(4000);
    for (uint32_t i = 0; i < count; i++) {
        build(mesh_case_random(i));
        mesh_oracle oracle = mesh_oracle_make(&now);
        holds(&oracle);
        mesh_oracle_free(&oracle);
    }
}

static void assert_list(const oracle_list *expected, const uint32_t *begin, const uint32_t *list)
{
    TEST_ASSERT_EQUAL_MESSAGE(expected->count, begin[1] - begin[0], now.name);
    for (uint32_t i = 0; i < expected->count; i++) {
        TEST_ASSERT_EQUAL_MESSAGE(expected->triangles[i], list[begin[0] + i], now.name);
    }
}

/* -------------------------------------------------------------------------- generated meshes */

static void triangles_are_copied(const mesh_oracle *oracle)
{
    (void)oracle;
    TEST_ASSERT_EQUAL_MESSAGE(now.vertex_count, mesh->vertex_count, now.name);
    TEST_ASSERT_EQUAL_MESSAGE(now.triangle_count, mesh->triangle_count, now.name);
    TEST_ASSERT_TRUE_MESSAGE(hem_mesh_triangles(mesh) != now.triangles, now.name);
    TEST_ASSERT_EQUAL_UINT32_ARRAY_MESSAGE(now.triangles, hem_mesh_triangles(mesh),
                                           3u * now.triangle_count, now.name);
}

void test_a_mesh_keeps_a_copy_of_its_triangles(void)
{
    for_generated_meshes(triangles_are_copied);
}

static void edges_are_unique_and_sorted(const mesh_oracle *oracle)
{
    TEST_ASSERT_EQUAL_MESSAGE(oracle->edge_count, mesh->edge_count, now.name);
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        TEST_ASSERT_EQUAL_MESSAGE(oracle->edges[e].first, hem_mesh_edges(mesh)[e].first, now.name);
        TEST_ASSERT_EQUAL_MESSAGE(oracle->edges[e].second, hem_mesh_edges(mesh)[e].second,
                                  now.name);
    }
}

void test_every_edge_stands_once_in_the_order_of_its_vertices(void)
{
    for_generated_meshes(edges_are_unique_and_sorted);
}

static void edges_list_their_triangles(const mesh_oracle *oracle)
{
    const uint32_t *begin = hem_mesh_edge_begin(mesh);
    TEST_ASSERT_EQUAL_MESSAGE(0, begin[0], now.name);
    TEST_ASSERT_EQUAL_MESSAGE(3u * now.triangle_count, begin[mesh->edge_count], now.name);
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        assert_list(&oracle->edge_triangles[e], begin + e, hem_mesh_edge_triangles(mesh));
    }
}

void test_an_edge_lists_its_triangles_in_ascending_order(void)
{
    for_generated_meshes(edges_list_their_triangles);
}

static void triangles_name_their_edges(const mesh_oracle *oracle)
{
    for (uint32_t corner = 0; corner < 3u * now.triangle_count; corner++) {
        uint32_t from = now.triangles[corner];
        uint32_t to = now.triangles[corner - corner % 3u + (corner + 1u) % 3u];
        uint32_t e = hem_mesh_triangle_edges(mesh)[corner];
        TEST_ASSERT_LESS_THAN_UINT32_MESSAGE(oracle->edge_count, e, now.name);
        TEST_ASSERT_EQUAL_MESSAGE(from < to ? from : to, oracle->edges[e].first, now.name);
        TEST_ASSERT_EQUAL_MESSAGE(from < to ? to : from, oracle->edges[e].second, now.name);
    }
}

void test_edge_k_of_a_triangle_runs_from_vertex_k_to_the_next(void)
{
    for_generated_meshes(triangles_name_their_edges);
}

static void vertices_list_their_triangles(const mesh_oracle *oracle)
{
    const uint32_t *begin = hem_mesh_ring_begin(mesh);
    TEST_ASSERT_EQUAL_MESSAGE(0, begin[0], now.name);
    TEST_ASSERT_EQUAL_MESSAGE(3u * now.triangle_count, begin[mesh->vertex_count], now.name);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        assert_list(&oracle->rings[v], begin + v, hem_mesh_ring(mesh));
    }
}

void test_the_ring_of_a_vertex_is_its_triangles_in_ascending_order(void)
{
    for_generated_meshes(vertices_list_their_triangles);
}

static void every_feature_has_one_owner(const mesh_oracle *oracle)
{
    uint32_t owned_vertices = 0;
    uint32_t owned_edges = 0;
    for (uint32_t t = 0; t < now.triangle_count; t++) {
        uint8_t owned = hem_mesh_owners(mesh)[t];
        TEST_ASSERT_EQUAL_MESSAGE(0, owned & ~0x3F, now.name);
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = now.triangles[3u * t + k];
            uint32_t e = hem_mesh_triangle_edges(mesh)[3u * t + k];
            bool owns_vertex = (owned & HEM_OWNS_VERTEX << k) != 0;
            bool owns_edge = (owned & HEM_OWNS_EDGE << k) != 0;
            TEST_ASSERT_EQUAL_MESSAGE(oracle->rings[v].triangles[0] == t, owns_vertex, now.name);
            TEST_ASSERT_EQUAL_MESSAGE(oracle->edge_triangles[e].triangles[0] == t, owns_edge,
                                      now.name);
            owned_vertices += owns_vertex;
            owned_edges += owns_edge;
        }
    }
    TEST_ASSERT_EQUAL_MESSAGE(now.vertex_count - mesh->loose_vertices, owned_vertices, now.name);
    TEST_ASSERT_EQUAL_MESSAGE(oracle->edge_count, owned_edges, now.name);
}

void test_every_vertex_and_edge_is_owned_by_its_first_triangle_alone(void)
{
    for_generated_meshes(every_feature_has_one_owner);
}

static void counts_are_right(const mesh_oracle *oracle)
{
    uint32_t boundary = 0;
    uint32_t branching = 0;
    uint32_t loose = 0;
    for (uint32_t e = 0; e < oracle->edge_count; e++) {
        boundary += oracle->edge_triangles[e].count == 1;
        branching += oracle->edge_triangles[e].count >= 3;
    }
    for (uint32_t v = 0; v < now.vertex_count; v++) {
        loose += oracle->rings[v].count == 0;
    }
    TEST_ASSERT_EQUAL_MESSAGE(boundary, mesh->boundary_edges, now.name);
    TEST_ASSERT_EQUAL_MESSAGE(branching, mesh->branching_edges, now.name);
    TEST_ASSERT_EQUAL_MESSAGE(loose, mesh->loose_vertices, now.name);
    TEST_ASSERT_EQUAL_MESSAGE(mesh_oracle_duplicates(oracle), mesh->duplicate_triangles, now.name);
}

void test_boundary_branching_loose_and_duplicates_are_counted(void)
{
    for_generated_meshes(counts_are_right);
}

/* ------------------------------------------------------------------------------ known shapes */

static void assert_counts(uint32_t edges, uint32_t boundary, uint32_t branching)
{
    TEST_ASSERT_EQUAL_MESSAGE(edges, mesh->edge_count, now.name);
    TEST_ASSERT_EQUAL_MESSAGE(boundary, mesh->boundary_edges, now.name);
    TEST_ASSERT_EQUAL_MESSAGE(branching, mesh->branching_edges, now.name);
}

void test_a_single_triangle_has_three_boundary_edges_and_owns_everything(void)
{
    build(mesh_case_single());
    assert_counts(3, 3, 0);
    TEST_ASSERT_EQUAL_HEX8(0x3F, hem_mesh_owners(mesh)[0]);
}

void test_regular_shapes_have_the_edges_that_euler_says(void)
{
    build(mesh_case_grid(10, 10));
    assert_counts(10 * 9 * 2 + 81, 36, 0);
    build(mesh_case_tetrahedron());
    assert_counts(6, 0, 0);
    build(mesh_case_octahedron());
    assert_counts(12, 0, 0);
    build(mesh_case_torus(7, 9));
    assert_counts(3 * 63, 0, 0);
    build(mesh_case_moebius(8));
    assert_counts(4 * 8, 16, 0);
    build(mesh_case_star(100));
    assert_counts(200, 100, 0);
}

void test_a_book_has_one_edge_with_all_its_pages(void)
{
    for (uint32_t pages = 3; pages <= 7; pages++) {
        build(mesh_case_book(pages));
        assert_counts(2u * pages + 1u, 2u * pages, 1);
        TEST_ASSERT_EQUAL(0, hem_mesh_edges(mesh)[0].first);
        TEST_ASSERT_EQUAL(1, hem_mesh_edges(mesh)[0].second);
        TEST_ASSERT_EQUAL(pages, hem_mesh_edge_begin(mesh)[1]);
    }
}

void test_triangles_given_twice_are_counted_and_kept(void)
{
    mesh_case sheet = mesh_case_grid(5, 5);
    mesh_case_two_sided(&sheet);
    build(sheet);
    TEST_ASSERT_EQUAL(32, mesh->duplicate_triangles);
    TEST_ASSERT_EQUAL(64, mesh->triangle_count);
    TEST_ASSERT_EQUAL(0, mesh->boundary_edges);
    mesh_case one = mesh_case_single();
    mesh_case_repeat(&one, 0, 9);
    build(one);
    TEST_ASSERT_EQUAL(9, mesh->duplicate_triangles);
    assert_counts(3, 0, 3);
}

void test_sheets_and_closed_surfaces_up_to_one_handle_fit_the_edges_to_expect(void)
{
    mesh_case shapes[] = {mesh_case_single(),     mesh_case_grid(20, 3),   mesh_case_strip(50),
                          mesh_case_star(40),     mesh_case_tetrahedron(), mesh_case_octahedron(),
                          mesh_case_torus(5, 12), mesh_case_moebius(30),   mesh_case_cone(25)};
    for (uint32_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        build(shapes[i]);
        TEST_ASSERT_LESS_OR_EQUAL_UINT32_MESSAGE(HEM_EDGES(now.vertex_count, now.triangle_count),
                                                 mesh->edge_count, now.name);
    }
}

/* By Euler, v + f - 1 and one more for each hole: twelve holes fit what is expected. */
void test_a_sheet_with_many_holes_fits_the_edges_to_expect(void)
{
    mesh_case whole = mesh_case_grid(20, 20);
    mesh_case holes = mesh_case_empty("sheet with twelve holes");
    holes.vertex_count = whole.vertex_count;
    for (uint32_t t = 0; t < whole.triangle_count; t++) {
        uint32_t column = t / 2u % 19u, row = t / 2u / 19u;
        bool cut = column % 4u == 2u && row % 6u == 2u && column < 15u;
        if (!cut) {
            const uint32_t *v = whole.triangles + 3u * (size_t)t;
            mesh_case_add(&holes, v[0], v[1], v[2]);
        }
    }
    mesh_case_free(&whole);
    build(holes);
    TEST_ASSERT_EQUAL(now.vertex_count + now.triangle_count + 11u, mesh->edge_count);
    TEST_ASSERT_LESS_OR_EQUAL(HEM_EDGES(now.vertex_count, now.triangle_count), mesh->edge_count);
    TEST_ASSERT_EQUAL(4 * 19 + 12 * 4, mesh->boundary_edges);
}

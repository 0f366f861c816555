/* Connected components and what they are, against brute force. */
#include "unity.h"

#include "hem/mesh.h"
#include "mesh_build.h"
#include "mesh_cases.h"
#include "mesh_oracle.h"
#include "test_scale.h"

enum {
    CLOSED = HEM_MESH_CLOSED,
    ORIENTED = HEM_MESH_ORIENTED,
    MANIFOLD = HEM_MESH_MANIFOLD,
};

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

static void assert_component(const oracle_component *expected, const hem_component *component)
{
    TEST_ASSERT_EQUAL_MESSAGE(expected->vertex_count, component->vertex_count, now.name);
    TEST_ASSERT_EQUAL_MESSAGE(expected->edge_count, component->edge_count, now.name);
    TEST_ASSERT_EQUAL_MESSAGE(expected->triangle_count, component->triangle_count, now.name);
    uint32_t flags = (expected->closed ? CLOSED : 0u) | (expected->oriented ? ORIENTED : 0u) |
                     (expected->manifold ? MANIFOLD : 0u);
    TEST_ASSERT_EQUAL_HEX32_MESSAGE(flags, component->flags, now.name);
}

void test_components_are_those_of_brute_force_in_the_order_of_their_smallest_vertices(void)
{
    uint32_t count = hem_test_count(6000);
    for (uint32_t i = 0; i < count; i++) {
        build(mesh_case_random(i));
        mesh_oracle oracle = mesh_oracle_make(&now);
        TEST_ASSERT_EQUAL_MESSAGE(oracle.component_count, mesh->component_count, now.name);
        TEST_ASSERT_EQUAL_UINT32_ARRAY_MESSAGE(oracle.component_of, hem_mesh_component_of(mesh),
                                               now.vertex_count, now.name);
        uint32_t all = CLOSED | ORIENTED | MANIFOLD;
        for (uint32_t c = 0; c < oracle.component_count; c++) {
            assert_component(&oracle.components[c], &hem_mesh_components(mesh)[c]);
            all &= hem_mesh_components(mesh)[c].flags;
        }
        TEST_ASSERT_EQUAL_HEX32_MESSAGE(all | HEM_MESH_SELF, mesh->flags, now.name);
        mesh_oracle_free(&oracle);
    }
}

void test_the_flags_of_regular_shapes(void)
{
    const struct {
        mesh_case shape;
        uint32_t flags;
    } expected[] = {
        {mesh_case_single(), ORIENTED | MANIFOLD},
        {mesh_case_grid(7, 4), ORIENTED | MANIFOLD},
        {mesh_case_strip(9), ORIENTED | MANIFOLD},
        {mesh_case_star(12), ORIENTED | MANIFOLD},
        {mesh_case_tetrahedron(), CLOSED | ORIENTED | MANIFOLD},
        {mesh_case_octahedron(), CLOSED | ORIENTED | MANIFOLD},
        {mesh_case_cone(9), CLOSED | ORIENTED | MANIFOLD},
        {mesh_case_torus(4, 5), CLOSED | ORIENTED | MANIFOLD},
        {mesh_case_moebius(6), MANIFOLD},
        {mesh_case_book(3), 0},
        {mesh_case_bow_tie(4), ORIENTED | MANIFOLD},
    };
    for (uint32_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        build(expected[i].shape);
        TEST_ASSERT_EQUAL_HEX32_MESSAGE(expected[i].flags | HEM_MESH_SELF, mesh->flags, now.name);
        TEST_ASSERT_EQUAL_MESSAGE(1, mesh->component_count, now.name);
        TEST_ASSERT_EQUAL_HEX32_MESSAGE(expected[i].flags, hem_mesh_components(mesh)[0].flags,
                                        now.name);
    }
}

void test_a_two_sided_sheet_is_closed_and_oriented(void)
{
    mesh_case one = mesh_case_single();
    mesh_case_two_sided(&one);
    build(one);
    TEST_ASSERT_EQUAL_HEX32(CLOSED | ORIENTED | MANIFOLD | HEM_MESH_SELF, mesh->flags);
    mesh_case sheet = mesh_case_grid(4, 4);
    mesh_case_two_sided(&sheet);
    build(sheet);
    TEST_ASSERT_EQUAL_HEX32(CLOSED | HEM_MESH_SELF,
                            mesh->flags); /* inner edges have four triangles */
}

void test_one_turned_triangle_spoils_the_orientation_of_its_component_alone(void)
{
    mesh_case two = mesh_case_tetrahedron();
    mesh_case other = mesh_case_octahedron();
    mesh_case_join(&two, &other);
    mesh_case_free(&other);
    uint32_t kept = two.triangles[1];
    two.triangles[1] = two.triangles[2];
    two.triangles[2] = kept;
    build(two);
    TEST_ASSERT_EQUAL(2, mesh->component_count);
    TEST_ASSERT_EQUAL_HEX32(CLOSED | MANIFOLD, hem_mesh_components(mesh)[0].flags);
    TEST_ASSERT_EQUAL_HEX32(CLOSED | ORIENTED | MANIFOLD, hem_mesh_components(mesh)[1].flags);
    TEST_ASSERT_EQUAL_HEX32(CLOSED | MANIFOLD | HEM_MESH_SELF, mesh->flags);
}

void test_a_shared_vertex_is_enough_to_hang_together(void)
{
    build(mesh_case_chain(40));
    TEST_ASSERT_EQUAL(1, mesh->component_count);
    TEST_ASSERT_EQUAL(81, hem_mesh_components(mesh)[0].vertex_count);
    TEST_ASSERT_EQUAL(120, hem_mesh_components(mesh)[0].edge_count);
    TEST_ASSERT_EQUAL(40, hem_mesh_components(mesh)[0].triangle_count);
}

void test_loose_triangles_use_every_component_there_is_room_for(void)
{
    build(mesh_case_loose(200));
    TEST_ASSERT_EQUAL(200, mesh->component_count);
    for (uint32_t v = 0; v < now.vertex_count; v++) {
        TEST_ASSERT_EQUAL(v / 3u, hem_mesh_component_of(mesh)[v]);
    }
}

void test_vertices_without_triangles_are_in_no_component(void)
{
    mesh_case few = mesh_case_empty("one triangle among many vertices");
    few.vertex_count = 50;
    mesh_case_add(&few, 49, 20, 3);
    build(few);
    TEST_ASSERT_EQUAL(47, mesh->loose_vertices);
    TEST_ASSERT_EQUAL(1, mesh->component_count);
    TEST_ASSERT_EQUAL(3, hem_mesh_components(mesh)[0].vertex_count);
    for (uint32_t v = 0; v < 50; v++) {
        bool used = v == 49 || v == 20 || v == 3;
        TEST_ASSERT_EQUAL(used ? 0u : HEM_NONE, hem_mesh_component_of(mesh)[v]);
    }
}

/* Links that always go from a large number to the next smaller one make the longest paths. */
void test_a_long_strip_numbered_backwards_is_one_component(void)
{
    mesh_case strip = mesh_case_strip(20000);
    for (uint32_t corner = 0; corner < 3u * strip.triangle_count; corner++) {
        strip.triangles[corner] = strip.vertex_count - 1u - strip.triangles[corner];
    }
    build(strip);
    TEST_ASSERT_EQUAL(1, mesh->component_count);
    TEST_ASSERT_EQUAL(strip.vertex_count, hem_mesh_components(mesh)[0].vertex_count);
}

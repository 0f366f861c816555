/* Representatives: over all pairs of triangles without a common vertex, each feature pair comes up
 * once, in the pair of triangles that the definition says; the rest are orphan pairs. */
#include "unity.h"

#include "detect/represent.h"
#include "mesh_oracle.h"
#include "test_scale.h"
#include "tree_build.h"

#include <stdlib.h>

static mesh_case now;
static mesh_built built;
static mesh_oracle oracle;
static const hem_represented both_sides = {7, 7};

void setUp(void)
{
}

void tearDown(void)
{
}

static void take(mesh_case mesh)
{
    now = mesh;
    built = mesh_build_case(&now);
    oracle = mesh_oracle_make(&now);
}

static void forget(void)
{
    mesh_oracle_free(&oracle);
    mesh_build_free(&built);
    mesh_case_free(&now);
}

static uint32_t vertex_at(uint32_t triangle, uint32_t k)
{
    return hem_mesh_triangles(built.mesh)[3u * triangle + k];
}

static uint32_t edge_at(uint32_t triangle, uint32_t k)
{
    return hem_mesh_triangle_edges(built.mesh)[3u * triangle + k];
}

/* Is a pair of triangles the first that covers the features? */
static bool is_first(oracle_pair what, hem_pair first, uint32_t i, uint32_t j)
{
    return what == ORACLE_COVERED && first.first == i && first.second == j;
}

static void check_pair(uint32_t i, uint32_t j)
{
    hem_represented vertices = hem_represented_vertex_face(built.mesh, i, j, both_sides);
    hem_represented edges = hem_represented_edge_face(built.mesh, i, j, both_sides);
    uint32_t both = hem_represented_edge_edge(built.mesh, i, j, 511u);
    hem_pair first;
    for (uint32_t k = 0; k < 3; k++) {
        oracle_pair what = mesh_oracle_vertex_face(&oracle, vertex_at(i, k), j, &first);
        TEST_ASSERT_EQUAL_MESSAGE(is_first(what, first, i, j), vertices.first >> k & 1u, now.name);
        what = mesh_oracle_vertex_face(&oracle, vertex_at(j, k), i, &first);
        TEST_ASSERT_EQUAL_MESSAGE(is_first(what, first, j, i), vertices.second >> k & 1u, now.name);
        what = mesh_oracle_edge_face(&oracle, edge_at(i, k), j, &first);
        TEST_ASSERT_EQUAL_MESSAGE(is_first(what, first, i, j), edges.first >> k & 1u, now.name);
        what = mesh_oracle_edge_face(&oracle, edge_at(j, k), i, &first);
        TEST_ASSERT_EQUAL_MESSAGE(is_first(what, first, j, i), edges.second >> k & 1u, now.name);
        for (uint32_t l = 0; l < 3; l++) {
            /* The smaller edge is the first feature. */
            uint32_t a = edge_at(i, k), b = edge_at(j, l);
            what = mesh_oracle_edge_edge(&oracle, a < b ? a : b, a < b ? b : a, &first);
            TEST_ASSERT_EQUAL_MESSAGE(is_first(what, first, a < b ? i : j, a < b ? j : i),
                                      both >> (3u * k + l) & 1u, now.name);
        }
    }
    TEST_ASSERT_TRUE(vertices.first < 8 && vertices.second < 8 && both < 512);
    TEST_ASSERT_TRUE(edges.first < 8 && edges.second < 8);
}

void test_every_pair_of_triangles_stands_for_what_the_definition_says(void)
{
    for (uint32_t index = 0; index < hem_test_count(250); index++) {
        take(mesh_case_random(index));
        uint32_t count = now.triangle_count < 40 ? now.triangle_count : 40;
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t j = 0; j < count; j++) {
                if (!oracle_share_vertex(&now, i, j)) {
                    check_pair(i, j);
                }
            }
        }
        forget();
    }
}

void test_only_what_is_asked_for_is_answered(void)
{
    take(mesh_case_grid(6, 5));
    for (uint32_t i = 0; i < now.triangle_count; i++) {
        for (uint32_t j = 0; j < now.triangle_count; j++) {
            if (oracle_share_vertex(&now, i, j)) {
                continue;
            }
            hem_represented vertices = hem_represented_vertex_face(built.mesh, i, j, both_sides);
            hem_represented edges = hem_represented_edge_face(built.mesh, i, j, both_sides);
            uint32_t pairs = hem_represented_edge_edge(built.mesh, i, j, 511u);
            for (uint32_t asked = 0; asked < 8; asked++) {
                hem_represented some = {asked, 7u - asked};
                hem_represented got = hem_represented_vertex_face(built.mesh, i, j, some);
                TEST_ASSERT_EQUAL_HEX32(vertices.first & asked, got.first);
                TEST_ASSERT_EQUAL_HEX32(vertices.second & (7u - asked), got.second);
                got = hem_represented_edge_face(built.mesh, i, j, some);
                TEST_ASSERT_EQUAL_HEX32(edges.first & asked, got.first);
                TEST_ASSERT_EQUAL_HEX32(edges.second & (7u - asked), got.second);
                TEST_ASSERT_EQUAL_HEX32(pairs & asked * 73u,
                                        hem_represented_edge_edge(built.mesh, i, j, asked * 73u));
            }
        }
    }
    forget();
}

/* How often each feature pair comes up: V-F, E-E (the smaller edge first), E-F. */
typedef struct tally {
    uint8_t *vertex_face, *edge_edge, *edge_face;
} tally;

static void count_pair(tally *all, uint32_t i, uint32_t j)
{
    const hem_mesh *mesh = built.mesh;
    uint32_t faces = mesh->triangle_count, count = mesh->edge_count;
    hem_represented vertices = hem_represented_vertex_face(mesh, i, j, both_sides);
    hem_represented edges = hem_represented_edge_face(mesh, i, j, both_sides);
    uint32_t both = hem_represented_edge_edge(mesh, i, j, 511u);
    for (uint32_t k = 0; k < 3; k++) {
        all->vertex_face[vertex_at(i, k) * faces + j] += vertices.first >> k & 1u;
        all->vertex_face[vertex_at(j, k) * faces + i] += vertices.second >> k & 1u;
        all->edge_face[edge_at(i, k) * faces + j] += edges.first >> k & 1u;
        all->edge_face[edge_at(j, k) * faces + i] += edges.second >> k & 1u;
    }
    for (uint32_t bit = 0; bit < 9; bit++) {
        uint32_t a = edge_at(i, bit / 3u), b = edge_at(j, bit % 3u);
        uint32_t low = a < b ? a : b, high = a < b ? b : a;
        all->edge_edge[low * count + high] += both >> bit & 1u;
    }
}

static void count_orphans(tally *all)
{
    const hem_mesh *mesh = built.mesh;
    const hem_pair *orphan = hem_mesh_orphans(mesh);
    for (uint32_t i = 0; i < mesh->vertex_face_orphans; i++, orphan++) {
        all->vertex_face[orphan->first * mesh->triangle_count + orphan->second]++;
    }
    for (uint32_t i = 0; i < mesh->edge_edge_orphans; i++, orphan++) {
        all->edge_edge[orphan->first * mesh->edge_count + orphan->second]++;
    }
    for (uint32_t i = 0; i < mesh->edge_face_orphans; i++, orphan++) {
        all->edge_face[orphan->first * mesh->triangle_count + orphan->second]++;
    }
}

static bool edge_touches(uint32_t edge, uint32_t face)
{
    hem_pair ends = hem_mesh_edges(built.mesh)[edge];
    return oracle_has_vertex(&now, face, ends.first) || oracle_has_vertex(&now, face, ends.second);
}

static bool edges_touch(uint32_t a, uint32_t b)
{
    hem_pair first = hem_mesh_edges(built.mesh)[a], second = hem_mesh_edges(built.mesh)[b];
    return first.first == second.first || first.first == second.second ||
           first.second == second.first || first.second == second.second;
}

static void check_tally(const tally *all)
{
    const hem_mesh *mesh = built.mesh;
    for (uint32_t f = 0; f < mesh->triangle_count; f++) {
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            bool wanted = !oracle_has_vertex(&now, f, v) && oracle.rings[v].count > 0;
            TEST_ASSERT_EQUAL_MESSAGE(wanted, all->vertex_face[v * mesh->triangle_count + f],
                                      now.name);
        }
        for (uint32_t e = 0; e < mesh->edge_count; e++) {
            TEST_ASSERT_EQUAL_MESSAGE(!edge_touches(e, f),
                                      all->edge_face[e * mesh->triangle_count + f], now.name);
        }
    }
    for (uint32_t a = 0; a < mesh->edge_count; a++) {
        for (uint32_t b = 0; b < mesh->edge_count; b++) {
            bool wanted = a < b && !edges_touch(a, b);
            TEST_ASSERT_EQUAL_MESSAGE(wanted, all->edge_edge[a * mesh->edge_count + b], now.name);
        }
    }
}

void test_each_feature_pair_comes_up_exactly_once(void)
{
    for (uint32_t index = 0; index < hem_test_count(250); index++) {
        take(index == 0 ? mesh_case_grid(9, 8) : mesh_case_random(index));
        const hem_mesh *mesh = built.mesh;
        tally all = {calloc(mesh->vertex_count, mesh->triangle_count),
                     calloc(mesh->edge_count, mesh->edge_count),
                     calloc(mesh->edge_count, mesh->triangle_count)};
        for (uint32_t i = 0; i < now.triangle_count; i++) {
            for (uint32_t j = i + 1u; j < now.triangle_count; j++) {
                if (!oracle_share_vertex(&now, i, j)) {
                    /* In either order: leaves come in any. */
                    count_pair(&all, (i + j) % 2 ? i : j, (i + j) % 2 ? j : i);
                }
            }
        }
        count_orphans(&all);
        check_tally(&all);
        free(all.vertex_face);
        free(all.edge_edge);
        free(all.edge_face);
        forget();
    }
}

static uint32_t owners_of(uint32_t triangle)
{
    return hem_mesh_owners(built.mesh)[triangle];
}

/* Triangles of far leaves: owners give the same masks. */
static void check_far_leaves(const hem_tree *tree, uint32_t a, uint32_t b)
{
    const uint32_t *begin = hem_tree_leaf_begin(tree), *order = hem_tree_order(tree);
    for (uint32_t s = begin[a]; s < begin[a + 1u]; s++) {
        for (uint32_t t = begin[b]; t < begin[b + 1u]; t++) {
            uint32_t i = order[s], j = order[t];
            hem_represented owned = hem_owned_vertex_face(owners_of(i), owners_of(j));
            hem_represented full = hem_represented_vertex_face(built.mesh, i, j, both_sides);
            TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&full, &owned, sizeof full, now.name);
            owned = hem_owned_edge_face(owners_of(i), owners_of(j));
            full = hem_represented_edge_face(built.mesh, i, j, both_sides);
            TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&full, &owned, sizeof full, now.name);
            TEST_ASSERT_EQUAL_HEX32_MESSAGE(hem_represented_edge_edge(built.mesh, i, j, 511u),
                                            hem_owned_edge_edge(owners_of(i), owners_of(j)),
                                            now.name);
            TEST_ASSERT_FALSE(oracle_share_vertex(&now, i, j));
        }
    }
}

/* How many pairs of leaves are far. */
static uint32_t check_leaves(const hem_tree *tree)
{
    uint32_t far = 0;
    for (uint32_t a = 0; a < tree->leaf_count; a++) {
        for (uint32_t b = 0; b < tree->leaf_count; b++) {
            TEST_ASSERT_EQUAL(hem_leaves_far(tree, a, b), hem_leaves_far(tree, b, a));
            if (hem_leaves_far(tree, a, b)) {
                check_far_leaves(tree, a, b);
                far++;
            }
        }
    }
    return far;
}

void test_between_far_leaves_owners_decide(void)
{
    uint32_t far = 0;
    for (uint32_t index = 0; index < hem_test_count(200); index++) {
        test_random random = {index};
        take(index == 0 ? mesh_case_grid(30, 12) : mesh_case_random(index));
        tree_case placed = {now, malloc(now.vertex_count * sizeof(hem_vec3))};
        for (uint32_t v = 0; v < now.vertex_count; v++) {
            placed.positions[v] = (hem_vec3){random_float(&random, 0, 1), (float)(v % 30u), 0.0f};
        }
        tree_built tree = tree_build(&placed, tree_settings_at(index % 2 ? 21 : 5));
        far += check_leaves(tree.tree);
        tree_build_free(&tree);
        free(placed.positions);
        forget();
    }
    TEST_ASSERT_TRUE(far > 1000);
}

void test_on_a_large_sheet_most_leaves_are_far_from_each_other(void)
{
    tree_case made = {mesh_case_grid(60, 60), malloc(3600 * sizeof(hem_vec3))};
    for (uint32_t v = 0; v < 3600; v++) {
        made.positions[v] = (hem_vec3){0.01f * (float)(v % 60u), 0.01f * (float)(v / 60u), 0.0f};
    }
    tree_built tree = tree_build(&made, tree_settings_at(1));
    uint32_t far = 0, leaves = tree.tree->leaf_count;
    for (uint32_t a = 0; a < leaves; a++) {
        for (uint32_t b = 0; b < leaves; b++) {
            far += hem_leaves_far(tree.tree, a, b);
        }
    }
    TEST_ASSERT_TRUE(10u * far > 7u * leaves * leaves);
    tree_build_free(&tree);
    tree_case_free(&made);
}

void test_a_triangle_over_a_patch_makes_3n_v_3e_tests(void)
{
    /* 000-8: one triangle over fans of n triangles, V vertices, E edges. */
    const uint32_t fans[] = {1, 6, 13};
    for (uint32_t c = 0; c < 3; c++) {
        take(fans[c] == 6 ? mesh_case_star(6) : mesh_case_fan(fans[c]));
        uint32_t n = now.triangle_count, tests = 0;
        for (uint32_t i = 0; i < n; i++) {
            hem_represented vertices = hem_owned_vertex_face(owners_of(i), 63u);
            uint32_t edges = hem_owned_edge_edge(owners_of(i), 63u);
            for (uint32_t bit = 0; bit < 9; bit++) {
                tests += (vertices.first >> bit & 1u) + (vertices.second >> bit & 1u);
                tests += edges >> bit & 1u;
            }
        }
        TEST_ASSERT_EQUAL_UINT32(3u * n + built.mesh->vertex_count + 3u * built.mesh->edge_count,
                                 tests);
        forget();
    }
}

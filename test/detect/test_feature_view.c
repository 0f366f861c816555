/* Boxes of vertices and edges on the grid: they leave out nothing that is closer than epsilon. */
#include "unity.h"

#include "detect/feature_search.h"
#include "detect/feature_view.h"
#include "feature_body.h"
#include "test_scale.h"
#include "tree/tree_parts.h"

#include <math.h>
#include <string.h>

static hem_patch_view views[2];
static hem_feature_view features[2];

void setUp(void)
{
    memset(views, 0, sizeof views);
    memset(features, 0, sizeof features);
}

void tearDown(void)
{
}

static void fill(uint32_t i, const tree_body *body, uint32_t leaf, const hem_patch_grid *grid)
{
    hem_side side = feature_body_side(body, 0);
    views[i].stage = HEM_VIEW_EMPTY;
    features[i].filled = 0;
    const hem_view_points from = {.positions = body->positions};
    TEST_ASSERT_TRUE(hem_patch_fill_slab(&views[i], body->tree, leaf, &from));
    hem_patch_fill_boxes(&views[i], body->tree, leaf, grid);
    hem_feature_fill(&features[i], &side, leaf, &views[i], grid);
}

static hem_vec3 corner_at(const tree_body *body, uint32_t leaf, uint32_t triangle, uint32_t k)
{
    uint32_t number = hem_tree_order(body->tree)[hem_tree_leaf_begin(body->tree)[leaf] + triangle];
    return body->positions[body->triangles[3u * number + k % 3u]];
}

/* The gap between the boxes of two sets of points, on the axis where it is largest. */
static float gap(const hem_vec3 *a, uint32_t count_a, const hem_vec3 *b, uint32_t count_b)
{
    float largest = -1e30f;
    for (uint32_t axis = 0; axis < 3; axis++) {
        float low[2] = {1e30f, 1e30f}, high[2] = {-1e30f, -1e30f};
        for (uint32_t i = 0; i < count_a + count_b; i++) {
            hem_vec3 p = i < count_a ? a[i] : b[i - count_a];
            float value = axis == 0 ? p.x : axis == 1 ? p.y : p.z;
            uint32_t side = i < count_a ? 0 : 1;
            low[side] = fminf(low[side], value);
            high[side] = fmaxf(high[side], value);
        }
        largest = fmaxf(largest, fmaxf(low[1] - high[0], low[0] - high[1]));
    }
    return largest;
}

/* Which of a leaf's owned edges is this one: its triangle and which edge of it. */
static void edge_points(const tree_body *body, uint32_t leaf, const hem_feature_view *of,
                        uint32_t edge, hem_vec3 ends[2])
{
    uint32_t corner = of->corner_of[edge];
    ends[0] = corner_at(body, leaf, corner / 3u, corner % 3u);
    ends[1] = corner_at(body, leaf, corner / 3u, corner % 3u + 1u);
}

static uint32_t triangles_in(const tree_body *body, uint32_t leaf)
{
    const uint32_t *begin = hem_tree_leaf_begin(body->tree) + leaf;
    return begin[1] - begin[0];
}

static uint32_t kept, left_out;

/* What is closer than epsilon is near; what is much farther is not. */
static void check(bool near, float distance, float epsilon, float error)
{
    if (near) {
        TEST_ASSERT_TRUE(distance < epsilon + error);
        kept++;
    } else {
        TEST_ASSERT_TRUE(distance >= epsilon);
        left_out++;
    }
}

static void check_leaves(const tree_body *a, uint32_t leaf_a, const tree_body *b, uint32_t leaf_b,
                         float epsilon, float error)
{
    for (uint32_t t = 0; t < triangles_in(a, leaf_a); t++) {
        uint16_t corners = hem_tree_corners(a->tree)[hem_tree_leaf_begin(a->tree)[leaf_a] + t];
        for (uint32_t k = 0; k < 3; k++) {
            hem_grid_box box = hem_feature_vertex_box(&features[0].boxes, hem_corner(corners, k),
                                                      features[0].wider);
            uint32_t near = hem_triangles_near(&views[1], &box);
            hem_vec3 vertex = corner_at(a, leaf_a, t, k);
            for (uint32_t j = 0; j < triangles_in(b, leaf_b); j++) {
                hem_vec3 face[3] = {corner_at(b, leaf_b, j, 0), corner_at(b, leaf_b, j, 1),
                                    corner_at(b, leaf_b, j, 2)};
                check((near >> j & 1u) != 0, gap(&vertex, 1, face, 3), epsilon, error);
            }
        }
    }
    uint64_t every = ((uint64_t)1u << features[1].edge_count) - 1u;
    for (uint32_t e = 0; e < features[0].edge_count; e++) {
        hem_vec3 ends[2], others[2];
        edge_points(a, leaf_a, &features[0], e, ends);
        hem_grid_box box = hem_feature_edge_box(&features[0].boxes, e);
        uint64_t near = hem_feature_edges_near(&features[1], &box, every);
        TEST_ASSERT_TRUE(near <= every);
        uint64_t some = every & 0x555555555555u;
        TEST_ASSERT_TRUE((near & some) == hem_feature_edges_near(&features[1], &box, some));
        for (uint32_t f = 0; f < features[1].edge_count; f++) {
            edge_points(b, leaf_b, &features[1], f, others);
            check((near >> f & 1u) != 0, gap(ends, 2, others, 2), epsilon, error);
        }
    }
}

/* Owned features, each once. */
static void check_owned(const tree_body *body, uint32_t leaf, const hem_feature_view *of)
{
    uint32_t edges = 0;
    for (uint32_t t = 0; t < triangles_in(body, leaf); t++) {
        uint32_t number = hem_tree_order(body->tree)[hem_tree_leaf_begin(body->tree)[leaf] + t];
        uint32_t owners = hem_mesh_owners(body->mesh)[number];
        TEST_ASSERT_EQUAL_UINT32(owners, of->owners[t]);
        uint16_t corners = hem_tree_corners(body->tree)[hem_tree_leaf_begin(body->tree)[leaf] + t];
        uint64_t owned = 0;
        for (uint32_t k = 0; k < 3; k++) {
            if ((owners & (uint32_t)HEM_OWNS_EDGE << k) != 0) {
                TEST_ASSERT_EQUAL_UINT32(3u * t + k, of->corner_of[edges]);
                TEST_ASSERT_EQUAL_UINT32(hem_corner(corners, k) | hem_corner(corners, (k + 1u) % 3u)
                                                                      << 4,
                                         of->ends_of[edges]);
                owned |= (uint64_t)1u << edges;
                edges++;
            }
        }
        TEST_ASSERT_TRUE(owned == hem_feature_edges_of(of, t));
    }
    TEST_ASSERT_EQUAL_UINT32(edges, of->edge_count);
}

void test_views_from_points_on_the_grid_are_those_from_positions(void)
{
    static float points[64][4];
    test_random random = {63};
    for (uint32_t round = 0; round < hem_test_count(200); round++) {
        /* Some so close to the origin that the grid moves them. */
        float size = round % 2 == 0 ? 0.01f : 1e-6f;
        tree_body body = tree_body_grid(7, 6, size);
        feature_body_finish(&body);
        feature_body_shake(&body, &random, size, (hem_vec3){0.0f, 0.0f, 0.0f});
        hem_feature_points(points, body.positions, body.mesh->vertex_count);
        const hem_view_points first = {.positions = body.positions};
        const hem_view_points second = {.points = (const float(*)[4])points};
        for (uint32_t leaf = 0; leaf < body.tree->leaf_count; leaf++) {
            memset(views, 0, sizeof views);
            TEST_ASSERT_TRUE(hem_patch_fill_slab(&views[0], body.tree, leaf, &first));
            TEST_ASSERT_TRUE(hem_patch_fill_slab(&views[1], body.tree, leaf, &second));
            TEST_ASSERT_EQUAL_MEMORY(&views[0], &views[1], sizeof views[0]);
        }
        tree_body_free(&body);
    }
}

void test_boxes_of_features_leave_out_nothing_that_is_near(void)
{
    const float places[] = {0.0f, 10.0f, 1000.0f, -4000.0f};
    const float margins[] = {1e-4f, 0.002f, 0.02f, 0.5f};
    test_random random = {61};
    kept = left_out = 0;
    for (uint32_t round = 0; round < hem_test_count(160); round++) {
        float epsilon = margins[round % 4], place = places[round / 4 % 4];
        tree_body a = tree_body_grid(7, 6, 0.01f), b = tree_body_grid(6, 7, 0.012f);
        feature_body_finish(&a);
        feature_body_finish(&b);
        feature_body_shake(&a, &random, 0.005f, (hem_vec3){place, place, 0.0f});
        feature_body_shake(&b, &random, 0.005f, (hem_vec3){place, place, 0.01f});
        hem_patch_grid grid = hem_patch_grid_for(a.tree, b.tree, epsilon, round / 16 % 2 == 0);
        /* A grid step is a part of a leaf; far away, coordinates are rounded themselves. */
        float leaf = fmaxf(fmaxf(a.tree->leaf_extent, b.tree->leaf_extent), epsilon);
        float error = leaf / 300.0f + fabsf(place) / 500000.0f;
        for (uint32_t i = 0; i < a.tree->leaf_count; i++) {
            for (uint32_t j = 0; j < b.tree->leaf_count; j++) {
                fill(0, &a, i, &grid);
                fill(1, &b, j, &grid);
                check_owned(&a, i, &features[0]);
                check_leaves(&a, i, &b, j, epsilon, error);
            }
        }
        tree_body_free(&a);
        tree_body_free(&b);
    }
    TEST_ASSERT_TRUE(kept > 10000 && left_out > 10000);
}

void test_a_leaf_of_loose_triangles_has_no_more_edges_than_there_is_room_for(void)
{
    test_random random = {62};
    for (uint32_t round = 0; round < hem_test_count(100); round++) {
        tree_body soup = feature_body_soup(&random, 16, 40, false);
        feature_body_finish(&soup);
        hem_patch_grid grid = hem_patch_grid_for(soup.tree, soup.tree, 0.1f, false);
        for (uint32_t leaf = 0; leaf < soup.tree->leaf_count; leaf++) {
            fill(0, &soup, leaf, &grid);
            TEST_ASSERT_TRUE(features[0].edge_count <= HEM_LEAF_EDGES);
            check_owned(&soup, leaf, &features[0]);
            fill(1, &soup, leaf, &grid);
            check_leaves(&soup, leaf, &soup, leaf, 0.1f, 0.05f);
        }
        tree_body_free(&soup);
    }
}

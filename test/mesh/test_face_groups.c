/* Face groups (002-10): what a grouping must be, checked by brute force for every generated mesh
 * and for limits from none to all. */
#include "unity.h"

#include "hem/mesh.h"
#include "mesh_build.h"
#include "mesh_cases.h"
#include "mesh_oracle.h"
#include "test_scale.h"

#include <string.h>

#define NO_GROUP HEM_NO_FACE_GROUP

static mesh_case now;
static mesh_built built;
static const hem_mesh *mesh;

/* Takes the case over; its orphans are not wanted here. */
static void build(mesh_case with, uint32_t limit)
{
    mesh_build_free(&built);
    if (with.triangles != now.triangles) {
        mesh_case_free(&now);
    }
    now = with;
    hem_mesh_def def = mesh_build_def(&now);
    def.self_pairs = false;
    def.group_limit = limit;
    built = mesh_build(&def, now.name);
    mesh = built.mesh;
}

void setUp(void)
{
}

void tearDown(void)
{
    mesh_build_forget(&built, &now);
}

static uint8_t group_of(uint32_t face)
{
    return hem_mesh_groups(mesh)[face];
}

/* ------------------------------------------------------------------------ what holds for all */

static void assert_groups_are_numbered(uint32_t limit)
{
    TEST_ASSERT_LESS_OR_EQUAL_UINT32_MESSAGE(limit, mesh->group_count, now.name);
    bool used[HEM_FACE_GROUPS] = {false};
    for (uint32_t t = 0; t < now.triangle_count; t++) {
        if (group_of(t) == NO_GROUP) {
            TEST_ASSERT_EQUAL_MESSAGE(limit, mesh->group_count, now.name);
        } else {
            TEST_ASSERT_LESS_THAN_UINT32_MESSAGE(mesh->group_count, group_of(t), now.name);
            used[group_of(t)] = true;
        }
    }
    for (uint32_t g = 0; g < mesh->group_count; g++) {
        TEST_ASSERT_TRUE_MESSAGE(used[g], now.name);
    }
}

/* From one face of a group, over shared edges within the group, every face of it is reached. */
static void assert_group_is_connected(uint32_t group)
{
    static bool reached[4096];
    static uint32_t waiting[4096];
    uint32_t waiting_count = 0;
    uint32_t size = 0;
    uint32_t reached_count = 0;
    TEST_ASSERT_LESS_OR_EQUAL(4096, now.triangle_count);
    memset(reached, 0, sizeof reached);
    for (uint32_t t = 0; t < now.triangle_count; t++) {
        if (group_of(t) == group) {
            if (size == 0) {
                reached[t] = true;
                waiting[waiting_count++] = t;
            }
            size++;
        }
    }
    while (waiting_count > 0) {
        uint32_t from = waiting[--waiting_count];
        reached_count++;
        for (uint32_t t = 0; t < now.triangle_count; t++) {
            if (!reached[t] && group_of(t) == group && oracle_share_edge(&now, from, t)) {
                reached[t] = true;
                waiting[waiting_count++] = t;
            }
        }
    }
    TEST_ASSERT_EQUAL_MESSAGE(size, reached_count, now.name);
}

static void assert_adjacency(void)
{
    static bool touch[HEM_FACE_GROUPS][HEM_FACE_GROUPS];
    memset(touch, 0, sizeof touch);
    for (uint32_t t = 0; t < now.triangle_count; t++) {
        for (uint32_t u = 0; u < now.triangle_count; u++) {
            if (group_of(t) != NO_GROUP && group_of(u) != NO_GROUP &&
                oracle_share_vertex(&now, t, u)) {
                touch[group_of(t)][group_of(u)] = true;
            }
        }
    }
    for (uint32_t a = 0; a < HEM_FACE_GROUPS; a++) {
        const uint32_t *row = hem_mesh_group_adjacency(mesh) + a * (HEM_FACE_GROUPS / 32u);
        for (uint32_t b = 0; b < HEM_FACE_GROUPS; b++) {
            bool bit = (row[b / 32u] >> b % 32u & 1u) != 0;
            TEST_ASSERT_EQUAL_MESSAGE(touch[a][b], bit, now.name);
            TEST_ASSERT_EQUAL_MESSAGE(touch[a][b], hem_mesh_groups_touch(mesh, a, b), now.name);
        }
    }
}

/* Where a mesh hangs together by edges there is a number for every face. */
static void assert_connected_meshes_are_covered(void)
{
    if (oracle_pieces(&now) > 1) {
        return;
    }
    for (uint32_t t = 0; t < now.triangle_count; t++) {
        TEST_ASSERT_NOT_EQUAL_MESSAGE(NO_GROUP, group_of(t), now.name);
    }
}

static void assert_grouping(uint32_t limit)
{
    assert_groups_are_numbered(limit);
    for (uint32_t g = 0; g < mesh->group_count; g++) {
        assert_group_is_connected(g);
    }
    assert_adjacency();
    assert_connected_meshes_are_covered();
}

void test_groups_are_connected_and_touch_where_they_share_a_vertex(void)
{
    const uint32_t limits[] = {64, 1, 2, 3, 5, 8, 13, 63};
    uint32_t count = hem_test_count(3000);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t limit = limits[i / 16u % 8u];
        build(mesh_case_random(i), limit);
        assert_grouping(limit);
    }
}

void test_larger_meshes_are_grouped_as_well(void)
{
    test_random random = {0x6702};
    const uint32_t limits[] = {64, 1, 7, 32};
    for (uint32_t i = 0; i < 4; i++) {
        mesh_case shapes[] = {mesh_case_grid(20, 20), mesh_case_torus(12, 15),
                              mesh_case_strip(500),   mesh_case_cone(200),
                              mesh_case_book(300),    mesh_case_soup(&random, 60, 400)};
        for (uint32_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
            mesh_case_shuffle(&shapes[k], &random);
            build(shapes[k], limits[i]);
            assert_grouping(limits[i]);
        }
    }
}

/* ------------------------------------------------------------------------------------ limits */

void test_a_limit_of_zero_makes_no_groups(void)
{
    build(mesh_case_grid(6, 6), 0);
    TEST_ASSERT_EQUAL(0, mesh->group_count);
    for (uint32_t t = 0; t < now.triangle_count; t++) {
        TEST_ASSERT_EQUAL(NO_GROUP, group_of(t));
    }
    for (uint32_t i = 0; i < HEM_FACE_GROUP_WORDS; i++) {
        TEST_ASSERT_EQUAL(0, hem_mesh_group_adjacency(mesh)[i]);
    }
    TEST_ASSERT_FALSE(hem_mesh_groups_touch(mesh, 0, 0));
}

void test_a_limit_of_one_makes_one_group_of_a_connected_mesh(void)
{
    build(mesh_case_grid(6, 6), 1);
    TEST_ASSERT_EQUAL(1, mesh->group_count);
    for (uint32_t t = 0; t < now.triangle_count; t++) {
        TEST_ASSERT_EQUAL(0, group_of(t));
    }
    TEST_ASSERT_TRUE(hem_mesh_groups_touch(mesh, 0, 0));
}

void test_a_limit_of_one_leaves_other_pieces_in_no_group(void)
{
    mesh_case two = mesh_case_grid(4, 4);
    mesh_case other = mesh_case_grid(3, 3);
    uint32_t first = two.triangle_count;
    mesh_case_join(&two, &other);
    mesh_case_free(&other);
    build(two, 1);
    TEST_ASSERT_EQUAL(1, mesh->group_count);
    for (uint32_t t = 0; t < now.triangle_count; t++) {
        TEST_ASSERT_EQUAL(t < first ? 0 : NO_GROUP, group_of(t));
    }
}

void test_as_many_loose_triangles_as_groups_have_one_each(void)
{
    build(mesh_case_loose(HEM_FACE_GROUPS), HEM_FACE_GROUPS);
    TEST_ASSERT_EQUAL(HEM_FACE_GROUPS, mesh->group_count);
    for (uint32_t t = 0; t < HEM_FACE_GROUPS; t++) {
        TEST_ASSERT_EQUAL(t, group_of(t));
        for (uint32_t u = 0; u < HEM_FACE_GROUPS; u++) {
            TEST_ASSERT_EQUAL(t == u, hem_mesh_groups_touch(mesh, t, u));
        }
    }
}

void test_pieces_beyond_the_last_group_are_in_none(void)
{
    build(mesh_case_loose(100), HEM_FACE_GROUPS);
    TEST_ASSERT_EQUAL(HEM_FACE_GROUPS, mesh->group_count);
    for (uint32_t t = 0; t < 100; t++) {
        TEST_ASSERT_EQUAL(t < HEM_FACE_GROUPS ? t : NO_GROUP, group_of(t));
    }
    assert_grouping(HEM_FACE_GROUPS);
    build(mesh_case_chain(100), HEM_FACE_GROUPS); /* a shared vertex is not enough */
    TEST_ASSERT_EQUAL(NO_GROUP, group_of(99));
    assert_grouping(HEM_FACE_GROUPS);
}

/* The last number goes to a part of a piece, and the rest of the piece is larger than a patch. */
void test_the_last_group_takes_what_hangs_on_it(void)
{
    test_random random = {0x1A57};
    uint32_t count = hem_test_count(60);
    for (uint32_t i = 0; i < count; i++) {
        mesh_case many = mesh_case_loose(1u + i % 9u);
        mesh_case sheet = mesh_case_grid(5u + i % 7u, 6u);
        mesh_case_join(&many, &sheet);
        mesh_case_join(&many, &sheet);
        mesh_case_free(&sheet);
        mesh_case_shuffle(&many, &random);
        build(many, 2u + i % 11u);
        assert_grouping(2u + i % 11u);
    }
}

void test_a_single_triangle_is_one_group(void)
{
    for (uint32_t limit = 1; limit <= HEM_FACE_GROUPS; limit++) {
        build(mesh_case_single(), limit);
        TEST_ASSERT_EQUAL(1, mesh->group_count);
        TEST_ASSERT_EQUAL(0, group_of(0));
    }
}

/* --------------------------------------------------------------------------------- adjacency */

/* Figure 5 of the paper: the ends of a C come together in space, and are far apart on the surface.
 */
void test_the_ends_of_a_long_strip_are_in_groups_that_do_not_touch(void)
{
    build(mesh_case_strip(1000), HEM_FACE_GROUPS);
    uint8_t first = group_of(0);
    uint8_t last = group_of(999);
    TEST_ASSERT_NOT_EQUAL(NO_GROUP, first);
    TEST_ASSERT_NOT_EQUAL(NO_GROUP, last);
    TEST_ASSERT_FALSE(hem_mesh_groups_touch(mesh, first, last));
    TEST_ASSERT_FALSE(hem_mesh_groups_touch(mesh, last, first));
    for (uint32_t t = 0; t + 1u < now.triangle_count; t++) {
        TEST_ASSERT_TRUE(hem_mesh_groups_touch(mesh, group_of(t), group_of(t + 1u)));
    }
}

void test_groups_that_do_not_exist_touch_nothing(void)
{
    build(mesh_case_grid(6, 6), 4);
    /* Whatever stands behind the rows of the groups that do exist. */
    uint32_t rows = hem_arena_offset(&built.arena, hem_mesh_group_adjacency(mesh));
    memset(built.memory + rows, 0xFF, built.arena.capacity - rows);
    TEST_ASSERT_TRUE(hem_mesh_groups_touch(mesh, 0, 0));
    TEST_ASSERT_FALSE(hem_mesh_groups_touch(mesh, NO_GROUP, 0));
    TEST_ASSERT_FALSE(hem_mesh_groups_touch(mesh, 0, NO_GROUP));
    TEST_ASSERT_FALSE(hem_mesh_groups_touch(mesh, NO_GROUP, NO_GROUP));
    TEST_ASSERT_FALSE(hem_mesh_groups_touch(mesh, mesh->group_count, 0));
    TEST_ASSERT_FALSE(hem_mesh_groups_touch(mesh, HEM_NONE, HEM_NONE));
    TEST_ASSERT_FALSE(hem_mesh_groups_touch(NULL, 0, 0));
}

/* Groups that are all alike in size would be best; what is promised is that none is tiny and that a
 * sheet makes many of them. */
void test_a_sheet_is_cut_into_many_groups(void)
{
    build(mesh_case_grid(40, 40), HEM_FACE_GROUPS);
    TEST_ASSERT_GREATER_OR_EQUAL_UINT32(HEM_FACE_GROUPS / 4u, mesh->group_count);
    uint32_t sizes[HEM_FACE_GROUPS] = {0};
    for (uint32_t t = 0; t < now.triangle_count; t++) {
        sizes[group_of(t)]++;
    }
    for (uint32_t g = 0; g < mesh->group_count; g++) {
        TEST_ASSERT_GREATER_OR_EQUAL_UINT32(now.triangle_count / HEM_FACE_GROUPS, sizes[g]);
    }
}

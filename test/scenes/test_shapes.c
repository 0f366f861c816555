#include "unity.h"

#include "scene_check.h"
#include "scenes/figure.h"
#include "scenes/shapes.h"
#include "scenes/turn.h"

#include <math.h>
#include <string.h>

enum { MAX_VERTICES = 60000, MAX_TRIANGLES = 120000 };

static scene_mesh mesh;

void setUp(void)
{
    mesh = scene_mesh_take(MAX_VERTICES, MAX_TRIANGLES);
}

void tearDown(void)
{
    scene_mesh_free(&mesh);
}

/* The mesh as it stands, valid and with the counts given; then empty again. */
static scene_facts facts_of(uint32_t vertices, uint32_t triangles)
{
    TEST_ASSERT_FALSE(mesh.overflow);
    TEST_ASSERT_EQUAL_UINT32(vertices, mesh.vertex_count);
    TEST_ASSERT_EQUAL_UINT32(triangles, mesh.triangle_count);
    scene_facts facts = scene_check(&mesh, 0, 0);
    TEST_ASSERT_TRUE(facts.indices_valid);
    TEST_ASSERT_TRUE(facts.positions_valid);
    TEST_ASSERT_EQUAL_UINT32(0, facts.crowded_edges);
    TEST_ASSERT_EQUAL_UINT32(0, facts.against_edges);
    TEST_ASSERT_TRUE(facts.smallest_height > 1e-5);
    mesh.vertex_count = 0;
    mesh.triangle_count = 0;
    return facts;
}

/* Closed, of one piece, with the Euler characteristic given, and its volume. */
static double closed_volume(uint32_t vertices, uint32_t triangles, int euler)
{
    scene_facts facts = facts_of(vertices, triangles);
    TEST_ASSERT_EQUAL_UINT32(0, facts.boundary_edges);
    TEST_ASSERT_EQUAL_UINT32(1, facts.components);
    TEST_ASSERT_EQUAL_INT(euler, (int)vertices - (int)facts.edge_count + (int)triangles);
    TEST_ASSERT_TRUE(facts.volume > 0);
    return facts.volume;
}

static const double pi = 3.14159265358979;

void test_grids_have_their_counts_size_and_border(void)
{
    static const uint32_t lines[5][2] = {{2, 2}, {10, 10}, {9, 161}, {137, 138}, {129, 129}};
    for (int i = 0; i < 5; i++) {
        uint32_t n = lines[i][0], m = lines[i][1];
        shape_grid(&mesh, n, m, 0.5f, 0.25f);
        scene_facts facts = facts_of(n * m, SHAPE_GRID_TRIANGLES(n, m));
        TEST_ASSERT_EQUAL_UINT32(2 * (n - 1) + 2 * (m - 1), facts.boundary_edges);
        TEST_ASSERT_EQUAL_UINT32(n * m + SHAPE_GRID_TRIANGLES(n, m) - 1, facts.edge_count);
        TEST_ASSERT_TRUE(facts.hi.x == 0.25f * (float)(n - 1) && facts.lo.x == -facts.hi.x);
        TEST_ASSERT_TRUE(facts.hi.y == 0.125f * (float)(m - 1) && facts.lo.y == -facts.hi.y);
        TEST_ASSERT_TRUE(facts.lo.z == 0.0f && facts.hi.z == 0.0f);
    }
}

void test_a_grid_faces_up_and_is_numbered_by_rows(void)
{
    shape_grid(&mesh, 3, 2, 1.0f, 1.0f);
    TEST_ASSERT_EQUAL_UINT32(0, mesh.triangles[0]);
    TEST_ASSERT_EQUAL_UINT32(1, mesh.triangles[1]);
    TEST_ASSERT_EQUAL_UINT32(3, mesh.triangles[2]);
    TEST_ASSERT_TRUE(mesh.positions[1].x == 0.0f && mesh.positions[1].y == -0.5f);
    TEST_ASSERT_TRUE(mesh.positions[3].x == -1.0f && mesh.positions[3].y == 0.5f);
    hem_vec3 normal = hem_cross(hem_sub(mesh.positions[1], mesh.positions[0]),
                                hem_sub(mesh.positions[3], mesh.positions[0]));
    TEST_ASSERT_TRUE(normal.z > 0.0f);
}

void test_the_sheet_has_the_counts_of_the_paper(void)
{
    shape_sheet(&mesh);
    scene_facts facts = facts_of(100, 164);
    TEST_ASSERT_EQUAL_UINT32(263, facts.edge_count);
    TEST_ASSERT_EQUAL_UINT32(34, facts.boundary_edges);
    TEST_ASSERT_EQUAL_UINT32(1, facts.components);
}

void test_the_sheet_is_nine_centimetres_wide_with_cells_of_one(void)
{
    shape_sheet(&mesh);
    TEST_ASSERT_FLOAT_WITHIN(1e-8f, 0.01f, mesh.positions[1].x - mesh.positions[0].x);
    scene_facts facts = facts_of(100, 164);
    TEST_ASSERT_FLOAT_WITHIN(1e-8f, 0.09f, facts.hi.x - facts.lo.x);
    TEST_ASSERT_FLOAT_WITHIN(1e-8f, 0.09f, facts.hi.y - facts.lo.y);
    /* A square without two half cells. */
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.09 * 0.09 - 0.01 * 0.01, facts.area);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.01 * 0.01 / 6, facts.smallest_area);
}

void test_disks_are_fans(void)
{
    shape_disk(&mesh, 32, 0.4f);
    scene_facts facts = facts_of(33, 32);
    TEST_ASSERT_EQUAL_UINT32(32, facts.boundary_edges);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 16 * 0.16 * sin(2 * pi / 32), facts.area);
}

static const char *const solid_names[3] = {"tetra", "octa", "ico"};
static const uint32_t solid_faces[3] = {4, 8, 20};

void test_spheres_of_every_level_are_closed_round_and_outward(void)
{
    for (int solid = SHAPE_TETRA; solid <= SHAPE_ICO; solid++) {
        for (uint32_t level = 0; level <= 5; level++) {
            uint32_t faces = solid_faces[solid] << (2 * level);
            TEST_ASSERT_EQUAL_UINT32(faces, SHAPE_SPHERE_TRIANGLES(solid, level));
            TEST_ASSERT_EQUAL_UINT32(faces / 2 + 2, SHAPE_SPHERE_VERTICES(solid, level));
            shape_sphere(&mesh, (shape_solid)solid, level, 2.0f);
            for (uint32_t i = 0; i < mesh.vertex_count; i++) {
                TEST_ASSERT_FLOAT_WITHIN_MESSAGE(1e-6f, 2.0f, hem_length(mesh.positions[i]),
                                                 solid_names[solid]);
            }
            double volume = closed_volume(faces / 2 + 2, faces, 2);
            TEST_ASSERT_TRUE(volume < 4.0 / 3.0 * pi * 8.0);
            if (level == 5) {
                TEST_ASSERT_DOUBLE_WITHIN(0.3, 4.0 / 3.0 * pi * 8.0, volume);
            }
        }
    }
}

void test_spheres_have_the_face_counts_of_the_tables(void)
{
    TEST_ASSERT_EQUAL_UINT32(1280, SHAPE_SPHERE_TRIANGLES(SHAPE_ICO, 3));
    TEST_ASSERT_EQUAL_UINT32(5120, SHAPE_SPHERE_TRIANGLES(SHAPE_ICO, 4));
    TEST_ASSERT_EQUAL_UINT32(20480, SHAPE_SPHERE_TRIANGLES(SHAPE_ICO, 5));
    TEST_ASSERT_EQUAL_UINT32(8192, SHAPE_SPHERE_TRIANGLES(SHAPE_OCTA, 5));
    TEST_ASSERT_EQUAL_UINT32(32768, SHAPE_SPHERE_TRIANGLES(SHAPE_OCTA, 6));
    TEST_ASSERT_EQUAL_UINT32(16384, SHAPE_SPHERE_TRIANGLES(SHAPE_TETRA, 6));
    TEST_ASSERT_EQUAL_UINT32(65536, SHAPE_SPHERE_TRIANGLES(SHAPE_TETRA, 7));
}

void test_a_sphere_holds_the_vertices_of_the_level_before(void)
{
    static hem_vec3 coarse[SHAPE_SPHERE_VERTICES(SHAPE_ICO, 2)];
    scene_mesh other = scene_mesh_over(coarse, SHAPE_SPHERE_VERTICES(SHAPE_ICO, 2), NULL, 0);
    shape_sphere(&other, SHAPE_ICO, 2, 1.0f);
    shape_sphere(&mesh, SHAPE_ICO, 3, 1.0f);
    for (uint32_t i = 0; i < other.vertex_count; i++) {
        bool found = false;
        for (uint32_t j = 0; j < mesh.vertex_count; j++) {
            found = found || memcmp(&coarse[i], &mesh.positions[j], sizeof coarse[i]) == 0;
        }
        TEST_ASSERT_TRUE(found);
    }
}

void test_bumps_stay_within_their_amplitude_and_change_over_time(void)
{
    shape_bumps bumps = {0.2f, 3.0f, 42};
    float lo = 2.0f, hi = 0.0f;
    shape_sphere(&mesh, SHAPE_ICO, 4, 1.0f);
    shape_bump(&mesh, 0, bumps, 0.0f);
    hem_vec3 before = mesh.positions[100];
    for (uint32_t i = 0; i < mesh.vertex_count; i++) {
        float length = hem_length(mesh.positions[i]);
        lo = fminf(lo, length);
        hi = fmaxf(hi, length);
    }
    TEST_ASSERT_TRUE(lo > 0.799f && lo < 0.9f);
    TEST_ASSERT_TRUE(hi < 1.201f && hi > 1.1f);
    closed_volume(2562, 5120, 2);
    shape_sphere(&mesh, SHAPE_ICO, 4, 1.0f);
    shape_bump(&mesh, 0, bumps, 0.5f);
    TEST_ASSERT_TRUE(memcmp(&before, &mesh.positions[100], sizeof before) != 0);
    closed_volume(2562, 5120, 2);
}

void test_arms_reach_out_in_twelve_directions(void)
{
    shape_sphere(&mesh, SHAPE_ICO, 4, 1.0f);
    shape_grow_arms(&mesh, 0, (shape_arms){0.8f, 3}, 0.1f);
    /* The corners of the icosahedron come first. */
    uint32_t resting = 0;
    for (uint32_t i = 0; i < mesh.vertex_count; i++) {
        float length = hem_length(mesh.positions[i]);
        TEST_ASSERT_TRUE(length > 0.999f && length < 1.0f + 0.8f * 1.3f + 1e-4f);
        TEST_ASSERT_TRUE(i >= 12 || length > 1.0f + 0.8f * 0.7f - 1e-4f);
        resting += length < 1.00001f;
    }
    TEST_ASSERT_TRUE(resting > mesh.vertex_count / 2);
    closed_volume(2562, 5120, 2);
}

void test_tori_and_knots_are_closed_with_a_hole(void)
{
    shape_torus(&mesh, 70, 30, 0.12f, 0.045f);
    double volume = closed_volume(2100, 4200, 0);
    TEST_ASSERT_DOUBLE_WITHIN(0.01 * volume, 2 * pi * pi * 0.12 * 0.045 * 0.045, volume);
    shape_torus(&mesh, 32, 16, 0.1f, 0.04f);
    closed_volume(512, 1024, 0);
    shape_torus_knot(&mesh, (shape_knot){200, 12, 0.3f, 0.1f, 0.03f});
    volume = closed_volume(2400, 4800, 0);
    /* A tube of that thickness along a curve of 4.4 m: twice around and three times across. */
    TEST_ASSERT_DOUBLE_WITHIN(0.1 * volume, 4.4 * pi * 0.03 * 0.03, volume);
}

void test_tubes_are_open_at_both_ends(void)
{
    shape_open_tube(&mesh, (shape_tube){67, 79, 0.35f, 0.175f, 0.5f});
    scene_facts facts = facts_of(5293, 2 * 67 * 78);
    TEST_ASSERT_EQUAL_UINT32(2 * 67, facts.boundary_edges);
    TEST_ASSERT_EQUAL_UINT32(1, facts.components);
    TEST_ASSERT_TRUE(facts.lo.z == 0.0f && facts.hi.z == 0.5f && facts.hi.x == 0.35f);
    TEST_ASSERT_TRUE(facts.volume > 0);
}

void test_capsules_and_cones_are_closed(void)
{
    shape_closed_capsule(&mesh, (shape_capsule){48, 12, 10, 0.1f, 0.3f});
    double volume = closed_volume(SHAPE_RINGS_VERTICES(48, 34), SHAPE_RINGS_TRIANGLES(48, 34), 2);
    TEST_ASSERT_DOUBLE_WITHIN(0.02 * volume, pi * 0.01 * 0.3 + 4.0 / 3.0 * pi * 0.001, volume);
    shape_closed_capsule(&mesh, (shape_capsule){8, 1, 0, 0.1f, 0.3f});
    closed_volume(18, 32, 2);
    shape_cone(&mesh, 48, 9, 0.2f, 0.4f);
    volume = closed_volume(SHAPE_RINGS_VERTICES(48, 9), SHAPE_RINGS_TRIANGLES(48, 9), 2);
    TEST_ASSERT_DOUBLE_WITHIN(0.02 * volume, pi * 0.04 * 0.4 / 3, volume);
}

void test_boxes_are_closed_and_have_their_exact_volume(void)
{
    static const uint32_t cells[5][3] = {{1, 1, 1}, {12, 5, 5}, {3, 4, 5}, {1, 7, 2}, {16, 10, 1}};
    for (int i = 0; i < 5; i++) {
        const uint32_t *c = cells[i];
        shape_box box = {{c[0], c[1], c[2]}, {0.5f, 0.25f, 2.0f}};
        shape_closed_box(&mesh, box);
        double volume = closed_volume(SHAPE_BOX_VERTICES(c[0], c[1], c[2]),
                                      SHAPE_BOX_TRIANGLES(c[0], c[1], c[2]), 2);
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.25, volume);
    }
    TEST_ASSERT_EQUAL_UINT32(580, SHAPE_BOX_TRIANGLES(12, 5, 5));
}

void test_the_tank_is_a_closed_solid_with_a_hollow(void)
{
    shape_tank(&mesh, 0.8f, 0.6f, 0.03f);
    double volume = closed_volume(SHAPE_TANK_VERTICES, SHAPE_TANK_TRIANGLES, 2);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.86 * 0.86 * 0.6 - 0.8 * 0.8 * 0.57, volume);
}

void test_figures_have_their_counts_in_seventeen_closed_pieces(void)
{
    static const uint32_t counts[3][2] = {{578, 1088}, {14426, 28784}, {26394, 52720}};
    figure_pose pose = figure_standing();
    pose.thigh_swing[0] = 0.1f;
    pose.arm_spread[1] = 0.2f;
    for (int detail = FIGURE_SMALL; detail <= FIGURE_DANCER; detail++) {
        figure_build(&mesh, (figure_detail)detail, &pose);
        scene_facts facts = facts_of(counts[detail][0], counts[detail][1]);
        TEST_ASSERT_EQUAL_UINT32(0, facts.boundary_edges);
        TEST_ASSERT_EQUAL_UINT32(17, facts.components);
        TEST_ASSERT_TRUE(facts.volume > 0);
        TEST_ASSERT_FLOAT_WITHIN(0.02f, 1.77f, facts.hi.z);
    }
}

void test_trousers_are_one_piece_with_three_openings(void)
{
    static const figure_trousers cuts[4] = {
        {11, 3, 5, 24}, {9, 1, 4, 15}, {36, 9, 16, 60}, {7, 1, 4, 12}};
    for (int i = 0; i < 4; i++) {
        figure_trousers cut = cuts[i];
        uint32_t ring = cut.half + 1 + cut.bridge;
        uint32_t vertices = FIGURE_TROUSERS_VERTICES(cut);
        uint32_t triangles = FIGURE_TROUSERS_TRIANGLES(cut);
        figure_dress_trousers(&mesh, cut);
        scene_facts facts = facts_of(vertices, triangles);
        TEST_ASSERT_EQUAL_UINT32(1, facts.components);
        TEST_ASSERT_EQUAL_UINT32(2 * cut.half + 2 * ring, facts.boundary_edges);
        /* A sphere with three holes. */
        TEST_ASSERT_EQUAL_INT(-1, (int)vertices - (int)facts.edge_count + (int)triangles);
        TEST_ASSERT_TRUE(facts.volume > 0);
    }
}

void test_frames_turn_and_move_as_named(void)
{
    hem_vec3 x = {1.0f, 0.0f, 0.0f};
    hem_vec3 y = {0.0f, 1.0f, 0.0f};
    hem_vec3 z = {0.0f, 0.0f, 1.0f};
    hem_vec3 turned = scene_frame_point(scene_frame_turned_x(0.25f), y);
    TEST_ASSERT_TRUE(turned.x == 0.0f && turned.y == 0.0f && turned.z == 1.0f);
    turned = scene_frame_point(scene_frame_turned_y(0.25f), z);
    TEST_ASSERT_TRUE(turned.x == 1.0f && turned.y == 0.0f && turned.z == 0.0f);
    turned = scene_frame_point(scene_frame_turned_z(0.25f), x);
    TEST_ASSERT_TRUE(turned.x == 0.0f && turned.y == 1.0f && turned.z == 0.0f);
    scene_frame both =
        scene_frame_in(scene_frame_at(1.0f, 2.0f, 3.0f), scene_frame_turned_z(0.25f));
    turned = scene_frame_point(both, x);
    TEST_ASSERT_TRUE(turned.x == 1.0f && turned.y == 3.0f && turned.z == 3.0f);
}

/* Every shape once, into a mesh of any room. */
static void all_shapes(scene_mesh *into)
{
    figure_pose pose = figure_standing();
    shape_grid(into, 4, 5, 0.1f, 0.1f);
    shape_sheet(into);
    shape_disk(into, 7, 0.2f);
    shape_sphere(into, SHAPE_TETRA, 1, 1.0f);
    shape_sphere(into, SHAPE_OCTA, 2, 1.0f);
    shape_sphere(into, SHAPE_ICO, 1, 1.0f);
    shape_torus(into, 6, 5, 0.3f, 0.1f);
    shape_torus_knot(into, (shape_knot){20, 5, 0.3f, 0.1f, 0.03f});
    shape_open_tube(into, (shape_tube){6, 3, 0.1f, 0.2f, 0.3f});
    shape_closed_capsule(into, (shape_capsule){6, 2, 1, 0.1f, 0.3f});
    shape_cone(into, 6, 2, 0.1f, 0.3f);
    shape_closed_box(into, (shape_box){{2, 3, 4}, {1.0f, 1.0f, 1.0f}});
    shape_tank(into, 1.0f, 0.5f, 0.1f);
    figure_build(into, FIGURE_SMALL, &pose);
    figure_dress_trousers(into, (figure_trousers){7, 1, 4, 12});
    figure_dress_sweater(into, (figure_sweater){12, 6, 8, 7}, &pose);
    figure_dress_skirt(into, 13, 9);
}

void test_without_buffers_shapes_are_only_counted(void)
{
    scene_mesh counter = scene_mesh_over(NULL, 0, NULL, 0);
    all_shapes(&counter);
    all_shapes(&mesh);
    TEST_ASSERT_FALSE(counter.overflow);
    TEST_ASSERT_EQUAL_UINT32(mesh.vertex_count, counter.vertex_count);
    TEST_ASSERT_EQUAL_UINT32(mesh.triangle_count, counter.triangle_count);
}

void test_without_a_triangle_buffer_positions_are_the_same(void)
{
    all_shapes(&mesh);
    scene_mesh other = scene_mesh_take(mesh.vertex_count, 1);
    scene_mesh only = scene_mesh_over(other.positions, mesh.vertex_count, NULL, 0);
    all_shapes(&only);
    TEST_ASSERT_FALSE(only.overflow);
    TEST_ASSERT_EQUAL_UINT32(mesh.triangle_count, only.triangle_count);
    TEST_ASSERT_EQUAL_MEMORY(mesh.positions, only.positions, mesh.vertex_count * sizeof(hem_vec3));
    scene_mesh_free(&other);
}

void test_what_fits_exactly_fits(void)
{
    all_shapes(&mesh);
    scene_mesh tight = scene_mesh_take(mesh.vertex_count, mesh.triangle_count);
    all_shapes(&tight);
    TEST_ASSERT_FALSE(tight.overflow);
    TEST_ASSERT_EQUAL_UINT32(mesh.vertex_count, tight.vertex_count);
    TEST_ASSERT_EQUAL_UINT32(mesh.triangle_count, tight.triangle_count);
    scene_mesh_free(&tight);
}

/* With every capacity from nothing to enough: nothing is written behind it, overflow is said, and
 * what was taken is a whole number of shapes, the same as with room. */
void test_what_does_not_fit_is_refused_and_nothing_is_written_outside(void)
{
    all_shapes(&mesh);
    uint32_t vertices = mesh.vertex_count, triangles = mesh.triangle_count;
    scene_mesh room = scene_mesh_take(vertices + 8, triangles + 8);
    for (uint32_t part = 0; part < 200; part++) {
        scene_mesh cut = scene_mesh_over(room.positions, vertices * part / 200, room.triangles,
                                         part % 2 == 0 ? triangles : triangles * part / 200);
        memset(room.positions, 0xA5, (vertices + 8) * sizeof(hem_vec3));
        memset(room.triangles, 0xA5, 3 * (triangles + 8) * sizeof(uint32_t));
        all_shapes(&cut);
        TEST_ASSERT_TRUE(cut.overflow);
        TEST_ASSERT_TRUE(cut.vertex_count <= cut.vertex_capacity);
        TEST_ASSERT_TRUE(cut.triangle_count <= cut.triangle_capacity);
        if (cut.vertex_count > 0) {
            TEST_ASSERT_EQUAL_MEMORY(mesh.positions, cut.positions,
                                     cut.vertex_count * sizeof(hem_vec3));
            TEST_ASSERT_EQUAL_MEMORY(mesh.triangles, cut.triangles,
                                     3 * cut.triangle_count * sizeof(uint32_t));
        }
        const uint8_t *tail = (const uint8_t *)(room.positions + cut.vertex_count);
        TEST_ASSERT_EACH_EQUAL_HEX8(0xA5, tail,
                                    (vertices + 8 - cut.vertex_count) * sizeof(hem_vec3));
        tail = (const uint8_t *)(room.triangles + 3 * cut.triangle_count);
        TEST_ASSERT_EACH_EQUAL_HEX8(0xA5, tail,
                                    3 * (triangles + 8 - cut.triangle_count) * sizeof(uint32_t));
    }
    scene_mesh_free(&room);
}

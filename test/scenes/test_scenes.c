#include "unity.h"

#include "base/hash.h"
#include "scene_check.h"
#include "scenes/scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static scene_mesh mesh;

void setUp(void)
{
    mesh = scene_mesh_take(SCENE_FULL_VERTICES, SCENE_FULL_TRIANGLES);
}

void tearDown(void)
{
    scene_mesh_free(&mesh);
}

static scene_info info_of(int id, int size)
{
    scene_info info;
    TEST_ASSERT_TRUE(scene_describe((scene_id)id, (scene_size)size, &info));
    return info;
}

static scene_body body_of(int id, int size, uint32_t body)
{
    scene_body out;
    TEST_ASSERT_TRUE(scene_describe_body((scene_id)id, (scene_size)size, body, &out));
    return out;
}

/* One body alone in the mesh. */
static void build(int id, int size, uint32_t body, float step)
{
    mesh.vertex_count = 0;
    mesh.triangle_count = 0;
    TEST_ASSERT_TRUE(scene_build_body((scene_id)id, (scene_size)size, body, step, &mesh));
}

/* So many bodies of a kind, each with these counts. */
static void expect_bodies(int id, scene_kind kind, uint32_t bodies, uint32_t vertices,
                          uint32_t triangles)
{
    scene_info info = info_of(id, SCENE_FULL);
    uint32_t found = 0;
    for (uint32_t b = 0; b < info.body_count; b++) {
        scene_body body = body_of(id, SCENE_FULL, b);
        found +=
            body.kind == kind && body.vertex_count == vertices && body.triangle_count == triangles;
    }
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(bodies, found, info.name);
}

void test_e1_has_its_patches(void)
{
    expect_bodies(SCENE_E1_BEST, SCENE_CLOTH, 2, 3, 1);
    expect_bodies(SCENE_E1_AVERAGE, SCENE_CLOTH, 1, 7, 6);
    expect_bodies(SCENE_E1_WORST, SCENE_CLOTH, 1, 12, 13);
    static const uint32_t edges[3] = {3, 12, 24};
    for (int k = 0; k < 3; k++) {
        build(SCENE_E1_BEST + k, SCENE_FULL, 0, 0.0f);
        TEST_ASSERT_EQUAL_UINT32(edges[k], scene_check(&mesh, 0, 0).edge_count);
    }
}

void test_e2_is_a_pile_of_ten_sheets(void)
{
    expect_bodies(SCENE_E2_PILE, SCENE_CLOTH, 10, 100, 164);
    TEST_ASSERT_EQUAL_FLOAT(0.001f, info_of(SCENE_E2_PILE, SCENE_FULL).thickness);
    for (uint32_t b = 1; b <= 10; b++) {
        build(SCENE_E2_PILE, SCENE_FULL, b, 0.0f);
        scene_facts facts = scene_check(&mesh, 0, 0);
        TEST_ASSERT_EQUAL_UINT32(263, facts.edge_count);
        TEST_ASSERT_EQUAL_UINT32(34, facts.boundary_edges);
        TEST_ASSERT_FLOAT_WITHIN(1e-7f, 0.09f, facts.hi.x - facts.lo.x);
        TEST_ASSERT_TRUE(facts.lo.z == facts.hi.z);
    }
}

void test_e2_sheets_are_shifted_by_fractions_of_a_cell(void)
{
    hem_vec3 corner[11];
    for (uint32_t b = 1; b <= 10; b++) {
        build(SCENE_E2_PILE, SCENE_FULL, b, 0.0f);
        corner[b] = mesh.positions[0];
        for (uint32_t other = 1; other < b; other++) {
            float dx = fabsf(corner[b].x - corner[other].x);
            float dy = fabsf(corner[b].y - corner[other].y);
            TEST_ASSERT_TRUE(dx < 0.008f && dy < 0.008f && dx + dy > 1e-5f);
            TEST_ASSERT_TRUE(corner[b].z - corner[other].z > 0.0039f);
        }
    }
}

void test_e3_is_fifty_sheets_and_a_torus(void)
{
    expect_bodies(SCENE_E3_TORUS, SCENE_CLOTH, 50, 100, 164);
    expect_bodies(SCENE_E3_TORUS, SCENE_KINEMATIC, 1, 512, 1024);
}

void test_e4_is_eighty_patches_in_three_layers(void)
{
    expect_bodies(SCENE_E4_GARMENT, SCENE_CLOTH, 2, 3200, 5184);
    expect_bodies(SCENE_E4_GARMENT, SCENE_CLOTH, 1, 1600, 2592);
    uint32_t patches = 0;
    for (uint32_t b = 1; b <= 3; b++) {
        build(SCENE_E4_GARMENT, SCENE_FULL, b, 0.0f);
        patches += scene_check(&mesh, 0, 0).components;
    }
    TEST_ASSERT_EQUAL_UINT32(80, patches);
}

void test_e5_has_seven_sizes(void)
{
    static const uint32_t faces[7] = {1280, 5120, 8192, 16384, 20480, 32768, 65536};
    for (int k = 0; k < 7; k++) {
        expect_bodies(SCENE_E5_ICO_3 + k, SCENE_KINEMATIC, 2, faces[k] / 2 + 2, faces[k]);
        TEST_ASSERT_EQUAL_UINT32(200, info_of(SCENE_E5_ICO_3 + k, SCENE_FULL).steps);
    }
}

void test_e6_is_27_bodies_of_5120_faces(void)
{
    expect_bodies(SCENE_E6_BUMPY, SCENE_KINEMATIC, 27, 2562, 5120);
    expect_bodies(SCENE_E6_ARMS, SCENE_KINEMATIC, 27, 2562, 5120);
}

void test_e7_has_sixteen_triangles_in_disjoint_boxes(void)
{
    expect_bodies(SCENE_E7_HYBRID, SCENE_KINEMATIC, 1, 48, 16);
    build(SCENE_E7_HYBRID, SCENE_FULL, 0, 0.0f);
    for (uint32_t t = 0; t + 1 < 16; t++) {
        TEST_ASSERT_TRUE(mesh.positions[3 * t + 1].x < mesh.positions[3 * (t + 1)].x);
    }
}

void test_e8_is_24_tori_and_a_tank(void)
{
    expect_bodies(SCENE_E8_TORI, SCENE_SOFT, 24, 2100, 4200);
    expect_bodies(SCENE_E8_TORI_COARSE, SCENE_SOFT, 24, 288, 576);
    expect_bodies(SCENE_E8_TORI, SCENE_KINEMATIC, 1, 16, 28);
}

void test_e9_to_e12_have_their_counts(void)
{
    expect_bodies(SCENE_E9_KNOT, SCENE_SOFT, 1, 3485, 6970);
    expect_bodies(SCENE_E10_SPIKES, SCENE_CLOTH, 2, 18906, 37264);
    TEST_ASSERT_EQUAL_UINT32(4, info_of(SCENE_E10_SPIKES, SCENE_FULL).body_count);
    expect_bodies(SCENE_E11_TANGLED, SCENE_CLOTH, 3, 16641, 32768);
    expect_bodies(SCENE_E11_STACK, SCENE_CLOTH, 3, 16641, 32768);
    TEST_ASSERT_EQUAL_FLOAT(0.006f, info_of(SCENE_E11_STACK, SCENE_FULL).dt);
    TEST_ASSERT_EQUAL_UINT32(500, info_of(SCENE_E11_STACK, SCENE_FULL).steps);
    expect_bodies(SCENE_E12_LARGE_STEP, SCENE_CLOTH, 1, 4225, 8192);
    TEST_ASSERT_EQUAL_FLOAT(0.04f, info_of(SCENE_E12_LARGE_STEP, SCENE_FULL).dt);
}

void test_e14_has_the_dancer_and_her_dress(void)
{
    expect_bodies(SCENE_E14_DANCER, SCENE_KINEMATIC, 1, 26394, 52720);
    expect_bodies(SCENE_E14_DANCER, SCENE_CLOTH, 1, 5293, 10452);
    scene_info info = info_of(SCENE_E14_DANCER, SCENE_FULL);
    TEST_ASSERT_EQUAL_FLOAT(0.04f, info.dt);
    TEST_ASSERT_EQUAL_UINT32(363, info.steps);
}

void test_e18_to_e21_have_their_counts(void)
{
    expect_bodies(SCENE_E18_PASSING, SCENE_CLOTH, 2, 10000, 19602);
    expect_bodies(SCENE_E19_TABLECLOTH, SCENE_CLOTH, 1, 49, 72);
    expect_bodies(SCENE_E19_TABLECLOTH, SCENE_STATIC, 1, 33, 32);
    expect_bodies(SCENE_E20_DRAPES, SCENE_CLOTH, 3, 441, 800);
    TEST_ASSERT_EQUAL_UINT32(6, info_of(SCENE_E20_DRAPES, SCENE_FULL).body_count);
    expect_bodies(SCENE_E21_TAPE, SCENE_CLOTH, 1, 1449, 2560);
    expect_bodies(SCENE_E21_TAPE, SCENE_STATIC, 1, 292, 580);
    scene_info info = info_of(SCENE_E21_TAPE, SCENE_FULL);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 4.0f, info.dt * (float)info.steps);
    build(SCENE_E21_TAPE, SCENE_FULL, 1, 0.0f);
    scene_facts facts = scene_check(&mesh, 0, 0);
    TEST_ASSERT_FLOAT_WITHIN(1e-6f, 1.0f, facts.hi.z - facts.lo.z);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 0.05, facts.area);
}

void test_e22_has_three_wardrobes_on_one_walker(void)
{
    for (int id = SCENE_E22_PANTS; id <= SCENE_E22_FINE; id++) {
        expect_bodies(id, SCENE_KINEMATIC, 1, 14426, 28784);
        TEST_ASSERT_EQUAL_UINT32(600, info_of(id, SCENE_FULL).steps);
    }
    static const uint32_t particles[3] = {833, 713, 10757};
    for (int k = 0; k < 3; k++) {
        scene_info info = info_of(SCENE_E22_PANTS + k, SCENE_FULL);
        TEST_ASSERT_EQUAL_UINT32(particles[k], info.vertex_count - 14426);
    }
}

void test_e24_has_one_vertex_under_the_floor(void)
{
    build(SCENE_E24_ALTERATION, SCENE_FULL, 1, 0.0f);
    uint32_t under = 0;
    for (uint32_t i = 0; i < mesh.vertex_count; i++) {
        under += mesh.positions[i].z < 0.0f;
    }
    TEST_ASSERT_EQUAL_UINT32(1, under);
}

void test_every_body_of_every_scene_is_a_valid_mesh(void)
{
    for (int size = SCENE_FULL; size <= SCENE_SMALL; size++) {
        for (int id = 0; id < SCENE_COUNT; id++) {
            scene_info info = info_of(id, size);
            for (uint32_t b = 0; b < info.body_count; b++) {
                scene_body body = body_of(id, size, b);
                build(id, size, b, 0.4f * (float)info.steps);
                scene_facts facts = scene_check(&mesh, 0, 0);
                TEST_ASSERT_EQUAL_UINT32_MESSAGE(body.vertex_count, mesh.vertex_count, info.name);
                TEST_ASSERT_EQUAL_UINT32_MESSAGE(body.triangle_count, mesh.triangle_count,
                                                 info.name);
                TEST_ASSERT_TRUE_MESSAGE(facts.indices_valid, info.name);
                TEST_ASSERT_TRUE_MESSAGE(facts.positions_valid, info.name);
                TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, facts.crowded_edges, info.name);
                TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, facts.against_edges, info.name);
                TEST_ASSERT_TRUE_MESSAGE(facts.smallest_height > 5e-5, info.name);
                if (body.kind == SCENE_SOFT) {
                    TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, facts.boundary_edges, info.name);
                    TEST_ASSERT_TRUE_MESSAGE(facts.volume > 0, info.name);
                }
                if (body.kind == SCENE_CLOTH) {
                    TEST_ASSERT_TRUE_MESSAGE(facts.boundary_edges > 0, info.name);
                }
            }
        }
    }
}

void test_names_are_there_and_different(void)
{
    for (int id = 0; id < SCENE_COUNT; id++) {
        scene_info info = info_of(id, SCENE_FULL);
        TEST_ASSERT_TRUE(strlen(info.name) > 1 && strlen(info.title) > 1);
        TEST_ASSERT_EQUAL_STRING(info.name, info_of(id, SCENE_SMALL).name);
        for (int other = 0; other < id; other++) {
            TEST_ASSERT_TRUE(strcmp(info.name, info_of(other, SCENE_FULL).name) != 0);
        }
        for (uint32_t b = 0; b < info.body_count; b++) {
            TEST_ASSERT_TRUE(strlen(body_of(id, SCENE_FULL, b).name) > 1);
        }
    }
}

void test_the_stated_maxima_hold_and_are_not_far_off(void)
{
    uint32_t most[2][3] = {{0}};
    for (int size = SCENE_FULL; size <= SCENE_SMALL; size++) {
        for (int id = 0; id < SCENE_COUNT; id++) {
            scene_info info = info_of(id, size);
            uint32_t values[3] = {info.vertex_count, info.triangle_count, info.body_count};
            for (int k = 0; k < 3; k++) {
                most[size][k] = values[k] > most[size][k] ? values[k] : most[size][k];
            }
            TEST_ASSERT_TRUE(info.most_vertices <= info.vertex_count);
            TEST_ASSERT_TRUE(info.most_triangles <= info.triangle_count);
        }
    }
    TEST_ASSERT_UINT32_WITHIN(100, SCENE_FULL_VERTICES, most[SCENE_FULL][0] + 50);
    TEST_ASSERT_UINT32_WITHIN(100, SCENE_FULL_TRIANGLES, most[SCENE_FULL][1] + 50);
    TEST_ASSERT_UINT32_WITHIN(100, SCENE_SMALL_VERTICES, most[SCENE_SMALL][0] + 50);
    TEST_ASSERT_UINT32_WITHIN(100, SCENE_SMALL_TRIANGLES, most[SCENE_SMALL][1] + 50);
    TEST_ASSERT_TRUE(most[SCENE_FULL][0] <= SCENE_FULL_VERTICES);
    TEST_ASSERT_TRUE(most[SCENE_FULL][1] <= SCENE_FULL_TRIANGLES);
    TEST_ASSERT_TRUE(most[SCENE_SMALL][0] <= SCENE_SMALL_VERTICES);
    TEST_ASSERT_TRUE(most[SCENE_SMALL][1] <= SCENE_SMALL_TRIANGLES);
    TEST_ASSERT_EQUAL_UINT32(SCENE_MOST_BODIES, most[SCENE_FULL][2]);
}

static uint64_t hash_of_mesh(void)
{
    uint64_t hash = hem_hash_vec3_array(HEM_HASH_SEED, mesh.positions, mesh.vertex_count);
    return hem_hash_u32_array(hash, mesh.triangles, 3 * mesh.triangle_count);
}

void test_a_body_built_twice_has_the_same_bits(void)
{
    for (int id = 0; id < SCENE_COUNT; id++) {
        scene_info info = info_of(id, SCENE_SMALL);
        for (uint32_t b = 0; b < info.body_count; b++) {
            build(id, SCENE_SMALL, b, 0.7f * (float)info.steps);
            uint64_t before = hash_of_mesh();
            memset(mesh.positions, 0xFF, mesh.vertex_count * sizeof(hem_vec3));
            memset(mesh.triangles, 0xFF, mesh.triangle_count * 3 * sizeof(uint32_t));
            build(id, SCENE_SMALL, b, 0.7f * (float)info.steps);
            TEST_ASSERT_EQUAL_HEX64(before, hash_of_mesh());
        }
    }
}

void test_exactly_the_bodies_that_move_change_with_the_step(void)
{
    for (int id = 0; id < SCENE_COUNT; id++) {
        scene_info info = info_of(id, SCENE_SMALL);
        for (uint32_t b = 0; b < info.body_count; b++) {
            bool changed = false;
            build(id, SCENE_SMALL, b, 0.0f);
            uint64_t start = hash_of_mesh();
            uint64_t connections = hem_hash_u32_array(0, mesh.triangles, 3 * mesh.triangle_count);
            for (uint32_t part = 1; part <= 8; part++) {
                build(id, SCENE_SMALL, b, (float)(info.steps * part) / 8.0f);
                changed = changed || hash_of_mesh() != start;
                TEST_ASSERT_EQUAL_HEX64(
                    connections, hem_hash_u32_array(0, mesh.triangles, 3 * mesh.triangle_count));
            }
            TEST_ASSERT_EQUAL_MESSAGE(body_of(id, SCENE_SMALL, b).moves, changed, info.name);
        }
    }
}

/* Kinematic bodies do not jump: from one step to the next no vertex moves by more than 12 cm in a
 * scene of metres, and never faster than 15 m/s. */
void test_motion_is_smooth_enough_to_follow(void)
{
    static hem_vec3 before[SCENE_SMALL_VERTICES];
    for (int id = 0; id < SCENE_COUNT; id++) {
        scene_info info = info_of(id, SCENE_SMALL);
        for (uint32_t b = 0; b < info.body_count; b++) {
            scene_body body = body_of(id, SCENE_SMALL, b);
            if (body.kind != SCENE_KINEMATIC || !body.moves) {
                continue;
            }
            for (uint32_t step = 0; step <= info.steps; step++) {
                build(id, SCENE_SMALL, b, (float)step);
                for (uint32_t i = 0; i < mesh.vertex_count && step > 0; i++) {
                    float moved = hem_length(hem_sub(mesh.positions[i], before[i]));
                    TEST_ASSERT_TRUE_MESSAGE(moved < 0.12f && moved < 15.0f * info.dt, info.name);
                }
                memcpy(before, mesh.positions, mesh.vertex_count * sizeof *before);
            }
        }
    }
}

void test_steps_outside_a_scene_are_clamped_and_fractions_lie_between(void)
{
    build(SCENE_E3_TORUS, SCENE_SMALL, 0, 0.0f);
    uint64_t start = hash_of_mesh();
    float first = mesh.positions[0].z;
    build(SCENE_E3_TORUS, SCENE_SMALL, 0, 1.0f);
    float second = mesh.positions[0].z;
    build(SCENE_E3_TORUS, SCENE_SMALL, 0, 0.5f);
    float between = mesh.positions[0].z;
    TEST_ASSERT_TRUE((first < between && between < second) ||
                     (first > between && between > second));
    build(SCENE_E3_TORUS, SCENE_SMALL, 0, -5.0f);
    TEST_ASSERT_EQUAL_HEX64(start, hash_of_mesh());
    build(SCENE_E3_TORUS, SCENE_SMALL, 0, NAN);
    TEST_ASSERT_EQUAL_HEX64(start, hash_of_mesh());
    build(SCENE_E3_TORUS, SCENE_SMALL, 0, 400.0f);
    uint64_t end = hash_of_mesh();
    build(SCENE_E3_TORUS, SCENE_SMALL, 0, INFINITY);
    TEST_ASSERT_EQUAL_HEX64(end, hash_of_mesh());
}

void test_bodies_can_share_a_mesh(void)
{
    scene_info info = info_of(SCENE_E20_DRAPES, SCENE_SMALL);
    uint32_t first_vertex = 0, first_triangle = 0;
    for (uint32_t b = 0; b < info.body_count; b++) {
        first_vertex = mesh.vertex_count;
        first_triangle = mesh.triangle_count;
        TEST_ASSERT_TRUE(scene_build_body(SCENE_E20_DRAPES, SCENE_SMALL, b, 0.0f, &mesh));
        TEST_ASSERT_TRUE(scene_check(&mesh, first_vertex, first_triangle).indices_valid);
    }
    TEST_ASSERT_EQUAL_UINT32(info.vertex_count, mesh.vertex_count);
    TEST_ASSERT_EQUAL_UINT32(info.triangle_count, mesh.triangle_count);
    hem_vec3 last = mesh.positions[first_vertex];
    build(SCENE_E20_DRAPES, SCENE_SMALL, info.body_count - 1, 0.0f);
    TEST_ASSERT_EQUAL_MEMORY(&last, &mesh.positions[0], sizeof last);
}

void test_a_body_that_does_not_fit_is_left_out_whole(void)
{
    for (int id = 0; id < SCENE_COUNT; id++) {
        scene_info info = info_of(id, SCENE_SMALL);
        for (uint32_t b = 0; b < info.body_count; b++) {
            scene_body body = body_of(id, SCENE_SMALL, b);
            scene_mesh vertices_short = scene_mesh_over(mesh.positions, body.vertex_count - 1,
                                                        mesh.triangles, body.triangle_count);
            scene_mesh triangles_short = scene_mesh_over(mesh.positions, body.vertex_count,
                                                         mesh.triangles, body.triangle_count - 1);
            mesh.positions[body.vertex_count - 1] = (hem_vec3){-7.0f, -7.0f, -7.0f};
            mesh.triangles[3 * body.triangle_count - 1] = 0xDEADBEEFu;
            TEST_ASSERT_FALSE(
                scene_build_body((scene_id)id, SCENE_SMALL, b, 0.0f, &vertices_short));
            TEST_ASSERT_TRUE(mesh.positions[body.vertex_count - 1].x == -7.0f);
            TEST_ASSERT_FALSE(
                scene_build_body((scene_id)id, SCENE_SMALL, b, 0.0f, &triangles_short));
            TEST_ASSERT_EQUAL_HEX32(0xDEADBEEFu, mesh.triangles[3 * body.triangle_count - 1]);
            TEST_ASSERT_TRUE(vertices_short.overflow && triangles_short.overflow);
            TEST_ASSERT_EQUAL_UINT32(0, vertices_short.vertex_count);
            TEST_ASSERT_EQUAL_UINT32(0, triangles_short.vertex_count);
            TEST_ASSERT_EQUAL_UINT32(0, triangles_short.triangle_count);
        }
    }
}

void test_what_does_not_exist_is_refused(void)
{
    scene_info info;
    scene_body body;
    scene_seam seam;
    TEST_ASSERT_FALSE(scene_describe(SCENE_COUNT, SCENE_FULL, &info));
    TEST_ASSERT_FALSE(scene_describe((scene_id)-1, SCENE_FULL, &info));
    TEST_ASSERT_FALSE(scene_describe(SCENE_E2_PILE, (scene_size)2, &info));
    TEST_ASSERT_FALSE(scene_describe_body(SCENE_E2_PILE, SCENE_FULL, 11, &body));
    TEST_ASSERT_FALSE(scene_describe_body(SCENE_COUNT, SCENE_FULL, 0, &body));
    TEST_ASSERT_FALSE(scene_build_body(SCENE_E2_PILE, SCENE_FULL, 11, 0.0f, &mesh));
    TEST_ASSERT_FALSE(scene_build_body(SCENE_COUNT, SCENE_FULL, 0, 0.0f, &mesh));
    TEST_ASSERT_FALSE(scene_get_seam(SCENE_E2_PILE, SCENE_FULL, 0, &seam));
    TEST_ASSERT_FALSE(scene_get_seam(SCENE_COUNT, SCENE_FULL, 0, &seam));
    TEST_ASSERT_FALSE(mesh.overflow);
    TEST_ASSERT_EQUAL_UINT32(0, mesh.vertex_count);
}

/* Each seam joins two patches across the gap; with all seams closed each layer is a tube. */
void test_seams_join_facing_vertices_of_neighbouring_patches(void)
{
    for (int size = SCENE_FULL; size <= SCENE_SMALL; size++) {
        scene_info info = info_of(SCENE_E4_GARMENT, size);
        uint32_t lines = size == SCENE_FULL ? 10 : 4;
        TEST_ASSERT_EQUAL_UINT32(lines * 8 * (7 + 7 + 3), info.seam_count);
        for (uint32_t s = 0; s < info.seam_count; s++) {
            scene_seam seam;
            TEST_ASSERT_TRUE(scene_get_seam(SCENE_E4_GARMENT, (scene_size)size, s, &seam));
            if (s == 0 ||
                mesh.vertex_count != body_of(SCENE_E4_GARMENT, size, seam.body).vertex_count) {
                build(SCENE_E4_GARMENT, size, seam.body, 0.0f);
            }
            TEST_ASSERT_TRUE(seam.vertex_a < mesh.vertex_count);
            TEST_ASSERT_TRUE(seam.vertex_b < mesh.vertex_count);
            TEST_ASSERT_TRUE(seam.vertex_a / (lines * lines) != seam.vertex_b / (lines * lines));
            float gap =
                hem_length(hem_sub(mesh.positions[seam.vertex_a], mesh.positions[seam.vertex_b]));
            TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.006f, gap);
        }
        scene_seam none;
        TEST_ASSERT_FALSE(
            scene_get_seam(SCENE_E4_GARMENT, (scene_size)size, info.seam_count, &none));
    }
}

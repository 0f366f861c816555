#include "unity.h"

#include "base/vec3.h"
#include "world/world_block.h"
#include "guarded_block.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE      6u
#define VERTICES  (SIDE * SIDE)
#define TRIANGLES (2u * (SIDE - 1u) * (SIDE - 1u))
#define EDGES     (VERTICES + TRIANGLES - 1u)

static hem_vec3 positions[VERTICES];
static uint32_t triangles[3 * TRIANGLES];
static hem_body_def sheet;
static hem_world *world;
static uint8_t *before;
static uint32_t persistent_bytes;

static void make_world(uint32_t bodies, uint32_t vertices, uint32_t triangle_capacity,
                       uint32_t edges)
{
    guarded_block_check_and_free();
    hem_caps caps = hem_default_caps(bodies, vertices, triangle_capacity, edges, 0);
    caps.orphans = 10u * vertices; /* in plenty, also where vertices and triangles do not match */
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    persistent_bytes = world->offset.scratch;
}

static void make_sheet(void)
{
    for (uint32_t j = 0; j < SIDE; j++) {
        for (uint32_t i = 0; i < SIDE; i++) {
            positions[j * SIDE + i] = (hem_vec3){(float)i * 0.01f, (float)j * 0.01f, 0.0f};
        }
    }
    uint32_t *t = triangles;
    for (uint32_t j = 0; j + 1 < SIDE; j++) {
        for (uint32_t i = 0; i + 1 < SIDE; i++) {
            uint32_t v = j * SIDE + i;
            const uint32_t corners[] = {v, v + 1, v + SIDE + 1, v, v + SIDE + 1, v + SIDE};
            memcpy(t, corners, sizeof corners);
            t += 6;
        }
    }
    sheet = hem_default_body_def();
    sheet.positions = positions;
    sheet.vertex_count = VERTICES;
    sheet.triangles = triangles;
    sheet.triangle_count = TRIANGLES;
}

void setUp(void)
{
    make_sheet();
    make_world(3, 3 * VERTICES, 3 * TRIANGLES, 3 * EDGES);
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

/* Adds, expects the refusal, and shows that no persistent byte changed. */
static void check_refused(hem_status expected, uint32_t index, uint32_t needed)
{
    before = malloc(persistent_bytes);
    memcpy(before, world, persistent_bytes);
    hem_body body = {5, 5};
    hem_body_report report;
    memset(&report, 0xAB, sizeof report);
    TEST_ASSERT_EQUAL(expected, hem_add_body(world, &sheet, &body, &report));
    TEST_ASSERT_EQUAL_MEMORY(before, world, persistent_bytes);
    TEST_ASSERT_EQUAL(5, body.slot);
    TEST_ASSERT_EQUAL_HEX32(index, report.detail.index);
    TEST_ASSERT_EQUAL_UINT32(needed, report.detail.needed);
    TEST_ASSERT_EQUAL(expected, hem_add_body(world, &sheet, &body, NULL));
    free(before);
}

void test_an_added_body_has_its_topology_and_positions(void)
{
    hem_body body;
    hem_body_report report;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, &report));
    const hem_mesh *mesh = hem_body_mesh(world, body);
    TEST_ASSERT_EQUAL(VERTICES, mesh->vertex_count);
    TEST_ASSERT_EQUAL(TRIANGLES, mesh->triangle_count);
    TEST_ASSERT_EQUAL(EDGES, mesh->edge_count);
    TEST_ASSERT_EQUAL(4 * (SIDE - 1), mesh->boundary_edges);
    TEST_ASSERT_EQUAL_MEMORY(triangles, hem_mesh_triangles(mesh), sizeof triangles);
    TEST_ASSERT_EQUAL_MEMORY(positions, hem_body_positions(world, body), sizeof positions);
    TEST_ASSERT_EQUAL(HEM_NONE, report.detail.index);
}

void test_bodies_in_one_world_have_the_topology_they_have_alone(void)
{
    HEM_BLOCK(alone, HEM_MESH_BYTES(VERTICES, TRIANGLES, EDGES,
                                    HEM_DEFAULT_ORPHANS(1, VERTICES, TRIANGLES)));
    hem_arena arena;
    const hem_mesh *expected = NULL;
    hem_mesh_def def = hem_default_mesh_def(triangles, TRIANGLES, VERTICES);
    def.edge_capacity = EDGES;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, alone, sizeof alone));
    TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_build(&arena, &def, &expected, NULL));
    hem_body body[3];
    for (int i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body[i], NULL));
    }
    for (int i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL_HEX64(hem_mesh_hash(expected),
                                hem_mesh_hash(hem_body_mesh(world, body[i])));
        TEST_ASSERT_EQUAL_MEMORY(positions, hem_body_positions(world, body[i]), sizeof positions);
    }
}

void test_a_copy_of_the_block_is_the_same_world(void)
{
    hem_body body;
    hem_add_body(world, &sheet, &body, NULL);
    hem_add_body(world, &sheet, &body, NULL);
    uint8_t *copy = aligned_alloc(16, world->bytes);
    memcpy(copy, world, world->bytes);
    const hem_world *moved = (const hem_world *)(const void *)copy;
    TEST_ASSERT_EQUAL_HEX64(hem_world_hash(world), hem_world_hash(moved));
    memset(world, 0, world->bytes);
    TEST_ASSERT_EQUAL_MEMORY(positions, hem_body_positions(moved, body), sizeof positions);
    TEST_ASSERT_EQUAL(EDGES, hem_body_mesh(moved, body)->edge_count);
    free(copy);
}

void test_the_hash_sees_all_that_bodies_are(void)
{
    uint64_t hashes[10];
    for (int variant = 0; variant < 10; variant++) {
        make_sheet();
        make_world(3, 3 * VERTICES, 3 * TRIANGLES, 3 * EDGES);
        if (variant == 1) {
            positions[7].z = 1e-6f;
        } else if (variant == 2) {
            sheet.kind = HEM_SOFT;
        } else if (variant == 3) {
            triangles[0] = 1, triangles[1] = 7, triangles[2] = 0;
        } else if (variant == 5) {
            sheet.density = 0.3f;
        } else if (variant == 6) {
            sheet.thickness = 0.002f;
        } else if (variant == 7) {
            sheet.friction = 0.5f;
        }
        hem_body body;
        TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
        if (variant == 4) {
            TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
        }
        if (variant == 8) {
            TEST_ASSERT_EQUAL(HEM_OK, hem_set_pin(world, body, VERTICES - 1, true));
        } else if (variant == 9) {
            hem_vec3 *velocities = (hem_vec3 *)(uintptr_t)hem_body_velocities(world, body);
            velocities[3].y = 1.0f;
        }
        hashes[variant] = hem_world_hash(world);
        for (int other = 0; other < variant; other++) {
            TEST_ASSERT_TRUE(hashes[variant] != hashes[other]);
        }
    }
    TEST_ASSERT_EQUAL_HEX64(0, hem_world_hash(NULL));
}

void test_positions_are_snapped_to_the_grid(void)
{
    positions[3].z = -1e-20f;
    positions[4].z = HEM_GRID * 1.25f;
    hem_body body;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    const hem_vec3 *stored = hem_body_positions(world, body);
    TEST_ASSERT_EQUAL_HEX32(0, hem_float_bits(stored[3].z));
    TEST_ASSERT_TRUE(stored[4].z == HEM_GRID);
}

void test_only_bodies_that_are_tested_against_themselves_look_for_orphans(void)
{
    const hem_body_kind kinds[] = {HEM_KINEMATIC, HEM_STATIC, HEM_SOFT};
    for (int i = 0; i < 3; i++) {
        sheet.kind = kinds[i];
        hem_body body;
        TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
        const hem_mesh *mesh = hem_body_mesh(world, body);
        TEST_ASSERT_EQUAL(i == 2, mesh->edge_edge_orphans > 0);
    }
}

void test_what_is_used_of_each_region_is_told(void)
{
    hem_body body;
    hem_add_body(world, &sheet, &body, NULL);
    hem_memory_region region;
    bool seen_positions = false, seen_scratch = false, seen_trees = false;
    for (uint32_t i = 0; hem_world_region(world, i, &region); i++) {
        TEST_ASSERT_TRUE(region.used <= region.bytes);
        if (strcmp(region.name, "positions") == 0) {
            TEST_ASSERT_EQUAL_UINT32(VERTICES * 12, region.used);
            seen_positions = true;
        }
        if (strcmp(region.name, "trees") == 0) {
            TEST_ASSERT_EQUAL_UINT32(world->tree_bytes, region.used);
            seen_trees = region.used > 0;
        }
        if (strcmp(region.name, "scratch") == 0) {
            TEST_ASSERT_EQUAL_UINT32(world->peak.scratch, region.used);
            TEST_ASSERT_TRUE(region.used >= HEM_MESH_SCRATCH_BYTES(TRIANGLES));
            seen_scratch = true;
        }
    }
    TEST_ASSERT_TRUE(seen_positions && seen_scratch && seen_trees);
    TEST_ASSERT_FALSE(hem_world_region(NULL, 0, &region));
    TEST_ASSERT_FALSE(hem_world_region(world, 0, NULL));
    TEST_ASSERT_FALSE(hem_world_region(world, 1000, &region));
}

void test_a_body_that_was_never_given_has_nothing(void)
{
    hem_body body;
    hem_add_body(world, &sheet, &body, NULL);
    const hem_body wrong[] = {{0, 0}, {1, 1}, {0, 2}, {HEM_NONE, 1}};
    for (int i = 0; i < 4; i++) {
        TEST_ASSERT_NULL(hem_body_mesh(world, wrong[i]));
        TEST_ASSERT_NULL(hem_body_positions(world, wrong[i]));
    }
    TEST_ASSERT_NULL(hem_body_mesh(NULL, body));
}

void test_null_arguments_are_refused(void)
{
    hem_body body;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_add_body(NULL, &sheet, &body, NULL));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_add_body(world, NULL, &body, NULL));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_add_body(world, &sheet, NULL, NULL));
    sheet.positions = NULL;
    check_refused(HEM_NULL, HEM_NONE, 0);
    make_sheet();
    sheet.triangles = NULL;
    check_refused(HEM_NULL, HEM_NONE, 0);
}

void test_a_block_without_a_world_is_refused(void)
{
    hem_body body;
    world->magic ^= 1;
    TEST_ASSERT_EQUAL(HEM_BAD_WORLD, hem_add_body(world, &sheet, &body, NULL));
    TEST_ASSERT_EQUAL_HEX64(0, hem_world_hash(world));
    hem_memory_region region;
    TEST_ASSERT_FALSE(hem_world_region(world, 0, &region));
    TEST_ASSERT_NULL(hem_body_mesh(world, (hem_body){0, 1}));
    world->magic ^= 1;
    world->version++;
    TEST_ASSERT_EQUAL(HEM_BAD_WORLD, hem_add_body(world, &sheet, &body, NULL));
}

void test_definitions_not_made_by_the_default_are_refused(void)
{
    sheet.cookie = 0;
    check_refused(HEM_BAD_DEFINITION, HEM_NONE, 0);
    make_sheet();
    sheet.kind = 4;
    check_refused(HEM_BAD_DEFINITION, HEM_NONE, 0);
    make_sheet();
    sheet.group_limit = HEM_FACE_GROUPS + 1;
    check_refused(HEM_BAD_DEFINITION, HEM_NONE, 0);
}

void test_counts_of_zero_and_counts_past_every_index_are_refused(void)
{
    sheet.vertex_count = UINT32_MAX;
    check_refused(HEM_BAD_COUNT, HEM_NONE, 0);
    make_sheet();
    sheet.triangle_count = UINT32_MAX;
    check_refused(HEM_BAD_COUNT, HEM_NONE, 0);
    sheet.triangles = NULL;
    check_refused(HEM_NULL, HEM_NONE, 0);
    make_sheet();
    sheet.vertex_count = UINT32_MAX;
    sheet.positions = NULL;
    check_refused(HEM_NULL, HEM_NONE, 0);
    make_sheet();
    sheet.vertex_count = 0;
    check_refused(HEM_BAD_COUNT, HEM_NONE, 0);
    make_sheet();
    sheet.triangle_count = 0;
    check_refused(HEM_BAD_COUNT, HEM_NONE, 0);
}

void test_buffers_inside_the_block_are_refused(void)
{
    const uint8_t *inside = (const uint8_t *)world + world->offset.scratch;
    sheet.positions = (const hem_vec3 *)(const void *)inside;
    hem_body body;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_add_body(world, &sheet, &body, NULL));
    make_sheet();
    sheet.triangles = (const uint32_t *)(const void *)inside;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_add_body(world, &sheet, &body, NULL));
    make_sheet();
    hem_body *out = (hem_body *)(void *)((uint8_t *)world + world->offset.scratch);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_add_body(world, &sheet, out, NULL));
    hem_body_report *report = (hem_body_report *)(void *)out;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_add_body(world, &sheet, &body, report));
    sheet.masses = (const float *)(const void *)inside;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_add_body(world, &sheet, &body, NULL));
    sheet.masses = NULL;
    sheet.reference = (const hem_vec3 *)(const void *)inside;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_add_body(world, &sheet, &body, NULL));
    /* Nothing is written there whatever else is wrong. */
    make_sheet();
    sheet.cookie = 0;
    memset(out, 0x77, sizeof *report);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_add_body(world, &sheet, &body, report));
    TEST_ASSERT_EACH_EQUAL_HEX8(0x77, out, sizeof *report);
}

void test_outputs_on_what_is_given_or_on_each_other_are_refused_unwritten(void)
{
    union {
        hem_body_def def;
        hem_body body;
        hem_body_report report;
    } both;
    hem_body body = {5, 5};
    float masses[VERTICES];
    for (uint32_t v = 0; v < VERTICES; v++) {
        masses[v] = 1.0f;
    }
    both.def = sheet;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_add_body(world, &both.def, &both.body, NULL));
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_add_body(world, &both.def, &body, &both.report));
    TEST_ASSERT_EQUAL_MEMORY(&sheet, &both.def, sizeof sheet);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_add_body(world, &sheet, &both.body, &both.report));
    sheet.masses = masses;
    sheet.thickness = NAN; /* also where it is refused for something else */
    void *const buffers[] = {positions + VERTICES - 1u, triangles + 3u * TRIANGLES - 3u, masses};
    const void *const kept[] = {positions, triangles, masses};
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t bytes = i == 0 ? sizeof positions : i == 1 ? sizeof triangles : sizeof masses;
        void *copy = malloc(bytes);
        memcpy(copy, kept[i], bytes);
        TEST_ASSERT_EQUAL(HEM_ALIASED, hem_add_body(world, &sheet, buffers[i], NULL));
        TEST_ASSERT_EQUAL(HEM_ALIASED, hem_add_body(world, &sheet, &body, buffers[i]));
        TEST_ASSERT_EQUAL_MEMORY(copy, kept[i], bytes);
        free(copy);
    }
    TEST_ASSERT_EQUAL(0, world->body_count);
    TEST_ASSERT_EQUAL(5, body.slot);
}

void test_outputs_of_questions_in_the_block_are_not_written(void)
{
    hem_body body;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    before = malloc(world->bytes);
    memcpy(before, world, world->bytes);
    void *inside = hem_world_positions(world) + 2;
    TEST_ASSERT_FALSE(hem_world_region(world, 0, inside));
    TEST_ASSERT_NULL(hem_world_events(world, inside));
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_world_validate(world, inside));
    TEST_ASSERT_EQUAL_MEMORY(before, world, world->bytes);
    TEST_ASSERT_NOT_NULL(hem_world_events(world, NULL));
    world->version++;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_world_validate(world, (hem_detail *)(void *)&world->caps));
    world->version--;
    TEST_ASSERT_EQUAL_MEMORY(before, world, world->bytes);
    free(before);
}

static float mass_of(hem_body body, uint32_t vertex)
{
    const hem_body_record *record = hem_world_body(world, body);
    return 1.0f / hem_world_inverse_masses(world)[record->vertex_begin + vertex];
}

void test_masses_come_from_density_and_area(void)
{
    /* Each triangle has half a cell, and gives a third of that to each corner. */
    const float sixth = 0.2f * 0.0001f / 6.0f;
    hem_body body;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    float total = 0.0f;
    for (uint32_t v = 0; v < VERTICES; v++) {
        total += mass_of(body, v);
    }
    TEST_ASSERT_FLOAT_WITHIN(1e-9f, 0.2f * 0.05f * 0.05f, total);
    TEST_ASSERT_FLOAT_WITHIN(sixth * 1e-4f, 2.0f * sixth, mass_of(body, 0));
    TEST_ASSERT_FLOAT_WITHIN(sixth * 1e-4f, sixth, mass_of(body, SIDE - 1));
    TEST_ASSERT_FLOAT_WITHIN(sixth * 1e-4f, 3.0f * sixth, mass_of(body, 1));
    TEST_ASSERT_FLOAT_WITHIN(sixth * 1e-4f, 6.0f * sixth, mass_of(body, SIDE + 1));
}

void test_masses_that_are_given_are_taken_and_only_by_what_deforms(void)
{
    float masses[VERTICES];
    hem_body body;
    for (uint32_t v = 0; v < VERTICES; v++) {
        masses[v] = 0.001f * (float)(v + 1u);
    }
    sheet.masses = masses;
    sheet.density = -1.0f; /* is not looked at */
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    TEST_ASSERT_TRUE(1.0f / masses[7] == hem_world_inverse_masses(world)[7]);
    sheet.kind = HEM_KINEMATIC;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    TEST_ASSERT_TRUE(hem_world_inverse_masses(world)[VERTICES + 7] == 0.0f);
}

void test_masses_and_densities_that_are_none_are_refused(void)
{
    const float bad[] = {0.0f, -1.0f, NAN, INFINITY, 1e-30f, 1e30f};
    float masses[VERTICES];
    for (int i = 0; i < 6; i++) {
        sheet.density = bad[i];
        sheet.masses = NULL;
        check_refused(HEM_BAD_MASS, HEM_NONE, 0);
        for (uint32_t v = 0; v < VERTICES; v++) {
            masses[v] = v == 11 ? bad[i] : 1.0f;
        }
        sheet.masses = masses;
        check_refused(HEM_BAD_MASS, 11, 0);
    }
}

void test_masses_of_what_does_not_deform_may_be_none_but_not_wrong(void)
{
    const float bad[] = {-1.0f, NAN, INFINITY, -INFINITY, -1e-45f};
    float masses[VERTICES] = {0.0f};
    sheet.kind = HEM_STATIC;
    for (int i = 0; i < 5; i++) {
        sheet.kind = i % 2 == 0 ? HEM_STATIC : HEM_KINEMATIC;
        sheet.density = bad[i];
        sheet.masses = NULL;
        check_refused(HEM_BAD_MASS, HEM_NONE, 0);
        masses[11] = bad[i];
        sheet.masses = masses;
        check_refused(HEM_BAD_MASS, 11, 0);
    }
    hem_body body;
    masses[11] = 0.0f;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    sheet.masses = NULL;
    sheet.density = 0.0f;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
}

void test_what_has_no_area_still_has_a_mass(void)
{
    hem_body body;
    sheet.kind = HEM_SOFT;
    sheet.density = HEM_INVERSE_MASS_LEAST;
    for (uint32_t v = 0; v < VERTICES; v++) {
        positions[v] = (hem_vec3){0.0f, 0.0f, 0.0f};
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    TEST_ASSERT_TRUE(mass_of(body, 9) == HEM_INVERSE_MASS_LEAST);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_validate(world, NULL));
}

void test_positions_that_are_no_numbers_or_too_far_are_refused(void)
{
    positions[9].y = NAN;
    check_refused(HEM_NOT_FINITE, 9, 0);
    positions[9].y = INFINITY;
    check_refused(HEM_NOT_FINITE, 9, 0);
    positions[9].y = 4096.0f;
    check_refused(HEM_OUT_OF_RANGE, 9, 0);
    positions[9].y = -1e30f;
    check_refused(HEM_OUT_OF_RANGE, 9, 0);
}

void test_bad_triangles_are_named(void)
{
    triangles[3 * 4 + 1] = VERTICES;
    check_refused(HEM_BAD_INDEX, 4, 0);
    make_sheet();
    triangles[3 * 6 + 1] = triangles[3 * 6];
    check_refused(HEM_BAD_TRIANGLE, 6, 0);
}

void test_a_rest_triangle_without_area_is_refused_in_cloth_only(void)
{
    /* Three different points on a line that floats cannot quite represent, and two equal points. */
    const uint32_t *t = triangles + 3 * 8;
    hem_vec3 kept = positions[t[2]];
    positions[t[2]] = positions[t[0]];
    check_refused(HEM_ZERO_AREA, 8, 0);
    positions[t[2]] = kept;
    positions[t[2]].y = positions[t[0]].y;
    positions[t[2]].z = positions[t[0]].z;
    check_refused(HEM_ZERO_AREA, 8, 0);
    sheet.kind = HEM_STATIC;
    hem_body body;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
}

void test_the_shape_at_rest_must_have_areas_whatever_the_positions(void)
{
    hem_vec3 rest[VERTICES];
    memcpy(rest, positions, sizeof rest);
    sheet.rest = rest;
    rest[triangles[3 * 8 + 2]] = rest[triangles[3 * 8]];
    check_refused(HEM_ZERO_AREA, 8, 0);
    memcpy(rest, positions, sizeof rest);
    for (uint32_t v = 0; v < VERTICES; v++) {
        positions[v] = (hem_vec3){0.5f, 0.5f, 0.5f};
    }
    hem_body body;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_validate(world, NULL));
    sheet.rest = NULL;
    check_refused(HEM_ZERO_AREA, 0, 0);
}

void test_a_sliver_with_the_least_area_is_cloth(void)
{
    const uint32_t *t = triangles + 3 * 8;
    positions[t[2]].y = positions[t[0]].y;
    positions[t[2]].z = HEM_GRID;
    hem_body body;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
}

void test_each_capacity_is_refused_by_its_own_status_with_the_number_needed(void)
{
    hem_body body;
    make_world(1, 3 * VERTICES, 3 * TRIANGLES, 3 * EDGES);
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    check_refused(HEM_FULL_BODIES, HEM_NONE, 2);
    make_world(2, 2 * VERTICES - 1, 3 * TRIANGLES, 3 * EDGES);
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    check_refused(HEM_FULL_VERTICES, HEM_NONE, 2 * VERTICES);
    make_world(2, 2 * VERTICES, 2 * TRIANGLES - 1, 3 * EDGES);
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    check_refused(HEM_FULL_TRIANGLES, HEM_NONE, 2 * TRIANGLES);
    make_world(2, 2 * VERTICES, 2 * TRIANGLES, 2 * EDGES - 1);
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    check_refused(HEM_FULL_EDGES, HEM_NONE, 2 * EDGES);
    make_world(2, 2 * VERTICES, 2 * TRIANGLES, 2 * EDGES);
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
}

void test_too_many_orphans_are_refused_with_the_number_needed(void)
{
    hem_body body;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    uint32_t each = world->orphan_count;
    TEST_ASSERT_TRUE(each > 0);
    guarded_block_check_and_free();
    hem_caps caps = hem_default_caps(2, 2 * VERTICES, 2 * TRIANGLES, 2 * EDGES, 0);
    caps.orphans = 2 * each - 1;
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    persistent_bytes = world->offset.scratch;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &sheet, &body, NULL));
    check_refused(HEM_FULL_ORPHANS, HEM_NONE, 2 * each);
}

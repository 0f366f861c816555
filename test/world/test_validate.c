/* A world that something was done to is found out. */
#include "unity.h"

#include "base/bits.h"
#include "world/world_block.h"
#include "guarded_block.h"
#include "world_shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hem_world *world;
static uint8_t *good;

static void keep_as_good(void)
{
    free(good);
    good = malloc(world->bytes);
    memcpy(good, world, world->bytes);
}

void setUp(void)
{
    world_shape sheet = world_shape_sheet(4, 4, (hem_vec3){0.0f, 0.0f, 0.0f});
    world = world_take(4, 60, 100, 10);
    (void)world_shape_add(world, &sheet);
    hem_body removed = world_shape_add(world, &sheet);
    sheet.kind = HEM_KINEMATIC;
    (void)world_shape_add(world, &sheet);
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, removed));
    world_shape_free(&sheet);
    keep_as_good();
}

void tearDown(void)
{
    free(good);
    good = NULL;
    guarded_block_check_and_free();
}

/* What was done is found, at that body or at none; then it is undone. */
static void check_found(uint32_t body)
{
    hem_detail detail = {5, 5};
    TEST_ASSERT_EQUAL(HEM_BAD_WORLD, hem_world_validate(world, &detail));
    TEST_ASSERT_EQUAL_HEX32(body, detail.index);
    TEST_ASSERT_EQUAL(HEM_BAD_WORLD, hem_world_validate(world, NULL));
    memcpy(world, good, hem_world_bytes(&((const hem_world *)(const void *)good)->caps));
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_validate(world, &detail));
}

void test_the_head_must_be_that_of_a_world_with_its_capacities(void)
{
    TEST_ASSERT_EQUAL(HEM_NULL, hem_world_validate(NULL, NULL));
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_validate(world, NULL));
    const size_t words = offsetof(hem_world, peak) / 4u;
    for (uint32_t word = 0; word < words; word++) {
        if (word == offsetof(hem_world, contact_count) / 4u ||
            word == offsetof(hem_world, event_count) / 4u ||
            word == offsetof(hem_world, step) / 4u) {
            continue; /* any number of these is fine, within bounds */
        }
        ((uint32_t *)world)[word] += 1u << 20;
        check_found(HEM_NONE);
    }
    for (uint32_t word = offsetof(hem_world, offset) / 4u; word < sizeof *world / 4u; word++) {
        ((uint32_t *)world)[word] += 16u;
        check_found(HEM_NONE);
    }
    world->contact_count = 11;
    check_found(HEM_NONE);
}

void test_counts_must_be_those_of_the_bodies(void)
{
    uint32_t *counts[] = {&world->vertex_count, &world->triangle_count, &world->edge_count,
                          &world->orphan_count, &world->tree_bytes,     &world->body_count};
    for (uint32_t i = 0; i < 6; i++) {
        (*counts[i])--;
        check_found(HEM_NONE);
    }
}

void test_a_body_must_stand_behind_those_before_it(void)
{
    hem_body_record *record = hem_world_bodies(world) + 1;
    uint32_t *begins[] = {&record->vertex_begin, &record->triangle_begin, &record->edge_begin,
                          &record->orphan_begin, &record->tree_begin};
    for (uint32_t i = 0; i < 5; i++) {
        (*begins[i])++;
        check_found(1);
    }
    record->kind = 4;
    check_found(1);
    record->slot = 0;
    check_found(1);
    record->slot = HEM_NONE;
    check_found(1);
    record->motion = 2;
    check_found(1);
    record->movable = 1;
    check_found(1);
    record->thickness = -1.0f;
    check_found(1);
    record->friction = NAN;
    check_found(1);
    record->max_speed = -1.0f;
    check_found(1);
    record->tree_bytes = 0xFFFFFF00u;
    check_found(1);
}

void test_meshes_and_trees_must_be_where_they_belong(void)
{
    hem_mesh *mesh = (hem_mesh *)hem_world_part_to_change(world, world->offset.meshes) + 1;
    uint32_t *offsets = &mesh->offset.triangles;
    for (uint32_t i = 0; i < sizeof mesh->offset / 4u; i++) {
        offsets[i] += 4u;
        check_found(1);
    }
    mesh->vertex_count = 0x40000000u;
    check_found(1);
    mesh->triangle_count++;
    check_found(1);
    mesh->edge_count = UINT32_MAX;
    check_found(1);
    mesh->edge_edge_orphans = UINT32_MAX;
    check_found(1);
    hem_world_tree(world, hem_world_bodies(world))->vertex_count++;
    check_found(0);
}

/* An index of an array that is to be found where it leads nowhere. */
static void check_index(const void *array, uint32_t index, uint32_t wrong)
{
    ((uint32_t *)(uintptr_t)array)[index] = wrong;
    check_found(1);
}

void test_every_index_of_a_mesh_must_lead_to_something(void)
{
    const hem_mesh *mesh = hem_world_mesh(world, 1);
    const uint32_t wrong[] = {123456789u, HEM_NONE, 0x7FFFFFFFu};
    for (uint32_t i = 0; i < 3; i++) {
        check_index(hem_mesh_triangles(mesh), 5, wrong[i]);
        check_index(hem_mesh_triangle_edges(mesh), 7, wrong[i]);
        check_index(hem_mesh_edges(mesh), 6, wrong[i]);
        check_index(hem_mesh_edges(mesh), 7, wrong[i]);
        check_index(hem_mesh_edge_begin(mesh), 0, wrong[i]);
        check_index(hem_mesh_edge_begin(mesh), 3, wrong[i]);
        check_index(hem_mesh_edge_begin(mesh), mesh->edge_count, wrong[i]);
        check_index(hem_mesh_edge_triangles(mesh), 2, wrong[i]);
        check_index(hem_mesh_ring_begin(mesh), 4, wrong[i]);
        check_index(hem_mesh_ring(mesh), 1, wrong[i]);
    }
    check_index(hem_mesh_component_of(mesh), 3, 1);
    check_index(hem_mesh_triangles(mesh), 0, hem_mesh_triangles(mesh)[1]);
    check_index(hem_mesh_triangle_edges(mesh), 0, hem_mesh_triangle_edges(mesh)[4]);
    *(uint8_t *)(uintptr_t)hem_mesh_groups(mesh) = HEM_FACE_GROUPS;
    check_found(1);
    *(uint8_t *)(uintptr_t)hem_mesh_owners(mesh) = 64;
    check_found(1);
    hem_mesh *record = (hem_mesh *)(uintptr_t)mesh;
    record->component_count = 6;
    check_found(1);
    record->group_count = HEM_FACE_GROUPS + 1u;
    check_found(1);
    /* Orphan pairs are those of the sheet that is tested against itself. */
    const hem_mesh *sheet = hem_world_mesh(world, 0);
    TEST_ASSERT_TRUE(sheet->edge_edge_orphans > 0);
    ((hem_pair *)(uintptr_t)hem_mesh_orphans(sheet))[sheet->vertex_face_orphans].second =
        sheet->edge_count;
    check_found(0);
}

void test_every_index_of_a_tree_must_lead_to_something(void)
{
    hem_tree *tree = hem_world_tree(world, hem_world_bodies(world) + 1);
    const uint32_t wrong[] = {123456789u, 0x7FFFFFFFu, 0x80000000u + 1000u};
    TEST_ASSERT_TRUE(tree->leaf_count > 1);
    for (uint32_t i = 0; i < 3; i++) {
        check_index(hem_tree_order(tree), 5, wrong[i]);
        check_index(hem_tree_leaf_begin(tree), 1, wrong[i]);
        check_index(hem_tree_leaf_vertex_begin(tree), 1, wrong[i]);
        check_index(hem_tree_leaf_vertex_begin(tree), tree->leaf_count, wrong[i]);
        check_index(hem_tree_leaf_vertices(tree), 2, wrong[i]);
        check_index(hem_tree_neighbour_begin(tree), 1, wrong[i]);
        check_index(hem_tree_neighbours(tree), 0, wrong[i]);
        check_index(hem_tree_child(tree), 0, wrong[i]);
        check_index(hem_tree_first_leaf(tree), 0, wrong[i]);
        check_index(hem_tree_end_leaf(tree), 0, wrong[i]);
        check_index(tree->level_begin, 0, wrong[i]);
    }
    check_index(hem_tree_child(tree), 0, 0); /* a node below itself */
    *(uint16_t *)(uintptr_t)hem_tree_corners(tree) = 0xFFFu;
    check_found(1);
    *(uint16_t *)(uintptr_t)hem_tree_chords(tree) = 0xFFFFu;
    check_found(1);
    uint32_t *counts[] = {&tree->leaf_count,      &tree->group_count,    &tree->depth,
                          &tree->groups_per_node, &tree->axis_count,     &tree->neighbour_count,
                          &tree->first_crowded,   &tree->triangle_count, &tree->triangle_capacity,
                          &tree->leaf_capacity,   &tree->group_capacity, &tree->neighbour_capacity};
    for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        *counts[i] += 1000u;
        check_found(1);
        *counts[i] = HEM_NONE;
        check_found(1);
    }
    uint32_t *offsets = &tree->offset.order;
    for (uint32_t i = 0; i < sizeof tree->offset / 4u; i++) {
        offsets[i] += 4u;
        check_found(1);
    }
    hem_world_bodies(world)[1].tree_bytes -= 16u;
    check_found(1);
}

void test_contacts_and_events_must_be_of_what_there_can_be(void)
{
    hem_small_impact *contacts = hem_world_contact_room(world);
    hem_event *events = hem_world_part_to_change(world, world->offset.events);
    world->contact_count = 2;
    world->event_count = 2;
    contacts[1].vertex[3] = world->vertex_count - 1u;
    contacts[1].kind = HEM_CONTACT_EDGE_EDGE;
    events[1] = (hem_event){.kind = HEM_EVENT_HELD, .second = {HEM_NONE, 0}};
    keep_as_good();
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_validate(world, NULL));
    contacts[1].vertex[3]++;
    check_found(HEM_NONE);
    contacts[0].kind = 7;
    check_found(HEM_NONE);
    contacts[0].distance = NAN;
    check_found(HEM_NONE);
    events[0].kind = 4;
    check_found(HEM_NONE);
    events[0].first.slot = 4;
    check_found(HEM_NONE);
    events[0].second.slot = HEM_NONE;
    check_found(HEM_NONE);
}

void test_slots_must_lead_to_their_bodies(void)
{
    hem_world_slots(world)[0].body = 1;
    check_found(0);
    hem_world_slots(world)[0].generation = 0;
    check_found(0);
    hem_world_slots(world)[1].body = 0; /* a removed one */
    check_found(HEM_NONE);
    hem_world_slots(world)[3].generation = 1; /* one that was never given */
    check_found(HEM_NONE);
}

void test_vertices_must_be_numbers_on_the_grid_with_masses(void)
{
    hem_vec3 *arrays[] = {hem_world_positions(world), hem_world_ends(world)};
    for (uint32_t i = 0; i < 2; i++) {
        arrays[i][20].y = NAN;
        check_found(1);
        arrays[i][15].z = 4096.0f;
        check_found(0);
        arrays[i][15].x = HEM_GRID * 0.5f;
        check_found(0);
    }
    hem_world_velocities(world)[31].x = INFINITY;
    check_found(1);
    const float wrong[] = {0.0f, -1.0f, NAN, INFINITY};
    for (uint32_t i = 0; i < 4; i++) {
        hem_world_inverse_masses(world)[7] = wrong[i];
        check_found(0);
    }
    hem_world_inverse_masses(world)[16] = 1.0f; /* what is moved by the caller has none */
    check_found(1);
    hem_bits_add(hem_world_pinned(world), 32);
    check_found(HEM_NONE);
}

/* ---- cloth ---- */

/* A static body, and two sheets that are simulated. */
static void make_cloth_world(void)
{
    guarded_block_check_and_free();
    world_shape sheet = world_shape_sheet(4, 4, (hem_vec3){0.0f, 0.0f, 0.0f});
    hem_caps caps = hem_default_cloth_caps(4, 60, 100, 300, 10);
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    for (uint32_t i = 0; i < 3; i++) {
        sheet.kind = i == 0 ? (uint32_t)HEM_STATIC : (uint32_t)HEM_CLOTH;
        (void)world_shape_add(world, &sheet);
        for (uint32_t v = 0; v < sheet.vertex_count; v++) {
            sheet.positions[v].z += 0.1f;
        }
    }
    world_shape_free(&sheet);
    keep_as_good();
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_validate(world, NULL));
}

/* In the block, to be broken. */
static hem_body_cloth *cloth_of(uint32_t body)
{
    return hem_world_cloth(world, hem_world_bodies(world) + body);
}

void test_cloth_must_stand_behind_that_before_it(void)
{
    make_cloth_world();
    hem_body_record *records = hem_world_bodies(world);
    records[2].cloth_begin += 16u;
    check_found(2);
    records[1].cloth_bytes = 0; /* it deforms, so it must have some */
    check_found(1);
    records[0].cloth_bytes = 64u; /* it does not */
    check_found(0);
    records[1].cloth_bytes += 16u;
    check_found(1);
    records[1].cloth_bytes = 16u; /* not even a head */
    check_found(1);
    records[2].cloth_bytes = 0xFFFFFF00u;
    check_found(2);
    world->cloth_bytes -= 16u;
    check_found(HEM_NONE);
    world->cloth_triangle_count++;
    check_found(HEM_NONE);
}

void test_cloth_must_be_that_of_its_mesh(void)
{
    make_cloth_world();
    cloth_of(1)->cloth.vertex_count++;
    check_found(1);
    cloth_of(2)->cloth.triangle_count--;
    check_found(2);
    cloth_of(2)->cloth.edge_count++;
    check_found(2);
    cloth_of(1)->cloth.hinge_count = 0x40000000u;
    check_found(1);
    cloth_of(1)->cloth.hinge_count++;
    check_found(1);
    cloth_of(2)->cloth.offset.membranes += 16u;
    check_found(2);
    cloth_of(2)->cloth.offset.hinges = 0x7FFFFFF0u;
    check_found(2);
}

/* In a block of its own, behind which sanitizers see whatever is read. */
void test_whatever_stands_in_a_block_only_the_block_is_read(void)
{
    make_cloth_world();
    hem_world *exact = aligned_alloc(HEM_ALIGN, world->bytes);
    memcpy(exact, world, world->bytes);
    const uint32_t wrong[] = {0u, 1u, 4u, 0x7FFFFFFFu, HEM_NONE, 123456789u};
    uint32_t words = world->offset.scratch / 4u, found = 0;
    for (uint32_t word = 0; word < words; word++) {
        uint32_t *at = (uint32_t *)exact + word, kept = *at;
        for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
            *at = wrong[i];
            hem_status status = hem_world_validate(exact, NULL);
            TEST_ASSERT_TRUE(status == HEM_OK || status == HEM_BAD_WORLD);
            found += status == HEM_BAD_WORLD;
        }
        *at = kept;
    }
    TEST_ASSERT_TRUE(found > words);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_validate(exact, NULL));
    free(exact);
}

void test_cloth_must_be_of_numbers_that_can_be(void)
{
    make_cloth_world();
    const float wrong[] = {NAN, INFINITY};
    for (uint32_t i = 0; i < 2; i++) {
        hem_body_cloth *cloth = cloth_of(1);
        cloth->material.bend = wrong[i];
        check_found(1);
        cloth->material.pressure = 1.0f; /* of an open sheet */
        check_found(1);
        cloth->material.shear = -1.0f;
        check_found(1);
        ((hem_cloth_membrane *)hem_cloth_membranes(&cloth->cloth))->warp[1][2] = wrong[i];
        check_found(1);
        ((hem_cloth_hinge *)hem_cloth_hinges(&cloth->cloth))[3].weight[2] = wrong[i];
        check_found(1);
        ((hem_cloth_hinge *)hem_cloth_hinges(&cloth->cloth))[0].rest = wrong[i];
        check_found(1);
        cloth->cloth.area = wrong[i];
        check_found(1);
    }
}

void test_bend_scales_must_be_of_what_bends_and_numbers_that_can_be(void)
{
    make_cloth_world();
    const float wrong[] = {NAN, INFINITY, -1.0f, 2.0f * HEM_CLOTH_STIFFEST};
    for (uint32_t i = 0; i < 4; i++) {
        hem_world_bend_scales(world)[16] = wrong[i];
        check_found(1);
        hem_world_bend_scales(world)[47] = wrong[i];
        check_found(2);
    }
    hem_world_bend_scales(world)[15] = 1.0f; /* the static body has none */
    check_found(0);
}

/* Everything that hem_mesh_build refuses: the status, what the detail says, and that nothing else
 * changed. */
#include "unity.h"

#include "guarded_block.h"
#include "hem/mesh.h"
#include "mesh/mesh_parts.h"
#include "mesh_cases.h"

#include <string.h>

enum { BLOCK_BYTES = 16384, USED_BYTES = 64 };

static uint8_t *block;
static hem_arena arena;
static mesh_case sheet;
static hem_mesh_def def;
static hem_detail detail;
static const hem_mesh *out;
static const hem_mesh untouched;

/* An arena that holds something already, and a definition that is right. */
void setUp(void)
{
    block = guarded_block_take(BLOCK_BYTES);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, block, BLOCK_BYTES));
    memset(hem_arena_take(&arena, USED_BYTES, 1), 0x3C, USED_BYTES);
    sheet = mesh_case_grid(4, 4);
    def = hem_default_mesh_def(sheet.triangles, sheet.triangle_count, sheet.vertex_count);
    detail = (hem_detail){12345, 67890};
    out = &untouched;
}

void tearDown(void)
{
    guarded_block_check_and_free();
    mesh_case_free(&sheet);
}

static void assert_as_before(const hem_arena *before)
{
    TEST_ASSERT_EQUAL_PTR(&untouched, out);
    TEST_ASSERT_EQUAL_PTR(before->base, arena.base);
    TEST_ASSERT_EQUAL(before->capacity, arena.capacity);
    TEST_ASSERT_EQUAL(before->used, arena.used);
    for (uint32_t i = 0; i < USED_BYTES; i++) {
        TEST_ASSERT_EQUAL_HEX8(0x3C, block[i]);
    }
}

/* Refused with a detail and without one. */
static void assert_refused(hem_status status, uint32_t index, uint32_t needed)
{
    const hem_arena before = arena;
    TEST_ASSERT_EQUAL(status, hem_mesh_build(&arena, &def, &out, &detail));
    TEST_ASSERT_EQUAL_HEX32(index, detail.index);
    TEST_ASSERT_EQUAL(needed, detail.needed);
    assert_as_before(&before);
    TEST_ASSERT_EQUAL(status, hem_mesh_build(&arena, &def, &out, NULL));
    assert_as_before(&before);
}

static void assert_accepted(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_build(&arena, &def, &out, &detail));
    TEST_ASSERT_EQUAL_HEX32(HEM_NONE, detail.index);
    TEST_ASSERT_EQUAL(0, detail.needed);
    TEST_ASSERT_TRUE(out != &untouched);
}

void test_the_definition_that_the_tests_start_from_is_accepted(void)
{
    assert_accepted();
}

void test_a_detail_is_not_needed(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_build(&arena, &def, &out, NULL));
    TEST_ASSERT_EQUAL(sheet.triangle_count, out->triangle_count);
}

/* ----------------------------------------------------------------------------- null pointers */

void test_an_arena_that_is_not_there_is_refused(void)
{
    TEST_ASSERT_EQUAL(HEM_NULL, hem_mesh_build(NULL, &def, &out, &detail));
    TEST_ASSERT_EQUAL_HEX32(HEM_NONE, detail.index);
    TEST_ASSERT_EQUAL(0, detail.needed);
    TEST_ASSERT_EQUAL(HEM_NULL, hem_mesh_build(NULL, &def, &out, NULL));
    hem_arena empty = {.base = NULL};
    TEST_ASSERT_EQUAL(HEM_NULL, hem_mesh_build(&empty, &def, &out, &detail));
    TEST_ASSERT_EQUAL_PTR(&untouched, out);
}

void test_a_definition_that_is_not_there_is_refused(void)
{
    const hem_arena before = arena;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_mesh_build(&arena, NULL, &out, &detail));
    TEST_ASSERT_EQUAL_HEX32(HEM_NONE, detail.index);
    assert_as_before(&before);
}

void test_triangles_that_are_not_there_are_refused(void)
{
    def.triangles = NULL;
    assert_refused(HEM_NULL, HEM_NONE, 0);
}

void test_a_result_with_nowhere_to_go_is_refused(void)
{
    const hem_arena before = arena;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_mesh_build(&arena, &def, NULL, &detail));
    TEST_ASSERT_EQUAL_HEX32(HEM_NONE, detail.index);
    assert_as_before(&before);
}

/* ------------------------------------------------------------------------------- definitions */

void test_a_definition_that_was_never_initialised_is_refused(void)
{
    uint32_t cookie = def.cookie;
    def.cookie = 0;
    assert_refused(HEM_BAD_DEFINITION, HEM_NONE, 0);
    def.cookie = cookie + 1u;
    assert_refused(HEM_BAD_DEFINITION, HEM_NONE, 0);
    memset(&def, 0, sizeof def);
    assert_refused(HEM_BAD_DEFINITION, HEM_NONE, 0);
    memset(&def, 0xCD, sizeof def);
    assert_refused(HEM_BAD_DEFINITION, HEM_NONE, 0);
}

void test_more_groups_than_there_can_be_are_refused(void)
{
    def.group_limit = HEM_FACE_GROUPS + 1u;
    assert_refused(HEM_BAD_DEFINITION, HEM_NONE, 0);
    def.group_limit = UINT32_MAX;
    assert_refused(HEM_BAD_DEFINITION, HEM_NONE, 0);
}

void test_a_definition_has_defaults(void)
{
    TEST_ASSERT_EQUAL(16, def.vertex_count);
    TEST_ASSERT_EQUAL(18, def.triangle_count);
    TEST_ASSERT_EQUAL_PTR(sheet.triangles, def.triangles);
    TEST_ASSERT_EQUAL(HEM_EDGES(16, 18), def.edge_capacity);
    TEST_ASSERT_EQUAL(HEM_FACE_GROUPS, def.group_limit);
    TEST_ASSERT_TRUE(def.self_pairs);
}

/* ------------------------------------------------------------------------------------ counts */

void test_counts_of_zero_are_refused(void)
{
    def.vertex_count = 0;
    assert_refused(HEM_BAD_COUNT, HEM_NONE, 0);
    def.vertex_count = 16;
    def.triangle_count = 0;
    assert_refused(HEM_BAD_COUNT, HEM_NONE, 0);
}

void test_counts_that_no_index_can_hold_are_refused(void)
{
    def.vertex_count = HEM_MESH_COUNT_MAX + 1u;
    assert_refused(HEM_BAD_COUNT, HEM_NONE, 0);
    def.vertex_count = 16;
    def.triangle_count = HEM_MESH_COUNT_MAX + 1u;
    assert_refused(HEM_BAD_COUNT, HEM_NONE, 0);
    def = hem_default_mesh_def(sheet.triangles, UINT32_MAX, UINT32_MAX);
    assert_refused(HEM_BAD_COUNT, HEM_NONE, 0);
    def = hem_default_mesh_def(sheet.triangles, sheet.triangle_count, HEM_MESH_COUNT_MAX);
    assert_refused(HEM_BLOCK_TOO_SMALL, HEM_NONE, UINT32_MAX);
}

/* ----------------------------------------------------------------------------------- aliases */

/* The triangles, so many bytes before or behind a place in the block. */
static void put_triangles(uint8_t *place)
{
    memcpy(place, sheet.triangles, 3u * sheet.triangle_count * sizeof *sheet.triangles);
    def.triangles = (const uint32_t *)(void *)place;
}

void test_triangles_in_the_free_part_of_the_arena_are_refused(void)
{
    uint32_t bytes = 3u * sheet.triangle_count * (uint32_t)sizeof(uint32_t);
    put_triangles(block + USED_BYTES);
    assert_refused(HEM_ALIASED, HEM_NONE, 0);
    put_triangles(block + BLOCK_BYTES - bytes);
    assert_refused(HEM_ALIASED, HEM_NONE, 0);
    put_triangles(block + BLOCK_BYTES / 2);
    assert_refused(HEM_ALIASED, HEM_NONE, 0);
}

void test_triangles_that_reach_into_the_free_part_are_refused(void)
{
    uint32_t bytes = 3u * sheet.triangle_count * (uint32_t)sizeof(uint32_t);
    /* A smaller arena in the middle of the block, with triangles across either end of it. */
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, block + 1024, 8192));
    put_triangles(block + 1024 + 4 - bytes);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_mesh_build(&arena, &def, &out, &detail));
    put_triangles(block + 1024 + 8192 - 4);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_mesh_build(&arena, &def, &out, &detail));
    TEST_ASSERT_EQUAL(0, arena.used);
    TEST_ASSERT_EQUAL_PTR(&untouched, out);
    put_triangles(block + 1024 - bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_build(&arena, &def, &out, &detail));
    hem_arena_release(&arena, 0);
    put_triangles(block + 1024 + 8192);
    TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_build(&arena, &def, &out, &detail));
}

void test_triangles_in_the_used_part_are_welcome(void)
{
    uint32_t bytes = 3u * sheet.triangle_count * (uint32_t)sizeof(uint32_t);
    put_triangles(hem_arena_take(&arena, bytes, 1));
    assert_accepted();
    TEST_ASSERT_EQUAL_UINT32_ARRAY(sheet.triangles, def.triangles, 3u * sheet.triangle_count);
}

void test_a_definition_in_the_free_part_is_refused(void)
{
    hem_mesh_def *inside = (hem_mesh_def *)(void *)(block + 4096);
    *inside = def;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_mesh_build(&arena, inside, &out, &detail));
    TEST_ASSERT_EQUAL_MEMORY(&def, inside, sizeof def);
}

void test_results_that_would_go_into_the_free_part_are_refused(void)
{
    const hem_mesh **inside = (const hem_mesh **)(void *)(block + 4096);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_mesh_build(&arena, &def, inside, &detail));
    hem_detail *detail_inside = (hem_detail *)(void *)(block + 4096);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_mesh_build(&arena, &def, &out, detail_inside));
    TEST_ASSERT_EQUAL_PTR(&untouched, out);
}

void test_an_arena_in_its_own_free_part_is_refused(void)
{
    hem_arena *inside = (hem_arena *)(void *)(block + 4096);
    *inside = arena;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_mesh_build(inside, &def, &out, &detail));
    TEST_ASSERT_EQUAL_MEMORY(&arena, inside, sizeof arena);
}

/* --------------------------------------------------------------------------------- triangles */

void test_a_vertex_that_does_not_exist_is_refused_with_its_triangle(void)
{
    const uint32_t wrong[] = {16, 17, UINT32_MAX};
    for (uint32_t corner = 0; corner < 3u * sheet.triangle_count; corner++) {
        uint32_t kept = sheet.triangles[corner];
        sheet.triangles[corner] = wrong[corner / 3u % 3u];
        assert_refused(HEM_BAD_INDEX, corner / 3u, 0);
        sheet.triangles[corner] = kept;
    }
    assert_accepted();
}

void test_a_triangle_that_names_a_vertex_twice_is_refused(void)
{
    for (uint32_t corner = 0; corner < 3u * sheet.triangle_count; corner++) {
        uint32_t kept = sheet.triangles[corner];
        sheet.triangles[corner] = sheet.triangles[corner - corner % 3u + (corner + 1u) % 3u];
        assert_refused(HEM_BAD_TRIANGLE, corner / 3u, 0);
        sheet.triangles[corner] = kept;
    }
    assert_accepted();
}

void test_the_first_of_several_bad_triangles_is_named(void)
{
    sheet.triangles[3 * 7 + 1] = 99;
    sheet.triangles[3 * 5] = sheet.triangles[3 * 5 + 2];
    sheet.triangles[3 * 11] = 99;
    assert_refused(HEM_BAD_TRIANGLE, 5, 0);
    sheet.triangles[3 * 5] = 99;
    assert_refused(HEM_BAD_INDEX, 5, 0);
}

void test_a_mesh_of_too_few_vertices_for_a_triangle_is_refused(void)
{
    const uint32_t triangle[3] = {0, 1, 2};
    def = hem_default_mesh_def(triangle, 1, 2);
    assert_refused(HEM_BAD_INDEX, 0, 0);
}

/* -------------------------------------------------------------------------------- capacities */

void test_an_arena_that_is_too_small_is_refused_with_the_bytes_it_needs(void)
{
    uint32_t needed = (uint32_t)HEM_MESH_BYTES(def.vertex_count, def.triangle_count,
                                               def.edge_capacity, def.orphan_capacity);
    for (uint32_t room = 0; room < needed; room++) {
        arena.capacity = arena.used + room;
        assert_refused(HEM_BLOCK_TOO_SMALL, HEM_NONE, needed);
    }
    arena.capacity = arena.used + needed;
    assert_accepted();
}

void test_capacities_beyond_the_address_space_are_refused(void)
{
    def.orphan_capacity = UINT32_MAX;
    assert_refused(HEM_BLOCK_TOO_SMALL, HEM_NONE, UINT32_MAX);
    def.edge_capacity = UINT32_MAX;
    assert_refused(HEM_BLOCK_TOO_SMALL, HEM_NONE, UINT32_MAX);
}

void test_too_few_edges_are_refused_with_the_number_it_takes(void)
{
    for (uint32_t capacity = 0; capacity < 33; capacity++) {
        def.edge_capacity = capacity;
        assert_refused(HEM_FULL_EDGES, HEM_NONE, 33);
    }
    def.edge_capacity = 33;
    assert_accepted();
}

void test_too_few_orphans_are_refused_with_the_number_it_takes(void)
{
    for (uint32_t capacity = 0; capacity < 92; capacity++) {
        def.orphan_capacity = capacity;
        assert_refused(HEM_FULL_ORPHANS, HEM_NONE, 92);
    }
    def.orphan_capacity = 92;
    assert_accepted();
}

/* The world brings a record and scratch of its own: too little of it is a status, too. */
void test_filling_a_record_without_scratch_is_refused(void)
{
    assert_accepted();
    HEM_BLOCK(scratch_memory, 64);
    hem_arena scratch;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, scratch_memory, sizeof scratch_memory));
    hem_mesh *mesh = (hem_mesh *)(void *)(block + hem_arena_offset(&arena, out));
    TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_mesh_fill(mesh, &def, &scratch, &detail));
    TEST_ASSERT_EQUAL(HEM_NONE, detail.index);
    TEST_ASSERT_EQUAL(HEM_MESH_SCRATCH_BYTES(18), detail.needed);
    TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_mesh_fill(mesh, &def, &scratch, NULL));
    TEST_ASSERT_EQUAL(0, scratch.used);
}

void test_filling_without_groups_takes_no_scratch(void)
{
    assert_accepted();
    HEM_BLOCK(scratch_memory, 16);
    hem_arena scratch;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, scratch_memory, sizeof scratch_memory));
    hem_mesh *mesh = (hem_mesh *)(void *)(block + hem_arena_offset(&arena, out));
    def.group_limit = 0;
    TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_fill(mesh, &def, &scratch, &detail));
    TEST_ASSERT_EQUAL(0, scratch.peak);
}

void test_filling_a_record_again_leaves_nothing_of_the_first_time(void)
{
    mesh_case_free(&sheet);
    sheet = mesh_case_book(5); /* an edge with many triangles, and two vertices without any */
    mesh_case_add_loose(&sheet, 2);
    def = hem_default_mesh_def(sheet.triangles, sheet.triangle_count, sheet.vertex_count);
    assert_accepted();
    hem_mesh *mesh = (hem_mesh *)(void *)(block + hem_arena_offset(&arena, out));
    for (uint32_t i = 0; i < 3; i++) {
        def.group_limit = i == 1 ? 0 : HEM_FACE_GROUPS;
        def.self_pairs = i == 0;
        TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_fill(mesh, &def, &arena, &detail));
        uint32_t mark = hem_arena_mark(&arena);
        const hem_mesh *fresh;
        TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_build(&arena, &def, &fresh, &detail));
        TEST_ASSERT_EQUAL_HEX64(hem_mesh_hash(fresh), hem_mesh_hash(mesh));
        hem_arena_release(&arena, mark);
    }
}

/* In a world the arrays of a mesh are followed by those of others: what is refused must not reach
 * them. */
static void assert_refused_within(hem_status status, const void *array, uint32_t bytes)
{
    uint8_t *behind = block + hem_arena_offset(&arena, array) + bytes;
    memset(behind, 0x77, 64);
    hem_mesh *mesh = (hem_mesh *)(void *)(block + hem_arena_offset(&arena, out));
    TEST_ASSERT_EQUAL(status, hem_mesh_fill(mesh, &def, &arena, &detail));
    for (uint32_t i = 0; i < 64; i++) {
        TEST_ASSERT_EQUAL_HEX8(0x77, behind[i]);
    }
}

void test_a_refused_filling_writes_nothing_beyond_its_capacities(void)
{
    assert_accepted();
    for (uint32_t capacity = 0; capacity < 33 - 8; capacity++) {
        def.edge_capacity = capacity;
        assert_refused_within(HEM_FULL_EDGES, hem_mesh_edges(out),
                              capacity * (uint32_t)sizeof(hem_pair));
    }
    def.edge_capacity = 33;
    for (uint32_t capacity = 0; capacity < 92 - 8; capacity++) {
        def.orphan_capacity = capacity;
        assert_refused_within(HEM_FULL_ORPHANS, hem_mesh_orphans(out),
                              capacity * (uint32_t)sizeof(hem_pair));
    }
}

void test_outputs_that_lie_on_inputs_are_refused_before_anything_is_written(void)
{
    hem_mesh_def kept = def;
    hem_detail *on_def = (hem_detail *)(void *)&def;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_mesh_build(&arena, &def, &out, on_def));
    TEST_ASSERT_EQUAL_MEMORY(&kept, &def, sizeof def);

    uint32_t triangles[6] = {0, 1, 2, 2, 1, 3};
    const uint32_t before[6] = {0, 1, 2, 2, 1, 3};
    hem_mesh_def own = hem_default_mesh_def(triangles, 2, 4);
    hem_detail *on_triangles = (hem_detail *)(void *)(triangles + 2);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_mesh_build(&arena, &own, &out, on_triangles));
    TEST_ASSERT_EQUAL_MEMORY(before, triangles, sizeof before);

    hem_arena same = arena;
    hem_detail *on_arena = (hem_detail *)(void *)&arena.capacity;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_mesh_build(&arena, &def, &out, on_arena));
    TEST_ASSERT_EQUAL_MEMORY(&same, &arena, sizeof arena);

    hem_detail *on_out = (hem_detail *)(void *)&out;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_mesh_build(&arena, &def, &out, on_out));
    TEST_ASSERT_EQUAL_PTR(&untouched, out);
}

/* The memory of a mesh: exactly the bytes that are promised, nothing outside, the same bytes every
 * time, movable by a copy, and all of it in the hash. */
#include "unity.h"

#include "base/hash.h"
#include "guarded_block.h"
#include "hem/mesh.h"
#include "mesh_build.h"
#include "mesh_cases.h"
#include "test_scale.h"

#include <stdlib.h>
#include <string.h>

static mesh_case now;
static mesh_built built;

static void forget(void)
{
    mesh_build_free(&built);
    mesh_case_free(&now);
}

static const hem_mesh *build(mesh_case with)
{
    forget();
    now = with;
    built = mesh_build_case(&now);
    return built.mesh;
}

void setUp(void)
{
}

void tearDown(void)
{
    guarded_block_check_and_free();
    forget();
}

static uint32_t orphan_count(const hem_mesh *mesh)
{
    return mesh->vertex_face_orphans + mesh->edge_edge_orphans + mesh->edge_face_orphans;
}

/* The definition of `now` with no more room than it needs, from a first building with more. */
static hem_mesh_def exact_definition(const hem_mesh *mesh)
{
    hem_mesh_def def = mesh_build_def(&now);
    def.edge_capacity = mesh->edge_count;
    def.orphan_capacity = orphan_count(mesh);
    return def;
}

static uint32_t bytes_of(const hem_mesh_def *def)
{
    return (uint32_t)HEM_MESH_BYTES(def->vertex_count, def->triangle_count, def->edge_capacity,
                                    def->orphan_capacity);
}

/* Builds in a guarded block of so many bytes; what was built is compared with the first building.
 */
static hem_status build_in(uint32_t bytes, const hem_mesh_def *def, hem_detail *detail,
                           hem_arena *arena)
{
    const hem_mesh *mesh = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(arena, guarded_block_take(bytes), bytes));
    hem_status status = hem_mesh_build(arena, def, &mesh, detail);
    if (status == HEM_OK) {
        TEST_ASSERT_EQUAL_HEX64_MESSAGE(hem_mesh_hash(built.mesh), hem_mesh_hash(mesh), now.name);
    } else {
        TEST_ASSERT_NULL(mesh);
        TEST_ASSERT_EQUAL_MESSAGE(0, arena->used, now.name);
    }
    guarded_block_check_and_free();
    return status;
}

/* ------------------------------------------------------------------------------------- sizes */

void test_a_mesh_takes_exactly_the_promised_bytes_and_gives_its_scratch_back(void)
{
    uint32_t count = hem_test_count(2000);
    for (uint32_t i = 0; i < count; i++) {
        hem_arena arena;
        hem_detail detail;
        hem_mesh_def def = exact_definition(build(mesh_case_random(i)));
        uint32_t bytes = bytes_of(&def);
        TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, build_in(bytes, &def, &detail, &arena), now.name);
        TEST_ASSERT_EQUAL_MESSAGE(bytes, arena.peak, now.name);
        TEST_ASSERT_EQUAL_MESSAGE(bytes - HEM_MESH_SCRATCH_BYTES(now.triangle_count), arena.used,
                                  now.name);

        TEST_ASSERT_EQUAL(HEM_BLOCK_TOO_SMALL, build_in(bytes - 1u, &def, &detail, &arena));
        TEST_ASSERT_EQUAL_MESSAGE(bytes, detail.needed, now.name);
        TEST_ASSERT_EQUAL(HEM_BLOCK_TOO_SMALL, build_in(bytes - 16u, &def, &detail, &arena));
        TEST_ASSERT_EQUAL_MESSAGE(bytes, detail.needed, now.name);
    }
}

void test_a_capacity_one_short_is_refused_with_the_number_that_is_enough(void)
{
    uint32_t count = hem_test_count(1000);
    for (uint32_t i = 0; i < count; i++) {
        hem_arena arena;
        hem_detail detail;
        const hem_mesh_def exact = exact_definition(build(mesh_case_random(i)));
        hem_mesh_def def = exact;
        def.edge_capacity--;
        TEST_ASSERT_EQUAL(HEM_FULL_EDGES, build_in(bytes_of(&def), &def, &detail, &arena));
        TEST_ASSERT_EQUAL_MESSAGE(exact.edge_capacity, detail.needed, now.name);
        def = exact;
        if (def.orphan_capacity > 0) {
            def.orphan_capacity--;
            TEST_ASSERT_EQUAL(HEM_FULL_ORPHANS, build_in(bytes_of(&def), &def, &detail, &arena));
            TEST_ASSERT_EQUAL_MESSAGE(exact.orphan_capacity, detail.needed, now.name);
        }
    }
}

void test_more_room_than_needed_changes_nothing(void)
{
    hem_arena arena;
    hem_mesh_def def = exact_definition(build(mesh_case_grid(5, 5)));
    for (uint32_t more = 0; more < 50; more++) {
        def.edge_capacity++;
        def.orphan_capacity += 2;
        TEST_ASSERT_EQUAL(HEM_OK, build_in(bytes_of(&def) + more, &def, NULL, &arena));
    }
}

/* The worst case of each array at once: 3 f edges, v / 3 components. */
void test_loose_triangles_fill_every_array_to_its_end(void)
{
    hem_arena arena;
    for (uint32_t triangles = 1; triangles < 40; triangles++) {
        hem_mesh_def def = exact_definition(build(mesh_case_loose(triangles)));
        TEST_ASSERT_EQUAL(3u * triangles, def.edge_capacity);
        TEST_ASSERT_EQUAL(HEM_OK, build_in(bytes_of(&def), &def, NULL, &arena));
    }
}

/* The size is a constant expression: two triangles with a side in common, in a static array. */
HEM_BLOCK(two_triangles, HEM_MESH_BYTES(4, 2, 5, 4));

void test_a_static_block_of_the_promised_size_is_enough(void)
{
    const uint32_t triangles[] = {0, 1, 2, 2, 1, 3};
    hem_mesh_def def = hem_default_mesh_def(triangles, 2, 4);
    def.edge_capacity = 5;
    def.orphan_capacity = 4;
    hem_arena arena;
    const hem_mesh *mesh;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, two_triangles, sizeof two_triangles));
    TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_build(&arena, &def, &mesh, NULL));
    TEST_ASSERT_EQUAL(5, mesh->edge_count);
    TEST_ASSERT_EQUAL(4, orphan_count(mesh));
}

/* -------------------------------------------------------------------------------- same bytes */

/* The arrays in their order, and the bytes of each that hold something. */
enum { ARRAY_COUNT = 13 };

typedef struct array_use {
    const void *array;
    uint32_t bytes;
} array_use;

static void find_uses(const hem_mesh *mesh, array_use uses[ARRAY_COUNT])
{
    uint32_t v = mesh->vertex_count;
    uint32_t f = mesh->triangle_count;
    uint32_t e = mesh->edge_count;
    const array_use all[ARRAY_COUNT] = {
        {hem_mesh_triangles(mesh), 12u * f},
        {hem_mesh_triangle_edges(mesh), 12u * f},
        {hem_mesh_edges(mesh), 8u * e},
        {hem_mesh_edge_begin(mesh), 4u * (e + 1u)},
        {hem_mesh_edge_triangles(mesh), 12u * f},
        {hem_mesh_ring_begin(mesh), 4u * (v + 1u)},
        {hem_mesh_ring(mesh), 12u * f},
        {hem_mesh_component_of(mesh), 4u * v},
        {hem_mesh_components(mesh), 16u * mesh->component_count},
        {hem_mesh_owners(mesh), f},
        {hem_mesh_groups(mesh), f},
        {hem_mesh_group_adjacency(mesh), 4u * HEM_FACE_GROUP_WORDS},
        {hem_mesh_orphans(mesh), 8u * orphan_count(mesh)},
    };
    memcpy(uses, all, sizeof all);
}

/* Where array number k begins, counted from the block; the end of the mesh behind the last one. */
static uint32_t begin_of(const array_use *uses, uint32_t k)
{
    return k < ARRAY_COUNT && uses[k].bytes > 0 ? hem_arena_offset(&built.arena, uses[k].array)
                                                : built.arena.used;
}

void test_arrays_stand_apart_and_what_is_not_in_use_is_zero(void)
{
    uint32_t count = hem_test_count(500);
    for (uint32_t i = 0; i < count; i++) {
        const hem_mesh *mesh = build(mesh_case_random(i));
        uint32_t end = hem_arena_offset(&built.arena, mesh) + (uint32_t)sizeof *mesh;
        array_use uses[ARRAY_COUNT];
        find_uses(mesh, uses);
        for (uint32_t k = 0; k <= ARRAY_COUNT; k++) {
            uint32_t begin = begin_of(uses, k);
            TEST_ASSERT_GREATER_OR_EQUAL_UINT32_MESSAGE(end, begin, now.name);
            TEST_ASSERT_EQUAL_MESSAGE(0, begin % HEM_ALIGN, now.name);
            for (uint32_t byte = end; byte < begin; byte++) {
                TEST_ASSERT_EQUAL_HEX8_MESSAGE(0, built.memory[byte], now.name);
            }
            end = k < ARRAY_COUNT ? begin + uses[k].bytes : begin;
        }
    }
}

void test_what_the_memory_held_before_leaves_no_trace(void)
{
    uint32_t count = hem_test_count(300);
    for (uint32_t i = 0; i < count; i++) {
        hem_mesh_def def = exact_definition(build(mesh_case_random(i)));
        def.edge_capacity += i % 7u;
        def.orphan_capacity += i % 5u;
        def.group_limit = i % 4u == 0 ? 0 : HEM_FACE_GROUPS;
        uint32_t bytes = bytes_of(&def);
        uint8_t *memory[2];
        hem_arena arena[2];
        for (uint32_t k = 0; k < 2; k++) {
            const hem_mesh *mesh;
            memory[k] = aligned_alloc(HEM_ALIGN, bytes);
            memset(memory[k], k == 0 ? 0x00 : 0xFF, bytes);
            TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena[k], memory[k], bytes));
            TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_build(&arena[k], &def, &mesh, NULL));
        }
        TEST_ASSERT_EQUAL(arena[0].used, arena[1].used);
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(memory[0], memory[1], arena[0].used, now.name);
        free(memory[0]);
        free(memory[1]);
    }
}

void test_a_second_mesh_leaves_the_first_alone_whether_it_fits_or_not(void)
{
    build(mesh_case_torus(4, 5));
    hem_mesh_def def = exact_definition(built.mesh);
    uint32_t bytes = 2u * bytes_of(&def);
    hem_arena arena;
    const hem_mesh *first;
    const hem_mesh *second = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, guarded_block_take(bytes), bytes));
    TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_build(&arena, &def, &first, NULL));
    uint32_t used = arena.used;
    uint8_t *copy = malloc(used);
    memcpy(copy, arena.base, used);

    hem_mesh_def refused = def;
    refused.edge_capacity = 0;
    TEST_ASSERT_EQUAL(HEM_FULL_EDGES, hem_mesh_build(&arena, &refused, &second, NULL));
    TEST_ASSERT_EQUAL(used, arena.used);
    TEST_ASSERT_EQUAL_MEMORY(copy, arena.base, used);
    TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_build(&arena, &def, &second, NULL));
    TEST_ASSERT_EQUAL_MEMORY(copy, arena.base, used);
    TEST_ASSERT_EQUAL(2u * used, arena.used);
    TEST_ASSERT_EQUAL_HEX64(hem_mesh_hash(first), hem_mesh_hash(second));
    free(copy);
}

/* ------------------------------------------------------------------------------------- moves */

#define ASSERT_PART_MOVED(part, type, count)                                                   \
    TEST_ASSERT_EQUAL_PTR((const uint8_t *)moved + mesh->offset.part, hem_mesh_##part(moved)); \
    if ((count) > 0) {                                                                         \
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(hem_mesh_##part(mesh), hem_mesh_##part(moved),        \
                                         (size_t)(count) * sizeof(type), now.name);            \
    }

void test_a_copy_of_the_bytes_is_the_same_mesh_somewhere_else(void)
{
    uint32_t count = hem_test_count(500);
    for (uint32_t i = 0; i < count; i++) {
        const hem_mesh *mesh = build(mesh_case_random(i));
        uint32_t offset = hem_arena_offset(&built.arena, mesh);
        uint8_t *elsewhere = aligned_alloc(HEM_ALIGN, (size_t)built.arena.used + HEM_ALIGN);
        memcpy(elsewhere + HEM_ALIGN, built.memory, built.arena.used);
        const hem_mesh *moved = (const hem_mesh *)(void *)(elsewhere + HEM_ALIGN + offset);
        TEST_ASSERT_EQUAL_MEMORY(mesh, moved, sizeof *mesh);
        HEM_MESH_REGIONS(ASSERT_PART_MOVED, 1u, mesh->vertex_count, mesh->triangle_count,
                         mesh->edge_count, orphan_count(mesh))

        uint64_t hash = hem_mesh_hash(mesh);
        hem_pair cover = hem_mesh_cover_vertex_face(mesh, 0, now.triangle_count - 1u);
        memset(built.memory, 0xEE, built.arena.capacity);
        hem_pair again = hem_mesh_cover_vertex_face(moved, 0, now.triangle_count - 1u);
        TEST_ASSERT_EQUAL_HEX64_MESSAGE(hash, hem_mesh_hash(moved), now.name);
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&cover, &again, sizeof cover, now.name);
        free(elsewhere);
    }
}

/* -------------------------------------------------------------------------------------- hash */

static uint64_t hash_of(mesh_case with, uint32_t group_limit)
{
    hem_mesh_def def = mesh_build_def(&with);
    def.group_limit = group_limit;
    mesh_built one = mesh_build(&def, with.name);
    uint64_t hash = hem_mesh_hash(one.mesh);
    mesh_build_free(&one);
    mesh_case_free(&with);
    return hash;
}

void test_the_hash_tells_meshes_apart(void)
{
    uint64_t plain = hash_of(mesh_case_grid(5, 5), HEM_FACE_GROUPS);
    TEST_ASSERT_EQUAL_HEX64(plain, hash_of(mesh_case_grid(5, 5), HEM_FACE_GROUPS));
    TEST_ASSERT_TRUE(plain != hash_of(mesh_case_grid(5, 5), 2));
    TEST_ASSERT_TRUE(plain != hash_of(mesh_case_grid(5, 6), HEM_FACE_GROUPS));
    mesh_case loose = mesh_case_grid(5, 5);
    mesh_case_add_loose(&loose, 1);
    TEST_ASSERT_TRUE(plain != hash_of(loose, HEM_FACE_GROUPS));
    mesh_case turned = mesh_case_grid(5, 5);
    uint32_t kept = turned.triangles[0];
    turned.triangles[0] = turned.triangles[1];
    turned.triangles[1] = turned.triangles[2];
    turned.triangles[2] = kept;
    TEST_ASSERT_TRUE(plain != hash_of(turned, HEM_FACE_GROUPS));
}

/* Changes single bits of so many bytes, one after the other, and looks whether the hash notices. */
static void assert_every_byte_counts(const hem_mesh *mesh, const void *part, size_t bytes)
{
    uint64_t hash = hem_mesh_hash(mesh);
    uint8_t *memory = built.memory + hem_arena_offset(&built.arena, part);
    for (size_t i = 0; i < bytes; i++) {
        memory[i] ^= 1u;
        TEST_ASSERT_TRUE(hash != hem_mesh_hash(mesh));
        memory[i] ^= 1u;
    }
}

static const hem_mesh *build_sheet_and_book(void)
{
    mesh_case two = mesh_case_grid(3, 3);
    mesh_case other = mesh_case_book(4);
    mesh_case_join(&two, &other);
    mesh_case_free(&other);
    return build(two);
}

void test_every_value_of_every_array_is_in_the_hash(void)
{
    const hem_mesh *mesh = build_sheet_and_book();
    array_use uses[ARRAY_COUNT];
    find_uses(mesh, uses);
    for (uint32_t i = 0; i < ARRAY_COUNT; i++) {
        TEST_ASSERT_GREATER_THAN_UINT32(0, uses[i].bytes);
        assert_every_byte_counts(mesh, uses[i].array, uses[i].bytes);
    }
}

void test_bytes_that_are_not_in_use_are_not_in_the_hash(void)
{
    const hem_mesh *mesh = build_sheet_and_book();
    uint64_t hash = hem_mesh_hash(mesh);
    array_use uses[ARRAY_COUNT];
    find_uses(mesh, uses);
    for (uint32_t i = 0; i < ARRAY_COUNT; i++) {
        uint32_t begin = hem_arena_offset(&built.arena, uses[i].array) + uses[i].bytes;
        uint32_t end = i + 1u < ARRAY_COUNT ? hem_arena_offset(&built.arena, uses[i + 1u].array)
                                            : built.arena.used;
        memset(built.memory + begin, 0xFF, end - begin);
    }
    TEST_ASSERT_EQUAL_HEX64(hash, hem_mesh_hash(mesh));
}

void test_every_count_of_the_record_is_in_the_hash(void)
{
    const hem_mesh *mesh = build(mesh_case_grid(4, 4));
    uint64_t hash = hem_mesh_hash(mesh);
    uint32_t *words = (uint32_t *)(void *)(built.memory + hem_arena_offset(&built.arena, mesh));
    for (size_t i = 0; i < offsetof(hem_mesh, offset) / sizeof *words; i++) {
        words[i] ^= 1u;
        TEST_ASSERT_TRUE(hash != hem_mesh_hash(mesh));
        words[i] ^= 1u;
    }
}

void test_the_hash_of_no_mesh_is_that_of_nothing(void)
{
    TEST_ASSERT_EQUAL_HEX64(HEM_HASH_SEED, hem_mesh_hash(NULL));
}

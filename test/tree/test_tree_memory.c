/* The memory of a tree: exactly the bytes that are promised, nothing outside, rebuilding in the
 * same memory, and everything that is refused. */
#include "unity.h"

#include "base/real.h"
#include "guarded_block.h"
#include "hem/tree.h"
#include "test_scale.h"
#include "tree_build.h"

#include <string.h>

static tree_case now;
static mesh_built mesh;

static void forget(void)
{
    mesh_build_free(&mesh);
    tree_case_free(&now);
}

static mesh_built mesh_of(const tree_case *made)
{
    hem_mesh_def def = mesh_build_def(&made->mesh);
    def.self_pairs = false;
    return mesh_build(&def, made->mesh.name);
}

static void take(tree_case made)
{
    forget();
    now = made;
    mesh = mesh_of(&now);
}

static hem_tree_def definition(uint32_t settings)
{
    return tree_build_def(&now, mesh.mesh, tree_settings_at(settings));
}

void setUp(void)
{
}

void tearDown(void)
{
    guarded_block_check_and_free();
    forget();
}

/* -------------------------------------------------------------------------------------- sizes */

/* Constant expressions: these would not compile otherwise. */
HEM_BLOCK(default_block, HEM_TREE_BYTES(200));
HEM_BLOCK(patch_block, HEM_PATCH_TREE_BYTES(200, 18, 16));
HEM_BLOCK(triangle_block, HEM_TRIANGLE_TREE_BYTES(200, 14, 8, HEM_TREE_NODES(200)));

void test_sizes_are_constant_expressions_and_agree_with_the_function(void)
{
    take(tree_case_make(TREE_CASE_WAVES));
    for (uint32_t s = 0; s < TREE_SETTINGS; s++) {
        hem_tree_def def = definition(s);
        for (uint32_t f = mesh.mesh->triangle_count; f < 100000; f += 1u + f / 3u) {
            def.triangle_capacity = f;
            uint64_t expected =
                def.builder == HEM_BUILD_PATCHES
                    ? HEM_PATCH_TREE_BYTES(f, def.directions, def.degree)
                    : HEM_TRIANGLE_TREE_BYTES(f, def.directions, def.degree, HEM_TREE_NODES(f));
            TEST_ASSERT_EQUAL_UINT64(expected, hem_tree_bytes(&def));
        }
    }
    TEST_ASSERT_EQUAL_UINT64(HEM_TREE_BYTES(200), sizeof default_block);
    TEST_ASSERT_EQUAL_UINT64(HEM_PATCH_TREE_BYTES(200, 18, 16), sizeof patch_block);
    TEST_ASSERT_GREATER_THAN(0, sizeof triangle_block);
}

/* In a block of so many bytes. */
static hem_status build_in(uint32_t bytes, const hem_tree_def *def, hem_detail *detail,
                           hem_arena *arena, hem_tree **tree)
{
    *tree = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(arena, guarded_block_take(bytes), bytes));
    return hem_tree_build(arena, def, tree, detail);
}

void test_exactly_the_promised_bytes_are_enough_and_one_less_is_not(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        take(tree_case_make(c));
        for (uint32_t s = c % 3u; s < TREE_SETTINGS; s += 3) {
            hem_tree_def def = definition(s);
            uint32_t bytes = hem_tree_bytes(&def);
            hem_detail detail;
            hem_arena arena;
            hem_tree *tree;
            TEST_ASSERT_EQUAL(HEM_OK, build_in(bytes, &def, &detail, &arena, &tree));
            TEST_ASSERT_EQUAL(bytes, arena.peak);
            TEST_ASSERT_EQUAL(0, detail.needed);
            guarded_block_check_and_free();
            TEST_ASSERT_EQUAL(HEM_BLOCK_TOO_SMALL,
                              build_in(bytes - 1u, &def, &detail, &arena, &tree));
            TEST_ASSERT_EQUAL(bytes, detail.needed);
            TEST_ASSERT_EQUAL(0, arena.used);
            TEST_ASSERT_NULL(tree);
            guarded_block_check_and_free();
        }
    }
}

void test_the_node_capacity_may_be_as_small_as_splitting_by_count_needs(void)
{
    take(tree_case_make(TREE_CASE_WAVES));
    for (uint32_t s = 16; s < TREE_SETTINGS; s++) {
        hem_tree_def def = definition(s);
        hem_detail detail;
        hem_arena arena;
        hem_tree *tree;
        def.node_capacity = 1;
        TEST_ASSERT_EQUAL(0, hem_tree_bytes(&def));
        TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, build_in(1u << 20, &def, &detail, &arena, &tree));
        TEST_ASSERT_NULL(tree);
        guarded_block_check_and_free();
        def.node_capacity = detail.needed - 1u;
        TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, build_in(1u << 20, &def, &detail, &arena, &tree));
        guarded_block_check_and_free();
        def.node_capacity = detail.needed;
        uint32_t bytes = hem_tree_bytes(&def);
        TEST_ASSERT_EQUAL(HEM_TRIANGLE_TREE_BYTES(mesh.mesh->triangle_count, def.directions,
                                                  def.degree, detail.needed),
                          bytes);
        TEST_ASSERT_EQUAL(HEM_OK, build_in(bytes, &def, &detail, &arena, &tree));
        guarded_block_check_and_free();
    }
}

/* ------------------------------------------------------------------------------------ rebuild */

/* A tree with room for `room` triangles of the case, rebuilt for the other case, is byte for byte
 * the tree built for the other in the first place. */
static void check_rebuild(uint32_t settings, const tree_case *other)
{
    mesh_built other_mesh = mesh_of(other);
    uint32_t room = mesh.mesh->triangle_count > other_mesh.mesh->triangle_count
                        ? mesh.mesh->triangle_count
                        : other_mesh.mesh->triangle_count;
    tree_built rebuilt = tree_build_with(&now, tree_settings_at(settings), 0, room);
    tree_built fresh = tree_build_with(other, tree_settings_at(settings), 0, room);
    tree_built tight = tree_build(other, tree_settings_at(settings));
    hem_tree_def def = tree_build_def(other, other_mesh.mesh, tree_settings_at(settings));
    uint32_t bytes = (uint32_t)(def.builder == HEM_BUILD_PATCHES ? HEM_PATCH_TREE_SCRATCH(room)
                                                                 : HEM_TRIANGLE_TREE_SCRATCH(room));
    hem_arena scratch;
    hem_detail detail;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, guarded_block_take(bytes - 1u), bytes - 1u));
    uint64_t before = hem_tree_hash(rebuilt.tree);
    TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_tree_rebuild(rebuilt.tree, &def, &scratch, &detail));
    TEST_ASSERT_EQUAL(bytes, detail.needed);
    TEST_ASSERT_EQUAL_HEX64(before, hem_tree_hash(rebuilt.tree));
    guarded_block_check_and_free();
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, guarded_block_take(bytes), bytes));
    TEST_ASSERT_EQUAL(HEM_OK, hem_tree_rebuild(rebuilt.tree, &def, &scratch, &detail));
    TEST_ASSERT_EQUAL(0, scratch.used);
    guarded_block_check_and_free();
    TEST_ASSERT_EQUAL(fresh.arena.used, rebuilt.arena.used);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(fresh.memory, rebuilt.memory, fresh.arena.used, fresh.name);
    if (tight.tree->first_crowded == fresh.tree->first_crowded) {
        TEST_ASSERT_EQUAL_HEX64_MESSAGE(hem_tree_hash(tight.tree), hem_tree_hash(rebuilt.tree),
                                        fresh.name);
    }
    tree_build_free(&rebuilt);
    tree_build_free(&fresh);
    tree_build_free(&tight);
    mesh_build_free(&other_mesh);
}

void test_a_rebuilt_tree_is_a_fresh_one(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        take(tree_case_make(c));
        tree_case other = tree_case_make((c * 7u + 5u) % TREE_CASES);
        for (uint32_t s = c % 5u; s < TREE_SETTINGS; s += 5) {
            check_rebuild(s, &other);
        }
        tree_case_free(&other);
    }
    for (uint32_t i = 0; i < hem_test_count(100); i++) {
        take(tree_case_random(i));
        tree_case other = tree_case_random(i + 77u);
        check_rebuild(i * 13u % TREE_SETTINGS, &other);
        tree_case_free(&other);
    }
}

void test_a_refit_of_a_rebuilt_tree_takes_the_new_count(void)
{
    take(tree_case_make(TREE_CASE_WAVES));
    tree_case other = tree_case_make(TREE_CASE_LOOSE);
    mesh_built other_mesh = mesh_of(&other);
    static _Alignas(16) uint8_t block[1u << 16];
    hem_arena scratch;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, block, sizeof block));
    for (uint32_t s = 0; s < TREE_SETTINGS; s += 7) {
        tree_built built = tree_build(&now, tree_settings_at(s));
        hem_tree_def def = tree_build_def(&other, other_mesh.mesh, tree_settings_at(s));
        TEST_ASSERT_EQUAL(HEM_OK, hem_tree_rebuild(built.tree, &def, &scratch, NULL));
        TEST_ASSERT_EQUAL(HEM_BAD_COUNT,
                          hem_tree_refit(built.tree, now.positions, NULL, now.mesh.vertex_count));
        TEST_ASSERT_EQUAL(
            HEM_OK, hem_tree_refit(built.tree, other.positions, NULL, other.mesh.vertex_count));
        tree_build_free(&built);
    }
    mesh_build_free(&other_mesh);
    tree_case_free(&other);
}

/* ------------------------------------------------------------------------------- what is refused
 */

static _Alignas(16) uint8_t block[1u << 20];
static hem_arena arena;
static hem_tree *tree;
static hem_detail detail;

static hem_status try_build(const hem_tree_def *def)
{
    tree = NULL;
    hem_arena_init(&arena, block, sizeof block);
    arena.used = 64;
    hem_status status = hem_tree_build(&arena, def, &tree, &detail);
    if (status != HEM_OK) {
        TEST_ASSERT_NULL(tree);
        TEST_ASSERT_EQUAL(64, arena.used);
    }
    return status;
}

void test_build_refuses_null(void)
{
    take(tree_case_make(TREE_CASE_GRID));
    hem_tree_def def = definition(1);
    hem_arena none = {.base = NULL};
    hem_arena_init(&arena, block, sizeof block);
    TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_build(NULL, &def, &tree, &detail));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_build(&none, &def, &tree, &detail));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_build(&arena, NULL, &tree, NULL));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_build(&arena, &def, NULL, &detail));
    def.mesh = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, try_build(&def));
    TEST_ASSERT_EQUAL(0, hem_tree_bytes(&def));
    def = definition(1);
    def.reference = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, try_build(&def));
    TEST_ASSERT_EQUAL(0, hem_tree_bytes(NULL));
    TEST_ASSERT_EQUAL_HEX64(hem_tree_hash(NULL), hem_tree_hash(NULL));
}

void test_build_refuses_settings_that_there_are_not(void)
{
    take(tree_case_make(TREE_CASE_GRID));
    for (uint32_t i = 0; i < 40; i++) {
        hem_tree_def def = definition(1);
        def.directions = i;
        bool there = i == 6 || i == 8 || i == 14 || i == 18;
        TEST_ASSERT_EQUAL(there ? HEM_OK : HEM_BAD_DEFINITION, try_build(&def));
        TEST_ASSERT_EQUAL(there, hem_tree_bytes(&def) > 0);
        def = definition(1);
        def.degree = i;
        there = i == 2 || i == 4 || i == 8 || i == 16;
        TEST_ASSERT_EQUAL(there ? HEM_OK : HEM_BAD_DEFINITION, try_build(&def));
        def = definition(1);
        def.builder = (hem_tree_builder)i;
        TEST_ASSERT_EQUAL(i < HEM_BUILDERS ? HEM_OK : HEM_BAD_DEFINITION, try_build(&def));
    }
    hem_tree_def def = definition(1);
    def.cookie ^= 1u;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, try_build(&def));
    memset(&def, 0, sizeof def);
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, try_build(&def));
}

void test_build_refuses_too_few_triangles_and_says_how_many_there_are(void)
{
    take(tree_case_make(TREE_CASE_GRID));
    for (uint32_t s = 1; s < TREE_SETTINGS; s += 17) {
        hem_tree_def def = definition(s);
        def.triangle_capacity = mesh.mesh->triangle_count - 1u;
        TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, try_build(&def));
        TEST_ASSERT_EQUAL(mesh.mesh->triangle_count, detail.needed);
        TEST_ASSERT_EQUAL(0, hem_tree_bytes(&def));
    }
}

void test_build_refuses_positions_outside_the_domain_and_names_the_vertex(void)
{
    static const uint32_t bad[] = {0x7FC00000u, 0x7F800000u, 0xFF800000u, 0x45800000u, 0xC5800000u};
    take(tree_case_make(TREE_CASE_GRID));
    for (uint32_t i = 0; i < 5u * 3u * now.mesh.vertex_count; i += 11) {
        float *at = &now.positions[0].x + i / 5u;
        float kept = *at;
        *at = hem_bits_float(bad[i % 5u]);
        hem_tree_def def = definition(i % TREE_SETTINGS);
        TEST_ASSERT_EQUAL(i % 5u < 3 ? HEM_NOT_FINITE : HEM_OUT_OF_RANGE, try_build(&def));
        TEST_ASSERT_EQUAL(i / 5u / 3u, detail.index);
        *at = kept;
    }
}

void test_build_refuses_what_lies_in_the_free_part(void)
{
    take(tree_case_make(TREE_CASE_GRID));
    uint8_t *inside = block + 4096;
    hem_tree_def def = definition(1);
    def.reference = memcpy(inside, now.positions, now.mesh.vertex_count * sizeof(hem_vec3));
    TEST_ASSERT_EQUAL(HEM_ALIASED, try_build(&def));
    def = definition(1);
    TEST_ASSERT_EQUAL(HEM_ALIASED, try_build(memcpy(inside, &def, sizeof def)));
    def.mesh = memcpy(inside, mesh.mesh, sizeof *mesh.mesh);
    TEST_ASSERT_EQUAL(HEM_ALIASED, try_build(&def));
    def = definition(1);
    hem_arena_init(&arena, block, sizeof block);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_tree_build(&arena, &def, (void *)inside, NULL));
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_tree_build(&arena, &def, &tree, (void *)inside));
    hem_arena *within = memcpy(inside, &arena, sizeof arena);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_tree_build(within, &def, &tree, NULL));
}

void test_rebuild_refuses_what_it_must_and_changes_nothing(void)
{
    take(tree_case_make(TREE_CASE_SPHERE));
    tree_case larger = tree_case_make(TREE_CASE_GRID);
    mesh_built larger_mesh = mesh_of(&larger);
    hem_arena none = {.base = NULL};
    for (uint32_t s = 0; s < TREE_SETTINGS; s += 3) {
        tree_built built = tree_build(&now, tree_settings_at(s));
        uint64_t hash = hem_tree_hash(built.tree);
        hem_tree_def good = definition(s);
        TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, block, sizeof block));
        TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_rebuild(NULL, &good, &arena, NULL));
        TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_rebuild(built.tree, NULL, &arena, NULL));
        TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_rebuild(built.tree, &good, NULL, &detail));
        TEST_ASSERT_EQUAL(HEM_NULL, hem_tree_rebuild(built.tree, &good, &none, &detail));
        hem_tree_def def = definition((s + 1u) % TREE_SETTINGS);
        TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_tree_rebuild(built.tree, &def, &arena, NULL));
        def = definition((s + 4u) % TREE_SETTINGS);
        TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_tree_rebuild(built.tree, &def, &arena, NULL));
        def = definition((s + 16u) % TREE_SETTINGS);
        TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_tree_rebuild(built.tree, &def, &arena, NULL));
        def = tree_build_def(&larger, larger_mesh.mesh, tree_settings_at(s));
        TEST_ASSERT_EQUAL(HEM_FULL_TRIANGLES, hem_tree_rebuild(built.tree, &def, &arena, &detail));
        TEST_ASSERT_EQUAL(larger.mesh.triangle_count, detail.needed);
        def = good;
        def.reference = (const hem_vec3 *)(const void *)hem_tree_volumes(built.tree);
        TEST_ASSERT_EQUAL(HEM_ALIASED, hem_tree_rebuild(built.tree, &def, &arena, &detail));
        def.reference = (const hem_vec3 *)(const void *)block;
        TEST_ASSERT_EQUAL(HEM_ALIASED, hem_tree_rebuild(built.tree, &def, &arena, &detail));
        hem_arena over = {.base = built.memory, .capacity = built.bytes, .used = 0};
        TEST_ASSERT_EQUAL(HEM_ALIASED, hem_tree_rebuild(built.tree, &good, &over, &detail));
        now.positions[3].y = hem_bits_float(0x7FC00000u);
        TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_tree_rebuild(built.tree, &good, &arena, &detail));
        TEST_ASSERT_EQUAL(3, detail.index);
        now.positions[3].y = 5000.0f;
        TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_tree_rebuild(built.tree, &good, &arena, &detail));
        now.positions[3].y = 0.0f;
        TEST_ASSERT_EQUAL_HEX64(hash, hem_tree_hash(built.tree));
        TEST_ASSERT_EQUAL(0, arena.used);
        tree_build_free(&built);
    }
    mesh_build_free(&larger_mesh);
    tree_case_free(&larger);
}

void test_rebuild_refuses_more_triangles_than_its_nodes_can_hold(void)
{
    take(tree_case_make(TREE_CASE_TWO_APART));
    tree_case other = tree_case_make(TREE_CASE_LOOSE);
    mesh_built other_mesh = mesh_of(&other);
    for (uint32_t s = 16; s < TREE_SETTINGS; s += 5) {
        tree_built built = tree_build_with(&now, tree_settings_at(s), 2, 1000);
        hem_tree_def def = tree_build_def(&other, other_mesh.mesh, tree_settings_at(s));
        hem_arena_init(&arena, block, sizeof block);
        TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, hem_tree_rebuild(built.tree, &def, &arena, &detail));
        TEST_ASSERT_GREATER_THAN(2, detail.needed);
        tree_build_free(&built);
    }
    mesh_build_free(&other_mesh);
    tree_case_free(&other);
}

void test_a_sum_beyond_four_gigabytes_is_refused(void)
{
    take(tree_case_make(TREE_CASE_GRID));
    for (uint32_t s = 0; s < TREE_SETTINGS; s += 3) {
        hem_tree_def def = definition(s);
        def.triangle_capacity = 0x3FFFFFFFu;
        TEST_ASSERT_EQUAL(HEM_BLOCK_TOO_SMALL, try_build(&def));
        TEST_ASSERT_EQUAL_HEX32(UINT32_MAX, detail.needed);
        TEST_ASSERT_EQUAL(0, hem_tree_bytes(&def));
    }
}

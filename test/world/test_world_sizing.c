/* What a block takes: the same when compiled and when run, exactly enough, and within what is said
 * of it. */
#include "unity.h"

#include "hem/world.h"
#include "guarded_block.h"
#include "random.h"
#include "scenes/scene_world.h"
#include "test_scale.h"

#include <string.h>

void setUp(void)
{
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

/* Some capacities sized by the compiler: constant expressions, or this would not build. */
typedef struct sized {
    uint32_t bodies, vertices, triangles, edges, contacts;
    uint64_t bytes, cloth_bytes;
} sized;

#define SIZED(b, v, f, e, c)                                                                \
    {                                                                                       \
        b, v, f, e, c, HEM_WORLD_BYTES(b, v, f, e, c), HEM_CLOTH_WORLD_BYTES(b, v, f, e, c) \
    }

static const sized at_compile_time[] = {
    SIZED(1u, 1u, 1u, 1u, 0u),
    SIZED(1u, 3u, 1u, 3u, 1u),
    SIZED(2u, 18u, 15u, 17u, 7u),
    SIZED(10u, 1000u, 1640u, HEM_EDGES(1000u, 1640u), HEM_CONTACTS(1000u)),
    SIZED(27u, 65537u, 131071u, 30001u, 50000u),
    SIZED(1000u, 5293u, 20480u, 263u, 4095u),
};

static void check_sizes(const sized *s)
{
    hem_caps caps = hem_default_caps(s->bodies, s->vertices, s->triangles, s->edges, s->contacts);
    TEST_ASSERT_EQUAL_UINT64(s->bytes, hem_world_bytes(&caps));
    caps = hem_default_cloth_caps(s->bodies, s->vertices, s->triangles, s->edges, s->contacts);
    TEST_ASSERT_EQUAL_UINT64(s->cloth_bytes, hem_world_bytes(&caps));
}

void test_compile_time_and_run_time_agree(void)
{
    for (uint32_t i = 0; i < sizeof at_compile_time / sizeof at_compile_time[0]; i++) {
        check_sizes(&at_compile_time[i]);
    }
}

/* The same expressions with 6^5 = 7,776 capacities. */
void test_expressions_and_calls_agree_on_thousands_of_capacities(void)
{
    static const uint32_t values[5][6] = {{1, 2, 10, 27, 50, 1000},
                                          {1, 3, 18, 100, 5293, 65537},
                                          {1, 2, 15, 164, 20480, 131071},
                                          {1, 3, 17, 263, 30001, 200000},
                                          {0, 1, 7, 100, 4095, 50000}};
    for (uint32_t i = 0; i < 7776u; i++) {
        uint32_t b = values[0][i % 6u], v = values[1][i / 6u % 6u], f = values[2][i / 36u % 6u];
        uint32_t e = values[3][i / 216u % 6u], c = values[4][i / 1296u];
        check_sizes(&(sized)SIZED(b, v, f, e, c));
    }
}

void test_the_figure_is_the_same_on_every_machine(void)
{
    /* A mesh of 1 to 3 of everything, added up by hand, region by region; the golden program
     * compares thousands of figures on 32-bit and 64-bit targets. */
    hem_caps caps = hem_default_caps(1, 3, 1, 3, 0);
    caps.orphans = 1;
    TEST_ASSERT_EQUAL_UINT32(33360, hem_world_bytes(&caps));
}

static hem_caps random_caps(test_random *random)
{
    hem_caps caps = hem_default_caps(1 + random_below(random, 40), 1 + random_below(random, 3000),
                                     1 + random_below(random, 3000), 1 + random_below(random, 5000),
                                     random_below(random, 1000));
    caps.orphans = random_below(random, 4000);
    caps.cloth_triangles = random_below(random, 2) == 0 ? 0 : random_below(random, 4000);
    return caps;
}

void test_init_works_at_exactly_the_size_and_fails_at_one_byte_less(void)
{
    test_random random = {21};
    for (uint32_t round = 0; round < hem_test_count(2000); round++) {
        hem_caps caps = random_caps(&random);
        uint32_t bytes = hem_world_bytes(&caps);
        uint8_t *block = guarded_block_take(bytes);
        hem_world *world = NULL;
        TEST_ASSERT_EQUAL(HEM_BLOCK_TOO_SMALL, hem_world_init(block, bytes - 1, &caps, &world));
        TEST_ASSERT_NULL(world);
        TEST_ASSERT_EACH_EQUAL_HEX8(0xCD, block, bytes);
        TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(block, bytes, &caps, &world));
        TEST_ASSERT_EQUAL_PTR(block, world);
        guarded_block_check_and_free();
    }
}

void test_the_regions_fill_the_block_without_gap_or_overlap(void)
{
    test_random random = {22};
    for (uint32_t round = 0; round < hem_test_count(300); round++) {
        hem_caps caps = random_caps(&random);
        uint32_t bytes = hem_world_bytes(&caps);
        hem_world *world = NULL;
        TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
        const uint32_t *offsets = &world->offset.world;
        uint32_t total = 0, number = 0;
        hem_memory_region region;
        for (; hem_world_region(world, number, &region); number++) {
            TEST_ASSERT_EQUAL_UINT32(total, offsets[number]);
            TEST_ASSERT_EQUAL_UINT32(0, region.bytes % HEM_ALIGN);
            TEST_ASSERT_TRUE(region.used <= region.bytes);
            total += region.bytes;
        }
        TEST_ASSERT_EQUAL_UINT32(sizeof world->offset / sizeof world->offset.world, number);
        TEST_ASSERT_EQUAL_UINT32(bytes, total);
        TEST_ASSERT_EQUAL_UINT32(bytes, world->bytes);
        guarded_block_check_and_free();
    }
}

/* All in, with default capacities, as `make memory` shows; in tiny worlds, what every world has
 * counts most. */
void test_no_scene_that_is_simulated_takes_more_than_a_thousand_bytes_a_vertex(void)
{
    uint32_t seen = 0;
    for (uint32_t id = 0; id < SCENE_COUNT; id++) {
        scene_info info;
        TEST_ASSERT_TRUE(scene_describe((scene_id)id, SCENE_FULL, &info));
        hem_caps caps = scene_world_caps(&info, HEM_CONTACTS(info.vertex_count), true);
        TEST_ASSERT_EQUAL_UINT32(info.triangle_count, caps.cloth_triangles);
        if (info.vertex_count > 500u) {
            uint64_t most = 1000u * (uint64_t)info.vertex_count;
            TEST_ASSERT_TRUE_MESSAGE(hem_world_bytes(&caps) <= most, info.name);
            seen += id == (uint32_t)SCENE_E2_PILE ? 100u : 1u;
        }
    }
    TEST_ASSERT_TRUE(seen > 120u); /* E2 and more than twenty others */
}

void test_a_larger_block_is_used_only_up_to_the_needed_size(void)
{
    hem_caps caps = hem_default_caps(1, 4, 2, 5, 0);
    uint32_t bytes = hem_world_bytes(&caps);
    uint8_t *block = guarded_block_take(bytes + 100);
    hem_world *world = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(block, bytes + 100, &caps, &world));
    TEST_ASSERT_EACH_EQUAL_HEX8(0xCD, block + bytes, 100);
}

void test_all_of_a_new_block_is_defined(void)
{
    hem_caps caps = hem_default_caps(3, 40, 20, 50, 9);
    uint32_t bytes = hem_world_bytes(&caps);
    static _Alignas(16) uint8_t copy[131072];
    TEST_ASSERT_TRUE(bytes <= sizeof copy);
    hem_world *world = NULL;
    memset(copy, 0xEE, sizeof copy);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(copy, bytes, &caps, &world));
    uint8_t *block = guarded_block_take(bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(block, bytes, &caps, &world));
    TEST_ASSERT_EQUAL_MEMORY(copy, block, bytes);
}

void test_capacities_that_cannot_be_are_refused(void)
{
    hem_caps good = hem_default_caps(1, 4, 2, 5, 0);
    uint32_t bytes = hem_world_bytes(&good);
    uint8_t *block = guarded_block_take(bytes);
    hem_world *world = NULL;
    for (int field = 0; field < 4; field++) {
        hem_caps caps = good;
        *(&caps.bodies + field) = 0;
        TEST_ASSERT_EQUAL_UINT32(0, hem_world_bytes(&caps));
        TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, hem_world_init(block, bytes, &caps, &world));
        *(&caps.bodies + field) = UINT32_MAX;
        TEST_ASSERT_EQUAL_UINT32(0, hem_world_bytes(&caps));
        TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, hem_world_init(block, bytes, &caps, &world));
    }
    hem_caps caps = good;
    caps.orphans = UINT32_MAX;
    TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, hem_world_init(block, bytes, &caps, &world));
    caps = good;
    caps.cookie = 0;
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_bytes(&caps));
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_world_init(block, bytes, &caps, &world));
    TEST_ASSERT_EQUAL_UINT32(0, hem_world_bytes(NULL));
    TEST_ASSERT_EACH_EQUAL_HEX8(0xCD, block, bytes);
    TEST_ASSERT_NULL(world);
}

void test_no_orphans_and_no_contacts_are_fine(void)
{
    hem_caps caps = hem_default_caps(1, 4, 2, 5, 0);
    caps.orphans = 0;
    uint32_t bytes = hem_world_bytes(&caps);
    hem_world *world = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
}

void test_null_misaligned_and_aliased_arguments_are_refused(void)
{
    hem_caps caps = hem_default_caps(1, 4, 2, 5, 0);
    uint32_t bytes = hem_world_bytes(&caps);
    uint8_t *block = guarded_block_take(bytes + 64);
    hem_world *world = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_world_init(NULL, bytes, &caps, &world));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_world_init(block, bytes, NULL, &world));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_world_init(block, bytes, &caps, NULL));
    for (uint32_t shift = 1; shift < HEM_ALIGN; shift++) {
        TEST_ASSERT_EQUAL(HEM_MISALIGNED, hem_world_init(block + shift, bytes, &caps, &world));
    }
    TEST_ASSERT_EACH_EQUAL_HEX8(0xCD, block, bytes + 64);

    hem_caps *inside = (hem_caps *)(void *)(block + 32);
    *inside = caps;
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_world_init(block, bytes, inside, &world));
    hem_world **out_inside = (hem_world **)(void *)(block + 64);
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_world_init(block, bytes, &caps, out_inside));
    union {
        hem_caps caps;
        hem_world *out;
    } both = {.caps = caps};
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_world_init(block, bytes, &both.caps, &both.out));
    TEST_ASSERT_EQUAL_MEMORY(&caps, &both.caps, sizeof caps);
    TEST_ASSERT_NULL(world);
}

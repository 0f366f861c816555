/* Impacts that a step has met, against a plain list of them. */
#include "unity.h"

#include "world/met_impacts.h"
#include "random.h"
#include "test_scale.h"

#include <stdlib.h>
#include <string.h>

#define ROOM 64u

static uint8_t *memory;
static hem_arena scratch;
static hem_met_impacts met;

void setUp(void)
{
    memory = aligned_alloc(16, 65536);
    memset(memory, 0xEE, 65536);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, memory, 65536));
}

void tearDown(void)
{
    free(memory);
}

static hem_impact impact_of(uint32_t kind, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return (hem_impact){.kind = kind, .vertex = {a, b, c, d}};
}

static hem_impact some_impact(test_random *random, uint32_t vertices)
{
    hem_impact impact = impact_of(random_below(random, 2), random_below(random, vertices),
                                  random_below(random, vertices), random_below(random, vertices),
                                  random_below(random, vertices));
    impact.time = random_float(random, 0.0f, 1.0f);
    return impact;
}

static uint32_t place_of(const hem_impact *list, uint32_t count, const hem_impact *impact)
{
    uint32_t place = 0;
    while (place < count &&
           (list[place].kind != impact->kind ||
            memcmp(list[place].vertex, impact->vertex, sizeof impact->vertex) != 0)) {
        place++;
    }
    return place;
}

void test_each_pair_of_features_is_there_once_as_it_was_met_last(void)
{
    test_random random = {81};
    for (uint32_t round = 0; round < hem_test_count(300); round++) {
        hem_impact list[ROOM];
        uint32_t count = 0, left_out = 0, room = 1u + random_below(&random, ROOM);
        uint32_t vertices = 2u + random_below(&random, 4);
        uint32_t mark = hem_arena_mark(&scratch);
        hem_met_impacts_take(&met, room, &scratch);
        TEST_ASSERT_EQUAL_UINT32(room, met.room);
        for (uint32_t i = 0; i < 3u * ROOM; i++) {
            hem_impact impact = some_impact(&random, vertices);
            uint32_t place = place_of(list, count, &impact);
            left_out += place == room;
            if (place < room) {
                list[place] = impact;
                count += place == count;
            }
            hem_met_impacts_add(&met, &impact);
            TEST_ASSERT_EQUAL_UINT32(count, met.count);
            TEST_ASSERT_EQUAL_UINT32(left_out, met.left_out);
            TEST_ASSERT_EQUAL_MEMORY(list, met.impacts, count * sizeof *list);
        }
        hem_arena_release(&scratch, mark);
    }
}

void test_features_are_told_apart_by_kind_and_by_every_vertex(void)
{
    hem_met_impacts_take(&met, ROOM, &scratch);
    const hem_impact base = impact_of(0, 1, 2, 3, 4);
    hem_met_impacts_add(&met, &base);
    for (uint32_t word = 0; word < 5; word++) {
        hem_impact other = base;
        if (word == 4) {
            other.kind = 1;
        } else {
            other.vertex[word] = 9;
        }
        hem_met_impacts_add(&met, &other);
        TEST_ASSERT_EQUAL_UINT32(word + 2u, met.count);
    }
    hem_met_impacts_add(&met, &base);
    TEST_ASSERT_EQUAL_UINT32(6, met.count);
}

void test_with_too_little_scratch_all_are_left_out(void)
{
    uint32_t needed =
        (uint32_t)(HEM_ARENA_BYTES(ROOM, sizeof(hem_impact)) + HEM_ARENA_BYTES(2u * ROOM, 4u));
    const hem_impact impact = impact_of(0, 1, 2, 3, 4);
    scratch.capacity = needed - 1u;
    hem_met_impacts_take(&met, ROOM, &scratch);
    hem_met_impacts_add(&met, &impact);
    TEST_ASSERT_EQUAL_UINT32(0, met.room);
    TEST_ASSERT_EQUAL_UINT32(0, met.count);
    TEST_ASSERT_EQUAL_UINT32(1, met.left_out);
    TEST_ASSERT_EQUAL_UINT32(0, scratch.used);
    scratch.capacity = needed;
    hem_met_impacts_take(&met, ROOM, &scratch);
    hem_met_impacts_add(&met, &impact);
    TEST_ASSERT_EQUAL_UINT32(1, met.count);
}

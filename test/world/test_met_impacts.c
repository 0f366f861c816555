/* Impacts that a step has met, against a plain list of them. */
#include "unity.h"

#include "world/met_impacts.h"
#include "random.h"
#include "test_scale.h"

#include <string.h>

#define ROOM 64u

static hem_small_impact impacts[ROOM + 1u];
static uint32_t places[2u * ROOM];
static hem_met_impacts met;

void setUp(void)
{
    memset(impacts, 0xEE, sizeof impacts);
    memset(places, 0xEE, sizeof places);
}

void tearDown(void)
{
}

static hem_small_impact impact_of(uint32_t kind, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return (hem_small_impact){.kind = (uint16_t)kind, .vertex = {a, b, c, d}};
}

static hem_small_impact some_impact(test_random *random, uint32_t vertices)
{
    hem_small_impact impact = impact_of(
        random_below(random, 2), random_below(random, vertices), random_below(random, vertices),
        random_below(random, vertices), random_below(random, vertices));
    impact.distance = random_float(random, 0.0f, 1.0f);
    return impact;
}

static uint32_t place_of(const hem_small_impact *list, uint32_t count,
                         const hem_small_impact *impact)
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
        hem_small_impact list[ROOM];
        uint32_t count = 0, left_out = 0, room = 1u + random_below(&random, ROOM);
        uint32_t vertices = 2u + random_below(&random, 4);
        hem_met_impacts_start(&met, impacts, room, places, 2u * room);
        for (uint32_t i = 0; i < 3u * ROOM; i++) {
            hem_small_impact impact = some_impact(&random, vertices);
            uint32_t place = place_of(list, count, &impact);
            left_out += place == room;
            if (place < room) {
                list[place] = impact;
                count += place == count;
            }
            hem_met_impacts_add(&met, impact);
            TEST_ASSERT_EQUAL_UINT32(count, met.count);
            TEST_ASSERT_EQUAL_UINT32(left_out, met.left_out);
            TEST_ASSERT_EQUAL_MEMORY(list, met.impacts, count * sizeof *list);
        }
        TEST_ASSERT_EACH_EQUAL_HEX8(0xEE, &impacts[ROOM], sizeof impacts[ROOM]);
    }
}

void test_features_are_told_apart_by_kind_and_by_every_vertex(void)
{
    hem_met_impacts_start(&met, impacts, ROOM, places, 2u * ROOM);
    const hem_small_impact base = impact_of(0, 1, 2, 3, 4);
    hem_met_impacts_add(&met, base);
    for (uint32_t word = 0; word < 5; word++) {
        hem_small_impact other = base;
        if (word == 4) {
            other.kind = 1;
        } else {
            other.vertex[word] = 9;
        }
        hem_met_impacts_add(&met, other);
        TEST_ASSERT_EQUAL_UINT32(word + 2u, met.count);
    }
    hem_met_impacts_add(&met, base);
    TEST_ASSERT_EQUAL_UINT32(6, met.count);
}

void test_without_room_all_are_left_out(void)
{
    hem_met_impacts_start(&met, NULL, 0, NULL, 0);
    hem_met_impacts_add(&met, impact_of(0, 1, 2, 3, 4));
    TEST_ASSERT_EQUAL_UINT32(0, met.count);
    TEST_ASSERT_EQUAL_UINT32(1, met.left_out);
}

void test_what_is_forgotten_can_be_put_in_again_in_part(void)
{
    test_random random = {82};
    hem_met_impacts_start(&met, impacts, ROOM, places, 2u * ROOM);
    while (met.count < ROOM) {
        hem_met_impacts_add(&met, some_impact(&random, 9));
    }
    hem_small_impact before[ROOM];
    memcpy(before, impacts, sizeof before);
    hem_met_impacts_forget(&met);
    for (uint32_t i = 0; i < ROOM; i++) {
        if (i % 3u != 0) {
            hem_met_impacts_add(&met, met.impacts[i]);
        }
    }
    uint32_t count = met.count;
    TEST_ASSERT_EQUAL_UINT32(ROOM - (ROOM + 2u) / 3u, count);
    for (uint32_t i = 0; i < ROOM; i++) {
        hem_met_impacts_add(&met, before[i]);
        TEST_ASSERT_EQUAL_UINT32(count + i / 3u + 1u, met.count);
    }
    TEST_ASSERT_EQUAL_UINT32(0, met.left_out);
}

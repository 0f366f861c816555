/* Zones: the same as components by brute force, whatever the order, and bounded by their room. */
#include "unity.h"

#include "guarded_block.h"
#include "hem/respond.h"
#include "respond_cases.h"
#include "test_scale.h"

#include <stdlib.h>
#include <string.h>

static respond_case now;
static hem_zones zones;
static uint32_t label[RESPOND_VERTICES];

void setUp(void)
{
}

void tearDown(void)
{
}

/* Few impacts between many vertices, so that zones stay apart. */
static void make(test_random *random, uint32_t impacts)
{
    respond_kind kind = respond_kind_random(random);
    kind.vertices = RESPOND_VERTICES;
    kind.impacts = impacts;
    respond_case_make(&now, kind, random);
}

/* The smallest vertex of each component, found by spreading labels until nothing changes. HEM_NONE
 * for vertices in no zone. */
static void find_labels(uint32_t impacts)
{
    for (uint32_t v = 0; v < now.vertex_count; v++) {
        label[v] = HEM_NONE;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < impacts; i++) {
            uint32_t least = HEM_NONE;
            for (uint32_t k = 0; k < 4; k++) {
                uint32_t v = now.impacts[i].vertex[k];
                if (now.inverse_mass[v] > 0.0f) {
                    least = v < least ? v : least;
                    least = label[v] < least ? label[v] : least;
                }
            }
            for (uint32_t k = 0; k < 4; k++) {
                uint32_t v = now.impacts[i].vertex[k];
                if (now.inverse_mass[v] > 0.0f && label[v] != least) {
                    label[v] = least;
                    changed = true;
                }
            }
        }
    }
}

static hem_status make_zones(uint32_t vertex_room, uint32_t impact_room)
{
    hem_zone_def def = hem_default_zone_def(vertex_room, impact_room);
    uint32_t bytes = (uint32_t)HEM_ZONES_BYTES(vertex_room, impact_room);
    hem_arena arena;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, guarded_block_take(bytes), bytes));
    hem_respond_in in = respond_case_in(&now);
    return hem_zones_make(&in, &def, &arena, &zones);
}

/* Everything that zones say, against the labels of the impacts taken. */
static void check_zones(uint32_t taken)
{
    find_labels(taken);
    uint32_t vertices = 0, impacts = 0, last = 0;
    for (uint32_t z = 0; z < zones.zone_count; z++) {
        const hem_zone *zone = &zones.zones[z];
        TEST_ASSERT_EQUAL(vertices, zone->first_vertex);
        TEST_ASSERT_EQUAL(impacts, zone->first_impact);
        TEST_ASSERT_TRUE(zone->vertex_count > 0 && zone->impact_count > 0);
        uint32_t name = zones.vertices[vertices];
        TEST_ASSERT_TRUE(z == 0 || name > last);
        last = name;
        for (uint32_t i = 0; i < zone->vertex_count; i++) {
            uint32_t v = zones.vertices[vertices + i];
            TEST_ASSERT_EQUAL(name, label[v]);
            TEST_ASSERT_TRUE(i == 0 || v > zones.vertices[vertices + i - 1u]);
            label[v] = HEM_NONE;
        }
        for (uint32_t i = 0; i < zone->impact_count; i++) {
            uint32_t at = zones.impacts[impacts + i];
            TEST_ASSERT_TRUE(at < taken && (i == 0 || at > zones.impacts[impacts + i - 1u]));
            for (uint32_t k = 0; k < 4; k++) {
                uint32_t corner = zones.corners[4u * (impacts + i) + k];
                uint32_t v = now.impacts[at].vertex[k];
                TEST_ASSERT_EQUAL(now.inverse_mass[v] > 0.0f, corner != HEM_NONE);
                if (corner != HEM_NONE) {
                    TEST_ASSERT_EQUAL(v, zones.vertices[corner]);
                    TEST_ASSERT_TRUE(corner >= zone->first_vertex &&
                                     corner < zone->first_vertex + zone->vertex_count);
                }
            }
        }
        vertices += zone->vertex_count;
        impacts += zone->impact_count;
    }
    TEST_ASSERT_EQUAL(vertices, zones.vertex_count);
    TEST_ASSERT_EQUAL(impacts, zones.impact_count);
    TEST_ASSERT_EQUAL(taken, zones.impact_count + zones.immovable + zones.copies);
    for (uint32_t v = 0; v < now.vertex_count; v++) {
        TEST_ASSERT_EQUAL(HEM_NONE, label[v]);
    }
}

void test_zones_are_the_components_that_brute_force_finds(void)
{
    test_random random = {41};
    uint32_t several = 0;
    for (uint32_t i = 0; i < hem_test_count(3000); i++) {
        make(&random, 1u + random_below(&random, i % 3 == 0 ? 120u : 30u));
        TEST_ASSERT_EQUAL(HEM_OK, make_zones(RESPOND_VERTICES, RESPOND_IMPACTS));
        check_zones(now.impact_count);
        several += zones.zone_count > 1;
        guarded_block_check_and_free();
    }
    TEST_ASSERT_TRUE(several > hem_test_count(3000) / 4u);
}

void test_the_sets_do_not_depend_on_the_order_of_the_list(void)
{
    test_random random = {42};
    static uint32_t vertices[RESPOND_VERTICES], impacts[RESPOND_IMPACTS];
    static hem_zone kept[RESPOND_VERTICES];
    for (uint32_t i = 0; i < hem_test_count(1000); i++) {
        make(&random, 1u + random_below(&random, 40));
        respond_case_sort(&now);
        make_zones(RESPOND_VERTICES, RESPOND_IMPACTS);
        hem_zones first = zones;
        if (first.zone_count == 0) {
            guarded_block_check_and_free();
            continue;
        }
        memcpy(vertices, zones.vertices, zones.vertex_count * sizeof *vertices);
        memcpy(impacts, zones.impacts, zones.impact_count * sizeof *impacts);
        memcpy(kept, zones.zones, zones.zone_count * sizeof *kept);
        guarded_block_check_and_free();
        /* Unsorted: the same sets of vertices. */
        respond_case_shuffle(&now, &random);
        make_zones(RESPOND_VERTICES, RESPOND_IMPACTS);
        TEST_ASSERT_EQUAL(first.zone_count, zones.zone_count);
        TEST_ASSERT_EQUAL_MEMORY(vertices, zones.vertices, first.vertex_count * sizeof *vertices);
        TEST_ASSERT_EQUAL_MEMORY(kept, zones.zones, first.zone_count * sizeof *kept);
        guarded_block_check_and_free();
        /* Sorted by key again: every bit. */
        respond_case_sort(&now);
        make_zones(RESPOND_VERTICES, RESPOND_IMPACTS);
        TEST_ASSERT_EQUAL_MEMORY(impacts, zones.impacts, first.impact_count * sizeof *impacts);
        guarded_block_check_and_free();
    }
}

void test_the_longest_beginning_that_fits_is_taken_and_the_rest_counted(void)
{
    test_random random = {43};
    for (uint32_t i = 0; i < hem_test_count(2000); i++) {
        make(&random, 1u + random_below(&random, 60));
        uint32_t vertex_room = 1u + random_below(&random, 40);
        uint32_t impact_room = 1u + random_below(&random, 60), taken = 0, count = 0;
        bool seen[RESPOND_VERTICES] = {false};
        while (taken < now.impact_count && taken < impact_room) {
            uint32_t more = 0;
            for (uint32_t k = 0; k < 4; k++) {
                uint32_t v = now.impacts[taken].vertex[k];
                more += now.inverse_mass[v] > 0.0f && !seen[v];
            }
            if (count + more > vertex_room) {
                break;
            }
            count += more;
            for (uint32_t k = 0; k < 4; k++) {
                seen[now.impacts[taken].vertex[k]] = true;
            }
            taken++;
        }
        hem_status status = make_zones(vertex_room, impact_room);
        TEST_ASSERT_EQUAL(taken < now.impact_count ? HEM_LIMITED : HEM_OK, status);
        TEST_ASSERT_EQUAL(now.impact_count - taken, zones.left_out);
        check_zones(taken);
        guarded_block_check_and_free();
    }
}

void test_repeated_impacts_count_once(void)
{
    test_random random = {44};
    for (uint32_t i = 0; i < hem_test_count(500); i++) {
        make(&random, 40);
        for (uint32_t v = 0; v < now.vertex_count; v++) {
            now.inverse_mass[v] = 1.0f;
        }
        uint32_t repeats = 1u + random_below(&random, 40);
        for (uint32_t k = 0; k < repeats; k++) {
            now.impacts[now.impact_count++] = now.impacts[random_below(&random, 40)];
        }
        respond_case_shuffle(&now, &random);
        make_zones(RESPOND_VERTICES, RESPOND_IMPACTS);
        TEST_ASSERT_EQUAL(repeats, zones.copies);
        TEST_ASSERT_EQUAL(40, zones.impact_count);
        check_zones(now.impact_count);
        guarded_block_check_and_free();
    }
}

void test_no_impacts_make_no_zones(void)
{
    test_random random = {45};
    make(&random, 1);
    now.impact_count = 0;
    TEST_ASSERT_EQUAL(HEM_OK, make_zones(1, 1));
    TEST_ASSERT_EQUAL(0, zones.zone_count);
    guarded_block_check_and_free();
}

void test_the_arena_may_not_be_one_byte_smaller_and_keeps_what_zones_name(void)
{
    test_random random = {46};
    make(&random, 20);
    hem_zone_def def = hem_default_zone_def(80, 30);
    const uint32_t bytes = (uint32_t)HEM_ZONES_BYTES(80, 30);
    uint8_t *memory = guarded_block_take(bytes);
    hem_arena arena;
    hem_respond_in in = respond_case_in(&now);
    hem_arena_init(&arena, memory, bytes - 1u);
    hem_arena before = arena;
    TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_zones_make(&in, &def, &arena, &zones));
    TEST_ASSERT_EQUAL(bytes, zones.needed);
    TEST_ASSERT_EQUAL_MEMORY(&before, &arena, sizeof arena);
    hem_arena_init(&arena, memory, bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_zones_make(&in, &def, &arena, &zones));
    TEST_ASSERT_EQUAL(bytes, arena.peak);
    TEST_ASSERT_TRUE((uint8_t *)(zones.corners + 4u * 30u) <= arena.base + arena.used);
    guarded_block_check_and_free();
}

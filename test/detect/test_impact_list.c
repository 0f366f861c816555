/* The list of contacts of a step: what it keeps where there is no room for all, and in which order.
 */
#include "unity.h"

#include "detect/impact_list.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 400 };

#define REACH 0.0015f

static hem_impact given[MOST];
static hem_small_impact impacts[MOST], before[MOST];
static hem_pair keys[MOST];
static uint32_t predicted[MOST];
static uint32_t words[4096];
static hem_impact_list list;

void setUp(void)
{
    list = (hem_impact_list){.impacts = impacts, .keys = keys, .predicted = predicted};
}

void tearDown(void)
{
}

static void begin(uint32_t room, uint32_t known)
{
    hem_arena scratch;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, words, sizeof words));
    list.room = room;
    list.kept = list.count = 0;
    hem_contact_memory_take(&list.before, room, before, known, &scratch);
}

/* Contacts of features that no two share, some edges, predicted anywhere from far in to the reach.
 */
static void make(uint32_t count, uint64_t seed)
{
    test_random random = {seed};
    for (uint32_t i = 0; i < count; i++) {
        given[i] = (hem_impact){.vertex = {i, 1000u + i, 2000u + i, 3000u + i},
                                .weight = {1.0f, -0.25f, -0.25f, -0.5f},
                                .normal = {0.0f, 0.0f, 1.0f},
                                .distance = 0.001f,
                                .time = random_float(&random, -0.004f, REACH),
                                .kind = HEM_CONTACT_VERTEX_FACE};
        if (random_below(&random, 3) == 0) {
            given[i].kind = HEM_CONTACT_EDGE_EDGE;
            given[i].weight[0] = 0.5f, given[i].weight[1] = 0.5f;
            given[i].weight[2] = -0.5f, given[i].weight[3] = -0.5f;
        }
    }
}

/* Adds them from a place on, around. */
static void add_all(uint32_t count, uint32_t from)
{
    for (uint32_t i = 0; i < count; i++) {
        hem_impact_list_add(&list, &given[(from + 11u * i) % count], REACH);
    }
    hem_impact_list_finish(&list);
}

static float predicted_of(uint32_t place)
{
    return given[impacts[place].vertex[0]].time;
}

void test_with_room_for_all_they_stand_in_the_order_of_predicted_distance(void)
{
    make(300, 1);
    begin(300, 0);
    add_all(300, 5);
    TEST_ASSERT_EQUAL_UINT32(300, list.kept);
    for (uint32_t i = 1; i < 300; i++) {
        TEST_ASSERT_TRUE(predicted_of(i - 1u) <= predicted_of(i));
    }
}

void test_equal_distances_stand_in_the_order_of_kind_and_vertices(void)
{
    make(50, 2);
    for (uint32_t i = 0; i < 50; i++) {
        given[i].time = 0.001f;
    }
    begin(50, 0);
    add_all(50, 3);
    for (uint32_t i = 1; i < 50; i++) {
        const hem_small_impact *a = &impacts[i - 1u], *b = &impacts[i];
        TEST_ASSERT_TRUE(a->kind < b->kind || (a->kind == b->kind && a->vertex[0] < b->vertex[0]));
    }
}

void test_what_is_kept_does_not_depend_on_the_order_of_arrival(void)
{
    static hem_small_impact first[MOST];
    make(399, 3);
    for (uint32_t room = 0; room < 60; room += 7) {
        begin(room, 0);
        add_all(399, 0);
        memcpy(first, impacts, room * sizeof *first);
        for (uint32_t from = 1; from < 30; from += 4) {
            begin(room, 0);
            add_all(399, from);
            TEST_ASSERT_EQUAL_UINT32(room, list.kept);
            TEST_ASSERT_EQUAL_UINT32(399, list.count);
            if (room > 0) {
                TEST_ASSERT_EQUAL_MEMORY(first, impacts, room * sizeof *first);
            }
        }
    }
}

/* So many of what is given were there before, as contacts of every kind of past. */
static void remember(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        before[i] = hem_small_of(&given[i]);
        before[i].flags = HEM_SMALL_KNOWN;
        before[i].flags |= i % 3u != 0 ? HEM_SMALL_PUSHED : 0u;
        before[i].flags |= i % 3u == 2 ? HEM_SMALL_STUCK : 0u;
    }
}

static void check_orders(uint32_t count, uint32_t known)
{
    static hem_small_impact first[MOST];
    for (uint32_t room = 1; room < count; room += 13) {
        for (uint32_t from = 0; from < 30; from += 4) {
            begin(room, known);
            add_all(count, from);
            TEST_ASSERT_EQUAL_UINT32(room, list.kept);
            if (from == 0) {
                memcpy(first, impacts, room * sizeof *first);
            }
            TEST_ASSERT_EQUAL_MEMORY(first, impacts, room * sizeof *first);
        }
    }
}

void test_with_a_memory_of_earlier_contacts_the_order_of_arrival_does_not_matter(void)
{
    make(399, 8);
    for (uint32_t known = 0; known <= 399; known += 133) {
        remember(known);
        check_orders(399, known);
    }
    for (uint32_t i = 0; i < 399; i++) {
        given[i].time = 0.001f; /* all predicted to be as near */
    }
    remember(200);
    check_orders(399, 200);
}

/* Kinds and first vertices of contacts whose hashes agree as far as ranks have them, and thus their
 * ranks, in the order of kind and vertices. */
static const uint32_t alike[][2] = {{0, 914641}, {0, 1558165}, {0, 2041141}, {1, 485511},
                                    {1, 737107}, {1, 1592938}, {1, 2050468}};

void test_equal_ranks_are_decided_by_kind_and_vertices(void)
{
    enum { COUNT = sizeof alike / sizeof alike[0], HASH_BITS = 23 };
    test_random random = {9};
    for (uint32_t round = 0; round < 200; round++) {
        uint32_t room = 1u + round % (COUNT - 1u);
        for (uint32_t i = 0; i < COUNT; i++) {
            uint32_t other = random_below(&random, i + 1u), first = alike[i][1];
            given[i] = given[other];
            given[other] = (hem_impact){.vertex = {first, first + 1u, first + 2u, first + 3u},
                                        .weight = {1.0f, -0.25f, -0.25f, -0.5f},
                                        .normal = {0.0f, 0.0f, 1.0f},
                                        .distance = 0.001f,
                                        .time = 0.001f,
                                        .kind = alike[i][0]};
        }
        begin(room, 0);
        add_all(COUNT, 0);
        for (uint32_t i = 0; i < room; i++) {
            TEST_ASSERT_EQUAL_UINT32(hem_small_hash(&impacts[0]) >> (32 - HASH_BITS),
                                     hem_small_hash(&impacts[i]) >> (32 - HASH_BITS));
            TEST_ASSERT_EQUAL_UINT8(alike[i][0], impacts[i].kind);
            TEST_ASSERT_EQUAL_UINT32(alike[i][1], impacts[i].vertex[0]);
        }
    }
}

/* Whole reaches below a gap at rest, which is a third of one. */
static int level_of(float distance)
{
    float levels = (distance - REACH / 3.0f) / REACH;
    return levels >= 0.0f ? 0 : (int)levels - 1;
}

void test_what_presses_most_is_kept_first_and_vertices_before_edges(void)
{
    make(399, 4);
    begin(200, 0);
    add_all(399, 11);
    bool kept[MOST] = {false};
    for (uint32_t i = 0; i < 200; i++) {
        kept[impacts[i].vertex[0]] = true;
    }
    for (uint32_t i = 0; i < 399; i++) {
        for (uint32_t k = 0; k < 399 && !kept[i]; k++) {
            int left_out = level_of(given[i].time), stays = level_of(given[k].time);
            if (kept[k]) {
                TEST_ASSERT_TRUE(stays <= left_out);
                TEST_ASSERT_TRUE(stays < left_out || given[k].kind <= given[i].kind);
            }
        }
    }
}

/* The gaps of cloth at rest change by little: what was kept stays, and what pushed before all. */
void test_what_was_kept_stays_while_it_hardly_moves(void)
{
    make(399, 5);
    test_random random = {6};
    for (uint32_t i = 0; i < 399; i++) {
        given[i].time = 0.0009f;
    }
    begin(150, 0);
    add_all(399, 0);
    bool kept[MOST] = {false};
    for (uint32_t i = 0; i < 150; i++) {
        kept[impacts[i].vertex[0]] = true;
        impacts[i].flags = HEM_SMALL_KNOWN;
    }
    for (uint32_t step = 0; step < 20; step++) {
        memcpy(before, impacts, 150 * sizeof *before);
        begin(150, 150);
        for (uint32_t i = 0; i < 399; i++) {
            given[i].time = random_float(&random, 0.0006f, 0.0014f);
        }
        add_all(399, step);
        uint32_t same = 0;
        for (uint32_t i = 0; i < 150; i++) {
            same += kept[impacts[i].vertex[0]];
            TEST_ASSERT_EQUAL_UINT8(HEM_SMALL_KNOWN,
                                    kept[impacts[i].vertex[0]] ? impacts[i].flags & 1u : 1u);
        }
        TEST_ASSERT_TRUE(same >= 145); /* a few pass for others by their hashes */
    }
}

void test_what_pushed_stays_before_what_did_not(void)
{
    make(100, 7);
    for (uint32_t i = 0; i < 100; i++) {
        given[i].time = 0.001f;
        given[i].kind = HEM_CONTACT_EDGE_EDGE;
        before[i] = hem_small_of(&given[i]);
        before[i].flags = i % 4u == 0 ? HEM_SMALL_KNOWN | HEM_SMALL_PUSHED : HEM_SMALL_KNOWN;
    }
    begin(25, 100);
    add_all(100, 0);
    uint32_t pushed = 0;
    for (uint32_t i = 0; i < 25; i++) {
        pushed += impacts[i].vertex[0] % 4u == 0;
    }
    TEST_ASSERT_TRUE(pushed >= 20);
}

/* The list keeps the smallest contacts, whatever the order they come in, and sorts them by
 * predicted distance, kind, first and second. */
#include "unity.h"

#include "contact_oracle.h"
#include "detect/contact_list.h"
#include "random.h"
#include "test_scale.h"

#include <stdlib.h>
#include <string.h>

#define MOST 100000u

static hem_contact contacts[MOST], sorted[MOST], given[MOST];
static hem_pair keys[MOST];

void setUp(void)
{
}

void tearDown(void)
{
}

static int by_order(const void *a, const void *b)
{
    const hem_contact *one = a, *two = b;
    if (one->predicted != two->predicted) {
        return one->predicted < two->predicted ? -1 : 1;
    }
    return contact_oracle_compare(a, b);
}

/* Different contacts, with so many different distances, firsts and seconds at most. */
static void make_contacts(test_random *random, uint32_t count, uint32_t distances, uint32_t firsts)
{
    for (uint32_t i = 0; i < count; i++) {
        given[i] = (hem_contact){
            .kind = random_below(random, 3),
            .first = random_below(random, firsts),
            .second = i, /* makes them different */
            .predicted = 0.25f * ((float)random_below(random, distances) - 3.0f),
            .weight = {(float)i},
        };
    }
    for (uint32_t i = count; i-- > 1;) {
        uint32_t with = random_below(random, i + 1);
        hem_contact kept = given[i];
        given[i] = given[with];
        given[with] = kept;
    }
}

static void check_list(uint32_t count, uint32_t room)
{
    hem_contact_list list = {.contacts = contacts, .keys = keys, .room = room};
    uint32_t of_kind[3] = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        hem_contact_list_add(&list, &given[i]);
        of_kind[given[i].kind]++;
    }
    hem_contact_list_finish(&list);
    memcpy(sorted, given, count * sizeof *given);
    qsort(sorted, count, sizeof *sorted, by_order);
    uint32_t kept = room < count ? room : count;
    TEST_ASSERT_EQUAL_UINT32(kept, list.kept);
    TEST_ASSERT_EQUAL_UINT32_ARRAY(of_kind, list.count, 3);
    if (kept > 0) {
        TEST_ASSERT_EQUAL_MEMORY(sorted, contacts, kept * sizeof *contacts);
    }
}

void test_any_contacts_in_any_order_and_any_room(void)
{
    test_random random = {31};
    for (uint32_t round = 0; round < hem_test_count(3000); round++) {
        uint32_t count = 1 + random_below(&random, round % 10 == 0 ? 1000 : 60);
        make_contacts(&random, count, 1 + random_below(&random, 1u << random_below(&random, 12)),
                      1 + random_below(&random, 1u << random_below(&random, 8)));
        check_list(count, random_below(&random, count + 5));
    }
}

void test_rooms_at_the_edges(void)
{
    test_random random = {32};
    make_contacts(&random, 100, 10, 5);
    const uint32_t rooms[] = {0, 1, 2, 3, 99, 100, 101};
    for (uint32_t i = 0; i < 7; i++) {
        check_list(100, rooms[i]);
    }
    check_list(0, 0);
    check_list(0, 7);
}

void test_many_contacts_at_one_distance_are_sorted_as_fast_as_others(void)
{
    /* Quadratic time would not end. */
    test_random random = {33};
    make_contacts(&random, MOST, 1, 1);
    check_list(MOST, MOST);
    check_list(MOST, MOST / 2);
    make_contacts(&random, MOST, 1, 50000);
    check_list(MOST, MOST);
    make_contacts(&random, MOST, 3, 3);
    check_list(MOST, MOST);
    make_contacts(&random, MOST, 1u << 20, 1u << 20);
    check_list(MOST, MOST);
}

void test_contacts_that_come_sorted_or_backwards(void)
{
    test_random random = {34};
    make_contacts(&random, 5000, 1u << 20, 100);
    qsort(given, 5000, sizeof *given, by_order);
    check_list(5000, 5000);
    check_list(5000, 100);
    for (uint32_t i = 0; i < 2500; i++) {
        hem_contact kept = given[i];
        given[i] = given[4999 - i];
        given[4999 - i] = kept;
    }
    check_list(5000, 5000);
    check_list(5000, 100);
}

void test_the_largest_numbers_of_features_keep_their_order(void)
{
    hem_contact_list list = {.contacts = contacts, .keys = keys, .room = 6};
    const hem_contact edges[6] = {
        {.kind = 0, .first = 0x3FFFFFFFu, .second = 0},
        {.kind = 1, .first = 0, .second = UINT32_MAX},
        {.kind = 1, .first = 0x3FFFFFFFu, .second = 3},
        {.kind = 2, .first = 0, .second = 0},
        {.kind = 2, .first = 0x3FFFFFFFu, .second = 0},
        {.kind = 2, .first = 0x3FFFFFFFu, .second = UINT32_MAX},
    };
    for (uint32_t i = 0; i < 6; i++) {
        hem_contact_list_add(&list, &edges[(i * 5 + 2) % 6]);
    }
    hem_contact_list_finish(&list);
    TEST_ASSERT_EQUAL_MEMORY(edges, contacts, sizeof edges);
}

void test_what_is_predicted_may_be_negative_or_as_large_as_floats_go(void)
{
    const float predicted[7] = {-3.402823466e38f, -1.0f, -1e-45f,        0.0f,
                                1e-45f,           1.0f,  3.402823466e38f};
    hem_contact_list list = {.contacts = contacts, .keys = keys, .room = 7};
    for (uint32_t i = 0; i < 7; i++) {
        hem_contact contact = {.predicted = predicted[(i * 3 + 1) % 7], .first = i};
        hem_contact_list_add(&list, &contact);
    }
    hem_contact_list_finish(&list);
    for (uint32_t i = 0; i < 7; i++) {
        TEST_ASSERT_TRUE(contacts[i].predicted == predicted[i]);
    }
}

/* What contacts were in the step before is found again by their features. */
#include "unity.h"

#include "detect/contact_memory.h"

enum { ROOM = 2000 };

static hem_small_impact contacts[ROOM];
static uint32_t words[8192];
static hem_contact_memory memory;

void setUp(void)
{
}

void tearDown(void)
{
}

static void learn(uint32_t room, uint32_t count)
{
    hem_arena scratch;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, words, sizeof words));
    for (uint32_t i = 0; i < count; i++) {
        contacts[i] = (hem_small_impact){.vertex = {i, i + 1u, 5000u + i, 7u * i},
                                         .kind = (uint8_t)(i % 2u * 2u),
                                         .flags = (uint8_t)(1u + i % 4u * 2u)};
    }
    hem_contact_memory_take(&memory, room, contacts, count, &scratch);
    TEST_ASSERT_TRUE(scratch.used <= hem_contact_memory_bytes(room));
}

void test_every_contact_is_found_with_all_that_it_was(void)
{
    learn(ROOM, ROOM);
    uint32_t more = 0;
    for (uint32_t i = 0; i < ROOM; i++) {
        uint8_t flags = hem_contact_memory_of(&memory, &contacts[i]);
        TEST_ASSERT_EQUAL_UINT8(contacts[i].flags, flags & contacts[i].flags);
        more += flags != contacts[i].flags;
    }
    TEST_ASSERT_TRUE(more < ROOM / 50u);
}

void test_others_hardly_ever_pass_for_them(void)
{
    learn(ROOM, ROOM);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 40000; i++) {
        hem_small_impact other = {.vertex = {i, i + 2u, 9000u + i, 3u * i}};
        wrong += hem_contact_memory_of(&memory, &other) != 0;
    }
    TEST_ASSERT_TRUE(wrong < 40000u / 200u);
}

/* The same contacts, known or not, whatever there would be room for. */
void test_answers_do_not_depend_on_the_room(void)
{
    enum { COUNT = 500, ASKED = 6000 };
    static uint8_t answers[ASKED];
    static const uint32_t rooms[] = {COUNT, 2 * COUNT, 10 * COUNT};
    uint32_t told = 0;
    for (uint32_t k = 0; k < sizeof rooms / sizeof *rooms; k++) {
        learn(rooms[k], COUNT);
        for (uint32_t i = 0; i < ASKED; i++) {
            hem_small_impact other = {.vertex = {i, i + 2u, 9000u + i, 3u * i}};
            uint8_t flags = hem_contact_memory_of(&memory, i < COUNT ? &contacts[i] : &other);
            answers[i] = k == 0 ? flags : answers[i];
            told += k == 0 && i >= COUNT && flags != 0;
            TEST_ASSERT_EQUAL_UINT8(answers[i], flags);
        }
    }
    TEST_ASSERT_TRUE(told > 0); /* some pass for others, and always the same ones */
}

void test_without_room_or_contacts_nothing_was_there(void)
{
    learn(0, 0);
    TEST_ASSERT_EQUAL_UINT8(0, hem_contact_memory_of(&memory, &contacts[0]));
    learn(5, 0);
    TEST_ASSERT_EQUAL_UINT8(0, hem_contact_memory_of(&memory, &contacts[0]));
}

/* See pair_check.h. */
#include "pair_check.h"

#include "unity.h"

hem_pair pair_found[PAIR_CHECK_ROOM], pair_expected[PAIR_CHECK_ROOM];

void pair_check_all(uint32_t expected, uint32_t count, uint32_t kept, const char *name)
{
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(expected, count, name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(expected, kept, name);
    if (expected > 0) {
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(pair_expected, pair_found, expected * sizeof *pair_found,
                                         name);
    }
}

void pair_check_mark(uint32_t room)
{
    pair_found[room] = (hem_pair){77, 77};
}

void pair_check_smallest(uint32_t expected, uint32_t room, uint32_t count, uint32_t kept)
{
    TEST_ASSERT_EQUAL_UINT32(expected, count);
    TEST_ASSERT_EQUAL_UINT32(room, kept);
    if (room > 0) {
        TEST_ASSERT_EQUAL_MEMORY(pair_expected, pair_found, room * sizeof *pair_found);
    }
    TEST_ASSERT_EQUAL_UINT32(77, pair_found[room].first);
}

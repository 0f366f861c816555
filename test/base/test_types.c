#include "unity.h"

#include "hem/types.h"

#include <string.h>

void setUp(void)
{
}

void tearDown(void)
{
}

void test_every_status_has_a_text_of_its_own(void)
{
    for (hem_status a = HEM_OK; a >= HEM_TOO_FAST; a--) {
        TEST_ASSERT_TRUE(strlen(hem_status_text(a)) > 3);
        for (hem_status b = HEM_OK; b > a; b--) {
            TEST_ASSERT_TRUE(strcmp(hem_status_text(a), hem_status_text(b)) != 0);
        }
    }
    TEST_ASSERT_EQUAL_STRING("unknown status", hem_status_text(HEM_TOO_FAST - 1));
    TEST_ASSERT_EQUAL_STRING("unknown status", hem_status_text(INT32_MIN));
    TEST_ASSERT_EQUAL_STRING("done, but limited: see the report", hem_status_text(1));
}

void test_texts_stand_at_their_status(void)
{
    TEST_ASSERT_EQUAL_STRING("done", hem_status_text(HEM_OK));
    TEST_ASSERT_NOT_NULL(strstr(hem_status_text(HEM_ZERO_AREA), "area"));
    TEST_ASSERT_NOT_NULL(strstr(hem_status_text(HEM_FULL_SCRATCH), "scratch"));
    TEST_ASSERT_NOT_NULL(strstr(hem_status_text(HEM_FP_ROUNDING), "rounding"));
    TEST_ASSERT_NOT_NULL(strstr(hem_status_text(HEM_BAD_WORLD), "world"));
    TEST_ASSERT_NOT_NULL(strstr(hem_status_text(HEM_BAD_MASS), "mass"));
    TEST_ASSERT_NOT_NULL(strstr(hem_status_text(HEM_WRONG_KIND), "kind"));
    TEST_ASSERT_NOT_NULL(strstr(hem_status_text(HEM_TOO_FAST), "max_speed"));
}

void test_the_text_for_an_index_does_not_speak_of_triangles_as_pins_have_it_too(void)
{
    TEST_ASSERT_NULL(strstr(hem_status_text(HEM_BAD_INDEX), "triangle"));
    TEST_ASSERT_NOT_NULL(strstr(hem_status_text(HEM_BAD_INDEX), "vertex"));
}

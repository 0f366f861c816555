/* Where a failed HEM_ASSERT ends up in the tests: as a failed Unity test. */
#include "unity.h"

void hem_assert_failed(const char *expression, const char *file, int line);

void hem_assert_failed(const char *expression, const char *file, int line)
{
    (void)file;
    UNITY_TEST_FAIL((UNITY_LINE_TYPE)line, expression);
}

/* What the helpers of the tests ask of Unity, for programs that are no tests: a failure goes to
 * test_failed, which the program provides and which does not return. */
#ifndef HEM_PLAIN_UNITY_H
#define HEM_PLAIN_UNITY_H

#include <stddef.h>

void test_failed(const char *file, int line, const char *message);

#define TEST_ASSERT_TRUE_MESSAGE(condition, message) \
    ((condition) ? (void)0 : test_failed(__FILE__, __LINE__, message))
#define TEST_ASSERT_TRUE(condition)              TEST_ASSERT_TRUE_MESSAGE(condition, #condition)
#define TEST_ASSERT_NOT_NULL(pointer)            TEST_ASSERT_TRUE((pointer) != NULL)
#define TEST_ASSERT_NOT_NULL_MESSAGE(pointer, m) TEST_ASSERT_TRUE_MESSAGE((pointer) != NULL, m)
#define TEST_ASSERT_EQUAL(expected, actual)      TEST_ASSERT_TRUE((expected) == (actual))
#define TEST_ASSERT_EQUAL_MESSAGE(expected, actual, m) \
    TEST_ASSERT_TRUE_MESSAGE((expected) == (actual), m)
#define TEST_ASSERT_NOT_EQUAL_MESSAGE(expected, actual, m) \
    TEST_ASSERT_TRUE_MESSAGE((expected) != (actual), m)
#define TEST_ASSERT_EQUAL_UINT32(expected, actual) TEST_ASSERT_EQUAL(expected, actual)
#define TEST_ASSERT_LESS_THAN_UINT32_MESSAGE(most, actual, m) \
    TEST_ASSERT_TRUE_MESSAGE((actual) < (most), m)
#define TEST_ASSERT_EQUAL_HEX32(expected, actual) TEST_ASSERT_EQUAL(expected, actual)
#define TEST_ASSERT_EQUAL_INT_MESSAGE(expected, actual, m) \
    TEST_ASSERT_EQUAL_MESSAGE(expected, actual, m)

#endif

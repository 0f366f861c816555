/* HEM_ASSERT: for what only a bug in the library can cause. Off unless the build defines
 * HEM_ASSERTS; then the program provides hem_assert_failed. */
#ifndef HEM_BASE_HEM_ASSERT_H
#define HEM_BASE_HEM_ASSERT_H

#if defined(HEM_ASSERTS)
void hem_assert_failed(const char *expression, const char *file, int line);
#define HEM_ASSERT(condition) \
    ((condition) ? (void)0 : hem_assert_failed(#condition, __FILE__, __LINE__))
#else
#define HEM_ASSERT(condition) ((void)0)
#endif

#endif

/* Where a failed HEM_ASSERT ends up in a fuzz target: as a finding. */
#include "fuzz/fuzz_bytes.h"

void hem_assert_failed(const char *expression, const char *file, int line);

void hem_assert_failed(const char *expression, const char *file, int line)
{
    fuzz_found(expression, file, line);
}

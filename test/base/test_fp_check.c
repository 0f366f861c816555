#include "unity.h"

#include "base/fp_check.h"

#include <fenv.h>
#include <xmmintrin.h>

static unsigned int saved;

void setUp(void)
{
    saved = _mm_getcsr();
}

void tearDown(void)
{
    _mm_setcsr(saved);
}

void test_ordinary_arithmetic_is_accepted(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_fp_check());
}

void test_every_other_rounding_mode_is_noticed(void)
{
    const unsigned int modes[] = {_MM_ROUND_DOWN, _MM_ROUND_UP, _MM_ROUND_TOWARD_ZERO};
    for (int i = 0; i < 3; i++) {
        _mm_setcsr((saved & ~(unsigned int)_MM_ROUND_MASK) | modes[i]);
        TEST_ASSERT_EQUAL(HEM_FP_ROUNDING, hem_fp_check());
    }
}

void test_flushed_results_and_flushed_operands_are_noticed(void)
{
    _mm_setcsr(saved | 0x8000u);
    TEST_ASSERT_EQUAL(HEM_FP_FLUSHED, hem_fp_check());
    _mm_setcsr(saved | 0x0040u);
    TEST_ASSERT_EQUAL(HEM_FP_FLUSHED, hem_fp_check());
}

/* Init checks float arithmetic between entering and leaving the FP environment of the port; the
 * port is a mock here, so that a port which cannot help can be played. */
#include "unity.h"

#include "hem/world.h"
#include "mock_port.h"

#include <string.h>
#include <xmmintrin.h>

HEM_BLOCK(block, HEM_WORLD_BYTES(1, 4, 2, 5, 0));
static hem_caps caps;
static hem_world *world;
static unsigned int caller_environment;

void setUp(void)
{
    caller_environment = _mm_getcsr();
    caps = hem_default_caps(1, 4, 2, 5, 0);
    memset(block, 0x77, sizeof block);
    world = NULL;
}

void tearDown(void)
{
    _mm_setcsr(caller_environment);
}

void test_init_enters_the_environment_and_leaves_with_what_it_was_given(void)
{
    hem_fp_enter_ExpectAndReturn(0xABCD);
    hem_fp_leave_Expect(0xABCD);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(block, sizeof block, &caps, &world));
}

static void check_refused_with(hem_status expected)
{
    hem_fp_enter_ExpectAndReturn(7);
    hem_fp_leave_Expect(7);
    hem_status status = hem_world_init(block, sizeof block, &caps, &world);
    _mm_setcsr(caller_environment);
    TEST_ASSERT_EQUAL(expected, status);
    TEST_ASSERT_NULL(world);
    TEST_ASSERT_EACH_EQUAL_HEX8(0x77, block, sizeof block);
}

void test_a_port_that_cannot_set_the_rounding_mode_is_refused(void)
{
    _mm_setcsr((caller_environment & ~0x6000u) | 0x4000u);
    check_refused_with(HEM_FP_ROUNDING);
}

void test_a_port_that_cannot_keep_denormals_is_refused(void)
{
    _mm_setcsr(caller_environment | 0x8040u);
    check_refused_with(HEM_FP_FLUSHED);
}

void test_input_that_is_refused_never_enters_the_environment(void)
{
    TEST_ASSERT_EQUAL(HEM_BLOCK_TOO_SMALL, hem_world_init(block, 16, &caps, &world));
}

/* A library that was built so that products and sums are fused says so and refuses to start. The
 * arithmetic's check is a mock here; test/integration/fused.sh builds such a library for real. */
#include "unity.h"

#include "hem/world.h"
#include "mock_fp_check.h"
#include "mock_port.h"

#include <string.h>

HEM_BLOCK(block, HEM_WORLD_BYTES(1, 4, 2, 5, 0));

void setUp(void)
{
}

void tearDown(void)
{
}

void test_what_the_check_finds_is_what_init_returns(void)
{
    const hem_status findings[] = {HEM_FP_CONTRACTED, HEM_FP_EXCESS, HEM_FP_FLUSHED,
                                   HEM_FP_ROUNDING};
    hem_caps caps = hem_default_caps(1, 4, 2, 5, 0);
    for (int i = 0; i < 4; i++) {
        hem_world *world = NULL;
        memset(block, 0x77, sizeof block);
        hem_fp_enter_ExpectAndReturn(3);
        hem_fp_check_ExpectAndReturn(findings[i]);
        hem_fp_leave_Expect(3);
        TEST_ASSERT_EQUAL(findings[i], hem_world_init(block, sizeof block, &caps, &world));
        TEST_ASSERT_NULL(world);
        TEST_ASSERT_EACH_EQUAL_HEX8(0x77, block, sizeof block);
    }
}

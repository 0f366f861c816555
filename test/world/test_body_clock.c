/* Adding a body reads the port's clock for its report and for nothing else. */
#include "unity.h"

#include "hem/world.h"
#include "mock_port.h"

HEM_BLOCK(block, HEM_WORLD_BYTES(1, 4, 2, 5, 0));
static const hem_vec3 positions[4] = {
    {0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};
static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
static hem_world *world;
static hem_body_def square;

void setUp(void)
{
    hem_caps caps = hem_default_caps(1, 4, 2, 5, 0);
    hem_fp_enter_ExpectAndReturn(0);
    hem_fp_leave_Expect(0);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(block, sizeof block, &caps, &world));
    square = hem_default_body_def();
    square.positions = positions;
    square.vertex_count = 4;
    square.triangles = triangles;
    square.triangle_count = 2;
}

void tearDown(void)
{
}

static uint64_t add_between(uint64_t start, uint64_t end, uint32_t *microseconds)
{
    hem_body body;
    hem_body_report report;
    hem_ticks_ExpectAndReturn(start);
    hem_fp_enter_ExpectAndReturn(9);
    hem_fp_leave_Expect(9);
    hem_ticks_ExpectAndReturn(end);
    hem_ticks_per_second_ExpectAndReturn(1000000);
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &square, &body, &report));
    *microseconds = report.microseconds;
    return hem_world_hash(world);
}

void test_the_report_tells_the_time_it_took(void)
{
    uint32_t microseconds;
    add_between(1000, 1042, &microseconds);
    TEST_ASSERT_EQUAL_UINT32(42, microseconds);
}

void test_the_clock_changes_nothing_but_the_report(void)
{
    uint32_t microseconds;
    uint64_t quick = add_between(0, 1, &microseconds);
    setUp();
    uint64_t slow = add_between(UINT64_MAX - 5, 3, &microseconds);
    TEST_ASSERT_EQUAL_HEX64(quick, slow);
    TEST_ASSERT_EQUAL_UINT32(0, microseconds);
}

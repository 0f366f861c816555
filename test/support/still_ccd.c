/* See still_ccd.h. */
#include "still_ccd.h"

#include "unity.h"

#include <string.h>

hem_ccd_in still_vertex_over_face(void)
{
    hem_ccd_in in = {.start = {{0.25f, 0.25f, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    memcpy(in.end, in.start, sizeof in.end);
    return in;
}

hem_ccd_in still_vertex_on_face(void)
{
    hem_ccd_in in = still_vertex_over_face();
    in.start[0].z = in.end[0].z = 0.0f;
    return in;
}

hem_ccd_in still_edge_over_edge(void)
{
    hem_ccd_in in = {.start = {{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}}};
    memcpy(in.end, in.start, sizeof in.end);
    return in;
}

hem_ccd_in still_edge_on_edge(void)
{
    hem_ccd_in in = still_edge_over_edge();
    in.start[0].z = in.start[1].z = in.end[0].z = in.end[1].z = 0.0f;
    return in;
}

void assert_ccd_clear(hem_ccd_state state, const hem_ccd_out *out)
{
    TEST_ASSERT_EQUAL(HEM_CCD_CLEAR, state);
    TEST_ASSERT_EQUAL(HEM_CCD_CLEAR, out->state);
    TEST_ASSERT_EQUAL_FLOAT(1, out->time);
    for (uint32_t i = 0; i < 4; i++) {
        TEST_ASSERT_EQUAL_FLOAT(0, out->weight[i]);
    }
}

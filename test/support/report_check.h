/* Does a report say that something ran out or was given up? Then the status of the step is
 * HEM_LIMITED, and otherwise HEM_OK: the rule of inc/hem/world.h, said again. */
#ifndef HEM_TEST_REPORT_CHECK_H
#define HEM_TEST_REPORT_CHECK_H

#include "hem/world.h"

static inline bool report_left_something_out(const hem_report *report)
{
    uint64_t left_out = 0;
#define ADD_LEFT_OUT(name) left_out += report->name.left_out;
    HEM_BUFFERS(ADD_LEFT_OUT)
#undef ADD_LEFT_OUT
    return left_out > 0;
}

static inline bool report_says_limited(const hem_report *report)
{
    const hem_phase_report *zone = &report->phase[HEM_PHASE_ZONE];
    uint64_t left =
        (uint64_t)report->rigid_zones + report->held_vertices + report->pinched + report->nonfinite;
    for (uint32_t p = 0; p < HEM_PHASES; p++) {
        left += report->phase[p].undone;
    }
    left += report->phase[HEM_PHASE_INTEGRATE].unsettled;
    left += zone->sweep_limit == 0 ? zone->unsettled : 0u;
    return left > 0 || report_left_something_out(report);
}

#endif

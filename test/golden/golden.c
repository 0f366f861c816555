/* The list of what the golden program runs: see golden.h. */
#include "golden/golden.h"

#include "hem/port.h"

static const golden_part parts[] = {
    golden_base,    golden_core,    golden_narrow, golden_ccd,      golden_scenes,
    golden_tree,    golden_detect,  golden_broad,  golden_features, golden_continuous,
    golden_respond, golden_resolve, golden_cloth,  golden_step,
};

void golden_run(golden_emit_fn emit)
{
    uint32_t saved = hem_fp_enter();
    for (uint32_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        parts[i](emit);
    }
    hem_fp_leave(saved);
}

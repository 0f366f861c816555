/* The golden program as its user sees it: one line `scene phase hash` for each result. */
#include "golden/golden.h"
#include "golden/program.h"

int program_run(void)
{
    golden_run(program_say_hash);
    return 0;
}

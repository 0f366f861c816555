/* The golden program as its user sees it: one line `scene phase hash` for each result. */
#include "golden/golden.h"
#include "golden/program.h"

static void say_hash(const char *scene, const char *phase, uint64_t hash)
{
    program_line line = {.length = 0};
    line_text(&line, scene);
    line_char(&line, ' ');
    line_text(&line, phase);
    line_char(&line, ' ');
    line_hex(&line, hash, 16);
    program_say(line.text);
}

int program_run(void)
{
    golden_run(say_hash);
    return 0;
}

/* The start of a test program in WebAssembly: run.mjs calls run() and prints what it is told. See
 * golden/program.h. */
#include "golden/program.h"

__attribute__((import_module("program"), import_name("say"))) void import_say(const char *line);
int run(void);

void program_say(const char *line)
{
    import_say(line);
}

__attribute__((export_name("run"))) int run(void)
{
    return program_run();
}

/* The start of a test program where there is stdio: on systems, and on bare metal by semihosting.
 * See golden/program.h. */
#include "golden/program.h"

#include <stdio.h>

void program_say(const char *line)
{
    puts(line);
    fflush(stdout);
}

int main(void)
{
    return program_run();
}

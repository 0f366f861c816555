/* `make soak`: rounds of every set, one seed after the other, until the time is over or something
 * is missed.
 *
 *   soak SECONDS SEED
 *
 * Ends with a line for each set, tabs between: row, name, cases, pairs, misses, extras, seed. */
#include "soak/soak.h"
#include "unity.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_SETS = 64 };

static soak_tally tallies[MOST_SETS];
static uint64_t seed;
static uint32_t set;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void say_where(const char *what)
{
    printf("%s: %s\nagain: make soak SEED=%" PRIu64 "\n", soak_sets[set].name, what, seed);
}

static void print_rows(uint64_t first_seed)
{
    for (uint32_t i = 0; i < soak_set_count; i++) {
        const soak_tally *of = &tallies[i];
        bool failed = of->misses + of->extras > 0;
        printf("row\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n",
               soak_sets[i].name, of->cases, of->pairs, of->misses, of->extras,
               failed ? seed : first_seed);
    }
    fflush(stdout);
}

/* A call that had to succeed did not. */
void test_failed(const char *file, int line, const char *message)
{
    printf("%s:%d\n", file, line);
    say_where(message);
    fflush(stdout);
    exit(1);
}

static void crashed(int number)
{
    printf("signal %d\n", number);
    say_where("crashed");
    fflush(stdout);
    _Exit(1);
}

static bool run_round(void)
{
    for (set = 0; set < soak_set_count; set++) {
        soak_round(set, seed, &tallies[set]);
        if (tallies[set].misses + tallies[set].extras > 0) {
            say_where(tallies[set].first);
            return false;
        }
    }
    return true;
}

int main(int argument_count, char **arguments)
{
    if (argument_count != 3 || soak_set_count > MOST_SETS) {
        fprintf(stderr, "usage: soak SECONDS SEED\n");
        return 2;
    }
    double end = seconds_now() + strtod(arguments[1], NULL);
    uint64_t first_seed = strtoull(arguments[2], NULL, 10);
    signal(SIGSEGV, crashed);
    signal(SIGFPE, crashed);
    signal(SIGABRT, crashed);
    bool clean = true;
    for (seed = first_seed; clean; seed++) {
        clean = run_round();
        if (!clean || seconds_now() >= end) {
            break;
        }
    }
    print_rows(first_seed);
    return clean ? 0 : 1;
}

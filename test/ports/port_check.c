/* Runs a port where it is meant to run: is the clock a clock, and does the floating-point
 * environment change as asked and come back to the last bit? Plain C for every target; says lines
 * `ok <phase> ...` or `not ok <phase> ...`, the phase being clock or fp-environment. */
#include "golden/program.h"
#include "ports/fp_word.h"

#include "hem/port.h"

#include <stdbool.h>
#include <string.h>

/* A second clock in microseconds, to hold the port's against, and how long to compare the two. On
 * Cortex-M that is the 100 Hz counter of the board, for longer than a 24-bit timer takes to wrap.
 */
#if defined(__wasm__)
__attribute__((import_module("program"), import_name("wall_us"))) double import_wall_us(void);
static uint64_t second_clock_us(void)
{
    return (uint64_t)import_wall_us();
}
#define COMPARED_US 300000u
#elif defined(_WIN32)
#include <windows.h>
static uint64_t second_clock_us(void)
{
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    return ((uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime) / 10;
}
#define COMPARED_US 300000u
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
static uint64_t second_clock_us(void)
{
    return *(volatile uint32_t *)0x40028014u * 10000u;
}
#define COMPARED_US 1600000u
#else
#include <time.h>
static uint64_t second_clock_us(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}
#define COMPARED_US 300000u
#endif

static int failures;

static program_line begin(bool good, const char *phase, const char *text)
{
    program_line line = {.length = 0};
    line_text(&line, good ? "ok " : "not ok ");
    line_text(&line, phase);
    line_char(&line, ' ');
    line_text(&line, text);
    failures += good ? 0 : 1;
    return line;
}

static void check(bool good, const char *phase, const char *text)
{
    program_line line = begin(good, phase, text);
    program_say(line.text);
}

/* The clock's rate by the second clock: ticks over one stretch of time, as ticks a second. The
 * second clock may be coarse, so the stretch begins and ends as it moves. */
static uint64_t measured_rate(void)
{
    uint64_t edge = second_clock_us();
    uint64_t begun_us = edge;
    while (begun_us == edge) {
        begun_us = second_clock_us();
    }
    uint64_t begun = hem_ticks();
    uint64_t ended_us = begun_us;
    uint64_t ended = begun;
    while (ended_us - begun_us < COMPARED_US) {
        ended_us = second_clock_us();
        ended = hem_ticks();
    }
    return (ended - begun) * 1000000u / (ended_us - begun_us);
}

static void check_clock(void)
{
    uint64_t rate = hem_ticks_per_second();
    check(rate != 0 && rate == hem_ticks_per_second(), "clock", "its rate is constant and not 0");

    uint64_t first = hem_ticks();
    uint64_t last = first;
    bool backwards = false;
    for (uint32_t i = 0; i < 100000; i++) {
        uint64_t now = hem_ticks();
        backwards = backwards || now < last;
        last = now;
    }
    check(!backwards, "clock", "it does not run backwards in 100000 readings");
    uint64_t begun_us = second_clock_us();
    while (last == first && second_clock_us() - begun_us < 2000000u) {
        last = hem_ticks();
    }
    check(last > first, "clock", "it advances");

    /* Someone else may hold the machine between two readings, so one of a few tries will do. */
    uint64_t measured = 0;
    bool agrees = false;
    for (uint32_t tries = 0; tries < 5 && !agrees; tries++) {
        measured = measured_rate();
        agrees = measured > rate - rate / 20 && measured < rate + rate / 20;
    }
    program_line line = begin(agrees, "clock", "ticks a second: ");
    line_number(&line, rate);
    line_text(&line, " promised, ");
    line_number(&line, measured);
    line_text(&line, " by a second clock");
    program_say(line.text);
}

/* Operations that tell the rounding modes and the ways of flushing apart, with the results to
 * nearest and denormals kept. */
static const struct probe {
    char operation;
    uint32_t a, b, result;
} probes[] = {
    {'+', 0x3F800000u, 0x33000000u, 0x3F800000u}, /* 1 + a quarter of its last bit */
    {'+', 0x3F800000u, 0x33C00000u, 0x3F800001u}, /* 1 + three quarters */
    {'+', 0xBF800000u, 0xB3000000u, 0xBF800000u}, /* the same below zero */
    {'+', 0xBF800000u, 0xB3C00000u, 0xBF800001u},
    {'+', 0x3F800000u, 0x33800000u, 0x3F800000u}, /* 1 + half: a tie, to even */
    {'/', 0x3F800000u, 0x40400000u, 0x3EAAAAABu}, /* 1 / 3 */
    {'*', 0x00800000u, 0x3F000000u, 0x00400000u}, /* the smallest normal, halved */
    {'+', 0x00400000u, 0x00400000u, 0x00800000u}, /* and made whole of denormals */
    {'*', 0x00000001u, 0x40800000u, 0x00000004u}, /* the smallest of all, four times */
    {'/', 0x3F800000u, 0x00000000u, 0x7F800000u}, /* 1 / 0, which could trap */
    {'*', 0x7F000000u, 0x7F000000u, 0x7F800000u}, /* overflow */
};

enum { PROBES = sizeof probes / sizeof probes[0], TRAPPING = 2 };

static uint32_t computed(const struct probe *probe)
{
    volatile float a;
    volatile float b;
    volatile float result;
    memcpy((void *)&a, &probe->a, sizeof a);
    memcpy((void *)&b, &probe->b, sizeof b);
    switch (probe->operation) {
    case '+':
        result = a + b;
        break;
    case '*':
        result = a * b;
        break;
    default:
        result = a / b;
        break;
    }
    float plain = result;
    uint32_t bits;
    memcpy(&bits, &plain, sizeof bits);
    return bits;
}

static bool computes_to_nearest(uint32_t count)
{
    bool nearest = true;
    for (uint32_t i = 0; i < count; i++) {
        nearest = computed(&probes[i]) == probes[i].result && nearest;
    }
    return nearest;
}

#if defined(FP_FIXED)

static void check_fp_environment(void)
{
    uint32_t outer = hem_fp_enter();
    uint32_t inner = hem_fp_enter();
    bool inside = computes_to_nearest(PROBES);
    hem_fp_leave(inner);
    hem_fp_leave(outer);
    check(inside && computes_to_nearest(PROBES), "fp-environment",
          "fixed on this target, to nearest with denormals kept, inside and outside");
}

#else

/* Goes in and out under a caller's word and says whether all inside was computed to nearest and
 * the word came back. */
static bool survives(uint64_t word, uint64_t *back)
{
    fp_set_word(word);
    uint32_t outer = hem_fp_enter();
    bool nearest = computes_to_nearest(PROBES);
    uint32_t inner = hem_fp_enter();
    nearest = computes_to_nearest(PROBES) && nearest;
    hem_fp_leave(inner);
    nearest = computes_to_nearest(PROBES) && nearest;
    hem_fp_leave(outer);
    *back = fp_word();
    return nearest && *back == word;
}

static void check_setting(const fp_setting *setting, uint64_t base)
{
    uint64_t word = (base & ~setting->clear) | setting->set;
    fp_set_word(word);
    bool there = fp_word() == word;
    bool tells = setting->kind != FP_TRAPS && !computes_to_nearest(PROBES - TRAPPING);
    fp_set_word(base);

    if (!there) {
        /* Bits that read as zero: nothing a caller could have set. */
        program_line line = begin(true, "fp-environment", setting->name);
        line_text(&line, ": this processor does not have it, not tested");
        program_say(line.text);
        return;
    }
    uint64_t back;
    bool good = survives(word, &back);
    fp_set_word(base);
    if (setting->kind == FP_ROUNDS && !tells) {
        good = false;
    }
    program_line line = begin(good, "fp-environment", setting->name);
    line_text(&line, tells                         ? ": felt outside"
                     : setting->kind == FP_TRAPS   ? ": set outside"
                     : setting->kind == FP_FLUSHES ? ": set outside, but not modelled here"
                                                   : ": not felt outside");
    line_text(&line, good ? ", to nearest inside, back as 0x" : ", WRONG inside or after, as 0x");
    line_hex(&line, back, (word >> 32) != 0 || (back >> 32) != 0 ? 16 : 8);
    program_say(line.text);
}

static void check_fp_environment(void)
{
    uint64_t base = fp_word() & ~(uint64_t)FP_FLAGS;
    uint64_t back;
    fp_set_word(base);
    base = fp_word();

    bool nearest = survives(base, &back);
    fp_set_word(base);
    check(nearest, "fp-environment", "the default: to nearest inside, no flag left behind");
    for (uint32_t i = 0; i < sizeof fp_settings / sizeof fp_settings[0]; i++) {
        check_setting(&fp_settings[i], base);
    }

    fp_set_word(base | FP_FLAGS);
    uint64_t raised = fp_word();
    bool kept = survives(raised, &back);
    bool any = raised != base;
    kept = survives((raised & ~fp_settings[0].clear) | fp_settings[0].set, &back) && kept;
    fp_set_word(base);
    check(kept && any, "fp-environment", "flags that were raised before stay raised");
}

#endif

#if defined(HEM_PORT_TEMPLATE)
#define DOES_NOTHING true
#else
#define DOES_NOTHING false
#endif

/* The port that does nothing does just that. */
static void check_template(void)
{
    bool still = true;
    for (int i = 0; i < 1000; i++) {
        still = still && hem_ticks() == 0;
    }
    check(still, "clock", "stands still at 0");
    check(hem_ticks_per_second() != 0, "clock", "has a rate");
    volatile float one = 1.0f, three = 3.0f;
    float before = one / three;
    uint32_t saved = hem_fp_enter();
    float inside = one / three;
    hem_fp_leave(saved);
    check(before == inside && one / three == before, "fp-environment", "is left alone");
}

int program_run(void)
{
    if (DOES_NOTHING) {
        check_template();
    } else {
        check_clock();
        check_fp_environment();
    }
    return failures == 0 ? 0 : 1;
}

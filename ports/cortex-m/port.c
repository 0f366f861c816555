/* The port for Cortex-M without an operating system: the cycle counter of the debug unit as clock,
 * or a timer where that counter does not count, and the floating-point environment by FPSCR.
 *
 * Settings: HEM_CORTEX_M_HZ, the core clock; HEM_CORTEX_M_CMSDK_TIMER, the address of a CMSDK APB
 * timer of the same clock to fall back to. Without that address SysTick is the fallback. */
#include "hem/port.h"

#include <stdbool.h>

#if !defined(HEM_CORTEX_M_HZ)
#define HEM_CORTEX_M_HZ 25000000u
#endif

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))

#define DEBUG_CONTROL REGISTER(0xE000EDFCu) /* DEMCR: bit 24 turns the trace unit on */
#define DWT_CONTROL   REGISTER(0xE0001000u) /* bit 0 lets the cycle counter run */
#define DWT_CYCLES    REGISTER(0xE0001004u)
#define DWT_UNLOCK    REGISTER(0xE0001FB0u) /* asked for by Cortex-M7 */

#if defined(HEM_CORTEX_M_CMSDK_TIMER)
#define TIMER_CONTROL REGISTER((HEM_CORTEX_M_CMSDK_TIMER) + 0x0u) /* bit 0 lets it run */
#define TIMER_VALUE   REGISTER((HEM_CORTEX_M_CMSDK_TIMER) + 0x4u)
#define TIMER_RELOAD  REGISTER((HEM_CORTEX_M_CMSDK_TIMER) + 0x8u)
#define TIMER_SPAN    0xFFFFFFFFu
#else
#define TIMER_CONTROL REGISTER(0xE000E010u) /* SysTick: bit 0 lets it run, bit 2 the core clock */
#define TIMER_RELOAD  REGISTER(0xE000E014u)
#define TIMER_VALUE   REGISTER(0xE000E018u)
#define TIMER_SPAN    0x00FFFFFFu
#endif

enum clock_source { CLOCK_UNKNOWN, CLOCK_CYCLES, CLOCK_TIMER, CLOCK_NONE };

/* The clock's state: the counters are short, so the time that has passed is summed up here. */
static struct {
    enum clock_source source;
    uint32_t last;
    uint64_t total;
} the_clock;

/* The counter, made to count up; only its low bits count with a timer of 24. */
static uint32_t counter_read(enum clock_source source)
{
    if (source == CLOCK_CYCLES) {
        return DWT_CYCLES;
    }
    return 0u - TIMER_VALUE;
}

/* Where the cycle counter is not built in, it reads as the same number for ever. */
static bool cycles_move(void)
{
    uint32_t first = DWT_CYCLES;
    for (uint32_t i = 0; i < 1000; i++) {
        if (DWT_CYCLES != first) {
            return true;
        }
    }
    return false;
}

/* A timer that already runs belongs to someone else and is left alone: there is no clock then. */
static bool timer_start(void)
{
    if ((TIMER_CONTROL & 1u) != 0) {
        return false;
    }
    TIMER_RELOAD = TIMER_SPAN;
#if defined(HEM_CORTEX_M_CMSDK_TIMER)
    TIMER_VALUE = TIMER_SPAN;
    TIMER_CONTROL = 1u;
#else
    TIMER_VALUE = 0;
    TIMER_CONTROL = 5u;
#endif
    return true;
}

static enum clock_source clock_start(void)
{
    DEBUG_CONTROL |= 1u << 24;
    DWT_UNLOCK = 0xC5ACCE55u;
    DWT_CONTROL |= 1u;
    if (cycles_move()) {
        return CLOCK_CYCLES;
    }
    return timer_start() ? CLOCK_TIMER : CLOCK_NONE;
}

static uint64_t clock_advance(void)
{
    if (the_clock.source == CLOCK_UNKNOWN) {
        the_clock.source = clock_start();
        the_clock.last = counter_read(the_clock.source);
    }
    if (the_clock.source == CLOCK_NONE) {
        return 0;
    }
    uint32_t span = the_clock.source == CLOCK_CYCLES ? 0xFFFFFFFFu : TIMER_SPAN;
    uint32_t now = counter_read(the_clock.source);
    the_clock.total += (now - the_clock.last) & span;
    the_clock.last = now;
    return the_clock.total;
}

uint64_t hem_ticks(void)
{
    /* Interrupts wait, so that a handler may read the clock too, for instance to catch wraps. */
    uint32_t masked;
    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(masked) : : "memory");
    uint64_t ticks = clock_advance();
    __asm__ volatile("msr primask, %0" : : "r"(masked) : "memory");
    return ticks;
}

uint64_t hem_ticks_per_second(void)
{
    return HEM_CORTEX_M_HZ;
}

#if defined(__ARM_FP)

/* FPSCR: default NaN 25, flush to zero 24, rounding 23:22, flush half to zero 19. There are no
 * traps. Flags 31:27, 7 and 4:0. */
#define FP_CONTROL 0x03C80000u

static uint32_t fp_read(void)
{
    uint32_t word;
    __asm__ volatile("vmrs %0, fpscr" : "=r"(word) : : "memory");
    return word;
}

static void fp_write(uint32_t word)
{
    __asm__ volatile("vmsr fpscr, %0" : : "r"(word) : "memory");
}

uint32_t hem_fp_enter(void)
{
    uint32_t saved = fp_read();
    if ((saved & FP_CONTROL) != 0) {
        fp_write(saved & ~FP_CONTROL);
    }
    return saved;
}

void hem_fp_leave(uint32_t saved)
{
    if (fp_read() != saved) {
        fp_write(saved);
    }
}

#else

/* Software arithmetic has one environment, the right one. */
uint32_t hem_fp_enter(void)
{
    return 0;
}

void hem_fp_leave(uint32_t saved)
{
    (void)saved;
}

#endif

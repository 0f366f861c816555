/* The port for POSIX systems: the monotonic clock in nanoseconds (or HEM_POSIX_CLOCK), and the
 * floating-point environment by the processor's own control word where one is known, else by
 * <fenv.h>.
 *
 * Each processor gives fp_read and fp_write over one 32-bit word that holds its control bits and
 * its sticky flags, FP_CONTROL (the bits that Hem needs set) and FP_WANTED (to what). */
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L
#endif

#include "hem/port.h"

#include <time.h>

#if !defined(HEM_POSIX_CLOCK)
#define HEM_POSIX_CLOCK CLOCK_MONOTONIC
#endif

uint64_t hem_ticks(void)
{
    struct timespec now = {0, 0};
    clock_gettime(HEM_POSIX_CLOCK, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t hem_ticks_per_second(void)
{
    return 1000000000u;
}

#if defined(HEM_POSIX_FENV)
#define FP_BY_FENV 1

#elif defined(__SSE__)

#include <xmmintrin.h>

/* MXCSR: flush to zero 15, rounding 14:13, exception masks 12:7, denormals are zero 6, flags 5:0.
 */
#define FP_CONTROL 0x0000FFC0u
#define FP_WANTED  0x00001F80u

static uint32_t fp_read(void)
{
    return _mm_getcsr();
}

static void fp_write(uint32_t word)
{
    _mm_setcsr(word);
}

#elif defined(__aarch64__)

/* FPCR holds the control bits 26:8 and 2:0, FPSR the flags 27, 7 and 4:0. Packed into one word, the
 * control bits keep their places, and flags 4:0 go to 7:3, flag 7 to 28. FPCR: default NaN 25,
 * flush to zero 24, rounding 23:22, flush half to zero 19, traps 15 and 12:8, alternate
 * handling 2:0. */
#define FP_CONTROL 0x03C89F07u
#define FP_WANTED  0x00000000u
#define FPCR_BITS  0x07FFFF07u
#define FPSR_BITS  0x0800009Fu

static uint32_t fp_read(void)
{
    uint64_t control;
    uint64_t status;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control) : : "memory");
    __asm__ volatile("mrs %0, fpsr" : "=r"(status) : : "memory");
    uint32_t flags = (uint32_t)status;
    return ((uint32_t)control & FPCR_BITS) | (flags & 0x08000000u) | (flags & 0x1Fu) << 3 |
           (flags & 0x80u) << 21;
}

static void fp_write(uint32_t word)
{
    uint64_t control;
    uint64_t status;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control) : : "memory");
    __asm__ volatile("mrs %0, fpsr" : "=r"(status) : : "memory");
    uint32_t flags = (word & 0x08000000u) | (word >> 3 & 0x1Fu) | (word >> 21 & 0x80u);
    control = (control & ~(uint64_t)FPCR_BITS) | (word & FPCR_BITS);
    status = (status & ~(uint64_t)FPSR_BITS) | flags;
    __asm__ volatile("msr fpcr, %0" : : "r"(control) : "memory");
    __asm__ volatile("msr fpsr, %0" : : "r"(status) : "memory");
}

#elif defined(__arm__) && defined(__ARM_FP)

/* FPSCR: default NaN 25, flush to zero 24, rounding 23:22, vector stride 21:20 and length 18:16,
 * flush half to zero 19, traps 15 and 12:8; flags 31:27, 7 and 4:0. */
#define FP_CONTROL 0x03FF9F00u
#define FP_WANTED  0x00000000u

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

#elif defined(__riscv_flen)

/* fcsr: rounding 7:5, flags 4:0. There are no traps, and denormals are always kept. */
#define FP_CONTROL 0x000000E0u
#define FP_WANTED  0x00000000u

static uint32_t fp_read(void)
{
    unsigned long word;
    __asm__ volatile("frcsr %0" : "=r"(word) : : "memory");
    return (uint32_t)word;
}

static void fp_write(uint32_t word)
{
    unsigned long whole = word;
    __asm__ volatile("fscsr %0" : : "r"(whole) : "memory");
}

#elif defined(__powerpc64__) && !defined(_SOFT_FLOAT)

#include <string.h>

#if defined(__ALTIVEC__) && !defined(__VSX__)
#error "AltiVec arithmetic flushes denormals by VSCR: build with -mno-altivec or with -mvsx"
#endif

/* FPSCR, its low half: traps 7:3, non-IEEE mode 2, rounding 1:0, flags above. */
#define FP_CONTROL 0x000000FFu
#define FP_WANTED  0x00000000u

static uint32_t fp_read(void)
{
    double held;
    uint64_t bits;
    __asm__ volatile("mffs %0" : "=f"(held) : : "memory");
    memcpy(&bits, &held, sizeof bits);
    return (uint32_t)bits;
}

static void fp_write(uint32_t word)
{
    double held;
    uint64_t bits = word;
    memcpy(&held, &bits, sizeof held);
    __asm__ volatile("mtfsf 255, %0" : : "f"(held) : "memory");
}

#else
#define FP_BY_FENV 1
#endif

#if defined(FP_BY_FENV)

#include <fenv.h>

/* What <fenv.h> can tell: the place of the rounding mode in a list of ours in bits 1:0, the flags
 * above. Nearest stands first. Flushing and traps are out of its reach. */
#define FP_CONTROL 0x00000003u
#define FP_WANTED  0x00000000u

static const int rounding_modes[] = {
    FE_TONEAREST,
#if defined(FE_UPWARD)
    FE_UPWARD,
#endif
#if defined(FE_DOWNWARD)
    FE_DOWNWARD,
#endif
#if defined(FE_TOWARDZERO)
    FE_TOWARDZERO,
#endif
};

static uint32_t fp_read(void)
{
    int mode = fegetround();
    uint32_t place = 0;
    for (uint32_t i = 0; i < sizeof rounding_modes / sizeof rounding_modes[0]; i++) {
        place = rounding_modes[i] == mode ? i : place;
    }
    /* The flags' bits lie anywhere in an int: counted off one by one they take their order. */
    uint32_t word = place;
    uint32_t to = 2;
    int raised = fetestexcept(FE_ALL_EXCEPT);
    for (uint32_t from = 0; from < 31; from++) {
        if (((uint32_t)FE_ALL_EXCEPT >> from & 1u) != 0) {
            word |= ((uint32_t)raised >> from & 1u) << to++;
        }
    }
    return word;
}

static void fp_write(uint32_t word)
{
    fesetround(rounding_modes[word & FP_CONTROL]);
    uint32_t wanted = 0;
    uint32_t to = 2;
    for (uint32_t from = 0; from < 31; from++) {
        if (((uint32_t)FE_ALL_EXCEPT >> from & 1u) != 0) {
            wanted |= (word >> to++ & 1u) << from;
        }
    }
    /* Raising overflow may raise inexact as well, so what is too much goes last. */
    feraiseexcept((int)(wanted & ~(uint32_t)fetestexcept(FE_ALL_EXCEPT)));
    feclearexcept((int)((uint32_t)FE_ALL_EXCEPT & ~wanted));
}

#endif

uint32_t hem_fp_enter(void)
{
    uint32_t saved = fp_read();
    if ((saved & FP_CONTROL) != FP_WANTED) {
        fp_write((saved & ~FP_CONTROL) | FP_WANTED);
    }
    return saved;
}

void hem_fp_leave(uint32_t saved)
{
    if (fp_read() != saved) {
        fp_write(saved);
    }
}

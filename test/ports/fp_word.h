/* The floating-point environment as the processor keeps it, for port_check.c: read and written as
 * one number, with the settings of a caller that Hem has to bear. Written apart from the ports, so
 * that each can show the other's mistakes. */
#ifndef HEM_TEST_FP_WORD_H
#define HEM_TEST_FP_WORD_H

#include <stdint.h>

typedef enum fp_kind { FP_ROUNDS, FP_FLUSHES, FP_TRAPS } fp_kind;

/* A caller's setting: what to change in the word that the program started with. */
typedef struct fp_setting {
    const char *name;
    fp_kind kind;
    uint64_t clear;
    uint64_t set;
} fp_setting;

#if defined(HEM_POSIX_FENV)

#include <fenv.h>

/* The word is the rounding mode and the flags: on the machines we run this on they lie apart. */
#define FP_FLAGS ((uint64_t)FE_ALL_EXCEPT)
static const fp_setting fp_settings[] = {
    {"round up", FP_ROUNDS, 0, FE_UPWARD},
    {"round down", FP_ROUNDS, 0, FE_DOWNWARD},
    {"round to zero", FP_ROUNDS, 0, FE_TOWARDZERO},
};

static uint64_t fp_word(void)
{
    return (uint64_t)fegetround() | (uint64_t)fetestexcept(FE_ALL_EXCEPT);
}

static void fp_set_word(uint64_t word)
{
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept((int)(word & FP_FLAGS));
    fesetround((int)(word & ~FP_FLAGS));
}

#elif defined(__SSE__) || defined(_M_X64)

#include <xmmintrin.h>

#define FP_FLAGS 0x3Fu
static const fp_setting fp_settings[] = {
    {"round down", FP_ROUNDS, 0, 0x2000},
    {"round up", FP_ROUNDS, 0, 0x4000},
    {"round to zero", FP_ROUNDS, 0, 0x6000},
    {"flush to zero", FP_FLUSHES, 0, 0x8000},
    {"denormals are zero", FP_FLUSHES, 0, 0x0040},
    {"round up, flush both ways", FP_FLUSHES, 0, 0xC040},
    {"trap all but inexact", FP_TRAPS, 0x0F80, 0},
};

static uint64_t fp_word(void)
{
    return _mm_getcsr();
}

static void fp_set_word(uint64_t word)
{
    _mm_setcsr((unsigned)word);
}

#elif defined(__aarch64__)

/* FPCR below, FPSR above. */
#define FP_FLAGS 0x0800009F00000000u
static const fp_setting fp_settings[] = {
    {"round up", FP_ROUNDS, 0, 0x00400000},
    {"round down", FP_ROUNDS, 0, 0x00800000},
    {"round to zero", FP_ROUNDS, 0, 0x00C00000},
    {"flush to zero", FP_FLUSHES, 0, 0x01000000},
    {"round up, flush, one NaN", FP_FLUSHES, 0, 0x03400000},
    {"trap all but inexact", FP_TRAPS, 0, 0x0F00},
};

static uint64_t fp_word(void)
{
    uint64_t control;
    uint64_t status;
    __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=&r"(control), "=r"(status) : : "memory");
    return control | status << 32;
}

static void fp_set_word(uint64_t word)
{
    uint64_t control = word & 0xFFFFFFFFu;
    uint64_t status = word >> 32;
    __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, %1" : : "r"(control), "r"(status) : "memory");
}

#elif defined(__ARM_FP)

#define FP_FLAGS 0x9Fu
static const fp_setting fp_settings[] = {
    {"round up", FP_ROUNDS, 0, 0x00400000},
    {"round down", FP_ROUNDS, 0, 0x00800000},
    {"round to zero", FP_ROUNDS, 0, 0x00C00000},
    {"flush to zero", FP_FLUSHES, 0, 0x01000000},
    {"round up, flush, one NaN", FP_FLUSHES, 0, 0x03400000},
    {"trap all but inexact", FP_TRAPS, 0, 0x0F00},
};

static uint64_t fp_word(void)
{
    uint32_t word;
    __asm__ volatile("vmrs %0, fpscr" : "=r"(word) : : "memory");
    return word;
}

static void fp_set_word(uint64_t word)
{
    __asm__ volatile("vmsr fpscr, %0" : : "r"((uint32_t)word) : "memory");
}

#elif defined(__riscv_flen)

#define FP_FLAGS 0x1Fu
static const fp_setting fp_settings[] = {
    {"round to zero", FP_ROUNDS, 0, 1 << 5},
    {"round down", FP_ROUNDS, 0, 2 << 5},
    {"round up", FP_ROUNDS, 0, 3 << 5},
    {"round ties away", FP_ROUNDS, 0, 4 << 5},
};

static uint64_t fp_word(void)
{
    uint64_t word;
    __asm__ volatile("frcsr %0" : "=r"(word) : : "memory");
    return word;
}

static void fp_set_word(uint64_t word)
{
    __asm__ volatile("fscsr %0" : : "r"(word) : "memory");
}

#elif defined(__powerpc64__)

#include <string.h>

/* Overflow, underflow, zero divide, inexact, and their summary. */
#define FP_FLAGS 0x9E000000u
static const fp_setting fp_settings[] = {
    {"round to zero", FP_ROUNDS, 0, 1},
    {"round up", FP_ROUNDS, 0, 2},
    {"round down", FP_ROUNDS, 0, 3},
    {"flush by non-IEEE mode", FP_FLUSHES, 0, 4},
    {"trap all but inexact", FP_TRAPS, 0, 0xF0},
};

static uint64_t fp_word(void)
{
    double held;
    uint64_t bits;
    __asm__ volatile("mffs %0" : "=f"(held) : : "memory");
    memcpy(&bits, &held, sizeof bits);
    return bits & 0xFFFFFFFFu;
}

static void fp_set_word(uint64_t word)
{
    double held;
    memcpy(&held, &word, sizeof held);
    __asm__ volatile("mtfsf 255, %0" : : "f"(held) : "memory");
}

#else

/* The environment is fixed, as in WebAssembly. */
#define FP_FIXED 1

#endif

#endif

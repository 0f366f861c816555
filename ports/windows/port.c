/* The port for Windows: the performance counter, and the floating-point environment by MXCSR on
 * x86 and x64, by FPCR and FPSR on ARM64. Builds with MSVC, clang-cl and MinGW. */
#if !defined(WIN32_LEAN_AND_MEAN)
#define WIN32_LEAN_AND_MEAN
#endif

#include "hem/port.h"

#include <windows.h>

uint64_t hem_ticks(void)
{
    LARGE_INTEGER now;
    QueryPerformanceCounter(&now);
    return (uint64_t)now.QuadPart;
}

uint64_t hem_ticks_per_second(void)
{
    LARGE_INTEGER frequency;
    QueryPerformanceFrequency(&frequency);
    return (uint64_t)frequency.QuadPart;
}

#if defined(_M_ARM64) || defined(__aarch64__)

/* FPCR holds the control bits 26:8 and 2:0, FPSR the flags 27, 7 and 4:0. Packed into one word, the
 * control bits keep their places, and flags 4:0 go to 7:3, flag 7 to 28. FPCR: default NaN 25,
 * flush to zero 24, rounding 23:22, flush half to zero 19, traps 15 and 12:8, alternate
 * handling 2:0. */
#define FP_CONTROL 0x03C89F07u
#define FP_WANTED  0x00000000u
#define FPCR_BITS  0x07FFFF07u
#define FPSR_BITS  0x0800009Fu

#if defined(_MSC_VER)

#include <intrin.h>

#define READ_FPCR()      ((uint64_t)_ReadStatusReg(ARM64_FPCR))
#define READ_FPSR()      ((uint64_t)_ReadStatusReg(ARM64_FPSR))
#define WRITE_FPCR(word) _WriteStatusReg(ARM64_FPCR, (__int64)(word))
#define WRITE_FPSR(word) _WriteStatusReg(ARM64_FPSR, (__int64)(word))

#else

static uint64_t read_fpcr(void)
{
    uint64_t word;
    __asm__ volatile("mrs %0, fpcr" : "=r"(word) : : "memory");
    return word;
}

static uint64_t read_fpsr(void)
{
    uint64_t word;
    __asm__ volatile("mrs %0, fpsr" : "=r"(word) : : "memory");
    return word;
}

#define READ_FPCR()      read_fpcr()
#define READ_FPSR()      read_fpsr()
#define WRITE_FPCR(word) __asm__ volatile("msr fpcr, %0" : : "r"(word) : "memory")
#define WRITE_FPSR(word) __asm__ volatile("msr fpsr, %0" : : "r"(word) : "memory")

#endif

static uint32_t fp_read(void)
{
    uint32_t control = (uint32_t)READ_FPCR();
    uint32_t flags = (uint32_t)READ_FPSR();
    return (control & FPCR_BITS) | (flags & 0x08000000u) | (flags & 0x1Fu) << 3 |
           (flags & 0x80u) << 21;
}

static void fp_write(uint32_t word)
{
    uint32_t flags = (word & 0x08000000u) | (word >> 3 & 0x1Fu) | (word >> 21 & 0x80u);
    uint64_t control = (READ_FPCR() & ~(uint64_t)FPCR_BITS) | (word & FPCR_BITS);
    uint64_t status = (READ_FPSR() & ~(uint64_t)FPSR_BITS) | flags;
    WRITE_FPCR(control);
    WRITE_FPSR(status);
}

#else

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

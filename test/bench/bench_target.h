/* What a report says about where it was made: machine, vector form and compiler. */
#ifndef HEM_BENCH_TARGET_H
#define HEM_BENCH_TARGET_H

#include "base/simd.h"

#if defined(__x86_64__)
#define BENCH_MACHINE "x86_64"
#elif defined(__aarch64__)
#define BENCH_MACHINE "aarch64"
#elif defined(__riscv)
#define BENCH_MACHINE "riscv"
#else
#define BENCH_MACHINE "other"
#endif

#if defined(__clang__)
#define BENCH_COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define BENCH_COMPILER "gcc " __VERSION__
#else
#define BENCH_COMPILER "unknown compiler"
#endif

#define BENCH_TARGET BENCH_MACHINE " " HEM_SIMD_NAME " " BENCH_COMPILER

#endif

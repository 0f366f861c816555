/* What the example simulator takes from <math.h>, in WebAssembly without a C library: the square
 * root, which is an instruction there. */
#ifndef HEM_TEST_WASM_MATH_H
#define HEM_TEST_WASM_MATH_H

static inline float sqrtf(float x)
{
    return __builtin_sqrtf(x);
}

#endif

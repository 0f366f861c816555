/* The four memory functions that Hem and the compiler call, for modules linked without a C library
 * (-nostdlib). Leave this file out where there is one, as in Emscripten or the WASI SDK. */
#include <stddef.h>
#include <string.h>

/* Without this attribute the compiler would see the loops for what they are and call them. */
#define BY_HAND __attribute__((no_builtin))

BY_HAND void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
#if defined(__wasm_bulk_memory__)
    __builtin_memcpy(to, from, bytes);
#else
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t i = 0; i < bytes; i++) {
        target[i] = source[i];
    }
#endif
    return to;
}

BY_HAND void *memmove(void *to, const void *from, size_t bytes)
{
#if defined(__wasm_bulk_memory__)
    __builtin_memmove(to, from, bytes);
#else
    unsigned char *target = to;
    const unsigned char *source = from;
    if (target <= source) {
        for (size_t i = 0; i < bytes; i++) {
            target[i] = source[i];
        }
    } else {
        for (size_t i = bytes; i > 0; i--) {
            target[i - 1] = source[i - 1];
        }
    }
#endif
    return to;
}

BY_HAND void *memset(void *to, int value, size_t bytes)
{
#if defined(__wasm_bulk_memory__)
    __builtin_memset(to, value, bytes);
#else
    unsigned char *target = to;
    for (size_t i = 0; i < bytes; i++) {
        target[i] = (unsigned char)value;
    }
#endif
    return to;
}

BY_HAND int memcmp(const void *a, const void *b, size_t bytes)
{
    const unsigned char *left = a;
    const unsigned char *right = b;
    for (size_t i = 0; i < bytes; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

/* What Hem needs of <string.h>, for compilers that come without a C library; see memory.c. */
#ifndef HEM_WASM_STRING_H
#define HEM_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);

#endif

// Counts what goes through malloc and its relatives, operator new included.
#include "bench/peers/peer_heap.h"

#include <cerrno>
#include <cstddef>
#include <malloc.h>

extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);
}

static peer_heap heap;

static void *taken(void *at)
{
    if (at != nullptr) {
        heap.allocations++;
        heap.live_bytes += static_cast<long long>(malloc_usable_size(at));
    }
    return at;
}

static void given(void *at)
{
    if (at != nullptr) {
        heap.live_bytes -= static_cast<long long>(malloc_usable_size(at));
    }
}

peer_heap peer_heap_now()
{
    return heap;
}

extern "C" {

void *malloc(size_t bytes)
{
    return taken(__libc_malloc(bytes));
}

void *calloc(size_t count, size_t bytes)
{
    return taken(__libc_calloc(count, bytes));
}

void *realloc(void *at, size_t bytes)
{
    given(at);
    return taken(__libc_realloc(at, bytes));
}

void *memalign(size_t alignment, size_t bytes)
{
    return taken(__libc_memalign(alignment, bytes));
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return taken(__libc_memalign(alignment, bytes));
}

int posix_memalign(void **out, size_t alignment, size_t bytes)
{
    *out = taken(__libc_memalign(alignment, bytes));
    return *out == nullptr ? ENOMEM : 0;
}

void free(void *at)
{
    given(at);
    __libc_free(at);
}
}

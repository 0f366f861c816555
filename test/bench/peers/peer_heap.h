/* How often and how much memory has been taken from the heap so far, in the whole process. */
#ifndef HEM_BENCH_PEER_HEAP_H
#define HEM_BENCH_PEER_HEAP_H

struct peer_heap {
    unsigned long long allocations; /* since the start */
    long long live_bytes;           /* now */
};

peer_heap peer_heap_now();

#endif

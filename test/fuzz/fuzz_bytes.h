/* What a fuzz target makes of the fuzzer's bytes: numbers, choices and coordinates, in a fixed
 * order. Where the bytes end, a generator seeded by all of them goes on, so that a few bytes make
 * a whole body and more bytes take control of more of it. */
#ifndef HEM_FUZZ_BYTES_H
#define HEM_FUZZ_BYTES_H

#include "hem/types.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What libFuzzer calls. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A finding: the fuzzer keeps the input and ends. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_found(#condition, __FILE__, __LINE__))

static inline void fuzz_found(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
    abort();
}

typedef struct fuzz_bytes {
    const uint8_t *data;
    size_t size;
    test_random beyond;
} fuzz_bytes;

static inline fuzz_bytes fuzz_bytes_over(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = {data, size, {size}};
    for (size_t i = 0; i < size; i++) {
        bytes.beyond.state = (bytes.beyond.state ^ data[i]) * 0x100000001B3u;
    }
    return bytes;
}

static inline uint32_t fuzz_byte(fuzz_bytes *bytes)
{
    if (bytes->size == 0) {
        return random_u32(&bytes->beyond) >> 24;
    }
    bytes->size--;
    return *bytes->data++;
}

static inline uint32_t fuzz_u32(fuzz_bytes *bytes)
{
    uint32_t value = fuzz_byte(bytes);
    for (uint32_t i = 0; i < 3; i++) {
        value = value << 8 | fuzz_byte(bytes);
    }
    return value;
}

/* 0 to limit - 1; a byte for up to 256 choices. */
static inline uint32_t fuzz_below(fuzz_bytes *bytes, uint32_t limit)
{
    return limit <= 256u ? fuzz_byte(bytes) % limit : fuzz_u32(bytes) % limit;
}

static inline bool fuzz_one_in(fuzz_bytes *bytes, uint32_t times)
{
    return fuzz_below(bytes, times) == times - 1u;
}

static inline float fuzz_float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Any float: raw bits, or one of those that arithmetic stumbles over. */
static inline float fuzz_float(fuzz_bytes *bytes)
{
    static const uint32_t special[] = {
        0x00000000u, 0x80000000u, /* zeros */
        0x00000001u, 0x80000001u, /* the least denormals */
        0x007FFFFFu, 0x00800000u, /* around the least normal */
        0x2B000000u, 0x2B800000u, /* half a grid unit, and one */
        0x36FFFFFFu, 0x37000000u, /* where the grid ends to matter */
        0x3F800000u, 0xBF800000u, /* one */
        0x457FFFFFu, 0xC57FFFFFu, /* the last of the domain */
        0x45800000u, 0xC5800000u, /* the first outside */
        0x5F000000u, 0x7F7FFFFFu, /* huge, and the largest */
        0x7F800000u, 0xFF800000u, /* infinities */
        0x7FC00000u, 0x7F800001u, /* NaN, quiet and signalling */
    };
    enum { SPECIAL = sizeof special / sizeof special[0] };
    uint32_t choice = fuzz_byte(bytes);
    return fuzz_float_of(choice < 128u ? special[choice % SPECIAL] : fuzz_u32(bytes));
}

/* How the coordinates of one case lie. */
typedef enum fuzz_places {
    FUZZ_LATTICE,      /* whole numbers: much is equal, parallel and in one plane */
    FUZZ_FINE_LATTICE, /* the same, a few grid units apart */
    FUZZ_CORNER,       /* the same, units in the last place in a corner of the domain */
    FUZZ_SMALL,        /* about a metre */
    FUZZ_LEGAL,        /* any float of the domain, denormals included */
    FUZZ_ANY,          /* any float at all */
    FUZZ_PLACES
} fuzz_places;

static inline float fuzz_coordinate(fuzz_bytes *bytes, fuzz_places places)
{
    switch (places) {
    case FUZZ_LATTICE:
        return (float)fuzz_below(bytes, 8) - 4.0f;
    case FUZZ_FINE_LATTICE:
        return ((float)fuzz_below(bytes, 8) - 4.0f) * HEM_GRID;
    case FUZZ_CORNER:
        return 4095.0f + (float)fuzz_below(bytes, 8) / 4096.0f;
    case FUZZ_SMALL:
        return ((float)fuzz_below(bytes, 65536) - 32768.0f) / 32768.0f;
    case FUZZ_LEGAL: {
        /* The exponent down to that of the domain's largest. */
        uint32_t bits = fuzz_u32(bytes);
        return fuzz_float_of((bits & 0x807FFFFFu) | (bits >> 23 & 0xFFu) % 139u << 23);
    }
    default:
        return fuzz_float(bytes);
    }
}

static inline hem_vec3 fuzz_position(fuzz_bytes *bytes, fuzz_places places)
{
    float x = fuzz_coordinate(bytes, places), y = fuzz_coordinate(bytes, places);
    return (hem_vec3){x, y, fuzz_coordinate(bytes, places)};
}

/* Places that a call takes, mostly; any of them, sometimes. */
static inline fuzz_places fuzz_some_places(fuzz_bytes *bytes)
{
    return (fuzz_places)fuzz_below(bytes, FUZZ_PLACES);
}

static inline fuzz_places fuzz_legal_places(fuzz_bytes *bytes)
{
    return (fuzz_places)fuzz_below(bytes, FUZZ_ANY);
}

#endif

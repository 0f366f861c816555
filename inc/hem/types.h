/* Hem: the types that every other header uses.
 *
 * Units are metres, kilograms and seconds. Positions lie within HEM_DOMAIN of the origin on every
 * axis and on a grid of HEM_GRID metres, so that orientation signs can be exact. */
#ifndef HEM_TYPES_H
#define HEM_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HEM_VERSION_MAJOR 0
#define HEM_VERSION_MINOR 1
#define HEM_VERSION_PATCH 0

/* Every region of a block starts at a multiple of this; so must the block itself. */
#define HEM_ALIGN 16u

/* "No such index": the value of every index that points nowhere. */
#define HEM_NONE 0xFFFFFFFFu

/* Coordinates are strictly smaller than this in magnitude (metres). */
#define HEM_DOMAIN 4096.0f

/* Coordinates are multiples of this (metres): 2^-40. Only magnitudes under 2^-17 m are affected. */
#define HEM_GRID (1.0f / 1099511627776.0f)

typedef struct hem_vec3 {
    float x, y, z;
} hem_vec3;

/* Two indices: an edge's vertices, a pair of features, an item to sort by (first, second). */
typedef struct hem_pair {
    uint32_t first, second;
} hem_pair;

/* Names a body of a world; null when generation is 0. */
typedef struct hem_body {
    uint32_t slot, generation;
} hem_body;

/* What a refusal is about, where there is more to say than the status does. */
typedef struct hem_detail {
    uint32_t index;  /* the triangle, vertex or body that was refused, or HEM_NONE */
    uint32_t needed; /* the capacity or bytes that would have been enough, or 0 */
} hem_detail;

/* What a call came to: 0 is done, above 0 is done but limited (the report says by what), below 0 is
 * refused and nothing changed. Values never change their meaning between versions. */
typedef int32_t hem_status;

enum {
    HEM_OK = 0,
    HEM_LIMITED = 1, /* something was left out; the report says what and how much */

    HEM_NULL = -1,            /* a pointer that must point somewhere does not */
    HEM_ALIASED = -2,         /* two buffers that must be apart overlap */
    HEM_MISALIGNED = -3,      /* the block does not start at a multiple of HEM_ALIGN */
    HEM_BLOCK_TOO_SMALL = -4, /* the block or arena has fewer bytes than needed */
    HEM_BAD_CAPACITY = -5,    /* a capacity is zero where it may not be, or the sum passes 4 GiB */
    HEM_BAD_DEFINITION = -6,  /* a definition that no hem_default_... call has made */
    HEM_BAD_COUNT = -7,       /* a count is zero, or too large to be indexed */
    HEM_BAD_INDEX = -8,       /* a triangle or pin names a vertex that does not exist, or two bodies
                               * have the same */
    HEM_BAD_TRIANGLE = -9,    /* a triangle names one vertex twice */
    HEM_BAD_BODY = -10,       /* the body was removed or never given */
    HEM_NOT_FINITE = -11,     /* a number is NaN or infinite */
    HEM_OUT_OF_RANGE = -12,   /* a number, such as a coordinate, lies outside its range */
    HEM_ZERO_AREA = -13,      /* a rest triangle of cloth has no area */
    HEM_FULL_BODIES = -14,    /* caps.bodies is used up */
    HEM_FULL_VERTICES = -15,  /* caps.vertices would be exceeded */
    HEM_FULL_TRIANGLES = -16, /* caps.triangles would be exceeded */
    HEM_FULL_EDGES = -17,     /* caps.edges would be exceeded */
    HEM_FULL_ORPHANS = -18,   /* caps.orphans would be exceeded */
    HEM_FULL_SCRATCH = -19,   /* the scratch part of the block is too small */
    HEM_FP_CONTRACTED = -20,  /* the library was built with fused multiply-add */
    HEM_FP_FLUSHED = -21,     /* denormal numbers are flushed to zero and the port cannot help */
    HEM_FP_EXCESS = -22,      /* float expressions are evaluated in a wider format */
    HEM_FP_ROUNDING = -23,    /* the rounding mode is not to nearest and the port cannot help */
    HEM_BAD_WORLD = -24,      /* the block holds no world, or one of another version */
    HEM_BAD_MASS = -25,       /* a mass or density is not above 0, or not finite */
    HEM_BAD_STIFFNESS = -26,  /* a stiffness, damping or pressure is negative or not finite */
    HEM_OPEN_MESH = -27,      /* pressure needs a closed surface that faces outwards */
    HEM_FULL_CLOTH = -28,     /* caps.cloth_triangles would be exceeded */
    HEM_WRONG_KIND = -29,     /* the call is for bodies of another kind */
    HEM_TOO_FAST = -30,       /* a kinematic body would go faster than its max_speed */
};

/* A short English text for a status, for logs; never null. Constant time. */
const char *hem_status_text(hem_status status);

#ifdef __cplusplus
}
#endif

#endif

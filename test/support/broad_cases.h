/* Boxes of bodies for the tests of the broad phase, ways to move them, and which of them overlap by
 * comparing each with each in double. */
#ifndef HEM_TEST_BROAD_CASES_H
#define HEM_TEST_BROAD_CASES_H

#include "hem/broad.h"
#include "random.h"

enum {
    BOXES_SPREAD,  /* about one overlap a body */
    BOXES_CROWDED, /* nearly all overlap */
    BOXES_LATTICE, /* small whole numbers: many equal ends, many that touch */
    BOXES_POINTS,  /* without extent, many in one place */
    BOXES_PLANKS,  /* long on one axis, flat on another */
    BOXES_FAR,     /* small and far from the origin: neighbouring floats */
    BOXES_TINY,    /* denormal numbers and zeros of both signs */
    BOXES_HUGE,    /* up to the largest numbers */
    BOXES_MIXED,   /* any of those, and boxes that are empty */
    BOX_KINDS
};

hem_box broad_case_box(test_random *random, uint32_t kind);
void broad_case_fill(test_random *random, uint32_t kind, hem_box *boxes, uint32_t count);

enum {
    MOVE_NOT,
    MOVE_A_LITTLE,
    MOVE_ONE,      /* one body somewhere else */
    MOVE_ALL,      /* every body somewhere else */
    MOVE_EXCHANGE, /* two bodies take each other's place */
    MOVE_BLINK,    /* some become empty, or come back */
    MOVES
};

void broad_case_move(test_random *random, uint32_t move, uint32_t kind, hem_box *boxes,
                     uint32_t count);

/* The pairs of boxes that overlap, at most `epsilon` apart on every axis, in ascending order; two
 * fixed ones are left out. Returns how many; `pairs` must have room for all. */
uint32_t broad_case_pairs(const hem_box *boxes, const uint8_t *fixed, uint32_t count,
                          double epsilon, hem_pair *pairs);

#endif

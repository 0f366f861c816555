/* What the makers of queries for the continuous tests share. */
#ifndef HEM_CCD_CASE_PARTS_H
#define HEM_CCD_CASE_PARTS_H

#include "ccd_cases.h"
#include "base/vec3.h"

#include <math.h>

/* The side of a cell of cloth, and the size of most features. */
#define CCD_CELL 0.01f

static inline float ccd_range(test_random *random, float size)
{
    return random_float(random, -size, size);
}

static inline hem_vec3 ccd_point(test_random *random, float size)
{
    float x = ccd_range(random, size), y = ccd_range(random, size), z = ccd_range(random, size);
    return (hem_vec3){x, y, z};
}

/* 10^low to 10^high, evenly over the exponents. */
static inline float ccd_log_scale(test_random *random, float low, float high)
{
    return powf(10.0f, random_float(random, low, high));
}

static inline hem_vec3 ccd_direction(test_random *random)
{
    hem_vec3 a = ccd_point(random, 1.0f);
    float length = hem_length(a);
    return length > 0.1f ? hem_scale(1.0f / length, a) : (hem_vec3){0.0f, 0.0f, 1.0f};
}

/* Is point i of the first feature? */
static inline bool ccd_is_first(hem_ccd_pair pair, int i)
{
    return i == 0 || (i == 1 && pair == HEM_CCD_PAIR_EDGE_EDGE);
}

/* Both features move, the first a bit more; every vertex has noise of its own. */
static inline void ccd_move(test_random *random, hem_ccd_pair pair, hem_vec3 together,
                            hem_vec3 first, float noise, hem_ccd_in *in)
{
    for (int i = 0; i < 4; i++) {
        hem_vec3 step = hem_add(together, ccd_point(random, noise));
        if (ccd_is_first(pair, i)) {
            step = hem_add(step, first);
        }
        in->end[i] = hem_add(in->start[i], step);
    }
}

/* Queries of sheets, made in ccd_sheets.c: two of them or one with itself, moving by `motion` times
 * what is usual; one over a ball; one that passes through another. */
void ccd_cloth(test_random *random, hem_ccd_pair pair, float motion, hem_ccd_in *in);
void ccd_ball(test_random *random, hem_ccd_pair pair, hem_ccd_in *in);
void ccd_through(test_random *random, hem_ccd_pair pair, hem_ccd_in *in);

#endif

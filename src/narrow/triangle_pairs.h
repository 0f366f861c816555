/* Do the triangles of a pair meet? Many pairs at once: four in vector lanes, and what float
 * arithmetic leaves open goes to the exact test of triangle_triangle.h. The answers are those of
 * that test, always. The form for the library's own use: points lie in the domain and on the grid.
 *
 *     hem_triangle_pairs_put(&pairs, count++, &a, &b);    until HEM_TRIANGLE_PAIRS are there
 *     meeting = hem_triangle_pairs_meet(&pairs, count);   bit k: pair k
 */
#ifndef HEM_NARROW_TRIANGLE_PAIRS_H
#define HEM_NARROW_TRIANGLE_PAIRS_H

#include "hem/types.h"

/* How many pairs are looked at together. Lanes that are read right after they are written wait for
 * the writes; with sixteen nearly all are there in time, and more gain nothing. */
#define HEM_TRIANGLE_PAIRS 16

/* A triangle as numbers: x y z of its first corner, then of the second and third. */
typedef struct hem_triangle_numbers {
    float of[9];
} hem_triangle_numbers;

/* The pairs by number and place. */
typedef struct hem_triangle_pairs {
    float a[9][HEM_TRIANGLE_PAIRS], b[9][HEM_TRIANGLE_PAIRS];
} hem_triangle_pairs;

/* A triangle whose corners stand at three places of arrays of coordinates. */
static inline hem_triangle_numbers hem_triangle_numbers_at(const float *x, const float *y,
                                                           const float *z, uint32_t first,
                                                           uint32_t second, uint32_t third)
{
    return (hem_triangle_numbers){{x[first], y[first], z[first], x[second], y[second], z[second],
                                   x[third], y[third], z[third]}};
}

static inline void hem_triangle_pairs_put(hem_triangle_pairs *pairs, uint32_t place,
                                          const hem_triangle_numbers *a,
                                          const hem_triangle_numbers *b)
{
    for (uint32_t k = 0; k < 9; k++) {
        pairs->a[k][place] = a->of[k];
        pairs->b[k][place] = b->of[k];
    }
}

/* Which of the first `count` pairs meet, touching included: bit k for pair k. At most
 * HEM_TRIANGLE_PAIRS; the places up to the next multiple of four may be written. About 100
 * instructions a pair; the exact test for triangles that nearly touch or nearly lie in one plane.
 */
uint32_t hem_triangle_pairs_meet(hem_triangle_pairs *pairs, uint32_t count);

/* Its first stage: of the four pairs from `first` on, those that surely meet and those that surely
 * do not, one bit each. The rest is open; everything is on machines without vector lanes. */
typedef struct hem_sure_4 {
    uint32_t meet, apart;
} hem_sure_4;

hem_sure_4 hem_triangle_pairs_filter(const hem_triangle_pairs *pairs, uint32_t first);

#endif

/* Does a moving vertex reach a moving face, or an edge another edge? Decided by exact arithmetic of
 * any length (GMP), written without a look at how the library does it: polynomials in time with
 * whole coefficients, their roots isolated by Sturm sequences, every condition's sign taken at the
 * root itself. A filter in double, with error bounds of its own, answers first where it is sure.
 * One thread at a time. */
#ifndef HEM_CCD_ORACLE_H
#define HEM_CCD_ORACLE_H

#include "hem/types.h"

typedef enum hem_ccd_pair {
    HEM_CCD_PAIR_VERTEX_FACE, /* point 0 against 1 2 3 */
    HEM_CCD_PAIR_EDGE_EDGE,   /* 0-1 against 2-3 */
} hem_ccd_pair;

/* A question: is the distance at most `separation` at some time after 0 and before `until`, or at
 * `until` if that is included? What touches at the start alone does not count. */
typedef struct hem_ccd_question {
    hem_ccd_pair pair;
    hem_vec3 start[4], end[4];
    float separation; /* finite, not negative */
    float until;      /* 0 to 1 */
    bool included;
} hem_ccd_question;

/* The answer. Any finite points. */
bool hem_ccd_oracle(const hem_ccd_question *question);

/* The same without the filter, for tests of the filter. */
bool hem_ccd_oracle_exact(const hem_ccd_question *question);

/* What the filter says: 1 reaches, -1 does not, 0 not sure. */
int hem_ccd_oracle_filter(const hem_ccd_question *question);

/* Is the distance at the start more than this? The second is the filter: true or not sure. */
bool hem_ccd_oracle_starts_beyond(const hem_ccd_question *question, double distance);
bool hem_ccd_oracle_starts_surely_beyond(const hem_ccd_question *question, double distance);

/* How many questions had to be answered exactly so far. */
uint32_t hem_ccd_oracle_exact_count(void);

#endif

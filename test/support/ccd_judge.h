/* Is what a continuous test says true? By the exact oracle. */
#ifndef HEM_CCD_JUDGE_H
#define HEM_CCD_JUDGE_H

#include "ccd_oracle.h"
#include "hem/ccd.h"

typedef enum hem_ccd_verdict {
    HEM_CCD_RIGHT,
    HEM_CCD_MISSED,           /* clear, but the pair comes within the separation */
    HEM_CCD_LATE,             /* a hit, but the pair comes within the separation before its time */
    HEM_CCD_WRONG_SEPARATION, /* more than half the distance at the start, or than was asked for */
} hem_ccd_verdict;

/* Judges the answer to a query whose points are on the grid. */
hem_ccd_verdict hem_ccd_judge(hem_ccd_pair pair, const hem_ccd_in *in, const hem_ccd_out *out);

/* Does the pair of a query come within the separation after the start? A pair that does not move
 * does not: the distance that it has was accepted. */
bool hem_ccd_reaches(hem_ccd_pair pair, const hem_ccd_in *in, float separation);

/* Asks the test for the kind of pair. */
hem_ccd_state hem_ccd_ask(hem_ccd_pair pair, const hem_ccd_in *in, hem_ccd_out *out);

/* Prints a query and its answer, exactly, so that it can be asked again. */
void hem_ccd_print(hem_ccd_pair pair, const hem_ccd_in *in, const hem_ccd_out *out);

#endif

/* Did a step that started tangled let through only what it may? An edge comes to cross a face only
 * when one of its ends passes the face, or the edge passes an edge of it. So for every crossing
 * that is new after a step, one of these five pairs has to be between two triangles that were
 * tangled with each other before. Looks at lists of clean_check.h, one by one, without the library.
 */
#ifndef HEM_TEST_TANGLE_CHECK_H
#define HEM_TEST_TANGLE_CHECK_H

#include "clean_check.h"

typedef struct tangle_check {
    const clean_check *look;
    hem_pair *before; /* edges and faces */
    uint32_t before_count;
    uint32_t fresh;   /* crossings that the last step made */
    uint32_t illicit; /* of these, those that nothing tangled explains */
    uint32_t pressed; /* of these, those with a kinematic body */
} tangle_check;

/* Takes what was looked at last as the start of the next step. */
void tangle_check_start(tangle_check *check, const clean_check *look);

/* After the step and the look at it. */
void tangle_check_judge(tangle_check *check);

void tangle_check_end(tangle_check *check);

#endif

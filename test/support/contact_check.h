/* Running a proximity pass for a test and comparing it with contact_oracle.h. */
#ifndef HEM_CONTACT_CHECK_H
#define HEM_CONTACT_CHECK_H

#include "feature_body.h"
#include "hem/proximity.h"

#define CONTACT_CHECK_ROOM 300000u

/* What the last pass found, what was expected, both sorted by kind, first and second once compared,
 * and how the pass reported it. */
extern hem_contact contact_found[CONTACT_CHECK_ROOM], contact_expected[CONTACT_CHECK_ROOM];
extern hem_proximity_out contact_out;

/* For setUp and tearDown: scratch, and that it was given back. */
void contact_check_start(void);
void contact_check_end(void);

/* A pass over two sides, with room for everything. */
hem_proximity_in contact_check_input(const hem_side *a, const hem_side *b, float epsilon);

/* Runs a pass; a refusal fails the test. Returns how many contacts there are. */
uint32_t contact_check_run(const hem_proximity_in *in);

/* Runs a pass and compares it with the oracle: the same contacts in order, the same bits but for
 * what the oracle predicts in double. Leaves contact_found in the order of the pass. */
uint32_t contact_check(const hem_proximity_in *in, const char *name);

/* One body with itself; two bodies, also with a and b exchanged, which may change no bit. */
uint32_t contact_check_alone(const tree_body *body, float epsilon, const char *name);
uint32_t contact_check_sides(const hem_side *a, const hem_side *b, float epsilon, float dt,
                             const char *name);
uint32_t contact_check_both(const tree_body *a, const tree_body *b, float epsilon,
                            const char *name);

#endif

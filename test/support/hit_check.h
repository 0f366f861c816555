/* Running a continuous pass for a test and comparing it with hit_oracle.h. */
#ifndef HEM_HIT_CHECK_H
#define HEM_HIT_CHECK_H

#include "hem/continuous.h"
#include "moving_body.h"

#define HIT_CHECK_ROOM 400000u

/* What the last pass found, what was expected, and how the pass reported it. */
extern hem_hit hit_found[HIT_CHECK_ROOM], hit_expected[HIT_CHECK_ROOM];
extern hem_continuous_out hit_out;

/* What was compared since hit_check_start. */
typedef struct hit_figures {
    uint32_t passes, hits, self_hits, by_bound;
    uint32_t seen_through; /* hits by rounding alone that volumes excluded */
} hit_figures;
extern hit_figures hit_seen;

/* For setUp and tearDown: scratch, and that it was given back. Prints figures where
 * HEM_TEST_FIGURES is set. */
void hit_check_start(void);
void hit_check_end(void);
hem_arena *hit_check_scratch(void);

/* A pass over two sides, with room for everything. */
hem_continuous_in hit_check_input(const hem_side *a, const hem_side *b, float separation);

/* Runs a pass; a refusal fails the test. Returns how many hits there are; they are in order. */
uint32_t hit_check_run(const hem_continuous_in *in, const char *name);

/* Runs a pass and compares it with the oracle: what it finds the oracle has too, bit for bit, and
 * what only the oracle has is no true hit. Returns how many hits the pass has. */
uint32_t hit_check(const hem_continuous_in *in, const char *name);

/* One body with itself; two bodies, also with a and b exchanged, which may change no bit. */
uint32_t hit_check_alone(const moving_body *body, float separation, const char *name);
uint32_t hit_check_both(const moving_body *a, const moving_body *b, float separation,
                        const char *name);

#endif

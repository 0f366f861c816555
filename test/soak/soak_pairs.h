/* Passes over pairs of triangles: every triangle against every other, and a round of a set that
 * compares a pass with that for trees of some settings. */
#ifndef HEM_SOAK_PAIRS_H
#define HEM_SOAK_PAIRS_H

#include "hem/detect.h"
#include "soak/soak.h"
#include "soak/soak_body.h"

/* Whether two triangles belong in the list. */
typedef bool soak_relation(const hem_vec3 a[3], const hem_vec3 b[3], float epsilon);

/* Runs a pass over two bodies, or one twice; returns how many pairs it stored. */
typedef uint32_t soak_pass(const soak_body *a, const soak_body *b, float epsilon, hem_pair *pairs,
                           uint32_t room);

typedef struct soak_pair_set {
    soak_relation *related;
    soak_pass *pass;
    bool has_epsilon;
    uint32_t settings; /* trees for each pair of bodies */
} soak_pair_set;

void soak_pair_round(const soak_pair_set *set, test_random *random, soak_tally *tally);

/* Other trees over two bodies, with the same directions, fitted to where the bodies are. */
void soak_build_two(soak_body *a, soak_body *b, test_random *random);

/* Two bodies, or one twice, as passes over features take them. Turned: the vertices of b have the
 * smaller numbers, which decides where points coincide. */
typedef struct soak_sides {
    hem_side a, b;
} soak_sides;
soak_sides soak_sides_of(const soak_body *a, const soak_body *b, bool turned);

/* Scratch of so many bytes, and its end. */
typedef struct soak_scratch {
    uint8_t *memory;
    hem_arena arena;
} soak_scratch;
soak_scratch soak_scratch_take(uint64_t bytes);
void soak_scratch_free(soak_scratch *scratch);

bool soak_triangles_meet(const hem_vec3 a[3], const hem_vec3 b[3], float epsilon);

#endif

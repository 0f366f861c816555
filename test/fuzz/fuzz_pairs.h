/* Passes over pairs of triangles: two bodies for them, the room they are given, and what they must
 * find, by comparing every triangle with every other. */
#ifndef HEM_FUZZ_PAIRS_H
#define HEM_FUZZ_PAIRS_H

#include "fuzz/fuzz_body.h"

/* Two bodies with trees, or one twice: then b points to a. */
typedef struct fuzz_two {
    fuzz_body first, second;
    fuzz_body *a, *b;
    uint64_t before; /* a hash of both trees, which no query changes */
} fuzz_two;

void fuzz_two_take(fuzz_two *two, fuzz_bytes *bytes);
void fuzz_two_free(fuzz_two *two);

/* Do both trees have the same axes? */
bool fuzz_two_match(const fuzz_two *two);

/* What a pass is given: scratch, sometimes a byte too few, and room for pairs, often too little. */
typedef struct fuzz_room {
    fuzz_block scratch, pairs;
    hem_arena arena;
    hem_pair *first;
    uint32_t count;
    uint64_t needed;
    bool too_small;
} fuzz_room;

fuzz_room fuzz_room_take(fuzz_bytes *bytes, uint64_t needed);
void fuzz_room_free(fuzz_room *room);

/* What a pass came to. */
typedef struct fuzz_answer {
    hem_status status;
    uint32_t count, kept, needed;
    bool first_only;
} fuzz_answer;

/* Whether two triangles belong in the list. */
typedef bool fuzz_relation(const hem_vec3 a[3], const hem_vec3 b[3], float epsilon);

/* Everything that must hold of an answer; definitions other than the trees' were good. */
void fuzz_check_answer(const fuzz_two *two, const fuzz_room *room, const fuzz_answer *answer,
                       fuzz_relation *related, float epsilon);

bool fuzz_triangles_meet(const hem_vec3 a[3], const hem_vec3 b[3], float epsilon);

#endif

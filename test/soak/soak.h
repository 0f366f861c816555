/* Soak: generated configurations without end, each compared with brute force.
 *
 * A seed makes one round of every set: bodies, trees of some settings, queries. A round depends on
 * its seed alone, so that a miss can be looked at again; a slice of the seeds runs in the tests,
 * and `make soak` goes on for as long as it is told to. */
#ifndef HEM_SOAK_H
#define HEM_SOAK_H

#include "hem/types.h"
#include "random.h"

typedef struct soak_tally {
    uint64_t cases;  /* configurations: bodies, settings, refit, query */
    uint64_t pairs;  /* pairs of features or triangles that both sides decided on */
    uint64_t misses; /* pairs that brute force has and the library has not */
    uint64_t extras; /* the other way round */
    char first[256]; /* what the first of those was */
} soak_tally;

/* A set's round takes its own random numbers, which no other set's round has. */
typedef struct soak_set {
    const char *name;
    void (*round)(test_random *random, soak_tally *tally);
} soak_set;

extern const soak_set soak_sets[];
extern const uint32_t soak_set_count;

void soak_round(uint32_t set, uint64_t seed, soak_tally *tally);

/* Adds a miss or an extra; what it was is kept of the first. */
typedef enum soak_fault { SOAK_MISS, SOAK_EXTRA } soak_fault;
void soak_found(soak_tally *tally, soak_fault fault, const char *name, uint32_t first,
                uint32_t second);

/* Two sorted lists of pairs, the expected and the found. */
void soak_compare(soak_tally *tally, const char *name, const hem_pair *expected,
                  uint32_t expected_count, const hem_pair *found, uint32_t found_count);

/* Of soak_sets, each in a file of that name or nearly. */
void soak_intersect(test_random *random, soak_tally *tally);
void soak_near_faces(test_random *random, soak_tally *tally);
void soak_crossings(test_random *random, soak_tally *tally);
void soak_continuous(test_random *random, soak_tally *tally);
void soak_impacts(test_random *random, soak_tally *tally);
void soak_proximity(test_random *random, soak_tally *tally);
void soak_fronts(test_random *random, soak_tally *tally);
void soak_reuse(test_random *random, soak_tally *tally);
void soak_flat(test_random *random, soak_tally *tally);
void soak_bodies(test_random *random, soak_tally *tally);
void soak_resolve(test_random *random, soak_tally *tally);
void soak_still(test_random *random, soak_tally *tally);
void soak_swept(test_random *random, soak_tally *tally);
void soak_inflated(test_random *random, soak_tally *tally);
void soak_lazy(test_random *random, soak_tally *tally);
void soak_triangles(test_random *random, soak_tally *tally);
void soak_edge_face(test_random *random, soak_tally *tally);
void soak_closest(test_random *random, soak_tally *tally);
void soak_faces(test_random *random, soak_tally *tally);
void soak_ccd(test_random *random, soak_tally *tally);
void soak_ccd_apart(test_random *random, soak_tally *tally);

#endif

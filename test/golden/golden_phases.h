/* The phases of a step in the golden program: a hash of what each did. */
#ifndef HEM_TEST_GOLDEN_PHASES_H
#define HEM_TEST_GOLDEN_PHASES_H

#include "golden/golden.h"
#include "hem/world.h"

/* What a phase did and where it led, but not how long it took. */
static inline uint64_t golden_phase(uint64_t hash, const hem_phase_report *phase)
{
    hash = hem_hash_u32(hem_hash_u32(hash, phase->passes), phase->undone);
    hash = hem_hash_u64(hem_hash_u64(hash, phase->tests), phase->volume_tests);
    return hem_hash_u64(hash, phase->hash);
}

/* Adds every phase of a step to its hash. */
static inline void golden_phases_add(uint64_t hashes[HEM_PHASES], const hem_report *report)
{
    for (uint32_t p = 0; p < HEM_PHASES; p++) {
        hashes[p] = golden_phase(hashes[p], &report->phase[p]);
    }
}

#endif

/* The golden program: computes, on any target, one hash for each scene and phase. The hashes that
 * every target must give stand in expected.txt.
 *
 * To add phases: write a file golden_<name>.c with one function of the form golden_part, declare it
 * here and name it in the list in golden.c. */
#ifndef HEM_TEST_GOLDEN_H
#define HEM_TEST_GOLDEN_H

#include "base/hash.h"

/* Takes one result. The texts are words without spaces. */
typedef void (*golden_emit_fn)(const char *scene, const char *phase, uint64_t hash);

/* Computes some phases and emits each. */
typedef void (*golden_part)(golden_emit_fn emit);

/* Runs every part, inside the floating-point environment of the port. */
void golden_run(golden_emit_fn emit);

void golden_base(golden_emit_fn emit);
void golden_core(golden_emit_fn emit);
void golden_narrow(golden_emit_fn emit);
void golden_ccd(golden_emit_fn emit);
void golden_scenes(golden_emit_fn emit);
void golden_tree(golden_emit_fn emit);
void golden_detect(golden_emit_fn emit);
void golden_broad(golden_emit_fn emit);
void golden_features(golden_emit_fn emit);
void golden_continuous(golden_emit_fn emit);
void golden_respond(golden_emit_fn emit);
void golden_resolve(golden_emit_fn emit);
void golden_cloth(golden_emit_fn emit);
void golden_step(golden_emit_fn emit);

/* A float by its bits. Which NaN an operation gives is the machine's choice, so all count as one.
 */
static inline uint64_t golden_float(uint64_t hash, float value)
{
    return value != value ? hem_hash_u32(hash, 0x7FC00000u) : hem_hash_float(hash, value);
}

static inline uint64_t golden_vec3(uint64_t hash, hem_vec3 value)
{
    return golden_float(golden_float(golden_float(hash, value.x), value.y), value.z);
}

#endif

/* Smooth noise over space and time from an integer hash: no tables, no state, the same bits on
 * every machine. */
#ifndef HEM_SCENES_NOISE_H
#define HEM_SCENES_NOISE_H

#include "hem/types.h"

/* Points and times must lie within this distance of zero. */
#define SCENE_NOISE_MAX 1048576.0f

/* A 32-bit hash of a lattice point. */
uint32_t scene_hash(int32_t x, int32_t y, int32_t z, int32_t t, uint32_t seed);

/* Noise in [-1, 1]: random values on the integer lattice of (x, y, z, time), joined so that first
 * and second derivatives are continuous. Constant time: 16 hashes. */
float scene_noise(hem_vec3 point, float time, uint32_t seed);

#endif

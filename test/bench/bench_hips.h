/* E4 with trousers that press blouse and suit against the hips, and loose above, as in 000. The
 * scene's meshes, moved otherwise: of the seams only those of the trousers close, and what is close
 * is answered once before the passes (000-18). That the hips sway and a step is a picture, 25 a
 * second, is not from there: it makes steps of many passes that still end clear. */
#ifndef HEM_BENCH_HIPS_H
#define HEM_BENCH_HIPS_H

#include "hem/types.h"

#include <stdint.h>

#define BENCH_HIPS_NAME     "E4 pressed"
#define BENCH_HIPS_TROUSERS 3u /* their number among the scene's bodies */
#define BENCH_HIPS_STEPS    4u /* of the scene, in one of these */

/* Moves the vertices of the scene's body, where they are at a time in seconds, to where swaying
 * leads them. The same on every machine. */
void bench_hips_sway(hem_vec3 *body, uint32_t count, float seconds);

#endif

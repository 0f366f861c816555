/* Zones: sets of movable vertices that impacts connect, made and solved. Unchecked; see
 * inc/hem/respond.h for what they mean. */
#ifndef HEM_RESPOND_ZONE_H
#define HEM_RESPOND_ZONE_H

#include "hem/respond.h"

/* Makes zones in the arena, which has HEM_ZONES_BYTES to give. */
void hem_zone_make(const hem_respond_in *in, const hem_zone_def *def, hem_arena *arena,
                   hem_zones *zones);

/* Solve one zone; HEM_ZONE_SOLVE_BYTES of scratch must be there. They write its state; the first
 * also how much approach is left, and returns the sweeps taken. */
uint32_t hem_zone_inelastic(const hem_zones_in *in, uint32_t index);
void hem_zone_rigid(const hem_zones_in *in, uint32_t index);

#endif

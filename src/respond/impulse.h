/* One inelastic impulse at an impact, with Coulomb friction: the kernel of hem_impulses. */
#ifndef HEM_RESPOND_IMPULSE_H
#define HEM_RESPOND_IMPULSE_H

#include "respond/lever.h"

typedef enum hem_impulse_result {
    HEM_IMPULSE_APPLIED,
    HEM_IMPULSE_APART,     /* the points part fast enough */
    HEM_IMPULSE_IMMOVABLE, /* neither point can be moved */
} hem_impulse_result;

/* What comes so near to its target is left alone: of the thickness, by the end of the step. */
#define HEM_IMPULSE_CLOSE 0.001f

/* But nothing that would end nearer than this, of the thickness, however close is close enough. */
#define HEM_IMPULSE_NEAREST 0.05f

/* Changes the velocities of the impact's vertices, unless they come as close to their target as
 * said; nothing is checked. About 150 operations. */
hem_impulse_result hem_impulse(const hem_motion *motion, const hem_impact *impact, hem_touch touch,
                               float close);

/* How fast the points of an impact part along the normal, roughly as an impulse has it. */
float hem_impulse_parting(const hem_motion *motion, const hem_impact *impact);

/* How fast they must part at least to be left alone. */
float hem_impulse_enough(const hem_impact *impact, hem_touch touch, float dt, float close);

#endif

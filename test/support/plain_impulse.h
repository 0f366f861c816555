/* A simple inelastic impulse: the two points of an impact get the same velocity along its normal,
 * by inverse masses and weights. For tests and measurements of the scheme, until there is more. */
#ifndef HEM_TEST_PLAIN_IMPULSE_H
#define HEM_TEST_PLAIN_IMPULSE_H

#include "hem/impacts.h"

/* `extra`: the speed, in metres a second, at which they shall part, so that rounding does not leave
 * them approaching. What parts faster stays as it is. Returns the impulse. */
float plain_impulse(const hem_impact *impact, const float *inverse_mass, float extra,
                    hem_vec3 *velocity);

/* Stops the points from sliding along each other, by an impulse of `most` at most. */
void plain_friction(const hem_impact *impact, const float *inverse_mass, float most,
                    hem_vec3 *velocity);

#endif

/* Exact orientation signs for the common tests, from the library's fixed-point arithmetic. */
#include "bench/peers/peer_narrow.h"
#include "base/orient.h"

int peer_orient_exact(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c, const hem_vec3 *d)
{
    return hem_orient_exact(a, b, c, d);
}

int peer_orient2d(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c, uint32_t axis)
{
    return hem_orient2d_sign(a, b, c, axis);
}

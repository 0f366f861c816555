/* The sides of the polygon, in four lanes: see ccd_once.h. */
#include "narrow/ccd_once.h"

hem_vec3 hem_ccd_sides_way(const hem_ccd_sides *s)
{
    const hem_f4 zero = hem_f4_zero();
    hem_f4 back = hem_ccd_dot_4(s->x, s->y, s->z, s->way_x, s->way_y, s->way_z);
    hem_f4 square = hem_ccd_dot_4(s->way_x, s->way_y, s->way_z, s->way_x, s->way_y, s->way_z);
    square = hem_f4_add(square, hem_f4_splat(HEM_CCD_LEAST));
    hem_f4 foot = hem_f4_div(hem_f4_min(hem_f4_max(hem_f4_sub(zero, back), zero), square), square);
    hem_f4 x = hem_f4_add(s->x, hem_f4_mul(foot, s->way_x));
    hem_f4 y = hem_f4_add(s->y, hem_f4_mul(foot, s->way_y));
    hem_f4 z = hem_f4_add(s->z, hem_f4_mul(foot, s->way_z));
    float at_x[4], at_y[4], at_z[4], away[4];
    hem_f4_store(at_x, x);
    hem_f4_store(at_y, y);
    hem_f4_store(at_z, z);
    hem_f4_store(away, hem_ccd_dot_4(x, y, z, x, y, z));
    uint32_t first = away[1] < away[0] ? 1u : 0u, second = away[3] < away[2] ? 3u : 2u;
    uint32_t best = away[second] < away[first] ? second : first;
    return (hem_vec3){at_x[best], at_y[best], at_z[best]};
}

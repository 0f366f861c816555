/* An impact made ready: how the relative motion of its two points answers to an impulse. Small
 * kernels, unchecked, that impulses, repulsion and zones are made of. */
#ifndef HEM_RESPOND_LEVER_H
#define HEM_RESPOND_LEVER_H

#include "base/vec3.h"
#include "hem/respond.h"

/* No velocity changes by more than this many times what the points need. */
#define HEM_GAIN_MOST 16.0f

/* A relative motion with less inverse mass than this cannot be changed. */
#define HEM_COMPLIANCE_LEAST (1.0f / 1152921504606846976.0f)

typedef struct hem_lever {
    float weight[4];   /* add up to zero but for rounding */
    float response[4]; /* change of each velocity by a unit impulse: weight times inverse mass */
    float compliance;  /* change of the points' relative velocity by a unit impulse, or more where
                        * that would take too large a change of some vertex; 0: cannot be changed */
    uint32_t anchor;   /* the corner with the largest weight */
} hem_lever;

/* The largest weight is set to what balances the others: then impulses on the two features cancel
 * to the last bits, whatever rounding the weights came with. */
static inline hem_lever hem_lever_of(const hem_impact *impact, const float inverse_mass[4])
{
    hem_lever lever = {.anchor = 0};
    for (uint32_t k = 1; k < 4; k++) {
        if (hem_abs(impact->weight[k]) > hem_abs(impact->weight[lever.anchor])) {
            lever.anchor = k;
        }
    }
    float others = 0.0f;
    for (uint32_t k = 0; k < 4; k++) {
        lever.weight[k] = impact->weight[k];
        others = others + (k == lever.anchor ? 0.0f : impact->weight[k]);
    }
    lever.weight[lever.anchor] = -others;
    float sum = 0.0f, largest = 0.0f;
    for (uint32_t k = 0; k < 4; k++) {
        lever.response[k] = lever.weight[k] * inverse_mass[k];
        sum = sum + lever.weight[k] * lever.response[k];
        largest = hem_max(hem_abs(lever.response[k]), largest);
    }
    sum = hem_max(largest / HEM_GAIN_MOST, sum);
    lever.compliance = sum >= HEM_COMPLIANCE_LEAST ? sum : 0.0f;
    return lever;
}

/* The velocity of the first point against the second, from differences: a motion that all have in
 * common does not blur it. */
static inline hem_vec3 hem_lever_velocity(const hem_lever *lever, const hem_vec3 velocity[4])
{
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < 4; k++) {
        hem_vec3 difference = hem_sub(velocity[k], velocity[lever->anchor]);
        sum = hem_add_scaled(sum, lever->weight[k], difference);
    }
    return sum;
}

static inline hem_lever hem_lever_in_motion(const hem_motion *motion, const hem_impact *impact)
{
    float inverse_mass[4];
    for (uint32_t k = 0; k < 4; k++) {
        inverse_mass[k] = motion->inverse_mass[impact->vertex[k]];
    }
    return hem_lever_of(impact, inverse_mass);
}

static inline hem_vec3 hem_lever_velocity_in_motion(const hem_lever *lever,
                                                    const hem_motion *motion,
                                                    const hem_impact *impact)
{
    hem_vec3 velocity[4];
    for (uint32_t k = 0; k < 4; k++) {
        velocity[k] = motion->velocity[impact->vertex[k]];
    }
    return hem_lever_velocity(lever, velocity);
}

/* Applies an impulse to the first feature and its opposite to the second. What has infinite mass
 * keeps its bits, a zero's sign included. */
static inline void hem_lever_push(const hem_lever *lever, const hem_motion *motion,
                                  const hem_impact *impact, hem_vec3 impulse)
{
    for (uint32_t k = 0; k < 4; k++) {
        if (lever->response[k] != 0.0f) {
            hem_vec3 *velocity = &motion->velocity[impact->vertex[k]];
            *velocity = hem_add_scaled(*velocity, lever->response[k], impulse);
        }
    }
}

/* The speed of parting that a gap aims at. A gap wider than the thickness may close to it, and so
 * the speed is below zero; a narrower one stays as it is, but opens to a tenth of the thickness.
 * Nearly all speeds are 0 or less then, so a motion in which nothing moves answers them all, and
 * impulses, one after the other, do not gain energy. */
static inline float hem_gap_target(float distance, float thickness, float dt)
{
    float way = hem_min(thickness - distance, hem_max(0.1f * thickness - distance, 0.0f));
    return hem_max(-HEM_SPEED_MOST, hem_min(way / dt, HEM_SPEED_MOST));
}

/* What friction makes of an impulse along the normal: slip is taken away as far as `most` goes, or
 * altogether if it is no faster than `stick_speed`. `relative` is the velocity of the points before
 * the impulse, `speed` its part along the normal. Returns the tangential impulse, and whether slip
 * ended because of stick_speed alone. */
hem_vec3 hem_friction(const hem_lever *lever, hem_vec3 normal, hem_vec3 relative, float most,
                      float stick_speed, bool *stuck);

#endif

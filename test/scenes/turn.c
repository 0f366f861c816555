/* Sine and cosine by quarter turns: see turn.h. */
#include "scenes/turn.h"

#include <stdint.h>

/* Taylor polynomials on |x| <= pi/4, where the first term left out is under 3e-9. */
static float small_sine(float x)
{
    float s = x * x;
    float tail = -1.0f / 6.0f + s * (1.0f / 120.0f + s * (-1.0f / 5040.0f + s / 362880.0f));
    return x + x * (s * tail);
}

static float small_cosine(float x)
{
    float s = x * x;
    float tail = 1.0f / 24.0f + s * (-1.0f / 720.0f + s * (1.0f / 40320.0f - s / 3628800.0f));
    return 1.0f + s * (-0.5f + s * tail);
}

/* Sine of `turns` plus a number of quarter turns. The quarters are taken off exactly: times four
 * and the difference to the nearest whole number lose nothing. */
static float sine_of(float turns, uint32_t more_quarters)
{
    float quarters = turns * 4.0f;
    int32_t whole = (int32_t)(quarters < 0.0f ? quarters - 0.5f : quarters + 0.5f);
    float x = (quarters - (float)whole) * 1.57079633f;
    switch (((uint32_t)whole + more_quarters) & 3u) {
    case 0:
        return small_sine(x);
    case 1:
        return small_cosine(x);
    case 2:
        return -small_sine(x);
    default:
        return -small_cosine(x);
    }
}

float scene_sin_turns(float turns)
{
    return sine_of(turns, 0);
}

float scene_cos_turns(float turns)
{
    return sine_of(turns, 1);
}

float scene_ease(float from, float to, float at)
{
    float t = (at - from) / (to - from);
    if (!(t > 0.0f)) {
        return 0.0f;
    }
    if (t > 1.0f) {
        return 1.0f;
    }
    return t * t * (3.0f - 2.0f * t);
}

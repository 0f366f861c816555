/* Sine and cosine of angles in turns, in single precision and with the same bits on every machine.
 *
 * Angles in turns reduce exactly, so the quarters of a circle are exact: sin(0.25) is 1, sin(0.5)
 * is 0. Valid for |turns| <= SCENE_TURNS_MAX; the error is under 1.2e-7 there, rounding of the
 * argument not counted. Constant time. */
#ifndef HEM_SCENES_TURN_H
#define HEM_SCENES_TURN_H

#define SCENE_TURNS_MAX 1048576.0f

float scene_sin_turns(float turns);
float scene_cos_turns(float turns);

/* A step from 0 at `from` to 1 at `to` without a jump in speed: 3t^2 - 2t^3, clamped outside. */
float scene_ease(float from, float to, float at);

#endif

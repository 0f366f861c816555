/* What happened in a step, for games: which bodies began, went on and ended touching, how fast, and
 * which were held. See hem_event in inc/hem/world.h. */
#ifndef HEM_WORLD_EVENTS_H
#define HEM_WORLD_EVENTS_H

#include "world/step.h"

/* Begins a step: forgets what ended, and what goes on has ended unless it is seen again. */
void hem_events_begin(hem_step_now *step);

/* Nothing is known about this step: what went on goes on. */
void hem_events_keep(hem_step_now *step);

/* The contacts of the world. A logarithm of the bodies and of the events for each. */
void hem_events_contacts(hem_step_now *step);

/* A hit that was found, before it is answered; and one that was left in the end. */
void hem_events_hit(hem_step_now *step, const hem_impact *hit);
void hem_events_pinched(hem_step_now *step, const hem_impact *hit);

/* So many vertices of a body were held. */
void hem_events_held(hem_step_now *step, uint32_t body, uint32_t held);

#endif

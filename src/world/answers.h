/* The answers to all impacts that a step knows: the contacts at its start, and the hits met on the
 * way. What was answered before must stay answered while something else is, so all of them are gone
 * through, again and again; those whose vertices nobody has touched since are passed over. */
#ifndef HEM_WORLD_ANSWERS_H
#define HEM_WORLD_ANSWERS_H

#include "world/step.h"

/* Takes in the hits of the last pass. Where there is no room for them, impacts that are far from
 * being met again are forgotten first. */
void hem_step_learn(hem_step_now *step);

/* Goes through them, and so many impacts of zones, as often as the limits allow or until nothing
 * changes. */
void hem_step_answer(hem_step_now *step, uint32_t zone_impacts);

/* A hit with the gap that its points have at the start: they may come as near as the thickness
 * allows, and need not stop where they are. Where that leaves nothing to answer and they hit all
 * the same, because the pair turns on the way, its gap counts as so narrow that there is. */
hem_impact hem_step_with_gap(const hem_step_now *step, const hem_impact *hit);

#endif

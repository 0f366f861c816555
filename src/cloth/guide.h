/* Guides in the solve: what they leave free, and what they give. */
#ifndef HEM_CLOTH_GUIDE_H
#define HEM_CLOTH_GUIDE_H

#include "cloth/system.h"

/* The part of a vector that a guide leaves free. */
hem_vec3 hem_guide_free(const hem_cloth_guide *guide, hem_vec3 vector);

/* Leaves of all rows what guides leave free. */
void hem_guides_filter(const hem_cloth_system *system, hem_row *rows);

/* Writes what the changes so far lack of those that are given into rows of vertices with a mass;
 * false if there is none. */
bool hem_guides_change(const hem_cloth_system *system, hem_row *rows);

#endif

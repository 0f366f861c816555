/* Vertices of cloth on solids, as constraints in the solve (004-5, 002-19 to 002-22).
 *
 * A contact of a vertex with a face none of whose corners can be moved is no spring but a guide
 * while it pushes: along the normal the vertex has the velocity of the solid, or one that takes it
 * to the thickness; out of a gap that is too narrow a shift takes it there. Where
 * friction holds, it has that velocity in all directions. Each pass of the solve looks anew: what
 * would come closer than the thickness is constrained, what the constraint would have to pull back
 * is let go, and what takes more than friction slides. */
#ifndef HEM_CLOTH_STAND_H
#define HEM_CLOTH_STAND_H

#include "cloth/system.h"

/* The contacts of a vertex with solids, in directions that have little in common, nearest first. */
struct hem_stand {
    uint32_t contact[3];
    uint8_t count;  /* of them */
    uint8_t active; /* bits: those that push */
    uint8_t fresh;  /* bits: those that this pass has found */
    uint8_t sticks; /* 1: friction holds */
    float rub;      /* otherwise: resistance to slip, N s for each m/s */
};

/* Finds them among the contacts, marks their springs as out of use, and gives the system its
 * guides. Linear time. */
void hem_stand_take(hem_cloth_system *system, hem_arena *scratch);

/* Where velocities lead too close: before forces are made. */
void hem_stand_find(const hem_cloth_system *system, bool first);

/* What pulls and what slides: with all forces in the right-hand side, to which it adds friction.
 * Returns how many vertices stand. */
uint32_t hem_stand_judge(const hem_cloth_system *system, bool first);

/* Friction's part of the product: in all directions, of which guides leave those of slip. */
void hem_stand_multiply(const hem_cloth_system *system);

/* What contacts did, in their flags, after those of springs. */
void hem_stand_remember(const hem_cloth_system *system);

#endif

/* What a solve does with bodies as a whole. Its preconditioner hardly sees how these move: its
 * blocks know how stiff cloth is, and a body that falls, or slides on others, is not. */
#ifndef HEM_CLOTH_WHOLE_BODIES_H
#define HEM_CLOTH_WHOLE_BODIES_H

#include "cloth/system.h"

/* Moves every body in the direction of what is left to solve, each by as much as serves it best.
 * Takes two products with the system. */
void hem_bodies_move(const hem_cloth_system *system);

/* Do bodies push each other or solids by contacts? Only then the preconditioner has them in it. */
static inline bool hem_bodies_push(const hem_cloth_system *system)
{
    return system->contacts != NULL && system->pushing > 0;
}

/* Bodies that only move as a whole, each by itself: the masses, contacts and guides that the system
 * has been made with, how much of an error may stay, and groups. Linear in vertices and contacts.
 */
void hem_bodies_make(const hem_cloth_system *system);

/* Adds what this makes of the residual to the product, and returns the product of the two. Is more
 * left to solve in the motion of some body as a whole than may stay? Then they are off. */
float hem_bodies_precondition(const hem_cloth_system *system, bool *off);

/* Groups of bodies push each other, and nothing else does; a body alone is one, too. Nothing inside
 * a group changes its momentum, so what is left of the right-hand side moves free groups as a
 * whole, once, at the start of a solve, and what the iterations search takes no part in that:
 * momentum is what it must be, wherever they end. Linear; a product with the system where there is
 * anything to settle. Returns the energy of it, twice. */
float hem_groups_settle(const hem_cloth_system *system);

/* Takes the mean of each free group from its rows, by masses and what air adds to them: what is
 * left is conjugate to all ways in which it moves as a whole. */
void hem_groups_still(const hem_cloth_system *system, hem_row *rows);

#endif

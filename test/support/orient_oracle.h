/* Orientation signs by exact integer arithmetic of any length (GMP), written without a look at how
 * the library does it: determinants by expansion over permutations, ties by points that are really
 * moved. Slow and simple; one thread at a time. */
#ifndef HEM_ORIENT_ORACLE_H
#define HEM_ORIENT_ORACLE_H

#include "hem/types.h"

/* The sign of the determinant with rows (x, y, z, 1). */
int hem_oracle_orient(const hem_vec3 point[4]);

/* The sign of component `axis` of (a - c) x (b - c). */
int hem_oracle_orient2d(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c, uint32_t axis);

/* The tie rule, with coordinate k of the point of rank i (by id) moved by e^(2^(3i + 2 - k)), the
 * determinant taken as a polynomial in e with exact coefficients. The lowest that is not zero
 * decides. */
int hem_oracle_sos(const hem_vec3 point[4], const uint32_t id[4]);

/* The same for one e = 2^-bits: the determinant of the moved points as a number. `bits` must be so
 * large that no smaller e changes the sign: 200 for any points of the domain (the coefficients add
 * up to less than 2^170), 16 for points with coordinates of up to two grid units. Takes time and
 * memory by 2048 bits a coordinate times `bits`. */
int hem_oracle_sos_moved(const hem_vec3 point[4], const uint32_t id[4], uint32_t bits);

#endif

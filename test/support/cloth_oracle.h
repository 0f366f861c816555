/* Energies of cloth in double, from the shape at rest and the formulas in hem/cloth.h alone: no
 * data of the library but its mesh. */
#ifndef HEM_TEST_CLOTH_ORACLE_H
#define HEM_TEST_CLOTH_ORACLE_H

#include "cloth_body.h"

typedef struct cloth_energy {
    double stretch, shear, bend, kinetic, height; /* height: of gravity */
    double elastic, total;
} cloth_energy;

/* Positions as doubles, three a vertex; null for those of the body. */
cloth_energy cloth_oracle_energy(const cloth_body *cloth, const double *positions);

/* Minus the gradient of the elastic energy by central differences, three a vertex. */
void cloth_oracle_forces(const cloth_body *cloth, double *forces);

/* The sum of masses times velocities; of positions and these about the origin. */
void cloth_oracle_momentum(const cloth_body *cloth, double linear[3], double angular[3]);

/* The root of the mean square of velocities, by mass. */
double cloth_oracle_speed(const cloth_body *cloth);

#endif

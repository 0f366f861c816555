/* The system of a cloth's step as a dense matrix in double, column by column from the library's
 * product; and small dense algebra to judge it by. Three rows a vertex. */
#ifndef HEM_TEST_CLOTH_MATRIX_H
#define HEM_TEST_CLOTH_MATRIX_H

#include "cloth_oracle.h"

typedef struct cloth_matrix {
    uint32_t size;
    double *entry; /* by rows */
    double *right; /* the right-hand side */
} cloth_matrix;

/* Of the body as it is, its step with or without the motion that has happened until its end. */
cloth_matrix cloth_matrix_make(cloth_body *cloth, bool motion);
void cloth_matrix_free(cloth_matrix *matrix);

/* The derivative of the elastic energy, twice, by central differences. */
cloth_matrix cloth_matrix_energy(const cloth_body *cloth);

/* (A - M) / h^2 of a body without damping: the derivative of its forces, as the system has it,
 * with or without the motion. */
cloth_matrix cloth_matrix_stiffness(cloth_body *cloth, bool motion);

/* The largest error of the library's forces against differences of energy, by the largest force. */
double cloth_matrix_force_error(cloth_body *cloth);

/* The largest difference from its transpose, by the largest entry. */
double cloth_matrix_asymmetry(const cloth_matrix *matrix);

/* The smallest and largest eigenvalue of its symmetric part. */
void cloth_matrix_spectrum(const cloth_matrix *matrix, double *smallest, double *largest);

/* a - b, entries and right-hand sides times scale. */
cloth_matrix cloth_matrix_less(const cloth_matrix *a, double scale, const cloth_matrix *b);

/* The largest entry by magnitude. */
double cloth_matrix_size(const cloth_matrix *matrix);

/* The solution, by elimination; `out` holds `size` numbers. */
void cloth_matrix_solve(const cloth_matrix *matrix, double *out);

#endif

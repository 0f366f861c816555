/* Polynomials with whole coefficients of any length (GMP), their real roots in (0, 1] and exact
 * signs at such roots. What the oracle of the continuous tests needs, and no more. */
#ifndef HEM_CCD_POLY_H
#define HEM_CCD_POLY_H

#include <gmp.h>
#include <stdbool.h>

enum { POLY_DEGREE = 8 };

/* c[0] + c[1] t + ...; the highest coefficient is not zero, except in the zero polynomial, whose
 * degree is 0. All coefficients are kept initialised; those above the degree mean nothing. */
typedef struct poly {
    int degree;
    mpz_t c[POLY_DEGREE + 1];
} poly;

void poly_init(poly *a);
void poly_free(poly *a);
void poly_copy(poly *to, const poly *a);
bool poly_is_zero(const poly *a);

/* Zero with room for coefficients up to this degree; poly_trim when they are set. */
void poly_clear(poly *a, int degree);
void poly_extend(poly *a, int degree);
void poly_trim(poly *a);

/* `to` may be an operand of sums and differences, not of products. */
void poly_add(poly *to, const poly *a, const poly *b);
void poly_sub(poly *to, const poly *a, const poly *b);
void poly_mul(poly *to, const poly *a, const poly *b);
void poly_negate(poly *a);

/* A time: the one root of a polynomial without double roots in (low, high] / 2^shift. */
typedef struct poly_root {
    poly of;
    mpz_t low, high;
    unsigned long shift;
} poly_root;

void poly_root_init(poly_root *a);
void poly_root_free(poly_root *a);

/* The time `value`, exactly. */
void poly_root_set(poly_root *a, double value);

/* The distinct roots of a polynomial in (0, 1], ascending; returns how many. None for the zero
 * polynomial. */
int poly_roots(const poly *a, poly_root *roots, int capacity);

/* -1, 0 or 1 as the root is less than, equal to or greater than the value. */
int poly_root_compare(const poly_root *a, double value);

/* A positive number below the root. */
double poly_root_before(const poly_root *a);

/* The sign of a polynomial at a time within [0, 1]. */
int poly_sign_at(const poly *q, const poly_root *at);

#endif

/* Meeting hulls by the simplex method in integers: see hull_oracle.h. */
#include "hull_oracle.h"

#include <gmp.h>
#include <math.h>

/* A common point has weights x >= 0 with sum a x = sum b x and both sums of weights 1: five rows.
 * The first phase of the simplex method starts from artificial variables, one a row, and drives
 * their sum to zero if anything can. Bland's rule (always the smallest index) cannot cycle. The
 * tableau keeps one common denominator: every division below leaves no rest. */
enum { ROWS = 5, SUM = ROWS, COLUMNS = 8, RIGHT = COLUMNS, ARTIFICIAL = 100 };

static mpz_t table[ROWS + 1][COLUMNS + 1];
static mpz_t denominator, product;
static uint32_t basis[ROWS];
static bool ready;

static double units(const hem_vec3 *point, uint32_t axis)
{
    float value = axis == 0 ? point->x : axis == 1 ? point->y : point->z;
    return ldexp((double)value, 40);
}

static void fill(const hem_vec3 *a, uint32_t a_count, const hem_vec3 *b, uint32_t b_count)
{
    if (!ready) {
        mpz_inits(denominator, product, NULL);
        for (uint32_t i = 0; i <= ROWS; i++) {
            for (uint32_t j = 0; j <= COLUMNS; j++) {
                mpz_init(table[i][j]);
            }
        }
        ready = true;
    }
    for (uint32_t i = 0; i <= ROWS; i++) {
        for (uint32_t j = 0; j <= COLUMNS; j++) {
            mpz_set_si(table[i][j], 0);
        }
    }
    mpz_set_si(denominator, 1);
    for (uint32_t j = 0; j < a_count + b_count; j++) {
        bool first = j < a_count;
        for (uint32_t k = 0; k < 3; k++) {
            mpz_set_d(table[k][j], first ? units(&a[j], k) : -units(&b[j - a_count], k));
        }
        mpz_set_si(table[first ? 3 : 4][j], 1);
    }
    mpz_set_si(table[3][RIGHT], 1);
    mpz_set_si(table[4][RIGHT], 1);
    for (uint32_t i = 0; i < ROWS; i++) {
        basis[i] = ARTIFICIAL + i;
        for (uint32_t j = 0; j <= COLUMNS; j++) {
            mpz_add(table[SUM][j], table[SUM][j], table[i][j]);
        }
    }
}

/* The row that limits column `enters` first; ties go to the smaller variable. */
static uint32_t leaving_row(uint32_t enters)
{
    uint32_t leaves = ROWS;
    for (uint32_t i = 0; i < ROWS; i++) {
        if (mpz_sgn(table[i][enters]) <= 0) {
            continue;
        }
        int order = -1;
        if (leaves < ROWS) {
            mpz_mul(product, table[i][RIGHT], table[leaves][enters]);
            mpz_submul(product, table[leaves][RIGHT], table[i][enters]);
            order = mpz_sgn(product);
        }
        if (order < 0 || (order == 0 && basis[i] < basis[leaves])) {
            leaves = i;
        }
    }
    return leaves;
}

static void pivot(uint32_t row, uint32_t column)
{
    for (uint32_t i = 0; i <= ROWS; i++) {
        if (i == row) {
            continue;
        }
        for (uint32_t j = 0; j <= COLUMNS; j++) {
            if (j == column) {
                continue;
            }
            mpz_mul(product, table[i][j], table[row][column]);
            mpz_submul(product, table[i][column], table[row][j]);
            mpz_divexact(table[i][j], product, denominator);
        }
        mpz_set_si(table[i][column], 0);
    }
    mpz_set(denominator, table[row][column]);
    basis[row] = column;
}

bool hem_oracle_hulls_meet(const hem_vec3 *a, uint32_t a_count, const hem_vec3 *b, uint32_t b_count)
{
    fill(a, a_count, b, b_count);
    for (;;) {
        uint32_t enters = 0;
        while (enters < COLUMNS && mpz_sgn(table[SUM][enters]) <= 0) {
            enters++;
        }
        if (enters == COLUMNS || mpz_sgn(table[SUM][RIGHT]) == 0) {
            return mpz_sgn(table[SUM][RIGHT]) == 0;
        }
        pivot(leaving_row(enters), enters);
    }
}

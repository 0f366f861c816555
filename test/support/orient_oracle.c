/* Exact orientation signs with GMP: see orient_oracle.h. */
#include "orient_oracle.h"

#include <gmp.h>
#include <math.h>
#include <stdbool.h>

/* A permutation of the columns x, y, z, 1: which column each row takes. */
typedef struct permutation {
    uint32_t column[4];
    int sign;
} permutation;

static permutation all[24];
static mpz_t entry[4][3]; /* the coordinates; the fourth column is ones */
static mpz_t sum, product;
static bool ready;

static void find_permutations(void)
{
    uint32_t count = 0;
    for (uint32_t code = 0; code < 256; code++) {
        permutation next = {{code & 3u, (code >> 2) & 3u, (code >> 4) & 3u, code >> 6}, 1};
        bool valid = true;
        for (uint32_t i = 0; i < 4; i++) {
            for (uint32_t j = 0; j < i; j++) {
                valid = valid && next.column[i] != next.column[j];
                next.sign = next.column[j] > next.column[i] ? -next.sign : next.sign;
            }
        }
        if (valid) {
            all[count++] = next;
        }
    }
}

/* A coordinate in grid units: a whole number below 2^52, which a double holds. */
static double units(const hem_vec3 *point, uint32_t axis)
{
    float value = axis == 0 ? point->x : axis == 1 ? point->y : point->z;
    return ldexp((double)value, 40);
}

static void set_entries(const hem_vec3 point[4])
{
    if (!ready) {
        find_permutations();
        mpz_inits(sum, product, NULL);
        for (uint32_t i = 0; i < 4; i++) {
            mpz_inits(entry[i][0], entry[i][1], entry[i][2], NULL);
        }
        ready = true;
    }
    for (uint32_t i = 0; i < 4; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            mpz_set_d(entry[i][k], units(&point[i], k));
        }
    }
}

static int determinant_sign(void)
{
    mpz_set_ui(sum, 0);
    for (uint32_t p = 0; p < 24; p++) {
        mpz_set_si(product, all[p].sign);
        for (uint32_t i = 0; i < 4; i++) {
            if (all[p].column[i] < 3) {
                mpz_mul(product, product, entry[i][all[p].column[i]]);
            }
        }
        mpz_add(sum, sum, product);
    }
    return mpz_sgn(sum);
}

int hem_oracle_orient(const hem_vec3 point[4])
{
    set_entries(point);
    return determinant_sign();
}

int hem_oracle_orient2d(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c, uint32_t axis)
{
    const uint32_t first_of[3] = {1, 2, 0};
    const uint32_t second_of[3] = {2, 0, 1};
    const hem_vec3 *corner[3] = {a, b, c};
    mpz_t first[3], second[3], area;
    mpz_init(area);
    for (uint32_t i = 0; i < 3; i++) {
        mpz_init_set_d(first[i], units(corner[i], first_of[axis]));
        mpz_init_set_d(second[i], units(corner[i], second_of[axis]));
    }
    /* Twice the signed area as a sum over the edges: no differences taken. */
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t next = (i + 1) % 3;
        mpz_addmul(area, first[i], second[next]);
        mpz_submul(area, second[i], first[next]);
    }
    int sign = mpz_sgn(area);
    for (uint32_t i = 0; i < 3; i++) {
        mpz_clears(first[i], second[i], NULL);
    }
    mpz_clear(area);
    return sign;
}

/* The power of e by which coordinate `axis` of point i is moved. */
static uint32_t moved_by(const uint32_t id[4], uint32_t i, uint32_t axis)
{
    uint32_t rank = 0;
    for (uint32_t j = 0; j < 4; j++) {
        rank += id[j] < id[i] ? 1u : 0u;
    }
    return 1u << (3 * rank + 2 - axis);
}

int hem_oracle_sos_moved(const hem_vec3 point[4], const uint32_t id[4], uint32_t bits)
{
    const uint32_t largest = 2048;
    mpz_t move;
    mpz_init(move);
    set_entries(point);
    for (uint32_t i = 0; i < 4; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            /* Everything times 2^(2048 bits), so that the smallest move is a whole number. */
            mpz_mul_2exp(entry[i][k], entry[i][k], largest * bits);
            mpz_set_ui(move, 1);
            mpz_mul_2exp(move, move, (largest - moved_by(id, i, k)) * bits);
            mpz_add(entry[i][k], entry[i][k], move);
        }
    }
    mpz_clear(move);
    return determinant_sign();
}

/* Each term of the determinant is a product of three factors (coordinate + e^power) and a one,
 * which multiplied out is eight monomials; they are collected by their power. */
int hem_oracle_sos(const hem_vec3 point[4], const uint32_t id[4])
{
    enum { POWERS = 4096, MONOMIALS = 192 };
    static uint8_t slot_of[POWERS]; /* one more than the place of that power's coefficient */
    static mpz_t coefficient[MONOMIALS];
    static bool coefficients_ready;
    uint32_t power_in[MONOMIALS];
    uint32_t used = 0;

    set_entries(point);
    int unmoved = determinant_sign(); /* the coefficient of e^0 */
    if (unmoved != 0) {
        return unmoved;
    }
    if (!coefficients_ready) {
        for (uint32_t i = 0; i < MONOMIALS; i++) {
            mpz_init(coefficient[i]);
        }
        coefficients_ready = true;
    }
    uint32_t moved[4][3];
    for (uint32_t i = 0; i < 4; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            moved[i][k] = moved_by(id, i, k);
        }
    }
    for (uint32_t p = 0; p < 24; p++) {
        for (uint32_t choice = 0; choice < 8; choice++) {
            uint32_t power = 0;
            mpz_set_si(product, all[p].sign);
            for (uint32_t i = 0; i < 4; i++) {
                uint32_t column = all[p].column[i];
                if (column == 3) {
                    continue;
                }
                if (((choice >> column) & 1u) != 0) {
                    power += moved[i][column];
                } else {
                    mpz_mul(product, product, entry[i][column]);
                }
            }
            if (slot_of[power] == 0) {
                power_in[used] = power;
                mpz_set_ui(coefficient[used], 0);
                slot_of[power] = (uint8_t)++used;
            }
            mpz_ptr place = coefficient[slot_of[power] - 1];
            mpz_add(place, place, product);
        }
    }
    int sign = 0;
    uint32_t lowest = POWERS;
    for (uint32_t i = 0; i < used; i++) {
        if (mpz_sgn(coefficient[i]) != 0 && power_in[i] < lowest) {
            lowest = power_in[i];
            sign = mpz_sgn(coefficient[i]);
        }
        slot_of[power_in[i]] = 0;
    }
    return sign;
}

/* Exact polynomials: see ccd_poly.h. */
#include "ccd_poly.h"

#include <math.h>
#include <stdlib.h>

/* ---- coefficients ---- */

void poly_init(poly *a)
{
    a->degree = 0;
    for (int i = 0; i <= POLY_DEGREE; i++) {
        mpz_init(a->c[i]);
    }
}

void poly_free(poly *a)
{
    for (int i = 0; i <= POLY_DEGREE; i++) {
        mpz_clear(a->c[i]);
    }
}

void poly_copy(poly *to, const poly *a)
{
    to->degree = a->degree;
    for (int i = 0; i <= a->degree; i++) {
        mpz_set(to->c[i], a->c[i]);
    }
}

bool poly_is_zero(const poly *a)
{
    return a->degree == 0 && mpz_sgn(a->c[0]) == 0;
}

void poly_clear(poly *a, int degree)
{
    if (degree > POLY_DEGREE) {
        abort();
    }
    a->degree = degree;
    for (int i = 0; i <= degree; i++) {
        mpz_set_ui(a->c[i], 0);
    }
}

void poly_extend(poly *a, int degree)
{
    for (int i = a->degree + 1; i <= degree; i++) {
        mpz_set_ui(a->c[i], 0);
    }
    a->degree = a->degree > degree ? a->degree : degree;
}

void poly_trim(poly *a)
{
    while (a->degree > 0 && mpz_sgn(a->c[a->degree]) == 0) {
        a->degree--;
    }
}

static void combine(poly *to, const poly *a, const poly *b,
                    void (*operation)(mpz_ptr, mpz_srcptr, mpz_srcptr))
{
    mpz_t zero;
    mpz_init(zero);
    int degree = a->degree > b->degree ? a->degree : b->degree;
    int a_degree = a->degree, b_degree = b->degree;
    for (int i = 0; i <= degree; i++) {
        operation(to->c[i], i <= a_degree ? a->c[i] : zero, i <= b_degree ? b->c[i] : zero);
    }
    to->degree = degree;
    poly_trim(to);
    mpz_clear(zero);
}

void poly_add(poly *to, const poly *a, const poly *b)
{
    combine(to, a, b, mpz_add);
}

void poly_sub(poly *to, const poly *a, const poly *b)
{
    combine(to, a, b, mpz_sub);
}

void poly_mul(poly *to, const poly *a, const poly *b)
{
    poly_clear(to, a->degree + b->degree);
    for (int i = 0; i <= a->degree; i++) {
        for (int j = 0; j <= b->degree; j++) {
            mpz_addmul(to->c[i + j], a->c[i], b->c[j]);
        }
    }
    poly_trim(to);
}

void poly_negate(poly *a)
{
    for (int i = 0; i <= a->degree; i++) {
        mpz_neg(a->c[i], a->c[i]);
    }
}

/* Divides by the common factor of all coefficients; keeps the signs. */
static void reduce(poly *a)
{
    mpz_t common;
    mpz_init(common);
    for (int i = 0; i <= a->degree; i++) {
        mpz_gcd(common, common, a->c[i]);
    }
    if (mpz_cmp_ui(common, 1) > 0) {
        for (int i = 0; i <= a->degree; i++) {
            mpz_divexact(a->c[i], a->c[i], common);
        }
    }
    mpz_clear(common);
}

/* A positive multiple of the remainder of a by b; a quotient, up to a factor, where asked for. */
static void divide(poly *remainder, poly *quotient, const poly *a, const poly *b)
{
    mpz_t lead, factor;
    mpz_inits(lead, factor, NULL);
    poly_copy(remainder, a);
    if (quotient != NULL) {
        poly_clear(quotient, a->degree >= b->degree ? a->degree - b->degree : 0);
    }
    mpz_abs(lead, b->c[b->degree]);
    while (!poly_is_zero(remainder) && remainder->degree >= b->degree) {
        int shift = remainder->degree - b->degree;
        mpz_set(factor, remainder->c[remainder->degree]);
        if (mpz_sgn(b->c[b->degree]) < 0) {
            mpz_neg(factor, factor);
        }
        for (int i = 0; i <= remainder->degree; i++) {
            mpz_mul(remainder->c[i], remainder->c[i], lead);
        }
        if (quotient != NULL) {
            for (int i = 0; i <= quotient->degree; i++) {
                mpz_mul(quotient->c[i], quotient->c[i], lead);
            }
            mpz_add(quotient->c[shift], quotient->c[shift], factor);
        }
        for (int i = 0; i <= b->degree; i++) {
            mpz_submul(remainder->c[i + shift], factor, b->c[i]);
        }
        poly_trim(remainder);
    }
    mpz_clears(lead, factor, NULL);
}

static void derive(poly *to, const poly *a)
{
    poly_clear(to, a->degree > 0 ? a->degree - 1 : 0);
    for (int i = 1; i <= a->degree; i++) {
        mpz_mul_ui(to->c[i - 1], a->c[i], (unsigned long)i);
    }
    poly_trim(to);
}

/* ---- Sturm sequences ---- */

typedef struct sturm {
    poly of[POLY_DEGREE + 2];
    int count;
} sturm;

static void sturm_free(sturm *s)
{
    for (int i = 0; i < POLY_DEGREE + 2; i++) {
        poly_free(&s->of[i]);
    }
}

/* a, b, and then each the negated remainder of the two before it. */
static void sturm_make(sturm *s, const poly *a, const poly *b)
{
    for (int i = 0; i < POLY_DEGREE + 2; i++) {
        poly_init(&s->of[i]);
    }
    poly_copy(&s->of[0], a);
    reduce(&s->of[0]);
    s->count = 1;
    poly_copy(&s->of[1], b);
    reduce(&s->of[1]);
    while (!poly_is_zero(&s->of[s->count])) {
        s->count++;
        if (s->count == POLY_DEGREE + 2) {
            return;
        }
        divide(&s->of[s->count], NULL, &s->of[s->count - 2], &s->of[s->count - 1]);
        poly_negate(&s->of[s->count]);
        reduce(&s->of[s->count]);
    }
}

/* The sign of a polynomial at place / 2^shift. */
static int sign_at_place(const poly *a, const mpz_t place, unsigned long shift)
{
    mpz_t sum, term;
    mpz_inits(sum, term, NULL);
    mpz_set(sum, a->c[a->degree]);
    for (int i = a->degree - 1; i >= 0; i--) {
        mpz_mul(sum, sum, place);
        mpz_mul_2exp(term, a->c[i], shift * (unsigned long)(a->degree - i));
        mpz_add(sum, sum, term);
    }
    int sign = mpz_sgn(sum);
    mpz_clears(sum, term, NULL);
    return sign;
}

static int variations(const sturm *s, const mpz_t place, unsigned long shift)
{
    int last = 0, changes = 0;
    for (int i = 0; i < s->count; i++) {
        int sign = sign_at_place(&s->of[i], place, shift);
        if (sign != 0) {
            changes += last != 0 && sign != last ? 1 : 0;
            last = sign;
        }
    }
    return changes;
}

/* 1 or -1 if the polynomial has that sign on all of [0, 1] because all its coefficients as a sum of
 * t^i (1 - t)^(n - i) have; else 0. */
static int sign_of_all(const poly *a)
{
    mpz_t sum, choices;
    mpz_inits(sum, choices, NULL);
    int sign = 0;
    for (int i = 0; i <= a->degree; i++) {
        mpz_set_ui(sum, 0);
        for (int k = 0; k <= i; k++) {
            mpz_bin_uiui(choices, (unsigned long)(a->degree - k), (unsigned long)(i - k));
            mpz_addmul(sum, a->c[k], choices);
        }
        int next = mpz_sgn(sum);
        if (next == 0 || (i > 0 && next != sign)) {
            sign = 0;
            break;
        }
        sign = next;
    }
    mpz_clears(sum, choices, NULL);
    return sign;
}

/* ---- roots ---- */

void poly_root_init(poly_root *a)
{
    poly_init(&a->of);
    mpz_inits(a->low, a->high, NULL);
    a->shift = 0;
}

void poly_root_free(poly_root *a)
{
    poly_free(&a->of);
    mpz_clears(a->low, a->high, NULL);
}

/* A double as place / 2^shift, shift >= 0. */
static unsigned long to_place(mpz_t place, double value)
{
    int exponent;
    double fraction = frexp(value, &exponent);
    int shift = 53 - exponent;
    mpz_set_d(place, ldexp(fraction, 53));
    while (shift > 0 && mpz_even_p(place) && mpz_sgn(place) != 0) {
        mpz_divexact_ui(place, place, 2);
        shift--;
    }
    if (shift < 0) {
        mpz_mul_2exp(place, place, (unsigned long)-shift);
        shift = 0;
    }
    return (unsigned long)shift;
}

void poly_root_set(poly_root *a, double value)
{
    a->shift = to_place(a->high, value);
    poly_clear(&a->of, 1);
    mpz_neg(a->of.c[0], a->high);
    mpz_set_ui(a->of.c[1], 1);
    mpz_mul_2exp(a->of.c[1], a->of.c[1], a->shift);
    mpz_sub_ui(a->low, a->high, 1);
}

typedef struct piece {
    mpz_t low, high;
    unsigned long shift;
    int low_changes, high_changes;
} piece;

enum { PIECES = 600 };

/* Splits pieces until each holds one root; the leftmost is always on top. */
static int isolate(const sturm *s, const poly *of, poly_root *roots, int capacity)
{
    piece *stack = malloc(PIECES * sizeof *stack);
    mpz_t middle;
    mpz_init(middle);
    int depth = 1, count = 0;
    mpz_init_set_ui(stack[0].low, 0);
    mpz_init_set_ui(stack[0].high, 1);
    stack[0].shift = 0;
    stack[0].low_changes = variations(s, stack[0].low, 0);
    stack[0].high_changes = variations(s, stack[0].high, 0);
    while (depth > 0) {
        piece *top = &stack[depth - 1];
        int inside = top->low_changes - top->high_changes;
        if (inside == 0) {
            mpz_clears(top->low, top->high, NULL);
            depth--;
        } else if (inside == 1) {
            if (count == capacity) {
                abort();
            }
            poly_copy(&roots[count].of, of);
            mpz_set(roots[count].low, top->low);
            mpz_set(roots[count].high, top->high);
            roots[count].shift = top->shift;
            count++;
            mpz_clears(top->low, top->high, NULL);
            depth--;
        } else {
            if (depth == PIECES) {
                abort();
            }
            piece *left = &stack[depth++];
            mpz_mul_2exp(top->low, top->low, 1);
            mpz_mul_2exp(top->high, top->high, 1);
            top->shift++;
            mpz_add(middle, top->low, top->high);
            mpz_divexact_ui(middle, middle, 2);
            mpz_init_set(left->low, top->low);
            mpz_init_set(left->high, middle);
            left->shift = top->shift;
            left->low_changes = top->low_changes;
            left->high_changes = variations(s, middle, left->shift);
            mpz_set(top->low, middle);
            top->low_changes = left->high_changes;
        }
    }
    mpz_clear(middle);
    free(stack);
    return count;
}

int poly_roots(const poly *a, poly_root *roots, int capacity)
{
    if (a->degree == 0 || sign_of_all(a) != 0) {
        return 0;
    }
    poly slope, simple, rest;
    sturm s;
    poly_init(&slope);
    poly_init(&simple);
    poly_init(&rest);
    derive(&slope, a);
    sturm_make(&s, a, &slope);
    /* The last of the sequence divides both: without it every root is simple. */
    divide(&rest, &simple, a, &s.of[s.count - 1]);
    reduce(&simple);
    sturm_free(&s);
    derive(&slope, &simple);
    sturm_make(&s, &simple, &slope);
    int count = isolate(&s, &simple, roots, capacity);
    sturm_free(&s);
    poly_free(&slope);
    poly_free(&simple);
    poly_free(&rest);
    return count;
}

/* Roots of the first of a sequence in the interval of a root. */
static int count_within(const sturm *s, const poly_root *at)
{
    return variations(s, at->low, at->shift) - variations(s, at->high, at->shift);
}

/* Halves the interval of a root. */
static void refine(poly_root *a)
{
    mpz_t middle;
    mpz_init(middle);
    mpz_mul_2exp(a->low, a->low, 1);
    mpz_mul_2exp(a->high, a->high, 1);
    a->shift++;
    mpz_add(middle, a->low, a->high);
    mpz_divexact_ui(middle, middle, 2);
    /* A simple root: the sign changes there, and only there. */
    int high = sign_at_place(&a->of, a->high, a->shift);
    int between = sign_at_place(&a->of, middle, a->shift);
    if (between == 0 || (high != 0 && between == high)) {
        mpz_set(a->high, middle);
    } else {
        mpz_set(a->low, middle);
    }
    mpz_clear(middle);
}

int poly_root_compare(const poly_root *a, double value)
{
    poly other;
    poly_root at;
    poly_init(&other);
    poly_root_init(&at);
    poly_root_set(&at, value);
    /* The sign of t - value at the root. */
    poly_copy(&other, &at.of);
    int sign = poly_sign_at(&other, a);
    poly_root_free(&at);
    poly_free(&other);
    return sign;
}

static void root_copy(poly_root *to, const poly_root *a)
{
    poly_root_init(to);
    poly_copy(&to->of, &a->of);
    mpz_set(to->low, a->low);
    mpz_set(to->high, a->high);
    to->shift = a->shift;
}

double poly_root_before(const poly_root *a)
{
    poly_root copy;
    root_copy(&copy, a);
    while (mpz_sgn(copy.low) <= 0) {
        refine(&copy);
    }
    long exponent;
    double fraction = mpz_get_d_2exp(&exponent, copy.low);
    /* Rounded towards zero, then halved: below the root in any case. */
    double before = ldexp(fraction, (int)(exponent - (long)copy.shift) - 1);
    poly_root_free(&copy);
    return before;
}

int poly_sign_at(const poly *q, const poly_root *at)
{
    if (q->degree == 0) {
        return mpz_sgn(q->c[0]);
    }
    int everywhere = sign_of_all(q);
    if (everywhere != 0) {
        return everywhere;
    }
    poly slope;
    sturm common, s;
    poly_init(&slope);
    sturm_make(&common, &at->of, q);
    const poly *shared = &common.of[common.count - 1];
    int sign = 2;
    if (shared->degree > 0) {
        derive(&slope, shared);
        sturm_make(&s, shared, &slope);
        if (count_within(&s, at) > 0) {
            sign = 0;
        }
        sturm_free(&s);
    }
    if (sign != 0) {
        poly_root copy;
        root_copy(&copy, at);
        derive(&slope, q);
        sturm_make(&s, q, &slope);
        /* Until q has no root where the other has its one, nor at an end. */
        while (sign_at_place(q, copy.low, copy.shift) == 0 ||
               sign_at_place(q, copy.high, copy.shift) == 0 || count_within(&s, &copy) > 0) {
            refine(&copy);
        }
        sign = sign_at_place(q, copy.high, copy.shift);
        sturm_free(&s);
        poly_root_free(&copy);
    }
    sturm_free(&common);
    poly_free(&slope);
    return sign;
}

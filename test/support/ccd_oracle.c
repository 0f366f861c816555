/* The exact part of the oracle: see ccd_oracle.h.
 *
 * The differences of the two features' corners are the corners of a polygon: the vertex less each
 * corner of the face, or a parallelogram of the four differences of the edges' ends. The features
 * are as far apart as the origin is from that polygon. It reaches a distance s at corners, on sides
 * or inside, so the distance can pass s only at the roots of
 *     |d|^2 - s^2,    |d x e|^2 - s^2 |e - d|^2,    det^2 - s^2 |N|^2
 * for corners d, sides d e and the normal N. Between two such roots nothing changes; so it is
 * enough to look at each root, and at one time before the first. */
#include "ccd_oracle.h"
#include "ccd_poly.h"

#include <math.h>
#include <stdlib.h>

enum { CORNERS = 4 };

typedef struct vector_poly {
    poly x, y, z;
} vector_poly;

/* Everything whose sign is asked for. */
typedef struct motion {
    int corners;
    vector_poly corner[CORNERS], normal;
    poly at_corner[CORNERS]; /* not positive: the corner is within s */
    poly on_side[CORNERS];   /* not positive: the line of a side is within s */
    poly side_square[CORNERS], after_first[CORNERS], before_second[CORNERS];
    poly on_plane; /* not positive: the plane is within s */
    poly normal_square, inside[CORNERS];
} motion;

static motion state;
static bool ready;
static uint32_t exact_count;

static void vector_init(vector_poly *a)
{
    poly_init(&a->x);
    poly_init(&a->y);
    poly_init(&a->z);
}

static void prepare(void)
{
    if (ready) {
        return;
    }
    for (int i = 0; i < CORNERS; i++) {
        vector_init(&state.corner[i]);
        poly_init(&state.at_corner[i]);
        poly_init(&state.on_side[i]);
        poly_init(&state.side_square[i]);
        poly_init(&state.after_first[i]);
        poly_init(&state.before_second[i]);
        poly_init(&state.inside[i]);
    }
    vector_init(&state.normal);
    poly_init(&state.on_plane);
    poly_init(&state.normal_square);
    ready = true;
}

/* ---- vectors of polynomials ---- */

static void vector_sub(vector_poly *to, const vector_poly *a, const vector_poly *b)
{
    poly_sub(&to->x, &a->x, &b->x);
    poly_sub(&to->y, &a->y, &b->y);
    poly_sub(&to->z, &a->z, &b->z);
}

static void vector_dot(poly *to, const vector_poly *a, const vector_poly *b)
{
    static poly sum, product;
    static bool made;
    if (!made) {
        poly_init(&sum);
        poly_init(&product);
        made = true;
    }
    poly_mul(&sum, &a->x, &b->x);
    poly_mul(&product, &a->y, &b->y);
    poly_add(&sum, &sum, &product);
    poly_mul(&product, &a->z, &b->z);
    poly_add(to, &sum, &product);
}

static void minor(poly *to, const poly *a, const poly *b, const poly *c, const poly *d)
{
    static poly left, right;
    static bool made;
    if (!made) {
        poly_init(&left);
        poly_init(&right);
        made = true;
    }
    poly_mul(&left, a, b);
    poly_mul(&right, c, d);
    poly_sub(to, &left, &right);
}

static void vector_cross(vector_poly *to, const vector_poly *a, const vector_poly *b)
{
    minor(&to->x, &a->y, &b->z, &a->z, &b->y);
    minor(&to->y, &a->z, &b->x, &a->x, &b->z);
    minor(&to->z, &a->x, &b->y, &a->y, &b->x);
}

/* ---- setting up ---- */

/* The power of two of the lowest bit of a number. */
static int lowest_power(double value, int least)
{
    if (value == 0.0) {
        return least;
    }
    int exponent;
    double fraction = frexp(value, &exponent); /* at most 53 bits */
    int64_t whole = (int64_t)ldexp(fraction, 53);
    int power = exponent - 53;
    while ((whole & 1) == 0) {
        whole /= 2;
        power++;
    }
    return power < least ? power : least;
}

static double component(const hem_vec3 *a, int axis)
{
    return axis == 0 ? (double)a->x : axis == 1 ? (double)a->y : (double)a->z;
}

/* The power of two that all coordinates and the separation are multiples of. */
static int common_power(const hem_ccd_question *q, double separation)
{
    int power = lowest_power(separation, 0);
    for (int i = 0; i < 4; i++) {
        for (int axis = 0; axis < 3; axis++) {
            power = lowest_power(component(&q->start[i], axis), power);
            power = lowest_power(component(&q->end[i], axis), power);
        }
    }
    return power;
}

/* start + t (end - start) of one coordinate of a point less another, in units of 2^power. */
static void set_difference(poly *to, const hem_ccd_question *q, int a, int b, int axis, int power)
{
    mpz_t part;
    mpz_init(part);
    poly_clear(to, 1);
    mpz_set_d(to->c[0], ldexp(component(&q->start[a], axis), -power));
    mpz_set_d(part, ldexp(component(&q->start[b], axis), -power));
    mpz_sub(to->c[0], to->c[0], part);
    mpz_set_d(to->c[1], ldexp(component(&q->end[a], axis), -power));
    mpz_set_d(part, ldexp(component(&q->end[b], axis), -power));
    mpz_sub(to->c[1], to->c[1], part);
    mpz_sub(to->c[1], to->c[1], to->c[0]);
    poly_trim(to);
    mpz_clear(part);
}

static const int face_pairs[3][2] = {{0, 1}, {0, 2}, {0, 3}};
static const int edge_pairs[4][2] = {{0, 2}, {1, 2}, {1, 3}, {0, 3}};

static void subtract_scaled(poly *from, const mpz_t square, const poly *a)
{
    for (int i = 0; i <= a->degree; i++) {
        mpz_submul(from->c[i], square, a->c[i]);
    }
    poly_trim(from);
}

static void set_up(const hem_ccd_question *q, double separation)
{
    static vector_poly side[CORNERS], cross;
    static poly height, constant;
    static bool made;
    if (!made) {
        for (int i = 0; i < CORNERS; i++) {
            vector_init(&side[i]);
        }
        vector_init(&cross);
        poly_init(&height);
        poly_init(&constant);
        made = true;
    }
    prepare();
    bool face = q->pair == HEM_CCD_PAIR_VERTEX_FACE;
    state.corners = face ? 3 : 4;
    int power = common_power(q, separation);
    mpz_t square;
    mpz_init(square);
    mpz_set_d(square, ldexp(separation, -power));
    mpz_mul(square, square, square);

    for (int i = 0; i < state.corners; i++) {
        const int *pair = face ? face_pairs[i] : edge_pairs[i];
        set_difference(&state.corner[i].x, q, pair[0], pair[1], 0, power);
        set_difference(&state.corner[i].y, q, pair[0], pair[1], 1, power);
        set_difference(&state.corner[i].z, q, pair[0], pair[1], 2, power);
    }
    for (int i = 0; i < state.corners; i++) {
        vector_sub(&side[i], &state.corner[(i + 1) % state.corners], &state.corner[i]);
    }
    vector_cross(&state.normal, &side[0], &side[1]);
    vector_dot(&state.normal_square, &state.normal, &state.normal);
    vector_dot(&height, &state.corner[0], &state.normal);
    poly_mul(&state.on_plane, &height, &height);
    poly_extend(&state.on_plane, 6);
    subtract_scaled(&state.on_plane, square, &state.normal_square);
    poly_clear(&constant, 0);
    mpz_set_ui(constant.c[0], 1);
    for (int i = 0; i < state.corners; i++) {
        const vector_poly *first = &state.corner[i];
        const vector_poly *second = &state.corner[(i + 1) % state.corners];
        vector_dot(&state.at_corner[i], first, first);
        poly_extend(&state.at_corner[i], 2);
        subtract_scaled(&state.at_corner[i], square, &constant);
        vector_dot(&state.side_square[i], &side[i], &side[i]);
        vector_cross(&cross, first, second);
        vector_dot(&state.inside[i], &cross, &state.normal);
        vector_dot(&state.on_side[i], &cross, &cross);
        poly_extend(&state.on_side[i], 4);
        subtract_scaled(&state.on_side[i], square, &state.side_square[i]);
        /* d . (d - e) and e . (e - d): the foot of the origin lies on the side. */
        vector_dot(&state.after_first[i], first, &side[i]);
        poly_negate(&state.after_first[i]);
        vector_dot(&state.before_second[i], second, &side[i]);
    }
    mpz_clear(square);
}

/* ---- looking at one time ---- */

static bool within_at(const poly_root *time)
{
    for (int i = 0; i < state.corners; i++) {
        if (poly_sign_at(&state.at_corner[i], time) <= 0) {
            return true;
        }
    }
    for (int i = 0; i < state.corners; i++) {
        if (poly_sign_at(&state.on_side[i], time) <= 0 &&
            poly_sign_at(&state.side_square[i], time) > 0 &&
            poly_sign_at(&state.after_first[i], time) >= 0 &&
            poly_sign_at(&state.before_second[i], time) >= 0) {
            return true;
        }
    }
    if (poly_sign_at(&state.on_plane, time) > 0 || poly_sign_at(&state.normal_square, time) <= 0) {
        return false;
    }
    for (int i = 0; i < state.corners; i++) {
        if (poly_sign_at(&state.inside[i], time) < 0) {
            return false;
        }
    }
    return true;
}

static bool within_at_double(double time)
{
    poly_root at;
    poly_root_init(&at);
    poly_root_set(&at, time);
    bool within = within_at(&at);
    poly_root_free(&at);
    return within;
}

/* Looks at the roots of one polynomial within (0, until]; `earliest` is lowered to a time that is
 * before all of them. */
static bool within_at_roots(const poly *p, double until, bool included, double *earliest)
{
    poly_root root[8];
    for (int i = 0; i < 8; i++) {
        poly_root_init(&root[i]);
    }
    int count = poly_roots(p, root, 8);
    bool within = false;
    for (int i = 0; i < count && !within; i++) {
        double before = poly_root_before(&root[i]);
        *earliest = before < *earliest ? before : *earliest;
        int order = poly_root_compare(&root[i], until);
        if (order < 0 || (order == 0 && included)) {
            within = within_at(&root[i]);
        }
    }
    for (int i = 0; i < 8; i++) {
        poly_root_free(&root[i]);
    }
    return within;
}

bool hem_ccd_oracle_exact(const hem_ccd_question *q)
{
    double until = (double)q->until;
    if (!(until > 0.0)) {
        return false;
    }
    set_up(q, (double)q->separation);
    double earliest = until / 2.0;
    bool within = within_at_roots(&state.on_plane, until, q->included, &earliest);
    for (int i = 0; i < state.corners && !within; i++) {
        within = within_at_roots(&state.on_side[i], until, q->included, &earliest) ||
                 within_at_roots(&state.at_corner[i], until, q->included, &earliest);
    }
    return within || within_at_double(earliest);
}

bool hem_ccd_oracle_starts_beyond(const hem_ccd_question *q, double distance)
{
    if (hem_ccd_oracle_starts_surely_beyond(q, distance)) {
        return true;
    }
    set_up(q, distance);
    return !within_at_double(0.0);
}

bool hem_ccd_oracle(const hem_ccd_question *q)
{
    int sure = hem_ccd_oracle_filter(q);
    if (sure != 0) {
        return sure > 0;
    }
    exact_count++;
    return hem_ccd_oracle_exact(q);
}

uint32_t hem_ccd_oracle_exact_count(void)
{
    return exact_count;
}

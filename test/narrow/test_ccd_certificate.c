#include "unity.h"

#include "base/vec3.h"
#include "ccd_poly.h"
#include "narrow/ccd_certificate.h"
#include "orient_cases.h"
#include "random.h"
#include "test_scale.h"

#include <math.h>

static test_random random_state;
static const uint32_t order[4] = {0, 1, 2, 3};

void setUp(void)
{
    random_state.state = 6;
}

void tearDown(void)
{
}

/* ---- exact heights ---- */

typedef struct four_points {
    hem_vec3 start[4], end[4];
} four_points;

static double coordinate(const hem_vec3 *a, int axis)
{
    return axis == 0 ? (double)a->x : axis == 1 ? (double)a->y : (double)a->z;
}

/* n . (a - b) at a time, exactly. */
static void exact_height(mpq_t height, hem_vec3 n, const four_points *p, int a, int b, float time)
{
    mpq_t factor, part, t;
    mpq_inits(factor, part, t, NULL);
    mpq_set_ui(height, 0, 1);
    mpq_set_d(t, (double)time);
    for (int axis = 0; axis < 3; axis++) {
        /* Both differences fit a double. */
        double start = coordinate(&p->start[a], axis) - coordinate(&p->start[b], axis);
        double end = coordinate(&p->end[a], axis) - coordinate(&p->end[b], axis);
        mpq_set_d(part, end);
        mpq_set_d(factor, start);
        mpq_sub(part, part, factor);
        mpq_mul(part, part, t);
        mpq_add(part, part, factor);
        mpq_set_d(factor, coordinate(&n, axis));
        mpq_mul(part, part, factor);
        mpq_add(height, height, part);
    }
    mpq_clears(factor, part, t, NULL);
}

static const int face_corners[3][2] = {{0, 1}, {0, 2}, {0, 3}};
static const int edge_corners[4][2] = {{0, 2}, {1, 2}, {1, 3}, {0, 3}};

/* Are all corners beyond the separation on one side, at a time? */
static bool really_beyond(hem_vec3 n, const four_points *p, bool edges, float time, int side,
                          float separation)
{
    mpq_t height, square, part;
    mpq_inits(height, square, part, NULL);
    bool beyond = true;
    for (int axis = 0; axis < 3; axis++) {
        mpq_set_d(part, coordinate(&n, axis) * (double)separation);
        mpq_mul(part, part, part);
        mpq_add(square, square, part);
    }
    for (int i = 0; i < (edges ? 4 : 3); i++) {
        const int *corner = edges ? edge_corners[i] : face_corners[i];
        exact_height(height, n, p, corner[0], corner[1], time);
        beyond = beyond && mpq_sgn(height) == side;
        mpq_mul(height, height, height);
        beyond = beyond && mpq_cmp(height, square) > 0;
    }
    mpq_clears(height, square, part, NULL);
    return beyond;
}

static float some(float size)
{
    return random_float(&random_state, -size, size);
}

static hem_vec3 some_vector(float size)
{
    return (hem_vec3){some(size), some(size), some(size)};
}

/* Moves z so that the height of `base` over the point is the separation and some units of rounding,
 * more or less, or well beyond it. */
static void put_under(hem_vec3 n, const hem_vec3 *base, float separation, bool well,
                      hem_vec3 *point)
{
    double dx = (double)base->x - (double)point->x, dy = (double)base->y - (double)point->y;
    double size = fabs((double)n.x * dx) + fabs((double)n.y * dy);
    double length =
        sqrt((double)n.x * (double)n.x + (double)n.y * (double)n.y + (double)n.z * (double)n.z);
    double wanted = (double)separation * length;
    wanted += well ? size : 2.0 * size * 0x1p-24 * (double)some(2.0f);
    double dz = (wanted - (double)n.x * dx - (double)n.y * dy) / (double)n.z;
    point->z = hem_snap((float)((double)base->z - dz));
}

/* Corners that lie within rounding of where they may not be: each claim must be true. */
void test_axis_certificates_are_true_within_rounding(void)
{
    uint32_t claims = 0;
    for (uint32_t i = 0; i < hem_test_count(150000); i++) {
        bool edges = i % 2 != 0;
        float far = i % 3 == 0 ? 100.0f : 0.0f, separation = i % 4 == 0 ? 0.001f : 0.0f;
        hem_vec3 n = some_vector(i % 5 == 0 ? 1e-6f : 1.0f), place = some_vector(far);
        n.z = n.z < 0.0f ? n.z - 0.1f * fabsf(n.x) - 1e-7f : n.z + 0.1f * fabsf(n.x) + 1e-7f;
        four_points p;
        for (uint32_t k = 0; k < 4; k++) {
            p.start[k] = hem_vec3_snap(hem_add(place, some_vector(0.01f)));
            p.end[k] = hem_vec3_snap(hem_add(place, some_vector(0.01f)));
        }
        /* One corner, at one end, decides. */
        for (uint32_t k = 1; k < 4; k++) {
            put_under(n, &p.start[0], separation, k != 2 || i % 8 < 4, &p.start[k]);
            put_under(n, &p.end[0], separation, k != 2 || i % 8 >= 4, &p.end[k]);
        }
        if (edges) {
            /* The first edge rises from its first point. */
            p.start[1] = hem_vec3_snap(hem_add_scaled(p.start[0], 0.01f / hem_length(n), n));
            p.end[1] = hem_vec3_snap(hem_add_scaled(p.end[0], 0.01f / hem_length(n), n));
        }
        const hem_ccd_points points = {p.start, p.end, order};
        hem_ccd_motion motion;
        if (edges) {
            hem_ccd_edge_motion(&points, &motion);
        } else {
            hem_ccd_face_motion(&points, &motion);
        }
        float from = i % 7 < 4 ? 0.0f : random_float(&random_state, 0.0f, 1.0f), time = from;
        int side = hem_ccd_axis_step(&motion, n, separation, &time);
        if (side != 0) {
            TEST_ASSERT_TRUE(really_beyond(n, &p, edges, from, side, separation));
            TEST_ASSERT_TRUE(time >= from && time <= 1.0f);
            TEST_ASSERT_TRUE(really_beyond(n, &p, edges, time, side, separation));
            claims++;
        }
        hem_ccd_heights h = hem_ccd_heights_on(&motion, n, hem_ccd_beyond(n, separation));
        if (hem_ccd_heights_clear(&h)) {
            float start[4];
            hem_f4_store(start, h.start);
            int sign = start[0] > 0.0f ? 1 : -1;
            TEST_ASSERT_TRUE(really_beyond(n, &p, edges, 0.0f, sign, separation));
            TEST_ASSERT_TRUE(really_beyond(n, &p, edges, 1.0f, sign, separation));
            claims++;
        }
    }
    TEST_ASSERT_GREATER_THAN(hem_test_count(500), claims);
}

/* ---- exact determinants ---- */

typedef struct vector_poly {
    poly part[3];
} vector_poly;

static vector_poly *new_vector(vector_poly *a)
{
    for (int i = 0; i < 3; i++) {
        poly_init(&a->part[i]);
    }
    return a;
}

static void free_vector(vector_poly *a)
{
    for (int i = 0; i < 3; i++) {
        poly_free(&a->part[i]);
    }
}

static void set_difference(vector_poly *to, const four_points *p, int a, int b)
{
    for (int axis = 0; axis < 3; axis++) {
        double start = coordinate(&p->start[a], axis) - coordinate(&p->start[b], axis);
        double end = coordinate(&p->end[a], axis) - coordinate(&p->end[b], axis);
        poly_clear(&to->part[axis], 1);
        mpz_set_d(to->part[axis].c[0], ldexp(start, 40));
        mpz_set_d(to->part[axis].c[1], ldexp(end, 40));
        mpz_sub(to->part[axis].c[1], to->part[axis].c[1], to->part[axis].c[0]);
        poly_trim(&to->part[axis]);
    }
}

static void set_dot(poly *to, const vector_poly *a, const vector_poly *b)
{
    poly product, sum;
    poly_init(&product);
    poly_init(&sum);
    for (int axis = 0; axis < 3; axis++) {
        poly_mul(&product, &a->part[axis], &b->part[axis]);
        poly_add(&sum, &sum, &product);
    }
    poly_copy(to, &sum);
    poly_free(&product);
    poly_free(&sum);
}

static void set_cross(vector_poly *to, const vector_poly *a, const vector_poly *b)
{
    poly product;
    poly_init(&product);
    for (int axis = 0; axis < 3; axis++) {
        int next = (axis + 1) % 3, last = (axis + 2) % 3;
        poly_mul(&to->part[axis], &a->part[next], &b->part[last]);
        poly_mul(&product, &a->part[last], &b->part[next]);
        poly_sub(&to->part[axis], &to->part[axis], &product);
    }
    poly_free(&product);
}

/* det, and det^2 - s^2 |b x c|^2 times a power of two. */
static void set_heights(const four_points *p, bool edges, float separation, poly *det, poly *beyond)
{
    vector_poly a, b, c, normal;
    poly square, scaled;
    mpz_t s;
    poly_init(&square);
    poly_init(&scaled);
    mpz_init(s);
    set_difference(new_vector(&a), p, 0, edges ? 2 : 1);
    set_difference(new_vector(&b), p, edges ? 1 : 2, edges ? 0 : 1);
    set_difference(new_vector(&c), p, 3, edges ? 2 : 1);
    set_cross(new_vector(&normal), &b, &c);
    set_dot(det, &a, &normal);
    set_dot(&square, &normal, &normal);
    /* In units of 2^-80: 2^-40 and 2^40 are too coarse for a separation. */
    mpz_set_d(s, ldexp((double)separation, 80));
    mpz_mul(s, s, s);
    for (int i = 0; i <= square.degree; i++) {
        mpz_mul(square.c[i], square.c[i], s);
    }
    poly_mul(&scaled, det, det);
    for (int i = 0; i <= scaled.degree; i++) {
        mpz_mul_2exp(scaled.c[i], scaled.c[i], 80);
    }
    poly_sub(beyond, &scaled, &square);
    free_vector(&a);
    free_vector(&b);
    free_vector(&c);
    free_vector(&normal);
    poly_free(&square);
    poly_free(&scaled);
    mpz_clear(s);
}

static int sign_at(const poly *a, float time)
{
    poly_root at;
    poly_root_init(&at);
    poly_root_set(&at, (double)time);
    int sign = poly_sign_at(a, &at);
    poly_root_free(&at);
    return sign;
}

static bool has_root_between(const poly *a, float from, float to)
{
    poly_root root[8];
    bool found = false;
    for (int i = 0; i < 8; i++) {
        poly_root_init(&root[i]);
    }
    int count = poly_roots(a, root, 8);
    for (int i = 0; i < count; i++) {
        found = found || (poly_root_compare(&root[i], (double)from) >= 0 &&
                          poly_root_compare(&root[i], (double)to) <= 0);
    }
    for (int i = 0; i < 8; i++) {
        poly_root_free(&root[i]);
    }
    return found;
}

static hem_f4 lanes(float a, float b, float c)
{
    const float lane[4] = {a, b, c, c};
    return hem_f4_load(lane);
}

static void set_frame(const hem_vec3 p[4], bool edges, hem_f4 *x, hem_f4 *y, hem_f4 *z)
{
    hem_vec3 a = hem_sub(p[0], p[edges ? 2 : 1]);
    hem_vec3 b = hem_sub(p[edges ? 1 : 2], p[edges ? 0 : 1]);
    hem_vec3 c = hem_sub(p[3], p[edges ? 2 : 1]);
    *x = lanes(a.x, b.x, c.x);
    *y = lanes(a.y, b.y, c.y);
    *z = lanes(a.z, b.z, c.z);
}

/* Four points that are coplanar within rounding at the start, at the end or both. */
static void nearly_coplanar(uint32_t i, four_points *p)
{
    uint64_t state = random_state.state;
    hem_orient_case_kind flat = i % 3 == 0 ? HEM_ORIENT_CORNER_TINY : HEM_ORIENT_COPLANAR;
    hem_orient_case(i % 5 == 0 ? HEM_ORIENT_CLOTH : flat, &state, p->start);
    hem_orient_case(i % 7 == 0 ? HEM_ORIENT_CLOTH : flat, &state, p->end);
    if (i % 4 == 0) {
        /* Hardly moving. */
        for (uint32_t k = 0; k < 4; k++) {
            p->end[k] = p->start[k];
        }
        p->end[i / 4 % 4].z = hem_snap(p->end[i / 4 % 4].z * (1.0f + 1.0f / 8388608.0f));
        p->end[i / 16 % 4].x = hem_snap(p->end[i / 16 % 4].x * (1.0f + 1.0f / 4194304.0f));
    }
    random_state.state = state;
}

/* Each interval that the cubic proves free is: by the exact roots of the exact polynomial. */
void test_cubic_certificates_are_true_within_rounding(void)
{
    uint32_t claims = 0;
    for (uint32_t i = 0; i < hem_test_count(40000); i++) {
        bool edges = i % 2 != 0;
        four_points p;
        nearly_coplanar(i, &p);
        float separation = 0.0f;
        hem_ccd_frame frame;
        hem_ccd_bernstein cubic;
        set_frame(p.start, edges, &frame.x0, &frame.y0, &frame.z0);
        set_frame(p.end, edges, &frame.x1, &frame.y1, &frame.z1);
        if (i % 3 == 0) {
            separation = (float)ldexp(1.0, (int)random_below(&random_state, 30) - 32);
        }
        hem_ccd_bernstein_make(&frame, separation, &cubic);
        hem_ccd_step step;
        float from = i % 6 < 4 ? 0.0f : random_float(&random_state, 0.0f, 1.0f), time = from;
        hem_ccd_bernstein_step(&cubic, &time, &step);
        TEST_ASSERT_TRUE(time >= from && time <= 1.0f);
        if (step.side == 0) {
            TEST_ASSERT_TRUE(time == from);
            continue;
        }
        poly det, beyond;
        poly_init(&det);
        poly_init(&beyond);
        set_heights(&p, edges, separation, &det, &beyond);
        TEST_ASSERT_EQUAL(step.side, sign_at(&det, from));
        TEST_ASSERT_EQUAL(1, sign_at(&beyond, from));
        TEST_ASSERT_FALSE(has_root_between(&det, from, time));
        TEST_ASSERT_FALSE(has_root_between(&beyond, from, time));
        poly_free(&det);
        poly_free(&beyond);
        claims++;
    }
    TEST_ASSERT_GREATER_THAN(hem_test_count(1000), claims);
}

/* ---- steps ---- */

void test_a_step_stops_before_the_root_and_tells_where_it_is(void)
{
    /* One face at rest, a vertex that falls through it from 1 to -1: half the area as normal. */
    const four_points p = {{{0.25f, 0.25f, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                           {{0.25f, 0.25f, -1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    hem_ccd_frame frame;
    hem_ccd_bernstein cubic;
    hem_ccd_step step;
    float time = 0.0f;
    set_frame(p.start, false, &frame.x0, &frame.y0, &frame.z0);
    set_frame(p.end, false, &frame.x1, &frame.y1, &frame.z1);
    hem_ccd_bernstein_make(&frame, 0.0f, &cubic);
    hem_ccd_bernstein_step(&cubic, &time, &step);
    TEST_ASSERT_EQUAL(1, step.side);
    TEST_ASSERT_TRUE(step.passes);
    TEST_ASSERT_TRUE(time < 0.5f && time > 0.499f);
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.5f, step.root);
    time = 0.625f;
    hem_ccd_bernstein_step(&cubic, &time, &step);
    TEST_ASSERT_EQUAL(-1, step.side);
    TEST_ASSERT_EQUAL_FLOAT(1, time);
    hem_ccd_bernstein_make(&frame, 0.25f, &cubic);
    time = 0.0f;
    hem_ccd_bernstein_step(&cubic, &time, &step);
    TEST_ASSERT_TRUE(time < 0.375f && time > 0.374f);
}

void test_an_axis_step_stops_when_the_first_corner_comes_down(void)
{
    const hem_vec3 start[4] = {{0, 0, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const hem_vec3 end[4] = {{0, 0, -3}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const hem_ccd_points points = {start, end, order};
    hem_ccd_motion motion;
    float time = 0.0f;
    hem_ccd_face_motion(&points, &motion);
    TEST_ASSERT_EQUAL(1, hem_ccd_axis_step(&motion, (hem_vec3){0, 0, 2}, 0.0f, &time));
    TEST_ASSERT_TRUE(time < 0.25f && time > 0.2499f);
    time = 0.0f;
    TEST_ASSERT_EQUAL(-1, hem_ccd_axis_step(&motion, (hem_vec3){0, 0, -2}, 0.5f, &time));
    TEST_ASSERT_TRUE(time < 0.125f && time > 0.1249f);
    time = 0.0f;
    TEST_ASSERT_EQUAL(0, hem_ccd_axis_step(&motion, (hem_vec3){0, 0, 1}, 1.0f, &time));
    TEST_ASSERT_EQUAL(0, hem_ccd_axis_step(&motion, (hem_vec3){1, 0, 0}, 0.0f, &time));
    TEST_ASSERT_EQUAL_FLOAT(0, time);
}

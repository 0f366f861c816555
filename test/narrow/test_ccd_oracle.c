#include "unity.h"

#include "ccd_cases.h"
#include "ccd_oracle.h"
#include "ccd_poly.h"
#include "test_scale.h"

#include <math.h>
#include <string.h>

static test_random random_state;

void setUp(void)
{
    random_state.state = 4;
}

void tearDown(void)
{
}

/* ---- polynomials ---- */

static void set_poly(poly *a, int degree, const long *coefficient)
{
    poly_clear(a, degree);
    for (int i = 0; i <= degree; i++) {
        mpz_set_si(a->c[i], coefficient[i]);
    }
    poly_trim(a);
}

static void multiply_in(poly *a, long constant, long slope)
{
    poly factor, product;
    poly_init(&factor);
    poly_init(&product);
    set_poly(&factor, 1, (const long[]){constant, slope});
    poly_mul(&product, a, &factor);
    poly_copy(a, &product);
    poly_free(&factor);
    poly_free(&product);
}

/* Products of (t - n / 10), some twice: every root in (0, 1] once, in order, exactly. */
void test_the_roots_of_known_polynomials_are_found(void)
{
    for (uint32_t i = 0; i < hem_test_count(2000); i++) {
        poly p;
        poly_root root[8];
        long places[6];
        bool is_root[16] = {false};
        int degree = 1 + (int)random_below(&random_state, 6), expected = 0;
        poly_init(&p);
        set_poly(&p, 0, (const long[]){i % 2 == 0 ? 1 : -3});
        for (int k = 0; k < degree; k++) {
            places[k] = (long)random_below(&random_state, 16) - 3;
            multiply_in(&p, -places[k], 10);
            if (places[k] > 0 && places[k] <= 10) {
                expected += is_root[places[k]] ? 0 : 1;
                is_root[places[k]] = true;
            }
        }
        for (int k = 0; k < 8; k++) {
            poly_root_init(&root[k]);
        }
        int count = poly_roots(&p, root, 8);
        TEST_ASSERT_EQUAL(expected, count);
        for (int k = 0, place = 1; k < count; k++, place++) {
            while (!is_root[place]) {
                place++;
            }
            poly check;
            poly_init(&check);
            set_poly(&check, 1, (const long[]){-place, 10});
            TEST_ASSERT_EQUAL(0, poly_sign_at(&check, &root[k]));
            TEST_ASSERT_EQUAL(0, poly_sign_at(&p, &root[k]));
            set_poly(&check, 1, (const long[]){1 - place, 10});
            TEST_ASSERT_EQUAL(1, poly_sign_at(&check, &root[k]));
            TEST_ASSERT_TRUE(poly_root_before(&root[k]) > 0.0);
            TEST_ASSERT_TRUE(poly_root_before(&root[k]) < place / 10.0);
            TEST_ASSERT_EQUAL(-1, poly_root_compare(&root[k], place / 10.0 + 1e-9));
            TEST_ASSERT_EQUAL(1, poly_root_compare(&root[k], place / 10.0 - 1e-9));
            poly_free(&check);
        }
        for (int k = 0; k < 8; k++) {
            poly_root_free(&root[k]);
        }
        poly_free(&p);
    }
}

/* ---- cases by hand ---- */

static hem_ccd_question falling_vertex(float from, float to)
{
    return (hem_ccd_question){
        .pair = HEM_CCD_PAIR_VERTEX_FACE,
        .start = {{0.25f, 0.25f, from}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
        .end = {{0.25f, 0.25f, to}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
        .until = 1.0f,
        .included = true,
    };
}

void test_the_oracle_knows_plain_cases(void)
{
    hem_ccd_question q = falling_vertex(1, -1);
    TEST_ASSERT_TRUE(hem_ccd_oracle_exact(&q));
    q.until = 0.5f;
    TEST_ASSERT_TRUE(hem_ccd_oracle_exact(&q));
    q.included = false;
    TEST_ASSERT_FALSE(hem_ccd_oracle_exact(&q));
    q = falling_vertex(1, 0);
    TEST_ASSERT_TRUE(hem_ccd_oracle_exact(&q));
    q.included = false;
    TEST_ASSERT_FALSE(hem_ccd_oracle_exact(&q));
    q = falling_vertex(1, HEM_GRID);
    TEST_ASSERT_FALSE(hem_ccd_oracle_exact(&q));
}

void test_contact_at_the_start_alone_does_not_count(void)
{
    hem_ccd_question q = falling_vertex(0, 1);
    TEST_ASSERT_FALSE(hem_ccd_oracle_exact(&q));
    q = falling_vertex(0, 0);
    q.end[0].x = 0.5f;
    TEST_ASSERT_TRUE(hem_ccd_oracle_exact(&q));
}

void test_the_separation_is_exact(void)
{
    hem_ccd_question q = falling_vertex(1, 0.5f);
    q.separation = 0.5f;
    TEST_ASSERT_TRUE(hem_ccd_oracle_exact(&q));
    q.separation = nextafterf(0.5f, 0.0f);
    TEST_ASSERT_FALSE(hem_ccd_oracle_exact(&q));
    TEST_ASSERT_TRUE(hem_ccd_oracle_starts_beyond(&q, 0.999999));
    TEST_ASSERT_FALSE(hem_ccd_oracle_starts_beyond(&q, 1.0));
}

/* ---- against each other ---- */

/* The filter in double, where it is sure, against exact arithmetic. */
void test_the_filter_agrees_with_exact_arithmetic(void)
{
    uint32_t sure = 0, count = 0;
    for (uint32_t i = 0; i < hem_test_count(4000); i++) {
        hem_ccd_in in;
        hem_ccd_question q = {.pair =
                                  i % 2 == 0 ? HEM_CCD_PAIR_VERTEX_FACE : HEM_CCD_PAIR_EDGE_EDGE,
                              .until = i % 3 == 0 ? random_float(&random_state, 0, 1) : 1.0f,
                              .included = i % 5 != 0};
        uint32_t set = i / 2 % HEM_CCD_SETS;
        hem_ccd_case((hem_ccd_set)(set == HEM_CCD_SET_TINY ? 0 : set), q.pair,
                     i % 4 == 0 ? 100.0f : 0.0f, &random_state, &in);
        memcpy(q.start, in.start, sizeof in.start);
        memcpy(q.end, in.end, sizeof in.end);
        q.separation = i % 7 < 3 ? 0.0f : random_float(&random_state, 0.0f, 0.002f);
        int filtered = hem_ccd_oracle_filter(&q);
        if (filtered != 0) {
            TEST_ASSERT_EQUAL(filtered > 0, hem_ccd_oracle_exact(&q));
            sure++;
        }
        count++;
    }
    TEST_ASSERT_GREATER_THAN(count / 3u, sure);
}

/* The squared distance from the origin to the hull of some points, by all their subsets of up to
 * three. */
static double hull_distance(const double d[4][3], int corners)
{
    double best = 1e300;
    for (int a = 0; a < corners; a++) {
        for (int b = 0; b < corners; b++) {
            for (int c = 0; c < corners; c++) {
                double u[3], v[3], uu = 0, uv = 0, vv = 0, pu = 0, pv = 0, square = 0;
                for (int k = 0; k < 3; k++) {
                    u[k] = d[b][k] - d[a][k];
                    v[k] = d[c][k] - d[a][k];
                    uu += u[k] * u[k];
                    uv += u[k] * v[k];
                    vv += v[k] * v[k];
                    pu -= d[a][k] * u[k];
                    pv -= d[a][k] * v[k];
                }
                double det = uu * vv - uv * uv, s = 0.0, t = 0.0;
                if (det > 1e-13 * uu * vv) {
                    s = (pu * vv - pv * uv) / det;
                    t = (pv * uu - pu * uv) / det;
                } else if (uu > 0.0) {
                    s = pu / uu;
                }
                if (!(s >= 0.0 && t >= 0.0 && s + t <= 1.0)) {
                    s = t = 0.0;
                }
                for (int k = 0; k < 3; k++) {
                    double point = d[a][k] + s * u[k] + t * v[k];
                    square += point * point;
                }
                best = fmin(best, square);
            }
        }
    }
    return sqrt(best);
}

/* The distance at many times, computed in another way, against the exact answer. */
void test_sampled_distances_agree_with_the_oracle(void)
{
    static const int face[3][2] = {{0, 1}, {0, 2}, {0, 3}};
    static const int edges[4][2] = {{0, 2}, {1, 2}, {1, 3}, {0, 3}};
    for (uint32_t i = 0; i < hem_test_count(400); i++) {
        hem_ccd_in in;
        hem_ccd_question q = {.pair =
                                  i % 2 == 0 ? HEM_CCD_PAIR_VERTEX_FACE : HEM_CCD_PAIR_EDGE_EDGE,
                              .until = 1.0f,
                              .included = true,
                              .separation = random_float(&random_state, 0.05f, 0.4f)};
        hem_ccd_case(HEM_CCD_SET_LATTICE, q.pair, 0.0f, &random_state, &in);
        memcpy(q.start, in.start, sizeof in.start);
        memcpy(q.end, in.end, sizeof in.end);
        int corners = i % 2 == 0 ? 3 : 4;
        double closest = 1e300;
        enum { TIMES = 500 };
        for (int step = 1; step <= TIMES; step++) {
            double t = (double)step / TIMES, d[4][3];
            for (int k = 0; k < corners; k++) {
                const int *pair = i % 2 == 0 ? face[k] : edges[k];
                const hem_vec3 *a = &in.start[pair[0]], *b = &in.start[pair[1]];
                const hem_vec3 *a1 = &in.end[pair[0]], *b1 = &in.end[pair[1]];
                d[k][0] = (1 - t) * ((double)a->x - b->x) + t * ((double)a1->x - b1->x);
                d[k][1] = (1 - t) * ((double)a->y - b->y) + t * ((double)a1->y - b1->y);
                d[k][2] = (1 - t) * ((double)a->z - b->z) + t * ((double)a1->z - b1->z);
            }
            closest = fmin(closest, hull_distance(d, corners));
        }
        /* Within a step of the samples nothing moves further than this. */
        double between = 4.0 / TIMES;
        if (closest < (double)q.separation - 1e-9) {
            TEST_ASSERT_TRUE(hem_ccd_oracle_exact(&q));
        } else if (closest > (double)q.separation + between) {
            TEST_ASSERT_FALSE(hem_ccd_oracle_exact(&q));
        }
    }
}

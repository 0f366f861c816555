/* Exact distances with GMP: see closest_oracle.h. */
#include "closest_oracle.h"

#include "hull_oracle.h"

#include <gmp.h>
#include <math.h>

enum { VECTORS = 8, NUMBERS = 12 };

typedef mpz_t vector[3];

static vector v[VECTORS];
static mpz_t n[NUMBERS];
static mpq_t least, next;
static bool ready;

static void prepare(void)
{
    if (!ready) {
        for (uint32_t i = 0; i < VECTORS; i++) {
            mpz_inits(v[i][0], v[i][1], v[i][2], NULL);
        }
        for (uint32_t i = 0; i < NUMBERS; i++) {
            mpz_init(n[i]);
        }
        mpq_inits(least, next, NULL);
        ready = true;
    }
    mpq_set_si(least, -1, 1);
}

/* v = a - b in grid units. Both are whole numbers below 2^52, so the difference is exact. */
static void subtract(vector difference, const hem_vec3 *a, const hem_vec3 *b)
{
    mpz_set_d(difference[0], ldexp((double)a->x, 40) - ldexp((double)b->x, 40));
    mpz_set_d(difference[1], ldexp((double)a->y, 40) - ldexp((double)b->y, 40));
    mpz_set_d(difference[2], ldexp((double)a->z, 40) - ldexp((double)b->z, 40));
}

static void dot(mpz_t result, vector a, vector b)
{
    mpz_set_si(result, 0);
    for (uint32_t k = 0; k < 3; k++) {
        mpz_addmul(result, a[k], b[k]);
    }
}

static void cross(vector result, vector a, vector b)
{
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t i = (k + 1) % 3, j = (k + 2) % 3;
        mpz_mul(result[k], a[i], b[j]);
        mpz_submul(result[k], a[j], b[i]);
    }
}

/* Keeps numerator / denominator if it is less than what was kept so far. */
static void keep(mpz_t numerator, mpz_t denominator)
{
    mpq_set_num(next, numerator);
    mpq_set_den(next, denominator);
    mpq_canonicalize(next);
    if (mpq_sgn(least) < 0 || mpq_cmp(next, least) < 0) {
        mpq_set(least, next);
    }
}

static double result(void)
{
    return sqrt(mpq_get_d(least)) * ldexp(1.0, -40);
}

/* A point and a segment: an end, or the foot where it lies between them. */
static void point_segment(const hem_vec3 *point, const hem_vec3 *from, const hem_vec3 *to)
{
    mpz_set_si(n[3], 1);
    subtract(v[0], point, from);
    subtract(v[1], to, from);
    subtract(v[2], point, to);
    dot(n[0], v[0], v[0]);
    keep(n[0], n[3]);
    dot(n[1], v[2], v[2]);
    keep(n[1], n[3]);
    dot(n[1], v[0], v[1]);
    dot(n[2], v[1], v[1]);
    if (mpz_sgn(n[1]) > 0 && mpz_cmp(n[1], n[2]) < 0) {
        cross(v[2], v[0], v[1]);
        dot(n[0], v[2], v[2]);
        keep(n[0], n[2]);
    }
}

/* A point over the inside of a triangle: its plane's distance. */
static void point_plane(const hem_vec3 point[4])
{
    subtract(v[0], &point[0], &point[1]);
    subtract(v[1], &point[2], &point[1]);
    subtract(v[2], &point[3], &point[1]);
    cross(v[3], v[1], v[2]);
    dot(n[0], v[3], v[3]);
    if (mpz_sgn(n[0]) == 0) {
        return;
    }
    /* Weights of corners 2 and 3 times n[0]. */
    cross(v[4], v[0], v[2]);
    dot(n[1], v[4], v[3]);
    cross(v[4], v[1], v[0]);
    dot(n[2], v[4], v[3]);
    mpz_add(n[3], n[1], n[2]);
    if (mpz_sgn(n[1]) > 0 && mpz_sgn(n[2]) > 0 && mpz_cmp(n[3], n[0]) < 0) {
        dot(n[4], v[0], v[3]);
        mpz_mul(n[4], n[4], n[4]);
        keep(n[4], n[0]);
    }
}

/* Two segments between their ends: the distance of their lines. */
static void line_line(const hem_vec3 point[4])
{
    subtract(v[0], &point[1], &point[0]);
    subtract(v[1], &point[3], &point[2]);
    subtract(v[2], &point[0], &point[2]);
    cross(v[3], v[0], v[1]);
    dot(n[0], v[3], v[3]);
    if (mpz_sgn(n[0]) == 0) {
        return;
    }
    /* Where on both, times n[0]: (e1 x way) . n and (e0 x way) . n, turned. */
    cross(v[4], v[1], v[2]);
    dot(n[1], v[4], v[3]);
    cross(v[4], v[0], v[2]);
    dot(n[2], v[4], v[3]);
    if (mpz_sgn(n[1]) > 0 && mpz_cmp(n[1], n[0]) < 0 && mpz_sgn(n[2]) > 0 &&
        mpz_cmp(n[2], n[0]) < 0) {
        dot(n[4], v[2], v[3]);
        mpz_mul(n[4], n[4], n[4]);
        keep(n[4], n[0]);
    }
}

static void vertex_face(const hem_vec3 point[4])
{
    point_segment(&point[0], &point[1], &point[2]);
    point_segment(&point[0], &point[2], &point[3]);
    point_segment(&point[0], &point[3], &point[1]);
    point_plane(point);
}

static void edge_edge(const hem_vec3 point[4])
{
    point_segment(&point[0], &point[2], &point[3]);
    point_segment(&point[1], &point[2], &point[3]);
    point_segment(&point[2], &point[0], &point[1]);
    point_segment(&point[3], &point[0], &point[1]);
    line_line(point);
}

double hem_oracle_distance_vertex_face(const hem_vec3 point[4])
{
    prepare();
    vertex_face(point);
    return result();
}

double hem_oracle_distance_edge_edge(const hem_vec3 point[4])
{
    prepare();
    edge_edge(point);
    return result();
}

static void vertices_faces(const hem_vec3 *a, uint32_t a_count, const hem_vec3 *b, uint32_t b_count)
{
    for (uint32_t i = 0; i < a_count; i++) {
        for (uint32_t j = 2; j < b_count; j++) {
            const hem_vec3 point[4] = {a[i], b[0], b[j - 1], b[j]};
            vertex_face(point);
        }
    }
}

double hem_oracle_distance_faces(const hem_vec3 *a, uint32_t a_count, const hem_vec3 *b,
                                 uint32_t b_count)
{
    if (hem_oracle_hulls_meet(a, a_count, b, b_count)) {
        return 0.0;
    }
    prepare();
    vertices_faces(a, a_count, b, b_count);
    vertices_faces(b, b_count, a, a_count);
    for (uint32_t i = 0; i < a_count; i++) {
        for (uint32_t j = 0; j < b_count; j++) {
            const hem_vec3 point[4] = {a[i], a[(i + 1) % a_count], b[j], b[(j + 1) % b_count]};
            edge_edge(point);
        }
    }
    return result();
}

double hem_oracle_extent(const hem_vec3 *point, uint32_t count)
{
    double largest = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            double x = (double)point[i].x - (double)point[j].x;
            double y = (double)point[i].y - (double)point[j].y;
            double z = (double)point[i].z - (double)point[j].z;
            largest = fmax(largest, sqrt(x * x + y * y + z * z));
        }
    }
    return largest;
}

/* Parallel planes that lie too far apart: see beyond.h. */
#include "narrow/beyond.h"
#include "narrow/vector_4.h"

static hem_vector_4 difference(const hem_points_4 *p, uint32_t a, uint32_t b)
{
    return (hem_vector_4){hem_f4_sub(hem_f4_load(p->x[a]), hem_f4_load(p->x[b])),
                          hem_f4_sub(hem_f4_load(p->y[a]), hem_f4_load(p->y[b])),
                          hem_f4_sub(hem_f4_load(p->z[a]), hem_f4_load(p->z[b]))};
}

/* One feature holds the direction u and the other v (a face holds both), and w leads from one to
 * the other: then they are at least X / N apart, X = |w . (u x v)|, N = |u x v|. With m the length
 * of the longest of u, v, w, M = |u| |v| m and e = 2^-24, X errs by less than 21 e M and N by less
 * than 5 e |u| |v|. What is asked,
 *
 *     X^2 > 9/8 distance^2 N^2 + 2^-26 M^2 + 2^-100,
 *
 * implies X > distance N + 2^-14.6 M, for the computed values. So X is known to 6 bits at least and
 * N >= X / m as well; 9/8 covers the error of distance N; and what is left, 2^-15 M, exceeds N
 * times the error of the distance in closest.h, 16 e S with S <= 2 m. The constant at the end keeps
 * everything that decides above the least normal number. */
static uint32_t planes_beyond(const hem_vector_4 *u, const hem_vector_4 *v, const hem_vector_4 *w,
                              float distance)
{
    hem_vector_4 normal = hem_cross_4(u, v);
    hem_f4 height = hem_dot_4(w, &normal);
    hem_f4 u_square = hem_dot_4(u, u), v_square = hem_dot_4(v, v);
    hem_f4 largest = hem_f4_max(hem_f4_max(u_square, v_square), hem_dot_4(w, w));
    hem_f4 asked =
        hem_f4_mul(hem_f4_splat(1.125f * distance * distance), hem_dot_4(&normal, &normal));
    hem_f4 rounding = hem_f4_mul(hem_f4_splat(1.0f / 67108864.0f),
                                 hem_f4_mul(hem_f4_mul(u_square, v_square), largest));
    hem_f4 least = hem_f4_splat(7.8886090522101181e-31f);
    return hem_m4_bits(
        hem_f4_lt(hem_f4_add(hem_f4_add(asked, rounding), least), hem_f4_mul(height, height)));
}

uint32_t hem_vertex_face_beyond_4(const hem_points_4 *points, float distance)
{
    hem_vector_4 u = difference(points, 2, 1);
    hem_vector_4 v = difference(points, 3, 1);
    hem_vector_4 w = difference(points, 0, 1);
    return planes_beyond(&u, &v, &w, distance);
}

uint32_t hem_edge_edge_beyond_4(const hem_points_4 *points, float distance)
{
    hem_vector_4 u = difference(points, 1, 0);
    hem_vector_4 v = difference(points, 3, 2);
    hem_vector_4 w = difference(points, 0, 2);
    return planes_beyond(&u, &v, &w, distance);
}

/* Pairs of triangles in lanes: see triangle_pairs.h.
 *
 * Triangle a has the corners a0, a0 + u, a0 + v, its normal is n = u x v; triangle b likewise with
 * U, V, N; and d = b0 - a0. First stage: the heights of b over the plane of a, d.n, (d + U).n,
 * (d + V).n, and those of a over the plane of b. All three on one side: apart.
 *
 * Second stage, for triangles that both reach across the other's plane. One corner of each is alone
 * on its side, and its two edges cross the line of both planes at the ends of an interval. With E
 * an edge of a and F one of b, those of a triangle both taken from its lone corner or both towards
 * it, the sign of w.(E x F), w leading from a point of E's line to one of F's, says in which order
 * they cross it, up to a sign that is the same for all four pairs of edges. So the intervals are
 * apart when all four signs are equal, and have a point in common when there are both. No corner
 * has to be looked up for this, because all such products are sums of few: of
 *
 *     uU = d.(u x U), uV, vU, vV     for the edges at a0 and b0,
 *     U.n, V.n, u.N, v.N             by which the heights differ;
 *
 * the edge from a0 + v to a0 + u has the product uU + U.n - vU with U, and likewise with V; the one
 * from b0 + V to b0 + U has uU + u.N - uV with u, and likewise with v and with u - v.
 *
 * What the rounding of floats can do. Say e = 2^-24, |x| is the sum of the magnitudes of a vector's
 * components, A = |u| + |v|, B = |U| + |V|, S = |d| + A + B. Every value here is a sum of products
 * of three components of d, u, v, U, V, and each product went through r roundings, so the value
 * errs by less than (1 + e)^r - 1 times the sum of the products' magnitudes:
 *  - a height through 9 (three differences, a product, a difference, a product, three additions),
 *    with magnitudes of at most (|d| + B) |u| |v| <= S A A / 4 in all;
 *  - an order through 12, 8 as above and four more additions, with magnitudes of at most
 *    |d| A B + |u| |v| B + |U| |V| A <= S A B.
 * Asked for are 4 e S A A and 16 e S A B, where 9/4 and 12 would do but for the rounding of S, A
 * and B, 17 times in all. Nothing that decides underflows: points lie on the grid, so products of
 * three differences are multiples of 2^-120, and where a bound is less than 2^-126 the errors are
 * less than that and hence zero. Products of two heights might; heights of less than 2^-60 count
 * as open. */
#include "narrow/triangle_pairs.h"
#include "base/bits.h"
#include "narrow/triangle_triangle.h"
#include "narrow/vector_4.h"

/* One number of every triangle. */
typedef const float row[HEM_TRIANGLE_PAIRS];

/* Without lanes nothing is gained by looking at four at once: everything is left open there. */
#if defined(HEM_SIMD_SSE2) || defined(HEM_SIMD_NEON) || defined(HEM_SIMD_WASM)

/* 4 e, and the least height. */
#define ROUNDING     (4.0f / 16777216.0f)
#define LEAST_HEIGHT (1.0f / 1152921504606846976.0f)

/* One corner of four triangles. */
static inline hem_vector_4 corners(row *from, uint32_t first)
{
    return (hem_vector_4){hem_f4_load(from[0] + first), hem_f4_load(from[1] + first),
                          hem_f4_load(from[2] + first)};
}

static inline hem_f4 negative(hem_f4 value)
{
    return hem_f4_sub(hem_f4_zero(), value);
}

/* A triangle by its edges u and v, how large it is, and how it lies to the other's plane: by how
 * much d, u and v rise over that; whether the sides are sure on which the corners lie, and which
 * two are the same. Where neither the first two nor the last two are, the corner in the middle is
 * alone. */
typedef struct triangle {
    hem_vector_4 u, v;
    hem_f4 size;
    hem_f4 d_rise, u_rise, v_rise;
    hem_m4 sure, first_two, last_two;
} triangle;

static inline void set_edges(triangle *out, const hem_vector_4 *origin, row *from, uint32_t first)
{
    hem_vector_4 second = corners(from + 3, first), third = corners(from + 6, first);
    out->u = hem_sub_4(&second, origin);
    out->v = hem_sub_4(&third, origin);
    out->size = hem_f4_add(hem_weight_4(&out->u), hem_weight_4(&out->v));
}

static inline void set_rises(triangle *out, const hem_vector_4 *d, const triangle *plane)
{
    hem_vector_4 normal = hem_cross_4(&plane->u, &plane->v);
    out->d_rise = hem_dot_4(d, &normal);
    out->u_rise = hem_dot_4(&out->u, &normal);
    out->v_rise = hem_dot_4(&out->v, &normal);
}

/* From the heights of the corners, or their negatives. */
static inline void set_sides(triangle *out, hem_f4 second, hem_f4 third, hem_f4 bound)
{
    const hem_f4 zero = hem_f4_zero();
    hem_f4 least =
        hem_f4_min(hem_f4_min(hem_f4_abs(out->d_rise), hem_f4_abs(second)), hem_f4_abs(third));
    out->sure = hem_f4_lt(hem_f4_max(bound, hem_f4_splat(LEAST_HEIGHT)), least);
    out->first_two = hem_f4_lt(zero, hem_f4_mul(out->d_rise, second));
    out->last_two = hem_f4_lt(zero, hem_f4_mul(second, third));
}

static inline hem_m4 on_one_side(const triangle *of)
{
    return hem_m4_and(of->sure, hem_m4_and(of->first_two, of->last_two));
}

/* Products of the lone corner's two edges. */
typedef struct edges {
    hem_f4 one, other;
} edges;

/* The same, from those of u and v and the rise of what they are multiplied with. */
static inline edges lone_edges(const triangle *of, hem_f4 u, hem_f4 v, hem_f4 rise)
{
    hem_f4 back = hem_f4_sub(hem_f4_add(u, rise), v);
    return (edges){hem_f4_select(of->first_two, negative(v), u),
                   hem_f4_select(of->last_two, v, back)};
}

/* The least and the largest of the four orders. */
typedef struct orders {
    hem_f4 least, most;
} orders;

static inline orders orders_of(const triangle *a, const triangle *b, const hem_vector_4 *d)
{
    hem_vector_4 d_u = hem_cross_4(d, &a->u), d_v = hem_cross_4(d, &a->v);
    edges to_u = lone_edges(a, hem_dot_4(&d_u, &b->u), hem_dot_4(&d_v, &b->u), b->u_rise);
    edges to_v = lone_edges(a, hem_dot_4(&d_u, &b->v), hem_dot_4(&d_v, &b->v), b->v_rise);
    edges rise = lone_edges(a, a->u_rise, a->v_rise, hem_f4_zero());
    edges one = lone_edges(b, to_u.one, to_v.one, rise.one);
    edges other = lone_edges(b, to_u.other, to_v.other, rise.other);
    return (orders){
        hem_f4_min(hem_f4_min(one.one, one.other), hem_f4_min(other.one, other.other)),
        hem_f4_max(hem_f4_max(one.one, one.other), hem_f4_max(other.one, other.other)),
    };
}

/* Triangles that reach across each other's planes: those that surely meet and do not. */
static inline hem_sure_4 by_orders(const triangle *a, const triangle *b, const hem_vector_4 *d,
                                   hem_f4 bound)
{
    orders found = orders_of(a, b, d);
    hem_f4 under = negative(bound);
    return (hem_sure_4){
        hem_m4_bits(hem_m4_and(hem_f4_lt(bound, found.most), hem_f4_lt(found.least, under))),
        hem_m4_bits(hem_m4_or(hem_f4_lt(bound, found.least), hem_f4_lt(found.most, under))),
    };
}

hem_sure_4 hem_triangle_pairs_filter(const hem_triangle_pairs *pairs, uint32_t first)
{
    triangle a, b;
    hem_vector_4 a0 = corners(pairs->a, first), b0 = corners(pairs->b, first);
    hem_vector_4 d = hem_sub_4(&b0, &a0);
    set_edges(&a, &a0, pairs->a, first);
    set_edges(&b, &b0, pairs->b, first);
    hem_f4 error = hem_f4_mul(hem_f4_splat(ROUNDING),
                              hem_f4_add(hem_f4_add(a.size, b.size), hem_weight_4(&d)));
    hem_f4 error_a = hem_f4_mul(error, a.size), error_b = hem_f4_mul(error, b.size);

    set_rises(&b, &d, &a);
    set_sides(&b, hem_f4_add(b.d_rise, b.u_rise), hem_f4_add(b.d_rise, b.v_rise),
              hem_f4_mul(error_a, a.size));
    set_rises(&a, &d, &b);
    set_sides(&a, hem_f4_sub(a.d_rise, a.u_rise), hem_f4_sub(a.d_rise, a.v_rise),
              hem_f4_mul(error_b, b.size));
    uint32_t apart = hem_m4_bits(hem_m4_or(on_one_side(&a), on_one_side(&b)));
    uint32_t across = hem_m4_bits(hem_m4_and(a.sure, b.sure)) & ~apart;
    if (across == 0) {
        return (hem_sure_4){0, apart};
    }
    hem_sure_4 found =
        by_orders(&a, &b, &d, hem_f4_mul(hem_f4_splat(4.0f), hem_f4_mul(error_a, b.size)));
    return (hem_sure_4){found.meet & across, apart | (found.apart & across)};
}

#else

hem_sure_4 hem_triangle_pairs_filter(const hem_triangle_pairs *pairs, uint32_t first)
{
    (void)pairs;
    (void)first;
    return (hem_sure_4){0, 0};
}

#endif

static hem_vec3 corner(row *from, uint32_t place)
{
    return (hem_vec3){from[0][place], from[1][place], from[2][place]};
}

static bool meet_exactly(const hem_triangle_pairs *pairs, uint32_t place)
{
    const hem_vec3 a[3] = {corner(pairs->a, place), corner(pairs->a + 3, place),
                           corner(pairs->a + 6, place)};
    const hem_vec3 b[3] = {corner(pairs->b, place), corner(pairs->b + 3, place),
                           corner(pairs->b + 6, place)};
    return hem_triangles_meet(a, b);
}

/* So that every lane of the last four holds numbers. */
static void repeat_last(hem_triangle_pairs *pairs, uint32_t count)
{
    for (uint32_t place = count; place % 4u != 0; place++) {
        for (uint32_t k = 0; k < 9; k++) {
            pairs->a[k][place] = pairs->a[k][count - 1u];
            pairs->b[k][place] = pairs->b[k][count - 1u];
        }
    }
}

uint32_t hem_triangle_pairs_meet(hem_triangle_pairs *pairs, uint32_t count)
{
    uint32_t meet = 0, apart = 0;
    repeat_last(pairs, count);
    for (uint32_t first = 0; first < count; first += 4) {
        hem_sure_4 four = hem_triangle_pairs_filter(pairs, first);
        meet |= four.meet << first;
        apart |= four.apart << first;
    }
    uint32_t asked = (1u << count) - 1u;
    meet &= asked;
    for (uint32_t open = asked & ~(meet | apart); open != 0; open &= open - 1u) {
        uint32_t place = hem_bits_lowest(open);
        meet |= (uint32_t)meet_exactly(pairs, place) << place;
    }
    return meet;
}

/* The arithmetic of near triangles, written once for any number of lanes, like closest_kernel.h:
 * whoever includes this first defines LANE_REAL, LANE_MASK, LANE(name), LANE_MASKS(name) (what
 * joins masks), LANE_ALL(mask) and LANE_NAME(name); they are gone afterwards. Without them the file
 * is empty. */
#if defined(LANE_REAL)

#define NEAR_ROUNDING (1.0f / 16777216.0f)

typedef struct LANE_NAME(point) {
    LANE_REAL x, y, z;
} LANE_NAME(point);

/* What the lanes say; see hem_near_bits. */
typedef struct LANE_NAME(verdict) {
    LANE_MASK near, far, over, one_side, tells;
} LANE_NAME(verdict);

static inline LANE_NAME(point) LANE_NAME(minus)(LANE_NAME(point) a, LANE_NAME(point) b)
{
    return (LANE_NAME(point)){LANE(sub)(a.x, b.x), LANE(sub)(a.y, b.y), LANE(sub)(a.z, b.z)};
}

static inline LANE_REAL LANE_NAME(dot)(LANE_NAME(point) a, LANE_NAME(point) b)
{
    return LANE(add)(LANE(add)(LANE(mul)(a.x, b.x), LANE(mul)(a.y, b.y)), LANE(mul)(a.z, b.z));
}

static inline LANE_NAME(point) LANE_NAME(cross)(LANE_NAME(point) a, LANE_NAME(point) b)
{
    return (LANE_NAME(point)){LANE(sub)(LANE(mul)(a.y, b.z), LANE(mul)(a.z, b.y)),
                              LANE(sub)(LANE(mul)(a.z, b.x), LANE(mul)(a.x, b.z)),
                              LANE(sub)(LANE(mul)(a.x, b.y), LANE(mul)(a.y, b.x))};
}

static inline LANE_REAL LANE_NAME(length)(LANE_NAME(point) a)
{
    return LANE(sqrt)(LANE_NAME(dot)(a, a));
}

static inline LANE_MASK LANE_NAME(all_of)(LANE_MASK a, LANE_MASK b, LANE_MASK c, LANE_MASK d)
{
    return LANE_MASKS(and)(LANE_MASKS(and)(a, b), LANE_MASKS(and)(c, d));
}

/* A face f0 f1 f2 with the edges u = f1 - f0, v = f2 - f0 and the normal n = u x v says of a point
 * p, with q = p - f0: its height n.q, in units of |n|, and its shares (v x n).q, (n x u).q and what
 * they leave of n.n, which are negative beyond an edge, in units of |n| times that edge's length.
 *
 * With r = 2^-24, n is off by 12 r |u| |v| at most and dot products by 4 r of the lengths; so with
 * E = r span (48 |u| |v| + 64 |n|), heights err by less than E and shares by less than E times the
 * edge, and what E has to spare, 32 r span |n|, is more than closest points err by. Normals that
 * are so short that their squares lose bits tell nothing. */
static inline LANE_NAME(verdict)
    LANE_NAME(near_corners)(const LANE_NAME(point) face[3], const LANE_NAME(point) other[3],
                            LANE_REAL span, LANE_REAL epsilon)
{
    LANE_NAME(point) u = LANE_NAME(minus)(face[1], face[0]), v = LANE_NAME(minus)(face[2], face[0]);
    LANE_NAME(point) n = LANE_NAME(cross)(u, v);
    LANE_NAME(point) out_1 = LANE_NAME(cross)(n, v), out_2 = LANE_NAME(cross)(u, n);
    LANE_REAL square = LANE_NAME(dot)(n, n), height_unit = LANE(sqrt)(square);
    LANE_REAL long_u = LANE_NAME(length)(u), long_v = LANE_NAME(length)(v);
    LANE_REAL long_w = LANE_NAME(length)(LANE_NAME(minus)(u, v));
    LANE_REAL error = LANE(mul)(LANE(mul)(LANE(splat)(NEAR_ROUNDING), span),
                                LANE(add)(LANE(mul)(LANE(splat)(48.0f), LANE(mul)(long_u, long_v)),
                                          LANE(mul)(LANE(splat)(64.0f), height_unit)));
    LANE_REAL epsilon_height = LANE(mul)(epsilon, height_unit);
    LANE_REAL beyond = LANE(add)(epsilon_height, error), inside = LANE(sub)(epsilon_height, error);
    LANE_REAL error_1 = LANE(mul)(long_v, error), error_2 = LANE(mul)(long_u, error);
    LANE_REAL error_0 = LANE(add)(error_1, error_2);
    const LANE_REAL zero = LANE(splat)(0.0f), most = LANE(splat)(3e38f);
    LANE_REAL lowest = most, highest = LANE(sub)(zero, most);
    LANE_REAL innermost_1 = most, innermost_2 = most, innermost_0 = highest;
    LANE_NAME(verdict) out;
    out.near = out.over = LANE(lt)(zero, zero);
    for (uint32_t k = 0; k < 3; k++) {
        LANE_NAME(point) q = LANE_NAME(minus)(other[k], face[0]);
        LANE_REAL height = LANE_NAME(dot)(n, q), away = LANE(abs)(height);
        /* How far beyond the edges 0-2 and 0-1, and, with the other sign, the edge 1-2. */
        LANE_REAL outside_1 = LANE_NAME(dot)(out_1, q), outside_2 = LANE_NAME(dot)(out_2, q);
        LANE_REAL inside_0 = LANE(add)(square, LANE(add)(outside_1, outside_2));
        lowest = LANE(min)(height, lowest);
        highest = LANE(max)(height, highest);
        innermost_0 = LANE(max)(inside_0, innermost_0);
        innermost_1 = LANE(min)(outside_1, innermost_1);
        innermost_2 = LANE(min)(outside_2, innermost_2);
        out.near = LANE_MASKS(or)(out.near,
                                  LANE_NAME(all_of)(LANE(lt)(error_0, inside_0),
                                                    LANE(lt)(outside_1, LANE(sub)(zero, error_1)),
                                                    LANE(lt)(outside_2, LANE(sub)(zero, error_2)),
                                                    LANE(lt)(away, inside)));
        out.over = LANE_MASKS(or)(
            out.over, LANE_NAME(all_of)(LANE(le)(LANE(sub)(zero, error_0), inside_0),
                                        LANE(le)(outside_1, error_1), LANE(le)(outside_2, error_2),
                                        LANE(le)(away, beyond)));
    }
    LANE_REAL depth = LANE(sub)(zero, highest);
    LANE_REAL beyond_0 = LANE(add)(LANE(mul)(long_w, epsilon_height), error_0);
    out.far = LANE_MASKS(or)(
        LANE_MASKS(or)(LANE_MASKS(or)(LANE(lt)(beyond, lowest), LANE(lt)(beyond, depth)),
                       LANE(lt)(beyond_0, LANE(sub)(zero, innermost_0))),
        LANE_MASKS(or)(LANE(lt)(LANE(mul)(long_v, beyond), innermost_1),
                       LANE(lt)(LANE(mul)(long_u, beyond), innermost_2)));
    out.one_side = LANE_MASKS(or)(LANE(lt)(error, lowest), LANE(lt)(error, depth));
    out.tells = LANE(lt)(LANE(splat)(1e-30f), square);
    out.near = LANE_MASKS(and)(out.near, out.tells);
    return out;
}

static inline LANE_REAL LANE_NAME(into_unit)(LANE_REAL a)
{
    return LANE(min)(LANE(max)(a, LANE(splat)(0.0f)), LANE(splat)(1.0f));
}

/* a / b, or 0 where b is not positive. */
static inline LANE_REAL LANE_NAME(quotient)(LANE_REAL a, LANE_REAL b)
{
    LANE_REAL zero = LANE(splat)(0.0f);
    return LANE(select)(LANE(lt)(zero, b), LANE(div)(a, b), zero);
}

/* An edge of a triangle: its start, way, square and what to divide by it with. */
typedef struct LANE_NAME(edge) {
    LANE_NAME(point) from, way;
    LANE_REAL square, inverse;
} LANE_NAME(edge);

static inline LANE_NAME(edge) LANE_NAME(edge_at)(const LANE_NAME(point) of[3], uint32_t k)
{
    LANE_NAME(edge) out = {.from = of[k]};
    out.way = LANE_NAME(minus)(of[k == 2 ? 0 : k + 1], out.from);
    out.square = LANE_NAME(dot)(out.way, out.way);
    out.inverse = LANE_NAME(quotient)(LANE(splat)(1.0f), out.square);
    return out;
}

/* One coordinate of a way between two edges: w + s a - t b. */
static inline LANE_REAL LANE_NAME(way_between)(LANE_REAL w, LANE_REAL s, LANE_REAL a, LANE_REAL t,
                                               LANE_REAL b)
{
    return LANE(sub)(LANE(add)(w, LANE(mul)(s, a)), LANE(mul)(t, b));
}

/* The squared distance of two edges at points that lie in them: the foot of the common
 * perpendicular in the first, then the closest point of the second to that, then of the first. */
static inline LANE_REAL LANE_NAME(distance_of)(const LANE_NAME(edge) * a, const LANE_NAME(edge) * b)
{
    LANE_NAME(point) w = LANE_NAME(minus)(a->from, b->from);
    LANE_REAL both = LANE_NAME(dot)(a->way, b->way);
    LANE_REAL along_a = LANE_NAME(dot)(a->way, w), along_b = LANE_NAME(dot)(b->way, w);
    LANE_REAL determinant = LANE(sub)(LANE(mul)(a->square, b->square), LANE(mul)(both, both));
    LANE_REAL foot = LANE(sub)(LANE(mul)(both, along_b), LANE(mul)(along_a, b->square));
    LANE_REAL s = LANE_NAME(into_unit)(LANE_NAME(quotient)(foot, determinant));
    LANE_REAL t =
        LANE_NAME(into_unit)(LANE(mul)(LANE(add)(LANE(mul)(both, s), along_b), b->inverse));
    s = LANE_NAME(into_unit)(LANE(mul)(LANE(sub)(LANE(mul)(both, t), along_a), a->inverse));
    LANE_NAME(point)
    way = {LANE_NAME(way_between)(w.x, s, a->way.x, t, b->way.x),
           LANE_NAME(way_between)(w.y, s, a->way.y, t, b->way.y),
           LANE_NAME(way_between)(w.z, s, a->way.z, t, b->way.z)};
    return LANE_NAME(dot)(way, way);
}

/* The distance is that of two points of the edges, so it is too long by what s is off, and errs by
 * less than 16 r span besides. Where the edges enclose the angle g, s is off by some
 * 8 r span / (|a| sin(g)^2), and by 1 at most, that is sideways by 8 r span / sin(g) and by
 * span sin(g): never more than the root of 8 r times the span, across to the distance. So its
 * square is too large by 8 r span^2; four times that is taken. Spans that are so short that the
 * determinant loses bits tell nothing of far. */
static inline LANE_NAME(verdict)
    LANE_NAME(near_edges)(const LANE_NAME(point) a[3], const LANE_NAME(point) b[3], LANE_REAL span,
                          LANE_REAL epsilon)
{
    LANE_NAME(edge) of_b[3];
    for (uint32_t k = 0; k < 3; k++) {
        of_b[k] = LANE_NAME(edge_at)(b, k);
    }
    LANE_REAL margin = LANE(mul)(LANE(splat)(32.0f * NEAR_ROUNDING), span);
    LANE_REAL inner = LANE(max)(LANE(sub)(epsilon, margin), LANE(splat)(0.0f));
    LANE_REAL outer = LANE(add)(epsilon, margin);
    LANE_REAL within = LANE(mul)(inner, inner);
    LANE_REAL beyond = LANE(add)(LANE(mul)(outer, outer), LANE(mul)(margin, span));
    LANE_REAL least = LANE(splat)(3e38f);
    LANE_NAME(verdict) out;
    out.near = LANE(lt)(least, within);
    /* What is near stays so: often all are before the last edge. */
    for (uint32_t i = 0; i < 3 && !LANE_ALL(out.near); i++) {
        LANE_NAME(edge) of_a = LANE_NAME(edge_at)(a, i);
        for (uint32_t j = 0; j < 3; j++) {
            least = LANE(min)(LANE_NAME(distance_of)(&of_a, &of_b[j]), least);
        }
        out.near = LANE(lt)(least, within);
    }
    out.far = LANE(lt)(beyond, least);
    out.tells = LANE(lt)(LANE(splat)(1e-5f), span);
    out.over = out.one_side = out.tells;
    return out;
}

#undef NEAR_ROUNDING
#undef LANE_REAL
#undef LANE_MASK
#undef LANE
#undef LANE_MASKS
#undef LANE_ALL
#undef LANE_NAME
#endif

/* The arithmetic of closest points, written once for any number of lanes. Whoever includes this
 * first defines LANE_REAL and LANE_MASK (lane types), LANE(name) (their operations) and
 * LANE_NAME(name) (the names of what is made here); they are gone afterwards. Without them the file
 * is empty.
 *
 * Every lane does the same operations in the same order, without a branch: several candidates, each
 * a pair of points that really lie in the two features, each with its own distance, and the first
 * of the closest wins. So a candidate that rounding has spoiled is further away and loses; it
 * cannot make the answer wrong. What is left to show is that one of the candidates is good.
 *
 * Say S is the largest distance in the query and u = 2^-24. All vectors are differences of two of
 * its points, so they err by u S whatever the distance from the origin.
 *  - On an edge, the clamped projection: errs by some u S along the edge.
 *  - Inside, two unknowns: the second direction is made perpendicular to the first, and so is the
 *    way to the point; only then is the second unknown taken, and the first follows from it. The
 *    determinant of the usual equations would lose twice the digits that a sliver or near-parallel
 *    edges cost; this loses none that matter. With f the perpendicular part, which errs by u S, the
 *    second unknown is off by some u S / |f| where the features are close, that is u S of way.
 *    Where they are far apart, d away, it may be off by d u S / |f| of way, but no more than |f|
 *    after clamping, sideways to a way of d: that makes the distance longer by u S / 2 at most.
 *  - If rounding leads an inside candidate out of the feature, then by convexity the straight way
 *    from the true closest points to it crosses an edge at which the distance is as good; and the
 *    edge's own candidate is at least as close.
 * HEM_CLOSEST_ERROR, 16 u S, is twice what a search for bad cases finds. */
#if defined(LANE_REAL)

typedef struct LANE_NAME(vector) {
    LANE_REAL x, y, z;
} LANE_NAME(vector);

/* Closest points: squared distance, the way from the second to the first, and where they lie: a
 * vertex and a face at p1 + s (p2 - p1) + t (p3 - p1), two edges at p0 + s (p1 - p0) and
 * p2 + t (p3 - p2). */
typedef struct LANE_NAME(nearest) {
    LANE_REAL distance_squared, s, t;
    LANE_NAME(vector) way;
} LANE_NAME(nearest);

static inline LANE_NAME(vector) LANE_NAME(difference)(LANE_NAME(vector) a, LANE_NAME(vector) b)
{
    return (LANE_NAME(vector)){LANE(sub)(a.x, b.x), LANE(sub)(a.y, b.y), LANE(sub)(a.z, b.z)};
}

/* a + s b */
static inline LANE_NAME(vector)
    LANE_NAME(forward)(LANE_NAME(vector) a, LANE_REAL s, LANE_NAME(vector) b)
{
    return (LANE_NAME(vector)){LANE(add)(a.x, LANE(mul)(s, b.x)), LANE(add)(a.y, LANE(mul)(s, b.y)),
                               LANE(add)(a.z, LANE(mul)(s, b.z))};
}

/* a - s b */
static inline LANE_NAME(vector)
    LANE_NAME(back)(LANE_NAME(vector) a, LANE_REAL s, LANE_NAME(vector) b)
{
    return (LANE_NAME(vector)){LANE(sub)(a.x, LANE(mul)(s, b.x)), LANE(sub)(a.y, LANE(mul)(s, b.y)),
                               LANE(sub)(a.z, LANE(mul)(s, b.z))};
}

static inline LANE_REAL LANE_NAME(dot)(LANE_NAME(vector) a, LANE_NAME(vector) b)
{
    return LANE(add)(LANE(add)(LANE(mul)(a.x, b.x), LANE(mul)(a.y, b.y)), LANE(mul)(a.z, b.z));
}

/* a / b for a square b, 0 where that is zero. Never infinite: the vector whose square b is, and of
 * which a is a multiple, would have to be shorter than 2^-75. */
static inline LANE_REAL LANE_NAME(ratio)(LANE_REAL a, LANE_REAL b)
{
    LANE_REAL zero = LANE(splat)(0.0f);
    return LANE(select)(LANE(lt)(zero, b), LANE(div)(a, b), zero);
}

/* Into [0, high]. */
static inline LANE_REAL LANE_NAME(clamp)(LANE_REAL a, LANE_REAL high)
{
    return LANE(min)(LANE(max)(a, LANE(splat)(0.0f)), high);
}

static inline LANE_NAME(nearest)
    LANE_NAME(candidate)(LANE_NAME(vector) way, LANE_REAL s, LANE_REAL t)
{
    return (LANE_NAME(nearest)){LANE_NAME(dot)(way, way), s, t, way};
}

/* The closer of two candidates; the first where they are equally close. */
static inline LANE_NAME(nearest) LANE_NAME(closer)(LANE_NAME(nearest) a, LANE_NAME(nearest) b)
{
    LANE_MASK second = LANE(lt)(b.distance_squared, a.distance_squared);
    return (LANE_NAME(nearest)){
        LANE(select)(second, b.distance_squared, a.distance_squared),
        LANE(select)(second, b.s, a.s),
        LANE(select)(second, b.t, a.t),
        {LANE(select)(second, b.way.x, a.way.x), LANE(select)(second, b.way.y, a.way.y),
         LANE(select)(second, b.way.z, a.way.z)},
    };
}

/* Point 0 against the face 1 2 3: inside, then the edges 1-2, 1-3, 2-3. */
static inline LANE_NAME(nearest) LANE_NAME(nearest_vertex_face)(const LANE_NAME(vector) point[4])
{
    const LANE_REAL zero = LANE(splat)(0.0f), one = LANE(splat)(1.0f);
    LANE_NAME(vector) to_1 = LANE_NAME(difference)(point[0], point[1]);
    LANE_NAME(vector) to_2 = LANE_NAME(difference)(point[0], point[2]);
    LANE_NAME(vector) edge_12 = LANE_NAME(difference)(point[2], point[1]);
    LANE_NAME(vector) edge_13 = LANE_NAME(difference)(point[3], point[1]);
    LANE_NAME(vector) edge_23 = LANE_NAME(difference)(point[3], point[2]);

    /* Feet on the lines of the edges, as a share of the edge; the shadow of 1-3 on 1-2. */
    LANE_REAL square_12 = LANE_NAME(dot)(edge_12, edge_12);
    LANE_REAL foot_12 = LANE_NAME(ratio)(LANE_NAME(dot)(to_1, edge_12), square_12);
    LANE_REAL foot_13 =
        LANE_NAME(ratio)(LANE_NAME(dot)(to_1, edge_13), LANE_NAME(dot)(edge_13, edge_13));
    LANE_REAL foot_23 =
        LANE_NAME(ratio)(LANE_NAME(dot)(to_2, edge_23), LANE_NAME(dot)(edge_23, edge_23));
    LANE_REAL shadow = LANE_NAME(ratio)(LANE_NAME(dot)(edge_13, edge_12), square_12);

    /* Inside: across 1-2 first, then along it. */
    LANE_NAME(vector) across = LANE_NAME(back)(edge_13, shadow, edge_12);
    LANE_NAME(vector) above = LANE_NAME(back)(to_1, foot_12, edge_12);
    LANE_REAL t = LANE_NAME(clamp)(
        LANE_NAME(ratio)(LANE_NAME(dot)(above, across), LANE_NAME(dot)(across, across)), one);
    LANE_REAL rest = LANE(sub)(one, t);
    LANE_REAL s = LANE_NAME(clamp)(LANE(sub)(foot_12, LANE(mul)(t, shadow)), rest);

    LANE_NAME(nearest)
    inside =
        LANE_NAME(candidate)(LANE_NAME(back)(LANE_NAME(back)(to_1, s, edge_12), t, edge_13), s, t);

    s = LANE_NAME(clamp)(foot_12, one);
    LANE_NAME(nearest) on_12 = LANE_NAME(candidate)(LANE_NAME(back)(to_1, s, edge_12), s, zero);
    t = LANE_NAME(clamp)(foot_13, one);
    LANE_NAME(nearest) on_13 = LANE_NAME(candidate)(LANE_NAME(back)(to_1, t, edge_13), zero, t);
    t = LANE_NAME(clamp)(foot_23, one);
    LANE_NAME(nearest)
    on_23 = LANE_NAME(candidate)(LANE_NAME(back)(to_2, t, edge_23), LANE(sub)(one, t), t);
    return LANE_NAME(closer)(LANE_NAME(closer)(inside, on_12), LANE_NAME(closer)(on_13, on_23));
}

/* The edge 0-1 against 2-3: between the ends of both, then each end, 0, 1, 2, 3, against the other
 * edge. */
static inline LANE_NAME(nearest) LANE_NAME(nearest_edge_edge)(const LANE_NAME(vector) point[4])
{
    const LANE_REAL zero = LANE(splat)(0.0f), one = LANE(splat)(1.0f);
    LANE_NAME(vector) edge_01 = LANE_NAME(difference)(point[1], point[0]);
    LANE_NAME(vector) edge_23 = LANE_NAME(difference)(point[3], point[2]);
    LANE_NAME(vector) way_20 = LANE_NAME(difference)(point[0], point[2]);
    LANE_NAME(vector) way_21 = LANE_NAME(difference)(point[1], point[2]);
    LANE_NAME(vector) way_30 = LANE_NAME(difference)(point[0], point[3]);

    /* Feet on the lines of the edges, as a share of the edge; the shadow of 2-3 on 0-1. */
    LANE_REAL square_01 = LANE_NAME(dot)(edge_01, edge_01);
    LANE_REAL square_23 = LANE_NAME(dot)(edge_23, edge_23);
    LANE_REAL both = LANE_NAME(dot)(edge_01, edge_23);
    LANE_REAL along_23 = LANE_NAME(dot)(way_20, edge_23);
    LANE_REAL shadow = LANE_NAME(ratio)(both, square_01);
    LANE_REAL behind = LANE_NAME(ratio)(LANE_NAME(dot)(way_20, edge_01), square_01);
    LANE_REAL foot_of_0 = LANE_NAME(ratio)(along_23, square_23);
    LANE_REAL foot_of_1 = LANE_NAME(ratio)(LANE(add)(along_23, both), square_23);

    /* Between the ends: across 0-1 first, then along it. */
    LANE_NAME(vector) across = LANE_NAME(back)(edge_23, shadow, edge_01);
    LANE_NAME(vector) above = LANE_NAME(back)(way_20, behind, edge_01);
    LANE_REAL t = LANE_NAME(clamp)(
        LANE_NAME(ratio)(LANE_NAME(dot)(above, across), LANE_NAME(dot)(across, across)), one);
    LANE_REAL s = LANE_NAME(clamp)(LANE(sub)(LANE(mul)(t, shadow), behind), one);

    LANE_NAME(nearest)
    between = LANE_NAME(candidate)(
        LANE_NAME(back)(LANE_NAME(forward)(way_20, s, edge_01), t, edge_23), s, t);

    t = LANE_NAME(clamp)(foot_of_0, one);
    LANE_NAME(nearest) end_0 = LANE_NAME(candidate)(LANE_NAME(back)(way_20, t, edge_23), zero, t);
    t = LANE_NAME(clamp)(foot_of_1, one);
    LANE_NAME(nearest) end_1 = LANE_NAME(candidate)(LANE_NAME(back)(way_21, t, edge_23), one, t);
    s = LANE_NAME(clamp)(LANE(sub)(zero, behind), one);
    LANE_NAME(nearest)
    end_2 = LANE_NAME(candidate)(LANE_NAME(forward)(way_20, s, edge_01), s, zero);
    s = LANE_NAME(clamp)(LANE(sub)(shadow, behind), one);
    LANE_NAME(nearest) end_3 = LANE_NAME(candidate)(LANE_NAME(forward)(way_30, s, edge_01), s, one);
    return LANE_NAME(closer)(LANE_NAME(closer)(between, LANE_NAME(closer)(end_0, end_1)),
                             LANE_NAME(closer)(end_2, end_3));
}

#undef LANE_REAL
#undef LANE_MASK
#undef LANE
#undef LANE_NAME
#endif

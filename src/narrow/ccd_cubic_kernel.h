/* The coefficients of the coplanarity cubic, written once for any kind of number: float in the
 * library, double and numbers that count their operations in its tests. Whoever includes this first
 * defines LANE_REAL (the number), LANE(name) (add, sub, mul) and LANE_NAME(name) (the names of what
 * is made here); they are gone afterwards. Without them the file is empty.
 *
 * Four points x with velocities v are coplanar when
 *     (x21 + t v21) x (x31 + t v31) . (x41 + t v41) = a0 + a1 t + a2 t^2 + a3 t^3 = 0,
 * x21 = x2 - x1 and so on (000-16, eq. 1). With four cross products that are used twice each, the
 * coefficients take 48 multiplications and 50 additions (eq. 2). */
#if defined(LANE_REAL)

typedef struct LANE_NAME(vector) {
    LANE_REAL x, y, z;
} LANE_NAME(vector);

static inline LANE_NAME(vector) LANE_NAME(difference)(LANE_NAME(vector) a, LANE_NAME(vector) b)
{
    return (LANE_NAME(vector)){LANE(sub)(a.x, b.x), LANE(sub)(a.y, b.y), LANE(sub)(a.z, b.z)};
}

static inline LANE_REAL LANE_NAME(dot)(LANE_NAME(vector) a, LANE_NAME(vector) b)
{
    return LANE(add)(LANE(add)(LANE(mul)(a.x, b.x), LANE(mul)(a.y, b.y)), LANE(mul)(a.z, b.z));
}

static inline LANE_NAME(vector) LANE_NAME(cross)(LANE_NAME(vector) a, LANE_NAME(vector) b)
{
    return (LANE_NAME(vector)){LANE(sub)(LANE(mul)(a.y, b.z), LANE(mul)(a.z, b.y)),
                               LANE(sub)(LANE(mul)(a.z, b.x), LANE(mul)(a.x, b.z)),
                               LANE(sub)(LANE(mul)(a.x, b.y), LANE(mul)(a.y, b.x))};
}

static inline void LANE_NAME(coplanar)(const LANE_NAME(vector) x[4], const LANE_NAME(vector) v[4],
                                       LANE_REAL a[4])
{
    LANE_NAME(vector) x21 = LANE_NAME(difference)(x[1], x[0]);
    LANE_NAME(vector) x31 = LANE_NAME(difference)(x[2], x[0]);
    LANE_NAME(vector) x41 = LANE_NAME(difference)(x[3], x[0]);
    LANE_NAME(vector) v21 = LANE_NAME(difference)(v[1], v[0]);
    LANE_NAME(vector) v31 = LANE_NAME(difference)(v[2], v[0]);
    LANE_NAME(vector) v41 = LANE_NAME(difference)(v[3], v[0]);

    LANE_NAME(vector) v31_v41 = LANE_NAME(cross)(v31, v41);
    LANE_NAME(vector) x31_v21 = LANE_NAME(cross)(x31, v21);
    LANE_NAME(vector) x41_v31 = LANE_NAME(cross)(x41, v31);
    LANE_NAME(vector) x21_x31 = LANE_NAME(cross)(x21, x31);

    a[3] = LANE_NAME(dot)(v21, v31_v41);
    a[2] = LANE(sub)(LANE(sub)(LANE_NAME(dot)(x21, v31_v41), LANE_NAME(dot)(v41, x31_v21)),
                     LANE_NAME(dot)(v21, x41_v31));
    a[1] = LANE(sub)(LANE(sub)(LANE_NAME(dot)(v41, x21_x31), LANE_NAME(dot)(x21, x41_v31)),
                     LANE_NAME(dot)(x41, x31_v21));
    a[0] = LANE_NAME(dot)(x41, x21_x31);
}

#undef LANE_REAL
#undef LANE
#undef LANE_NAME
#endif

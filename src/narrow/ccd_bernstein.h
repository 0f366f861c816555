/* The proof that a moving pair stays clear by the determinant of the four points. Every query that
 * is not clear at once comes here once or twice and goes on with the result at once, so a step is
 * inline; what makes the cubic is not, as that would take stack for as long as a query is searched.
 *
 * Cubic certificate. With a the way from the second feature to the first and b, c their edges, all
 * linear in time, the pair is at least |det(a, b, c)| / |b x c| apart: the height over the common
 * plane. det is a cubic; as a Bernstein cubic on [0, 1] its coefficients are
 *     k0 = a0.X0,  k1 = (a1.X0 + a0.Xm) / 3,  k2 = (a0.X1 + a1.Xm) / 3,  k3 = a1.X1,
 *     X0 = b0 x c0,  X1 = b1 x c1,  Xm = b0 x c1 + b1 x c0,
 * and its values between t and r are means of its four blossom values there. If these exceed the
 * error, the interval is free. Roundings: 3 for the differences, a product and a difference for X,
 * a product and two sums for the scalar product, two sums of such products, the product with a
 * third and that third: 12, each of a sum of six products whose magnitudes add up to at most
 *     P = sum over permutations of |a| |b| |c|, with the largest magnitude of each coordinate.
 * The blossom has three levels of (1 - t) p + t q with 3 roundings each: 9. 21 u P, and 22 u P with
 * a separation; 24 u P is used, which covers the rounding of P as well. Points lie on the grid, so
 * nothing underflows before the blossom; there 2^-119 covers it.
 *
 * With a separation s the height must stay above s, that is |det| > s |b x c|. b x c is a Bernstein
 * quadratic; written as a cubic its coefficients are X0, (X0 + Xm) / 3, (Xm + X1) / 3, X1, and its
 * length is at most the mean of theirs. So the cubic with coefficients |k_i| - s |x_i| must stay
 * positive. Lengths are rounded up; the x_i err by at most 6 u of the sums of |b| |c|, one rounding
 * is for the difference and 9 for the blossom: 16 u s |b| |c|, which P with |a| + s in place of |a|
 * covers. */
#ifndef HEM_NARROW_CCD_BERNSTEIN_H
#define HEM_NARROW_CCD_BERNSTEIN_H

#include "narrow/ccd_motion.h"

/* A pair in motion, at the start and at the end, in three lanes: a leads from the second feature to
 * the first (p0 - p1 for a vertex and a face, p0 - p2 for edges), b and c are the edges p2 - p1 and
 * p3 - p1 of the face, or p1 - p0 and p3 - p2. The fourth lane repeats the third. */
typedef struct hem_ccd_frame {
    hem_f4 x0, y0, z0, x1, y1, z1;
} hem_ccd_frame;

typedef struct hem_ccd_bernstein {
    float height[4]; /* k0 to k3 */
    float length[4]; /* the separation times |x_i|, rounded up; zeros without separation */
    float error;
} hem_ccd_bernstein;

/* What a cubic step found out. */
typedef struct hem_ccd_step {
    int side; /* of the first feature: 1 where det is positive, -1, 0 if not even `time` is sure */
    float root;  /* about where the height comes down to the separation; at least `time` */
    bool passes; /* a bit later it is surely less */
} hem_ccd_step;

/* Tries of one cubic step; how close to a root it stops, as a part of the way there. */
enum { HEM_CCD_TRIES = 2 };
#define HEM_CCD_NEARLY (1.0f / 2048.0f)

/* How long a passing may take to show, in time. */
#define HEM_CCD_SOON (1.0f / 256.0f)

/* Constant time. */
void hem_ccd_bernstein_make(const hem_ccd_frame *frame, float separation, hem_ccd_bernstein *cubic);

static inline float hem_ccd_mean(float a, float b, float t)
{
    return (1.0f - t) * a + t * b;
}

/* The Bernstein coefficients on [t, r], each from the given ones by three means, of which those at
 * times 0 and 1 change nothing. */
static inline void hem_ccd_restrict_to_left(const float k[4], float r, float out[4])
{
    float r0 = hem_ccd_mean(k[0], k[1], r), r1 = hem_ccd_mean(k[1], k[2], r),
          r2 = hem_ccd_mean(k[2], k[3], r);
    float rr0 = hem_ccd_mean(r0, r1, r), rr1 = hem_ccd_mean(r1, r2, r);
    out[0] = k[0];
    out[1] = r0;
    out[2] = rr0;
    out[3] = hem_ccd_mean(rr0, rr1, r);
}

static inline void hem_ccd_restrict_to_right(const float k[4], float t, float out[4])
{
    float t0 = hem_ccd_mean(k[0], k[1], t), t1 = hem_ccd_mean(k[1], k[2], t),
          t2 = hem_ccd_mean(k[2], k[3], t);
    float tt0 = hem_ccd_mean(t0, t1, t), tt1 = hem_ccd_mean(t1, t2, t);
    out[0] = hem_ccd_mean(tt0, tt1, t);
    out[1] = tt1;
    out[2] = t2;
    out[3] = k[3];
}

static inline void hem_ccd_restrict_to(const float k[4], float t, float r, float out[4])
{
    float t0 = hem_ccd_mean(k[0], k[1], t), t1 = hem_ccd_mean(k[1], k[2], t),
          t2 = hem_ccd_mean(k[2], k[3], t);
    float r0 = hem_ccd_mean(k[0], k[1], r), r1 = hem_ccd_mean(k[1], k[2], r),
          r2 = hem_ccd_mean(k[2], k[3], r);
    float tt0 = hem_ccd_mean(t0, t1, t), tt1 = hem_ccd_mean(t1, t2, t);
    float rr0 = hem_ccd_mean(r0, r1, r), rr1 = hem_ccd_mean(r1, r2, r);
    out[0] = hem_ccd_mean(tt0, tt1, t);
    out[1] = hem_ccd_mean(tt0, tt1, r);
    out[2] = hem_ccd_mean(rr0, rr1, t);
    out[3] = hem_ccd_mean(rr0, rr1, r);
}

/* How far from the start of [0, 1] a Bernstein cubic surely stays above a level. It is a mean of
 * its coefficients with weights whose mean place is t, so it stays above every line that all of
 * them are above: the one from the first with the steepest slope down to another. */
static inline float hem_ccd_stays_above(const float k[4], float level)
{
    float slope = hem_max(hem_max(3.0f * (k[0] - k[1]), 1.5f * (k[0] - k[2])), k[0] - k[3]);
    float high = k[0] - level;
    return slope > high ? high / slope : 1.0f;
}

/* About where a Bernstein cubic that starts above a level comes down to it, or 1: by the line from
 * its start to its end, or the quadratic that agrees with it at the start, and steps of Halley's
 * method. A guess, nothing rests on it. `passes` tells whether it is well below zero a bit later.
 */
static inline float hem_ccd_comes_down(const float k[4], float level, bool *passes)
{
    float c0 = k[0] - level;
    float c1 = 3.0f * (k[1] - k[0]);
    float c2 = 3.0f * ((k[2] - k[1]) - (k[1] - k[0]));
    float c3 = (k[3] - k[0]) - 3.0f * (k[2] - k[1]);
    float x = 1.0f;
    if (k[3] < level) {
        x = c0 / (k[0] - k[3]);
    } else {
        float square = c1 * c1 - 4.0f * c2 * c0;
        float below = square > 0.0f ? hem_sqrt(square) - c1 : 0.0f;
        x = below > 2.0f * c0 ? 2.0f * c0 / below : 1.0f;
    }
    for (uint32_t i = 0; i < 3; i++) {
        float value = c0 + x * (c1 + x * (c2 + x * c3));
        float slope = c1 + x * (2.0f * c2 + x * (3.0f * c3));
        float bend = c2 + x * (3.0f * c3);
        float step = value * slope / (slope * slope - value * bend);
        if (!(slope < 0.0f) || !(hem_ccd_magnitude(step) < 1.0f)) {
            break;
        }
        x = hem_max(0.0f, hem_min(1.0f, x - step));
        if (hem_ccd_magnitude(step) < 1.0f / 12.0f) {
            break;
        }
    }
    float slope = c1 + x * (2.0f * c2 + x * (3.0f * c3));
    float further = 3.0f * level / -slope;
    float later = hem_min(1.0f, x * (1.0f + HEM_CCD_NEARLY) + further);
    *passes = slope < 0.0f && further < HEM_CCD_SOON &&
              c0 + later * (c1 + later * (c2 + later * c3)) < -2.0f * level;
    return x;
}

/* Without a branch. */
static inline bool hem_ccd_all_above(const float k[4], float level)
{
    return hem_m4_bits(hem_f4_lt(hem_f4_splat(level), hem_f4_load(k))) == 15u;
}

/* Moves the time from t to r if the cubic k stays above the error between them. */
static inline bool hem_ccd_advance(const float k[4], float error, float t, float r, float *time)
{
    float piece[4];
    if (t > 0.0f) {
        hem_ccd_restrict_to(k, t, r, piece);
    } else {
        hem_ccd_restrict_to_left(k, r, piece);
    }
    if (r > t && r <= 1.0f && hem_ccd_all_above(piece, error)) {
        *time = r;
        return true;
    }
    return false;
}

/* One try from `t`, on which the cubic `now` is what is left of the cubic k; true if it was the
 * last. */
static inline bool hem_ccd_try(const float k[4], const float now[4], float error, float t,
                               float *time, hem_ccd_step *step)
{
    const float level = 2.0f * error, rest = 1.0f - t;
    if (hem_ccd_all_above(now, error)) {
        *time = 1.0f;
        return true;
    }
    float down = hem_ccd_comes_down(now, level, &step->passes);
    step->root = hem_min(1.0f, t + rest * down);
    if (hem_ccd_advance(k, error, t, t + rest * (down * (1.0f - HEM_CCD_NEARLY)), time)) {
        return step->passes;
    }
    return !hem_ccd_advance(k, error, t, t + rest * hem_ccd_stays_above(now, level), time);
}

/* The tries of a step from `time` on, where that is not the start. The cubic k is turned so that it
 * is positive at `time`, less the lengths; `side` tells whether it was turned. Bounded time. */
void hem_ccd_bernstein_later(const float k[4], float error, uint32_t tries, int side, float *time,
                             hem_ccd_step *step);

/* Moves `time` on as far as the cubic proves the pair clear, with some tries; to 1 if it is to the
 * end of the step. Bounded time. */
static inline void hem_ccd_bernstein_step(const hem_ccd_bernstein *cubic, float *time,
                                          hem_ccd_step *step)
{
    const float error = cubic->error;
    const bool from_start = !(*time > 0.0f);
    uint32_t tries = HEM_CCD_TRIES;
    float k[4];
    float height = cubic->height[0];
    if (!from_start) {
        hem_ccd_restrict_to_right(cubic->height, *time, k);
        height = k[0];
    }
    /* By a mask: a branch would be guessed wrong as often as not. */
    const hem_m4 above = hem_f4_lt(hem_f4_zero(), hem_f4_splat(height));
    const int side = (int)(hem_m4_bits(above) & 2u) - 1;
    const hem_f4 turn = hem_f4_select(above, hem_f4_splat(1.0f), hem_f4_splat(-1.0f));
    hem_f4_store(
        k, hem_f4_sub(hem_f4_mul(turn, hem_f4_load(cubic->height)), hem_f4_load(cubic->length)));
    *step = (hem_ccd_step){0, *time, false};
    if (from_start) {
        /* Nearly always so, and here nothing needs restricting. */
        if (!(k[0] > 2.0f * error)) {
            return;
        }
        step->side = side;
        if (hem_ccd_try(k, k, error, 0.0f, time, step)) {
            return;
        }
        tries--;
    }
    hem_ccd_bernstein_later(k, error, tries, side, time, step);
}

#endif

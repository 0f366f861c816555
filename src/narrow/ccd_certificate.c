/* Proofs that a moving pair stays clear: see ccd_certificate.h. */
#include "narrow/ccd_certificate.h"

#define CUBIC_BOUND (24.0f / 16777216.0f)

/* Tries of one cubic step; how close to a root it stops, as a part of the way there. */
enum { TRIES = 2 };
#define NEARLY (1.0f / 2048.0f)

/* How long a passing may take to show, in time. */
#define SOON (1.0f / 256.0f)

/* A third, rounded up. */
#define THIRD_UP 0.33333337f

/* ---- cubic ---- */

/* The sum over the permutations of a, b, c with the largest magnitudes of their coordinates. */
static float permanent(const hem_ccd_frame *f, float more)
{
    float x[4], y[4], z[4];
    hem_f4_store(x, hem_ccd_size(f->x0, f->x1));
    hem_f4_store(y, hem_ccd_size(f->y0, f->y1));
    hem_f4_store(z, hem_ccd_size(f->z0, f->z1));
    return ((x[0] + more) * (y[1] * z[2] + z[1] * y[2]) +
            (y[0] + more) * (z[1] * x[2] + x[1] * z[2])) +
           (z[0] + more) * (x[1] * y[2] + y[1] * x[2]);
}

/* Four cross products b x c, of start and start, end and end, start and end, end and start. */
typedef struct crosses {
    hem_f4 x, y, z;
} crosses;

static inline hem_f4 lanes_b(const float start[4], const float end[4])
{
    const float lane[4] = {start[1], end[1], start[1], end[1]};
    return hem_f4_load(lane);
}

static inline hem_f4 lanes_c(const float start[4], const float end[4])
{
    const float lane[4] = {start[2], end[2], end[2], start[2]};
    return hem_f4_load(lane);
}

static void lengths_of(const crosses *cross, float separation, float length[4])
{
    float x[4], y[4], z[4];
    hem_f4_store(x, cross->x);
    hem_f4_store(y, cross->y);
    hem_f4_store(z, cross->z);
    hem_vec3 first = {x[0], y[0], z[0]}, last = {x[1], y[1], z[1]};
    hem_vec3 mixed = {x[2] + x[3], y[2] + y[3], z[2] + z[3]};
    const float third = separation * THIRD_UP;
    length[0] = hem_ccd_beyond(first, separation);
    length[1] = hem_ccd_beyond(hem_add(first, mixed), third);
    length[2] = hem_ccd_beyond(hem_add(mixed, last), third);
    length[3] = hem_ccd_beyond(last, separation);
}

void hem_ccd_bernstein_make(const hem_ccd_frame *f, float separation, hem_ccd_bernstein *cubic)
{
    const float third = 1.0f / 3.0f;
    float x0[4], y0[4], z0[4], x1[4], y1[4], z1[4];
    hem_f4_store(x0, f->x0);
    hem_f4_store(y0, f->y0);
    hem_f4_store(z0, f->z0);
    hem_f4_store(x1, f->x1);
    hem_f4_store(y1, f->y1);
    hem_f4_store(z1, f->z1);
    hem_f4 bx = lanes_b(x0, x1), by = lanes_b(y0, y1), bz = lanes_b(z0, z1);
    hem_f4 cx = lanes_c(x0, x1), cy = lanes_c(y0, y1), cz = lanes_c(z0, z1);
    const crosses cross = {hem_f4_sub(hem_f4_mul(by, cz), hem_f4_mul(bz, cy)),
                           hem_f4_sub(hem_f4_mul(bz, cx), hem_f4_mul(bx, cz)),
                           hem_f4_sub(hem_f4_mul(bx, cy), hem_f4_mul(by, cx))};
    const hem_vec3 a0 = {x0[0], y0[0], z0[0]}, a1 = {x1[0], y1[0], z1[0]};
    float start[4], end[4];
    hem_f4_store(start, hem_ccd_project(a0, cross.x, cross.y, cross.z));
    hem_f4_store(end, hem_ccd_project(a1, cross.x, cross.y, cross.z));
    cubic->height[0] = start[0];
    cubic->height[1] = (end[0] + (start[2] + start[3])) * third;
    cubic->height[2] = (start[1] + (end[2] + end[3])) * third;
    cubic->height[3] = end[1];
    cubic->error = CUBIC_BOUND * permanent(f, separation) + 2.0f * HEM_CCD_LEAST;
    if (separation > 0.0f) {
        lengths_of(&cross, separation, cubic->length);
    } else {
        for (uint32_t i = 0; i < 4; i++) {
            cubic->length[i] = 0.0f;
        }
    }
}

static inline float mean(float a, float b, float t)
{
    return (1.0f - t) * a + t * b;
}

/* The Bernstein coefficients on [t, r], each from the given ones by three means, of which those at
 * times 0 and 1 change nothing. */
static inline void restrict_to_left(const float k[4], float r, float out[4])
{
    float r0 = mean(k[0], k[1], r), r1 = mean(k[1], k[2], r), r2 = mean(k[2], k[3], r);
    float rr0 = mean(r0, r1, r), rr1 = mean(r1, r2, r);
    out[0] = k[0];
    out[1] = r0;
    out[2] = rr0;
    out[3] = mean(rr0, rr1, r);
}

static inline void restrict_to_right(const float k[4], float t, float out[4])
{
    float t0 = mean(k[0], k[1], t), t1 = mean(k[1], k[2], t), t2 = mean(k[2], k[3], t);
    float tt0 = mean(t0, t1, t), tt1 = mean(t1, t2, t);
    out[0] = mean(tt0, tt1, t);
    out[1] = tt1;
    out[2] = t2;
    out[3] = k[3];
}

static void restrict_to(const float k[4], float t, float r, float out[4])
{
    float t0 = mean(k[0], k[1], t), t1 = mean(k[1], k[2], t), t2 = mean(k[2], k[3], t);
    float r0 = mean(k[0], k[1], r), r1 = mean(k[1], k[2], r), r2 = mean(k[2], k[3], r);
    float tt0 = mean(t0, t1, t), tt1 = mean(t1, t2, t);
    float rr0 = mean(r0, r1, r), rr1 = mean(r1, r2, r);
    out[0] = mean(tt0, tt1, t);
    out[1] = mean(tt0, tt1, r);
    out[2] = mean(rr0, rr1, t);
    out[3] = mean(rr0, rr1, r);
}

/* How far from the start of [0, 1] a Bernstein cubic surely stays above a level. It is a mean of
 * its coefficients with weights whose mean place is t, so it stays above every line that all of
 * them are above: the one from the first with the steepest slope down to another. */
static float stays_above(const float k[4], float level)
{
    float slope = hem_max(hem_max(3.0f * (k[0] - k[1]), 1.5f * (k[0] - k[2])), k[0] - k[3]);
    float high = k[0] - level;
    return slope > high ? high / slope : 1.0f;
}

/* About where a Bernstein cubic that starts above a level comes down to it, or 1: by the line from
 * its start to its end, or the quadratic that agrees with it at the start, and steps of Halley's
 * method. A guess, nothing rests on it. `passes` tells whether it is well below zero a bit later.
 */
static float comes_down(const float k[4], float level, bool *passes)
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
    float later = hem_min(1.0f, x * (1.0f + NEARLY) + further);
    *passes = slope < 0.0f && further < SOON &&
              c0 + later * (c1 + later * (c2 + later * c3)) < -2.0f * level;
    return x;
}

/* Without a branch. */
static inline bool all_above(const float k[4], float level)
{
    uint32_t first = k[0] > level ? 1u : 0u, second = k[1] > level ? 1u : 0u;
    uint32_t third = k[2] > level ? 1u : 0u, fourth = k[3] > level ? 1u : 0u;
    return (first & second & third & fourth) != 0;
}

/* Moves t to r if the cubic k stays above the error between them. */
static inline bool advance(const float k[4], float error, float *t, float r)
{
    float piece[4];
    if (*t > 0.0f) {
        restrict_to(k, *t, r, piece);
    } else {
        restrict_to_left(k, r, piece);
    }
    if (r > *t && r <= 1.0f && all_above(piece, error)) {
        *t = r;
        return true;
    }
    return false;
}

void hem_ccd_bernstein_step(const hem_ccd_bernstein *cubic, float *time, hem_ccd_step *step)
{
    const float error = cubic->error, level = 2.0f * error;
    float k[4], now[4];
    float height = cubic->height[0];
    if (*time > 0.0f) {
        restrict_to_right(cubic->height, *time, now);
        height = now[0];
    }
    const float turn = height > 0.0f ? 1.0f : -1.0f;
    for (uint32_t i = 0; i < 4; i++) {
        k[i] = now[i] = turn * cubic->height[i] - cubic->length[i];
    }
    step->side = 0;
    step->root = *time;
    step->passes = false;
    for (uint32_t i = 0; i < TRIES; i++) {
        float t = *time, rest = 1.0f - t;
        if (t > 0.0f) {
            restrict_to_right(k, t, now);
        }
        if (!(now[0] > level)) {
            return;
        }
        step->side = height > 0.0f ? 1 : -1;
        if (all_above(now, error)) {
            *time = 1.0f;
            return;
        }
        float down = comes_down(now, level, &step->passes);
        step->root = hem_min(1.0f, t + rest * down);
        if (advance(k, error, time, t + rest * (down * (1.0f - NEARLY)))) {
            if (step->passes) {
                return;
            }
        } else if (!advance(k, error, time, t + rest * stays_above(now, level))) {
            return;
        }
    }
}

/* ---- axis ---- */

int hem_ccd_axis_step(const hem_ccd_motion *motion, hem_vec3 axis, float separation, float *time)
{
    hem_ccd_heights h = hem_ccd_heights_on(motion, axis, hem_ccd_beyond(axis, separation));
    float t = *time;
    hem_f4 late = hem_f4_splat(t), early = hem_f4_splat(1.0f - t);
    hem_f4 now = hem_f4_add(hem_f4_mul(early, h.start), hem_f4_mul(late, h.end));
    hem_f4 zero = hem_f4_zero();
    int side = 1;
    if (hem_m4_bits(hem_f4_lt(h.bound, now)) != 15u) {
        if (hem_m4_bits(hem_f4_lt(now, hem_f4_sub(zero, h.bound))) != 15u) {
            return 0;
        }
        side = -1;
        h.start = hem_f4_sub(zero, h.start);
        h.end = hem_f4_sub(zero, h.end);
    }
    if (hem_m4_bits(hem_f4_lt(h.bound, h.end)) == 15u) {
        *time = 1.0f;
        return side;
    }
    /* When the first corner comes down to a bit more than the bound; looked at again, so that the
     * division needs no analysis. */
    hem_f4 level = hem_f4_add(h.bound, h.error);
    hem_f4 down = hem_f4_div(hem_f4_sub(h.start, level), hem_f4_sub(h.start, h.end));
    down = hem_f4_select(hem_f4_lt(h.end, level), down, hem_f4_splat(1.0f));
    float lane[4];
    hem_f4_store(lane, down);
    float r = hem_min(hem_min(lane[0], lane[1]), hem_min(lane[2], lane[3]));
    if (!(r > t && r <= 1.0f)) {
        return side;
    }
    late = hem_f4_splat(r);
    early = hem_f4_splat(1.0f - r);
    hem_f4 then = hem_f4_add(hem_f4_mul(early, h.start), hem_f4_mul(late, h.end));
    if (hem_m4_bits(hem_f4_lt(h.bound, then)) == 15u) {
        *time = r;
    }
    return side;
}

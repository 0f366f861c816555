/* Proofs that a moving pair stays clear, as far as they are not inline: see ccd_certificate.h. */
#include "narrow/ccd_certificate.h"

#define CUBIC_BOUND (24.0f / 16777216.0f)

/* A third, rounded up. */
#define THIRD_UP 0.33333337f

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

void hem_ccd_bernstein_later(const float k[4], float error, uint32_t tries, int side, float *time,
                             hem_ccd_step *step)
{
    for (uint32_t i = 0; i < tries; i++) {
        float now[4];
        hem_ccd_restrict_to_right(k, *time, now);
        if (!(now[0] > 2.0f * error)) {
            return;
        }
        step->side = side;
        if (hem_ccd_try(k, now, error, *time, time, step)) {
            return;
        }
    }
}

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

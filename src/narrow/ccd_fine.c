/* The axis certificate with twice the digits: see ccd_fine.h. */
#include "narrow/ccd_fine.h"

#define FINE_BOUND (1.0f / 4398046511104.0f) /* 64 u^2 = 2^-42 */

/* ---- corners ---- */

static hem_f4 four(float a, float b, float c, float d)
{
    const float lane[4] = {a, b, c, d};
    return hem_f4_load(lane);
}

static hem_fine corners(float p0, float p1, float p2, float p3, bool edges)
{
    return edges ? hem_fine_of_difference(four(p0, p1, p1, p0), four(p2, p2, p3, p3))
                 : hem_fine_of_difference(four(p0, p0, p0, p0), four(p1, p2, p3, p3));
}

static void set_corners(const hem_vec3 *x, const uint32_t v[4], bool edges, hem_fine_vector *to)
{
    const hem_vec3 *p0 = &x[v[0]], *p1 = &x[v[1]], *p2 = &x[v[2]], *p3 = &x[v[3]];
    to->x = corners(p0->x, p1->x, p2->x, p3->x, edges);
    to->y = corners(p0->y, p1->y, p2->y, p3->y, edges);
    to->z = corners(p0->z, p1->z, p2->z, p3->z, edges);
}

/* ---- one axis ---- */

static hem_fine everywhere(float high, float low)
{
    return (hem_fine){hem_f4_splat(high), hem_f4_splat(low)};
}

static void project(const hem_ccd_fine_axis *axis, const hem_fine_vector *corner, hem_fine *height)
{
    hem_fine n = everywhere(axis->high.x, axis->low.x);
    hem_fine x = hem_fine_product(&n, &corner->x);
    n = everywhere(axis->high.y, axis->low.y);
    hem_fine y = hem_fine_product(&n, &corner->y);
    n = everywhere(axis->high.z, axis->low.z);
    hem_fine z = hem_fine_product(&n, &corner->z);
    hem_fine xy = hem_fine_of_sum(x.high, y.high);
    hem_fine xyz = hem_fine_of_sum(xy.high, z.high);
    hem_f4 low = hem_f4_add(hem_f4_add(x.low, y.low), z.low);
    *height = hem_fine_of_sum(xyz.high, hem_f4_add(low, hem_f4_add(xy.low, xyz.low)));
}

static hem_f4 error_on(hem_vec3 axis, const hem_ccd_fine_motion *m)
{
    hem_vec3 size = {hem_ccd_magnitude(axis.x), hem_ccd_magnitude(axis.y),
                     hem_ccd_magnitude(axis.z)};
    return hem_f4_mul(hem_f4_splat(FINE_BOUND),
                      hem_ccd_project(size, m->size_x, m->size_y, m->size_z));
}

/* Heights of the corners, how far they may be off, and what they must exceed. */
typedef struct heights {
    hem_fine start, end;
    hem_f4 error, bound;
} heights;

static hem_f4 height_at(const heights *h, float time)
{
    hem_fine height = hem_fine_mean(&h->start, &h->end, hem_f4_splat(time));
    return hem_f4_add(height.high, height.low);
}

static bool all_above(hem_f4 height, hem_f4 bound)
{
    return hem_m4_bits(hem_f4_lt(bound, height)) == 15u;
}

/* About when the first corner comes down to the bound, or 1; a bit earlier, as times are rounded.
 */
static float comes_down(const heights *h)
{
    hem_f4 way = hem_f4_sub(h->start.high, h->end.high);
    hem_f4 rounding = hem_f4_mul(hem_f4_splat(2.0f / 16777216.0f), hem_f4_abs(way));
    hem_f4 level = hem_f4_add(hem_f4_add(h->bound, h->error), rounding);
    hem_f4 down = hem_f4_div(hem_f4_sub(h->start.high, level), way);
    float lane[4];
    hem_f4_store(lane, hem_f4_select(hem_f4_lt(h->end.high, level), down, hem_f4_splat(1.0f)));
    return hem_min(hem_min(lane[0], lane[1]), hem_min(lane[2], lane[3]));
}

static void turn(hem_fine *a)
{
    a->high = hem_fine_negative(a->high);
    a->low = hem_fine_negative(a->low);
}

/* As hem_ccd_axis_step: 1 or -1 for the side of the first feature, 0 if nothing is proven. */
static int step(heights *h, float *time)
{
    int side = 1;
    if (!all_above(height_at(h, *time), h->bound)) {
        side = -1;
        turn(&h->start);
        turn(&h->end);
        if (!all_above(height_at(h, *time), h->bound)) {
            return 0;
        }
    }
    if (all_above(height_at(h, 1.0f), h->bound)) {
        *time = 1.0f;
        return side;
    }
    float down = comes_down(h);
    if (down > *time && down <= 1.0f && all_above(height_at(h, down), h->bound)) {
        *time = down;
    }
    return side;
}

/* Moves on along one axis; false if that is less than `least`. */
static bool try_axis(const hem_ccd_fine_axis *tried, const hem_ccd_fine_motion *m, float separation,
                     float least, float *time, hem_vec3 *axis)
{
    const float before = *time;
    heights h;
    project(tried, &m->start, &h.start);
    project(tried, &m->end, &h.end);
    h.error = error_on(tried->high, m);
    h.bound =
        hem_f4_add(h.error, hem_f4_splat(hem_ccd_beyond(tried->high, separation) + HEM_CCD_LEAST));
    int side = step(&h, time);
    if (!(*time > before + least)) {
        return false;
    }
    *axis = hem_scale((float)side, tried->high);
    return true;
}

bool hem_ccd_fine_step(const hem_ccd_points *points, bool edges, float separation, float guess,
                       float least, float *time, hem_vec3 *axis)
{
    hem_ccd_fine_motion m;
    hem_ccd_fine_axes axes;
    set_corners(points->start, points->vertex, edges, &m.start);
    set_corners(points->end, points->vertex, edges, &m.end);
    m.size_x = hem_ccd_size(m.start.x.high, m.end.x.high);
    m.size_y = hem_ccd_size(m.start.y.high, m.end.y.high);
    m.size_z = hem_ccd_size(m.start.z.high, m.end.z.high);
    hem_ccd_fine_axes_set(&m, guess, &axes);
    for (uint32_t i = 0; i < 4; i++) {
        if (try_axis(&axes.across[i], &m, separation, least, time, axis)) {
            return true;
        }
    }
    return try_axis(&axes.normal, &m, separation, least, time, axis);
}

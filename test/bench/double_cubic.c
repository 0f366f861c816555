/* The plain coplanarity cubic in double: see double_cubic.h. */
#include "double_cubic.h"

#include <math.h>

static double real_add(double a, double b)
{
    return a + b;
}

static double real_sub(double a, double b)
{
    return a - b;
}

static double real_mul(double a, double b)
{
    return a * b;
}

#define LANE_REAL       double
#define LANE(name)      real_##name
#define LANE_NAME(name) name##_real
#include "narrow/ccd_cubic_kernel.h"

static double value_at(const double a[4], double t)
{
    return ((a[3] * t + a[2]) * t + a[1]) * t + a[0];
}

/* Newton's steps within an interval in which the sign changes. */
static double root_between(const double a[4], double low, double high)
{
    bool rising = value_at(a, low) < 0.0;
    double t = 0.5 * (low + high);
    for (int i = 0; i < 60; i++) {
        double value = value_at(a, t);
        if ((value < 0.0) == rising) {
            low = t;
        } else {
            high = t;
        }
        double next = t - value / ((3.0 * a[3] * t + 2.0 * a[2]) * t + a[1]);
        next = next > low && next < high ? next : 0.5 * (low + high);
        if (fabs(next - t) < 1e-15) {
            return next;
        }
        t = next;
    }
    return t;
}

static int roots_of(const double a[4], double root[3])
{
    double place[4] = {0.0, 1.0, 1.0, 1.0};
    int places = 1, count = 0;
    double square = a[2] * a[2] - 3.0 * a[3] * a[1];
    if (square > 0.0) {
        double sum = -(a[2] + copysign(sqrt(square), a[2]));
        double first = sum / (3.0 * a[3]), second = a[1] / sum;
        double turn[2] = {fmin(first, second), fmax(first, second)};
        for (int i = 0; i < 2; i++) {
            if (turn[i] > 0.0 && turn[i] < 1.0) {
                place[places++] = turn[i];
            }
        }
    }
    place[places++] = 1.0;
    for (int i = 1; i < places; i++) {
        double before = value_at(a, place[i - 1]), after = value_at(a, place[i]);
        if ((before <= 0.0 && after >= 0.0) || (before >= 0.0 && after <= 0.0)) {
            root[count++] = root_between(a, place[i - 1], place[i]);
        }
    }
    return count;
}

/* ---- distances ---- */

static vector_real forward(vector_real a, double s, vector_real b)
{
    return (vector_real){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static double clamped(double a)
{
    return a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
}

/* From the origin to the segment between two points, squared. */
static double to_segment(vector_real a, vector_real b)
{
    vector_real way = difference_real(b, a);
    double square = dot_real(way, way);
    double s = square > 0.0 ? clamped(-dot_real(a, way) / square) : 0.0;
    vector_real point = forward(a, s, way);
    return dot_real(point, point);
}

/* From the origin to the polygon of the differences, squared. */
static double to_polygon(const vector_real *corner, int corners)
{
    vector_real normal =
        cross_real(difference_real(corner[1], corner[0]), difference_real(corner[2], corner[1]));
    double square = dot_real(normal, normal), least = 1e300;
    bool inside = square > 0.0;
    for (int i = 0; i < corners; i++) {
        vector_real next = corner[(i + 1) % corners];
        least = fmin(least, to_segment(corner[i], next));
        inside = inside && dot_real(cross_real(corner[i], next), normal) >= 0.0;
    }
    if (inside) {
        double height = dot_real(corner[0], normal);
        least = fmin(least, height * height / square);
    }
    return least;
}

static double distance_at(hem_ccd_pair pair, const vector_real x[4], const vector_real v[4],
                          double time)
{
    vector_real p[4], corner[4];
    for (int i = 0; i < 4; i++) {
        p[i] = forward(x[i], time, v[i]);
    }
    if (pair == HEM_CCD_PAIR_VERTEX_FACE) {
        for (int i = 0; i < 3; i++) {
            corner[i] = difference_real(p[0], p[1 + i]);
        }
        return sqrt(to_polygon(corner, 3));
    }
    corner[0] = difference_real(p[0], p[2]);
    corner[1] = difference_real(p[1], p[2]);
    corner[2] = difference_real(p[1], p[3]);
    corner[3] = difference_real(p[0], p[3]);
    return sqrt(to_polygon(corner, 4));
}

bool double_cubic(hem_ccd_pair pair, const hem_ccd_in *in, double threshold, uint32_t *looked_at)
{
    vector_real x[4], v[4];
    double a[4], root[3];
    for (int i = 0; i < 4; i++) {
        const hem_vec3 *from = &in->start[i], *to = &in->end[i];
        x[i] = (vector_real){(double)from->x, (double)from->y, (double)from->z};
        v[i] = difference_real((vector_real){(double)to->x, (double)to->y, (double)to->z}, x[i]);
    }
    coplanar_real(x, v, a);
    int count = roots_of(a, root);
    for (int i = 0; i < count; i++) {
        *looked_at = (uint32_t)i + 1u;
        if (distance_at(pair, x, v, root[i]) <= threshold) {
            return true;
        }
    }
    *looked_at = (uint32_t)count;
    return false;
}

/* See tree_oracle.h. */
#include "tree_oracle.h"

#include <math.h>

typedef struct point {
    double x, y, z;
} point;

static point make(hem_vec3 p)
{
    return (point){(double)p.x, (double)p.y, (double)p.z};
}

static point sub(point a, point b)
{
    return (point){a.x - b.x, a.y - b.y, a.z - b.z};
}

static point add_scaled(point a, double s, point b)
{
    return (point){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static double dot(point a, point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static point cross(point a, point b)
{
    return (point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double clamp(double t)
{
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

static double point_segment(point p, point a, point b)
{
    point along = sub(b, a);
    double length = dot(along, along);
    double t = length > 0 ? clamp(dot(sub(p, a), along) / length) : 0;
    point away = sub(p, add_scaled(a, t, along));
    return sqrt(dot(away, away));
}

static double segment_segment(point p, point q, point a, point b)
{
    double least = fmin(fmin(point_segment(p, a, b), point_segment(q, a, b)),
                        fmin(point_segment(a, p, q), point_segment(b, p, q)));
    point u = sub(q, p), v = sub(b, a), w = sub(p, a);
    double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
    double det = uu * vv - uv * uv;
    if (det > 0) {
        double s = (uv * vw - vv * uw) / det, t = (uu * vw - uv * uw) / det;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
            point away = sub(add_scaled(p, s, u), add_scaled(a, t, v));
            least = fmin(least, sqrt(dot(away, away)));
        }
    }
    return least;
}

/* Is a point of the triangle's plane inside it? */
static int inside(point p, const point t[3], point n)
{
    for (int k = 0; k < 3; k++) {
        point edge = sub(t[(k + 1) % 3], t[k]);
        if (dot(cross(edge, sub(p, t[k])), n) < 0) {
            return 0;
        }
    }
    return 1;
}

/* From a point, or from where an edge meets the plane, straight onto the inside. */
static double onto_face(point p, point q, const point t[3])
{
    point n = cross(sub(t[1], t[0]), sub(t[2], t[0]));
    double nn = dot(n, n);
    double least = INFINITY;
    if (nn == 0) {
        return least;
    }
    double hp = dot(sub(p, t[0]), n), hq = dot(sub(q, t[0]), n);
    if (inside(add_scaled(p, -hp / nn, n), t, n)) {
        least = fabs(hp) / sqrt(nn);
    }
    if ((hp < 0) != (hq < 0) && inside(add_scaled(p, hp / (hp - hq), sub(q, p)), t, n)) {
        least = 0;
    }
    return least;
}

double tree_oracle_distance(const hem_vec3 a[3], const hem_vec3 b[3])
{
    point s[3] = {make(a[0]), make(a[1]), make(a[2])}, t[3] = {make(b[0]), make(b[1]), make(b[2])};
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        least = fmin(least, onto_face(s[i], s[(i + 1) % 3], t));
        least = fmin(least, onto_face(t[i], t[(i + 1) % 3], s));
        for (int j = 0; j < 3; j++) {
            least = fmin(least, segment_segment(s[i], s[(i + 1) % 3], t[j], t[(j + 1) % 3]));
        }
    }
    return least;
}

static double gap(const double a[3], const double b[3])
{
    double a_low = fmin(a[0], fmin(a[1], a[2])), a_high = fmax(a[0], fmax(a[1], a[2]));
    double b_low = fmin(b[0], fmin(b[1], b[2])), b_high = fmax(b[0], fmax(b[1], b[2]));
    return fmax(a_low - b_high, b_low - a_high);
}

double tree_oracle_gap(const hem_vec3 a[3], const hem_vec3 b[3])
{
    double x[2][3], y[2][3], z[2][3];
    for (int i = 0; i < 3; i++) {
        x[0][i] = (double)a[i].x;
        y[0][i] = (double)a[i].y;
        z[0][i] = (double)a[i].z;
        x[1][i] = (double)b[i].x;
        y[1][i] = (double)b[i].y;
        z[1][i] = (double)b[i].z;
    }
    return fmax(gap(x[0], x[1]), fmax(gap(y[0], y[1]), gap(z[0], z[1])));
}

/* The filter of the oracle, in double with error bounds: see ccd_oracle.h. Differences of
 * coordinates must be exact in double, else it says nothing. */
#include "ccd_oracle.h"

#include <math.h>

typedef struct vector {
    double x, y, z;
} vector;

typedef struct polygon {
    int corners;
    vector from[4], to[4]; /* at times 0 and 1 */
    double separation;
    double size[3]; /* largest magnitude on each axis */
} polygon;

/* Relative error of what is computed in a few dozen operations. */
#define ERROR (64.0 * 1.1102230246251565e-16)

static vector minus(vector a, vector b)
{
    return (vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static vector along(vector a, double s, vector b)
{
    return (vector){a.x + s * (b.x - a.x), a.y + s * (b.y - a.y), a.z + s * (b.z - a.z)};
}

static double dot(vector a, vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vector cross(vector a, vector b)
{
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* a - b; false if it does not fit a double. */
static bool exact_difference(double a, double b, double *difference)
{
    double d = a - b;
    double b_back = a - d;
    double a_back = d + b_back;
    *difference = d;
    return a - a_back == 0.0 && b_back - b == 0.0;
}

static bool exact_vector(const hem_vec3 *a, const hem_vec3 *b, vector *difference)
{
    bool x = exact_difference((double)a->x, (double)b->x, &difference->x);
    bool y = exact_difference((double)a->y, (double)b->y, &difference->y);
    bool z = exact_difference((double)a->z, (double)b->z, &difference->z);
    return x && y && z;
}

static bool make_polygon(const hem_ccd_question *q, polygon *made)
{
    static const int face[3][2] = {{0, 1}, {0, 2}, {0, 3}};
    static const int edges[4][2] = {{0, 2}, {1, 2}, {1, 3}, {0, 3}};
    bool is_face = q->pair == HEM_CCD_PAIR_VERTEX_FACE;
    made->corners = is_face ? 3 : 4;
    made->separation = (double)q->separation;
    made->size[0] = made->size[1] = made->size[2] = 0.0;
    for (int i = 0; i < made->corners; i++) {
        const int *pair = is_face ? face[i] : edges[i];
        if (!exact_vector(&q->start[pair[0]], &q->start[pair[1]], &made->from[i]) ||
            !exact_vector(&q->end[pair[0]], &q->end[pair[1]], &made->to[i])) {
            return false;
        }
        made->size[0] = fmax(made->size[0], fmax(fabs(made->from[i].x), fabs(made->to[i].x)));
        made->size[1] = fmax(made->size[1], fmax(fabs(made->from[i].y), fabs(made->to[i].y)));
        made->size[2] = fmax(made->size[2], fmax(fabs(made->from[i].z), fabs(made->to[i].z)));
    }
    return true;
}

static void corners_at(const polygon *p, double time, vector corner[4])
{
    for (int i = 0; i < p->corners; i++) {
        corner[i] = along(p->from[i], time, p->to[i]);
    }
}

/* The point of the polygon that is closest to the origin, roughly, and the normal. The point is one
 * of the polygon, up to rounding: slivers, whose inside is uncertain, have only their sides. */
static vector closest_of(const vector corner[4], int corners, vector *normal)
{
    vector best = corner[0];
    *normal = cross(minus(corner[1], corner[0]), minus(corner[2], corner[1]));
    double normal_square = dot(*normal, *normal), reach = 0.0;
    bool inside = true;
    for (int i = 0; i < corners; i++) {
        vector a = corner[i], b = corner[(i + 1) % corners];
        vector side = minus(b, a);
        double square = dot(side, side);
        double s = square > 0.0 ? -dot(a, side) / square : 0.0;
        vector point = along(a, fmin(fmax(s, 0.0), 1.0), b);
        best = dot(point, point) < dot(best, best) ? point : best;
        inside = inside && dot(cross(a, b), *normal) > 1e-9 * normal_square;
        reach = fmax(reach, fmax(dot(a, a), square));
    }
    if (inside && normal_square > 1e-12 * reach * reach) {
        double height = dot(corner[0], *normal) / normal_square;
        vector foot = {height * normal->x, height * normal->y, height * normal->z};
        best = dot(foot, foot) < dot(best, best) ? foot : best;
    }
    return best;
}

/* Is the polygon beyond the separation along this axis, at both times and so between them? */
static bool axis_clears(const polygon *p, vector axis, double low, double high)
{
    double bound =
        fabs(axis.x) * p->size[0] + fabs(axis.y) * p->size[1] + fabs(axis.z) * p->size[2];
    double needed = ERROR * bound + p->separation * sqrt(dot(axis, axis)) * (1.0 + ERROR) + 1e-290;
    bool above = true, below = true;
    for (int i = 0; i < p->corners; i++) {
        double from = dot(axis, along(p->from[i], low, p->to[i]));
        double to = dot(axis, along(p->from[i], high, p->to[i]));
        above = above && from > needed && to > needed;
        below = below && from < -needed && to < -needed;
    }
    return above || below;
}

static bool piece_clears(const polygon *p, double low, double high)
{
    vector corner[4], normal;
    corners_at(p, 0.5 * (low + high), corner);
    vector way = closest_of(corner, p->corners, &normal);
    return axis_clears(p, way, low, high) || axis_clears(p, normal, low, high);
}

static bool is_free(const polygon *p, double until)
{
    enum { DEPTH = 48, BUDGET = 400 };
    double end[DEPTH];
    double low = 0.0;
    int depth = 0;
    end[depth++] = until;
    for (int work = 0; work < BUDGET; work++) {
        double high = end[depth - 1];
        if (piece_clears(p, low, high)) {
            low = high;
            depth--;
            if (depth == 0) {
                return true;
            }
        } else {
            double middle = 0.5 * (low + high);
            if (depth == DEPTH || !(middle > low && middle < high)) {
                return false;
            }
            end[depth++] = middle;
        }
    }
    return false;
}

/* ---- reaching ---- */

/* The height of the origin over the plane, times the length of the normal; what it may be off. */
static double height_at(const polygon *p, double time)
{
    vector c[4];
    corners_at(p, time, c);
    return dot(c[0], cross(minus(c[1], c[0]), minus(c[2], c[1])));
}

static double height_error(const polygon *p)
{
    return 24.0 * ERROR * p->size[0] * p->size[1] * p->size[2] + 1e-290;
}

/* Is the origin well inside the prism over the polygon, and does it stay there for `span`? */
static bool stays_inside(const polygon *p, double time, double span)
{
    vector c[4], speed = {2.0 * p->size[0], 2.0 * p->size[1], 2.0 * p->size[2]};
    corners_at(p, time, c);
    vector normal = cross(minus(c[1], c[0]), minus(c[2], c[1]));
    double reach = sqrt(dot(speed, speed));
    /* Four factors of at most twice the reach, each changing by at most twice the reach a time. */
    double change = 8.0 * reach * reach * reach * reach * (span + ERROR);
    for (int i = 0; i < p->corners; i++) {
        if (!(dot(cross(c[i], c[(i + 1) % p->corners]), normal) > change)) {
            return false;
        }
    }
    return true;
}

static bool crosses_between(const polygon *p, double low, double high)
{
    double error = height_error(p);
    double at_low = height_at(p, low), at_high = height_at(p, high);
    if (!(fabs(at_low) > error && fabs(at_high) > error) || (at_low > 0.0) == (at_high > 0.0)) {
        return false;
    }
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        double at_middle = height_at(p, middle);
        if (!(fabs(at_middle) > error)) {
            break;
        }
        if ((at_middle > 0.0) == (at_low > 0.0)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return stays_inside(p, 0.5 * (low + high), high - low);
}

static bool comes_within(const polygon *p, double until)
{
    enum { SAMPLES = 32 };
    double best = 0.0, best_square = 1e300;
    double step = until / (double)SAMPLES;
    for (int round = 0; round < 5; round++) {
        double centre = best;
        for (int i = -SAMPLES; i <= SAMPLES; i++) {
            double time = centre + (double)i * step;
            if (!(time > 0.0 && time < until)) {
                continue;
            }
            vector c[4], normal;
            corners_at(p, time, c);
            vector way = closest_of(c, p->corners, &normal);
            double square = dot(way, way);
            if (square < best_square) {
                best_square = square;
                best = time;
            }
        }
        step /= 16.0;
    }
    double error = 16.0 * ERROR * (p->size[0] + p->size[1] + p->size[2]);
    return sqrt(best_square) + error < p->separation;
}

static bool reaches(const polygon *p, double until)
{
    if (p->separation > 0.0 && comes_within(p, until)) {
        return true;
    }
    enum { PARTS = 16 };
    for (int i = 0; i < PARTS; i++) {
        double low = until * (double)i / (double)PARTS;
        double high = until * (double)(i + 1) / (double)PARTS;
        /* The height is a cubic; within a part it rarely turns twice. */
        if (low > 0.0 ? crosses_between(p, low, high) : crosses_between(p, 1e-300, high)) {
            return true;
        }
    }
    return false;
}

int hem_ccd_oracle_filter(const hem_ccd_question *q)
{
    polygon p;
    double until = (double)q->until;
    if (!(until > 0.0)) {
        return -1;
    }
    if (!make_polygon(q, &p)) {
        return 0;
    }
    if (piece_clears(&p, 0.0, until)) {
        return -1;
    }
    if (reaches(&p, until)) {
        return 1;
    }
    return is_free(&p, until) ? -1 : 0;
}

bool hem_ccd_oracle_starts_surely_beyond(const hem_ccd_question *q, double distance)
{
    polygon p;
    if (!make_polygon(q, &p)) {
        return false;
    }
    p.separation = distance;
    return piece_clears(&p, 0.0, 0.0);
}

// The common tests of two triangles: see peer_narrow.h.
//
// Intersection: each triangle against the plane of the other, then the two intervals on the common
// line by two more signs. Signs come from double arithmetic where its error bound allows, else
// exactly. Nearness: planes farther than epsilon apart reject; vertices over faces accept; then
// three pairs of edges at a time, and edges that pierce a face.
#include "bench/peers/peer_narrow.h"

#include <cmath>
#include <cstddef>

namespace
{

struct vec {
    double x, y, z;
};

inline vec load(const hem_vec3 *p)
{
    return {p->x, p->y, p->z};
}
inline vec operator-(const vec &a, const vec &b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline double dot(const vec &a, const vec &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline vec cross(const vec &a, const vec &b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double larger(double a, double b)
{
    return a > b ? a : b;
}
inline double smaller(double a, double b)
{
    return a < b ? a : b;
}
inline double reach(const vec &a)
{
    return larger(larger(std::fabs(a.x), std::fabs(a.y)), std::fabs(a.z));
}

// Differences of coordinates on the grid are exact in double. A determinant of three of them is a
// sum of six products, each with at most six roundings and each at most the product of the three
// largest components: its error is below 6 * 6 * 2^-53 and a little times that product.
const double sign_bound = 64.0 * 0x1p-53;

// Above (1) or below (-1) the plane of a, b, c, or on it.
inline int side(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c, const hem_vec3 *p)
{
    vec o = load(a), u = load(b) - o, v = load(c) - o, w = load(p) - o;
    double height = dot(cross(u, v), w);
    double bound = sign_bound * reach(u) * reach(v) * reach(w);
    if (height > bound) {
        return 1;
    }
    if (height < -bound) {
        return -1;
    }
    return -peer_orient_exact(a, b, c, p);
}

struct plane {
    vec origin, normal;
    double scale;
    const hem_vec3 *const *corner;

    explicit plane(const hem_vec3 *const t[3]) : origin(load(t[0])), corner(t)
    {
        vec u = load(t[1]) - origin, v = load(t[2]) - origin;
        normal = cross(u, v);
        scale = sign_bound * reach(u) * reach(v);
    }

    int side_of(const hem_vec3 *p) const
    {
        vec w = load(p) - origin;
        double height = dot(normal, w);
        double bound = scale * reach(w);
        if (height > bound) {
            return 1;
        }
        if (height < -bound) {
            return -1;
        }
        return -peer_orient_exact(corner[0], corner[1], corner[2], p);
    }
};

// The corner that is alone on its side of the other plane, and that side. Not for all zero.
inline int alone(const int s[3], int *which_side)
{
    for (int k = 0; k < 3; k++) {
        int n = s[(k + 1) % 3], m = s[(k + 2) % 3];
        if (s[k] != 0 && s[k] * n <= 0 && s[k] * m <= 0) {
            *which_side = s[k];
            return k;
        }
        if (s[k] == 0 && n != 0 && n == m) {
            *which_side = -n;
            return k;
        }
    }
    *which_side = 1;
    return 0;
}

bool segments_meet_2d(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c, const hem_vec3 *d,
                      uint32_t axis)
{
    int ca = peer_orient2d(a, b, c, axis), da = peer_orient2d(a, b, d, axis);
    int ac = peer_orient2d(c, d, a, axis), bc = peer_orient2d(c, d, b, axis);
    if (ca * da > 0 || ac * bc > 0) {
        return false;
    }
    if (ca != 0 || da != 0 || ac != 0 || bc != 0) {
        return true;
    }
    const float *pa = &a->x, *pb = &b->x, *pc = &c->x, *pd = &d->x;
    for (uint32_t k = 0; k < 3; k++) { // on one line: the intervals of every coordinate meet
        float ab_low = pa[k] < pb[k] ? pa[k] : pb[k], ab_high = pa[k] < pb[k] ? pb[k] : pa[k];
        float cd_low = pc[k] < pd[k] ? pc[k] : pd[k], cd_high = pc[k] < pd[k] ? pd[k] : pc[k];
        if (ab_low > cd_high || cd_low > ab_high) {
            return false;
        }
    }
    return true;
}

bool holds_2d(const hem_vec3 *const t[3], const hem_vec3 *p, uint32_t axis)
{
    int i = peer_orient2d(t[0], t[1], p, axis), j = peer_orient2d(t[1], t[2], p, axis);
    int k = peer_orient2d(t[2], t[0], p, axis);
    return (i >= 0 && j >= 0 && k >= 0) || (i <= 0 && j <= 0 && k <= 0);
}

bool flat_meet(const hem_vec3 *const a[3], const hem_vec3 *const b[3], const vec &normal)
{
    double x = std::fabs(normal.x), y = std::fabs(normal.y), z = std::fabs(normal.z);
    uint32_t axis = x >= y && x >= z ? 0u : y >= z ? 1u : 2u;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (segments_meet_2d(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3], axis)) {
                return true;
            }
        }
    }
    return holds_2d(a, b[0], axis) || holds_2d(b, a[0], axis);
}

// Three edges in the lanes of a vector; the fourth lane repeats the third.
typedef double lanes __attribute__((vector_size(32)));
typedef long long lane_mask __attribute__((vector_size(32)));

struct edges {
    lanes x, y, z, dx, dy, dz, length;

    explicit edges(const vec t[3])
        : x{t[0].x, t[1].x, t[2].x, t[2].x}, y{t[0].y, t[1].y, t[2].y, t[2].y}, z{t[0].z, t[1].z,
                                                                                  t[2].z, t[2].z}
    {
        dx = lanes{t[1].x, t[2].x, t[0].x, t[0].x} - x;
        dy = lanes{t[1].y, t[2].y, t[0].y, t[0].y} - y;
        dz = lanes{t[1].z, t[2].z, t[0].z, t[0].z} - z;
        length = dx * dx + dy * dy + dz * dz;
    }
};

inline lanes clamped(lanes t)
{
    const lanes zero = {}, one = {1.0, 1.0, 1.0, 1.0};
    t = t > zero ? t : zero;
    return t < one ? t : one;
}

// Is the edge from p to p + d within reach of one of three others?
inline bool any_edge_near(const vec &p, const vec &d, const edges &q, double epsilon_squared)
{
    const lanes tiny = {1e-200, 1e-200, 1e-200, 1e-200};
    lanes rx = p.x - q.x, ry = p.y - q.y, rz = p.z - q.z;
    double a = dot(d, d);
    lanes b = d.x * q.dx + d.y * q.dy + d.z * q.dz;
    lanes c = d.x * rx + d.y * ry + d.z * rz;
    lanes f = q.dx * rx + q.dy * ry + q.dz * rz;
    lanes det = a * q.length - b * b;
    det = det > tiny ? det : tiny;
    lanes s = clamped((b * f - c * q.length) / det);
    lanes t = clamped((b * s + f) / q.length);
    s = clamped((b * t - c) * (1.0 / a));
    lanes x = rx + s * d.x - t * q.dx;
    lanes y = ry + s * d.y - t * q.dy;
    lanes z = rz + s * d.z - t * q.dz;
    lane_mask near = x * x + y * y + z * z < epsilon_squared + lanes{};
    return (near[0] | near[1] | near[2]) != 0;
}

// Is the point, which lies within reach of the plane, over the triangle?
inline bool over(const vec t[3], const vec &normal, const vec &p)
{
    vec a = t[0] - p, b = t[1] - p, c = t[2] - p;
    return dot(cross(a, b), normal) >= 0.0 && dot(cross(b, c), normal) >= 0.0 &&
           dot(cross(c, a), normal) >= 0.0;
}

// Does an edge of b pass through a? The heights are those of b's corners over the plane of a.
inline bool pierces(const vec a[3], const vec &normal, const vec b[3], const double height[3])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        if ((height[i] < 0.0) == (height[j] < 0.0)) {
            continue;
        }
        double t = height[i] / (height[i] - height[j]);
        vec p = {b[i].x + t * (b[j].x - b[i].x), b[i].y + t * (b[j].y - b[i].y),
                 b[i].z + t * (b[j].z - b[i].z)};
        if (over(a, normal, p)) {
            return true;
        }
    }
    return false;
}

} // namespace

bool peer_triangles_meet(const hem_vec3 *const a[3], const hem_vec3 *const b[3])
{
    plane plane_a(a);
    int sb[3] = {plane_a.side_of(b[0]), plane_a.side_of(b[1]), plane_a.side_of(b[2])};
    if (sb[0] * sb[1] > 0 && sb[0] * sb[2] > 0) {
        return false;
    }
    plane plane_b(b);
    int sa[3] = {plane_b.side_of(a[0]), plane_b.side_of(a[1]), plane_b.side_of(a[2])};
    if (sa[0] * sa[1] > 0 && sa[0] * sa[2] > 0) {
        return false;
    }
    if ((sb[0] | sb[1] | sb[2]) == 0 || (sa[0] | sa[1] | sa[2]) == 0) {
        return flat_meet(a, b, plane_a.normal);
    }
    int side_a, side_b;
    int i = alone(sa, &side_a), j = alone(sb, &side_b);
    // The lone corner of each comes first and lies above the other's plane: a triangle is turned
    // round where the other's lone corner lies below it.
    const hem_vec3 *p1 = a[i], *q1 = a[(i + 1) % 3], *r1 = a[(i + 2) % 3];
    const hem_vec3 *p2 = b[j], *q2 = b[(j + 1) % 3], *r2 = b[(j + 2) % 3];
    if (side_b < 0) {
        const hem_vec3 *swap = q1;
        q1 = r1;
        r1 = swap;
    }
    if (side_a < 0) {
        const hem_vec3 *swap = q2;
        q2 = r2;
        r2 = swap;
    }
    return side(p1, q1, p2, q2) <= 0 && side(p1, r1, r2, p2) <= 0;
}

bool peer_triangles_near(const hem_vec3 *const pa[3], const hem_vec3 *const pb[3], double epsilon,
                         double epsilon_squared)
{
    vec a[3] = {load(pa[0]), load(pa[1]), load(pa[2])};
    vec b[3] = {load(pb[0]), load(pb[1]), load(pb[2])};
    vec normal_a = cross(a[1] - a[0], a[2] - a[0]);
    double limit_a = epsilon * std::sqrt(dot(normal_a, normal_a));
    double height_b[3];
    for (int i = 0; i < 3; i++) {
        height_b[i] = dot(normal_a, b[i] - a[0]);
    }
    double low = smaller(smaller(height_b[0], height_b[1]), height_b[2]);
    double high = larger(larger(height_b[0], height_b[1]), height_b[2]);
    if (low >= limit_a || high <= -limit_a) {
        return false;
    }
    vec normal_b = cross(b[1] - b[0], b[2] - b[0]);
    double limit_b = epsilon * std::sqrt(dot(normal_b, normal_b));
    double height_a[3];
    for (int i = 0; i < 3; i++) {
        height_a[i] = dot(normal_b, a[i] - b[0]);
    }
    low = smaller(smaller(height_a[0], height_a[1]), height_a[2]);
    high = larger(larger(height_a[0], height_a[1]), height_a[2]);
    if (low >= limit_b || high <= -limit_b) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        if (std::fabs(height_b[i]) < limit_a && over(a, normal_a, b[i])) {
            return true;
        }
        if (std::fabs(height_a[i]) < limit_b && over(b, normal_b, a[i])) {
            return true;
        }
    }
    edges q(b);
    for (int i = 0; i < 3; i++) {
        if (any_edge_near(a[i], a[(i + 1) % 3] - a[i], q, epsilon_squared)) {
            return true;
        }
    }
    return pierces(a, normal_a, b, height_b) || pierces(b, normal_b, a, height_a);
}

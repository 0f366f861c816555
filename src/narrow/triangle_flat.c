/* Triangles that lie flat on each other or have no area: exact signs in projections, and closed
 * tests of segments. See triangle_triangle.h. */
#include "narrow/triangle_triangle.h"
#include "base/orient.h"
#include "base/vec3.h"

enum { NO_AXIS = 3 };

static const uint8_t next_corner[3] = {1, 2, 0};

/* Closed intervals in every coordinate. */
static bool boxes_meet(hem_vec3 a_low, hem_vec3 a_high, hem_vec3 b_low, hem_vec3 b_high)
{
    return a_low.x <= b_high.x && b_low.x <= a_high.x && a_low.y <= b_high.y &&
           b_low.y <= a_high.y && a_low.z <= b_high.z && b_low.z <= a_high.z;
}

static hem_vec3 low_corner(const hem_vec3 t[3])
{
    return hem_vec3_min(hem_vec3_min(t[0], t[1]), t[2]);
}

static hem_vec3 high_corner(const hem_vec3 t[3])
{
    return hem_vec3_max(hem_vec3_max(t[0], t[1]), t[2]);
}

bool hem_triangle_boxes_meet(const hem_vec3 a[3], const hem_vec3 b[3])
{
    return boxes_meet(low_corner(a), high_corner(a), low_corner(b), high_corner(b));
}

/* An axis along which the triangle projects to one with area, or NO_AXIS when it has none itself.
 * The largest component of the normal first, where float arithmetic mostly suffices. */
static uint32_t projection_axis(const hem_vec3 t[3])
{
    hem_vec3 normal = hem_cross(hem_sub(t[1], t[0]), hem_sub(t[2], t[0]));
    float x = hem_abs(normal.x), y = hem_abs(normal.y), z = hem_abs(normal.z);
    uint32_t first = x > y ? (x > z ? 0u : 2u) : (y > z ? 1u : 2u);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t axis = (first + i) % 3u;
        if (hem_orient2d_sign(&t[0], &t[1], &t[2], axis) != 0) {
            return axis;
        }
    }
    return NO_AXIS;
}

/* Two triangles with area in one plane, in a projection that keeps both: apart exactly when a side
 * of one has the whole other triangle beyond it. */
static bool beyond_a_side(const hem_vec3 a[3], const hem_vec3 b[3], uint32_t axis)
{
    int inside = hem_orient2d_sign(&a[0], &a[1], &a[2], axis);
    for (uint32_t i = 0; i < 3; i++) {
        const hem_vec3 *from = &a[i], *to = &a[next_corner[i]];
        if (hem_orient2d_sign(from, to, &b[0], axis) == -inside &&
            hem_orient2d_sign(from, to, &b[1], axis) == -inside &&
            hem_orient2d_sign(from, to, &b[2], axis) == -inside) {
            return true;
        }
    }
    return false;
}

/* What a projection says about two closed segments: APART or TOGETHER when it keeps the plane of
 * both, else LINE: they look like parts of one line. */
enum { APART, TOGETHER, LINE };

static int projected_segments(const hem_vec3 *p, const hem_vec3 *q, const hem_vec3 *r,
                              const hem_vec3 *s, uint32_t axis)
{
    int r_side = hem_orient2d_sign(p, q, r, axis), s_side = hem_orient2d_sign(p, q, s, axis);
    int p_side = hem_orient2d_sign(r, s, p, axis), q_side = hem_orient2d_sign(r, s, q, axis);
    if ((r_side | s_side | p_side | q_side) == 0) {
        return LINE;
    }
    return r_side * s_side <= 0 && p_side * q_side <= 0 ? TOGETHER : APART;
}

/* Segments on one line meet when their boxes do. A segment may be a point. */
static bool boxes_of_segments_meet(const hem_vec3 *p, const hem_vec3 *q, const hem_vec3 *r,
                                   const hem_vec3 *s)
{
    return boxes_meet(hem_vec3_min(*p, *q), hem_vec3_max(*p, *q), hem_vec3_min(*r, *s),
                      hem_vec3_max(*r, *s));
}

static bool segments_meet(const hem_vec3 *p, const hem_vec3 *q, const hem_vec3 *r,
                          const hem_vec3 *s)
{
    if (!boxes_of_segments_meet(p, q, r, s)) {
        return false;
    }
    if (hem_orient_sign(p, q, r, s) != 0) {
        return false;
    }
    for (uint32_t axis = 0; axis < 3; axis++) {
        int seen = projected_segments(p, q, r, s, axis);
        if (seen != LINE) {
            return seen == TOGETHER;
        }
    }
    return true;
}

/* A segment in the plane of a triangle with area, projected along an axis that keeps the plane. */
static bool segment_meets_in_plane(const hem_vec3 *p, const hem_vec3 *q, const hem_vec3 t[3],
                                   uint32_t axis)
{
    int inside = hem_orient2d_sign(&t[0], &t[1], &t[2], axis);
    bool holds_p = true;
    for (uint32_t i = 0; i < 3; i++) {
        const hem_vec3 *from = &t[i], *to = &t[next_corner[i]];
        int seen = projected_segments(p, q, from, to, axis);
        if (seen == TOGETHER || (seen == LINE && boxes_of_segments_meet(p, q, from, to))) {
            return true;
        }
        holds_p = holds_p && hem_orient2d_sign(from, to, p, axis) != -inside;
    }
    return holds_p;
}

/* A closed segment, perhaps a point, and a triangle with area that projects well along `axis`. */
static bool segment_meets_triangle(const hem_vec3 *p, const hem_vec3 *q, const hem_vec3 t[3],
                                   uint32_t axis)
{
    int p_side = hem_orient_sign(&t[0], &t[1], &t[2], p);
    int q_side = hem_orient_sign(&t[0], &t[1], &t[2], q);
    if (p_side * q_side > 0) {
        return false;
    }
    if ((p_side | q_side) == 0) {
        return segment_meets_in_plane(p, q, t, axis);
    }
    /* The line passes the plane in one point, which lies on the same side of all three sides. */
    bool left = false, right = false;
    for (uint32_t i = 0; i < 3; i++) {
        int sign = hem_orient_sign(p, q, &t[i], &t[next_corner[i]]);
        left = left || sign > 0;
        right = right || sign < 0;
    }
    return !(left && right);
}

/* A triangle without area is its edges and no more. */
static bool edges_meet_triangle(const hem_vec3 flat[3], const hem_vec3 t[3], uint32_t axis)
{
    return segment_meets_triangle(&flat[0], &flat[1], t, axis) ||
           segment_meets_triangle(&flat[1], &flat[2], t, axis) ||
           segment_meets_triangle(&flat[2], &flat[0], t, axis);
}

static bool edges_meet_edges(const hem_vec3 a[3], const hem_vec3 b[3])
{
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t j = 0; j < 3; j++) {
            if (segments_meet(&a[i], &a[next_corner[i]], &b[j], &b[next_corner[j]])) {
                return true;
            }
        }
    }
    return false;
}

bool hem_flat_triangles_meet(const hem_vec3 a[3], const hem_vec3 b[3])
{
    uint32_t a_axis = projection_axis(a);
    uint32_t b_axis = projection_axis(b);
    if (a_axis != NO_AXIS && b_axis != NO_AXIS) {
        return !beyond_a_side(a, b, a_axis) && !beyond_a_side(b, a, a_axis);
    }
    if (a_axis != NO_AXIS) {
        return edges_meet_triangle(b, a, a_axis);
    }
    if (b_axis != NO_AXIS) {
        return edges_meet_triangle(a, b, b_axis);
    }
    return edges_meet_edges(a, b);
}

/* Pairs that touch at the start and leave: see ccd_leave.h.
 *
 * Heights at the start must be exact: where a corner is the origin, or lies on a line or a plane
 * through it, that is decided in fixed point, and the axis is one that is exactly across the line
 * or plane. Such an axis is b x c for two vectors of which c may be any, b and often c a difference
 * of two points; a projection on it goes through at most 4 + 4 roundings of products of |b| |c|
 * |d|, and 12 u is used as bound. */
#include "narrow/ccd_leave.h"
#include "base/orient.h"

static bool is_still(const hem_ccd_points *p)
{
    for (uint32_t i = 0; i < 4; i++) {
        const hem_vec3 *start = &p->start[p->vertex[i]], *end = &p->end[p->vertex[i]];
        if (!(start->x == end->x && start->y == end->y && start->z == end->z)) {
            return false;
        }
    }
    return true;
}

/* Not if a coordinate is no number: the directions below each look at some coordinates only. */
static bool are_numbers(const hem_ccd_motion *m)
{
    hem_f4 all = hem_f4_add(hem_f4_add(hem_f4_add(m->x0, m->x1), hem_f4_add(m->y0, m->y1)),
                            hem_f4_add(m->z0, m->z1));
    return hem_m4_bits(hem_f4_lt(hem_f4_abs(all), hem_f4_splat(FLT_MAX))) == 15u;
}

/* Signs of differences are exact: so are these. */
static bool along_coordinate(hem_f4 start, hem_f4 end)
{
    const hem_f4 zero = hem_f4_zero();
    uint32_t not_under = hem_m4_bits(hem_f4_le(zero, start));
    uint32_t not_over = hem_m4_bits(hem_f4_le(start, zero));
    return (not_under == 15u && hem_m4_bits(hem_f4_lt(zero, end)) == 15u) ||
           (not_over == 15u && hem_m4_bits(hem_f4_lt(end, zero)) == 15u);
}

/* Corners that are the origin at the start, exactly, have no height on any axis. */
static bool along_way(const hem_ccd_motion *m, hem_vec3 way)
{
    hem_ccd_heights h = hem_ccd_heights_on(m, way, HEM_CCD_LEAST);
    hem_f4 size = hem_f4_max(hem_f4_max(hem_f4_abs(m->x0), hem_f4_abs(m->y0)), hem_f4_abs(m->z0));
    hem_m4 apart = hem_m4_or(hem_f4_lt(h.bound, h.start), hem_f4_le(size, hem_f4_zero()));
    return hem_m4_bits(apart) == 15u && hem_m4_bits(hem_f4_lt(h.bound, h.end)) == 15u;
}

/* Heights of all corners on b x c. */
static hem_ccd_heights heights_across(const hem_ccd_motion *m, hem_vec3 b, hem_vec3 c)
{
    hem_vec3 axis = hem_cross(b, c);
    hem_vec3 size = {hem_ccd_magnitude(b.y * c.z) + hem_ccd_magnitude(b.z * c.y),
                     hem_ccd_magnitude(b.z * c.x) + hem_ccd_magnitude(b.x * c.z),
                     hem_ccd_magnitude(b.x * c.y) + hem_ccd_magnitude(b.y * c.x)};
    hem_f4 bound = hem_ccd_project(size, m->size_x, m->size_y, m->size_z);
    bound = hem_f4_mul(hem_f4_splat(12.0f / 16777216.0f), bound);
    return (hem_ccd_heights){hem_ccd_project(axis, m->x0, m->y0, m->z0),
                             hem_ccd_project(axis, m->x1, m->y1, m->z1), bound,
                             hem_f4_add(bound, hem_f4_splat(HEM_CCD_LEAST))};
}

/* On which side of a plane across the axis all corners are at the end: 1, -1, or 0 if not sure. */
static int side_at_end(const hem_ccd_heights *h)
{
    if (hem_m4_bits(hem_f4_lt(h->bound, h->end)) == 15u) {
        return 1;
    }
    return hem_m4_bits(hem_f4_lt(h->end, hem_f4_sub(hem_f4_zero(), h->bound))) == 15u ? -1 : 0;
}

/* On the common normal of the start all corners have one height, whose sign is known exactly. */
static bool along_normal(const hem_ccd_points *points, bool edges, const hem_ccd_motion *m,
                         const hem_ccd_frame *f)
{
    float x[4], y[4], z[4];
    hem_f4_store(x, f->x0);
    hem_f4_store(y, f->y0);
    hem_f4_store(z, f->z0);
    hem_vec3 b = {x[1], y[1], z[1]}, c = {x[2], y[2], z[2]};
    hem_ccd_heights h = heights_across(m, b, c);
    int side = side_at_end(&h);
    if (side == 0) {
        return false;
    }
    const hem_vec3 *p = points->start;
    const uint32_t *v = points->vertex;
    int sign = edges ? hem_orient_exact(&p[v[0]], &p[v[1]], &p[v[3]], &p[v[2]])
                     : hem_orient_exact(&p[v[0]], &p[v[2]], &p[v[3]], &p[v[1]]);
    return sign * side >= 0;
}

/* ---- on a line ---- */

/* A line through two points, the point that may lie on it and so make the polygon touch the origin
 * there, the one that is left, and the corners in question, one bit each. */
typedef struct touch {
    uint8_t from, to, on, other, corners;
} touch;

static const touch face_touches[3] = {{1, 2, 0, 3, 3u}, {2, 3, 0, 1, 14u}, {3, 1, 0, 2, 13u}};
static const touch edge_touches[4] = {
    {0, 1, 2, 3, 3u}, {0, 1, 3, 2, 12u}, {2, 3, 1, 0, 6u}, {2, 3, 0, 1, 9u}};

static bool in_line(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c)
{
    return hem_orient2d_exact(a, b, c, 0) == 0 && hem_orient2d_exact(a, b, c, 1) == 0 &&
           hem_orient2d_exact(a, b, c, 2) == 0;
}

/* Across a line that holds the origin at the start, towards `way`: corners on the line have no
 * height, all others must be beyond. */
static bool along_line(const hem_ccd_points *points, const touch *line, const hem_ccd_motion *m,
                       hem_vec3 way)
{
    const hem_vec3 *p = points->start;
    const uint32_t *v = points->vertex;
    const hem_vec3 *from = &p[v[line->from]], *to = &p[v[line->to]];
    if (!in_line(from, to, &p[v[line->on]])) {
        return false;
    }
    uint32_t flat = in_line(from, to, &p[v[line->other]]) ? 15u : line->corners;
    hem_vec3 along = hem_sub(*to, *from);
    hem_ccd_heights h = heights_across(m, along, hem_cross(way, along));
    uint32_t beyond = hem_m4_bits(hem_f4_lt(h.bound, h.start));
    return (beyond | flat) == 15u && side_at_end(&h) > 0;
}

bool hem_ccd_leaves(const hem_ccd_points *points, bool edges, const hem_ccd_motion *motion,
                    const hem_ccd_frame *frame, hem_vec3 way)
{
    if (!are_numbers(motion)) {
        return false;
    }
    if (is_still(points) || along_coordinate(motion->x0, motion->x1) ||
        along_coordinate(motion->y0, motion->y1) || along_coordinate(motion->z0, motion->z1) ||
        along_normal(points, edges, motion, frame) || along_way(motion, way)) {
        return true;
    }
    const touch *touches = edges ? edge_touches : face_touches;
    for (uint32_t i = 0; i < (edges ? 4u : 3u); i++) {
        if (along_line(points, &touches[i], motion, way)) {
            return true;
        }
    }
    return false;
}

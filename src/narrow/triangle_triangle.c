/* Triangle against triangle by signs: planes first, then two edges. See triangle_triangle.h. */
#include "narrow/triangle_triangle.h"
#include "narrow/sides.h"

/* The sides of a plane on which three points lie: 1, -1, 0. */
typedef struct three_sides {
    int of[3];
} three_sides;

static three_sides filter_sides(const hem_vec3 plane_of[3], const hem_vec3 point[3])
{
    hem_plane plane = hem_plane_of(plane_of);
    return (three_sides){{hem_plane_side_filter(&plane, &point[0]),
                          hem_plane_side_filter(&plane, &point[1]),
                          hem_plane_side_filter(&plane, &point[2])}};
}

/* All three surely on one side: the magnitude of the sum says so. */
static bool all_on_one_side(three_sides side)
{
    int sum = side.of[0] + side.of[1] + side.of[2];
    return sum == 3 || sum == -3;
}

/* Replaces what the filter left open by the sign without error. */
static three_sides settle(three_sides side, const hem_vec3 plane_of[3], const hem_vec3 point[3])
{
    for (uint32_t i = 0; i < 3; i++) {
        if (side.of[i] == 0) {
            side.of[i] = hem_plane_side_exact(plane_of, &point[i]);
        }
    }
    return side;
}

static bool all_zero(three_sides side)
{
    return (side.of[0] | side.of[1] | side.of[2]) == 0;
}

static bool any_zero(three_sides a, three_sides b)
{
    return (a.of[0] * a.of[1] * a.of[2]) * (b.of[0] * b.of[1] * b.of[2]) == 0;
}

/* Do all six corners share a coordinate? The commonest way to be coplanar. */
static bool on_one_level(const hem_vec3 a[3], const hem_vec3 b[3])
{
    bool x = true, y = true, z = true;
    for (uint32_t i = 0; i < 3; i++) {
        x = x && a[i].x == a[0].x && b[i].x == a[0].x;
        y = y && a[i].y == a[0].y && b[i].y == a[0].y;
        z = z && a[i].z == a[0].z && b[i].z == a[0].z;
    }
    return x || y || z;
}

/* The corner whose two edges reach the plane in one point each: its side differs from those of the
 * other two, which lie both further up or both further down. The sides are not all equal. */
static uint32_t lone_corner(three_sides side)
{
    if (side.of[1] == side.of[2]) {
        return 0;
    }
    if (side.of[0] == side.of[2]) {
        return 1;
    }
    if (side.of[0] == side.of[1]) {
        return 2;
    }
    return side.of[0] == 1 ? 0 : side.of[1] == 1 ? 1 : 2;
}

/* Corners from the lone one on, and whether it lies above the others, seen from the plane. */
typedef struct turned {
    const hem_vec3 *corner[3];
    bool above;
} turned;

static turned turn(const hem_vec3 triangle[3], three_sides side)
{
    static const uint8_t next[3] = {1, 2, 0};
    uint32_t lone = lone_corner(side);
    uint32_t second = next[lone];
    uint32_t third = next[second];
    return (turned){{&triangle[lone], &triangle[second], &triangle[third]},
                    side.of[lone] > side.of[second]};
}

/* Triangles whose planes meet in a line, and that both reach it. The edges from the lone corners
 * mark an interval of the line each, and the orientation of an edge of a and one of b says in which
 * order their marks stand: with n the normal of the planes, D = na x nb, marks i on a0 a1 and k on
 * b0 b1, both lone corners above, the sign of (a0, a1, b0, b1) is that of (i - k) . D. The first
 * marks bound a from above and b from below; so they meet when i >= k and when the second marks
 * stand the other way round. A lone corner below exchanges the other triangle's edges (Guigue and
 * Devillers 2003 order them alike). */
static bool intervals_meet(const turned *a, const turned *b)
{
    uint32_t a_first = b->above ? 1 : 2;
    uint32_t b_first = a->above ? 1 : 2;
    const hem_vec3 *a0 = a->corner[0], *a1 = a->corner[a_first], *a2 = a->corner[3 - a_first];
    const hem_vec3 *b0 = b->corner[0], *b1 = b->corner[b_first], *b2 = b->corner[3 - b_first];
    return hem_orient_sign(a0, a1, b0, b1) >= 0 && hem_orient_sign(a0, a2, b0, b2) <= 0;
}

bool hem_triangles_meet(const hem_vec3 a[3], const hem_vec3 b[3])
{
    three_sides of_b = filter_sides(a, b);
    if (all_on_one_side(of_b)) {
        return false;
    }
    three_sides of_a = filter_sides(b, a);
    if (all_on_one_side(of_a)) {
        return false;
    }
    /* Exact signs are dear, and flat cloth leaves many open: boxes first. */
    if (any_zero(of_a, of_b)) {
        if (!hem_triangle_boxes_meet(a, b)) {
            return false;
        }
        if (on_one_level(a, b)) {
            return hem_flat_triangles_meet(a, b);
        }
    }
    of_b = settle(of_b, a, b);
    if (all_on_one_side(of_b)) {
        return false;
    }
    of_a = settle(of_a, b, a);
    if (all_on_one_side(of_a)) {
        return false;
    }
    /* All on the plane: coplanar triangles, or one that has no plane. */
    if (all_zero(of_a) || all_zero(of_b)) {
        return hem_flat_triangles_meet(a, b);
    }
    turned turned_a = turn(a, of_a);
    turned turned_b = turn(b, of_b);
    return intervals_meet(&turned_a, &turned_b);
}

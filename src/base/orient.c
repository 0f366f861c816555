/* Orientation signs in fixed point, and the tie rule that leaves no sign zero: see orient.h.
 *
 * A coordinate is an integer of grid units with at most 52 bits and a sign. Differences stay under
 * 2^53, minors of two rows under 2^107, the determinant of three under 3 2^160 < 2^162. */
#include "base/orient.h"
#include "base/hem_assert.h"
#include "base/wide.h"

typedef struct grid_point {
    int64_t on[3];
} grid_point;

/* The float's own bits as a number of grid units: fraction 2^(exponent - 150) / 2^-40. */
static int64_t grid_units(float value)
{
    uint32_t bits = hem_float_bits(value);
    uint32_t exponent = (bits >> 23) & 0xFFu;
    uint64_t fraction = (bits & 0x007FFFFFu) | 0x00800000u;
    HEM_ASSERT(exponent < 139u); /* in the domain */
    if (exponent < 87u) {
        HEM_ASSERT((bits & 0x7FFFFFFFu) == 0); /* on the grid */
        return 0;
    }
    if (exponent < 110u) {
        uint32_t beyond = 110u - exponent;
        HEM_ASSERT((fraction & (((uint64_t)1 << beyond) - 1u)) == 0); /* on the grid */
        fraction >>= beyond;
    } else {
        fraction <<= exponent - 110u;
    }
    return (bits >> 31) != 0 ? -(int64_t)fraction : (int64_t)fraction;
}

static grid_point to_grid(const hem_vec3 *point)
{
    return (grid_point){{grid_units(point->x), grid_units(point->y), grid_units(point->z)}};
}

static grid_point grid_difference(const grid_point *a, const grid_point *b)
{
    return (grid_point){{a->on[0] - b->on[0], a->on[1] - b->on[1], a->on[2] - b->on[2]}};
}

/* Component `axis` of the cross product. */
static hem_wide128 minor(const grid_point *a, const grid_point *b, uint32_t axis)
{
    uint32_t first = axis == 2 ? 0 : axis + 1;
    uint32_t second = axis == 0 ? 2 : axis - 1;
    return hem_wide128_sub(hem_wide128_mul(a->on[first], b->on[second]),
                           hem_wide128_mul(a->on[second], b->on[first]));
}

static int determinant_sign(const grid_point *a, const grid_point *b, const grid_point *c,
                            const grid_point *d)
{
    grid_point da = grid_difference(a, d);
    grid_point db = grid_difference(b, d);
    grid_point dc = grid_difference(c, d);
    /* Cloth that lies flat: by far the commonest way to be coplanar. */
    if ((da.on[0] | db.on[0] | dc.on[0]) == 0 || (da.on[1] | db.on[1] | dc.on[1]) == 0 ||
        (da.on[2] | db.on[2] | dc.on[2]) == 0) {
        return 0;
    }
    hem_wide192 sum = hem_wide192_mul(minor(&db, &dc, 0), da.on[0]);
    sum = hem_wide192_add(sum, hem_wide192_mul(minor(&db, &dc, 1), da.on[1]));
    sum = hem_wide192_add(sum, hem_wide192_mul(minor(&db, &dc, 2), da.on[2]));
    return hem_wide192_sign(sum);
}

static int triangle_sign(const grid_point *a, const grid_point *b, const grid_point *c,
                         uint32_t axis)
{
    grid_point ca = grid_difference(a, c);
    grid_point cb = grid_difference(b, c);
    return hem_wide128_sign(minor(&ca, &cb, axis));
}

int hem_orient_exact(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c, const hem_vec3 *d)
{
    grid_point ga = to_grid(a);
    grid_point gb = to_grid(b);
    grid_point gc = to_grid(c);
    grid_point gd = to_grid(d);
    return determinant_sign(&ga, &gb, &gc, &gd);
}

int hem_orient2d_exact(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c, uint32_t axis)
{
    HEM_ASSERT(axis < 3u);
    grid_point ga = to_grid(a);
    grid_point gb = to_grid(b);
    grid_point gc = to_grid(c);
    return triangle_sign(&ga, &gb, &gc, axis);
}

static float coordinate(const hem_vec3 *point, uint32_t axis)
{
    return axis == 0 ? point->x : axis == 1 ? point->y : point->z;
}

int hem_orient2d_sign(const hem_vec3 *a, const hem_vec3 *b, const hem_vec3 *c, uint32_t axis)
{
    HEM_ASSERT(axis < 3u);
    uint32_t first = axis == 2 ? 0 : axis + 1;
    uint32_t second = axis == 0 ? 2 : axis - 1;
    float a_first = coordinate(a, first) - coordinate(c, first);
    float b_first = coordinate(b, first) - coordinate(c, first);
    float a_second = coordinate(a, second) - coordinate(c, second);
    float b_second = coordinate(b, second) - coordinate(c, second);
    float left = a_first * b_second;
    float right = a_second * b_first;
    float bound = HEM_ORIENT2D_BOUND * (hem_orient_magnitude(left) + hem_orient_magnitude(right));
    if (left - right > bound) {
        return 1;
    }
    if (left - right < -bound) {
        return -1;
    }
    return hem_orient2d_exact(a, b, c, axis);
}

/* The tie rule. Rows are the four points by increasing id; coordinate k (0 x, 1 y, 2 z) of row i is
 * moved by e^(2^(3i + 2 - k)), e vanishing. The determinant becomes a polynomial in e: choosing the
 * moved part in some rows and columns, no two in one row or column, gives e to the sum of their
 * powers, and no two choices have one sum. Its coefficient is the signed minor of the rows and
 * columns left: the turn of three rows projected along an axis, or the difference of two rows in
 * one coordinate, or 1. The first coefficient that is not zero, in order of increasing power,
 * decides; power 0 is the determinant itself.
 *
 * Powers that could never decide are left out: the coefficient of 17 is that of 10 turned; and once
 * those of 10, 12 and 20 are zero, rows 2 and 3 are equal and those of 32, 33 and 34 zero as well.
 * At 84 every column has been chosen. */
enum { TRIANGLE, DIFFERENCE, ONE };

typedef struct tie {
    uint8_t kind;
    uint8_t axis; /* the projection's, or the coordinate */
    int8_t sign;
    uint8_t row[3];
} tie;

static const tie ties[] = {
    {TRIANGLE, 2, 1, {1, 2, 3}},    /*  1: z of row 0 */
    {TRIANGLE, 1, 1, {1, 2, 3}},    /*  2: y of row 0 */
    {TRIANGLE, 0, 1, {1, 2, 3}},    /*  4: x of row 0 */
    {TRIANGLE, 2, -1, {0, 2, 3}},   /*  8: z of row 1 */
    {DIFFERENCE, 0, 1, {2, 3, 0}},  /* 10: z of row 1, y of row 0 */
    {DIFFERENCE, 1, -1, {2, 3, 0}}, /* 12: z of row 1, x of row 0 */
    {TRIANGLE, 1, -1, {0, 2, 3}},   /* 16: y of row 1 */
    {DIFFERENCE, 2, 1, {2, 3, 0}},  /* 20: y of row 1, x of row 0 */
    {TRIANGLE, 2, 1, {0, 1, 3}},    /* 64: z of row 2 */
    {DIFFERENCE, 0, -1, {1, 3, 0}}, /* 66: z of row 2, y of row 0 */
    {DIFFERENCE, 1, 1, {1, 3, 0}},  /* 68: z of row 2, x of row 0 */
    {DIFFERENCE, 0, 1, {0, 3, 0}},  /* 80: z of row 2, y of row 1 */
    {ONE, 0, 1, {0, 0, 0}},         /* 84: z of row 2, y of row 1, x of row 0 */
};

static int tie_sign(const tie *rule, const grid_point *const row[4])
{
    const grid_point *first = row[rule->row[0]];
    const grid_point *second = row[rule->row[1]];
    switch (rule->kind) {
    case TRIANGLE:
        return rule->sign * triangle_sign(first, second, row[rule->row[2]], rule->axis);
    case DIFFERENCE: {
        int64_t from = first->on[rule->axis];
        int64_t to = second->on[rule->axis];
        return rule->sign * ((int)(from > to) - (int)(from < to));
    }
    default:
        return rule->sign;
    }
}

/* Exchanges two rows that stand in the wrong order; -1 if it did, because that turns the sign. */
static int put_in_order(const grid_point *row[4], uint32_t id[4], uint32_t low, uint32_t high)
{
    if (id[low] < id[high]) {
        return 1;
    }
    uint32_t id_low = id[low];
    id[low] = id[high];
    id[high] = id_low;
    const grid_point *row_low = row[low];
    row[low] = row[high];
    row[high] = row_low;
    return -1;
}

int hem_orient_sos_exact(const hem_vec3 point[4], const uint32_t id[4])
{
    HEM_ASSERT(id[0] != id[1] && id[0] != id[2] && id[0] != id[3]);
    HEM_ASSERT(id[1] != id[2] && id[1] != id[3] && id[2] != id[3]);
    grid_point grid[4] = {to_grid(&point[0]), to_grid(&point[1]), to_grid(&point[2]),
                          to_grid(&point[3])};
    int sign = determinant_sign(&grid[0], &grid[1], &grid[2], &grid[3]);
    if (sign != 0) {
        return sign;
    }
    const grid_point *row[4] = {&grid[0], &grid[1], &grid[2], &grid[3]};
    uint32_t order[4] = {id[0], id[1], id[2], id[3]};
    int turn = put_in_order(row, order, 0, 1);
    turn *= put_in_order(row, order, 2, 3);
    turn *= put_in_order(row, order, 0, 2);
    turn *= put_in_order(row, order, 1, 3);
    turn *= put_in_order(row, order, 1, 2);
    /* Ends at the latest with the last rule, whose sign is never zero. */
    for (uint32_t i = 0; sign == 0; i++) {
        sign = tie_sign(&ties[i], row);
    }
    return turn * sign;
}

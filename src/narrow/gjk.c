/* GJK in single precision with a stop that is certain: see gjk.h.
 *
 * For any direction v, no point of a - b is closer to the origin than the least v.w / |v| over its
 * vertices w. So when that bound is close to the length of the best point so far, both are right,
 * whatever rounding did on the way. When it does not come close, the features decide. */
#include "narrow/gjk.h"
#include "base/vec3.h"

/* How close the bound must come, by the size of the query: 8 u. */
#define TOLERANCE (8.0f / 16777216.0f)

/* Vertices of a - b by the vertices they come from, and weights that make the point v. */
typedef struct simplex {
    uint8_t a[4], b[4];
    hem_vec3 w[4];
    float weight[4];
    uint32_t count;
    hem_vec3 v;
} simplex;

static float determinant(hem_vec3 a, hem_vec3 b, hem_vec3 c)
{
    return hem_dot(a, hem_cross(b, c));
}

/* Makes the simplex the vertices first, second, third of itself, as far as they carry weight, with
 * the closest point that was found for them. */
static void keep(simplex *s, const uint8_t corner[3], const hem_nearest *found)
{
    const float weight[3] = {(1.0f - found->t) - found->s, found->s, found->t};
    simplex kept = {.count = 0, .v = hem_scale(-1.0f, found->way)};
    for (uint32_t i = 0; i < 3; i++) {
        if (weight[i] > 0.0f) {
            kept.a[kept.count] = s->a[corner[i]];
            kept.b[kept.count] = s->b[corner[i]];
            kept.w[kept.count] = s->w[corner[i]];
            kept.weight[kept.count] = weight[i];
            kept.count++;
        }
    }
    *s = kept;
}

/* Two or three vertices: a vertex, the origin, against a face, which has no area if two of its
 * corners are one. */
static void shrink_triangle(simplex *s)
{
    const uint8_t corners[3] = {0, 1, (uint8_t)(s->count - 1)};
    const hem_vec3 point[4] = {{0.0f, 0.0f, 0.0f}, s->w[0], s->w[1], s->w[s->count - 1]};
    hem_nearest found;
    hem_closest_vertex_face_1(point, &found);
    keep(s, corners, &found);
}

/* Does a tetrahedron hold the origin? Then its weights are the volumes opposite to its vertices. */
static bool holds_origin(simplex *s, float tolerance)
{
    float volume[4] = {
        determinant(s->w[1], s->w[2], s->w[3]), -determinant(s->w[0], s->w[2], s->w[3]),
        determinant(s->w[0], s->w[1], s->w[3]), -determinant(s->w[0], s->w[1], s->w[2])};
    bool positive = volume[0] > 0.0f && volume[1] > 0.0f && volume[2] > 0.0f && volume[3] > 0.0f;
    bool negative = volume[0] < 0.0f && volume[1] < 0.0f && volume[2] < 0.0f && volume[3] < 0.0f;
    if (!positive && !negative) {
        return false;
    }
    float sum = (volume[0] + volume[1]) + (volume[2] + volume[3]);
    hem_vec3 v = {0.0f, 0.0f, 0.0f};
    for (uint32_t i = 0; i < 4; i++) {
        s->weight[i] = volume[i] / sum;
        v = hem_add_scaled(v, s->weight[i], s->w[i]);
    }
    /* The signs and weights of a flat one are rounding. */
    if (hem_dot(v, v) > tolerance * tolerance) {
        return false;
    }
    s->v = (hem_vec3){0.0f, 0.0f, 0.0f};
    return true;
}

/* Four vertices: inside, or the closest of the four faces, all at once. */
static void shrink_tetrahedron(simplex *s, float tolerance)
{
    static const uint8_t corners[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    hem_points_4 points;
    hem_nearest_4 found;
    if (holds_origin(s, tolerance)) {
        return;
    }
    for (uint32_t i = 0; i < 4; i++) {
        const hem_vec3 point[4] = {
            {0.0f, 0.0f, 0.0f}, s->w[corners[i][0]], s->w[corners[i][1]], s->w[corners[i][2]]};
        hem_points_4_set(&points, i, point);
    }
    hem_closest_vertex_face_4(&points, &found);
    uint32_t best = 0;
    for (uint32_t i = 1; i < 4; i++) {
        best = found.distance_squared[i] < found.distance_squared[best] ? i : best;
    }
    hem_nearest nearest = hem_nearest_4_get(&found, best);
    keep(s, corners[best], &nearest);
}

/* The vertex of a face that lies furthest along a direction. Taken from `origin`, so that the
 * distance of everything from the origin of the world does not round the difference away. */
static uint32_t furthest(const hem_polygon *face, hem_vec3 origin, hem_vec3 along)
{
    uint32_t best = 0;
    float best_reach = hem_dot(along, hem_sub(face->point[0], origin));
    for (uint32_t i = 1; i < face->count; i++) {
        float reach = hem_dot(along, hem_sub(face->point[i], origin));
        if (reach > best_reach) {
            best_reach = reach;
            best = i;
        }
    }
    return best;
}

/* The largest distance from one vertex to the others: at least half of what any two are apart. */
static float size_of(const hem_polygon *a, const hem_polygon *b)
{
    float largest = 0.0f;
    for (uint32_t i = 0; i < a->count; i++) {
        hem_vec3 way = hem_sub(a->point[i], a->point[0]);
        largest = hem_max(hem_dot(way, way), largest);
    }
    for (uint32_t i = 0; i < b->count; i++) {
        hem_vec3 way = hem_sub(b->point[i], a->point[0]);
        largest = hem_max(hem_dot(way, way), largest);
    }
    return hem_sqrt(largest);
}

static bool has_vertex(const simplex *s, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->a[i] == a && s->b[i] == b) {
            return true;
        }
    }
    return false;
}

/* The direction in which to look for the next vertex: that of v, but without the error that v has
 * along the simplex, which grows as v gets short: across a triangle its normal, across an edge what
 * is left of v. `shrink` keeps the products of tiny edges from vanishing. */
static hem_vec3 look_along(const simplex *s, float shrink)
{
    if (s->count == 1) {
        return s->v;
    }
    hem_vec3 first = hem_sub(s->w[1], s->w[0]);
    if (s->count == 2) {
        float square = hem_dot(first, first);
        float along = hem_dot(s->v, first);
        return square > 0.0f ? hem_add_scaled(s->v, -along / square, first) : s->v;
    }
    hem_vec3 second = hem_sub(s->w[2], s->w[0]);
    hem_vec3 normal = hem_cross(hem_scale(shrink, first), hem_scale(shrink, second));
    if (!(hem_dot(normal, normal) > 0.0f)) {
        return s->v;
    }
    return hem_dot(normal, s->v) < 0.0f ? hem_scale(-1.0f, normal) : normal;
}

/* How an iteration went. */
enum { GOES_ON, IS_SURE, IS_ZERO, IS_STUCK };

static int iterate(const hem_polygon *a, const hem_polygon *b, float size, simplex *s)
{
    float tolerance = TOLERANCE * size;
    float squared = hem_dot(s->v, s->v);
    float distance = hem_sqrt(squared);
    if (!(distance > tolerance)) {
        return IS_ZERO;
    }
    hem_vec3 toward = look_along(s, 1.0f / size);
    uint32_t i = furthest(a, a->point[0], hem_scale(-1.0f, toward));
    uint32_t j = furthest(b, a->point[0], toward);
    hem_vec3 w = hem_sub(a->point[i], b->point[j]);
    float length = hem_length(toward);
    if (length > 0.0f && distance - hem_dot(toward, w) / length <= tolerance) {
        return IS_SURE;
    }
    if (s->count > 3 || has_vertex(s, i, j)) {
        return IS_STUCK;
    }
    s->a[s->count] = (uint8_t)i;
    s->b[s->count] = (uint8_t)j;
    s->w[s->count] = w;
    s->count++;
    if (s->count == 4) {
        shrink_tetrahedron(s, tolerance);
    } else {
        shrink_triangle(s);
    }
    return hem_dot(s->v, s->v) < squared ? GOES_ON : IS_STUCK;
}

static void give(const simplex *s, hem_faces_nearest *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < s->count; i++) {
        out->weight[s->a[i]] += s->weight[i];
        out->weight[4 + s->b[i]] += s->weight[i];
    }
    out->distance_squared = hem_dot(s->v, s->v);
    out->way = s->v;
}

hem_gjk_state hem_gjk(const hem_polygon *a, const hem_polygon *b, uint32_t limit,
                      hem_faces_nearest *out, uint32_t *iterations)
{
    simplex s = {.count = 1, .weight = {1.0f}, .v = hem_sub(a->point[0], b->point[0])};
    s.w[0] = s.v;
    float size = size_of(a, b);
    int went = limit == 0 ? IS_STUCK : GOES_ON;
    uint32_t count = 0;
    for (; went == GOES_ON && count < limit; count++) {
        went = iterate(a, b, size, &s);
    }
    *iterations = count;
    if (went == IS_SURE) {
        give(&s, out);
        return HEM_GJK_CONVERGED;
    }
    /* What looks like zero may be zero; so may what did not converge. The exact test knows. */
    if (hem_faces_meet(a, b)) {
        if (went == IS_ZERO) {
            give(&s, out);
        } else {
            hem_common_point(a, b, out);
        }
        out->distance_squared = 0.0f;
        return HEM_GJK_INTERSECTING;
    }
    hem_closest_features(a, b, out);
    return went == IS_ZERO ? HEM_GJK_CONVERGED : HEM_GJK_BY_BOUND;
}

/* The public forms of the continuous tests: check, take the points onto the grid and into an order
 * that does not depend on how they were given, ask, and give weights and normal back in the
 * caller's order. See hem/ccd.h. */
#include "hem/ccd.h"
#include "hem/port.h"
#include "base/vec3.h"
#include "narrow/ccd_cubic.h"
#include "narrow/ccd_sure.h"

/* ---- positions ---- */

/* Of four points, and how many times four that is. */
enum { COORDINATES = 12, LANES_OF_FOUR = COORDINATES / 4 };

static inline hem_f4 lanes_of(const hem_vec3 point[4], uint32_t i)
{
    float lane[4];
    memcpy(lane, (const unsigned char *)point + i * sizeof lane, sizeof lane);
    return hem_f4_load(lane);
}

/* Are all points surely in the domain and on the grid? Nearly always so, and quicker to tell than
 * what is the matter: no magnitude is more than their sum, which is no number if one is none. */
static inline bool is_fine(const hem_ccd_in *in)
{
    const hem_f4 domain = hem_f4_splat(HEM_DOMAIN), edge = hem_f4_splat(1.0f / 131072.0f);
    hem_f4 sum = hem_f4_zero(), least = domain;
    for (uint32_t i = 0; i < LANES_OF_FOUR; i++) {
        hem_f4 start = hem_f4_abs(lanes_of(in->start, i)), end = hem_f4_abs(lanes_of(in->end, i));
        sum = hem_f4_add(sum, hem_f4_add(start, end));
        least = hem_f4_min(least, hem_f4_min(start, end));
    }
    hem_m4 fine = hem_m4_and(hem_f4_lt(sum, domain), hem_f4_le(edge, least));
    return hem_m4_bits(fine) == 15u && in->separation >= 0.0f && in->separation < HEM_DOMAIN;
}

/* What is the matter with four points: one lies outside the domain or is no number, or off the
 * grid, which only magnitudes under 2^-17 can be. */
typedef struct faults {
    bool outside, off_grid;
} faults;

static faults faults_of(const hem_vec3 point[4])
{
    const hem_f4 domain = hem_f4_splat(HEM_DOMAIN), edge = hem_f4_splat(1.0f / 131072.0f);
    uint32_t inside = 15u, small = 0;
    for (uint32_t i = 0; i < LANES_OF_FOUR; i++) {
        hem_f4 size = hem_f4_abs(lanes_of(point, i));
        inside &= hem_m4_bits(hem_f4_lt(size, domain));
        small |= hem_m4_bits(hem_m4_and(hem_f4_lt(hem_f4_zero(), size), hem_f4_lt(size, edge)));
    }
    return (faults){inside != 15u, small != 0};
}

static hem_ccd_state refusal(const hem_ccd_in *in)
{
    for (uint32_t i = 0; i < 4; i++) {
        if (!hem_vec3_is_finite(in->start[i]) || !hem_vec3_is_finite(in->end[i])) {
            return HEM_CCD_NOT_FINITE;
        }
    }
    return hem_is_finite(in->separation) ? HEM_CCD_OUT_OF_RANGE : HEM_CCD_NOT_FINITE;
}

/* hem_vec3_snap of four points. */
static void snap(const hem_vec3 point[4], hem_vec3 to[4])
{
    const hem_f4 zero = hem_f4_zero(), edge = hem_f4_splat(1.0f / 131072.0f);
    float value[COORDINATES];
    for (uint32_t i = 0; i < LANES_OF_FOUR; i++) {
        hem_f4 given = lanes_of(point, i), size = hem_f4_abs(given);
        hem_f4 rounded = hem_f4_sub(hem_f4_add(size, edge), edge);
        rounded = hem_f4_select(hem_f4_lt(given, zero), hem_f4_sub(zero, rounded), rounded);
        rounded = hem_f4_add(rounded, zero);
        hem_f4_store(value + 4 * i, hem_f4_select(hem_f4_lt(size, edge), rounded, given));
    }
    memcpy(to, value, sizeof value);
}

/* The query itself if its points are on the grid, else a copy that is; null if it is refused. */
static const hem_ccd_in *take(const hem_ccd_in *in, hem_ccd_in *copy)
{
    faults start = faults_of(in->start), end = faults_of(in->end);
    if (start.outside || end.outside || !(in->separation >= 0.0f && in->separation < HEM_DOMAIN)) {
        return NULL;
    }
    if (start.off_grid || end.off_grid) {
        snap(in->start, copy->start);
        snap(in->end, copy->end);
        copy->separation = in->separation;
        return copy;
    }
    return in;
}

/* ---- order ---- */

/* Does point i come after point j, whose first coordinates are equal? */
static uint32_t is_after_all(const hem_ccd_in *in, uint32_t i, uint32_t j)
{
    const hem_vec3 *a = &in->start[i], *b = &in->start[j];
    if (a->y != b->y) {
        return a->y > b->y;
    }
    if (a->z != b->z) {
        return a->z > b->z;
    }
    a = &in->end[i];
    b = &in->end[j];
    if (a->x != b->x) {
        return a->x > b->x;
    }
    return a->y != b->y ? a->y > b->y : a->z > b->z;
}

static uint32_t is_after(const hem_ccd_in *in, uint32_t i, uint32_t j)
{
    uint32_t after = in->start[i].x > in->start[j].x;
    return in->start[i].x == in->start[j].x ? is_after_all(in, i, j) : after;
}

/* The points of a face in ascending order. */
static void order_face(const hem_ccd_in *in, uint32_t order[4])
{
    uint32_t after_12 = is_after(in, 1, 2), after_13 = is_after(in, 1, 3);
    uint32_t after_23 = is_after(in, 2, 3);
    order[0] = 0;
    order[1u + after_12 + after_13] = 1;
    order[2u - after_12 + after_23] = 2;
    order[3u - after_13 - after_23] = 3;
}

/* Does the edge that starts with point i come after the one that starts with point j? */
static uint32_t is_after_edge(const hem_ccd_in *in, uint32_t i, uint32_t j)
{
    uint32_t after = is_after(in, i, j);
    return after != 0 || is_after(in, j, i) != 0 ? after : is_after(in, i ^ 1u, j ^ 1u);
}

/* Each edge from its first point, and first the edge with the first of those; where these are one
 * point, by the others. */
static void order_edges(const hem_ccd_in *in, uint32_t order[4])
{
    const hem_vec3 *p = in->start;
    float least_a = hem_min(p[0].x, p[1].x), least_b = hem_min(p[2].x, p[3].x);
    uint32_t first_a = p[0].x > p[1].x, first_b = 2u + (p[2].x > p[3].x), swap = least_a > least_b;
    if (p[0].x == p[1].x || p[2].x == p[3].x || least_a == least_b) {
        first_a = is_after(in, 0, 1);
        first_b = 2u + is_after(in, 2, 3);
        swap = is_after_edge(in, first_a, first_b);
    }
    /* As bits: a branch would be guessed wrong as often as not. */
    uint32_t other = first_a ^ first_b;
    order[0] = first_a ^ (other & (0u - swap));
    order[1] = order[0] ^ 1u;
    order[2] = order[0] ^ other;
    order[3] = order[2] ^ 1u;
}

/* By a mask: a branch would be guessed wrong as often as not. */
static inline hem_vec3 turn_if(bool turned, hem_vec3 a)
{
    const float lane[4] = {a.x, a.y, a.z, a.z};
    const hem_f4 zero = hem_f4_zero(), given = hem_f4_load(lane);
    hem_m4 mask = hem_f4_lt(zero, hem_f4_splat(turned ? 1.0f : 0.0f));
    float chosen[4];
    hem_f4_store(chosen, hem_f4_select(mask, hem_f4_sub(zero, given), given));
    return (hem_vec3){chosen[0], chosen[1], chosen[2]};
}

/* Weights back to the points that they are of; the normal turned where the edges were exchanged. */
static void give_back(bool edges, const uint32_t order[4], hem_ccd_out *out)
{
    float weight[4];
    memcpy(weight, out->weight, sizeof weight);
    for (uint32_t i = 0; i < 4; i++) {
        out->weight[order[i]] = weight[i];
    }
    if (edges) {
        out->normal = turn_if(order[0] > 1u, out->normal);
    }
}

/* ---- calls ---- */

typedef enum test {
    SURE_VERTEX_FACE,
    SURE_EDGE_EDGE,
    CUBIC_VERTEX_FACE,
    CUBIC_EDGE_EDGE,
} test;

static hem_ccd_state run(test kind, const hem_ccd_in *in, const uint32_t order[4], hem_ccd_out *out)
{
    switch (kind) {
    case SURE_VERTEX_FACE:
        return hem_ccd_sure_vertex_face(in->start, in->end, order, in->separation, out);
    case SURE_EDGE_EDGE:
        return hem_ccd_sure_edge_edge(in->start, in->end, order, in->separation, out);
    case CUBIC_VERTEX_FACE:
        return hem_ccd_plain_vertex_face(in->start, in->end, order, in->separation, out);
    default:
        return hem_ccd_plain_edge_edge(in->start, in->end, order, in->separation, out);
    }
}

static inline hem_ccd_state ask(test kind, const hem_ccd_in *in, hem_ccd_out *out)
{
    if (in == NULL || out == NULL) {
        return HEM_CCD_NULL;
    }
    uint32_t saved = hem_fp_enter();
    hem_ccd_in copy;
    hem_ccd_state state;
    const hem_ccd_in *taken = is_fine(in) ? in : take(in, &copy);
    if (taken != NULL) {
        uint32_t order[4];
        const bool edges = kind == SURE_EDGE_EDGE || kind == CUBIC_EDGE_EDGE;
        if (edges) {
            order_edges(taken, order);
        } else {
            order_face(taken, order);
        }
        state = run(kind, taken, order, out);
        if (state != HEM_CCD_CLEAR) {
            give_back(edges, order, out);
        }
    } else {
        state = refusal(in);
    }
    hem_fp_leave(saved);
    return state;
}

hem_ccd_state hem_ccd_vertex_face(const hem_ccd_in *in, hem_ccd_out *out)
{
    return ask(SURE_VERTEX_FACE, in, out);
}

hem_ccd_state hem_ccd_edge_edge(const hem_ccd_in *in, hem_ccd_out *out)
{
    return ask(SURE_EDGE_EDGE, in, out);
}

hem_ccd_state hem_ccd_cubic_vertex_face(const hem_ccd_in *in, hem_ccd_out *out)
{
    return ask(CUBIC_VERTEX_FACE, in, out);
}

hem_ccd_state hem_ccd_cubic_edge_edge(const hem_ccd_in *in, hem_ccd_out *out)
{
    return ask(CUBIC_EDGE_EDGE, in, out);
}

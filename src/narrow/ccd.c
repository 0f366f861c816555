/* The public forms of the continuous tests: check, take the points onto the grid and into an order
 * that does not depend on how they were given, ask, and give weights and normal back in the
 * caller's order. See hem/ccd.h. */
#include "hem/ccd.h"
#include "hem/port.h"
#include "base/vec3.h"
#include "narrow/ccd_cubic.h"
#include "narrow/ccd_sure.h"

enum { COORDINATES = 12 };

/* ---- positions ---- */

/* What is the matter with four points: one lies outside the domain or is no number, or off the
 * grid, which only magnitudes under 2^-17 can be. */
typedef struct faults {
    bool outside, off_grid;
} faults;

static faults faults_of(const hem_vec3 point[4])
{
    const hem_f4 domain = hem_f4_splat(HEM_DOMAIN), edge = hem_f4_splat(1.0f / 131072.0f);
    float value[COORDINATES];
    uint32_t inside = 15u, small = 0;
    memcpy(value, point, sizeof value);
    for (uint32_t i = 0; i < COORDINATES; i += 4) {
        hem_f4 size = hem_f4_abs(hem_f4_load(value + i));
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

/* The query itself if its points are on the grid, else a copy that is; null if it is refused. */
static const hem_ccd_in *take(const hem_ccd_in *in, hem_ccd_in *copy)
{
    faults start = faults_of(in->start), end = faults_of(in->end);
    if (start.outside || end.outside || !(in->separation >= 0.0f && in->separation < HEM_DOMAIN)) {
        return NULL;
    }
    if (start.off_grid || end.off_grid) {
        for (uint32_t i = 0; i < 4; i++) {
            copy->start[i] = hem_vec3_snap(in->start[i]);
            copy->end[i] = hem_vec3_snap(in->end[i]);
        }
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

/* Each edge from its first point, and first the edge with the first of those; where these are one
 * point, by the others. */
static void order_edges(const hem_ccd_in *in, uint32_t order[4])
{
    uint32_t first_a = is_after(in, 0, 1), first_b = 2u + is_after(in, 2, 3);
    uint32_t swap = is_after(in, first_a, first_b);
    if (in->start[first_a].x == in->start[first_b].x && !is_after(in, first_b, first_a)) {
        swap |= is_after(in, first_a ^ 1u, first_b ^ 1u);
    }
    order[0] = swap != 0 ? first_b : first_a;
    order[1] = order[0] ^ 1u;
    order[2] = swap != 0 ? first_a : first_b;
    order[3] = order[2] ^ 1u;
}

/* Weights back to the points that they are of; the normal turned where the edges were exchanged. */
static void give_back(const uint32_t order[4], hem_ccd_out *out)
{
    float weight[4];
    memcpy(weight, out->weight, sizeof weight);
    for (uint32_t i = 0; i < 4; i++) {
        out->weight[order[i]] = weight[i];
    }
    if (order[0] > 1u) {
        out->normal = (hem_vec3){0.0f - out->normal.x, 0.0f - out->normal.y, 0.0f - out->normal.z};
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
    const hem_ccd_in *taken = take(in, &copy);
    if (taken != NULL) {
        uint32_t order[4];
        if (kind == SURE_VERTEX_FACE || kind == CUBIC_VERTEX_FACE) {
            order_face(taken, order);
        } else {
            order_edges(taken, order);
        }
        state = run(kind, taken, order, out);
        if (state != HEM_CCD_CLEAR) {
            give_back(order, out);
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

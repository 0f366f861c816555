/* The search for the first contact: see ccd_search.h.
 *
 * Time moves on from 0 as far as certificates prove the pair clear (ccd_motion.h,
 * ccd_certificate.h). Everything else here only chooses which certificates to try, so it decides
 * what a query costs and how many near misses count as hits, never whether a hit is missed. */
#include "narrow/ccd_search.h"
#include "narrow/ccd_certificate.h"
#include "narrow/ccd_fine.h"
#include "narrow/ccd_leave.h"
#include "narrow/closest.h"

/* A query, and what is known about it so far. */
typedef struct search {
    const hem_ccd_points *points;
    const hem_ccd_motion *motion;
    bool edges;
    float separation;
    float latest;  /* a hit after this is none */
    float time;    /* clear up to here */
    hem_vec3 axis; /* towards the first feature, of the last certificate */
    float blur;    /* square of how far off a place at some time may be */
    hem_ccd_frame frame;
} search;

/* The frame at some time, and the closest points then. */
typedef struct moment {
    hem_vec3 a, b, c, normal;
    hem_nearest closest;
    float weight[4];
    bool surely; /* places are known well enough to tell weights that differ by SURELY */
} moment;

/* A time step under which a certificate is no progress. */
#define PROGRESS (1.0f / 65536.0f)

/* The same for steps with twice the digits. */
#define FINE_PROGRESS (1.0f / 16777216.0f)

/* How often a way out is looked for where the usual steps fail. */
enum { TROUBLE = 4 };

/* A weight from which on the closest points count as inside both features. */
#define SURELY (1.0f / 1024.0f)

/* How long a pair that comes within the separation may need for that when it is said to be there.
 */
#define AT_ONCE (1.0f / 4096.0f)

/* How far from coplanar a hit may be declared, in time. */
#define CLOSE (1.0f / 512.0f)

/* ---- shapes ---- */

/* One coordinate of a, b and c. */
static inline hem_f4 frame_lanes(float p0, float p1, float p2, float p3, bool edges)
{
    if (edges) {
        const float lane[4] = {p0 - p2, p1 - p0, p3 - p2, p3 - p2};
        return hem_f4_load(lane);
    }
    const float lane[4] = {p0 - p1, p2 - p1, p3 - p1, p3 - p1};
    return hem_f4_load(lane);
}

static inline void set_frame(search *q, bool edges)
{
    const hem_vec3 *x = q->points->start, *y = q->points->end;
    const uint32_t *v = q->points->vertex;
    const hem_vec3 *p0 = &x[v[0]], *p1 = &x[v[1]], *p2 = &x[v[2]], *p3 = &x[v[3]];
    q->frame.x0 = frame_lanes(p0->x, p1->x, p2->x, p3->x, edges);
    q->frame.y0 = frame_lanes(p0->y, p1->y, p2->y, p3->y, edges);
    q->frame.z0 = frame_lanes(p0->z, p1->z, p2->z, p3->z, edges);
    p0 = &y[v[0]];
    p1 = &y[v[1]];
    p2 = &y[v[2]];
    p3 = &y[v[3]];
    q->frame.x1 = frame_lanes(p0->x, p1->x, p2->x, p3->x, edges);
    q->frame.y1 = frame_lanes(p0->y, p1->y, p2->y, p3->y, edges);
    q->frame.z1 = frame_lanes(p0->z, p1->z, p2->z, p3->z, edges);
}

static void set_blur(search *q)
{
    const float unit = 8.0f / 16777216.0f;
    const hem_ccd_frame *f = &q->frame;
    hem_f4 square = hem_f4_add(hem_ccd_dot_4(f->x0, f->y0, f->z0, f->x0, f->y0, f->z0),
                               hem_ccd_dot_4(f->x1, f->y1, f->z1, f->x1, f->y1, f->z1));
    float lane[4];
    hem_f4_store(lane, square);
    q->blur = (unit * unit) * lane[0];
}

static inline hem_f4 between(hem_f4 start, hem_f4 end, float time)
{
    return hem_f4_add(hem_f4_mul(hem_f4_splat(1.0f - time), start),
                      hem_f4_mul(hem_f4_splat(time), end));
}

static void set_moment(const search *q, float time, moment *m)
{
    const hem_ccd_frame *f = &q->frame;
    float x[4], y[4], z[4];
    hem_f4_store(x, between(f->x0, f->x1, time));
    hem_f4_store(y, between(f->y0, f->y1, time));
    hem_f4_store(z, between(f->z0, f->z1, time));
    m->a = (hem_vec3){x[0], y[0], z[0]};
    m->b = (hem_vec3){x[1], y[1], z[1]};
    m->c = (hem_vec3){x[2], y[2], z[2]};
    m->normal = hem_cross(m->b, m->c);
}

static void find_closest(const search *q, moment *m)
{
    const hem_vec3 zero = {0.0f, 0.0f, 0.0f};
    if (q->edges) {
        const hem_vec3 point[4] = {m->a, hem_add(m->a, m->b), zero, m->c};
        hem_closest_edge_edge_1(point, &m->closest);
        hem_weigh_edge_edge(&m->closest, m->weight);
    } else {
        const hem_vec3 point[4] = {m->a, zero, m->b, m->c};
        hem_closest_vertex_face_1(point, &m->closest);
        hem_weigh_vertex_face(&m->closest, m->weight);
    }
}

/* Are the features, seen along their common normal, well across each other? Then their weights are
 * known without a search. Slivers and near-parallel edges, which have hardly a normal, never are.
 */
static bool well_inside(const search *q, moment *m)
{
    const float well = 1.0f / 256.0f;
    float bb = hem_dot(m->b, m->b), cc = hem_dot(m->c, m->c), bc = hem_dot(m->b, m->c);
    float ab = hem_dot(m->a, m->b), ac = hem_dot(m->a, m->c);
    float square = bb * cc - bc * bc;
    float by_b = ab * cc - ac * bc, by_c = ac * bb - ab * bc;
    if (q->edges) {
        by_b = 0.0f - by_b;
    }
    float rest = q->edges ? square - hem_max(by_b, by_c) : (square - by_b) - by_c;
    float least = well * square;
    m->surely = (SURELY * SURELY) * square > q->blur * (bb + cc);
    if (!(hem_min(hem_min(by_b, by_c), rest) > least && m->surely &&
          square > 0.0001f * (bb * cc))) {
        return false;
    }
    float scale = 1.0f / square;
    m->closest = (hem_nearest){0.0f, by_b * scale, by_c * scale, m->normal};
    if (q->edges) {
        hem_weigh_edge_edge(&m->closest, m->weight);
    } else {
        hem_weigh_vertex_face(&m->closest, m->weight);
    }
    return true;
}

static float least_weight(const moment *m)
{
    return hem_min(hem_min(m->weight[0], m->weight[1]), hem_min(m->weight[2], m->weight[3]));
}

/* ---- answers ---- */

/* The direction of an axis; false if it has none that float can tell. */
static bool direction_of(hem_vec3 axis, hem_vec3 *direction)
{
    float square = hem_dot(axis, axis);
    if (!(square > HEM_CCD_LEAST)) {
        /* Perhaps its square is too small, not the axis. */
        axis = hem_scale(1.0f / HEM_CCD_LEAST, axis);
        square = hem_dot(axis, axis);
        if (!(square > HEM_CCD_LEAST)) {
            return false;
        }
    }
    *direction = hem_scale(1.0f / hem_sqrt(square), axis);
    return true;
}

static hem_ccd_state hit(const search *q, hem_ccd_state state, const moment *m, uint32_t iterations,
                         hem_ccd_out *out)
{
    out->state = state;
    out->time = q->time;
    out->separation = q->separation;
    memcpy(out->weight, m->weight, sizeof out->weight);
    if (!direction_of(q->axis, &out->normal)) {
        out->normal =
            hem_contact_normal(m->closest.way, hem_sqrt(m->closest.distance_squared), m->b, m->c);
    }
    out->iterations = iterations;
    return state;
}

/* ---- steps ---- */

/* Half the least distance that the start is proven to have, or the separation asked for. */
static float separation_used(const search *q)
{
    moment m;
    set_moment(q, 0.0f, &m);
    find_closest(q, &m);
    float length = hem_ccd_beyond(m.closest.way, 1.0f);
    hem_ccd_heights h = hem_ccd_heights_on(q->motion, m.closest.way, HEM_CCD_LEAST);
    float lane[4];
    hem_f4_store(lane, hem_f4_sub(h.start, h.bound));
    float least = hem_min(hem_min(lane[0], lane[1]), hem_min(lane[2], lane[3]));
    float half = 0.5f * (least / length) * (1.0f - 1.0f / 1048576.0f);
    return half > 0.0f ? hem_min(half, q->separation) : 0.0f;
}

static bool step_along(search *q, hem_vec3 axis)
{
    float before = q->time;
    int side = hem_ccd_axis_step(q->motion, axis, q->separation, &q->time);
    if (side != 0) {
        q->axis = hem_scale((float)side, axis);
    }
    return q->time > before + PROGRESS;
}

/* Along the normal, and across the sides within the plane. */
static bool step_across(search *q, const moment *m)
{
    return step_along(q, m->normal) || step_along(q, hem_cross(m->normal, m->b)) ||
           step_along(q, hem_cross(m->normal, m->c)) ||
           (!q->edges && step_along(q, hem_cross(m->normal, hem_sub(m->c, m->b))));
}

static bool leaves(const search *q)
{
    moment m;
    set_moment(q, 1.0f, &m);
    find_closest(q, &m);
    return hem_ccd_leaves(q->points, q->edges, q->motion, &q->frame, m.closest.way);
}

/* One coordinate of how the closest points move against each other. */
static float speed_of(const search *q, const hem_nearest *found, hem_f4 start, hem_f4 end)
{
    float by[4];
    hem_f4_store(by, hem_f4_sub(end, start));
    float along_b = found->s * by[1];
    return (by[0] + (q->edges ? along_b : -along_b)) - found->t * by[2];
}

/* Do the closest points of a moment come within the separation at once, if they move on as they do?
 */
static bool closes_in(const search *q, const moment *m)
{
    const hem_ccd_frame *f = &q->frame;
    const hem_nearest *found = &m->closest;
    hem_vec3 speed = {speed_of(q, found, f->x0, f->x1), speed_of(q, found, f->y0, f->y1),
                      speed_of(q, found, f->z0, f->z1)};
    float nearer = -hem_dot(found->way, speed);
    float beyond = found->distance_squared - q->separation * q->separation;
    return beyond <= 0.0f || (beyond < (2.0f * AT_ONCE) * nearer &&
                              2.0f * beyond * hem_dot(speed, speed) < nearer * nearer);
}

/* Is the pair in contact at the root of the cubic, as far as float can tell? Looks at the moment;
 * the closest points are known afterwards unless it is. */
static bool meets(const search *q, const hem_ccd_step *step, moment *m)
{
    bool close = step->root - q->time < CLOSE;
    set_moment(q, step->root, m);
    if (q->separation > 0.0f) {
        find_closest(q, m);
        return close && closes_in(q, m);
    }
    close = close && step->passes;
    if (close && well_inside(q, m)) {
        return true;
    }
    find_closest(q, m);
    return close && m->surely && least_weight(m) > SURELY;
}

/* ---- the search ---- */

/* Moves on where the usual steps fail: by the time itself instead of a guess, by axes across the
 * sides, and with twice the digits. Looks at the time. */
static bool step_anyhow(search *q, float guess, moment *m)
{
    if (q->separation > 0.0f && closes_in(q, m)) {
        return false;
    }
    if (step_across(q, m)) {
        return true;
    }
    return hem_ccd_fine_step(q->points, q->edges, q->separation, guess, FINE_PROGRESS, &q->time,
                             &q->axis);
}

/* Time only moves on, and a hit has the time that it was found at. */
static inline bool is_over(const search *q)
{
    return !(q->time < 1.0f) || q->time > q->latest;
}

static hem_ccd_state advance(search *q, hem_ccd_out *out)
{
    hem_ccd_bernstein cubic;
    moment m;
    uint32_t trouble = 0;
    hem_ccd_bernstein_make(&q->frame, q->separation, &cubic);
    for (uint32_t i = 1; i <= HEM_CCD_LIMIT; i++) {
        float before = q->time;
        hem_ccd_step step;
        hem_ccd_bernstein_step(&cubic, &q->time, &step);
        if (is_over(q)) {
            return hem_ccd_clear(q->separation, i, out);
        }
        bool met = meets(q, &step, &m);
        if (step.side != 0) {
            q->axis = hem_scale((float)step.side, m.normal);
        }
        if (met) {
            return hit(q, HEM_CCD_HIT, &m, i, out);
        }
        bool on = step_along(q, m.closest.way) || q->time > before + PROGRESS;
        if (!on && step.root > q->time) {
            set_moment(q, q->time, &m);
            find_closest(q, &m);
            on = step_along(q, m.closest.way);
        }
        if (!on && before == 0.0f && !(q->separation > 0.0f) && leaves(q)) {
            return hem_ccd_clear(q->separation, i, out);
        }
        if (!on) {
            on = trouble < TROUBLE && step_anyhow(q, step.root, &m);
            trouble++;
        }
        if (is_over(q)) {
            return hem_ccd_clear(q->separation, i, out);
        }
        if (!on) {
            return hit(q, HEM_CCD_HIT, &m, i, out);
        }
    }
    return hit(q, HEM_CCD_HIT_BY_BOUND, &m, HEM_CCD_LIMIT, out);
}

hem_ccd_state hem_ccd_search(const hem_ccd_points *points, bool edges, const hem_ccd_motion *motion,
                             float separation, float latest, hem_ccd_out *out)
{
    search q;
    q.points = points;
    q.motion = motion;
    q.edges = edges;
    q.separation = separation;
    q.latest = latest;
    q.time = 0.0f;
    q.axis = (hem_vec3){0.0f, 0.0f, 0.0f};
    set_frame(&q, edges);
    set_blur(&q);
    if (separation > 0.0f) {
        q.separation = separation_used(&q);
    }
    return advance(&q, out);
}

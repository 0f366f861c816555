/* The paper's continuous test: see ccd_cubic.h. */
#include "narrow/ccd_cubic.h"
#include "narrow/closest.h"
#include "narrow/one_lane.h"
#include "base/vec3.h"

#define LANE_REAL       hem_f1
#define LANE(name)      hem_f1_##name
#define LANE_NAME(name) name##_1
#include "narrow/ccd_cubic_kernel.h"

/* ---- roots ---- */

/* A value that is rounding only: some units of what the terms add up to. */
#define ROUNDING (8.0f / 16777216.0f)

enum { HALVINGS = 32 };

static float value_at(const float a[4], float t)
{
    return ((a[3] * t + a[2]) * t + a[1]) * t + a[0];
}

/* The times in (0, 1) at which the slope a[1] + 2 a[2] t + 3 a[3] t^2 is zero, ascending. */
static uint32_t turns_of(const float a[4], float turn[2])
{
    float square = a[2] * a[2] - 3.0f * a[3] * a[1];
    if (!(square >= 0.0f)) {
        return 0;
    }
    /* The larger of the two sums loses no digits; the other root follows from the product. */
    float root = hem_sqrt(square);
    float sum = a[2] < 0.0f ? root - a[2] : -root - a[2];
    float place[2] = {sum / (3.0f * a[3]), a[1] / sum};
    float low = hem_min(place[0], place[1]), high = hem_max(place[0], place[1]);
    if (!(low <= high)) {
        /* No quadratic: one of the two is no number. */
        low = high = place[1] == place[1] ? place[1] : place[0];
    }
    uint32_t count = 0;
    if (low > 0.0f && low < 1.0f) {
        turn[count++] = low;
    }
    if (high > low && high > 0.0f && high < 1.0f) {
        turn[count++] = high;
    }
    return count;
}

/* The root between two times at which the cubic has different signs: Newton's steps where they stay
 * between, halving else. */
static float root_between(const float a[4], float low, float high)
{
    bool rising = value_at(a, low) < 0.0f;
    float t = low + 0.5f * (high - low);
    for (uint32_t i = 0; i < HALVINGS; i++) {
        float value = value_at(a, t);
        if (value == 0.0f) {
            return t;
        }
        if ((value < 0.0f) == rising) {
            low = t;
        } else {
            high = t;
        }
        float slope = (3.0f * a[3] * t + 2.0f * a[2]) * t + a[1];
        float next = t - value / slope;
        t = next > low && next < high ? next : low + 0.5f * (high - low);
        if (!(t > low && t < high)) {
            return low;
        }
    }
    return t;
}

uint32_t hem_ccd_cubic_roots(const float a[4], float root[3], bool *flat)
{
    float place[4] = {0.0f};
    uint32_t turns = turns_of(a, place + 1);
    place[1 + turns] = 1.0f;
    float rounding = ROUNDING * ((hem_abs(a[0]) + hem_abs(a[1])) + (hem_abs(a[2]) + hem_abs(a[3])));
    uint32_t count = 0, zeros = 0;
    for (uint32_t i = 0; i <= 1 + turns; i++) {
        float value = value_at(a, place[i]);
        bool zero = hem_abs(value) <= rounding;
        zeros += zero ? 1u : 0u;
        float before = i > 0 ? value_at(a, place[i - 1]) : value;
        /* A change of sign since the last turn, or a turn at zero; never more than three. */
        if (i > 0 && (before < 0.0f) != (value < 0.0f) && before != 0.0f && value != 0.0f) {
            float found = root_between(a, place[i - 1], place[i]);
            if (count < 3 && (count == 0 || found > root[count - 1])) {
                root[count++] = found;
            }
        } else if (zero && count < 3 && (count == 0 || place[i] > root[count - 1])) {
            root[count++] = place[i];
        }
    }
    *flat = zeros == 2 + turns;
    return *flat ? 0 : count;
}

/* ---- the test ---- */

typedef struct motion {
    vector_1 x[4], v[4];
} motion;

static void set_motion(const hem_vec3 *start, const hem_vec3 *end, const uint32_t vertex[4],
                       motion *m)
{
    for (uint32_t i = 0; i < 4; i++) {
        hem_vec3 x = start[vertex[i]], v = hem_sub(end[vertex[i]], x);
        m->x[i] = (vector_1){x.x, x.y, x.z};
        m->v[i] = (vector_1){v.x, v.y, v.z};
    }
}

static bool near_at(const motion *m, bool edges, float time, float threshold, hem_ccd_out *out)
{
    hem_vec3 point[4];
    for (uint32_t i = 0; i < 4; i++) {
        point[i] = (hem_vec3){m->x[i].x + time * m->v[i].x, m->x[i].y + time * m->v[i].y,
                              m->x[i].z + time * m->v[i].z};
    }
    hem_nearest found;
    if (edges) {
        hem_closest_edge_edge_1(point, &found);
    } else {
        hem_closest_vertex_face_1(point, &found);
    }
    if (!(found.distance_squared <= threshold * threshold)) {
        return false;
    }
    hem_closest_out whole;
    if (edges) {
        hem_finish_edge_edge(point, &found, &whole);
    } else {
        hem_finish_vertex_face(point, &found, &whole);
    }
    out->state = HEM_CCD_HIT;
    out->time = time;
    memcpy(out->weight, whole.weight, sizeof out->weight);
    out->normal = whole.normal;
    return true;
}

static hem_ccd_state test(const hem_vec3 *start, const hem_vec3 *end, const uint32_t vertex[4],
                          bool edges, float threshold, hem_ccd_out *out)
{
    motion m;
    float a[4], root[3];
    bool flat;
    set_motion(start, end, vertex, &m);
    coplanar_1(m.x, m.v, a);
    uint32_t count = hem_ccd_cubic_roots(a, root, &flat);
    if (flat) {
        /* Coplanar throughout: nothing singles out a time but the ends. */
        root[0] = 0.0f;
        root[1] = 1.0f;
        count = 2;
    }
    *out = (hem_ccd_out){.state = HEM_CCD_CLEAR, .time = 1.0f, .separation = threshold};
    for (uint32_t i = 0; i < count && out->state == HEM_CCD_CLEAR; i++) {
        out->iterations = i + 1;
        near_at(&m, edges, root[i], threshold, out);
    }
    return out->state;
}

hem_ccd_state hem_ccd_plain_vertex_face(const hem_vec3 *start, const hem_vec3 *end,
                                        const uint32_t vertex[4], float separation,
                                        hem_ccd_out *out)
{
    return test(start, end, vertex, false, separation, out);
}

hem_ccd_state hem_ccd_plain_edge_edge(const hem_vec3 *start, const hem_vec3 *end,
                                      const uint32_t vertex[4], float separation, hem_ccd_out *out)
{
    return test(start, end, vertex, true, separation, out);
}

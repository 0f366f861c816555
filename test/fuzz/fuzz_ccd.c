/* Fuzzes the continuous tests: any coordinates at the start and at the end. What is no position is
 * refused and nothing written; what is one gives finite answers that do not depend on how the
 * features are written down, and never misses what arithmetic in double is sure of. */
#include "fuzz/fuzz_bytes.h"
#include "base/vec3.h"
#include "ccd_oracle.h"
#include "hem/ccd.h"
#include "narrow/ccd_clear.h"
#include "narrow/ccd_sure.h"

#include <math.h>

typedef hem_ccd_state ask_fn(const hem_ccd_in *in, hem_ccd_out *out);

static hem_ccd_in take_query(fuzz_bytes *bytes)
{
    fuzz_places places = fuzz_some_places(bytes);
    hem_ccd_in in;
    for (uint32_t i = 0; i < 4; i++) {
        bool again = i > 0 && fuzz_one_in(bytes, 8);
        in.start[i] = again ? in.start[fuzz_below(bytes, i)] : fuzz_position(bytes, places);
        in.end[i] = fuzz_one_in(bytes, 4) ? in.start[i] : fuzz_position(bytes, places);
    }
    in.separation = fuzz_one_in(bytes, 2) ? 0.0f : fuzz_coordinate(bytes, places);
    return in;
}

static bool is_legal(const hem_ccd_in *in)
{
    bool legal = in->separation >= 0.0f && in->separation < HEM_DOMAIN;
    for (uint32_t i = 0; i < 4; i++) {
        legal = legal && hem_vec3_in_domain(in->start[i]) && hem_vec3_in_domain(in->end[i]);
    }
    return legal;
}

static bool has_equal_points(const hem_ccd_in *in)
{
    for (uint32_t i = 0; i < 4; i++) {
        for (uint32_t j = 0; j < i; j++) {
            const hem_vec3 *a = &in->start[i], *b = &in->start[j];
            const hem_vec3 *c = &in->end[i], *d = &in->end[j];
            if (a->x == b->x && a->y == b->y && a->z == b->z && c->x == d->x && c->y == d->y &&
                c->z == d->z) {
                return true;
            }
        }
    }
    return false;
}

static void check_hit(const hem_ccd_out *out, bool edges)
{
    const float *w = out->weight, *n = &out->normal.x;
    double first = edges ? (double)w[0] + (double)w[1] : (double)w[0];
    double second = (double)w[2] + (double)w[3] + (edges ? 0.0 : (double)w[1]);
    FUZZ_CHECK(fabs(first - 1.0) <= 1e-6 && fabs(second - 1.0) <= 1e-6);
    double square =
        (double)n[0] * (double)n[0] + (double)n[1] * (double)n[1] + (double)n[2] * (double)n[2];
    FUZZ_CHECK(fabs(square - 1.0) <= 1e-5);
    for (uint32_t i = 0; i < 4; i++) {
        FUZZ_CHECK(w[i] >= 0.0f);
    }
}

/* The same query in other orders. */
static void check_orders(ask_fn *ask, const hem_ccd_in *in, const hem_ccd_out *expected, bool edges)
{
    static const uint32_t of_face[3][4] = {{0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 2, 1}};
    static const uint32_t of_edges[3][4] = {{2, 3, 0, 1}, {1, 0, 2, 3}, {3, 2, 1, 0}};
    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t *order = edges ? of_edges[k] : of_face[k];
        hem_ccd_in other = {.separation = in->separation};
        hem_ccd_out out;
        for (uint32_t i = 0; i < 4; i++) {
            other.start[i] = in->start[order[i]];
            other.end[i] = in->end[order[i]];
        }
        FUZZ_CHECK(ask(&other, &out) == expected->state);
        FUZZ_CHECK(out.time == expected->time && out.separation == expected->separation);
        FUZZ_CHECK(out.iterations == expected->iterations);
        for (uint32_t i = 0; i < 4; i++) {
            FUZZ_CHECK(out.weight[i] == expected->weight[order[i]]);
        }
    }
}

/* What the filter of the oracle is sure of: it needs no exact arithmetic. */
static void check_truth(const hem_ccd_in *in, const hem_ccd_out *out, bool edges)
{
    hem_ccd_question question = {.pair = edges ? HEM_CCD_PAIR_EDGE_EDGE : HEM_CCD_PAIR_VERTEX_FACE,
                                 .separation = out->separation,
                                 .until = out->time,
                                 .included = out->state == HEM_CCD_CLEAR};
    bool still = true;
    for (uint32_t i = 0; i < 4; i++) {
        hem_vec3 a = in->start[i], b = in->end[i];
        question.start[i] = a;
        question.end[i] = b;
        still = still && a.x == b.x && a.y == b.y && a.z == b.z;
    }
    FUZZ_CHECK(still || hem_ccd_oracle_filter(&question) <= 0);
}

/* Four lanes of the query are clear exactly if the test, in the same order, ends at once. */
static void check_lanes(const hem_ccd_in *in, bool edges)
{
    static const uint32_t order[4] = {0, 1, 2, 3};
    hem_points_4 start, end;
    hem_ccd_out out;
    for (uint32_t lane = 0; lane < 4; lane++) {
        hem_points_4_set(&start, lane, in->start);
        hem_points_4_set(&end, lane, in->end);
    }
    uint32_t clear;
    if (edges) {
        clear = hem_ccd_clear_edge_edge_4(&start, &end, in->separation);
        hem_ccd_sure_edge_edge(in->start, in->end, order, in->separation, &out);
    } else {
        clear = hem_ccd_clear_vertex_face_4(&start, &end, in->separation);
        hem_ccd_sure_vertex_face(in->start, in->end, order, in->separation, &out);
    }
    FUZZ_CHECK(clear == (out.state == HEM_CCD_CLEAR && out.iterations == 0 ? 15u : 0u));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    bool edges = fuzz_one_in(&bytes, 2);
    ask_fn *ask = edges ? hem_ccd_edge_edge : hem_ccd_vertex_face;
    ask_fn *plain = edges ? hem_ccd_cubic_edge_edge : hem_ccd_cubic_vertex_face;
    hem_ccd_in in = take_query(&bytes);
    hem_ccd_out out, before, cubic;
    memset(&out, 0xA5, sizeof out);
    memset(&before, 0xA5, sizeof before);
    hem_ccd_state state = ask(&in, &out);
    if (!is_legal(&in)) {
        FUZZ_CHECK(state == HEM_CCD_NOT_FINITE || state == HEM_CCD_OUT_OF_RANGE);
        FUZZ_CHECK(memcmp(&out, &before, sizeof out) == 0);
        FUZZ_CHECK(plain(&in, &out) == state && memcmp(&out, &before, sizeof out) == 0);
        return 0;
    }
    FUZZ_CHECK(state == out.state && out.time >= 0.0f && out.time <= 1.0f);
    FUZZ_CHECK(out.separation >= 0.0f && out.separation <= in.separation);
    FUZZ_CHECK(out.iterations <= HEM_CCD_LIMIT);
    if (state != HEM_CCD_CLEAR) {
        FUZZ_CHECK(state == HEM_CCD_HIT || state == HEM_CCD_HIT_BY_BOUND);
        check_hit(&out, edges);
    }
    FUZZ_CHECK(plain(&in, &cubic) == HEM_CCD_CLEAR || cubic.state == HEM_CCD_HIT);
    hem_ccd_in snapped = in;
    for (uint32_t i = 0; i < 4; i++) {
        snapped.start[i] = hem_vec3_snap(in.start[i]);
        snapped.end[i] = hem_vec3_snap(in.end[i]);
    }
    /* Points that are one may have their weights exchanged. */
    if (!has_equal_points(&snapped)) {
        check_orders(ask, &in, &out, edges);
    }
    check_truth(&snapped, &out, edges);
    check_lanes(&snapped, edges);
    return 0;
}

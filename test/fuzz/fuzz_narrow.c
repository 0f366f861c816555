/* Fuzzes the tests of feature pairs: any coordinates and names. What is no position is refused and
 * nothing written; what is one gives finite answers that do not depend on how the features are
 * written down. */
#include "fuzz/fuzz_bytes.h"
#include "hem/narrow.h"

#include <math.h>

static bool is_position(hem_vec3 p)
{
    return fabsf(p.x) < HEM_DOMAIN && fabsf(p.y) < HEM_DOMAIN && fabsf(p.z) < HEM_DOMAIN;
}

static bool all_positions(const hem_vec3 *points, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!is_position(points[i])) {
            return false;
        }
    }
    return true;
}

static void take_points(fuzz_bytes *bytes, hem_vec3 *points, uint32_t count)
{
    fuzz_places places = fuzz_some_places(bytes);
    for (uint32_t i = 0; i < count; i++) {
        bool again = i > 0 && fuzz_one_in(bytes, 8);
        points[i] = again ? points[fuzz_below(bytes, i)] : fuzz_position(bytes, places);
    }
}

static bool is_refusal(hem_narrow_state state)
{
    return state == HEM_NARROW_NOT_FINITE || state == HEM_NARROW_OUT_OF_RANGE;
}

/* The largest distance between two points. */
static double extent_of(const hem_vec3 *points, uint32_t count)
{
    double most = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            double x = (double)points[i].x - (double)points[j].x;
            double y = (double)points[i].y - (double)points[j].y;
            double z = (double)points[i].z - (double)points[j].z;
            most = fmax(most, sqrt(x * x + y * y + z * z));
        }
    }
    return most;
}

/* -------------------------------------------------------------------------------- edge and face */

static hem_region region_of(const hem_edge_face_in *in)
{
    hem_edge_face_out out = {HEM_REGION_INTERIOR};
    hem_narrow_state state = hem_edge_face(in, &out);
    FUZZ_CHECK((state == HEM_NARROW_MEETING) == (out.region == HEM_REGION_INTERIOR));
    FUZZ_CHECK(state == HEM_NARROW_MEETING || state == HEM_NARROW_APART);
    return out.region;
}

/* The same edge the other way round, and the face from its next corner on, and turned over. */
static void check_edge_face_forms(const hem_edge_face_in *in, hem_region region)
{
    hem_edge_face_in back = *in, next = *in, over = *in;
    for (uint32_t k = 0; k < 2; k++) {
        back.edge[k] = in->edge[1u - k];
        back.edge_id[k] = in->edge_id[1u - k];
    }
    for (uint32_t k = 0; k < 3; k++) {
        next.face[k] = in->face[(k + 1u) % 3u];
        next.face_id[k] = in->face_id[(k + 1u) % 3u];
        over.face[k] = in->face[2u - k];
        over.face_id[k] = in->face_id[2u - k];
    }
    static const hem_region from_next[] = {
        HEM_REGION_INTERIOR, HEM_REGION_EDGE_2,   HEM_REGION_EDGE_0,
        HEM_REGION_EDGE_1,   HEM_REGION_CORNER_2, HEM_REGION_CORNER_0,
        HEM_REGION_CORNER_1, HEM_REGION_ABOVE,    HEM_REGION_BELOW};
    static const hem_region turned_over[] = {
        HEM_REGION_INTERIOR, HEM_REGION_EDGE_1,   HEM_REGION_EDGE_0,
        HEM_REGION_EDGE_2,   HEM_REGION_CORNER_2, HEM_REGION_CORNER_1,
        HEM_REGION_CORNER_0, HEM_REGION_BELOW,    HEM_REGION_ABOVE};
    FUZZ_CHECK(region_of(&back) == region);
    FUZZ_CHECK(region_of(&next) == from_next[region]);
    FUZZ_CHECK(region_of(&over) == turned_over[region]);
}

static void edge_face(fuzz_bytes *bytes)
{
    hem_edge_face_in in;
    hem_edge_face_out out = {(hem_region)77};
    hem_vec3 points[5];
    uint32_t ids[5];
    bool different = true;
    take_points(bytes, points, 5);
    for (uint32_t i = 0; i < 5; i++) {
        ids[i] = fuzz_one_in(bytes, 8) ? fuzz_u32(bytes) : fuzz_byte(bytes);
        for (uint32_t j = 0; j < i; j++) {
            different = different && ids[i] != ids[j];
        }
    }
    memcpy(in.edge, points, sizeof in.edge);
    memcpy(in.face, points + 2, sizeof in.face);
    memcpy(in.edge_id, ids, sizeof in.edge_id);
    memcpy(in.face_id, ids + 2, sizeof in.face_id);
    hem_narrow_state state = hem_edge_face(&in, &out);
    if (!different) {
        FUZZ_CHECK(state == HEM_NARROW_BAD_INDEX && out.region == (hem_region)77);
    } else if (!all_positions(points, 5)) {
        FUZZ_CHECK(is_refusal(state) && out.region == (hem_region)77);
    } else {
        FUZZ_CHECK(out.region <= HEM_REGION_BELOW);
        check_edge_face_forms(&in, out.region);
    }
}

/* ------------------------------------------------------------------------------- two triangles */

static void triangle_triangle(fuzz_bytes *bytes)
{
    hem_vec3 points[6];
    take_points(bytes, points, 6);
    hem_triangle_triangle_in in, swapped, turned;
    for (uint32_t k = 0; k < 3; k++) {
        in.a[k] = swapped.b[k] = points[k];
        in.b[k] = swapped.a[k] = points[3u + k];
        turned.a[k] = points[2u - k];
        turned.b[k] = points[3u + (k + 1u) % 3u];
    }
    hem_narrow_state state = hem_triangle_triangle(&in);
    if (!all_positions(points, 6)) {
        FUZZ_CHECK(is_refusal(state));
        return;
    }
    FUZZ_CHECK(state == HEM_NARROW_APART || state == HEM_NARROW_MEETING);
    FUZZ_CHECK(state == hem_triangle_triangle(&swapped));
    FUZZ_CHECK(state == hem_triangle_triangle(&turned));
}

/* ------------------------------------------------------------------------------- closest points */

typedef hem_narrow_state closest_fn(const hem_closest_in *in, hem_closest_out *out);

static bool is_unit(hem_vec3 n)
{
    double length =
        sqrt((double)n.x * (double)n.x + (double)n.y * (double)n.y + (double)n.z * (double)n.z);
    return fabs(length - 1.0) <= 1e-6;
}

static void check_sums(const float *weight, uint32_t first, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = first; i < first + count; i++) {
        FUZZ_CHECK(weight[i] >= 0.0f);
        sum += (double)weight[i];
    }
    FUZZ_CHECK(fabs(sum - 1.0) <= 1e-6);
}

static float closest_distance(closest_fn *ask, const hem_closest_in *in, uint32_t first_count)
{
    hem_closest_out out;
    memset(&out, 0xA5, sizeof out);
    hem_narrow_state state = ask(in, &out);
    FUZZ_CHECK(state == (out.distance > 0.0f ? HEM_NARROW_APART : HEM_NARROW_MEETING));
    FUZZ_CHECK(isfinite(out.distance) && out.distance >= 0.0f);
    FUZZ_CHECK(isfinite(out.distance_squared) && is_unit(out.normal));
    check_sums(out.weight, 0, first_count);
    check_sums(out.weight, first_count, 4u - first_count);
    for (uint32_t i = 0; i < 4; i++) {
        FUZZ_CHECK((out.support >> i & 1u) == (out.weight[i] > 0.0f ? 1u : 0u));
    }
    return out.distance;
}

static hem_closest_in ordered(const hem_vec3 *points, const uint32_t *order)
{
    hem_closest_in in;
    for (uint32_t i = 0; i < 4; i++) {
        in.point[i] = points[order[i]];
    }
    return in;
}

static void closest(fuzz_bytes *bytes)
{
    static const uint32_t of_face[3][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 2, 1}};
    static const uint32_t of_edges[3][4] = {{0, 1, 2, 3}, {2, 3, 0, 1}, {1, 0, 2, 3}};
    bool edges = fuzz_one_in(bytes, 2);
    const uint32_t(*order)[4] = edges ? of_edges : of_face;
    closest_fn *ask = edges ? hem_closest_edge_edge : hem_closest_vertex_face;
    hem_closest_in in;
    take_points(bytes, in.point, 4);
    if (!all_positions(in.point, 4)) {
        hem_closest_out out, before;
        memset(&out, 0xA5, sizeof out);
        before = out;
        FUZZ_CHECK(is_refusal(ask(&in, &out)));
        FUZZ_CHECK(memcmp(&out, &before, sizeof out) == 0);
        return;
    }
    double bound =
        2.0 * (double)HEM_CLOSEST_ERROR * extent_of(in.point, 4) + 4.0 * (double)HEM_GRID;
    double first = 0.0;
    for (uint32_t i = 0; i < 3; i++) {
        hem_closest_in form = ordered(in.point, order[i]);
        double distance = (double)closest_distance(ask, &form, edges ? 2u : 1u);
        first = i == 0 ? distance : first;
        FUZZ_CHECK(fabs(distance - first) <= bound);
    }
}

/* ------------------------------------------------------------------------------- convex faces */

static void faces(fuzz_bytes *bytes)
{
    hem_closest_faces_in in;
    hem_closest_faces_out out, before;
    hem_vec3 points[8];
    take_points(bytes, points, 8);
    memcpy(in.a.point, points, sizeof in.a.point);
    memcpy(in.b.point, points + 4, sizeof in.b.point);
    in.a.count = fuzz_one_in(bytes, 8) ? fuzz_byte(bytes) : 3u + fuzz_below(bytes, 2);
    in.b.count = fuzz_one_in(bytes, 8) ? fuzz_byte(bytes) : 3u + fuzz_below(bytes, 2);
    memset(&out, 0xA5, sizeof out);
    before = out;
    hem_narrow_state state = hem_closest_faces(&in, &out);
    bool counts = (in.a.count == 3 || in.a.count == 4) && (in.b.count == 3 || in.b.count == 4);
    if (!counts || !all_positions(in.a.point, in.a.count) ||
        !all_positions(in.b.point, in.b.count)) {
        FUZZ_CHECK(is_refusal(state) || (!counts && state == HEM_NARROW_BAD_COUNT));
        FUZZ_CHECK(memcmp(&out, &before, sizeof out) == 0);
        return;
    }
    FUZZ_CHECK(state == HEM_NARROW_APART || state == HEM_NARROW_APART_BY_BOUND ||
               state == HEM_NARROW_MEETING);
    FUZZ_CHECK(isfinite(out.distance) && out.distance >= 0.0f && is_unit(out.normal));
    FUZZ_CHECK(out.iterations <= HEM_GJK_LIMIT);
    check_sums(out.weight_a, 0, 4);
    check_sums(out.weight_b, 0, 4);
    FUZZ_CHECK(state != HEM_NARROW_MEETING || out.distance == 0.0f);
    if (in.a.count == 3 && in.b.count == 3) {
        hem_triangle_triangle_in triangles;
        memcpy(triangles.a, in.a.point, sizeof triangles.a);
        memcpy(triangles.b, in.b.point, sizeof triangles.b);
        FUZZ_CHECK((state == HEM_NARROW_MEETING) ==
                   (hem_triangle_triangle(&triangles) == HEM_NARROW_MEETING));
        double bound =
            2.0 * (double)HEM_CLOSEST_FACES_ERROR * extent_of(points, 8) + 4.0 * (double)HEM_GRID;
        float distance = out.distance;
        hem_polygon a = in.a;
        in.a = in.b;
        in.b = a;
        hem_closest_faces(&in, &out);
        FUZZ_CHECK(fabs((double)distance - (double)out.distance) <= bound);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    switch (fuzz_below(&bytes, 4)) {
    case 0:
        edge_face(&bytes);
        break;
    case 1:
        triangle_triangle(&bytes);
        break;
    case 2:
        closest(&bytes);
        break;
    default:
        faces(&bytes);
        break;
    }
    return 0;
}

/* Soak of the tests of feature pairs against exact arithmetic: the cases of the narrow layer's
 * tests, without end. */
#include "soak/soak.h"

#include "closest_oracle.h"
#include "hem/narrow.h"
#include "hull_oracle.h"
#include "narrow_cases.h"
#include "orient_oracle.h"

#include <math.h>
#include <string.h>

/* Counts one case: two answers to one question, as yes and no. */
static void agree(soak_tally *tally, const char *name, uint32_t number, bool expected, bool found)
{
    tally->cases++;
    tally->pairs++;
    if (expected != found) {
        soak_found(tally, expected ? SOAK_MISS : SOAK_EXTRA, name, number, number);
    }
}

static void two_triangles(test_random *random, hem_vec3 a[3], hem_vec3 b[3])
{
    if (random_below(random, 4) == 0) {
        hem_lattice_triangles_case(random, 2u + random_below(random, 4), a, b);
    } else {
        hem_two_triangles_case(random, a, b);
    }
}

void soak_triangles(test_random *random, soak_tally *tally)
{
    for (uint32_t i = 0; i < 20; i++) {
        hem_triangle_triangle_in in;
        two_triangles(random, in.a, in.b);
        agree(tally, "two triangles", i, hem_oracle_hulls_meet(in.a, 3, in.b, 3),
              hem_triangle_triangle(&in) == HEM_NARROW_MEETING);
    }
}

/* ------------------------------------------------------------------------------- edge and face */

/* The five signs of the definition. */
static bool crosses(const hem_edge_face_in *in)
{
    int side[2], line[3];
    for (uint32_t k = 0; k < 2; k++) {
        const hem_vec3 four[4] = {in->face[0], in->face[1], in->face[2], in->edge[k]};
        const uint32_t ids[4] = {in->face_id[0], in->face_id[1], in->face_id[2], in->edge_id[k]};
        side[k] = hem_oracle_sos(four, ids);
    }
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t next = (k + 1u) % 3u;
        const hem_vec3 four[4] = {in->edge[0], in->edge[1], in->face[k], in->face[next]};
        const uint32_t ids[4] = {in->edge_id[0], in->edge_id[1], in->face_id[k], in->face_id[next]};
        line[k] = hem_oracle_sos(four, ids);
    }
    return side[0] != side[1] && line[0] == line[1] && line[1] == line[2];
}

void soak_edge_face(test_random *random, soak_tally *tally)
{
    for (uint32_t i = 0; i < 20; i++) {
        hem_edge_face_in in;
        hem_edge_face_out out;
        hem_vec3 other[3];
        uint32_t ids[5];
        two_triangles(random, in.face, other);
        memcpy(in.edge, other, sizeof in.edge);
        for (uint32_t k = 0; k < 5; k++) { /* in any order */
            uint32_t place = random_below(random, k + 1u);
            ids[k] = ids[place];
            ids[place] = 7u * k;
        }
        memcpy(in.edge_id, ids, sizeof in.edge_id);
        memcpy(in.face_id, ids + 2, sizeof in.face_id);
        agree(tally, "edge and face", i, crosses(&in),
              hem_edge_face(&in, &out) == HEM_NARROW_MEETING);
    }
}

/* ------------------------------------------------------------------------------- closest points */

/* Too far by more than the bound is a miss, too close is an extra. */
static void agree_distance(soak_tally *tally, const char *name, uint32_t number, double expected,
                           double found, double bound)
{
    tally->cases++;
    tally->pairs++;
    if (!(fabs(found - expected) <= bound)) {
        soak_found(tally, found < expected ? SOAK_EXTRA : SOAK_MISS, name, number, number);
    }
}

void soak_closest(test_random *random, soak_tally *tally)
{
    for (uint32_t i = 0; i < 2u * HEM_CLOSEST_KINDS; i++) {
        hem_closest_in in;
        hem_closest_out out;
        hem_closest_case_kind kind = (hem_closest_case_kind)(i % HEM_CLOSEST_KINDS);
        hem_closest_case(kind, random, in.point);
        double bound = (double)HEM_CLOSEST_ERROR * hem_oracle_extent(in.point, 4);
        hem_closest_vertex_face(&in, &out);
        agree_distance(tally, "vertex and face", i, hem_oracle_distance_vertex_face(in.point),
                       (double)out.distance, bound);
        hem_closest_edge_edge(&in, &out);
        agree_distance(tally, "two edges", i, hem_oracle_distance_edge_edge(in.point),
                       (double)out.distance, bound);
    }
}

void soak_faces(test_random *random, soak_tally *tally)
{
    for (uint32_t i = 0; i < 8; i++) {
        hem_faces_case made;
        hem_closest_faces_out out;
        hem_vec3 all[8];
        hem_two_faces_case(random, true, &made);
        hem_closest_faces_in in = {.a = {.count = made.a_count}, .b = {.count = made.b_count}};
        memcpy(in.a.point, made.a, sizeof made.a);
        memcpy(in.b.point, made.b, sizeof made.b);
        memcpy(all, made.a, made.a_count * sizeof *all);
        memcpy(all + made.a_count, made.b, made.b_count * sizeof *all);
        double bound =
            (double)HEM_CLOSEST_FACES_ERROR * hem_oracle_extent(all, made.a_count + made.b_count);
        hem_closest_faces(&in, &out);
        agree_distance(tally, "two faces", i,
                       hem_oracle_distance_faces(made.a, made.a_count, made.b, made.b_count),
                       (double)out.distance, bound);
    }
}

/* Hits by brute force: see hit_oracle.h. */
#include "hit_oracle.h"

#include "base/vec3.h"
#include "ccd_judge.h"
#include "contact_oracle.h"
#include "feature_oracle.h"
#include "narrow/ccd_sure.h"

#include <stdlib.h>

/* What a hit's four points are: vertices of one side each. */
typedef struct four_points {
    const hem_side *side[4];
    uint32_t vertex[4];
} four_points;

static bool is_same(const hem_continuous_in *in)
{
    return in->a.tree == in->b.tree;
}

/* The edge of the side with the lower numbers first. */
static bool swaps(const hem_continuous_in *in, const hem_hit *hit)
{
    return hit->kind == HEM_CONTACT_EDGE_EDGE && in->b.first_vertex < in->a.first_vertex;
}

static four_points points_of(const hem_continuous_in *in, const hem_hit *hit)
{
    if (hit->kind == HEM_CONTACT_EDGE_EDGE) {
        bool swap = swaps(in, hit);
        const hem_side *a = swap ? &in->b : &in->a, *b = swap ? &in->a : &in->b;
        hem_pair first = hem_mesh_edges(a->mesh)[swap ? hit->second : hit->first];
        hem_pair second = hem_mesh_edges(b->mesh)[swap ? hit->first : hit->second];
        return (four_points){{a, a, b, b},
                             {first.first, first.second, second.first, second.second}};
    }
    bool of_a = hit->kind == HEM_CONTACT_VERTEX_FACE;
    const hem_side *vertex = of_a ? &in->a : &in->b, *face = of_a ? &in->b : &in->a;
    const uint32_t *corner =
        hem_mesh_triangles(face->mesh) + 3u * (size_t)(of_a ? hit->second : hit->first);
    return (four_points){{vertex, face, face, face},
                         {of_a ? hit->first : hit->second, corner[0], corner[1], corner[2]}};
}

static hem_vec3 end_of(const hem_side *side, uint32_t vertex)
{
    return hem_vec3_snap((side->ends == NULL ? side->positions : side->ends)[vertex]);
}

hem_ccd_in hit_oracle_query(const hem_continuous_in *in, const hem_hit *hit)
{
    four_points points = points_of(in, hit);
    hem_ccd_in query = {.separation = in->separation};
    for (uint32_t k = 0; k < 4; k++) {
        query.start[k] = hem_vec3_snap(points.side[k]->positions[points.vertex[k]]);
        query.end[k] = end_of(points.side[k], points.vertex[k]);
    }
    return query;
}

bool hit_oracle_is_true(const hem_continuous_in *in, const hem_hit *hit)
{
    hem_ccd_in query = hit_oracle_query(in, hit);
    hem_ccd_pair pair =
        hit->kind == HEM_CONTACT_EDGE_EDGE ? HEM_CCD_PAIR_EDGE_EDGE : HEM_CCD_PAIR_VERTEX_FACE;
    return hem_ccd_reaches(pair, &query, hit->separation);
}

bool hit_oracle_is_marked(const hem_continuous_in *in, const hem_hit *hit)
{
    four_points points = points_of(in, hit);
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t *marked = points.side[k] == &in->a ? in->marked_a : in->marked_b;
        uint32_t vertex = points.vertex[k];
        if ((marked[vertex / 32u] >> vertex % 32u & 1u) != 0) {
            return true;
        }
    }
    return false;
}

hem_hit hit_oracle_turned(hem_hit hit)
{
    hem_hit to = hit;
    to.first = hit.second;
    to.second = hit.first;
    to.normal = (hem_vec3){-1.0f * hit.normal.x, -1.0f * hit.normal.y, -1.0f * hit.normal.z};
    if (hit.kind == HEM_CONTACT_EDGE_EDGE) {
        for (uint32_t k = 0; k < 4; k++) {
            to.weight[k] = hit.weight[(k + 2) % 4];
        }
    } else {
        to.kind = HEM_CONTACT_VERTEX_FACE + HEM_CONTACT_FACE_VERTEX - hit.kind;
    }
    return to;
}

/* ---- every pair ---- */

typedef struct found_hits {
    const hem_continuous_in *in;
    hem_hit *hits;
    uint32_t count, room;
    bool by_boxes; /* ask only where boxes over the motion are close */
} found_hits;

static void ask(found_hits *found, hem_hit hit)
{
    static const uint32_t order[4] = {0, 1, 2, 3};
    const hem_continuous_in *in = found->in;
    hem_ccd_in query = hit_oracle_query(in, &hit);
    hem_ccd_out out;
    bool edges = hit.kind == HEM_CONTACT_EDGE_EDGE, swap = swaps(in, &hit);
    hem_ccd_state state =
        edges ? hem_ccd_sure_edge_edge(query.start, query.end, order, in->separation, &out)
              : hem_ccd_sure_vertex_face(query.start, query.end, order, in->separation, &out);
    if (state <= HEM_CCD_CLEAR) {
        return;
    }
    float turn = swap || hit.kind == HEM_CONTACT_FACE_VERTEX ? -1.0f : 1.0f;
    hit.time = out.time;
    hit.separation = out.separation;
    hit.normal = (hem_vec3){turn * out.normal.x, turn * out.normal.y, turn * out.normal.z};
    for (uint32_t k = 0; k < 4; k++) {
        hit.weight[k] = out.weight[swap ? (k + 2) % 4 : k];
    }
    if (found->count < found->room) {
        found->hits[found->count] = hit;
    }
    found->count++;
}

/* Around the start and the end, with the separation and more than rounding. */
static feature_box swept_box(const hem_side *side, const uint32_t *vertices, uint32_t count,
                             float separation)
{
    feature_box box = feature_oracle_box(side, vertices, count, 0);
    hem_side end = *side;
    end.positions = side->ends == NULL ? side->positions : side->ends;
    feature_box later = feature_oracle_box(&end, vertices, count, 0);
    for (uint32_t k = 0; k < 3; k++) {
        float low = hem_min(box.low[k], later.low[k]), high = hem_max(box.high[k], later.high[k]);
        float more = 0.5f * separation + 0.01f * (separation + (high - low)) + 1e-6f;
        box.low[k] = low - more - 1e-6f * hem_abs(low);
        box.high[k] = high + more + 1e-6f * hem_abs(high);
    }
    return box;
}

static feature_box *face_boxes(const hem_side *side, float separation)
{
    feature_box *boxes = malloc((side->mesh->triangle_count + 1u) * sizeof *boxes);
    for (uint32_t f = 0; f < side->mesh->triangle_count; f++) {
        boxes[f] = swept_box(side, hem_mesh_triangles(side->mesh) + 3u * (size_t)f, 3, separation);
    }
    return boxes;
}

static feature_box *edge_boxes(const hem_side *side, float separation)
{
    feature_box *boxes = malloc((side->mesh->edge_count + 1u) * sizeof *boxes);
    for (uint32_t e = 0; e < side->mesh->edge_count; e++) {
        hem_pair ends = hem_mesh_edges(side->mesh)[e];
        const uint32_t vertices[2] = {ends.first, ends.second};
        boxes[e] = swept_box(side, vertices, 2, separation);
    }
    return boxes;
}

static void find_vertex_face(found_hits *found, bool of_a)
{
    const hem_continuous_in *in = found->in;
    const hem_side *vertices = of_a ? &in->a : &in->b, *faces = of_a ? &in->b : &in->a;
    feature_box *boxes = face_boxes(faces, in->separation);
    for (uint32_t v = 0; v < vertices->mesh->vertex_count; v++) {
        const uint32_t *ring = hem_mesh_ring_begin(vertices->mesh) + v;
        if (ring[0] == ring[1]) {
            continue;
        }
        feature_box own = swept_box(vertices, &v, 1, in->separation);
        for (uint32_t f = 0; f < faces->mesh->triangle_count; f++) {
            if ((!found->by_boxes || feature_oracle_boxes_meet(&own, &boxes[f])) &&
                !(is_same(in) && feature_oracle_vertex_touches(faces->mesh, v, f))) {
                ask(found,
                    (hem_hit){.kind = of_a ? HEM_CONTACT_VERTEX_FACE : HEM_CONTACT_FACE_VERTEX,
                              .first = of_a ? v : f,
                              .second = of_a ? f : v});
            }
        }
    }
    free(boxes);
}

static void find_edge_edge(found_hits *found)
{
    const hem_continuous_in *in = found->in;
    feature_box *first = edge_boxes(&in->a, in->separation);
    feature_box *second = edge_boxes(&in->b, in->separation);
    for (uint32_t e = 0; e < in->a.mesh->edge_count; e++) {
        for (uint32_t f = is_same(in) ? e + 1u : 0u; f < in->b.mesh->edge_count; f++) {
            if ((!found->by_boxes || feature_oracle_boxes_meet(&first[e], &second[f])) &&
                !(is_same(in) && feature_oracle_edges_touch(in->a.mesh, e, f))) {
                ask(found, (hem_hit){.kind = HEM_CONTACT_EDGE_EDGE, .first = e, .second = f});
            }
        }
    }
    free(first);
    free(second);
}

int hit_oracle_compare_features(const void *a, const void *b)
{
    return contact_oracle_compare(a, b);
}

int hit_oracle_compare(const void *a, const void *b)
{
    const hem_hit *first = a, *second = b;
    if (first->time != second->time) {
        return first->time < second->time ? -1 : 1;
    }
    return contact_oracle_compare(a, b);
}

#define MOST_PAIRS 600000u

uint32_t hit_oracle_find(const hem_continuous_in *in, hem_hit *out, uint32_t room)
{
    uint64_t edges = (uint64_t)in->a.mesh->edge_count * in->b.mesh->edge_count;
    found_hits found = {in, out, 0, room, edges > MOST_PAIRS};
    find_vertex_face(&found, true);
    if (!is_same(in)) {
        find_vertex_face(&found, false);
    }
    find_edge_edge(&found);
    if (found.count > 0 && found.count <= room) {
        qsort(out, found.count, sizeof *out, hit_oracle_compare);
    }
    return found.count;
}

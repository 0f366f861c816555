/* Contacts by brute force: see contact_oracle.h. */
#include "contact_oracle.h"

#include "feature_oracle.h"
#include "hem/narrow.h"
#include "tree_oracle.h"

#include <stdlib.h>

typedef struct found_contacts {
    const hem_proximity_in *in;
    hem_contact *contacts;
    uint32_t count, room;
} found_contacts;

/* What a contact's four points are: vertices of one side each. */
typedef struct four_points {
    const hem_side *side[4];
    uint32_t vertex[4];
} four_points;

static four_points points_of(const hem_proximity_in *in, const hem_contact *contact)
{
    if (contact->kind == HEM_CONTACT_EDGE_EDGE) {
        hem_pair first = hem_mesh_edges(in->a.mesh)[contact->first];
        hem_pair second = hem_mesh_edges(in->b.mesh)[contact->second];
        return (four_points){{&in->a, &in->a, &in->b, &in->b},
                             {first.first, first.second, second.first, second.second}};
    }
    bool of_a = contact->kind == HEM_CONTACT_VERTEX_FACE;
    const hem_side *vertex = of_a ? &in->a : &in->b, *face = of_a ? &in->b : &in->a;
    uint32_t number = of_a ? contact->second : contact->first;
    const uint32_t *corner = hem_mesh_triangles(face->mesh) + 3u * number;
    return (four_points){
        {vertex, face, face, face},
        {of_a ? contact->first : contact->second, corner[0], corner[1], corner[2]}};
}

void contact_oracle_points(const hem_proximity_in *in, const hem_contact *contact,
                           hem_vec3 point[4])
{
    four_points points = points_of(in, contact);
    for (uint32_t k = 0; k < 4; k++) {
        point[k] = points.side[k]->positions[points.vertex[k]];
    }
}

double contact_oracle_distance(const hem_proximity_in *in, const hem_contact *contact)
{
    hem_vec3 p[4];
    contact_oracle_points(in, contact, p);
    if (contact->kind == HEM_CONTACT_EDGE_EDGE) {
        return tree_oracle_distance((const hem_vec3[3]){p[0], p[1], p[1]},
                                    (const hem_vec3[3]){p[2], p[3], p[3]});
    }
    return tree_oracle_distance((const hem_vec3[3]){p[0], p[0], p[0]}, p + 1);
}

/* By how much the distance changes in a second, with the normal from b to a. */
static double approach(const hem_proximity_in *in, const hem_contact *contact)
{
    four_points points = points_of(in, contact);
    bool edges = contact->kind == HEM_CONTACT_EDGE_EDGE;
    double sum = 0.0;
    for (uint32_t k = 0; k < 4; k++) {
        const hem_vec3 *all = points.side[k]->velocities;
        bool of_a = edges ? k < 2 : (k == 0) == (contact->kind == HEM_CONTACT_VERTEX_FACE);
        if (all != NULL) {
            hem_vec3 v = all[points.vertex[k]], n = contact->normal;
            double along = (double)v.x * n.x + (double)v.y * n.y + (double)v.z * n.z;
            sum += (of_a ? 1.0 : -1.0) * (double)contact->weight[k] * along;
        }
    }
    return sum;
}

/* Asks about one feature pair, with the edge of the body that has the lower numbers first. */
static void ask(found_contacts *found, hem_contact contact)
{
    const hem_proximity_in *in = found->in;
    hem_closest_in query;
    hem_closest_out out;
    bool edges = contact.kind == HEM_CONTACT_EDGE_EDGE;
    bool swap = edges && in->b.first_vertex < in->a.first_vertex;
    hem_vec3 p[4];
    contact_oracle_points(in, &contact, p);
    for (uint32_t k = 0; k < 4; k++) {
        query.point[k] = p[swap ? (k + 2) % 4 : k];
    }
    if (edges) {
        hem_closest_edge_edge(&query, &out);
    } else {
        hem_closest_vertex_face(&query, &out);
    }
    if (!(out.distance < in->epsilon)) {
        return;
    }
    float turn = swap || contact.kind == HEM_CONTACT_FACE_VERTEX ? -1.0f : 1.0f;
    contact.distance = out.distance;
    contact.normal = (hem_vec3){turn * out.normal.x, turn * out.normal.y, turn * out.normal.z};
    for (uint32_t k = 0; k < 4; k++) {
        contact.weight[k] = out.weight[swap ? (k + 2) % 4 : k];
    }
    contact.predicted = (float)((double)out.distance + approach(in, &contact) * (double)in->dt);
    if (found->count < found->room) {
        found->contacts[found->count] = contact;
    }
    found->count++;
}

static float magnitude(float a)
{
    return a < 0 ? -a : a;
}

/* Larger all around, by more than rounding. */
static feature_box grown(feature_box from, float by)
{
    for (uint32_t k = 0; k < 3; k++) {
        from.low[k] -= by + 1e-5f * (by + 1.0f + magnitude(from.low[k]));
        from.high[k] += by + 1e-5f * (by + 1.0f + magnitude(from.high[k]));
    }
    return from;
}

static void find_vertex_face(found_contacts *found, bool of_a, bool same)
{
    const hem_proximity_in *in = found->in;
    const hem_side *vertices = of_a ? &in->a : &in->b, *faces = of_a ? &in->b : &in->a;
    feature_box *boxes = feature_oracle_face_boxes(faces);
    for (uint32_t v = 0; v < vertices->mesh->vertex_count; v++) {
        const uint32_t *ring = hem_mesh_ring_begin(vertices->mesh) + v;
        feature_box own = grown(feature_oracle_box(vertices, &v, 1, v), in->epsilon);
        for (uint32_t i = 0;
             ring[0] < ring[1] && i < faces->mesh->triangle_count && boxes[i].low[0] <= own.high[0];
             i++) {
            uint32_t f = boxes[i].feature;
            if (feature_oracle_boxes_meet(&own, &boxes[i]) &&
                !(same && feature_oracle_vertex_touches(faces->mesh, v, f))) {
                hem_contact contact = {.kind =
                                           of_a ? HEM_CONTACT_VERTEX_FACE : HEM_CONTACT_FACE_VERTEX,
                                       .first = of_a ? v : f,
                                       .second = of_a ? f : v};
                ask(found, contact);
            }
        }
    }
    free(boxes);
}

static void find_edge_edge(found_contacts *found, bool same)
{
    const hem_proximity_in *in = found->in;
    feature_box *boxes = feature_oracle_edge_boxes(&in->b);
    feature_box *own_boxes = feature_oracle_edge_boxes(&in->a);
    for (uint32_t i = 0; i < in->a.mesh->edge_count; i++) {
        uint32_t e = own_boxes[i].feature;
        feature_box own = grown(own_boxes[i], in->epsilon);
        for (uint32_t j = 0; j < in->b.mesh->edge_count && boxes[j].low[0] <= own.high[0]; j++) {
            uint32_t f = boxes[j].feature;
            if (feature_oracle_boxes_meet(&own, &boxes[j]) &&
                !(same && (e >= f || feature_oracle_edges_touch(in->a.mesh, e, f)))) {
                ask(found, (hem_contact){.kind = HEM_CONTACT_EDGE_EDGE, .first = e, .second = f});
            }
        }
    }
    free(boxes);
    free(own_boxes);
}

int contact_oracle_compare(const void *a, const void *b)
{
    const hem_contact *one = a, *two = b;
    const uint32_t first[3] = {one->kind, one->first, one->second};
    const uint32_t second[3] = {two->kind, two->first, two->second};
    for (uint32_t i = 0; i < 3; i++) {
        if (first[i] != second[i]) {
            return first[i] < second[i] ? -1 : 1;
        }
    }
    return 0;
}

uint32_t contact_oracle_find(const hem_proximity_in *in, hem_contact *out, uint32_t room)
{
    found_contacts found = {in, out, 0, room};
    bool same = in->a.tree == in->b.tree;
    find_vertex_face(&found, true, same);
    if (!same) {
        find_vertex_face(&found, false, same);
    }
    find_edge_edge(&found, same);
    if (found.count > 0 && found.count <= room) {
        qsort(out, found.count, sizeof *out, contact_oracle_compare);
    }
    return found.count;
}

/* Contacts of all bodies: see body_contacts.h. */
#include "detect/body_contacts.h"

#include "base/orient.h"
#include "base/vec3.h"
#include "detect/body_sweep.h"
#include "detect/contact_queue.h"
#include "detect/face_border.h"
#include "detect/impact_list.h"
#include "detect/largest_bodies.h"
#include "detect/tangled.h"

typedef struct pass {
    const hem_body_contacts_in *in;
    hem_body_contacts_out *out;
    hem_impact_list list;
    hem_body_sweep sweep;
    hem_pair bodies; /* that are looked at */
    float (*points)[4];
    hem_contact_queue *queue;
} pass;

uint64_t hem_body_contacts_bytes(const hem_moving_body *bodies, uint32_t body_count,
                                 uint32_t vertex_count, uint32_t room)
{
    return HEM_ARENA_BYTES(1u, sizeof(hem_contact_queue)) + hem_body_sweep_bytes(body_count) +
           HEM_ARENA_BYTES(vertex_count, 4u * sizeof(float)) +
           HEM_ARENA_BYTES(room, sizeof(hem_pair)) + HEM_ARENA_BYTES(room, sizeof(uint32_t)) +
           hem_contact_memory_bytes(room) +
           hem_pass_scratch(hem_largest_bodies(bodies, body_count));
}

/* In exact contact there is no way from one to the other: they are kept on the sides that they
 * count as being on, by their numbers (hem_edge_face says how). */
static hem_vec3 normal_in_touch(const hem_contact_queue *queue, const uint32_t point[4], bool edges,
                                hem_vec3 normal)
{
    hem_vec3 at[4];
    for (uint32_t k = 0; k < 4; k++) {
        const float *from = queue->search.points[point[k]];
        at[k] = (hem_vec3){from[0], from[1], from[2]};
    }
    /* Four points turn round when the first goes to the end. */
    int side = edges ? -hem_orient_sos(at, point) : hem_orient_sos(at, point);
    hem_vec3 across = edges ? hem_cross(hem_sub(at[1], at[0]), hem_sub(at[3], at[2]))
                            : hem_cross(hem_sub(at[2], at[1]), hem_sub(at[3], at[1]));
    return (float)side * hem_dot(normal, across) < 0.0f ? hem_scale(-1.0f, normal) : normal;
}

/* A feature of one side, of which the closest points lie in that direction. */
static hem_feature_border border_of(const hem_contact_queue *queue, bool of_b, uint32_t feature,
                                    hem_vec3 towards)
{
    const hem_feature_search *search = &queue->search;
    return (hem_feature_border){.mesh = of_b ? search->b.mesh : search->a.mesh,
                                .points =
                                    search->points + (of_b ? search->first_b : search->first_a),
                                .feature = feature,
                                .towards = towards};
}

/* Is there a contact wherever two features come nearest? Not on the way to a fold of one body,
 * whose features have corners in common, nor to a crossing that is let through. */
static bool leads_elsewhere(const hem_contact_queue *queue)
{
    const pass *now = queue->to;
    return now->bodies.first != now->bodies.second && now->in->tangled == NULL;
}

/* Does the border of the face say nothing that its neighbours do not, or those of the vertex? */
static bool is_idle_face(const hem_contact_queue *queue, hem_contact_kind kind,
                         const hem_feature_query *query, const hem_closest_out *found)
{
    bool of_b = kind == HEM_CONTACT_VERTEX_FACE; /* the face */
    const float *weight = found->weight + 1;
    uint32_t vertex = of_b ? query->features.first : query->features.second;
    hem_vec3 towards = hem_scale(found->distance, found->normal);
    hem_feature_border own = border_of(queue, !of_b, vertex, hem_scale(-1.0f, towards));
    hem_feature_border other = border_of(queue, of_b, HEM_NONE, towards);
    hem_face_border contact = {.mesh = other.mesh,
                               .points = other.points,
                               .face = of_b ? query->features.second : query->features.first,
                               .weight = {weight[0], weight[1], weight[2]},
                               .towards = towards};
    bool within = hem_min(hem_min(weight[0], weight[1]), weight[2]) > 0.0f;
    return !within && (hem_face_border_is_idle(&contact) ||
                       (leads_elsewhere(queue) && hem_vertex_border_is_idle(&own)));
}

/* Does the way between two edges lead along the faces on one of them? */
static bool is_idle_edge(const hem_contact_queue *queue, const hem_feature_query *query,
                         const hem_closest_out *found)
{
    hem_vec3 towards = hem_scale(found->distance, found->normal);
    hem_feature_border second = border_of(queue, true, query->features.second, towards);
    hem_feature_border first =
        border_of(queue, false, query->features.first, hem_scale(-1.0f, towards));
    return leads_elsewhere(queue) &&
           (hem_edge_border_is_idle(&first) || hem_edge_border_is_idle(&second));
}

static void gather_contact(hem_contact_queue *queue, hem_contact_kind kind,
                           const hem_feature_query *query, const hem_closest_out *found,
                           float predicted)
{
    pass *now = queue->to;
    bool edges = kind == HEM_CONTACT_EDGE_EDGE;
    const float *weight = found->weight;
    /* Where an edge ends, its vertex and the face tell the same. */
    if (edges && !(hem_min(hem_min(weight[0], weight[1]), hem_min(weight[2], weight[3])) > 0.0f)) {
        return;
    }
    /* In exact contact each face has its own side. */
    if (found->distance > 0.0f &&
        (edges ? is_idle_edge(queue, query, found) : is_idle_face(queue, kind, query, found))) {
        return;
    }
    if (now->in->tangled != NULL &&
        hem_tangled_lets_through(now->in->tangled, now->bodies, kind, query->features)) {
        now->out->exempt++;
        return;
    }
    hem_impact impact = {.normal = found->normal,
                         .distance = found->distance,
                         .time = predicted,
                         .kind = edges ? HEM_CONTACT_EDGE_EDGE : HEM_CONTACT_VERTEX_FACE};
    for (uint32_t k = 0; k < 4; k++) {
        impact.vertex[k] = query->point[k];
        impact.weight[k] = k < (edges ? 2u : 1u) ? weight[k] : 0.0f - weight[k];
    }
    if (!(found->distance > 0.0f)) {
        impact.normal = normal_in_touch(queue, query->point, edges, found->normal);
    }
    hem_impact_list_add(&now->list, &impact, queue->search.epsilon);
}

static hem_side side_of(const hem_body_contacts_in *in, uint32_t body)
{
    const hem_moving_body *from = &in->bodies[body];
    return (hem_side){.mesh = from->mesh,
                      .tree = from->tree,
                      .positions = in->start + from->first_vertex,
                      .velocities = in->velocity + from->first_vertex,
                      .first_vertex = from->first_vertex};
}

static void look_at(pass *now, uint32_t a, uint32_t b)
{
    const hem_body_contacts_in *in = now->in;
    hem_contact_queue *queue = now->queue;
    hem_feature_search *search = &queue->search;
    uint32_t mark = hem_arena_mark(in->scratch);
    const hem_side side_a = side_of(in, a), side_b = side_of(in, b);
    hem_leaf_pairs pairs;
    hem_feature_pass_sides(search, &side_a, &side_b);
    search->epsilon = 0.5f * (in->reach[a] + in->reach[b]);
    if (!(search->epsilon > 0.0f)) {
        return;
    }
    search->points = (const float(*)[4])now->points;
    search->fits = true;
    if (in->solid_faces_only) {
        search->left_out = hem_feature_kinds_of_solid(!in->bodies[a].self, !in->bodies[b].self);
    }
    search->first_a = side_a.first_vertex;
    search->first_b = side_b.first_vertex;
    search->view_limit = HEM_MOVING_VIEWS;
    queue->velocities_a = side_a.velocities;
    queue->velocities_b = side_b.velocities;
    queue->dt = in->dt;
    queue->take = gather_contact;
    queue->to = now;
    now->bodies = (hem_pair){a, b};
    hem_contact_queue_start(queue, in->scratch);
    (void)hem_feature_pass_run(search, NULL, NULL, in->scratch, &pairs);
    now->out->tests += (uint64_t)search->vertex_face_tests + search->edge_edge_tests;
    now->out->volume_tests += pairs.walk.volume_tests;
    hem_arena_release(in->scratch, mark);
}

static bool gives_way(const hem_body_contacts_in *in, uint32_t body)
{
    const hem_moving_body *from = &in->bodies[body];
    const float *inverse = in->inverse_mass + from->first_vertex;
    for (uint32_t v = 0; v < from->mesh->vertex_count; v++) {
        if (inverse[v] > 0.0f) {
            return true;
        }
    }
    return false;
}

void hem_body_contacts(const hem_body_contacts_in *in, hem_body_contacts_out *out)
{
    pass now = {.in = in, .out = out};
    hem_pair pair;
    float largest = 0.0f;
    uint32_t mark = hem_arena_mark(in->scratch);
    *out = (hem_body_contacts_out){.count = 0};
    now.queue = hem_arena_take(in->scratch, 1, sizeof *now.queue);
    now.points = hem_arena_take(in->scratch, in->vertex_count, sizeof *now.points);
    now.list = (hem_impact_list){.impacts = in->contacts, .room = in->room};
    now.list.keys = hem_arena_take(in->scratch, in->room, sizeof *now.list.keys);
    now.list.predicted = hem_arena_take(in->scratch, in->room, sizeof *now.list.predicted);
    hem_contact_memory_take(&now.list.before, in->room, in->contacts, in->before, in->scratch);
    hem_body_sweep_take(&now.sweep, in->body_count, in->scratch);
    hem_feature_points(now.points, in->start, in->vertex_count);
    for (uint32_t i = 0; i < in->body_count; i++) {
        const hem_moving_body *body = &in->bodies[i];
        hem_tree_refit_all(body->tree, &(hem_fit_points){.start = in->start + body->first_vertex});
        now.sweep.boxes[i] = hem_box_of_tree(body->tree);
        largest = hem_max(largest, in->reach[i]);
        if (body->self) {
            look_at(&now, i, i);
        }
    }
    hem_body_sweep_start(&now.sweep, largest);
    while (hem_body_sweep_next(&now.sweep, &pair)) {
        if (gives_way(in, pair.first) || gives_way(in, pair.second)) {
            look_at(&now, pair.first, pair.second);
        }
    }
    hem_impact_list_finish(&now.list);
    out->count = now.list.count;
    out->kept = now.list.kept;
    hem_arena_release(in->scratch, mark);
}
